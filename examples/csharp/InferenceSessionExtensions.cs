// Two forms of Run that programs like to call and the binding does not have.
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;

namespace Microsoft.ML.OnnxRuntime
{
    public static class InferenceSessionExtensions
    {
        /// All outputs, with options for this run.
        public static IDisposableReadOnlyCollection<DisposableNamedOnnxValue> Run(
            this InferenceSession session, IReadOnlyCollection<NamedOnnxValue> inputs, RunOptions options)
        {
            return session.Run(inputs, session.OutputNames.ToList(), options);
        }

        /// All outputs, from a thread of the pool. The caller disposes of the results.
        public static Task<IDisposableReadOnlyCollection<DisposableNamedOnnxValue>> RunAsync(
            this InferenceSession session, IReadOnlyCollection<NamedOnnxValue> inputs)
        {
            return Task.Run(() => session.Run(inputs));
        }
    }
}
