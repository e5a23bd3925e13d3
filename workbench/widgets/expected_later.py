"""The expected winner of the match that a page shows: found by another process, and shown a moment later.

The kernel that shows the match plays no games for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from workbench.pages.guard import Guard

if TYPE_CHECKING:
    from workbench.lab.expected_winner import ExpectedWinner
    from workbench.lab.expecting import Expecting
    from workbench.play.match import Match


class ExpectedLater:
    """Finds the expected winner of one match at a time; `show` receives it, unless the search was given up."""

    def __init__(self, guard: Guard, show: Callable[[Match, ExpectedWinner], None]) -> None:
        self._show = show
        self._tell = guard(self._told, "saying who was expected to win")
        self._asked = 0  # how many searches were begun or given up
        self._expecting: Expecting | None = None

    def begin(self, match: Match) -> None:
        """Start the search for a finished match; do nothing without an event loop: no page could be told later."""
        self.end()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        from workbench.lab.expecting import Expecting

        tell, asked = self._tell.from_threads(), self._asked
        self._expecting = Expecting(match, lambda expected: tell(asked, match, expected))

    def end(self) -> None:
        """Give up the search."""
        self._asked += 1
        if self._expecting is not None:
            self._expecting.end()
            self._expecting = None

    def _told(self, asked: int, match: Match, expected: ExpectedWinner) -> None:
        if asked == self._asked:
            self._show(match, expected)
