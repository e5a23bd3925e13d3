"""What holds in every match, whatever is played: chips, questions, the end, and playing again."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.excalibur import rules as places
from workbench.play import Match

from .decks import begin, deals, somehow
from .table import Table

some = settings(max_examples=30)
seeds = st.integers(0, 2**62)


@pytest.mark.rule("EX-100", "EX-055", "EX-059", "EX-116", "EX-120", "EX-167")
@some
@given(deal=deals(), seed=seeds)
def test_every_chip_lies_in_one_place_and_no_sword_is_ever_played_or_trashed(deal: tuple, seed: int) -> None:
    match, chooser = begin(deal, seed), random.Random(seed)
    table = Table(match)
    removed = table.at(places.ZONES.trash)
    while not match.over:
        state = match.state
        lying = Counter(int(card) for place, count in enumerate(state.counts) for card in state.rows[place, :count])
        assert lying == Counter(range(len(table.chips)))
        in_the_open = table.at(places.ZONES.trash)
        for seat in range(match.seats):
            in_the_open += table.played(seat) + table.permanents(seat)
        effects = {str(row["name"]): str(row["effect"]) for row in match.deck.rows}
        swords = [name for name in in_the_open if effects[name] in ("excalibur", "cursed_blade", "squire_sword")]
        assert swords == removed
        somehow(match, chooser)


@pytest.mark.rule("EX-307", "EX-308", "EX-022")
@some
@given(deal=deals(), seed=seeds)
def test_a_seat_that_is_asked_has_something_to_choose_and_none_without_a_chip_is_asked_to_play(
    deal: tuple, seed: int
) -> None:
    match, chooser = begin(deal, seed), random.Random(seed)
    table = Table(match)
    while not match.over:
        assert match.to_act
        for seat in match.to_act:
            assert match.legal(seat)
            if match.phase == "play":
                assert table.hand(seat)
            if match.phase == "draw":
                assert len(table.hand(seat)) < places.HAND_SIZE
                assert sum(table.regions) > 0
        somehow(match, chooser)


@pytest.mark.rule("EX-033", "EX-034", "EX-017")
@some
@given(deal=deals(), seed=seeds)
def test_the_final_round_once_begun_is_the_last_and_decisions_stay_below_the_declared_most(
    deal: tuple, seed: int
) -> None:
    match, chooser = begin(deal, seed), random.Random(seed)
    finals = []
    while not match.over:
        finals.append((int(match.state.final), int(match.state.turn)))
        somehow(match, chooser)
    assert finals == sorted(finals)
    assert len({turn for final, turn in finals if final}) <= 1
    assert int(match.state.decisions) < match.variant.max_decisions // 4


@some
@given(deal=deals(), seed=seeds)
def test_a_match_played_again_from_its_acts_is_the_same(deal: tuple, seed: int) -> None:
    match, chooser = begin(deal, seed), random.Random(seed)
    while not match.over:
        somehow(match, chooser)
    again = Match.from_dict(match.to_dict())
    assert again.state.tobytes() == match.state.tobytes()
    assert [again.seat_log(seat) for seat in range(match.seats)] == [match.seat_log(s) for s in range(match.seats)]


@some
@given(deal=deals(), seed=seeds)
def test_both_scorers_agree(deal: tuple, seed: int) -> None:
    match = begin(deal, seed)
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    match.play_bots()
    found = match.variant.recount(match.view(None), match.deck)  # type: ignore[misc]
    assert found.winners == match.winners
    for reason, by_seat in found.figures.items():
        lines = [line for line in match.score_lines() if line["reason"] == reason]
        sums = tuple(sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(match.seats))
        assert sums == by_seat
