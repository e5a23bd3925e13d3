"""The decks to choose from in a lobby: those of the game, the one in the studio, and somebody's own."""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from itertools import islice
from typing import Any

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.drafts import DraftStore
from workbench.decks.editor import DeckEditor
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.tables import copies
from workbench.storage.errors import OptionError, WorkbenchError, one_of
from workbench.widgets.lobby.pictures import deck_fan

OWN_DECK, STUDIO_DECK = "own", "studio"  # the keys of decks outside any folder: on the table, in the studio
LOOKED_THROUGH = 6  # of the newest drafts, to find one of the game
WHERE_IT_LIES = {OWN_DECK: "as it lies on this table", STUDIO_DECK: "as it lies in the studio, not saved yet"}


class LobbyDecks:
    """The decks to choose from for one table; `own` lies on it but in no folder, `studio` is being edited."""

    def __init__(self, deck: Deck) -> None:
        self.studio: Deck | None = None
        self.own: Deck | None = None
        self.lay_out(deck)

    def lay_out(self, deck: Deck) -> None:
        """Note the deck on the table: if it is in no folder, it can be chosen from now on."""
        if not self.key_of(deck):
            self.own = deck

    def look_into_studio(self, game: Game) -> None:
        """Let people play with the list that is being edited in the studio."""
        self.studio = deck_in_the_studio(game.id)

    def deck(self, game: Game, key: str) -> Deck:
        """The deck with a key; OptionError if there is none."""
        if key == OWN_DECK and self.own is not None:
            return self.own
        if key == STUDIO_DECK and self.studio is not None:
            return self.studio
        names = list_decks(game)
        if key not in names:
            raise OptionError(one_of(key, names, f"deck of {game.title}"))
        return load_deck(game, key)

    def key_of(self, deck: Deck) -> str:
        """The key of a deck of the game, or of the one in the studio; empty for somebody's own."""
        printed = deck.as_printed()
        if printed == self.studio:
            return STUDIO_DECK
        for name, found in decks_of(deck.game_id).items():
            if isinstance(found, Deck) and found == printed:
                return name
        return ""

    def kept_key(self, deck: Deck) -> str:
        """The key to keep for the deck of a usual table; empty, for the usual deck, if it is in no folder."""
        key = self.key_of(deck)
        return "" if key == STUDIO_DECK else key

    def choices(self, deck: Deck) -> list[dict[str, Any]]:
        """Every deck that can be chosen; the one on the table is chosen."""
        chosen = self.key_of(deck) or OWN_DECK
        found: dict[str, Deck | str] = dict(decks_of(deck.game_id))
        if self.studio is not None:
            found[STUDIO_DECK] = self.studio
        if self.own is not None:
            found[OWN_DECK] = self.own
        return [deck_choice(key, one, key == chosen) for key, one in found.items()]


@lru_cache(maxsize=32)
def decks_of(game_id: str) -> dict[str, Deck | str]:
    """The decks of a game by name, its usual one first; a text says why one cannot be chosen."""
    found: dict[str, Deck | str] = {}
    usual = find_game(game_id).default_deck
    for name in sorted(list_decks(game_id), key=lambda name: name != usual):
        try:
            found[name] = load_deck(game_id, name)
        except WorkbenchError as problem:
            found[name] = str(problem).splitlines()[0]
    return found


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


def deck_choice(key: str, deck: Deck | str, chosen: bool) -> dict[str, Any]:
    """A deck as a choice: its picture, its title, and who made it."""
    if isinstance(deck, str):
        title = key.replace("_", " ").capitalize()
        return {"key": key, "title": title, "lines": [deck], "picture": "", "chosen": False, "can": False}
    authors = ", ".join(deck.meta.authors)
    count = f"{sum(copies(row) for row in deck.rows)} cards"
    lines = [authors, count] if authors else [count]
    return {
        "key": key,
        "title": deck.meta.title,
        "lines": [WHERE_IT_LIES[key], count] if key in WHERE_IT_LIES else lines,
        "picture": _picture_of(key, deck),
        "chosen": chosen,
        "can": True,
    }


def _picture_of(key: str, deck: Deck) -> str:
    """Three cards of a deck; for decks in folders the picture is drawn once."""
    if key in WHERE_IT_LIES:
        return picture_source(deck_fan(deck.in_school_words()))
    return _fan_source(deck.game_id, key, deck.digest)


@lru_cache(maxsize=64)
def _fan_source(game_id: str, key: str, _digest: str) -> str:
    deck = decks_of(game_id)[key]
    return picture_source(deck_fan(deck.in_school_words())) if isinstance(deck, Deck) else ""


def picture_source(drawn: str) -> str:
    """A picture as an image source."""
    return f"data:image/svg+xml;base64,{b64encode(drawn.encode()).decode()}" if drawn else ""
