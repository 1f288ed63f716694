using System;
using System.Collections.Generic;
using System.IO;
using System.Linq;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static void CheckOpens(Func<InferenceSession> open)
    {
        using (var session = open()) using (var results = session.Run(Row()))
            Same(Doubled, results.First().AsTensor<float>());
    }

    static void Constructors()
    {
        string path = Model("scale");
        byte[] bytes = File.ReadAllBytes(path);
        using (var options = new SessionOptions())
        using (var container = new PrePackedWeightsContainer())
        {
            var forms = new Dictionary<string, Func<InferenceSession>> {
                { "path", () => new InferenceSession(path) },
                { "path, options", () => new InferenceSession(path, options) },
                { "path, container", () => new InferenceSession(path, container) },
                { "path, options, container", () => new InferenceSession(path, options, container) },
                { "bytes", () => new InferenceSession(bytes) },
                { "bytes, options", () => new InferenceSession(bytes, options) },
                { "bytes, container", () => new InferenceSession(bytes, container) },
                { "bytes, options, container", () => new InferenceSession(bytes, options, container) },
            };
            foreach (var form in forms) Test("constructor of " + form.Key, () => CheckOpens(form.Value));
        }
        Test("a path that is no ASCII", () => {
            string copy = Path.Combine(Path.GetTempPath(), "größe-日本-" + Guid.NewGuid() + ".onnx");
            File.Copy(path, copy);
            try { CheckOpens(() => new InferenceSession(copy)); } finally { File.Delete(copy); }
        });
    }

    static void Metadata()
    {
        Test("inputs and outputs", () => {
            using (var s = new InferenceSession(Model("scale")))
            {
                Same(new[] { "x" }, s.InputNames);
                Same(new[] { "y", "total" }, s.OutputNames);
                NodeMetadata x = s.InputMetadata["x"];
                Same(typeof(float), x.ElementType);
                Same(TensorElementType.Float, x.ElementDataType);
                Same(new[] { -1, 3 }, x.Dimensions);
                Same(new[] { "batch", "" }, x.SymbolicDimensions);
                Same(OnnxValueType.ONNX_TYPE_TENSOR, x.OnnxValueType);
                Same(true, x.IsTensor);
                Same(false, x.IsString);
                Same(0, s.OutputMetadata["total"].Dimensions.Length);
                Same(new[] { "factor" }, s.OverridableInitializerMetadata.Keys);
                Same(new[] { 1 }, s.OverridableInitializerMetadata["factor"].Dimensions);
            }
        });
        Test("metadata of other kinds", () => {
            using (var s = new InferenceSession(Model("zipmap")))
            {
                SequenceMetadata maps = s.OutputMetadata["by_name"].AsSequenceMetadata();
                Same(OnnxValueType.ONNX_TYPE_MAP, maps.ElementMeta.OnnxValueType);
                MapMetadata map = maps.ElementMeta.AsMapMetadata();
                Same(TensorElementType.String, map.KeyDataType);
                Same(TensorElementType.Float, map.ValueMetadata.ElementDataType);
            }
            using (var s = new InferenceSession(Model("optional")))
            {
                OptionalMetadata maybe = s.InputMetadata["maybe"].AsOptionalMetadata();
                Same(TensorElementType.Float, maybe.ElementMeta.ElementDataType);
            }
            using (var s = new InferenceSession(Model("text"))) Same(true, s.InputMetadata["a"].IsString);
        });
        Test("model metadata", () => {
            using (var s = new InferenceSession(Model("scale")))
            {
                ModelMetadata m = s.ModelMetadata;
                Same("make_models", m.ProducerName);
                Same("scale", m.GraphName);
                Same("one product", m.GraphDescription);
                Same("tests.clients", m.Domain);
                Same("multiplies", m.Description);
                Same(7L, m.Version);
                Same(2, m.CustomMetadataMap.Count);
                Same("grün", m.CustomMetadataMap["colour"]);
            }
        });
        Test("memory of inputs and outputs", () => {
            using (var s = new InferenceSession(Model("scale")))
            using (var inputs = s.GetMemoryInfosForInputs())
            using (var outputs = s.GetMemoryInfosForOutputs())
            {
                Same("Cpu 1 2", inputs[0].Name + " " + inputs.Count + " " + outputs.Count);
                Same(0, outputs[1].Id);
                Same(OrtMemType.Default, inputs[0].GetMemoryType());
            }
        });
    }

    static void Loading()
    {
        Test("environment", () => {
            Same(true, OrtEnv.IsCreated);
            Same(true, OrtEnv.Instance().GetVersionString().StartsWith("1."));
            Same(true, OrtEnv.Instance().GetAvailableProviders().Contains("CPUExecutionProvider"));
            Same(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR, OrtEnv.Instance().EnvLogLevel);
            OrtEnv.Instance().DisableTelemetryEvents();
            OrtEnv.Instance().EnableTelemetryEvents();
        });
        Constructors();
        Metadata();
        Test("a missing file", () => Refused("NoSuchFile", "doesn't exist", () => new InferenceSession(Model("none"))));
        Test("no model", () =>
            Refused("InvalidProtobuf", "rotobuf parsing failed", () => new InferenceSession(Model("broken"))));
        Test("no bytes", () => Refused("InvalidProtobuf", "protobuf parsing failed", () => new InferenceSession(new byte[] { 1, 2, 3 })));
        Test("a thousand sessions", () => {
            for (int i = 0; i < 1000; ++i) new InferenceSession(Model("scale")).Dispose();
        });
    }
}
