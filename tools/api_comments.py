#!/usr/bin/env python3
"""Copies the headers for Doxygen, with their plain comments in the form that Doxygen reads.

The comment at the head of a file is about the file; a comment above a declaration is about it, and
one behind a member is about that member. Of our plain prose nothing is a command, a tag or markup,
but for code in backquotes and names of things, which become links.

usage: api_comments.py FOLDER   (headers of the repository to FOLDER/holdfast/...)
"""
import re
import sys
from pathlib import Path

ALONE = re.compile(r"^(\s*)//(?!/) ?(.*)$")
BEHIND = re.compile(r"^(\s*[^\s/].*[,;{])\s*// ?(.*)$")


def plain(text):
    return re.sub(r"([\\@<>&#*_])", r"\\\1", text)


def code(text):
    """Line by line, since Doxygen ends code where a line ends."""
    inside = text[1:-1].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    inside = re.sub(r"([\\@#%])", r"\\\1", inside)
    return "\n".join(f"<tt>{line}</tt>" for line in inside.split("\n"))


def said(text):
    pieces = re.split(r"(`[^`]*`)", text)
    return "".join(code(p) if i % 2 else plain(p) for i, p in enumerate(pieces))


def block(comment, about_file):
    """A comment of its own: lines as (indent, text)."""
    indent = comment[0][0]
    lines = []
    for example, group in grouped([text for _, text in comment]):
        if example:
            lines += ["", "@code{.unparsed}", *group, "@endcode"]
        else:
            lines += said("\n".join(group)).split("\n")
    # The first paragraph is the summary.
    lines[0] = f"@brief {lines[0]}"
    return ["/// @file"] * about_file + [f"{indent}/// {line}".rstrip() for line in lines]


def grouped(lines):
    """Indented prose is an example, unless it goes on with an item of a list."""
    group, examples, listed = [], False, False
    for line in lines:
        listed = line.startswith("- ") or (listed and line.startswith(" "))
        example = line.startswith("  ") and not listed
        if group and example != examples:
            yield examples, group
            group = []
        examples = example
        group.append(line)
    yield examples, group


def filtered(lines):
    comment = []
    nothing_before = True
    for line in [*lines, ""]:
        alone, behind = ALONE.match(line), BEHIND.match(line)
        if alone:
            comment.append(alone.groups())
            continue
        if comment:
            yield from block(comment, nothing_before)
            nothing_before = False
            comment = []
        if behind and '"' not in line:
            yield f"{behind[1]} ///< {said(behind[2])}"
        else:
            yield line


def main():
    to = Path(sys.argv[1])
    for header in sorted(Path("holdfast").rglob("*.h")):
        copy = to / header
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text("\n".join(filtered(header.read_text().split("\n"))))
    (to / "holdfast/README.md").write_text(Path("holdfast/README.md").read_text())


if __name__ == "__main__":
    main()
