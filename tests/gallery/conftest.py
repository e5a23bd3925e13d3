"""A gallery of a test's own, and decks to publish in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import Deck, load_deck
from workbench.gallery import Gallery


@pytest.fixture
def gallery(tmp_path: Path) -> Gallery:
    """An empty gallery of the host."""
    return Gallery(tmp_path / "gallery.sqlite")


@pytest.fixture(scope="session")
def medieval() -> Deck:
    """The deck that comes with Guild Master."""
    return load_deck("guild_master")


@pytest.fixture(scope="session")
def pilgrims(medieval: Deck) -> Deck:
    """A variant of it in which three cards differ."""
    return medieval.edit(
        change=[
            {"card_id": "inn", "name": "Hospice", "resources": "AR"},
            {"card_id": "gold_mine", "resources": "GG"},
            {"card_id": "tailor", "name": "Vestment Maker"},
        ],
        meta={"title": "Pilgrim Town"},
    )
