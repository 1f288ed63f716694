// Runs a model whose input `input` is float32[1,N] once for each item of a batch.
using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

public class BatchLoop : IDisposable
{
    private readonly InferenceSession session;

    public BatchLoop(string modelPath) => session = new InferenceSession(modelPath);

    public List<float[]> Process(IEnumerable<float[]> batch)
    {
        var answers = new List<float[]>();
        foreach (float[] item in batch)
        {
            var row = new DenseTensor<float>(item, new[] { 1, item.Length });
            var inputs = new List<NamedOnnxValue> { NamedOnnxValue.CreateFromTensor("input", row) };
            using (var results = session.Run(inputs))
                answers.Add(results.First().AsTensor<float>().ToArray());
        }
        return answers;
    }

    public void Dispose() => session.Dispose();
}
