"""The words in which the store of drafts refuses; how it keeps them is tested with `workbench.storage.store`."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.decks import Deck
from workbench.decks.drafts import DraftStore
from workbench.decks.editor import DeckEditor
from workbench.storage.errors import DeckError


def test_cells_that_are_no_deck_come_back_as_they_were_with_the_last_good_deck(medieval: Deck, tmp_path: Path) -> None:
    editor = DeckEditor(medieval)
    first, second = (row.id for row in editor.rows("cards.csv")[:2])
    editor.set_cells("cards.csv", [(first, "note", "a good step")])
    editor.set_cells("cards.csv", [(first, "name", "  Bäcker\u2009=1+1\ud800"), (second, "resources", "F?")])
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    store.write(draft_id, editor.to_dict())
    again = DeckEditor.from_dict(DraftStore(tmp_path).read(draft_id))
    assert [row.cells for row in again.rows("cards.csv")] == [row.cells for row in editor.rows("cards.csv")]
    assert not again.whole
    assert again.deck == editor.deck != medieval


def test_each_refusal_says_what_to_do_next(tmp_path: Path) -> None:
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    with pytest.raises(DeckError, match=rf"^No deck is kept under {draft_id} any more\. Open the deck again\.$"):
        store.read(draft_id)
    store.write(draft_id, {})
    DraftStore(tmp_path).claim(draft_id)
    with pytest.raises(DeckError, match=r"^This deck is edited in another window\. Reload this page to bring it back"):
        store.write(draft_id, {})
    store.path(draft_id).write_text("{", encoding="utf-8")
    with pytest.raises(DeckError, match=r"damaged: .* Open the deck again, or one of its versions\.$"):
        store.read(draft_id)


def test_a_full_list_with_a_long_remark_on_every_card_is_kept(medieval: Deck, tmp_path: Path) -> None:
    editor = DeckEditor(medieval)
    editor.add_rows("cards.csv", 4 * editor.game.tables[0].most - len(editor.rows("cards.csv")))
    editor.set_cells("cards.csv", [(row.id, "note", "ü" * 1000) for row in editor.rows("cards.csv")])
    store = DraftStore(tmp_path)
    draft_id = store.new_id()
    store.write(draft_id, editor.to_dict())
    assert store.read(draft_id) == editor.to_dict()
