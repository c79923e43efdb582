"""`pip install . --no-build-isolation` in a fresh environment, offline, with Debian's packages. The
build that is at hand is used, so that nothing is compiled here."""

import os
import shutil
import subprocess
import sys

import pytest

SOURCE = os.environ["HOLDFAST_SOURCE"]


def test_another_interpreter_is_told_which_one(tmp_path):
    package = tmp_path / "holdfast"
    shutil.copytree(os.path.join(SOURCE, "holdfast/python/holdfast"), package)
    (package / "_core.cpython-39-x86_64-linux-gnu.so").write_text("")
    run = subprocess.run([sys.executable, "-c", "import holdfast"], capture_output=True, text=True,
                         env={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert run.returncode == 1
    assert "(there is _core.cpython-39-x86_64-linux-gnu.so); use the one" in run.stderr


def test_the_package_is_installed_by_pip(tmp_path):
    venv = tmp_path / "venv"
    made = subprocess.run([sys.executable, "-m", "venv", "--system-site-packages", str(venv)],
                          capture_output=True, text=True)
    if made.returncode != 0:
        pytest.skip("python3-venv is not installed: " + made.stdout[-200:])
    clean = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "PYTHONHOME")}
    pip = [str(venv / "bin/python"), "-m", "pip", "--disable-pip-version-check"]
    done = subprocess.run([*pip, "install", "--no-index", "--no-build-isolation", SOURCE], env=clean,
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    program = ("import holdfast; print(holdfast.__file__); "
               "print(holdfast.domain('tiger').session(sims=200).decide().action)")
    run = subprocess.run([str(venv / "bin/python"), "-c", program], env=clean, cwd=tmp_path,
                         capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    place, action = run.stdout.split()
    assert place.startswith(str(venv)) and action == "listen"
    assert os.path.exists(os.path.join(os.path.dirname(place), "py.typed"))
    shown = subprocess.run([*pip, "show", "-f", "holdfast"], env=clean, capture_output=True,
                           text=True)
    assert "Version: " in shown.stdout and "holdfast/__init__.pyi" in shown.stdout
    gone = subprocess.run([*pip, "uninstall", "-y", "holdfast"], env=clean, capture_output=True,
                          text=True)
    assert gone.returncode == 0 and not os.path.exists(place)
