"""The mark of a rule function: a function that runs as plain Python and, from the same source, compiled.

A rule function uses whole numbers, records, arrays and other rule functions only. `link` clones rule
functions into a namespace of their own, so that the kernel's general functions (a playout, a re-deal)
find the rules of the game at hand under fixed names.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable)


def rule(function: F) -> F:
    """Mark `function` as a rule function."""
    function.__rule__ = True  # type: ignore[attr-defined]
    return function


class Bound:
    """A name that a general kernel function uses and that every game fills when it is linked."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __call__(self, *arguments: Any) -> Any:
        raise TypeError(f"{self.name} has no game: take this function from a plain_engine or a compiled_engine.")

    def __getitem__(self, index: Any) -> Any:
        return self(index)

    def __len__(self) -> int:
        return self()


@rule
def index(number):
    """A number that is never negative, as an index: in plain Python the number itself."""
    return number
