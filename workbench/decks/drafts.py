"""Storage for decks being edited, so that a refreshed page or a restarted kernel finds every cell again."""

from __future__ import annotations

from workbench.storage.errors import DeckError
from workbench.storage.store import Store


class DraftStore(Store):
    """A folder of decks being edited, in the form of `DeckEditor.to_dict`; refusals are DeckErrors.

    >>> import tempfile
    >>> from pathlib import Path
    >>> store = DraftStore(Path(tempfile.mkdtemp()))
    >>> draft_id = store.new_id()
    >>> store.write(draft_id, {"cells": []})
    >>> DraftStore(store.folder.parent).read(draft_id)
    {'cells': []}
    """

    kind = "deck"
    place = "drafts"
    file_format = "roundtable-workbench draft"
    most_bytes = 8_000_000
    usually_kept = 200
    refusal = DeckError
    elsewhere = "This deck is edited in another window. Reload this page to bring it back here."
    again = "Open the deck again"
    otherwise = "Open the deck again, or one of its versions"
    this = "Your deck"
    yours = "Your deck is"
    not_begun = "Nothing has been changed yet."
    no_id = "This browser kept no valid draft. The deck is open as it was saved."
