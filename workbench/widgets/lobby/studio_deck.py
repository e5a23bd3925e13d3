"""The list that somebody is changing in the studio, to be played before it is saved."""

from __future__ import annotations

from itertools import islice

from workbench.decks import Deck
from workbench.decks.drafts import DraftStore
from workbench.storage.errors import WorkbenchError
from workbench.widgets.studio.work import kept_works

LOOKED_THROUGH = 6  # the newest drafts, among which one of the game is looked for


def deck_in_the_studio(game_id: str) -> Deck | None:
    """The list of a game that was last changed in the studio, as far as it is whole; None if there is none."""
    store = DraftStore()
    for draft_id in islice(store.newest_first(), LOOKED_THROUGH):
        try:
            work = kept_works(store.read(draft_id).get("works")).get(game_id)
        except WorkbenchError:  # damaged, or of a game that has gone
            continue
        if work is not None and work.editor.deck != work.opened:
            return work.editor.deck
    return None
