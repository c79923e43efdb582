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


STUDY = """
title = "quick"
seeds = 3

[[experiment]]
name = "tiger"
title = "Tiger"
domain = "tiger"
x = "sims"
metrics = ["discounted"]
[experiment.options]
planner = "pomcp"
[experiment.grid]
sims = [50, 100]
"""


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
    ("rocksample(7,8)", {"sims": 100, "guide": "timed"}),
    ("tiger", {"planner": "despot", "trials": 20}),
    (f"file({CLASSIC}/tiger.pomdp)", {"sims": 100}),
    (f"rddl({SOURCE}/models/rover/domain.rddl,{SOURCE}/models/rover/small.rddl,engine=interpreter)",
     {"sims": 50}),
])
def test_the_same_episode_from_python_the_command_line_and_c_plus_plus(domain, options):
    said = [str(x) for option in options.items() for x in option]
    dashed = [f"--{x}" if i % 2 == 0 else x for i, x in enumerate(said)]
    code, out, error = command("play", domain, *dashed, "--episodes", "3", "--seed", "5", "--json",
                               "--no-timing")
    assert code == 0, error
    by_command = json.loads(out)["episodes"]
    by_python = holdfast.domain(domain).play(3, seed=5, **options).episodes
    for seed, mine, theirs in zip(range(5, 8), by_python, by_command):
        library = subprocess.run([os.environ["HOLDFAST_SAME_EPISODE"], domain, str(seed), *said],
                                 capture_output=True, text=True, check=True)
        assert json.loads(library.stdout) == theirs
        assert {key: mine[key] for key in theirs} == theirs


def test_steps_of_a_session_are_the_episode():
    domain = holdfast.domain("rocksample(5,3)")
    session, total, factor, steps = domain.session(seed=5, sims=200), 0, 1, 0
    while not session.over and steps < domain.step_limit:
        _, reward, _ = session.act(session.decide().action)
        total, factor, steps = total + factor * reward, factor * domain.discount, steps + 1
    episode = domain.play(1, seed=5, sims=200).episodes[0]
    assert (steps, total) == (episode["steps"], pytest.approx(episode["discounted"], abs=1e-12))


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
    assert despot.bounds[0] <= despot.bounds[1]
    for name in ("simulations", "trials", "model_steps", "nodes", "depth", "seconds"):
        assert getattr(decision, name) >= 0
    assert decision.rule and decision.binding or not decision.macro_actions


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


