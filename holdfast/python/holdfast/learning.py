"""From beliefs and actions to theories."""

import json
import os
import re
import tempfile

from . import _core
from .rules import Theory

_ATOM = re.compile(r"([a-z_]\w*)(?:\(([^()]*)\))?$")


class Learnt:
    """A theory with its proof: cost, bound, whether it is optimal, and scores by action."""

    def __init__(self, answer):
        self.theory = Theory(answer.pop("theory"))
        self.__dict__.update(answer)

    def __repr__(self):
        proof = "proven optimal" if self.optimal else f"at least {self.bound}"
        return f"<learnt {len(self.theory.rules)} rules, cost {self.cost}, {proof}>"


def _take_apart(text):
    match = _ATOM.match(text.strip().rstrip("."))
    if not match:
        raise _core.InputError(f"'{text}' is no atom such as dist(2,5)")
    arguments = match[2].split(",") if match[2] else []
    return match[1], [a.strip() for a in arguments]


def _feature(name, arguments, entities):
    """What a fact is about: with two arguments an entity and a value; with one, a value, or an
    entity if the word is listed as a flag."""
    if len(arguments) == 2:
        return {"name": name, "kind": "value"}
    if len(arguments) == 1 and name in entities:
        return {"name": name, "kind": "flag"}
    if len(arguments) <= 1:
        kind = "value" if arguments else "flag"
        return {"name": name, "kind": kind, "of_entity": False}
    raise _core.InputError(f"{name} has {len(arguments)} arguments; facts have two at most here")


def _lines(episodes, flags, foreseeable):
    features, actions, lines = {}, {}, []
    for number, steps in enumerate(episodes):
        rows = []
        for facts, action in steps:
            facts = [f.strip().rstrip(".") for f in facts]
            for fact in facts:
                name, arguments = _take_apart(fact)
                features.setdefault(name, _feature(name, arguments, flags))
            name, arguments = _take_apart(action)
            actions.setdefault(name, {"name": name, "of_entity": bool(arguments),
                                      "foreseeable": name in foreseeable})
            rows.append({"action": action, "reward": 0, "facts": " ".join(f + "." for f in facts)})
        lines.append({"seed": number, "discounted": 0, "undiscounted": 0, "terminal": True,
                      "steps": rows})
    header = {"format": "holdfast-traces", "version": 1, "domain": "logs", "options": {}, "seed": 0,
              "features": list(features.values()), "actions": list(actions.values())}
    return [header, *lines, {"end": True, "episodes": len(lines)}]


def learn(traces, local=False, all_episodes=False, seconds=0, jobs=1, flags=(), foreseeable=()):
    """The shortest theory, proven, from a file of traces, or from episodes of your own: lists of
    (facts, action) pairs, of any planner or robot.

    >>> day = [(["charge(20)"], "dock"), (["charge(90)"], "work"), (["charge(60)"], "work"),
    ...        (["charge(10)"], "dock")] * 5
    >>> learn([day], local=True).theory.rules
    ['dock :- charge(C), C < 60.', 'work :- charge(C), C > 20.']
    """
    if isinstance(traces, (str, os.PathLike)):
        answer = _core.learn_traces(str(traces), local, all_episodes, seconds, jobs)
        return Learnt(answer)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "logs.jsonl")
        with open(path, "w") as file:
            for line in _lines(traces, set(flags), set(foreseeable)):
                file.write(json.dumps(line) + "\n")
        # No episode of a log is better than another.
        return Learnt(_core.learn_traces(path, local, True, seconds, jobs))
