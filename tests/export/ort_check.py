#!/usr/bin/env python3
"""What we save, ONNX Runtime loads, with the same outputs as from the source.

usage: ort_check.py SARD FOLDER... [--level all] [--as .onnx] [--models DIR]

Each folder is a tree of cases in the layout of the ONNX backend tests. Cases whose source ONNX Runtime itself
cannot load or run are left out. Needs the Python packages onnxruntime, onnx and numpy; without them it says so
and passes. The last line is 'N passed, N failed'.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import onnx
    import onnxruntime as ort
    from onnx import numpy_helper
except ImportError as missing:
    print(f"not run: {missing}")
    print("0 passed, 0 failed")
    sys.exit(0)


def session(path, optimize):
    options = ort.SessionOptions()
    options.log_severity_level = 4
    if not optimize:
        options.graph_optimization_level = ort.GraphOptimizationLevel.ORT_DISABLE_ALL
    return ort.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])


def value_of(file, kind):
    """The content of an input file: a tensor or a sequence of them; None for an optional without content."""
    data = file.read_bytes()
    if kind.startswith("seq"):
        return numpy_helper.to_list(onnx.SequenceProto.FromString(data))
    if kind.startswith("optional"):
        return numpy_helper.to_optional(onnx.OptionalProto.FromString(data))
    return numpy_helper.to_array(onnx.TensorProto.FromString(data))


def feed(s, folder):
    inputs = s.get_inputs()
    files = sorted(folder.glob("input_*.pb"), key=lambda f: int(f.stem.split("_")[1]))
    return {i.name: value_of(f, i.type) for i, f in zip(inputs, files)}


def same(a, b):
    if a is None or b is None:
        return a is None and b is None
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(np.asarray(a[k]), np.asarray(b[k])) for k in a)
    a, b = np.asarray(a), np.asarray(b)
    if a.dtype != b.dtype or a.shape != b.shape:
        return False
    if a.dtype.kind in "fc":
        return np.allclose(a, b, rtol=2e-3, atol=1e-5, equal_nan=True)
    if a.dtype.kind in "iu" and a.dtype.itemsize == 1:  # a quantum where a sum is rounded
        return np.abs(a.astype(int) - b.astype(int)).max(initial=0) <= 1
    return bool(np.array_equal(a, b))


def close(a, b):
    """As the models' index asks of quantised ones: 99 % of the elements within 0.05."""
    a, b = np.asarray(a, float), np.asarray(b, float)
    return a.shape == b.shape and np.mean(np.abs(a - b) <= 0.05) >= 0.99


# Cases in which ONNX Runtime refuses by its own lights what it takes from the source.
OWN_REASONS = {
    "test_affine_grid_2d_align_corners_expanded": "gives Range vectors of one element, noticed once its If is decided",
}
RANDOM = ("Random", "Multinomial", "Bernoulli", "Dropout")


def play(sard, case, model, level, suffix, scratch):
    """None: left out; "": passed; else why not."""
    data = sorted(case.glob("test_data_set_*"))[:1]
    if not data or case.name in OWN_REASONS:
        return None
    try:
        source = session(model, False)
        given = feed(source, data[0])
        expected = source.run(None, given)
    except Exception:
        return None
    kinds = {n.op_type for n in onnx.load(model).graph.node} if model.suffix == ".onnx" else set()
    if any(k.startswith(RANDOM) for k in kinds):
        return None
    equal = close if "QuantizeLinear" in kinds else same
    saved = scratch / f"saved{suffix}"
    made = subprocess.run([sard, "optimize", str(model), "-o", str(saved), "--level", level], capture_output=True, text=True)
    if "a .ort file cannot say the type optional" in made.stderr:
        return None
    if made.returncode != 0:
        return made.stderr.strip()
    try:
        found = session(saved, True).run(None, given)
    except Exception as e:
        # Its .ort reader expands no functions: operators that it only has as such cannot be in a file.
        return None if suffix == ".ort" and "Could not find an implementation" in str(e) else str(e).splitlines()[0]
    bad = [i for i, (a, b) in enumerate(zip(expected, found)) if not equal(a, b)]
    return f"outputs {bad} differ" if bad or len(expected) != len(found) else ""


def main():
    p = argparse.ArgumentParser()
    p.add_argument("sard")
    p.add_argument("folders", nargs="+", type=pathlib.Path)
    p.add_argument("--level", default="all")
    p.add_argument("--as", dest="suffix", default=".onnx")
    p.add_argument("--models", type=pathlib.Path, help="where models lie that are not beside their data")
    p.add_argument("--every", type=int, default=1, help="play every n-th case only")
    p.add_argument("--filter", default="")
    a = p.parse_args()
    passed = failed = 0
    cases = sorted({d.parent for f in a.folders for d in f.rglob("test_data_set_0")})
    cases = [c for c in cases if a.filter in c.name][:: a.every]
    with tempfile.TemporaryDirectory() as scratch:
        for case in cases:
            places = [case] + ([a.models / case.name] if a.models else [])
            models = [m for place in places for m in sorted(place.glob("*.onnx")) + sorted(place.glob("*.ort"))]
            why = play(a.sard, case, models[0], a.level, a.suffix, pathlib.Path(scratch)) if models else None
            if why is None:
                continue
            passed, failed = passed + (why == ""), failed + (why != "")
            if why:
                print(f"failed {case.name}: {why[:300]}", flush=True)
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
