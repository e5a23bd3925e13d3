"""Victory: points, leads and the tie-break chain (GM-002, GM-054 to GM-061, GM-322 to GM-327)."""

from __future__ import annotations

from collections import Counter

import pytest

from workbench.storage.errors import OptionError

from .table import NewTable, Table


def final(new_table: NewTable, *built: list[str], seats: int = 4, **options: object) -> Table:
    """A finished game in which the seats have built these cards."""
    table = new_table(seats, **options).put(built=dict(enumerate(built)), stock=[])
    return table.pass_to("game_over")


def counted_by_hand(table: Table, seat: int) -> Counter[str]:
    """A seat's category scores, counted from the card list without the program's rules."""
    points: Counter[str] = Counter()
    owned = table.built(seat)
    for row in table.match.deck.rows:
        if row["name"] in owned:
            points.update(str(row["resources"]))
            if row["bonus_resource"] and row["bonus_source"] in owned:
                points[str(row["bonus_resource"])] += 1
    return points


@pytest.mark.rule("GM-002", "GM-061")
def test_the_winner_gets_the_title(new_table: NewTable) -> None:
    table = final(new_table, [], [], ["Moat"])
    assert table.match.winners == (2,)
    assert "Seat 3" in table.match.scene(None).message
    assert "Guild Master" in table.match.scene(None).message


@pytest.mark.rule("GM-061")
def test_nobody_has_won_before_the_end(new_table: NewTable) -> None:
    assert new_table(4).put(built={2: ["Moat"]}).match.winners == ()


@pytest.mark.rule("GM-054", "GM-059", "GM-055")
@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_points_are_added_up_separately_in_each_category(new_table: NewTable, seed: int, bot: str) -> None:
    table = new_table(4, seed=seed).seat_bots(bot)
    checked = 0
    for _seat in table.bot_acts():
        if table.match.over or table.match.turn != checked:
            checked = table.match.turn
            assert [table.totals(seat) for seat in range(4)] == [counted_by_hand(table, seat) for seat in range(4)]
    assert sum(sum(table.totals(seat).values()) for seat in range(4)) > 0


@pytest.mark.rule("GM-054")
def test_points_of_one_category_do_not_help_another(new_table: NewTable) -> None:
    table = final(new_table, ["Moat", "Port", "Docks"], ["Temple"])
    assert [table.totals(seat) for seat in range(2)] == [{"M": 2, "T": 5}, {"R": 2}]


@pytest.mark.rule("GM-056", "GM-058")
@pytest.mark.parametrize(("name", "letter"), [("Cross Roads", "T"), ("Temple", "R"), ("Palace", "G"), ("Weaver", "I")])
def test_a_double_card_gives_two_points(new_table: NewTable, name: str, letter: str) -> None:
    table = final(new_table, [name])
    row = next(row for row in table.match.deck.rows if row["name"] == name)
    assert row["resources"] == letter * 2
    assert table.totals(0) == {letter: 2}


@pytest.mark.rule("GM-057")
@pytest.mark.parametrize(
    ("name", "letters"), [("Castle", "MG"), ("Herbalist", "IP"), ("Toymaker", "AI"), ("Inn", "AT")]
)
def test_a_split_card_gives_one_point_in_each(new_table: NewTable, name: str, letters: str) -> None:
    assert final(new_table, [name]).totals(0) == dict.fromkeys(letters, 1)


@pytest.mark.rule("GM-059", "GM-060", "GM-704", "GM-705", "GM-323")
def test_trade_route_pays_more_with_cross_roads_of_the_same_seat_only(new_table: NewTable) -> None:
    assert final(new_table, ["Trade route", "Cross Roads"]).totals(0) == {"T": 5}
    assert final(new_table, ["Trade route"]).totals(0) == {"T": 2}
    assert final(new_table, ["Trade route"], ["Cross Roads"]).totals(0) == {"T": 2}


@pytest.mark.rule("GM-323", "GM-705")
@pytest.mark.parametrize("place", ["own hand", "other hand", "discards", "stock", "other city"])
def test_a_source_that_the_seat_has_not_built_gives_nothing(new_table: NewTable, place: str) -> None:
    source = ["Cross Roads"]
    table = new_table(3).put(
        built={0: ["Trade route"], 1: source if place == "other city" else []},
        hands={0: source if place == "own hand" else [], 1: source if place == "other hand" else []},
        discards=source if place == "discards" else [],
        stock=source if place == "stock" else [],
    )
    assert table.totals(0) == {"T": 2}
    assert table.lines("bonus") == []


@pytest.mark.rule("GM-323", "GM-307")
def test_cards_in_hand_decide_nothing(new_table: NewTable) -> None:
    table = new_table(3).put(built={0: ["Trade route"], 1: ["Bridge"]}, hands={0: ["Cross Roads"]}, stock=[])
    table.pass_to("game_over")
    assert table.match.winners == (0, 1)  # two points in T each, a shared win


@pytest.mark.rule("GM-322")
@pytest.mark.parametrize("order", [["Trade route", "Cross Roads"], ["Cross Roads", "Trade route"]])
def test_it_does_not_matter_which_of_the_two_was_built_first(new_table: NewTable, order: list[str]) -> None:
    table = new_table(2).put(hands={0: order})
    table.pass_to("build", 0).build(0, "T", order[:1])
    assert table.totals(0) == {"T": 2}
    table.pass_to("build", 1).build(1, "T").pass_to("build", 0).build(0, "T", order[1:])
    assert table.totals(0) == {"T": 5}


@pytest.mark.rule("GM-322")
def test_one_source_serves_several_cards_and_each_bonus_counts_once(new_table: NewTable) -> None:
    table = final(new_table, ["Cross Roads", "Trade route", "Inn", "Town Square"])
    assert table.totals(0) == {"T": 2 + 3 + 2 + 2, "A": 1, "G": 1}
    assert len(table.lines("bonus")) == 3


