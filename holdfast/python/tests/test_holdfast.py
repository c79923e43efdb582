import json
import os
import signal
import subprocess
import threading
import time

import numpy as np
import pytest

import holdfast

SOURCE = os.environ["HOLDFAST_SOURCE"]
PROGRAM = os.environ["HOLDFAST"]
CLASSIC = os.path.join(SOURCE, "models/classic")


def command(*arguments):
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


def tiger(**more):
    listen, opened = np.eye(2), np.full((2, 2), 0.5)
    return holdfast.table(
        T=[listen, opened, opened], O=[[[0.85, 0.15], [0.15, 0.85]], opened, opened],
        R=[[-1, -1], [-100, 10], [10, -100]], states=["left", "right"],
        actions=["listen", "open-left", "open-right"], observations=["hear-left", "hear-right"],
        **more)


@pytest.mark.parametrize("domain,options", [
    ("rocksample(5,3)", {"sims": 200}),
    ("tiger", {"planner": "despot", "trials": 20}),
    (f"file({CLASSIC}/tiger.pomdp)", {"sims": 100}),
])
def test_the_same_episodes_as_by_the_command_line(domain, options):
    said = [x for name, value in options.items() for x in (f"--{name}", str(value))]
    code, out, _ = command("play", domain, *said, "--episodes", "3", "--seed", "5", "--json",
                           "--no-timing")
    assert code == 0
    theirs = json.loads(out)["episodes"]
    ours = holdfast.domain(domain).play(3, seed=5, **options).episodes
    for mine, their in zip(ours, theirs):
        assert {key: mine[key] for key in their} == their


def test_a_table_is_the_file():
    ours = tiger().play(3, sims=200).returns
    theirs = holdfast.domain(f"file({CLASSIC}/tiger.pomdp)").play(3, sims=200).returns
    assert ours == theirs


def test_decisions_have_their_evidence():
    session = holdfast.domain("rocksample(5,3)").session(seed=1, sims=300, guide="timed")
    decision = session.decide()
    assert sum(decision.visits.values()) >= 300
    assert decision.evidence.base is not None  # no copy
    assert decision.evidence["visits"].sum() == sum(decision.visits.values())
    assert decision.values[decision.action] == pytest.approx(decision.value)
    assert any(fact.startswith("guess(") for fact in session.facts)
    assert len(session.particles) == 300
    assert session.scene["height"] == 5
    despot = holdfast.domain("tiger").session(planner="despot", trials=20).decide()
    assert despot.lower <= despot.upper


def test_errors_are_those_of_the_command_line():
    for call in (lambda: holdfast.domain("rocksampel"),
                 lambda: holdfast.domain("tiger").play(planner="pomcpp"),
                 lambda: holdfast.domain("tiger").play(xi=7)):
        with pytest.raises(holdfast.InputError) as caught:
            call()
        assert isinstance(caught.value, ValueError)
    with pytest.raises(holdfast.InputError) as caught:
        holdfast.domain("rocksampel")
    assert str(caught.value) in command("play", "rocksampel")[2]


def test_what_a_table_must_be():
    opened = np.full((2, 2), 0.5)
    with pytest.raises(holdfast.InputError, match=r"T\[1, 0\] sum to 0.9; expected 1"):
        holdfast.table([opened, [[0.4, 0.5], [0, 1]]], [opened] * 2, np.zeros((2, 2)))
    with pytest.raises(holdfast.InputError, match=r"O has the shape \(1, 2, 2\); expected \(2, 2, 2\)"):
        holdfast.table([opened] * 2, [opened], np.zeros((2, 2)))
    with pytest.raises(holdfast.InputError, match="no probability"):
        holdfast.table([[[1.5, -0.5], [0, 1]]], [opened], np.zeros((1, 2)))
    with pytest.raises(ValueError):
        holdfast.table([["a", "b"]], [opened], np.zeros((1, 2)))


def test_broken_files_say_where(tmp_path):
    path = tmp_path / "broken.pomdp"
    path.write_text("discount: 0.9\nstates: 2\nactions: go\nobservations: 2\nT: goo identity\n")
    with pytest.raises(holdfast.InputError, match="broken.pomdp:5:4: there is no action 'goo'"):
        holdfast.domain(f"file({path})")


def test_an_agent_follows_a_world_elsewhere():
    agent = tiger().agent(planner="despot")
    assert agent.plan().action == "listen"
    for _ in range(3):
        agent.observe("listen", "hear-left")
    assert agent.plan().action == "open-right"
    assert (agent.particles == 0).mean() > 0.95
    with pytest.raises(holdfast.InputError, match="there is no observation 'roar'"):
        agent.observe("listen", "roar")
    with pytest.raises(holdfast.InputError):
        agent.observe(7, 0)


def test_words_of_a_table_and_rules_about_them():
    domain = tiger(words=[holdfast.Word("left", [1, 0], says="the tiger is left with {} %")])
    session = domain.session(sims=100)
    assert session.facts[0] in ("left(40)", "left(50)")
    theory = holdfast.Theory("% coverage: listen 0.9\n\nlisten :- left(V), V < 90.\n")
    theory.check(domain)
    assert theory.compile(domain) == "compiled"
    decision = domain.session(sims=100, guide=theory).decide()
    assert decision.macro_actions == [("listen", 1)]
    assert holdfast.explain(domain, theory)[0]["length"] == 1
    with pytest.raises(holdfast.InputError):
        holdfast.Theory("listen :- rihgt(V).").check(domain)


def test_rules_are_learnt_and_used(tmp_path):
    domain = holdfast.domain("rocksample(5,2)")
    path = tmp_path / "traces.jsonl"
    assert domain.trace(path, episodes=20, sims=200) == 20
    learnt = holdfast.learn(path)
    assert learnt.optimal and learnt.theory.rules
    assert domain.play(2, sims=50, guide=learnt.theory).mean > -100
    again = holdfast.Theory(str(learnt.theory))
    assert again == learnt.theory


def test_paired_comparison():
    domain = holdfast.domain("rocksample(5,3)")
    ours, theirs = domain.play(5, sims=50, guide="timed"), domain.play(5, sims=50)
    mean, half = ours.minus(theirs)
    assert mean == pytest.approx(ours.mean - theirs.mean)
    assert half > 0
    assert list(ours.frame.columns[:2]) and len(ours.frame) == 5


def test_other_threads_go_on():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.001):
            ticks.append(1)

    thread = threading.Thread(target=tick)
    thread.start()
    session = holdfast.domain("rocksample(7,8)").session(time=0.5)
    before = len(ticks)
    session.decide()
    went_on = len(ticks) - before
    stop.set()
    thread.join()
    assert went_on > 5


def test_ctrl_c_ends_a_search():
    session = holdfast.domain("rocksample(7,8)").session(time=300)
    threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        session.decide()
    # Python's own handler is back.
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_env():
    env = holdfast.Env(holdfast.domain("rocksample(5,3)"))
    env.reset(seed=3)
    rewards = [env.step(1)[1] for _ in range(3)]
    env.reset(seed=3)
    assert rewards == [env.step(1)[1] for _ in range(3)]


def test_replays_are_shown():
    replay = holdfast.domain("tiger").record(seed=2, sims=100)
    assert replay.steps[0]["action"] == "listen"
    assert "<table>" in replay._repr_html_()
