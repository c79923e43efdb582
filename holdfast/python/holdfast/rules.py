"""Theories: rules with their coverage."""

from . import _core


class Theory:
    """Rules for a planner.

    >>> theory = Theory("north :- delta_y(R,D), D > 0.")
    >>> theory.rules
    ['north :- delta_y(R,D), D > 0.']
    """

    def __init__(self, text):
        self._core = text if isinstance(text, _core.Theory) else _core.Theory(text)

    @classmethod
    def load(cls, path):
        """Reads a file; an InputError says line and column."""
        return cls(_core.Theory.load(str(path)))

    @classmethod
    def shipped(cls, domain, name):
        """One that comes with Holdfast: Theory.shipped('rocksample', 'timed')."""
        return cls(_core.Theory.shipped(domain, name))

    def save(self, path):
        with open(path, "w") as file:
            file.write(str(self))

    rules = property(lambda self: self._core.rules, doc="As texts.")
    coverage = property(lambda self: dict(self._core.coverage), doc="By the name of the action.")
    length = property(lambda self: self._core.length, doc="The sum of the lengths of its rules.")

    def check(self, domain):
        """An InputError says what makes no sense in this domain, and where."""
        self._core.check(domain._core)

    def compile(self, domain):
        """Which engine serves it there: 'compiled' or 'clingo'."""
        return self._core.compile(domain._core)

    def replace(self, old, new):
        """The theory with one part of its text replaced: an edit that is read and checked again."""
        text = str(self)
        if text.count(old) != 1:
            raise _core.InputError(f"'{old}' stands {text.count(old)} times in the theory; expected once")
        return Theory(text.replace(old, new))

    def __eq__(self, other):
        return isinstance(other, Theory) and self._core == other._core

    def __str__(self):
        return str(self._core)

    def __repr__(self):
        return f"<theory of {len(self.rules)} rules>"


def explain(domain, theory, seed=1, facts="", horizon=12):
    """Which macro-actions the rules suggest at the first belief of an episode, or at these facts,
    and why: as `holdfast explain` says it, one entry for each action that has rules."""
    return _core.explain_session(domain._core, theory._core, seed, facts, horizon)
