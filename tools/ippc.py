#!/usr/bin/env python3
"""The planning competition of 2014: plays its POMDPs and scores as it did.

  tools/ippc.py run [INSTANCE...]   play what is missing (all, or crossing_traffic/5 ...) and write
                                    docs/data/ippc.csv; --jobs N instances at a time
  tools/ippc.py table               write the table of docs/rddl.md
  tools/ippc.py check               exit code 1 if that table is not what the data gives

With --study tenth the same of studies/ippc/tenth.toml (0.1 s a move), docs/data/ippc-tenth.csv and
its own table; --study despot and adaops are the other planners, whose table has all of them side by
side. A run that was cut short goes on where it was: each instance is stored when it is done.

The competition's files are the user's own: HOLDFAST_RDDL_DATA names a folder with a folder per
domain (domain.rddl, instance1.rddl, ...) and ippc2014.csv, every planner's mean per instance.
studies/ippc/arms.toml (or tenth.toml, ...) says who plays what.

An instance scores (mean - min) / (best - min): min is the better one of noop and random play, best
the best planner of 2014, so that a better one scores above 1; below min it is 0. Where nobody was
above min, a mean that is clearly above it (by its 95 % interval) scores 1, and others 0.
"""
import argparse
import concurrent.futures
import csv
import json
import os
import pathlib
import re
import subprocess
import sys
import threading
import tomllib

from results import interval

ROOT = pathlib.Path(__file__).resolve().parent.parent
WINNER = "NUS-POMDPGroup"


class Table:
    """Rows of instances in docs/data, and what docs/rddl.md shows of them between its markers."""
    DOCUMENT = ROOT / "docs/rddl.md"

    def __init__(self, name, marked, fields):
        self.data = ROOT / f"docs/data/{name}.csv"
        self.marked = marked
        self.fields = fields

    def stored(self):
        if not self.data.exists():
            return {}
        with open(self.data, newline="") as text:
            return {row["instance"]: row for row in csv.DictReader(text)}

    def store(self, rows):
        def order(name):
            domain, number = name.split("/")
            return domain, int(number)
        with open(self.data, "w", newline="") as text:
            writer = csv.DictWriter(text, self.fields, lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows[name] for name in sorted(rows, key=order))

    @staticmethod
    def parser(about):
        parser = argparse.ArgumentParser(description=about,
                                         formatter_class=argparse.RawDescriptionHelpFormatter)
        parser.add_argument("what", choices=["run", "table", "check"])
        parser.add_argument("instances", nargs="*")
        parser.add_argument("--program", default=str(ROOT / "build/release/bin/holdfast"))
        return parser

    def main(self, options, run, lines):
        if options.what == "run":
            return run(options)
        text = self.DOCUMENT.read_text()
        made = "".join(line + "\n" for line in lines(self.stored()))
        changed = self.marked.sub(lambda m: m[1] + made + m[2], text)
        if options.what == "table":
            self.DOCUMENT.write_text(changed)
        elif changed != text:
            sys.exit(f"{self.DOCUMENT}: the table is not what {self.data} gives; run "
                     f"{sys.argv[0]} table")


FIELDS = ["instance", "rounds", "first_seed", "seconds", "mean", "ci95", "min", "winner", "best",
          "revision", "command"]
# By the name of their file in studies/ippc: what is stored, and what the table is marked by.
STUDIES = {"arms": "ippc", "tenth": "ippc-tenth", "despot": "ippc-despot", "adaops": "ippc-adaops"}
# Those of one time a move, which share a table.
PLANNERS = {"POMCP": "arms", "DESPOT": "despot", "AdaOPS": "adaops"}


def table_of(study):
    name = STUDIES[study]
    mark = "ippc-planners" if study in ("despot", "adaops") else name
    marked = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- end of {mark} -->)", re.DOTALL)
    return Table(name, marked, FIELDS)


def reference(files):
    """By instance: min, the winner's mean and the best mean of 2014."""
    means = {}
    with open(files / "ippc2014.csv", newline="") as text:
        for row in csv.DictReader(text):
            domain, number = row["instance"].split("_inst_pomdp__")
            means.setdefault(f"{domain}/{number}", {})[row["planner"]] = float(row["mean"])
    baselines = ("NoopPolicy", "RandomBoolPolicy")
    return {name: (max(m[b] for b in baselines), m[WINNER],
                   max(v for planner, v in m.items() if planner not in baselines))
            for name, m in means.items()}


def score(row):
    mean, least, best = (float(row[k]) for k in ("mean", "min", "best"))
    if best <= least:
        return 1.0 if mean - float(row["ci95"]) > least else 0.0
    return max(0.0, (mean - least) / (best - least))


def winners_score(row):
    least, best, winner = (float(row[k]) for k in ("min", "best", "winner"))
    return 0.0 if best <= least else max(0.0, (winner - least) / (best - least))


