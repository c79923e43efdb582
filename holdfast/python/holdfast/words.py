"""Words for rules about models of one's own."""

import re
from dataclasses import dataclass, field
from typing import Any

from . import _core
from .checks import text

_ABOUT = re.compile(r"(\w+)\((\w+)\)$")


@dataclass
class Word:
    """A word for rules over the states of a model: name(V), or name(E,V) about an entity E.

    A believed word is true of some states, and V says in how many percent of the belief, in tens; a
    known one is a number that all states of a belief share (None: there is no such fact). `of` says
    it of a state: a function of it, and of the entity if there are `entities`; for a table, a list
    with one number for each state will do. `says` tells it to people, with places {} for the entity
    and the value; {east|west} names a side by the value's sign.

    >>> Word("left", lambda state: state == "left", says="the tiger is left with {} %").name
    'left'
    """

    name: str
    of: Any = field(repr=False)
    believed: bool = True
    of_entity: bool = False
    says: str = ""


def name_of(action):
    """What rules and people call an action.

    >>> name_of(("check", 2)), name_of("open-left")
    ('check(2)', 'open-left')
    """
    if isinstance(action, tuple) and len(action) > 1 and isinstance(action[0], str):
        return f"{action[0]}({','.join(map(str, action[1:]))})"
    return str(action)


def _deeds(names, entities):
    """By rule name: the entity of each action (None of an action about none), and its number."""
    known = [str(e) for e in entities]
    deeds = {}
    for number, name in enumerate(names):
        match = _ABOUT.match(name)
        about = match[2] if match and match[2] in known else None
        deeds.setdefault(_core.rule_name(match[1] if about else name), []).append((about, number))
    return deeds


def declared(words, names, entities, foreseeable, as_values):
    """What the compiled part wants to know; `as_values(word)` is what it gets for `word.of`."""
    result = _core.Declared()
    result.entities(list(entities))
    for word in words:
        if not isinstance(word, Word):
            raise _core.InputError(f"{word!r} is no word; write holdfast.Word(name, function)")
        text("the name of a word", word.name)
        text(f"says of the word '{word.name}'", word.says)
        if word.of_entity and not entities:
            raise _core.InputError(f"the word '{word.name}' is about entities, but there are none")
        result.word(word.name, word.says, bool(word.believed), bool(word.of_entity),
                    as_values(word))
    unknown = [a for a in foreseeable if a not in names]
    if unknown:
        raise _core.InputError(f"foreseeable has '{unknown[0]}', which is no action; they are "
                               + ", ".join(names))
    known = [str(e) for e in entities]
    for deed, actions in _deeds(names, entities).items():
        by_entity = dict(actions)
        if None not in by_entity and len(by_entity) == len(known):
            numbers = [by_entity[e] for e in known]
        elif len(actions) == 1 and None in by_entity:
            numbers = [actions[0][1]]
        else:
            raise _core.InputError(f"the actions '{deed}' must be one, or one for each entity: "
                                   + ", ".join(names[n] for _, n in actions))
        result.deed(deed, None not in by_entity, numbers,
                    all(names[n] in foreseeable for n in numbers))
    return result
