#!/usr/bin/env python3
"""Writes tests/data/cases/fused: the operators that ONNX Runtime's optimiser makes and its older ones, with what its CPU
kernels give for them (where those are wrong, contrib_formulas has the definition). Needs numpy, onnx and onnxruntime.

usage: make_fused_cases.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from make_contrib_cases import make_model, run_model, save_case, write_case

F = T.FLOAT


def activation_cases(write, floats):
    x, b = floats(2, 3, 8), floats(8)
    write("bias_gelu", "BiasGelu", {"x": x, "b": b}, F)
    write("fast_gelu", "FastGelu", {"x": x}, F)
    write("fast_gelu_bias", "FastGelu", {"x": x, "b": b}, F)
    write("quick_gelu", "QuickGelu", {"x": x}, F)
    write("quick_gelu_alpha", "QuickGelu", {"x": x}, F, alpha=-0.7)


def product_cases(write, floats):
    image, weights = floats(1, 4, 6, 6), floats(6, 2, 3, 3)
    kinds = {"Relu": None, "Sigmoid": None, "Tanh": None, "LeakyRelu": [0.2], "Clip": [-0.5, 0.75],
             "HardSigmoid": [0.3, 0.4]}
    for kind, parameters in kinds.items():
        attributes = {"activation": kind} | ({"activation_params": parameters} if parameters else {})
        write(f"conv_{kind.lower()}", "FusedConv", {"x": image, "w": weights, "b": floats(6)}, F, group=2,
              pads=[1, 0, 1, 0], strides=[2, 1], **attributes)
    inputs = {"x": image, "w": weights, "b": floats(6), "z": floats(1, 6, 6, 6)}
    write("conv_sum", "FusedConv", inputs, F, group=2, pads=[1] * 4, activation="Relu")
    write("conv_no_bias", "FusedConv", {"x": image, "w": weights}, F, group=2, dilations=[2, 1], activation="Relu")
    a, b = floats(4, 3), floats(4, 5)
    gemm = {"Relu": {}, "Sigmoid": {}, "Tanh": {}, "LeakyRelu": {"activation_alpha": 0.1},
            "HardSigmoid": {"activation_alpha": 0.3, "activation_beta": 0.4}, "Elu": {"activation_alpha": 1.5},
            "Selu": {"activation_alpha": 1.6, "activation_gamma": 1.1}, "Softplus": {}, "Softsign": {},
            "ThresholdedRelu": {"activation_alpha": 0.5}, "ParametricSoftplus": {"activation_alpha": 0.5,
                                                                              "activation_beta": 1.5},
            "ScaledTanh": {"activation_alpha": 0.5, "activation_beta": 1.5}}
    for kind, more in gemm.items():
        write(f"gemm_{kind.lower()}", "FusedGemm", {"a": a, "b": b, "c": floats(5)}, F, transA=1, alpha=0.5, beta=2.0,
              activation=kind, **more)
    write("gemm_no_c", "FusedGemm", {"a": floats(2, 3), "b": floats(5, 3)}, F, transB=1, activation="Relu")
    p, q = floats(2, 3, 4, 5), floats(2, 3, 5, 6)
    write("matmul", "FusedMatMul", {"a": p, "b": q}, F, alpha=0.25)
    write("matmul_double", "FusedMatMul", {"a": p.astype(np.float64), "b": q.astype(np.float64)}, T.DOUBLE, alpha=2.0)
    write("matmul_turned", "FusedMatMul", {"a": floats(2, 3, 5, 4), "b": floats(2, 3, 6, 5)}, F, transA=1, transB=1)
    write("matmul_batches", "FusedMatMul", {"a": floats(4, 2, 3, 5), "b": floats(5, 2, 3, 6)}, F, transBatchA=1,
          transBatchB=1)
    write("matmul_all", "FusedMatMul", {"a": floats(5, 2, 3, 4), "b": floats(6, 2, 3, 5)}, F, transA=1, transB=1,
          transBatchA=1, transBatchB=1, alpha=0.5)
    write("matmul_vector", "FusedMatMul", {"a": floats(5), "b": floats(2, 5, 3)}, F, transA=1)
    write("transpose_matmul", "TransposeMatMul", {"a": floats(5, 4), "b": floats(5, 3)}, F, transA=1, alpha=3.0)


def norm_cases(write, floats, rng):
    x, skip, gamma, beta, bias = floats(2, 3, 8), floats(2, 3, 8), floats(8), floats(8), floats(8)
    four = [F] * 4
    write("skip_norm", "SkipLayerNormalization", {"x": x, "s": skip, "g": gamma, "b": beta, "bias": bias}, four,
          epsilon=1e-5)
    write("skip_norm_bare", "SkipLayerNormalization", {"x": x, "s": skip, "g": gamma}, F)
    write("skip_norm_shared", "SkipLayerNormalization", {"x": x, "s": skip[0], "g": gamma, "b": beta}, four)
    write("skip_norm_flat", "SkipLayerNormalization", {"x": x[0], "s": skip[0], "g": gamma}, F)
    write("skip_rms", "SkipSimplifiedLayerNormalization", {"x": x, "s": skip, "g": gamma, "bias": bias}, four,
          epsilon=1e-5)
    write("skip_rms_half", "SkipSimplifiedLayerNormalization",
          {k: v.astype(np.float16) for k, v in {"x": x, "s": skip, "g": gamma}.items()}, T.FLOAT16)
    for axis in (-1, 1):
        write(f"rms_{axis % 3}", "SimplifiedLayerNormalization", {"x": x, "g": floats(*x.shape[axis % 3:])}, [F, F],
              domain="", axis=axis)
    write("gated_rms", "GatedRMSNorm", {"x": x, "g": gamma, "gate": floats(2, 3, 8)}, F)
    write("gated_rms_groups", "GatedRMSNorm", {"x": x, "g": gamma[:4], "gate": floats(2, 3, 8)}, F, epsilon=1e-3)
    ids = rng.integers(0, 7, (2, 4)).astype(np.int32)
    tables = {"words": floats(7, 8), "places": floats(5, 8), "parts": floats(2, 8), "g": gamma, "b": beta}
    mask = np.array([[1, 1, 1, 0], [1, 0, 0, 0]], np.int32)
    write("embed_norm", "EmbedLayerNormalization", {"ids": ids, "kinds": ids % 2, **tables, "mask": mask},
          [F, T.INT32, F])
    write("embed_norm_no_kinds", "EmbedLayerNormalization",
          {"ids": ids, "kinds": None, **tables, "parts": None}, [F, T.INT32], epsilon=1e-3)
    write("embed_norm_places", "EmbedLayerNormalization",
          {"ids": ids, "kinds": ids % 2, **tables, "mask": None, "at": np.array([[3, 1, 0, 4]] * 2, np.int32)},
          [F, T.INT32], mask_index_type=0)


def attention_cases(write, floats):
    batch, steps, heads, size, past = 2, 4, 2, 4, 3
    width = heads * size
    x, w, b = floats(batch, steps, width), floats(width, 3 * width) / 2, floats(3 * width)
    lengths = np.array([3, 2], np.int32)
    masks = {"none": None, "ends": lengths, "rows": np.array([[1, 1, 1, 0], [1, 1, 0, 0]], np.int32),
             "pairs": np.tril(np.ones((batch, steps, steps), np.int32)),
             "ends_and_starts": np.array([4, 3, 0, 1], np.int32)}
    for name, mask in masks.items():
        write(f"attention_{name}", "Attention", {"x": x, "w": w, "b": b, "mask": mask}, F, num_heads=heads)
    write("attention_past", "Attention", {"x": x, "w": w, "b": b, "mask": None,
                                          "past": floats(2, batch, heads, past, size)}, [F, F], num_heads=heads)
    write("attention_bias", "Attention", {"x": x, "w": w, "b": b, "mask": None, "past": None,
                                          "bias": floats(batch, heads, steps, steps)}, F, num_heads=heads, scale=0.3)
    write("attention_widths", "Attention", {"x": x, "w": floats(width, 8 + 8 + 12), "b": floats(28)}, F,
          num_heads=heads, qkv_hidden_sizes=[8, 8, 12])

    def heads_case(name, inputs, results=F, **attributes):
        write(f"heads_{name}", "MultiHeadAttention", inputs, results, num_heads=heads, **attributes)

    q, k, v = floats(batch, steps, width), floats(batch, 5, width), floats(batch, 5, width)
    heads_case("plain", {"q": q, "k": k, "v": v})
    heads_case("bias", {"q": q, "k": k, "v": v, "bias": b})
    heads_case("padding", {"q": q, "k": k, "v": v, "bias": None, "mask": np.array([3, 5], np.int32)})
    heads_case("padding_rows", {"q": q, "k": k, "v": v, "bias": None,
                                "mask": np.array([[1, 1, 0, 0, 1], [0, 1, 1, 1, 1]], np.int32)})
    heads_case("added", {"q": q, "k": k, "v": v, "bias": None, "mask": None, "added": floats(1, 1, steps, 5)},
               scale=0.7)
    heads_case("cross", {"q": q, "k": floats(batch, heads, 5, size), "v": floats(batch, heads, 5, size)})
    heads_case("past", {"q": q, "k": floats(batch, steps, width), "v": floats(batch, steps, width), "bias": None,
                        "mask": None, "added": None, "past_k": floats(batch, heads, past, size),
                        "past_v": floats(batch, heads, past, size)}, [F, F, F])
    heads_case("values_wider", {"q": q, "k": k, "v": floats(batch, 5, 12)})
    # One step of a decoder whose cache is as long as it will get; no sequence is shorter than another.
    capacity, at = 8, 5
    cache = np.zeros((2, batch, heads, capacity, size), np.float32)
    cache[..., :at, :] = floats(2, batch, heads, at, size)
    one = {"q": floats(batch, 1, width), "k": floats(batch, 1, width), "v": floats(batch, 1, width)}
    write("heads_step", "DecoderMaskedMultiHeadAttention",
          {**one, "mask": None, "added": None, "past_k": cache[0], "past_v": cache[1],
           "at": np.array([at], np.int32)}, [F, F, F], num_heads=heads, past_present_share_buffer=1)
    write("heads_step_cross", "DecoderMaskedMultiHeadAttention",
          {"q": floats(batch, 1, width), "k": floats(batch, heads, 5, size), "v": floats(batch, heads, 5, size)}, F,
          num_heads=heads)


def grouped_cases(write, floats):
    heads, kv, size, capacity = 4, 2, 16, 12
    angles = np.arange(capacity)[:, None] / 10.0 ** np.arange(size // 2)
    turns = {"cos": np.cos(angles).astype(np.float32), "sin": np.sin(angles).astype(np.float32)}

    def case(name, steps, past, more=None, packed=False, batch=2, **attributes):
        inputs = {"q": floats(batch, steps, heads * size), "k": floats(batch, steps, kv * size),
                  "v": floats(batch, steps, kv * size)}
        if packed:
            inputs = {"q": floats(batch, steps, (heads + 2 * kv) * size), "k": None, "v": None}
        inputs |= {"past_k": floats(batch, kv, past, size), "past_v": floats(batch, kv, past, size),
                   "lengths": np.full(batch, past + steps - 1, np.int32), "total": np.array([past + steps], np.int32)}
        inputs |= more or {}
        write(f"grouped_{name}", "GroupQueryAttention", inputs, [F] * 3, num_heads=heads,
              kv_num_heads=kv, **attributes)

    case("prompt", 6, 0)
    case("step", 1, 5)
    case("chunk", 3, 4, packed=True, batch=1)
    case("turned", 6, 0, turns, do_rotary=1)
    case("turned_step", 1, 7, turns, packed=True, do_rotary=1, rotary_interleaved=1)
    case("window", 6, 0, local_window_size=3)
    case("soft", 6, 0, softcap=2.0, scale=0.5)
    case("smooth", 5, 0, smooth_softmax=1)
    case("sink", 5, 0, {"cos": None, "sin": None, "at": None, "added": None, "sink": floats(heads)})
    case("added", 4, 0, {"cos": None, "sin": None, "at": None, "added": floats(2, 1, 4, 4)})


def sliding_case(folder, name, inputs, rows, window, kept, **attributes):
    """One case; what lies behind the rows that a cache holds is nobody's, and 0 here."""
    model, feeds = make_model(f"sliding_{name}", "GroupQueryAttention", inputs, [F, kept, kept], num_heads=4, kv_num_heads=2,
                              local_window_size=window, sliding_window_cache=1, **attributes)
    results = run_model(model, feeds)
    for b, last in enumerate(inputs["lengths"]):
        held, gap = int(last) + 1, rows - window + 1
        while held > rows:
            held -= gap
        for cache in results[1:]:
            cache[b, :, held:] = 0
    save_case(folder, f"sliding_{name}", model, feeds, results)