@pytest.mark.parametrize("name,text,message", [
    ("broken.pomdp", "discount: 0.9\nstates: 2\nactions: go\nobservations: 2\nT: goo identity\n",
     "broken.pomdp:5:4: there is no action 'goo'"),
    ("broken.pomdpx", "<?xml version='1.0'?>\n<pomdpx>\n<Discount>much</Discount>\n</pomdpx>\n",
     r"broken.pomdpx:3:\d+: "),
    ("theory.lp", "listen :-\n", r"theory.lp:\d+:\d+: "),
    ("log.jsonl", '{"facts": "a.", "action": "go"}\n{"facts"', r"log.jsonl:2:\d+: "),
    ("task.las", "#modeh(go).\n#pos({go}, {}", r"task.las:\d+:\d+: "),
    ("study.toml", "title = \n", r"study.toml:1:\d+: "),
    ("recording.jsonl", "{}\n", r"recording.jsonl:1:\d+: "),
    ("study.sqlite", "no database", "study.sqlite"),
])
def test_broken_files_say_where(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    readers = {"pomdp": lambda: holdfast.domain(f"file({path})"), "lp": lambda: holdfast.Theory.load(path),
               "las": lambda: holdfast.learn(path), "toml": lambda: holdfast.Study.run(path),
               "sqlite": lambda: holdfast.Study(path).frame}
    readers["pomdpx"] = readers["pomdp"]
    readers["jsonl"] = ((lambda: holdfast.report(path)) if name.startswith("rec")
                        else (lambda: holdfast.learn(path)))
    with pytest.raises(holdfast.InputError, match=message):
        readers[name.split(".")[-1]]()


@pytest.mark.parametrize("call,message", [
    (lambda d: d.session(seed="one"), "seed is 'one'; expected a whole number"),
    (lambda d: d.session(seed=-1), "seed is -1; expected at least 0"),
    (lambda d: d.play(2**70), "episodes is 1180591620717411303424; expected at most"),
    (lambda d: d.play(0), "episodes is 0; expected at least 1"),
    (lambda d: d.record(seed=1.5), "seed is 1.5; expected a whole number"),
    (lambda d: holdfast.Env(d).reset(seed="one"), "seed is 'one'"),
    (lambda d: holdfast.domain(5), "a domain is 5; expected a text"),
    (lambda d: holdfast.rddl(None), "domain is None; expected a text"),
    (lambda d: holdfast.Theory(None), "a theory is None; expected a text"),
    (lambda d: holdfast.explain(d, "a."), r"'a.' is no theory; write holdfast.Theory\(text\)"),
    (lambda d: d.session().explain(None), "None is no theory"),
    (lambda d: holdfast.learn([], jobs="two"), "jobs is 'two'; expected a whole number"),
    (lambda d: holdfast.learn([], precision="high"), "precision is 'high'; expected a number"),
    (lambda d: holdfast.Study("nowhere.sqlite"), "nowhere.sqlite: there is no such file"),
    (lambda d: d.play(1, jobs=0), "jobs"),
    (lambda d: d.session(sims="many"), "sims"),
    (lambda d: d.session().act("jump"), "there is no action 'jump'; they are listen"),
    (lambda d: d.session().act(2.5), "2.5 is no action; expected a name or a number"),
    (lambda d: d.session().act(-1), "action"),
    (lambda d: d.agent().observe("listen", None), "None is no observation"),
    (lambda d: holdfast.Theory("a :- b(").rules, "theory:1:"),
    (lambda d: holdfast.Env(d).step(0), "call reset"),
    (lambda d: holdfast.learn([["dock"]]), "'dock' is no step; expected"),
    (lambda d: holdfast.explain(d, holdfast.Theory("a :- b."), step=2), "session.explain"),
])
def test_wrong_calls_say_what_to_do(call, message):
    with pytest.raises(holdfast.InputError, match=message):
        call(holdfast.domain("tiger"))


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


def test_ctrl_c_ends_every_kind_of_work(tmp_path):
    domain = holdfast.domain("rocksample(7,8)")
    study = tmp_path / "study.toml"
    study.write_text(STUDY.replace("seeds = 3", "seeds = 1000").replace("[50, 100]", "[100000]"))
    for work in (lambda: domain.play(1000, sims=100000, jobs=2),
                 lambda: domain.record(time=100),
                 lambda: domain.trace(tmp_path / "t.jsonl", sims=100000),
                 lambda: holdfast.Study.run(study)):
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            work()


def test_a_signal_handler_of_the_program_is_asked():
    class Stopped(Exception):
        pass

    def handler(number, frame):
        raise Stopped

    before = signal.signal(signal.SIGINT, handler)
    try:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(Stopped):
            holdfast.domain("rocksample(7,8)").session(time=300).decide()
    finally:
        signal.signal(signal.SIGINT, before)


def test_env():
    env = holdfast.Env(holdfast.domain("rocksample(5,3)"))
    env.reset(seed=3)
    rewards = [env.step(1)[1] for _ in range(3)]
    env.reset(seed=3)
    assert rewards == [env.step(1)[1] for _ in range(3)]


def test_an_environment_is_as_gymnasium_has_it():
    env = holdfast.Env(holdfast.domain("tiger"))
    env.action_space.seed(1)
    observation, info = env.reset(seed=4)
    steps, ended = 0, False
    while not ended:
        action = env.action_space.sample()
        assert action in env.action_space
        observation, reward, terminated, truncated, info = env.step(action)
        assert observation in env.observation_space and info["observation"]
        steps, ended = steps + 1, terminated or truncated
    assert steps <= env.domain.step_limit
    assert isinstance(env.render(), str)
    env.close()


def test_replays_and_reports_are_shown(tmp_path):
    replay = holdfast.domain("tiger").record(seed=2, sims=100)
    assert replay.steps[0]["action"] == "listen"
    assert "<table>" in replay._repr_html_()
    page = replay.page
    assert page.html.lstrip().lower().startswith("<!doctype html>")
    assert "<iframe srcdoc=" in page._repr_html_()
    page.save(tmp_path / "replay.html")
    assert (tmp_path / "replay.html").read_text(encoding="utf-8") == page.html


def test_studies_are_played_and_read(tmp_path):
    path = tmp_path / "quick.toml"
    path.write_text(STUDY)
    study = holdfast.Study.run(path, jobs=2)
    assert study.files == [f"{path}.sqlite"]
    frame = study.frame
    frame = frame[frame["metric"] == "discounted"]
    assert len(frame) == 2 and set(frame["episodes"]) == {3}
    # What is there is not played again, and it is what `play` gives.
    again = holdfast.Study.run(path).frame
    assert frame.equals(again[again["metric"] == "discounted"])
    ours = holdfast.domain("tiger").play(3, sims=50).mean
    assert any(abs(mean - ours) < 1e-9 for mean in frame["mean"])
    assert "<iframe" in study.report()._repr_html_()
