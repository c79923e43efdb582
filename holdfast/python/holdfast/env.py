"""A domain as an environment, in the manner of Gymnasium (which is not needed)."""

import operator
import random

from . import _core
from .checks import domain_core, whole


class Discrete:
    """The numbers 0, ..., n - 1.

    >>> 2 in Discrete(3), 3 in Discrete(3)
    (True, False)
    """

    def __init__(self, n):
        self.n = n
        self._random = random.Random(0)

    def contains(self, x):
        """Whether x is one of them."""
        try:
            return 0 <= operator.index(x) < self.n
        except TypeError:
            return False

    __contains__ = contains

    def seed(self, seed=None):
        """Of `sample`."""
        self._random.seed(seed)

    def sample(self):
        """One at random."""
        return self._random.randrange(self.n)

    def __eq__(self, other):
        return isinstance(other, Discrete) and self.n == other.n

    def __repr__(self):
        return f"Discrete({self.n})"


class Env:
    """Actions and observations by number; the agent is whoever calls `step`.

    >>> import holdfast
    >>> env = holdfast.Env(holdfast.domain("tiger"))
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(0)
    >>> reward, terminated, truncated
    (-1.0, False, False)
    """

    metadata = {"render_modes": ["ansi"]}
    render_mode = "ansi"

    def __init__(self, domain):
        core = domain_core(domain)
        self.domain = domain
        self.action_space = Discrete(core.action_count)
        self.observation_space = Discrete(core.observation_count)
        self._seed, self._session = 0, None

    def reset(self, *, seed=None, options=None):
        """Starts an episode. There is no observation before the first action: it is 0."""
        self._seed = self._seed + 1 if seed is None else whole("seed", seed)
        self._session = self.domain._core.start(self._seed, {"planner": "random"}, None)
        self._steps = 0
        return 0, {}

    def step(self, action):
        """Takes an action: observation, reward, terminated, truncated, and what it is called."""
        if self._session is None:
            raise _core.InputError("call reset() before step()")
        if self._session.over:
            raise _core.InputError("the episode is over; call reset() to start another")
        observation, reward, terminated = self._session.act(self.domain.action(action))
        self._steps += 1
        truncated = not terminated and self._steps >= self.domain.step_limit
        seen = self.domain._observation_of(observation)
        return observation, reward, terminated, truncated, {"observation": seen}

    def render(self):
        """The world as text."""
        if self._session is None:
            raise _core.InputError("call reset() before render()")
        return self._session.draw()

    def close(self):
        """Ends the episode."""
        self._session = None

    @property
    def unwrapped(self):
        """Itself, as wrappers of Gymnasium ask for it."""
        return self

    def __repr__(self):
        return f"<environment of {self.domain.name}>"
