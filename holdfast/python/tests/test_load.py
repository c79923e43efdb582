"""Domains from outside, in a process of their own: they stay once they are loaded."""

import pathlib
import subprocess
import sys

import pytest

import holdfast

BUILD = pathlib.Path(holdfast.__file__).parents[2]
RESCUE = BUILD / "examples/rescue.so"


@pytest.mark.skipif(not RESCUE.exists(), reason="the example domain is not built here")
def test_a_domain_from_outside_is_played():
    script = ("import holdfast, sys; holdfast.load(sys.argv[1]);"
              "print(len(holdfast.domain('rescue').play(episodes=2, sims=20).returns))")
    done = subprocess.run([sys.executable, "-c", script, str(RESCUE)], capture_output=True,
                          text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, "2"), done.stderr
