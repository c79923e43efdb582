#!/usr/bin/env python3
"""kill -9 at random moments, and the same call again, until it is done.

Whenever a run gets to its end, its result must be that of a run that nobody disturbed, without a
file beside it that nobody asked for. After each kill, an output under its final name must be
absent, the old one or whole; what was finished before must still be there; and a study's database
can be read by `report`, also with the journal of a transaction that was under way.

usage: run.py HOLDFAST [--kills N] [--seed S] [COMMAND...]
"""
import argparse
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

STUDY = """
seeds = {seeds}
record = {record}
[[experiment]]
domain = "rocksample(size={{size}},rocks=4,layout=random)"
options = {{sims = {sims}}}
grid = {{size = [5, 7], guide = ["pure", "preferred"]}}
"""
OLD = "what was there before\n"
# Nothing takes as long as this; beyond it a run hangs.
PATIENCE = 300


def processes_of(session):
    """The processes of a session: ranks have groups of their own."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if int(fields[3]) == session and fields[0] != "Z":
            found.append(int(entry.name))
    return found


def has_nameless_files(folder):
    try:
        os.close(os.open(folder, os.O_WRONLY | os.O_TMPFILE))
        return True
    except OSError:
        return False


def kill(process):
    try:
        os.kill(process, signal.SIGKILL)
    except ProcessLookupError:
        pass


def kill_all(child):
    """Again and again: a process may start another while it is looked for."""
    while True:
        left = processes_of(child.pid)
        if not left:
            break
        for process in left:
            kill(process)
        time.sleep(0.002)
    child.wait()


class Command:
    """A call that can be repeated. Its outputs are written at its end, whole."""

    def __init__(self, name, words, inputs, outputs, old_allowed=True):
        self.name, self.words_, self.inputs, self.outputs = name, words, inputs, outputs
        # Whether the call may replace a file that is not of its own making.
        self.old_allowed = old_allowed

    def words(self, holdfast, folder):
        return [holdfast, *self.words_]

    def begun(self, folder):
        """How much a next run finds done."""
        return 0

    def result(self, folder):
        return {name: (folder / name).read_bytes() for name in self.outputs}

    def damage(self, tester, folder, reference, before):
        """What a kill has done that it must not; `before` is what had been begun at the start."""
        found = []
        for name in self.outputs:
            path = folder / name
            if path.exists() and path.read_bytes() not in (OLD.encode(), reference[name]):
                found.append(f"{name} is neither the old one nor whole")
        return found

    def victims(self, child, draw):
        return processes_of(child.pid)


class Trace(Command):
    """Keeps finished episodes in a .part, which the next run goes on with."""

    def lines(self, folder):
        part = folder / (self.outputs[0] + ".part")
        # What follows the last end of a line was being written.
        return part.read_bytes().split(b"\n")[:-1] if part.exists() else []

    def begun(self, folder):
        # Without the first line, which says what the traces are.
        return max(0, len(self.lines(folder)) - 1)

    def damage(self, tester, folder, reference, before):
        found = super().damage(tester, folder, reference, before)
        if (folder / self.outputs[0]).exists():
            return found
        if self.lines(folder) != tester.trace_lines[:len(self.lines(folder))]:
            found.append("the part holds other lines than the traces")
        if self.begun(folder) < before:
            found.append(f"{self.begun(folder)} episodes are left of {before}")
        return found


class Train(Command):
    """Replaces its output by better ones, any of which can be resumed."""

    def __init__(self, name, words, inputs, outputs):
        super().__init__(name, words, inputs, outputs, old_allowed=False)

    def words(self, holdfast, folder):
        output = self.outputs[0]
        resume = ["--resume", output] if (folder / output).exists() else []
        return [holdfast, *self.words_, *resume]

    def begun(self, folder):
        return int((folder / self.outputs[0]).exists())

    def damage(self, tester, folder, reference, before):
        if not self.begun(folder):
            return ["the saved agent is gone"] if before else []
        play = tester.call(["play", self.words_[2], "--planner", "ais", "--agent", self.outputs[0],
                            "--episodes", "1"], folder)
        return [f"the agent cannot play: {said(play)}"] if play.returncode else []


class Study(Command):
    """Stores each episode when it is over."""

    def rows(self, folder):
        """All that does not depend on the clock."""
        path = folder / self.outputs[0]
        if not path.exists() or path.stat().st_size == 0:
            return set()
        database = sqlite3.connect(path)
        try:
            columns = [row[1] for row in database.execute("PRAGMA table_info(episode)")]
            kept = [c for c in columns if "second" not in c]
            if not kept:
                return set()
            recorded = ("EXISTS (SELECT * FROM recording r WHERE r.arm = e.arm AND "
                        "r.seed = e.seed)")
            return set(database.execute(f"SELECT {', '.join(kept)}, {recorded} FROM episode e"))
        finally:
            database.close()

    def begun(self, folder):
        return len(self.rows(folder))

    def result(self, folder):
        return self.rows(folder)

    def damage(self, tester, folder, reference, before):
        path = folder / self.outputs[0]
        if not path.exists():
            return ["the database is gone"] if before else []
        found = []
        journal = folder / (self.outputs[0] + "-journal")
        tester.journals += journal.exists() and journal.stat().st_size > 0
        # Before any other program looks at it: whoever opens it first rolls the journal back.
        report = tester.call(["report", self.outputs[0], "--format", "csv"], folder)
        empty = b"holds no study yet" in report.stderr
        if report.returncode and not (empty and report.returncode == 2 and before == 0):
            found.append(f"report cannot read it: {said(report)}")
        rows = self.rows(folder)
        if not rows <= reference:
            found.append(f"{len(rows - reference)} rows are not those of an undisturbed run")
        if len(rows) < before:
            found.append(f"{len(rows)} rows are left of {before}")
        return found


class Ranks(Study):
    """The same study on two ranks; at times only one of the processes is killed."""

    def words(self, holdfast, folder):
        return ["mpirun", "-n", "2", "--allow-run-as-root", "--oversubscribe", holdfast,
                *self.words_]

    def victims(self, child, draw):
        found = processes_of(child.pid)
        return [draw.choice(found)] if found and draw.random() < 0.3 else found


def said(result):
    return f"exit {result.returncode}, {result.stderr.decode(errors='replace').strip()[-300:]}"


COMMANDS = [
    Study("study", ["study", "s.toml", "-o", "s.sqlite", "--jobs", "2"], ["s.toml"], ["s.sqlite"]),
    Trace("trace", ["trace", "rocksample(5,3)", "--sims", "4096", "--episodes", "60", "--jobs", "2",
                    "-o", "t.jsonl"], [], ["t.jsonl"], old_allowed=False),
    Trace("trace-zst", ["trace", "rocksample(5,3)", "--sims", "4096", "--episodes", "60", "--jobs",
                        "2", "-o", "t.jsonl.zst"], [], ["t.jsonl.zst"], old_allowed=False),
    Train("train", ["train", "ais", "rocksample(3,1,layout=3)", "--batches", "80",
                    "--evaluate-every", "5", "--evaluation-episodes", "2", "-o", "a.bin"],
          [], ["a.bin"]),
    Command("learn", ["learn", "given.jsonl", "--las", "task.las", "-o", "theory.lp"],
            ["given.jsonl"], ["theory.lp", "task.las"]),
    Command("report", ["report", "given.sqlite", "--no-timing", "-o", "p.html"],
            ["given.sqlite"], ["p.html"]),
    Ranks("ranks", ["study", "s.toml", "-o", "s.sqlite", "--jobs", "1"], ["s.toml"], ["s.sqlite"]),
]


class Tester:
    def __init__(self, options):
        self.holdfast = os.path.abspath(options.holdfast)
        self.kills = options.kills
        self.seed = options.seed
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-kills-"))
        self.faults = 0
        self.journals = 0
        self.strays = 0
        # MPI's own files, which it leaves behind when it is killed, go with the scratch folder.
        self.environment = dict(os.environ, TMPDIR=str(self.scratch),
                                OMPI_MCA_btl_vader_backing_directory=str(self.scratch))
        self.make_given()

    def make_given(self):
        self.given = self.scratch / "given"
        self.given.mkdir()
        (self.given / "s.toml").write_text(STUDY.format(seeds=60, record=2, sims=512))
        (self.given / "r.toml").write_text(STUDY.format(seeds=60, record=60, sims=32))
        for words in [["study", "r.toml", "-o", "given.sqlite"],
                      ["trace", "rocksample(5,3)", "--sims", "64", "--episodes", "1500", "-o",
                       "given.jsonl"]]:
            made = self.call(words, self.given)
            if made.returncode:
                sys.exit(f"{words}: {said(made)}")

    def call(self, words, folder):
        return subprocess.run([self.holdfast, *words], cwd=folder, env=self.environment,
                              capture_output=True, timeout=PATIENCE)

    def fresh(self, command, draw=None):
        """A folder with the inputs, and at times with old outputs."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.scratch))
        for name in command.inputs:
            shutil.copy(self.given / name, folder)
        if draw and command.old_allowed and not isinstance(command, Study) and draw.random() < 0.5:
            for name in command.outputs:
                (folder / name).write_text(OLD)
        return folder

    def start(self, command, folder):
        with open(folder / ".errors", "wb") as errors:
            return subprocess.Popen(command.words(self.holdfast, folder), cwd=folder,
                                    env=self.environment, stdin=subprocess.DEVNULL,
                                    stdout=subprocess.DEVNULL, stderr=errors,
                                    start_new_session=True)

    def complain(self, command, what):
        self.faults += 1
        print(f"FAULT {command.name}: {what}", flush=True)

    def undisturbed(self, command):
        """Its result, and how long it takes."""
        folder = self.fresh(command)
        start = time.monotonic()
        code = self.start(command, folder).wait(timeout=PATIENCE)
        seconds = time.monotonic() - start
        if code:
            sys.exit(f"{command.name} fails undisturbed: {(folder / '.errors').read_text()}")
        if command.name == "trace":
            self.trace_lines = (folder / "t.jsonl").read_bytes().split(b"\n")
        result = command.result(folder)
        shutil.rmtree(folder)
        return result, seconds

    def judge_completed(self, command, folder, code, reference):
        if code:
            errors = (folder / ".errors").read_text(errors="replace")
            return self.complain(command, f"a run fails with {code}: {errors[-300:]}")
        if command.result(folder) != reference:
            self.complain(command, "the result is not that of an undisturbed run")
        left = {path.name for path in folder.iterdir()} - {".errors"}
        left -= set(command.inputs) | set(command.outputs)
        strays = {name for name in left if name.startswith(".holdfast-")}
        self.strays += len(strays)
        left -= strays
        if left:
            self.complain(command, f"a run that was completed leaves {sorted(left)}")

    def one_run(self, command, folder, seconds, draw):
        """The exit code, or None if it was killed. A process that lost another ends by itself."""
        child = self.start(command, folder)
        try:
            return child.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            pass
        for process in command.victims(child, draw):
            kill(process)
        try:
            child.wait(timeout=PATIENCE)
        except subprocess.TimeoutExpired:
            self.complain(command, "the processes that were not killed hang")
        kill_all(child)
        return None

    def test(self, command):
        draw = random.Random(f"{self.seed}-{command.name}")
        reference, seconds = self.undisturbed(command)
        self.journals = self.strays = 0
        before_faults = self.faults
        counts = {"kills": 0, "completed": 0, "resumed": 0}
        folder = self.fresh(command, draw)
        while counts["kills"] < self.kills:
            folder = folder or self.fresh(command, draw)
            folder = self.step(command, folder, draw.uniform(0, 1.1 * seconds), reference, counts,
                               draw)
        # The last of them was a kill: what it left is brought to its end, too.
        self.step(command, folder, PATIENCE, reference, counts, draw)
        # A temporary file has a name only for the moment before it is moved; a kill may hit that.
        if self.strays > max(1, self.kills // 20) and has_nameless_files(self.scratch):
            self.complain(command, f"{self.strays} temporary files are left")
        hot = f", {self.journals} hot journals" if isinstance(command, Study) else ""
        print(f"{command.name}: {counts['kills']} kills, {counts['completed']} completed runs, "
              f"{counts['resumed']} resumed runs{hot}, {self.strays} temporary files left, "
              f"{self.faults - before_faults} faults (a run takes {seconds:.2f} s)", flush=True)

    def step(self, command, folder, seconds, reference, counts, draw):
        """One run, which may be killed; returns the folder to go on in, None for a new one."""
        before = command.begun(folder)
        counts["resumed"] += before > 0
        code = self.one_run(command, folder, seconds, draw)
        if code is None:
            counts["kills"] += 1
            for what in command.damage(self, folder, reference, before):
                self.complain(command, what)
            return folder
        counts["completed"] += 1
        self.judge_completed(command, folder, code, reference)
        shutil.rmtree(folder)
        return None


def chosen(names):
    known = {c.name: c for c in COMMANDS}
    unknown = set(names) - set(known)
    if unknown:
        sys.exit(f"unknown: {sorted(unknown)}; there are {', '.join(known)}")
    # Traces are compared with those of `trace`.
    if "trace-zst" in names and "trace" not in names:
        names = ["trace", *names]
    commands = [known[n] for n in known if not names or n in names]
    if shutil.which("mpirun"):
        return commands
    print("ranks: skipped, mpirun is not installed")
    return [c for c in commands if c.name != "ranks"]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("holdfast")
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("command", nargs="*")
    options = parser.parse_intermixed_args()
    commands = chosen(options.command)
    tester = Tester(options)
    try:
        for command in commands:
            tester.test(command)
    finally:
        shutil.rmtree(tester.scratch, ignore_errors=True)
    print(f"{len(commands)} commands, {options.kills} kills each: {tester.faults} faults")
    sys.exit(1 if tester.faults else 0)


if __name__ == "__main__":
    main()
