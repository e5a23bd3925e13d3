"""A deck -> CSV, TOML or XLSX, each of which `read_upload` reads back as the same deck."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from workbench.decks.validation import Value
from workbench.decks.writing import csv_text
from workbench.kernel.errors import DeckError, one_of
from workbench.kernel.game import CardTable

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

KINDS = ("csv", "toml", "xlsx")
TABLES = "tables"  # the key under which a whole deck in one TOML file has its cards
CALCULATED = re.compile(r"'*[=+@-]")


def export(deck: Deck, kind: str, table: str | None = None) -> tuple[str, bytes]:
    """The name and the content of a file with the deck; raises DeckError for an unknown kind or table.

    `csv` holds one table: the main one, or that of the file name `table`. `toml` and `xlsx` hold the whole deck.
    """
    if kind not in KINDS:
        raise DeckError(one_of(kind, KINDS, "kind of file"))
    if kind == "csv":
        chosen = _table(deck, table)
        return f"{deck.name}_{chosen.file}", deck_csv(deck, chosen)
    return f"{deck.name}.{kind}", deck_toml(deck)


def deck_csv(deck: Deck, table: CardTable) -> bytes:
    """A table as CSV that spreadsheets open well: UTF-8 with the mark that tells them so.

    Spreadsheets calculate what begins with = + - or @, even in a file from a stranger. Text that does gets an
    apostrophe before it, which `read_upload` takes off again; nothing else is changed.
    """
    return csv_text(deck, table, uncalculated).encode("utf-8-sig")


def deck_toml(deck: Deck) -> bytes:
    """The whole deck in one file: deck.toml, and the cards below it."""
    import tomli_w

    rows = {
        stem(table): [
            {key: value for key, value in row.items() if value not in ("", None)} for row in deck.tables[table.file]
        ]
        for table in deck.game.tables
    }
    return tomli_w.dumps(deck.meta.to_dict() | {TABLES: rows}, multiline_strings=True).encode()


def stem(table: CardTable) -> str:
    """What a table is called where it is no file: cards for cards.csv."""
    return table.file.removesuffix(".csv")


def uncalculated(value: Value) -> Value:
    """A value that no spreadsheet calculates.

    >>> uncalculated("=1+1"), uncalculated("Mill"), uncalculated(-1)
    ("'=1+1", 'Mill', -1)
    """
    return f"'{value}" if isinstance(value, str) and CALCULATED.match(value) else value


def _table(deck: Deck, file: str | None) -> CardTable:
    for table in deck.game.tables:
        if file in (None, table.file):
            return table
    raise DeckError(one_of(file, [table.file for table in deck.game.tables], f"table of {deck.game.title}"))
