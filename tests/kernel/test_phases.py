"""Phases as rows: the kernel runs the loop, and effects interrupt it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import pytest

from tests.two_tables import ACTIONS, GAME, PLACES, VARIANT, ask_all, legal_adventures, ride
from tests.two_tables import setup as deal
from workbench.author import (
    OPEN_FLOOR,
    SECRET_TOGETHER,
    DeclarationError,
    Effect,
    Effects,
    Phase,
    Phases,
    RuleError,
    all_seats,
    allow_range,
    argument_of,
    ask,
    ask_seats,
    pop_frame,
    push_frame,
    rule,
)
from workbench.kernel.phases import step_by_phase
from workbench.kernel.registry import registered
from workbench.lab import simulate
from workbench.play import Match

LAY, RIDE = VARIANT.phases
DECK = GAME.folder / "decks" / "first"


@contextmanager
def match_of(**changes: Any) -> Iterator[Match]:
    """A match of the game with two tables, its variant declared otherwise."""
    with registered(replace(GAME, variants=(replace(VARIANT, **changes),))):
        yield Match("errands", seats=3, seed=1, deck=DECK)


def play_first(match: Match, seat: int | None = None) -> None:
    """Play the first legal action of a seat, by default of the first seat that is asked."""
    who = match.to_act[0] if seat is None else seat
    match.play(who, match.legal(who)[0])


def play_on(match: Match) -> None:
    """Play on for a round."""
    for _ in range(4):
        play_first(match)


def test_who_has_answered_is_asked_no_more_and_the_phase_ends_after_the_last() -> None:
    with match_of() as match:
        seen = [(match.phase, match.to_act)]
        for seat in (1, 0, 2):
            play_first(match, seat)
            seen.append((match.phase, match.to_act))
        assert seen[:3] == [("lay", (0, 1, 2)), ("lay", (0, 2)), ("lay", (2,))]
        assert seen[3][0] == "ride"
        assert len(seen[3][1]) == 1


def test_a_phase_leads_to_the_one_it_names_until_the_game_is_over() -> None:
    with match_of() as match:
        phases = []
        while not match.over:
            phases.append(match.phase)
            play_first(match)
        assert phases == ["lay", "lay", "lay", "ride"] * 3
        assert match.to_act == ()


@rule
def ride_again(state, deck, events, seat, action):
    """Pay a visit, and once more at the first place."""
    ride(state, deck, events, seat, action)
    if argument_of(action) == 0:
        ask(state, seat)


def test_an_answer_may_ask_its_seat_again() -> None:
    with match_of(phases=Phases([LAY, replace(RIDE, answer=ride_again)])) as match:
        for _ in range(3):
            play_first(match)
        seat = match.to_act[0]
        match.play(seat, match.legal(seat)[0])
        assert (match.phase, match.to_act) == ("ride", (seat,))
        match.play(seat, match.legal(seat)[1])
        assert match.phase == "lay"


# Effects between phases


@rule
def deal_and_interrupt(state, deck, events):
    """Deal; then all ride before the first phase begins."""
    deal(state, deck, events)
    push_frame(state, 0, -1, -1, 0)


@rule
def all_ride(state, deck, events, actor, step):
    """All seats ride at the same time, twice."""
    if step == 2:
        pop_frame(state)
    else:
        ask_seats(state, all_seats(state))


@rule
def legal_places(state, deck, seat, actions):
    """Any place."""
    allow_range(actions, ACTIONS.ride, PLACES)


@rule
def visit(state, deck, events, seat, action):
    """A visit is counted."""
    state.visits[seat, argument_of(action)] = state.visits[seat, argument_of(action)] + 1


def with_effect(**changes: Any) -> dict[str, Any]:
    """A variant that begins with an effect, and the effect's row declared otherwise."""
    effect = Effect(carry_on=all_ride, legal=legal_places, answer=visit, together=SECRET_TOGETHER, name="all_ride")
    return {
        "setup": deal_and_interrupt,
        "effects": Effects([replace(effect, **changes)]),
        "max_decisions": VARIANT.max_decisions + 6,
    }


