// A program in C# that uses the .NET binding as its documentation says. Expected values come from the models' formulas,
// the digits' names and the answers beside the public models.
using System;
using System.Collections;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static int passed, failed;
    static string folder;

    static void Test(string name, Action body)
    {
        try
        {
            body();
            ++passed;
            Console.WriteLine("ok " + name);
        }
        catch (Exception e)
        {
            ++failed;
            Console.WriteLine("FAIL " + name + ": " + e);
        }
    }

    static string Text(object o)
    {
        if (o is string || !(o is IEnumerable list)) return o == null ? "null" : o.ToString();
        return "[" + string.Join(", ", list.Cast<object>().Select(Text)) + "]";
    }

    static void Same(object expected, object found)
    {
        if (expected is IEnumerable a && found is IEnumerable b && !(expected is string))
        {
            if (a.Cast<object>().SequenceEqual(b.Cast<object>())) return;
        }
        else if (Equals(expected, found))
        {
            return;
        }
        throw new Exception("expected " + Text(expected) + ", found " + Text(found));
    }

    static void Near(float[] expected, float[] found, double rtol, double atol)
    {
        Same(expected.Length, found.Length);
        for (int i = 0; i < found.Length; ++i)
            if (!(Math.Abs(found[i] - expected[i]) <= atol + rtol * Math.Abs(expected[i])))
                throw new Exception("number " + i + ": expected " + expected[i] + ", found " + found[i]);
    }

    static void Refused(string code, string part, Action body)
    {
        try
        {
            body();
        }
        catch (OnnxRuntimeException e)
        {
            if (e.Message.StartsWith("[ErrorCode:" + code + "]") && e.Message.Contains(part)) return;
            throw new Exception("expected " + code + " and '" + part + "' in: " + e.Message);
        }
        throw new Exception("no error");
    }

    static string Model(string name) => Path.Combine(folder, name + ".onnx");

    static DenseTensor<float> Floats(float[] data, params int[] dims) => new DenseTensor<float>(data, dims);

    static List<NamedOnnxValue> Feed<T>(string name, Tensor<T> tensor) =>
        new List<NamedOnnxValue> { NamedOnnxValue.CreateFromTensor(name, tensor) };

    static readonly float[] Numbers = { 1, 2, 3 }, Doubled = { 2, 4, 6 };

    static List<NamedOnnxValue> Row() => Feed("x", Floats(Numbers, 1, 3));

    static int Main(string[] arguments)
    {
        folder = arguments[0];
        OrtEnv.Instance().EnvLogLevel = OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR;
        Loading();
        Options();
        Runs();
        OrtValueRuns();
        Values();
        Containers();
        Trained();
        Examples();
        Console.WriteLine(passed + " passed, " + failed + " failed");
        return 0;
    }
}
