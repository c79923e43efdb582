"""Models as arrays: their values against exact ones, their words, and what they must be."""

import os
import sys

import numpy as np
import pytest

import holdfast

SOURCE = os.environ["HOLDFAST_SOURCE"]
sys.path.insert(0, os.path.join(SOURCE, "tools"))
import classic_values  # noqa: E402

CLASSIC = os.path.join(SOURCE, "models/classic")
HALF = np.full((2, 2), 0.5)

TIGER = dict(
    T=np.array([np.eye(2), HALF, HALF]), O=np.array([[[0.85, 0.15], [0.15, 0.85]], HALF, HALF]),
    R=np.array([[-1, -1], [-100, 10], [10, -100.0]]), discount=0.95)
MACHINE = dict(
    T=np.array([[[0.9, 0.1], [0, 1]], np.eye(2), [[1, 0], [1, 0.0]]]),
    O=np.array([[[0.8, 0.2], [0.4, 0.6]], [[0.95, 0.05], [0.1, 0.9]], HALF]),
    R=np.array([[3, -2], [-0.3, -0.3], [-5, -5.0]]), start=np.array([1, 0.0]), discount=0.9)
THIRD = [1 / 3, 1 / 3, 0, 1 / 3]
CORRIDOR = dict(
    T=np.array([[[1, 0, 0, 0], [1, 0, 0, 0], THIRD, [0, 0, 1, 0]],
                [[0, 1, 0, 0], [0, 0, 1, 0], THIRD, [0, 0, 0, 1]]]),
    O=np.array([[[1, 0], [1, 0], [0, 1], [1, 0.0]]] * 2),
    R=np.array([[[0, 0, 1, 0.0]] * 4] * 2), start=np.array(THIRD), discount=0.95)


@pytest.mark.parametrize("name,value", [("tiger.pomdp", 19.37), ("machine.pomdp", 17.15),
                                        ("corridor.pomdp", 6.70), ("rover.pomdpx", None)])
def test_planners_reach_exact_values(name, value):
    best = classic_values.exact(**classic_values.of_file(name))
    if value:
        assert best == pytest.approx(value, abs=0.01)
    domain = holdfast.domain(f"file({CLASSIC}/{name},steps=120)")
    played = domain.play(30, planner="despot", trials=15, scenarios=60)
    error = np.std(played.returns, ddof=1) / 30**0.5
    # No planner can do better but by luck; DESPOT does hardly worse.
    assert played.mean < best + 3 * error + 0.01
    assert played.mean > best - 3 * error - 0.05 * abs(best)


def test_the_table_of_the_document_is_what_was_measured():
    with open(classic_values.DOCUMENT, encoding="utf-8") as document:
        assert classic_values.table() in document.read()


@pytest.mark.parametrize("model,name", [(TIGER, "tiger"), (MACHINE, "machine"),
                                        (CORRIDOR, "corridor")])
def test_the_files_say_what_is_written_here(model, name):
    read = classic_values.of_file(f"{name}.pomdp")
    assert read["discount"] == model["discount"]
    for key in ("T", "O"):
        assert np.allclose(read[key], model[key], atol=1e-6)
    R = model["R"] if model["R"].ndim == 3 else np.repeat(model["R"][:, :, None],
                                                          len(model["R"][0]), axis=2)
    possible = model["T"] > 0
    assert np.allclose(read["R"][possible], R[possible])


@pytest.mark.parametrize("name", ["tiger.pomdp", "machine.pomdp", "corridor.pomdp", "rover.pomdpx"])
def test_arrays_are_the_file(name):
    path = os.path.join(CLASSIC, name)
    ours = holdfast.table(**holdfast.arrays(path)).play(3, sims=200).returns
    assert ours == holdfast.domain(f"file({path})").play(3, sims=200).returns


def test_endings_of_files_may_be_large(tmp_path):
    path = tmp_path / "Tiger.POMDP"
    with open(os.path.join(CLASSIC, "tiger.pomdp")) as file:
        path.write_text(file.read())
    domain = holdfast.domain(f"file({path})")
    assert domain.states == ["tiger-left", "tiger-right"]
    assert set(domain.session(sims=50).particles) <= {0, 1}


def test_files_have_a_word_for_each_state(tmp_path):
    domain = holdfast.domain(f"file({CLASSIC}/tiger.pomdp,steps=40)")
    assert domain.words["tiger_left(V)"] == "the state is tiger-left with V %"
    path = tmp_path / "traces.jsonl"
    domain.trace(path, episodes=10, planner="despot", trials=15, scenarios=50)
    learnt = holdfast.learn(path, all_episodes=True)
    assert any(rule.startswith("open_right :- tiger_") for rule in learnt.theory.rules)
    said = holdfast.explain(domain, learnt.theory, facts="tiger_left(90). tiger_right(0).")
    assert list(said.actions) == ["open_right"]
    # A table is the file, in this, too; one of more states has no words.
    assert holdfast.table(**holdfast.arrays(f"{CLASSIC}/tiger.pomdp")).words == domain.words
    many = holdfast.table(T=[np.eye(40)], O=[np.ones((40, 1))], R=np.ones((1, 40)))
    assert many.words == {}


def test_arrays_are_not_copied_and_not_kept():
    T, O, R = (np.array(TIGER[x], dtype=float) for x in "TOR")
    domain = holdfast.table(T, O, R)
    before = domain.play(2, sims=100).returns
    T[:] = 0
    assert domain.play(2, sims=100).returns == before


