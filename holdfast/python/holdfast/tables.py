"""Models as arrays."""

from dataclasses import dataclass, field

import numpy

from . import _core
from .playing import Domain


@dataclass
class Word:
    """A word for rules over the states of a table: name(V).

    A believed word is true of some states, and V says in how many percent of the belief; a known
    one is a number that all states of a belief share.
    """

    name: str
    values: list = field(repr=False)
    believed: bool = True
    says: str = ""


def _rule_name(name):
    return "".join(c if c.isalnum() else "_" for c in name.lower())


def table(T, O, R, start=None, discount=0.95, steps=90, states=(), actions=(), observations=(),
          words=(), foreseeable=(), name="table"):
    """A domain of arrays T[a, s, s'], O[a, s', o] and R[a, s] or R[a, s, s'], planned at the speed
    of C++. Arrays of doubles in C's order are read without a copy.

    >>> import holdfast, numpy as np
    >>> listen, open_ = np.eye(2), np.full((2, 2), 0.5)
    >>> tiger = holdfast.table(T=[listen, open_, open_],
    ...                        O=[[[.85, .15], [.15, .85]], open_, open_],
    ...                        R=[[-1, -1], [-100, 10], [10, -100]])
    >>> tiger.session(planner="despot").decide().number
    0
    """
    arrays = [numpy.asarray(x, dtype=float) for x in (T, O, R)]
    count = arrays[0].shape[1] if arrays[0].ndim == 3 else 1
    start = numpy.full(count, 1 / count) if start is None else numpy.asarray(start, dtype=float)
    names = list(actions) or [f"a{a}" for a in range(len(arrays[0]))]
    declared = []
    for word in words:
        values = [int(v) for v in word.values]
        if len(values) != count:
            raise _core.InputError(
                f"the word '{word.name}' has {len(values)} values for {count} states")
        declared.append((word.name, word.says, word.believed, values))
    deeds = [(_rule_name(n), a, n in foreseeable) for a, n in enumerate(names)]
    core = _core.table(name, *arrays, start, discount, steps, list(states), list(actions),
                       list(observations), _core.Language(declared, deeds))
    return Domain(core, list(states) or [f"s{s}" for s in range(count)])
