"""Seats and options of Quests made at random, within what it declares, and acts of people."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from workbench.games.quests.options import MOST_SEATS, OPTIONS
from workbench.play import Match

PRESETS = ("use_cases", "published")


def values(option: Any) -> st.SearchStrategy[Any]:
    """Any value of an option; of numbers those near the lowest."""
    if isinstance(option.default, bool):
        return st.booleans()
    if option.choices:
        return st.sampled_from(option.choices)
    return st.integers(option.least, min(option.most, option.least + 12))


@st.composite
def tables(draw: st.DrawFn, most_turns: int = 6) -> tuple[int, dict[str, Any]]:
    """A number of seats, and a preset or options that fit; a game of a few turns."""
    seats = draw(st.integers(2, MOST_SEATS))
    if draw(st.booleans()):
        return seats, {"rules": draw(st.sampled_from(PRESETS)), "turn_limit": most_turns}
    options = draw(st.fixed_dictionaries({}, optional={option.key: values(option) for option in OPTIONS}))
    dealer = options.get("dealer_seat", "last")
    if dealer != "last" and int(dealer[-1]) >= seats:
        del options["dealer_seat"]
    return seats, {**options, "turn_limit": most_turns}


def somehow(match: Match, chooser: random.Random) -> None:
    """Play one act of any seat: any verb that is legal, then any of its actions."""
    seat = chooser.choice(match.to_act)
    verbs: dict[str, list] = {}
    for action in match.legal(seat):
        verbs.setdefault(action.verb, []).append(action)
    match.play(seat, chooser.choice(verbs[chooser.choice(sorted(verbs))]))


def like_people(match: Match, chooser: random.Random) -> None:
    """Play one act as a bot would, or, now and then, anything that a person may do."""
    if chooser.random() < 0.25:
        somehow(match, chooser)
        return
    seat = chooser.choice(match.to_act)
    match.seat_bot(seat, chooser.choice(["random", "greedy", "greedy"]))
    match.play_bot(seat)
    match.seat_bot(seat, None)
