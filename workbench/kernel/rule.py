"""The mark of a rule function: a function that runs as plain Python and, from the same source, compiled.

A rule function uses whole numbers, records, arrays and other rule functions only. `link` clones rule
functions into a namespace of their own, so that the kernel's general functions (a playout, a determinization)
find the rules of the game at hand under fixed names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol, TypeVar, overload

F = TypeVar("F", bound=Callable[..., Any])


@overload
def rule(function: F) -> F: ...
@overload
def rule(*, inlined: bool) -> Callable[[F], F]: ...
def rule(function: Callable[..., Any] | None = None, *, inlined: bool = False) -> Callable[..., Any]:
    """Mark `function` as a rule function.

    Compiled, it is a function of its own. With `inlined=True` it becomes part of whatever calls it: what is short and
    called all the time is quicker that way (measured: with all such rules of a game, a playout takes half the time).
    """

    def mark(marked: Callable[..., Any]) -> Callable[..., Any]:
        marked.__rule__ = True  # type: ignore[attr-defined]
        marked.__inlined__ = inlined  # type: ignore[attr-defined]
        return marked

    return mark if function is None else mark(function)


class Bound:
    """A name that rules use and that is filled when a variant is linked: with the variant's own part of that name.

    ACTIONS, EVENTS, PHASES, ZONES, OPTIONS, RANKING and EFFECTS are filled for every variant, others by its `bindings`.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(self._unfilled())

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(name if name.startswith("__") else self._unfilled())

    def _unfilled(self) -> str:
        return f"{self._name} is filled when a game is played. In a screen, ask a rule with sight.ask(rule, ...)."

    def __getitem__(self, index: Any) -> int:
        return int(self(index))

    def __len__(self) -> int:
        return int(self())


class NumbersByName(Protocol):
    """Declarations of which a type checker knows only that each name stands for a number."""

    def __getattr__(self, name: str) -> int: ...


class NumbersOfEach(Protocol):
    """The options of which it knows only that each has choices."""

    def __getattr__(self, name: str) -> NumbersByName: ...


@rule(inlined=True)
def index(number: int) -> int:
    """A number that is never negative, as an index: in plain Python the number itself."""
    return number


# The declarations of the variant at hand, for rules in files that the declaring file imports. A rule whose own file
# declares some of its own is linked with those of the variant at hand as well.
DECLARED = ("ACTIONS", "EVENTS", "PHASES", "ZONES", "OPTIONS", "RANKING", "EFFECTS")
ACTIONS: NumbersByName = Bound("ACTIONS")
EVENTS: NumbersByName = Bound("EVENTS")
PHASES: NumbersByName = Bound("PHASES")
ZONES: Any = Bound("ZONES")
OPTIONS: NumbersOfEach = Bound("OPTIONS")
RANKING: NumbersByName = Bound("RANKING")
EFFECTS: NumbersByName = Bound("EFFECTS")
