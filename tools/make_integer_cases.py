#!/usr/bin/env python3
"""Writes tests/data/cases/integer: com.microsoft operators on 8-, 16- and 4-bit integers, with what ONNX Runtime's CPU
kernels give for them. Needs numpy, onnx and onnxruntime.

usage: make_integer_cases.py FOLDER
On processors without VNNI, ONNX Runtime's products of uint8 and int8 saturate pairs at 16 bits: weights stay small.
"""

import pathlib
import sys

import numpy as np
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from make_contrib_cases import write_case

F = T.FLOAT
KINDS = {"uint8": (np.uint8, T.UINT8, 128), "int8": (np.int8, T.INT8, -3)}


def constant(value, dtype=np.float32):
    return numpy_helper.from_array(np.array(value, dtype))


class Writer:
    def __init__(self, folder):
        self.folder, self.rng = folder, np.random.default_rng(4)

    def floats(self, *shape):
        return self.rng.standard_normal(shape).astype(np.float32)

    def bytes(self, dtype, *shape, low=None, high=None):
        limits = np.iinfo(dtype)
        return self.rng.integers(limits.min if low is None else low, limits.max if high is None else high, shape,
                                 endpoint=True).astype(dtype)

    def __call__(self, name, kind, inputs, results, **attributes):
        write_case(self.folder, name, kind, inputs, results, **attributes)


def quantize_cases(write):
    x = write.floats(3, 4) * 40
    for name, dtype, kind in (("uint8", np.uint8, T.UINT8), ("int8", np.int8, T.INT8), ("uint16", np.uint16, T.UINT16),
                              ("int16", np.int16, T.INT16)):
        zeros = write.bytes(dtype, 4, low=0, high=9)
        scales = np.abs(write.floats(4)) + np.float32(0.1)
        write(f"quantize_{name}", "QuantizeLinear", {"x": x, "s": scales, "z": zeros}, kind, axis=1)
        write(f"dequantize_{name}", "DequantizeLinear", {"x": write.bytes(dtype, 3, 4), "s": scales, "z": zeros}, F,
              axis=1)
        write(f"quantize_{name}_one", "QuantizeLinear", {"x": x, "s": constant(0.7), "z": constant(5, dtype)}, kind)
    write("quantize_no_zero", "QuantizeLinear", {"x": np.abs(x), "s": constant(0.7)}, T.UINT8)
    write("dequantize_int32", "DequantizeLinear", {"x": write.bytes(np.int32, 3, 4), "s": constant(1e-6)}, F)
    for kind, low in ((T.UINT4, 0), (T.INT4, -8)):
        codes = h.make_tensor("", kind, (2, 5), write.rng.integers(low, low + 16, 10).tolist())
        write(f"dequantize_4_{kind}", "DequantizeLinear",
              {"x": codes, "s": constant(0.25), "z": h.make_tensor("", kind, (), [low + 7])}, F)


def pair_cases(write):
    for name, (dtype, kind, zero) in KINDS.items():
        a, b = write.bytes(dtype, 2, 3, 4), write.bytes(dtype, 3, 1)
        numbers = {"a": a, "sa": constant(0.1), "za": constant(zero, dtype), "b": b, "sb": constant(0.3),
                   "zb": constant(5, dtype), "sy": constant(0.25), "zy": constant(7, dtype)}
        write(f"add_{name}", "QLinearAdd", numbers, kind)
        write(f"mul_{name}", "QLinearMul", {**numbers, "sy": constant(20)}, kind)
        unary = {"x": a, "s": constant(0.05), "z": constant(zero, dtype), "sy": constant(0.02), "zy": constant(2, dtype)}
        write(f"leaky_{name}", "QLinearLeakyRelu", unary, kind, alpha=0.3)
        write(f"sigmoid_{name}", "QLinearSigmoid", {**unary, "sy": constant(1 / 256)}, kind)
        for opset in (11, 13):
            write(f"softmax_{name}_{opset}", "QLinearSoftmax", {**unary, "sy": constant(1 / 256)}, kind, axis=1,
                  opset=opset)
        write(f"where_{name}", "QLinearWhere",
              {"c": write.rng.integers(0, 2, (3, 4)).astype(bool), "x": a, "sx": constant(0.1),
               "zx": constant(zero, dtype), "v": write.bytes(dtype, 4), "sv": constant(0.2), "zv": constant(9, dtype),
               "sz": constant(0.15), "zz": constant(1, dtype)}, kind)
        write(f"concat_{name}", "QLinearConcat",
              {"sy": constant(0.2), "zy": constant(3, dtype), "a": a, "sa": constant(0.1), "za": constant(zero, dtype),
               "b": write.bytes(dtype, 2, 1, 4), "sb": constant(0.4), "zb": constant(0, dtype)}, kind, axis=1)


