"""The phases of a match's game beside its log: where it stands, and by what it came there. No game is played for it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.graphs.match_course import course_for, picture_of
from workbench.widgets.faults import Handler
from workbench.widgets.graph.graph_view import GraphView

if TYPE_CHECKING:
    from workbench.graphs.phases import PhaseGraph
    from workbench.play.match import Match


class CoursePanel(GraphView):
    """A phase graph in which the phase that a match is in is lit, and the last way that it went.

    What was measured of the game is shown where it was kept, else the ways that the match has gone itself.
    """

    def __init__(self, hear: Handler) -> None:
        super().__init__(hear)
        self._shown: tuple[Match, int] | None = None
        self._measured: tuple[tuple[str, int, str], PhaseGraph] | None = None

    def follow(self, match: Match) -> None:
        """Show where a match is now; nothing is drawn where the page shows just that."""
        if self._shown == (match, match.revision):
            return
        graph = self._graph_for(match)
        self.show(graph, picture_of(graph, match))
        self._shown = (match, match.revision)

    def _graph_for(self, match: Match) -> PhaseGraph:
        """The measured graph, read once for each table; else that of the match as far as it is."""
        table = (match.deck.digest, match.seats, repr(sorted(match.options.items())))
        if self._measured is not None and self._measured[0] == table:
            return self._measured[1]
        graph = course_for(match)
        if graph.of_match:
            return graph
        self._measured = (table, graph)
        return graph
