#!/usr/bin/env python3
"""Writes tests/data/cases/gradient: models with Gradient nodes (ai.onnx.preview.training), and the derivatives that
finite differences of ONNX's reference implementation give. Needs numpy and onnx.

usage: make_gradient_cases.py FOLDER

Every function of a case becomes a sum weighted at random, whose gradient is taken. Differences are central, of two
widths extrapolated, in float64, and so right to 8 digits or more.
"""

import math
import pathlib
import sys

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper
from onnx.reference import ReferenceEvaluator
from onnx.reference.op_run import OpRun

from make_contrib_cases import save_case

OPSETS = [h.make_opsetid("", 28), h.make_opsetid("ai.onnx.preview.training", 1)]


def derivative(function, values, index, width):
    """The gradient of a number with respect to values[index]."""
    result = np.zeros_like(values[index])
    for at in np.ndindex(result.shape):
        def moved(step):
            changed = [v.copy() for v in values]
            changed[index][at] += step
            return function(changed)

        coarse = (moved(width) - moved(-width)) / (2 * width)
        fine = (moved(width / 2) - moved(-width / 2)) / width
        result[at] = (4 * fine - coarse) / 3
    return result


class Erf(OpRun):
    """In float64; ONNX's own gives fewer digits."""

    def _run(self, x):
        return (np.vectorize(math.erf)(x),)


class Case:
    """Functions of a few variables, and the gradient of each."""

    def __init__(self, name, rng, **variables):
        self.name, self.rng, self.variables = name, rng, variables
        self.nodes, self.constants, self.results, self.expected = [], [], [], []

    def constant(self, value):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def add(self, label, nodes, width=1e-4, second=None, result="y", meaning=None):
        """`nodes` make `result` of this case's variables; gradients of all that they use are outputs. `second` names a
        variable for which the gradient's own gradient is taken as well. `meaning`: other nodes that say the same."""
        used = {name for node in nodes for name in node.input}
        names = [v for v in self.variables if v in used]
        values = [self.variables[v] for v in names]
        evaluate = self.evaluator(meaning or nodes, names, result)
        shape = evaluate(values).shape
        weights = self.rng.uniform(0.5, 1.5, shape) * np.where(self.rng.random(shape) < 0.3, -1, 1)

        def loss(of):
            return float((evaluate(of) * weights).sum())

        own = {o: f"{label}_{o}" for node in nodes for o in node.output if o}
        for node in nodes:
            copied = onnx.NodeProto()
            copied.CopyFrom(node)
            del copied.input[:], copied.output[:]
            copied.input.extend(own.get(i, i) for i in node.input)
            copied.output.extend(own.get(o, o) for o in node.output)
            self.nodes.append(copied)
        self.nodes.append(h.make_node("Mul", [own[result], self.constant(weights)], [f"{label}_w"]))
        gradients = [f"{label}_d{v}" for v in names]
        self.gradient(names, f"{label}_w", gradients)
        self.results += gradients
        self.expected += [derivative(loss, values, i, width) for i in range(len(names))]
        if second is not None:
            self.second(label, names, values, loss, names.index(second))

    def second(self, label, names, values, loss, index):
        weights = self.rng.uniform(0.5, 1.5, values[index].shape)

        def slope(of):
            return float((derivative(loss, of, index, 4e-3) * weights).sum())

        self.nodes.append(h.make_node("Mul", [f"{label}_d{names[index]}", self.constant(weights)], [f"{label}_ww"]))
        gradients = [f"{label}_dd{v}" for v in names]
        self.gradient(names, f"{label}_ww", gradients)
        self.results += gradients
        self.expected += [derivative(slope, values, i, 4e-3) for i in range(len(names))]

    def gradient(self, names, y, outputs):
        self.nodes.append(h.make_node("Gradient", names, outputs, domain="ai.onnx.preview.training", xs=names, y=y))

    def evaluator(self, nodes, names, result):
        graph = h.make_graph(nodes, "function", [self.info(n) for n in names],
                             [h.make_tensor_value_info(result, T.DOUBLE, None)], self.constants)
        model = h.make_model(graph, opset_imports=OPSETS[:1], ir_version=10)
        reference = ReferenceEvaluator(model, new_ops=[Erf])
        return lambda values: np.asarray(reference.run([result], dict(zip(names, values)))[0])

    def info(self, name):
        return h.make_tensor_value_info(name, T.DOUBLE, self.variables[name].shape)

    def save(self, folder):
        graph = h.make_graph(self.nodes, self.name, [self.info(v) for v in self.variables],
                             [h.make_tensor_value_info(r, T.DOUBLE, None) for r in self.results], self.constants)
        model = h.make_model(graph, opset_imports=OPSETS, ir_version=10)
        save_case(folder, self.name, model, self.variables, self.expected)
        for label, value in zip(self.results, self.expected):
            if not np.isfinite(value).all():
                raise SystemExit(f"{self.name}: {label} is not finite")


