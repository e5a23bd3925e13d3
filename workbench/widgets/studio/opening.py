"""The deck with which a studio opens: the one that it is given, or the one that the page's address names.

`deck_studio.ipynb?variant=pilgrim-town` develops a published variant further, `?match=1f` opens the deck of a kept
match, as offered at its end, and `?game=guile` opens the usual deck of a game.
"""

from __future__ import annotations

from workbench.decks import Deck, load_deck
from workbench.gallery import Parent
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.play.store import MatchStore
from workbench.storage.errors import DeckError, WorkbenchError
from workbench.widgets.address import asked_for, asked_or_usual_game
from workbench.widgets.gallery.shown import asked_variant


def opening(game_id: str | Game | None, deck: Deck | str | None) -> tuple[Deck, Parent | None, str]:
    """The deck to begin with, its record as a parent for publishing, and why it is not the one in the page's address.

    Raises OptionError or DeckError for wrong arguments, but only reports a wrong address.
    """
    if isinstance(deck, Deck):
        if game_id is not None and find_game(game_id).id != deck.game_id:
            title, of, asked = deck.meta.title, deck.game.title, find_game(game_id).title
            raise DeckError(f"{title} is a deck of {of}, not of {asked}. Give a deck of {asked}.")
        return deck, None, ""
    if game_id is not None:
        return load_deck(find_game(game_id), deck), None, ""
    variant, astray = asked_variant() if deck is None else (None, "")
    if variant is not None:
        return variant.deck.edit(name=variant.address), variant.as_parent, ""
    played, missed = _played_deck() if deck is None else (None, "")
    if played is not None:
        return played, None, astray
    game, unknown = asked_or_usual_game()
    return load_deck(game, deck), None, astray or missed or unknown


def _played_deck() -> tuple[Deck | None, str]:
    """The deck of the match in the page's address, and if it is missing, why.

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
