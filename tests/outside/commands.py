#!/usr/bin/env python3
"""Runs every `holdfast` command of a document, in its order and in one folder, in small size.

usage: commands.py DOCUMENT HOLDFAST FILE...   (files are copied into the folder)
"""
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

# What makes a command long, and the most that is left of it here.
MOST = {"--episodes": 20, "--sims": 128, "--trials": 5, "--batches": 2}


def commands(text):
    """Indented lines that begin with holdfast, with what follows a backslash."""
    for block in re.findall(r"^    holdfast (?:.*\\\n)*.*$", text, re.M):
        yield shlex.split(block.replace("\\\n", " "))[1:]


def files(text):
    """Files that the reader writes: the indented block after a line that ends with `NAME`:."""
    for name, block in re.findall(r"`([\w-]+\.(?:lp|toml))`:\n\n((?:    .*\n|\n)+)", text):
        yield name, re.sub(r"^    ", "", block, flags=re.M)


def small(words):
    result = []
    for word in words:
        most = MOST.get(result[-1]) if result else None
        result.append(str(min(int(word), most)) if most else word)
    return result


def end_by_signal(command, folder):
    """A server that ends on Ctrl-C, once it has said where it is."""
    with subprocess.Popen([*command, "--port", "0"], cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as server:
        server.stdout.readline()
        server.send_signal(signal.SIGINT)
        output, errors = server.communicate()
        return subprocess.CompletedProcess(command, server.returncode, output, errors)


def run(command, folder):
    if command[1] == "studio":
        return end_by_signal(command, folder)
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def main():
    document, holdfast = Path(sys.argv[1]), Path(sys.argv[2]).resolve()
    text = document.read_text()
    failed = 0
    count = 0
    with tempfile.TemporaryDirectory() as folder:
        for file in sys.argv[3:]:
            shutil.copy(file, folder)
        for name, content in files(text):
            content = re.sub(r"^seeds = .*", "seeds = 2", content, flags=re.M)
            content = re.sub(r"^sims = .*", "sims = [16, 32]", content, flags=re.M)
            (Path(folder) / name).write_text(content)
        for words in commands(text):
            done = run([holdfast, *small(words)], folder)
            count += 1
            if done.returncode != 0:
                failed += 1
                print(f"FAILED ({done.returncode}): holdfast {shlex.join(words)}\n{done.stderr}")
    print(f"{count} commands of {document.name}, {failed} failed")
    return 1 if failed or count == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
