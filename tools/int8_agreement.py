#!/usr/bin/env python3
"""How far our results of quantised models are from ONNX Runtime's.

usage: int8_agreement.py SARD MODEL.onnx [MODEL.onnx ...]      (one float input; QDQ or dynamically quantised)
On processors without VNNI, ONNX Runtime's products of uint8 and int8 saturate pairs at 16 bits; of two uint8 they are
exact. So it gets the model with int8 written as uint8 and zero points 128 higher, which means the same numbers, once
optimised and once not: the second line says how far it is from itself. Differences are in quanta of the
DequantizeLinear that makes the output, or of the largest element's 1/255.
Needs numpy, onnx and onnxruntime.
"""
import os
import subprocess
import sys
import tempfile

import numpy as np
import onnx
import onnxruntime as ort
from onnx import numpy_helper

# operator: the input that is quantised, the input of its zero point, whose shape a zero point that is not given has
QUANTISED = {"QuantizeLinear": (None, 2, 1), "DequantizeLinear": (0, 2, 1), "MatMulInteger": (1, 3, None)}


def unsigned(array):
    return (array.astype(np.int16) + 128).astype(np.uint8)


def with_unsigned_numbers(model):
    graph = model.graph
    stored = {t.name: t for t in graph.initializer}
    weights = {}  # int8 as they were

    def shifted_zero(node, zero, shaped):
        given = len(node.input) > zero and node.input[zero] in stored
        if not given and node.op_type == "QuantizeLinear":
            return  # makes uint8
        old = numpy_helper.to_array(stored[node.input[zero if given else shaped]]) if given or shaped else np.zeros(())
        old = old if given else np.zeros(old.shape, np.int8)
        if old.dtype != np.int8:
            return
        name = f"{node.input[zero] if given else node.name}/unsigned"
        if name not in stored:
            graph.initializer.append(numpy_helper.from_array(unsigned(old), name))
            stored[name] = graph.initializer[-1]
        node.input.extend([""] * (zero + 1 - len(node.input)))
        node.input[zero] = name

    for node in graph.node:
        if node.op_type not in QUANTISED:
            continue
        data, zero, shaped = QUANTISED[node.op_type]
        tensor = stored.get(node.input[data]) if data is not None else None
        if tensor is not None and tensor.data_type == onnx.TensorProto.INT8 and tensor.name not in weights:
            weights[tensor.name] = numpy_helper.to_array(tensor)
            tensor.CopyFrom(numpy_helper.from_array(unsigned(weights[tensor.name]), tensor.name))
        if tensor is None or tensor.name in weights:
            shifted_zero(node, zero, shaped)
    return model


def quantum(model, largest):
    stored = {t.name: numpy_helper.to_array(t) for t in model.graph.initializer if len(t.dims) < 2}
    for node in model.graph.node:
        if node.output[0] == model.graph.output[0].name and node.op_type == "DequantizeLinear":
            return float(np.max(stored[node.input[1]]))
    return largest / 255


def theirs(model, folder, level, feeds):
    path = os.path.join(folder, "model.onnx")
    onnx.save(model, path)
    options = ort.SessionOptions()
    options.graph_optimization_level = level
    options.log_severity_level = 4
    return ort.InferenceSession(path, options, providers=["CPUExecutionProvider"]).run(None, feeds)[0]


def ours(sard, path, folder, feeds, output):
    command = [sard, "run", path, "--output", folder]
    for name, array in feeds.items():
        np.save(os.path.join(folder, "in.npy"), array)
        command += ["--input", f"{name}={folder}/in.npy"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return np.load(os.path.join(folder, f"{output}.npy"))


def main(sard, paths):
    for path in paths:
        model = onnx.load(path)
        (value,) = [i for i in model.graph.input if i.name not in {t.name for t in model.graph.initializer}]
        shape = [d.dim_value or 1 for d in value.type.tensor_type.shape.dim]
        feeds = {value.name: np.random.default_rng(3).standard_normal(shape).astype(np.float32)}
        with tempfile.TemporaryDirectory() as folder:
            mine = ours(sard, path, folder, feeds, model.graph.output[0].name)
            exact = with_unsigned_numbers(onnx.load(path))
            levels = ort.GraphOptimizationLevel
            best = theirs(exact, folder, levels.ORT_ENABLE_ALL, feeds)
            plain = theirs(exact, folder, levels.ORT_DISABLE_ALL, feeds)
        q = quantum(model, np.abs(best).max())
        for what, result in (("ours", mine), ("theirs, not optimised", plain)):
            steps = np.abs(result - best) / q
            print(f"{os.path.basename(path)}: {what}: equal {(steps < 0.5).mean():.1%}, within one quantum "
                  f"{(steps < 1.5).mean():.1%}, at most {steps.max():.1f}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    main(sys.argv[1], sys.argv[2:])
