"""Planning under uncertainty with rules that people can read.

>>> import holdfast
>>> tiger = holdfast.domain("tiger")
>>> session = tiger.session(seed=1, sims=500)
>>> session.decide().action
'listen'
"""

try:
    from ._core import Error, InputError, __version__, revision
except ModuleNotFoundError as error:
    import glob
    import os

    there = glob.glob(os.path.join(os.path.dirname(__file__), "_core*"))
    raise ImportError(
        "the compiled part of holdfast is not for this interpreter (there is "
        f"{os.path.basename(there[0]) if there else 'none'}); use the one that it was built for, "
        "/usr/bin/python3 unless -DPython_EXECUTABLE= says otherwise") from error
from .domains import Domain
from .env import Discrete, Env
from .learning import Learnt, learn, score
from .logs import Log
from .models import ModelDomain, model
from .rddl_domain import RddlDomain, rddl
from .registry import domain, domains, load
from .results import Play, Replay, Report, Study, report
from .rules import Explanation, Theory, explain
from .sessions import Agent, Decision, Session
from .tables import TableDomain, arrays, table
from .words import Word

__all__ = [
    "Agent", "Decision", "Discrete", "Domain", "Env", "Error", "Explanation", "InputError", "Learnt",
    "Log", "ModelDomain", "Play", "RddlDomain", "Replay", "Report", "Session", "Study",
    "TableDomain", "Theory", "Word", "__version__", "arrays", "domain", "domains", "explain",
    "learn", "load", "model", "rddl", "report", "revision", "score", "table",
]
