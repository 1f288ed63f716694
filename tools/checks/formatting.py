"""Every C++ file of ours is as clang-format leaves it."""

import re
import shutil
import subprocess

from . import cpp

TOOL = "clang-format-19"


def check(files):
    files = [f for f in files if cpp.ours(f)]
    if not shutil.which(TOOL):
        return [], f"not run, {TOOL} is missing"
    if not files:
        return [], "no files"
    bad = []
    for start in range(0, len(files), 100):
        out = subprocess.run(
            [TOOL, "--dry-run", *files[start : start + 100]], capture_output=True, text=True, check=False
        )
        bad += re.findall(r"^(\S+?):\d+:\d+: ", out.stderr, flags=re.MULTILINE)
    return [f"{f}: run `make format`" for f in dict.fromkeys(bad)], f"{len(files)} files"
