#!/usr/bin/env python3
"""clang-tidy over everything but the tests, as the release build compiles it; what it finds is an
error. Sources that are compiled together are looked at together, which takes a quarter of the time.

usage: tools/tidy.py [--sample COUNT]   of what is compiled: that which the last commits changed
                                        first, then others, other ones for other sources
       tools/tidy.py --warnings         clang's own warnings alone, over everything, tests included
"""
import argparse
import json
import os
import random
import re
import shlex
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
RECENT = 5  # commits


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, check=True, capture_output=True,
                          text=True).stdout


def calls():
    """Of the compiler, by the build."""
    if not (BUILD / "compile_commands.json").exists():
        sys.exit("tidy: nothing is built yet: call make build first")
    return json.loads((BUILD / "compile_commands.json").read_text())


def units():
    """What the compiler is called for, each with the sources that it has."""
    for call in calls():
        file = Path(call["file"])
        if "_test" in call["command"].split(" -o ")[1].split()[0]:
            continue
        together = re.findall(r'#include "(.*)"', file.read_text()) if "Unity" in file.parts else [file]
        sources = {str(Path(s).relative_to(ROOT)) for s in together if Path(s).is_relative_to(ROOT)}
        if any(s.startswith("holdfast/") for s in sources):
            yield file, sources


def sample(all_units, count):
    """The same for the same sources, whatever else was committed."""
    changed = set(git("log", "-n", str(RECENT), "--name-only", "--format=", "--", "holdfast").split())
    order = random.Random(git("rev-parse", "HEAD:holdfast")).sample(all_units, len(all_units))
    return sorted(order, key=lambda unit: not unit[1] & changed)[:count]


def findings(unit):
    done = subprocess.run(
        ["clang-tidy", "--quiet", "--extra-arg=-Wno-unknown-warning-option", "-p", BUILD, unit[0]],
        cwd=ROOT, capture_output=True, text=True, check=False)
    # What it says on standard error counts warnings, unless it could not begin.
    return done.stdout or (done.stderr if done.returncode else "")


def warnings(call):
    """Of clang, as the release build calls its compiler; no code is made."""
    words = shlex.split(call["command"])
    first = next(i for i, word in enumerate(words) if word.startswith("-"))
    flags = words[first:words.index("-o")]
    done = subprocess.run(["clang++", *flags, "-Wno-unknown-warning-option", "-fsyntax-only",
                           call["file"]], cwd=call["directory"], capture_output=True, text=True,
                          check=False)
    return done.stderr


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--sample", type=int, metavar="COUNT")
    arguments.add_argument("--warnings", action="store_true")
    options = arguments.parse_args()
    if options.warnings:
        look, chosen = warnings, calls()
        print(f"clang++ over {len(chosen)} units", flush=True)
    else:
        all_units = sorted(units())
        look, chosen = findings, sample(all_units, options.sample) if options.sample else all_units
        sources = set().union(*(unit[1] for unit in chosen))
        print(f"clang-tidy over {len(sources)} sources, {len(chosen)} of {len(all_units)} units",
              flush=True)
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        found = [text for text in pool.map(look, chosen) if text]
    print("".join(found), end="")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
