#!/usr/bin/env python3
"""Makes test cases (ONNX backend-test layout) of a folder of models: inputs by rule, outputs by ONNX Runtime.

usage: zoo_cases.py MODELS CASES.TXT OUT [NAME ...]
CASES.TXT holds lines `case model words`, words being `--dim NAME=SIZE` and `--fill INPUT=RULE` with the rules
const:V, int:LO:HI, iota[:START], uniform:LO:HI; other float inputs are normal, other integers 0..99.
Needs numpy, onnx and onnxruntime. `sard test OUT` plays the cases.
"""
import os
import sys

import numpy as np
import onnx
import onnxruntime as ort
from onnx import numpy_helper


def filled(rule, shape, dtype, rng):
    kind, *args = (rule or ("normal" if np.issubdtype(dtype, np.floating) else "int:0:100")).split(":")
    if kind == "const":
        return np.full(shape, float(args[0]), dtype)
    if kind == "int":
        return rng.integers(int(args[0]), int(args[1]), shape).astype(dtype)
    if kind == "iota":
        start = int(args[0]) if args else 0
        return np.broadcast_to(np.arange(start, start + shape[-1]), shape).astype(dtype)
    if kind == "uniform":
        return rng.uniform(float(args[0]), float(args[1]), shape).astype(dtype)
    return rng.standard_normal(shape).astype(dtype)


def make_case(models, out, case, model, words):
    dims, fills = {}, {}
    for flag, value in zip(words[::2], words[1::2]):
        key, _, rest = value.partition("=")
        (dims if flag == "--dim" else fills)[key] = rest
    path = os.path.join(models, model + ".onnx")
    options = ort.SessionOptions()
    options.intra_op_num_threads = 2
    session = ort.InferenceSession(path, options, providers=["CPUExecutionProvider"])
    kinds = {"tensor(float)": np.float32, "tensor(int64)": np.int64, "tensor(int32)": np.int32,
             "tensor(float16)": np.float16, "tensor(bool)": np.bool_, "tensor(uint8)": np.uint8}
    rng = np.random.default_rng(7)
    feeds = {}
    for i in session.get_inputs():
        shape = [int(dims.get(d, 1)) if isinstance(d, str) else d for d in i.shape]
        feeds[i.name] = filled(fills.get(i.name), shape, kinds[i.type], rng)
    folder = os.path.join(out, case, "test_data_set_0")
    os.makedirs(folder, exist_ok=True)
    link = os.path.join(out, case, "model.onnx")
    if not os.path.lexists(link):
        os.symlink(os.path.abspath(path), link)
    results = session.run(None, feeds)
    for what, names, arrays in (("input", feeds.keys(), feeds.values()),
                                ("output", [o.name for o in session.get_outputs()], results)):
        for k, (name, array) in enumerate(zip(names, arrays)):
            with open(os.path.join(folder, f"{what}_{k}.pb"), "wb") as f:
                f.write(numpy_helper.from_array(np.asarray(array), name).SerializeToString())


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    models, cases, out, *only = sys.argv[1:]
    with open(cases, encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            if not words or words[0].startswith("#") or (only and words[0] not in only):
                continue
            try:
                make_case(models, out, words[0], words[1], words[2:])
                print("made", words[0], flush=True)
            except Exception as error:  # one model that cannot be run must not stop the others
                print("failed", words[0], str(error)[:200], flush=True)


if __name__ == "__main__":
    main()
