"""Stubs and package agree: the same public names, parameters, defaults and properties; and
everything public says what it is."""

import ast
import inspect
import os

import pytest

import holdfast

STUB = os.path.join(os.path.dirname(holdfast.__file__), "__init__.pyi")
with open(STUB, encoding="utf-8") as text:
    TREE = ast.parse(text.read())


def of_kind(body, *kinds):
    return {node.name: node for node in body if isinstance(node, kinds)}


CLASSES = of_kind(TREE.body, ast.ClassDef)
FUNCTIONS = of_kind(TREE.body, ast.FunctionDef)


def said(node):
    """(name, kind, default) of each parameter in the stub."""
    a = node.args
    plain = a.posonlyargs + a.args
    defaults = [None] * (len(plain) - len(a.defaults)) + [ast.literal_eval(d) for d in a.defaults]
    has = [False] * (len(plain) - len(a.defaults)) + [True] * len(a.defaults)
    result = [(p.arg, "plain", d if h else inspect.Parameter.empty)
              for p, d, h in zip(plain, defaults, has)]
    result += [(a.vararg.arg, "many", inspect.Parameter.empty)] if a.vararg else []
    result += [(p.arg, "keyword", ast.literal_eval(d)) for p, d in zip(a.kwonlyargs, a.kw_defaults)]
    result += [(a.kwarg.arg, "options", inspect.Parameter.empty)] if a.kwarg else []
    return result


KINDS = {inspect.Parameter.POSITIONAL_OR_KEYWORD: "plain", inspect.Parameter.VAR_POSITIONAL: "many",
         inspect.Parameter.KEYWORD_ONLY: "keyword", inspect.Parameter.VAR_KEYWORD: "options"}


def real(function):
    return [(p.name, KINDS[p.kind], p.default)
            for p in inspect.signature(function).parameters.values()]


def is_property(node):
    return any(isinstance(d, ast.Name) and d.id == "property" for d in node.decorator_list)


def test_the_names_are_those_of_the_package():
    variables = {n.target.id for n in TREE.body if isinstance(n, ast.AnnAssign)}
    assert set(CLASSES) | set(FUNCTIONS) | variables == set(holdfast.__all__)
    assert os.path.exists(os.path.join(os.path.dirname(STUB), "py.typed"))


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions(name):
    assert said(FUNCTIONS[name]) == real(getattr(holdfast, name))
    assert inspect.getdoc(getattr(holdfast, name))


@pytest.mark.parametrize("name", sorted(CLASSES))
def test_classes(name):
    cls, node = getattr(holdfast, name), CLASSES[name]
    members = of_kind(node.body, ast.FunctionDef)
    for member, stub in members.items():
        found = inspect.getattr_static(cls, member)
        if is_property(stub):
            assert isinstance(found, property), f"{name}.{member}"
        else:
            function = found.__func__ if isinstance(found, classmethod) else found
            assert said(stub) == real(function), f"{name}.{member}"
        if not member.startswith("__"):
            assert inspect.getdoc(getattr(cls, member)), f"{name}.{member} has no docstring"
    # What is public and not in the stub: in the classes of the package alone.
    for owner in cls.__mro__:
        if not owner.__module__.startswith("holdfast") or owner.__module__ == "holdfast._core":
            continue
        for member, value in vars(owner).items():
            if member.startswith("_") or not (callable(value) or isinstance(
                    value, (property, classmethod))):
                continue
            inherited = any(member in of_kind(CLASSES[c.__name__].body, ast.FunctionDef)
                            for c in cls.__mro__ if c.__name__ in CLASSES)
            assert inherited, f"{name}.{member} is not in the stub"
    if issubclass(cls, Exception):
        return
    assert inspect.getdoc(cls)
