#!/usr/bin/env python3
"""Random calls of every command, valid and invalid, on random files; meant for a build with
sanitizers (`make soak TIME=3600`).

Whatever is asked, the program must end by itself with 0, 1 or 2, say why if it is not 0, print one
JSON object where --json asks for it, leave no temporary file, and change nothing if the call was
wrong; some calls are made twice, and must print and write the same.

The same seed draws the same calls. A fault keeps its folder: `start` has the files before the first
call, `calls.sh` the calls; its last is the one that went wrong.

usage: run.py HOLDFAST [--time SECONDS | --calls N] [--seed S] [--first SITUATION] [--keep FOLDER]
"""
import argparse
import collections
import hashlib
import http.client
import json
import os
import pathlib
import random
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

sys.dont_write_bytecode = True  # nothing is left in the sources
import calls  # noqa: E402
import material  # noqa: E402

COMMANDS = ["play", "trace", "learn", "explain", "study", "report", "train", "domains", "bench",
            "options", "studio"]
# A call that has much to do is asked to end after this many seconds, as by Ctrl-C; once more, if it
# does not; and is a hang in the end. Nothing here judges how fast a call is.
ASKED, ASKED_AGAIN, HANGS = 20, 20, 180
TWICE = 0.05
# What no user should ever read.
INTERNAL = re.compile(
    rb"ERROR: \w+Sanitizer|runtime error:|terminate called|a fault of its own|std::|basic_string"
    rb"|json\.exception|bad_alloc|bad_optional|_M_|what\(\)|[Aa]ssertion|\bsto[ifdl]+\b|toml::"
    rb"|vector::|map::at|invalid_argument|out_of_range|filesystem error|regex_error|fmt::")


class Outcome:
    def __init__(self, code, output, errors, asked):
        self.code, self.output, self.errors, self.asked = code, output, errors, asked


def shell_words(call, binary):
    line = " ".join(shlex.quote(word) for word in [binary, *call.arguments])
    redirect = {"pipe": f" >{call.save}" if call.save else "", "full": " >/dev/full",
                "broken": " | true", "closed": " >&-"}
    return line + redirect[call.output]


def open_output(kind):
    """What the child gets as standard output, and what is to be closed here then."""
    if kind == "full":
        return os.open("/dev/full", os.O_WRONLY)
    if kind == "broken":
        reader, writer = os.pipe()
        os.close(reader)
        return writer
    return subprocess.PIPE


def wait_for(child):
    """Returns what it printed, and whether it was asked to end. Raises TimeoutExpired: a hang."""
    for patience, asked in [(ASKED, False), (ASKED_AGAIN, True), (HANGS, True)]:
        try:
            return *child.communicate(timeout=patience), asked
        except subprocess.TimeoutExpired:
            if patience == HANGS:
                os.killpg(child.pid, signal.SIGKILL)
                child.communicate()
                raise
            os.killpg(child.pid, signal.SIGINT)


def visit(child, requests):
    """Sends requests to the studio as its page would, and asks it to end. What is answered is
    random, but for what no answer may be."""
    address = child.stdout.readline().decode(errors="replace").strip().rpartition(" ")[2]
    if not address.startswith("http"):
        return []
    host, _, token = address.partition("/?token=")
    answers = []
    for request in requests:
        try:
            answers.append(urllib.request.urlopen(urllib.request.Request(
                host + "/api", request.encode(errors="surrogateescape"),
                {"X-Holdfast-Token": token}), timeout=HANGS).read())
        except urllib.error.HTTPError as error:
            answers.append(error.read())
        except (OSError, http.client.HTTPException) as error:
            answers.append(f"basic_string: no answer, {error}".encode())
    os.killpg(child.pid, signal.SIGINT)
    return answers


def run(binary, call, folder):
    """None if it hangs."""
    output = open_output(call.output)
    words = [binary, *call.arguments]
    if call.output == "closed":
        words = ["sh", "-c", 'exec "$@" >&-', "sh", *words]
    child = subprocess.Popen(words, cwd=folder, stdin=subprocess.DEVNULL, stdout=output,
                             stderr=subprocess.PIPE, start_new_session=True)
    if output != subprocess.PIPE:
        os.close(output)
    answers = visit(child, call.requests) if call.requests else []
    try:
        printed, errors, asked = wait_for(child)
    except subprocess.TimeoutExpired:
        return None
    if call.save:
        (folder / call.save).write_bytes(printed or b"")
    return Outcome(child.returncode, (printed or b"") + b"\n".join(answers), errors, asked)