def test_an_effect_asks_several_seats_at_once_before_the_phase_that_was_entered_begins() -> None:
    with match_of(**with_effect()) as match:
        asked = []
        while match.state.frame_count:
            asked.append(match.to_act)
            play_first(match, match.to_act[-1])
        assert asked == [(0, 1, 2), (0, 1), (0,)] * 2
        assert (match.phase, match.to_act) == ("lay", (0, 1, 2))
        assert match.state.visits[:, 0].tolist() == [2, 2, 2]


def test_how_several_act_is_said_by_the_effect_on_top_and_else_by_the_phase() -> None:
    with match_of(**with_effect(together=OPEN_FLOOR)) as match:
        assert match.variant.together(match.state) == OPEN_FLOOR
        while match.state.frame_count:
            play_first(match)
        assert match.variant.together(match.state) == SECRET_TOGETHER


@pytest.mark.slow
def test_both_speeds_run_the_same_loop() -> None:
    with registered(replace(GAME, variants=(replace(VARIANT, **with_effect()),))):
        plain, compiled = (
            simulate("errands", games=40, seats=3, seed=5, deck=DECK, compiled=compiled) for compiled in (False, True)
        )
    assert plain.seats.equals(compiled.seats)
    assert plain.seats.wins.sum() == 40


# What is declared wrongly


@rule
def for_ever(state, deck, events):
    """A phase that never asks anybody."""


def test_a_phase_that_leads_nowhere_is_said_and_not_waited_for() -> None:
    endless = Phases([replace(LAY, begin=for_ever, end=for_ever), RIDE])
    said = "nobody is asked, and the game goes on for ever. An effect ends with pop_frame, a phase with enter"
    with pytest.raises(RuleError, match=said), match_of(phases=endless):
        pass


@rule
def never_ends(state, deck, events, actor, step):
    """An effect that forgets to end."""


def test_an_effect_that_forgets_to_end_is_said() -> None:
    with pytest.raises(RuleError, match="An effect ends with pop_frame"), match_of(**with_effect(carry_on=never_ends)):
        pass


@pytest.mark.parametrize(
    ("declare", "said"),
    [
        (lambda: Phases([Phase("Lay", then="rest", key="lay")]), "no phase after 'lay' 'rest'. Choose one of: lay"),
        (lambda: Phase("Lay", end=ask_all, then="ride", key="lay"), "which says what follows, and then='ride'"),
        (lambda: Phase("Lay", legal=ride, key="lay"), "phase 'lay': legal takes"),
        (lambda: Phase("Lay", begin=len, key="lay"), "phase 'lay': begin is no rule function"),
        (lambda: replace(VARIANT, phases=Phases([Phase("Lay", key="lay")])), "is said nowhere: no phase has a legal"),
        (lambda: replace(VARIANT, legal=legal_adventures, step=step_by_phase), "give both legal and step, or neither"),
        (lambda: replace(VARIANT, legal=legal_adventures, step=visit), "its phases say so too; leave out"),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused_with_what_was_expected(declare: Any, said: str) -> None:
    with pytest.raises(DeclarationError, match=said):
        declare()


@rule
def nothing_legal(state, deck, seat, actions):
    """A rule that forgets what one may do."""


def test_a_seat_that_is_asked_and_may_do_nothing_is_said_at_both_speeds() -> None:
    stuck = Phases([LAY, replace(RIDE, legal=nothing_legal)])
    said = r"Errands, phase 'ride': Seat \d is asked, but may do nothing. List an action for it in legal"
    with match_of(phases=stuck) as match:
        for _ in range(2):
            play_first(match)
        with pytest.raises(RuleError, match=said):
            play_on(match)
    for compiled in (False, True):
        with match_of(phases=stuck), pytest.raises(RuleError, match="a seat is asked, but may do nothing"):
            simulate("errands", games=2, seats=3, seed=5, deck=DECK, compiled=compiled)
