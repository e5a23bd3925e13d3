"""Names that rules read as attributes: `ACTIONS.pick` is a whole number, at both speeds.

What a game declares (verbs, events, reasons, zones, phases, options, effects, bots) is declared once, in order, most of
it as the attributes of a class: an editor and a type checker know each name, and a click on it leads there. Python
reads the number of each as an attribute of an instance; before a rule is compiled, `link` puts in its place a module
that holds the same numbers, which the compiler takes for constants.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from keyword import iskeyword
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from workbench.storage.errors import DeclarationError, OptionError, one_of, shown

Read = TypeVar("Read")  # what rules read in the place of a declaration


class Declaration(Generic[Read]):
    """One thing that a game declares as an attribute of a class: the class gives it its name, an instance its number.

    Declared elsewhere, one by one, it is given its name as a keyword.
    """

    NAME: ClassVar[str] = "name"  # the part that its name is kept in

    @overload
    def __get__(self, instance: None, owner: type) -> Self: ...
    @overload
    def __get__(self, instance: object, owner: type) -> Read: ...
    def __get__(self, instance: object, owner: type) -> Self | Read:
        if isinstance(instance, Names):  # the number of one that it has lies in the instance, and goes first
            raise AttributeError(getattr(self, self.NAME))  # so that `__getattr__` says which there are
        return self

    def called(self, what: str) -> str:
        """How an error names it; before it has a name, the line of the game says which one is meant."""
        name = getattr(self, self.NAME)
        return f"{what} {name!r}" if name else what

    def named(self, name: str) -> Self:
        """The same with a name; raises DeclarationError for what is wrong with it."""
        return replace(self, **{self.NAME: name})  # type: ignore[type-var]


def _is_declared(value: Any) -> bool:
    """Whether an attribute of a class declares something: one thing, or several that have their names."""
    return isinstance(value, Declaration) or (
        isinstance(value, tuple) and bool(value) and all(isinstance(one, Declaration) for one in value)
    )


def _name_of(declaration: Declaration[Any]) -> str:
    return str(getattr(declaration, declaration.NAME))


def _taken(kind: type) -> str:
    return f"{kind.__name__} has an attribute of that name; take another"


class Declaring:
    """A class whose attributes are declarations.

    A class of such a class declares what its bases do, in their order, and then its own; one of the same name takes the
    place of theirs. `only` says which of theirs it keeps.
    """

    _declared: ClassVar[tuple[Any, ...]] = ()

    def __init_subclass__(cls, only: Sequence[str] | None = None) -> None:
        """Give what the class declares its names; raises DeclarationError."""
        super().__init_subclass__()
        theirs = (one for base in cls.__bases__ for one in getattr(base, "_declared", ()))
        declared = {_name_of(one): one for one in theirs if only is None or _name_of(one) in only}
        for name, value in [each for each in vars(cls).items() if _is_declared(each[1])]:
            if any(not _is_declared(getattr(base, name, ())) and hasattr(base, name) for base in cls.__bases__):
                raise DeclarationError(f"{name!r}: {_taken(cls.__bases__[0])}")
            if isinstance(value, Declaration):
                value = value.named(_without_mark(name))
                setattr(cls, name, value)
            declared |= {_name_of(one): one for one in ([value] if isinstance(value, Declaration) else value)}
        cls._declared = tuple(declared.values())


class Names(Declaring):
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
        """Give the names their numbers, or names of their own; raises DeclarationError if one is not an attribute."""
        for name in numbers:
            check_name(what, name)
            known = getattr(type(self), attribute(name), None)
            if (known is not None and not _is_declared(known)) or name in vars(self):
                raise DeclarationError(f"{what} {name!r}: {_taken(type(self))}")
        self._what = what
        in_order(map(attribute, numbers), what)
        self._numbers = {attribute(name): number for name, number in numbers.items()}
        vars(self).update(self._numbers)

    if not TYPE_CHECKING:  # a type checker finds what a class does not declare by itself

        def __getattr__(self, name: str) -> Any:
            raise AttributeError(one_of(name, vars(self).get("_numbers", {}), self._what))

    def numbers_of(self, names: Iterable[str], called: str = "{}") -> tuple[int, ...]:
        """The number of each that is called like one of other names, whatever order they stand in; -1 for none.

        A rule looks one up where one declaration follows another: `EVENTS.numbers_of(RANK, "becomes_{}")`.
        """
        return tuple(int(self._numbers.get(attribute(called.format(name)), -1)) for name in names)

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
    """How a name is read as an attribute: a word of the language gets a _ after it.

    >>> attribute("draw"), attribute("pass")
    ('draw', 'pass_')
    """
    return f"{name}_" if iskeyword(name) else name


def _without_mark(name: str) -> str:
    """The name that is read as this attribute: the other way round.

    >>> _without_mark("draw"), _without_mark("pass_")
    ('draw', 'pass')
    """
    return name[:-1] if name.endswith("_") and iskeyword(name[:-1]) else name


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


Row = TypeVar("Row")


class Rows(Names, Generic[Row]):
    """Things with names in their order, each of which is read by its number too."""

    _rows: tuple[Row, ...]

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, number: int) -> Row:
        return self._rows[number]


def one_named(name: object, among: Mapping[str, Row], what: str) -> Row:
    """The one of several things that has a name; raises OptionError, which says the names that there are."""
    if not isinstance(name, str) or name not in among:
        raise OptionError(one_of(name, list(among), what))
    return among[name]


class Values(Rows[str]):
    """What a field may hold, or what is counted, by name: `STEPS = Values("offering", "answering")`."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> int: ...

    def __init__(self, *names: str) -> None:
        self._rows = names
        self._declare("value", in_order(names, "value"))
