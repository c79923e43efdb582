#!/usr/bin/env python3
"""Runs every `holdfast` command of a document, in its order and in one folder, in small size.

A command is an indented line that begins with `holdfast`, perhaps after `$`, `mpirun` or `srun`, or
a code in backquotes that names all it needs. A line after `$` that is followed by `holdfast: ` is
one that shows a mistake, and must fail. What is shown after `$ holdfast explain` it must print.

usage: commands.py DOCUMENT HOLDFAST FILE...   (files are copied into the folder)
"""
import glob
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What makes a command long, and the most that is left of it here.
MOST = {"--episodes": 4, "--sims": 64, "--trials": 3, "--batches": 1, "--time": 0.01, "--pause": 0.01,
        "--rounds": 1, "--scenarios": 50}
# Of a step; a learner needs more.
LEARNING = {"--time": 5}
LONGER = {name: {"--episodes": 20, "--sims": 128}
          for name in ("tutorial.md", "your-own-domain.md", "learning.md", "tag.md")}
# Words in capitals that a reader replaces.
STANDS_FOR = {"DOMAIN": "rocksample(size=5,rocks=3)", "NAME": "rocksample", "K": "20", "N": "2",
              "E": "1", "T": "0.005"}
TRAINED = "rocksample(12,{},layout=meli,illegal=0)"
STANDS_FOR_IN = {"ais.md": {"DOMAIN": TRAINED.format(4)}}
# Documents that speak of files: what they are, and what is done before.
MODEL = ROOT / "models/rocksample"
LOG = {"robot.jsonl": "".join(
    f'{{"episode": {day}, "facts": "charge({c}).", "action": "{"dock" if c < 30 else "work"}"}}\n'
    for day in range(1, 7) for c in (20, 90, 60, 10, 80, 50)), "now.lp": "charge(15).\n"}
FILES = {
    "rddl.md": {"domain.rddl": MODEL / "domain.rddl", "instance.rddl": MODEL / "small.rddl"},
    "theories.md": {"bad.lp": "east :- guess(R,V), dust(R,3).\n"},
    "python.md": LOG | {"learnt.lp": "dock :- charge(C), C < 60.\n",
                        "tiger.pomdp": ROOT / "models/classic/tiger.pomdp"},
    "learning.md": LOG | {
        "west.las": "#modeh(west).\n#modeb(1, near(var(rock))).\n"
                    "#pos(a, {west}, {}, {}).\n#pos(b, {}, {west}, {}).\n",
        "task.las": "#modeh(p).\n#pos(a@1, {p}, {}, {}).\n"},
    "reproduction.md": {"learnt/rules.json": '{"rules": [], "coverage": {}, "examples": 1, '
                        '"covered": 0, "candidates": 0, "optimal": true}\n'},
}
AGENT = ["train", "ais", TRAINED.replace("{}", "{0}"), "--batches", "1", "-o",
         "studies/agents/rs12x{0}-seed1.bin"]
BEFORE = {"learning.md": [["trace", "rocksample(size=5,rocks=3)", "--episodes", "4", "-o",
                           "other.jsonl"]]}
BEFORE |= {name: [[word.format(rocks) for word in AGENT] for rocks in (4, 8)]
           for name in ("reproduction.md", "ais.md", "results.md")}
# Takes minutes in any size: its options alone are checked.
LONG = {"bench"}


def names_all(words):
    """Whether a code in a sentence is a whole command, and not its name, its form or an option."""
    rest = [w for w in words[1:] if w != "ais" and not re.search(r"[A-Z]{4}|\[", w)]
    return bool(rest) and not words[1].startswith("--")


def shown(after):
    """The lines that a document shows after a command, but for what it leaves out."""
    block = re.match(r"\n((?:    (?!\$ ).*\n|\n(?=    (?!\$ )))*)", after)
    lines = [line.strip() for line in block[1].splitlines()] if block else []
    return [line for line in lines if line not in ("", "...")]


