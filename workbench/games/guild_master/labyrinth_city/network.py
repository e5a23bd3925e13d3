"""The roads of a city as a graph: what is far from what, where roads end, which districts they make, whom they link.

The graph is made from what lies open: its nodes are the cards in the order in which they were laid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))  # to the neighbours by row and column, from north clockwise


@dataclass(frozen=True)
class Placed:
    """A card in the city: where it lies, its four edges as turned (`"1010"`), whose it is, and its categories."""

    title: str
    row: int
    column: int
    edges: str
    owner: int
    categories: tuple[str, ...]


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

    >>> mill = Placed("Mill", 0, 0, "0100", 0, ("F",))
    >>> moat = Placed("Moat", 0, 1, "0001", 1, ("M",))
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
    """The cards on the way between the two that are farthest from each other by road; of several the first."""
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
