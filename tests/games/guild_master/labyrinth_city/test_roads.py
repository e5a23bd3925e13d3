"""What a designer is told of the roads on the cards."""

from __future__ import annotations

import workbench as wb
from workbench.decks import Deck


def said(deck: Deck) -> list[str]:
    """What is found about roads, by the column it concerns."""
    return [finding.column for finding in deck.lint() if finding.column.startswith("road_")]


def with_roads(road_class: str, edges: str) -> Deck:
    """The medieval deck with other roads on its first card."""
    changed = {"card_id": "cross_roads", "road_class": road_class, "road_edges_nesw": edges}
    return wb.load_deck("guild_master").edit(change=[changed])


def test_the_roads_of_the_medieval_deck_are_in_order() -> None:
    assert said(wb.load_deck("guild_master")) == []


def test_a_card_without_roads_can_never_be_laid() -> None:
    assert said(with_roads("none", "0000")) == ["road_edges_nesw"]


def test_a_class_that_does_not_fit_the_edges_is_named() -> None:
    deck = with_roads("tee", "1100")
    assert said(deck) == ["road_class"]
    assert any("are a corner" in finding.text for finding in deck.lint())


def test_a_deck_of_dead_ends_cannot_become_a_city() -> None:
    deck = wb.load_deck("guild_master")
    ends = [{"card_id": row["card_id"], "road_class": "dead_end", "road_edges_nesw": "1000"} for row in deck.rows]
    assert said(deck.edit(change=ends)) == ["road_edges_nesw"]


def test_a_card_of_an_older_list_has_a_road_straight_through() -> None:
    deck = with_roads("", "")
    assert int(deck.arrays.roads[0]) == 0b0101
    assert said(deck) == []
