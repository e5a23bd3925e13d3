"""Simultaneity: secret simultaneous choices have one outcome in any order; nobody notices any before the last."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any

from workbench.checks.secrecy import viewer_name
from workbench.checks.trial import Broken, Trial, play_somehow, position, require_equal, shown_to
from workbench.kernel.actions import HEARD_BY_EVERYONE, PEOPLE_ONLY
from workbench.kernel.asking import SECRET_TOGETHER
from workbench.play.match import Match
from workbench.play.seating import seat_name
from workbench.storage.errors import IllegalAction

Choices = list[tuple[int, ...]]  # the acts by which a seat makes its whole choice

ORDERS = 3
MOST_ACTS = 200  # of one seat within one phase


def holds_in_any_order(trial: Trial) -> None:
    """Let all seats choose in such a phase, then play their choices in other orders from the same position."""
    match = trial.match()
    for _ in trial.walk(match):
        together = match.variant.together(match.state)  # how seats act at once, as their phase or effect declares it
        if len(match.to_act) > 1 and together == SECRET_TOGETHER:
            _try_orders(match, trial)
        elif len(match.to_act) > 1 and not together:
            text = f"Several seats may act in the phase {match.phase!r}, but its Phase(...) is not declared together."
            raise Broken(text, match)


def _try_orders(match: Match, trial: Trial) -> None:
    seats = list(match.to_act)
    choices = {seat: _choices(match, seat, trial) for seat in seats}
    for seat in seats:
        _nobody_notices(match, seat, choices[seat], _choices(match, seat, trial), trial)
    orders = list(islice(permutations(seats), 24))
    trial.chooser.shuffle(orders)
    outcome = _play_in_order(match, seats, choices)
    for order in orders[:ORDERS]:
        trial.tally["orders"] += 1
        other = _play_in_order(match, order, choices)
        now, before = ([seat + 1 for seat in one] for one in (order, seats))
        text = f"Seats choose in the order {now}, not {before}: the outcome"
        require_equal(_outcome(other), _outcome(outcome), text, other)
        if position(other) != position(outcome):
            raise Broken(f"{text} is another record.", other)


def _choices(match: Match, seat: int, trial: Trial) -> Choices:
    """What a seat chooses, tried out on a copy in which it alone acts."""
    alone, phase = match.fork(), match.phase
    for _ in range(MOST_ACTS):
        if seat not in alone.to_act or alone.phase != phase:
            break
        play_somehow(alone, trial.chooser, seat)
    return [act.actions for act in alone.acts[len(match.acts) :] if not _is_talk(match, act.actions)]


def _is_talk(match: Match, actions: tuple[int, ...]) -> bool:
    """Whether an act is said aloud, which is no secret choice: everybody is meant to notice it."""
    verb = match.variant.actions.verb(match.variant.actions.decode(actions[0])[0])
    return verb.use == PEOPLE_ONLY and verb.heard_by == HEARD_BY_EVERYONE


def _play_in_order(match: Match, order: Sequence[int], choices: dict[int, Choices]) -> Match:
    """Play everybody's choices, seat by seat."""
    playing, phase = match.fork(), match.phase
    for number, seat in enumerate(order, start=1):
        waiting = [other for other in match.to_act if other not in order[:number]]
        for act in choices[seat]:
            try:
                playing.play(seat, list(act))
            except IllegalAction as refusal:
                text = f"What {seat_name(seat)} may choose depends on who chose before it: {refusal}"
                raise Broken(text, playing) from None
        if waiting and playing.phase != phase:
            raise Broken(f"The phase {phase!r} went on before {seat_name(waiting[0])} had chosen.", playing)
    return playing


def _nobody_notices(match: Match, seat: int, one: Choices, other: Choices, trial: Trial) -> None:
    """Whatever a seat chooses, the others see and hear the same until the last seat has chosen."""
    here, there = (_play_in_order(match, [seat], {seat: choice}) for choice in (one, other))
    others = [viewer for viewer in range(match.seats) if viewer != seat]
    for viewer in (None, trial.chooser.choice(others)):
        text = f"{viewer_name(viewer)} notices what {seat_name(seat)} has chosen before all have"
        require_equal(shown_to(here, viewer), shown_to(there, viewer), text, here)


def _outcome(match: Match) -> dict[str, Any]:
    """The record by field, and the log of every viewer in any order of its lines."""
    state = match.state
    viewers = (None, *range(match.seats))
    return {
        "record": {name: state[name].tolist() for name in match.variant.state.dtype.names or ()},
        "logs": [sorted(match.seat_log(viewer)) for viewer in viewers],
    }
