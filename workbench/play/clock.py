"""How long a match has been played: pauses are no play."""

from __future__ import annotations

import time

LONGEST_THOUGHT = 600  # seconds without a step after which nobody is taken to sit at the table


class Clock:
    """Counts the `seconds` that people and bots have played a match; None where its beginning was not seen."""

    def __init__(self, seconds: float | None) -> None:
        self.seconds = seconds
        self.wait()

    def wait(self) -> None:
        """What has passed since the last step was no play."""
        self._last_step = time.monotonic()

    def count(self, begun: bool) -> None:
        """Add the time since the last step, if play had begun; of a long pause nobody knows how much of it was play."""
        if self.seconds is not None and begun:
            self.seconds += min(time.monotonic() - self._last_step, LONGEST_THOUGHT)
        self.wait()
