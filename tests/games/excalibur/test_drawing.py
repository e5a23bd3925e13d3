"""Avalon, its slots, and the draw step in passes (EX-019 to EX-021, EX-041 to EX-047, EX-301, EX-401)."""

from __future__ import annotations

import pytest

from workbench.games.excalibur.table import FILLED, LEFT, NO_SLOT, SLOTS, ZONES

from .table import NewTable, Table

REGION = "Spy, Thief, Priest, Spirit"


@pytest.mark.rule("EX-019", "EX-352", "EX-020", "EX-301")
def test_all_seats_below_four_chips_name_a_slot_at_the_same_time_and_others_do_not(new_table: NewTable) -> None:
    table = new_table().put(
        ["Spy", "Spy, Spy, Thief", "Thief, Thief, Thief, Thief", "Priest, Priest, Priest, Priest, Thief"]
    )
    assert (table.phase, table.asked) == ("draw", [0, 1])
    table.name({0: (1, 1), 1: (2, 1)})
    assert table.asked == [0]
    assert table.hand_sizes == [2, 4, 4, 5]
    table.name({0: (1, 1)}).name({0: (1, 1)})
    assert (table.phase, table.hand_sizes) == ("play", [4, 4, 4, 5])


@pytest.mark.rule("EX-020", "EX-401", "EX-402")
def test_nothing_of_what_is_named_shows_until_all_have_named(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"])
    others = [table.match.view(viewer) for viewer in (0, None)]
    table.by(1, "Chip 3 of region 2")
    for viewer, before in zip((0, None), others, strict=True):
        assert table.match.view(viewer) == {**before, "to_act": [0]}
    assert table.hand_sizes == [1, 1]


@pytest.mark.rule("EX-021", "EX-301", "EX-036")
@pytest.mark.parametrize("crown", range(4))
def test_the_seat_nearest_the_crown_clockwise_gets_a_slot_that_several_name(new_table: NewTable, crown: int) -> None:
    table = new_table(4).put(["Peasant"] * 4, regions=(REGION, 9, 9), crown=crown)
    table.name(dict.fromkeys(range(4), (1, 2)))
    assert table.hand_sizes == [1 + (seat == crown) for seat in range(4)]
    assert "Thief" in table.hand(crown)
    for seat in range(4):
        assert table.heard(f"Seat {seat + 1} must choose again.") == (seat != crown)


@pytest.mark.rule("EX-732", "EX-021")
def test_seats_four_and_nought_get_their_chips_and_seat_one_names_again(new_table: NewTable) -> None:
    four = "Priest, Spirit, Peasant, Merchant"
    table = new_table(5).put(["Spy", "Spy", four, four, "Thief, Thief, Thief"], regions=(REGION, 9, 9), crown=2)
    table.name({0: (1, 1), 1: (1, 2), 4: (1, 2)})
    assert [len(hand) for hand in table.hands] == [2, 1, 4, 4, 4]
    assert "Thief" in table.hand(4)
    assert (table.asked, table.seen_in_hand(1, 4), table.seen_in_hand(1, 0)) == ([0, 1], [], [])
    assert table.told() == [
        "Round 1.",
        "Seat 5 draws chip 2 from region 1.",
        "Seat 1 draws chip 1 from region 1.",
        "Seat 2 must choose again.",
    ]


@pytest.mark.rule("EX-401", "EX-500", "EX-501")
def test_the_slot_becomes_public_and_the_chip_is_for_the_seat_alone(new_table: NewTable) -> None:
    table = (
        new_table(2)
        .put(["Merchant, Merchant, Merchant", "Thief, Thief, Thief, Thief"], regions=(REGION, 9, 9))
        .draw((1, 3))
    )
    assert table.heard("Seat 1 draws chip 3 from region 1.")
    assert table.heard("You draw Priest.", 0)
    assert not any("Priest" in line for line in table.told(1) + table.told())
    assert table.region(0) == ["Spy", "Thief", "Spirit"]


@pytest.mark.rule("EX-303", "EX-301")
def test_drawing_ends_when_avalon_is_empty(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy", "Thief"], regions=("Priest", "", "Spirit"))
    table.name({0: (1, 1), 1: (3, 1)})
    assert (table.phase, table.hand_sizes, table.regions) == ("play", [2, 2], [0, 0, 0])
    table = new_table(2).put(["Spy", "Thief"], regions=("Priest", "", ""))
    table.name({0: (1, 1), 1: (1, 1)})
    assert (table.phase, table.hand_sizes) == ("play", [2, 1])
    assert not table.heard("Seat 2 must choose again.")


@pytest.mark.rule("EX-303", "EX-045", "EX-046")
def test_a_draw_may_take_chips_of_any_regions_that_are_not_empty(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy, Spy, Thief"], played={0: "Priest"}, regions=("Thief", "", "Spirit, Thief"))
    assert table.may() == ["Chip 1 of region 1", "Chip 1 of region 3", "Chip 2 of region 3"]
    table.draw((3, 1), (1, 1))
    assert table.hand(0) == ["Spirit", "Spy", "Spy", "Thief", "Thief"]


@pytest.mark.rule("EX-047", "EX-352")
def test_no_hand_is_too_large(new_table: NewTable) -> None:
    table = new_table(2).put(["Spy, Spy, Thief, Thief, Thief", "Spirit, Spirit, Spirit, Spirit"], played={0: "Priest"})
    table.draw((1, 1), (1, 1))
    assert (table.phase, len(table.hand(0))) == ("play", 7)


@pytest.mark.rule("EX-213", "EX-301")
def test_in_the_order_one_each_seats_draw_one_chip_in_turn_order_until_all_have_four(new_table: NewTable) -> None:
    table = new_table(3, draw_order="one_each").put(["Spy, Spy", "Thief", "Priest, Priest, Priest"], crown=1)
    order = []
    while table.phase == "draw":
        order.append(table.acting)
        table.draw((1, 1) if table.regions[0] else (2, 1))
    assert order == [1, 2, 0, 1, 0, 1]


@pytest.mark.rule("EX-213", "EX-301")
def test_in_the_order_seat_by_seat_each_seat_fills_its_hand_before_the_next(new_table: NewTable) -> None:
    table = new_table(3, draw_order="seat_by_seat").put(["Spy, Spy", "Thief", "Priest, Priest, Priest"], crown=1)
    order = []
    while table.phase == "draw":
        order.append(table.acting)
        table.draw((2, 1))
    assert order == [1, 1, 1, 2, 0, 0]


@pytest.mark.rule("EX-214")
@pytest.mark.parametrize("draw_order", ["simultaneous", "one_each", "seat_by_seat"])
def test_with_draw_sight_after_all_the_chips_of_the_draw_step_are_looked_at_when_it_is_over(
    new_table: NewTable, draw_order: str
) -> None:
    table = new_table(2, draw_sight="after_all", draw_order=draw_order)
    table.put(["Priest, Priest", "Thief, Thief, Thief, Thief"], regions=("Spy, Arthur", 3, 3)).draw((1, 2))
    assert (table.hand(0), table.at(ZONES.unseen), table.seen(0, ZONES.unseen)) == (
        ["Priest", "Priest"],
        ["Arthur"],
        [],
    )
    hand = next(zone for zone in table.match.scene(0).zones if zone.id == "hand")
    assert [card.badge for card in hand.cards if card.face_down] == ["drawn"]
    assert hand.cards[-1].title == ""
    assert "the last one" in table.match.scene(0).message
    assert not table.heard("You draw Arthur.", 0)
    table.draw((1, 1))
    assert (table.hand(0), table.phase) == (["Arthur", "Priest", "Priest", "Spy"], "play")
    assert table.heard("You draw Arthur.", 0)
    assert table.heard("You draw Spy.", 0)
    assert table.seen_in_hand(1, 0) == []


@pytest.mark.rule("EX-214")
@pytest.mark.parametrize(
    ("chip", "place"), [("Merchant", ZONES.hand), ("Priest", ZONES.drawn), ("Morgana", ZONES.drawn)]
)
def test_with_draw_sight_after_all_a_chip_that_draws_two_shows_them_together(
    new_table: NewTable, chip: str, place: int
) -> None:
    table = new_table(3, draw_sight="after_all").put([], played={0: chip}, regions=("Spy, Arthur, Uther", 3, 3))
    if chip == "Merchant":
        table.act("Draw")
    table.draw((1, 1))
    assert (table.at(ZONES.unseen), table.seen(0, ZONES.unseen), table.at(place)) == (["Spy"], [], [])
    table.draw((1, 1))
    looked_at = ZONES.hand if chip == "Priest" else place  # the Priest only calls
    assert (table.at(ZONES.unseen), table.seen(0, looked_at)[:2]) == ([], ["Arthur", "Spy"])
    each = new_table(3).put([], played={0: "Morgana"}, regions=("Spy, Arthur, Uther", 3, 3)).draw((1, 1))
    assert each.seen(0, ZONES.drawn) == ["Spy"], "usually a seat sees each chip before it names the next"


@pytest.mark.rule("EX-215")
def test_with_avalon_choice_region_a_seat_names_a_region_and_gets_any_chip_of_it(new_table: NewTable) -> None:
    got = set()
    for seed in range(40):
        table = new_table(2, seed=seed, avalon_choice="region")
        table.put(["Priest, Priest, Priest", "Thief, Thief, Thief, Thief"], regions=("Spy, Arthur, Spirit", "", 2))
        assert table.may() == ["A chip of region 1", "A chip of region 3"]
        table.act("A chip of region 1")
        got |= set(table.hand(0)) - {"Priest"}
    assert got == {"Spy", "Arthur", "Spirit"}


@pytest.mark.rule("EX-215", "EX-021")
def test_of_two_seats_that_name_a_region_with_one_chip_the_later_names_again(new_table: NewTable) -> None:
    table = new_table(2, avalon_choice="region").put(["Priest", "Thief"], regions=("Spy", 3, 3), crown=1)
    table.by(0, "A chip of region 1").by(1, "A chip of region 1")
    assert (table.hand(1), table.hand(0)) == (["Spy", "Thief"], ["Priest"])
    assert table.heard("Seat 1 must choose again.")


@pytest.mark.rule("EX-041", "EX-042", "EX-500", "EX-306", "EX-300", "EX-043")
def test_chips_keep_their_order_and_a_chip_put_back_lies_at_the_end_of_its_region(new_table: NewTable) -> None:
    table = new_table(2).put(["Arthur"], played={0: "Peasant"}, regions=(REGION, 4, 4))
    table.act("Draw").draw((1, 2))
    assert table.region(0) == ["Spy", "Priest", "Spirit"]
    table.act("Put Arthur into region 1")
    assert table.region(0) == ["Spy", "Priest", "Spirit", "Arthur"]
    assert table.heard("Seat 1 puts a chip into region 1.")
    counts = [zone["count"] for name, zone in table.match.view(None)["zones"].items() if name.startswith("region")]
    assert counts == [4, 4, 4]


@pytest.mark.rule("EX-300", "EX-306", "EX-134")
def test_chips_keep_their_slots_and_those_that_were_left_stay_empty_until_they_are_mixed(new_table: NewTable) -> None:
    def shown(table: Table) -> list[tuple[str, str]]:
        (avalon,) = [zone for zone in table.match.scene(2).zones if zone.id == "avalon"]
        assert avalon.count == sum(table.regions)
        return [(card.id.rpartition("-")[2], card.badge or card.shape) for card in avalon.cards if card.group == "0"]

    table = new_table(3).put(["Spy, Excalibur"], played={0: "Artisan"}, regions=("Thief, Arthur, Uther, Priest", 4, 4))
    table.act("Draw").draw((1, 2), (1, 3))
    assert shown(table) == [("0", "1"), ("1", "hole"), ("2", "3"), ("3", "hole")]
    assert table.heard("Seat 1 draws chip 4 from region 1.")
    table.act("Put Spy into region 1")
    assert shown(table)[3:] == [("3", "hole"), ("4", "5")]  # at its end, even where the last slot is empty
    mixed = new_table(3).put(["", "Excalibur"], played={0: "Guinevere"}, regions=("Thief, Arthur, Uther, Priest", 4, 4))
    mixed.state.slots[0, 1], mixed.state.slots[0, 4] = LEFT, FILLED
    mixed.act("Mix region 1", "Take a sword of Seat 2")
    assert shown(mixed) == [(str(slot), str(slot + 1)) for slot in range(5)]


@pytest.mark.rule("EX-306")
def test_should_the_slots_of_a_region_run_out_its_gaps_close(new_table: NewTable) -> None:
    table = new_table(3).put(["Spy"], played={0: "Peasant"}, regions=("Thief, Arthur, Uther", 4, 4))
    table.state.slots[0] = [LEFT] * (SLOTS - 3) + [FILLED] * 3
    table.act("Draw").draw((2, 1)).act("Put Spy into region 1")
    assert list(table.state.slots[0]) == [FILLED] * 4 + [NO_SLOT] * (SLOTS - 4)
    assert table.seen_in_slots(0, 0)[-1] == "Spy"
