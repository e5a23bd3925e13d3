"""The score sheet's lines (GM-600 to GM-605, GM-609, GM-610) and running totals (GM-055)."""

from __future__ import annotations

import numpy as np
import pytest

from workbench import simulate

from .table import NewTable, Table

BUILT = {
    0: ["Graveyard", "Cathedral", "Carpenter", "Lumbermill"],
    1: ["Temple", "Monastery", "Quarry"],
    2: ["Shrine", "Architect", "Weaver"],
}


def sheet(new_table: NewTable) -> Table:
    return new_table(3).put(built=BUILT, stock=[]).pass_to("game_over")


def facts(lines: list[dict]) -> list[tuple]:
    return [(line["seat"], line["source"], line["category"], line["points"]) for line in lines]


@pytest.mark.rule("GM-600")
def test_a_double_card_has_one_line_of_two_points(new_table: NewTable) -> None:
    lines = sheet(new_table).lines("base_double", 0)
    assert sorted(facts(lines)) == [(0, "Cathedral", "R", 2), (0, "Graveyard", "P", 2), (0, "Lumbermill", "C", 2)]
    assert {line["level"] for line in lines} == {"point"}
    assert {line["rule"] for line in lines} == {"GM-600"}


@pytest.mark.rule("GM-601")
def test_a_split_card_has_a_line_of_one_point_for_each_letter(new_table: NewTable) -> None:
    lines = sheet(new_table).lines("base_split")
    assert facts(lines) == [(0, "Carpenter", "C", 1), (0, "Carpenter", "I", 1)]
    assert {line["level"] for line in lines} == {"point"}


@pytest.mark.rule("GM-602")
def test_a_bonus_has_a_line_that_names_its_source(new_table: NewTable) -> None:
    lines = sheet(new_table).lines("bonus")
    assert sorted(facts(lines)) == [(0, "Carpenter", "C", 1), (0, "Graveyard", "R", 1)]
    assert {
        line["source"]: next(name for name in BUILT[0] if name in line["text"] and name != line["source"])
        for line in lines
    } == {
        "Carpenter": "Lumbermill",
        "Graveyard": "Cathedral",
    }
    assert {line["level"] for line in lines} == {"point"}


@pytest.mark.rule("GM-602")
def test_a_report_knows_a_bonus_from_the_points_of_the_card_itself() -> None:
    cards = simulate("guild_master", games=10, seats=3, bots="greedy", compiled=False).cards
    own_points = cards.points[cards.scored > 0] - cards.bonus_share[cards.scored > 0]
    np.testing.assert_allclose(own_points, 2)


@pytest.mark.rule("GM-603")
def test_each_seat_and_category_has_a_total_of_the_lines_above(new_table: NewTable) -> None:
    table = sheet(new_table)
    totals = table.lines("category_total")
    assert [(line["seat"], line["category"]) for line in totals] == [
        (s, letter) for s in range(3) for letter in table.letters
    ]
    for total in totals:
        points = [
            line["points"]
            for line in table.lines(seat=total["seat"])
            if line["level"] == "point" and line["category"] == total["category"]
        ]
        assert total["points"] == sum(points)
    assert table.totals(0) == {"P": 2, "R": 3, "C": 4, "I": 1}


@pytest.mark.rule("GM-604")
def test_each_lead_has_a_line_and_a_shared_one_names_the_others(new_table: NewTable) -> None:
    table = new_table(3).put(built={0: ["Temple", "Moat"], 1: ["Shrine"], 2: ["Monastery", "Weaver"]}, stock=[])
    assert sorted(facts(table.lines("lead"))) == [(0, "", "M", 1), (2, "", "I", 1)]
    shared = table.lines("shared_lead")
    assert sorted(facts(shared)) == [(0, "", "R", 1), (1, "", "R", 1), (2, "", "R", 1)]
    for line in shared:
        assert [f"Seat {seat + 1}" in line["text"] for seat in range(3)] == [seat != line["seat"] for seat in range(3)]
        assert "Religion" in line["text"]


@pytest.mark.rule("GM-605")
def test_the_number_of_leads_has_a_line(new_table: NewTable) -> None:
    table = sheet(new_table)
    for seat in range(3):
        led = [*table.lines("lead", seat), *table.lines("shared_lead", seat)]
        (count,) = table.lines("lead_count", seat)
        assert count["points"] == len(led)
        assert count["level"] == "derived"
    assert table.leads() == [2, 1, 1]  # C and P; R; I