def node(kind, inputs, outputs="y", **attributes):
    return h.make_node(kind, inputs.split(","), outputs.split(","), **attributes)


def away(rng, shape, bounds=(0.0,)):
    """Numbers that keep off the places where functions have a corner."""
    x = rng.uniform(-2.5, 2.5, shape)
    for b in bounds:
        x = np.where(np.abs(x - b) < 0.05, b + 0.1, x)
    return x


def unary_cases(rng, folder):
    case = Case("functions", rng, x=away(rng, (2, 5), (0, 0.5, 1, -1, 2, -2)))
    for kind in ("Abs Neg Reciprocal Exp Erf Sin Cos Tan Atan Sinh Cosh Tanh Asinh Relu Sigmoid Softplus Softsign Mish "
                 "HardSwish LeakyRelu Elu Celu Selu ThresholdedRelu HardSigmoid Shrink Floor Identity").split():
        smooth = kind in "Exp Sin Tanh Sigmoid Softplus Erf Elu".split()
        case.add(kind.lower(), [node(kind, "x")], second="x" if smooth else None)
    half, root = case.constant(np.float64(0.5)), case.constant(np.sqrt(0.5))
    case.add("gelu", [node("Gelu", "x")],
             meaning=[node("Mul", f"x,{root}", "r"), node("Erf", "r", "e"), node("Mul", f"x,{half}", "h"),
                      node("Mul", "h,e", "he"), node("Add", "h,he")])
    for kind, parameters in (("LeakyRelu", {"alpha": 0.3}), ("Elu", {"alpha": 0.7}), ("Celu", {"alpha": 1.7}),
                             ("Selu", {"alpha": 1.2, "gamma": 0.8}), ("ThresholdedRelu", {"alpha": 0.4}),
                             ("HardSigmoid", {"alpha": 0.4, "beta": 0.45}), ("Shrink", {"lambd": 1.2, "bias": 0.3}),
                             ("Gelu", {"approximate": "tanh"})):
        case.add(kind.lower() + "_set", [node(kind, "x", **parameters)])
    case.save(folder)
    case = Case("functions_inside", rng, x=rng.uniform(-0.9, 0.9, (7,)), p=rng.uniform(1.2, 3, (7,)))
    for kind in "Asin Acos Atanh".split():
        case.add(kind.lower(), [node(kind, "x")])
    for kind in "Sqrt Log Acosh".split():
        case.add(kind.lower(), [node(kind, "p")], second="p")
    case.save(folder)


