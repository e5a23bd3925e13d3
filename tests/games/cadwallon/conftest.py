"""What the tests of Cadwallon's rules share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.play import Match

from .table import Table

NewTable = Callable[..., Table]


@pytest.fixture(scope="session")
def reconstruction() -> Deck:
    """The cards of the reconstruction."""
    return load_deck("cadwallon", "reconstruction")


@pytest.fixture
def new_table(reconstruction: Deck) -> NewTable:
    """Make a table: `new_table("festival", seats=2, stall_rounds=1)`; the first word is the condition in force."""

    def make(condition: str = "", *, seats: int = 3, seed: int = 7, **options: Any) -> Table:
        if condition:
            options |= {"condition_cards": True, "condition": condition}
        return Table(Match("cadwallon", seats=seats, seed=seed, deck=reconstruction, options=options))

    return make