def commands(text, stands_for):
    """Each as its words, with whether it shows a mistake and what it must print, in the order of the
    document."""
    found = []
    for m in re.finditer(r"^ {4}(?:\$ |mpirun \S+ \S+ |srun \S+ )?(holdfast (?:.*\\\n)*.*)$", text, re.M):
        exact = m[0].startswith("    $ holdfast explain ")
        fails = text[m.end():].lstrip().startswith("holdfast: ")
        found.append((m.start(), m[1], fails, shown(text[m.end():]) if exact and not fails else []))
    prose = re.sub(r"^ {4}.*$", lambda m: " " * len(m[0]), text, flags=re.M)
    for m in re.finditer(r"(?<!`)`(holdfast [a-z]+ [^`]+)`", prose):
        if names_all(shlex.split(m[1])[1:]):
            found.append((m.start(), m[1].replace("\\|", "|"), False, []))
    for _, command, fails, lines in sorted(found):
        words = shlex.split(command.replace("\\\n", " "), comments=True)[1:]
        words = [stands_for.get(w, w.split("|")[0]) for w in words]
        if not any(re.fullmatch(r"[A-Z]+|.*\.\.\..*|.*…", w) for w in words):
            yield words, fails, lines


def files(text):
    """Files that the reader writes: the indented block after a line that ends with `NAME`:."""
    for name, block in re.findall(r"`([\w-]+\.(?:lp|toml))`:\n\n((?:    .*\n|\n)+)", text):
        yield name, re.sub(r"^    ", "", block, flags=re.M)


def small(words, most):
    command = words[2] if words[0] == "--load" else words[0]
    limits = most | LEARNING if command == "learn" else most
    result = []
    for word in words:
        limit = limits.get(result[-1]) if result else None
        if limit and re.fullmatch(r"[\d.]+", word) and float(word) > limit:
            word = str(limit)
        result.append(word)
    if command == "play" and "--episodes" not in words:
        result += ["--episodes", "2"]
    return result


def small_study(text):
    for key, value in {"seeds": "1", "sims": "64", "time": "0.001", "trials": "2"}.items():
        text = re.sub(rf"\b{key} = [\d.]+", f"{key} = {value}", text)
    return re.sub(r"\bsims = \[.*?\]", "sims = [64, 128]", text)


def prepare(folder, document, text, copied):
    for file in copied:
        shutil.copy(file, folder)
    for name in ("studies", "theories", "models"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("agents"))
    (folder / "studies/agents").mkdir()
    for study in folder.glob("studies/*.toml"):
        study.write_text(small_study(study.read_text()))
    for name, content in FILES.get(document, {}).items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        if isinstance(content, Path):
            shutil.copy(content, path)
        else:
            path.write_text(content)
    for name, content in files(text):
        (folder / name).write_text(small_study(content))


def end_by_signal(command, folder):
    """A server that ends on Ctrl-C, once it has said where it is; on a port that is free."""
    if "--port" in command:
        command = command[:command.index("--port")]
    with subprocess.Popen([*command, "--port", "0"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate()
        return subprocess.CompletedProcess(command, server.returncode, output, errors)


def run(command, folder):
    if command[1] == "studio":
        return end_by_signal(command, folder)
    if command[1] in LONG:
        command = [*command, "--help"]
    if any("-full.toml" in str(word) for word in command):
        command = [*command, "--dry-run"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def main():
    # Shells let what they start in the background ignore Ctrl-C, and children would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    document, holdfast = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    text = document.read_text()
    most = MOST | LONGER.get(document.name, {})
    words_for = STANDS_FOR | STANDS_FOR_IN.get(document.name, {})
    count = failed = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder, document.name, text, sys.argv[3:])
        before = [(words, False, []) for words in BEFORE.get(document.name, [])]
        for words, fails, lines in before + list(commands(text, words_for)):
            given = [file for w in small(words, most)
                     for file in (sorted(glob.glob(w, root_dir=folder)) if "*" in w else [w])]
            done = run([holdfast, *given], folder)
            count += 1
            printed = [line.strip() for line in done.stdout.splitlines()]
            missing = [line for line in lines if line not in printed]
            if (done.returncode == 0) == fails or missing:
                failed += 1
                print("".join(f"not printed: {line}\n" for line in missing), end="")
                print(f"FAILED ({done.returncode}): holdfast {shlex.join(words)}\n{done.stderr}")
    print(f"{count} commands of {document.name}, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
