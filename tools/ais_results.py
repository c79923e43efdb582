#!/usr/bin/env python3
"""Tables of docs/ais.md from the trainings of tools/train_ais.sh.

usage: tools/ais_results.py DIRECTORY
"""
import collections
import glob
import json
import os
import re
import statistics
import sys

POINTS = (0, 500, 1000, 2000, 5000, 10000, 15000, 20000, 50000, 100000)


def mean_and_deviation(values):
    deviation = statistics.stdev(values) if len(values) > 1 else 0.0
    return f"{statistics.mean(values):.2f} ± {deviation:.2f}"


def trainings(directory):
    """Finished trainings by name, each a list over seeds."""
    groups = collections.defaultdict(list)
    for path in sorted(glob.glob(os.path.join(directory, "*-seed*.json"))):
        if os.path.getsize(path) == 0:
            continue
        with open(path, encoding="utf-8") as file:
            groups[re.sub(r"-seed\d+\.json$", "", os.path.basename(path))].append(json.load(file))
    return groups


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    groups = trainings(sys.argv[1])
    for name, runs in groups.items():
        options = runs[0]["options"]
        print(f"{name}: {runs[0]['domain']}, loss {options['loss']}, {len(runs)} seeds")
        print(f"  layout: {runs[0]['layout']}")
    print("\nDiscounted return over batches, mean ± standard deviation over seeds\n")
    longest = max(run["curve"][-1]["batch"] for runs in groups.values() for run in runs)
    points = [p for p in POINTS if p <= longest]
    print("| training | " + " | ".join(str(p) for p in points) + " |")
    print("|---|" + "---|" * len(points))
    for name, runs in groups.items():
        curves = [{e["batch"]: e["mean"] for e in run["curve"]} for run in runs]
        cells = [mean_and_deviation([c[p] for c in curves]) if all(p in c for c in curves) else ""
                 for p in points]
        print(f"| {name} | " + " | ".join(cells) + " |")
    print("\n| training | last point of each seed | episodes | processor time, s | ms per batch |")
    print("|---|---|---|---|---|")
    for name, runs in groups.items():
        last = ", ".join(f"{run['curve'][-1]['mean']:.2f}" for run in runs)
        print(f"| {name} | {last} "
              f"| {statistics.mean(r['episodes'] for r in runs):.0f} "
              f"| {statistics.mean(r['cpu_seconds'] for r in runs):.0f} "
              f"| {1e3 * statistics.mean(r['cpu_seconds_per_batch'] for r in runs):.2f} |")


if __name__ == "__main__":
    main()
