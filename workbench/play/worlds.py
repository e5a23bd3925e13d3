"""What if: a match of its own that is as far as another, in another position, or as a seat might think that it is."""

from __future__ import annotations

from typing import Any, TypeVar

from workbench.kernel.state import SPECTATOR
from workbench.play.asking import ask
from workbench.play.setup import check_seat, check_seed
from workbench.play.standing import Standing

M = TypeVar("M", bound=Standing)


def at(match: M, record: Any) -> M:
    """The match with another position, to be looked at or played on; its history stays, so it cannot be saved."""
    other = match.fork()
    other.record = match.variant.state.record(record.buffer.copy())
    for option in match.variant.options:
        setattr(other.record, option.key, getattr(match.record, option.key))
    other.questions = (0,) * match.seats
    ask(other, still=())
    return other


def redealt(match: M, seat: int | None, seed: int) -> M:
    """Another world that a seat (None: a spectator) cannot tell from this one: what it cannot know lies differently.

    What is publicly proven is respected if a bounded number of deals finds such a world. The history
    stays that of this match, so the other one can be played on but not saved.
    """
    other = match.fork()
    viewer = SPECTATOR if seat is None else check_seat(seat, match.seats)
    other.record = match.referee.redeal(match.record, viewer, check_seed(seed), 0)
    return other
