"""Graphs of games and decks, as networkx graphs that draw themselves in a notebook.

    bonus_graph(load_deck("guild_master"))

bonuses.py   which card gives which a bonus
placing.py   where its cards are in a picture of a given width
drawing.py   the picture as SVG

networkx is loaded with the first graph.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.decks import Deck
    from workbench.graphs.bonuses import BonusGraph

__all__ = ["bonus_graph"]


def bonus_graph(deck: Deck) -> BonusGraph:
    """The bonuses of a deck as a networkx graph: an edge from each card that gives one to the card that has it.

    >>> from workbench.decks import load_deck
    >>> graph = bonus_graph(load_deck("guild_master"))
    >>> graph.number_of_edges(), len(graph.chains[0])
    (62, 6)
    """
    from workbench.graphs.bonuses import BonusGraph

    return BonusGraph.of(deck)
