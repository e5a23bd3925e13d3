"""Joust, the game of docs/adding-a-game.md: one file of rules and a folder of decks, kept as a test.

`with known():` makes it known to the workbench for a while.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tests.small_game.joust import GAME
from workbench.kernel.game import Game, register, unregister


@contextmanager
def known() -> Iterator[Game]:
    """Make the small game known by its id."""
    register(GAME)
    try:
        yield GAME
    finally:
        unregister(GAME.id)
