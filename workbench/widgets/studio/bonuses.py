"""The bonuses of a deck as part of a page: a description in words, and a graph to zoom and to ask."""

from __future__ import annotations

from collections.abc import Callable, Collection

import ipywidgets

from workbench.decks import Deck
from workbench.decks.model import Meta
from workbench.graphs import bonus_graph
from workbench.graphs.pages import folded
from workbench.pages.guard import Guard, Handler
from workbench.pen import element, joined
from workbench.widgets.graph_view.graph_view import GraphView
from workbench.widgets.studio.widgets import Part


class BonusPart:
    """Which card of a deck gives which other one a bonus: `words` under a title, and the graph `view`, both in `box`.

    `ask_card` takes the id of a card that is asked in the graph, and selects the card elsewhere too.
    """

    def __init__(
        self, hear: Handler, guard: Guard, title: str, ask_card: Callable[[str], object] | None = None
    ) -> None:
        self.words = Part(hear, title=title)
        self.view = GraphView(guard, ask_node=ask_card)
        self.box = ipywidgets.VBox([self.words, self.view])
        self.box.add_class("rt-bonus-part")
        self._shown: tuple[Deck, Meta, frozenset[str]] | None = None
        self._said = joined()

    def show(self, deck: Deck, changed: Collection[str] = (), stale: str = "") -> None:
        """Show the bonuses of a deck and mark the cards with ids in `changed`; `stale` says why it is out of date."""
        wanted = (deck, deck.meta, frozenset(changed))  # the equality of decks ignores titles
        if self._shown != wanted:
            self._draw(deck, wanted[-1])
            self._shown = wanted
        self.words.show(self._said, stale)

    def _draw(self, deck: Deck, changed: frozenset[str]) -> None:
        graph = bonus_graph(deck, changed)
        first, *rest = graph.in_words()
        more = [folded("The bonuses in words", rest)] if deck.bonuses else []
        self._said = joined(element("p", first), *more)
        self.view.layout.display = None if deck.bonuses else "none"
        if deck.bonuses:
            self.view.show(graph)
