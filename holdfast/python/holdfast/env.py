"""A domain as an environment, in the manner of Gymnasium (which is not needed)."""


class Discrete:
    """The numbers 0, ..., n - 1."""

    def __init__(self, n):
        self.n = n

    def contains(self, x):
        return 0 <= int(x) < self.n

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

    def __init__(self, domain):
        self.domain = domain
        self.action_space = Discrete(len(domain.actions))
        self.observation_space = Discrete(domain._core.observation_count)
        self._seed = 0

    def reset(self, *, seed=None, options=None):
        """There is no observation before the first action: it is 0."""
        self._seed = self._seed + 1 if seed is None else seed
        self._session = self.domain._core.start(self._seed, {"planner": "random"}, None)
        self._steps = 0
        return 0, {}

    def step(self, action):
        observation, reward, terminated = self._session.act(int(action))
        self._steps += 1
        truncated = not terminated and self._steps >= self.domain.step_limit
        name = self.domain._observation_name(observation)
        return observation, reward, terminated, truncated, {"observation": name}
