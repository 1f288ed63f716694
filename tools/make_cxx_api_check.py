#!/usr/bin/env python3
"""Writes tests/clients/cpp/signatures/*.cc: for every row of cxx_api.csv, the table of what the C++ headers of ONNX
Runtime declare, code that compiles only when our headers declare the same.

Methods and functions are assigned to pointers of their exact type, constructors are asked for by their parameters,
fields and aliases are compared. Run it again when the table changes; the results are committed.
"""

import argparse
import csv
import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGET = os.path.join(ROOT, "tests", "clients", "cpp", "signatures")
NOTE = "// Written by tools/make_cxx_api_check.py from a table of facts; do not edit."
ROWS_A_FILE = 200
KEYS = [f"onnxruntime_{name}_keys.h" for name in
        ("session_options_config", "run_options_config", "env_config", "ep_device_ep_metadata")]  # fmt: skip
HEADERS = ["onnxruntime_cxx_api.h", "onnxruntime_cxx_inline.h", "onnxruntime_float16.h", "onnxruntime_c_api.h",
           "onnxruntime_lite_custom_op.h", "onnxruntime_training_c_api.h", "onnxruntime_training_cxx_api.h",
           "onnxruntime_experimental_cxx_api.h", "cpu_provider_factory.h", *KEYS]  # fmt: skip
PROVIDER_OPTIONS = "core/framework/provider_options.h"
SAMPLES = """
// What templates are tried with.
struct SampleKernel {
  void Compute(OrtKernelContext*) {}
};
struct SampleOp : Ort::CustomOpBase<SampleOp, SampleKernel> {
  void* CreateKernel(const OrtApi&, const OrtKernelInfo*) const { return nullptr; }
  const char* GetName() const { return ""; }
  size_t GetInputTypeCount() const { return 0; }
  ONNXTensorElementDataType GetInputType(size_t) const { return {}; }
  size_t GetOutputTypeCount() const { return 0; }
  ONNXTensorElementDataType GetOutputType(size_t) const { return {}; }
  static Ort::Status InferOutputShape(Ort::ShapeInferContext&) { return Ort::Status(); }
};
struct SampleStruct {
  SampleStruct(const OrtApi*, const OrtKernelInfo*) {}
  void Compute(const Ort::Custom::Tensor<float>&) {}
  static Ort::Status InferOutputShape(Ort::ShapeInferContext&) { return Ort::Status(); }
};

// Can T be made from the parameters of the function type?
template <typename T, typename Parameters>
constexpr bool makes = false;
template <typename T, typename... Args>
constexpr bool makes<T, void(Args...)> = std::is_constructible_v<T, Args...>;
"""
ARGUMENTS = {  # what a template is tried with, beside those that a class row names
    "onnxruntime_float16::Float16Impl": ("Derived", "Ort::Float16_t"),
    "onnxruntime_float16::BFloat16Impl": ("Derived", "Ort::BFloat16_t"),
    "Ort::detail::Base": ("T", "OrtEnv"),
    "Ort::detail::Unowned": ("T", "OrtEnv"),
    "Ort::detail::GetValueImpl": ("T", "int64_t"),
    "Ort::Custom::Span": ("T", "float"),
    "Ort::Custom::Tensor": ("T", "float"),
    "Ort::Custom::OrtLiteCustomFunc": ("Arg", "const Ort::Custom::Tensor<float>&"),
    "Ort::Custom::OrtLiteCustomStruct": ("CustomOp", "SampleStruct"),
}


def split(text):
    """Parts between commas that stand in no bracket."""
    parts, depth, start = [], 0, 0
    for at, mark in enumerate(text):
        depth += (mark in "(<{[") - (mark in ")>}]")
        if mark == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in [*parts, text[start:].strip()] if part]


def without_default(parameter):
    return re.split(r"(?<![=<>!])=(?!=)", parameter)[0].strip()


def parameters_of(signature, name):
    """Parameters of a function, and what stands before and after them."""
    at = re.search(re.escape(name).replace(r"operator", r"operator\s*") + r"\s*\(", signature)
    if name == "operator()":
        at = re.search(r"operator\(\)\s*\(", signature)
    depth, start = 1, at.end()
    end = start
    while depth:
        depth += (signature[end] == "(") - (signature[end] == ")")
        end += 1
    return signature[: at.start()].strip(), split(signature[start : end - 1]), signature[end:].strip()


