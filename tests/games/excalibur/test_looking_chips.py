"""Chips that look at hands or move them: Caelia, Lady of the Lake, Mordred, Spy (EX-112, EX-135, EX-144, EX-163)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable

# Caelia


@pytest.mark.rule("EX-112", "EX-113", "EX-341", "EX-415")
def test_caelia_names_at_most_two_others_who_trash_their_male_chips(new_table: NewTable) -> None:
    table = new_table(4).put(["Thief", "Thief, Spy", "Merlin, Arthur", "Uther"], played={0: "Caelia"})
    assert table.may() == ["Name Seat 2", "Name Seat 3", "Name Seat 4", "No more"]
    table.act("Name Seat 3")
    assert table.may() == ["Name Seat 2", "Name Seat 4", "No more"]
    table.act("Name Seat 2")
    assert table.hands == [["Thief"], ["Spy"], [], ["Uther"]]
    assert table.heard("Seat 1 aims at Seat 3.")
    assert sorted(table.trashed) == ["Arthur of Seat 3", "Caelia of Seat 1", "Merlin of Seat 3", "Thief of Seat 2"]


@pytest.mark.rule("EX-341", "EX-112")
def test_caelia_may_name_nobody(new_table: NewTable) -> None:
    table = new_table(3).put(["", "Thief"], played={0: "Caelia"}).act("No more")
    assert (table.hand(1), table.trashed) == (["Thief"], ["Caelia of Seat 1"])


@pytest.mark.rule("EX-341", "EX-221")
def test_caelia_names_herself_only_if_that_is_agreed_and_is_asked_no_more_often_than_there_are_seats(
    new_table: NewTable,
) -> None:
    table = new_table(2).put(["Thief", "Merlin"], played={0: "Caelia"})
    assert table.may() == ["Name Seat 2", "No more"]
    table.act("Name Seat 2")
    assert table.trashed == ["Merlin of Seat 2", "Caelia of Seat 1"]
    table = new_table(2, caelia_self=True).put(["Thief", "Merlin"], played={0: "Caelia"})
    assert table.may() == ["Name Seat 1", "Name Seat 2", "No more"]
    table.act("Name Seat 2", "Name Seat 1")
    assert table.hands == [[], []]


@pytest.mark.rule("EX-731", "EX-340", "EX-116", "EX-120", "EX-167")
def test_caelia_leaves_swords_and_figures_that_are_not_male(new_table: NewTable) -> None:
    table = (
        new_table(3).put(["", "Excalibur, Thief, Spy, Merchant"], played={0: "Caelia"}).act("Name Seat 2", "No more")
    )
    assert table.hand(1) == ["Excalibur", "Spy"]
    assert sorted(table.trashed[:2]) == ["Merchant of Seat 2", "Thief of Seat 2"]
    deck = table.match.deck.edit(change=[{"chip_id": "excalibur", "male_art": 1}])
    table = new_table(3, deck=deck).put(["", "Excalibur"], played={0: "Caelia"}).act("Name Seat 2", "No more")
    assert table.hand(1) == ["Excalibur"]


@pytest.mark.rule("EX-216", "EX-340")
@pytest.mark.parametrize(
    ("male_art", "left", "said"),
    [
        ("deck", ["Excalibur", "Spy"], "its chips with male figures"),
        ("none", ["Excalibur", "Merchant", "Spy", "Thief"], "no chip counts as male"),
        ("all", ["Excalibur"], "all its chips but swords"),
    ],
)
def test_which_chips_show_a_male_figure_can_be_chosen(
    new_table: NewTable, male_art: str, left: list[str], said: str
) -> None:
    table = new_table(3, male_art=male_art).put(["", "Excalibur, Thief, Spy, Merchant"], played={0: "Caelia"})
    assert said in table.match.scene(0).message
    assert table.act("Name Seat 2", "No more").hand(1) == left


# Lady of the Lake


@pytest.mark.rule("EX-135", "EX-136", "EX-350", "EX-411")
@pytest.mark.parametrize(
    ("way", "passed"), [("left", ["Excalibur", "", "Spy, Thief"]), ("right", ["Spy, Thief", "Excalibur", ""])]
)
def test_the_lady_of_the_lake_passes_all_hands(new_table: NewTable, way: str, passed: list[str]) -> None:
    table = new_table(3).put(
        ["", "Spy, Thief", "Excalibur"], played={0: "Lady of the Lake"}, permanents={1: "Fisher King"}
    )
    table.act("Let the Fisher King be", f"To the {way}")
    assert [", ".join(hand) for hand in table.hands] == passed
    assert table.permanents(1) == ["Fisher King"]


@pytest.mark.rule("EX-136", "EX-511", "EX-506")
def test_a_seat_knows_what_it_passed_on_and_what_others_were_seen_to_hold(new_table: NewTable) -> None:
    table = new_table(4).put(["Merlin", "Spy, Thief", "Excalibur"], played={3: "Lady of the Lake"})
    table.let_see(3, "Spy", places.ZONES.hand + 1).act("To the left")
    assert [table.seen_in_hand(viewer, 2) for viewer in (0, 1, 2, 3)] == [
        [],
        ["Spy", "Thief"],
        ["Spy", "Thief"],
        ["Spy"],
    ]


# Mordred


@pytest.mark.rule("EX-144", "EX-145", "EX-350", "EX-416", "EX-507")
def test_mordred_sees_a_hand_and_may_swap(new_table: NewTable) -> None:
    table = new_table(3).put(["Cursed Blade", "Excalibur, Spy", "Thief"], played={0: "Mordred"})
    assert table.may() == ["Name Seat 2", "Name Seat 3"]
    table.act("Name Seat 2")
    assert table.may() == ["Swap hands", "Keep your hand"]
    assert [table.seen_in_hand(viewer, 1) for viewer in (None, 0, 2)] == [[], ["Excalibur", "Spy"], []]
    assert table.heard("You see Excalibur in the hand of Seat 2.", 0)
    assert table.heard("Seat 1 looks at the hand of Seat 2.", 1)
    assert not any("Excalibur" in line for line in table.told(2))
    table.act("Swap hands")
    assert table.hands == [["Excalibur", "Spy"], ["Cursed Blade"], ["Thief"]]
    assert (table.seen_in_hand(0, 1), table.seen_in_hand(1, 0)) == (["Cursed Blade"], ["Excalibur", "Spy"])
    assert [table.seen_in_hand(2, seat) for seat in (0, 1)] == [[], []]


@pytest.mark.rule("EX-145", "EX-353")
def test_mordred_need_not_swap(new_table: NewTable) -> None:
    table = new_table(3).put(["Cursed Blade", "Excalibur"], played={0: "Mordred"}).act("Name Seat 2", "Keep your hand")
    assert table.hands[:2] == [["Cursed Blade"], ["Excalibur"]]
    assert table.heard("Seat 1 does not swap hands.")
    assert table.seen_in_hand(0, 1) == ["Excalibur"]


# Spy


@pytest.mark.rule("EX-163", "EX-164", "EX-165", "EX-351", "EX-417", "EX-508", "EX-507")
def test_the_spy_sees_a_hand_and_shows_one_chip_of_it(new_table: NewTable) -> None:
    table = new_table(3).put(["Thief", "Excalibur, Priest"], played={0: "Spy"}).act("Name Seat 2")
    assert table.may() == ["Show Excalibur", "Show Priest"]
    assert table.seen_in_hand(0, 1) == ["Excalibur", "Priest"]
    table.act("Show Priest")
    assert table.heard("Seat 1 shows Priest from the hand of Seat 2.")
    assert table.hand(1) == ["Excalibur", "Priest"]
    assert [table.seen_in_hand(viewer, 1) for viewer in (0, 2, None)] == [["Excalibur", "Priest"], ["Priest"], []]
    assert not any("Excalibur" in line for line in table.told(2))


@pytest.mark.rule("EX-224", "EX-351")
def test_the_spy_must_show_a_chip_unless_that_is_agreed(new_table: NewTable) -> None:
    table = new_table(2, spy_must_show=False).put(["", "Priest"], played={0: "Spy"}).act("Name Seat 2")
    assert table.may() == ["No more", "Show Priest"]
    table.act("No more")
    assert table.trashed == ["Spy of Seat 1"]
    table = new_table(2).put(["", ""], played={0: "Spy"}).act("Name Seat 2")
    assert table.trashed == ["Spy of Seat 1"]
