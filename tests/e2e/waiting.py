"""Waiting for what only a script can tell: Playwright's own way evaluates texts in the page, which our pages forbid."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

SECONDS = 120  # a page may wait for rules to compile while other tests run
PAUSE = 0.05


def wait_until(page: Any, holds: str, arg: Any = None) -> None:
    """Wait until an expression, or a function of `arg`, is true in the page; fails if it takes too long."""
    wait_for(page, lambda: page.evaluate(holds, arg), holds)


def is_soon(page: Any, holds: str, seconds: float) -> bool:
    """Whether an expression comes true in the page within so many seconds: for presses that may have missed."""
    end = time.monotonic() + seconds
    while not page.evaluate(holds):
        if time.monotonic() > end:
            return False
        page.wait_for_timeout(1000 * PAUSE)
    return True


def wait_for(page: Any, seen: Callable[[], object], said: str = "what was waited for") -> None:
    """Wait until a condition that a test checks on the page holds; fails if it takes too long."""
    end = time.monotonic() + SECONDS
    while not seen():
        assert time.monotonic() < end, f"It never came true on the page: {said}"
        page.wait_for_timeout(1000 * PAUSE)