def binary_cases(rng, folder):
    x, b = away(rng, (3, 4)), rng.uniform(0.6, 2, (3, 1))
    row, scalar = rng.uniform(0.6, 2, (4,)), np.asarray(rng.uniform(0.5, 1.5))
    case = Case("arithmetic", rng, x=x, b=b, row=row, scalar=scalar, p=np.abs(x) + 0.1)
    for kind in "Add Sub Mul Div".split():
        case.add(kind.lower(), [node(kind, "x,row")], second="x" if kind == "Mul" else None)
        case.add(kind.lower() + "_column", [node(kind, "b,x" if kind != "Div" else "x,b")])
        case.add(kind.lower() + "_scalar", [node(kind, "row,scalar")])
    case.add("self", [node("Mul", "x,x")], second="x")
    case.add("pow", [node("Pow", "p,row")], second="p")
    case.add("pow_three", [node("Pow", f"x,{case.constant(np.float64(3))}")], second="x")
    case.add("fmod", [node("Mod", "x,row", fmod=1)])
    case.add("min", [node("Min", "x,row,scalar")])
    case.add("max", [node("Max", "b,x,scalar")])
    case.add("sum", [node("Sum", "x,b,row")])
    case.add("mean", [node("Mean", "x,b,row")])
    case.add("where", [node("Less", "x,scalar", "less"), node("Where", "less,x,row")])
    case.add("clip", [node("Clip", f"x,{case.constant(np.float64(-1))},scalar")])
    case.add("prelu", [node("PRelu", "x,row")])
    case.add("cast", [node("Cast", "x", "n", to=T.INT64), node("Cast", "n", "m", to=T.DOUBLE), node("Mul", "m,x")])
    case.save(folder)


def product_cases(rng, folder):
    u = rng.uniform
    case = Case("products", rng, a=u(-1, 1, (2, 3, 4)), b=u(-1, 1, (4, 2)), v=u(-1, 1, (4,)), m=u(-1, 1, (3, 4)),
                n=u(-1, 1, (4, 3)), c=u(-1, 1, (3,)))
    case.add("matmul", [node("MatMul", "a,b")], second="a")
    case.add("matrix", [node("MatMul", "m,n")], second="m")
    case.add("column", [node("MatMul", "a,v")])
    case.add("row", [node("MatMul", "v,b")])
    case.add("dot", [node("MatMul", "v,v")])
    case.add("gemm", [node("Gemm", "m,n,c", alpha=0.5, beta=1.5)], second="n")
    case.add("gemm_tt", [node("Gemm", "n,m,c", alpha=0.7, transA=1, transB=1)])
    case.add("gemm_t", [node("Gemm", "m,m,c", transB=1)])
    case.add("gemm_ta", [node("Gemm", "n,n", transA=1)])
    for label, equation, names in (("rows", "ij,jk->ik", "m,n"), ("batch", "bij,jk->bki", "a,b"),
                                   ("summed", "bij,j->b", "a,v"), ("outer", "i,jk->kij", "v,m"),
                                   ("one", "ij->j", "m")):
        case.add("einsum_" + label, [node("Einsum", names, equation=equation)])
    case.save(folder)


def reduction_cases(rng, folder):
    case = Case("reductions", rng, x=away(rng, (2, 3, 4)), p=rng.uniform(0.5, 2, (2, 3, 4)))
    for kind in "Sum Mean Max Min Prod L1 L2 LogSum LogSumExp SumSquare".split():
        source = "p" if kind == "LogSum" else "x"
        axes = case.constant(np.array([1], np.int64))
        smooth = kind in "Prod L2 LogSumExp SumSquare LogSum".split()
        case.add(kind.lower(), [node("Reduce" + kind, f"{source},{axes}")], second=source if smooth else None)
        axes = case.constant(np.array([0, -1], np.int64))
        case.add(kind.lower() + "_dropped", [node("Reduce" + kind, f"{source},{axes}", keepdims=0)])
        case.add(kind.lower() + "_all", [node("Reduce" + kind, source, keepdims=0)])
    case.add("softmax", [node("Softmax", "x", axis=1)], second="x")
    case.add("log_softmax", [node("LogSoftmax", "x")], second="x")
    case.add("cumsum", [node("CumSum", f"x,{case.constant(np.int64(1))}", reverse=1, exclusive=1)])
    case.add("cumsum_plain", [node("CumSum", f"x,{case.constant(np.int64(2))}")])
    case.save(folder)
    zeros = np.array([[0.0, 2, 3], [0, 0, 4], [1, 2, 3]])
    case = Case("product_with_zeros", rng, x=zeros)
    case.add("prod", [node("ReduceProd", f"x,{case.constant(np.array([1], np.int64))}")])
    case.save(folder)


