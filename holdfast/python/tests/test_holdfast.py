"""The package plays what the command line and the library play, and shows what they know."""

import json
import os
import pickle
import subprocess

import numpy as np
import pytest

import holdfast
from samples import STUDY, tiger_table

SOURCE = os.environ["HOLDFAST_SOURCE"]
PROGRAM = os.environ["HOLDFAST"]
CLASSIC = os.path.join(SOURCE, "models/classic")


def command(*arguments):
    run = subprocess.run([PROGRAM, *arguments], capture_output=True, text=True)
    return run.returncode, run.stdout, run.stderr


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
    assert len(session.frame) == steps and session.frame.reward.sum() == episode["undiscounted"]
    assert (steps, total) == (episode["steps"], pytest.approx(episode["discounted"], abs=1e-12))


def test_a_table_is_the_file():
    ours = tiger_table().play(3, sims=200).returns
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


def test_an_agent_follows_a_world_elsewhere():
    agent = tiger_table().agent(planner="despot")
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
    assert domain.trace(tmp_path / "again.jsonl", episodes=20, sims=200, jobs=2) == 20
    assert (tmp_path / "again.jsonl").read_text() == path.read_text()
    learnt = holdfast.learn(path)
    assert learnt.optimal and learnt.theory.rules
    assert "<pre>" in learnt._repr_html_()
    # A theory is scored as by the command line.
    learnt.theory.save(tmp_path / "learnt.lp")
    code, out, error = command("learn", str(path), "--check", str(tmp_path / "learnt.lp"), "--json")
    assert code == 0, error
    scores = holdfast.score(path, learnt.theory)
    assert {a: s["coverage"] for a, s in scores.items()} == {
        a: s["coverage"] for a, s in json.loads(out)["scores"].items()}
    assert domain.play(2, sims=50, guide=learnt.theory).mean > -100
    again = holdfast.Theory(str(learnt.theory))
    assert again == learnt.theory


def test_paired_comparison_is_that_of_the_command_line():
    domain = holdfast.domain("rocksample(5,3)")
    ours, theirs = domain.play(5, sims=50, guide="timed"), domain.play(5, sims=50)
    code, out, error = command("play", "rocksample(5,3)", "--sims", "50", "--guide", "timed",
                               "--versus", "pure", "--episodes", "5", "--json", "--no-timing")
    assert code == 0, error
    said = json.loads(out)
    assert (ours.mean, ours.ci95) == (
        said["summary"]["discounted"]["mean"], said["summary"]["discounted"]["ci95"])
    difference = said["versus"]["difference"]
    assert ours.minus(theirs) == (difference["mean"], difference["ci95"])
    assert len(ours) == len(ours.frame) == 5 and "5 episodes, mean return" in repr(ours)
    assert domain.play(1, sims=10).ci95 is None


def test_options_are_what_python_has():
    domain = holdfast.domain("rocksample(5,3)")
    plain = domain.play(1, sims=100).returns
    assert domain.play(1, sims=1e2, guide=None).returns == plain
    assert domain.play(np.int64(1), sims=np.int32(100), seed=np.uint8(1)).returns == plain
    assert domain.play(1, sims=100, guide="timed", trust=np.False_).returns


@pytest.mark.parametrize("text,field,share", [
    ("rocksample(5,3)", "good", None), ("tiger", "tiger_right", 0.5), ("tag", "tagged", 0),
    ("lasertag", "opponent", None), ("lightdark", "x", None), ("pocman(7x7)", "power", 0)])
def test_particles_have_the_fields_of_their_states(text, field, share):
    particles = holdfast.domain(text).session(sims=100).particles
    assert len(particles) > 0
    if share is not None:
        assert particles[field].mean() == pytest.approx(share, abs=0.2)
    if text.startswith("rocksample"):
        # The rover starts at (0, 2), and rock 0 is good with a half.
        assert set(particles["cell"]) == {2 * 5}
        assert (particles["good"] & 1).mean() == pytest.approx(0.5, abs=0.2)


def test_theories_are_values():
    theory = holdfast.Theory.shipped("rocksample", "timed")
    assert pickle.loads(pickle.dumps(theory)) == theory
    assert len({theory, holdfast.Theory(str(theory))}) == 1


def test_an_environment_has_the_episode_of_its_seed():
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
    assert isinstance(env.render(), str) and env.unwrapped is env
    assert 2.5 not in env.action_space and "listen" not in env.action_space
    assert np.int64(1) in env.action_space and env.action_space == holdfast.Discrete(3)
    if terminated:
        with pytest.raises(holdfast.InputError, match=r"call reset\(\) to start another"):
            env.step(0)
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
