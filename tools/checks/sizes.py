"""Functions of at most 60 lines (100 in kernels/), files of at most 500.

Exceptions stand in tools/checks/size_allowances.txt with their reason: PATH LIMIT REASON for a file,
PATH:FUNCTION LIMIT REASON for a function.
"""

import os
import re

from . import cpp

FILE_LINES, FUNCTION_LINES, KERNEL_LINES = 500, 60, 100
ALLOWANCES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "size_allowances.txt")
NOT_FUNCTIONS = re.compile(r"^\s*(?:inline\s+)?(?:namespace|extern\s*$|enum|union)\b")
TYPE = re.compile(r"\b(?:struct|class|union)\s+[\w:<>, \[\]]*(?:final\s*)?(?::[^:].*)?$", re.DOTALL)
NAME = re.compile(r"(operator\s*[^\s\w(]{1,3}|operator\s*\(\)|[\w:~]+|TEST_CASE\w*)\s*\(")


def functions(text):
    """(name, first line, lines) of every function body at namespace or class level of blanked text."""
    scopes, start = [], 0  # a scope: (is it a function, name, line)
    inside = 0
    for match in re.finditer(r"[{};]", text):
        at, mark = match.start(), match.group(0)
        if mark == "{":
            head = text[start:at].strip()
            is_function = not inside and "(" in head and not NOT_FUNCTIONS.match(head) and not TYPE.search(head)
            is_function = is_function and not head.endswith(("=", ",", "("))
            name = NAME.search(head) if is_function else None
            first = at - len(text[start:at].lstrip())
            scopes.append((is_function, name.group(1) if name else "?", text.count("\n", 0, first) + 1))
            inside += is_function
        elif mark == "}" and scopes:
            is_function, name, line = scopes.pop()
            inside -= is_function
            if is_function:
                yield name, line, text.count("\n", 0, at) + 2 - line
        start = at + 1


def allowances():
    rows = {}
    with open(ALLOWANCES, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                what, limit, _reason = line.split(None, 2)
                rows[what] = int(limit)
    return rows


def check(files):
    allowed, problems, seen = allowances(), [], 0
    for path in filter(cpp.ours, files):
        seen += 1
        with open(path, encoding="utf-8") as file:
            text = file.read()
        lines = text.count("\n")
        if lines > allowed.get(path, FILE_LINES):
            problems.append(f"{path}: {lines} lines, at most {allowed.get(path, FILE_LINES)}")
        usual = KERNEL_LINES if path.startswith("src/kernels/") else FUNCTION_LINES
        if path.startswith("tests/"):
            usual = KERNEL_LINES
        for name, line, count in functions(cpp.blanked(text)):
            limit = allowed.get(f"{path}:{name}", usual)
            if count > limit:
                problems.append(f"{path}:{line}: {name} has {count} lines, at most {limit}")
    return problems, f"{seen} files"
