#!/usr/bin/env python3
"""Writes tests/data/cases/contrib: small com.microsoft operators with what ONNX Runtime gives for them, in the layout of
the ONNX backend tests. Needs numpy, onnx and onnxruntime.

usage: make_contrib_cases.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper


def write_case(folder, name, kind, inputs, result, **attributes):
    """`inputs` by name: arrays are fed, TensorProtos are initializers. `result` is the output's element type."""
    import onnxruntime

    values, constants, feeds = [], [], {}
    for key, value in inputs.items():
        if isinstance(value, onnx.TensorProto):
            value.name = key
            constants.append(value)
        else:
            values.append(h.make_tensor_value_info(key, h.np_dtype_to_tensor_dtype(value.dtype), value.shape))
            feeds[key] = value
    node = h.make_node(kind, list(inputs), ["y"], domain="com.microsoft", **attributes)
    graph = h.make_graph([node], name, values, [h.make_tensor_value_info("y", result, None)], constants)
    opsets = [h.make_opsetid("", 21), h.make_opsetid("com.microsoft", 1)]
    model = h.make_model(graph, opset_imports=opsets, ir_version=10)
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    output = session.run(None, feeds)[0]
    data = folder / name / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    onnx.save(model, data.parent / "model.onnx")
    for i, value in enumerate(feeds.values()):
        (data / f"input_{i}.pb").write_bytes(numpy_helper.from_array(value).SerializeToString())
    (data / "output_0.pb").write_bytes(numpy_helper.from_array(output).SerializeToString())


def four_bits(rng, kind, shape):
    low = 0 if kind == T.UINT4 else -8
    return h.make_tensor("", kind, shape, rng.integers(low, low + 16, shape).ravel().tolist())


def gather_cases(folder, rng, floats):
    def write(name, table, indices, scales, zeros=None, **attributes):
        inputs = {"data": table, "indices": indices, "scales": numpy_helper.from_array(scales)}
        if zeros is not None:
            inputs["zeros"] = zeros
        write_case(folder, f"gather_block_{name}", "GatherBlockQuantized", inputs, T.FLOAT, **attributes)

    for kind, name in ((T.UINT4, "uint4"), (T.INT4, "int4")):
        write(name, four_bits(rng, kind, (6, 40)), np.array([[0, -1], [3, 5]]), floats(6, 3), block_size=16)
        write(f"{name}_axes", four_bits(rng, kind, (40, 6, 2)), np.array([2, -6], np.int32), floats(3, 6, 2),
              four_bits(rng, kind, (3, 6, 2)), block_size=16, gather_axis=1, quantize_axis=0)
    for bits in (2, 4, 8):
        def packed(count):
            return numpy_helper.from_array(rng.integers(0, 256, (6, -(-count * bits // 8))).astype(np.uint8))

        indices = np.array([2, -6, 1], np.int32)
        write(f"bits{bits}", packed(64), indices, floats(6, 2), block_size=32, bits=bits)
        write(f"bits{bits}_zeros", packed(64), indices, floats(6, 2), packed(2), block_size=32, bits=bits)


def main():
    folder, rng = pathlib.Path(sys.argv[1]), np.random.default_rng(1)

    def floats(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    write_case(folder, "gated_add", "GatedAdd", {"x": floats(2, 3, 4), "w": floats(2, 3, 4), "gate": floats(2, 3, 1)},
               T.FLOAT)
    for metric in ("sqeuclidean", "euclidean"):
        write_case(folder, f"cdist_{metric}", "CDist", {"a": floats(5, 7), "b": floats(3, 7)}, T.FLOAT, metric=metric)
    for kind in ("int32", "uint32", "int64", "uint64", "float32", "float64"):
        write_case(folder, f"murmur_{kind}", "MurmurHash3", {"x": np.abs(floats(4, 3) * 100).astype(kind)}, T.UINT32,
                   seed=5)
    words = np.array(["", "a", "ab", "abc", "abcd", "abcde", "Straße and more"], object)
    write_case(folder, "murmur_string", "MurmurHash3", {"x": words}, T.UINT32)
    write_case(folder, "murmur_signed", "MurmurHash3", {"x": words}, T.INT32, positive=0)
    write_case(folder, "unfold", "UnfoldTensor", {"x": floats(3, 7, 4)}, T.FLOAT, dim=1, size=3, step=2)
    write_case(folder, "unfold_last", "UnfoldTensor", {"x": floats(3, 7)}, T.FLOAT, size=2)
    gather_cases(folder, rng, floats)
    for quant_type in (0, 1):
        codes = numpy_helper.from_array(rng.integers(0, 256, 5 * 48 // 2).astype(np.uint8))
        scales = numpy_helper.from_array(np.abs(floats(15)))
        write_case(folder, f"matmul_bnb4_{quant_type}", "MatMulBnb4", {"a": floats(3, 48), "b": codes, "absmax": scales},
                   T.FLOAT, K=48, N=5, block_size=16, quant_type=quant_type)


if __name__ == "__main__":
    main()
