#!/usr/bin/env python3
"""Makes tests/data/bad_models: small files that a loader must refuse with an Error, never with a crash.

file/ holds files that break the rules of the format: reading the model or taking its tensors must fail.
graph/ holds well-formed files whose graphs break ONNX's rules: reading succeeds, importing must fail.

Needs the Python package onnx for graph/ and for the sound model that some of file/ are cut from.
"""

import os
import sys

import onnx
from onnx import TensorProto, helper

ROOT = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "tests", "data", "bad_models")
FLOAT = TensorProto.FLOAT


# ---- bytes by hand ----------------------------------------------------------------------------------------
def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value)


def chunk(field, content):
    if isinstance(content, str):
        content = content.encode()
    return varint(field << 3 | 2) + varint(len(content)) + content


def model_of(graph, ir=10, opset=True):
    return number(1, ir) + (chunk(8, number(2, 21)) if opset else b"") + chunk(7, graph)


def weight(content):
    """A model with one initializer named w."""
    return model_of(chunk(5, content + chunk(8, "w")))


def attribute(content):
    return model_of(chunk(1, chunk(4, "Op") + chunk(5, chunk(1, "a") + content)))


def external(*entries, dtype=FLOAT):
    content = number(1, 2) + number(2, dtype) + number(14, 1)
    for key, value in entries:
        content += chunk(13, chunk(1, key) + chunk(2, value))
    return weight(content)


def sparse(indices, dims):
    values = number(1, len(indices)) + number(2, FLOAT) + chunk(4, b"\0\0\x80\x3f" * len(indices))
    positions = number(1, len(indices)) + number(2, TensorProto.INT64) + b"".join(number(7, i) for i in indices)
    sizes = b"".join(number(3, d) for d in dims)
    return model_of(chunk(15, chunk(1, values) + chunk(2, positions) + sizes))


def nested(levels, wrap, innermost=b""):
    for _ in range(levels):
        innermost = wrap(innermost)
    return innermost


