"""Long work: its progress, and what Ctrl-C does to it."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import threading


class Progress:
    """A line on standard error with the progress of long work; shown only where a person can see it."""

    def __init__(self) -> None:
        self.seen = sys.stderr.isatty()
        self.said = ""

    def __enter__(self) -> Progress:
        return self

    def say(self, text: str) -> None:
        """Replace the last message by `text`."""
        if self.seen and text != self.said:
            print(f"\r{text:<{len(self.said)}}", end="", file=sys.stderr, flush=True)
            self.said = text

    def __exit__(self, *_: object) -> None:
        if self.said:
            print("\r" + " " * len(self.said) + "\r", end="", file=sys.stderr, flush=True)


@contextmanager
def stopping_early(cancel: threading.Event) -> Iterator[None]:
    """The first Ctrl-C asks the work to end with the results so far; the second ends it at once."""

    def ask(number: int, frame: object) -> None:
        signal.signal(signal.SIGINT, before)
        cancel.set()

    before = signal.signal(signal.SIGINT, ask)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