class Table:
    def __init__(self, path):
        with open(path, encoding="utf-8", newline="") as file:
            self.rows = list(csv.DictReader(file))
        self.skipped = []
        self.instances = dict(ARGUMENTS)
        for row in self.rows:  # using ConstX = detail::XImpl<detail::Unowned<const OrtX>>, struct X : detail::XImpl<OrtX>
            text = row["base"] if row["kind"] == "class" else row["signature"] if row["kind"] == "alias" else ""
            match = re.search(r"detail::(\w+Impl)<((?:Ort::)?(?:detail::)?[\w:]+(?:<.*>)?)>", text)
            if match and row["scope"] == "Ort":
                argument = re.sub(r"(?:Ort::)?detail::", "Ort::detail::", match[2])
                self.instances[f"Ort::detail::{match[1]}"] = ("T", argument)

    def include(self, row):
        header = row["header"]
        name = "provider_options.h" if header.startswith(PROVIDER_OPTIONS) else header
        known = header in HEADERS or header.startswith(PROVIDER_OPTIONS) or header == "(build)"
        if not known or (header != "(build)" and not os.path.exists(os.path.join(ROOT, "include", name))):
            self.skipped.append((row["header"], row["name"], "no header of that name"))
            return None
        return name


def namespace_of(scope):
    for space in ("Ort::detail::binding_utils", "Ort::detail::attr_utils", "Ort::Custom", "Ort::detail",
                  "Ort::Experimental", "Ort", "onnxruntime_float16::detail", "onnxruntime_float16", "onnxruntime"):  # fmt: skip
        if scope == space or scope.startswith(space + "::"):
            return space
    return ""


def instance(table, scope):
    """The class to derive from, and the template parameter that stands for its argument."""
    if scope.startswith("Ort::detail::Base<Unowned"):
        return "Ort::detail::Base<Ort::detail::Unowned<OrtEnv>>", ("T", "OrtEnv")
    if scope == "Ort::CustomOpBase":
        return "Ort::CustomOpBase<SampleOp, SampleKernel>", None
    for template, (name, argument) in table.instances.items():
        if scope == template or scope.startswith(template + "::"):
            return scope.replace(template, f"{template}<{argument}>", 1), (name, argument)
    return scope, None


def concrete(text):
    """Template parameters of functions replaced by a type."""
    text = re.sub(r"^template<[^>]*>\s*", "", text)
    return re.sub(r"\bArgs\s*(&&)?\s*\.\.\.", r"int\1", text)


def pointer_check(row, owner, self_name, arguments):
    """Lines that assign a function to a pointer of its type."""
    signature = row["signature"]
    is_template = signature.startswith("template")
    text = concrete(signature)
    head, parameters, tail = parameters_of(text, row["name"])
    head = re.sub(r"\b(static|constexpr|virtual|inline|explicit)\b", "", head).strip()
    types = ", ".join(without_default(p) for p in parameters)
    if is_template:
        for parameter in re.findall(r"(?:typename|class)\s+(\w+)", signature[: signature.index(">")]):
            value = "OrtMemoryInfo" if parameter == "U" else "float"
            head, types = (re.sub(rf"\b{parameter}\b", value, t) for t in (head, types))
    suffix = (" const" if re.search(r"\bconst\b", tail) else "") + (" noexcept" if "noexcept" in tail else "")
    is_static = "static" in signature.split(row["name"])[0] or row["kind"] == "function"
    pointer = "*" if is_static or owner is None else f"{self_name}::*"
    place = f"{self_name}::" if owner is not None else f"{row['scope']}::" if row["scope"] else ""
    name = row["name"]
    if is_template and not re.search(r"\bT\b|\bR\b|\bU\b", " ".join(map(str, re.findall(r"[^()]+", signature[signature.index(">"):])))):  # fmt: skip
        name += "<float>"
    return [f"{{ [[maybe_unused]] {head} ({pointer} f)({types}){suffix} = &{place}{name}; }}"]


def conversion_check(row, self_name):
    match = re.search(r"operator\s+(.+?)\s*\(\)\s*(.*)$", row["signature"])
    kind = match[1].strip()
    suffix = (" const" if "const" in match[2] else "") + (" noexcept" if "noexcept" in match[2] else "")
    return [f"{{ [[maybe_unused]] {kind} ({self_name}::*f)(){suffix} = &{self_name}::operator {kind}; }}"]


