#!/usr/bin/env python3
"""Every write, opening, sync, rename, thread and allocation of a run fails once, in turn.

Whatever fails, the program must end by itself with a message and a code of 1 (or get over it and
end as if nothing had been), leave nothing half-written, and do its work when it is called again.

usage: run.py HOLDFAST SHIM.so [--allocations N | --every-place] [--only COMMAND...]
              [--kinds write,open,...]
"""
import argparse
import http.client
import json
import os
import pathlib
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request

STUDY = """
[[experiment]]
domain = "rocksample(3,1)"
seeds = 3
options = {sims = 16}
grid = {guide = ["pure", "timed"]}
"""

MODELS = pathlib.Path(__file__).resolve().parents[2] / "models"
RDDL = f"rddl({MODELS}/rocksample/domain.rddl,{MODELS}/rocksample/small.rddl,engine=interpreter)"
FACTORED = f"file({MODELS}/classic/rover.pomdpx,steps=5)"
CLASSIC = f"file({MODELS}/classic/tiger.pomdp,steps=5)"
# A run of what has nothing to do with its end hangs beyond this.
PATIENCE = 300

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
    ("rddl", ["play", RDDL, "--sims", "16", "--episodes", "1"], [], False),
    ("classic", ["play", CLASSIC, "--planner", "adaops", "--trials", "4", "--episodes", "1"], [],
     False),
    ("factored", ["play", FACTORED, "--planner", "despot", "--trials", "4", "--episodes", "1"], [],
     False),
    ("learn", ["learn", "task.las", "-o", "theory.lp"], ["theory.lp"], True),
    ("learn-traces", ["learn", "given.jsonl", "--all-episodes", "--jobs", "2", "--las", "task2.las",
                      "-o", "theory.lp"], ["theory.lp", "task2.las"], True),
    ("learn-zst", ["learn", "given.jsonl.zst", "--all-episodes"], [], False),
    ("explain", ["explain", "rocksample(3,1)", "--sims", "16"], [], False),
    ("explain-log", ["explain", "given.jsonl", "--theory", "rules.lp"], [], False),
    ("study", ["study", "s.toml", "-o", "s.sqlite", "--jobs", "2"], ["s.sqlite"], False),
    ("report", ["report", "given.sqlite", "-o", "p.html"], ["p.html"], True),
    ("replay", ["report", "recorded.jsonl", "-o", "p.html"], ["p.html"], True),
    ("train", ["train", "ais", "rocksample(3,1,layout=3)", "--batches", "2", "-o", "a.bin"],
     ["a.bin"], "in the end"),
    ("domains", ["domains"], [], False),
    ("options", ["options"], [], False),
    ("bench", ["bench", "--table", "--rounds", "1"], [], False),
    ("studio", ["studio", "rocksample(3,1)", "--port", "0"], [], False),
]


def visit(words, folder, environment):
    """Serves the studio, asks it what a page would, and ends it by Ctrl-C."""
    child = subprocess.Popen(words, cwd=folder, env=environment, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE)
    try:
        address = child.stdout.readline().decode().strip().rpartition(" ")[2]
        if address.startswith("http"):
            ask_studio(address)
            child.send_signal(signal.SIGINT)
        output, errors = child.communicate(timeout=PATIENCE)
    except BaseException:
        child.kill()
        raise
    return subprocess.CompletedProcess(words, child.returncode, output, errors)


def ask_studio(address):
    """What is answered does not matter: the fault may have hit any of it."""
    host, _, token = address.partition("/?token=")
    for request in [{"do": "start", "domain": "rocksample(3,1)", "settings": {"sims": 16}},
                    {"do": "decide", "id": 1}, {"do": "act", "id": 1},
                    {"do": "save", "name": "mine.lp", "text": "east."}]:
        try:
            urllib.request.urlopen(urllib.request.Request(
                host + "/api", json.dumps(request).encode(), {"X-Holdfast-Token": token}),
                timeout=PATIENCE).read()
        except (OSError, http.client.HTTPException):
            pass


