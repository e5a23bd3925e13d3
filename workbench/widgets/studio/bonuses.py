"""The bonuses of a deck as a part of a page: what there is to say of them, and their graph to be zoomed and asked."""

from __future__ import annotations

from collections.abc import Callable, Collection
from html import escape
from typing import TYPE_CHECKING

import ipywidgets

from workbench.decks import Deck
from workbench.graphs import bonus_graph
from workbench.pages.guard import Guard, Handler
from workbench.widgets.graph_view.graph_view import GraphView
from workbench.widgets.studio.widgets import Part

if TYPE_CHECKING:
    from workbench.decks.model import Meta


class BonusPart:
    """Which card of a deck gives which a bonus: `words` under a title, and `view`, the graph; both are in `box`.

    Where it folds, the graph is folded with the words. With `ask_card`, a card that is asked there is selected by it
    elsewhere too; it takes the card's id.
    """

    def __init__(
        self,
        hear: Handler,
        guard: Guard,
        title: str,
        folds: bool = False,
        ask_card: Callable[[str], object] | None = None,
    ) -> None:
        self.words = Part(hear, title=title, folds=folds)
        self.view = GraphView(guard, ask_node=ask_card)
        self.box = ipywidgets.VBox([self.words, self.view])
        self.box.add_class("rt-bonus-part")
        self._shown: tuple[Deck, Meta, frozenset[str]] | None = None
        self._said = ""

    def show(self, deck: Deck, changed: Collection[str] = (), stale: str = "") -> None:
        """Show the bonuses of a deck, the cards whose ids are `changed` marked; `stale` says why it is out of date."""
        wanted = (deck, deck.meta, frozenset(changed))  # decks are equal whatever their titles are
        if self._shown != wanted:
            self._draw(deck, wanted[-1])
            self._shown = wanted
        self.words.show(self._said, stale)

    def _draw(self, deck: Deck, changed: frozenset[str]) -> None:
        graph = bonus_graph(deck, changed)
        first, *rest = map(escape, graph.in_words())
        listed = "".join(f"<li>{sentence}</li>" for sentence in rest)
        more = f"<details><summary>The bonuses in words</summary><ul>{listed}</ul></details>" if deck.bonuses else ""
        self._said = f"<p>{first}</p>{more}"
        self.view.layout.display = None if deck.bonuses else "none"
        if deck.bonuses:
            self.view.show(graph)