def move_cases(rng, folder):
    x = rng.uniform(-1, 1, (2, 3, 4))
    case = Case("moves", rng, x=x, z=rng.uniform(-1, 1, (2, 2, 4)), s=np.asarray(0.7), i=rng.uniform(-1, 1, (1, 4, 2, 2)),
                e=rng.uniform(-1, 1, (5, 3)))

    def ints(*values):
        return case.constant(np.array(values, np.int64))

    def square(label, *nodes):  # so that the gradient is no constant
        case.add(label, [*nodes, node("Mul", "moved,moved")])

    def moved(kind, inputs, **attributes):
        return node(kind, inputs, "moved", **attributes)

    square("reshape", moved("Reshape", f"x,{ints(3, -1)}"))
    square("flatten", moved("Flatten", "x", axis=2))
    square("unsqueeze", moved("Unsqueeze", f"x,{ints(0, 2)}"))
    square("squeeze", node("Unsqueeze", f"x,{ints(1)}", "u"), moved("Squeeze", f"u,{ints(1)}"))
    square("transpose", moved("Transpose", "x", perm=[2, 0, 1]))
    square("turned", moved("Transpose", "x"))
    square("concat", moved("Concat", "x,z", axis=1))
    square("concat_last", moved("Concat", "x,x", axis=-1))
    square("split", node("Split", f"x,{ints(1, 2)}", "first,moved", axis=1))
    square("slice", moved("Slice", f"x,{ints(3, 0)},{ints(0, 9)},{ints(2, 1)},{ints(-2, 2)}"))
    square("expand", moved("Expand", f"x,{ints(2, 2, 1, 4)}"))
    square("tile", moved("Tile", f"x,{ints(1, 2, 2)}"))
    square("pad", moved("Pad", f"x,{ints(1, 0, 2, 0, 0, 1)},s"))
    for mode in ("reflect", "edge", "wrap"):
        square("pad_" + mode, moved("Pad", f"x,{ints(0, 1, 2, 0, 2, 1)}", mode=mode))
    square("gather", moved("Gather", f"e,{case.constant(np.array([[0, -1], [3, 0]]))}"))
    square("gather_last", moved("Gather", f"x,{ints(1, 1, 3)}", axis=2))
    square("gather_nd", moved("GatherND", f"x,{case.constant(np.array([[0, 1], [1, 2], [0, 1]]))}"))
    square("gather_nd_batch", moved("GatherND", f"x,{case.constant(np.array([[1], [2]]))}", batch_dims=1))
    square("gather_elements", moved("GatherElements", f"x,{case.constant(np.array([[[0, 1, 1, 0]] * 3]))}"))
    at = case.constant(np.array([[[0, 2, 1, 0]], [[1, 0, 2, 1]]]))
    row = case.constant(rng.uniform(-1, 1, (2, 1, 4)))
    for how in ("none", "add"):
        update = [node("Slice", f"z,{ints(0)},{ints(1)},{ints(1)}", "part"), node("Add", f"part,{row}", "update")]
        square("scatter_elements_" + how, *update,
               moved("ScatterElements", f"x,{at},update", axis=1, reduction=how))
        places = case.constant(np.array([[1, 0], [0, 2]]))
        square("scatter_nd_" + how, node("Gather", f"z,{case.constant(np.int64(1))}", "rows", axis=1),
               moved("ScatterND", f"x,{places},rows", reduction=how))
    square("trilu", moved("Trilu", f"x,{case.constant(np.int64(1))}", upper=0))
    square("depth_to_space", moved("DepthToSpace", "i", blocksize=2))
    square("space_to_depth", moved("SpaceToDepth", "i", blocksize=2))
    square("compress", moved("Compress", f"x,{case.constant(np.array([True, False, True]))}", axis=1))
    square("reverse", moved("ReverseSequence", f"x,{ints(2, 1, 2)}", batch_axis=1, time_axis=0))
    square("resize", moved("Resize", f"i,,{case.constant(np.array([1, 1, 2, 1.5], np.float32))}", mode="nearest"))
    square("top_k", node("TopK", f"x,{ints(2)}", "moved,at", axis=1))
    case.save(folder)