def sliding_cases(folder, floats, rng):
    """Caches that keep a window: (rows, window, tokens before, steps) before, at and after the first that go."""
    heads, kv, size, batch = 4, 2, 16, 2
    angles = np.arange(40)[:, None] / 10.0 ** np.arange(size // 2)
    turns = {"cos": np.cos(angles).astype(np.float32), "sin": np.sin(angles).astype(np.float32)}
    forms = {"filling": (6, 4, 3, 1), "full": (6, 4, 6, 1), "after": (6, 4, 7, 1), "tight": (4, 4, 9, 1),
             "loose": (8, 3, 12, 1), "prompt": (6, 4, 0, 5), "long_prompt": (6, 4, 0, 9), "chunk": (6, 4, 7, 4)}
    for name, (rows, window, past, steps) in forms.items():
        n, turned = (1 if name == "chunk" else batch), int(name in ("after", "long_prompt"))
        inputs = {"q": floats(n, steps, heads * size), "k": floats(n, steps, kv * size),
                  "v": floats(n, steps, kv * size), "past_k": floats(n, kv, rows, size),
                  "past_v": floats(n, kv, rows, size), "lengths": np.full(n, past + steps - 1, np.int32),
                  "total": np.array([past + steps], np.int32)} | (turns if turned else {})
        sliding_case(folder, name, inputs, rows, window, F, do_rotary=turned)
    # Sequences of several lengths, codes in the cache.
    codes = rng.integers(-128, 128, (2, batch, kv, 6, size)).astype(np.int8)
    inputs = {"q": floats(batch, 1, heads * size), "k": floats(batch, 1, kv * size), "v": floats(batch, 1, kv * size),
              "past_k": codes[0], "past_v": codes[1], "lengths": np.array([3, 9], np.int32),
              "total": np.array([10], np.int32)} | dict.fromkeys(("cos", "sin", "at", "added", "sink"))
    scales = {"k_scale": np.array([0.02], np.float32), "v_scale": np.array([0.03], np.float32)}
    sliding_case(folder, "codes", inputs | scales, 6, 4, T.INT8, kv_cache_bit_width=8, k_quant_type="PER_TENSOR",
                 v_quant_type="PER_TENSOR")


def linear_cases(write, floats):
    batch, steps, heads, size = 2, 5, 2, 4
    width = heads * size
    q, k, v = (floats(batch, steps, width) / 2 for _ in range(3))
    decay, beta = -np.abs(floats(batch, steps, heads)), np.abs(floats(batch, steps, heads)) / 3
    state = floats(batch, heads, size, size)
    for rule, more in (("linear", {}), ("gated", {"decay": decay}), ("delta", {"decay": None, "beta": beta}),
                       ("gated_delta", {"decay": decay, "beta": beta})):
        write(f"linear_{rule}", "LinearAttention", {"q": q, "k": k, "v": v, "state": state, **more}, [F, F],
              q_num_heads=heads, kv_num_heads=heads, update_rule=rule)
    write("linear_gate", "LinearAttentionGate",
          {"a": floats(batch, steps, heads), "bias": floats(heads), "scale": floats(heads), "b": None}, F)
    write("linear_gate_b", "LinearAttentionGate",
          {"a": floats(batch, steps, heads), "bias": floats(heads), "scale": floats(heads),
           "b": floats(batch, steps, heads)}, [F, F])
    x, w = floats(2, 3, 6), floats(3, 1, 4)
    write("causal_conv", "CausalConvWithState", {"x": x, "w": w}, [F, F])
    write("causal_conv_silu", "CausalConvWithState", {"x": x, "w": w, "b": floats(3), "state": floats(2, 3, 3)},
          [F, F], activation="silu")


def rotary_cases(write, floats):
    batch, steps, heads, size = 2, 3, 2, 8
    angles = np.arange(10)[:, None] / 10.0 ** np.arange(size // 2)
    table = {"cos": np.cos(angles).astype(np.float32), "sin": np.sin(angles).astype(np.float32)}
    x, at = floats(batch, steps, heads * size), np.array([[4, 5, 6], [0, 1, 2]], np.int64)
    write("rotary", "RotaryEmbedding", {"x": x, "at": at, **table}, F)
    write("rotary_pairs", "RotaryEmbedding", {"x": x, "at": np.array([3], np.int64), **table}, F, interleaved=1)
    write("rotary_heads", "RotaryEmbedding", {"x": floats(batch, heads, steps, size), "at": at, **table}, F)
    part = {k: v[:, :2].copy() for k, v in table.items()}
    write("rotary_part", "RotaryEmbedding", {"x": x, "at": at, **part}, F, num_heads=heads, rotary_embedding_dim=4)


def image_cases(write, floats):
    x, grid = floats(1, 2, 4, 5), floats(1, 3, 3, 2)
    for mode in ("bilinear", "nearest", "bicubic"):
        for padding in ("zeros", "border", "reflection"):
            write(f"grid_{mode}_{padding}", "GridSample", {"x": x, "grid": grid}, F, mode=mode, padding_mode=padding,
                  align_corners=int(padding == "border"))
    boxes = np.array([[0, 0, 1, 1], [0.1, 0.2, 0.7, 0.9], [-0.2, 0.5, 1.3, 0.6]], np.float32)
    for mode in ("bilinear", "nearest"):
        write(f"crop_resize_{mode}", "CropAndResize",
              {"x": floats(2, 3, 6, 7), "boxes": boxes, "images": np.array([0, 1, 1], np.int32),
               "size": numpy_helper.from_array(np.array([4, 3], np.int32))}, F, mode=mode, extrapolation_value=-1.5)
    write("conv_transpose_pads", "ConvTransposeWithDynamicPads",
          {"x": floats(1, 3, 4, 4), "w": floats(3, 2, 3, 3), "pads": np.array([1, 0, 1, 2], np.int64)}, F,
          strides=[2, 2])
    write("conv_transpose_pads_bias", "ConvTransposeWithDynamicPads",
          {"x": floats(1, 4, 4, 4), "w": floats(4, 2, 3, 3), "pads": np.array([1, 1, 1, 1], np.int64),
           "b": floats(4)}, F, group=2, output_padding=[1, 0], strides=[2, 1])


def move_cases(write, floats):
    x = floats(3, 4)
    for axis in (0, -1):
        write(f"expand_dims_{axis % 3}", "ExpandDims",
              {"x": x, "axis": numpy_helper.from_array(np.array(axis, np.int32))}, F)
    write("gather_nd", "GatherND", {"x": x, "at": np.array([[0, 1], [2, 3]], np.int32)}, F)
    write("gather_nd_rows", "GatherND", {"x": x, "at": np.array([[[0]], [[2]]], np.int64)}, F)
    pads = np.array([1, 2, 0, 1], np.int64)
    write("pad", "Pad", {"x": x, "pads": pads, "value": np.array([7], np.float32)}, F)
    write("pad_edge", "Pad", {"x": x, "pads": pads}, F, mode="edge")
    write("pad_reflect", "Pad", {"x": x, "pads": pads}, F, mode="reflect")
    write("pad_less", "Pad", {"x": x, "pads": -np.array([1, 0, 0, 2], np.int64)}, F)
    for kind, dtype in ((T.INT16, np.int16), (T.INT64, np.int64), (F, np.float32)):
        numbers = [np.array(v, dtype) for v in (10, 1, -3)]
        write(f"range_{np.dtype(dtype).name}", "Range", dict(zip(("from", "to", "by"), numbers)), kind)
    write("range_ones", "Range", {"from": np.array(2, np.int32), "to": np.array(6, np.int32)}, T.INT32)
    for upper in (0, 1):
        write(f"trilu_{upper}", "Trilu", {"x": floats(2, 3, 4), "k": np.array(1 - 2 * upper, np.int64)}, F, upper=upper)
    write("unique", "Unique", {"x": np.array([3, 1, 3, 2, 1, 3], np.float32)}, [F, T.INT64, T.INT64])
    regular = floats(2, 3, 3) + 3 * np.eye(3, dtype=np.float32)
    write("inverse", "Inverse", {"x": regular}, F)
    write("inverse_double", "Inverse", {"x": regular[0].astype(np.float64)}, T.DOUBLE)


def text_cases(write):
    texts = np.array(["one two;three", "größer;a b", "", ";;"], object)
    write("tokens", "Tokenizer", {"x": texts}, T.STRING, mark=1, mincharnum=1, pad_value="#", separators=[";", " "])
    write("tokens_long", "Tokenizer", {"x": texts.reshape(2, 2)}, T.STRING, mark=0, mincharnum=3, pad_value="",
          separators=[";", " "])
    write("letters", "Tokenizer", {"x": texts}, T.STRING, mark=0, mincharnum=1, pad_value="-", separators=[""])
    write("tokens_matching", "Tokenizer", {"x": texts}, T.STRING, mark=1, mincharnum=1, pad_value="-",
          tokenexp="[a-z]+")


def old_case(folder, name, kind, inputs, opset, result=F, **attributes):
    """An operator of the default domain that later opsets lack."""
    node = h.make_node(kind, list(inputs), ["y"], **attributes)
    values = [h.make_tensor_value_info(k, h.np_dtype_to_tensor_dtype(v.dtype), v.shape) for k, v in inputs.items()]
    graph = h.make_graph([node], name, values, [h.make_tensor_value_info("y", result, None)])
    model = h.make_model(graph, opset_imports=[h.make_opsetid("", opset)], ir_version=4)
    save_case(folder, name, model, inputs, run_model(model, inputs))


def old_cases(folder, floats):
    x = floats(3, 4, 5)
    whole = {"x": x, "from": np.array([1, 0], np.int64), "to": np.array([3, 100], np.int64)}
    old_case(folder, "dynamic_slice", "DynamicSlice", whole, 9)
    old_case(folder, "dynamic_slice_axes", "DynamicSlice",
             {"x": x, "from": np.array([-2, 1], np.int32), "to": np.array([-1, 3], np.int32),
              "axes": np.array([2, 0], np.int32)}, 7)
    old_case(folder, "parametric_softplus", "ParametricSoftplus", {"x": x}, 8, alpha=0.5, beta=2.0)
    old_case(folder, "scale", "Scale", {"x": x}, 8, scale=-1.5)
    image = floats(1, 3, 4, 5)  # of one image: with more, ONNX Runtime averages over all of them
    old_case(folder, "mvn", "MeanVarianceNormalization", {"x": image}, 8, normalize_variance=1)
    old_case(folder, "mvn_across", "MeanVarianceNormalization", {"x": image}, 8, across_channels=1)
    old_case(folder, "mvn_mean", "MeanVarianceNormalization", {"x": image}, 8, normalize_variance=0)


def main():
    folder, rng = pathlib.Path(sys.argv[1]), np.random.default_rng(3)

    def floats(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    def write(name, kind, inputs, results, **attributes):
        write_case(folder, name, kind, inputs, results, **attributes)

    activation_cases(write, floats)
    product_cases(write, floats)
    norm_cases(write, floats, rng)
    attention_cases(write, floats)
    grouped_cases(write, floats)
    linear_cases(write, floats)
    rotary_cases(write, floats)
    image_cases(write, floats)
    move_cases(write, floats)
    text_cases(write)
    old_cases(folder, floats)
    sliding_cases(folder, floats, rng)


if __name__ == "__main__":
    main()
