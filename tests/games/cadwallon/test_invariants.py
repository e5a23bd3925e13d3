"""What holds in every match, whatever is played."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from workbench.checks.trial import any_action, option_values
from workbench.games.cadwallon.deck import NUMBER
from workbench.games.cadwallon.options import OPTIONS
from workbench.play import Match

from .table import ZONES

some = settings(max_examples=25)
seeds = st.integers(0, 2**62)
SERIES = "series_games"
# With seed 3 a personality gives the third seat 5 points in a set or, just as good, 5 by its contract.
FIVE_FOR_A_SET_OR_A_CONTRACT = {
    "condition_cards": True,
    "special_action_cards": True,
    "contract_cards": True,
    "condition": "tax_year",
    "contracts_dealt": 1,
    "first_player": "random",
    "personality_assignment": "best",
    "won_actions": "open",
    "stall_rounds": 1,
    SERIES: 1,
}


@st.composite
def deals(draw: st.DrawFn) -> tuple[int, dict[str, Any]]:
    """Seats and options."""
    seats = draw(st.integers(2, 4))
    values = {
        option.key: draw(st.sampled_from(list(option_values(option)))) for option in OPTIONS if option.key != SERIES
    }
    if values["first_player"] != "random" and int(values["first_player"][-1]) >= seats:
        values["first_player"] = "random"
    return seats, {**values, SERIES: draw(st.integers(1, 2))}


def begin(deal: tuple[int, dict[str, Any]], seed: int) -> Match:
    return Match("cadwallon", seats=deal[0], seed=seed, options=deal[1])


def somehow(match: Match, chooser: random.Random) -> None:
    """Act for somebody who is asked, as people may."""
    seat = chooser.choice(match.to_act)
    match.play(seat, any_action(match.legal(seat), chooser))


@pytest.mark.rule("CA-145", "CA-048", "CA-051", "CA-125", "CA-040", "CA-042")
@some
@given(deal=deals(), seed=seeds)
def test_agents_and_cards_are_never_lost(deal: tuple[int, dict[str, Any]], seed: int):
    match, chooser = begin(deal, seed), random.Random(seed)
    while not match.over:
        state = match.state
        lying = Counter(int(card) for place, count in enumerate(state.counts) for card in state.rows[place, :count])
        assert lying == Counter(range(int(state.card_count)))
        if match.phase in ("place", "action"):
            numbers = match.deck.arrays.numbers[int(state.condition_now) + 1]
            for seat in range(match.seats):
                agents = int(state.supply[seat]) + int(state.agents[:, seat].sum())
                assert agents == 6 - int(match.options["condition_cards"]) * int(numbers[NUMBER.agents_less])
            assert [int(state.counts[place]) for place in ZONES.cell] == [1] * 9
            assert (state.agents >= 0).all()
            closed = int(state.closed)
            assert not any((closed >> boulevard) & 1 and state.agents[boulevard].any() for boulevard in range(12))
        somehow(match, chooser)


@pytest.mark.rule("CA-045", "CA-048", "CA-152", "CA-153")
@some
@given(deal=deals(), seed=seeds)
def test_who_is_asked_has_something_to_choose_and_a_match_ends(deal: tuple[int, dict[str, Any]], seed: int):
    match, chooser = begin(deal, seed), random.Random(seed)
    while not match.over:
        assert match.to_act
        assert all(match.legal(seat) for seat in match.to_act)
        if match.phase == "place":
            assert int(match.state.supply[match.to_act[0]]) > 0
        somehow(match, chooser)
    assert int(match.state.decisions) < match.variant.max_decisions // 4
    assert match.winners


@pytest.mark.rule("CA-077", "CA-078", "CA-079", "CA-183", "CA-174")
@some
@example((3, FIVE_FOR_A_SET_OR_A_CONTRACT), 3)
@given(deal=deals(), seed=seeds)
def test_both_scorers_agree(deal: tuple[int, dict[str, Any]], seed: int):
    match = begin(deal, seed)
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    match.play_bots()
    found = match.variant.recount(match.view(None), match.deck)  # type: ignore[misc]
    assert found.winners == match.winners
    for reason, by_seat in found.figures.items():
        lines = [line for line in match.score_lines() if line["reason"] == reason]
        sums = tuple(sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(match.seats))
        assert sums == by_seat, reason


@some
@given(deal=deals(), seed=seeds)
def test_a_match_played_again_from_its_acts_is_the_same(deal: tuple[int, dict[str, Any]], seed: int):
    match, chooser = begin(deal, seed), random.Random(seed)
    while not match.over:
        somehow(match, chooser)
    again = Match.from_dict(match.to_dict())
    assert again.state.tobytes() == match.state.tobytes()
    assert [again.seat_log(seat) for seat in range(match.seats)] == [match.seat_log(s) for s in range(match.seats)]


@pytest.mark.rule("CA-062", "CA-063", "CA-066", "CA-067", "CA-169")
@some
@given(deal=deals(), seed=seeds)
def test_a_cell_is_won_by_the_most_support_or_by_who_is_told_why(deal: tuple[int, dict[str, Any]], seed: int):
    match, chooser, seen = begin(deal, seed), random.Random(seed), 0
    while not match.over:
        somehow(match, chooser)
        state = match.state
        if state.judged > seen:
            seen = int(state.judged)
            for cell in range(9):
                support = state.judged_support[cell].tolist()
                winner, how = int(state.judged_winner[cell]), int(state.judged_how[cell])
                best = [seat for seat, here in enumerate(support) if here == max(support) > 0]
                assert (winner in best) if winner >= 0 else how in (0, 4)
                assert how == (0 if not best else 1 if len(best) == 1 else how)
                assert (how in (2, 3, 4)) == (len(best) > 1)
