"""What is true of the cards in every record: each lies in exactly one place, and what is picked is held and counted."""

from __future__ import annotations

from typing import Any

import numpy as np

from workbench.kernel.state import OUT_OF_GAME, StateSpec


def cards_in_play(state: Any) -> int:
    """How many cards are not out of the game."""
    return int((state["place"] != OUT_OF_GAME).sum())


def fault_of_cards(state: Any, spec: StateSpec) -> str:
    """What is wrong with the cards of a record, given as its NumPy value; empty where all is well."""
    return _misplaced(state, spec) or _left_behind(state, spec) or _wrongly_picked(state, spec)


def _misplaced(state: Any, spec: StateSpec) -> str:
    """The first card that does not lie where its place says, or lies twice."""
    lying: dict[int, int] = {}
    for place in range(spec.places):
        row = state["rows"][place, : state["counts"][place]].tolist()
        name = spec.place_name(place)
        for card in row:
            if card in lying:
                return f"card {card} lies twice, in {spec.place_name(lying[card])} and in {name}"
            if state["place"][card] != place:
                return f"card {card} lies in {name}, but its place says {state['place'][card]}"
            lying[card] = place
        if place < spec.sorted_places and row != sorted(row):
            return f"the cards in {name} are not in order: {row}"
    for card in range(spec.max_cards):
        if state["place"][card] != OUT_OF_GAME and card not in lying:
            return f"card {card} is said to lie in place {state['place'][card]}, but is not there"
    return ""


def _left_behind(state: Any, spec: StateSpec) -> str:
    """The first place with something behind its last card, from which a hidden card could be read."""
    for place in range(spec.places):
        if state["rows"][place, state["counts"][place] :].any():
            return f"behind the last card of {spec.place_name(place)} is a card that has left"
    return ""


def _wrongly_picked(state: Any, spec: StateSpec) -> str:
    picked = np.zeros(spec.max_seats, np.int64)
    for card in np.flatnonzero(state["staged"]):
        place = int(state["place"][card])
        owner = spec.place_owner[place] if place < spec.places else -1
        if owner < 0:
            return f"card {card} is picked, but no seat holds it"
        picked[owner] += 1
    if picked.tolist() != state["staged_count"].tolist():
        return f"{picked.tolist()} cards are picked by seat, but {state['staged_count'].tolist()} are counted"
    return ""
