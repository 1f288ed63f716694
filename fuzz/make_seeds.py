#!/usr/bin/env python3
"""Writes the seeds of fuzz/model.cc: small models that between them use every kind of field. Needs onnx."""

import os

import numpy as np
from onnx import TensorProto, helper, numpy_helper

OUT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "seeds", "model")
FLOAT = TensorProto.FLOAT
info = helper.make_tensor_value_info
node = helper.make_node


def save(name, graph, functions=(), opset=17):
    model = helper.make_model(
        graph,
        functions=list(functions),
        ir_version=8,
        opset_imports=[helper.make_opsetid("", opset), helper.make_opsetid("local", 1)],
    )
    with open(os.path.join(OUT, name + ".onnx"), "wb") as file:
        file.write(model.SerializeToString())


def branch(name, text):
    return helper.make_graph([node("Identity", ["x"], ["y"], doc_string=text)], name, [], [info("y", FLOAT, None)])


def main():
    os.makedirs(OUT, exist_ok=True)
    x, y = info("x", FLOAT, ["N", 1, 4, 4]), info("y", FLOAT, None)
    weight = numpy_helper.from_array(np.ones((2, 1, 3, 3), np.float32), "w")
    typed = helper.make_tensor("b", FLOAT, [2], [1.0, 2.0])
    conv = node("Conv", ["x", "w", "b"], ["y"], "conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1], auto_pad="NOTSET")
    save("conv", helper.make_graph([conv], "g", [x], [y], [weight, typed]))

    condition = info("c", TensorProto.BOOL, [])
    both = node("If", ["c"], ["y"], then_branch=branch("then", "a"), else_branch=branch("else", "b"))
    save("if", helper.make_graph([both], "g", [condition, x], [y]))

    text = helper.make_tensor("s", TensorProto.STRING, [2], [b"a", b"bc"])
    constant = node("Constant", [], ["t"], value=text)
    sequence = node("SequenceConstruct", ["t", "t"], ["q"])
    kinds = helper.make_sequence_type_proto(helper.make_tensor_type_proto(TensorProto.STRING, [2]))
    save("sequence", helper.make_graph([constant, sequence], "g", [], [helper.make_value_info("q", kinds)]))

    sparse = helper.make_sparse_tensor(
        helper.make_tensor("v", FLOAT, [2], [1.0, 2.0]), helper.make_tensor("i", TensorProto.INT64, [2], [0, 3]), [2, 2]
    )
    save("sparse", helper.make_graph([node("Constant", [], ["y"], sparse_value=sparse)], "g", [], [y]))

    half = numpy_helper.from_array(np.ones(3, np.float16), "h")
    nibbles = helper.make_tensor("n", TensorProto.INT4, [3], [1, -1, 2])
    many = node("Many", ["h", "", "n"], ["y"], domain="local", fs=[1.0], ss=["a"], f=0.5, i=3)
    body = [node("Mul", ["a", "a"], ["b"])]
    function = helper.make_function("local", "Many", ["a", "o", "p"], ["b"], body, [helper.make_opsetid("", 17)], ["f"])
    save("function", helper.make_graph([many], "g", [], [y], [half, nibbles]), [function])

    outside = TensorProto(name="e", data_type=FLOAT, dims=[4], data_location=TensorProto.EXTERNAL)
    for key, value in {"location": "weights.bin", "offset": "0", "length": "16"}.items():
        outside.external_data.add(key=key, value=value)
    save("external", helper.make_graph([node("Relu", ["e"], ["y"])], "g", [], [y], [outside]))


if __name__ == "__main__":
    main()
