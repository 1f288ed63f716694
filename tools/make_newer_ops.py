#!/usr/bin/env python3
"""Writes tools/onnx_ops_newer.csv: the operator versions of an installed onnx package that onnx_ops.csv lacks, in its
columns, for make_spec_table.py. Needs onnx (1.23 wrote the committed file).

usage: make_newer_ops.py ONNX_OPS.CSV OUTPUT
"""

import csv
import sys

from onnx import defs, helper

UNLIMITED = 2**31 - 1
COLUMNS = ("domain op since_version latest deprecated experimental min_inputs max_inputs min_outputs max_outputs inputs "
           "outputs attributes type_constraints function").split()


def limit(count):
    return "inf" if count == UNLIMITED else count


def parameter(p, least):
    """NAME:TYPE, then ? if optional, * and the least count if variadic, ~ if its types may differ."""
    option = {0: "", 1: "?", 2: f"*{least}"}[p.option.value]
    return f"{p.name}:{p.type_str}{option}{'' if p.is_homogeneous else '~'}"


def attribute(a):
    kind = a.type.name
    if a.required:
        return f"{a.name}:{kind} required"
    if not a.default_value.name:
        return f"{a.name}:{kind}"
    value = helper.get_attribute_value(a.default_value)
    return f"{a.name}:{kind} ={value.decode() if isinstance(value, bytes) else value}"


def row(s):
    function = s.has_function or s.has_context_dependent_function
    types = [f"{t.type_param_str}={'|'.join(t.allowed_type_strs)}" for t in s.type_constraints]
    values = (
        s.domain or "ai.onnx", s.name, s.since_version, 1, int(s.deprecated),
        int(s.support_level == defs.OpSchema.SupportType.EXPERIMENTAL), s.min_input, limit(s.max_input), s.min_output,
        limit(s.max_output), "; ".join(parameter(p, p.min_arity) for p in s.inputs),
        "; ".join(parameter(p, p.min_arity) for p in s.outputs),
        "; ".join(attribute(a) for _, a in sorted(s.attributes.items())), "; ".join(types),
        "fixed" if function else "none",
    )  # fmt: skip
    return dict(zip(COLUMNS, values))


def main():
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        known = {(r["domain"], r["op"], int(r["since_version"])) for r in csv.DictReader(file)}
    schemas = [s for s in defs.get_all_schemas_with_history()
               if (s.domain or "ai.onnx", s.name, s.since_version) not in known]
    with open(sys.argv[2], "w", newline="", encoding="utf-8") as file:
        out = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        out.writeheader()
        out.writerows(row(s) for s in sorted(schemas, key=lambda s: (s.domain, s.name, s.since_version)))


if __name__ == "__main__":
    main()