def picture_cases(write):
    for name, (dtype, kind, zero) in KINDS.items():
        x = write.bytes(dtype, 1, 4, 6, 5)
        numbers = {"x": x, "s": constant(0.1137), "z": constant(zero, dtype), "sy": constant(0.0789),  # no ties
                   "zy": constant(4, dtype)}
        pool = {"kernel_shape": [3, 2], "strides": [2, 1], "pads": [1, 0, 1, 1]}
        write(f"average_{name}", "QLinearAveragePool", numbers, kind, **pool)
        write(f"average_{name}_all", "QLinearAveragePool", numbers, kind, count_include_pad=1, **pool)
        write(f"average_{name}_ceil", "QLinearAveragePool", numbers, kind, ceil_mode=1, **pool)
        last = {**numbers, "x": np.ascontiguousarray(x.transpose(0, 2, 3, 1))}
        write(f"average_{name}_last", "QLinearAveragePool", last, kind, channels_last=1, **pool)
        write(f"global_{name}", "QLinearGlobalAveragePool", numbers, kind)
        write(f"global_{name}_last", "QLinearGlobalAveragePool", last, kind, channels_last=1)
        weights = write.bytes(np.int8, 6, 2, 3, 3, low=-60, high=60)
        conv = {"x": x, "s": constant(0.02), "z": constant(zero, dtype), "w": numpy_helper.from_array(weights),
                "sw": numpy_helper.from_array(np.abs(write.floats(6)) / 50), "zw": constant(np.zeros(6), np.int8),
                "sy": constant(0.1), "zy": constant(4, dtype),
                "b": numpy_helper.from_array(write.bytes(np.int32, 6, low=-2000, high=2000))}
        write(f"conv_{name}", "QLinearConv", conv, kind, group=2, pads=[1, 1, 1, 1])
        write(f"conv_{name}_last", "QLinearConv", {**conv, "x": last["x"]}, kind, group=2, strides=[2, 1],
              channels_last=1)


