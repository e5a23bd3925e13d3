"""Rule functions that are written from declarations: options into the record, the row of an effect or of a phase.

Compiled code has no access to a field by a name in a variable, and none to a list of functions; both become source
with a line for each option and each row.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workbench.kernel.effects import (
    ANSWER,
    CAN_BEGIN,
    CARRY_ON,
    LEGAL,
    Effects,
    always,
    nothing_allowed,
    nothing_answered,
    nothing_further,
)
from workbench.kernel.events import EVERYONE_HEARS, EventKinds, emit
from workbench.kernel.frames import ACTOR, EFFECT, STEP, set_top_frame, top_frame
from workbench.kernel.names import attribute
from workbench.kernel.options import Options
from workbench.kernel.phases import COURSE, Phase, Phases, enter, nothing_happens
from workbench.kernel.rule import rule

OF_FRAMES = {"top_frame": top_frame, "set_top_frame": set_top_frame, "EFFECT": EFFECT, "STEP": STEP, "ACTOR": ACTOR}
OF_FRAMES |= {"emit": emit, "EVERYONE_HEARS": EVERYONE_HEARS}


def option_writer(options: Options) -> Callable[..., Any]:
    """A rule function that writes an int64 array of options into the fields of the record named after them."""
    lines = [f"state.{option.key} = options[{number}]" for number, option in enumerate(options)]
    return _written("write_options", "state, options", lines, {})


def effect_rules(effects: Effects, events: EventKinds) -> dict[str, Callable[..., Any]]:
    """By the names that effects.py leaves open: rules that find the row of the effect on top and call its function.

    Where a row has log words, they are told as the effect begins.
    """
    row = "top_frame(state, EFFECT)"
    carry_on = [
        "step, actor = top_frame(state, STEP), top_frame(state, ACTOR)",
        "set_top_frame(state, STEP, step + 1)",
        f"row = {row}",
    ]
    for number, effect in enumerate(effects):
        if effect.log:
            told = f"emit(events, {getattr(events, effect.beginning().name)}, EVERYONE_HEARS, actor)"
            carry_on.append(f"if step == 0 and row == {number}: {told}")
    return {
        "carry_on_effect": _finder(
            "carry_on_effect", COURSE, carry_on,
            [effect.carry_on for effect in effects], nothing_further, CARRY_ON, OF_FRAMES,
        ),
        "legal_for_effect": _finder(
            "legal_for_effect", LEGAL, [f"row = {row}"],
            [effect.legal for effect in effects], nothing_allowed, LEGAL, OF_FRAMES,
        ),
        "answer_effect": _finder(
            "answer_effect", ANSWER, [f"row = {row}"],
            [effect.answer for effect in effects], nothing_answered, ANSWER, OF_FRAMES,
        ),
        "can_begin_effect": _finder(
            "can_begin_effect", CAN_BEGIN, ["row = effect"],
            [effect.can_begin for effect in effects], always, CAN_BEGIN, {}, otherwise="True",
        ),
    }  # fmt: skip


def phase_rules(phases: Phases) -> dict[str, Callable[..., Any]]:
    """By the names that phases.py leaves open: rules that find the row of the phase and call its function."""
    row = ["row = state.phase"]
    ends = [_leading_to(phases.called(phase.then), phases) if phase.then else phase.end for phase in phases]
    slots: dict[str, tuple[str, list[Callable[..., Any]], Callable[..., Any]]] = {
        "begin_phase": (COURSE, [phase.begin for phase in phases], nothing_happens),
        "legal_in_phase": (LEGAL, [phase.legal for phase in phases], nothing_allowed),
        "answer_in_phase": (ANSWER, [phase.answer for phase in phases], nothing_answered),
        "end_phase": (COURSE, ends, nothing_happens),
    }
    return {
        name: _finder(name, parameters, row, functions, nothing, parameters, {}, inlined=True)
        for name, (parameters, functions, nothing) in slots.items()
    }


def _leading_to(phase: Phase, phases: Phases) -> Callable[..., Any]:
    """A rule that enters a phase."""
    number = getattr(phases, attribute(phase.key))
    return _written(f"then_{phase.key}", COURSE, [f"enter(state, {number})"], {"enter": enter}, inlined=True)


def _finder(
    name: str,
    parameters: str,
    lines: Sequence[str],
    functions: Sequence[Callable[..., Any]],
    nothing: Callable[..., Any],
    arguments: str,
    known: Mapping[str, Any],
    inlined: bool = False,
    otherwise: str = "",
) -> Callable[..., Any]:
    """A rule that runs `lines`, which find the row, and calls its function; rows that share one are asked together.

    It returns what the function says, if `otherwise` says what holds for the rows without one.
    """
    rows_of: dict[Callable[..., Any], list[int]] = {}
    for row, function in enumerate(functions):
        rows_of.setdefault(function, []).append(row)
    rows_of.pop(nothing, None)
    names: dict[str, Any] = dict(known)
    calls: list[str] = []
    returned = "return " if otherwise else ""
    for function, rows in rows_of.items():
        here = f"{name}_of_row_{rows[0]}"  # two modules may have functions of one name
        names[here] = function
        asked = " or ".join(f"row == {row}" for row in rows)
        calls.append(f"{'el' if calls else ''}if {asked}: {returned}{here}({arguments})")
    last = [f"return {otherwise}"] if otherwise else []
    return _written(name, parameters, [*lines, *calls, *last], names, inlined)


def _written(
    name: str, parameters: str, lines: Sequence[str], names: Mapping[str, Any], inlined: bool = False
) -> Callable[..., Any]:
    """The rule function with these lines; unless said otherwise it stays a call, so that it is compiled once."""
    source = "\n".join([f"def {name}({parameters}):", *(f"    {line}" for line in lines or ["pass"])])
    scope: dict[str, Any] = {"__name__": __name__, **names}
    exec(compile(source, __file__, "exec"), scope)
    written: Callable[..., Any] = scope[name]
    return rule(inlined=inlined)(written)
