"""Shares as people read them, in the sentences and pictures of graphs."""

from __future__ import annotations

SELDOM = 0.01  # rarer ones are counted together


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0.256), percent(0.002), percent(1.0)
    ('26 %', 'under 1 %', '100 %')
    """
    return f"{100 * share:.0f} %" if share >= SELDOM else f"under {100 * SELDOM:.0f} %"
