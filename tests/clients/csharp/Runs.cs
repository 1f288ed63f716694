using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static FixedBufferOnnxValue Fixed<T>(T[] data, params int[] dims) =>
        FixedBufferOnnxValue.CreateFromTensor(new DenseTensor<T>(data, dims));

    // Every overload that takes named values or fixed buffers, on y = 2x.
    static void Overloads(InferenceSession s, RunOptions o)
    {
        string[] x = { "x" }, y = { "y" };
        Action<string, Func<IDisposableReadOnlyCollection<DisposableNamedOnnxValue>>> gives = (name, run) =>
            Test("Run(" + name + ")", () => {
                using (var r = run())
                {
                    Same("y", r[0].Name);
                    Same(TensorElementType.Float, r[0].ElementType);
                    Same(Doubled, r[0].AsTensor<float>().ToArray());
                    Same(new[] { 1, 3 }, r[0].AsTensor<float>().Dimensions.ToArray());
                }
            });
        var fixedX = new[] { Fixed(Numbers, 1, 3) };
        gives("inputs", () => s.Run(Row()));
        gives("inputs, names", () => s.Run(Row(), y));
        gives("inputs, names, options", () => s.Run(Row(), y, o));
        gives("input names, buffers", () => s.Run(x, fixedX));
        gives("input names, buffers, names", () => s.Run(x, fixedX, y));
        gives("input names, buffers, names, options", () => s.Run(x, fixedX, y, o));
        Action<string, Action<List<NamedOnnxValue>, FixedBufferOnnxValue[]>> fills = (name, run) =>
            Test("Run(" + name + ") into given memory", () => {
                float[] a = new float[3], b = new float[3];
                using (var buffer = Fixed(b, 1, 3)) run(Feed("y", Floats(a, 1, 3)), new[] { buffer });
                Same(Doubled, a.Any(n => n != 0) ? a : b);
            });
        fills("inputs, outputs", (named, buffers) => s.Run(Row(), named));
        fills("inputs, outputs, options", (named, buffers) => s.Run(Row(), named, o));
        fills("inputs, names, buffers", (named, buffers) => s.Run(Row(), y, buffers));
        fills("inputs, names, buffers, options", (named, buffers) => s.Run(Row(), y, buffers, o));
        fills("input names, buffers, names, buffers", (named, buffers) => s.Run(x, fixedX, y, buffers));
        fills("input names, buffers, names, buffers, options", (named, buffers) => s.Run(x, fixedX, y, buffers, o));
        fills("input names, buffers, outputs", (named, buffers) => s.Run(x, fixedX, named));
        fills("input names, buffers, outputs, options", (named, buffers) => s.Run(x, fixedX, named, o));
        fixedX[0].Dispose();
    }

    static void Mistakes(InferenceSession s)
    {
        Test("a wrong input name", () =>
            Refused("InvalidArgument", "'z'", () => s.Run(Feed("z", Floats(Numbers, 1, 3)))));
        Test("a wrong output name", () => Refused("InvalidArgument", "'w'", () => s.Run(Row(), new[] { "w" })));
        Test("a wrong element type", () =>
            Refused("InvalidArgument", "Int64", () => s.Run(Feed("x", new DenseTensor<long>(new long[3], new[] { 1, 3 })))));
        Test("a wrong rank", () =>
            Refused("InvalidArgument", "Invalid rank for input: x Got: 1 Expected: 2", () => s.Run(Feed("x", Floats(Numbers, 3)))));
        Test("a wrong size", () =>
            Refused("InvalidArgument", "Got: 2 Expected: 3", () => s.Run(Feed("x", Floats(new float[2], 1, 2)))));
        Test("a wrong type, as an OrtValue", () => {
            using (var o = new RunOptions())
            using (var longs = OrtValue.CreateTensorValueFromMemory(new long[3], new long[] { 1, 3 }))
                Refused("InvalidArgument", "Actual: (tensor(int64)) , expected: (tensor(float))",
                        () => s.Run(o, new[] { "x" }, new[] { longs }, new[] { "y" }));
        });
    }

    static void Runs()
    {
        using (var s = new InferenceSession(Model("scale")))
        using (var o = new RunOptions())
        {
            Overloads(s, o);
            Mistakes(s);
            Test("an input with a default", () => {
                var inputs = Row();
                inputs.Add(NamedOnnxValue.CreateFromTensor("factor", Floats(new float[] { 5 }, 1)));
                using (var r = s.Run(inputs)) Same(new float[] { 5, 10, 15 }, r.First().AsTensor<float>());
            });
            Test("Parallel.For", () => {
                Parallel.For(0, 64, i => {
                    using (var r = s.Run(Feed("x", Floats(new float[] { i, i + 1, i + 2 }, 1, 3))))
                        Same(new float[] { 2 * i, 2 * i + 2, 2 * i + 4 }, r.First().AsTensor<float>());
                });
            });
        }
    }

    static void OrtValueRuns()
    {
        string[] x = { "x" }, y = { "y" };
        using (var s = new InferenceSession(Model("scale")))
        using (var o = new RunOptions())
        using (var row = OrtValue.CreateTensorValueFromMemory(Numbers, new long[] { 1, 3 }))
        {
            Test("OrtValues by names", () => {
                using (var r = s.Run(o, x, new[] { row }, s.OutputNames))
                {
                    Same(Doubled, r[0].GetTensorDataAsSpan<float>().ToArray());
                    Same(new[] { 12f }, r[1].GetTensorDataAsSpan<float>().ToArray());
                }
            });
            Test("OrtValues in a dictionary", () => {
                using (var r = s.Run(o, new Dictionary<string, OrtValue> { { "x", row } }, y))
                    Same(new long[] { 1, 3 }, r[0].GetTensorTypeAndShape().Shape);
            });
            Test("OrtValues into given ones, awaited too", () => {
                using (var given = OrtValue.CreateAllocatedTensorValue(OrtAllocator.DefaultInstance, TensorElementType.Float, new long[] { 1, 3 }))
                {
                    s.Run(o, x, new[] { row }, y, new[] { given });
                    Same(Doubled, given.GetTensorDataAsSpan<float>().ToArray());
                    given.GetTensorMutableDataAsSpan<float>().Clear();
                    using (var two = new SessionOptions { IntraOpNumThreads = 2 })
                    using (var wide = new InferenceSession(Model("scale"), two))
                        Same(Doubled, wide.RunAsync(o, x, new[] { row }, y, new[] { given }).Result.First().GetTensorDataAsSpan<float>().ToArray());
                }
            });
            Bindings(s, o, row);
        }
    }

    static void Bindings(InferenceSession s, RunOptions o, OrtValue row)
    {
        Test("binding", () => {
            using (var b = s.CreateIoBinding())
            {
                b.BindInput("x", row);
                b.BindOutputToDevice("y", OrtMemoryInfo.DefaultInstance);
                b.BindOutputToDevice("total", OrtMemoryInfo.DefaultInstance);
                b.SynchronizeBoundInputs();
                using (var r = s.RunWithBoundResults(o, b)) Same(Doubled, r[0].GetTensorDataAsSpan<float>().ToArray());
                b.SynchronizeBoundOutputs();
                Same(new[] { "y", "total" }, b.GetOutputNames());
                using (var named = s.RunWithBindingAndNames(o, b)) Same(Doubled, named.First(v => v.Name == "y").AsTensor<float>());
                using (var values = b.GetOutputValues()) Same(2, values.Count);
                b.ClearBoundOutputs();
                Same(0, b.GetOutputNames().Length);
                b.ClearBoundInputs();
            }
        });
        Test("binding of an allocation", () => {
            using (var b = s.CreateIoBinding())
            using (var allocator = new OrtAllocator(s, OrtMemoryInfo.DefaultInstance))
            using (var memory = allocator.Allocate(12))
            {
                b.BindInput("x", row);
                b.BindOutput("y", TensorElementType.Float, new long[] { 1, 3 }, memory);
                s.RunWithBinding(o, b);
                using (var values = b.GetOutputValues()) Same(Doubled, values[0].GetTensorDataAsSpan<float>().ToArray());
                Same("Cpu", memory.Info.Name);
            }
        });
        Test("binding of fixed buffers", () => {
            float[] result = new float[3];
            using (var b = s.CreateIoBinding())
            using (var input = Fixed(Numbers, 1, 3))
            using (var output = Fixed(result, 1, 3))
            {
                b.BindInput("x", input);
                b.BindOutput("y", output);
                s.RunWithBinding(o, b);
                Same(Doubled, result);
            }
        });
    }
}
