#!/usr/bin/env python3
"""Writes the models that the C++ client plays into tests/clients/cpp/models; what the client expects follows from what
stands here. Needs onnx and numpy; what it writes is checked in."""

import os

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

TARGET = os.path.join(os.path.dirname(os.path.abspath(__file__)), "models")
FLOAT, STRING, INT64 = TensorProto.FLOAT, TensorProto.STRING, TensorProto.INT64


def tensor(name, dtype, shape):
    return helper.make_tensor_value_info(name, dtype, shape)


def write(name, nodes, inputs, outputs, initializers=(), domains=(), check=True, **metadata):
    graph = helper.make_graph(nodes, name, inputs, outputs, list(initializers), doc_string="the graph of " + name)
    opsets = [helper.make_opsetid("", 20), *(helper.make_opsetid(domain, version) for domain, version in domains)]
    model = helper.make_model(graph, opset_imports=opsets, producer_name="maker", ir_version=9, model_version=7,
                              domain="domain.of.model", doc_string="what it is")  # fmt: skip
    helper.set_model_props(model, metadata)
    if check:
        checker.check_model(model)
    save(model, os.path.join(TARGET, name + ".onnx"))


def linear():
    """y = x * [10, 20, 30] + b, s = the shape of x; b is [1, 2, 3] when it is not given."""
    weights = numpy_helper.from_array(np.array([10, 20, 30], np.float32), "w")
    bias = numpy_helper.from_array(np.array([1, 2, 3], np.float32), "b")
    nodes = [
        helper.make_node("Mul", ["x", "w"], ["p"], "scale"),
        helper.make_node("Add", ["p", "b"], ["y"], "shift"),
        helper.make_node("Shape", ["x"], ["s"], "shape"),
    ]
    write("linear", nodes, [tensor("x", FLOAT, ["N", 3]), tensor("b", FLOAT, [3])],
          [tensor("y", FLOAT, ["N", 3]), tensor("s", INT64, [2])], [weights, bias], k="v", other="w")  # fmt: skip


def strings():
    """y = x followed by an exclamation mark."""
    mark = helper.make_tensor("mark", STRING, [1], [b"!"])
    write("strings", [helper.make_node("StringConcat", ["x", "mark"], ["y"])], [tensor("x", STRING, ["N"])],
          [tensor("y", STRING, ["N"])], [mark])  # fmt: skip


def sequences():
    """q = the sequence of a and b; e = element i of the sequence given."""
    kind = helper.make_tensor_type_proto(FLOAT, ["L"])
    given = helper.make_value_info("given", helper.make_sequence_type_proto(kind))
    made = helper.make_value_info("q", helper.make_sequence_type_proto(kind))
    nodes = [
        helper.make_node("SequenceConstruct", ["a", "b"], ["q"]),
        helper.make_node("SequenceAt", ["given", "i"], ["e"]),
    ]
    inputs = [tensor("a", FLOAT, ["A"]), tensor("b", FLOAT, ["B"]), given, tensor("i", INT64, [])]
    write("sequences", nodes, inputs, [made, tensor("e", FLOAT, ["E"])])


def maps():
    """v = the values of the map for a, b and c, 0 for what it lacks; z = a map from label to score per row."""
    one = helper.make_map_type_proto(STRING, helper.make_tensor_type_proto(FLOAT, []))
    given = helper.make_value_info("m", one)
    zipped = helper.make_value_info("z", helper.make_sequence_type_proto(one))
    nodes = [
        helper.make_node("DictVectorizer", ["m"], ["v"], domain="ai.onnx.ml", string_vocabulary=["a", "b", "c"]),
        helper.make_node("ZipMap", ["scores"], ["z"], domain="ai.onnx.ml", classlabels_strings=["cat", "dog"]),
    ]
    write("maps", nodes, [given, tensor("scores", FLOAT, ["N", 2])], [tensor("v", FLOAT, [1, 3]), zipped],
          domains=[("ai.onnx.ml", 1)])  # fmt: skip


def half():
    """y = x + x in half precision."""
    dtype = TensorProto.FLOAT16
    write("half", [helper.make_node("Add", ["x", "x"], ["y"])], [tensor("x", dtype, ["N"])],
          [tensor("y", dtype, ["N"])])  # fmt: skip


def custom():
    """Operators that no engine has: custom_ops.cc says what they compute."""
    nodes = [
        helper.make_node("Scale", ["x"], ["scaled"], "scaler", domain="test.custom", factor=2.5),
        helper.make_node("LiteAdd", ["scaled", "x"], ["sum"], "adder", domain="test.custom"),
        helper.make_node("LiteStruct", ["sum"], ["y"], "struct", domain="test.custom", offset=100),
        helper.make_node("LiteJoin", ["words", "x"], ["joined"], "joiner", domain="test.custom"),
    ]
    write("custom", nodes, [tensor("x", FLOAT, ["N"]), tensor("words", STRING, ["W"])],
          [tensor("y", FLOAT, ["N"]), tensor("joined", STRING, [1])], domains=[("test.custom", 1)], check=False)  # fmt: skip


def kernels():
    """Operators that no engine has: kernels.cc says what they compute."""
    table = helper.make_tensor("table", INT64, [2], [8, 9])
    nodes = [
        helper.make_node("Helped", ["x"], ["sum"], "helped", domain="test.custom"),
        helper.make_node("Gather", ["x", "sum", "x"], ["all"], "gather", domain="test.custom", axes=[3, 4],
                         mode="plain", weights=[0.5], table=table),
    ]  # fmt: skip
    write("kernels", nodes, [tensor("x", FLOAT, ["N"])], [tensor("sum", FLOAT, ["N"]), tensor("all", FLOAT, ["M"])],
          domains=[("test.custom", 1)], check=False)  # fmt: skip


def library():
    """Operators of library/custom_ops.cc."""
    domain = "test.library"
    nodes = [
        helper.make_node("Times", ["x"], ["y"], domain=domain),
        helper.make_node("CountAll", ["x", "text", "twice"], ["count"], domain=domain),
        helper.make_node("Reverse", ["text"], ["once"], domain=domain),
        helper.make_node("Reverse", ["text", "twice"], ["reversed"], domain=domain),
    ]
    write("library", nodes, [tensor("x", FLOAT, ["N"]), tensor("text", STRING, [1]), tensor("twice", INT64, [1])],
          [tensor("y", FLOAT, ["N"]), tensor("count", INT64, [1]), tensor("once", STRING, [1]),
           tensor("reversed", STRING, [1])], domains=[(domain, 1)], check=False)  # fmt: skip


def main():
    os.makedirs(TARGET, exist_ok=True)
    for make in (linear, strings, sequences, maps, half, custom, kernels, library):
        make()


if __name__ == "__main__":
    main()
