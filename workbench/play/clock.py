"""How long a match has been played, and when it was over: pauses do not count."""

from __future__ import annotations

import time
from datetime import datetime

LONGEST_THOUGHT = 600  # seconds without a step after which nobody is taken to sit at the table


class Clock:
    """Counts the `seconds` that people and bots have played a match; None where its beginning was not seen.

    ended: when the match was over, as an ISO date and time; empty while it goes on.
    """

    def __init__(self, seconds: float | None, ended: str = "") -> None:
        self.seconds, self.ended = seconds, ended
        self.wait()

    def wait(self) -> None:
        """What has passed since the last step was no play."""
        self._last_step = time.monotonic()

    def note_end(self, over: bool) -> None:
        """Note whether the match is over, and since when."""
        self.ended = (self.ended or datetime.now().isoformat(timespec="seconds")) if over else ""

    def count(self, begun: bool) -> None:
        """Add the time since the last step, if play had begun; nobody knows how much of a long pause was play."""
        if self.seconds is not None and begun:
            self.seconds += min(time.monotonic() - self._last_step, LONGEST_THOUGHT)
        self.wait()
