#!/usr/bin/env python3
"""Installs a build and uses what was installed as others do: headers, pkg-config, CMake packages, and programs that were
linked against other releases of ONNX Runtime. Ends with 'N passed, N failed'.

usage: tests/install/install_test.py [BUILD]     default: build/release
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
MODEL = HERE.parent / "clients" / "cpp" / "models" / "linear.onnx"
STRICT = ["-Wall", "-Wextra", "-Werror"]
CPP = ("onnxruntime_float16.h", "onnxruntime_lite_custom_op.h", "provider_options.h")  # beside those with cxx in the name
passed = failed = 0


def run(*args, env=None, cwd=None):
    """Exit code and output of a command."""
    done = subprocess.run([str(a) for a in args], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=cwd,
                          env=os.environ | {k: str(v) for k, v in (env or {}).items()}, timeout=600)  # fmt: skip
    return done.returncode, done.stdout


def check(what, *args, expect=None, env=None, cwd=None):
    """The command succeeds, and prints what is expected."""
    global passed, failed
    code, output = run(*args, env=env, cwd=cwd)
    good = code == 0 and (expect is None or output.strip() == expect)
    passed, failed = passed + good, failed + (not good)
    if not good:
        print(f"FAIL: {what}\n  {' '.join(map(str, args))}\n  exit code {code}: {output.strip()}")
    return good


def compilers():
    yield "gcc", "g++"
    if shutil.which("clang++-19"):
        yield "clang-19", "clang++-19"


def check_headers(include, work):
    """Every header alone, and all of them in both orders."""
    headers = sorted(file.name for file in include.glob("*.h"))
    in_c = [name for name in headers if "cxx" not in name and name not in CPP]
    for cc, cxx in compilers():
        for name in headers:
            check_source(f"{name} alone", cxx, "c++17", [name], include, work)
        for standard in ("c++17", "c++20"):
            check_source("all headers", cxx, standard, headers, include, work)
            check_source("all headers, from the last", cxx, standard, headers[::-1], include, work)
        for words in ("-fno-exceptions -DORT_NO_EXCEPTIONS", "-DORT_API_MANUAL_INIT", "-DORT_MINIMAL_BUILD -DDISABLE_SPARSE_TENSORS"):
            check_source(words, cxx, "c++17", ["onnxruntime_lite_custom_op.h"], include, work, words.split())
        for name in in_c:
            check_source(f"{name} alone", cc, "c11", [name], include, work)
        check_source("all headers in C, from the last", cc, "c11", in_c[::-1], include, work)


def check_source(what, compiler, standard, headers, include, work, more=()):
    suffix = ".c" if standard.startswith("c1") else ".cc"
    source = work / f"headers{suffix}"
    source.write_text("".join(f"#include <{name}>\n" for name in headers) + "int main(void) { return 0; }\n")
    strict = [*STRICT, "-Wpedantic", *more]
    if suffix == ".c" or len(headers) == 1:
        strict.append("-Wno-unused-const-variable")
    check(f"{what}, {compiler}, {standard}", compiler, f"-std={standard}", *strict, "-fsyntax-only", f"-I{include}", source)


def check_pkg_config(prefix, work):
    env = {"PKG_CONFIG_PATH": prefix / "lib" / "pkgconfig", "LD_LIBRARY_PATH": prefix / "lib"}
    for package, source, standard in (("libonnxruntime", "ort_program.cc", "c++17"), ("sardonyx", "program.cc", "c++20")):
        code, flags = run("pkg-config", "--cflags", "--libs", package, env=env)
        program = work / package
        if code == 0 and check(f"build with pkg-config {package}", "g++", f"-std={standard}", *STRICT, HERE / source, "-o", program, *flags.split(), env=env):  # fmt: skip
            check(f"run with {package}", program, MODEL, expect="11 22 33", env=env)
        elif code != 0:
            check(f"pkg-config knows {package}", "pkg-config", "--cflags", package, env=env)


def check_cmake(prefix, work):
    folder = work / "cmake"
    configured = check("find_package", "cmake", "-S", HERE, "-B", folder, f"-DCMAKE_PREFIX_PATH={prefix}")
    if configured and check("build with CMake", "cmake", "--build", folder):
        for program in ("program", "ort_program"):
            check(f"run {program} built with CMake", folder / program, MODEL, expect="11 22 33")


def check_older(library, work):
    """Programs that were linked against other releases load, and the loader has nothing to say."""
    for version in ("1.0.0", "1.4.0", "1.17.3", "1.28.2", "1.30.0", "1.31.0"):
        other = work / version
        other.mkdir()
        script = other / "map"
        script.write_text(f"VERS_{version} {{ global: OrtGetApiBase; local: *; }};\n")
        stand_in = other / "libonnxruntime.so.1"
        check(f"a stand-in for {version}", "gcc", "-shared", "-fPIC", "-Wl,-soname,libonnxruntime.so.1",
              f"-Wl,--version-script={script}", HERE / "stand_in.c", "-o", stand_in)  # fmt: skip
        program = other / "program"
        check(f"link against {version}", "gcc", HERE / "version.c", stand_in, "-o", program)
        check(f"the stand-in for {version} is what it was linked with", program, expect="stand-in", env={"LD_LIBRARY_PATH": other})
        check(f"linked against {version}, run on ours", program, expect="1.30.0", env={"LD_LIBRARY_PATH": library.parent})


def check_real(prefix, work):
    """A program that was linked against ONNX Runtime 1.30 itself runs on ours."""
    where = importlib.util.find_spec("onnxruntime")
    real = [file for place in (where.submodule_search_locations if where else ())
            for file in pathlib.Path(place, "capi").glob("libonnxruntime.so.1.30.*")]  # fmt: skip
    if not real:
        print("not run: a program linked against ONNX Runtime 1.30, which Python lacks")
        return
    program, include = work / "linked", prefix / "include"
    if check("link against ONNX Runtime", "g++", "-std=c++17", f"-I{include}", f"-I{include / 'onnxruntime'}",
             HERE / "ort_program.cc", real[0], "-o", program):  # fmt: skip
        check("it runs on ours", program, MODEL, expect="11 22 33", env={"LD_LIBRARY_PATH": prefix / "lib"})


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else "build/release").resolve()
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        first, prefix = work / "first", work / "moved"
        if check("install", "cmake", "--install", build, "--prefix", first):
            first.rename(prefix)
            check_headers(prefix / "include" / "onnxruntime", work)
            check_pkg_config(prefix, work)
            check_cmake(prefix, work)
            check_older(prefix / "lib" / "libonnxruntime.so.1", work)
            check_real(prefix, work)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