class Tester:
    def __init__(self, options):
        self.options = options
        self.given = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-faults-"))
        self.faults = 0
        self.runs = 0
        self.places_tried = set()
        (self.given / "s.toml").write_text(STUDY)
        (self.given / "task.las").write_text(
            "#modeh(p).\n#modeb(1, x(var(d)), (positive)).\n#modeb(1, var(d) > const(c)).\n"
            "#constant(c, 1..3).\n#pos(a@9, {p}, {}, {x(3).}).\n#pos(b@9, {}, {p}, {x(1).}).\n")
        self.call(["study", "s.toml", "-o", "given.sqlite"], self.given)
        small = ["rocksample(3,1)", "--sims", "16", "--episodes", "3"]
        (self.given / "rules.lp").write_text("% coverage: east 0.9\n\neast :- guess(R,V), V > 50.\n")
        for name in ["given.jsonl", "given.jsonl.zst"]:
            self.call(["trace", *small, "-o", name], self.given)
        self.call(["play", *small, "--record", "recorded.jsonl"], self.given)

    def call(self, arguments, folder, fault=None):
        environment = dict(os.environ)
        environment.pop("HOLDFAST_FAULT", None)
        if fault:
            environment.update(LD_PRELOAD=self.options.shim, HOLDFAST_FAULT=fault,
                               HOLDFAST_FAULT_LOG=str(folder / "hit"))
        words = [self.options.holdfast, *arguments]
        if fault == "places":
            words = ["setarch", "--addr-no-randomize", *words]
        if arguments[0] == "studio":
            return visit(words, folder, environment)
        return subprocess.run(words, cwd=folder, env=environment, capture_output=True,
                              timeout=PATIENCE)

    def fresh(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-fault-"))
        for path in self.given.iterdir():
            shutil.copy(path, folder)
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
        # Where a file may not be made the call is wrong; all else is no fault of the caller. The
        # studio's port cannot be told from one that may not be taken if memory runs out there.
        wrong = ", open:" in what or what.startswith("studio, memory:")
        refused = (0, 1, 2) if wrong else (0, 1)
        if result.returncode not in refused:
            self.complain(f"{what}: neither done nor a message", result)
        if result.returncode != 0 and not result.stderr.strip():
            self.complain(f"{what}: no message", result)
        for output in outputs:
            there = (folder / output).exists()
            if result.returncode == 0 and not there:
                self.complain(f"{what}: done, but there is no {output}", result)
            if there and same is True and (folder / output).read_bytes() != reference[output]:
                self.complain(f"{what}: {output} is not whole", result)
        saved = folder / "mine.lp"
        if saved.exists() and saved.read_text().strip() != "east.":
            self.complain(f"{what}: mine.lp is not whole", result)
        # A study keeps its file, and traces their part, to go on with.
        kept = {"mine.lp"} | {o for o in outputs} | {o + ".part" for o in outputs} | {o + "-journal" for o in outputs}
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
        """There are too many to try each: some at random, the same in every run; or the first from
        each place in the program."""
        if self.options.every_place:
            return self.places(name, arguments, outputs, same, reference)
        most = 1
        while self.one(name, arguments, outputs, same, reference, f"memory:{most}"):
            most *= 2
        draw = random.Random(1)
        for _ in range(self.options.allocations):
            self.one(name, arguments, outputs, same, reference, f"memory:{draw.randint(1, most)}")
        print(f"{name}: {self.options.allocations} of some {most} allocations", flush=True)


    def places(self, name, arguments, outputs, same, reference):
        """Those that the commands before had are not tried again."""
        folder = self.fresh()
        self.call(arguments, folder, "places")
        found = dict(reversed(line.split()) for line in (folder / "hit").read_text().splitlines())
        shutil.rmtree(folder)
        new = {place: number for place, number in found.items() if place not in self.places_tried}
        self.places_tried |= new.keys()
        hit = sum(self.one(name, arguments, outputs, same, reference, f"memory:{number}")
                  for number in new.values())
        print(f"{name}: allocations of {hit} places, {len(found) - len(new)} were tried before",
              flush=True)


def main():
    # Shells let what they start in the background ignore Ctrl-C, and children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("holdfast")
    parser.add_argument("shim")
    parser.add_argument("--allocations", type=int, default=20)
    parser.add_argument("--every-place", action="store_true")
    parser.add_argument("--only", nargs="+", metavar="COMMAND")
    parser.add_argument("--kinds", default="write,open,sync,rename,thread,memory")
    options = parser.parse_args()
    options.holdfast = os.path.abspath(options.holdfast)
    options.shim = os.path.abspath(options.shim)
    tester = Tester(options)
    for command in COMMANDS:
        if not options.only or command[0] in options.only:
            tester.command(*command)
    shutil.rmtree(tester.given)
    print(f"{tester.runs} faults, {tester.faults} of them badly taken")
    sys.exit(1 if tester.faults else 0)


if __name__ == "__main__":
    main()
