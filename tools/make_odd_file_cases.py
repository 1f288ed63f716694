#!/usr/bin/env python3
"""Writes tests/data/cases/odd_files: models as old exporters wrote them, and such as few write, with what NumPy gives, in
the layout of the ONNX backend tests. Needs numpy and onnx.

usage: make_odd_file_cases.py FOLDER
"""

import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper

from make_contrib_cases import save_case

F32 = np.float32


def value(name, kind=T.FLOAT, shape=None):
    return h.make_tensor_value_info(name, kind, shape)


def named(name, array):
    return numpy_helper.from_array(np.asarray(array), name)


def make_model(nodes, inputs, outputs, initializers=(), functions=(), opsets=(("", 21),), ir_version=10):
    graph = h.make_graph(nodes, "g", inputs, outputs, list(initializers))
    imports = [h.make_opsetid(*o) for o in opsets]
    return h.make_model(graph, opset_imports=imports, ir_version=ir_version, functions=list(functions))


class OldForms:
    """Nodes of one opset in one model; each has an output of its own name."""

    def __init__(self, opset):
        self.opset, self.nodes, self.feeds, self.outputs, self.expected = opset, [], {}, [], []

    def feed(self, array):
        for name, known in self.feeds.items():
            if known is array:
                return name
        self.feeds[f"x{len(self.feeds)}"] = array
        return f"x{len(self.feeds) - 1}"

    def add(self, name, kind, inputs, expected, **attributes):
        expected = expected if isinstance(expected, list) else [expected]
        outputs = [name] + [f"{name}_{i}" for i in range(1, len(expected))]
        self.nodes.append(h.make_node(kind, [self.feed(x) for x in inputs], outputs, **attributes))
        self.outputs += outputs
        self.expected += [np.asarray(e) for e in expected]

    def save(self, folder):
        kind = h.np_dtype_to_tensor_dtype
        inputs = [value(n, kind(x.dtype), x.shape) for n, x in self.feeds.items()]
        outputs = [value(n, kind(e.dtype)) for n, e in zip(self.outputs, self.expected)]
        model = make_model(self.nodes, inputs, outputs, opsets=[("", self.opset)], ir_version=3)
        save_case(folder, f"opset_{self.opset}", model, self.feeds, self.expected)


def softmax_of_rows(x, axis):
    rows = x.reshape(int(np.prod(x.shape[:axis])), -1)
    e = np.exp(rows - rows.max(1, keepdims=True))
    return (e / e.sum(1, keepdims=True)).reshape(x.shape)


