#!/usr/bin/env python3
"""Checks what no formatter does, in every file that git knows:

- documents are wrapped at 100 columns (tables, code and lines that are one link may be longer);
- a source file or document that a comment or a document names exists (my_... is the reader's);
- the lock file of the pages names every package that another one may need, also for other systems
  than that of whoever wrote it: `npm ci` refuses it otherwise.

Prints file:line: what is wrong, and ends with 1 if anything is.
"""
import json
import re
import subprocess
import sys
from pathlib import Path

WIDTH = 100
NAME = re.compile(r"(?<![\w*<{$/.-])((?:[\w-]+/)*[\w-]+\.(?:h|cc|py|sh|cmake|svelte|md))\b(?![\w(*>}])")
COMMENTS = {".h": "//", ".cc": "//", ".py": "#", ".sh": "#", ".cmake": "#", ".txt": "#", ".lp": "%"}
# Names of files that readers are to write themselves.
EXAMPLES = {"docs/your-own-domain.md"}


def prose(path, lines):
    """The lines of a document that are neither code nor table, with their numbers."""
    fenced = False
    for number, line in enumerate(lines, 1):
        if line.startswith("```"):
            fenced = not fenced
        elif not fenced and not line.startswith(("    ", "|")):
            yield number, line


def too_long(path, lines):
    for number, line in prose(path, lines):
        one_link = re.fullmatch(r"\W*(\[[^\]]*\])?\(?<?https?://\S+", line)
        if len(line) > WIDTH and not one_link:
            yield number, f"{len(line)} columns; wrap at {WIDTH}"


def spoken(path, lines):
    """What is said in a file: all of a document, the comments of other files."""
    if path.suffix == ".md":
        yield from enumerate(lines, 1)
        return
    mark = COMMENTS.get(path.suffix)
    for number, line in enumerate(lines, 1):
        if mark and mark in line:
            yield number, line[line.index(mark):]


def missing(path, lines, tracked):
    for number, text in spoken(path, lines):
        for name in NAME.findall(text):
            known = name.startswith("my_") or any(f == name or f.endswith("/" + name) for f in tracked)
            if not known and not (path.parent / name).exists():
                yield number, f"there is no file {name}"


def unlocked(lock):
    """Packages that are needed, and that the lock file does not have."""
    packages = json.loads(lock.read_text())["packages"]
    for user, package in packages.items():
        needed = {**package.get("dependencies", {}), **package.get("optionalDependencies", {})}
        for name in needed:
            places = (f"{user}/node_modules/{name}", f"node_modules/{name}")
            if not any(place in packages for place in places):
                yield f"{user} needs {name}, which is not there"


def main():
    tracked = subprocess.run(["git", "ls-files"], check=True, capture_output=True,
                             text=True).stdout.split("\n")[:-1]
    found = 0
    for name in tracked:
        path = Path(name)
        if path.suffix != ".md" and path.suffix not in COMMENTS or not path.exists():
            continue
        lines = path.read_text().split("\n")
        problems = list(too_long(path, lines)) if path.suffix == ".md" else []
        if name not in EXAMPLES:
            problems += missing(path, lines, tracked)
        for number, what in sorted(problems):
            print(f"{name}:{number}: {what}")
            found += 1
    for what in unlocked(Path("web/package-lock.json")):
        print(f"web/package-lock.json: {what}")
        found += 1
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
