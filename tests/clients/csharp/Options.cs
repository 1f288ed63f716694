using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

static partial class Client
{
    static void CheckProperties(SessionOptions o, GraphOptimizationLevel level)
    {
        o.GraphOptimizationLevel = level;
        o.ExecutionMode = ExecutionMode.ORT_PARALLEL;
        o.EnableMemoryPattern = false;
        o.EnableCpuMemArena = false;
        o.LogId = "clients";
        o.LogSeverityLevel = OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL;
        o.LogVerbosityLevel = 1;
        o.IntraOpNumThreads = 2;
        o.InterOpNumThreads = 1;
        Same(level, o.GraphOptimizationLevel);
        Same(ExecutionMode.ORT_PARALLEL, o.ExecutionMode);
        Same(false, o.EnableMemoryPattern);
        Same(false, o.EnableCpuMemArena);
        Same("clients", o.LogId);
        Same(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL, o.LogSeverityLevel);
        Same("1 2 1", o.LogVerbosityLevel + " " + o.IntraOpNumThreads + " " + o.InterOpNumThreads);
        Same(false, o.EnableProfiling);
    }

    static void SessionOptionsTests()
    {
        foreach (GraphOptimizationLevel level in Enum.GetValues(typeof(GraphOptimizationLevel)))
            Test("options, level " + level, () => {
                using (var o = new SessionOptions())
                {
                    CheckProperties(o, level);
                    o.AddSessionConfigEntry("session.disable_prepacking", "1");
                    o.AddFreeDimensionOverrideByName("batch", 1);
                    o.AddFreeDimensionOverride("DATA_BATCH", 1);
                    o.AppendExecutionProvider_CPU();
                    o.AppendExecutionProvider("CPU", new Dictionary<string, string>());
                    using (var s = new InferenceSession(Model("scale"), o)) using (var r = s.Run(Row()))
                    {
                        Same(new[] { 1, 3 }, s.InputMetadata["x"].Dimensions);
                        Same(Doubled, r.First().AsTensor<float>());
                    }
                }
            });
        Test("an initializer of the program", () => {
            using (var o = new SessionOptions())
            using (var ten = OrtValue.CreateTensorValueFromMemory(new float[] { 10 }, new long[] { 1 }))
            {
                o.AddInitializer("factor", ten);
                using (var s = new InferenceSession(Model("scale"), o)) using (var r = s.Run(Row()))
                    Same(new float[] { 10, 20, 30 }, r.First().AsTensor<float>());
            }
        });
        Test("providers that are not there", () => {
            using (var o = new SessionOptions())
            {
                Refused("InvalidArgument", "NoSuch", () => o.AppendExecutionProvider("NoSuch"));
                Refused("InvalidArgument", "QNN", () => o.AppendExecutionProvider("QNN"));
            }
        });
        Test("loading that was cancelled", () => {
            using (var o = new SessionOptions())
            {
                o.SetLoadCancellationFlag(true);  // the binding calls code 12 so
                Refused("RequirementNotRegistered", "cancel", () => new InferenceSession(Model("digits"), o));
                o.SetLoadCancellationFlag(false);
                new InferenceSession(Model("digits"), o).Dispose();
            }
        });
        Test("options by name", () => {
            SessionOptionsContainer.Register("two threads", o => o.IntraOpNumThreads = 2);
            using (var o = SessionOptionsContainer.Create("two threads")) Same(2, o.IntraOpNumThreads);
            SessionOptionsContainer.Reset();
        });
    }

    static void RunOptionsTests()
    {
        Test("run options", () => {
            using (var o = new RunOptions())
            using (var s = new InferenceSession(Model("scale")))
            {
                o.LogId = "tag";
                o.LogSeverityLevel = OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL;
                o.LogVerbosityLevel = 3;
                o.AddRunConfigEntry("memory.enable_memory_arena_shrinkage", "cpu:0");
                Same("tag ORT_LOGGING_LEVEL_FATAL 3", o.LogId + " " + o.LogSeverityLevel + " " + o.LogVerbosityLevel);
                o.Terminate = true;
                Refused("Fail", "terminate flag", () => s.Run(Row(), s.OutputNames, o));
                o.Terminate = false;
                s.Run(Row(), new[] { "total" }, o).Dispose();
            }
        });
        Test("stopping a run", () => {
            using (var o = new RunOptions())
            using (var s = new InferenceSession(Model("slow")))
            {
                var inputs = Feed("trips", new DenseTensor<long>(new[] { long.MaxValue }, new int[0]));
                inputs.Add(NamedOnnxValue.CreateFromTensor("begin", Floats(new float[4096], 64, 64)));
                var stopper = new Thread(() => { Thread.Sleep(200); o.Terminate = true; });
                stopper.Start();
                Refused("Fail", "terminate flag", () => s.Run(inputs, s.OutputNames, o));
                stopper.Join();
            }
        });
    }

    static void Options()
    {
        SessionOptionsTests();
        RunOptionsTests();
    }
}