def contents(folder):
    """A digest of every file in it."""
    return {str(path.relative_to(folder)): hashlib.sha1(path.read_bytes()).hexdigest()
            for path in folder.rglob("*") if path.is_file() and not path.is_symlink()}


def is_json_object(text):
    try:
        return isinstance(json.loads(text), dict)
    except ValueError:
        return False


def written(call, outcome):
    """The files that even a refused call may change: where the soak keeps its output, and a task
    that was asked for before it turned out that nothing can be learnt from it."""
    files = {call.save}
    if b"no hypothesis" in outcome.errors and "--las" in call.arguments:
        files.add(call.arguments[call.arguments.index("--las") + 1])
    return files


def without(files, names):
    return {name: content for name, content in files.items() if name not in names}


def faults_of(call, outcome, before, after):
    """What is wrong with how a call ended."""
    found = []
    if outcome is None:
        return ["hangs"]
    # Where nobody listens to it, Ctrl-C is the end.
    ended = (0, 1, 2, -signal.SIGINT) if outcome.asked else (0, 1, 2)
    if outcome.code not in ended:
        found.append(f"ends with {outcome.code}")
    if outcome.code > 0 and not outcome.errors.strip():
        found.append("fails without a message")
    internal = INTERNAL.search(outcome.errors + outcome.output)
    if internal:
        found.append(f"shows {internal.group().decode()}")
    if call.valid and outcome.code != 0 and not outcome.asked:
        found.append("fails, though everything is right")
    wants_json = "--json" in call.arguments and not {"--help", "-h"} & set(call.arguments)
    if wants_json and call.output == "pipe" and outcome.code >= 0:
        if not is_json_object(outcome.output):
            found.append("prints no JSON object")
    if outcome.code == 2 and without(after, written(call, outcome)) != without(
            before, written(call, outcome)):
        found.append("refuses the call, and changes files")
    left = [name for name in after if name not in before and ".holdfast-" in name]
    if left and outcome.code >= 0:
        found.append(f"leaves {left}")
    return found


def depends_on_clock(call):
    return "--time" in call.arguments or any("seconds" in word for word in call.arguments)


def without_timing(call):
    """The call with --no-timing, where there is that option and times would be printed."""
    words = list(call.arguments)
    timed = words and words[0] in ("play", "learn", "train", "report")
    if timed and "--no-timing" not in words:
        words.append("--no-timing")
    return calls.Call(words, call.output, call.save, call.valid)


def results(folder):
    """What must be the same in two runs: databases hold times."""
    return {k: v for k, v in contents(folder).items() if not k.endswith((".sqlite", "-journal"))}


