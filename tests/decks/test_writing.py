"""A deck is written whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.decks.conftest import WriteDeck
from tests.disks import room_for, without_permission
from workbench.decks import Deck, load_deck
from workbench.storage.errors import DeckError


def test_notes_of_several_lines_are_lines_of_the_file(hamlet: Deck, tmp_path: Path) -> None:
    hamlet.edit(meta={"notes": "First.\nSecond."}).save(tmp_path / "town")
    assert "First.\nSecond." in (tmp_path / "town" / "deck.toml").read_text(encoding="utf-8")


def test_a_full_disk_leaves_the_deck_that_was_there_and_nothing_beside(hamlet: Deck, write_deck: WriteDeck) -> None:
    folder = write_deck()
    larger = hamlet.edit(change=[{"card_id": "mill", "note": "x" * 3000}], meta={"title": "Village"})
    with room_for(2000), pytest.raises(DeckError, match=r"cannot be saved in .*too large"):
        larger.save(folder)
    assert sorted(path.name for path in folder.iterdir()) == ["cards.csv", "deck.toml"]
    assert load_deck("guild_master", folder).meta == hamlet.meta
    assert load_deck("guild_master", folder) == hamlet


@pytest.mark.skipif(os.name != "posix", reason="file modes are a POSIX notion")
def test_a_read_only_folder_is_named(hamlet: Deck, tmp_path: Path) -> None:
    hamlet.save(tmp_path / "town")
    (tmp_path / "town").chmod(0o500)
    try:
        with without_permission(), pytest.raises(DeckError, match=r"cannot be saved in .*town.*Permission denied"):
            hamlet.save(tmp_path / "town")
    finally:
        (tmp_path / "town").chmod(0o700)
