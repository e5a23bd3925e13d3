"""A deck on the desk of a studio, in use and as kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.decks import Deck, list_decks, load_deck
from workbench.decks.editor import DeckEditor
from workbench.gallery import Parent
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


def kept_works(kept: object) -> dict[str, Work]:
    """The works of a draft by the ids of their games; raises DeckError if anything in it does not fit."""
    works = {}
    for game_id, values in kept.items() if isinstance(kept, dict) else ():
        work = Work.from_dict(values if isinstance(values, dict) else {})
        if work.editor.game.id != game_id or work.opened.game_id != game_id:
            raise DeckError("The draft mixes two games. The deck is open as it was saved.")
        works[game_id] = work
    return works
