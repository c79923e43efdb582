"""Theories: rules with their coverage, and what they say."""

import html

from . import _core
from .checks import domain_core
from .checks import path as _path
from .checks import text as _text
from .checks import theory_core, whole
from .logs import Log, facts_text


class Theory:
    """Rules for a planner.

    >>> theory = Theory("north :- delta_y(R,D), D > 0.")
    >>> theory.rules
    ['north :- delta_y(R,D), D > 0.']
    >>> theory.replace("D > 0", "D > 1").rules
    ['north :- delta_y(R,D), D > 1.']
    """

    def __init__(self, text):
        self._core = text if isinstance(text, _core.Theory) else _core.Theory(_text("a theory", text))

    @classmethod
    def load(cls, path):
        """Reads a file; an InputError says line and column."""
        return cls(_core.Theory.load(_path("path", path)))

    @classmethod
    def shipped(cls, domain, name):
        """One that comes with Holdfast: Theory.shipped('rocksample', 'timed')."""
        return cls(_core.Theory.shipped(_text("domain", domain), _text("name", name)))

    def save(self, path):
        """Writes a file that `--guide` and clingo read."""
        with open(_path("path", path), "w", encoding="utf-8") as file:
            file.write(str(self))

    rules = property(lambda self: self._core.rules, doc="As texts.")
    coverage = property(lambda self: dict(self._core.coverage), doc="By the name of the action.")
    length = property(lambda self: self._core.length, doc="The sum of the lengths of its rules.")

    def check(self, domain):
        """An InputError says what makes no sense in this domain, and where."""
        self._core.check(domain_core(domain))

    def compile(self, domain):
        """Which engine serves it there: 'compiled' or 'clingo'."""
        return self._core.compile(domain_core(domain))

    def replace(self, old, new):
        """The theory with one part of its text replaced: an edit that is read and checked again."""
        text, old, new = str(self), _text("old", old), _text("new", new)
        if text.count(old) != 1:
            raise _core.InputError(f"'{old}' stands {text.count(old)} times in the theory; expected "
                                   "once: copy more of the rule")
        return Theory(text.replace(old, new))

    def __eq__(self, other):
        return isinstance(other, Theory) and self._core == other._core

    def __hash__(self):
        return hash(str(self))

    def __reduce__(self):  # pickled as text
        return Theory, (str(self),)

    def __str__(self):
        return str(self._core)

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>"

    def __repr__(self):
        return f"<theory of {len(self.rules)} rules>"


class Explanation:
    """Which macro-actions rules suggest at some facts, and why.

    `macro_actions` and `not_suggested` are lists of dictionaries as `holdfast explain --json` has
    them; `facts` and `engine` are what was asked, and who answered.
    """

    def __init__(self, answer):
        self.facts, self.engine = answer["facts"], answer["engine"]
        self.macro_actions, self.not_suggested = answer["macro_actions"], answer["not_suggested"]

    @property
    def actions(self):
        """The actions that are suggested, with their lengths."""
        return {m["action"]: m["length"] for m in self.macro_actions}

    def __str__(self):
        lines = []
        for macro in self.macro_actions:
            steps = macro["length"]
            lines.append(f"{macro['action']} for {steps} step{'' if steps == 1 else 's'}")
            given = ", ".join(f"{name} = {value}" for name, value in macro["binding"].items())
            lines.append(f"  {macro['rule']}{' with ' + given if given else ''}")
            lines += [f"  {macro['words']}"] if macro["words"] else []
            lines.append(f"  ended by: {macro['ended_by']}")
        lines += [f"not {miss['action']}: {miss['failed']}" for miss in self.not_suggested]
        return "\n".join(lines)

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>"

    def __repr__(self):
        return f"<explanation {self.actions}>"


def explain(where, theory, seed=1, facts="", step=0, horizon=12):
    """What these rules say, and why: in a domain at the first belief of the episode with this seed
    (`Session.explain` tells it at any belief), in a `Log` before a step of the episode with this
    number; or, in either, at facts that are given.

    >>> theory = Theory("dock :- charge(C), C < 30.")
    >>> log = Log([[("charge(20).", "dock"), ("charge(90).", "work")]])
    >>> explain(log, theory, facts="charge(10).").actions
    {'dock': 1}
    >>> print(explain(log, theory, step=1))
    not dock: dock: C < 30, but charge(90)
    """
    text, rules, seed = facts_text(facts), theory_core(theory), whole("seed", seed)
    step, horizon = whole("step", step, 0, 2**31 - 1), whole("horizon", horizon, 1, 1000)
    if isinstance(where, Log):
        return Explanation(_core.explain_log(where._core, rules, seed, step, text, horizon))
    if step:
        raise _core.InputError("play to that step: session.act(...), then session.explain(theory)")
    return Explanation(_core.explain_domain(domain_core(where), rules, seed, text, horizon))
