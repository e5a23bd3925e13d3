"""The bonus graph: which card gives which card a bonus, and which sources are missing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING

import networkx

from workbench.decks.bonuses import chains, chains_to, rings
from workbench.graphs.drawing import Drawing
from workbench.graphs.drawn import DrawnGraph
from workbench.graphs.pages import folded
from workbench.graphs.placing import Node
from workbench.kernel.tables import CardTable, card_tables, copies
from workbench.kernel.words import counted
from workbench.pen import Drawn, element, joined, style_sheet

if TYPE_CHECKING:
    from workbench.decks import Deck

MOST_HUBS = 3  # hubs named in sentences
WIDTHS = (336, 562, 820, 1206)  # of the pictures a page chooses from: one or two outlines, four or six cards abreast

STYLE = """
.rt-bonus-room { container: rt-bonus-room / inline-size; color: #2b2118; }
.rt-bonuses > .rt-picture { overflow-x: auto; }
.rt-bonuses svg { display: block; }
.rt-bonuses summary { cursor: pointer; }
"""
FRAME = {"role": "group", "tabindex": "0", "aria-label": "Picture of the bonuses"}


class BonusGraph(DrawnGraph):
    """The bonuses of a deck: an edge from each card that gives one to the card that has it.

    A node is a card's id, with `name`, `letters` (the categories of its own points), `row` (its kind, the place in
    `deck.rows`), `copies` and `missing`. A source that is not a card of the deck is a separate node, with `missing`
    True and no row.
    An edge has `letters`, a tuple of the category of each of its bonuses. `graph["changed"]` are the nodes that are
    marked as changed.
    The graph draws itself in a notebook, as do its subgraphs and copies.
    """

    far_reaching = True  # what feeds a card is fed in turn: a screen that lights a node lights whole chains

    @classmethod
    def of(cls, deck: Deck, changed: Collection[Node] = ()) -> BonusGraph:
        """The graph of a deck, with some of its cards marked as changed."""
        graph = cls(title=deck.meta.title, categories=deck.meta.categories, changed=frozenset(changed))
        of_letters = {table.file: _columns_of_letters(table) for table in card_tables(deck.game.tables)}
        for number, kind in enumerate(deck.kinds):
            letters = "".join([str(kind.row[column]) for column in of_letters[kind.table.file]])
            own = {"name": kind.name, "letters": letters, "row": number, "copies": copies(kind.row)}
            graph.add_node(kind.key, **own, missing=False)
        for bonus in deck.bonuses:
            card, source = deck.kinds[bonus.card].key, f"missing: {bonus.named}"
            if bonus.source is not None:
                source = deck.kinds[bonus.source].key
            else:
                graph.add_node(source, name=bonus.named, letters="", row=None, copies=0, missing=True)
            known = graph.get_edge_data(source, card, {"letters": ()})["letters"]
            graph.add_edge(source, card, letters=(*known, bonus.category))
        return graph

    # ------------------------------------------------------------ queries

    @property
    def sources(self) -> dict[Node, list[Node]]:
        """The sources of each node's bonuses."""
        return {node: list(self.predecessors(node)) for node in self}

    @property
    def chains(self) -> list[tuple[Node, ...]]:
        """The longest chain of bonuses to each card at which chains end; the longest chain first."""
        return chains(self.sources)

    @property
    def chains_to(self) -> dict[Node, tuple[Node, ...]]:
        """The longest chain that leads to each node, from its first source to the node itself."""
        return chains_to(self.sources)

    @property
    def rings(self) -> list[tuple[Node, ...]]:
        """Rings of bonuses: each node gives the next one a bonus, and the last gives one to the first."""
        return [ring[::-1] for ring in rings(self.sources)]

    @property
    def missing(self) -> list[Node]:
        """The sources that are not cards of the deck."""
        return [node for node, missing in self.nodes(data="missing") if missing]

    @property
    def connected(self) -> list[Node]:
        """The nodes that have or give a bonus."""
        joined = {node for link in self.edges for node in link}
        return [node for node in self if node in joined]

    @property
    def hubs(self) -> list[Node]:
        """The nodes that give several others a bonus, the most generous first."""
        giving = [node for node in self if self.out_degree(node) > 1]
        return sorted(giving, key=lambda node: -self.out_degree(node))

    @property
    def components(self) -> list[set[Node]]:
        """The sets of nodes linked by bonuses, the largest first."""
        joined = networkx.weakly_connected_components(self.subgraph(self.connected))
        return sorted(joined, key=len, reverse=True)

    def worth(self, cards: Collection[Node]) -> tuple[int, int]:
        """What some cards are worth to somebody who has them all: their own points, and points from bonuses.

        Each letter of a card is a point, and so is each letter of a bonus whose source is among the cards.
        """
        chosen = set(cards)
        own = sum(len(self.nodes[card]["letters"]) for card in chosen)
        given = (facts["letters"] for card in chosen for other, facts in self.adj[card].items() if other in chosen)
        return own, sum(map(len, given))

    # ------------------------------------------------------------ in words

    @property
    def names(self) -> dict[Node, str]:
        """The name of each node as people read it."""
        return {
            node: f"{facts['name'] or 'no card'} (missing)" if facts["missing"] else str(facts["name"])
            for node, facts in self.nodes(data=True)
        }

    def in_words(self) -> list[str]:
        """The graph as sentences: a summary, then every chain and every ring."""
        chains, names = self.chains, self.names
        chained = {pair for chain in chains for pair in pairwise(chain)}
        links = [pair for pair in self.edges if pair not in chained]
        around = [(*ring, ring[0]) for ring in self.rings]
        closing = {ring[-2:] for ring in around}
        return [
            self._in_all(len(chains[0]) if chains else 0, len(around)),
            *(self._chain_in_words(chain, names) for chain in chains),
            *(f"Also {self._chain_in_words(pair, names)}" for pair in links if pair not in closing),
            *(f"Ring: {self._chain_in_words(ring, names)}" for ring in around),
            *self._together_in_words(names),
        ]

    def said_of(self) -> dict[Node, str]:
        """Everything there is to say about each node of the picture."""
        drawing = Drawing(self)
        return {node: drawing.card_in_words(node) for node in self.connected}

    def worth_in_words(self, card: Node) -> str:
        """What a card is worth with all that feeds it, and how far it feeds others; empty if nothing feeds it."""
        before, after = networkx.ancestors(self, card), networkx.descendants(self, card)
        further = f" In all it feeds {counted(len(after), 'card')}." if len(after) > self.out_degree(card) else ""
        if not before:
            return further.strip()
        own, bonuses = self.worth({card, *before})
        with_all = f"With {counted(len(before), 'card')} that {'feed' if len(before) > 1 else 'feeds'} it"
        return f"{with_all} it is worth {own + bonuses}: {own} of their own, {bonuses} as bonuses.{further}"

    def _together_in_words(self, names: Mapping[Node, str]) -> Iterator[str]:
        """The worth of the longest chain, hubs, linked cards, and sources that are not cards."""
        if networkx.is_empty(self):
            return
        if longest := next(iter(self.chains), ()):
            own, bonuses = self.worth(longest)
            words = f"{own} as points of its cards' own, {bonuses} as bonuses"
            yield f"The longest chain, to {names[longest[-1]]}, is worth {own + bonuses} to who has it all: {words}."
        if hubs := self.hubs[:MOST_HUBS]:
            yield f"Hubs: {', '.join(f'{names[node]} feeds {self.out_degree(node)}' for node in hubs)}."
        sizes = [len(part) for part in self.components]
        yield f"Hang together: {counted(len(sizes), 'group')}, the largest of {counted(sizes[0], 'card')}."
        for node in self.missing:
            waiting = ", ".join(names[card] for card in self.successors(node))
            yield f"Dangling: {names[node]} should feed {waiting}."

    def _in_all(self, longest: int, rings: int) -> str:
        title = self.graph.get("title", "This deck")
        bonuses = sum(len(letters) for _, _, letters in self.edges(data="letters"))
        if not bonuses:
            return f"In {title} no card gives another one a bonus."
        cards = sum(not missing for _, missing in self.nodes(data="missing"))
        joined, missing = len(self.connected) - len(self.missing), len(self.missing)
        return " ".join(
            [
                f"{title}: {counted(bonuses, 'bonus', 'bonuses')} among {joined} of {counted(cards, 'card')}; "
                f"the longest chain has {longest} cards.",
                f"{counted(cards - joined, 'card')} neither with a bonus nor giving one.",
                f"{counted(missing, 'source')} missing." if missing else "No source is missing.",
                *([f"{counted(rings, 'ring')}."] if rings else []),
            ]
        )

    def _chain_in_words(self, chain: Collection[Node], names: Mapping[Node, str]) -> str:
        first, *rest = chain
        words = names[first]
        for source, card in zip(chain, rest, strict=False):
            letters = [letter for letter in self.edges[source, card]["letters"] if letter]
            words += f" → {names[card]}" + (f" ({' and '.join(letters)})" if letters else "")
        return words

    # ------------------------------------------------------------ drawn

    def picture(self, width: int = WIDTHS[-1]) -> str:
        """The graph as SVG, `width` pixels wide.

        Chains run from left to right; if there is no room for that, cards are indented below their source.
        Empty for a deck without bonuses.
        """
        return Drawing(self).picture(width) if not networkx.is_empty(self) else ""

    def pictures(self) -> list[str]:
        """Three pictures drawn together: for a wide page, for a projector with its large type, and for a phone."""
        drawing = Drawing(self)
        return [
            "" if networkx.is_empty(self) else drawing.picture(width) for width in (WIDTHS[3], WIDTHS[2], WIDTHS[0])
        ]

    def page(self, widths: Iterable[int] = WIDTHS) -> Drawn:
        """The graph as HTML: the one of several pictures that fits, and the same in words."""
        if networkx.is_empty(self):
            return element("p", self.in_words()[0])
        drawing = Drawing(self)
        first, *others = drawing.sentences
        rules: list[str] = []
        pictures = []
        for width in sorted(widths):
            rule = f".rt-bonuses > .rt-picture {{ display: none }} .rt-bonuses > .rt-wide-{width} {{ display: block }}"
            rules.append(f"@container rt-bonus-room (min-width: {width}px) {{ {rule} }}" if rules else rule)
            pictures.append(element("div", drawing.picture(width), class_=f"rt-picture rt-wide-{width}", **FRAME))
        style = style_sheet(STYLE + " ".join(rules))
        words = folded("The bonuses in words", others)
        inside = element("div", element("p", first), *pictures, words, class_="rt-bonuses")
        return joined(style, element("div", inside, class_="rt-bonus-room"))


def _columns_of_letters(table: CardTable) -> list[str]:
    """The columns that hold the categories of a card's own points."""
    several = [column.key for column in table.columns if column.type == "letters"]
    return several or [column.key for column in table.columns if column.type == "letter"]
