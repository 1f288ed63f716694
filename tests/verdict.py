#!/usr/bin/env python3
"""Judges a report of `sard test` against the cases that may fail.

usage: verdict.py REPORT EXPECTED_FAILURES [MANIFEST]

A case counts as failed when it fails and is not expected to, or passes and is expected to fail. Cases of the
manifest that the report does not name are listed as not run. Ends with 'N passed, N failed'.
"""

import csv
import sys


def read_expected(path):
    rows = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                case, _, reason = line.strip().partition(" ")
                rows[case] = reason.strip()
    return rows


def column(row, *names):
    return next((row[name] for name in names if row.get(name) is not None), "")


def main(arguments):
    report, expected_path, *manifest = arguments
    expected = read_expected(expected_path)
    passed, failed, allowed, skipped, seen = 0, [], [], [], set()
    with open(report, newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            case = column(row, "case", "name").rsplit("/", 1)[-1]
            result = column(row, "result", "status", "outcome").lower()
            message = column(row, "message", "reason", "note")
            seen.add(case)
            if result.startswith("pass") and case in expected:
                failed.append(f"{case}: passes; take it out of expected_failures.txt")
            elif result.startswith("pass"):
                passed += 1
            elif result.startswith("skip"):
                skipped.append(f"{case}: {message}")
            elif case in expected:
                allowed.append(f"{case}: {expected[case]}")
            else:
                failed.append(f"{case}: {message}")
    if manifest:
        with open(manifest[0], newline="", encoding="utf-8") as file:
            missing = [row["case"] for row in csv.DictReader(file) if row["case"] not in seen]
        skipped += [f"{case}: not in the report" for case in missing]
    for title, lines in (("FAIL", failed), ("not run", skipped), ("may fail", allowed)):
        for line in lines[:40]:
            print(f"  {title} {line[:300]}")
        if len(lines) > 40:
            print(f"  {title} and {len(lines) - 40} more")
    print(f"{passed} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
