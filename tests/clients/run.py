#!/usr/bin/env python3
"""Runs the clients of other languages on a libonnxruntime.so.1 and prints 'N passed, N failed'.

usage: tests/clients/run.py [--library FILE] [CLIENT...]     default: build/release/lib/libonnxruntime.so.1, all clients

A client comes from its language's registry at the version pinned here and is kept in build/cache/clients. What the
machine lacks (a toolchain, a registry) is named as not run. Given another library, say ONNX Runtime's own, the same
programs show that they test the contract and not us.
"""

import argparse
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
CACHE = ROOT / "build" / "cache" / "clients"
SHARED = pathlib.Path(os.environ.get("SARDONYX_SHARED", ROOT.parent / "shared"))
SECONDS = int(os.environ.get("CLIENT_SECONDS", "300"))  # of one command

sys.path.insert(0, str(HERE))
import trained  # noqa: E402

NODE = "1.30.0"
JAVA = "1.29.0"
EXTENSIONS = "0.15.2"  # a library of custom operators
CSHARP = "0.4.9"  # a package for Unity that holds the sources of the .NET binding 1.29
SHERPA = "2.0.1"
SHERPA_SOURCES = (
    "cat slice transpose unbind stack pad-sequence onnx-utils session silero-vad-model offline-tts-vits-model "
    "offline-moonshine-model offline-sense-voice-model offline-wenet-ctc-model spoken-language-identification-impl"
).split()


class NotRun(Exception):
    """Why a client cannot run on this machine."""


def need(*programs, hint=""):
    for program in programs:
        if shutil.which(program) is None:
            raise NotRun(f"{program} is missing{hint}")


def command(*args, cwd, why=None, **env):
    """Runs to its end and returns its output; a failure is a NotRun when `why` says what could not be had."""
    try:
        done = subprocess.run(
            [str(a) for a in args],
            cwd=cwd,
            env=os.environ | {k: str(v) for k, v in env.items()},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SECONDS,
            text=True,
            errors="replace",
        )
        code, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        code, output = "none", f"{late.stdout or ''}\nit did not end within {SECONDS} s"
    if code == 0:
        return output
    if why is not None:
        raise NotRun(f"{why}: {output.strip().splitlines()[-1] if output.strip() else f'exit code {code}'}")
    raise RuntimeError(f"{args[0]} ended with exit code {code}\n{output}")


