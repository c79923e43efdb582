"""The options of learning do what those of the command line do."""

import os
import subprocess

import pytest

import holdfast

TASK = """#modeh(go).
#modeb(1, light(const(c))).
#constant(c, green).
#pos(a@9, {go}, {}, {light(green).}).
#pos(b@9, {}, {go}, {light(red).}).
"""


@pytest.fixture(scope="module")
def traces(tmp_path_factory):
    """With what the planner thought actions to be worth."""
    path = tmp_path_factory.mktemp("traces") / "traces.jsonl"
    holdfast.domain("rocksample(5,2)").trace(path, episodes=30, planner="pomcp", guide="pure",
                                             sims=200)
    return path


@pytest.mark.parametrize("options", [
    {},
    {"held_out": 0.3, "jobs": 2},
    {"weights": "class", "all_episodes": True},
    {"weights": "stake", "penalty": 3},
    {"examples": "paper", "max_length": 4},
    {"engine": "clingo", "overall": False, "balance": 0},
    {"engine": "bb", "local": True, "thresholds": 3},
])
def test_theories_are_those_of_the_command_line(traces, tmp_path, options):
    holdfast.learn(traces, **options).theory.save(tmp_path / "ours.lp")
    flags = []
    for name, value in options.items():
        flag = "--no-overall" if name == "overall" else "--" + name.replace("_", "-")
        flags += [flag] if isinstance(value, bool) else [flag, str(value)]
    subprocess.run([os.environ["HOLDFAST"], "learn", traces, "-o", tmp_path / "theirs.lp", *flags],
                   check=True, capture_output=True)
    ours = (tmp_path / "ours.lp").read_text()
    assert ours == (tmp_path / "theirs.lp").read_text()
    assert ours.startswith("% Learnt by holdfast from ")


def test_examples_weigh_by_class_or_by_stake(traces):
    by_class, by_stake = (holdfast.learn(traces, weights=w) for w in ("class", "stake"))
    # Where nothing was at stake nothing is learnt.
    assert by_stake.examples < by_class.examples and by_stake.cost != by_class.cost
    assert holdfast.learn(traces).theory == by_stake.theory
    with pytest.raises(holdfast.InputError, match="weights by stake need"):
        holdfast.learn([[(["charge(20)"], "dock"), (["charge(90)"], "work")]], weights="stake")


def test_examples_are_those_of_the_paper_if_asked_for(traces):
    every, paper = (holdfast.learn(traces, weights="class", examples=e) for e in ("all", "paper"))
    assert paper.examples < every.examples


def test_engines_agree(traces):
    costs = {holdfast.learn(traces, engine=e).cost for e in ("auto", "bb", "clingo")}
    assert len(costs) == 1


def test_a_share_that_leaves_nothing_to_score(traces):
    with pytest.raises(holdfast.InputError, match="^held_out=0.001 leaves no episode to score"):
        holdfast.learn(traces, held_out=0.001)


def test_the_penalty_of_a_task(tmp_path):
    path = tmp_path / "task.las"
    path.write_text(TASK)
    # A rule of two literals is dearer than an example.
    assert holdfast.learn(path).theory.rules == ["go :- light(green)."]
    assert holdfast.learn(path, penalty=1).theory.rules == []
