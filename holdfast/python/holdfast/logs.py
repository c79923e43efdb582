"""Logs of somebody else's planner or robot."""

import os

from . import _core
from .checks import real, text, texts


def facts_text(facts):
    """Facts as one text: 'charge(20). dist(2,5).'

    >>> facts_text(["charge(20)", "dist(2,5)."])
    'charge(20). dist(2,5).'
    """
    if isinstance(facts, str):
        return facts
    return " ".join(f.strip().rstrip(".") + "." for f in texts("facts", facts))


def _steps(episode):
    steps = [] if isinstance(episode, str) or not hasattr(episode, "__iter__") else list(episode)
    if not steps:
        raise _core.InputError(f"{episode!r} is no episode; expected a list of steps such as "
                               "(['charge(20)'], 'dock')")
    return [_step(step) for step in steps]


def _step(step):
    if not isinstance(step, (tuple, list)) or not 2 <= len(step) <= 3:
        raise _core.InputError(f"{step!r} is no step; expected (facts, action) or (facts, action, "
                               "reward), such as (['charge(20)'], 'dock')")
    facts, action, reward = (*step, 0)[:3]
    return facts_text(facts), text("action", action).strip().rstrip("."), real("reward", reward)


class Log:
    """What was believed and done: episodes of (facts, action) or (facts, action, reward), or a file
    of them (docs/learning.md). With rewards, one learns from the episodes above the mean.

    A fact of two arguments is about an entity, dist(2,5); of one, a number on the whole, charge(20),
    unless it is a flag of entities: because it is listed in `flags`, is about a name, or about two
    entities at once. Actions in `foreseeable` get rules over time (`init`, `contd`).

    >>> log = Log([[(["charge(20)"], "dock"), (["charge(90)"], "work")]])
    >>> log.words, log.actions
    (['charge(V)'], ['dock', 'work'])
    """

    def __init__(self, episodes, flags=(), foreseeable=(), domain="log"):
        if isinstance(episodes, (str, os.PathLike)):
            self._core = _core.Log.load(str(episodes))
        else:
            if not hasattr(episodes, "__iter__"):
                raise _core.InputError(f"{episodes!r} is no log; expected a list of episodes, or a "
                                       "file of them")
            steps = [_steps(episode) for episode in episodes]
            self._core = _core.Log(steps, text("domain", domain), texts("flags", flags),
                                   texts("foreseeable", foreseeable))

    words = property(lambda self: self._core.words, doc="The words of the facts, with their shape.")
    actions = property(lambda self: self._core.actions, doc="The actions; check(E) is about one.")
    episodes = property(lambda self: self._core.episodes, doc="Lists of (facts, action, reward).")

    def __len__(self):
        return len(self._core.episodes)

    def __repr__(self):
        return f"<log of {len(self)} episodes>"
