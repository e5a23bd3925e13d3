"""The words in which the store of drafts refuses; how it keeps them is tested with `workbench.kernel.store`."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import Deck
from workbench.decks.drafts import DraftStore
from workbench.kernel.errors import DeckError


def test_a_deck_and_cells_that_are_no_deck_come_back_as_they_were(medieval: Deck, tmp_path: Path) -> None:
    cells = [{"name": "  Bäcker\u2009", "resources": "F?"}, {"name": "=1+1", "resources": "\t"}]
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    store.write(draft_id, {"deck": medieval.to_dict(), "cells": cells})
    kept = DraftStore(tmp_path).read(draft_id)
    assert Deck.from_dict(kept["deck"]) == medieval
    assert kept["cells"] == cells


def test_each_refusal_says_what_to_do_next(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    with pytest.raises(DeckError, match=rf"^No deck is kept under {draft_id} any more\. Open the deck anew\.$"):
        store.read(draft_id)
    store.write(draft_id, {})
    DraftStore(tmp_path).claim(draft_id)
    with pytest.raises(DeckError, match=r"^This deck is edited in another window\. Reload this page to bring it back"):
        store.write(draft_id, {})
    store.path(draft_id).write_text("{", encoding="utf-8")
    with pytest.raises(DeckError, match=r"damaged: .* Open the deck anew, or one of its versions\.$"):
        store.read(draft_id)


def test_the_largest_draft_that_an_editor_takes_is_kept(tmp_path: Path) -> None:
    """Three times the content: the deck it began with, the last good deck, the cells as they are."""
    cells = [{"name": f"Card {number}", "note": "ü" * 200} for number in range(4 * 300)]
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    store.write(draft_id, {"began": cells, "deck": cells, "cells": cells})
    assert store.read(draft_id)["cells"] == cells
