"""No two files of the library define a type of the same name in the same namespace.

The linker keeps one of the inline functions that such types share (a vector's, say), so that one of the types is
handled with the size of the other; no compiler sees it. clang-format puts definitions of a namespace at the line's begin.
"""

import re
import subprocess

OPEN = re.compile(r"(?:inline )?namespace ?([\w:]*) ?\{")
CLOSE = re.compile(r"\}  // (?:inline )?namespace")
TYPE = re.compile(r"(?:struct|class|union|enum class|enum) (\w+)(?: final)?(?: : [^{;]*)?(?: \{.*)?$")


def types_of(text):
    """Names of the types that a file defines outside of unnamed namespaces, with their namespaces."""
    spaces, found = [], set()
    for line in text.splitlines():
        opened = OPEN.match(line)
        if opened:
            spaces.append(opened.group(1))
        elif CLOSE.match(line) and spaces:
            spaces.pop()
        elif spaces and all(spaces) and (match := TYPE.match(line)):
            found.add("::".join([*spaces, match.group(1)]))
    return found


def check():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "src/*.h", "src/*.cc", "include/sardonyx/*.hpp"],
        capture_output=True, text=True, check=True).stdout.split()
    places, problems = {}, []
    for path in listed:
        try:
            with open(path, encoding="utf-8") as file:
                for name in types_of(file.read()):
                    places.setdefault(name, []).append(path)
        except FileNotFoundError:  # deleted, not yet told to git
            continue
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            problems.append(f"{name} is defined in {' and in '.join(paths)}: give one another name")
    return problems, f"{len(places)} types in {len(listed)} files"
