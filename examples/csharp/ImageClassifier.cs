// Names the likeliest class of a picture: a float32[1,3,224,224] in, a row of scores out.
using System;
using System.Collections.Generic;
using System.Linq;
using Microsoft.ML.OnnxRuntime;
using Microsoft.ML.OnnxRuntime.Tensors;

public class ImageClassifier : IDisposable
{
    private readonly InferenceSession session;

    public ImageClassifier(string modelPath)
    {
        using (var options = new SessionOptions { GraphOptimizationLevel = GraphOptimizationLevel.ORT_ENABLE_ALL })
            session = new InferenceSession(modelPath, options);
    }

    /// `pixels`: red, green, blue planes of 224 x 224, each value from 0 to 1.
    public (int Class, float Confidence) Classify(float[] pixels)
    {
        var picture = new DenseTensor<float>(pixels, new[] { 1, 3, 224, 224 });
        var inputs = new List<NamedOnnxValue> { NamedOnnxValue.CreateFromTensor(session.InputNames[0], picture) };
        using (var results = session.Run(inputs))
        {
            float[] scores = results.First().AsTensor<float>().ToArray();
            int best = Array.IndexOf(scores, scores.Max());
            return (best, scores[best]);
        }
    }

    public void Dispose() => session.Dispose();
}
