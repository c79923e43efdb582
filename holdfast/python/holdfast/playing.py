"""Domains, sessions, agents, and episodes of them."""

import html
import io
import json

from . import _core
from .rules import Theory


def _settings(options):
    """Options of an agent as the command line has them: prior_count=3 is --prior-count 3."""
    theory, said = None, {}
    for name, value in options.items():
        if name == "guide" and isinstance(value, Theory):
            theory = value._core
        elif isinstance(value, bool):
            said[name.replace("_", "-")] = "true" if value else "false"
        else:
            said[name.replace("_", "-")] = str(value)
    return said, theory


class Decision:
    """What planning returns: the action and its evidence."""

    def __init__(self, core, domain, why):
        self._core, self._domain, self._why = core, domain, why

    def __getattr__(self, name):
        # value, lower, upper, simulations, trials, model_steps, nodes, depth, seconds
        return getattr(self._core, name)

    @property
    def action(self):
        """The name of the action."""
        return self._domain.actions[self._core.action]

    @property
    def number(self):
        """The number of the action."""
        return self._core.action

    @property
    def evidence(self):
        """Visits and values of each action: a structured array on the decision's own memory."""
        return self._core.actions

    @property
    def visits(self):
        return {self._domain.actions[e["action"]]: int(e["visits"]) for e in self.evidence}

    @property
    def values(self):
        return {self._domain.actions[e["action"]]: float(e["value"]) for e in self.evidence}

    @property
    def macro_actions(self):
        """Names of the actions that rules suggest, and for how many steps."""
        return [(self._domain.actions[a], steps) for a, steps in self._core.macro_actions]

    @property
    def rule(self):
        """The rule that suggests the action, or ''."""
        return self._why[0]

    @property
    def binding(self):
        """The values of the rule's variables, or ''."""
        return self._why[1]

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
        """The belief's particles, a row of bytes each; of tables, the numbers of their states."""
        rows = self._core.particles()
        return rows.view("uint32")[:, 0] if self.domain.states else rows

    @property
    def repairs(self):
        return self._core.repairs


class Session(_AtWork):
    """An agent and its world.

    >>> import holdfast
    >>> session = holdfast.domain("tiger").session(seed=1, sims=200)
    >>> observation, reward, over = session.act("listen")
    >>> reward, over
    (-1.0, False)
    """

    def decide(self):
        """What the agent would do now. Other threads go on meanwhile; Ctrl-C ends it."""
        return self._decision(self._core.decide())

    def act(self, action):
        """Does it; returns the observation, the reward, and whether the episode is over."""
        observation, reward, over = self._core.act(self.domain.action(action))
        return self.domain._observation_name(observation), reward, over

    @property
    def over(self):
        return self._core.over

    @property
    def scene(self):
        """What there is to see, as docs/recordings.md describes it."""
        return self._core.scene()

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


