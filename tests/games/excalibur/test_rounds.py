"""The five steps of a round: draw, play, reveal, resolve, pass (EX-018 to EX-029, EX-057, EX-307, EX-308)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .decks import listed_first
from .table import NewTable, flips

FOUR = "Spy, Spy, Spy, Baroness"


@pytest.mark.rule("EX-018", "EX-022", "EX-024", "EX-026", "EX-029")
def test_a_round_has_its_five_steps_in_order(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest, Priest, Priest", "Thief, Thief, Thief, Thief"], regions=(9, 9, 9))
    phases = [table.phase]
    table.draw((1, 1))
    phases.append(table.phase)
    table.play("Priest", "Thief")
    phases.append(table.phase)
    table.draw((1, 1), (1, 1)).act("Steal from Seat 1")
    assert (phases, table.phase, table.hand_sizes) == (["draw", "play", "resolve"], "play", [4, 4])
    assert [line for line in table.told() if "draws" not in line] == [
        "Round 1.",
        "Seat 1 plays Priest.",
        "Seat 2 plays Thief.",
        "Seat 1 uses Priest.",
        "Seat 1's Priest is trashed.",
        "Seat 2 uses Thief.",
        "Seat 2 aims at Seat 1.",
        "Seat 2 steals 1 chip from Seat 1.",
        "Seat 2's Thief is trashed.",
        "Seat 2 has the crown.",
        "Round 2.",
    ]


@pytest.mark.rule("EX-022", "EX-023", "EX-402", "EX-502")
def test_all_choose_at_the_same_time_and_nobody_sees_what(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest, Spy", "Thief, Spirit"], phase="play")
    assert table.asked == [0, 1]
    before = {viewer: table.match.view(viewer) for viewer in (0, None)}
    table.by(1, "Play Spirit")
    for viewer, view in before.items():
        assert table.match.view(viewer) == {**view, "to_act": [0]}
    assert table.match.view(1)["fields"]["chosen"] == table.names.index("Spirit")


@pytest.mark.rule("EX-024", "EX-503", "EX-402")
def test_played_chips_are_seen_by_all(new_table: NewTable) -> None:
    table = (
        new_table(3).put(["Spy, Thief", "Thief, Spirit", "Spirit, Spirit"], phase="play").play("Spy", "Thief", "Spirit")
    )
    for viewer in (None, 0, 1, 2):
        assert [table.seen(viewer, places.ZONES.played + seat) for seat in range(3)] == [["Spy"], ["Thief"], ["Spirit"]]


@pytest.mark.rule("EX-026", "EX-036", "EX-711")
def test_chips_resolve_in_turn_order_from_the_crown_on(new_table: NewTable) -> None:
    chips = ["Green Knight", "Gawain", "Robyn of Roxley", "Arthur", "Guinevere"]
    table = new_table(5).put([], played=dict(enumerate(chips)), crown=2).act("Mix region 1", "Name Seat 1")
    resolved = [line for line in table.told() if " uses " in line]
    assert resolved == [f"Seat {seat + 1} uses {chips[seat]}." for seat in (2, 3, 4, 0, 1)]
    table = new_table(5).put([], played=dict(enumerate(chips)), crown=3).act("Mix region 1", "Name Seat 1")
    resolved = [line for line in table.told() if " uses " in line]
    assert resolved == [f"Seat {seat + 1} uses {chips[seat]}." for seat in (3, 4, 0, 1, 2)]


@pytest.mark.rule("EX-307", "EX-308", "EX-115", "EX-119", "EX-166")
def test_a_playable_chip_must_be_played_and_a_sword_never_can(new_table: NewTable) -> None:
    table = new_table(4).put(["Excalibur, Cursed Blade, Squire Sword", "Spy, Priest", "Thief, Thief"], phase="play")
    assert table.may(0) == ["Play nothing"]
    assert table.may(1) == ["Play Priest", "Play Spy"]
    assert table.may(2) == ["Play Thief"]


@pytest.mark.rule("EX-307")
def test_nobody_without_a_chip_is_asked_and_a_hand_of_swords_is(new_table: NewTable) -> None:
    table = new_table(3).put(["Excalibur", "", "Spy"], phase="play")
    assert table.asked == [0, 2]
    table.play("", "Spy")
    assert table.heard("Seat 1 plays nothing.")
    assert table.heard("Seat 2 plays nothing.")
    assert table.acting == 2


@pytest.mark.rule("EX-027", "EX-028", "EX-054", "EX-055", "EX-504")
def test_a_resolved_chip_goes_to_the_box_at_once_and_stays_there_face_up(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy"], played={0: "Priest", 1: "Peasant"}, regions=(4, 4, 4))
    before = table.at(places.ZONES.trash).count("Priest")
    table.draw((1, 1), (1, 1))
    assert table.acting == 1
    assert table.at(places.ZONES.trash).count("Priest") == before + 1
    for viewer in (None, 0, 1, 2):
        assert table.seen(viewer, places.ZONES.trash) == sorted(table.at(places.ZONES.trash))


@pytest.mark.rule("EX-025", "EX-056", "EX-057", "EX-326")
def test_chips_that_act_on_reveal_act_first_in_turn_order(new_table: NewTable) -> None:
    table = new_table(4, flip_chance=100).put(
        ["Spy", "Spy", "Spy", "Thief"],
        played={0: "Thief", 1: "Fisher King", 2: "Galahad", 3: "Black Knight"},
        crown=3,
    )
    assert (table.phase, table.acting) == ("reveal", 3)
    table.act("Take the played chip of Seat 1")
    assert (table.permanents(1), table.acting, table.may()) == (["Fisher King"], 2, ["Protect Spy"])
    table.act("Protect Spy")
    assert (table.phase, table.may()) == ("resolve", ["Flip the Fisher King", "Let the Fisher King be"])
    assert table.trashed == ["Black Knight of Seat 4", "Galahad of Seat 3"]


@pytest.mark.rule("EX-057", "EX-036")
def test_the_last_in_turn_order_acts_last_on_reveal(new_table: NewTable) -> None:
    table = new_table(3).put(["Fisher King", "Thief", "Galahad, Spy"], phase="play")
    table.play("Fisher King", "Thief", "Galahad")
    assert (table.acting, table.permanents(0)) == (2, ["Fisher King"])


@pytest.mark.rule("EX-307", "EX-111", "EX-025")
def test_it_does_not_matter_which_chip_the_list_has_first(new_table: NewTable) -> None:
    table = new_table(2, deck=listed_first("lancelot")).put(["Excalibur", "Spy"], played={1: "Thief"})
    assert (flips(table), table.phase) == ("", "resolve"), "seat 1 has played nothing, and no Lancelot acts"
    table = new_table(2, deck=listed_first("fisher_king"), flip_chance=100).put(
        ["", "Spy"], played={0: "Black Knight"}, permanents={1: "Fisher King"}
    )
    assert table.may() == ["Take the permanent of Seat 2"]
    table = new_table(2, deck=listed_first("thief"), flip_chance=100).put(
        ["", "Spy"], played={0: "Black Knight", 1: "Thief"}
    )
    assert table.may() == ["Take the played chip of Seat 2"]


@pytest.mark.rule("EX-029", "EX-711", "EX-513")
def test_the_crown_goes_to_the_left(new_table: NewTable) -> None:
    for crown, following in ((2, 3), (4, 0)):
        table = new_table(5).put(["Spy"], played={1: "Green Knight"}, crown=crown)
        assert int(table.state.crown) == following
        assert table.heard(f"Seat {following + 1} has the crown.")


@pytest.mark.rule("EX-352", "EX-019")
def test_the_next_round_fills_what_the_last_has_taken(new_table: NewTable) -> None:
    table = new_table(3).put([FOUR, "Spirit, Spirit", "Thief, Thief, Thief, Thief, Thief"], played={0: "Green Knight"})
    assert (table.phase, table.asked, int(table.state.turn)) == ("draw", [1], 1)
