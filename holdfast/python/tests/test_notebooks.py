"""Every notebook runs from its first cell to its last, and shows what it is there to show."""

import glob
import json
import os
import sys

import pytest

SOURCE = os.environ["HOLDFAST_SOURCE"]
sys.path.insert(0, os.path.join(SOURCE, "tools"))
import notebooks  # noqa: E402

ALL = sorted(glob.glob(os.path.join(SOURCE, "examples", "*.ipynb")))


def kinds(notebook):
    """What each cell shows: text, a table, a picture."""
    shown = []
    for cell in notebooks.cells_of_code(notebook):
        shown.append(sorted({kind for output in cell["outputs"]
                             for kind in output.get("data", {"stream": 0})}))
    return shown


def test_there_are_four():
    assert len(ALL) == 4


@pytest.mark.parametrize("path", ALL, ids=os.path.basename)
def test_it_runs_and_shows_what_is_stored(path, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with open(path, encoding="utf-8") as file:
        stored = json.load(file)
    assert kinds(notebooks.run(path)) == kinds(stored)
    assert any("image/png" in kind for kind in sum(kinds(stored), [])), "no plot"


def test_an_exception_in_a_cell_is_told(tmp_path):
    path = tmp_path / "broken.ipynb"
    cell = {"cell_type": "code", "source": ["1 / 0"], "outputs": [], "metadata": {},
            "execution_count": None}
    path.write_text(json.dumps({"cells": [cell], "nbformat": 4, "nbformat_minor": 5,
                                "metadata": {}}))
    with pytest.raises(ZeroDivisionError):
        notebooks.run(str(path))
