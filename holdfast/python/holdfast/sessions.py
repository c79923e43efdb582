"""Agents at work, and what they decide."""

import html

from .checks import theory_core, whole
from .rules import Explanation


class Decision:
    """What planning returns: the action and its evidence.

    >>> import holdfast
    >>> decision = holdfast.domain("tiger").session(planner="despot", trials=50).decide()
    >>> decision.action, sorted(decision.values)
    ('listen', ['listen', 'open_left', 'open_right'])
    >>> lower, upper = decision.bounds
    >>> lower <= decision.value <= upper
    True
    """

    def __init__(self, core, domain, why):
        self._core, self._domain, self._why = core, domain, why

    action = property(lambda self: self._domain.actions[self._core.action], doc="What to do.")
    number = property(lambda self: self._core.action, doc="The number of the action.")
    value = property(lambda self: self._core.value, doc="What it is thought to be worth.")
    bounds = property(lambda self: self._core.bounds,
                      doc="The lower and upper bound of planners that have them.")
    simulations = property(lambda self: self._core.simulations, doc="POMCP's.")
    trials = property(lambda self: self._core.trials, doc="Those of DESPOT and AdaOPS.")
    model_steps = property(lambda self: self._core.model_steps, doc="Steps of the model it took.")
    nodes = property(lambda self: self._core.nodes, doc="Of the search tree.")
    depth = property(lambda self: self._core.depth, doc="Of the search tree.")
    seconds = property(lambda self: self._core.seconds, doc="It took.")
    guide_trusted = property(lambda self: self._core.guide_trusted,
                             doc="Whether rollouts followed the guide to the end.")

    @property
    def evidence(self):
        """Visits and values of each action: a structured numpy array on the decision's own memory,
        with the fields action, visits, value, suggested, visits_before and value_before."""
        return self._core.actions

    @property
    def visits(self):
        """How often each action was tried, by action."""
        return {self._domain.actions[e["action"]]: int(e["visits"]) for e in self.evidence}

    @property
    def values(self):
        """What each action is thought to be worth, by action."""
        return {self._domain.actions[e["action"]]: float(e["value"]) for e in self.evidence}

    @property
    def macro_actions(self):
        """The actions that rules suggest, and for how many steps."""
        return [(self._domain.actions[a], steps) for a, steps in self._core.macro_actions]

    rule = property(lambda self: self._why[0], doc="The rule that suggests the action, or ''.")
    binding = property(lambda self: self._why[1], doc="What its variables stand for, or ''.")

    def __repr__(self):
        return f"Decision({self.action!r}, value={self.value:.2f})"


class _AtWork:
    def __init__(self, domain, core):
        self.domain, self._core = domain, core

    def _decision(self, core):
        return Decision(core, self.domain, self._core.why(core.action))

    @property
    def facts(self):
        """The belief as rules see it; empty without words for rules."""
        return self._core.facts()

    @property
    def particles(self):
        """The belief's particles: the states of a class, the numbers of a table's states, and else
        a numpy array with a field for each part of a state, where it is known what they are.

        >>> import holdfast
        >>> holdfast.domain("tiger").session(sims=100).particles.dtype.names
        ('tiger_right', 'done')
        """
        return self.domain._belief(self._core.particles())

    @property
    def repairs(self):
        """How often no particle explained what was seen, and the belief was built anew."""
        return self._core.repairs

    def explain(self, theory, horizon=12):
        """What these rules say at the belief of now, and why."""
        return Explanation(self._core.explain(theory_core(theory), whole("horizon", horizon, 1, 1000)))


class Session(_AtWork):
    """An agent and its world.

    >>> import holdfast
    >>> session = holdfast.domain("tiger").session(seed=1, sims=200)
    >>> observation, reward, over = session.act("listen")
    >>> reward, over
    (-1.0, False)
    >>> session.frame.action.tolist()
    ['listen']
    """

    def __init__(self, domain, core):
        super().__init__(domain, core)
        self._done = []

    def decide(self):
        """What the agent would do now. Other threads go on meanwhile; Ctrl-C ends it."""
        return self._decision(self._core.decide())

    def act(self, action):
        """Does it; returns the observation, the reward, and whether the episode is over."""
        number = self.domain.action(action)
        observation, reward, over = self._core.act(number)
        seen = self.domain._observation_of(observation)
        self._done.append((self.domain.actions[number], seen, reward))
        return seen, reward, over

    @property
    def frame(self):
        """What was done so far: a pandas data frame with a row for each step."""
        import pandas

        return pandas.DataFrame(self._done, columns=["action", "observation", "reward"])

    @property
    def over(self):
        """Whether the episode has ended by itself."""
        return self._core.over

    @property
    def scene(self):
        """What there is to see, as docs/recordings.md describes it."""
        return self._core.scene()

    def __repr__(self):
        return f"<session of {self.domain.name}>"

    def __str__(self):
        return self._core.draw()

    def _repr_html_(self):
        return f"<pre>{html.escape(str(self))}</pre>"


class Agent(_AtWork):
    """An agent whose world is elsewhere: a robot's, or another simulator's.

    >>> import holdfast
    >>> agent = holdfast.domain("tiger").agent(sims=500)
    >>> for heard in ["hear_left", "hear_left"]:
    ...     agent.observe("listen", heard)
    >>> agent.plan().action
    'open_right'
    """

    def plan(self):
        """What the agent would do now."""
        return self._decision(self._core.plan())

    def observe(self, action, observation):
        """This was done, and this was seen. What the model cannot explain is an Error, and then
        the agent is as it was."""
        self._core.observe(self.domain.action(action), self.domain.observation(observation))

    def __repr__(self):
        return f"<agent in {self.domain.name}>"
