#!/usr/bin/env python3
"""Exercises `sard` as its users do: exit codes, bad input, JSON, files that come out.

usage: cli_test.py SARD          ends with 'N passed, N failed'
"""

import json
import os
import re
import struct
import subprocess
import sys
import tempfile
import zlib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DIGITS = os.path.join(ROOT, "examples", "digits")
MODEL = os.path.join(DIGITS, "digits.onnx")
LABELS = os.path.join(DIGITS, "labels.txt")
PICTURES = os.path.join(DIGITS, "pictures")
CHECKS = []


def check(function):
    CHECKS.append(function)
    return function


class Sard:
    def __init__(self, path, folder):
        self.path, self.folder = path, folder

    def __call__(self, *arguments, code=0):
        done = subprocess.run([self.path, *map(str, arguments)], capture_output=True, text=True, timeout=120)
        assert done.returncode == code, f"{arguments}: exit code {done.returncode}, not {code}\n{done.stderr}"
        return done.stdout, done.stderr

    def file(self, name, content=None):
        path = os.path.join(self.folder, name)
        if content is not None:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(content)
        return path


def npy(shape, values):
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (63 - (10 + len(header)) % 64) + "\n"
    head = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode()
    return head + struct.pack(f"<{len(values)}f", *values)


def read_npy(path):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<H", data[8:10])[0]
    shape = eval(re.search(r"'shape': (\(.*?\))", data[10 : 10 + length].decode()).group(1))
    body = data[10 + length :]
    return shape, struct.unpack(f"<{len(body) // 4}f", body)


