"""Models as arrays."""

import operator

import numpy

from . import _core
from .checks import path as _path
from .checks import real, text, whole
from .domains import Domain
from .words import declared


class TableDomain(Domain):
    """A domain whose states are numbers with names, `states`."""

    def __init__(self, core):
        super().__init__(core)
        self.states = _core.states_of(core)

    def _belief(self, rows):
        return rows.view("uint32")[:, 0]


def _array(name, given):
    try:
        if numpy.iscomplexobj(given):
            raise ValueError("it has complex ones")
        return numpy.asarray(given, dtype=float)
    except (TypeError, ValueError) as error:
        raise _core.InputError(f"{name} is no array of numbers: {error}") from None


def _listed(name, given):
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise _core.InputError(f"{name} is {given!r}; expected a list")
    return list(given)


def _value(word, given):
    try:
        return None if given is None else operator.index(given)
    except TypeError:
        pass
    if given in (0, 1):  # 1.0 and numpy.True_ are no indices
        return int(given)
    raise _core.InputError(f"the word '{word.name}' is {given!r}; expected a whole number, true or "
                           "false")


def _rows(word):
    try:
        return [list(row) for row in (word.of if word.of_entity else [word.of])]
    except TypeError:
        shape = "a list for each entity" if word.of_entity else "a list"
        raise _core.InputError(f"the word '{word.name}' is {word.of!r}; expected a function of the "
                               f"state, or {shape} with one number for each state") from None


def _values(word, states, entities):
    """By entity and state; one row for a word about none."""
    subjects = list(entities) if word.of_entity else [None]
    if callable(word.of):
        rows = [[word.of(s) if e is None else word.of(s, e) for s in range(states)]
                for e in subjects]
    else:
        rows = _rows(word)
    if len(rows) != len(subjects) or any(len(row) != states for row in rows):
        raise _core.InputError(
            f"the word '{word.name}' has {[len(row) for row in rows]} values; expected {states}, one "
            "for each state" + (", in a row for each entity" if word.of_entity else ""))
    return [[_value(word, v) for v in row] for row in rows]


def table(T, O, R, start=None, discount=0.95, steps=90, states=(), actions=(), observations=(),
          words=(), entities=(), foreseeable=(), name="table"):
    """A domain of arrays T[a, s, s'], O[a, s', o] and R[a, s] or R[a, s, s'], planned at the speed
    of C++. Arrays of doubles in C's order are read without a copy. Without `words` a small table
    has one for each of its states.

    >>> import holdfast, numpy as np
    >>> listen, open_ = np.eye(2), np.full((2, 2), 0.5)
    >>> tiger = holdfast.table(T=[listen, open_, open_],
    ...                        O=[[[.85, .15], [.15, .85]], open_, open_],
    ...                        R=[[-1, -1], [-100, 10], [10, -100]])
    >>> tiger.session(planner="despot").decide().number
    0
    """
    arrays = [_array(n, x) for n, x in (("T", T), ("O", O), ("R", R))]
    count = arrays[0].shape[1] if arrays[0].ndim == 3 else 1
    start = numpy.full(count, 1 / count) if start is None else _array("start", start)
    steps = whole("steps", steps, 1, 2**31 - 1)
    states, actions, observations, foreseeable = (
        [str(x) for x in _listed(what, given)] for what, given in
        (("states", states), ("actions", actions), ("observations", observations),
         ("foreseeable", foreseeable)))
    words, entities = _listed("words", words), _listed("entities", entities)
    names = actions or [f"a{a}" for a in range(arrays[0].shape[0] if arrays[0].ndim else 0)]
    language = declared(words, names, entities, foreseeable,
                        lambda word: _values(word, count, entities))
    core = _core.table(text("name", name), *arrays, start, real("discount", discount), steps, states,
                       actions, observations, language)
    return TableDomain(core)


def arrays(path):
    """What a .pomdp or .pomdpx file says, as arrays and names for `table` or for other solvers:
    `table(**arrays("tiger.pomdp"))` is `domain("file(tiger.pomdp)")`. R is R[a, s, s'].

        T = holdfast.arrays("tiger.pomdp")["T"]
        assert (T.sum(axis=2) == 1).all()
    """
    return _core.arrays(_path("path", path))
