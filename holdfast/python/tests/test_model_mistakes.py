"""Mistakes in models as Python classes: those of the class are told with what to do, and what it
raises comes out whole."""

import traceback
from dataclasses import dataclass

import pytest

import holdfast
from samples import Broken, Tiger


def test_exceptions_come_out_with_their_traceback_and_nothing_is_lost():
    model = Broken()
    session = holdfast.model(model).session(sims=200)
    before = list(session.particles)
    model.fail_at, model.raises = model.calls + 30, ZeroDivisionError
    with pytest.raises(ZeroDivisionError, match="the sensor is gone") as caught:
        session.decide()
    lines = "".join(traceback.format_tb(caught.value.__traceback__))
    assert "in fail" in lines and "raise self.raises" in lines
    model.fail_at = 1
    with pytest.raises(ZeroDivisionError):
        session.act("listen")
    assert list(session.particles) == before
    model.fail_at = None
    assert session.decide().simulations == 200
    assert session.act("listen")[1] == -1


def test_the_world_stays_where_it_was_when_a_belief_cannot_follow():
    model = Broken()
    session = holdfast.model(model).session(sims=50)
    # The world's own step is the first; the belief's come after it.
    model.fail_at, model.raises = model.calls + 10, KeyError
    with pytest.raises(KeyError):
        session.act("open-left")
    model.fail_at = None
    again = holdfast.model(Tiger()).session(sims=50)
    for _ in range(5):
        assert session.act("listen")[0] == again.act("listen")[0]


@pytest.mark.parametrize("threads", [{"threads": 2}, {"jobs": 2}])
def test_exceptions_come_out_of_other_threads(threads):
    model = Broken()
    domain = holdfast.model(model)
    model.fail_at, model.raises = model.calls + 400, LookupError
    with pytest.raises(LookupError, match="the sensor is gone") as caught:
        domain.play(4, sims=20, depth=4, **threads)
    assert "in fail" in "".join(traceback.format_tb(caught.value.__traceback__))
    model.fail_at = None
    assert domain.play(2, sims=5, depth=3, **threads).mean < 100


def test_exceptions_of_words_come_out():
    class Worded(Tiger):
        words = [holdfast.Word("left", lambda state: state.no_such_thing)]

    with pytest.raises(AttributeError, match="no_such_thing"):
        holdfast.model(Worded()).session(sims=20).facts
    Worded.words = [holdfast.Word("left", lambda state: int(state == "left"), believed=False)]
    with pytest.raises(holdfast.InputError, match="so it is not known; declare it as believed"):
        holdfast.model(Worded()).session(sims=50).facts
    Worded.words = [holdfast.Word("left", lambda state: "often", believed=False)]
    with pytest.raises(holdfast.InputError, match="the word 'left' is 'often'; expected a whole"):
        holdfast.model(Worded()).session(sims=20).facts


def changed(**attributes):
    return type("Changed", (Tiger,), attributes)