def window_cases(rng, folder):
    u = rng.uniform
    case = Case("convolutions", rng, x=u(-1, 1, (2, 4, 5, 4)), w=u(-1, 1, (3, 4, 3, 2)), g=u(-1, 1, (4, 2, 2, 2)),
                b=u(-1, 1, (3,)), t=u(-1, 1, (4, 3, 3, 2)), line=u(-1, 1, (1, 4, 6)), k=u(-1, 1, (2, 4, 3)),
                few=u(-1, 1, (1, 1, 4)), tap=u(-1, 1, (1, 1, 2)))
    case.add("conv", [node("Conv", "x,w,b")])
    case.add("twice", [node("Conv", "few,tap", strides=[2]), node("Mul", "y,y", "z")], second="tap", result="z")
    case.add("padded", [node("Conv", "x,w,b", pads=[1, 0, 2, 1], strides=[2, 3])])
    case.add("dilated", [node("Conv", "x,w", dilations=[2, 1], pads=[2, 1, 1, 0])])
    case.add("grouped", [node("Conv", "x,g", group=2, strides=[2, 1])])
    case.add("upper", [node("Conv", "x,g", group=2, strides=[2, 2], auto_pad="SAME_UPPER")])
    case.add("lower", [node("Conv", "line,k", auto_pad="SAME_LOWER")])
    case.add("transposed", [node("ConvTranspose", "x,t,b", strides=[2, 1], pads=[1, 0, 0, 1])])
    case.add("transposed_more", [node("ConvTranspose", "x,t", strides=[2, 3], output_padding=[1, 2], dilations=[1, 2])])
    halves = [node("Split", "x", "xa,xb", axis=1, num_outputs=2), node("Split", "g", "ga,gb", axis=0, num_outputs=2),
              node("ConvTranspose", "xa,ga", "ya", strides=[2, 2]), node("ConvTranspose", "xb,gb", "yb", strides=[2, 2]),
              node("Concat", "ya,yb", axis=1)]
    case.add("transposed_group", [node("ConvTranspose", "x,g", group=2, strides=[2, 2])], meaning=halves)
    case.save(folder)
    x = rng.permutation(2 * 2 * 5 * 4).reshape(2, 2, 5, 4) / 10 - 4.03
    case = Case("pools", rng, x=x)
    for label, attributes in (("plain", {}), ("strides", {"strides": [2, 3]}),
                              ("ceil", {"strides": [2, 2], "ceil_mode": 1}), ("dilated", {"dilations": [2, 1]})):
        attributes["kernel_shape"] = [3, 2]
        case.add("max_" + label, [node("MaxPool", "x", **attributes)], width=1e-3)
        case.add("average_" + label, [node("AveragePool", "x", **attributes)])
    # The reference takes the pads of pools in another order than the specification.
    pads = [1, 1, 0, 1]
    sizes = case.constant(np.array([0, 0, 1, 1, 0, 0, 0, 1]))
    low = case.constant(np.float64(-100))
    cells = np.outer([2, 3, 3, 3], [1, 2, 2, 2, 1])
    case.add("max_pads", [node("MaxPool", "x", kernel_shape=[3, 2], pads=pads)], width=1e-3,
             meaning=[node("Pad", f"x,{sizes},{low}", "p"), node("MaxPool", "p", kernel_shape=[3, 2])])
    padded = [node("Pad", f"x,{sizes}", "p"), node("AveragePool", "p", "a", kernel_shape=[3, 2])]
    case.add("average_pads", [node("AveragePool", "x", kernel_shape=[3, 2], pads=pads)],
             meaning=[*padded, node("Mul", f"a,{case.constant(6 / cells)}")])
    case.add("average_counted", [node("AveragePool", "x", kernel_shape=[3, 2], pads=pads, count_include_pad=1)],
             meaning=[*padded, node("Identity", "a")])
    case.add("lp", [node("LpPool", "x", kernel_shape=[2, 2], p=3)])
    case.add("global_average", [node("GlobalAveragePool", "x")])
    case.add("global_max", [node("GlobalMaxPool", "x")], width=1e-3)
    case.save(folder)


