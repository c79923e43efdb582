#!/usr/bin/env python3
"""Pictures of what parameters do: plays what docs/data/parameters.toml declares, keeps the means in
docs/data/parameters.csv, and draws docs/pictures/*.svg from them.

  tools/parameters.py run [PICTURE...]   play what is missing, and write the data
  tools/parameters.py draw               write the pictures
  tools/parameters.py check              exit code 1 if a picture is not what the data gives
"""
import argparse
import csv
import json
import math
import pathlib
import shlex
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs/data/parameters.csv"
PICTURES = ROOT / "docs/pictures"
FIELDS = ["picture", "series", "value", "episodes", "first_seed", "mean", "ci95", "revision",
          "command"]


def declared():
    return tomllib.loads((ROOT / "docs/data/parameters.toml").read_text())


def read():
    if not DATA.exists():
        return []
    with open(DATA, newline="") as file:
        return list(csv.DictReader(file))


def cells(plan, picture):
    """Every point of a picture: (series, value, call)."""
    for series in plan["picture"][picture]["series"]:
        for value in plan["picture"][picture]["values"]:
            options = [f"--{name}={v}" for name, v in (series["options"] | {picture: value}).items()]
            yield series["label"], value, ["play", plan["domain"], *options,
                                           f"--episodes={plan['episodes']}",
                                           f"--seed={plan['first_seed']}"]


def run(plan, wanted, program):
    version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
    revision = version.stdout.split()[-1].strip("()")
    rows = {(r["picture"], r["series"], r["value"]): r for r in read()}
    for picture in wanted or plan["picture"]:
        for series, value, call in cells(plan, picture):
            key = (picture, series, str(value))
            if key in rows:
                continue
            done = subprocess.run([program, *call, "--json"], capture_output=True, text=True,
                                  check=True)
            found = json.loads(done.stdout)["summary"]["discounted"]
            rows[key] = dict(zip(FIELDS, [*key, plan["episodes"], plan["first_seed"],
                                          f"{found['mean']:.3f}", f"{found['ci95']:.3f}", revision,
                                          "holdfast " + shlex.join(call)]))
            print(*key, rows[key]["mean"], "±", rows[key]["ci95"], file=sys.stderr, flush=True)
            write(plan, rows)


