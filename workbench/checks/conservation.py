"""Conservation: every card lies in exactly one place, none appears or vanishes, and nothing readable stays behind."""

from __future__ import annotations

from workbench.checks.trial import Broken, Trial
from workbench.kernel.conservation import cards_in_play, fault_of_cards
from workbench.play.match import Match


def keeps_cards(trial: Trial) -> None:
    """Every card lies in exactly one place, none appears or vanishes, and picked cards are held and counted."""
    match = trial.match()
    start = cards_in_play(match.state)
    deck = _deck_bytes(match)
    for _ in trial.walk(match):
        now = cards_in_play(match.state)
        fault = (
            fault_of_cards(match.state, match.variant.state)
            or _changed_setting(match, trial)
            or ("" if now == start else f"{start} cards were in play, now {now}")
            or ("" if _deck_bytes(match) == deck else "the rules have written into the deck")
            or ("" if match.referee.events.lost == 0 else "one step made more events than are kept")
        )
        if fault:
            raise Broken(f"Cards are not conserved: {fault}.", match)


def _deck_bytes(match: Match) -> bytes:
    return match.referee.arrays.buffer.tobytes()


def _changed_setting(match: Match, trial: Trial) -> str:
    state = match.state
    if state["seats"] != trial.setup.seats:
        return f"{trial.setup.seats} seats began, now there are {state['seats']}"
    for option in match.variant.options:
        if int(state[option.key]) != option.encode(match.options[option.key]):
            return f"the option {option.key!r} has changed during the match"
    return ""