@pytest.mark.parametrize("model,message", [
    (changed(initial=lambda self, random: [1, 2]), r"the state \[1, 2\] cannot be hashed"),
    (changed(step=lambda self, s, a, random: (s, [0], 1)), r"the observation \[0\] cannot be hashed"),
    (changed(step=lambda self, s, a, random: (s, 1)), r"step returned \('.*', 1\); expected \(next"),
    (changed(step=lambda self, s, a, random: None), "step returned None; expected"),
    (changed(step=lambda self, s, a, random: (s, 0, "much")), "the reward of step is 'much'"),
    (changed(step=None), "has no method step"),
    (changed(actions="listen"), "actions is 'listen'; expected a list"),
    (changed(actions=[]), "there are 0 actions; expected 1 to 64"),
    (changed(actions=[1, "1"]), "two actions have one name"),
    (changed(actions=lambda self: ["listen"]), "actions is .*; expected a list"),
    (changed(actions=[["listen"], ["open"]]), r"the action \['listen'\] cannot be hashed"),
    (changed(step=lambda self, s, a, random: (s, 0, float("nan"))), "reward of step is not finite"),
    (changed(legal=lambda self, s: []), "legal has no action in the state"),
    (changed(legal=lambda self, s: None), "legal returned None; expected a list of actions"),
    (changed(legal=["listen"]), r"legal is \['listen'\]; expected a method"),
    (changed(likelihood=3), "likelihood is 3; expected a method"),
    (changed(words=3), "words is 3; expected a list"),
    (changed(entities=3), "entities is 3; expected a list"),
    (changed(foreseeable="listen"), "foreseeable is 'listen'; expected a list"),
    (changed(rewards=(3, 1)), r"rewards are \(3, 1\); expected \(least, most\)"),
    (changed(discount=1), r"discount must be in \[0, 1\)"),
    (changed(steps=0), "steps is 0; expected at least 1"),
    (changed(steps="many"), "steps is 'many'; expected a whole number"),
    (changed(discount="most"), "discount is 'most'; expected a number"),
    (changed(rewards=5), r"rewards are 5; expected \(least, most\)"),
    (changed(rewards=("a", 1)), "rewards is 'a'; expected a number"),
    (changed(default="wait"), "the default 'wait' is none of the actions"),
    (changed(words=[3]), "3 is no word; write holdfast.Word"),
    (changed(words=[holdfast.Word("left", [1, 0])]), "'left' must be a function of the state"),
    (changed(words=[holdfast.Word("Left", bool)]), "'Left' is no word of the rule language"),
    (changed(words=[holdfast.Word("by", bool, of_entity=True)]), "about entities, but there are none"),
    (changed(foreseeable=["wait"]), "foreseeable has 'wait', which is no action"),
    (changed(entities=["A b"]), "the entity 'A b' is neither"),
])
def test_what_a_class_must_be(model, message):
    with pytest.raises(holdfast.InputError, match=message):
        holdfast.model(model).session(sims=10)


def test_states_that_compare_by_identity_are_refused():
    class State:
        pass

    with pytest.raises(holdfast.InputError, match="is not equal to it"):
        holdfast.model(changed(initial=lambda self, random: State()))


def test_states_that_are_changed_in_place_are_refused():
    @dataclass(unsafe_hash=True)
    class State:
        x: int = 0

    def step(self, state, action, random):
        state.x += 1
        return state, None, 0

    with pytest.raises(holdfast.InputError, match="has changed the state that it was given"):
        holdfast.model(changed(initial=lambda self, random: State(), step=step))


def test_mistakes_that_show_late_are_told_too():
    class Late(Tiger):
        ready = False

        def step(self, state, action, random):
            return self.late(state) if self.ready else super().step(state, action, random)

    for late, message in [(lambda s: ({1}, 0, 0), r"the state \{1\} cannot be hashed"),
                          (lambda s: (s, 0, float("nan")), "the reward of step is not finite"),
                          (lambda s: (s, 0, 11), "step earned 11, but the class says rewards"),
                          (lambda s: [s, 0, 0], "step returned")]:
        model = Late()
        session = holdfast.model(model).session(sims=10)
        model.ready, model.late = True, late
        with pytest.raises(holdfast.InputError, match=message):
            session.decide()


def test_planners_say_what_they_lack():
    without = changed(rewards=None)
    with pytest.raises(holdfast.InputError, match=r"write rewards = \(least, most\)"):
        holdfast.model(without).session(planner="despot").decide()
    with pytest.raises(holdfast.InputError, match="Likelihood"):
        holdfast.model(Tiger()).session(planner="adaops")
    with pytest.raises(holdfast.InputError, match="no such action|there is no action"):
        holdfast.model(Tiger()).session(sims=10).act(7)
    assert holdfast.model(without).session(sims=100).decide().action in Tiger.actions
