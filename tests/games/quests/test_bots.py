"""The computer players of Quests: legal, the same in worlds they cannot tell apart, and sensible."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.checks.trial import option_values
from workbench.decks import Deck
from workbench.games.quests.bots import BOTS
from workbench.games.quests.options import OPTIONS, RULES
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.play import Match

from ..speeds import play_out
from .conftest import NewTable
from .table import Table
from .tables import PRESETS

NAMES = [bot.name for bot in BOTS]
EVERY_VALUE = [
    (option.key, value)
    for option in OPTIONS
    if option.key != "turn_limit"
    for value in option_values(option)
    if value != option.default
]


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE, ids=str)
def test_bots_play_every_value_of_every_option(classic: Deck, key: str, value: Any):
    bots = {0: "greedy", 1: "greedy", 2: "random", 3: "greedy"}
    more = {"first_player": "left_of_dealer"} if key == "dealer_seat" else {}
    more |= {"starting_hand": 1} if key == "hand_limit" and value == 1 else {}
    match = Match("quests", seed=3, deck=classic, bots=bots, options={"turn_limit": 3, **more, key: value})
    match.play_bots()
    assert match.over
    assert match.options[key] == value


@pytest.mark.parametrize("bot", NAMES)
def test_the_same_match_is_played_again_by_the_same_bots_without_what_only_people_do(classic: Deck, bot: str):
    played = []
    for seed in (9, 9, 10):
        bots = dict.fromkeys(range(3), bot)
        match = Match("quests", seats=3, seed=seed, deck=classic, bots=bots, options={"turn_limit": 3})
        match.play_bots()
        played.append(match.acts)
        assert all(match.variant.actions.verb(action.verb).use != PEOPLE_ONLY for _, action in match.log)
    assert played[0] == played[1] != played[2]


@pytest.mark.slow
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_choose_alike_at_both_speeds(classic: Deck, seats: int, rules: str):
    options = {**RULES.values(rules), "turn_limit": 10}
    for index, bots in enumerate((["greedy"] * seats, ["random"] * seats)):
        plain, compiled = (play_out(classic, seats, options, bots, 4, index, compiled=fast) for fast in (False, True))
        assert plain == compiled
        assert plain.over


# What greedy does with a position


def greedy(table: Table, seat: int) -> list[str]:
    """The labels of what greedy does in a seat that is asked."""
    table.match.seat_bot(seat, "greedy")
    table.match.play_bot(seat)
    act = table.match.acts[-1]
    table.match.seat_bot(seat, None)
    assert act.seat == seat
    return [table.match.wording.describe(action).label for action in act.actions]


@pytest.mark.parametrize(("hand", "answer"), [("Thieves, Dragon, Excalibur", 0), ("Thieves, Boar, Dagger", 1)])
def test_it_sponsors_what_others_can_hardly_fight(new_table: NewTable, hand: str, answer: int):
    table = new_table().hold(0, *hand.split(", ")).turn("Boar Hunt")
    assert greedy(table, 0) == [["Sponsor the quest", "Decline"][answer]]


def test_it_sets_the_weakest_foe_first_and_arms_the_last_until_it_is_hard_enough(new_table: NewTable):
    table = new_table().hold(0, "Thieves", "Saxons", "Evil Knight", "Sword", "Lance", "Dagger")
    table.turn("Boar Hunt").act(0, "Sponsor the quest")
    told = []
    while table.phase == "quest_setup":
        told += greedy(table, 0)
    assert told[0] == "Put Thieves into stage 1"
    assert told[1] == "Put Evil Knight into stage 2"
    assert told[-1] == "Set the quest"
    assert {"Put Lance into stage 2"} <= set(told)


@pytest.mark.parametrize(
    ("hand", "plays"),
    [
        ("Excalibur, Sword, Dagger", ["Take Sword"]),
        ("Excalibur, Dagger", ["Take Excalibur"]),
        ("Dagger", []),
        ("Sir Galahad, Sword", ["Take Sir Galahad"]),
    ],
)
def test_it_plays_the_cheapest_cards_that_pass_and_no_weapons_if_none_do(
    new_table: NewTable, hand: str, plays: list[str]
):
    table = new_table().hold(0, *hand.split(", ")).quest("Boar Hunt", "Robber Knight / Giant", joined=(0,))
    assert greedy(table, 0) == [*plays, "Done"]


def test_it_bids_as_little_as_it_can_and_no_more_than_it_can_spare(new_table: NewTable):
    for held, answer in ((12, "Bid 1"), (4, "Pass")):
        table = new_table().hold(0, *["Sword"] * held).hold(1, *["Horse"] * 8)
        table.quest("Boar Hunt", "Test of Valor / Giant", joined=(0, 1)).choose_all("", "")
        assert greedy(table, 0) == [answer]


def test_it_pays_with_what_is_worth_least_and_puts_allies_into_play_when_it_trims(new_table: NewTable):
    table = new_table().hold(0, "Excalibur", "Thieves", "Boar", "Lance", *["Sword"] * 8)
    table.quest("Boar Hunt", "Test of Valor / Giant", joined=(0, 1)).choose_all("", "")
    table.hold(1, "Horse").act(0, "Bid 2").act(1, "Pass")
    assert sorted(greedy(table, 0)) == ["Done", "Take Boar", "Take Thieves"]
    trimming = new_table().hold(0, *["Sword"] * 11, "Merlin").turn("Queen's Favor")
    assert greedy(trimming, 0) == ["Put Merlin into play"]


def test_it_gives_mordred_up_against_a_strong_ally_of_a_high_rank_and_not_a_weak_one(new_table: NewTable):
    for ally, rank, answer in (("Sir Galahad", "champion_knight", "Give up Mordred against Sir Galahad of Seat 2"),
                               ("Merlin", "squire", "Pass")):  # fmt: skip
        table = new_table().hold(0, "Mordred").before(1, ally).rank(1, rank).turn("Boar Hunt")
        assert greedy(table, 0) == [answer]