def test_words_of_a_table_and_rules_about_them():
    for of in ([1, 0], lambda state: state == 0, np.array([1, 0])):
        domain = holdfast.table(**TIGER, actions=["listen", "open-left", "open-right"],
                                words=[holdfast.Word("left", of, says="left with {} %")])
        session = domain.session(sims=100)
        assert session.facts[0] in ("left(40)", "left(50)")
        theory = holdfast.Theory("% coverage: listen 0.9\n\nlisten :- left(V), V < 90.\n")
        theory.check(domain)
        assert theory.compile(domain) == "compiled"
        decision = domain.session(sims=100, guide=theory).decide()
        assert decision.macro_actions == [("listen", 1)]
        assert holdfast.explain(domain, theory).actions == {"listen": 1}
    with pytest.raises(holdfast.InputError):
        holdfast.Theory("listen :- rihgt(V).").check(domain)


def test_words_of_a_table_that_are_known():
    # A number that all states of a belief share, or none.
    domain = holdfast.table(**TIGER, start=[1, 0], words=[
        holdfast.Word("at", [7, None], believed=False), holdfast.Word("no", [None, 1], believed=False)])
    assert domain.session(sims=20).facts == ["at(7)"]


def test_words_of_a_table_about_entities():
    # Entity d is the door of state d.
    domain = holdfast.table(**TIGER, actions=["listen", "open(0)", "open(1)"], entities=[0, 1],
                            words=[holdfast.Word("behind", [[1, 0], [0, 1]], of_entity=True)])
    theory = holdfast.Theory("open(D) :- behind(D,V), V < 10.\n")
    assert holdfast.explain(domain, theory, facts="behind(0,90). behind(1,0).").actions == {
        "open(1)": 1}
    agent = domain.agent(planner="despot")
    for _ in range(3):
        agent.observe("listen", 0)
    assert agent.explain(theory).actions == {"open(1)": 1}


def wrong(**changes):
    return lambda: holdfast.table(**{**TIGER, **changes})


@pytest.mark.parametrize("call,message", [
    (wrong(T=[HALF, [[0.4, 0.5], [0, 1]], HALF]), r"T\[1, 0\] sum to 0.9; expected 1"),
    (wrong(O=[HALF, HALF, [[0.5, 0.5], [0.7, 0.7]]]), r"O\[2, 1\] sum to 1.4; expected 1"),
    (wrong(T=[HALF, np.zeros((2, 2)), HALF]), r"^nothing is said of T\[1, 0\]"),
    (wrong(start=[0.5, 0.6]), "start sum to 1.1; expected 1"),
    (wrong(O=[HALF]), r"O has the shape \(1, 2, 2\); expected \(3, 2, 2\)"),
    (wrong(T=HALF), r"T has the shape \(2, 2\)"),
    (wrong(R=[1, 2]), r"R has the shape \(2\); expected \(3, 2\)"),
    (wrong(start=[1]), r"start has the shape \(1\); expected \(2\)"),
    (wrong(T=[[[1.5, -0.5], [0, 1]], HALF, HALF]), r"T\[0, 0\] has 1.5 for value 0, which is no"),
    (wrong(T=[[[np.nan, 1], [0, 1]], HALF, HALF]), "T.*no probability"),
    (wrong(T=[["a", "b"]]), "T is no array of numbers"),
    (wrong(T=[[[1], [0, 1]]]), "T is no array of numbers"),
    (wrong(R=[[np.inf, 0]] * 3), "R has a reward that is no number"),
    (wrong(discount=1), r"discount must be in \[0, 1\)"),
    (wrong(discount="most"), "discount is 'most'; expected a number"),
    (wrong(steps=0), "steps is 0; expected at least 1"),
    (wrong(T=np.array([HALF] * 3) + 1j), "T is no array of numbers: it has complex ones"),
    (wrong(actions=["listen"]), "1 names for 3 actions"),
    (wrong(states=["a", "b", "c"]), "3 names for 2 states"),
    (wrong(words=[holdfast.Word("left", [1])]), r"'left' has \[1\] values; expected 2"),
    (wrong(words=[holdfast.Word("left", [1, 0])] * 2), "left"),
    (wrong(words=["left"]), "'left' is no word"),
    (wrong(foreseeable=["jump"]), "foreseeable has 'jump', which is no action"),
    (wrong(words=[holdfast.Word("left", 3)]), "'left' is 3; expected a function of the state, or"),
    (wrong(words=[holdfast.Word("left", ["often", 0])]), "'left' is 'often'; expected a whole"),
    (wrong(words=[holdfast.Word(3, [1, 0])]), "the name of a word is 3; expected a text"),
    (wrong(words=[holdfast.Word("left", [1, 0], says=3)]), "says of the word 'left' is 3"),
    (wrong(states="ab"), "states is 'ab'; expected a list"),
    (wrong(states=["a", "a"]), "two states are named 'a'"),
    (wrong(entities=3), "entities is 3; expected a list"),
    (wrong(words=[holdfast.Word("at", [1, 2], believed=False)]),
     "'at' is . in one state of a belief and . in another, so it is not known"),
    (wrong(name=3), "name is 3; expected a text"),
    (wrong(T=5), r"T has the shape \(\)"),
    (wrong(entities=[0, 1], actions=["a", "open(0)", "look"],
           words=[holdfast.Word("left", [1, 0])]), "one for each entity: open"),
])
def test_what_a_table_must_be(call, message):
    with pytest.raises(holdfast.InputError, match=message):
        call().session(sims=10).facts