def normalisation_cases(rng, folder):
    u = rng.uniform
    case = Case("normalisations", rng, x=u(-2, 2, (2, 4, 3)), last=u(0.5, 1.5, (3,)), shift=u(-1, 1, (3,)),
                scale=u(0.5, 1.5, (4,)), bias=u(-1, 1, (4,)), mean=u(-1, 1, (4,)), var=u(0.5, 1.5, (4,)))
    case.add("layer", [node("LayerNormalization", "x,last,shift")])
    case.add("instance", [node("InstanceNormalization", "x,scale,bias")])
    def constant(*values, kind=np.int64):
        return case.constant(np.array(values, kind))

    case.add("group", [node("GroupNormalization", "x,scale,bias", num_groups=2)], meaning=[
        node("Reshape", f"x,{constant(2, 2, 6)}", "g"),
        node("InstanceNormalization", f"g,{constant(1, 1, kind=float)},{constant(0, 0, kind=float)}", "n"),
        node("Reshape", f"n,{constant(2, 4, 3)}", "r"), node("Unsqueeze", f"scale,{constant(1)}", "s"),
        node("Unsqueeze", f"bias,{constant(1)}", "b"), node("Mul", "r,s", "rs"), node("Add", "rs,b")])
    case.add("batch", [node("BatchNormalization", "x,scale,bias,mean,var")])
    case.add("batch_training", [node("BatchNormalization", "x,scale,bias,mean,var", "y,rm,rv", training_mode=1)])
    case.add("lp", [node("LpNormalization", "x", axis=1)])
    # The reference forgets the absolute value where p is 1.
    case.add("l1", [node("LpNormalization", "x", axis=2, p=1)],
             meaning=[node("ReduceL1", f"x,{constant(2)}", "n"), node("Div", "x,n")])
    case.save(folder)


def loss_cases(rng, folder):
    case = Case("losses", rng, x=rng.uniform(-1, 1, (3, 4, 2)), w=rng.uniform(0.5, 1.5, (4,)))
    labels = case.constant(np.array([[0, 3], [1, 1], [2, 0]], np.int64))
    for how in ("mean", "sum", "none"):
        case.add("cross_" + how, [node("SoftmaxCrossEntropyLoss", f"x,{labels},w", reduction=how)])
        case.add("nll_" + how, [node("NegativeLogLikelihoodLoss", f"x,{labels}", reduction=how)])
    case.add("ignored", [node("SoftmaxCrossEntropyLoss", f"x,{labels},w", ignore_index=1)], second="x")
    case.add("dropout", [node("Dropout", "x")])
    case.save(folder)


def main():
    folder = pathlib.Path(sys.argv[1])
    makers = (unary_cases, binary_cases, product_cases, reduction_cases, move_cases, window_cases, normalisation_cases,
              loss_cases)
    for seed, make in enumerate(makers):
        make(np.random.default_rng(seed), folder)


if __name__ == "__main__":
    main()
