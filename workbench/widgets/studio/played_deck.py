"""The deck of a kept match, for the studio that is opened from the end of it: `deck_studio.ipynb?match=1f`."""

from __future__ import annotations

from workbench.decks import Deck
from workbench.play.store import MatchStore
from workbench.storage.errors import WorkbenchError
from workbench.widgets.address import asked_for


def asked_played_deck() -> tuple[Deck | None, str]:
    """The deck that the match of the page's address was played with, and why it is not there, if it is not.

    The studio keeps lists as they are printed.
    """
    match_id = asked_for("match")
    if not match_id:
        return None, ""
    try:
        match = MatchStore().read(match_id).get("match")
        deck = match.get("deck") if isinstance(match, dict) else None
        return Deck.from_dict(deck if isinstance(deck, dict) else {}).as_printed(), ""
    except WorkbenchError as refusal:
        return None, f"The deck of that match cannot be opened. {refusal}"
