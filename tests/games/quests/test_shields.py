"""Shields, ranks and promotions (QU-015 to QU-025, QU-218 to QU-222)."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import Table

GRAIL = "Search for the Holy Grail"
GREEN = "Test of the Green Knight"
BOARS = "Boar Hunt"
MAIDEN = "Rescue the Fair Maiden"


def completed(table: Table, quest: str, recognitions: int = 0, joined: tuple[int, ...] = (0,)) -> Table:
    """Let a quest end with these participants left."""
    return table.say(pending_recognition=recognitions).quest(quest, "Boar", joined=joined, at="quest_end")


@pytest.mark.rule("QU-015", "QU-019", "QU-020", "QU-021", "QU-022", "QU-023", "QU-024", "QU-219", "QU-110", "QU-144")
@pytest.mark.parametrize(
    ("rank", "shields", "quest", "recognitions", "after"),
    [
        ("squire", 4, GRAIL, 0, ("Knight", 4)),
        ("squire", 3, GRAIL, 2, ("Champion Knight", 0)),
        ("squire", 4, GRAIL, 2, ("Champion Knight", 1)),
        ("knight", 6, BOARS, 0, ("Champion Knight", 1)),
        ("knight", 6, MAIDEN, 2, ("Champion Knight", 6)),
        ("champion_knight", 9, MAIDEN, 0, ("Knight of the Round Table", 2)),
        ("squire", 2, BOARS, 0, ("Squire", 4)),
        ("squire", 3, BOARS, 0, ("Knight", 0)),
        ("knight", 4, BOARS, 0, ("Knight", 6)),
        ("knight", 5, BOARS, 0, ("Champion Knight", 0)),
        ("champion_knight", 7, BOARS, 0, ("Champion Knight", 9)),
        ("champion_knight", 8, BOARS, 0, ("Knight of the Round Table", 0)),
    ],
)
def test_shields_that_are_enough_promote_and_what_is_left_over_stays(
    new_table: NewTable, rank: str, shields: int, quest: str, recognitions: int, after: tuple[str, int]
):
    """The worked example QG-08."""
    table = completed(new_table().rank(0, rank, shields), quest, recognitions)
    assert table.standing(0) == after
    rises = after[0].lower().replace(" ", "_") != rank
    assert table.told("Seat 1 becomes")[-1:] == [f"Seat 1 becomes a {after[0]}."] * rises


@pytest.mark.rule("QU-019", "QU-020", "QU-021", "QU-218", "QU-219", "QU-023")
def test_twenty_two_shields_make_a_squire_a_knight_of_the_round_table(new_table: NewTable):
    table = new_table().say(pending_recognition=9)
    table.quest(GREEN, "Boar", joined=(0,), at="quest_end")
    assert table.standing(0) == ("Knight of the Round Table", 0)
    lines = [(line["reason"], line["points"]) for line in table.match.score_lines() if line["seat"] == 0]
    assert lines[:5] == [
        ("quest", 4), ("recognition", 18), ("handed_in", -5), ("handed_in", -7), ("handed_in", -10)
    ]  # fmt: skip
    assert table.match.winners == (0,)


@pytest.mark.rule("QU-221", "QU-022")
def test_shields_of_one_story_card_come_to_all_at_the_same_time(new_table: NewTable):
    """Who rises first does not change who has the lowest rank and the fewest shields."""
    table = new_table().rank(0, "knight", 1).rank(1, "squire", 4).rank(2, "squire", 4).rank(3, "champion_knight")
    table.turn("Chivalrous Deed")
    assert [table.standing(seat) for seat in range(4)] == [
        ("Knight", 1), ("Knight", 2), ("Knight", 2), ("Champion Knight", 0)
    ]  # fmt: skip


@pytest.mark.rule("QU-025", "QU-142", "QU-220", "QU-222")
@pytest.mark.parametrize(
    ("option", "rank", "before", "after"),
    [
        ("floor_zero", "squire", 1, ("Squire", 0)),
        ("floor_zero", "knight", 1, ("Knight", 0)),
        ("floor_zero", "knight", 0, ("Knight", 0)),
        ("floor_zero", "champion_knight", 5, ("Champion Knight", 3)),
        ("all_or_nothing", "knight", 1, ("Knight", 1)),
        ("all_or_nothing", "knight", 2, ("Knight", 0)),
    ],
)
def test_nobody_loses_more_shields_than_it_has_or_falls_in_rank(
    new_table: NewTable, option: str, rank: str, before: int, after: tuple[str, int]
):
    table = new_table(shield_loss=option).rank(2, rank, before).turn("Plague", drawer=2)
    assert table.standing(2) == after
    lost = before - after[1]
    assert table.told("loses") == [f"Seat 3 loses {('no shields', '1 shield', '2 shields')[lost]}."]
    lines = [line["points"] for line in table.match.score_lines() if line["reason"] == "plague"]
    assert lines == ([-lost] if lost else [])


@pytest.mark.rule("QU-218")
def test_a_seat_may_hold_more_shields_than_a_box_has(new_table: NewTable):
    table = new_table().say(pending_recognition=15)
    table.rank(0, "champion_knight", 9).quest(BOARS, "Boar", joined=(0,), at="quest_end")
    assert table.standing(0) == ("Knight of the Round Table", 9 + 32 - 10)
