"""Works something slow out from a match, such as its story, in a thread, so that the page still answers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, TypeVar

from workbench.pages.guard import Guard

if TYPE_CHECKING:
    from workbench.play.match import Match

Read = TypeVar("Read")


class ReadLater:
    """Works something out from one match at a time and tells whoever asked, unless it was given up.

    `doing` says what it does, for the notice of a fault.
    """

    def __init__(self, guard: Guard, doing: str) -> None:
        self._tell = guard(self._told, doing)
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="story")
        self._asked = 0  # how many requests were made or given up
        self._reading: Future[Any] | None = None

    def begin(self, match: Match, read: Callable[[Match], Read], show: Callable[[Read], None]) -> None:
        """Work something out from a match and show it; at once without an event loop: no page could be told later."""
        self.end()
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            self._tell(self._asked, show, lambda: read(match))
            return
        tell, asked = self._tell.from_threads(), self._asked

        def told(done: Future[Read]) -> None:
            tell(asked, show, done.result)

        # A copy: the match may be undone while the thread reads it.
        self._reading = reading = self._thread.submit(read, match.fork())
        reading.add_done_callback(told)

    def end(self) -> None:
        """Give up what is being worked out."""
        self._asked += 1
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None

    def _told(self, asked: int, show: Callable[[Read], None], read: Callable[[], Read]) -> None:
        if asked == self._asked:
            show(read())
