"""No two files of the library define a type of the same name in the same namespace.

The linker keeps one of the inline functions that such types share (a vector's, say), so that one of the types is
handled with the size of the other; no compiler sees it. In unnamed namespaces, the files of a folder that
cmake/Merge.cmake may compile together share one. clang-format puts definitions of a namespace at the line's begin.
"""

import os
import re
import subprocess

OPEN = re.compile(r"(?:inline )?namespace ?([\w:]*) ?\{")
CLOSE = re.compile(r"\}  // (?:inline )?namespace")
TYPE = re.compile(r"(?:struct|class|union|enum class|enum) (\w+)(?: final)?(?: : [^{;]*)?(?: \{.*)?$")
OTHER = re.compile(r"using (\w+) =|constexpr [\w:<>, ]*?[ *](\w+)(?:\[\w*\])?(?: =|\{)")
UNMERGED = re.compile(r'set\(SARDONYX_UNMERGED\s+"([^"]+)"')
LISTED = ["src/*.h", "src/*.cc", "include/sardonyx/*.hpp", "apps/*.cc", "tests/unit/*.cc", "tests/clients/cpp/*.cc"]


def names_of(text):
    """(types outside of unnamed namespaces, what unnamed ones define: types, aliases, constants), with namespaces."""
    spaces, types, unnamed = [], set(), {}
    for line in text.splitlines():
        opened = OPEN.match(line)
        if opened:
            spaces.append(opened.group(1))
        elif CLOSE.match(line) and spaces:
            spaces.pop()
        elif spaces:
            match = TYPE.match(line) or (None if all(spaces) else OTHER.match(line))
            if match:
                name = next(group for group in match.groups() if group)
                full = "::".join([*spaces, name])
                if all(spaces):
                    types.add(full)
                else:  # an alias may be said twice when it says the same
                    unnamed[full] = line if line.startswith("using") else None
    return types, unnamed


def merged():
    """A function that says whether a path may be compiled together with its neighbours."""
    with open("cmake/Merge.cmake", encoding="utf-8") as file:
        alone = re.compile(UNMERGED.search(file.read()).group(1))
    return lambda path: path.endswith(".cc") and ".isa." not in path and not alone.search(path)


def check():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", *LISTED],
                            capture_output=True, text=True, check=True).stdout.split()
    is_merged, places, aliases, problems = merged(), {}, {}, []
    for path in listed:
        try:
            with open(path, encoding="utf-8") as file:
                types, unnamed = names_of(file.read())
        except FileNotFoundError:  # deleted, not yet told to git
            continue
        if path.startswith(("src/", "include/")):
            for name in types:
                places.setdefault(name, []).append(path)
        if is_merged(path):
            for name, alias in unnamed.items():
                place = f"{name} in the unnamed namespace of {os.path.dirname(path)}"
                if alias is None or aliases.setdefault(place, alias) != alias or place not in places:
                    places.setdefault(place, []).append(path)
    for name, paths in sorted(places.items()):
        if len(paths) > 1:
            problems.append(f"{name} is defined in {' and in '.join(paths)}: give one another name")
    return problems, f"{len(places)} names in {len(listed)} files"