def constructor_check(row, owner):
    signature = row["signature"]
    name = re.search(r"(\w+)\s*\(", signature)[1]
    _, parameters, tail = parameters_of(signature, name)
    plain = [without_default(p) for p in parameters]
    lines = []
    wanted = "!" if "delete" in tail else ""
    counts = [len(plain)]
    defaults = [i for i, p in enumerate(parameters) if without_default(p) != p]
    if defaults:
        counts.append(defaults[0])
    for count in counts:
        types = ", ".join(plain[:count])
        types = re.sub(rf"\b{name}\b(?=\s*(&&?|const))", owner, types) if "::" in owner else types
        lines.append(f"static_assert({wanted}makes<{owner}, void({types})>);")
    return lines


def class_lines(table, scope, rows, number):
    owner, argument = instance(table, scope)
    name = f"check_{number}"
    out = [f"struct {name} : {owner} {{"]
    if argument:
        out.append(f"  using {argument[0]} = {argument[1]};")
    outer, last = scope.rsplit("::", 1)
    for row in table.rows if outer != namespace_of(outer) else ():  # of a class in a class: the names that it sees
        if row["kind"] == "alias" and row["scope"] == outer and not row["signature"].startswith("template"):
            out.append(f"  using {row['name']} = {owner[: -len(last) - 2]}::{row['name']};")
    abstract = owner in ("Ort::Custom::TensorBase",)
    body, members = [], []
    for row in rows:
        if argument and argument[0] == "Arg":
            row["signature"] = re.sub(r"\bArgs\s*\.\.\.", argument[1], row["signature"])
        kind, signature = row["kind"], row["signature"]
        if kind == "class":
            continue
        if kind == "ctor" and not abstract:
            members += constructor_check(row, owner)
        elif kind == "ctor":
            table.skipped.append((scope, row["name"], "abstract"))
        elif kind == "conversion":
            body += conversion_check(row, name)
        elif kind == "method" and row["name"] in ("SetCompute", "SetShapeInfer", "SetShapeInferFn", "LogFormattedMessage"):
            table.skipped.append((scope, row["name"], "chosen by the compiler; tests/clients/cpp uses it"))
        elif kind == "method family":
            table.skipped.append((scope, row["name"], "internal"))
        elif kind == "method" and re.search(r"=\s*delete", signature):
            members.append(f"static_assert(!std::is_copy_assignable_v<{owner}>);")
        elif kind == "method" and row["name"] == "operator=":  # the derived class hides it
            body += pointer_check(row, owner, owner, argument)
        elif kind == "method":
            body += pointer_check(row, owner, name, argument)
        elif kind == "field" and "union" in signature:
            body.append(f"static_assert(sizeof({name}::{row['name']}) == sizeof(void*));")
        elif kind == "field":
            declared = re.sub(rf"\s*\b{row['name']}\b.*$", "", signature)
            body.append(f"static_assert(std::is_same_v<decltype({name}::{row['name']}), {declared}>);")
        elif kind == "variable":
            body.append(f"static_assert({name}::{row['name']} == {signature.split('=')[1].strip()});")
        elif kind == "alias" and not signature.startswith("template"):
            members.append(f"static_assert(std::is_same_v<{row['name']}, {signature.split('=', 1)[1].strip()}>);")
        elif kind == "alias":
            table.skipped.append((scope, row["name"], "a template"))
        elif kind == "dtor":
            members.append(f"static_assert(std::is_destructible_v<{owner}>);")
        elif kind == "using":
            inherited = row["name"].split("::")[-1].replace(" ", "")
            if inherited not in ("Base", "B"):
                body.append(f"static_assert(sizeof(&{name}::{inherited}) > 0);")
        else:
            table.skipped.append((scope, row["name"], kind))
    out += [f"  {line}" for line in members]
    out += ["  [[gnu::used]] void check() {", *(f"    {line}" for line in body), "  }", "};"]
    return out


