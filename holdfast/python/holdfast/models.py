"""Models as classes."""

import copy
import math
import random as _random

from . import _core
from .checks import real, whole
from .domains import Domain
from .words import declared, name_of


class Random(_random.Random):
    """What a model draws from: Python's `random.Random`, on the planner's own stream, so that the
    same seed gives the same episode. It serves during the call that it is given to."""

    def __init__(self, stream):
        self.random = stream.random
        self.getrandbits = stream.getrandbits

    def gauss(self, mu=0.0, sigma=1.0):
        # The base class would keep every other number for later.
        return self.normalvariate(mu, sigma)

    def _none(self, *_, **__):
        raise _core.InputError("the stream of a planner cannot be seeded or stored")

    seed = getstate = setstate = _none


class ModelDomain(Domain):
    """A domain whose states, actions and observations are Python objects of the class's own."""

    def __init__(self, scripted, model, actions):
        super().__init__(scripted.domain)
        self._scripted, self.model, self.actions = scripted, model, actions
        self._numbers = {action: number for number, action in enumerate(actions)}

    def action(self, given):
        """The number of one of the class's actions."""
        try:
            return self._numbers[given]
        except (KeyError, TypeError):
            return super().action(given)

    def observation(self, given):
        """The number of what `step` may return."""
        return self._scripted.observation_number(given)

    @property
    def observations(self):
        """None: they are whatever `step` returns."""
        return None

    def _observation_of(self, number):
        return self._scripted.observation(number)

    def _belief(self, rows):
        return [self._scripted.state(int(n)) for n in rows[:, :4].copy().view("uint32")[:, 0]]


def _need(model, name):
    found = _method(model, name)
    if found is None:
        raise _core.InputError(f"{type(model).__name__} has no method {name}; a model has "
                               "initial(random), step(state, action, random) and actions")
    return found


def _method(model, name):
    found = getattr(model, name, None)
    if found is not None and not callable(found):
        raise _core.InputError(f"{type(model).__name__}.{name} is {found!r}; expected a method")
    return found


def _list(model, name):
    given = getattr(model, name, ())
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise _core.InputError(f"{type(model).__name__}.{name} is {given!r}; expected a list")
    return list(given)


def _actions(model):
    listed = _list(model, "actions")
    for action in listed:
        _hash("action", action)
    if not 1 <= len(listed) <= 64:
        raise _core.InputError(f"there are {len(listed)} actions; expected 1 to 64")
    names = [name_of(a) for a in listed]
    if len(set(names)) != len(names):
        raise _core.InputError("two actions have one name: " + ", ".join(names))
    return listed, names


def _hash(what, given):
    try:
        hash(given)
    except TypeError as error:
        raise _core.InputError(f"the {what} {given!r} cannot be hashed ({error}); use a number, a "
                               "string, a tuple, or a dataclass with frozen=True") from None


def _try_out(model, script):
    """Takes some steps, so that mistakes are told now; returns the rewards."""
    name, draw = type(model).__name__, _random.Random(1)
    rewards = []
    for episode in range(20):
        state = script.initial(draw)
        for number in range(20):
            _hash("state", state)
            before = _copy(state)
            if before is not None and before != state:
                raise _core.InputError(
                    f"a copy of the state {state!r} is not equal to it, so that equal states would "
                    "be taken for different ones; use a tuple, or a dataclass with frozen=True")
            legal = _legal(script, state)
            result = script.step(state, legal[(episode + number) % len(legal)], draw)
            if before is not None and before != state:
                raise _core.InputError(f"{name}.step has changed the state that it was given, "
                                       f"{before!r}; it must return another one")
            if not isinstance(result, tuple) or len(result) not in (3, 4):
                raise _core.InputError(
                    f"{name}.step returned {result!r}; expected (next state, observation, reward), "
                    "or the same with whether the episode is over")
            _hash("observation", result[1])
            rewards.append(_reward(result[2]))
            state = result[0]
            if len(result) == 4 and result[3]:
                break
    return rewards


