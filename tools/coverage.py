#!/usr/bin/env python3
"""How much of each module the tests reach, after a run of the preset `coverage`.

usage: tools/coverage.py [BUILD]     prints a table by module, and the files below 80 % of lines
"""
import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOW = 80


def files(build):
    """Of every source file but tests: lines and branches, covered and in all."""
    summary = subprocess.run(
        ["gcovr", "--root", ROOT, "--filter", "holdfast/", "--exclude", r".*_test\.cc",
         "--exclude-throw-branches", "--json-summary", "-", build],
        check=True, capture_output=True, text=True).stdout
    return json.loads(summary)["files"]


def percent(covered, total):
    return f"{100 * covered / total:5.1f} %" if total else "      –"


def main():
    build = sys.argv[1] if len(sys.argv) > 1 else ROOT / "build/coverage"
    modules = defaultdict(lambda: [0, 0, 0, 0])
    low = []
    for f in files(build):
        numbers = [f["line_covered"], f["line_total"], f["branch_covered"], f["branch_total"]]
        for key in (Path(f["filename"]).parts[1], "all"):
            modules[key] = [a + b for a, b in zip(modules[key], numbers)]
        if numbers[1] and 100 * numbers[0] < LOW * numbers[1]:
            low.append((numbers[0] / numbers[1], f["filename"], numbers))
    print(f"{'module':<10} {'lines':>7} {'covered':>9} {'branches':>9} {'covered':>9}")
    for name in sorted(modules, key=lambda m: (m == "all", m)):
        lines, all_lines, branches, all_branches = modules[name]
        print(f"{name:<10} {all_lines:>7} {percent(lines, all_lines):>9} {all_branches:>9} "
              f"{percent(branches, all_branches):>9}")
    print(f"\nfiles with less than {LOW} % of their lines covered")
    for _, name, numbers in sorted(low):
        print(f"  {percent(numbers[0], numbers[1])}  {name} ({numbers[1]} lines)")


if __name__ == "__main__":
    main()
