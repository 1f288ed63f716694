#!/usr/bin/env python3
"""Lays the public models out as backend-test cases: CASE/model.onnx and CASE/test_data_set_N, as links.

usage: model_cases.py SHARED_MODELS MODEL_FILES OUT

Writes OUT/manifest.csv with the tolerances of the models' index.
"""

import csv
import os
import sys


def link(target, path):
    if os.path.lexists(path):
        os.unlink(path)
    os.symlink(os.path.abspath(target), path)


def main(shared, files, out):
    rows = []
    with open(os.path.join(shared, "index.csv"), newline="", encoding="utf-8") as file:
        index = list(csv.DictReader(file))
    for model in index:
        name, path = model["name"], os.path.join(files, model["file"])
        if not os.path.exists(path):
            print(f"  not run {name}: {model['file']} is not there")
            continue
        folder = os.path.join(out, "models", name)
        os.makedirs(folder, exist_ok=True)
        link(path, os.path.join(folder, "model" + os.path.splitext(path)[1]))
        sets = sorted(d for d in os.listdir(os.path.join(shared, name)) if d.startswith("test_data_set_"))
        for data in sets:
            link(os.path.join(shared, name, data), os.path.join(folder, data))
        rows.append({"case": name, "group": "models", "data_sets": len(sets), "rtol": model["rtol"],
                     "atol": model["atol"], "note": ""})  # fmt: skip
    with open(os.path.join(out, "manifest.csv"), "w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, ["case", "group", "data_sets", "rtol", "atol", "note"])
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main(*sys.argv[1:])
