"""Figures of a deck beside the event loop: games and pictures in threads, and only finished parts on the page."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from workbench.lab.live import LiveReport, LiveState
from workbench.lab.simulation import Plan
from workbench.pages.guard import Handler
from workbench.storage.errors import WorkbenchError
from workbench.widgets.studio.figures import ALONE, FIRST, Games, draw, to_draw

if TYPE_CHECKING:
    from distributed import Client


class Measuring:
    """A LiveReport whose parts are drawn in a thread, and whose news reaches the page on its event loop.

    `show()` is called on the loop that was running at the last request, whenever `state` or `parts` is new. Without a
    running loop there are no calls; `state` can still be read. `to_draw` yields the parts that a state has, each with
    what it is made of, and `draw` makes the HTML of one.
    """

    def __init__(
        self,
        show: Handler,
        to_draw: Callable[[LiveState], Iterator[tuple[str, Hashable]]] = to_draw,
        draw: Callable[[str, LiveState], str] = draw,
        client: Client | None = None,
    ) -> None:
        self.parts: dict[str, str] = {}  # the HTML of each drawn part
        self.fault = ""  # why a part could not be drawn
        self._show, self._to_draw, self._draw, self._client = show, to_draw, draw, client
        self._live: LiveReport | None = None
        self._wanted: Games | None = None
        # Part -> its games, whether they are only a stand-in's, and everything that it is made of.
        self._drawn: dict[str, tuple[Games, bool, Hashable]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._asked_to_show = False  # whether the loop has been asked to show news
        self._painter = ThreadPoolExecutor(1, thread_name_prefix="pictures")
        self._waiting = False  # whether the painter has been asked to look at the state

    @property
    def state(self) -> LiveState | None:
        """The progress of the newest request; None before the first one."""
        return None if self._live is None else self._live.state

    def fresh(self, parts: Iterable[str] = FIRST) -> bool:
        """Whether each of these parts shows the newest request."""
        return all(map(self._is_fresh, parts))

    def _is_fresh(self, part: str) -> bool:
        drawn = self._drawn.get(part)
        if drawn is None or self._wanted is None:
            return False
        games, stand_in, _ = drawn
        if stand_in and self.state is not None and not self.state.stand_in:
            return False  # the complete report has arrived and is being drawn
        return games.plan == self._wanted.plan if part in ALONE else games == self._wanted

    def want(self, plan: Plan, baseline: Plan | None) -> None:
        """Request the figures of a plan and of a baseline; this ends an older request, but the same one goes on."""
        wanted = Games.of(plan, baseline)
        if wanted != self._wanted:
            self._wanted = wanted
            self._report().want(plan, baseline)

    def clear(self) -> None:
        """Forget what was wanted and drawn: it belongs to another game."""
        self._wanted = None
        self._drawn.clear()
        self.parts.clear()

    def refuse(self, problem: WorkbenchError) -> None:
        """Note that a request cannot be planned: the running one is given up, and what is shown is no longer fresh."""
        self._wanted = None
        self._report().refuse(problem)

    def _report(self) -> LiveReport:
        with contextlib.suppress(RuntimeError):
            self._loop = asyncio.get_running_loop()
        if self._live is None:
            self._live = LiveReport(self._changed, self._client)
        return self._live

    def close(self) -> None:
        """Give up the running request."""
        if self._live is not None:
            self._live.close()
        self._painter.shutdown(wait=False, cancel_futures=True)

    # ------------------------------------------------------------ in threads

    def _changed(self) -> None:
        """Draw the first parts on the thread that played the games, before it studies, and the rest beside it."""
        self._paint(lambda part: part in FIRST)
        if not self._waiting:
            self._waiting = True
            with contextlib.suppress(RuntimeError):  # the painter has been closed
                self._painter.submit(self._paint_the_rest)
        self._tell()

    def _paint_the_rest(self) -> None:
        self._waiting = False
        self._paint(lambda part: part not in FIRST)
        self._tell()

    def _paint(self, wanted: Callable[[str], bool]) -> None:
        """Draw what the newest state has and the page lacks, showing each part at once; a newer state ends this."""
        state = self.state
        if state is None or state.report is None or not state.fresh:
            return
        try:
            for part, made_of in self._to_draw(state):
                if not self._is_of_now(state):
                    return
                if wanted(part) and self._drawn.get(part, (None, False, None))[2] != made_of:
                    self.parts[part] = self._draw(part, state)
                    self._drawn[part] = (Games.shown(state), state.stand_in, made_of)
            self.fault = ""
        except Exception:
            logging.getLogger(__name__).exception("A report could not be drawn.")
            self.fault = "The report could not be drawn; the log of the kernel says why. Change the deck back."

    def _is_of_now(self, state: LiveState) -> bool:
        now = self.state
        return now is not None and now.fresh and now.report is state.report and now.comparison is state.comparison

    def _tell(self) -> None:
        if self._loop is not None and not self._asked_to_show and not self._loop.is_closed():
            self._asked_to_show = True
            self._loop.call_soon_threadsafe(self._show_news)

    # ------------------------------------------------------------ on the loop

    def _show_news(self) -> None:
        self._asked_to_show = False
        self._show()
