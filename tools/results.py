#!/usr/bin/env python3
"""Figures from data: plays what docs/data/measurements.toml declares, keeps summaries as CSV, and
makes the tables of the documents from them.

  tools/results.py run TABLE...   play what is missing, and write docs/data/TABLE.csv
  tools/results.py tables         write the tables between the markers of the documents
  tools/results.py check          exit code 1 if a document's table is not what the data gives

A table is domains x budgets x arms, every arm on the same seeds. Differences are paired by seed;
their p values (two-sided, normal) are corrected by Holm's method within a table. Returns of single
episodes are kept in build/results, so that a run goes on where it was; the CSV has what a reader
needs to play a row again: revision, command, seeds. Milliseconds are of processor time, of the
whole call over all steps: so a table by simulations is one by time too (`times = true` shows them).
A table by time also shows what the searches took, by the clock of their budget: one that overdraws
it is seen there, and not hidden behind what is prepared once for an episode.
An arm with `factor = 16` has sixteen times the budget of its column, one with `free = true` none,
since it does not search; it is played once for each column all the same. Tables of models from RDDL
files are played in the folder that HOLDFAST_RDDL_DATA names, but for those that ship (models/);
`{folder}` in an arm's options is the folder of the model. `rows = true` has a row for each domain,
where there is one budget, by its name in `names` or its own.
"""
import argparse
import csv
import hashlib
import json
import math
import os
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tomllib

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "docs/data"
FIELDS = ["domain", "budget", "arm", "versus", "episodes", "first_seed", "mean", "ci95",
          "difference", "difference_ci95", "p_holm", "milliseconds", "search_milliseconds",
          "revision", "command"]


def declared():
    tables = tomllib.loads((DATA / "measurements.toml").read_text())["table"]
    return {name: table | {"arms": arms_of(tables, table)} for name, table in tables.items()}


def arms_of(tables, table):
    """Its own, or those of another table; compared with those that are there."""
    if "arms" in table:
        return table["arms"]
    theirs = tables[table["arms_of"]]["arms"]
    labels = table.get("only", [arm["label"] for arm in theirs])
    return [arm | {"versus": [v for v in arm.get("versus", []) if v in labels]}
            for arm in theirs if arm["label"] in labels]


def interval(values):
    """The mean and the half width of its 95 % interval."""
    n = len(values)
    mean = sum(values) / n
    variance = sum((v - mean) ** 2 for v in values) / (n - 1)
    return mean, 1.96 * math.sqrt(variance / n)


def p_value(mean, ci95):
    return 1.0 if ci95 == 0 else math.erfc(abs(mean) / (ci95 / 1.96) / math.sqrt(2))


