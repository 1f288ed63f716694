#!/usr/bin/env python3
"""Writes tests/data/cases/contrib: small com.microsoft operators with what ONNX Runtime gives for them, in the layout
of the ONNX backend tests. Needs numpy, onnx and onnxruntime.

usage: make_contrib_cases.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper


def make_model(name, kind, inputs, results, domain="com.microsoft", **attributes):
    """The model of one node, and what it is fed. `inputs` by name: arrays are fed, TensorProtos are initializers, None
    is an absent input. `results` are the outputs' element types, or one."""
    values, constants, feeds = [], [], {}
    for key, value in inputs.items():
        if isinstance(value, onnx.TensorProto):
            value.name = key
            constants.append(value)
        elif value is not None:
            values.append(h.make_tensor_value_info(key, h.np_dtype_to_tensor_dtype(value.dtype), value.shape))
            feeds[key] = value
    names = [key if value is not None else "" for key, value in inputs.items()]
    results = results if isinstance(results, list) else [results]
    outputs = ["y"] if len(results) == 1 else [f"y{i}" for i in range(len(results))]
    node = h.make_node(kind, names, outputs, domain=domain, **attributes)
    outputs = [h.make_tensor_value_info(n, t, None) for n, t in zip(outputs, results)]
    graph = h.make_graph([node], name, values, outputs, constants)
    opsets = [h.make_opsetid("", 21), h.make_opsetid("com.microsoft", 1)]
    return h.make_model(graph, opset_imports=opsets, ir_version=10), feeds


def run_model(model, feeds):
    import onnxruntime

    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    return session.run(None, feeds)


def save_case(folder, name, model, feeds, outputs):
    data = folder / name / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    onnx.save(model, data.parent / "model.onnx")
    for kind, values in (("input", feeds.values()), ("output", outputs)):
        for i, value in enumerate(values):
            proto = value if hasattr(value, "SerializeToString") else numpy_helper.from_array(value)
            (data / f"{kind}_{i}.pb").write_bytes(proto.SerializeToString())


def write_case(folder, name, kind, inputs, results, expected=None, **attributes):
    """What ONNX Runtime gives for one node, or `expected`: a list of arrays."""
    model, feeds = make_model(name, kind, inputs, results, **attributes)
    save_case(folder, name, model, feeds, run_model(model, feeds) if expected is None else expected)


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


def token_cases(folder, rng, floats):
    ids = np.array([[1, 2, 3, 1, 2], [4, 4, 4, 4, 4]])
    for n in (1, 3):
        write_case(folder, f"ngram_repeat_{n}", "NGramRepeatBlock", {"ids": ids, "scores": floats(2, 6)}, T.FLOAT,
                   ngram_size=n)
    source, both = np.array([1, 2, 3, 2, 5, 3, 1]), [T.INT64, T.INT64]
    for name, tokens in (("unique", [9, 5]), ("longer", [3, 2]), ("several", [9, 2]), ("none", [7])):
        inputs = {"source": source, "tokens": np.array(tokens), "before": np.array(0)}
        write_case(folder, f"bifurcation_{name}", "BifurcationDetector", inputs, both)
    guess = np.array([3, 2, 5, 9, 1, 1])
    inputs = {"source": source, "tokens": np.array([1, 2]), "before": np.array([2]), "guess": guess}
    write_case(folder, "bifurcation_guess", "BifurcationDetector", inputs, both, min_ngram_size=2)
    write_case(folder, "dynamic_time_warping", "DynamicTimeWarping", {"x": floats(1, 5, 7) ** 2}, T.INT32)
    costs = rng.integers(0, 3, (6, 4)).astype(np.float32)
    write_case(folder, "dynamic_time_warping_ties", "DynamicTimeWarping", {"x": costs}, T.INT32)


def word_case(folder, floats):
    words = np.array([[1, 2, 3, 4, 0, 0], [2, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0], [5, 1, 2, 3, 4, 5]], np.int32)
    full = words[[0, 1, 3]]
    w, b, table = floats(4, 1, 3, 2), floats(4), floats(6, 2)
    inputs = {"words": full, "w": w, "b": b, "table": table}
    write_case(folder, "word_conv", "WordConvEmbedding", inputs, T.FLOAT)
    # The row of an empty word, which ONNX Runtime leaves unset, is zero.
    y = run_model(*make_model("word_conv", "WordConvEmbedding", inputs, T.FLOAT))[0]
    write_case(folder, "word_conv_empty", "WordConvEmbedding", {**inputs, "words": words}, T.FLOAT,
               [np.insert(y, 2, 0, 0)])


