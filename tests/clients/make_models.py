#!/usr/bin/env python3
"""Writes the models that the clients play, and the digits' pixels as plain floats, into tests/clients/models.
Needs onnx and numpy; what it writes is checked in."""

import pathlib
import struct
import zlib

import numpy as np
from onnx import TensorProto, checker, helper

HERE = pathlib.Path(__file__).parent
OUT = HERE / "models"
FLOAT, INT64, STRING, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING, TensorProto.BOOL
tensor = helper.make_tensor_value_info
node = helper.make_node


def value(name, type_proto):
    return helper.make_value_info(name, type_proto)


def save(name, nodes, inputs, outputs, initializers=(), **fields):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(initializers), doc_string=fields.pop("graph_doc", ""))
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("ai.onnx.ml", 3)]
    properties = fields.pop("properties", {})
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="make_models", **fields)
    helper.set_model_props(model, properties)
    checker.check_model(model)
    (OUT / f"{name}.onnx").write_bytes(model.SerializeToString())


def scale():
    """y = x * factor + 0: one symbolic dim, one input with a default, every field of the metadata."""
    save(
        "scale",
        [node("Mul", ["x", "factor"], ["y"], "times"), node("ReduceSum", ["y"], ["total"], "sum", keepdims=0)],
        [tensor("x", FLOAT, ["batch", 3]), tensor("factor", FLOAT, [1])],
        [tensor("y", FLOAT, ["batch", 3]), tensor("total", FLOAT, [])],
        [helper.make_tensor("factor", FLOAT, [1], [2.0])],
        domain="tests.clients",
        doc_string="multiplies",
        graph_doc="one product",
        model_version=7,
        properties={"colour": "grün", "maker": "tests"},
    )


def text():
    save(
        "text",
        [node("StringConcat", ["a", "b"], ["joined"]), node("Identity", ["a"], ["same"])],
        [tensor("a", STRING, ["n"]), tensor("b", STRING, ["n"])],
        [tensor("joined", STRING, ["n"]), tensor("same", STRING, ["n"])],
    )


def types(name, kinds):
    codes = [getattr(TensorProto, kind.upper()) for kind in kinds]
    save(
        name,
        [node("Identity", [f"{kind}_in"], [f"{kind}_out"]) for kind in kinds],
        [tensor(f"{kind}_in", code, ["n"]) for kind, code in zip(kinds, codes)],
        [tensor(f"{kind}_out", code, ["n"]) for kind, code in zip(kinds, codes)],
    )


def containers():
    maps = helper.make_map_type_proto(INT64, helper.make_tensor_type_proto(FLOAT, []))
    texts = helper.make_map_type_proto(STRING, helper.make_tensor_type_proto(FLOAT, []))
    floats = helper.make_sequence_type_proto(helper.make_tensor_type_proto(FLOAT, None))
    ml = {"domain": "ai.onnx.ml"}
    save(
        "zipmap",
        [
            node("ZipMap", ["p"], ["by_number"], classlabels_int64s=[10, 20, 30], **ml),
            node("ZipMap", ["p"], ["by_name"], classlabels_strings=["ant", "bee", "cat"], **ml),
        ],
        [tensor("p", FLOAT, ["n", 3])],
        [value("by_number", helper.make_sequence_type_proto(maps)), value("by_name", helper.make_sequence_type_proto(texts))],
    )
    save(
        "sequence",
        [
            node("ConcatFromSequence", ["parts"], ["whole"], axis=0),
            node("SequenceInsert", ["parts", "last"], ["longer"]),
        ],
        [value("parts", floats), tensor("last", FLOAT, ["n"])],
        [tensor("whole", FLOAT, ["m"]), value("longer", floats)],
    )
    save(
        "map",
        [node("DictVectorizer", ["m"], ["v"], string_vocabulary=["cat", "ant", "bee"], **ml)],
        [value("m", texts)],
        [tensor("v", FLOAT, [1, 3])],
    )
    maybe = helper.make_optional_type_proto(helper.make_tensor_type_proto(FLOAT, ["n"]))
    save(
        "optional",
        [node("OptionalHasElement", ["maybe"], ["has"]), node("Optional", ["x"], ["some"])],
        [value("maybe", maybe), tensor("x", FLOAT, ["n"])],
        [tensor("has", BOOL, []), value("some", maybe)],
    )


def slow():
    """`trips` products of two 64x64 matrices, one after the other: something to stop."""
    square = [64, 64]
    body = helper.make_graph(
        [node("MatMul", ["before", "step"], ["after"]), node("Identity", ["go_in"], ["go_out"])],
        "body",
        [tensor("i", INT64, []), tensor("go_in", BOOL, []), tensor("before", FLOAT, square)],
        [tensor("go_out", BOOL, []), tensor("after", FLOAT, square)],
    )
    eye = np.eye(64, dtype=np.float32).ravel()
    save(
        "slow",
        [node("Loop", ["trips", "", "begin"], ["end"], body=body)],
        [tensor("trips", INT64, []), tensor("begin", FLOAT, square)],
        [tensor("end", FLOAT, square)],
        [helper.make_tensor("step", FLOAT, square, eye)],
    )


