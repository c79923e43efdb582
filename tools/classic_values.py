"""What planners earn in the classic files, beside the exact values.

    PYTHONPATH=build/release/python /usr/bin/python3 tools/classic_values.py run     # plays; CSV
    PYTHONPATH=build/release/python /usr/bin/python3 tools/classic_values.py table   # into the docs

`run` writes docs/data/classic-values.csv; `table` makes the table of docs/python.md from it.
"""

import csv
import os
import re
import sys

import numpy as np

import holdfast

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "docs/data/classic-values.csv")
DOCUMENT = os.path.join(ROOT, "docs/python.md")
FILES = ["tiger.pomdp", "machine.pomdp", "corridor.pomdp", "rover.pomdpx"]
PLANNERS = {"DESPOT": dict(planner="despot", trials=300, scenarios=100),
            "AdaOPS": dict(planner="adaops", trials=30),
            "POMCP": dict(planner="pomcp", guide="trivial", sims=4096)}
EPISODES = {"DESPOT": 200, "AdaOPS": 60, "POMCP": 60}
FIRST_SEED, STEPS = 2_000_001, 120  # a hundredth of the value, at most, is earned later


def exact(T, O, R, start=None, discount=0.95, tolerance=1e-3):
    """The value of the first belief: value iteration over the beliefs that can be reached, those
    within 1e-4 of each other taken for one (the value is Lipschitz, so this errs by little)."""
    states, actions, sights = T.shape[1], len(T), O.shape[2]
    rewards = R if R.ndim == 2 else np.einsum("ast,ast->as", T, R)
    first = np.full(states, 1 / states) if start is None else start
    beliefs, number = [first], {tuple(np.round(first, 4)): 0}
    chances, nexts = [], []
    for belief in beliefs:  # grows on the way
        chance, after = np.zeros((actions, sights)), np.zeros((actions, sights), dtype=int)
        for a in range(actions):
            moved = belief @ T[a]
            chance[a] = moved @ O[a]
            for o in np.flatnonzero(chance[a] > 1e-12):
                then = moved * O[a][:, o] / chance[a, o]
                key = tuple(np.round(then, 4))
                if key not in number:
                    number[key] = len(beliefs)
                    beliefs.append(then)
                after[a, o] = number[key]
        chances.append(chance)
        nexts.append(after)
    chances, nexts, now = np.array(chances), np.array(nexts), np.array(beliefs) @ rewards.T
    values = np.zeros(len(beliefs))
    while True:
        better = (now + discount * (chances * values[nexts]).sum(axis=2)).max(axis=1)
        if np.abs(better - values).max() < tolerance * (1 - discount):
            return better[0]
        values = better


def of_file(name):
    """The arrays of one of the files, as `exact` wants them."""
    said = holdfast.arrays(os.path.join(ROOT, "models/classic", name))
    return {key: said[key] for key in ("T", "O", "R", "start", "discount")}


def run():
    with open(DATA, "w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["file", "planner", "options", "episodes", "first_seed", "mean", "ci95",
                       "exact", "revision"])
        for name in FILES:
            value = exact(**of_file(name))
            path = os.path.join(ROOT, "models/classic", name)
            domain = holdfast.domain(f"file({path},steps={STEPS})")
            for planner, options in PLANNERS.items():
                played = domain.play(EPISODES[planner], seed=FIRST_SEED, **options)
                said = " ".join(f"{k}={v}" for k, v in options.items())
                rows.writerow([name, planner, said, len(played), FIRST_SEED, f"{played.mean:.2f}",
                               f"{played.ci95:.2f}", f"{value:.2f}", holdfast.revision])
                print(name, planner, played, f"exact {value:.2f}", flush=True)


def table():
    """The stored figures as a table of markdown."""
    with open(DATA, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    lines = ["| file | exact | " + " | ".join(PLANNERS) + " |", "|---|---:|" + "---:|" * len(PLANNERS)]
    for name in FILES:
        cells = {r["planner"]: f"{r['mean']} ± {r['ci95']}" for r in rows if r["file"] == name}
        value = next(r["exact"] for r in rows if r["file"] == name)
        lines.append(f"| `{name}` | {value} | " + " | ".join(cells[p] for p in PLANNERS) + " |")
    return "\n".join(lines)


def write_table():
    with open(DOCUMENT, encoding="utf-8") as file:
        text = file.read()
    place = re.compile(r"(<!-- classic values -->\n).*?(<!-- end of classic values -->)", re.S)
    with open(DOCUMENT, "w", encoding="utf-8") as file:
        file.write(place.sub(lambda m: f"{m[1]}{table()}\n{m[2]}", text))


if __name__ == "__main__":
    {"run": run, "table": write_table}[sys.argv[1]]()