@pytest.mark.rule("GM-609")
def test_tie_breaks_are_written_only_as_far_as_they_are_needed(new_table: NewTable) -> None:
    def tie_lines(built: dict[int, list[str]]) -> list[str]:
        lines = new_table(4).put(built=built, stock=[]).lines()
        return list(
            dict.fromkeys(line["reason"] for line in lines if line["reason"].startswith(("tie_", "shared_win")))
        )

    chain = ["tie_unshared_leads", "tie_total_points", "tie_fewer_cards", "shared_win"]
    assert tie_lines({0: ["Temple"]}) == []
    assert tie_lines({0: ["Temple", "Moat"], 1: ["Shrine", "Quarry"], 2: ["Weaver"]}) == chain
    assert tie_lines({0: ["Temple"], 1: ["Moat", "Stone Walls"]}) == chain[:2]
    assert (
        tie_lines({0: ["Vineyard", "Orchard", "Shepherd", "Salt Mine"], 1: ["Caravan", "Trade route", "Cross Roads"]})
        == chain[:3]
    )
    assert (
        tie_lines({0: ["Cross Roads", "Vineyard"], 1: ["Orchard", "Quarry"], 2: ["Architect"], 3: ["Weaver"]})
        == chain[:1]
    )


@pytest.mark.rule("GM-609")
def test_only_tied_seats_have_tie_break_lines(new_table: NewTable) -> None:
    table = new_table(3).put(built={0: ["Temple"], 1: [], 2: ["Weaver"]}, stock=[])
    assert {line["seat"] for line in table.lines() if line["reason"].startswith(("tie_", "shared_win"))} == {0, 2}


@pytest.mark.rule("GM-600", "GM-601", "GM-602", "GM-603", "GM-604", "GM-605", "GM-609")
def test_a_line_names_a_card_and_a_category_only_if_it_is_about_them(new_table: NewTable) -> None:
    tied = new_table(3).put(built={0: ["Temple"], 2: ["Weaver"]}, stock=[])
    named = {
        line["reason"]: [column for column in ("source", "category") if line[column]]
        for line in [*sheet(new_table).lines(), *tied.lines()]
    }
    of_cards = {reason: ["source", "category"] for reason in ("base_double", "base_split", "bonus")}
    of_categories = {reason: ["category"] for reason in ("category_total", "lead")}
    ties = ("tie_unshared_leads", "tie_total_points", "tie_fewer_cards", "shared_win")
    assert named == of_cards | of_categories | {reason: [] for reason in ("lead_count", *ties)}


@pytest.mark.rule("GM-610", "GM-603")
@pytest.mark.parametrize("seed", range(1, 6))
def test_totals_are_twice_the_cards_plus_the_bonuses(new_table: NewTable, seed: int) -> None:
    table = new_table(4, seed=seed).seat_bots("greedy")
    assert list(table.bot_acts())
    bonuses = 0
    for seat in range(4):
        found = len(table.lines("bonus", seat))
        assert sum(line["points"] for line in table.lines("category_total", seat)) == 2 * len(table.built(seat)) + found
        bonuses += found
    assert bonuses


@pytest.mark.rule("GM-055", "GM-511")
def test_base_points_are_there_during_play_for_all_to_see(new_table: NewTable) -> None:
    table = new_table(3).put(hands={0: ["Mason", "Quarry"], 1: ["Pub"]}, built={1: ["Temple"]})
    table.pass_to("build", 0)
    assert [table.totals(seat) for seat in range(3)] == [{}, {"R": 2}, {}]
    table.build(0, "C", ["Mason", "Quarry"])
    assert not table.match.over
    assert [table.totals(seat) for seat in range(3)] == [{"C": 5}, {"R": 2}, {}]
    for viewer in (None, 0, 1, 2):
        guilds = next(zone for zone in table.match.scene(viewer).zones if zone.id == "guilds")
        standing = {group.key: group.standing for group in guilds.groups if group.standing}
        assert standing == {"C": ((0, 5),), "R": ((1, 2),)}


@pytest.mark.rule("GM-055")
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_the_record_keeps_the_base_points_as_cards_are_built(new_table: NewTable, bot: str) -> None:
    table = new_table(3, seed=4).seat_bots(bot)
    for _seat in table.bot_acts():
        kept = table.match.view(None)["fields"]["base_points"]
        for seat in range(3):
            base = dict.fromkeys(table.letters, 0)
            for line in [*table.lines("base_double", seat), *table.lines("base_split", seat)]:
                base[line["category"]] += line["points"]
            assert kept[seat][: len(base)] == list(base.values())


@pytest.mark.rule("GM-511")
def test_cards_in_hand_are_never_part_of_a_total(new_table: NewTable) -> None:
    for hand in (["Mason", "Quarry"], ["Trade route", "Port"]):
        table = new_table(2).put(hands={0: hand}, built={0: ["Cross Roads"]})
        assert [table.totals(seat) for seat in range(2)] == [{"T": 2}, {}]
        assert "Mason" not in str(table.match.score_lines())


@pytest.mark.rule("GM-600", "GM-605")
def test_the_frame_holds_the_same_lines(new_table: NewTable) -> None:
    table = sheet(new_table)
    frame = table.match.scores()
    assert frame.to_dict("records") == table.match.score_lines()
