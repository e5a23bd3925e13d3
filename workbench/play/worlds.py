"""What if: a match of its own that is as far as another, in another position, or as a seat might think that it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from workbench.kernel.state import SPECTATOR
from workbench.play.asking import ask
from workbench.play.screens import Screens
from workbench.play.setup import check_seat, check_seed

if TYPE_CHECKING:
    from workbench.play.match import Match


def fork(match: Match) -> Match:
    """A match of its own that is as far as this one, history included."""
    other = object.__new__(type(match))
    other.__dict__.update(match.__dict__)
    other.record, other.referee = match.record.copy(), match.referee.fork()
    other.told, other.history = match.told.fork(), match.history.fork()
    other.screens, other.returns = Screens(match.screens.prints), list(match.returns)
    other.options, other.bots, other.names = dict(match.options), dict(match.bots), dict(match.names)
    return other


def at(match: Match, record: Any) -> Match:
    """The match with another position, to be looked at or played on; its history stays, so it cannot be saved."""
    other = match.fork()
    other.record = match.variant.state.record(record.buffer.copy())
    for option in match.variant.options:
        setattr(other.record, option.key, getattr(match.record, option.key))
    other.questions = (0,) * match.seats
    ask(other, still=())
    return other


def redealt(match: Match, seat: int | None, seed: int) -> Match:
    """Another world that a seat (None: a spectator) cannot tell from this one: what it cannot know lies otherwise.

    What is publicly proven is respected as far as a bounded number of deals finds such a world. The history
    stays that of this match, so the other one can be played on but not saved.
    """
    other = match.fork()
    viewer = SPECTATOR if seat is None else check_seat(seat, match.seats)
    other.record = match.referee.redeal(match.record, viewer, check_seed(seed), 0)
    return other
