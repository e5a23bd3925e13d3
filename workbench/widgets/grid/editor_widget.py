"""A page that edits what Python holds: edits.js sends its edits, which are heard one after another.

An edit has an id, by which its page recognises the answer, and names the revision of the deck on which it was made. An
edit that comes too late or cannot be made changes nothing and is answered with the reason.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from workbench.decks.editor import DeckEditor
from workbench.pages.guard import DECK_STAYS, Guard
from workbench.pages.messages import LONGEST_WORD, Message
from workbench.pages.page import Page
from workbench.storage.errors import RoomError
from workbench.widgets.grid.messages import Edit
from workbench.widgets.one_way import OneWayWidget


def undo(editor: DeckEditor) -> str:
    """Take the last edit back; return the words to show."""
    label = editor.undo()
    return f"Undone: {label}." if label else "There is nothing to undo."


def redo(editor: DeckEditor) -> str:
    """Repeat the edit that was undone last; return the words to show."""
    label = editor.redo()
    return f"Done again: {label}." if label else "There is nothing to redo."


class EditorWidget(Page, OneWayWidget):
    """Shows a part of what `editor` holds, and makes the edits of its page.

    `changed` is called after each edit and calls `show`, as must any other code that changes the editor; without it,
    the widget shows the edit itself. A fault is reported to `tell`; without it, in the widget's own line.
    """

    shown: str  # the trait that holds all that the page shows of the deck, and the answer to its last edit
    what: str  # a word for what the page shows

    def __init__(
        self,
        editor: DeckEditor,
        changed: Callable[[], object] | None = None,
        tell: Callable[[str], None] | None = None,
    ) -> None:
        self.editor = editor
        self.changed = changed or self.show
        self._tell = tell
        self._refused, self._answered = False, ""
        Page.__init__(self, Guard(self._give_up, DECK_STAYS))
        OneWayWidget.__init__(self, self.hear)
        self.show()

    def show(self) -> None:
        """Bring the page up to date; an edit is answered even if its result cannot be shown."""
        try:
            state = self._state()
        except Exception:
            self._show_answer()
            raise
        setattr(self, self.shown, {**self._answer(), **state})

    def _state(self) -> dict[str, Any]:
        """All that the page shows of the deck."""
        raise NotImplementedError

    def _answer(self) -> dict[str, Any]:
        """The part of the page that depends only on edits: the answer to the last one, and what can be undone."""
        return {
            "revision": self.editor.revision,
            "answered": self._answered,
            "status": self.lines.error or self.lines.note,
            "refused": self._refused,
            "undo": self.editor.undo_label,
            "redo": self.editor.redo_label,
        }

    def _hear(self, raw: object) -> None:
        """Do what a message asks for; its edit is answered in any case."""
        if isinstance(raw, dict) and isinstance(raw.get("id"), str):
            self._answered = raw["id"][:LONGEST_WORD]
        super()._hear(raw)

    def begin(self, message: Message) -> None:
        """Prepare for an edit; RoomError if it comes too late."""
        super().begin(message)
        if isinstance(message, Edit) and message.revision != self.editor.revision:
            raise RoomError(
                f"The {self.what} was changed elsewhere meanwhile. Look at it again and repeat what you did."
            )

    def done(self, message: Message, note: str) -> None:
        """Answer an edit that has been made."""
        if isinstance(message, Edit):
            self.lines.note, self._refused = note, False
            self.changed()

    def refuse(self, words: str, message: Message | type[Message] | None) -> None:
        """Answer an edit that could not be made, with the reason."""
        self._refused = True
        super().refuse(words, message)

    def show_lines(self) -> None:
        """Bring the page up to date, including the answer on it."""
        self.show()

    def _show_answer(self) -> None:
        """Answer the last edit, so that the page does not wait forever; the rest of the page stays as it is."""
        setattr(self, self.shown, {**getattr(self, self.shown), **self._answer()})

    def _give_up(self, notice: str) -> None:
        """Refuse the edit during which a fault occurred, and say so."""
        self.lines.refuse("" if self._tell else notice)
        self._refused = True
        self._show_answer()
        if self._tell:
            self._tell(notice)
