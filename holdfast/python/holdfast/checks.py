"""What is given to a call, as the compiled part wants it; else an InputError that says which."""

import math
import operator
import os

from . import _core


def whole(name, given, least=0, most=2**64 - 1):
    """A whole number.

    >>> whole("seed", 3)
    3
    """
    try:
        number = operator.index(given)
    except TypeError:
        raise _core.InputError(f"{name} is {given!r}; expected a whole number") from None
    _in_range(name, number, least, most)
    return number


def real(name, given, least=-math.inf, most=math.inf):
    """A number."""
    try:
        number = float(given)
    except (TypeError, ValueError):
        raise _core.InputError(f"{name} is {given!r}; expected a number") from None
    _in_range(name, number, least, most)
    return number


def _in_range(name, number, least, most):
    if least <= number <= most:
        return
    limit = f"at most {most}" if number > most else f"at least {least}"
    raise _core.InputError(f"{name} is {number}; expected {limit}")


def text(name, given):
    """A text."""
    if not isinstance(given, str):
        raise _core.InputError(f"{name} is {given!r}; expected a text")
    return given


def texts(name, given):
    """A list of texts."""
    if isinstance(given, str) or not hasattr(given, "__iter__"):
        raise _core.InputError(f"{name} is {given!r}; expected a list of texts")
    return [text(f"one of {name}", x) for x in given]


def one_of(name, given, choices):
    """One of these names.

    >>> one_of("engine", "bb", ["auto", "bb", "clingo"])
    'bb'
    """
    if isinstance(given, str) and given in choices:
        return given
    possible = ", ".join(choices[:-1]) + " or " + choices[-1]
    raise _core.InputError(f"{name} is {given!r}; expected {possible}")


def path(name, given):
    """The name of a file.

    >>> import pathlib
    >>> path("a file", pathlib.Path("tiger.pomdp"))
    'tiger.pomdp'
    """
    if isinstance(given, (str, os.PathLike)):
        return str(given)
    raise _core.InputError(f"{name} is {given!r}; expected the name of a file")


def domain_core(given):
    """The compiled part of a domain."""
    return _core_of(given, _core.Domain, "domain", "holdfast.domain('rocksample(7,8)')")


def theory_core(given):
    """The compiled part of a theory."""
    return _core_of(given, _core.Theory, "theory",
                    "holdfast.Theory(text), or holdfast.Theory.load(file)")


def _core_of(given, kind, what, write):
    found = getattr(given, "_core", None)
    if not isinstance(found, kind):
        raise _core.InputError(f"{given!r} is no {what}; write {write}")
    return found
