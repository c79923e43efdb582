#!/usr/bin/env python3
"""Wraps the paragraphs and list items of Markdown files that have a line over 100 columns.

usage: wrap_docs.py FILE...      headings, tables and code stay as they are
"""
import re
import sys
from pathlib import Path

WIDTH = 100
ITEM = re.compile(r"( *)([-*+]|\d+\.) +")
# What would begin something else at the start of a line.
OPENING = re.compile(r"([-+*>]|\d+\.|#+)$")


def words_of(text):
    """Words, with what stands in backticks kept on one line."""
    return re.findall(r"(?:`[^`]*`|[^\s`])+|`", text)


def wrapped(block):
    first = ITEM.match(block[0])
    lead = first.group(0) if first else re.match(" *", block[0]).group(0)
    indent = " " * len(lead)
    lines = [lead]
    for word in words_of(" ".join(block)[len(lead):]):
        space = "" if lines[-1] in (lead, indent) else " "
        if space and len(lines[-1]) + 1 + len(word) > WIDTH and not OPENING.match(word):
            lines.append(indent)
            space = ""
        lines[-1] += space + word
    return lines


def wrap(text):
    result, block, fenced = [], [], False

    def flush():
        nonlocal block
        result.extend(wrapped(block) if any(len(line) > WIDTH for line in block) else block)
        block = []

    for line in text.split("\n"):
        if line.startswith("```"):
            fenced = not fenced
        in_item = block and ITEM.match(block[0]) and line.startswith("    ") and line.strip()
        table = re.match(r" *\|", line)  # also inside a list
        plain = fenced or table or (
            re.match(r"```|    |#|<|>|\[\w+\]: |\s*$", line) and not in_item)
        if plain or ITEM.match(line):
            flush()
        if plain:
            result.append(line)
        else:
            block.append(line)
    flush()
    return "\n".join(result)


if __name__ == "__main__":
    for name in sys.argv[1:]:
        path = Path(name)
        before = path.read_text()
        after = wrap(before)
        assert before.split() == after.split(), name
        if after != before:
            path.write_text(after)
            print(name)
