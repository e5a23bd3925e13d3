"""Studios for tests: opened as a page opens them, and ended with the test."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from workbench.widgets import DeckStudio
from workbench.widgets.studio.measuring import Measuring


@pytest.fixture
def make(measurings: list[Measuring]) -> Callable[..., DeckStudio]:
    """Studios of short reports that a page has greeted, whose threads end with the test."""

    def opened(game: str | None = "guild_master", deck: Any = None, **wanted: Any) -> DeckStudio:
        studio = DeckStudio(game, deck, **{"games": 60, **wanted})
        studio.hear({"type": "hello", "id": ""})
        return studio

    return opened
