"""What opens beside or over the table: the score, the rules, and the graphs of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.kernel.game import Variant
from workbench.pages.guard import Guard
from workbench.play.match import Match
from workbench.widgets.table.rules import rules_page
from workbench.widgets.table.widgets import TableWidget

if TYPE_CHECKING:
    from workbench.widgets.graph_view.match_graphs import MatchGraphs


class BesideTable:
    """Score, graphs and rules of a match; each is made when somebody opens it."""

    def __init__(self, table: TableWidget, guard: Guard) -> None:
        self.table, self.guard = table, guard
        self.score = ipywidgets.HTML()
        self.graphs: MatchGraphs | None = None  # made when somebody opens them
        self.graphs_box = ipywidgets.Box()
        self._rules_of: tuple[Variant, dict[str, Any]] | None = None

    def show_graphs(self, match: Match) -> None:
        """Show where the match is among the phases of its game, and which card feeds which."""
        if self.graphs is None:
            from workbench.widgets.graph_view.match_graphs import MatchGraphs

            self.graphs = MatchGraphs(self.guard)
            self.graphs_box.children = (self.graphs.box,)
        self.graphs.follow(match)

    def open_rule(self, match: Match, rule: str = "") -> None:
        """Open the rules beside the table, at a given rule."""
        self._show_rules(match)
        self.table.open_rule(rule)

    def show_changed_rules(self, match: Match) -> None:
        """Show the rules of another match or of other options, if somebody has looked at the rules before."""
        if self.table.page:
            self._show_rules(match)

    def _show_rules(self, match: Match) -> None:
        """Show the rules, made once for each variant and set of options of a match."""
        played = match.variant, dict(match.options)
        if not self.table.page or played != self._rules_of:
            self._rules_of = played
            self.table.page = rules_page(match.game, *played)

    def close(self) -> None:
        """Take all of it off the page."""
        for part in (self.score, *([self.graphs] if self.graphs else [])):
            part.close()
