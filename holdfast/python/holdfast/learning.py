"""From beliefs and actions to theories."""

import os

from . import _core
from .checks import real, whole
from .logs import Log
from .rules import Theory


class Learnt:
    """A theory with its proof: its cost, what none can cost less than (`bound`), whether it is
    `optimal`, the number of `examples`, and `scores` by action: coverage, balanced coverage,
    precision and recall. `held_out` are the same of the episodes that were left out, or None."""

    def __init__(self, answer):
        self.theory = Theory(answer["theory"])
        self.cost, self.bound, self.optimal = answer["cost"], answer["bound"], answer["optimal"]
        self.examples, self.scores = answer["examples"], answer["scores"]
        self.held_out = answer["held_out"]

    def __repr__(self):
        proof = "proven optimal" if self.optimal else f"at least {self.bound}"
        return f"<learnt {len(self.theory.rules)} rules, cost {self.cost}, {proof}>"


def learn(source, local=False, all_episodes=False, seconds=0, jobs=1, precision=0.5, support=5,
          penalty=None, max_length=None, rules_per_head=2, entities=1, overall=True, held_out=0):
    """The shortest theory, proven, from a `Log`, a list of episodes of (facts, action) pairs, a file
    of traces or of a log, or a task in ILASP's language. Options are those of `holdfast learn`.

    >>> day = [(["charge(20)"], "dock"), (["charge(90)"], "work"), (["charge(60)"], "work"),
    ...        (["charge(10)"], "dock")] * 5
    >>> learn([day]).theory.rules
    ['dock :- charge(C), C < 60.', 'work :- charge(C), C > 20.']
    """
    counts = {name: given if given is None else whole(name, given, 0, 2**31 - 1)
              for name, given in (("jobs", jobs), ("support", support), ("penalty", penalty),
                                  ("max_length", max_length), ("rules_per_head", rules_per_head),
                                  ("entities", entities))}
    options = _core.LearnOptions(bool(local), bool(all_episodes), real("seconds", seconds),
                                 counts["jobs"], real("precision", precision), counts["support"],
                                 counts["penalty"], counts["max_length"], counts["rules_per_head"],
                                 counts["entities"], bool(overall), real("held_out", held_out))
    if isinstance(source, (str, os.PathLike)):
        if not _core.is_trace_file(str(source)):
            return Learnt(_core.learn_task(str(source), options))
    if not isinstance(source, Log):
        source = Log(source)
    return Learnt(_core.learn_traces(source._core, options))
