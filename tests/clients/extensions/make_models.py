#!/usr/bin/env python3
"""Writes the models of operators of onnxruntime-extensions into this folder. Needs onnx; what it writes is checked in."""

import pathlib

from onnx import TensorProto, helper

HERE = pathlib.Path(__file__).parent
DOMAIN = "ai.onnx.contrib"
FLOAT, INT64, STRING, BOOL = TensorProto.FLOAT, TensorProto.INT64, TensorProto.STRING, TensorProto.BOOL
value = helper.make_tensor_value_info


def save(op, inputs, outputs, **attributes):
    node = helper.make_node(op, [i.name for i in inputs], [o.name for o in outputs], "n", domain=DOMAIN, **attributes)
    graph = helper.make_graph([node], op, inputs, outputs)
    opsets = [helper.make_opsetid("", 17), helper.make_opsetid(DOMAIN, 1)]
    model = helper.make_model(graph, opset_imports=opsets, ir_version=8)
    (HERE / f"{op}.onnx").write_bytes(model.SerializeToString())


words = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "hello", "world", "##s"]
save("StringUpper", [value("x", STRING, ["N"])], [value("y", STRING, ["N"])])
save(
    "StringSplit",
    [value("x", STRING, ["N"]), value("separator", STRING, [1]), value("skip", BOOL, [1])],
    [value("at", INT64, None), value("parts", STRING, None), value("shape", INT64, None)],
)
save(
    "StringRegexReplace",
    [value("x", STRING, ["N"]), value("pattern", STRING, [1]), value("to", STRING, [1])],
    [value("y", STRING, ["N"])],
    global_replace=1,
)
save(
    "BertTokenizer",
    [value("x", STRING, [1])],
    [value("ids", INT64, None), value("types", INT64, None), value("mask", INT64, None)],
    vocab_file="\n".join(words),
    do_lower_case=1,
)
save("Inverse", [value("x", FLOAT, [2, 2])], [value("y", FLOAT, [2, 2])])
