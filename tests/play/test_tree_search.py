"""Advice by searching: what it says, what it may cost, and that it changes nothing."""

from __future__ import annotations

import math
from typing import Any

import pytest

import workbench as wb
from workbench.play import Match
from workbench.play.tree_search import PLAIN_ITERATIONS, Advice, Weighed
from workbench.storage.errors import IllegalAction, OptionError


def new_match(game: str = "guile", acts: int = 3, **given: Any) -> Match:
    """A match of usual bots after some acts."""
    seats = given.pop("seats", wb.game(game).seats[0])
    match = Match(game, seats=seats, seed=11, bots=dict.fromkeys(range(seats), wb.game(game).usual_bot), **given)
    for _ in range(acts):
        assert match.next_bot is not None
        match.play_bot(match.next_bot)
    return match


def test_an_advice_weighs_every_legal_action_and_names_the_most_visited_first() -> None:
    match = new_match()
    seat = match.to_act[0]
    advice = match.advise(seat, iterations=10, compiled=False)
    visits = [one.visits for one in advice.weighed]
    assert visits == sorted(visits, reverse=True)
    assert (sum(visits), advice.iterations, advice.seat) == (10, 10, seat)
    assert sorted(one.action for one in advice.weighed) == [action.id for action in match.legal(seat)]
    assert all(0 <= one.expected <= 1 if one.visits else math.isnan(one.expected) for one in advice.weighed)


def test_equal_seeds_give_equal_advice_and_the_match_stays_as_it_is() -> None:
    match = new_match("excalibur")
    seat, before = match.to_act[0], match.to_dict()
    told = [match.explained(match.advise(seat, 2, seed=seed, compiled=False)) for seed in (3, 3)]
    visits = [[one.visits for one in match.advise(seat, 2, seed=seed, compiled=False).weighed] for seed in (3, 3)]
    assert told[0] == told[1]
    assert visits[0] == visits[1]
    assert match.to_dict() == before


def test_time_may_be_the_budget_and_is_enough_for_one_iteration_at_least() -> None:
    match = new_match()
    advice = match.advise(match.to_act[0], seconds=1e-9, compiled=False)
    assert advice.iterations == 1
    assert match.advise(match.to_act[0], iterations=3, seconds=1e6, compiled=False).iterations == 3


def test_in_plain_python_nobody_waits_for_many_iterations(nothing_compiled: None) -> None:
    match = new_match()
    assert match.advise(match.to_act[0]).iterations == PLAIN_ITERATIONS


def test_where_there_is_one_action_nothing_is_searched() -> None:
    match = new_match("guile", acts=0)
    while len(match.legal(match.to_act[0])) > 1:
        assert match.next_bot is not None
        match.play_bot(match.next_bot)
    advice = match.advise(match.to_act[0], compiled=False)
    assert (len(advice.weighed), advice.iterations) == (1, 0)
    assert match.explained(advice).endswith(": nothing else is allowed.")


@pytest.mark.parametrize(("budget", "words"), [
    ({"iterations": 0}, "1 to 100,000"), ({"iterations": True}, "iterations"), ({"iterations": 1.5}, "1.5"),
    ({"seconds": 0}, "above 0"), ({"seconds": "3"}, "seconds"), ({"mixed": 101}, "0 to 100"), ({"mixed": -1}, "mixed"),
    ({"seed": "x"}, "seed"),
])  # fmt: skip
def test_a_budget_that_is_none_is_refused_in_words(budget: dict[str, Any], words: str) -> None:
    match = new_match()
    with pytest.raises(OptionError, match=words):
        match.advise(match.to_act[0], **({"compiled": False} | budget))


def test_a_seat_that_is_not_asked_gets_no_advice() -> None:
    match = new_match("excalibur")
    waiting = next(seat for seat in range(match.seats) if seat not in match.to_act)
    with pytest.raises(IllegalAction, match="may not act now"):
        match.advise(waiting)
    with pytest.raises(OptionError, match="no seat"):
        match.advise(match.seats)


def test_a_single_try_is_said_in_the_singular_and_what_was_never_tried_is_left_out() -> None:
    advice = Advice(0, (Weighed(3, 1, 1.0), Weighed(5, 0, math.nan)), 1)
    assert advice.in_words(["Keep", "Swap"]) == "Keep: wins 100% of 1 try."


def test_a_set_is_chosen_as_one_act_that_is_legal() -> None:
    match = new_match("guild_master", acts=0)
    sets = 0
    while not match.over and not sets and len(match.acts) < 40:
        seat = match.to_act[0]
        act = match.act_by_search(seat, iterations=1, compiled=False)
        sets += len(act) > 1
        match.play(seat, act)
    assert sets
