"""Logs of others: learnt from and explained without any domain of ours."""

import json

import pytest

import holdfast


def days(count, rewards=False):
    """A robot that docks when its charge is low and goes to the nearer of two doors."""
    episodes = []
    for day in range(count):
        steps = []
        for charge, left, right in [(90, 3, 1), (60, 2, 4), (25, 1, 1), (10, 5, 2)]:
            near, far = ("west", "east") if left < right else ("east", "west")
            facts = [f"charge({charge + day % 3})", f"dist(west,{left})", f"dist(east,{right})"]
            action = "dock" if charge < 30 else f"go({near})"
            steps.append((facts, action, 1 + day) if rewards else (facts, action))
            assert far
        episodes.append(steps)
    return episodes


def test_rules_are_learnt_and_asked():
    log = holdfast.Log(days(6), domain="robot")
    assert log.words == ["charge(V)", "dist(E,V)"] and log.actions == ["go(E)", "dock"]
    learnt = holdfast.learn(log)
    assert learnt.optimal and learnt.scores["dock"]["coverage"] == 1
    assert any(rule.startswith("dock :- charge(") for rule in learnt.theory.rules)
    said = holdfast.explain(log, learnt.theory, facts=["charge(5)", "dist(west,9)", "dist(east,9)"])
    assert said.actions == {"dock": 1}
    assert said.macro_actions[0]["binding"] == {"C": 5}
    assert {"go(west)", "go(east)"} == {miss["action"] for miss in said.not_suggested}
    # At what was logged, and at a place that the log has never seen.
    assert holdfast.explain(log, learnt.theory, seed=2, step=3).actions == {"dock": 1}
    assert holdfast.explain(log, learnt.theory, facts="charge(1). dist(north,3).").actions == {
        "dock": 1}
    assert "<pre>" in said._repr_html_() and "dock for 1 step" in str(said)


def test_a_file_of_steps_is_a_log(tmp_path):
    path = tmp_path / "robot.jsonl"
    with open(path, "w") as file:
        for number, steps in enumerate(days(6)):
            for facts, action in steps:
                file.write(json.dumps({"episode": number, "facts": facts, "action": action}) + "\n")
    from_file, from_lists = holdfast.Log(path), holdfast.Log(days(6))
    assert from_file.episodes == from_lists.episodes
    assert holdfast.learn(path).theory == holdfast.learn(from_lists).theory
    assert len(from_file) == 6


def test_rewards_choose_the_good_episodes():
    assert holdfast.learn(days(4, rewards=True)).examples < holdfast.learn(
        days(4, rewards=True), all_episodes=True).examples


def test_held_out_episodes_are_scored():
    learnt = holdfast.learn(days(10), held_out=0.3)
    assert learnt.held_out["dock"]["coverage"] == 1
    assert holdfast.learn(days(10)).held_out is None


def test_actions_that_can_be_foreseen_get_rules_over_time():
    walk = [[([f"dist({d})"], "go") for d in (3, 2, 1)] + [(["dist(0)"], "stop")]] * 5
    log = holdfast.Log(walk, foreseeable=["go"])
    rules = holdfast.learn(log).theory.rules
    assert any(r.startswith("init(go)") for r in rules)
    assert any(r.startswith("contd(go)") for r in rules)
    # What came is followed: three steps from the first belief, one from the third.
    theory = holdfast.learn(log).theory
    assert holdfast.explain(log, theory, step=0).actions["go"] == 3
    assert holdfast.explain(log, theory, step=2).actions["go"] == 1
    assert not any(r.startswith("init") for r in holdfast.learn(walk).theory.rules)


def test_tasks_of_ilasp_are_learnt(tmp_path):
    path = tmp_path / "task.las"
    path.write_text("#modeh(go).\n#modeb(1, light(const(c))).\n#constant(c, green).\n"
                    "#pos({go}, {}, {light(green).}).\n#pos({}, {go}, {light(red).}).\n")
    assert holdfast.learn(path).theory.rules == ["go :- light(green)."]


@pytest.mark.parametrize("episodes,options,message", [
    ([[(["charge 20"], "dock")]], {}, "episode 1, step 1: expected facts such as"),
    ([[(["at(1,2,3)"], "dock")]], {}, "two at most"),
    ([[(["charge(20)"], "")]], {}, "an action has no name"),
    ([[(["charge(20)"], "go(1,2)")]], {}, "about several entities"),
    ([[(["charge(2)"], "dock"), (["charge(2,3)"], "dock")]], {}, "has 1 arguments"),
    ([[(["charge(20)"], "dock")]], {"flags": ["near"]}, "\"flags\" names near"),
    ([[(["charge(20)"], "dock")]], {"foreseeable": ["go"]}, "\"foreseeable\" names go"),
    ([[("charge(20).",)]], {}, "is no step; expected"),
    ([["charge(20)."]], {}, "is no step; expected"),
])
def test_what_a_log_must_be(episodes, options, message):
    with pytest.raises(holdfast.InputError, match=message):
        holdfast.Log(episodes, **options)


def test_facts_and_places_that_there_are_not():
    log = holdfast.Log(days(2))
    theory = holdfast.Theory("dock :- charge(C), C < 30.")
    with pytest.raises(holdfast.InputError, match="chagre"):
        holdfast.explain(log, theory, facts="chagre(3).")
    with pytest.raises(holdfast.InputError, match="has no episode 9"):
        holdfast.explain(log, theory, seed=9)
    with pytest.raises(holdfast.InputError, match="has 4 steps"):
        holdfast.explain(log, theory, step=4)
    with pytest.raises(holdfast.InputError, match="volume"):
        holdfast.explain(log, holdfast.Theory("dock :- volume(C), C < 30."))
    with pytest.raises(holdfast.InputError, match="held_out"):
        holdfast.learn(log, held_out=2)
