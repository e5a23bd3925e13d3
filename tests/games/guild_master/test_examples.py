"""The worked examples of RULES.md (GM-700 to GM-719, GM-728) that no other test plays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .table import NewTable, Table

EXAMPLE = json.loads((Path(__file__).parent / "five_builders.json").read_text(encoding="utf-8"))
NAMES = list(EXAMPLE["scores"])


def city(new_table: NewTable, names: list[str], **options: object) -> dict[str, int]:
    """The category scores of one seat that has built these cards."""
    return new_table(2, **options).put(built={0: names}, stock=[]).totals(0)


def five_builders(new_table: NewTable, **options: object) -> Table:
    built = {seat: EXAMPLE["built"][name] for seat, name in enumerate(NAMES)}
    return new_table(5, **options).put(built=built, stock=[]).pass_to("game_over")


@pytest.mark.rule("GM-700", "GM-703")
@pytest.mark.parametrize("sources", ["resolved", "printed"])
def test_five_builders_have_the_scores_of_the_table_without_any_bonus(new_table: NewTable, sources: str) -> None:
    table = five_builders(new_table, bonus_sources=sources)
    built = [name for names in EXAMPLE["built"].values() for name in names]
    assert sorted(built) == sorted(table.names)
    assert table.lines("bonus") == []
    for seat, name in enumerate(NAMES):
        scores = dict(zip(EXAMPLE["letters"], EXAMPLE["scores"][name], strict=True))
        assert table.totals(seat) == {letter: points for letter, points in scores.items() if points}


@pytest.mark.rule("GM-700")
def test_the_table_adds_up_to_all_cards() -> None:
    assert [sum(column) for column in zip(*EXAMPLE["scores"].values(), strict=True)] == [
        33,
        38,
        13,
        9,
        11,
        17,
        21,
        26,
        14,
        44,
    ]
    assert [sum(row) for row in EXAMPLE["scores"].values()] == [46, 46, 46, 44, 44]


@pytest.mark.rule("GM-702", "GM-326", "GM-061")
def test_sue_wins_the_table_alone(new_table: NewTable) -> None:
    table = five_builders(new_table)
    assert table.leads() == [5, 3, 3, 1, 1]
    assert table.match.winners == (NAMES.index("Sue"),)
    shared = {(line["seat"], line["category"]) for line in table.lines("shared_lead")}
    assert shared == {(0, "C"), (2, "C"), (0, "P"), (1, "P"), (0, "I"), (4, "I")}


@pytest.mark.rule("GM-702", "GM-285", "GM-327")
def test_three_share_the_table_if_shared_leads_count_for_nobody(new_table: NewTable) -> None:
    table = five_builders(new_table, lead_ties="nobody")
    assert table.leads() == [2, 2, 2, 1, 0]
    assert table.match.winners == (0, 1, 2)
    assert [line["points"] for line in table.lines("tie_total_points")] == [46, 46, 46]
    assert [line["points"] for line in table.lines("tie_fewer_cards")] == [23, 23, 23]


@pytest.mark.rule("GM-706", "GM-275", "GM-301")
def test_a_chain_of_three_and_a_name_in_another_case(new_table: NewTable) -> None:
    names = ["Caravan", "Trade route", "Cross Roads"]
    assert city(new_table, names) == {"T": 8}
    assert city(new_table, names, bonus_sources="printed") == {"T": 7}


@pytest.mark.rule("GM-707")
def test_a_bonus_needs_its_own_source(new_table: NewTable) -> None:
    assert city(new_table, ["Caravan", "Cross Roads"]) == {"T": 4}


@pytest.mark.rule("GM-709")
def test_the_longest_chain(new_table: NewTable) -> None:
    names = ["Sage", "University", "Library", "Printing Press", "Dye Maker", "Fishing Village"]
    assert city(new_table, names) == {"L": 11, "I": 4, "F": 2}


@pytest.mark.rule("GM-710", "GM-275", "GM-322", "GM-301")
def test_one_brewer_serves_tavern_and_pub(new_table: NewTable) -> None:
    names = ["Tavern", "Pub", "Brewer"]
    assert city(new_table, names) == {"A": 7, "F": 1}
    assert city(new_table, names, bonus_sources="printed") == {"A": 5, "F": 1}


@pytest.mark.rule("GM-711", "GM-275", "GM-301")
def test_a_tanner_takes_the_ranch(new_table: NewTable) -> None:
    names = ["Cobbler", "Tanner", "Ranch"]
    assert city(new_table, names) == {"I": 6, "F": 2}
    assert city(new_table, names, bonus_sources="printed") == {"I": 5, "F": 2}


@pytest.mark.rule("GM-712", "GM-322")
def test_one_iron_mine_serves_three(new_table: NewTable) -> None:
    assert city(new_table, ["Iron Mine", "Smelter", "Blacksmith", "Armorer"]) == {"I": 10, "M": 1}


@pytest.mark.rule("GM-713", "GM-057")
def test_three_split_cards(new_table: NewTable) -> None:
    assert city(new_table, ["Carpenter", "Stables", "Herbalist"]) == {"C": 1, "I": 2, "M": 1, "T": 1, "P": 1}


@pytest.mark.rule("GM-714", "GM-275")
def test_one_seat_builds_everything(new_table: NewTable) -> None:
    everything = new_table(2).names
    most = {"F": 39, "T": 49, "C": 17, "R": 12, "G": 14, "M": 22, "P": 26, "A": 33, "L": 18, "I": 58}
    assert city(new_table, everything) == most
    assert city(new_table, everything, bonus_sources="printed") == most | {"T": 48, "A": 31, "I": 57}


@pytest.mark.rule("GM-728", "GM-061", "GM-325", "GM-326")
def test_three_seats_with_shared_and_empty_categories(new_table: NewTable) -> None:
    # A deck made for these scores, without bonuses. An odd sum is made even by a point in a spare category X,
    # in which the first two seats share the lead.
    wanted = [{"F": 6, "T": 4, "C": 2, "I": 3}, {"F": 6, "T": 2, "C": 4, "I": 5}, {"F": 2, "T": 4, "C": 1, "I": 1}]
    built: dict[int, list[str]] = {}
    rows = []
    for seat, scores in enumerate(wanted):
        letters = [letter for letter, points in scores.items() for _ in range(points)]
        if len(letters) % 2:
            letters.append("X")
        pairs = ["".join(letters[i : i + 2]) for i in range(0, len(letters), 2)]
        built[seat] = [f"Card {seat} {i}" for i in range(len(pairs))]
        rows += [{"name": name, "resources": pair} for name, pair in zip(built[seat], pairs, strict=True)]
    medieval = new_table(2).match.deck
    spare = {"letter": "X", "name": "Beyond", "sign": "×", "colour": "#000000"}
    deck = medieval.edit(add=rows, categories=[*medieval.meta.categories, spare], name="three_seats")
    table = new_table(3, deck=deck).put(built=built, stock=[]).pass_to("game_over")
    ten = [
        [line for line in table.lines("lead", seat) + table.lines("shared_lead", seat) if line["category"] != "X"]
        for seat in range(3)
    ]
    assert [{key: points for key, points in table.totals(seat).items() if key != "X"} for seat in range(3)] == wanted
    assert [len(lines) for lines in ten] == [2, 3, 1]
    assert [sorted(line["category"] for line in lines if line["reason"] == "shared_lead") for lines in ten] == [
        ["F", "T"],
        ["F"],
        ["T"],
    ]
    assert table.match.winners == (1,)
    assert {line["category"] for lines in ten for line in lines}.isdisjoint("RGMPAL")
