"""From a deck to its files: TOML and CSV text, written so that a crash leaves the old deck whole."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable
from pathlib import Path

from workbench.decks.data import DeckData, Value
from workbench.decks.reading import TOML_FILE
from workbench.kernel.tables import CardTable
from workbench.storage.errors import DeckError, reason_of, shown_path
from workbench.storage.writing import FOR_EVERYBODY, write_together


def csv_text(deck: DeckData, table: CardTable, written: Callable[[Value], object] = lambda value: value) -> str:
    """The CSV of one of a deck's tables, each value as `written`; empty optional columns are left out."""
    rows = deck.tables[table.file]
    columns = [
        column.key
        for column in table.columns
        if column.required or any(row[column.key] not in ("", None, column.empty) for row in rows)
    ]
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows([written(row[key]) for key in columns] for row in rows)
    return stream.getvalue()


def file_texts(deck: DeckData) -> dict[str, str]:
    """The text of each of a deck's files, by file name."""
    import tomli_w

    tables = {table.file: csv_text(deck, table) for table in deck.game.tables}
    return {**tables, TOML_FILE: tomli_w.dumps(deck.meta.to_dict(), multiline_strings=True)}


def save(deck: DeckData, path: str | Path) -> Path:
    """Write the deck's files into the folder `path`; each old file stays whole until the new one is complete."""
    folder = Path(path)
    folder = folder.parent if folder.name == TOML_FILE else folder
    texts = file_texts(deck)
    try:
        _check_target(folder, texts)
        folder.mkdir(parents=True, exist_ok=True)
        write_together({folder / file: text for file, text in texts.items()}, FOR_EVERYBODY)
    except (OSError, ValueError) as error:
        raise DeckError(
            f"The deck cannot be saved in {shown_path(folder)}: {reason_of(error)}. Choose another folder."
        ) from None
    return folder


def _check_target(folder: Path, files: Iterable[str]) -> None:
    for file in files:
        if (folder / file).is_dir():
            raise DeckError(f"In {shown_path(folder)} a folder is called {file}. Rename it, or choose another folder.")
    if folder.is_dir() and not (folder / TOML_FILE).exists() and any(folder.iterdir()):
        raise DeckError(
            f"The folder {shown_path(folder)} holds other things and no {TOML_FILE}. "
            "Give a new or empty folder, or that of a deck to replace."
        )
