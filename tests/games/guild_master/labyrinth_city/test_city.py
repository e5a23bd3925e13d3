"""How cards are laid: roads meet roads, blank edges blank ones, and the city stays open."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import workbench as wb
from workbench.games.guild_master.deck import ROAD_EDGES, edges_of, road_bits, road_class
from workbench.games.guild_master.labyrinth_city.network import Placed, dead_ends, network, open_ends
from workbench.games.guild_master.labyrinth_city.rules import turned
from workbench.play import Match

from .table import CLASSES, NewClass

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))


def ways_beside(new_class: NewClass, first: str, following: str, others: bool = True) -> int:
    """In how many ways a card can be laid beside a city of one card, while others hold cards or not."""
    table = new_class()
    name, beside = table.of_class(following, 1), table.of_class(first)
    held = {0: [name], 1: [table.of_class("straight", 5)] if others else []}
    table.lay(held, "build", [beside])
    table.play(0, "build_category", table.letter(name))
    return len(table.ways(0, name)) if name in table.may(0, "take_card") else 0


@pytest.mark.rule("GM-724", "GM-246")
def test_a_turn_brings_the_north_edge_to_the_east() -> None:
    corner = road_bits("1100")
    assert [turned(corner, quarters) for quarters in range(4)] == [*map(road_bits, ("1100", "0110", "0011", "1001"))]


@pytest.mark.rule("GM-725", "GM-233", "GM-247", "GM-248")
@pytest.mark.parametrize(("following", "ways"), list(zip(CLASSES, (2, 2, 4, 6, 2), strict=True)))
def test_the_ways_beside_a_straight(new_class: NewClass, following: str, ways: int) -> None:
    assert ways_beside(new_class, "straight", following) == ways


@pytest.mark.rule("GM-726", "GM-249")
@pytest.mark.parametrize(("following", "ways"), list(zip(CLASSES, (0, 1, 2, 3, 1), strict=True)))
def test_the_ways_beside_a_dead_end_leave_the_city_open(new_class: NewClass, following: str, ways: int) -> None:
    assert ways_beside(new_class, "dead_end", following) == ways


@pytest.mark.rule("GM-726", "GM-249")
def test_the_very_last_card_may_close_the_city(new_class: NewClass) -> None:
    assert ways_beside(new_class, "dead_end", "dead_end", others=False) == 1


@pytest.mark.rule("GM-727", "GM-247")
@pytest.mark.parametrize(("following", "ways"), list(zip(CLASSES, (4, 4, 8, 12, 4), strict=True)))
def test_the_ways_beside_a_cross(new_class: NewClass, following: str, ways: int) -> None:
    assert ways_beside(new_class, "cross", following) == ways


@pytest.mark.rule("GM-254", "GM-245")
def test_the_deck_has_the_roads_that_the_rules_count() -> None:
    deck = wb.load_deck("guild_master")
    assert Counter(row["road_class"] for row in deck.rows) == {
        "dead_end": 11, "corner": 30, "straight": 42, "tee": 25, "cross": 5,
    }  # fmt: skip
    assert all(road_class(edges_of(row)) == row["road_class"] for row in deck.rows)


@pytest.mark.rule("GM-247")
def test_the_first_card_lies_anywhere_in_any_turn_that_differs(new_class: NewClass) -> None:
    table = new_class()
    straight = table.of_class("straight")
    table.lay({0: [straight], 1: [table.of_class("tee")]}, "build").takes(0, straight)
    assert table.verbs(0) == {"turn", "take_back"}
    assert table.may(0, "turn") == [0, 1]


@pytest.mark.rule("GM-244", "GM-412", "GM-514")
def test_a_laid_card_is_its_owners_and_all_read_where_it_lies(new_class: NewClass) -> None:
    table = new_class()
    straight, tee = table.of_class("straight"), table.of_class("tee", 1)
    table.lay({0: [tee], 1: [table.of_class("corner")]}, "build", [straight])
    table.takes(0, tee)
    assert tee not in " ".join(table.match.seat_log(None)), "nothing is told before it lies"
    table.match.play(0, table.match.legal(0)[0])
    table.match.play(0, next(action for action in table.match.legal(0) if action.verb == "turn"))
    assert table.built(0) == {tee}
    assert f"lays {tee} north of {straight}" in " ".join(table.match.seat_log(None))
    cells = next(zone for zone in table.match.scene(None).zones if zone.id == "city").groups
    assert [cell.seat for cell in cells if cell.seat is not None] == [5, 0]


@pytest.mark.rule("GM-250", "GM-243")
def test_a_card_that_fits_nowhere_stays_in_the_hand(new_class: NewClass) -> None:
    table = new_class()
    name = table.of_class("dead_end", 1)
    table.lay({0: [name], 1: [table.of_class("tee")]}, "build", [table.of_class("dead_end")])
    table.play(0, "build_category", table.letter(name))
    assert table.verbs(0) == {"stop"}
    table.play(0, "stop")
    assert table.hand(0) == {name}
    assert table.lines(seat=0, reason="base_double") == []


def test_a_person_may_choose_another_card(new_class: NewClass) -> None:
    table = new_class()
    tee = table.of_class("tee")
    table.lay({0: [tee], 1: [table.of_class("corner")]}, "build", [table.of_class("straight")]).takes(0, tee)
    table.match.play(0, table.match.legal(0)[0])
    table.play(0, "take_back")
    assert table.verbs(0) == {"take_card", "stop"}


@pytest.mark.rule("GM-340", "GM-248")
@settings(max_examples=12)
@given(seed=st.integers(0, 10_000), seats=st.integers(6, 12))
def test_in_every_city_all_touching_edges_agree_and_all_cards_are_linked(seed: int, seats: int) -> None:
    import networkx

    options = {"game_variant": "labyrinth_city", "city_rounds": 1, "trade_offer_cap": 0}
    match = Match("guild_master", seats=seats, seed=seed, options=options, bots=dict.fromkeys(range(seats), "greedy"))
    while not match.over:
        match.play_bot(match.to_act[0])
    city = next(zone for zone in match.scene(None).zones if zone.id == "city")
    cells = {cell.key: cell for cell in city.groups}
    cards = [Placed(0, card.title, *cells[card.group].at, card.roads, 0, ()) for card in city.cards]
    at = {(card.row, card.column): card for card in cards}
    assert len(at) == len(cards) == int(match.state["laid"])
    for card in cards:
        for side, (down, across) in enumerate(STEPS):
            other = at.get((card.row + down, card.column + across))
            assert other is None or card.edges[side] == other.edges[(side + 2) % 4]
    graph = network(cards)
    assert not cards or networkx.is_connected(graph)
    assert len(open_ends(graph)) == int(match.state["open_ends"])
    assert all(cards[number].edges.count("1") == 1 for number in dead_ends(graph))


def test_every_mask_of_edges_has_a_class() -> None:
    assert [road_class(edges) for edges in ROAD_EDGES] == [
        "none", "dead_end", "dead_end", "corner", "dead_end", "straight", "corner", "tee",
        "dead_end", "corner", "straight", "tee", "corner", "tee", "tee", "cross",
    ]  # fmt: skip
