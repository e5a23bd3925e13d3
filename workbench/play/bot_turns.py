"""The bots of a table: they play as soon as it is their turn, beside the event loop's other work where there is one."""

from __future__ import annotations

import asyncio
import logging
import sys

from workbench.kernel.bots import HARD_BOT
from workbench.play.device import HostedTable

# How fast bots play -> in words. The seconds are those between two acts.
PACES = {0.0: "at once", 0.3: "quickly", 1.2: "so that one can follow", 2.0: "slowly"}
USUAL_PACE = 1.2
LONGEST_ROUND = 4.8  # seconds that bots wait while each of them acts once, however many there are
MANY_BOTS = 7  # more are a class
BREATH_SECONDS = 0.05  # how long bots without a pace may play before screens are shown something
SEE_LOG = "the log of the kernel says why"


class BotTurns:
    """Lets the bots of a host's table play once it has `started`; `pace` is how many seconds each waits before it acts.

    Where many sit, each waits less.
    What they have played is settled by the host, which is also told if one could not.
    """

    def __init__(self, host: HostedTable, pace: float) -> None:
        self.host, self.pace = host, pace
        self.started = False
        self.playing: asyncio.Task[None] | None = None

    @property
    def due(self) -> int | None:
        """The seat of the bot that acts next."""
        host = self.host
        return host.match.next_bot if self.started and not host.kept.taken_over and not host.match.over else None

    @property
    def wait(self) -> float:
        """How many seconds a bot waits before it acts: less than the pace where many sit.

        On an open floor many act again and again, so that they only wait until each could have acted once.
        """
        match = self.host.match
        many = max(len(match.bots), 1)
        hurried = match.floor_acts >= many > MANY_BOTS
        return 0.0 if hurried else min(self.pace, LONGEST_ROUND / many)

    def wake(self) -> None:
        """Let those that are to act play."""
        if self.due is None or (self.playing is not None and not self.playing.done()):
            return
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            while (seat := self.due) is not None:
                self.host.match.play_bot(seat)
            self.host.settle()
            return
        self.playing = loop.create_task(self._play())
        self.playing.add_done_callback(self._ended)

    async def _play(self) -> None:
        loop = asyncio.get_running_loop()
        shown = loop.time()
        while self.due is not None:
            wait = self.wait
            await asyncio.sleep(wait)
            seat = self.due
            if seat is None:  # undone or replaced meanwhile
                break
            act = await self._choice(seat)
            if act is None:  # undone or replaced while the bot thought
                continue
            self.host.match.play(seat, act)
            if wait or self.due is None or loop.time() - shown > BREATH_SECONDS:
                self.host.settle()
                shown = loop.time()

    async def _choice(self, seat: int) -> list[int] | None:
        """What the bot of a seat does; None if the table has changed while it thought.

        A bot that searches thinks in a thread of its own, so that nobody's page waits for it; a browser has none.
        """
        match, bot, revision = self.host.match, self.host.match.bots[seat], self.host.match.revision
        if match.game.player(bot) is not HARD_BOT or sys.platform == "emscripten":
            return match.choice_of_bot(seat, bot)
        act = await asyncio.to_thread(match.fork().choice_of_bot, seat, bot)
        unchanged = self.host.match is match and match.revision == revision and self.due == seat
        return act if unchanged else None

    def _ended(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and task.exception() is not None:
            logging.getLogger(__name__).error("A bot could not play.", exc_info=task.exception())
            self.host.fault = f"A bot could not play; {SEE_LOG}. Undo, or start a new game."
            self.host.changed()
