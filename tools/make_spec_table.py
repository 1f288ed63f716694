#!/usr/bin/env python3
"""Writes src/graph/spec_data.cc, the table behind src/graph/spec.h, from CSV files of facts.

Each row of onnx_ops.csv, onnx_ops_newer.csv (what a later release added, see make_newer_ops.py) and contrib_ops.csv is
one operator version: arity, parameters, attributes and allowed types. Equal lists are written once. Run it again when the files change; the result is committed.
"""

import argparse
import csv
import os
import re
import sys

# ONNX's spelling inside tensor(...), at the place of its TensorProto.DataType number.
DTYPES = (
    "undefined float uint8 int8 uint16 int16 int32 int64 string bool float16 double uint32 uint64 complex64 "
    "complex128 bfloat16 float8e4m3fn float8e4m3fnuz float8e5m2 float8e5m2fnuz uint4 int4 float4e2m1 "
    "float8e8m0 uint2 int2 float6e2m3 float6e3m2"
).split()
ATTR_KINDS = {
    "FLOAT": "float_", "INT": "int_", "STRING": "string", "TENSOR": "tensor", "GRAPH": "graph",
    "FLOATS": "floats", "INTS": "ints", "STRINGS": "strings", "SPARSE_TENSOR": "sparse_tensor",
    "TYPE_PROTO": "type_proto",
}  # fmt: skip
# Fields of TypeSet, in its order, by the pattern that an element type stands in.
TYPE_FIELDS = [
    ("tensor(%s)", 0), ("seq(tensor(%s))", 1), ("optional(tensor(%s))", 2), ("optional(seq(tensor(%s)))", 3),
    ("sparse_tensor(%s)", 4),
]  # fmt: skip


def literal(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def split(text):
    return [part.strip() for part in text.split(";") if part.strip()]


def map_bit(text):
    """The bit of map(key, value): the value's number, plus 16 for string keys."""
    key, value = re.fullmatch(r"map\((\w+),\s*(\w+)\)", text).groups()
    return (16 if key == "string" else {"int64": 0}[key]) + DTYPES.index(value)


def type_set(text):
    """The seven masks of a TypeSet for 'type|type|...'."""
    masks = [0] * 7
    for one in filter(None, text.split("|")):
        if one.startswith("map("):
            masks[5] |= 1 << map_bit(one)
        elif one.startswith("seq(map("):
            masks[6] |= 1 << map_bit(one[4:-1])
        else:
            name = re.fullmatch(r"[a-z_(]*\((\w+)\)+", one).group(1)
            field = next(f for pattern, f in TYPE_FIELDS if pattern % name == one)
            masks[field] |= 1 << DTYPES.index(name)
    return tuple(masks)


def param(text):
    name, kind = re.fullmatch(r"([\w.]+):(.*)", text).groups()
    heterogeneous = kind.endswith("~")
    kind = kind.rstrip("~")
    kind, star, arity = kind.partition("*")
    optional = kind.endswith("?")
    kind = kind.rstrip("?")
    flags = ", ".join(str(bool(f)).lower() for f in (optional, star, heterogeneous))
    return f"{{{literal(name.rstrip('.'))}, {literal(kind)}, {flags}, {int(arity or 1)}}}"


def default(kind, text):
    """The default as spec.h describes it: no quotes, no brackets, lists with commas."""
    if kind in ("STRINGS", "INTS", "FLOATS"):
        items = text.strip("[]").split(",")
        return ",".join(i.strip().strip("'\"") for i in items)
    return text.strip("'\"") if kind == "STRING" else text


def attribute(text):
    match = re.fullmatch(r"(\w+):(\w+)(?:\s+(required)|\s*=(.*))?", text)
    name, kind, required, value = match.groups()
    has = value is not None
    return (
        f"{{{literal(name)}, AttrKind::{ATTR_KINDS[kind]}, {str(bool(required)).lower()}, "
        f"{str(has).lower()}, {literal(default(kind, value) if has else '')}}}"
    )


def constraint(text):
    name, _, types = text.partition("=")
    masks = ", ".join(f"{m:#x}" if m else "0" for m in type_set(types))
    return f"{{{literal(name.strip())}, {{{masks}}}}}"


class Lists:
    """Lists of initialisers of one array, equal runs shared."""

    def __init__(self, array, kind):
        self.array, self.kind, self.items, self.at = array, kind, [], {}

    def span(self, items):
        if not items:
            return "{}"
        key = tuple(items)
        if key not in self.at:
            self.at[key] = len(self.items)
            self.items.extend(items)
        return f"{{{self.array} + {self.at[key]}, {len(items)}}}"

    def text(self):
        return f"constexpr {self.kind} {self.array}[] = {{\n" + "".join(f"    {i},\n" for i in self.items) + "};\n"


def read(path, contrib):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        row["contrib"] = contrib
        row["domain"] = "" if row["domain"] == "ai.onnx" else row["domain"]
    return rows


def spec(row, params, attributes, constraints):
    limit = lambda text: "-1" if text == "inf" else text
    flag = lambda value: "true" if value else "false"
    fields = [
        literal(row["domain"]), literal(row["op"]), row["since_version"],
        flag(row["latest"] == "1"), flag(row["deprecated"] == "1"), flag(row["experimental"] == "1"),
        flag(row["contrib"]), flag(row["function"] != "none"),
        row["min_inputs"], limit(row["max_inputs"]), row["min_outputs"], limit(row["max_outputs"]),
        params.span([param(p) for p in split(row["inputs"])]),
        params.span([param(p) for p in split(row["outputs"])]),
        attributes.span([attribute(a) for a in split(row["attributes"])]),
        constraints.span([constraint(c) for c in split(row["type_constraints"])]),
    ]  # fmt: skip
    return "{" + ", ".join(fields) + "}"


def main():
    root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--reference", default=os.path.join(root, "..", "shared", "reference"))
    parser.add_argument("--output", default=os.path.join(root, "src", "graph", "spec_data.cc"))
    options = parser.parse_args()
    rows = read(os.path.join(options.reference, "onnx_ops.csv"), False)
    rows += read(os.path.join(options.reference, "contrib_ops.csv"), True)
    rows += read(os.path.join(root, "tools", "onnx_ops_newer.csv"), False)
    rows.sort(key=lambda r: (r["domain"], r["op"], int(r["since_version"])))
    for row, following in zip(rows, rows[1:]):
        if (row["domain"], row["op"]) == (following["domain"], following["op"]):
            row["latest"] = "0"
    params = Lists("kParams", "ParamSpec")
    attributes = Lists("kAttributes", "AttrSpec")
    constraints = Lists("kConstraints", "TypeConstraint")
    specs = "".join(f"    {spec(row, params, attributes, constraints)},\n" for row in rows)
    with open(options.output, "w", encoding="utf-8") as out:
        out.write(
            "// Written by tools/make_spec_table.py; do not edit. One row an operator version, sorted.\n"
            '#include "graph/spec.h"\n\n// clang-format off\nnamespace sardonyx {\nnamespace {\n\n'
        )
        out.write("\n".join(lists.text() for lists in (params, attributes, constraints)))
        out.write(f"\nconstexpr OpSpec kSpecs[] = {{\n{specs}}};\n\n}}  // namespace\n\n")
        out.write("std::span<const OpSpec> all_specs() { return kSpecs; }\n\n}  // namespace sardonyx\n")
    print(f"{len(rows)} rows, {len(params.items)} parameters, {len(attributes.items)} attributes, "
          f"{len(constraints.items)} constraints", file=sys.stderr)  # fmt: skip


if __name__ == "__main__":
    main()
