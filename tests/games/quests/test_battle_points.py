"""What cards are worth: the worked examples QG-01, QG-02 and QG-06."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import STATE

HOLY_GRAIL, GREEN_KNIGHT = "Search for the Holy Grail", "Test of the Green Knight"
QUESTING_BEAST, QUEENS_HONOR = "Search for the Questing Beast", "Defend the Queen's Honor"


@pytest.mark.rule("QU-093", "QU-198", "QU-199")
@pytest.mark.parametrize(
    ("rank", "tableau", "played", "quest", "total"),
    [
        ("squire", "", "Horse", "Boar Hunt", 15),
        ("squire", "Sir Galahad, Amour", "Sword, Dagger", "Boar Hunt", 45),
        ("champion_knight", "Sir Gawain", "Excalibur, Lance", GREEN_KNIGHT, 90),
        ("champion_knight", "Sir Gawain", "Excalibur, Lance", "Boar Hunt", 80),
        ("knight", "Sir Percival, Sir Lancelot", "", HOLY_GRAIL, 45),
        ("knight", "Sir Percival, Sir Lancelot", "", QUEENS_HONOR, 40),
        ("squire", "King Pellinore, Queen Guinevere, Merlin", "Battle-ax", QUESTING_BEAST, 30),
    ],
)
def test_rank_allies_amour_and_weapons_make_a_player_total(
    new_table: NewTable, rank: str, tableau: str, played: str, quest: str, total: int
):
    table = new_table(quest).rank(0, rank)
    table.before(0, *filter(None, tableau.split(", "))).play(0, *filter(None, played.split(", ")))
    assert table.ask("player_total", 0) == total


@pytest.mark.rule("QU-059", "QU-060", "QU-061", "QU-062", "QU-063")
@pytest.mark.parametrize(
    ("quest", "group", "total"),
    [
        ("Slay the Dragon", "Dragon, Sword", 80),
        ("Boar Hunt", "Dragon, Sword", 60),
        ("Boar Hunt", "Boar, Horse, Dagger", 30),
        ("Repel the Saxon Raiders", "Saxons, Dagger", 25),
        ("Repel the Saxon Raiders", "Saxon Knight", 25),
        ("Vanquish King Arthur's Enemies", "Saxon Knight", 15),
        (HOLY_GRAIL, "Green Knight, Excalibur", 70),
        (QUEENS_HONOR, "Thieves, Lance", 25),
        (QUESTING_BEAST, "Mordred, Battle-ax", 45),
    ],
)
def test_a_foe_with_its_weapons_makes_a_stage_total(new_table: NewTable, quest: str, group: str, total: int):
    cards = group.split(", ")
    assert new_table(quest).lay(STATE.zones.stage[2], *cards).ask("group_total", STATE.zones.stage[2], 0) == total
    assert new_table(quest).hold(1, *cards).place(1, 2, *cards).ask("group_total", STATE.zones.hand + 1, 3) == total


@pytest.mark.rule("QU-190", "QU-195", "QU-239", "QU-240")
def test_tristan_and_iseult_complete_each_other_whoever_owns_them(new_table: NewTable):
    table = new_table("Slay the Dragon").rank(0, "knight").before(0, "Sir Tristan").play(1, "Queen Iseult", "Lance")
    assert (table.ask("player_total", 0), table.ask("player_total", 1)) == (30, 25)
    assert table.ask("card_bids", "Queen Iseult", 1) == 4
    alone = new_table("Slay the Dragon", pair_scope="same_owner").rank(0, "knight")
    alone.before(0, "Sir Tristan").play(1, "Queen Iseult", "Lance")
    assert (alone.ask("player_total", 0), alone.ask("card_bids", "Queen Iseult", 1)) == (20, 2)
    together = new_table("Slay the Dragon", pair_scope="same_owner").before(0, "Sir Tristan", "Queen Iseult")
    assert together.ask("player_total", 0) == 25


@pytest.mark.rule("QU-125", "QU-126", "QU-127", "QU-241")
def test_allies_that_lay_there_before_count_in_a_tournament_by_option_alone(new_table: NewTable):
    for counts, totals in ((False, (15, 20)), (True, (30, 30))):
        table = new_table("Tournament at York", table_allies_in_tournaments=counts).rank(1, "knight")
        table.before(0, "Sir Galahad", "Queen Iseult").play(0, "Sword").play(1, "Sir Tristan")
        assert (table.ask("player_total", 0), table.ask("player_total", 1)) == totals


@pytest.mark.rule("QU-241")
def test_a_pair_that_is_played_in_a_tournament_counts_there(new_table: NewTable):
    table = new_table("Tournament at York").play(0, "Queen Iseult").play(1, "Sir Tristan")
    assert table.ask("player_total", 1) == 25


@pytest.mark.rule("QU-199")
def test_what_holds_on_a_quest_never_holds_in_a_tournament(new_table: NewTable):
    table = new_table("Tournament at Camelot", table_allies_in_tournaments=True).before(0, "Sir Lancelot")
    assert table.ask("player_total", 0) == 5 + 15
    assert table.ask("battle_points", "Dragon", -1) == 50


@pytest.mark.rule("QU-016", "QU-017", "QU-018", "QU-258")
def test_each_rank_has_its_battle_points(new_table: NewTable):
    ranks = ("squire", "knight", "champion_knight", "knight_of_the_round_table")
    worth = [new_table(top_rank_bp=23).rank(2, rank).ask("player_total", 2) for rank in ranks]
    assert worth == [5, 10, 20, 23]


@pytest.mark.rule("QU-103", "QU-105", "QU-242", "QU-247")
@pytest.mark.parametrize(
    ("hand", "tableau", "quest", "free", "capacity", "bid", "pays"),
    [
        (8, "Queen Guinevere", "Boar Hunt", 3, 11, 9, 6),
        (5, "King Arthur, King Pellinore, Amour", QUESTING_BEAST, 7, 12, 8, 1),
        (5, "King Arthur, King Pellinore, Amour", "Boar Hunt", 3, 8, 8, 5),
        (4, "Queen Iseult", "Boar Hunt", 4, 8, 3, 0),
        (2, "Sir Galahad", "Boar Hunt", 0, 2, 2, 2),
    ],
)
def test_allies_and_amours_give_free_bids(
    new_table: NewTable, hand: int, tableau: str, quest: str, free: int, capacity: int, bid: int, pays: int
):
    table = new_table(quest).before(0, *tableau.split(", ")).before(3, "Sir Tristan").hold(0, *["Sword"] * hand)
    assert table.ask("free_bids", 0) == free
    assert table.ask("capacity", 0) == capacity
    assert table.ask("cards_to_pay", 0, bid) == pays


@pytest.mark.rule("QU-105", "QU-273")
def test_without_free_bids_a_bid_is_paid_with_cards_and_never_with_more_than_the_hand(new_table: NewTable):
    table = new_table("Boar Hunt", free_bids=False).before(0, "Queen Guinevere").hold(0, "Sword", "Horse")
    assert (table.ask("capacity", 0), table.ask("cards_to_pay", 0, 2), table.ask("cards_to_pay", 0, 5)) == (2, 2, 2)


@pytest.mark.rule("QU-100", "QU-106", "QU-183", "QU-184", "QU-185", "QU-186", "QU-246")
@pytest.mark.parametrize(
    ("test", "quest", "first", "alone"),
    [
        ("Test of Valor", "Boar Hunt", 1, 3),
        ("Test of Temptation", "Boar Hunt", 1, 3),
        ("Test of Morgan Le Fey", "Boar Hunt", 3, 3),
        ("Test of the Questing Beast", QUESTING_BEAST, 4, 4),
        ("Test of the Questing Beast", "Boar Hunt", 1, 3),
    ],
)
def test_the_first_bid_reaches_the_minimum_in_force(new_table: NewTable, test: str, quest: str, first: int, alone: int):
    table = new_table(quest)
    assert (table.ask("least_bid", test, False), table.ask("least_bid", test, True)) == (first, alone)
    changed = new_table("Boar Hunt", first_bid_minimum=2, lone_bid_minimum=5)
    assert changed.ask("least_bid", "Test of Valor", False) == 2
    assert changed.ask("least_bid", "Test of Valor", True) == 5


@pytest.mark.rule("QU-075", "QU-076", "QU-077", "QU-078", "QU-079", "QU-123", "QU-248")
def test_weapons_once_each_and_only_against_a_foe_allies_freely_one_amour(new_table: NewTable):
    table = new_table("Boar Hunt").hold(0, "Sword", "Sword", "Horse", "Amour", "Merlin", "Boar", "Test of Valor")

    def may(kind: str, weapons: int = 1) -> bool:
        return table.ask("may_play", 0, kind, weapons)

    assert [may(kind) for kind in ("Sword", "Amour", "Merlin", "Boar", "Test of Valor")] == [True] * 3 + [False] * 2
    assert [may("Sword", 0), may("Merlin", 0), may("Amour", 0)] == [False, True, True]
    table.place(0, 0, "Sword", "Amour")
    assert [may("Sword"), may("Horse"), may("Amour")] == [False, True, False]
    table.play(0, "Horse")
    assert not may("Horse")
    assert not new_table("Boar Hunt").before(0, "Amour").ask("may_play", 0, "Amour", 1)
    freely = new_table("Boar Hunt", amour_limit="unlimited").before(0, "Amour")
    assert freely.ask("may_play", 0, "Amour", 1)


@pytest.mark.rule("QU-200", "QU-204", "QU-270", "QU-274")
def test_abilities_are_found_where_they_can_be_used(new_table: NewTable):
    table = new_table("Boar Hunt").hold(0, "Mordred", "Merlin").before(1, "Sir Galahad")
    assert table.ask("allies_of_others", 0) == 1
    assert table.ask("allies_of_others", 1) == 0
    assert table.arrays.kind[table.ask("mordred_of", 0)] == table.kinds["Mordred"]
    assert table.ask("mordred_of", 1) == -1
    assert table.ask("merlin_of", 0) == -1  # it is in the hand
    assert table.place(0, 2, "Mordred").ask("mordred_of", 0) == -1  # it is placed in a stage
    assert new_table("Boar Hunt").before(2, "Merlin").ask("merlin_of", 2) >= 0
