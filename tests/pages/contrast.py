#!/usr/bin/env python3
"""Computes how much the colours of the pages stand out, in light and dark (WCAG 2.2): text at least
4.5 to 1 on what is behind it, marks of charts and pictures at least 3 to 1.

Colours are read from web/src/style.css; which of them meet is listed here. A variable that the page
has and nobody lists is a mistake too. `contrast.py --all` prints every pair.
"""
import re
import sys
from pathlib import Path

STYLE = Path(__file__).resolve().parents[2] / "web/src/style.css"
GROUNDS = ["page", "card", "sunken"]
SERIES = [f"c{i}" for i in range(1, 10)]


def mix(one, share, other):
    """color-mix(in srgb, ...)"""
    return ("mix", one, share, other)


# (what, on what, at least)
PAIRS = [(text, ground, 4.5) for text in ("text", "muted", "accent", "good", "bad") for ground in GROUNDS]
PAIRS += [(mark, ground, 3) for mark in [*SERIES, "accent", "good", "bad", "muted", "wall", "text", "edge"]
          for ground in GROUNDS]
PAIRS += [
    ("text", "accent-soft", 4.5), ("accent", "accent-soft", 4.5),
    ("card", "accent", 4.5),  # buttons of the main action, the step of now
    ("c2", "card", 4.5),  # the star of a suggestion
    ("text", mix("c2", 22, "card"), 4.5), ("text", mix("c2", 38, "card"), 4.5),  # macro-actions
    ("text", mix("bad", 12, "card"), 4.5), ("text", mix("bad", 12, "page"), 4.5),  # errors
    (mix("accent", 75, "card"), "card", 3),  # bars of visits
    (mix("accent", 75, "card"), "sunken", 3),
    # The number on a stone, on the tint of a belief that is sure.
    ("text", mix("card", 60, mix("good", 81, "card")), 4.5),
    ("text", mix("card", 60, mix("bad", 81, "card")), 4.5),
]
PAIRS += [("card", tone, 3) for tone in ("c1", "c2", "c4", "good", "accent", "muted")]  # letters
# Lines between things that stand apart anyway.
DECORATION = {"line", "mono"}


def colours(style):
    """name -> (light, dark), each as three numbers from 0 to 1"""
    pairs = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)", style)
    split = lambda c: tuple(int(c[i:i + 2], 16) / 255 for i in (1, 3, 5))
    return {name: (split(light), split(dark)) for name, light, dark in pairs}


def resolve(colour, known, scheme):
    if isinstance(colour, str):
        return known[colour][scheme]
    _, one, share, other = colour
    a, b = resolve(one, known, scheme), resolve(other, known, scheme)
    return tuple(share / 100 * x + (1 - share / 100) * y for x, y in zip(a, b))


def luminance(rgb):
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def names(colour):
    return {colour} if isinstance(colour, str) else names(colour[1]) | names(colour[3])


def main():
    style = STYLE.read_text()
    known = colours(style)
    declared = set(re.findall(r"^  --([\w-]+):", style, re.M))
    listed = set().union(*(names(c) for pair in PAIRS for c in pair[:2]))
    problems = [f"--{name}: nobody says on what it must stand out" for name in
                sorted(declared - listed - DECORATION)]
    for what, ground, least in PAIRS:
        for scheme, title in enumerate(("light", "dark")):
            found = contrast(resolve(what, known, scheme), resolve(ground, known, scheme))
            line = f"{found:5.2f} of {least}: {what} on {ground}, {title}"
            if "--all" in sys.argv:
                print(line)
            if found < least:
                problems.append(line)
    print(*problems, f"{2 * len(PAIRS)} pairs of colours, {len(problems)} problems", sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
