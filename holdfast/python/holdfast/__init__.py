"""Planning under uncertainty with rules that people can read.

>>> import holdfast
>>> tiger = holdfast.domain("tiger")
>>> session = tiger.session(seed=1, sims=500)
>>> session.decide().action
'listen'
"""



from ._core import Error, InputError, __version__, revision
from .env import Env
from .learning import learn
from .playing import Agent, Decision, Domain, Play, Replay, Session, Study, domain, domains, report
from .rules import Theory, explain
from .tables import Word, table

__all__ = [
    "Agent", "Decision", "Domain", "Env", "Error", "InputError", "Play", "Replay", "Session",
    "Study", "Theory", "Word", "domain", "domains", "explain", "learn", "report", "revision",
    "table",
]
