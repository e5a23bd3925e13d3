"""Rules of a game linked with the kernel's general functions, by cloning them into namespaces of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import CodeType, FunctionType
from typing import Any

import numpy as np

from workbench.kernel.names import Names
from workbench.kernel.rule import DECLARED, Bound, rule


@rule(inlined=True)
def compiled_index(number: int) -> Any:
    """The same in compiled code, which then need not ask whether it counts from the end of an array.

    Measured: a tenth of a playout's time.
    """
    return np.uintp(number)


def names_in(code: CodeType) -> Iterator[str]:
    """The names that a function reads, those of the functions within it as well."""
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)


def link(
    entries: Mapping[str, Callable[..., Any]],
    bindings: Mapping[str, Any],
    wrap: Callable[[FunctionType], Any],
    instead: Mapping[Any, Any] | None = None,
) -> dict[str, Any]:
    """Clone `entries` and every rule function they reach, each passed through `wrap`; return the clones by entry name.

    `bindings` fills the Bound names; a bound rule function is cloned as well. Declarations (ACTIONS, ZONES...) are
    those of `bindings` even where a rule's own file declares others: so a variant with a record of its own shares the
    rules of another. `instead` maps rule functions to those that take their place, which may be Python's own.
    """
    linked: dict[Callable[..., Any], Any] = {}
    swapped: dict[Any, Any] = dict(instead or {})

    def visit(function: Any) -> Any:
        if function in linked:
            return linked[function]
        namespace = dict(function.__globals__)
        clone = FunctionType(
            function.__code__,
            namespace,
            function.__name__,
            function.__defaults__,
        )
        clone.__module__ = function.__module__
        clone.__qualname__ = function.__qualname__
        clone.__doc__ = function.__doc__
        clone.__rule__, clone.__inlined__ = True, function.__inlined__  # type: ignore[attr-defined]
        wrapped = linked[function] = wrap(clone)
        for name in set(names_in(clone.__code__)):
            value = namespace.get(name)
            if isinstance(value, Bound):
                value = bindings[value._name]
                namespace[name] = value
            elif isinstance(value, Names) and name in DECLARED:
                value = bindings.get(name, value)
            if isinstance(value, Names):
                namespace[name] = value.constants
            elif getattr(value, "__rule__", False):
                taken = swapped.get(value, value)
                namespace[name] = visit(taken) if isinstance(taken, FunctionType) else taken
        return wrapped

    return {name: visit(function) for name, function in entries.items()}
