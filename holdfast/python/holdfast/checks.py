"""What is given to a call, as the compiled part wants it; else an InputError that says which."""

import operator

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
    if not least <= number <= most:
        limit = f"at least {least}" if number < least else f"at most {most}"
        raise _core.InputError(f"{name} is {number}; expected {limit}")
    return number


def real(name, given):
    """A number."""
    try:
        return float(given)
    except (TypeError, ValueError):
        raise _core.InputError(f"{name} is {given!r}; expected a number") from None


def text(name, given):
    """A text."""
    if not isinstance(given, str):
        raise _core.InputError(f"{name} is {given!r}; expected a text")
    return given
