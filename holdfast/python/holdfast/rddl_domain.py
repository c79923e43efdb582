"""Models as texts in RDDL."""

import numpy

from . import _core
from .checks import text, theory_core
from .domains import Domain


class RddlDomain(Domain):
    """A domain of ground fluents, which are true or false."""

    def __init__(self, core, texts=None):
        super().__init__(core)
        self._texts = texts

    @property
    def fluents(self):
        """The names of the ground state fluents, in the order of their bits."""
        if self._texts:
            return _core.fluents_of_texts(*self._texts)
        return _core.fluents_of_files(self.name)

    def _belief(self, rows):
        fluents = self.fluents
        bits = numpy.unpackbits(rows, axis=1, count=len(fluents), bitorder="little")
        return bits.view([(name, bool) for name in fluents])[:, 0]


def rddl(domain, instance="", features=None, engine="auto"):
    """The domain of a text in RDDL (docs/rddl.md); mistakes are told with line and column. One text
    may have all of it. `features` is a theory of words for rules, beside those that follow from the
    model; the engine is auto, interpreter or compiled.

        lift = holdfast.rddl(open("domain.rddl").read(), open("small.rddl").read())
        lift.play(episodes=10, guide="relaxed", sims=200)
    """
    texts = text("domain", domain), text("instance", instance)
    words = None if features is None else theory_core(features)
    return RddlDomain(_core.rddl(*texts, words, text("engine", engine)), texts)
