"""What the checks share about C++ files: which are ours, and their text without comments and strings."""

import re

SUFFIXES = (".cc", ".h", ".hpp")
ROOTS = ("src/", "include/sardonyx/", "include/sardonyx_ort/", "apps/", "tests/", "bench/", "fuzz/", "examples/")
GENERATED = ("src/graph/spec_data.cc", "src/api/c/defaults.cc", "src/api/c/slots.h", "tests/clients/cpp/signatures/")

_TOKEN = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"(?P<d>[^\s()\\]{0,16})\(.*?\)(?P=d)"|"(?:\\.|[^"\\\n])*"|(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'""",
    re.DOTALL,
)


def ours(path):
    return path.endswith(SUFFIXES) and path.startswith(ROOTS) and not path.startswith(GENERATED)


def blanked(text):
    """`text` with comments, strings and preprocessor lines as blanks; line breaks stay."""

    def blank(match):
        return re.sub(r"[^\n]", " ", match.group(0))

    text = _TOKEN.sub(blank, text)
    return re.sub(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", blank, text, flags=re.MULTILINE)