def rotary_cases(folder, rng, floats):
    ids = rng.integers(0, 9, (3, 2, 5))
    cache = {"cos": floats(9, 4), "sin": floats(9, 4)}
    flat = {"num_heads": 2, "rotary_embedding_dim": 8}
    for name, x, attributes in (("flat", floats(2, 5, 20), flat), ("heads", floats(2, 2, 5, 8), {}),
                                ("pairs", floats(2, 2, 5, 8), {"interleaved": 1})):
        for layout, section in ((0, [1, 2, 1]), (1, [2, 1, 1])):
            write_case(folder, f"m_rotary_{name}_{layout}", "MRotaryEmbedding", {"x": x, "ids": ids, **cache}, T.FLOAT,
                       mrope_section=section, mrope_layout=layout, **attributes)


def pool_cases(folder, rng, floats):
    mask = (rng.random((1, 2, 6, 5)) > 0.3).astype(np.int32)
    write_case(folder, "masked_pool", "MaxpoolWithMask", {"x": floats(1, 2, 6, 5), "mask": mask}, T.FLOAT,
               kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1])
    write_case(folder, "masked_pool_1d", "MaxpoolWithMask", {"x": floats(2, 2, 6), "mask": mask[:, :1, :, 0]}, T.FLOAT,
               kernel_shape=[3], auto_pad="SAME_UPPER")
    for dtype, kind in ((np.uint8, T.UINT8), (np.int8, T.INT8)):
        x = rng.integers(0, 200, (1, 6, 7, 3)).astype(dtype)
        write_case(folder, f"nhwc_max_pool_{np.dtype(dtype).name}", "NhwcMaxPool", {"x": x}, kind,
                   kernel_shape=[3, 2], strides=[2, 1], pads=[1, 0, 1, 1], dilations=[1, 2])


def packed(values, bits):
    """Integers of few bits in bytes along the last axis, lowest bits first."""
    each = 8 // bits
    fill = -values.shape[-1] % each
    values = np.pad(values, [(0, 0)] * (values.ndim - 1) + [(0, fill)])
    values = values.reshape(*values.shape[:-1], -1, each)
    return numpy_helper.from_array(sum(values[..., i] << (i * bits) for i in range(each)).astype(np.uint8))