def _legal(script, state):
    if script.legal is None:
        return script.actions
    said = script.legal(state)
    if isinstance(said, str) or not hasattr(said, "__iter__"):
        raise _core.InputError(f"legal returned {said!r}; expected a list of actions")
    actions = list(said)
    if not actions:
        raise _core.InputError(f"legal has no action in the state {state!r}; an episode ends by a "
                               "step that says it is over")
    return actions


def _reward(given):
    try:
        reward = float(given)
    except (TypeError, ValueError):
        raise _core.InputError(f"the reward of step is {given!r}, expected a number") from None
    if not math.isfinite(reward):
        raise _core.InputError("the reward of step is not finite")
    return reward


def _function(word):
    if not callable(word.of):
        raise _core.InputError(f"the word '{word.name}' must be a function of the state")
    return word.of


def _copy(state):
    try:
        return copy.deepcopy(state)
    except Exception:  # what cannot be copied is not compared
        return None


def model(model):
    """A domain of an object with

    - `actions`, a list;
    - `initial(random)`, which draws a state that can be hashed: a number, a string, a tuple, a
      dataclass with frozen=True;
    - `step(state, action, random)`, which returns (next state, observation, reward), and as a
      fourth whether the episode is over. Observations can be hashed, too.

    `random` is a `random.Random`; what is drawn elsewhere breaks "same seed, same episode". The
    object may also have

    - `discount` (0.95) and `steps` (90), after which an episode is cut off;
    - `rewards = (least, most)` of a step, which DESPOT and AdaOPS need;
    - `likelihood(observation, action, state)`, the probability of an observation when an action has
      led to a state: beliefs are better with it, and AdaOPS needs it;
    - `legal(state)`, its actions there, as far as the agent knows them;
    - `default`, the action to take where nobody has a better idea (the first);
    - `words`, `entities` and `foreseeable` for rules (`Word`). An action 'check(2)' or ('check', 2)
      is about entity 2.

    Every simulated step is a call into Python: that is slow, and a table or C++ is much faster.

    >>> class Tiger:
    ...     actions, rewards = ["listen", "open-left", "open-right"], (-100, 10)
    ...     def initial(self, random):
    ...         return random.choice(["left", "right"])
    ...     def step(self, state, action, random):
    ...         if action == "listen":
    ...             heard = state if random.random() < 0.85 else {"left": "right", "right": "left"}[state]
    ...             return state, heard, -1
    ...         return self.initial(random), None, -100 if action == "open-" + state else 10
    >>> agent = model(Tiger()).agent(planner="despot", trials=50, scenarios=50, depth=20)
    >>> agent.plan().action
    'listen'
    >>> for _ in range(3):
    ...     agent.observe("listen", "left")
    >>> agent.plan().action
    'open-right'
    """
    if isinstance(model, type):
        model = model()
    script = _core.Script()
    script.initial, script.step = _need(model, "initial"), _need(model, "step")
    script.legal, script.likelihood = _method(model, "legal"), _method(model, "likelihood")
    script.make_random = Random
    script.actions, script.action_names = actions, names = _actions(model)
    default = getattr(model, "default", actions[0])
    if default not in actions:
        raise _core.InputError(f"the default {default!r} is none of the actions")
    script.usual = actions.index(default)
    script.discount = real("discount", getattr(model, "discount", 0.95))
    if not 0 <= script.discount < 1:
        raise _core.InputError("discount must be in [0, 1)")
    rewards = getattr(model, "rewards", None)
    script.bounded = rewards is not None
    if script.bounded and not (isinstance(rewards, (tuple, list)) and len(rewards) == 2 and
                               real("rewards", rewards[0]) <= real("rewards", rewards[1])):
        raise _core.InputError(f"rewards are {rewards!r}; expected (least, most)")
    seen = _try_out(model, script)
    script.least, script.most = map(float, rewards or (min(seen), max(seen)))
    language = declared(_list(model, "words"), names, _list(model, "entities"),
                        [name_of(a) for a in _list(model, "foreseeable")], _function)
    steps = whole("steps", getattr(model, "steps", 90), 1, 2**31 - 1)
    scripted = _core.Scripted(f"python({type(model).__name__})", steps, script, language)
    return ModelDomain(scripted, model, actions)
