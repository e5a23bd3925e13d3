"""A deck on the desk of a studio, as it is worked on and as it is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from workbench.decks import Deck
from workbench.decks.editor import DeckEditor
from workbench.storage.errors import DeckError


@dataclass
class Work:
    """A deck on the desk: its editor, the deck as it was opened, and the one before the last step that changed it."""

    editor: DeckEditor
    opened: Deck
    before: Deck
    measured: Deck

    @classmethod
    def on(cls, editor: DeckEditor, opened: Deck) -> Work:
        """The desk as somebody finds it: nothing has been changed yet."""
        return cls(editor, opened, editor.deck, editor.deck)

    def to_dict(self) -> dict[str, Any]:
        """Plain values that JSON can hold."""
        return {"editor": self.editor.to_dict(), "opened": self.opened.to_dict()}

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> Work:
        """The work that `to_dict` wrote; raises DeckError if anything in it does not fit."""
        return cls.on(DeckEditor.from_dict(values.get("editor", {})), Deck.from_dict(values.get("opened", {})))

    def turn_to_the_deck_as_it_is(self) -> None:
        """Remember which deck was there before the last step that changed it."""
        if self.editor.deck != self.measured:
            self.before, self.measured = self.measured, self.editor.deck


def kept_works(kept: object) -> dict[str, Work]:
    """The works of a draft by the ids of their games; raises DeckError if anything in it does not fit."""
    works = {}
    for game_id, values in kept.items() if isinstance(kept, dict) else ():
        work = Work.from_dict(values if isinstance(values, dict) else {})
        if work.editor.game.id != game_id or work.opened.game_id != game_id:
            raise DeckError("The draft mixes two games. The deck is open as it was saved.")
        works[game_id] = work
    return works