def fresh(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def once(folder, fill):
    """Fills a folder of the cache unless it is complete."""
    if not (folder / ".complete").is_file():
        fill(fresh(folder))
        (folder / ".complete").touch()
    return folder


def node(library, data, work):
    need("node", "npm")

    def fetch(folder):
        (folder / "package.json").write_text('{"private": true}')
        what = f"onnxruntime-node@{NODE}"
        command("npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", what, cwd=folder, why=f"npm has no {what}")

    modules = once(CACHE / f"node-{NODE}", fetch) / "node_modules"
    package = work / "node_modules" / "onnxruntime-node"
    package.mkdir(parents=True)
    shutil.copytree(modules / "onnxruntime-node" / "dist", package / "dist")
    shutil.copy(modules / "onnxruntime-node" / "package.json", package)
    (work / "node_modules" / "onnxruntime-common").symlink_to(modules / "onnxruntime-common")
    machine = f"bin/napi-v6/linux/{'arm64' if platform.machine() == 'aarch64' else 'x64'}"
    (package / machine).mkdir(parents=True)
    shutil.copy(modules / "onnxruntime-node" / machine / "onnxruntime_binding.node", package / machine)
    (package / machine / "libonnxruntime.so.1").symlink_to(library)
    shutil.copy(HERE / "node" / "client.js", work)
    return command("node", "client.js", data, cwd=work)


def java(library, data, work):
    need("java", "javac", "mvn")
    what = f"com.microsoft.onnxruntime:onnxruntime:{JAVA}"
    jar = f"onnxruntime-{JAVA}.jar"

    def fetch(folder):
        get = ["mvn", "-q", "-B", "dependency:get", "-Dtransitive=false", f"-Dartifact={what}"]
        command(*get, cwd=folder, why=f"Maven has no {what}")
        copy = ["mvn", "-q", "-B", "dependency:copy", f"-Dartifact={what}", f"-DoutputDirectory={folder}"]
        command(*copy, cwd=folder, why=f"Maven has no {what}")

    package = once(CACHE / f"java-{JAVA}", fetch) / jar
    native = work / "native"
    native.mkdir()
    machine = "linux-aarch64" if platform.machine() == "aarch64" else "linux-x64"
    binding = "libonnxruntime4j_jni.so"
    (native / binding).write_bytes(zipfile.ZipFile(package).read(f"ai/onnxruntime/native/{machine}/{binding}"))
    (native / "libonnxruntime.so").symlink_to(library)
    command("javac", "-Xlint:-options", "-cp", package, "-d", work, HERE / "java" / "Client.java", cwd=work)
    return command("java", f"-Donnxruntime.native.path={native}", "-cp", f"{package}:{work}", "Client", data, cwd=work)


def go(library, data, work):
    need("go", "gcc")
    sources = work / "source"
    shutil.copytree(HERE / "go", sources)  # pins its version in go.mod
    command("go", "mod", "download", cwd=sources, why="the Go module proxy lacks a module of go.mod")
    command("go", "build", "-o", work / "client", ".", cwd=sources, CGO_ENABLED=1)
    return command(work / "client", data, library, cwd=work)


def rust(library, data, work):
    need("cargo", "rustc")
    sources = CACHE / "rust"  # kept, for what cargo built there; Cargo.toml pins its version
    shutil.copytree(HERE / "rust", sources, dirs_exist_ok=True)
    command("cargo", "fetch", "--locked", cwd=sources, why="the crate registry lacks a crate of Cargo.lock")
    command("cargo", "build", "--quiet", "--offline", cwd=sources)
    return command(sources / "target" / "debug" / "client", data, library, cwd=work)


def csharp(library, data, work):
    need("mcs", "mono", hint=" (tools/setup.sh --clients)")
    need("npm")

    def fetch(folder):
        what = f"com.github.asus4.onnxruntime@{CSHARP}"
        name = command("npm", "pack", "--silent", what, cwd=folder, why=f"npm has no {what}").split()[-1]
        with tarfile.open(folder / name) as package:  # 150 MB, of which the sources are one
            for member in package:
                if re.fullmatch(r"package/Runtime/(Tensors/)?[\w.]+\.cs", member.name):
                    package.extract(member, folder)
        (folder / name).unlink()

    binding = once(CACHE / f"csharp-{CSHARP}", fetch) / "package" / "Runtime"
    command(sys.executable, HERE / "csharp" / "downlevel.py", binding, work / "source", cwd=work)
    mcs = ["mcs", "-langversion:latest", "-nowarn:0649,0618,1591,0219", "-r:System.Core.dll"]
    assembly = "Microsoft.ML.OnnxRuntime.dll"
    # NETSTANDARD2_0 chooses code without ref returns, which mcs cannot compile.
    options = ["-unsafe", "-d:NETSTANDARD2_0", "-target:library", "-r:System.Numerics.dll", "-r:System.dll"]
    command(*mcs, *options, f"-out:{assembly}", *sorted((work / "source").rglob("*.cs")), cwd=work)
    ours = [*(HERE / "csharp").glob("*.cs"), *(ROOT / "examples" / "csharp").glob("*.cs")]
    command(*mcs, f"-r:{assembly}", "-out:client.exe", *ours, cwd=work)
    (work / "libonnxruntime.so").symlink_to(library)
    return command("mono", "client.exe", data, cwd=work, LD_LIBRARY_PATH=work)


def extensions(library, data, work):
    def fetch(folder):
        what = f"onnxruntime-extensions=={EXTENSIONS}"
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:", what]
        command(*pip, cwd=folder, why=f"pip has no {what} for this Python")
        zipfile.ZipFile(next(folder.glob("*.whl"))).extractall(folder)

    package = once(CACHE / f"extensions-{EXTENSIONS}", fetch) / "onnxruntime_extensions"
    operators = next(package.glob("_extensions_pydll*.so"))
    return command(sys.executable, HERE / "extensions" / "client.py", operators, library, HERE / "extensions", cwd=work)


def sherpa(library, data, work):
    """Sources of a program in C++ compile unchanged with our headers."""
    need("g++")

    def fetch(folder):
        what = f"sherpa-onnx=={SHERPA}"
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:", what]
        command(*pip, cwd=folder, why=f"pip has no sources of {what}")
        with tarfile.open(next(folder.glob("*.tar.gz"))) as package:
            for member in package:
                if re.fullmatch(r"[\w.-]+/sherpa-onnx/csrc/[\w-]+\.(h|cc)", member.name):
                    package.extract(member, folder)

    sources = next(once(CACHE / f"sherpa-{SHERPA}", fetch).glob("*/sherpa-onnx")).parent
    lines, wrong = [], 0
    for name in SHERPA_SOURCES:  # those that need no other library
        compiler = ["g++", "-std=c++17", "-fsyntax-only", f"-I{ROOT / 'include'}", "-I."]
        try:
            command(*compiler, f"sherpa-onnx/csrc/{name}.cc", cwd=sources)
        except RuntimeError as error:
            wrong += 1
            lines.append(f"FAIL: {name}.cc: {error}")
    return "\n".join([*lines, f"{len(SHERPA_SOURCES) - wrong} passed, {wrong} failed"])


def plugin(library, data, work):
    """Libraries of execution providers, with the programs that `make build` made of them."""
    programs = [ROOT / "build" / "release" / "bin" / f"c_plugin_{what}_client" for what in ("ep", "faults", "memory")]
    need(*programs, hint=" (make build)")
    (work / "libonnxruntime.so.1").symlink_to(library)
    results = [command(p, cwd=work, LD_LIBRARY_PATH=work).splitlines()[-1] for p in programs]
    return f"{sum(int(r.split()[0]) for r in results)} passed, 0 failed"


CLIENTS = {f.__name__: f for f in (node, java, rust, go, csharp, extensions, sherpa, plugin)}


def prepare():
    """The folder with what every client reads."""
    data = CACHE / "data"
    data.mkdir(parents=True, exist_ok=True)
    for file in [*(HERE / "models").iterdir(), ROOT / "examples" / "digits" / "digits.onnx"]:
        shutil.copy(file, data)
    trained.write(SHARED / "models", data)
    return data


def play(name, library, data):
    """Passed and failed checks of one client."""
    work = fresh(CACHE / "work" / name)
    try:
        output = CLIENTS[name](library, data, work)
    except NotRun as why:
        print(f"{name}: not run, {why}")
        return 0, 0
    except (RuntimeError, OSError) as error:
        output = str(error)
    lines = output.splitlines()
    result = [re.fullmatch(r"(\d+) passed, (\d+) failed", line) for line in lines]
    result = [(int(match[1]), int(match[2])) for match in result if match]
    if not result or sum(result[-1]) == 0:
        print(output.rstrip(), f"{name}: FAIL, it ended without a result", sep="\n")
        return 0, 1
    if result[-1][1] > 0:
        print(*(line for line in lines if not re.match(r"ok |\d+ passed, \d+ failed$", line)), sep="\n")
    print(f"{name}: {result[-1][0]} passed, {result[-1][1]} failed")
    return result[-1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--library", type=pathlib.Path, default=ROOT / "build/release/lib/libonnxruntime.so.1")
    parser.add_argument("clients", nargs="*", default=list(CLIENTS), metavar="CLIENT", help=", ".join(CLIENTS))
    options = parser.parse_args()
    unknown = [name for name in options.clients if name not in CLIENTS]
    if unknown:
        parser.error(f"no client is called {unknown[0]}; there are {', '.join(CLIENTS)}")
    if not options.library.is_file():
        sys.exit(f"{options.library} is not built")
    data = prepare()
    results = [play(name, options.library.resolve(), data) for name in options.clients]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed != 0)


main()
