#!/usr/bin/env python3
"""Writes the seeds of the fuzz targets: small models, values, arrays and pictures that between them use every kind of
field. Needs onnx."""

import io
import os
import shutil

import numpy as np
from onnx import MapProto, OptionalProto, SequenceProto, TensorProto, helper, numpy_helper

HERE = os.path.dirname(os.path.abspath(__file__))
OUT = os.path.join(HERE, "seeds", "model")
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


def write(folder, name, content):
    os.makedirs(os.path.join(HERE, "seeds", folder), exist_ok=True)
    with open(os.path.join(HERE, "seeds", folder, name), "wb") as file:
        file.write(content)


def save_values():
    """The first byte says which kind fuzz/value.cc reads."""
    tensor = numpy_helper.from_array(np.ones((2, 2), np.float32), "t")
    typed = helper.make_tensor("s", TensorProto.STRING, [2], [b"a", b"bc"])
    sparse = helper.make_sparse_tensor(
        helper.make_tensor("v", FLOAT, [2], [1.0, 2.0]), helper.make_tensor("i", TensorProto.INT64, [2], [0, 3]), [2, 2]
    )
    tensors = SequenceProto(name="q", elem_type=1, tensor_values=[tensor, tensor])
    ints = MapProto(name="m", key_type=TensorProto.INT64, keys=[3, 1], values=tensors)
    texts = MapProto(name="m", key_type=TensorProto.STRING, string_keys=[b"b", b"a"], values=tensors)
    maps = SequenceProto(name="q", elem_type=4, map_values=[ints, ints])
    some = OptionalProto(name="o", elem_type=3, sequence_value=tensors)
    nested = SequenceProto(name="q", elem_type=3, sequence_values=[tensors, SequenceProto(elem_type=1)])
    values = {"tensor": (0, tensor), "strings": (0, typed), "sparse": (1, sparse), "maps": (2, maps), "map": (3, texts)}
    values |= {"optional": (4, some), "none": (4, OptionalProto(name="o")), "nested": (5, nested)}
    for name, (kind, proto) in values.items():
        write("value", name, bytes([kind]) + proto.SerializeToString())


def save_arrays():
    arrays = {
        "floats": np.ones((2, 3), np.float32),
        "fortran": np.asfortranarray(np.arange(6, dtype=">i2").reshape(2, 3)),
        "texts": np.array(["a", "bc"]),
        "bytes": np.array([b"a", b"bc"]),
        "scalar": np.array(True),
    }
    for name, array in arrays.items():
        file = io.BytesIO()
        np.save(file, array)
        write("npy", name, file.getvalue())
    for name, save_all in {"stored": np.savez, "deflated": np.savez_compressed}.items():
        file = io.BytesIO()
        save_all(file, a=np.ones(3), b=np.array(["x"]))
        write("npy", name, file.getvalue())


def copy_pictures():
    pictures = os.path.join(os.path.dirname(HERE), "tests", "data", "pictures")
    os.makedirs(os.path.join(HERE, "seeds", "image"), exist_ok=True)
    for name in ("rgb.png", "palette.png", "bits.png", "grey.jpg", "progressive.jpg", "cmyk.jpg"):
        shutil.copy(os.path.join(pictures, name), os.path.join(HERE, "seeds", "image", name))


def main():
    os.makedirs(OUT, exist_ok=True)
    save_values()
    save_arrays()
    copy_pictures()
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
