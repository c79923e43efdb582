"""Domains, sessions, agents, and episodes of them."""

import html
import io
import json
import operator
import os

from . import _core
from .checks import text as _text
from .checks import whole
from .rules import Explanation, Theory, core_of


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
        """The belief's particles: the numbers of states of a table, the states of a class, and else
        a row of bytes each."""
        return self.domain._belief(self._core.particles())

    @property
    def repairs(self):
        """How often no particle explained what was seen, and the belief was built anew."""
        return self._core.repairs

    def explain(self, theory, horizon=12):
        """What these rules say at the belief of now, and why."""
        return Explanation(self._core.explain(core_of(theory), whole("horizon", horizon, 1, 1000)))


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
        return self.domain._observation_of(observation), reward, over

    @property
    def over(self):
        """Whether the episode has ended by itself."""
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
    """Episodes that were played: a list of dictionaries, `episodes`.

    >>> import holdfast
    >>> tiger = holdfast.domain("tiger")
    >>> ours, theirs = tiger.play(5, planner="despot", trials=20), tiger.play(5, planner="random")
    >>> mean, half = ours.minus(theirs)  # paired: the same seeds
    >>> mean > half > 0
    True
    """

    def __init__(self, domain, episodes):
        self.domain, self.episodes = domain, episodes

    @property
    def frame(self):
        """One row for each episode, a pandas data frame."""
        import pandas

        return pandas.DataFrame(self.episodes)

    @property
    def returns(self):
        """The discounted return of each."""
        return [e["discounted"] for e in self.episodes]

    @property
    def mean(self):
        """The mean of the returns."""
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


class Report:
    """A page of its own, shown in a notebook as it is in a browser."""

    def __init__(self, text):
        self.html = text

    def save(self, path):
        """Writes the page, which needs no network, to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.html)

    def _repr_html_(self):
        page = html.escape(self.html, quote=True)
        return f'<iframe srcdoc="{page}" width="100%" height="700" frameborder="0"></iframe>'


class Replay:
    """A recorded episode, step by step (docs/recordings.md); a notebook shows a table of it.

    >>> import holdfast
    >>> replay = holdfast.domain("tiger").record(seed=2, sims=100)
    >>> replay.steps[0]["action"]
    'listen'
    """

    def __init__(self, text):
        self._text, self.recording = text, json.loads(text)

    @property
    def steps(self):
        """What was decided, done and seen at each step."""
        return self.recording["steps"]

    @property
    def page(self):
        """The replay of the report, to step through: with the belief and the rules."""
        return Report(_core.replay_page(self._text))

    def __repr__(self):
        return f"<replay of {len(self.steps)} steps>"

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
    """What `holdfast study` has written, or `Study.run` has."""

    def __init__(self, *files):
        self.files = [str(f) for f in files]
        for file in self.files:
            if not os.path.exists(file):
                raise _core.InputError(f"{file}: there is no such file")

    @classmethod
    def run(cls, file, output=None, jobs=1):
        """Plays the study of a TOML file (docs/studies.md) into a database, by default of the same
        name with .sqlite; what is there already is not played again."""
        output = str(output or f"{file}.sqlite")
        _core.run_study(str(file), output, whole("jobs", jobs, 1, 10_000))
        return cls(output)

    @property
    def frame(self):
        """A pandas data frame with one row for each arm and metric."""
        import pandas

        return pandas.read_csv(io.StringIO(_core.study_csv(self.files)))

    def report(self):
        """The page of `holdfast report`."""
        return report(*self.files)

    def __repr__(self):
        return f"Study({', '.join(map(repr, self.files))})"


def report(*files):
    """One page of studies (.sqlite) and of recordings (.jsonl), shown in a notebook."""
    return Report(_core.report_page([str(f) for f in files]))


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
        if count > 10_000:
            return None
        return [self._observation_of(o) for o in range(count)]

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
        return rows

    def _number(self, what, given, names):
        if isinstance(given, str):
            if names is None or given not in names:
                listed = ", ".join(map(str, names[:20])) if names else "numbers"
                raise _core.InputError(f"there is no {what} '{given}'; they are {listed}")
            return names.index(given)
        try:
            return operator.index(given)
        except TypeError:
            raise _core.InputError(f"{given!r} is no {what}; expected a name or a number") from None

    def action(self, given):
        """The number of an action that is given by name or number."""
        return self._number("action", given, self.actions)

    def observation(self, given):
        """The number of an observation that is given by name or number."""
        return self._number("observation", given, self.observations)

    def session(self, seed=1, **options):
        """Starts the episode with this seed. Options are those of the command line: sims=1000,
        planner='despot', guide='timed' or guide=theory."""
        return Session(self, self._core.start(whole("seed", seed), *_settings(options)))

    def agent(self, seed=1, **options):
        """The same agent for a world that is elsewhere."""
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

    def trace(self, path, episodes=1000, seed=1, past=False, **options):
        """Writes beliefs and actions for `learn`, as `holdfast trace` does."""
        said, theory = _settings(options)
        seed, episodes = whole("seed", seed), whole("episodes", episodes, 1, 2**31 - 1)
        return _core.write_traces(self._core, str(path), seed, episodes, said, theory, past)

    def __repr__(self):
        return f"<domain {self.name}>"


def domain(text):
    """The domain of a string such as 'rocksample(size=12,rocks=8)' or 'file(tiger.pomdp)'.

    >>> domain("tiger")
    <domain tiger(accuracy=0.85,discount=0.95)>
    """
    from .tables import TableDomain

    core = _core.domain(_text("a domain", text))
    return TableDomain(core, None) if text.startswith("file(") else Domain(core)


def rddl(domain, instance="", features=None, engine="auto"):
    """The domain of a text in RDDL (docs/rddl.md); mistakes are told with line and column.
    `features` is a theory of words for rules; the engine is auto, interpreter or compiled."""
    return Domain(_core.rddl(_text("domain", domain), _text("instance", instance),
                             core_of(features) if features else None, _text("engine", engine)))


def domains():
    """The names of all, with what they are.

    >>> "tiger" in domains()
    True
    """
    return dict(_core.domains())


def load(path):
    """Brings the domains of a file that holdfast_add_domain() built (docs/your-own-domain.md)."""
    _core.load_domains(str(path))
