"""The list that is being edited in the studio, to play before it is saved."""

from __future__ import annotations

from itertools import islice

from workbench.decks import Deck
from workbench.decks.drafts import DraftStore
from workbench.decks.editor import DeckEditor
from workbench.storage.errors import WorkbenchError

LOOKED_THROUGH = 6  # of the newest drafts, to find one of the game


def deck_in_the_studio(game_id: str) -> Deck | None:
    """The list of a game that was last edited in the studio, if it is valid; None if there is none."""
    store = DraftStore()
    for draft_id in islice(store.newest_first(), LOOKED_THROUGH):
        try:
            works = store.read(draft_id).get("works")
            work = works.get(game_id) if isinstance(works, dict) else None
            if not isinstance(work, dict):
                continue
            deck = DeckEditor.from_dict(work.get("editor", {})).deck
            opened = Deck.from_dict(work.get("opened", {}))
        except WorkbenchError:  # damaged, or of a game that no longer exists
            continue
        if deck.game_id == game_id and deck != opened:
            return deck
    return None
