"""What one turns to beside the table: the score, the rules, and the log with the graphs of the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.pages.guard import Handler
from workbench.widgets import pages
from workbench.widgets.table.rules import rules_page
from workbench.widgets.table.widgets import RulesWidget

if TYPE_CHECKING:
    from workbench.play.match import Match
    from workbench.widgets.graph_view.match_graphs import MatchGraphs


class BesideTable:
    """Score, rules and log of a match; each is made when somebody turns to it. `hear` takes what their pages say."""

    def __init__(self, hear: Handler) -> None:
        self.guard = hear.guard
        self.score, self.log = ipywidgets.HTML(), ipywidgets.HTML()
        self.rules = RulesWidget(hear)
        self.graphs: MatchGraphs | None = None  # made when somebody turns to the log
        self.log_tab = ipywidgets.Box([self.log])
        self.log_tab.add_class("rt-log-tab")
        self._rules_options: dict[str, Any] = {}

    def show_score(self, match: Match) -> None:
        """How the match stands, line by line."""
        self.score.value = pages.score_page(match)

    def show_log(self, match: Match, viewer: int | None) -> None:
        """The log as a viewer may read it, and where the match is among the phases of its game."""
        self.log.value = pages.log_page(match.screen_log(viewer))
        if self.graphs is None:
            from workbench.widgets.graph_view.match_graphs import MatchGraphs

            self.graphs = MatchGraphs(self.guard)
            self.log_tab.children = (self.log, self.graphs.box)
        self.graphs.follow(match)

    def hide_log(self) -> None:
        """A seat's log leaves the page with its tab, so that the next seat does not find it there."""
        self.log.value = ""

    def show_rules(self, match: Match) -> None:
        """The rules, made once for each set of options that a match is played with."""
        options = dict(match.options)
        if not self.rules.page or options != self._rules_options:
            self._rules_options = options
            self.rules.page = rules_page(match.game, match.variant.presets, options)

    def close(self) -> None:
        """Take all of it off the page."""
        for part in (self.score, self.log, *([self.graphs] if self.graphs else [])):
            part.close()
