"""What there is to plan in."""

import numbers
import operator
import os

import numpy

from . import _core
from .checks import path as _path
from .checks import whole
from .results import Play, Replay
from .rules import Theory
from .sessions import Agent, Session


def _said(name, value):
    """The value of an option as the command line has it."""
    if isinstance(value, (bool, numpy.bool_)):
        return "true" if value else "false"
    if isinstance(value, numbers.Real) and value == value and abs(value) < 2**63:
        return str(int(value)) if value == int(value) else str(float(value))  # 1e4 is 10000
    if isinstance(value, (str, numbers.Real, os.PathLike)):
        return str(value)
    raise _core.InputError(f"{name} is {value!r}; expected a text or a number")


def _settings(options):
    """Options of an agent as the command line has them: prior_count=3 is --prior-count 3. What is
    None is not said."""
    theory, said = None, {}
    for name, value in options.items():
        if name == "guide" and isinstance(value, Theory):
            theory = value._core
        elif name == "guide" and isinstance(value, str) and ":-" in value:
            raise _core.InputError("guide has rules as a text; write guide=holdfast.Theory(text)")
        elif value is not None:
            said[name.replace("_", "-")] = _said(name, value)
    return said, theory


class Domain:
    """What there is to plan in. `domain(text)` makes one.

    >>> import holdfast
    >>> rocks = holdfast.domain("rocksample(5,3)")
    >>> rocks.actions[:4], rocks.discount
    (['north', 'east', 'south', 'west'], 0.95)
    """

    def __init__(self, core):
        self._core = core
        self.actions = [core.action_name(a) for a in range(core.action_count)]

    name = property(lambda self: self._core.name, doc="By which the same domain is made again.")
    discount = property(lambda self: self._core.discount, doc="Of rewards, per step.")
    step_limit = property(lambda self: self._core.step_limit, doc="Then an episode is cut off.")

    @property
    def observations(self):
        """Their names; None if there are too many to list."""
        count = self._core.observation_count
        return None if count > 10_000 else [self._observation_of(o) for o in range(count)]

    @property
    def words(self):
        """What rules may ask of a belief, and how people say it; empty if there are none.

        >>> import holdfast
        >>> holdfast.domain("rocksample(5,3)").words["guess(E,V)"]
        'rock E is good with V %'
        """
        return _core.words_of(self._core)

    def _observation_of(self, number):
        return self._core.observation_name(number)

    def _belief(self, rows):
        fields = _core.fields_of_states.get(self.name.split("(")[0])
        return rows if fields is None else rows.view(fields)[:, 0]

    def _number(self, what, given, names, count):
        if isinstance(given, str):
            if names is None or given not in names:
                listed = ", ".join(map(str, names[:20])) if names else "numbers"
                raise _core.InputError(f"there is no {what} '{given}'; they are {listed}")
            return names.index(given)
        try:
            number = operator.index(given)
        except TypeError:
            raise _core.InputError(f"{given!r} is no {what}; expected a name or a number") from None
        if not 0 <= number < count:
            raise _core.InputError(f"there is no {what} {number}; they are numbered from 0 to "
                                   f"{count - 1}")
        return number

    def action(self, given):
        """The number of an action that is given by name or number."""
        return self._number("action", given, self.actions, self._core.action_count)

    def observation(self, given):
        """The number of an observation that is given by name or number."""
        return self._number("observation", given, self.observations, self._core.observation_count)

    def session(self, seed=1, **options):
        """Starts the episode with this seed. Options are those of the command line
        (docs/options.md): sims=1000, planner='despot', guide='timed' or guide=theory.

        >>> import holdfast
        >>> rocks = holdfast.domain("rocksample(5,3)")
        >>> rocks.session(seed=1, sims=100, guide="timed").decide().simulations
        100
        """
        return Session(self, self._core.start(whole("seed", seed), *_settings(options)))

    def agent(self, seed=1, **options):
        """The same agent for a world that is elsewhere: a robot's, or another simulator's."""
        return Agent(self, self._core.agent(whole("seed", seed), *_settings(options)))

    def play(self, episodes=1, seed=1, jobs=1, **options):
        """Plays episodes with seeds from `seed` on.

        >>> import holdfast
        >>> holdfast.domain("tiger").play(3, sims=100).frame.seed.tolist()
        [1, 2, 3]
        """
        seed, episodes = whole("seed", seed), whole("episodes", episodes, 1, 2**31 - 1)
        jobs = whole("jobs", jobs, 1, 10_000)
        return Play(self, _core.play(self._core, seed, episodes, *_settings(options), jobs))

    def record(self, seed=1, **options):
        """Plays one episode and keeps every step with its reasons."""
        return Replay(_core.record(self._core, whole("seed", seed), *_settings(options)))

    def trace(self, path, episodes=1000, seed=1, past=False, jobs=1, **options):
        """Writes beliefs and actions for `learn`, as `holdfast trace` does; returns how many
        episodes. Without planner, guide and sims the domain's teacher plays."""
        said, theory = _settings(options)
        seed, episodes = whole("seed", seed), whole("episodes", episodes, 1, 2**31 - 1)
        return _core.write_traces(self._core, _path("path", path), seed, episodes, said, theory,
                                  bool(past), whole("jobs", jobs, 1, 10_000))

    def __repr__(self):
        return f"<domain {self.name}>"