def product_cases(write):
    for left, right in (("uint8", "uint8"), ("uint8", "int8"), ("int8", "int8")):
        (adtype, akind, az), (bdtype, _, _) = KINDS[left], KINDS[right]
        low, high = (0, 90) if right == "uint8" else (-60, 60)
        a, b = write.bytes(adtype, 2, 4, 6), numpy_helper.from_array(write.bytes(bdtype, 6, 5, low=low, high=high))
        scales, zeros = np.abs(write.floats(5)) / 100, write.bytes(bdtype, 5, low=0, high=9)
        write(f"to_float_{left}_{right}", "MatMulIntegerToFloat",
              {"a": a, "b": b, "sa": constant(0.05), "sb": scales, "za": constant(az, adtype), "zb": zeros,
               "bias": write.floats(5)}, F)
        write(f"to_float_{left}_{right}_bare", "MatMulIntegerToFloat",
              {"a": a, "b": b, "sa": constant(0.05), "sb": constant(0.02)}, F)
        gemm = {"a": a[0], "sa": constant(0.05), "za": constant(az, adtype), "b": b,
                "sb": numpy_helper.from_array(scales), "zb": numpy_helper.from_array(zeros),
                "c": numpy_helper.from_array(write.bytes(np.int32, 5, low=-300, high=300))}
        write(f"gemm_{left}_{right}", "QGemm", gemm, F, alpha=0.5)
        write(f"gemm_{left}_{right}_small", "QGemm",
              {**gemm, "sy": constant(0.03), "zy": constant(3, adtype)}, akind)
        write(f"gemm_{left}_{right}_turned", "QGemm",
              {**gemm, "a": np.ascontiguousarray(a[0].T), "c": None, "sb": constant(0.01), "zb": constant(2, bdtype)},
              F, transA=1)
    write("matmul_16", "MatMulInteger16", {"a": write.bytes(np.int16, 2, 3, 4), "b": write.bytes(np.int16, 4, 5)},
          T.INT32)
    for name, (dtype, _, _) in KINDS.items():
        b = numpy_helper.from_array(write.bytes(dtype, 6, 5, low=0, high=50))
        x = write.floats(2, 3, 6)
        write(f"dynamic_{name}", "DynamicQuantizeMatMul",
              {"x": x, "b": b, "s": np.abs(write.floats(5)), "z": write.bytes(dtype, 5, low=0, high=9),
               "bias": write.floats(5)}, F)
        write(f"dynamic_{name}_one", "DynamicQuantizeMatMul", {"x": x, "b": b, "s": constant(0.02)}, F)


def attention_cases(write):
    batch, steps, heads, size = 2, 4, 2, 4
    width = heads * size
    for name, (dtype, _, _) in KINDS.items():
        low, high = (100, 156) if name == "uint8" else (-30, 30)
        inputs = {"x": write.bytes(np.uint8, batch, steps, width),
                  "w": numpy_helper.from_array(write.bytes(dtype, width, 3 * width, low=low, high=high)),
                  "b": write.floats(3 * width), "sx": constant(0.02), "sw": constant(0.03),
                  "mask": np.array([3, 4], np.int32), "zx": constant(127, np.uint8),
                  "zw": constant(127 if name == "uint8" else 0, dtype)}
        write(f"attention_{name}", "QAttention", inputs, F, num_heads=heads)
        past = {**inputs, "mask": None, "past": write.floats(2, batch, heads, 3, size)}
        write(f"attention_{name}_past", "QAttention", past, [F, F], num_heads=heads)


def lstm_cases(write):
    steps, width, hidden = 3, 4, 5  # of one sequence: for more, what ONNX Runtime gives depends on its threads
    for name, (dtype, _, zero) in KINDS.items():
        for direction, d in (("forward", 1), ("bidirectional", 2)):
            low, high = (90, 160) if name == "uint8" else (-40, 40)
            inputs = {"x": write.floats(steps, 1, width),
                      "w": numpy_helper.from_array(write.bytes(dtype, d, width, 4 * hidden, low=low, high=high)),
                      "r": numpy_helper.from_array(write.bytes(dtype, d, hidden, 4 * hidden, low=low, high=high)),
                      "b": numpy_helper.from_array(write.floats(d, 8 * hidden)), "lengths": None,
                      "h": write.floats(d, 1, hidden), "c": write.floats(d, 1, hidden), "p": None}
            point = 128 if name == "uint8" else 0
            for matrix in ("w", "r"):
                inputs |= {f"s{matrix}": constant(np.full(d, 0.02)), f"z{matrix}": constant(np.full(d, point), dtype)}
            write(f"lstm_{name}_{direction}", "DynamicQuantizeLSTM", inputs, [F] * 3, hidden_size=hidden,
                  direction=direction)


def main():
    write = Writer(pathlib.Path(sys.argv[1]))
    quantize_cases(write)
    pair_cases(write)
    picture_cases(write)
    product_cases(write)
    attention_cases(write)
    lstm_cases(write)


if __name__ == "__main__":
    main()
