using System;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static T[] ReadNumbers<T>(string file) where T : struct
    {
        byte[] bytes = File.ReadAllBytes(file);
        var numbers = new T[bytes.Length / (typeof(T) == typeof(long) ? 8 : 4)];
        Buffer.BlockCopy(bytes, 0, numbers, 0, bytes.Length);
        return numbers;
    }

    static int ArgMax(float[] row) => Array.IndexOf(row, row.Max());

    static void Digits()
    {
        float[] pixels = ReadNumbers<float>(Path.Combine(folder, "digits.f32"));
        using (var s = new InferenceSession(Model("digits")))
        {
            Func<int, int> read = i => {
                var picture = Floats(pixels.Skip(i * 64).Take(64).ToArray(), 1, 1, 8, 8);
                using (var r = s.Run(Feed("input", picture))) return ArgMax(r.First().AsTensor<float>().ToArray());
            };
            Test("digits, one by one", () => {
                for (int i = 0; i < 10; ++i) Same(i, read(i));
            });
            Test("digits, all at a time", () => Parallel.For(0, 100, i => Same(i % 10, read(i % 10))));
        }
    }

    // One input or output of trained.txt.
    class Listed
    {
        public string Side, Name, Dtype, File;
        public int[] Dims;

        public Listed(string line)
        {
            string[] word = line.Split(' ');
            Side = word[0];
            Name = word[1];
            Dtype = word[2];
            Dims = word[3] == "-" ? new int[0] : word[3].Split(',').Select(int.Parse).ToArray();
            File = word[4];
        }

        public NamedOnnxValue Value() => Dtype == "int64"
            ? NamedOnnxValue.CreateFromTensor(Name, new DenseTensor<long>(ReadNumbers<long>(File), Dims))
            : NamedOnnxValue.CreateFromTensor(Name, new DenseTensor<float>(ReadNumbers<float>(File), Dims));
    }

    static void PlayTrained(string[] model, List<Listed> values)
    {
        double rtol = double.Parse(model[3], CultureInfo.InvariantCulture);
        double atol = double.Parse(model[4], CultureInfo.InvariantCulture);
        using (var s = new InferenceSession(model[2]))
        using (var results = s.Run(values.Where(v => v.Side == "input").Select(v => v.Value()).ToList()))
            foreach (Listed v in values.Where(v => v.Side == "output"))
            {
                DisposableNamedOnnxValue found = results.First(r => r.Name == v.Name);
                if (v.Dtype == "int64")
                    Same(ReadNumbers<long>(v.File), found.AsTensor<long>().ToArray());
                else
                    Near(ReadNumbers<float>(v.File), found.AsTensor<float>().ToArray(), rtol, atol);
            }
    }

    static void Trained()
    {
        Digits();
        string[] lines = File.ReadAllLines(Path.Combine(folder, "trained.txt"));
        for (int i = 0; i < lines.Length;)
        {
            string[] model = lines[i].Split(' ');
            var values = lines.Skip(i + 1).TakeWhile(l => !l.StartsWith("model ")).Select(l => new Listed(l)).ToList();
            Test("trained " + model[1], () => PlayTrained(model, values));
            i += 1 + values.Count;
        }
    }

    // The programs of examples/csharp.
    static void Examples()
    {
        Test("example: image classifier", () => {
            using (var classifier = new ImageClassifier(Model("brightest")))
            {
                var pixels = new float[3 * 224 * 224];  // the middle plane is all 1, so its score is e / (e + 2)
                for (int i = 224 * 224; i < 2 * 224 * 224; ++i) pixels[i] = 1;
                var answer = classifier.Classify(pixels);
                Same(1, answer.Class);
                Near(new[] { (float)(Math.E / (Math.E + 2)) }, new[] { answer.Confidence }, 1e-5, 0);
            }
        });
        Test("example: batch loop", () => {
            using (var loop = new BatchLoop(Model("rows")))
            {
                var answers = loop.Process(new[] { new float[] { 1, 2, 6 }, new float[] { 4 }, new float[] { -1, 1 } });
                Same(new float[] { 9, 4, 0 }, answers.Select(a => a.Single()).ToArray());
            }
        });
        Test("example: Run(inputs, options)", () => {
            using (var s = new InferenceSession(Model("scale")))
            using (var o = new RunOptions { LogId = "one run" })
            {
                using (var r = s.Run(Row(), o)) Same(Doubled, r.First().AsTensor<float>());
                o.Terminate = true;
                Refused("Fail", "terminate flag", () => s.Run(Row(), o));
            }
        });
        Test("example: RunAsync(inputs)", () => {
            using (var s = new InferenceSession(Model("scale")))
            {
                var runs = Enumerable.Range(0, 20).Select(i => s.RunAsync(Feed("x", Floats(new float[] { i, 0, 0 }, 1, 3)))).ToArray();
                for (int i = 0; i < 20; ++i)
                    using (var r = runs[i].Result) Same(2f * i, r.First().AsTensor<float>().First());
                try
                {
                    s.RunAsync(Feed("x", Floats(Numbers, 3))).Wait();
                }
                catch (AggregateException e) when (e.InnerException is OnnxRuntimeException)
                {
                    return;
                }
                throw new Exception("no error");
            }
        });
    }
}
