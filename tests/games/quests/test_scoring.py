"""Score lines, the second scorer, and what holds in every match."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.quests.recount import recount
from workbench.games.quests.scoring import RANKING
from workbench.play import Match

from .conftest import NewTable
from .tables import PRESETS, like_people, tables

POINTS = ("quest", "recognition", "tournament", "tournament_bonus", "chivalrous_deed", "pox", "plague", "handed_in")
PRICES = (0, 5, 12, 22)
some = settings(max_examples=8)
seeds = st.integers(0, 2**62)


def sums(match: Match, *reasons: str) -> list[int]:
    """What the lines of these reasons come to, by seat."""
    lines = [line for line in match.score_lines() if line["reason"] in reasons]
    return [sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(match.seats)]


def agree(match: Match) -> None:
    """Both scorers say the same, and what is held is what was gained less what was lost and handed in."""
    found = recount(match.view(None), match.deck)
    assert {reason: tuple(sums(match, reason)) for reason in found.figures} == dict(found.figures)
    if match.over:
        assert found.winners == match.winners
    state = match.state
    held = state.shields[: match.seats].tolist()
    assert sums(match, *POINTS) == sums(match, "shields") == held
    assert sums(match, "handed_in") == [-PRICES[rank] for rank in state.rank[: match.seats]]
    assert sums(match, "rank") == state.rank[: match.seats].tolist()


@pytest.mark.rule("QU-023", "QU-024", "QU-205", "QU-224")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_scorers_agree_on_whole_matches(rules: str, seats: int):
    for seed in range(2):
        bots = dict.fromkeys(range(seats), "greedy")
        match = Match("quests", seats=seats, seed=seed, options={"rules": rules}, bots=bots)
        match.play_bots()
        assert match.over
        assert match.winners
        agree(match)


@some
@given(table=tables(12), seed=seeds)
def test_both_scorers_agree_whatever_the_options_are(table: tuple, seed: int):
    seats, options = table
    match = Match("quests", seats=seats, seed=seed, options=options, bots=dict.fromkeys(range(seats), "greedy"))
    match.play_bots()
    assert match.over
    assert int(match.state.turn) <= 12
    agree(match)


@some
@given(table=tables(), seed=seeds)
def test_every_card_lies_in_one_place_and_who_is_asked_can_answer(table: tuple, seed: int):
    seats, options = table
    match, chooser = Match("quests", seats=seats, seed=seed, options=options), random.Random(seed)
    for _ in range(90):
        if match.over:
            break
        state = match.state
        lying = Counter(int(card) for place, count in enumerate(state.counts) for card in state.rows[place, :count])
        assert lying == Counter(range(153))
        assert match.to_act
        assert all(match.legal(seat) for seat in match.to_act)
        like_people(match, chooser)
    agree(match)
    assert int(match.state.decisions) < match.variant.max_decisions


@some
@given(table=tables(), seed=seeds)
def test_a_match_played_again_from_its_acts_is_the_same(table: tuple, seed: int):
    seats, options = table
    match, chooser = Match("quests", seats=seats, seed=seed, options=options), random.Random(seed)
    for _ in range(60):
        if not match.over:
            like_people(match, chooser)
    again = Match.from_dict(match.to_dict())
    assert again.state.tobytes() == match.state.tobytes()
    assert [again.seat_log(seat) for seat in range(seats)] == [match.seat_log(seat) for seat in range(seats)]


@some
@given(table=tables(3), seed=seeds)
def test_a_match_of_seats_that_run_out_of_time_ends(table: tuple, seed: int):
    seats, options = table
    match, chooser = Match("quests", seats=seats, seed=seed, options=options), random.Random(seed)
    for _ in range(250):
        if match.over:
            break
        if match.phase in ("sponsor_offer", "join_offer", "entry_offer") and chooser.random() < 0.7:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        else:
            match.play_default(match.to_act[0])
    assert match.over


def test_the_score_sheet_says_what_each_shield_came_from(new_table: NewTable):
    table = new_table().rank(0, "squire", 0).hold(0, "Excalibur", "Lance")
    table.turn("King's Recognition", drawer=3).turn("Chivalrous Deed", drawer=3)
    table.quest("Slay the Dragon", "Boar / Thieves / Mordred", joined=(0,), drawer=0, stage=2).choose(0, "Excalibur")
    told = [line for line in table.match.score_lines() if line["seat"] == 0]
    shields = [(line["reason"], line["source"], line["points"]) for line in told if line["reason"] in POINTS]
    assert shields == [
        ("chivalrous_deed", "Chivalrous Deed", 3),
        ("quest", "Slay the Dragon", 3),
        ("handed_in", "", -5),
        ("recognition", "Slay the Dragon", 2),
    ]
    uses = [(line["source"], line["points"]) for line in told if line["reason"] == "played"]
    assert uses == [("Excalibur", 0)]
    assert {line["reason"]: line["points"] for line in told if line["reason"] in ("career", "shields", "rank")} == {
        "career": 8, "shields": 3, "rank": 1
    }  # fmt: skip


def test_changes_that_do_not_fit_into_the_list_are_counted_all_the_same(new_table: NewTable):
    table = new_table().rank(0, "champion_knight")
    table.say(changes=240)
    table.turn("Chivalrous Deed", drawer=1)
    reason = RANKING.chivalrous_deed
    assert [int(table.state.more[seat, reason]) for seat in range(4)] == [0, 3, 3, 3]
    table.say(changes=0)
    assert sums(table.match, "chivalrous_deed") == [0, 3, 3, 3]
    assert recount(table.match.view(None), table.deck).figures["chivalrous_deed"] == (0, 3, 3, 3)


def test_a_sheet_that_is_wrong_by_a_shield_does_not_agree(new_table: NewTable):
    table: Any = new_table().turn("Chivalrous Deed")
    agree(table.match)
    table.state.change_amount[0] += 1
    with pytest.raises(AssertionError):
        agree(table.match)
