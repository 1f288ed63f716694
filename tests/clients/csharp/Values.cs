using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static void Identity<T>(string name, TensorElementType type, params T[] data) where T : struct
    {
        Test("type " + name, () => {
            using (var s = new InferenceSession(Model("type_" + name)))
            using (var r = s.Run(Feed(name + "_in", new DenseTensor<T>(data, new[] { data.Length }))))
            {
                Same(type, r[0].ElementType);
                Same(data, r[0].AsTensor<T>().ToArray());
            }
        });
    }

    static void Strings()
    {
        string[] a = { "", "grün", "日本", new string('x', 100000) }, b = { "a", "b", "\U0001f600", "y" };
        string[] joined = a.Zip(b, (p, q) => p + q).ToArray();
        Test("strings", () => {
            using (var s = new InferenceSession(Model("text")))
            {
                var inputs = Feed("a", new DenseTensor<string>(a, new[] { 4 }));
                inputs.Add(NamedOnnxValue.CreateFromTensor("b", new DenseTensor<string>(b, new[] { 4 })));
                using (var r = s.Run(inputs))
                {
                    Same(joined, r.First(v => v.Name == "joined").AsTensor<string>());
                    Same(a, r.First(v => v.Name == "same").AsTensor<string>());
                }
            }
        });
        Test("strings as OrtValues", () => {
            using (var s = new InferenceSession(Model("text")))
            using (var o = new RunOptions())
            using (var first = OrtValue.CreateFromStringTensor(new DenseTensor<string>(a, new[] { 4 })))
            using (var second = OrtValue.CreateTensorWithEmptyStrings(OrtAllocator.DefaultInstance, new long[] { 4 }))
            {
                for (int i = 0; i < 4; ++i) second.StringTensorSetElementAt(b[i].AsSpan(), i);
                Same(b, second.GetStringTensorAsArray());
                using (var r = s.Run(o, new[] { "a", "b" }, new[] { first, second }, new[] { "joined" }))
                {
                    Same(joined, r[0].GetStringTensorAsArray());
                    Same(joined[2], r[0].GetStringElement(2));
                    Same(joined[1], r[0].GetStringElementAsMemory(1).ToString());
                    Same(true, r[0].GetTensorTypeAndShape().IsString);
                }
            }
        });
    }

    static void Values()
    {
        Identity("float", TensorElementType.Float, -1.5f, 0, float.PositiveInfinity);
        Identity("double", TensorElementType.Double, 1.0 / 3, -1e300, double.Epsilon);
        Identity("int8", TensorElementType.Int8, sbyte.MinValue, (sbyte)0, sbyte.MaxValue);
        Identity("int16", TensorElementType.Int16, short.MinValue, (short)0, short.MaxValue);
        Identity("int32", TensorElementType.Int32, int.MinValue, 0, int.MaxValue);
        Identity("int64", TensorElementType.Int64, long.MinValue, 0, long.MaxValue);
        Identity("uint8", TensorElementType.UInt8, (byte)0, (byte)128, byte.MaxValue);
        Identity("uint16", TensorElementType.UInt16, (ushort)0, (ushort)32768, ushort.MaxValue);
        Identity("uint32", TensorElementType.UInt32, 0u, 1u << 31, uint.MaxValue);
        Identity("uint64", TensorElementType.UInt64, 0ul, 1ul << 63, ulong.MaxValue);
        Identity("bool", TensorElementType.Bool, true, false, true);
        Identity("float16", TensorElementType.Float16, (Float16)1f, (Float16)(-0.5f), Float16.MaxValue);
        Identity("bfloat16", TensorElementType.BFloat16, (BFloat16)1f, (BFloat16)(-0.5f), BFloat16.MaxValue);
        Strings();
        Test("an OrtValue over memory", () => {
            float[] data = { 1, 2, 3, 4, 5, 6 };
            using (var v = OrtValue.CreateTensorValueFromMemory(OrtMemoryInfo.DefaultInstance, new Memory<float>(data), new long[] { 2, 3 }))
            {
                Same(true, v.IsTensor);
                Same(OnnxValueType.ONNX_TYPE_TENSOR, v.OnnxType);
                Same(24L, v.GetTensorSizeInBytes());
                var info = v.GetTensorTypeAndShape();
                Same("6 2 Float", info.ElementCount + " " + info.DimensionsCount + " " + info.ElementDataType);
                Span<float> span = v.GetTensorMutableDataAsSpan<float>();
                span[5] = 60;
                Same(60f, data[5]);
                Same(24, v.GetTensorMutableRawData().Length);
                Same("Cpu", v.GetTensorMemoryInfo().Name);
                Same(TensorElementType.Float, v.GetTypeInfo().TensorTypeAndShapeInfo.ElementDataType);
            }
        });
        Test("memory information", () => {
            using (var a = new OrtMemoryInfo("Cpu", OrtAllocatorType.DeviceAllocator, 0, OrtMemType.Default))
            using (var b = new OrtMemoryInfo(OrtMemoryInfo.allocatorCPU, OrtAllocatorType.DeviceAllocator, 0, OrtMemType.Default))
            using (var c = new OrtMemoryInfo("Cpu", OrtAllocatorType.DeviceAllocator, 0, OrtMemType.CpuInput))
            {
                Same(true, a.Equals(b));
                Same(false, a.Equals(c));
                Same(OrtAllocatorType.DeviceAllocator, a.GetAllocatorType());
                Same(OrtMemType.CpuInput, c.GetMemoryType());
                Refused("InvalidArgument", "device", () => new OrtMemoryInfo("Toaster", OrtAllocatorType.DeviceAllocator, 0, OrtMemType.Default));
            }
        });
    }

    static void ContainersOut()
    {
        Test("sequences of maps", () => {
            using (var s = new InferenceSession(Model("zipmap")))
            using (var r = s.Run(Feed("p", Floats(new float[] { 1, 2, 3, 4, 5, 6 }, 2, 3))))
            {
                var rows = r.First(v => v.Name == "by_number").AsEnumerable<NamedOnnxValue>().ToList();
                Same(2, rows.Count);
                Same(5f, rows[1].AsDictionary<long, float>()[20]);
                var named = r.First(v => v.Name == "by_name").AsEnumerable<NamedOnnxValue>().ToList();
                Same(3f, named[0].AsDictionary<string, float>()["cat"]);
            }
        });
        Test("sequences and maps as OrtValues", () => {
            using (var s = new InferenceSession(Model("zipmap")))
            using (var o = new RunOptions())
            using (var p = OrtValue.CreateTensorValueFromMemory(Numbers, new long[] { 1, 3 }))
            using (var r = s.Run(o, new[] { "p" }, new[] { p }, new[] { "by_number" }))
            {
                Same(OnnxValueType.ONNX_TYPE_SEQUENCE, r[0].OnnxType);
                Same(1, r[0].GetValueCount());
                Same(OnnxValueType.ONNX_TYPE_MAP, r[0].GetTypeInfo().SequenceTypeInfo.ElementType.OnnxType);
                int visits = 0;
                r[0].ProcessSequence((map, i) => map.ProcessMap((keys, values) => {
                    Same(new long[] { 10, 20, 30 }, keys.GetTensorDataAsSpan<long>().ToArray());
                    Same(Numbers, values.GetTensorDataAsSpan<float>().ToArray());
                    ++visits;
                }, OrtAllocator.DefaultInstance), OrtAllocator.DefaultInstance);
                Same(1, visits);
            }
        });
    }

    static void Containers()
    {
        ContainersOut();
        Test("a sequence in and out", () => {
            using (var s = new InferenceSession(Model("sequence")))
            {
                var parts = Feed("", Floats(new float[] { 1, 2 }, 2)).Concat(Feed("", Floats(new float[] { 3 }, 1)));
                var inputs = Feed("last", Floats(new float[] { 4, 5 }, 2));
                inputs.Add(NamedOnnxValue.CreateFromSequence("parts", parts));
                using (var r = s.Run(inputs))
                {
                    Same(Numbers, r.First(v => v.Name == "whole").AsTensor<float>());
                    var longer = r.First(v => v.Name == "longer").AsEnumerable<NamedOnnxValue>().ToList();
                    Same(3, longer.Count);
                    Same(new float[] { 4, 5 }, longer[2].AsTensor<float>());
                }
            }
        });
        Test("a sequence made of OrtValues", () => {
            using (var s = new InferenceSession(Model("sequence")))
            using (var o = new RunOptions())
            using (var parts = OrtValue.CreateSequence(new List<OrtValue> {
                OrtValue.CreateTensorValueFromMemory(new float[] { 1, 2 }, new long[] { 2 }),
                OrtValue.CreateTensorValueFromMemory(new float[] { 3 }, new long[] { 1 }) }))
            using (var last = OrtValue.CreateTensorValueFromMemory(new float[] { 4 }, new long[] { 1 }))
            using (var r = s.Run(o, new[] { "parts", "last" }, new[] { parts, last }, new[] { "whole" }))
                Same(Numbers, r[0].GetTensorDataAsSpan<float>().ToArray());
        });
        Test("a map in", () => {
            using (var s = new InferenceSession(Model("map")))
            {
                var map = new Dictionary<string, float> { { "bee", 2 }, { "ant", 1 } };
                using (var r = s.Run(new[] { NamedOnnxValue.CreateFromMap("m", map) }))
                    Same(new float[] { 0, 1, 2 }, r.First().AsTensor<float>());
            }
        });
        Test("maps made of arrays", () => {
            using (var s = new InferenceSession(Model("map")))
            using (var o = new RunOptions())
            using (var m = OrtValue.CreateMapWithStringKeys(new[] { "cat", "bee" }, new float[] { 3, 2 }))
            using (var r = s.Run(o, new[] { "m" }, new[] { m }, new[] { "v" }))
                Same(new float[] { 3, 0, 2 }, r[0].GetTensorDataAsSpan<float>().ToArray());
            using (var m = OrtValue.CreateMap(new long[] { 7, 3 }, new float[] { 0.5f, 1.5f }))
                m.ProcessMap((keys, values) => {
                    Same(new long[] { 3, 7 }, keys.GetTensorDataAsSpan<long>().ToArray());
                    Same(new float[] { 1.5f, 0.5f }, values.GetTensorDataAsSpan<float>().ToArray());
                }, OrtAllocator.DefaultInstance);
        });
    }
}
