#!/usr/bin/env python3
"""Checks that links lead somewhere: in HTML pages of a folder to files and places in them, in
Markdown documents to files and headings. Addresses of other hosts are not asked.

usage: check_links.py FOLDER_OF_HTML | DOCUMENT.md...
"""
import re
import sys
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

ELSEWHERE = re.compile(r"^(?:[a-z]+:|//)")


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.links, self.places = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        self.places |= {found[key] for key in ("id", "name") if found.get(key)}
        if tag in ("a", "link") and found.get("href"):
            self.links.append((self.getpos()[0], found["href"]))
        if tag in ("img", "script") and found.get("src"):
            self.links.append((self.getpos()[0], found["src"]))


class Document:
    """As GitHub shows it: a heading's place is its text in small letters, with dashes."""

    def __init__(self, text):
        self.links, self.places = [], set()
        fenced = False
        for number, line in enumerate(text.split("\n"), 1):
            fenced ^= line.startswith("```")
            if fenced or line.startswith("    "):
                continue
            if heading := re.match(r"#+ (.*)", line):
                words = re.sub(r"[^\w\- ]", "", heading[1].lower())
                self.places.add(words.replace(" ", "-"))
            for target in re.findall(r"\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", line)):
                self.links.append((number, target))


@cache
def read(path):
    kind = Page if path.suffix == ".html" else Document
    return kind(path.read_text(errors="replace"))


def broken(path):
    for line, link in read(path).links:
        if ELSEWHERE.match(link):
            continue
        file, _, place = unquote(link).partition("#")
        target = path if not file else path.parent / file
        if not target.exists():
            yield line, f"{link}: there is no such file"
        elif place and target.suffix in (".html", ".md") and place not in read(target).places:
            yield line, f"{link}: there is no such place"


def main():
    files = []
    for name in map(Path, sys.argv[1:]):
        files += sorted(name.rglob("*.html")) if name.is_dir() else [name]
    found = 0
    for path in files:
        for line, what in broken(path):
            print(f"{path}:{line}: {what}")
            found += 1
    count = sum(len(read(path).links) for path in files)
    print(f"{count} links of {len(files)} files, {found} broken")
    return 1 if found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
