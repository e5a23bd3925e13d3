"""Where the cards of a bonus graph are in a picture of a given width: chains from left to right, groups in columns.

All lengths are in pixels. Cards linked by bonuses are a group. In a wide picture a group is drawn in layers if
its longest chain fits; otherwise, and always in a narrow picture, as an outline: each card indented below its source.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import networkx

from workbench.decks.bonuses import chains_to, frozen, rings

Node = str

WIDE, HIGH = 156, 38  # of a card
BETWEEN = 46  # layers: room for a line, a letter and an arrowhead
BELOW = 12  # a card
PITCH = WIDE + BETWEEN
EDGE = 10  # around the cards of a group, and around the picture
ARC = 34  # above a group with a ring: room for the bonus that closes it
BESIDE = 34  # the same, to the right of an outline
INDENT, LEAST_INDENT = 30, 10
WIDE_PICTURE = 5 * PITCH  # in narrower ones, outlines take less room than chains


@dataclass(frozen=True)
class Group:
    """Linked cards: the upper left corner of each, relative to the group's own corner."""

    places: dict[Node, tuple[int, int]]
    parent: dict[Node, Node]  # the source whose line to the card is part of the tree
    outline: bool
    width: int
    height: int


@dataclass(frozen=True)
class Placed:
    """A group and its place in the picture."""

    group: Group
    x: int
    y: int

    @property
    def right(self) -> int:
        """Where the next group may begin."""
        return self.x + self.group.width + EDGE

    @property
    def bottom(self) -> int:
        """Where the next group below may begin."""
        return self.y + self.group.height + EDGE


def place(sources: Mapping[Node, Sequence[Node]], width: int) -> tuple[Placed, ...]:
    """The groups of a bonus graph in a picture, largest first, given the sources of each card's bonuses."""
    return _placed(frozen(sources), width)


@lru_cache(maxsize=64)  # most changes of a deck leave its bonuses alone
def _placed(sources: tuple[tuple[Node, tuple[Node, ...]], ...], width: int) -> tuple[Placed, ...]:
    order = {node: index for index, (node, _) in enumerate(sources)}
    graph = networkx.Graph((source, node) for node, given in sources for source in given)
    parts = [sorted(part, key=order.__getitem__) for part in networkx.connected_components(graph)]
    parts = sorted((part for part in parts if len(part) > 1), key=lambda part: (-len(part), order[part[0]]))
    trees = _Trees(dict(sources), width)
    placed: list[Placed] = []
    for part in parts:
        placed.append(_highest(trees.group(part), placed, width))
    return tuple(placed)


def _highest(group: Group, placed: Iterable[Placed], width: int) -> Placed:
    """A group in the highest free place between the groups before it, and there leftmost."""
    for top in sorted({EDGE} | {other.bottom for other in placed}):
        beside = [other for other in placed if other.y < top + group.height + EDGE and top < other.bottom]
        for x in sorted({EDGE} | {other.right for other in beside}):
            right = x + group.width + EDGE
            if (right <= width or x == EDGE) and all(x >= other.right or right <= other.x for other in beside):
                return Placed(group, x, top)
    raise AssertionError("below all groups there is room")


class _Trees:
    """The groups of one graph as trees: each card hangs from the source before it in the longest chain to it."""

    def __init__(self, sources: Mapping[Node, Sequence[Node]], width: int) -> None:
        self.sources = sources
        self.room = width - 4 * EDGE
        self.layers = (self.room + BETWEEN) // PITCH if width >= WIDE_PICTURE else 0
        self.chains = chains_to(sources)
        self.in_ring = {card for ring in rings(sources) for card in ring}
        self.follow = dict.fromkeys(self.chains, 0)  # how many cards follow each one in its longest chain
        for chain in self.chains.values():
            for distance, card in enumerate(reversed(chain)):
                self.follow[card] = max(self.follow[card], distance)

    def group(self, cards: list[Node]) -> Group:
        """A group of linked cards with their places."""
        order = self._order(cards)
        parent = {card: self.chains[card][-2] for card in order if len(self.chains[card]) > 1}
        depth = {card: len(self.chains[card]) - 1 for card in order}
        deepest = max(depth.values())
        if deepest < self.layers:
            top = EDGE + (ARC if self.in_ring.intersection(cards) else 0)
            rows = _rows(order, parent)
            places = {card: (EDGE + depth[card] * PITCH, top + rows[card] * (HIGH + BELOW)) for card in order}
            right, bottom = deepest * PITCH + WIDE, top + max(rows.values()) * (HIGH + BELOW) + HIGH
        else:
            beside = BESIDE if sum(len(self.sources[card]) for card in cards) > len(parent) else 0
            indent = max(LEAST_INDENT, min(INDENT, (self.room - WIDE - beside) // deepest))
            places = {card: (EDGE + depth[card] * indent, EDGE + i * (HIGH + BELOW)) for i, card in enumerate(order)}
            right, bottom = deepest * indent + WIDE + beside, EDGE + (len(order) - 1) * (HIGH + BELOW) + HIGH
        return Group(places, parent, deepest >= self.layers, right + 2 * EDGE, bottom + EDGE)

    def _order(self, cards: list[Node]) -> list[Node]:
        """Every card after its source, and all that follows from it before the source's next card; long chains first.

        The cards of a ring come before all others, so that they are in one line.
        """
        children: dict[tuple[Node, ...], list[Node]] = {}
        for card in sorted(cards, key=lambda card: (card not in self.in_ring, -self.follow[card])):
            children.setdefault(self.chains[card][:-1][-1:], []).append(card)
        waiting = children[()][::-1]
        order = []
        while waiting:
            source = waiting.pop()
            order.append(source)
            waiting += children.get((source,), [])[::-1]
        return order


def _rows(order: list[Node], parent: dict[Node, Node]) -> dict[Node, int]:
    """The row of each card: the first card of a source is beside it, every other card is in a new row."""
    rows: dict[Node, int] = {}
    row = -1
    continued: set[Node | None] = {None}
    for card in order:
        source = parent.get(card)
        if source in continued:
            row += 1
        continued.add(source)
        rows[card] = row
    return rows