def windows(x, size, step, f):
    rows, columns = ((n - size) // step + 1 for n in x.shape[2:])
    cut = [[f(x[:, :, i * step:i * step + size, j * step:j * step + size]) for j in range(columns)] for i in range(rows)]
    return np.stack([np.stack(row, -1) for row in cut], -2)


def broadcasts(m, x, floats):
    """Until opset 6 an operand was spread along the axes from `axis` on, the last ones by default, if asked."""
    channel, middle, last, one = floats(3), floats(3, 2), floats(4), floats(1)
    for kind, f in (("Add", np.add), ("Sub", np.subtract), ("Mul", np.multiply), ("Div", np.divide)):
        m.add(kind, kind, [x, x], f(x, x))
        m.add(f"{kind}_channel", kind, [x, channel], f(x, channel[:, None, None]), broadcast=1, axis=1)
        m.add(f"{kind}_middle", kind, [x, middle], f(x, middle[:, :, None]), broadcast=1, axis=-3)
        m.add(f"{kind}_last", kind, [x, last], f(x, last), broadcast=1)
        m.add(f"{kind}_one", kind, [x, one], f(x, one), broadcast=1)
    for kind, f in (("Greater", np.greater), ("Less", np.less)):
        m.add(kind, kind, [x, channel], f(x, channel[:, None, None]), broadcast=1, axis=1)
    truth, other, number = x > 0, channel > 0, (x * 2).astype(np.int32)
    for kind, f in (("And", np.logical_and), ("Or", np.logical_or), ("Xor", np.logical_xor)):
        m.add(kind, kind, [truth, other], f(truth, other[:, None, None]), broadcast=1, axis=1)
    few = np.array([1, 0, -1], np.int32)
    m.add("Equal", "Equal", [number, few], number == few[:, None, None], broadcast=1, axis=1)
    base = np.abs(x)
    m.add("Pow", "Pow", [base, last], base**last, broadcast=1)
    slope = floats(3)
    m.add("PRelu", "PRelu", [x, slope], np.where(x < 0, x * slope[:, None, None], x))
    a, b, c = floats(2, 3), floats(3, 4), floats(4)
    m.add("Gemm", "Gemm", [a, b, c], 0.5 * (a @ b) + F32(2) * c, alpha=0.5, beta=2.0, broadcast=1)
    tall = floats(2, 4)
    m.add("Gemm_whole", "Gemm", [a, b, tall], a @ b + tall)


def attribute_forms(m, x, floats):
    """What later became an input, and what was dropped."""
    old = m.opset < 6
    consumed = {"consumed_inputs": [0]} if old else {}
    m.add("Relu", "Relu", [x], np.maximum(x, 0), **consumed)
    m.add("Clip", "Clip", [x], np.clip(x, -0.5, 0.5), min=-0.5, max=0.5, **consumed)
    m.add("Elu", "Elu", [x], np.where(x < 0, 2 * (np.exp(x) - 1), x).astype(F32), alpha=2.0, **consumed)
    alpha, gamma = (1.6732, 1.0507) if old else (1.67326319217681884765625, 1.05070102214813232421875)
    selu = gamma * np.where(x <= 0, alpha * (np.exp(x) - 1), x)
    m.add("Selu", "Selu", [x], selu.astype(F32), **consumed)
    m.add("Cast", "Cast", [x], x.astype(np.float64), to="DOUBLE" if old else T.DOUBLE)
    m.add("Dropout", "Dropout", [x], x, is_test=1, **consumed)
    y = floats(*x.shape)
    for kind, f in (("Max", np.maximum), ("Min", np.minimum), ("Sum", np.add), ("Mean", lambda a, b: (a + b) / 2)):
        m.add(kind, kind, [x, y], f(x, y), **({"consumed_inputs": [0, 0]} if old else {}))
    m.add("Slice", "Slice", [x], x[:, 1:, :, -3:-1], axes=[1, 3], starts=[1, -3], ends=[3, -1])
    parts = np.split(x, [1], 3)
    m.add("Split", "Split", [x], parts, axis=3, split=[1, 3])
    m.add("Squeeze", "Squeeze", [x[:1]], x[0], axes=[0])
    m.add("Unsqueeze", "Unsqueeze", [x], x[None, ..., None], axes=[0, 5])
    order = np.argsort(-x, -1, kind="stable")[..., :2]
    m.add("TopK", "TopK", [x], [np.take_along_axis(x, order, -1), order], k=2)
    m.add("ReduceSum", "ReduceSum", [x], x.sum((1, 3), keepdims=True), axes=[1, 3])
    m.add("Softmax", "Softmax", [x], softmax_of_rows(x, 1))
    m.add("Softmax_2", "Softmax", [x], softmax_of_rows(x, 2), axis=2)
    m.add("Upsample", "Upsample", [x], x.repeat(2, 2).repeat(3, 3), height_scale=2.0, width_scale=3.0)
    scale, bias, mean, variance = floats(3), floats(3), floats(3), np.abs(floats(3))
    s, b, u, v = (a[:, None, None] for a in (scale, bias, mean, variance))
    m.add("BatchNormalization", "BatchNormalization", [x, scale, bias, mean, variance],
          (x - u) / np.sqrt(v + F32(1e-5)) * s + b, is_test=1, **({"consumed_inputs": [0, 0, 0, 1, 1]} if old else {}))
    scale, bias, mean, variance = (floats(*x.shape[1:]) for _ in range(4))
    variance = np.abs(variance)
    m.add("BatchNormalization_each", "BatchNormalization", [x, scale, bias, mean, variance],
          (x - mean) / np.sqrt(variance + F32(1e-5)) * scale + bias, is_test=1, spatial=0,
          **({"consumed_inputs": [0, 0, 0, 1, 1]} if old else {}))
    m.add("Affine", "Affine", [x], 2 * x + F32(0.5), alpha=2.0, beta=0.5)
    m.add("ScaledTanh", "ScaledTanh", [x], 2 * np.tanh(F32(0.5) * x), alpha=2.0, beta=0.5)
    m.add("ImageScaler", "ImageScaler", [x], 2 * x + np.array([1, 2, 3], F32)[:, None, None], bias=[1.0, 2.0, 3.0],
          scale=2.0)
    m.add("Crop", "Crop", [x], x[:, :, :, 1:3], border=[1, 0, 1, 0])
    s, b = floats(4), floats(4)
    mean, deviation = x.mean(-1, keepdims=True), np.sqrt(x.var(-1, keepdims=True) + F32(1e-5))
    m.add("LayerNormalization", "LayerNormalization", [x, s, b], (x - mean) / deviation * s + b)


def first_forms(m, x, floats):
    """Forms that only opset 1 had, or opsets below 5."""
    m.add("Reshape", "Reshape", [x], x.reshape(2, 3, -1), shape=[0, 3, -1])
    m.add("Tile", "Tile", [x, np.array(2, F32), np.array(1, F32)], np.tile(x, (1, 2, 1, 1)))
    m.add("Concat", "Concat", [x, x], np.concatenate([x, x], 1))
    m.add("Split_sizes", "Split", [x, np.array([1, 3], F32)], np.split(x, [1], 3), axis=3)
    pads = [(0, 0), (1, 0), (0, 2), (1, 1)]
    flat = [p[0] for p in pads] + [p[1] for p in pads]
    m.add("Pad", "Pad", [x], np.pad(x, pads, constant_values=1.5), paddings=flat, value=1.5)
    for name, p in (("whole", 3.0), ("broken", 1.5)):
        power = np.abs(x.astype(np.float64))**p
        root = (windows(power, 2, 1, lambda w: w.sum((2, 3)))**(1 / p)).astype(F32)
        m.add(f"LpPool_{name}", "LpPool", [x], root, kernel_shape=[2, 2], p=p)
        total = (power.sum((2, 3), keepdims=True)**(1 / p)).astype(F32)
        m.add(f"GlobalLpPool_{name}", "GlobalLpPool", [x], total, p=p)
    padded = np.pad(np.abs(x.astype(np.float64)), [(0, 0), (0, 0), (1, 1), (1, 1)])**0.5
    m.add("LpPool_padded", "LpPool", [x], (windows(padded, 2, 2, lambda w: w.sum((2, 3)))**2).astype(F32),
          kernel_shape=[2, 2], strides=[2, 2], pads=[1, 1, 1, 1], p=0.5)


def old_forms(folder, floats):
    for opset in (1, 4, 6):
        m, x = OldForms(opset), floats(2, 3, 2, 4)
        broadcasts(m, x, floats)
        attribute_forms(m, x, floats)
        if opset == 1:
            first_forms(m, x, floats)
        m.save(folder)


ELEMENTS = ("FLOAT UINT8 INT8 UINT16 INT16 INT32 INT64 STRING BOOL FLOAT16 DOUBLE UINT32 UINT64 COMPLEX64 COMPLEX128 "
            "BFLOAT16 FLOAT8E4M3FN FLOAT8E4M3FNUZ FLOAT8E5M2 FLOAT8E5M2FNUZ UINT4 INT4 FLOAT4E2M1 FLOAT8E8M0 UINT2 "
            "INT2").split()


def three_values(name):
    if name == "STRING":
        return [b"a", b"", "\u00e9".encode()]
    if name.startswith("COMPLEX"):
        return [1 + 2j, -0.5j, 0j]
    if name == "BOOL":
        return [True, False, True]
    if name == "FLOAT8E8M0":
        return [1, 0.5, 4]
    return [1, 0, 2] if name.startswith("U") else [1, -1, 0]


def constants_model(tensors, sparse=()):
    """Identity of each constant; the same as Constant nodes with the names' suffix `_node`."""
    nodes, outputs = [], []
    for attribute, constants in (("value", tensors), ("sparse_value", sparse)):
        for c in constants:
            name, kind = (c.name, c.data_type) if attribute == "value" else (c.values.name, c.values.data_type)
            nodes.append(h.make_node("Identity", [name], [f"{name}_out"]))
            nodes.append(h.make_node("Constant", [], [f"{name}_node"], **{attribute: c}))
            outputs += [value(f"{name}_out", kind), value(f"{name}_node", kind)]
    model = make_model(nodes, [], outputs, tensors, opsets=[("", 26)], ir_version=13)
    model.graph.sparse_initializer.extend(sparse)
    return model


def element_cases(folder):
    """Every element type in its typed field, and as the values of sparse tensors with either kind of indices."""
    typed, sparse, dense = [], [], []
    for name in ELEMENTS:
        kind, values = getattr(T, name), three_values(name)
        typed.append(h.make_tensor(name.lower(), kind, [3, 1], values))
        if name == "FLOAT8E8M0":  # it has no zero
            continue
        none = b"" if name == "STRING" else 0
        at = h.make_tensor("", T.INT64, [3], [1, 4, 5])
        sparse.append(h.make_sparse_tensor(h.make_tensor(f"{name.lower()}_linear", kind, [3], values), at, [3, 2]))
        at = h.make_tensor("", T.INT64, [3, 2], [0, 1, 2, 0, 2, 1])
        sparse.append(h.make_sparse_tensor(h.make_tensor(f"{name.lower()}_axes", kind, [3], values), at, [3, 2]))
        whole = [none, values[0], none, none, values[1], values[2]]
        dense += [h.make_tensor("", kind, [3, 2], whole)] * 4
    save_case(folder, "typed_data", constants_model(typed), {}, [t for t in typed for _ in range(2)])
    save_case(folder, "sparse_data", constants_model([], sparse), {}, dense)
    empty = h.make_sparse_tensor(h.make_tensor("w", T.FLOAT, [0], []), h.make_tensor("", T.INT64, [0], []), [2, 3])
    save_case(folder, "sparse_empty", constants_model([], [empty]), {}, [np.zeros((2, 3), F32)] * 2)


def import_cases(folder, x):
    """Opsets that are not said, or said in another way."""
    info, y = [value("x", shape=[2, 3])], [value("y")]

    def write(name, node, expected, **model):
        save_case(folder, name, make_model([node], info, y, **model), {"x": x}, [expected])

    bias = np.array([1, 2, 3], F32)
    write("no_import_microsoft", h.make_node("BiasAdd", ["x", "b", "x"], ["y"], domain="com.microsoft"), 2 * x + bias,
          initializers=[named("b", bias)], opsets=[("", 13)], ir_version=7)
    write("no_import_ml", h.make_node("Binarizer", ["x"], ["y"], domain="ai.onnx.ml"), (x > 0).astype(F32),
          opsets=[("", 12)])
    write("no_import_onnx", h.make_node("Relu", ["x"], ["y"]), np.maximum(x, 0), opsets=[("com.microsoft", 1)])
    write("no_import_at_all", h.make_node("Add", ["x", "x"], ["y"]), 2 * x, opsets=[], ir_version=2)
    write("domain_in_full", h.make_node("Relu", ["x"], ["y"], domain="ai.onnx"), np.maximum(x, 0),
          opsets=[("ai.onnx", 13)])


def name_cases(folder, x, floats):
    """Names that are empty, shared or in no order."""
    info, y = [value("x", shape=[2, 3])], [value("y")]
    w = np.array([1, 2, 3], F32)
    for version in (3, 10):
        model = make_model([h.make_node("Add", ["x", "w"], ["y"])], [value("w", shape=[3])] + info, y, [named("w", w)],
                           opsets=[("", 7)], ir_version=version)
        save_case(folder, f"default_{version}", model, {"w": w + 1, "x": x}, [x + w + 1])
    clip = make_model([h.make_node("Clip", ["x", "", "w"], ["y"])], info, y, [named("w", F32(0.5))])
    save_case(folder, "absent_between", clip, {"x": x}, [np.minimum(x, F32(0.5))])
    clip = make_model([h.make_node("Clip", ["x", "", ""], ["y"])], info, y)
    save_case(folder, "absent_behind", clip, {"x": x}, [x])
    top = make_model([h.make_node("TopK", ["x", "k"], ["", "y"])], info, [value("y", T.INT64)], [named("k", np.array([2]))])
    save_case(folder, "absent_output", top, {"x": x}, [np.argsort(-x, 1)[:, :2]])
    lstm = h.make_node("LSTM", ["s", "w", "r", "", "", "", "c"], ["", "h", ""], hidden_size=2)
    s, weights, r, c = floats(3, 1, 2), floats(1, 8, 2), floats(1, 8, 2), floats(1, 1, 2)
    hidden, cell = np.zeros((1, 2), F32), c[0]
    for step in s:
        i, o, f, z = np.split(step @ weights[0].T + hidden @ r[0].T, 4, 1)
        i, o, f = (1 / (1 + np.exp(-g)) for g in (i, o, f))
        cell = f * cell + i * np.tanh(z)
        hidden = o * np.tanh(cell)
    model = make_model([lstm], [value("s", shape=[3, 1, 2])], [value("h")],
                       [named("w", weights), named("r", r), named("c", c)])
    save_case(folder, "absent_states", model, {"s": s}, [hidden[None]])
    nodes = [h.make_node("Relu", ["t"], ["y"], name="n"), h.make_node("Neg", ["x"], ["t"], name="n")]
    save_case(folder, "no_order", make_model(nodes, info, y), {"x": x}, [np.maximum(-x, 0)])
    model = make_model([], info, [value("x", shape=[2, 3]), value("w")], [named("w", w)])
    save_case(folder, "no_nodes", model, {"x": x}, [x, w])


def function(name, inputs, outputs, nodes, domain="local", opsets=(("", 21), ("local", 1)), **options):
    return h.make_function(domain, name, inputs, outputs, nodes, [h.make_opsetid(*o) for o in opsets], **options)


def refer(node, name, outer):
    node.attribute.append(onnx.AttributeProto(name=name, type=onnx.AttributeProto.FLOAT, ref_attr_name=outer))
    return node


def function_cases(folder, x):
    info, y = [value("x", shape=[2, 3])], [value("y")]
    imports = [("", 21), ("local", 1)]

    def write(name, node, functions, expected, more=(), inputs=None, opsets=imports):
        model = make_model([node], info + list(more), y, functions=functions, opsets=opsets)
        save_case(folder, name, model, {"x": x, **(inputs or {})}, [expected])

    def local(kind, inputs, outputs, **attributes):
        return h.make_node(kind, inputs, outputs, domain="local", **attributes)

    inner = function("Inner", ["a"], ["b"], [h.make_node("Neg", ["a"], ["b"])])
    middle = function("Middle", ["a"], ["b"], [local("Inner", ["a"], ["t"]), h.make_node("Add", ["a", "t"], ["u"]),
                                               local("Inner", ["u"], ["b"])])
    outer = function("Outer", ["a"], ["b"], [local("Middle", ["a"], ["t"]), h.make_node("Exp", ["t"], ["b"])])
    write("functions_nested", local("Outer", ["x"], ["y"]), [outer, inner, middle], np.ones_like(x))
    write("functions_no_import", local("Inner", ["x"], ["y"]), [inner], -x, opsets=[("", 21)])
    for domain, node in (("", h.make_node("Relu", ["x"], ["y"])),
                         ("com.microsoft", h.make_node("Gelu", ["x"], ["y"], domain="com.microsoft"))):
        over = function(node.op_type, ["a"], ["b"], [h.make_node("Neg", ["a"], ["b"])], domain)
        write(f"function_over_{node.op_type.lower()}", node, [over], -x, opsets=[("", 21), ("com.microsoft", 1)])
    old = function("Old", ["a"], ["b"], [h.make_node("Clip", ["a"], ["b"], min=-0.5, max=0.5)], opsets=[("", 6)])
    write("function_of_an_older_opset", local("Old", ["x"], ["y"]), [old], np.clip(x, -0.5, 0.5))
    one = function("O", ["a"], ["b"], [h.make_node("Neg", ["a"], ["b"])], overload="one")
    two = function("O", ["a"], ["b"], [h.make_node("Abs", ["a"], ["b"])], overload="two")
    write("function_overloads", local("O", ["x"], ["y"], overload="two"), [one, two], np.abs(x))

    # A branch inside of a function that reads the function's input and attribute.
    leaky = refer(h.make_node("LeakyRelu", ["a"], ["r"]), "alpha", "slope")
    branches = {"then_branch": h.make_graph([leaky], "t", [], [value("r")]),
                "else_branch": h.make_graph([local("Inner", ["a"], ["e"])], "e", [], [value("e")])}
    branch = h.make_node("If", ["c"], ["b"], **branches)
    flag = [value("c", T.BOOL, [])]

    def leaks(slope):
        return np.where(x < 0, x * F32(slope), x)

    given = function("F", ["a", "c"], ["b"], [branch], attributes=["slope"])
    default = function("F", ["a", "c"], ["b"], [branch], attribute_protos=[h.make_attribute("slope", 0.25)])
    chain = function("G", ["a", "c"], ["b"], [refer(local("F", ["a", "c"], ["b"]), "slope", "outer")],
                     attributes=["outer"])
    true = {"c": np.array(True)}
    write("function_attribute", local("F", ["x", "c"], ["y"], slope=0.5), [given, inner], leaks(0.5), flag, true)
    write("function_other_branch", local("F", ["x", "c"], ["y"], slope=0.5), [given, inner], -x, flag,
          {"c": np.array(False)})
    write("function_attribute_default", local("F", ["x", "c"], ["y"]), [default, inner], leaks(0.25), flag, true)
    write("function_attribute_not_set", local("F", ["x", "c"], ["y"]), [given, inner], leaks(0.01), flag, true)
    write("function_attribute_chain", local("G", ["x", "c"], ["y"], outer=0.5), [chain, given, inner], leaks(0.5), flag,
          true)
    write("function_attribute_chain_not_set", local("G", ["x", "c"], ["y"]), [chain, given, inner], leaks(0.01), flag,
          true)


def size_cases(folder, x):
    """Sizes and positions beyond 32 bits."""
    long = 2**40

    def write(name, nodes, inputs, expected, **model):
        infos = [value(n, h.np_dtype_to_tensor_dtype(a.dtype), a.shape) for n, a in inputs.items()]
        kind = h.np_dtype_to_tensor_dtype(expected.dtype)
        save_case(folder, name, make_model(nodes, infos, [value("y", kind)], **model), inputs, [expected])

    shape = h.make_node("Shape", ["t"], ["y"])
    sizes = np.array([0, long])
    write("long_constant", [h.make_node("ConstantOfShape", ["s"], ["t"]), shape], {"s": sizes}, sizes)
    write("long_expand", [h.make_node("Expand", ["x", "s"], ["t"]), shape],
          {"x": np.zeros((0, 1), F32), "s": np.array([1, long])}, sizes)
    write("long_arithmetic", [h.make_node("Shape", ["x"], ["s"]), h.make_node("Mul", ["s", "k"], ["y"])], {"x": x},
          np.array([2 * long, 3 * long]), initializers=[named("k", np.array(long))])
    ends = {"b": np.array(long), "e": np.array(long + 5), "d": np.array(2)}
    write("long_range", [h.make_node("Range", ["b", "e", "d"], ["y"])], ends, np.arange(long, long + 5, 2))
    ends = [named("b", np.array([-long])), named("e", np.array([2**63 - 1])), named("a", np.array([1]))]
    write("long_slice", [h.make_node("Slice", ["x", "b", "e", "a"], ["y"])], {"x": x}, x, initializers=ends)


def six_bit_cases(folder):
    """6-bit floats, four in three bytes or one a number: elements as onnx's helpers write them, casts of ml_dtypes."""
    new = {"opsets": [("", 28)], "ir_version": 14}
    x = np.concatenate([np.linspace(-9, 9, 41), [0.03, -0.0, 0.1875, 33, -1e9, np.inf]]).astype(F32)
    for name, kind in (("e2m3", T.FLOAT6E2M3), ("e3m2", T.FLOAT6E3M2)):
        dtype = h.tensor_dtype_to_np_dtype(kind)
        codes = x.astype(dtype)
        held = [numpy_helper.from_array(codes, "packed"),
                onnx.TensorProto(name="typed", data_type=kind, dims=codes.shape, int32_data=codes.view(np.uint8).tolist()),
                named("scale", np.array([0.25], F32)), numpy_helper.from_array(np.zeros(1, dtype), "zero")]
        nodes = [h.make_node("Cast", ["x"], ["cast"], to=kind), h.make_node("Cast", ["packed"], ["wide"], to=T.FLOAT16),
                 h.make_node("DequantizeLinear", ["typed", "scale"], ["real"]),
                 h.make_node("QuantizeLinear", ["x", "scale", "zero"], ["small"]),
                 h.make_node("Optional", ["packed"], ["maybe"]), h.make_node("OptionalGetElement", ["maybe"], ["held"])]
        expected = [codes, codes.astype(np.float16), codes.astype(F32) / 4, (x * 4).astype(dtype), codes]
        outputs = [value(n, h.np_dtype_to_tensor_dtype(e.dtype))
                   for n, e in zip(("cast", "wide", "real", "small", "held"), expected)]
        model = make_model(nodes, [value("x", T.FLOAT, x.shape)], outputs, held, **new)
        save_case(folder, f"six_bits_{name}", model, {"x": x}, expected)


def main():
    folder = pathlib.Path(sys.argv[1])
    rng = np.random.default_rng(4)

    def floats(*shape):
        return rng.normal(size=shape).astype(F32)

    old_forms(folder, floats)
    element_cases(folder)
    x = floats(2, 3)
    import_cases(folder, x)
    name_cases(folder, x, floats)
    function_cases(folder, x)
    size_cases(folder, x)
    six_bit_cases(folder)


if __name__ == "__main__":
    main()
