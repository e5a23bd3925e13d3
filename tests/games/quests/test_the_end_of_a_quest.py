"""How a quest ends, and a whole one (QU-108 to QU-115, QU-233, and the worked example QG-10)."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import ZONES

ARTHUR, BOARS = "Vanquish King Arthur's Enemies", "Boar Hunt"


@pytest.mark.rule("QU-109", "QU-110", "QU-143", "QU-144", "QU-114")
@pytest.mark.parametrize(("quest", "stages"), [("Search for the Holy Grail", 5), (ARTHUR, 3), (BOARS, 2)])
def test_each_who_is_left_has_a_shield_for_each_stage(new_table: NewTable, quest: str, stages: int):
    table = new_table().rank(0, "champion_knight").rank(2, "champion_knight")
    table.quest(quest, "Boar+Dagger", joined=(0, 2), at="quest_end")
    assert table.shields == [stages, 0, stages, 0]
    told = table.log()
    order = [next(i for i, line in enumerate(told) if word in line) for word in ("receives", "is given", "Stage 1")]
    assert order == sorted(order)


@pytest.mark.rule("QU-110", "QU-143", "QU-144", "QU-261", "QU-262", "QU-260")
@pytest.mark.parametrize(("stacks", "bonus"), [(True, 4), (False, 2)])
def test_kings_recognition_is_paid_to_each_who_completes_the_next_completed_quest(
    new_table: NewTable, stacks: bool, bonus: int
):
    """The last line of the worked example QG-14."""
    table = new_table(recognition_stacks=stacks).turn("King's Recognition").turn("King's Recognition")
    assert int(table.state.pending_recognition) == 2
    assert table.at(ZONES.story_discard).count("King's Recognition") == 2
    assert table.shields == [0] * 4
    table.rank(0, "champion_knight").rank(2, "champion_knight")
    table.quest(BOARS, "Boar", joined=(0, 2), at="quest_end")
    assert table.shields == [2 + bonus, 0, 2 + bonus, 0]
    assert int(table.state.pending_recognition) == 0


@pytest.mark.rule("QU-260", "QU-144")
@pytest.mark.parametrize(("option", "left"), [("until_completed", 1), ("next_quest_card", 0)])
@pytest.mark.parametrize("fate", ["nobody sponsors", "nobody completes", "nobody joins"])
def test_kings_recognition_waits_through_quests_that_nobody_completes_or_is_lost(
    new_table: NewTable, option: str, left: int, fate: str
):
    table = new_table(recognition=option)
    table.say(pending_recognition=1)
    if fate == "nobody sponsors":
        table.turn(BOARS)
        for seat in range(4):
            table.act(seat, "Decline")
    elif fate == "nobody completes":
        table.quest(BOARS, "Boar / Giant", joined=(0,)).choose(0)
    else:
        table.quest(BOARS, "Boar / Giant", joined=(), at="join_offer")
        for seat in range(3):
            table.act(seat, "Stay out")
    assert (table.match.turn, int(table.state.pending_recognition)) == (2, left)


@pytest.mark.rule("QU-108", "QU-111", "QU-112", "QU-113", "QU-115", "QU-233")
def test_a_quest_is_over_when_nobody_is_left_and_stages_not_reached_are_shown(new_table: NewTable):
    table = new_table().hold(0, "Sword")
    table.quest(ARTHUR, "Saxon Knight+Dagger / Test of Valor / Giant+Lance", joined=(0, 1)).choose_all("Sword", "")
    assert table.shields == [0] * 4
    assert table.told("Nobody completes") == ["Nobody completes the quest."]
    assert sorted(table.told("Stage 2", "Stage 3")) == [
        "Stage 2: Test of Valor.", "Stage 3: Giant.", "Stage 3: Lance."
    ]  # fmt: skip
    assert table.told("is given") == ["Seat 4 is given 8 cards."]
    assert sorted(table.discard) == sorted(["Saxon Knight", "Dagger", "Test of Valor", "Giant", "Lance", "Sword"])
    assert all(not table.at(ZONES.stage[n]) + table.at(ZONES.turned[n]) for n in range(5))


@pytest.mark.rule("QU-112", "QU-114")
def test_what_was_used_in_a_quest_is_not_yet_discarded_when_the_sponsor_draws(new_table: NewTable):
    table = new_table().say(stock=1, discard=1, turned={4: [...]})
    table.quest(BOARS, "Boar+Lance / Giant", joined=(), at="join_offer")
    for seat in range(3):
        table.act(seat, "Stay out")
    assert len(table.hand(3)) == 2  # one of the stock, one of the discards, none of the groups
    assert sorted(table.discard)[:1] == ["Boar"]


@pytest.mark.rule("QU-109", "QU-038", "QU-093", "QU-103", "QU-112", "QU-115", "QU-022")
@pytest.mark.parametrize(("after_quest", "following"), [("left_of_sponsor", 0), ("left_of_drawer", 2)])
@pytest.mark.parametrize("passed", [0, 1])
def test_a_whole_quest(new_table: NewTable, after_quest: str, following: int, passed: int):
    """The worked example QG-10."""
    table = new_table(after_quest=after_quest, cards_per_passed_stage=passed).rank(0, "squire", 3).rank(1, "knight")
    table.before(0, "Sir Galahad").hold(0, "Amour", "Excalibur", *["Sword"] * 8).hold(1, *["Horse"] * 6)
    table.coming("Dagger", "Thieves", "Saxons", "Lance", "Lance")
    groups = "Boar+Dagger / Test of Morgan Le Fey / Black Knight+Battle-ax"
    table.quest("Rescue the Fair Maiden", groups, joined=(), drawer=1, at="join_offer")
    for seat in (0, 1, 2):
        table.act(seat, "Join the quest")
    held = [len(table.hand(0))]
    table.pass_windows().choose_all("", "", "")
    assert table.told(" points to ") == [
        "Seat 1 passes the stage, 20 points to 10.",
        "Seat 2 passes the stage, 10 points to 10.",
        "Seat 3 is out of the quest, 5 points to 10.",
    ]
    held.append(len(table.hand(0)))
    table.pass_windows().choose_all("Amour", "")
    held.append(len(table.hand(0)))
    table.act(0, "Bid 3").act(1, "Bid 4").act(0, "Bid 5").act(1, "Pass")
    table.act(0, *["Take Sword"] * 4, "Done")
    held.append(len(table.hand(0)))
    table.pass_windows().choose(0, "Excalibur").pass_windows()
    held.append(len(table.hand(0)))
    assert held == ([11, 11, 10, 6, 5] if passed == 0 else [11, 12, 11, 8, 7])
    assert table.told(" points to ")[-1] == "Seat 1 passes the stage, 60 points to 50."
    assert table.standing(0) == ("Knight", 1)
    assert "Seat 4 is given 8 cards." in table.log()
    assert table.tableau(0) == ["Sir Galahad"]
    used = ["Amour", "Battle-ax", "Black Knight", "Boar", "Dagger", "Excalibur", "Test of Morgan Le Fey"]
    assert sorted(table.discard) == sorted([*used, *["Sword"] * 4])
    assert int(table.state.current) == following