@pytest.mark.rule("GM-322", "GM-261")
def test_each_copy_of_a_card_is_a_card_of_its_own(new_table: NewTable) -> None:
    medieval = new_table(2).match.deck
    deck = medieval.edit(
        change=[{"card_id": "trade_route", "count": 3}, {"card_id": "cross_roads", "count": 2}], name="copies"
    )
    table = new_table(2, deck=deck)
    assert len(table.stock) == 116 - 10
    table.put(hands={0: ["Trade route", "Trade route", "Cross Roads", "Cross Roads"]}, phase="build")
    table.build(0, "T", ["Trade route", "Trade route", "Cross Roads", "Cross Roads"])
    assert table.totals(0) == {"T": 2 * 4 + 2}


@pytest.mark.rule("GM-324", "GM-708")
@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Graveyard"], {"P": 2}),
        (["Graveyard", "Cathedral"], {"P": 2, "R": 3}),
        (["Graveyard", "Cathedral", "Shrine"], {"P": 2, "R": 6}),
    ],
)
def test_a_bonus_may_be_in_another_category_than_the_card(
    new_table: NewTable, names: list[str], expected: dict[str, int]
) -> None:
    assert final(new_table, names).totals(0) == expected


@pytest.mark.rule("GM-061")
def test_the_most_leads_win_and_not_the_most_points(new_table: NewTable) -> None:
    table = final(new_table, ["Temple", "Moat"], ["Cross Roads", "Trade route", "Caravan", "Port", "Docks", "Bridge"])
    assert table.leads() == [2, 1, 0, 0]
    assert table.match.winners == (0,)


@pytest.mark.rule("GM-061", "GM-605")
def test_a_category_is_led_by_the_highest_score_in_it(new_table: NewTable) -> None:
    table = final(new_table, ["Temple"], ["Monastery", "Shrine"], ["Catacombs"])
    assert [line["seat"] for line in table.lines("lead") if line["category"] == "R"] == [1]
    assert table.leads() == [0, 1, 1, 0]  # the Catacombs lead P


@pytest.mark.rule("GM-325", "GM-728")
def test_an_empty_category_is_led_by_nobody(new_table: NewTable) -> None:
    table = final(new_table, ["Temple"])
    assert {line["category"] for line in table.lines() if line["reason"] in ("lead", "shared_lead")} == {"R"}
    assert table.leads() == [1, 0, 0, 0]
    assert final(new_table).leads() == [0, 0, 0, 0]


@pytest.mark.rule("GM-326", "GM-285")
def test_a_shared_lead_counts_for_every_tied_seat(new_table: NewTable) -> None:
    table = final(new_table, ["Temple"], ["Shrine"], ["Monastery", "Moat"], ["Castle"])
    assert table.leads() == [1, 1, 2, 1]
    assert table.match.winners == (2,)


@pytest.mark.rule("GM-285")
def test_a_shared_lead_may_count_for_nobody(new_table: NewTable) -> None:
    table = final(new_table, ["Temple"], ["Shrine"], ["Monastery", "Moat"], ["Castle"], lead_ties="nobody")
    assert table.leads() == [0, 0, 1, 1]
    assert table.lines("shared_lead") == []
    with pytest.raises(OptionError, match="lead_ties"):
        new_table(4, lead_ties="first")


@pytest.mark.rule("GM-327", "GM-609")
def test_first_more_categories_led_alone_break_a_tie(new_table: NewTable) -> None:
    # Seat 1 has more points, but shares both its leads: F with seat 0, C with seat 2.
    table = final(
        new_table, ["Cross Roads", "Vineyard"], ["Orchard", "Quarry", "Rug Merchant"], ["Architect"], ["Weaver"]
    )
    assert table.leads() == [2, 2, 1, 1]
    assert [sum(table.totals(seat).values()) for seat in range(2)] == [4, 6]
    assert {line["seat"]: line["points"] for line in table.lines("tie_unshared_leads")} == {0: 1, 1: 0}
    assert table.match.winners == (0,)
    assert table.lines("tie_total_points") == []


@pytest.mark.rule("GM-327", "GM-609")
def test_then_more_points_in_all_break_a_tie(new_table: NewTable) -> None:
    table = final(new_table, ["Cross Roads"], ["Vineyard", "Rug Merchant"], ["Weaver"])
    assert table.leads() == [1, 1, 1, 0]
    assert {line["seat"]: line["points"] for line in table.lines("tie_total_points")} == {0: 2, 1: 4, 2: 2}
    assert table.match.winners == (1,)
    assert table.lines("tie_fewer_cards") == []


@pytest.mark.rule("GM-327", "GM-609")
def test_then_fewer_built_cards_break_a_tie(new_table: NewTable) -> None:
    table = final(
        new_table, ["Vineyard", "Orchard", "Shepherd", "Salt Mine"], ["Caravan", "Trade route", "Cross Roads"]
    )
    assert [sum(table.totals(seat).values()) for seat in range(2)] == [8, 8]
    assert {line["seat"]: line["points"] for line in table.lines("tie_fewer_cards")} == {0: 4, 1: 3}
    assert table.match.winners == (1,)
    assert table.lines("shared_win") == []


@pytest.mark.rule("GM-327", "GM-609")
def test_what_is_still_tied_is_won_together(new_table: NewTable) -> None:
    table = final(new_table, ["Vineyard"], [], ["Cross Roads"])
    assert table.match.winners == (0, 2)
    assert [line["seat"] for line in table.lines("shared_win")] == [0, 2]
    assert "share" in table.match.scene(None).message
