"""Matches of Guild Master that tests begin with, or end with."""

from __future__ import annotations

import json
from typing import Any

from workbench.play import Match


def everything(match: Match) -> tuple:
    """All that a refused act must leave as it was."""
    return (
        match.state.tobytes(),
        list(match.acts),
        [match.seat_log(viewer) for viewer in (None, *range(match.seats))],
        dict(match.bots),
        match.can_undo,
        match.can_redo,
        match.to_act,
        json.dumps(match.to_dict()),
    )


def new_match(**given: Any) -> Match:
    """Three seats, of which the first is about to trade."""
    return Match("guild_master", **{"seats": 3, "seed": 7, "options": {"first_seat": 0}, **given})


def pick_labels(match: Match, seat: int) -> list[str]:
    """What a seat may pick."""
    return [action.label for action in match.legal(seat) if action.verb == "pick"]


def finished(seed: int = 3, bot: str = "greedy", **given: Any) -> Match:
    """A match that bots played to its end."""
    match = new_match(seed=seed, **given)
    for seat in range(match.seats):
        match.seat_bot(seat, bot)
    match.play_bots()
    return match
