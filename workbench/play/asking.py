"""Whom a match asks something, and what an answer may be: one of the things that the seat may do."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.kernel.actions import ORDINARY, Action
from workbench.kernel.asking import OPEN_FLOOR, SECRET_TOGETHER
from workbench.kernel.state import PlainRecord
from workbench.play.seating import with_one_stop
from workbench.play.standing import Standing
from workbench.storage.errors import IllegalAction, shown


def still_asked(match: Standing, before: PlainRecord, seat: int) -> list[int]:
    """Who still chooses as before when another seat has acted: those that choose secretly together with it.

    So nobody loses the cards picked, and no act is refused, because another seat was quicker. On the open floor
    it is those that can still do all that they could.
    """
    together = match.variant.together(before)
    others = [other for other in match.referee.asked(before) if other != seat]
    if together == OPEN_FLOOR:
        legal = match.referee.legal
        still = [other for other in others if other in match.to_act]
        return [other for other in still if set(legal(other, before)) <= set(legal(other, match.record))]
    return others if together == SECRET_TOGETHER else []


def find(match: Standing, seat: int, wanted: Any) -> int:
    """The number of an action that a seat may do now, given as an Action, its number or its label."""
    refuse_unasked(match, seat)
    numbers = match.referee.legal(seat, match.record)
    number = wanted.id if isinstance(wanted, Action) else wanted
    if isinstance(number, str):
        number = _labelled(match, number, numbers)
    if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or int(number) not in numbers:
        given = shown(wanted.label if isinstance(wanted, Action) else wanted)
        labels_now = [match.wording.describe(one).label for one in numbers]
        raise IllegalAction(
            f"{match.seat_names[seat]} may not do {given} in the phase {match.phase!r}. "
            f"Legal now: {'; '.join(labels_now[:12])}{'; …' if len(labels_now) > 12 else ''}."
        )
    return int(number)


def _labelled(match: Standing, label: str, numbers: list[int]) -> int:
    """The action with a label; capitals count only where two labels differ in nothing else. -1 if there is none."""
    labels = {match.wording.describe(one).label: one for one in numbers}
    if label in labels:
        return labels[label]
    wanted = label.strip().lower()
    alike = [one for known, one in labels.items() if known.lower() == wanted]
    return alike[0] if len(alike) == 1 else -1


def refuse_unasked(match: Standing, seat: int) -> None:
    """Refuse whatever a seat that is not asked wants."""
    if match.over:
        raise IllegalAction("The match is over; no seat may act. Start a new match, or undo.")
    if seat not in match.to_act:
        asked = ", ".join(match.seat_names[other] for other in match.to_act)
        raise IllegalAction(with_one_stop(f"{match.seat_names[seat]} may not act now. It is up to {asked}."))


def refuse_after(match: Standing, action: int) -> None:
    """Refuse to go on with an act after an action that others feel or that draws a card.

    A refusal further on would take it back, but not what the seat has learnt by then.
    """
    described = match.wording.describe(action)
    if match.variant.actions.verb(described.verb).use == ORDINARY:
        raise IllegalAction(f"{described.label!r} ends an act. Play what follows it as an act of its own.")
