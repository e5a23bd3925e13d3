"""Opens and saves files of card lists; an opened list is judged before the deck changes."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import Import
from workbench.kernel.game import Game
from workbench.pages.guard import Handler
from workbench.storage.errors import DeckError, RoomError
from workbench.widgets.studio.deck_pictures import findings_counted, findings_html
from workbench.widgets.studio.messages import ExportFile, ImportFile
from workbench.widgets.studio.widgets import Part

MEDIA_TYPES = {
    "csv": "text/csv",
    "toml": "application/toml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
TAKE = "Take it as it is, and mend it in the grid"


class DeckFiles:
    """The outcome of the last opened file, shown by `part`; a file with errors may still be taken over."""

    def __init__(self, hear: Handler) -> None:
        self.part = Part(hear, title="What came of the file")
        self._offered: Import | None = None
        self.forget()

    @property
    def offer(self) -> str:
        """The words of the button that takes over a file with errors; empty if there is no such file."""
        return "" if self._offered is None else TAKE

    def forget(self) -> None:
        """Say nothing more about the file."""
        self._offered = None
        self.part.show("")

    def open(self, message: ImportFile, editor: DeckEditor) -> str:
        """Put the list of a file on the desk and return in words what was done; DeckError leaves the deck as it was."""
        from workbench.decks.exchange import read_upload

        self.forget()
        try:
            data = b64decode(message.data, validate=True)
        except ValueError:  # not base64, or not even ASCII
            raise RoomError("The file arrived damaged. Choose it again.") from None
        try:
            imported = read_upload(editor.game, message.name, data, editor.deck)
        except DeckError as refusal:
            self.part.show(findings_html(refusal.problems) if refusal.problems else "")
            raise _not_opened(message, str(refusal).partition("\n")[0]) from None
        self.part.show(findings_html(imported.findings) if imported.findings else "")
        if imported.deck is None:
            self._offered = imported
            raise _not_opened(message, "What is wrong is listed below.")
        return _take(imported, editor, f"Open {message.name}")

    def take(self, editor: DeckEditor) -> str:
        """Put a file with errors on the desk, to mend it there; return in words what was done."""
        if self._offered is None:
            raise RoomError("There is no file to take over. Open one first.")
        note, self._offered = _take(self._offered, editor, "Open a file to mend it here"), None
        return note

    def save(self, message: ExportFile, editor: DeckEditor) -> tuple[dict[str, Any], str]:
        """The deck as a file for the page, and what to say about it."""
        from workbench.decks.exchange import export

        kind, _, table = message.kind.partition(":")
        name, data = export(editor.deck, kind, table or None)
        file = {"type": "file", "name": name, "data": b64encode(data).decode(), "kind": MEDIA_TYPES.get(kind, "")}
        of = "" if editor.whole else " It holds the last whole list: something in the cells is wrong now."
        return file, f"Saved as {name}.{of}"


def kinds_of_files(game: Game) -> list[list[str]]:
    """The kinds of file as which a deck of a game can be saved, each with its title."""
    from workbench.decks.exchange import KINDS

    tables = [[f"csv:{table.file}", f"CSV: {table.file.removesuffix('.csv')}"] for table in game.tables]
    return [*tables, *([kind, f"{kind.upper()}: the whole deck"] for kind in KINDS if kind != "csv")]


def _take(imported: Import, editor: DeckEditor, label: str) -> str:
    editor.replace(imported.draft, label)
    return f"{label}: done. {findings_counted(imported.findings)} Undo brings back what was here."


def _not_opened(message: ImportFile, why: str) -> DeckError:
    return DeckError(f"{message.name} was not opened; the deck stays as it was. {why}")