def broken_files():
    sound = one_node("Relu", ["x"], ["y"]).SerializeToString()
    floats = number(2, FLOAT)
    yield "empty", b""
    for cut in (1, 7, len(sound) // 3, len(sound) // 2, len(sound) - 1):
        yield f"truncated_{cut}", sound[:cut]
    yield "zeros", bytes(64)
    yield "text", b"This is not a model.\n"
    yield "git_lfs", b"version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"
    yield "zip", b"PK\x03\x04" + bytes(40)
    yield "group", number(1, 10) + b"\x3b\x3c"
    yield "wire_type_7", number(1, 10) + b"\x3f"
    yield "endless_varint", b"\x08" + b"\xff" * 20
    yield "length_past_end", number(1, 10) + b"\x3a\xff\xff\xff\xff\x0f"
    yield "length_of_64_bits", number(1, 10) + b"\x3a" + b"\xff" * 9 + b"\x01"
    yield "graph_as_number", number(1, 10) + number(7, 5)
    yield "ir_version_0", model_of(b"", ir=0)
    yield "ir_version_99", model_of(b"", ir=99)
    yield "ir_version_negative", model_of(b"", ir=-3)
    yield "no_opset_import", model_of(b"", opset=False)
    yield "no_graph", number(1, 10) + chunk(8, number(2, 21))
    yield "dtype_77", weight(number(2, 77))
    yield "dtype_negative", weight(number(2, -1))
    yield "no_dtype", weight(number(1, 1) + chunk(9, b"1234"))
    yield "raw_too_short", weight(number(1, 3) + floats + chunk(9, b"12345678"))
    yield "raw_too_long", weight(number(1, 1) + floats + chunk(9, b"12345678"))
    yield "typed_too_few", weight(number(1, 3) + floats + chunk(4, b"12345678"))
    yield "typed_too_many", weight(number(1, 1) + floats + chunk(4, b"12345678"))
    yield "typed_in_wrong_field", weight(number(1, 1) + floats + number(7, 1))
    yield "typed_cut_inside", weight(number(1, 2) + floats + chunk(4, b"1234567"))
    yield "raw_and_typed", weight(number(1, 1) + floats + chunk(9, b"1234") + chunk(4, b"1234"))
    yield "dim_negative", weight(number(1, -5) + floats)
    yield "dims_overflow", weight(number(1, 1 << 62) * 3 + floats)
    yield "dims_huge", weight(number(1, 1 << 45) + floats)
    yield "strings_huge", weight(number(1, 1 << 45) + number(2, TensorProto.STRING) + chunk(6, "a"))
    yield "strings_in_raw", weight(number(1, 1) + number(2, TensorProto.STRING) + chunk(9, "a"))
    yield "rank_65", weight(number(1, 1) * 65 + floats + chunk(4, b"1234"))
    yield "segment", weight(number(1, 1) + floats + chunk(3, number(1, 0) + number(2, 1)))
    yield "data_location_9", weight(number(1, 1) + floats + number(14, 9))
    yield "external_absolute", external(("location", "/etc/hostname"))
    yield "external_parent", external(("location", "../README.md"))
    yield "external_parent_inside", external(("location", "a/../../README.md"))
    yield "external_missing", external(("location", "no_such_file.bin"))
    yield "external_folder", external(("location", "."))
    yield "external_nul", external(("location", b"a\0b"))
    yield "external_no_location", external(("offset", "0"))
    yield "external_offset_text", external(("location", "raw_too_long.onnx"), ("offset", "4kB"))
    yield "external_offset_far", external(("location", "raw_too_long.onnx"), ("offset", "18446744073709551615"))
    yield "external_length", external(("location", "raw_too_long.onnx"), ("length", "4"))
    yield "external_strings", external(("location", "raw_too_long.onnx"), dtype=TensorProto.STRING)
    yield "external_memory_address", external(("location", "*/_ORT_MEM_ADDR_/*"), ("offset", "4096"), ("length", "8"))
    yield "attribute_type_99", attribute(number(20, 99))
    yield "attribute_wrong_member", attribute(number(20, 2) + varint(2 << 3 | 5) + b"1234")
    yield "attribute_two_values", attribute(number(3, 1) + chunk(4, "s"))
    yield "attribute_no_graph", attribute(number(20, 5))
    yield "attribute_bad_tensor", attribute(number(20, 4) + chunk(5, number(1, 9) + floats + chunk(9, b"1")))
    yield "sparse_not_ascending", sparse([4, 2], [2, 3])
    yield "sparse_repeated", sparse([2, 2], [2, 3])
    yield "sparse_outside", sparse([2, 6], [2, 3])
    yield "sparse_overflow", sparse([0, 1], [1 << 40, 1 << 40])
    yield "nested_graphs", number(1, 1) + chunk(7, nested(150, lambda g: chunk(1, chunk(5, chunk(6, g)))))
    deep_type = nested(250, lambda t: chunk(4, chunk(1, t)))
    yield "nested_types", model_of(chunk(11, chunk(1, "x") + chunk(2, deep_type)))


# ---- graphs -----------------------------------------------------------------------------------------------
def info(name, shape=(2,), dtype=FLOAT):
    return helper.make_tensor_value_info(name, dtype, shape)


def model(nodes, inputs=("x",), outputs=("y",), opset=21, functions=(), **graph_fields):
    graph = helper.make_graph(nodes, "g", [info(n) for n in inputs], [info(n) for n in outputs], **graph_fields)
    imports = [helper.make_opsetid("", opset)]
    imports += [helper.make_opsetid(d, 1) for d in sorted({f.domain for f in functions})]
    return helper.make_model(graph, opset_imports=imports, ir_version=10, functions=list(functions))


def node(op, inputs, outputs, **attributes):
    return helper.make_node(op, inputs, outputs, **attributes)


def one_node(op, inputs, outputs, **attributes):
    return model([node(op, inputs, outputs, **attributes)])


def function(name, nodes, inputs=("a",), outputs=("b",)):
    imports = [helper.make_opsetid("", 21), helper.make_opsetid("local", 1)]
    return helper.make_function("local", name, list(inputs), list(outputs), nodes, imports)


def call(name, inputs, outputs):
    return node(name, inputs, outputs, domain="local")


def function_bomb(levels):
    """Each function calls the one before it twice: 2^levels nodes once inlined."""
    functions = [function("f0", [node("Relu", ["a"], ["b"])])]
    for i in range(1, levels):
        body = [call(f"f{i - 1}", ["a"], ["t"]), call(f"f{i - 1}", ["t"], ["b"])]
        functions.append(function(f"f{i}", body))
    return model([call(f"f{levels - 1}", ["x"], ["y"])], functions=functions)


def initializer(name, values, dtype=FLOAT):
    return helper.make_tensor(name, dtype, [len(values)], values)


def without(proto, attribute_index=0):
    del proto.graph.node[0].attribute[attribute_index]
    return proto


def duplicate_attribute():
    proto = one_node("Softmax", ["x"], ["y"], axis=0)
    proto.graph.node[0].attribute.append(helper.make_attribute("axis", -1))
    return proto


def branch(output, nodes):
    return helper.make_graph(nodes, "branch", [], [info(output)])


def if_node(then_nodes, else_nodes):
    return node("If", ["c"], ["y"], then_branch=branch("t", then_nodes), else_branch=branch("e", else_nodes))


def if_model(then_nodes, else_nodes):
    condition = helper.make_tensor("c", TensorProto.BOOL, [], [True])
    return model([if_node(then_nodes, else_nodes)], initializer=[condition])


def broken_graphs():
    relu = node("Relu", ["x"], ["y"])
    yield "cycle", model([node("Add", ["x", "b"], ["a"]), node("Relu", ["a"], ["b"]), node("Relu", ["b"], ["y"])])
    yield "self_loop", one_node("Add", ["x", "y"], ["y"])
    yield "not_sorted_undefined", model([node("Relu", ["nowhere"], ["y"])])
    yield "output_missing", model([relu], outputs=("z",))
    yield "output_twice", model([relu, node("Abs", ["x"], ["y"])])
    yield "output_repeated_in_node", model([node("Split", ["x"], ["y", "y"], num_outputs=2)])
    yield "output_is_input_name", model([node("Relu", ["x"], ["x"])], outputs=("x",))
    yield "input_twice", model([relu], inputs=("x", "x"))
    yield "initializer_twice", model([node("Add", ["x", "w"], ["y"])],
                                     initializer=[initializer("w", [1, 2]), initializer("w", [3, 4])])
    yield "initializer_without_name", model([relu], initializer=[initializer("", [1, 2])])
    yield "unknown_op", one_node("NoSuchOperator", ["x"], ["y"])
    yield "unknown_domain", one_node("Relu", ["x"], ["y"], domain="no.such.domain")
    yield "no_op_type", one_node("", ["x"], ["y"])
    yield "opset_999", model([relu], opset=999)
    yield "opset_0", model([relu], opset=0)
    yield "op_not_yet_in_opset", model([node("CumSum", ["x", "x"], ["y"])], opset=9)
    yield "op_deprecated", model([node("Upsample", ["x", "x"], ["y"])], opset=21)
    yield "too_few_inputs", one_node("Add", ["x"], ["y"])
    yield "too_many_inputs", one_node("Relu", ["x", "x"], ["y"])
    yield "required_input_left_out", one_node("Add", ["x", ""], ["y"])
    yield "too_many_outputs", one_node("Relu", ["x"], ["y", "z"])
    yield "required_attribute_missing", without(one_node("Concat", ["x", "x"], ["y"], axis=0))
    yield "attribute_of_wrong_type", one_node("Softmax", ["x"], ["y"], axis=1.5)
    yield "attribute_unknown", one_node("Relu", ["x"], ["y"], no_such_attribute=1)
    yield "attribute_twice", duplicate_attribute()
    yield "axis_outside", one_node("Softmax", ["x"], ["y"], axis=7)
    yield "types_differ", model([node("Add", ["x", "w"], ["y"])],
                                initializer=[initializer("w", [1, 2], TensorProto.INT64)])
    yield "type_not_allowed", model([node("Relu", ["w"], ["y"])],
                                    initializer=[initializer("w", [1, 0], TensorProto.BOOL)])
    yield "shapes_do_not_broadcast", model([node("Add", ["x", "w"], ["y"])], initializer=[initializer("w", [1, 2, 3])])
    yield "matmul_sizes", model([node("MatMul", ["x", "w"], ["y"])], initializer=[initializer("w", [1, 2, 3])])
    yield "reference_outside_of_function", reference_outside()
    yield "function_recursive", model([call("f", ["x"], ["y"])], functions=[function("f", [call("f", ["a"], ["b"])])])
    yield "function_mutual", model([call("f", ["x"], ["y"])], functions=[
        function("f", [call("g", ["a"], ["b"])]), function("g", [call("f", ["a"], ["b"])])])
    yield "function_twice", model([call("f", ["x"], ["y"])], functions=[
        function("f", [node("Relu", ["a"], ["b"])]), function("f", [node("Abs", ["a"], ["b"])])])
    yield "function_output_missing", model([call("f", ["x"], ["y"])],
                                           functions=[function("f", [node("Relu", ["a"], ["c"])])])
    yield "function_too_many_inputs", model([call("f", ["x", "x"], ["y"])],
                                            functions=[function("f", [node("Relu", ["a"], ["b"])])])
    yield "function_bomb", function_bomb(22)
    yield "if_without_else", without(if_model([node("Relu", ["x"], ["t"])], [node("Abs", ["x"], ["e"])]))
    yield "if_branch_output_missing", if_model([node("Relu", ["x"], ["q"])], [node("Abs", ["x"], ["e"])])
    yield "if_reads_other_branch", if_model([node("Relu", ["x"], ["t"])], [node("Abs", ["t"], ["e"])])
    yield "branch_shadows", if_model([node("Relu", ["x"], ["t"])], [node("Abs", ["x"], ["x"]),
                                                                   node("Neg", ["x"], ["e"])])
    yield "loop_body_arity", loop_with_short_body()


def reference_outside():
    proto = one_node("Softmax", ["x"], ["y"], axis=0)
    proto.graph.node[0].attribute[0].ref_attr_name = "axis"
    return proto


def loop_with_short_body():
    body = helper.make_graph([node("Identity", ["cond"], ["again"])], "body",
                             [info("i", (), TensorProto.INT64), info("cond", (), TensorProto.BOOL)],
                             [info("again", (), TensorProto.BOOL)])
    count = helper.make_tensor("n", TensorProto.INT64, [], [3])
    return model([node("Loop", ["n", "", "x"], ["y"], body=body)], initializer=[count])


def main():
    written = 0
    for folder, cases in (("file", broken_files()), ("graph", broken_graphs())):
        os.makedirs(os.path.join(ROOT, folder), exist_ok=True)
        for name, content in cases:
            if isinstance(content, onnx.ModelProto):
                content = content.SerializeToString()
            if len(content) > 2048:
                sys.exit(f"{name}: {len(content)} bytes, more than 2 kB")
            with open(os.path.join(ROOT, folder, name + ".onnx"), "wb") as out:
                out.write(content)
            written += 1
    print(f"{written} files in {os.path.relpath(ROOT)}")


if __name__ == "__main__":
    main()
