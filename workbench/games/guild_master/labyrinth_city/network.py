"""A city card by card, and its roads as a graph: what is far from what, where roads end, which districts they make.

Everything is made from what lies open: the nodes of the graph are the cards in the order in which they were laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workbench.games.guild_master.deck import ROAD_EDGES
from workbench.games.guild_master.labyrinth_city.rules import turned
from workbench.games.guild_master.labyrinth_city.table import ZONES

if TYPE_CHECKING:
    import networkx

    from workbench.decks import Deck

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # to the neighbours by row and column, from north clockwise


@dataclass(frozen=True)
class Placed:
    """A card in the city: its kind, where it lies, its four edges as turned (`"1010"`), whose it is, its categories."""

    kind: int
    title: str
    row: int
    column: int
    edges: str
    owner: int
    categories: tuple[str, ...]

    @property
    def cell(self) -> str:
        """Where it lies as people say it, counted from the first row and column: C4."""
        return cell_name(self.row, self.column)


def city_of(view: Any, deck: Deck) -> tuple[Placed, ...]:
    """The cards of a city in the order in which they were laid, by rows and columns from the first one."""
    return tuple(card_laid(view, deck, number) for number in range(view.laid))


def card_laid(view: Any, deck: Deck, number: int) -> Placed:
    """The card of a city that was laid after `number` others."""
    card = view.city[number]
    kind = int(deck.arrays.kind[card])
    row = deck.rows[kind]
    edges = edges_as_turned(deck, kind, view.turns[number])
    owner = view.place[card] - ZONES.built
    letters = tuple(dict.fromkeys(str(row["resources"])))
    return Placed(kind, str(row["name"]), view.row[number], view.column[number], edges, owner, letters)


def edges_as_turned(deck: Deck, kind: int, quarters: int) -> str:
    """The edges of a card after a number of quarter turns, from north clockwise."""
    bits = turned(int(deck.arrays.roads[kind]), quarters)
    return ROAD_EDGES[bits][::-1]  # the north edge is the lowest bit and the first letter


def cell_name(row: int, column: int) -> str:
    """A cell as people call it: a letter for the column, a number for the row.

    >>> cell_name(4, 5), cell_name(0, 27)
    ('F5', 'AB1')
    """
    return f"{column_name(column)}{row + 1}"


def column_name(column: int) -> str:
    """A column as people call it, A to Z, then AA.

    >>> column_name(0), column_name(26)
    ('A', 'AA')
    """
    first, last = divmod(column, 26)
    return (column_name(first - 1) if first else "") + chr(ord("A") + last)


def network(city: Sequence[Placed]) -> networkx.Graph:
    """The cards as nodes, each with its `card`, joined where roads meet.

    >>> mill = Placed(0, "Mill", 0, 0, "0100", 0, ("F",))
    >>> moat = Placed(1, "Moat", 0, 1, "0001", 1, ("M",))
    >>> network((mill, moat)).edges
    EdgeView([(0, 1)])
    """
    import networkx

    graph = networkx.Graph()
    at = {(card.row, card.column): number for number, card in enumerate(city)}
    for number, card in enumerate(city):
        graph.add_node(number, card=card)
        for side, (down, across) in enumerate(STEPS):
            other = at.get((card.row + down, card.column + across))
            if other is not None and card.edges[side] == "1":
                graph.add_edge(number, other)
    return graph


def longest_road(graph: networkx.Graph) -> list[int]:
    """The cards on the way between the two that are farthest apart by road; of several such ways, the first."""
    import networkx

    ways = dict(networkx.all_pairs_shortest_path(graph))
    return max((way for ends in ways.values() for way in ends.values()), key=len, default=[])


def dead_ends(graph: networkx.Graph) -> list[int]:
    """The cards at which a road ends for good: they have one road."""
    return [number for number, card in graph.nodes(data="card") if card.edges.count("1") == 1]


def open_ends(graph: networkx.Graph) -> list[tuple[int, int]]:
    """Where roads lead out of the city: the card and the side, from north clockwise."""
    filled = {(card.row, card.column) for _, card in graph.nodes(data="card")}
    return [
        (number, side)
        for number, card in graph.nodes(data="card")
        for side, (down, across) in enumerate(STEPS)
        if card.edges[side] == "1" and (card.row + down, card.column + across) not in filled
    ]


def districts(graph: networkx.Graph) -> list[tuple[str, tuple[int, ...]]]:
    """Two or more cards of one category that roads join without leaving it, largest first: the letter, the cards."""
    import networkx

    letters = sorted({letter for _, card in graph.nodes(data="card") for letter in card.categories})
    found = []
    for letter in letters:
        own = graph.subgraph(number for number, card in graph.nodes(data="card") if letter in card.categories)
        found += [(letter, tuple(sorted(part))) for part in networkx.connected_components(own) if len(part) > 1]
    return sorted(found, key=lambda district: (-len(district[1]), district))


def links(graph: networkx.Graph) -> Counter[tuple[int, int]]:
    """Pairs of seats whose cards roads join, with how many roads do."""
    owners = ((graph.nodes[one]["card"].owner, graph.nodes[other]["card"].owner) for one, other in graph.edges)
    return Counter((min(pair), max(pair)) for pair in owners if pair[0] != pair[1])
