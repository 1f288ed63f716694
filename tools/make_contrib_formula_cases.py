#!/usr/bin/env python3
"""Writes tests/data/cases/contrib_formulas: com.microsoft operators that ONNX Runtime has no CPU kernel for, or whose
kernel is wrong, with what their definition gives, written out in NumPy. Needs numpy and onnx; convolutions take ONNX's own reference.

usage: make_contrib_formula_cases.py FOLDER
"""

import math
import pathlib
import sys

import numpy as np
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper
from onnx.reference.ops.op_conv import Conv

from make_contrib_cases import packed, save_case, write_case


def erf_gelu(x):
    return (0.5 * x * (1 + np.vectorize(math.erf)(x / np.sqrt(2)))).astype(np.float32)


def fast_gelu(x):
    return (0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))).astype(np.float32)


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def softmax(x):
    e = np.exp(x - x.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def bias_cases(write, floats):
    x, b, skip = floats(2, 3, 8), floats(8), floats(2, 3, 8)
    write("bias_add", "BiasAdd", {"x": x, "b": b, "skip": skip}, T.FLOAT, [x + b + skip])
    left, right = np.split(x + b, 2, -1)
    write("bias_split_gelu", "BiasSplitGelu", {"x": x, "b": b}, T.FLOAT, [left * erf_gelu(right)])
    write("bias_dropout", "BiasDropout", {"x": x, "b": b, "skip": skip}, [T.FLOAT, T.BOOL],
          [x + b + skip, np.ones(x.shape, bool)])
    write("bias_dropout_alone", "BiasDropout", {"x": x, "b": b}, T.FLOAT, [x + b])
    scores, mask = floats(2, 3, 4, 5), floats(2, 1, 1, 5)
    write("bias_softmax", "BiasSoftmax", {"x": scores, "b": mask}, T.FLOAT, [softmax(scores + mask)], axis=3,
          is_inner_broadcast=1)
    flat = (scores + scores[0]).reshape(2, 3, 20)
    write("bias_softmax_axis", "BiasSoftmax", {"x": scores, "b": scores[0]}, T.FLOAT,
          [softmax(flat).reshape(scores.shape)], axis=2, is_inner_broadcast=0)
    w = floats(8, 4)
    write("gemm_fast_gelu", "GemmFastGelu", {"x": x, "w": w, "b": b[:4]}, T.FLOAT, [fast_gelu(x @ w + b[:4])])
    write("gemm_fast_gelu_plain", "GemmFastGelu", {"x": x, "w": w}, T.FLOAT, [fast_gelu(x @ w)])
    y = 0.5 * x @ w
    write("matmul_leaky", "FusedMatMulActivation", {"a": x, "b": w.T.copy()}, T.FLOAT,
          [np.where(y < 0, 0.2 * y, y).astype(np.float32)], activation="LeakyRelu", activation_alpha=0.2, transB=1,
          alpha=0.5)


def complex_cases(write, floats):
    a, b = floats(2, 3, 2), floats(3, 2)
    p, q = a[..., 0] + 1j * a[..., 1], b[..., 0] + 1j * b[..., 1]

    def pairs(z):
        return np.stack([z.real, z.imag], -1).astype(np.float32)

    write("complex_mul", "ComplexMul", {"a": a, "b": b}, T.FLOAT, [pairs(p * q)])
    write("complex_mul_conj", "ComplexMulConj", {"a": a, "b": b}, T.FLOAT, [pairs(p * np.conj(q))])
    x = floats(2, 4, 6)
    write("rfft", "Rfft", {"x": x}, T.FLOAT, [pairs(np.fft.rfft(x))], signal_ndim=1)
    write("rfft_two", "Rfft", {"x": x}, T.FLOAT, [pairs(np.fft.rfft2(x))], signal_ndim=2)
    write("rfft_whole", "Rfft", {"x": x}, T.FLOAT, [pairs(np.fft.fft(x))], signal_ndim=1, onesided=0)
    write("rfft_normalized", "Rfft", {"x": x}, T.FLOAT, [pairs(np.fft.rfft2(x, norm="ortho"))], signal_ndim=2,
          normalized=1)
    write("irfft_normalized", "Irfft", {"x": pairs(np.fft.rfft2(x, norm="ortho"))}, T.FLOAT, [x], signal_ndim=2,
          normalized=1)
    write("irfft", "Irfft", {"x": pairs(np.fft.rfft(x))}, T.FLOAT, [x], signal_ndim=1)
    write("irfft_two", "Irfft", {"x": pairs(np.fft.rfft2(x))}, T.FLOAT, [x], signal_ndim=2)
    write("irfft_whole", "Irfft", {"x": pairs(np.fft.fft(x))}, T.FLOAT, [x], signal_ndim=1, onesided=0)


def group_norm(x, groups, gamma, beta, silu):
    n, height, width, channels = x.shape
    g = x.astype(np.float64).reshape(n, height, width, groups, channels // groups)
    mean, var = g.mean((1, 2, 4), keepdims=True), g.var((1, 2, 4), keepdims=True)
    y = ((g - mean) / np.sqrt(var + 1e-5)).reshape(x.shape) * gamma + beta
    return (y * sigmoid(y) if silu else y).astype(np.float32)


def nhwc_cases(write, floats):
    x, gamma, beta = floats(2, 3, 2, 4), floats(4), floats(4)
    for silu in (0, 1):
        write(f"group_norm_{silu}", "GroupNorm", {"x": x, "gamma": gamma, "beta": beta}, T.FLOAT,
              [group_norm(x, 2, gamma, beta, silu)], activation=silu, groups=2)
    for name, skip in (("whole", floats(2, 3, 2, 4)), ("rows", floats(2, 4)), ("cells", floats(2, 1, 1, 4))):
        bias = floats(4)
        total = x + (skip[:, None, None] if skip.ndim == 2 else skip) + bias
        write(f"skip_group_norm_{name}", "SkipGroupNorm",
              {"x": x, "gamma": gamma, "beta": beta, "skip": skip, "bias": bias}, [T.FLOAT, T.FLOAT],
              [group_norm(total, 2, gamma, beta, 1), total], activation=1, groups=2)
    image, w, b, add = floats(1, 6, 5, 4), floats(6, 2, 3, 2), floats(6), floats(1, 3, 4, 6)
    window = {"auto_pad": "NOTSET", "dilations": [1, 1], "group": 2, "kernel_shape": [3, 2], "pads": [1, 0, 1, 0],
              "strides": [2, 1]}
    y = Conv.eval(image.transpose(0, 3, 1, 2), w, b, **window).transpose(0, 2, 3, 1)
    write("nhwc_conv", "NhwcConv", {"x": image, "w": w, "b": b}, T.FLOAT, [y], **window)
    write("nhwc_fused_conv", "NhwcFusedConv", {"x": image, "w": w, "b": b, "z": add}, T.FLOAT, [np.maximum(y + add, 0)],
          activation="Relu", **window)


def padding_cases(write, floats):
    x, counts = floats(3, 4, 2), np.array([2, 0, 4], np.int32)
    kept = np.arange(4) < counts[:, None]
    places = np.arange(12).reshape(3, 4)
    offsets = np.concatenate([places[kept], places[~kept]]).reshape(3, 4).astype(np.int32)
    ends = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
    write("remove_padding", "RemovePadding", {"x": x, "counts": counts}, [T.FLOAT] + [T.INT32] * 3,
          [x[kept], offsets, ends, np.array([4], np.int32)])
    write("restore_padding", "RestorePadding", {"x": x[kept], "offsets": offsets}, T.FLOAT, [x * kept[..., None]])


def bucket(distance, count, farthest, both):
    """As the T5 paper's code has it."""
    first, half = 0, count
    if both:
        half //= 2
        first = half if distance > 0 else 0
        distance = abs(distance)
    else:
        distance = max(-distance, 0)
    exact = half // 2
    if distance < exact:
        return first + distance
    far = exact + int(math.log(distance / exact) / math.log(farthest / exact) * (half - exact))
    return first + min(far, half - 1)


def position_cases(write, floats):
    for both in (0, 1):
        table = floats(8, 3)
        index = np.array([[bucket(k - q, 8, 10, both) for k in range(17)] for q in range(15)])
        write(f"relative_position_{both}", "RelativePositionBias",
              {"table": table, "queries": np.array([15]), "keys": np.array([17])}, T.FLOAT,
              [table[index].transpose(2, 0, 1)[None]], is_bidirectional=both, max_distance=10)
    batch, steps, heads, size = 2, 3, 2, 4
    query, qb, position = floats(batch, steps, heads * size), floats(heads * size), floats(1, heads, steps, steps)
    w, b, eco = floats(size, 8), floats(8), floats(1, heads, 1, 1)
    q = (query + qb).reshape(batch, steps, heads, size).transpose(0, 2, 1, 3)
    gates = sigmoid((q @ w + b).reshape(batch, heads, steps, 2, 4).sum(-1))
    gate = gates[..., :1] * (gates[..., 1:] * eco - 1) + 2
    write("gated_relative_position", "GatedRelativePositionBias",
          {"q": query, "qb": qb, "position": position, "w": w, "b": b, "eco": eco}, T.FLOAT, [gate * position],
          num_heads=heads)


def small_cases(write, rng, floats):
    x = floats(2, 3)
    broken = x.copy()
    broken[1, 1] = np.inf
    write("all_finite", "IsAllFinite", {"a": x, "b": x}, T.BOOL, [np.array(True)])
    write("not_all_finite", "IsAllFinite", {"a": x, "b": broken}, T.BOOL, [np.array(False)])
    write("no_nan", "IsAllFinite", {"a": x, "b": broken}, T.BOOL, [np.array(True)], isnan_only=1)
    write("torch_embedding", "TorchEmbedding", {"w": x, "i": np.array([[1, 0], [1, 1]]), "pad": np.array(0)}, T.FLOAT,
          [x[[[1, 0], [1, 1]]]])
    for dtype, kind, wide in ((np.uint8, T.UINT32, np.uint32), (np.int8, T.INT32, np.int32)):
        bytes_ = rng.integers(0, 200, (3, 4, 5)).astype(dtype)
        write(f"reduce_sum_{np.dtype(dtype).name}", "ReduceSumInteger", {"x": bytes_}, kind,
              [bytes_.astype(wide).sum((0, 2), dtype=wide)], axes=[0, 2], keepdims=0)
        a, b, zero = bytes_[0], bytes_[1], np.array(7, dtype)
        y = (a.astype(np.int32) - 7) * b.astype(np.int32)
        write(f"mul_integer_{np.dtype(dtype).name}", "MulInteger", {"a": a, "az": zero, "b": b}, T.INT32, [y])
    # Nothing cancels, so that how often a 16-bit float is rounded on the way does not matter.
    angle, q, k = np.abs(floats(2, 3, 4)) / 4, 1 + np.abs(floats(2, 2, 3, 4)), 1 + np.abs(floats(2, 2, 3, 4))
    half = [t.astype(np.float16) for t in (q, q / 2, k, 2 * k)]
    cos, sin = (f(angle.astype(np.float64))[:, None].astype(np.float16).astype(np.float32) for f in (np.cos, np.sin))
    wide = [t.astype(np.float32) for t in half]
    turned = [(wide[i] * cos + wide[i + 1] * sin).astype(np.float16) for i in (0, 2)]
    write("gemma_rotary", "GemmaRotaryEmbedding", dict(zip(["angle", "q", "qr", "k", "kr"], [angle] + half)),
          [T.FLOAT16, T.FLOAT16], turned)


def nbits_cases(write, rng, floats):
    import onnx

    width, rows, block = 32, 5, 16

    def layer(i):
        q, s, b = rng.integers(0, 16, (rows, width)), np.abs(floats(rows, 2)) / 9, floats(rows)
        w = (q - 8) * np.repeat(s, block, 1)
        packed_q = onnx.numpy_helper.to_array(packed(q.reshape(rows, 2, block), 4))
        return w.astype(np.float32), b, {f"q{i}": packed_q, f"s{i}": s.reshape(-1).astype(np.float32), f"b{i}": b}

    x, skip, scale = floats(2, width), floats(2, width), floats(width)
    total = x + skip
    layers = [layer(i) for i in range(3)]

    def normal(epsilon):
        return total / np.sqrt((total.astype(np.float64) ** 2).mean(-1, keepdims=True) + epsilon) * scale

    head = {"x": x, "skip": skip, "scale": scale}
    gate, up = ((normal(1e-5) @ w.T + b).astype(np.float32) for w, b, _ in layers[:2])
    write("nbits_mlp", "MatMulNBitsMlp", head | layers[0][2] | layers[1][2], [T.FLOAT] * 2,
          [gate * sigmoid(gate) * up, total], K=width, N=rows, block_size=block, bits=4, activation="silu")
    results = [(normal(1e-6) @ w.T + b).astype(np.float32) for w, b, _ in layers]
    write("nbits_qkv", "MatMulNBitsQkv", head | layers[0][2] | layers[1][2] | layers[2][2], [T.FLOAT] * 4,
          results + [total], K=width, Nq=rows, Nkv=rows, block_size=block, bits=4)


def attention(q, k, v, heads, bias=0.0):
    """q, k, v [steps, heads * size] of one sequence."""
    q, k, v = (t.reshape(len(t), heads, -1).transpose(1, 0, 2) for t in (q, k, v))
    scores = q @ k.transpose(0, 2, 1) / np.sqrt(q.shape[-1]) + bias
    return (softmax(scores) @ v).transpose(1, 0, 2).reshape(q.shape[1], -1)


def packed_attention_cases(write, floats):
    lengths, steps, heads, width = [3, 1], 4, 2, 8
    total = sum(lengths)
    ends = np.array([0, 3, 4], np.int32)
    offsets = np.array([[0, 1, 2, 4], [3, 5, 6, 7]], np.int32)
    x, w, b, bias = floats(total, 6), floats(6, 3 * width), floats(3 * width), floats(2, heads, steps, steps)
    projected = x @ w + b

    def packed_result(q, k, v):
        parts = [slice(*ends[i:i + 2]) for i in range(2)]
        return np.concatenate([attention(q[p], k[p], v[p], heads, bias[i, :, :n, :n])
                               for i, (p, n) in enumerate(zip(parts, lengths))])

    y = packed_result(*np.split(projected, 3, 1))
    write("packed_attention", "PackedAttention",
          {"x": x, "w": w, "b": b, "offsets": offsets, "ends": ends, "bias": bias}, T.FLOAT, [y], num_heads=heads)
    q, k, v = floats(total, width), floats(total, width), floats(total, width)
    y = packed_result(*(t + part for t, part in zip((q, k, v), np.split(b, 3))))
    rest = {"b": b, "offsets": offsets, "ends": ends, "bias": bias}
    write("packed_heads", "PackedMultiHeadAttention", {"q": q, "k": k, "v": v} | rest, T.FLOAT, [y], num_heads=heads)
    joined = np.stack([t.reshape(total, heads, -1) for t in (q, k, v)], 2)
    write("packed_heads_joined", "PackedMultiHeadAttention", {"qkv": joined, "k": None, "v": None} | rest, T.FLOAT, [y],
          num_heads=heads)


def decoder_case(write, floats):
    batch, heads, size, capacity, past = 2, 2, 4, 5, 3
    width = heads * size
    x, w, b = floats(batch, 1, 6), floats(6, 3 * width), floats(3 * width)
    cache = floats(2, batch, heads, capacity, size)
    q, k, v = (t.reshape(batch, heads, 1, size) for t in np.split(x @ w + b, 3, 2))
    present = cache.copy()
    present[0, :, :, past], present[1, :, :, past] = k[:, :, 0], v[:, :, 0]
    keys, values = present[:, :, :, :past + 1]
    y = softmax(q @ keys.transpose(0, 1, 3, 2) / np.sqrt(size)) @ values
    write("decoder_masked_self", "DecoderMaskedSelfAttention",
          {"x": x, "w": w, "b": b, "mask": None, "past": cache, "bias": None, "length": np.array([past], np.int32)},
          [T.FLOAT] * 2, [y.reshape(batch, 1, width), present], num_heads=heads, past_present_share_buffer=1)


def corrected_attention_cases(write, floats):
    """No bias; causal with more keys than queries, to the last row; positions of a first prompt; a cache of its own
    length."""
    batch, steps, heads, size = 2, 3, 2, 4
    width = heads * size
    x, w = floats(batch, steps, 6), floats(6, 3 * width)
    y = [attention(*np.split(row @ w, 3, 1), heads) for row in x]
    write("attention_no_bias", "Attention", {"x": x, "w": w}, T.FLOAT, [np.stack(y)], num_heads=heads)
    q, k, v = floats(batch, steps, width), floats(batch, 5, width), floats(batch, 5, width)
    hidden = np.where(np.arange(5) > np.arange(steps)[:, None], -np.inf, 0)
    y = [attention(*rows, heads, hidden) for rows in zip(q, k, v)]
    write("heads_causal", "MultiHeadAttention", {"q": q, "k": k, "v": v}, T.FLOAT, [np.stack(y)], num_heads=heads,
          unidirectional=1)
    size = 16
    angles = np.arange(12)[:, None] / 10.0 ** np.arange(size // 2)
    cos, sin = np.cos(angles).astype(np.float32), np.sin(angles).astype(np.float32)
    places = np.array([[0, 1, 2], [5, 3, 8]])
    q, k, v = (floats(batch, steps, heads * size) for _ in range(3))

    def turned(t):
        left, right = np.split(t.reshape(batch, steps, heads, size), 2, -1)
        c, s = cos[places][:, :, None], sin[places][:, :, None]
        return np.concatenate([left * c - right * s, right * c + left * s], -1).reshape(batch, steps, -1)

    causal = np.where(np.tri(steps) > 0, 0, -np.inf)
    y = [attention(*rows, heads, causal) for rows in zip(turned(q), turned(k), v)]
    write("grouped_places", "GroupQueryAttention",
          {"q": q, "k": k, "v": v, "past_k": None, "past_v": None, "lengths": np.full(batch, steps - 1, np.int32),
           "total": np.array([steps], np.int32), "cos": cos, "sin": sin, "at": places.astype(np.int64)}, T.FLOAT,
          [np.stack(y)], num_heads=heads, kv_num_heads=heads, do_rotary=1)


def corrected_small_cases(write, rng, floats):
    """Zero points that are left out, weights in an order of their own."""
    x = rng.integers(0, 256, (2, 5)).astype(np.uint8)
    scale, out = np.array(0.05, np.float32), np.array(0.06, np.float32)
    values = (x - 100.0) * 0.05
    for name, kind, result in (("leaky", "QLinearLeakyRelu", np.where(values < 0, 0.01 * values, values)),
                               ("sigmoid", "QLinearSigmoid", sigmoid(values))):
        y = np.clip(np.rint(result / 0.06), 0, 255).astype(np.uint8)
        write(f"{name}_no_zero", kind, {"x": x, "s": scale, "z": np.array(100, np.uint8), "sy": out}, T.UINT8, [y])
    k, n, block = 32, 3, 16
    for bits in (2, 4, 8):
        codes = rng.integers(0, 1 << bits, (n, k))
        scales, zeros = np.abs(floats(n, k // block)), rng.integers(0, 1 << bits, (n, k // block))
        order = rng.permutation(np.arange(k) % 2)
        weights = (codes - zeros[:, order]) * scales[:, order]
        a = floats(2, k)
        words = packed(codes.reshape(n, 2, block), bits)
        points = packed(zeros, bits)
        write(f"nbits_order_{bits}", "MatMulNBits",
              {"a": a, "w": words, "s": numpy_helper.from_array(scales), "z": points,
               "order": numpy_helper.from_array(order.astype(np.int32))}, T.FLOAT, [a @ weights.T], K=k, N=n, bits=bits,
              block_size=block)


def old_mvn_case(folder, floats):
    x = floats(2, 3, 4, 5)
    mean, deviation = x.mean((1, 2, 3), keepdims=True), x.std((1, 2, 3), keepdims=True)
    node = h.make_node("MeanVarianceNormalization", ["x"], ["y"], across_channels=1, normalize_variance=1)
    graph = h.make_graph([node], "mvn", [h.make_tensor_value_info("x", T.FLOAT, x.shape)],
                         [h.make_tensor_value_info("y", T.FLOAT, None)])
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", 8)], ir_version=4)
    save_case(folder, "mvn_across_pictures", model, {"x": x}, [(x - mean) / deviation])


def main():
    folder, rng = pathlib.Path(sys.argv[1]), np.random.default_rng(2)

    def floats(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    def write(name, kind, inputs, results, expected, **attributes):
        if not isinstance(results, list):
            results = [results]
        expected = [e.astype(np.float32) if t == T.FLOAT else e for e, t in zip(expected, results)]
        write_case(folder, name, kind, inputs, results if len(results) > 1 else results[0], expected, **attributes)

    bias_cases(write, floats)
    complex_cases(write, floats)
    nhwc_cases(write, floats)
    padding_cases(write, floats)
    position_cases(write, floats)
    small_cases(write, rng, floats)
    nbits_cases(write, rng, floats)
    packed_attention_cases(write, floats)
    decoder_case(write, floats)
    x, b, skip = floats(2, 3, 8), floats(8), floats(2, 3, 8)
    write("bitmask_bias_dropout", "BitmaskBiasDropout", {"x": x, "b": b, "skip": skip}, T.FLOAT, [x + b + skip])
    write("bitmask_dropout", "BitmaskDropout", {"x": x}, T.FLOAT, [x])
    corrected_attention_cases(write, floats)
    corrected_small_cases(write, rng, floats)
    old_mvn_case(folder, floats)


if __name__ == "__main__":
    main()