def holm(p_values):
    """Adjusted p values: the smallest times n, the next times n - 1, ... never falling."""
    adjusted, least = [0.0] * len(p_values), 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        least = max(least, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = least
    return adjusted


def command(table, domain, budget, arm):
    """The call for one cell, but for the program's name. An arm may have a budget of its own."""
    budgets = {table.get("budget", "sims"): budget * arm.get("factor", 1)}
    options = ({} if arm.get("free") else budgets) | arm["options"]
    model = domain.removeprefix("rddl(").split("/domain.rddl")[0]
    return ["play", domain, *(f"--{name}={str(value).replace('{folder}', model)}"
                              for name, value in options.items()),
            f"--episodes={table['episodes']}", f"--seed={table['first_seed']}"]


class Player:
    def __init__(self, program, cache):
        self.program, self.cache = program, cache
        version = subprocess.run([program, "--version"], capture_output=True, text=True, check=True)
        self.revision = version.stdout.split()[-1].strip("()")
        cache.mkdir(parents=True, exist_ok=True)

    def played(self, call):
        """Returns by seed, and milliseconds of processor time and of search per step."""
        values = [a.split("=", 1)[1] for a in call if a.startswith("--")]
        content = "".join(hashlib.sha256((ROOT / v).read_bytes()).hexdigest()
                          for v in values if (ROOT / v).is_file())
        key = hashlib.sha256((self.revision + content + shlex.join(call)).encode()).hexdigest()
        kept = self.cache / f"{key[:24]}-searched.json"
        if not kept.exists():
            print("holdfast", shlex.join(call), file=sys.stderr, flush=True)
            before = processor_seconds()
            found = [f"--guide={ROOT / a[8:]}" if a.startswith("--guide=") and a.endswith(".lp")
                     else a for a in call]
            done = subprocess.run([self.program, *found, "--jobs=1", "--json"],
                                  capture_output=True, text=True, check=True, cwd=folder(call))
            seconds = processor_seconds() - before
            played = json.loads(done.stdout)["episodes"]
            per_step = 1000 / sum(e["steps"] for e in played)
            kept.write_text(json.dumps({
                "returns": {e["seed"]: e["discounted"] for e in played},
                "milliseconds": per_step * seconds,
                "search_milliseconds": per_step * sum(e["search_seconds"] for e in played)}))
        return json.loads(kept.read_text())


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def folder(call):
    given = call[1].startswith("rddl(") and not call[1].startswith("rddl(models/")
    return os.environ["HOLDFAST_RDDL_DATA"] if given else ROOT


def rows_of(table, player):
    rows = []
    for domain in table["domains"]:
        for budget in table["budgets"]:
            cell = {}
            for arm in table["arms"]:
                cell[arm["label"]] = player.played(command(table, domain, budget, arm))
            for arm in table["arms"]:
                rows += arm_rows(table, player, domain, budget, arm, cell)
    compared = [r for r in rows if r["versus"]]
    for row, p in zip(compared, holm([r["p_holm"] for r in compared])):
        row["p_holm"] = f"{p:.2g}"
    return rows


def arm_rows(table, player, domain, budget, arm, cell):
    """One row of the arm itself, and one for each arm that it is compared with."""
    mine = cell[arm["label"]]["returns"]
    mean, ci95 = interval(list(mine.values()))
    base = dict(domain=domain, budget=budget, arm=arm["label"], versus="",
                episodes=table["episodes"], first_seed=table["first_seed"], mean=f"{mean:.2f}",
                ci95=f"{ci95:.2f}", difference="", difference_ci95="", p_holm="",
                milliseconds=f"{cell[arm['label']]['milliseconds']:.3g}", revision=player.revision,
                search_milliseconds=search_time(table, cell[arm["label"]]),
                command="holdfast " + shlex.join(command(table, domain, budget, arm)))
    rows = [base]
    for other in arm.get("versus", []):
        difference, width = interval([mine[s] - cell[other]["returns"][s]
                                      for s in mine])
        rows.append(base | dict(versus=other, difference=f"{difference:+.2f}",
                                difference_ci95=f"{width:.2f}", p_holm=p_value(difference, width)))
    return rows


def search_time(table, played):
    """By the clock of the budget; of a budget of simulations nobody asks for it."""
    return f"{played['search_milliseconds']:.3g}" if table.get("budget") == "time" else ""


def write_csv(name, rows):
    with open(DATA / f"{name}.csv", "w", newline="") as file:
        writer = csv.DictWriter(file, FIELDS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def read_csv(name):
    with open(DATA / f"{name}.csv", newline="") as file:
        return list(csv.DictReader(file))


def budget_name(budget, of):
    if of == "trials":
        return f"{budget} trials"
    if float(budget) < 1:
        return f"{1000 * float(budget):g} ms"
    power = math.log2(float(budget))
    return f"2^{int(power)}" if power == int(power) else str(budget)


def lines(header, body):
    return ["| " + " | ".join(header) + " |", "|" + "---|" * len(header),
            *("| " + " | ".join(row) + " |" for row in body)]


def markdown(name):
    """For each domain the returns, arms by budgets, and then the differences; bold if Holm's p is
    below 0.05."""
    if not (DATA / f"{name}.csv").exists():
        return "Declared, and not measured yet."
    rows, out = read_csv(name), []
    if declared()[name].get("rows"):
        return one_table(rows, declared()[name])
    for domain in dict.fromkeys(r["domain"] for r in rows):
        mine = [r for r in rows if r["domain"] == domain]
        budgets = list(dict.fromkeys(r["budget"] for r in mine))
        columns = [budget_name(b, declared()[name]["budget"]) for b in budgets]
        played = f"{mine[0]['episodes']} episodes from seed {mine[0]['first_seed']}:"
        out += [f"`{domain}`," + ("\n" if len(domain + played) > 95 else " ") + played, ""]

        def body(keys, text):
            cells = {(r["arm"], r["versus"], r["budget"]): r for r in mine}
            return [[label] + [text(cells[arm, versus, b]) if (arm, versus, b) in cells else "–"
                               for b in budgets] for label, arm, versus in keys]

        arms = dict.fromkeys(r["arm"] for r in mine)
        out += lines(["return", *columns],
                     body([(a, a, "") for a in arms], lambda r: f"{r['mean']} ± {r['ci95']}"))
        for title, field in (("ms of search a step", "search_milliseconds"),
                             ("ms a step", "milliseconds")):
            if declared()[name].get("times") and mine[0].get(field):
                out += ["", *lines([title, *columns],
                                   body([(a, a, "") for a in arms], lambda r: r[field]))]
        pairs = dict.fromkeys((r["arm"], r["versus"]) for r in mine if r["versus"])
        if pairs:
            out += ["", *lines(["paired difference", *columns],
                               body([(f"{a} over {v}", a, v) for a, v in pairs], difference))]
        out += [""]
    return "\n".join(out).rstrip()


def one_table(rows, table):
    """Domains by arms: returns and differences, side by side where there is room."""
    first, most_columns = rows[0], 10
    budget = "trials" if table["budget"] == "trials" else "simulations"
    cells = {(r["domain"], r["arm"], r["versus"]): r for r in rows}
    domains = list(dict.fromkeys(r["domain"] for r in rows))
    names = dict(zip(domains, table.get("names", map(short, domains))))
    arms = list(dict.fromkeys(r["arm"] for r in rows))
    pairs = list(dict.fromkeys((r["arm"], r["versus"]) for r in rows if r["versus"]))
    compared = [f"{a} over {v}" for a, v in pairs]
    returns = [[names[d], *(f"{cells[d, a, '']['mean']} ± {cells[d, a, '']['ci95']}" for a in arms)]
               for d in domains]
    differences = [[difference(cells[d, a, v]) for a, v in pairs] for d in domains]
    if len(arms) + len(pairs) <= most_columns:
        tables = lines(["", *arms, *compared], [r + d for r, d in zip(returns, differences)])
    else:
        tables = [*lines(["return", *arms], returns), "",
                  *lines(["paired difference", *compared],
                         [[names[d], *row] for d, row in zip(domains, differences)])]
    return "\n".join([f"{first['episodes']} episodes from seed {first['first_seed']}, "
                      f"{first['budget']} {budget}:", "", *tables])


def short(domain):
    """rddl(navigation/domain.rddl,navigation/instance5.rddl) is navigation/5."""
    found = re.fullmatch(r"rddl\((.*)/domain.rddl,\1/(?:instance)?(\w+)\.rddl.*\)", domain)
    return f"{found[1].removeprefix('models/')}/{found[2]}" if found else f"`{domain}`"


def difference(row):
    text = f"{row['difference']} ± {row['difference_ci95']}"
    return f"**{text}**" if float(row["p_holm"]) < 0.05 else text


MARKED = re.compile(r"(<!-- results: ([a-z0-9-]+) -->\n).*?(\n<!-- end of results -->)", re.DOTALL)


def documents():
    return [d for d in sorted((ROOT / "docs").glob("*.md")) if MARKED.search(d.read_text())]


def generated(text):
    return MARKED.sub(lambda m: m[1] + "\n" + markdown(m[2]) + "\n" + m[3], text)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["run", "tables", "check"])
    parser.add_argument("names", nargs="*", metavar="TABLE")
    parser.add_argument("--program", default=str(ROOT / "build/release/bin/holdfast"))
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "build/results")
    arguments = parser.parse_args()
    if arguments.what == "run":
        player = Player(arguments.program, arguments.cache)
        for name in arguments.names or declared():
            write_csv(name, rows_of(declared()[name], player))
        return 0
    stale = 0
    for document in documents():
        text = document.read_text()
        if generated(text) == text:
            continue
        stale += 1
        if arguments.what == "tables":
            document.write_text(generated(text))
        else:
            print(f"{document}: a table is not what docs/data gives; run tools/results.py tables")
    return 1 if stale and arguments.what == "check" else 0


if __name__ == "__main__":
    sys.exit(main())
