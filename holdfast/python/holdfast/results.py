"""What was played: episodes, replays, studies and their pages."""

import html
import io
import json
import os

from . import _core
from .checks import path as _path
from .checks import whole


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
        return _core.statistics(self.returns)[0]

    @property
    def ci95(self):
        """Half of the 95 % interval of the mean, by Student's t as the command line has it; None
        for one episode, which tells nothing of it."""
        return _core.statistics(self.returns)[1]

    def minus(self, other):
        """The mean of the paired differences of returns, and half of its 95 % interval (None for
        one pair), as `holdfast play --versus` has them."""
        if not isinstance(other, Play):
            raise _core.InputError(f"{other!r} is no play; expected what domain.play(...) returns")
        theirs = {e["seed"]: e["discounted"] for e in other.episodes}
        pairs = [e["discounted"] - theirs[e["seed"]] for e in self.episodes if e["seed"] in theirs]
        if not pairs:
            raise _core.InputError("no seed was played by both; play the same seeds")
        return _core.statistics(pairs)

    def __len__(self):
        return len(self.episodes)

    def __repr__(self):
        interval = "" if self.ci95 is None else f" ± {self.ci95:.2f}"
        return f"Play({len(self)} episodes, mean return {self.mean:.2f}{interval})"


class Report:
    """A page of its own, shown in a notebook as it is in a browser."""

    def __init__(self, text):
        self.html = text

    def save(self, path):
        """Writes the page, which needs no network, to a file."""
        with open(_path("path", path), "w", encoding="utf-8") as file:
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
        if not files:
            raise _core.InputError("which study? Name a file (.sqlite)")
        self.files = [_path("a study", f) for f in files]
        for file in self.files:
            if not os.path.exists(file):
                raise _core.InputError(f"{file}: there is no such file")

    @classmethod
    def run(cls, file, output=None, jobs=1):
        """Plays the study of a TOML file (docs/studies.md) into a database, by default of the same
        name with .sqlite; what is there already is not played again."""
        file = _path("a study", file)
        output = f"{file}.sqlite" if output is None else _path("output", output)
        _core.run_study(file, output, whole("jobs", jobs, 1, 10_000))
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
    """One page of studies (.sqlite) and of recordings (.jsonl), shown in a notebook.

        holdfast.report("study.sqlite", "recording.jsonl")
    """
    if not files:
        raise _core.InputError("report of what? Name a study (.sqlite) or a recording (.jsonl)")
    return Report(_core.report_page([_path("a file", f) for f in files]))
