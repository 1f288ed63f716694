"""Objects compiled with wide ISA flags hold no weak symbol that the linker could take for everybody.

A weak function (an inline one of std:: or of ours) compiled with AVX flags may be the copy that the linker
keeps, and then runs on machines without AVX. Symbols of the ISA's own namespace are safe.
"""

import glob
import os
import shutil
import subprocess

WIDE = ("avx2", "avx512")


def weak_symbols(path, isa):
    out = subprocess.run(["nm", "-C", "--defined-only", path], capture_output=True, text=True, check=True)
    for line in out.stdout.splitlines():
        parts = line.split(None, 2)
        if len(parts) == 3 and parts[1] in "WVu" and f"isa_{isa}" not in parts[2] and "DW.ref" not in parts[2]:
            yield parts[2]


def check(build):
    if not shutil.which("nm"):
        return [], "not run, nm is missing"
    problems, seen = [], 0
    for isa in WIDE:
        for path in glob.glob(os.path.join(build, f"CMakeFiles/sardonyx_{isa}.dir/**/*.o"), recursive=True):
            source = path.split(f"sardonyx_{isa}.dir/")[1][: -len(".o")]
            if not os.path.exists(source):
                continue  # left over from a file that is gone
            seen += 1
            problems += [f"{source} ({isa}): weak symbol {name[:160]}" for name in weak_symbols(path, isa)]
    return problems, f"{seen} objects in {build}" if seen else f"no ISA objects in {build}"