def mixture_cases(folder, rng, floats):
    experts, width, inner = 3, 4, 6

    def case(name, rows, **attributes):
        inputs = {"x": floats(5, width), "router": floats(5, experts), "w1": floats(experts, rows, width),
                  "b1": floats(experts, rows), "w2": floats(experts, width, inner), "b2": floats(experts, width)}
        write_case(folder, f"moe_{name}", "MoE", inputs, T.FLOAT, k=2, **attributes)

    for name in ("relu", "gelu", "silu", "identity"):
        case(name, inner, activation_type=name, normalize_routing_weights=int(name != "gelu"))
    case("swiglu", 2 * inner, activation_type="swiglu", swiglu_fusion=1)
    case("swiglu_limit", 2 * inner, activation_type="swiglu", swiglu_fusion=1, activation_alpha=1.702,
         activation_beta=1.0, swiglu_limit=0.5)
    width, inner = 32, 64
    for bits, block, zeros, given in ((4, 0, 0, 0), (4, 16, 1, 0), (2, 16, 0, 1), (8, 0, 1, 1), (8, 16, 1, 0)):
        inputs = {"x": floats(1, 5, width), "router": floats(5, experts)}
        parts = {}
        for i, rows, columns in ((1, inner, width), (2, width, inner)):
            scales = (experts, rows, columns // block) if block and columns > block else (experts, rows)
            weights = rng.integers(0, 1 << bits, (experts, rows, columns))
            parts |= {f"w{i}": packed(weights, bits), f"s{i}": numpy_helper.from_array(np.abs(floats(*scales)) / 9),
                      f"b{i}": numpy_helper.from_array(floats(experts, rows))}
            parts[f"z{i}"] = packed(rng.integers(0, 1 << bits, scales), bits) if zeros else None
        inputs |= {key: parts[key] for key in ("w1", "s1", "b1", "w2", "s2", "b2")}
        inputs |= {"w3": None, "s3": None, "b3": None, "z1": parts["z1"], "z2": parts["z2"], "z3": None}
        if given:
            inputs["weights"] = np.abs(floats(5, experts))
        write_case(folder, f"qmoe_{bits}_{block}_{zeros}_{given}", "QMoE", inputs, T.FLOAT, k=2,
                   expert_weight_bits=bits, normalize_routing_weights=given,
                   **({"block_size": block} if block else {}))


def lstm_cases(folder, floats):
    steps, batch, width, hidden, keys, depth, memory, out = 3, 2, 3, 4, 5, 6, 7, 2

    def case(name, directions, projected, more=None, **attributes):
        d = directions
        inputs = {"X": floats(steps, batch, width), "W": floats(d, 4 * hidden, width + (out if projected else depth)),
                  "R": floats(d, 4 * hidden, hidden), "B": floats(d, 8 * hidden), "lengths": None, "h0": None,
                  "c0": None, "P": None, "QW": floats(d, hidden, keys), "MW": floats(d, depth, keys),
                  "V": floats(d, keys), "M": floats(batch, memory, depth), "memory_lengths": None}
        if projected:
            inputs["AW"] = floats(d, hidden + depth, out)
        inputs |= more or {}
        write_case(folder, f"attn_lstm_{name}", "AttnLSTM", inputs, [T.FLOAT] * 3, hidden_size=hidden, **attributes)

    case("plain", 1, False)
    case("projected", 1, True, {"h0": floats(1, batch, hidden), "c0": floats(1, batch, hidden), "P": floats(1, 12),
                                "memory_lengths": np.array([3, 7], np.int32)}, clip=0.8)
    case("both", 2, True, {"lengths": np.array([2, 3], np.int32)}, direction="bidirectional")
    case("reverse", 1, False, {"lengths": np.array([3, 1], np.int32)}, direction="reverse")


def embedding_cases(folder, rng, floats):
    for dtype in (np.uint8, np.int8):
        def table(*shape):
            return numpy_helper.from_array(rng.integers(0, 120, shape).astype(dtype))

        def number(value, kind):
            return numpy_helper.from_array(np.array(value, kind))

        ids = rng.integers(0, 7, (2, 4)).astype(np.int32)
        mask = np.array([[1, 1, 1, 0], [1, 0, 0, 0]], np.int32)
        inputs = {"ids": ids, "segments": ids % 2, "words": table(7, 8), "places": table(4, 8), "parts": table(2, 8),
                  "gamma": table(8), "beta": table(8), "mask": mask}
        inputs |= {f"s{i}": number(0.01 * (i + 1), np.float32) for i in range(5)}
        inputs |= {f"z{i}": number(50 + i, dtype) for i in range(5)}
        write_case(folder, f"qembed_{np.dtype(dtype).name}", "QEmbedLayerNormalization", inputs, [T.FLOAT, T.INT32])


def sparse_matmul_cases(folder, floats):
    """A is a sparse tensor: indices [n, 2], the only form that ONNX Runtime takes."""
    a = np.where(np.abs(floats(4, 4)) > 0.8, floats(4, 4), 0).astype(np.float32)
    b = floats(4, 4)
    places = np.argwhere(a != 0)
    forms = (("plain", {}), ("alpha", {"alpha": 0.5}), ("left", {"transA": 1}), ("right", {"transB": 1}))
    for name, attributes in forms:
        node = h.make_node("SparseToDenseMatMul", ["a", "b"], ["y"], domain="com.microsoft", **attributes)
        kind = onnx.ValueInfoProto(name="a", type=h.make_sparse_tensor_type_proto(T.FLOAT, [4, 4]))
        graph = h.make_graph([node], name, [kind, h.make_tensor_value_info("b", T.FLOAT, [4, 4])],
                             [h.make_tensor_value_info("y", T.FLOAT, None)])
        opsets = [h.make_opsetid("", 21), h.make_opsetid("com.microsoft", 1)]
        model = h.make_model(graph, opset_imports=opsets, ir_version=10)
        save_case(folder, f"sparse_matmul_{name}", model, sparse_feeds(a, b, places),
                  [run_sparse(model, a, b, places)])


def sparse_feeds(a, b, places):
    values = numpy_helper.from_array(a[tuple(places.T)], "a")
    indices = numpy_helper.from_array(places.astype(np.int64), "a_indices")
    return {"a": h.make_sparse_tensor(values, indices, a.shape), "b": b}


def run_sparse(model, a, b, places):
    import onnxruntime as ort

    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    device = ort.OrtDevice.make("cpu", 0)
    flat = places.astype(np.int64).reshape(-1)
    sparse = ort.SparseTensor.sparse_coo_from_numpy(np.array(a.shape, np.int64), a[tuple(places.T)], flat, device)
    feeds = {"a": ort.OrtValue.ort_value_from_sparse_tensor(sparse), "b": ort.OrtValue.ortvalue_from_numpy(b)}
    return session.run_with_ort_values(None, feeds)[0].numpy()


HEADS, KV_HEADS, HEAD_SIZE, BLOCK, CAPACITY = 4, 2, 16, 16, 64


def block_layouts():
    """CSR of two layouts of 4 x 4 blocks: the first block and its own, or its own and the one before."""
    rows, columns = np.zeros((2, 5), np.int32), np.full((2, 8), -1, np.int32)
    for layout in (0, 1):
        seen = [sorted({r, 0 if layout == 0 else max(r - 1, 0)}) for r in range(4)]
        rows[layout, 1:] = np.cumsum([len(s) for s in seen])
        columns[layout, :rows[layout, -1]] = sum(seen, [])
    return rows, columns


def sparse_attention_cases(folder, floats):
    """Sequences of one length: for shorter ones ONNX Runtime 1.30 gives something else than for the same ones alone."""
    forms = (("prompt", 40, 0, 0), ("step", 1, 40, 0), ("rotary", 20, 0, 1), ("rotary_step", 1, 20, 1))
    for name, steps, past, rotary in forms:
        cache = np.zeros((2, 2, KV_HEADS, CAPACITY, HEAD_SIZE), np.float32)
        cache[:, :, :, :past] = floats(2, 2, KV_HEADS, past, HEAD_SIZE)
        rows, columns = block_layouts()
        width = HEADS * HEAD_SIZE
        inputs = {"query": floats(2, steps, width), "key": floats(2, steps, width // 2),
                  "value": floats(2, steps, width // 2)}
        if rotary:
            inputs = {"query": floats(2, steps, 2 * width), "key": None, "value": None}
        inputs |= {"past_key": cache[0], "past_value": cache[1], "rows": rows, "columns": columns,
                   "total": np.array([past + steps], np.int32), "lengths": np.array([past + steps] * 2, np.int32)}
        if rotary:
            angles = np.arange(CAPACITY)[:, None] / 10.0 ** np.arange(HEAD_SIZE // 2)
            inputs |= {"cos": np.cos(angles).astype(np.float32), "sin": np.sin(angles).astype(np.float32)}
        model, feeds = make_model(name, "SparseAttention", inputs, [T.FLOAT] * 3, num_heads=HEADS,
                                  kv_num_heads=KV_HEADS, sparse_block_size=BLOCK, do_rotary=rotary)
        save_case(folder, f"sparse_attention_{name}", model, feeds, run_with_shared_cache(model, feeds))


def cached_attention_cases(folder):
    """Caches of integers, whose first prompt ignores the past; scores of the decoder's step."""
    rng = np.random.default_rng(8)

    def floats(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    forms = (("prompt", 8, "PER_TENSOR", 3, 0, 5), ("step", 8, "PER_CHANNEL", 1, 3, 6), ("prompt", 4, "PER_CHANNEL", 3, 0, 2),
             ("step", 4, "PER_TENSOR", 1, 3, 3), ("rotary", 4, "PER_CHANNEL", 1, 2, 6))
    for name, bits, kind, steps, past, rows in forms:
        width, rotary = HEADS * HEAD_SIZE, int(name == "rotary")
        cache = rng.integers(0, 256, (2, 2, KV_HEADS, rows, HEAD_SIZE * bits // 8)).astype(np.uint8)
        cache = cache.view(np.int8) if bits == 8 else cache
        scales = np.abs(floats(2, 1 if kind == "PER_TENSOR" else KV_HEADS * HEAD_SIZE)) / (1 << (bits - 3))
        angles = np.arange(9)[:, None] / 10.0 ** np.arange(HEAD_SIZE // 2)
        inputs = {"query": floats(2, steps, width), "key": floats(2, steps, width // 2),
                  "value": floats(2, steps, width // 2), "past_key": cache[0], "past_value": cache[1],
                  "lengths": np.full(2, past + steps - 1, np.int32), "total": np.array([past + steps], np.int32),
                  "cos": np.cos(angles).astype(np.float32) if rotary else None,
                  "sin": np.sin(angles).astype(np.float32) if rotary else None, "ids": None, "bias": None, "sink": None,
                  "k_scale": scales[0], "v_scale": scales[1]}
        kept = T.INT8 if bits == 8 else T.UINT8
        write_case(folder, f"gqa_{name}_{bits}", "GroupQueryAttention", inputs, [T.FLOAT, kept, kept], num_heads=HEADS,
                   kv_num_heads=KV_HEADS, k_quant_type=kind, v_quant_type=kind, kv_cache_bit_width=bits,
                   do_rotary=rotary)
    inputs = {"query": floats(2, 1, 8), "key": floats(2, 1, 8), "value": floats(2, 1, 8),
              "mask": np.array([[1, 1, 0], [1, 1, 1]], np.int32), "bias": floats(1, 2, 1, 3),
              "past_key": floats(2, 2, 5, 4), "past_value": floats(2, 2, 5, 4), "past": np.array([2], np.int32)}
    write_case(folder, "decoder_masked_scores", "DecoderMaskedMultiHeadAttention", inputs, [T.FLOAT] * 4, num_heads=2,
               past_present_share_buffer=1, output_qk=1)


def run_with_shared_cache(model, feeds):
    import onnxruntime as ort

    session = ort.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    binding = session.io_binding()
    copies = {key: value.copy() for key, value in feeds.items()}  # the values are windows of these
    held = {key: ort.OrtValue.ortvalue_from_numpy(value) for key, value in copies.items()}
    for key, value in held.items():
        binding.bind_ortvalue_input(key, value)
    binding.bind_output("y0")
    binding.bind_ortvalue_output("y1", held["past_key"])
    binding.bind_ortvalue_output("y2", held["past_value"])
    session.run_with_iobinding(binding)
    return [binding.get_outputs()[0].numpy(), copies["past_key"], copies["past_value"]]


class Blocked:
    """A network whose convolutions ONNX Runtime's optimiser puts into blocks of channels."""

    def __init__(self, floats):
        self.floats, self.nodes = floats, []
        self.weights = {"scales": np.array([1, 1, 2, 2], np.float32)}

    def op(self, kind, inputs, y, **attributes):
        self.nodes.append(h.make_node(kind, inputs, [y], **attributes))
        return y

    def conv(self, x, y, channels, outputs, kernel, group=1):
        self.weights[f"w_{y}"] = self.floats(outputs, channels // group, kernel, kernel) * np.float32(0.4)
        self.weights[f"b_{y}"] = self.floats(outputs)
        return self.op("Conv", [x, f"w_{y}", f"b_{y}"], y, kernel_shape=[kernel] * 2, pads=[kernel // 2] * 4,
                       group=group)

    def model(self):
        x = self.op("Relu", [self.conv("x", "first", 3, 24, 3)], "relu")
        x = self.conv(x, "depthwise", 24, 24, 3, group=24)
        gate = self.op("Sigmoid", [self.conv(x, "wide", 24, 40, 1)], "gate")
        x = self.op("Relu", [self.op("Add", [self.conv(gate, "plain", 40, 40, 3), gate], "sum")], "relu_sum")
        x = self.op("MaxPool", [x], "most", kernel_shape=[2, 2], strides=[2, 2])
        mean = self.op("AveragePool", [x], "mean", kernel_shape=[2, 2])
        up = self.op("Resize", [self.conv(x, "padded", 40, 20, 1), "", "scales"], "up", mode="nearest",
                     coordinate_transformation_mode="asymmetric", nearest_mode="floor")
        outputs = [self.op("Sigmoid", [self.conv(up, "last", 20, 20, 1)], "y0"),
                   self.op("GlobalAveragePool", [self.conv(mean, "a", 40, 24, 1)], "y1"),
                   self.op("GlobalMaxPool", [self.conv(mean, "b", 40, 24, 1)], "y2")]
        graph = h.make_graph(self.nodes, "blocked", [h.make_tensor_value_info("x", T.FLOAT, [1, 3, 8, 8])],
                             [h.make_tensor_value_info(y, T.FLOAT, None) for y in outputs],
                             [numpy_helper.from_array(w, name) for name, w in self.weights.items()])
        return h.make_model(graph, opset_imports=[h.make_opsetid("", 13)], ir_version=8)


def nbits_cases(folder):
    """Packed weights whose last block is not full, for one, few and many rows; level 4 rounds activations to bytes."""
    rng = np.random.default_rng(2)

    def floats(*shape):
        return rng.standard_normal(shape).astype(np.float32)

    def write(name, rows, k, bits, block, level, zeros, dtype=np.float32):
        blocks, n = -(-k // block), 5
        bytes_of = {"w": (n, blocks, block * bits // 8), "zeros": (n, -(-blocks * bits // 8))}
        packed = {key: rng.integers(0, 256, shape).astype(np.uint8) for key, shape in bytes_of.items()}
        scales = np.abs(floats(n, blocks)).astype(dtype)
        points = {None: None, "bytes": packed["zeros"], "floats": np.float32(2**bits * np.abs(floats(n, blocks)))}[zeros]
        inputs = {"a": floats(rows, k).astype(dtype), "w": numpy_helper.from_array(packed["w"]),
                  "scales": numpy_helper.from_array(scales), "zeros": None if zeros is None else
                  numpy_helper.from_array(points)}
        write_case(folder, f"matmul_nbits_{name}", "MatMulNBits", inputs, h.np_dtype_to_tensor_dtype(np.dtype(dtype)),
                   K=k, N=n, bits=bits, block_size=block, accuracy_level=level)

    for bits in (2, 4, 8):
        for level in (0, 4):
            for rows in (1, 3, 9):
                write(f"{bits}_level{level}_{rows}", rows, 83, bits, 32, level, "bytes" if rows > 1 else None)
    for block in (16, 64, 128):
        write(f"block{block}", 2, 200, 4, block, 4, "bytes")
    write("float_zeros", 2, 83, 4, 32, 4, "floats")
    write("float16", 2, 96, 4, 32, 0, "bytes", np.float16)


def nchwc_case(folder, floats):
    """The model as ONNX Runtime saves it; no number of channels is a multiple of 16, so that the blocks are told."""
    import tempfile

    import onnxruntime as ort

    options = ort.SessionOptions()
    options.log_severity_level = 3
    feeds = {"x": floats(1, 3, 8, 8)}
    with tempfile.TemporaryDirectory() as place:
        options.optimized_model_filepath = f"{place}/model.onnx"
        session = ort.InferenceSession(Blocked(floats).model().SerializeToString(), options,
                                       providers=["CPUExecutionProvider"])
        model = onnx.load(options.optimized_model_filepath)
    assert any(n.domain == "com.microsoft.nchwc" for n in model.graph.node), "no blocks on this machine"
    save_case(folder, "nchwc", model, feeds, session.run(None, feeds))


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
    write_case(folder, "sample_op", "SampleOp", {"x": floats(2, 3)}, T.FLOAT)
    token_cases(folder, rng, floats)
    word_case(folder, floats)
    rotary_cases(folder, rng, floats)
    pool_cases(folder, rng, floats)
    mixture_cases(folder, rng, floats)
    lstm_cases(folder, floats)
    embedding_cases(folder, rng, floats)
    sparse_matmul_cases(folder, floats)
    sparse_attention_cases(folder, floats)
    nbits_cases(folder)
    nchwc_case(folder, floats)
    cached_attention_cases(folder)


if __name__ == "__main__":
    main()
