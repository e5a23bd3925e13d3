"""A series of games, saved as one match."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import Deck
from workbench.play import Match

OPTIONS = {"series_games": 3, "condition_cards": True, "contract_cards": True, "special_action_cards": True}


def play(seed: int = 1, **options) -> Match:
    match = Match(
        "cadwallon", seats=3, seed=seed, options={**OPTIONS, **options}, bots=dict.fromkeys(range(3), "random")
    )
    match.play_bots()
    return match


@pytest.mark.rule("CA-183")
def test_the_sum_of_all_totals_wins():
    match = play()
    lines = [line for line in match.score_lines() if line["reason"] == "total"]
    assert sorted({line["round"] for line in lines}) == [1, 2, 3]
    totals = [sum(line["points"] for line in lines if line["seat"] == seat) for seat in range(3)]
    assert match.over
    assert all(totals[seat] == max(totals) for seat in match.winners)


@pytest.mark.rule("CA-183", "CA-179")
def test_the_best_of_one_game_is_not_always_the_best_of_all():
    differing = 0
    for seed in range(12):
        match = play(seed)
        lines = [line for line in match.score_lines() if line["reason"] == "total"]
        last = {line["seat"]: line["points"] for line in lines if line["round"] == 3}
        differing += all(last[seat] < max(last.values()) for seat in match.winners)
    assert differing


@pytest.mark.rule("CA-094")
def test_each_game_has_another_condition():
    for seed in range(4):
        state = play(seed, series_games=12).state
        assert len(set(state.condition_of[:12].tolist())) == 12


@pytest.mark.rule("CA-094", "CA-092")
def test_a_condition_that_was_chosen_stays():
    match = play(condition="festival")
    kinds = {int(kind) for kind in match.state.condition_of[:3]}
    assert {match.deck.kinds[kind].row["effect"] for kind in kinds} == {"festival"}


@pytest.mark.rule("CA-094", "CA-183")
def test_where_there_are_fewer_conditions_than_games_each_comes_again_when_all_have_been(reconstruction: Deck):
    deck = reconstruction.edit(remove=[f"c_{number:02}" for number in range(4, 13)])
    bots = dict.fromkeys(range(2), "random")
    match = Match(
        "cadwallon", seats=2, seed=2, deck=deck, options={"series_games": 6, "condition_cards": True}, bots=bots
    )
    match.play_bots()
    drawn = match.state.condition_of[:6].tolist()
    assert sorted(drawn[:3]) == sorted(drawn[3:])
    assert len(set(drawn)) == 3


@pytest.mark.rule("CA-183", "CA-026", "CA-145")
def test_each_game_is_set_up_afresh():
    match = Match("cadwallon", seats=2, seed=4, options={"series_games": 2}, bots=dict.fromkeys(range(2), "random"))
    seen = []
    while match.state.games == 0:
        match.play_bot(match.to_act[0])
        seen.append((int(match.state.games), int(match.state.rounds)))
    assert seen[-1] == (1, 1)
    assert match.state.supply.tolist()[:2] == [6, 6]
    assert sum(match.state.counts) == match.state.card_count


def test_a_series_is_saved_and_loaded_as_one_match(tmp_path: Path):
    match = play()
    match.save(tmp_path / "series.json")
    again = Match.load(tmp_path / "series.json")
    assert again.state.tobytes() == match.state.tobytes()
    assert again.winners == match.winners
