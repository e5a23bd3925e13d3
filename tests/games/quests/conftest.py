"""What the tests of Quests' rules share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from workbench.decks import Deck, load_deck
from workbench.kernel.registry import registered

from .positions import GAME, Table

NewTable = Callable[..., Table]


@pytest.fixture(scope="session")
def classic() -> Iterator[Deck]:
    """The cards of the published game."""
    with registered(GAME):
        yield load_deck("quests", "classic")


@pytest.fixture
def new_table(classic: Deck) -> NewTable:
    """Make a table: `new_table("Boar Hunt", max_tests=2)`."""

    def make(story: str = "", **options: Any) -> Table:
        return Table(classic, story, **options)

    return make
