"""Rule functions that are written from declarations: options into the record, the row of an effect.

Compiled code has no access to a field by a name in a variable, and none to a list of functions; both become source
with a line for each option and each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.kernel.effects import (
    Effects,
    nothing_allowed,
    nothing_answered,
    nothing_further,
)
from workbench.kernel.frames import ACTOR, EFFECT, STEP, set_top_frame, top_frame
from workbench.kernel.options import Options
from workbench.kernel.rule import rule

OF_FRAMES = {"top_frame": top_frame, "set_top_frame": set_top_frame, "EFFECT": EFFECT, "STEP": STEP, "ACTOR": ACTOR}


def option_writer(options: Options) -> Callable:
    """A rule function that writes an int64 array of options into the fields of the record named after them."""
    lines = [f"state.{option.key} = options[{number}]" for number, option in enumerate(options)]
    return _written("write_options", "state, options", lines, {})


def effect_rules(effects: Effects) -> dict[str, Callable]:
    """By the names that effects.py leaves open: rules that find the row of the effect on top and call its function."""
    carry_on = [
        "step, actor = top_frame(state, STEP), top_frame(state, ACTOR)",
        "set_top_frame(state, STEP, step + 1)",
    ]
    return {
        "carry_on_effect": _finder(
            "carry_on_effect", "state, deck, events", carry_on,
            [effect.carry_on for effect in effects], nothing_further, "state, deck, events, actor, step",
        ),
        "legal_for_effect": _finder(
            "legal_for_effect", "state, deck, seat, actions", [],
            [effect.legal for effect in effects], nothing_allowed, "state, deck, seat, actions",
        ),
        "answer_effect": _finder(
            "answer_effect", "state, deck, events, seat, action", [],
            [effect.answer for effect in effects], nothing_answered, "state, deck, events, seat, action",
        ),
    }  # fmt: skip


def _finder(
    name: str, parameters: str, lines: Sequence[str], functions: Sequence[Callable], nothing: Callable, arguments: str
) -> Callable:
    """A rule that runs `lines` and calls the function of the row on top; rows that share one are asked for together."""
    rows_of: dict[Callable, list[int]] = {}
    for row, function in enumerate(functions):
        rows_of.setdefault(function, []).append(row)
    rows_of.pop(nothing, None)
    names: dict[str, Any] = dict(OF_FRAMES)
    calls: list[str] = []
    for function, rows in rows_of.items():
        here = f"{name}_of_row_{rows[0]}"  # two modules may have functions of one name
        names[here] = function
        asked = " or ".join(f"row == {row}" for row in rows)
        calls.append(f"{'el' if calls else ''}if {asked}: {here}({arguments})")
    return _written(name, parameters, [*lines, "row = top_frame(state, EFFECT)", *calls], names)


def _written(name: str, parameters: str, lines: Sequence[str], names: Mapping[str, Any]) -> Callable:
    """The rule function with these lines; it is never part of what calls it, so that it is compiled once."""
    source = "\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines or ["pass"])])
    scope: dict[str, Any] = {"__name__": __name__, **names}
    exec(compile(source, __file__, "exec"), scope)
    return rule(inlined=False)(scope[name])