def free_lines(table, row, number):
    """What stands in no class."""
    kind, signature, name = row["kind"], row["signature"], row["name"]
    scope = f"{row['scope']}::" if row["scope"] else ""
    if kind == "class":
        if " " in name:  # C structs
            return [f"static_assert(sizeof({word}*) > 0);" for word in name.split()]
        if signature.startswith("template"):
            return []
        if name == "TypeToTensorType" or "<" in name or name == "GetValueImpl" or name == "Tensor":
            return []
        line = f"static_assert(std::is_class_v<{scope}{name}>);"
        base = row["base"]
        return [line] + ([f"static_assert(std::is_base_of_v<{base}, {scope}{name}>);"] if base else [])
    if kind == "alias":
        return [f"static_assert(std::is_same_v<{scope}{name}, {signature.split('=', 1)[1].strip()}>);"]
    if kind == "function":
        if name == "FinalizeModelEditorSession":
            table.skipped.append((row["scope"], name, "a method, which the table has too"))
            return []
        if name in ("CreateLiteCustomOp", "TypeToAttrType", "TypeToAttrsType") or "..." in signature:
            table.skipped.append((row["scope"], name, "a template; tests/clients/cpp uses it"))
            return []
        return [f"[[gnu::used]] inline void check_{number}() {{", *("  " + l for l in pointer_check(row, None, "", None)), "}"]
    if kind == "enum":
        values = [part.split("=") for part in signature.split(", ")]
        return [f"static_assert(static_cast<int>({scope}{name}::{v[0]}) == {v[1]});" for v in values if scope] or [
            f"static_assert(static_cast<int>({v[0]}) == {v[1]});" for v in values]  # fmt: skip
    if kind == "constant":
        return [f"[[gnu::used]] inline const char* check_{number}() {{ return {name}; }}"]
    table.skipped.append((row["scope"], name, kind))
    return []


def macro_lines(table, row):
    if row["header"] == "(build)" or "define" in row["signature"] and "before" in row["signature"] or row["name"] in (
        "ORT_DLL_IMPORT", "ORT_CUDA_CTX") or "internal" in row["signature"]:  # fmt: skip
        table.skipped.append(("", row["name"], "a macro that programs define, or that is no part of the API"))
        return []
    names = [re.sub(r"\(.*", "", word) for word in row["name"].split() if word != "..."]
    return [line for name in names for line in (f"#ifndef {name}", f'#error "{name} is not defined"', "#endif")]


def blocks(table):
    """(how many rows, lines) of every scope, in the order of the table."""
    scopes, number, macros = {}, 0, []
    for row in table.rows:
        if table.include(row) is None:
            continue
        if row["kind"] == "macro":
            macros += macro_lines(table, row)
            continue
        scopes.setdefault(row["scope"], []).append(row)
    yield 0, macros
    for scope, rows in scopes.items():
        number += 1
        space = namespace_of(scope)
        lines = []
        if scope != space:
            lines += class_lines(table, scope, rows, number)
        else:
            for at, row in enumerate(rows):
                lines += free_lines(table, row, f"{number}_{at}")
        if lines and space:
            lines = [f"namespace {space} {{", *lines, f"}}  // namespace {space}"]
        yield len(rows), lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", nargs="?", default=os.path.join(ROOT, "..", "shared", "reference", "cxx_api.csv"))
    parser.add_argument("--skipped", action="store_true", help="print what was left out, and why")
    options = parser.parse_args()
    table = Table(options.table)
    files, rows = [[]], 0
    for count, lines in blocks(table):
        if rows + count > ROWS_A_FILE and files[-1]:
            files.append([])
            rows = 0
        rows += count
        files[-1] += [*lines, ""]
    os.makedirs(TARGET, exist_ok=True)
    for old in os.listdir(TARGET):
        os.remove(os.path.join(TARGET, old))
    present = [h for h in [*HEADERS, "provider_options.h"] if os.path.exists(os.path.join(ROOT, "include", h))]
    head = [NOTE, "// clang-format off", *(f"#include <{header}>" for header in present), SAMPLES]
    for at, lines in enumerate(files):
        with open(os.path.join(TARGET, f"signatures_{at + 1}.cc"), "w", encoding="utf-8") as file:
            file.write("\n".join([*head, *lines]).rstrip("\n") + "\n")
    print(f"{len(table.rows)} rows, {len(table.skipped)} left out, {len(files)} files")
    if options.skipped:
        print(*(" | ".join(skipped) for skipped in table.skipped), sep="\n")


if __name__ == "__main__":
    main()