def play(program, arguments):
    done = subprocess.run([program, "play", *arguments, "--json"], capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(done.stderr)
    return json.loads(done.stdout)


def arguments_of(files, name, arms):
    """Of the call that plays an instance; the folder of the files is left out of what is kept."""
    domain, number = name.split("/")
    options = arms.get("all", {}) | arms["domains"].get(domain, {})
    model = f"rddl({files}/{domain}/domain.rddl,{files}/{domain}/instance{number}.rddl)"
    return [model, *(f"--{key}={value}" for key, value in options.items()),
            f"--time={arms['time']}", "--clock=processor", f"--episodes={arms['rounds']}",
            f"--seed={arms['first_seed']}"]


def run(options):
    files = pathlib.Path(os.environ.get("HOLDFAST_RDDL_DATA", ROOT / "../shared/data/rddl"))
    arms = tomllib.loads((ROOT / f"studies/ippc/{options.study}.toml").read_text())
    table = table_of(options.study)
    known = reference(files)
    rows = table.stored()
    at_hand = [n for n in known
               if (files / n.split("/")[0] / f"instance{n.split('/')[1]}.rddl").exists()]
    at_hand.sort(key=lambda n: arms["order"].index(int(n.split("/")[1])))
    for name in options.instances:
        if name not in at_hand:
            sys.exit(f"{name} is not at hand in {files}; at hand: {', '.join(at_hand)}")
    storing = threading.Lock()

    def play_instance(name):
        arguments = arguments_of(files, name, arms)
        results = play(options.program, arguments)
        mean, ci95 = interval([e["undiscounted"] for e in results["episodes"]])
        least, winner, best = known[name]
        with storing:
            rows[name] = {
                "instance": name, "rounds": arms["rounds"], "first_seed": arms["first_seed"],
                "seconds": arms["time"], "mean": round(mean, 2), "ci95": round(ci95, 2),
                "min": least, "winner": winner, "best": best, "revision": results["revision"],
                "command": "play " + " ".join(arguments).replace(f"{files}/", "")}
            table.store(rows)
            print(f"{name}: {mean:.2f} ± {ci95:.2f}, score {score(rows[name]):.2f}", flush=True)

    missing = [n for n in options.instances or at_hand if n not in rows]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for done in [pool.submit(play_instance, name) for name in missing]:
            done.result()


def lines(rows):
    if not rows:
        yield "Declared, and not played yet."
        return
    yield ("| instance | mean of 30 rounds | max(noop, random) | winner of 2014 | best of 2014 "
           "| score | winner's |")
    yield "|---|---|---|---|---|---|---|"
    for name, row in rows.items():
        yield (f"| {name} | {float(row['mean']):.1f} ± {float(row['ci95']):.1f} | "
               f"{float(row['min']):.1f} | {float(row['winner']):.1f} | "
               f"{float(row['best']):.1f} | {score(row):.2f} | {winners_score(row):.2f} |")
    ours = sum(map(score, rows.values())) / len(rows)
    theirs = sum(map(winners_score, rows.values())) / len(rows)
    capped = sum(min(1.0, score(row)) for row in rows.values()) / len(rows)
    yield f"| mean of these {len(rows)} | | | | | {ours:.3f} | {theirs:.3f} |"
    yield f"| the same, if no score is above 1 | | | | | {capped:.3f} | {theirs:.3f} |"


def planners_side_by_side(_):
    """Every planner's mean where all have played, and their scores, none above 1."""
    played = {label: table_of(study).stored() for label, study in PLANNERS.items()}
    common = [name for name in played["POMCP"] if all(name in rows for rows in played.values())]
    if not common:
        yield "Declared, and not played yet."
        return
    yield "| instance | max(noop, random) | best of 2014 | " + " | ".join(played) + " |"
    yield "|---|---|---|" + "---|" * len(played)
    for name in common:
        row = played["POMCP"][name]
        means = (f"{float(rows[name]['mean']):.1f} ± {float(rows[name]['ci95']):.1f}"
                 for rows in played.values())
        yield (f"| {name} | {float(row['min']):.1f} | {float(row['best']):.1f} | "
               + " | ".join(means) + " |")
    capped = (sum(min(1.0, score(rows[name])) for name in common) / len(common)
              for rows in played.values())
    yield (f"| score of these {len(common)}, none above 1 | 0 | 1 | "
           + " | ".join(f"{s:.3f}" for s in capped) + " |")


def main():
    parser = Table.parser(__doc__)
    parser.add_argument("--study", choices=STUDIES, default="arms")
    parser.add_argument("--jobs", type=int, default=1, help="instances that are played at a time")
    options = parser.parse_intermixed_args()
    alone = options.study in ("arms", "tenth")
    table_of(options.study).main(options, run, lines if alone else planners_side_by_side)


if __name__ == "__main__":
    main()