class Play:
    """Episodes that were played."""

    def __init__(self, domain, episodes):
        self.domain, self.episodes = domain, episodes

    @property
    def frame(self):
        """One row for each episode, a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.episodes)

    @property
    def returns(self):
        return [e["discounted"] for e in self.episodes]

    @property
    def mean(self):
        return sum(self.returns) / len(self.returns)

    def minus(self, other):
        """The mean of the paired differences of returns, and half of its 95 % interval; None for
        one pair, which tells nothing of it."""
        theirs = {e["seed"]: e["discounted"] for e in other.episodes}
        pairs = [e["discounted"] - theirs[e["seed"]] for e in self.episodes if e["seed"] in theirs]
        if not pairs:
            raise _core.InputError("no seed was played by both; play the same seeds")
        mean = sum(pairs) / len(pairs)
        if len(pairs) == 1:
            return mean, None
        variance = sum((x - mean) ** 2 for x in pairs) / (len(pairs) - 1)
        return mean, 1.96 * (variance / len(pairs)) ** 0.5

    def __repr__(self):
        return f"Play({len(self.episodes)} episodes, mean return {self.mean:.2f})"


class _Page:
    def _repr_html_(self):
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="700" frameborder="0"></iframe>'


class Replay:
    """A recorded episode, step by step (docs/recordings.md)."""

    def __init__(self, recording):
        self.recording = json.loads(recording)

    @property
    def steps(self):
        return self.recording["steps"]

    def _repr_html_(self):
        cells = ("action", "value", "rule", "observation", "reward")
        rows = "".join(
            "<tr><td>%d</td>%s</tr>"
            % (i + 1, "".join(f"<td>{html.escape(str(s.get(c, '')))}</td>" for c in cells))
            for i, s in enumerate(self.steps)
        )
        head = "".join(f"<th>{c}</th>" for c in ("step", *cells))
        return f"<table><tr>{head}</tr>{rows}</table>"


class Study:
    """What `holdfast study` has written.

    `frame` has one row for each arm and metric.
    """

    def __init__(self, *files):
        self.files = [str(f) for f in files]

    @property
    def frame(self):
        import pandas

        return pandas.read_csv(io.StringIO(_core.study_csv(self.files)))

    def report(self):
        return report(*self.files)


class Report(_Page):
    """The page of `holdfast report`, shown in a notebook."""

    def __init__(self, text):
        self.html = text

    def save(self, path):
        with open(path, "w") as file:
            file.write(self.html)


def report(*files):
    """One page of the studies in these databases."""
    return Report(_core.report_page([str(f) for f in files]))


class Domain:
    """What there is to plan in. `domain(text)` makes one."""

    def __init__(self, core, states=()):
        self._core = core
        # Names of states, where they are numbered.
        self.states = list(states)
        self.actions = [core.action_name(a) for a in range(core.action_count)]

    name = property(lambda self: self._core.name)
    discount = property(lambda self: self._core.discount)
    step_limit = property(lambda self: self._core.step_limit)

    @property
    def observations(self):
        """Their names; None if there are too many to list."""
        count = self._core.observation_count
        if count > 10_000:
            return None
        return [self._observation_name(o) for o in range(count)]

    def _observation_name(self, number):
        return self._core.observation_name(number)

    def _number(self, what, given, names):
        if isinstance(given, str):
            if names is None or given not in names:
                listed = ", ".join(names[:20]) if names else "numbers"
                raise _core.InputError(f"there is no {what} '{given}'; they are {listed}")
            return names.index(given)
        return int(given)

    def action(self, name):
        """The number of an action that is given by name or number."""
        return self._number("action", name, self.actions)

    def observation(self, name):
        return self._number("observation", name, self.observations)

    def session(self, seed=1, **options):
        """Starts the episode with this seed. Options are those of the command line: sims=1000,
        planner='despot', guide='timed' or guide=theory."""
        return Session(self, self._core.start(seed, *_settings(options)))

    def agent(self, seed=1, **options):
        """The same agent for a world that is elsewhere."""
        return Agent(self, self._core.agent(seed, *_settings(options)))

    def play(self, episodes=1, seed=1, jobs=1, **options):
        """Plays episodes with seeds from `seed` on.

        >>> import holdfast
        >>> holdfast.domain("tiger").play(3, sims=100).frame.seed.tolist()
        [1, 2, 3]
        """
        return Play(self, _core.play(self._core, seed, episodes, *_settings(options), jobs))

    def record(self, seed=1, **options):
        """Plays one episode and keeps every step with its reasons."""
        return Replay(_core.record(self._core, seed, *_settings(options)))

    def trace(self, path, episodes=1000, seed=1, past=False, **options):
        """Writes beliefs and actions for `learn`, as `holdfast trace` does."""
        said, theory = _settings(options)
        return _core.write_traces(self._core, str(path), seed, episodes, said, theory, past)

    def __repr__(self):
        return f"<domain {self.name}>"


def domain(text):
    """The domain of a string such as 'rocksample(size=12,rocks=8)' or 'file(tiger.pomdp)'."""
    return Domain(_core.domain(text), ["?"] if text.startswith("file(") else ())


def domains():
    """The names of all, with what they are."""
    return dict(_core.domains())
