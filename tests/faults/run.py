#!/usr/bin/env python3
"""Every write, opening, sync, rename, thread and allocation of a run fails once, in turn.

Whatever fails, the program must end by itself with a message and a code of 1 (or get over it and
end as if nothing had been), leave nothing half-written, and do its work when it is called again.

usage: run.py HOLDFAST SHIM.so [--allocations N] [--only COMMAND] [--kinds write,open,...]
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

STUDY = """
[[experiment]]
domain = "rocksample(3,1)"
seeds = 3
options = {sims = 16}
grid = {guide = ["pure", "timed"]}
"""

# Name, arguments, the files it writes, and whether they are the same in every run ("in the end": a
# training leaves the last of its checkpoints, to be resumed).
COMMANDS = [
    ("record", ["play", "rocksample(3,1)", "--sims", "16", "--episodes", "2", "--record", "r.jsonl"],
     ["r.jsonl"], False),
    ("jobs", ["play", "rocksample(3,1)", "--sims", "16", "--episodes", "4", "--jobs", "3"], [], False),
    ("trace", ["trace", "rocksample(3,1)", "--sims", "16", "--episodes", "4", "--jobs", "2", "-o", "t.jsonl"],
     ["t.jsonl"], True),
    ("trace-zst", ["trace", "rocksample(3,1)", "--sims", "16", "--episodes", "4", "--jobs", "2", "-o",
                   "t.jsonl.zst"], ["t.jsonl.zst"], True),
    ("learn", ["learn", "task.las", "-o", "theory.lp"], ["theory.lp"], True),
    ("explain", ["explain", "rocksample(3,1)", "--sims", "16"], [], False),
    ("study", ["study", "s.toml", "-o", "s.sqlite", "--jobs", "2"], ["s.sqlite"], False),
    ("report", ["report", "given.sqlite", "-o", "p.html"], ["p.html"], True),
    ("train", ["train", "ais", "rocksample(3,1,layout=3)", "--batches", "2", "-o", "a.bin"],
     ["a.bin"], "in the end"),
    ("domains", ["domains"], [], False),
]


class Tester:
    def __init__(self, options):
        self.options = options
        self.given = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-faults-"))
        self.faults = 0
        self.runs = 0
        (self.given / "s.toml").write_text(STUDY)
        (self.given / "task.las").write_text(
            "#modeh(p).\n#modeb(1, x(var(d)), (positive)).\n#modeb(1, var(d) > const(c)).\n"
            "#constant(c, 1..3).\n#pos(a@9, {p}, {}, {x(3).}).\n#pos(b@9, {}, {p}, {x(1).}).\n")
        self.call(["study", "s.toml", "-o", "given.sqlite"], self.given)

    def call(self, arguments, folder, fault=None):
        environment = dict(os.environ)
        environment.pop("HOLDFAST_FAULT", None)
        if fault:
            environment.update(LD_PRELOAD=self.options.shim, HOLDFAST_FAULT=fault,
                               HOLDFAST_FAULT_LOG=str(folder / "hit"))
        return subprocess.run([self.options.holdfast, *arguments], cwd=folder, env=environment,
                              capture_output=True, timeout=300)

    def fresh(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-fault-"))
        for name in ["s.toml", "task.las", "given.sqlite"]:
            shutil.copy(self.given / name, folder)
        return folder

    def complain(self, what, result):
        self.faults += 1
        print(f"FAULT {what}\n  exit {result.returncode}: {result.stderr.decode(errors='replace')[-400:]}",
              flush=True)

    def one(self, name, arguments, outputs, same, reference, fault):
        """Returns whether the fault happened."""
        folder = self.fresh()
        before = {p.name for p in folder.iterdir()}
        what = f"{name}, {fault}"
        try:
            result = self.call(arguments, folder, fault)
            if not (folder / "hit").exists():
                return False
            (folder / "hit").unlink()
            self.runs += 1
            self.judge(what, result, folder, before, outputs, same, reference)
            again = self.call(arguments, folder)
            if again.returncode != 0:
                self.complain(f"{what}: the next run fails", again)
            elif same:
                for output in outputs:
                    if (folder / output).read_bytes() != reference[output]:
                        self.complain(f"{what}: the next run writes another {output}", again)
        finally:
            shutil.rmtree(folder)
        return True

    def judge(self, what, result, folder, before, outputs, same, reference):
        if result.returncode not in (0, 1, 2):
            self.complain(f"{what}: neither done nor a message", result)
        if result.returncode != 0 and not result.stderr.strip():
            self.complain(f"{what}: no message", result)
        for output in outputs:
            there = (folder / output).exists()
            if result.returncode == 0 and not there:
                self.complain(f"{what}: done, but there is no {output}", result)
            if there and same is True and (folder / output).read_bytes() != reference[output]:
                self.complain(f"{what}: {output} is not whole", result)
        # A study keeps its file, and traces their part, to go on with.
        kept = {o for o in outputs} | {o + ".part" for o in outputs} | {o + "-journal" for o in outputs}
        left = {p.name for p in folder.iterdir()} - before - kept
        if left:
            self.complain(f"{what}: leaves {sorted(left)}", result)

    def command(self, name, arguments, outputs, same):
        folder = self.fresh()
        try:
            result = self.call(arguments, folder)
            if result.returncode != 0:
                return self.complain(f"{name}: fails without a fault", result)
            reference = {o: (folder / o).read_bytes() for o in outputs}
        finally:
            shutil.rmtree(folder)
        for kind in self.options.kinds.split(","):
            if kind == "memory":
                self.allocations(name, arguments, outputs, same, reference)
                continue
            number = 1
            while self.one(name, arguments, outputs, same, reference, f"{kind}:{number}"):
                number += 1
            print(f"{name}: {number - 1} faults of kind {kind}", flush=True)

    def allocations(self, name, arguments, outputs, same, reference):
        """There are too many to try each: some at random, the same in every run."""
        most = 1
        while self.one(name, arguments, outputs, same, reference, f"memory:{most}"):
            most *= 2
        draw = random.Random(1)
        for _ in range(self.options.allocations):
            self.one(name, arguments, outputs, same, reference, f"memory:{draw.randint(1, most)}")
        print(f"{name}: {self.options.allocations} of some {most} allocations", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("holdfast")
    parser.add_argument("shim")
    parser.add_argument("--allocations", type=int, default=20)
    parser.add_argument("--only")
    parser.add_argument("--kinds", default="write,open,sync,rename,thread,memory")
    options = parser.parse_args()
    options.holdfast = os.path.abspath(options.holdfast)
    options.shim = os.path.abspath(options.shim)
    tester = Tester(options)
    for command in COMMANDS:
        if not options.only or options.only == command[0]:
            tester.command(*command)
    shutil.rmtree(tester.given)
    print(f"{tester.runs} faults, {tester.faults} of them badly taken")
    sys.exit(1 if tester.faults else 0)


if __name__ == "__main__":
    main()
