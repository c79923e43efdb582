"""Domains by name."""

import ctypes
import os

from . import _core
from .checks import path as _path
from .checks import text as _text
from .domains import Domain
from .rddl_domain import RddlDomain
from .tables import TableDomain


def domain(text):
    """The domain of a string such as 'rocksample(size=12,rocks=8)', 'file(tiger.pomdp)' or
    'rddl(domain.rddl,instance.rddl)'.

    >>> domain("tiger")
    <domain tiger(accuracy=0.85,discount=0.95)>
    """
    core = _core.domain(_text("a domain", text))
    kinds = {"file": TableDomain, "rddl": RddlDomain}
    return kinds.get(core.name.split("(")[0], Domain)(core)


def domains():
    """The names of all, with what they are.

    >>> "tiger" in domains()
    True
    """
    return dict(_core.domains())


def load(path):
    """Brings the domains of a file that holdfast_add_domain() built (docs/your-own-domain.md).

        holdfast.load("./rescue.so")
        holdfast.domain("rescue").play(episodes=10)
    """
    # A domain takes what it calls from whoever loads it, which Python keeps to itself otherwise.
    ctypes.CDLL(_core.__file__, os.RTLD_NOW | os.RTLD_GLOBAL | os.RTLD_NOLOAD)
    _core.load_domains(_path("path", path))