def programs():
    """What the example programs of other languages need: scores of a picture, the sum of a row."""
    save(
        "brightest",
        [node("GlobalAveragePool", ["input"], ["mean"]), node("Flatten", ["mean"], ["row"]), node("Softmax", ["row"], ["output"])],
        [tensor("input", FLOAT, [1, 3, 224, 224])],
        [tensor("output", FLOAT, [1, 3])],
    )
    save(
        "rows",
        [node("ReduceSum", ["input", "axes"], ["output"])],
        [tensor("input", FLOAT, [1, "N"])],
        [tensor("output", FLOAT, [1, 1])],
        [helper.make_tensor("axes", INT64, [1], [1])],
    )


def control():
    """An operator of the program's own with a tensor among its attributes, in a branch that captures x."""
    twice = node("Twice", ["x"], ["inner"], "twice", domain="fuzz", f=1.0, i=1, s="text", fs=[1.0, 2.0],
                 t=helper.make_tensor("t", FLOAT, [2], [1, 2]), ss=["a", "b"])
    twice.attribute.append(helper.make_attribute("is", [1, 2]))
    same = node("Identity", ["x"], ["outer"], "same")
    then = helper.make_graph([twice], "then", [], [tensor("inner", FLOAT, ["n", 3])])
    other = helper.make_graph([same], "other", [], [tensor("outer", FLOAT, ["n", 3])])
    choice = node("If", ["yes"], ["y"], "choice", then_branch=then, else_branch=other)
    graph = helper.make_graph(
        [choice], "control", [tensor("x", FLOAT, ["n", 3])], [tensor("y", FLOAT, ["n", 3])],
        [helper.make_tensor("yes", BOOL, [], [True])],
    )
    opsets = [helper.make_opsetid("", 20), helper.make_opsetid("fuzz", 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=9, producer_name="make_models")
    (OUT / "control.onnx").write_bytes(model.SerializeToString())


def branches():
    """What a graph may hold: a tensor as an attribute, and branches that capture x."""
    more = helper.make_graph([node("Add", ["x", "c"], ["sum"], "plus")], "then", [], [tensor("sum", FLOAT, ["n", 3])])
    same = helper.make_graph([node("Identity", ["x"], ["copy"], "same")], "other", [], [tensor("copy", FLOAT, ["n", 3])])
    save(
        "branches",
        [
            node("Constant", [], ["c"], "constant", value=helper.make_tensor("c", FLOAT, [3], [1, 2, 3])),
            node("If", ["yes"], ["y"], "choice", then_branch=more, else_branch=same),
        ],
        [tensor("x", FLOAT, ["n", 3]), tensor("yes", BOOL, [])],
        [tensor("y", FLOAT, ["n", 3])],
        [helper.make_tensor("yes", BOOL, [], [True])],
    )


def grey_png(path):
    """The pixels of an 8-bit greyscale PNG whose rows use filters 0 (none), 1 (left) and 2 (up)."""
    data, at, packed = path.read_bytes(), 8, b""
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8 : at + 8 + size]
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack_from(">IIBB", body)
            assert (depth, colour) == (8, 0), f"{path}: not 8-bit grey"
        packed += body if kind == b"IDAT" else b""
        at += size + 12
    rows = np.frombuffer(zlib.decompress(packed), np.uint8).reshape(height, width + 1)
    above, picture = np.zeros(width, np.uint8), []
    for row in rows:
        assert row[0] <= 2, f"{path}: filter {row[0]}"
        above = [row[1:], np.cumsum(row[1:], dtype=np.uint8), row[1:] + above][row[0]]
        picture.append(above)
    return np.stack(picture)


def digits():
    pictures = [HERE.parent.parent / "examples" / "digits" / "pictures" / f"{digit}.png" for digit in range(10)]
    pixels = np.stack([grey_png(picture) for picture in pictures])
    assert pixels.shape == (10, 8, 8)
    (pixels / np.float32(255)).astype("<f4").tofile(OUT / "digits.f32")


OUT.mkdir(exist_ok=True)
scale()
text()
kinds = "float double int8 int16 int32 int64 uint8 uint16 uint32 uint64 bool float16".split()
types("types", kinds)
for kind in [*kinds, "bfloat16"]:
    types(f"type_{kind}", [kind])
containers()
slow()
programs()
control()
branches()
digits()
(OUT / "broken.onnx").write_text("This is no protobuf message.\n")
