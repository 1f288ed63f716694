"""Includes go down only, as the table in src/README.md says."""

import re

TABLE = "src/README.md"
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*["<]([^">]+)[">]', re.MULTILINE)


def read_table(text):
    """({folder: folders it may include}, {public header: folder})."""
    allowed, public = {}, {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        names = [re.findall(r"`([a-z_]+)`", cell) for cell in cells]
        if line.startswith("|") and len(cells) == 4 and len(names[0]) == 1:
            folder = names[0][0]
            allowed[folder] = set(names[2]) | {folder}
            public.update((header, folder) for header in names[3])
    return allowed, public


def folder_of(path, public):
    """The folder that a file or an include ranks with; None for what lies outside."""
    match = re.match(r"(?:include/)?sardonyx/(.+)\.hpp$", path)
    if match:
        return public.get(match.group(1), "api")
    match = re.match(r"(?:src/)?([a-z_]+)/", path)
    return match.group(1) if match else None


def check(files):
    with open(TABLE, encoding="utf-8") as file:
        allowed, public = read_table(file.read())
    if not allowed:
        return [f"{TABLE}: the table is not readable"], "no table"
    problems, seen = [], 0
    for path in files:
        if not path.startswith(("src/", "include/sardonyx/")) or not path.endswith((".cc", ".h", ".hpp")):
            continue
        seen += 1
        here = folder_of(path, public)
        if here not in allowed:
            problems.append(f"{path}: folder '{here}' is not in the table of {TABLE}")
            continue
        with open(path, encoding="utf-8") as file:
            text = file.read()
        for match in INCLUDE.finditer(text):
            there = folder_of(match.group(1), public)
            if there in allowed and there not in allowed[here]:
                line = text.count("\n", 0, match.start()) + 1
                problems.append(f"{path}:{line}: {here} may not include {match.group(1)}, which ranks with {there}")
    return problems, f"{seen} files, {len(allowed)} folders"
