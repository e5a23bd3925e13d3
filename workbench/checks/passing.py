"""What cards show in passing: a card that is turned up and swept away within one step is in no later record.

The act is carried out again by rules that note each card that is shown or laid where somebody sees it.
"""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from workbench.kernel import cards
from workbench.kernel.engine.playout import take
from workbench.kernel.engine.speeds import linked_plain
from workbench.kernel.rule import Bound, rule
from workbench.kernel.state import EVERYONE, OWNER, Record, StateSpec
from workbench.play.history import Act
from workbench.play.match import Match

LAID, SHOWN = range(2)
NOTES: Any = Bound("NOTES")  # a list of (LAID, card, place) and (SHOWN, card, seats as bits)


def copy(function: Any) -> Any:
    """A copy of a rule that stays unchanged when another rule takes the original's place."""
    return rule(FunctionType(function.__code__, function.__globals__, function.__name__))


lay, let_know, move_unseen = map(copy, (cards.put, cards.show, cards.move_secretly))


@rule(inlined=True)
def lay_and_note(state: Record, card: int, place: int) -> None:
    """Lay a card into a place, and note it."""
    lay(state, card, place)
    NOTES.append((LAID, card, place))


@rule(inlined=True)
def show_and_note(state: Record, card: int, seat: int) -> None:
    """Let a seat know where a card is, and note it."""
    let_know(state, card, seat)
    NOTES.append((SHOWN, card, 1 << seat))


@rule(inlined=True)
def move_secretly_and_note(state: Record, card: int, place: int, witnesses: int) -> None:
    """Move a card so that only some seats see it, and note it."""
    move_unseen(state, card, place, witnesses)
    NOTES.append((SHOWN, card, witnesses))


NOTING: dict[Callable[..., Any], Callable[..., Any]] = {
    cards.put: lay_and_note,
    cards.show: show_and_note,
    cards.move_secretly: move_secretly_and_note,
}


def seen_in_passing(match: Match, act: Act, viewer: int | None) -> list[int]:
    """The kinds of cards that a viewer sees while an act is carried out from here, in order; the match is unchanged."""
    notes: list[tuple[int, int, int]] = []
    carry_out = linked_plain(match.variant, {"take": take}, NOTING, NOTES=notes)["take"]
    record, events = match.record.copy(), match.referee.engine.new_events()[0]
    for action in act.actions:
        carry_out(record, match.referee.arrays, events, act.seat, action)
    spec = match.variant.state
    return [int(match.referee.arrays.kind[card]) for what, card, where in notes if _sees(spec, what, where, viewer)]


def _sees(spec: StateSpec, what: int, where: int, viewer: int | None) -> bool:
    if what == SHOWN:
        return viewer is not None and (where >> viewer) & 1 == 1
    seen_by = spec.place_zone[where].seen_by
    return seen_by == EVERYONE or (seen_by == OWNER and spec.place_owner[where] == viewer)