def grey_png(path):
    """Pixels of an 8-bit greyscale PNG whose rows have no filter or the first four ones."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed, width, height = 8, b"", 0, 0
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            width, height = struct.unpack(">II", data[at + 8 : at + 16])
        if kind == b"IDAT":
            packed += data[at + 8 : at + 8 + size]
        at += 12 + size
    raw = zlib.decompress(packed)
    assert all(raw[y * (width + 1)] == 0 for y in range(height)), "a filter that this test does not undo"
    return [raw[y * (width + 1) + 1 + x] for y in range(height) for x in range(width)]


def tensor_proto(dims, values):
    """A float TensorProto by hand: dims (1), data_type (2) = 1, raw_data (9)."""
    out = b"".join(b"\x08" + bytes([d]) for d in dims) + b"\x10\x01"
    raw = struct.pack(f"<{len(values)}f", *values)
    size = len(raw)
    varint = bytes([size & 0x7F | 0x80, size >> 7]) if size > 127 else bytes([size])
    return out + b"\x4a" + varint + raw


@check
def help_and_version(sard):
    assert re.fullmatch(r"sardonyx \d+\.\d+\.\d+\n", sard("--version")[0])
    for command in ["run", "inspect", "bench", "test", "explain", "profile"]:
        assert command in sard("--help")[0]
        assert "--help" in sard(command, "--help")[0]


@check
def misuse_is_2(sard):
    sard(code=2)
    sard("nonsense", code=2)
    sard("run", code=2)
    sard("run", MODEL, "--threads", "-1", code=2)
    sard("run", MODEL, "--format", "xls", code=2)
    _, errors = sard("run", MODEL, code=2)
    assert "input: float32[N,1,8,8]" in errors, errors
    _, errors = sard("run", MODEL, "--input", "nose=random", code=2)
    assert "'nose'" in errors and "input: float32" in errors, errors
    sard("run", MODEL, "--input", "random", "--shape", "1,x", code=2)
    sard("test", PICTURES, code=2)
    sard("test", sard.file("nothing"), code=2)


@check
def failure_is_1_and_names_the_cause(sard):
    for command in ["run", "inspect", "bench", "explain", "profile"]:
        _, errors = sard(command, sard.file("absent.onnx"), code=1)
        assert "absent.onnx" in errors and errors.count("\n") == 1, errors
    broken = sard.file("broken.onnx", b"\x08\x07\x3a\xff\xff\xff\xff\x0f")
    _, errors = sard("inspect", broken, code=1)
    assert "invalid_model" in errors, errors
    sard("run", MODEL, "--input", sard.file("absent.png"), code=1)
    _, errors = sard("run", MODEL, "--input", sard.file("bad.npy", b"\x93NUMPYxx"), code=1)
    assert "bad.npy" in errors or "npy" in errors, errors
    _, errors = sard("run", MODEL, "--input", sard.file("wide.npy", npy((1, 1, 8, 9), [0.0] * 72)), code=1)
    assert "8" in errors and "9" in errors, errors
    sard("run", MODEL, "--input", "zeros", "--output", "/proc/none", code=1)
    sard("inspect", MODEL, "--html", "/proc/none.html", code=1)


@check
def digits_are_read(sard):
    names = open(LABELS).read().split()
    for digit in range(10):
        text, _ = sard("run", MODEL, "--input", os.path.join(PICTURES, f"{digit}.png"), "--labels", LABELS, "--top", "3")
        best = text.splitlines()[1].split()
        assert best[:2] == [str(digit), names[digit]], text


@check
def the_picture_is_drawn(sard):
    text, _ = sard("run", MODEL, "--input", os.path.join(PICTURES, "0.png"), "--show")
    assert any(block in text for block in "░▒▓█"), text
    sard("run", MODEL, "--input", "random", "--show", code=2)


@check
def every_kind_of_input_gives_the_same(sard):
    picture = os.path.join(PICTURES, "4.png")
    values = [p / 255 for p in grey_png(picture)]
    ways = {
        "picture": picture,
        "npy": sard.file("x.npy", npy((1, 1, 8, 8), values)),
        "pb": sard.file("x.pb", tensor_proto((1, 1, 8, 8), values)),
        "raw": sard.file("x.raw", struct.pack("<64f", *values)),
        "text": sard.file("x.txt", " ".join(map(repr, values)).encode()),
        "list": json.dumps(values),
    }
    results = {}
    for way, value in ways.items():
        shape = ["--shape", "1,1,8,8"] if way == "list" else []
        text, _ = sard("run", MODEL, "--input", f"input={value}", "--json", *shape)
        results[way] = json.loads(text)["outputs"][0]
    for way, result in results.items():
        assert result["shape"] == [1, 10] and result["type"] == "float32", (way, result["shape"])
        for a, b in zip(result["data"], results["npy"]["data"]):
            assert abs(a - b) < 1e-5, (way, a, b)


@check
def outputs_are_saved_whole(sard):
    folder = sard.file("out")
    text, _ = sard("run", MODEL, "--input", "ones", "--output", folder, "--json")
    shape, values = read_npy(os.path.join(folder, "probability.npy"))
    assert shape == (1, 10)
    for a, b in zip(values, json.loads(text)["outputs"][0]["data"]):
        assert abs(a - b) < 1e-6
    assert abs(sum(values) - 1) < 1e-4
    sard("run", MODEL, "--input", "ones", "--output", folder, "--format", "pb")
    assert sorted(os.listdir(folder)) == ["output_0.pb", "probability.npy"]


@check
def a_batch_and_repeats(sard):
    text, _ = sard("run", MODEL, "--input", "random", "--shape", "5,1,8,8", "--repeat", "3", "--json")
    result = json.loads(text)
    assert result["runs"] == 3 and result["outputs"][0]["shape"] == [5, 10]
    again, _ = sard("run", MODEL, "--input", "random", "--shape", "5,1,8,8", "--json")
    assert json.loads(again)["outputs"] == result["outputs"], "random inputs must repeat"


@check
def inspect_tells_the_facts(sard):
    report = json.loads(sard("inspect", MODEL, "--json")[0])
    assert report["parameters"] >= 38282, report["parameters"]
    assert report["operators"]["Conv"] == 2 and report["operators"]["Gemm"] == 2
    assert [v["name"] for v in report["inputs"]] == ["input"]
    assert report["inputs"][0]["shape"] == ["N", 1, 8, 8]
    assert report["metadata"]["opsets"]["ai.onnx"] == 17
    text, _ = sard("inspect", MODEL)
    for word in ["parameters", "FLOPs", "memory", "Conv", "float32[N,1,8,8]"]:
        assert word in text, word


@check
def pages_stand_alone(sard):
    for command in ["inspect", "profile"]:
        path = sard.file(command + ".html")
        sard(command, MODEL, "--html", path)
        page = open(path, encoding="utf-8").read()
        assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
        rest = page.replace("http://www.w3.org/2000/svg", "")
        assert not re.search(r"https?://|src=|<link|@import|url\((?!#)", rest), "the page asks for something else"
        assert "/*DATA*/" not in page and "/*SCRIPT*/" not in page and "/*STYLE*/" not in page
        data = re.search(r'<script type="application/json" id="data">(.*?)</script>', page, re.DOTALL).group(1)
        assert json.loads(data)["model"] == MODEL


@check
def bench_explain_profile_speak_json(sard):
    result = json.loads(sard("bench", MODEL, "--repeat", "5", "--json")[0])["results"][0]
    assert result["runs"] == 5 and 0 < result["min_ms"] <= result["median_ms"] <= result["p90_ms"]
    sard("bench", MODEL, "--repeat", "1", "--vs", MODEL, code=1)
    told = json.loads(sard("explain", MODEL, "--json")[0])
    assert {"rules", "notes", "source", "optimized"} <= set(told)
    steps = json.loads(sard("profile", MODEL, "--json", "-")[0])["steps"]
    assert steps and all(step["end_us"] >= step["begin_us"] for step in steps)


def make_case(sard, name, expected):
    folder = os.path.join("cases", "group", name)
    with open(MODEL, "rb") as file:
        sard.file(os.path.join(folder, "model.onnx"), file.read())
    data = os.path.join(folder, "test_data_set_0")
    sard.file(os.path.join(data, "input_0.pb"), tensor_proto((1, 1, 8, 8), [1.0] * 64))
    sard.file(os.path.join(data, "output_0.pb"), tensor_proto((1, 10), expected))


@check
def test_judges_cases(sard):
    right = json.loads(sard("run", MODEL, "--input", "ones", "--json")[0])["outputs"][0]["data"]
    make_case(sard, "good", right)
    make_case(sard, "wrong", [v + 0.5 for v in right])
    make_case(sard, "broken", right)
    sard.file("cases/group/broken/model.onnx", b"\xff\xff")
    os.makedirs(sard.file("cases/group/modelless/test_data_set_0"), exist_ok=True)
    cases, report = sard.file("cases"), sard.file("report.csv")
    text, _ = sard("test", cases, "--report", report, code=1)
    assert text.splitlines()[-1] == "1 passed, 2 failed, 1 skipped", text
    assert re.search(r"group/wrong: output 0 'probability': element \[0,0\] .* expected .*10 of 10", text), text
    rows = open(report).read().splitlines()
    assert rows[0] == "case,group,status,seconds,message" and len(rows) == 5
    assert sard("test", cases, "--filter", "good")[0] == "1 passed, 0 failed, 0 skipped\n"
    assert sard("test", os.path.join(cases, "group", "good"), "--in-process")[0] == "1 passed, 0 failed, 0 skipped\n"
    assert json.loads(sard("test", cases, "--json", code=1)[0])["failed"] == 2
    allowed = sard.file("allowed.txt", b"# known\nwrong because\ngroup/broken reason\n")
    assert sard("test", cases, "--expected-failures", allowed)[0].endswith("1 passed, 0 failed, 3 skipped\n")
    allowed = sard.file("allowed.txt", b"good\n")
    sard("test", os.path.join(cases, "group", "good"), "--expected-failures", allowed, code=1)
    manifest = sard.file("manifest.csv", b"case,group,rtol,atol,note\nwrong,group,0,1,\n")
    assert sard("test", cases, "--filter", "wrong", "--manifest", manifest)[0] == "1 passed, 0 failed, 0 skipped\n"


@check
def optimize_writes_what_runs_alike(sard):
    def answer(model):
        return json.loads(sard("run", model, "--input", "ones", "--json")[0])["outputs"][0]["data"]

    right = answer(MODEL)
    for level in ["none", "basic", "all"]:
        for name in [f"{level}.onnx", f"{level}.ort"]:
            sard("optimize", MODEL, "-o", sard.file(name), "--level", level)
            assert all(abs(a - b) <= 1e-6 for a, b in zip(answer(sard.file(name)), right, strict=True)), name
    with open(sard.file("all.ort"), "rb") as file:
        assert file.read(8)[4:] == b"ORTM"
    sard("optimize", MODEL, "-o", sard.file("thin.onnx"), "--external", "thin.data", "--external-from", "100")
    assert os.path.getsize(sard.file("thin.data")) > os.path.getsize(sard.file("thin.onnx"))
    assert answer(sard.file("thin.onnx")) == answer(sard.file("all.onnx"))
    sard("optimize", sard.file("all.onnx"), "-o", sard.file("all.onnx"))  # in place
    assert answer(sard.file("all.onnx")) == answer(sard.file("thin.onnx"))
    sard("optimize", MODEL, code=2)
    _, errors = sard("optimize", MODEL, "-o", "/proc/none/x.onnx", code=1)
    assert "/proc/none/x.onnx" in errors, errors
    _, errors = sard("optimize", MODEL, "-o", sard.file("old.onnx"), "--opset", "1", code=1)
    assert "opset 1" in errors, errors


def main(path):
    passed = 0
    for function in CHECKS:
        with tempfile.TemporaryDirectory() as folder:
            try:
                function(Sard(path, folder))
                passed += 1
            except Exception as e:  # noqa: BLE001 - every kind of failure is told and counted
                print(f"  FAIL {function.__name__}: {type(e).__name__} {e}")
    print(f"{passed} passed, {len(CHECKS) - passed} failed")
    return 0 if passed == len(CHECKS) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
