"""Logs of somebody else's planner or robot."""

import os

from . import _core


def facts_text(facts):
    """Facts as one text: 'charge(20). dist(2,5).'

    >>> facts_text(["charge(20)", "dist(2,5)."])
    'charge(20). dist(2,5).'
    """
    if isinstance(facts, str):
        return facts
    return " ".join(f.strip().rstrip(".") + "." for f in facts)


def _step(step):
    if isinstance(step, str) or not 2 <= len(step) <= 3:
        raise _core.InputError(f"{step!r} is no step; expected (facts, action) or (facts, action, "
                               "reward), such as (['charge(20)'], 'dock')")
    facts, action, reward = (*step, 0)[:3]
    return facts_text(facts), action.strip().rstrip("."), float(reward)


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
            steps = [[_step(step) for step in episode] for episode in episodes]
            self._core = _core.Log(steps, domain, list(flags), list(foreseeable))

    words = property(lambda self: self._core.words, doc="The words of the facts, with their shape.")
    actions = property(lambda self: self._core.actions, doc="The actions; check(E) is about one.")
    episodes = property(lambda self: self._core.episodes, doc="Lists of (facts, action, reward).")

    def __len__(self):
        return len(self._core.episodes)

    def __repr__(self):
        return f"<log of {len(self)} episodes>"
