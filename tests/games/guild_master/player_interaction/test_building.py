"""Discards and buildings, chosen in secret together (GM-213 to GM-216, GM-335)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .table import NewRound

HANDS = {0: ["Mason", "Carpenter", "Port"], 1: ["Quarry", "Docks"], 2: ["Castle"]}


@pytest.mark.rule("GM-213", "GM-335", "GM-509")
def test_every_seat_gives_up_to_three_cards_away_and_all_are_shown_together(new_round: NewRound) -> None:
    table = new_round(3).lay({**HANDS, 0: [*HANDS[0], "Pub"]}, "discard")
    assert table.asked == {0, 1, 2}
    with pytest.raises(IllegalAction):
        table.choose(0, ["Mason", "Carpenter", "Port", "Pub"])
    table.choose(0, ["Mason", "Port", "Pub"]).choose(2)
    assert table.discards == set()
    assert "Mason" not in table.told(1)
    assert table.match.scene(1).ready == (0, 2)
    table.choose(1, ["Quarry"])
    assert table.discards == {"Mason", "Port", "Pub", "Quarry"}
    assert "Mason" in table.told(1)


@pytest.mark.rule("GM-509", "GM-335")
@pytest.mark.parametrize("phase", ["discard", "build"])
def test_what_is_chosen_changes_nothing_that_others_see(new_round: NewRound, phase: str) -> None:
    seen = []
    for chosen in ([], ["Mason"], ["Mason", "Carpenter"]):
        table = new_round(3).lay(HANDS, phase)
        if phase == "build":
            table.play(0, "build_category", "C")
        table.choose(0, chosen)
        seen.append([table.match.view(viewer) for viewer in (1, 2, None)])
    assert seen[0] == seen[1] == seen[2]


@pytest.mark.rule("GM-214")
@pytest.mark.parametrize("guildmaster", range(3))
def test_the_guildmaster_alone_picks_the_category_for_all(new_round: NewRound, guildmaster: int) -> None:
    table = new_round(3).lay(HANDS, "build", guildmaster=guildmaster)
    assert table.asked == {guildmaster}
    assert table.may(guildmaster, "build_category") == table.letters
    table.play(guildmaster, "build_category", "C")
    assert "for building" in table.told()
    assert [table.may(seat, "pick") for seat in range(3)] == [["Mason", "Carpenter"], ["Quarry"], []]


@pytest.mark.rule("GM-215", "GM-216", "GM-335")
def test_every_seat_builds_cards_of_the_category_and_all_are_shown_together(new_round: NewRound) -> None:
    table = new_round(3).lay(HANDS, "build", stock=[]).play(0, "build_category", "C")
    table.choose(0, ["Mason", "Carpenter"]).choose(2)
    assert table.built(0) == set()
    with pytest.raises(IllegalAction):
        table.play(1, "pick", "Docks")
    table.choose(1, ["Quarry"])
    assert [table.built(seat) for seat in range(3)] == [{"Mason", "Carpenter"}, {"Quarry"}, set()]
    assert table.match.over
    assert table.totals(0) == {"C": 3, "I": 1}


@pytest.mark.rule("GM-201", "GM-284", "GM-319")
def test_all_matching_cards_or_none_as_an_option(new_round: NewRound) -> None:
    table = new_round(3, build_choice="all_matching").lay(HANDS, "build").play(0, "build_category", "C")
    with pytest.raises(IllegalAction):
        table.choose(0, ["Mason"])
    table.choose(0, ["Mason", "Carpenter"])
