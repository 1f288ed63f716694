#!/usr/bin/env python3
"""Rewrites the binding's C# 8 and 9 as C# 7.3, which is what Mono's compiler knows; the meaning stays.

usage: downlevel.py FROM TO
"""

import pathlib
import re
import sys

RULES = [
    (r"\b([\w.]+) is not null\b", r"(object)\1 != null"),
    (r"\b([\w.]+) is null\b", r"(object)\1 == null"),
    (r"\b([\w.]+) is not ([A-Z]\w+)", r"!(\1 is \2)"),
    (r"(where \w+ : )unmanaged\b", r"\1struct"),
    (r"\bstatic (\w+ =>)", r"\1"),
    (r"\b(\w+(?:<[\w<>, ]+>)?) (\w+) = new\(", r"\1 \2 = new \1("),
    (r"([\w.]+\.Span)\[(\w+)\] = ([^;]+);", r"{ var span_ = \1; span_[\2] = \3; }"),
    (r"(\w+\[[^\]]+\]) = (\w+\[[^\]]+\]) = ([^;]+);", r"\2 = \3; \1 = \3;"),
    # Mono cannot hand an array without a length to managed code; nobody reads this one.
    (r"IntPtr\[\] outputs, uint numOutputs", "IntPtr outputs, uint numOutputs"),
]


def close_usings(text):
    """`using var x = e;` becomes `using (var x = e) {`, closed where the enclosing block ends."""
    while found := re.search(r"\busing var (\w+) = ([^;]*);", text):
        depth, end = 0, found.end()
        while depth >= 0:
            depth += {"{": 1, "}": -1}.get(text[end], 0)
            end += 1
        begin = f"using (var {found[1]} = {found[2]}) {{"
        text = text[: found.start()] + begin + text[found.end() : end - 1] + "} " + text[end - 1 :]
    return text


def main():
    source, target = map(pathlib.Path, sys.argv[1:3])
    for file in sorted(source.rglob("*.cs")):
        text = close_usings(file.read_text(encoding="utf-8-sig"))
        for pattern, replacement in RULES:
            text = re.sub(pattern, replacement, text)
        to = target / file.relative_to(source)
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_text(text, encoding="utf-8")


main()
