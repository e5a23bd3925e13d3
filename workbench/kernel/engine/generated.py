"""Rule functions that are written from declarations: options into the record, the row of an effect.

Compiled code has no access to a field by a name in a variable, and none to a list of functions; both become source
with a line for each option and each row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from workbench.kernel.effects import (
    ANSWER,
    CARRY_ON,
    LEGAL,
    Effects,
    nothing_allowed,
    nothing_answered,
    nothing_further,
)
from workbench.kernel.options import Options
from workbench.kernel.rule import rule


def option_writer(options: Options) -> Callable:
    """A rule function that writes an int64 array of options into the fields of the record named after them."""
    lines = [f"state.{option.key} = options[{number}]" for number, option in enumerate(options)]
    return _written("write_options", "state, options", lines, {})


def row_finders(effects: Effects) -> dict[str, Callable]:
    """By the names that effects.py leaves open: for each slot, what calls the function of a row by its number."""
    return {
        "carry_on_row": _finder("carry_on_row", CARRY_ON, [effect.carry_on for effect in effects], nothing_further),
        "legal_row": _finder("legal_row", LEGAL, [effect.legal for effect in effects], nothing_allowed),
        "answer_row": _finder("answer_row", ANSWER, [effect.answer for effect in effects], nothing_answered),
    }


def _finder(name: str, parameters: str, functions: Sequence[Callable], nothing: Callable) -> Callable:
    rows_of: dict[Callable, list[int]] = {}
    for row, function in enumerate(functions):
        rows_of.setdefault(function, []).append(row)
    rows_of.pop(nothing, None)
    lines: list[str] = []
    names: dict[str, Callable] = {}
    for function, rows in rows_of.items():
        here = f"{function.__name__}_{rows[0]}"  # two modules may have functions of one name
        names[here] = function
        asked = " or ".join(f"row == {row}" for row in rows)
        lines.append(f"{'el' if lines else ''}if {asked}: {here}({parameters})")
    return _written(name, f"row, {parameters}", lines, names)


def _written(name: str, parameters: str, lines: Sequence[str], names: dict[str, Any]) -> Callable:
    """The rule function with these lines; it is never part of what calls it, so that it is compiled once."""
    source = "\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines or ["pass"])])
    scope: dict[str, Any] = {"__name__": __name__, **names}
    exec(compile(source, __file__, "exec"), scope)
    return rule(inlined=False)(scope[name])
