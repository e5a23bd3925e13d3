"""Chips that draw from Avalon: Baroness, Morgana, Percival, Priest (EX-105 to EX-107, EX-146 to EX-156)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable

# Baroness


@pytest.mark.rule("EX-105", "EX-106", "EX-107", "EX-409", "EX-120", "EX-116", "EX-167")
def test_baroness_draws_two_and_trashes_one_that_is_no_sword(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Cursed Blade, Spy", "Thief"], played={0: "Baroness"}, regions=("Excalibur, Squire Sword, Priest", 3, 3)
    )
    table.draw((1, 1), (1, 1))
    assert table.may() == ["Trash Spy"]
    table.act("Trash Spy")
    assert table.trashed == ["Spy of Seat 1", "Baroness of Seat 1"]
    assert table.hand(0) == ["Cursed Blade", "Excalibur", "Squire Sword"]
    assert "Spy" in table.seen(None, places.ZONES.trash)


@pytest.mark.rule("EX-723", "EX-347")
def test_a_hand_of_swords_trashes_nothing_for_baroness(new_table: NewTable) -> None:
    table = new_table(2).put(
        ["Cursed Blade", "Thief"], played={0: "Baroness"}, regions=("Excalibur, Squire Sword, Priest", 3, 3)
    )
    table.draw((1, 1), (1, 1))
    assert table.may() == ["No more"]
    table.act("No more")
    assert table.hand(0) == ["Cursed Blade", "Excalibur", "Squire Sword"]
    assert table.trashed == ["Baroness of Seat 1"]


@pytest.mark.rule("EX-303", "EX-347", "EX-353")
def test_baroness_trashes_a_chip_also_where_nothing_can_be_drawn(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"], played={0: "Baroness"}, regions=("", "", ""))
    assert table.may() == ["Trash Spy"]
    table = new_table(2).put(["", "Spy"], played={0: "Baroness", 1: "Caelia"}, regions=("", "", ""))
    assert (table.acting, table.trashed) == (1, ["Baroness of Seat 1"]), "with nothing in hand nobody is asked"


# Morgana


@pytest.mark.rule("EX-146", "EX-147", "EX-148", "EX-332", "EX-419")
def test_morgana_may_reveal_and_resolve_one_of_the_two_she_draws(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest", "Thief"], played={0: "Morgana"}, regions=("Spy, Peasant", 3, 3))
    table.draw((1, 1), (1, 1))
    assert table.may() == ["Reveal Peasant", "Reveal Spy", "Reveal none"]
    table.act("Reveal Spy", "Name Seat 2", "Show Thief")
    assert table.trashed == ["Spy of Seat 1", "Morgana of Seat 1"]
    assert table.hand(0) == ["Peasant", "Priest"]
    assert table.heard("Seat 1 plays Spy.")


@pytest.mark.rule("EX-147", "EX-332", "EX-115")
def test_morgana_may_reveal_none_and_no_sword(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest", "Thief"], played={0: "Morgana"}, regions=("Excalibur, Peasant", 3, 3))
    table.draw((1, 1), (1, 1))
    assert table.may() == ["Reveal Peasant", "Reveal none"]
    table.act("Reveal none")
    assert (sorted(table.hand(0)), table.trashed) == (["Excalibur", "Peasant", "Priest"], ["Morgana of Seat 1"])
    table.put(["Priest", "Thief"], played={0: "Morgana"}, regions=("Excalibur, Squire Sword", 3, 3))
    assert table.draw((1, 1), (1, 1)).may() == ["Reveal none"]


@pytest.mark.rule("EX-332", "EX-303")
def test_morgana_in_an_empty_avalon_reveals_nothing(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"], played={0: "Morgana"}, regions=("", "", ""))
    assert table.trashed == ["Morgana of Seat 1"]


# Percival


@pytest.mark.rule("EX-151", "EX-152", "EX-153", "EX-418", "EX-508", "EX-348")
def test_percival_turns_four_chips_up_takes_one_and_turns_the_others_down(new_table: NewTable) -> None:
    table = new_table(3).put(["Priest"], played={0: "Percival"}, regions=("Excalibur, Spy, Thief", "Spirit, Arthur", 2))
    table.draw((1, 1), (1, 3), (2, 2))
    assert "Chip 1 of region 1" not in table.may()
    table.draw((2, 1))
    assert table.may() == [f"Chip {slot} of region {region}" for region, slot in ((1, 1), (1, 3), (2, 1), (2, 2))]
    for viewer in (0, 1, 2):
        assert table.seen_in_slots(viewer, 0) == ["Excalibur", None, "Thief"]
    assert table.heard("Chip 3 of region 1 is Thief.")
    assert [table.names[kind] for kind in table.match.view(None)["fields"]["turned"]] == [
        "Excalibur", "Thief", "Arthur", "Spirit",
    ]  # fmt: skip
    table.draw((1, 1))
    assert table.heard("Seat 1 takes Excalibur, chip 1 of region 1.", 2)
    assert (table.hand(0), table.region(0), table.region(1)) == (
        ["Excalibur", "Priest"],
        ["Spy", "Thief"],
        ["Spirit", "Arthur"],
    )
    assert table.match.view(None)["fields"]["turned"] == [-1] * 4
    for viewer in (1, 2):
        assert table.seen_in_hand(viewer, 0) == ["Excalibur"]
        assert table.seen_in_slots(viewer, 0) == [None, "Thief"]


@pytest.mark.rule("EX-152", "EX-418", "EX-500")
@pytest.mark.parametrize(("slot", "final"), [((1, 1), True), ((2, 1), False), ((3, 1), False)])
def test_of_chips_that_are_alike_percival_takes_the_one_of_the_slot_he_names(
    new_table: NewTable, slot: tuple[int, int], final: bool
) -> None:
    regions = ("Thief", "Thief, Uther, Spirit", "Thief, Spy")
    table = new_table(2).put(["Priest, Excalibur", "Spy"], played={0: "Percival"}, regions=regions)
    table.draw((2, 1), (1, 1), (2, 2), (3, 1)).draw(slot)
    region, number = slot
    assert table.heard(f"Seat 1 takes Thief, chip {number} of region {region}.", 1)
    assert (table.region(region - 1).count("Thief"), table.final) == (0, final)


@pytest.mark.rule("EX-729", "EX-348")
def test_with_two_chips_left_percival_turns_both(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest"], played={0: "Percival"}, regions=("Spy", "", "Thief"))
    table.draw((1, 1), (3, 1))
    assert table.may() == ["Chip 1 of region 1", "Chip 1 of region 3"]
    table.draw((3, 1))
    assert (table.hand(0), table.region(0), table.regions) == (["Priest", "Thief"], ["Spy"], [1, 0, 0])


@pytest.mark.rule("EX-348", "EX-304")
def test_percival_finds_nothing_in_an_empty_avalon_and_may_empty_a_region(new_table: NewTable) -> None:
    table = new_table(2).put(["Priest"], played={0: "Percival"}, regions=("", "", ""))
    assert table.trashed == ["Percival of Seat 1"]
    table = new_table(2).put(["Priest"], played={0: "Percival"}, regions=("Spy", 4, 4))
    table.draw((1, 1), (2, 1), (2, 2), (2, 3))
    assert not table.final
    assert table.draw((1, 1)).final


# Priest


@pytest.mark.rule("EX-154", "EX-155", "EX-349", "EX-509", "EX-730")
def test_huzzah_is_called_if_a_sword_was_drawn_and_nobody_learns_which(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy"], played={0: "Priest"}, regions=("Squire Sword, Peasant, Thief", 3, 3))
    table.draw((1, 1), (1, 1))
    assert table.heard("Seat 1 calls: Huzzah!", 1)
    assert table.match.view(1)["fields"]["huzzah"] == 1
    assert not any("Squire" in line for line in table.told(1))
    assert table.seen_in_hand(1, 0) == []


@pytest.mark.rule("EX-156", "EX-154")
def test_huzzah_is_not_called_without_a_drawn_sword(new_table: NewTable) -> None:
    table = new_table(2).put(["Excalibur"], played={0: "Priest"}, regions=("Squire Sword, Peasant, Thief", 3, 3))
    table.draw((1, 2), (1, 2))
    assert not table.heard("Seat 1 calls: Huzzah!")
    assert table.match.view(1)["fields"]["huzzah"] == 0


@pytest.mark.rule("EX-509", "EX-501")
def test_between_the_two_draws_nothing_tells_that_the_first_was_a_sword(new_table: NewTable) -> None:
    views = []
    for first in ("Squire Sword", "Peasant"):
        table = new_table(2).put(["Spy"], played={0: "Priest"}, regions=(f"{first}, Thief", 3, 3)).draw((1, 1))
        views.append((table.view_without_box(1), table.match.observed(1).frames.tolist()))
    assert views[0] == views[1]


@pytest.mark.rule("EX-509")
def test_one_sword_and_two_are_called_alike(new_table: NewTable) -> None:
    views = []
    for second in ("Excalibur", "Peasant"):
        table = new_table(2).put(["Spy"], played={0: "Priest"}, regions=(f"Squire Sword, {second}, Thief", 3, 3))
        views.append(table.draw((1, 1), (1, 1)).view_without_box(1))
    assert views[0] == views[1]
