#!/usr/bin/env python3
"""Writes test cases from the code of the installed onnx package, in the layout that `sard test` plays.

usage: upstream_cases.py cases FOLDER    every case of one node that this version of onnx has, and manifest.csv
       upstream_cases.py types FOLDER    the same nodes at every version and with every element type of a constraint

The cases of `types` expect outputs of a shape that nothing has: what counts is that a case fails for its outputs and
for nothing else. `sard test FOLDER --report CSV` tells why each failed.
"""

import collections
import pathlib
import sys
import warnings

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.backend.test.case.node import collect_testcases


def proto(value, kind):
    if hasattr(value, "SerializeToString"):
        return value
    if kind.HasField("optional_type"):
        return numpy_helper.from_optional(value)
    if kind.HasField("sequence_type"):
        return numpy_helper.from_list(value)
    return numpy_helper.from_array(np.asarray(value))


def save(folder, name, model, inputs, outputs):
    data = folder / name / "test_data_set_0"
    data.mkdir(parents=True, exist_ok=True)
    (data.parent / "model.onnx").write_bytes(model.SerializeToString())
    for kind, values in (("input", inputs), ("output", outputs)):
        for i, value in enumerate(values):
            (data / f"{kind}_{i}.pb").write_bytes(value.SerializeToString())


def write_cases(folder):
    rows = ["case,group,ops,rtol,atol,note"]
    for case in collect_testcases(None):
        graph = case.model.graph
        values = [[proto(v, info.type) for v, info in zip(vs, infos)]
                  for vs, infos in zip(case.data_sets[0], (graph.input, graph.output))]
        save(folder / "node", case.name, case.model, *values)
        random = "bernoulli" in case.name
        ops = " ".join(sorted({n.op_type for n in graph.node}))
        rows.append(f"{case.name},node,{ops},{case.rtol},{case.atol},{'random' if random else ''}")
    (folder / "manifest.csv").write_text("\n".join(rows) + "\n")


ELEMENTS = {name.lower(): kind for name, kind in TensorProto.DataType.items()}


def element(text):  # "tensor(float)"
    return ELEMENTS.get(text[len("tensor("):-1])


def converted(value, kind):
    """`value` with another element type; where numbers do not fit, zeros."""
    value = np.asarray(numpy_helper.to_array(value) if isinstance(value, TensorProto) else value)
    if kind == TensorProto.STRING:
        return helper.make_tensor("", kind, value.shape, [str(v) for v in value.ravel()])
    dtype = helper.tensor_dtype_to_np_dtype(kind)
    try:
        return numpy_helper.from_array(value.real.astype(np.float64).astype(dtype))
    except (TypeError, ValueError):
        return numpy_helper.from_array(np.zeros(value.shape).astype(dtype))


def retyped(case, schema, constraint, kind):
    """The case's node at the schema's version, with values of `constraint` of type `kind`; None where it is none."""
    graph, node = case.model.graph, case.model.graph.node[0]
    if not schema.min_input <= len(node.input) <= schema.max_input or len(node.output) > schema.max_output:
        return None
    if any(a.name not in schema.attributes for a in node.attribute):
        return None
    given = {i.name: (i, v) for i, v in zip(graph.input, case.data_sets[0][0])}
    infos, inputs, used = [], [], False
    for at, name in enumerate(node.input):
        if not name or any(i.name == name for i in infos):
            continue
        if name not in given or not given[name][0].type.HasField("tensor_type"):
            return None
        info, value = given[name]
        mine = schema.inputs[min(at, len(schema.inputs) - 1)].type_str == constraint
        used |= mine
        own = kind if mine else info.type.tensor_type.elem_type
        inputs.append(converted(value, own) if mine else proto(value, info.type))
        infos.append(helper.make_tensor_value_info(name, own, list(inputs[-1].dims)))
    if not used:
        return None
    outputs = [helper.make_tensor_value_info(o, 0, None) for o in node.output if o]
    opsets = {"": 18} | {schema.domain: schema.since_version}
    model = helper.make_model(helper.make_graph([node], "retyped", infos, outputs), ir_version=10,
                              opset_imports=[helper.make_opsetid(*o) for o in opsets.items()])
    nothing = numpy_helper.from_array(np.zeros((1,) * 11 + (7,), np.float32))
    return model, inputs, [nothing] * len(outputs)


def write_types(folder):
    cases = collections.defaultdict(list)
    for case in collect_testcases(None):
        if len(case.model.graph.node) == 1:
            node = case.model.graph.node[0]
            cases[node.domain, node.op_type].append(case)
    missed = []
    for schema in onnx.defs.get_all_schemas_with_history():
        if schema.deprecated:
            continue
        for constraint in schema.type_constraints:
            for text in filter(element, constraint.allowed_type_strs):
                made = 0
                name = f"{schema.domain or 'onnx'}.{schema.name}-{schema.since_version}.{constraint.type_param_str}.{text}"
                for case in cases[schema.domain, schema.name]:
                    if made < 2 and (parts := retyped(case, schema, constraint.type_param_str, element(text))):
                        save(folder / "types", f"{name}.{made}", *parts)
                        made += 1
                if made == 0:
                    missed.append(name)
    print(f"{len(missed)} types of versions are in no case that fits:")
    print("\n".join(missed))


def main():
    warnings.simplefilter("ignore")
    folder = pathlib.Path(sys.argv[2])
    {"cases": write_cases, "types": write_types}[sys.argv[1]](folder)


if __name__ == "__main__":
    main()