def write(plan, rows):
    order = [(picture, series, str(value)) for picture in plan["picture"]
             for series, value, _ in cells(plan, picture)]
    with open(DATA, "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[key] for key in order if key in rows)


# The picture: a small chart with bands of 95 %, in light or dark as the reader's screen is.
WIDTH, HEIGHT = 460, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 118, 34, 36
STYLE = """
  svg { --card: #fff; --text: #1d2329; --muted: #5c646c; --line: #e3dfd6;
        --c0: #2f6db3; --c1: #c2402f; --c2: #2f8a57; }
  @media (prefers-color-scheme: dark) {
    svg { --card: #1b1f24; --text: #e8e6e1; --muted: #9aa3ab; --line: #31373e;
          --c0: #6ea8e8; --c1: #f0826f; --c2: #62c48d; } }
  text { font: 12px system-ui, sans-serif; fill: var(--text); }
  .muted { fill: var(--muted); } .title { font-weight: 600; font-size: 13px; }
  .grid { stroke: var(--line); } .default { stroke: var(--muted); stroke-dasharray: 3 3; }
  .ground { fill: var(--card); }"""


def ticks(low, high):
    step = 10 ** math.floor(math.log10((high - low) / 2))
    step = next(s for s in (step, 2 * step, 5 * step, 10 * step) if (high - low) / s <= 5)
    return [step * i for i in range(math.ceil(low / step), math.floor(high / step) + 1)]


def apart(places, least):
    """The places, moved down where two would stand on each other."""
    order = sorted(range(len(places)), key=places.__getitem__)
    moved = list(places)
    for before, i in zip(order, order[1:]):
        moved[i] = max(moved[i], moved[before] + least)
    return moved


def drawn(picture, plan, rows):
    about = plan["picture"][picture]
    mine = [r for r in rows if r["picture"] == picture]
    series = [s["label"] for s in about["series"] if any(r["series"] == s["label"] for r in mine)]
    points = {s: [(float(r["value"]), float(r["mean"]), float(r["ci95"])) for r in mine
                  if r["series"] == s] for s in series}
    values = about["values"]
    low = min(m - c for p in points.values() for _, m, c in p)
    high = max(m + c for p in points.values() for _, m, c in p)

    def x(value):
        """Values stand at equal distances, or by their logarithm."""
        if about.get("logarithmic"):
            share = math.log(value / values[0]) / math.log(values[-1] / values[0])
        else:
            share = values.index(value) / (len(values) - 1)
        return LEFT + 8 + share * (WIDTH - LEFT - RIGHT - 16)

    def y(value):
        return TOP + (high - value) / (high - low) * (HEIGHT - TOP - BOTTOM)

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
           f'width="{WIDTH}" height="{HEIGHT}" role="img"><title>{about["title"]}</title>',
           f"<style>{STYLE}</style>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" rx="8" class="ground"/>',
           f'<text x="12" y="20" class="title">{about["title"]}</text>']
    for tick in ticks(low, high):
        out.append(f'<path d="M{LEFT} {y(tick):.1f}H{WIDTH - RIGHT}" class="grid"/>'
                   f'<text x="{LEFT - 6}" y="{y(tick) + 4:.1f}" text-anchor="end" class="muted">'
                   f"{tick:g}</text>")
    for value in values:
        out.append(f'<text x="{x(value):.1f}" y="{HEIGHT - 18}" text-anchor="middle" '
                   f'class="muted">{value:g}</text>')
    default = about.get("default")
    if default in values:
        out.append(f'<path d="M{x(default):.1f} {TOP}V{HEIGHT - BOTTOM}" class="default"/>')
    out.append(f'<text x="{LEFT}" y="{HEIGHT - 4}" class="muted">discounted return'
               + ("; dashed: the default" if default in values else "") + "</text>")
    labels = apart([y(points[s][-1][1]) for s in series], 15)
    for i, name in enumerate(series):
        p = points[name]
        upper = [f"{x(v):.1f} {y(m + c):.1f}" for v, m, c in p]
        lower = [f"{x(v):.1f} {y(m - c):.1f}" for v, m, c in reversed(p)]
        line = "L".join(f"{x(v):.1f} {y(m):.1f}" for v, m, _ in p)
        out.append(f'<path d="M{"L".join(upper + lower)}Z" fill="var(--c{i})" opacity=".14"/>'
                   f'<path d="M{line}" fill="none" stroke="var(--c{i})" stroke-width="2"/>')
        out += [f'<circle cx="{x(v):.1f}" cy="{y(m):.1f}" r="3" fill="var(--c{i})"/>'
                for v, m, _ in p]
        out.append(f'<text x="{WIDTH - RIGHT + 6}" y="{labels[i] + 4:.1f}" '
                   f'style="fill: var(--c{i})">{name}</text>')
    return "\n".join([*out, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "draw", "check"])
    parser.add_argument("pictures", nargs="*", metavar="PICTURE")
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/holdfast"))
    arguments = parser.parse_args()
    plan = declared()
    if arguments.what == "run":
        run(plan, arguments.pictures, arguments.program)
        return 0
    rows, stale = read(), 0
    PICTURES.mkdir(exist_ok=True)
    for picture in plan["picture"]:
        if not any(r["picture"] == picture for r in rows):
            continue
        path = PICTURES / f"{picture}.svg"
        text = drawn(picture, plan, rows)
        if path.exists() and path.read_text() == text:
            continue
        stale += 1
        if arguments.what == "draw":
            path.write_text(text)
        else:
            print(f"{path}: is not what docs/data gives; run tools/parameters.py draw")
    return 1 if stale and arguments.what == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
