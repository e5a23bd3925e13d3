"""When the final round comes, and that it is the last (EX-030 to EX-034, EX-304, EX-305)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur import rules as places

from .table import NewTable

FOUR = ["Thief, Thief, Thief, Thief", "Spy, Spy, Spy, Priest", "Peasant, Peasant, Peasant, Peasant"]


@pytest.mark.rule("EX-030", "EX-031", "EX-034", "EX-032")
@pytest.mark.parametrize("seats", range(2, 9))
def test_one_empty_region_of_few_seats_or_two_of_many_make_the_round_the_final_one(
    new_table: NewTable, seats: int
) -> None:
    table = new_table(seats).put(["Spy"], played={0: "Priest"}, regions=("Thief", "Arthur", 20)).draw((1, 1))
    assert table.final == (seats <= 5)
    table.draw((2, 1))
    assert table.final
    assert (table.phase, table.match.over) == ("game_over", True)


@pytest.mark.rule("EX-034", "EX-018")
def test_the_final_round_is_played_to_its_end(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"], played={0: "Priest", 1: "Peasant"}, regions=("Arthur", 9, 9))
    table.draw((1, 1), (2, 1))
    assert (table.final, table.acting, table.match.over) == (True, 1, False)
    table.act("Steal from Seat 1").act(table.may()[0])
    assert table.match.over


@pytest.mark.rule("EX-712", "EX-032", "EX-033", "EX-304", "EX-608", "EX-513")
def test_five_seats_a_region_emptied_in_the_draw_step_stays_counted_though_chips_come_back(new_table: NewTable) -> None:
    table = new_table(5).put(
        [*FOUR, "Artisan, Spirit, Spirit", "Merchant, Merchant, Merchant, Merchant"], regions=("Uther", 9, 8)
    )
    assert not table.final
    table.draw((1, 1))
    assert table.final
    assert table.heard("Region 1 is empty: this is the final round.")
    assert table.told()[-1] == "Region 1 is empty: this is the final round."
    table.play("Thief", "Spy", "Peasant", "Artisan", "Merchant").act("Steal from Seat 2", "Steal from Seat 3")
    table.act("Name Seat 1", "Show Thief", "Draw").draw((2, 1)).act(table.may()[-1])
    table.act("Draw").draw((2, 1), (2, 1))
    for _ in range(2):
        table.act(next(label for label in table.may() if "into region 1" in label))
    assert (table.regions[0], table.final, table.acting) == (2, True, 4)
    view = table.match.view(None)["fields"]
    assert (view["final"], view["final_region"]) == (1, 0)


@pytest.mark.rule("EX-713", "EX-305", "EX-033")
def test_six_seats_two_regions_empty_at_the_same_moment(new_table: NewTable) -> None:
    table = new_table(6).put(["Spy"], played={0: "Peasant"}, regions=("", "Uther", 12))
    assert not table.final
    table.act("Draw").draw((2, 1))
    assert table.final
    assert table.heard("Region 2 is empty: this is the final round.")
    table.act("Put Spy into region 1")
    assert (table.match.over, table.regions) == (True, [1, 0, 12])


@pytest.mark.rule("EX-714", "EX-305")
def test_six_seats_two_regions_that_were_never_empty_together_do_not_count(new_table: NewTable) -> None:
    table = new_table(6).put(["Spy"], played={0: "Peasant", 1: "Priest"}, regions=("", "Uther", 12))
    table.act("Draw").draw((3, 1)).act("Put Spy into region 1")
    table.draw((2, 1))
    assert (table.regions, table.final) == ([1, 0, 11], False)


@pytest.mark.rule("EX-212")
@pytest.mark.parametrize(
    ("threshold", "finals"), [("1", [True] * 3), ("2", [False, True, True]), ("3", [False, False, True])]
)
def test_the_host_may_say_how_many_regions_must_be_empty(
    new_table: NewTable, threshold: str, finals: list[bool]
) -> None:
    for seats in (2, 8):
        table = new_table(seats, final_threshold=threshold)
        table.put(["Spy"], played={0: "Priest", 1: "Peasant"}, regions=("Uther", "Thief", "Arthur"))
        found = []
        table.draw((1, 1))
        found.append(table.final)
        table.draw((2, 1))
        found.append(table.final)
        table.act("Draw").draw((3, 1))
        found.append(table.final)
        assert found == finals


@pytest.mark.rule("EX-514", "EX-608", "EX-500")
def test_at_the_end_all_hands_are_shown_and_avalon_is_not(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Excalibur"], played={0: "Priest"}, regions=("Arthur", "Squire Sword, Thief", 9))
    table.draw((1, 1), (3, 1))
    assert table.match.over
    for viewer in (None, 0, 1):
        assert table.seen(viewer, places.ZONES.open_hand + 1) == ["Excalibur"]
        assert table.seen(viewer, places.ZONES.open_hand) == sorted(table.hand(0))
        assert table.seen(viewer, places.ZONES.region_0 + 1) == []
    assert table.heard("Seat 2 holds Excalibur at the end.")
    assert table.heard("Squire Sword lies in Avalon at the end.")
    assert int(table.state.turn) == 1