class Soak:
    def __init__(self, options):
        self.binary = os.path.abspath(options.holdfast)
        self.options = options
        self.keep = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="holdfast-soak-"))
        self.keep.mkdir(parents=True, exist_ok=True)
        self.scratch = pathlib.Path(tempfile.mkdtemp(prefix="holdfast-soak-scratch-"))
        self.counts = collections.Counter()
        self.calls = self.asked = self.twice = self.faults = 0
        self.start = self.said = time.monotonic()
        self.given = self.make_given()
        self.caller = calls.Caller({c: self.help_of(c) for c in COMMANDS})

    def help_of(self, command):
        words = ["train", "ais"] if command == "train" else [command]
        return subprocess.run([self.binary, *words, "--help"], capture_output=True, check=True,
                              timeout=HANGS).stdout.decode()

    def make_given(self):
        """Files of the program's own making, which calls then read."""
        given = self.scratch / "given"
        given.mkdir()
        (given / "s.toml").write_text('seeds = 2\nrecord = 1\n[[experiment]]\n'
                                      'domain = "rocksample(3,1)"\noptions = {sims = 8}\n'
                                      'grid = {guide = ["pure", "timed"]}\n')
        small = ["rocksample(3,1)", "--sims", "16", "--episodes", "4"]
        for words in [["trace", *small, "-o", "traces.jsonl"],
                      ["trace", *small, "-o", "traces.jsonl.zst"],
                      ["play", *small, "--guide", "timed", "--record", "recording.jsonl"],
                      ["study", "s.toml", "-o", "data.sqlite"],
                      ["train", "ais", "rocksample(3,1,layout=3)", "--batches", "1",
                       "--evaluation-episodes", "1", "-o", "agent.bin"]]:
            subprocess.run([self.binary, *words], cwd=given, check=True, capture_output=True)
        learn = ["learn", "traces.jsonl", "--all-episodes", "--json"]
        (given / "learn.json").write_bytes(subprocess.run(
            [self.binary, *learn], cwd=given, check=True, capture_output=True).stdout)
        return given

    def over(self):
        self.say_progress()
        if self.options.calls:
            return self.calls >= self.options.calls
        return time.monotonic() - self.start >= self.options.time

    def say_progress(self):
        if time.monotonic() - self.said >= 60:
            self.said = time.monotonic()
            print(f"{self.said - self.start:.0f} s: {self.calls} calls, {self.faults} faults",
                  flush=True)

    def situation(self, number):
        """A folder with files, and some calls in it."""
        draw = random.Random(f"{self.options.seed}-{number}")
        place = self.scratch / f"situation-{number}"
        (place / "start").mkdir(parents=True)
        material.fill(place / "start", self.given, draw)
        if draw.random() < 0.1:
            planned, study = self.caller.chain(draw)
            (place / "start" / "mine.toml").write_text(study)
        else:
            planned = [self.caller.random_call(draw) for _ in range(draw.randint(1, 8))]
        copy_folder(place / "start", place / "work")
        good = all([self.one(call, place, draw) for call in planned if not self.over()])
        if good:
            shutil.rmtree(place)
        else:
            shutil.move(place, self.keep / place.name)

    def one(self, call, place, draw):
        """Makes the call, in some cases twice; returns whether all was as it should be."""
        twice = (draw.random() < TWICE and call.output == "pipe" and not call.requests
                 and not depends_on_clock(call))
        if twice:
            call = without_timing(call)
            copy_folder(place / "work", place / "again")
        with open(place / "calls.sh", "a", errors="surrogateescape") as file:
            file.write(shell_words(call, self.binary) + "\n")
        before = contents(place / "work")
        outcome = run(self.binary, call, place / "work")
        found = faults_of(call, outcome, before, contents(place / "work"))
        if twice:
            found += self.again(call, place, outcome)
        self.count(call, outcome)
        if found:
            self.complain(found, call, place, outcome)
        return not found

    def again(self, call, place, first):
        second = run(self.binary, call, place / "again")
        same_files = results(place / "work") == results(place / "again")
        shutil.rmtree(place / "again")
        if not first or not second or first.asked or second.asked:
            return []
        self.twice += 1
        if (first.code, first.output) != (second.code, second.output):
            return ["prints something else the second time"]
        return [] if same_files else ["writes something else the second time"]

    def count(self, call, outcome):
        self.calls += 1
        command = call.arguments[0] if call.arguments else "(none)"
        self.counts[command if command in COMMANDS else "(other)",
                    "hang" if outcome is None else outcome.code] += 1
        self.asked += bool(outcome and outcome.asked)

    def complain(self, found, call, place, outcome):
        self.faults += 1
        errors = outcome.errors if outcome else b""
        with open(place / "faults.txt", "ab") as file:
            file.write(f"{found}\n".encode() + errors + b"\n")
        print(f"FAULT {place.name}: {'; '.join(found)}\n  {shell_words(call, self.binary)!r}\n"
              f"  {errors.decode(errors='replace')[:600]}\n  kept in {self.keep / place.name}",
              flush=True)

    def summary(self):
        codes = sorted({code for _, code in self.counts}, key=str)
        print("command    " + "".join(f"{code:>8}" for code in codes))
        for command in sorted({command for command, _ in self.counts}):
            print(f"{command:<11}" + "".join(f"{self.counts[command, c]:>8}" for c in codes))
        seconds = time.monotonic() - self.start
        print(f"{self.calls} calls in {seconds:.0f} s, seed {self.options.seed}: {self.twice} made "
              f"twice, {self.asked} asked to end; {self.faults} faults"
              + (f", kept in {self.keep}" if self.faults else ""))


def copy_folder(source, target):
    """With links and pipes as they are."""
    subprocess.run(["cp", "-a", source, target], check=True)


def main():
    # Shells let what they start in the background ignore Ctrl-C, and children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("holdfast")
    parser.add_argument("--time", type=float, default=60)
    parser.add_argument("--calls", type=int)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--keep")
    soak = Soak(parser.parse_args())
    number = soak.options.first
    while not soak.over():
        soak.situation(number)
        number += 1
    soak.summary()
    shutil.rmtree(soak.scratch)
    if not soak.faults:
        shutil.rmtree(soak.keep, ignore_errors=True)
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()
