"""What the tests of Quests' rules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.play import Match

from .table import Table

NewTable = Callable[..., Table]


@pytest.fixture(scope="session")
def classic() -> Deck:
    """The cards of the published game."""
    return load_deck("quests", "classic")


@pytest.fixture
def new_table(classic: Deck) -> NewTable:
    """Make a table: `new_table("Boar Hunt", max_tests=2)`."""

    def make(story: str = "", *, seats: int = 4, seed: int = 7, **options: Any) -> Table:
        return Table(Match("quests", seats=seats, seed=seed, deck=classic, options=options), story)

    return make
