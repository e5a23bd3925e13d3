"""Conservation: every card lies in exactly one place, none comes or goes, and nothing stays behind to be read."""

from __future__ import annotations

import numpy as np

from workbench.checks.trial import Broken, Trial
from workbench.kernel.state import OUT_OF_GAME
from workbench.play.match import Match


def keeps_cards(trial: Trial) -> None:
    """Every card lies in exactly one place, none comes or goes, and what is picked is held and counted."""
    match = trial.match()
    start = _in_play(match)
    deck = _deck_bytes(match)
    for _ in trial.walk(match):
        fault = (
            _misplaced(match)
            or _miscounted(match)
            or _wrongly_picked(match)
            or _changed_setting(match, trial)
            or ("" if _in_play(match) == start else f"{start} cards were in play, now {_in_play(match)}")
            or ("" if _deck_bytes(match) == deck else "the rules have written into the deck")
            or ("" if match.referee.events.lost == 0 else "one step made more events than are kept")
        )
        if fault:
            raise Broken(f"Cards are not conserved: {fault}.", match)


def _in_play(match: Match) -> int:
    return int((match.state["place"] != OUT_OF_GAME).sum())


def _deck_bytes(match: Match) -> bytes:
    return match.referee.arrays.buffer.tobytes()


def _misplaced(match: Match) -> str:
    """The first card that does not lie where its place says, or lies twice."""
    state, spec = match.state, match.variant.state
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


def _miscounted(match: Match) -> str:
    """The first place with something behind its last card, from which a hidden card could be read."""
    state, spec = match.state, match.variant.state
    for place in range(spec.places):
        if state["rows"][place, state["counts"][place] :].any():
            return f"behind the last card of {spec.place_name(place)} is a card that has left"
    return ""


def _wrongly_picked(match: Match) -> str:
    state, spec = match.state, match.variant.state
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


def _changed_setting(match: Match, trial: Trial) -> str:
    state = match.state
    if state["seats"] != trial.setup.seats:
        return f"{trial.setup.seats} seats began, now there are {state['seats']}"
    for option in match.variant.options:
        if int(state[option.key]) != option.encode(match.options[option.key]):
            return f"the option {option.key!r} has changed during the match"
    return ""
