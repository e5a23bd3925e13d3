"""Declarations are checked when they are made: each part has the type it is declared with, each text its names.

What is wrong is raised as a DeclarationError, which names the line of the game.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from functools import cache
from string import Formatter
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints, overload

from workbench.storage.errors import DeclarationError, shown

Kind = TypeVar("Kind")

PLAIN_WORDS: dict[Any, str] = {
    int: "a whole number",
    str: "a text",
    bool: "True or False",
    range: "a range, such as range(2, 5)",
    type(None): "None",
    Callable: "a function",
    tuple[int, ...]: "a tuple of whole numbers, such as (2,)",
    tuple[str, ...]: 'a tuple of texts, such as ("red",)',
}


def check_parts(declaration: Any, name: object = None) -> None:
    """Raise DeclarationError unless each part of a declaration has the type that its class says."""
    for part, kind in _kinds(type(declaration)).items():  # type: ignore[arg-type]
        value = getattr(declaration, part)
        if not fits(value, kind):
            what = type(declaration).__name__ + (f" {shown(name)}" if name not in (None, "") else "")
            raise DeclarationError(f"{what}: {part} is {shown(value)}; expected {in_words(kind)}")


@overload
def check_each(what: str, given: Any, kind: type[Kind]) -> tuple[Kind, ...]: ...
@overload
def check_each(what: str, given: Any, kind: Any) -> tuple[Any, ...]: ...
def check_each(what: str, given: Any, kind: Any) -> tuple[Any, ...]:
    """Declarations of one kind as a tuple; raises DeclarationError for anything else."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise DeclarationError(f"{what}: {shown(given)} given; expected a list, each {in_words(kind)}")
    several = tuple(given)
    for number, one in enumerate(several, 1):
        if not isinstance(one, kind):
            raise DeclarationError(f"{what}: number {number} is {shown(one)}; expected {in_words(kind)}")
    return several


def check_named(what: str, text: str, names: Iterable[str]) -> None:
    """Raise DeclarationError where a text has a {name} in it that is not among those it can be filled with."""
    known = list(names)
    try:
        named = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        alone = "a { or } has no partner; write {{ or }} for one"
        raise DeclarationError(f"{what} is {shown(text)}: {alone}") from None
    for name in named:
        if name not in known:
            choose = ", ".join(f"{{{one}}}" for one in known) or "no name in braces"
            raise DeclarationError(f"{what} is {shown(text)}: nothing here is called {{{name}}}. It can hold {choose}.")


def check_is_one_of(what: str, value: Any, allowed: Mapping[Any, str] | Sequence[str]) -> None:
    """Raise DeclarationError unless a value is among those allowed; a mapping says what each is called in a game."""
    if value not in allowed:
        names = allowed.values() if isinstance(allowed, Mapping) else map(repr, allowed)
        raise DeclarationError(f"{what} is {shown(value)}; expected {', '.join(names)}")


def check_least(what: str, value: int, least: int, most: int | None = None) -> None:
    """Raise DeclarationError unless a number lies within bounds."""
    if not fits(value, int) or value < least or (most is not None and value > most):
        bounds = f"{least} or more" if most is None else f"{least} to {most}"
        raise DeclarationError(f"{what} is {shown(value)}; expected a whole number, {bounds}")


def check_rule(what: str, function: Any, parameters: str) -> None:
    """Raise DeclarationError unless something is a rule function that can be called with parameters like these."""
    if not getattr(function, "__rule__", False):
        raise DeclarationError(f"{what} is no rule function; write @rule above it")
    code, expected = function.__code__, len(parameters.split(", "))
    needed = code.co_argcount - len(function.__defaults__ or ())
    if not needed <= expected <= code.co_argcount:
        given = ", ".join(code.co_varnames[: code.co_argcount])
        raise DeclarationError(f"{what} takes ({given}); expected ({parameters})")


@cache
def _kinds(declaration: type) -> dict[str, Any]:
    hints = get_type_hints(declaration)
    return {part.name: hints[part.name] for part in fields(declaration)}


def fits(value: Any, kind: Any) -> bool:
    """Whether a value has the type of an annotation; whole numbers of NumPy are whole numbers."""
    if kind is int:
        return hasattr(value, "__index__") and not isinstance(value, bool)
    if isinstance(kind, type):
        return isinstance(value, kind)
    if kind is Any:
        return True
    if get_origin(kind) in (Union, types.UnionType):
        return any(fits(value, one) for one in get_args(kind))
    if get_origin(kind) is tuple:
        return isinstance(value, tuple) and _parts_fit(value, get_args(kind))
    if get_origin(kind) is Callable:
        return callable(value)
    return isinstance(value, get_origin(kind) or kind)


def _parts_fit(value: tuple[Any, ...], kinds: tuple[Any, ...]) -> bool:
    if kinds[-1] is Ellipsis:
        return all(fits(one, kinds[0]) for one in value)
    return len(value) == len(kinds) and all(map(fits, value, kinds))


def in_words(kind: Any) -> str:
    """What is expected, as an error text says it."""
    if kind in PLAIN_WORDS:
        return PLAIN_WORDS[kind]
    if get_origin(kind) in (Union, types.UnionType):
        return " or ".join(in_words(one) for one in get_args(kind))
    if get_origin(kind) is Callable:
        return "a function"
    if get_origin(kind) is tuple:
        parts = get_args(kind)
        one = f"({', '.join(map(_example, parts))})" if parts[-1] is not Ellipsis else _example(parts[0])
        return f"a tuple, such as ({one},)"
    return "a mapping" if get_origin(kind) is not None else f"{kind.__name__}(...)"


def _example(kind: Any) -> str:
    if get_origin(kind) is tuple:
        return f"({', '.join(map(_example, get_args(kind)))})"
    return {int: "2", str: '"text"'}.get(kind, f"{getattr(kind, '__name__', 'value')}(...)")
