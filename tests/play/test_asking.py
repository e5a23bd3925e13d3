"""What a seat wants to do is found however it is given, or refused; a seat out of time passes."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

import workbench as wb
from tests.play.matches import everything, new_match, pick_labels
from workbench.kernel.actions import Action
from workbench.play import Match
from workbench.storage.errors import IllegalAction


@pytest.mark.parametrize("form", [lambda action: action, lambda action: action.id, lambda action: action.label])
def test_an_action_is_given_as_an_action_its_id_or_its_label(match: Match, form: Callable) -> None:
    wanted = match.legal(0)[1]
    match.play(0, form(wanted))
    assert match.log == [(0, wanted)]


@pytest.mark.parametrize("label", ["END TRADING", "  end trading ", "End trading"])
def test_a_label_is_understood_in_any_case_and_with_spaces_around(match: Match, label: str) -> None:
    match.play(0, label)
    assert match.log[-1][1].verb == "end_trade"


def test_labels_that_differ_in_capitals_alone_are_told_apart_or_refused() -> None:
    rows = [{"card_id": f"card_{i}", "name": f"Card {i}", "resources": "TT"} for i in range(20)]
    whole = wb.load_deck("guild_master")
    deck = whole.edit(
        remove=[row["card_id"] for row in whole.rows],
        add=[{**rows[0], "name": "mill"}, {**rows[1], "name": "MILL"}, *rows[2:]],
    )
    for seed in range(200):
        match = Match("guild_master", seats=2, seed=seed, deck=deck, options={"deal_size": 9})
        seat = match.to_act[0]
        match.play(seat, next(action for action in match.legal(seat) if action.verb == "offer_to"))
        if {"Pick mill", "Pick MILL"} <= set(pick_labels(match, seat)):
            break
    for name in ("mill", "MILL"):
        match.play(seat, f"Pick {name}")
        assert match.log[-1][1].label == f"Pick {name}"
        match.undo()
    with pytest.raises(IllegalAction, match="Pick Mill"):
        match.play(seat, "Pick Mill")


def test_nothing_may_follow_what_ends_an_act(match: Match) -> None:
    before = everything(match)
    with pytest.raises(IllegalAction, match="'End trading' ends an act"):
        match.play(0, ["End trading", "Done"])
    with pytest.raises(IllegalAction, match="'Offer cards to Seat 2' ends an act"):
        match.play(0, ["Offer cards to Seat 2", "Done"])
    assert everything(match) == before


def test_a_refusal_names_the_seat_the_value_and_what_is_legal(match: Match) -> None:
    with pytest.raises(IllegalAction) as refusal:
        match.play(0, "Fly to the moon")
    for word in ("Seat 1", "'Fly to the moon'", "trade_1", "Offer cards to Seat 2", "End trading"):
        assert word in str(refusal.value)
    with pytest.raises(IllegalAction, match=r"Seat 3 may not act now. It is up to Seat 1\."):
        match.play(2, "End trading")


def test_a_refusal_lists_twelve_actions_and_says_where_there_are_more() -> None:
    for game, legal, ending in (("cadwallon", 12, "."), ("excalibur", 69, "; ….")):
        match = Match(game, seats=2, seed=1)
        seat = match.to_act[0]
        labels = [action.label for action in match.legal(seat)]
        assert len(labels) == legal
        with pytest.raises(IllegalAction) as refusal:
            match.play(seat, "Fly to the moon")
        assert str(refusal.value).endswith(f"Legal now: {'; '.join(labels[:12])}{ending}")


def test_an_action_made_up_by_hand_counts_by_its_id_alone(match: Match) -> None:
    legal = match.legal(0)[0]
    match.play(0, Action(legal.id, "nonsense", (), "nonsense"))
    assert match.log[-1][1] == legal
    match.undo()
    with pytest.raises(IllegalAction):
        match.play(0, Action(None, legal.verb, legal.args, legal.label))  # type: ignore[arg-type]


def test_the_default_passes_all_through_a_match() -> None:
    match = new_match(options={"first_seat": 0, "max_turns": 30})
    for _ in range(2_000):
        if match.over:
            break
        match.play_default(match.to_act[0])
    assert match.over
    assert not any(action.verb in ("pick", "offer_to") for _, action in match.log)


@pytest.mark.parametrize("seed", range(5))
def test_the_default_passes_from_anywhere(seed: int) -> None:
    chooser = random.Random(seed)
    match = new_match(seed=seed)
    for _ in range(120):
        if match.over:
            return
        seat = chooser.choice(match.to_act)
        match.play_default(seat)
        match.undo()
        match.play(seat, chooser.choice(match.legal(seat)))


def test_the_default_is_for_a_seat_that_is_asked(match: Match) -> None:
    with pytest.raises(IllegalAction, match="Seat 2 may not act now"):
        match.play_default(1)
