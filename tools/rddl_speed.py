#!/usr/bin/env python3
"""How fast RDDL models are: measures the competition's instances, and writes the table of
docs/rddl.md.

  tools/rddl_speed.py run [INSTANCE...]   measure what is missing (crossing_traffic/10 ...; all
                                          instances 1, 5 and 10) and write docs/data/rddl-speed.csv
  tools/rddl_speed.py table               write the table
  tools/rddl_speed.py check               exit code 1 if that table is not what the data gives

The files are the user's own: HOLDFAST_RDDL_DATA names a folder with a folder per domain.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

from ippc import ROOT, Table

TABLE = Table("rddl-speed", re.compile(r"(<!-- rddl speed -->\n).*?(<!-- end of rddl speed -->)",
                                       re.DOTALL),
              ["instance", "state_bits", "observation_bits", "joint_actions", "seconds_to_ground",
               "seconds_to_compile", "interpreted_steps_per_second", "compiled_steps_per_second",
               "revision"])


def measure(program, files, name):
    domain, number = name.split("/")
    done = subprocess.run([program, "bench", "--json", "--rounds=5", "--rddl",
                           files / domain / "domain.rddl",
                           files / domain / f"instance{number}.rddl"],
                          capture_output=True, text=True, check=True)
    return {"instance": name, **{k: v if isinstance(v, (str, int)) else float(f"{v:.4g}")
                                 for k, v in json.loads(done.stdout).items()}}


def run(options):
    files = pathlib.Path(os.environ.get("HOLDFAST_RDDL_DATA", ROOT / "../shared/data/rddl"))
    rows = TABLE.stored()
    at_hand = [f"{f.parent.name}/{n}" for f in sorted(files.glob("*/domain.rddl"))
               for n in (1, 5, 10) if (f.parent / f"instance{n}.rddl").exists()]
    for name in options.instances or at_hand:
        if name not in rows:
            rows[name] = measure(options.program, files, name)
            TABLE.store(rows)


def lines(rows):
    yield ("| instance | bits of state, observation | joint actions | to read and ground | to "
           "compile | interpreted | compiled |")
    yield "|---|---|---|---|---|---|---|"
    for name, row in rows.items():
        slow, fast = (float(row[f"{k}_steps_per_second"]) for k in ("interpreted", "compiled"))
        yield (f"| {name} | {row['state_bits']}, {row['observation_bits']} | "
               f"{row['joint_actions']} | {1000 * float(row['seconds_to_ground']):.0f} ms | "
               f"{float(row['seconds_to_compile']):.1f} s | {slow / 1e6:.1f} M/s | "
               f"{fast / 1e6:.1f} M/s ({1e9 / fast:.0f} ns) |")


if __name__ == "__main__":
    TABLE.main(Table.parser(__doc__).parse_intermixed_args(), run, lines)
