"""The graphs beside the log of a match: where it stands in its game, and which card of its deck feeds which other.

No game is played for them.
"""

from __future__ import annotations

from typing import Any

import ipywidgets

from workbench.decks import Deck
from workbench.graphs import bonus_graph
from workbench.graphs.match_course import course_for, pictures_of
from workbench.graphs.phases import PhaseGraph
from workbench.pages.guard import Guard
from workbench.pen import element
from workbench.play.match import Match
from workbench.widgets.graph_view.graph_view import GraphView


class MatchGraphs:
    """The graphs of a match in progress: `course`, and `bonuses` if the deck has any.

    In the course, the match's phase and the last way that it went are highlighted. The measured graph of the game is
    shown if one was kept, otherwise the ways that the match itself has gone.
    """

    def __init__(self, guard: Guard) -> None:
        self.course, self.bonuses = GraphView(guard), GraphView(guard)
        self.heading = ipywidgets.HTML(element("h3", "Where the match is in its game"))
        self.box = ipywidgets.VBox([self.heading, self.course])
        self.box.add_class("rt-match-graphs")
        self._shown: tuple[Match, int] | None = None
        self._measured: tuple[Any, PhaseGraph] | None = None
        self._deck: Deck | None = None

    def follow(self, match: Match) -> None:
        """Show where a match is now; draw nothing if the page already shows that."""
        if self._shown == (match, match.revision):
            return
        graph = self._course_of(match)
        self.course.show(graph, pictures_of(graph, match))
        if self._deck is not match.deck:
            self._show_bonuses(match.deck)
        self._shown = (match, match.revision)

    def _course_of(self, match: Match) -> PhaseGraph:
        """The measured graph, read once for each table; otherwise the graph of the match so far."""
        table = (match.variant.key, match.deck.digest, match.seats, sorted(match.options.items()))
        if self._measured is not None and self._measured[0] == table:
            return self._measured[1]
        graph = course_for(match)
        if not graph.of_match:
            self._measured = (table, graph)
        return graph

    def _show_bonuses(self, deck: Deck) -> None:
        if deck.bonuses:
            self.bonuses.show(bonus_graph(deck))
        below = (self.bonuses,) if deck.bonuses else ()
        self.box.children = (self.heading, self.course, *below)
        self._deck = deck

    def close(self) -> None:
        """Take the graphs off the page."""
        for part in (self.heading, self.course, self.bonuses, self.box):
            part.close()
