"""From beliefs and actions to theories."""

import os

from . import _core
from .checks import one_of, real, theory_core, whole
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

    def _repr_html_(self):
        return self.theory._repr_html_()

    def __repr__(self):
        proof = "proven optimal" if self.optimal else f"at least {self.bound}"
        return f"<learnt {len(self.theory.rules)} rules, cost {self.cost}, {proof}>"


def _log(source):
    return (source if isinstance(source, Log) else Log(source))._core


def _is_task(source):
    """Whether it is a file in ILASP's language."""
    return isinstance(source, (str, os.PathLike)) and not _core.is_trace_file(str(source))


def learn(source, local=False, all_episodes=False, seconds=0, jobs=1, precision=0.5, support=5,
          penalty=None, balance=0.5, max_length=None, thresholds=8, intervals=False,
          rules_per_head=2, entities=1, overall=True, held_out=0, weights="auto", examples="all",
          engine="auto"):
    """The shortest theory, proven, from a `Log`, a list of episodes of (facts, action) pairs, a file
    of traces or of a log, or a task in ILASP's language. Options are those of `holdfast learn`;
    after so many `seconds` (0: no limit) the best that was found is returned, with a bound.

    >>> day = [(["charge(20)"], "dock"), (["charge(90)"], "work"), (["charge(60)"], "work"),
    ...        (["charge(10)"], "dock")] * 5
    >>> learn([day]).theory.rules
    ['dock :- charge(C), C < 60.', 'work :- charge(C), C > 20.']
    """
    options = {
        "local": bool(local), "all_episodes": bool(all_episodes), "overall": bool(overall),
        "intervals": bool(intervals),
        "seconds": real("seconds", seconds, 0), "precision": real("precision", precision, 0, 1),
        "balance": real("balance", balance, 0, 2), "held_out": real("held_out", held_out, 0, 0.99),
        "jobs": whole("jobs", jobs, 1, 10_000), "support": whole("support", support, 0, 10**6),
        "thresholds": whole("thresholds", thresholds, 0, 10**6),
        "rules_per_head": whole("rules_per_head", rules_per_head, 0, 10**6),
        "entities": whole("entities", entities, 1, 3),
        "weights": one_of("weights", weights, _core.LEARN_WEIGHTS),
        "examples": one_of("examples", examples, _core.LEARN_EXAMPLES),
        "engine": one_of("engine", engine, _core.LEARN_ENGINES)}
    if local and examples == "paper":
        raise _core.InputError("local excludes examples='paper', which are of init and contd alone")
    if penalty is not None:
        options["penalty"] = whole("penalty", penalty, 1, 10**6)
    if max_length is not None:
        options["max_length"] = whole("max_length", max_length, 1, 20)
    options = _core.LearnOptions(options)
    if _is_task(source):
        return Learnt(_core.learn_task(str(source), options))
    return Learnt(_core.learn_traces(_log(source), options))


def score(source, theory, all_episodes=False):
    """How well a theory explains what was done, by action, as `Learnt.scores` has it; sources are
    those of `learn`.

    >>> day = [(["charge(20)"], "dock"), (["charge(90)"], "work"), (["charge(60)"], "work")]
    >>> score([day], Theory("dock :- charge(C), C < 30."))["dock"]["coverage"]
    1.0
    """
    rules = theory_core(theory)
    if _is_task(source):
        return _core.score_task(str(source), rules)
    return _core.score_traces(_log(source), rules, bool(all_episodes))
