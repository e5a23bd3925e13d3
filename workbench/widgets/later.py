"""What is found out about a match that a page shows while the page still answers, and shown a moment later.

Something slow, such as the story of the match, is worked out in a thread. Its expected winner is found by another
process: the kernel that shows the match plays no games for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from workbench.lab.expected_winner import ExpectedWinner
from workbench.pages.guard import Guard
from workbench.play.match import Match

Read = TypeVar("Read")


class Later:
    """Finds something out about one match at a time and tells whoever asked, unless it was given up.

    `doing` says what it does, for the notice of a fault.
    """

    def __init__(self, guard: Guard, doing: str) -> None:
        self._tell = guard(self._told, doing)
        self._asked = 0  # how many requests were made or given up
        self._give_up: Callable[[], object] | None = None

    def end(self) -> None:
        """Give up what is being found out."""
        self._asked += 1
        if self._give_up is not None:
            self._give_up()
            self._give_up = None

    def _told(self, asked: int, show: Callable[[], object]) -> None:
        if asked == self._asked:
            show()


class ReadLater(Later):
    """Works something out from one match at a time, in a thread."""

    def __init__(self, guard: Guard, doing: str) -> None:
        super().__init__(guard, doing)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="story")

    def begin(self, match: Match, read: Callable[[Match], Read], show: Callable[[Read], None]) -> None:
        """Work something out from a match and show it; at once without an event loop: no page could be told later."""
        self.end()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._tell(self._asked, lambda: show(read(match)))
            return
        tell, asked = self._tell.from_threads(), self._asked

        def told(done: Future[Read]) -> None:
            tell(asked, lambda: show(done.result()))

        # A copy: the match may be undone while the thread reads it.
        reading = self._thread.submit(read, match.fork())
        self._give_up = reading.cancel
        reading.add_done_callback(told)


class ExpectedLater(Later):
    """Finds the expected winner of one match at a time; `show` receives it, unless the search was given up."""

    def __init__(self, guard: Guard, show: Callable[[Match, ExpectedWinner], None]) -> None:
        super().__init__(guard, "saying who was expected to win")
        self._show = show

    def begin(self, match: Match) -> None:
        """Start the search for a finished match; do nothing without an event loop: no page could be told later."""
        self.end()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return
        from workbench.lab.expecting import Expecting

        tell, asked = self._tell.from_threads(), self._asked
        expecting = Expecting(match, lambda expected: tell(asked, lambda: self._show(match, expected)))
        self._give_up = lambda: expecting.end()  # which holds the search: it ends when nothing refers to it
