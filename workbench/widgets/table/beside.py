"""What opens beside the table or over it: the score, the rules, and the graphs of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.pages.guard import Guard
from workbench.widgets import pages
from workbench.widgets.table.rules import rules_page
from workbench.widgets.table.widgets import TableWidget

if TYPE_CHECKING:
    from workbench.kernel.game import Variant
    from workbench.play.match import Match
    from workbench.widgets.graph_view.match_graphs import MatchGraphs


class BesideTable:
    """Score, graphs and rules of a match; each is made when somebody opens it."""

    def __init__(self, table: TableWidget, guard: Guard) -> None:
        self.table, self.guard = table, guard
        self.score = ipywidgets.HTML()
        self.graphs: MatchGraphs | None = None  # made when somebody opens them
        self.graphs_box = ipywidgets.Box()
        self._rules_of: tuple[Variant, dict[str, Any]] | None = None

    def show_score(self, match: Match) -> None:
        """How the match stands, line by line."""
        self.score.value = pages.score_page(match)

    def show_graphs(self, match: Match) -> None:
        """Where the match is among the phases of its game, and what feeds what."""
        if self.graphs is None:
            from workbench.widgets.graph_view.match_graphs import MatchGraphs

            self.graphs = MatchGraphs(self.guard)
            self.graphs_box.children = (self.graphs.box,)
        self.graphs.follow(match)

    def open_rule(self, match: Match, rule: str = "") -> None:
        """Open the rules beside the table, at one of them."""
        self._show_rules(match)
        self.table.open_rule(rule)

    def show_changed_rules(self, match: Match) -> None:
        """The rules of another match or of other options, once somebody has looked at them."""
        if self.table.page:
            self._show_rules(match)

    def _show_rules(self, match: Match) -> None:
        """The rules, made once for each variant and set of options that a match is played with."""
        played = match.variant, dict(match.options)
        if not self.table.page or played != self._rules_of:
            self._rules_of = played
            self.table.page = rules_page(match.game, *played)

    def close(self) -> None:
        """Take all of it off the page."""
        for part in (self.score, *([self.graphs] if self.graphs else [])):
            part.close()
