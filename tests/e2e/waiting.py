"""Waiting for what only a script can tell: Playwright's own way runs texts in the page, which our pages forbid."""

from __future__ import annotations

import time
from typing import Any

SECONDS = 120  # a page may wait for rules to compile beside other tests
PAUSE = 0.05


def wait_until(page: Any, holds: str, arg: Any = None) -> None:
    """Wait until an expression, or a function of `arg`, is true in the page; fails if it takes too long."""
    end = time.monotonic() + SECONDS
    while not page.evaluate(holds, arg):
        assert time.monotonic() < end, f"It never came true on the page: {holds}"
        page.wait_for_timeout(1000 * PAUSE)
