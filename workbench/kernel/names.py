"""Names that rules read as attributes: `ACTIONS.pick` is a whole number, at both speeds.

What a game declares (verbs, events, reasons, zones, phases, options, effects, bots) is declared once, in order. Python
reads the number of each as an attribute of the declaration; before a rule is compiled, `link` puts in its place a
module that holds the same numbers, which the compiler takes for constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from keyword import iskeyword
from types import ModuleType
from typing import Any

from workbench.storage.errors import DeclarationError, one_of, shown


class Names:
    """Things with names, each of which stands for a whole number.

    >>> steps = Values("offering", "answering")
    >>> steps.offering, steps.answering
    (0, 1)
    >>> steps.answring
    Traceback (most recent call last):
    AttributeError: There is no value 'answring'. Choose one of: offering, answering. Did you mean 'answering'?
    """

    _what = "name"
    _numbers: Mapping[str, Any]

    def _declare(self, what: str, numbers: Mapping[str, Any]) -> None:
        """Give the names their numbers, or names of their own; raises DeclarationError where one is no attribute."""
        for name in numbers:
            check_name(what, name)
            if hasattr(type(self), name) or name in vars(self):
                called = f"{type(self).__name__} has an attribute of that name; take another"
                raise DeclarationError(f"{what} {name!r}: {called}")
        self._what = what
        in_order(map(attribute, numbers), what)
        self._numbers = {attribute(name): number for name, number in numbers.items()}
        vars(self).update(self._numbers)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(one_of(name, vars(self).get("_numbers", {}), self._what))

    @cached_property
    def constants(self) -> ModuleType:
        """The same names as a module, which compiled rules read without looking anything up."""
        module = ModuleType(self._what)
        for name, number in self._numbers.items():
            setattr(module, name, _constant(number))
        return module


def _constant(number: Any) -> Any:
    """What the compiler takes for a constant: a number, several in a tuple, or names of their own."""
    if isinstance(number, Names):
        return number.constants
    return number if isinstance(number, tuple) else int(number)


def attribute(name: str) -> str:
    """How a name is read as an attribute: a word of the language gets a _ behind it.

    >>> attribute("draw"), attribute("pass")
    ('draw', 'pass_')
    """
    return f"{name}_" if iskeyword(name) else name


def check_name(what: str, name: Any) -> None:
    """Raise DeclarationError for a name that no attribute can have."""
    if not isinstance(name, str) or not name.isidentifier():
        rule = "a name is made of letters, digits and _, so that rules can read it"
        raise DeclarationError(f"{what} {shown(name)}: {rule}")


def check_field_name(what: str, name: Any) -> None:
    """Raise DeclarationError for a name that no field of a record can have; rules read fields by their very names."""
    check_name(what, name)
    if iskeyword(name) or name.startswith("_"):
        why = "is a word of Python" if iskeyword(name) else "begins with _"
        raise DeclarationError(f"{what} {name!r}: the name {why}, so that rules could not read it; take another")


def in_order(names: Iterable[str], what: str) -> dict[str, int]:
    """Names numbered from 0 in the order given; raises DeclarationError for one that is given twice."""
    numbers: dict[str, int] = {}
    for number, name in enumerate(names):
        if name in numbers:
            raise DeclarationError(f"{what} {name!r} is declared twice")
        numbers[name] = number
    return numbers


class Values(Names):
    """What a field may hold, or what is counted, by name: `STEPS = Values("offering", "answering")`."""

    def __init__(self, *names: str) -> None:
        self._names = names
        self._declare("value", in_order(names, "value"))

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)
