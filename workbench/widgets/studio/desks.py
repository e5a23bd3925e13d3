"""The desks of a studio: one with a deck for each game opened there, in use and as kept, and which one is in use."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.editor import DeckEditor
from workbench.gallery import Parent
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import DeckError


@dataclass
class Work:
    """A deck on the desk: its editor, the deck as opened, and the deck before the last step that changed it."""

    editor: DeckEditor
    opened: Deck
    before: Deck
    measured: Deck
    parent: Parent | None  # the record of `opened` as parent, if this deck is published

    @classmethod
    def on(cls, editor: DeckEditor, opened: Deck, parent: Parent | None = None) -> Work:
        """A fresh desk, with nothing changed yet."""
        return cls(editor, opened, editor.deck, editor.deck, parent or parent_of(opened))

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        parent = self.parent.model_dump() if self.parent else None
        return {"editor": self.editor.to_dict(), "opened": self.opened.to_dict(), "parent": parent}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Work:
        """The work that `to_dict` wrote; raises DeckError if anything in it does not fit."""
        parent = values.get("parent")
        try:
            made_from = Parent.model_validate(parent) if parent else None
        except ValueError:
            raise DeckError("The draft names no sound parent. The deck is open as it was saved.") from None
        opened = Deck.from_dict(values.get("opened", {}))
        return cls.on(DeckEditor.from_dict(values.get("editor", {})), opened, made_from)

    def open(self, deck: Deck) -> None:
        """Open another deck on the desk."""
        self.opened, self.parent = deck, parent_of(deck)

    def turn_to_the_deck_as_it_is(self) -> None:
        """Remember which deck was there before the last step that changed it."""
        if self.editor.deck != self.measured:
            self.before, self.measured = self.measured, self.editor.deck


def parent_of(deck: Deck) -> Parent | None:
    """The record of a deck as a parent; only a deck that others also have can be named."""
    try:
        known = load_deck(deck.game, deck.name) if deck.name in list_decks(deck.game) else None
    except DeckError:
        known = None
    return Parent.of_deck(deck) if known == deck else None


class Desks:
    """What lies on the desk of each game, by the game's id, and which game is being worked on.

    `options` are those given to the studio; they hold only for its first game. `touched` says whether anybody has done
    anything yet: until then there is nothing to bring back.
    """

    def __init__(self, opened: Deck, parent: Parent | None, options: Mapping[str, Any] | None) -> None:
        self.game = opened.game
        self.works = {self.game.id: Work.on(DeckEditor(opened), opened, parent)}
        self._options = {self.game.id: options}
        self.touched = False

    @property
    def work(self) -> Work:
        """The work on the desk in use."""
        return self.works[self.game.id]

    def options_of(self, game: Game) -> Mapping[str, Any] | None:
        """The options that override those of a game's deck."""
        return self._options.get(game.id)

    def of(self, game: Game) -> Work:
        """The work on the desk of a game; if nobody has opened it yet, the game's usual deck."""
        if game.id in self.works:
            return self.works[game.id]
        deck = load_deck(game)
        return Work.on(DeckEditor(deck), deck)

    def turn_to(self, game: Game, works: dict[str, Work]) -> None:
        """Continue at the desk of a game, with these works on all desks."""
        self.works, self.game, self.touched = works, game, True

    # ------------------------------------------------------------ keeping

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        return {"game": self.game.id, "works": {game_id: work.to_dict() for game_id, work in self.works.items()}}

    @staticmethod
    def kept(values: Mapping[str, Any]) -> tuple[dict[str, Work], Game]:
        """What `to_dict` wrote: the works, and the game being worked on; DeckError if anything in it does not fit."""
        kept, works = values.get("works"), {}
        for game_id, one in kept.items() if isinstance(kept, dict) else ():
            work = Work.from_dict(one if isinstance(one, dict) else {})
            if work.editor.game.id != game_id or work.opened.game_id != game_id:
                raise DeckError("The draft mixes two games. The deck is open as it was saved.")
            works[game_id] = work
        game = find_game(str(values.get("game")))
        if game.id not in works:
            raise DeckError("The draft holds no deck of its game. The deck is open as it was saved.")
        return works, game
