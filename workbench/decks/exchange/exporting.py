"""A deck -> CSV, TOML or XLSX, each of which `read_upload` reads back as the same deck."""

from __future__ import annotations

import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from workbench.decks.data import Value, filled_cells
from workbench.decks.exchange import deck_sheets
from workbench.decks.exchange.csv_cells import CALCULATED
from workbench.decks.exchange.upload import TABLES
from workbench.decks.exchange.workbooks import escaped
from workbench.decks.writing import csv_text
from workbench.kernel.tables import CardTable
from workbench.storage.errors import DeckError, one_of

if TYPE_CHECKING:
    from openpyxl import Workbook

    from workbench.decks.deck import Deck

KINDS = ("csv", "toml", "xlsx")
WIDEST = 60  # of a column in a workbook, in characters


def export(deck: Deck, kind: str, table: str | None = None) -> tuple[str, bytes]:
    """The name and the content of a file with the deck; raises DeckError for an unknown kind or table.

    `csv` holds one table: the first one, or that of the file name `table`. `toml` and `xlsx` hold the whole deck.
    """
    if kind not in KINDS:
        raise DeckError(one_of(kind, KINDS, "kind of file"))
    if kind == "csv":
        chosen = deck.game.table(table)
        return f"{deck.name}_{chosen.file}", deck_csv(deck, chosen)
    return f"{deck.name}.{kind}", deck_toml(deck) if kind == "toml" else deck_xlsx(deck)


def deck_csv(deck: Deck, table: CardTable) -> bytes:
    """A table as CSV that spreadsheets open correctly: UTF-8 with a byte order mark.

    Spreadsheets calculate what begins with = + - or @, even in a file from a stranger. Such text gets an
    apostrophe in front, which `read_upload` removes again; nothing else is changed.
    """
    return csv_text(deck, table, uncalculated).encode("utf-8-sig")


def deck_toml(deck: Deck) -> bytes:
    """The whole deck in one file: deck.toml, and the cards below it."""
    import tomli_w

    rows = {deck_sheets.stem(table): list(map(filled_cells, deck.tables[table.file])) for table in deck.game.tables}
    return tomli_w.dumps(deck.meta.to_dict() | {TABLES: rows}, multiline_strings=True).encode()


def deck_xlsx(deck: Deck) -> bytes:
    """The whole deck as a workbook: one sheet per table, one for the categories, one for the rest of deck.toml.

    Text is stored as text, so that nothing is calculated, made a date or stripped of its zeros; numbers are numbers.
    """
    book = _empty_book()
    book.properties.title, book.properties.creator = escaped(deck.meta.title), "Round Table Workbench"
    for table in deck.game.tables:
        cells = ([row[key] for key in table.keys] for row in deck.tables[table.file])
        _add_sheet(book, deck_sheets.sheet_title(table), [table.keys, *cells])
    categories = ([getattr(category, key) for key in deck_sheets.CATEGORY_KEYS] for category in deck.meta.categories)
    _add_sheet(book, deck_sheets.CATEGORIES, [deck_sheets.CATEGORY_KEYS, *categories])
    _add_sheet(book, deck_sheets.DECK, _deck_lines(deck), header=False)
    return _saved(book)


def workbook(sheets: Mapping[str, Iterable[Sequence[Value | float]]]) -> bytes:
    """A workbook with these sheets by title, each with a header; as in `deck_xlsx`, nothing in it is calculated."""
    book = _empty_book()
    for title, rows in sheets.items():
        _add_sheet(book, title, rows)
    return _saved(book)


def uncalculated(value: Value) -> Value:
    """A value that no spreadsheet calculates.

    >>> uncalculated("=1+1"), uncalculated("Mill"), uncalculated(-1)
    ("'=1+1", 'Mill', -1)
    """
    return f"'{value}" if isinstance(value, str) and CALCULATED.match(value) else value


def _deck_lines(deck: Deck) -> Iterator[list[Value]]:
    """What deck.toml says besides categories, one line per key."""
    values = deck.meta.to_dict()
    for key, value in values.items():
        if key == "authors":
            yield [key, *deck.meta.authors]
        elif key not in ("categories", *deck_sheets.INNER_TABLES):
            yield [key, value]  # type: ignore[list-item]
    for table in deck_sheets.INNER_TABLES:
        for key, value in getattr(deck.meta, table).items():
            yield [f"{table}.{key}", value]
    yield [deck_sheets.DIGEST, deck.digest]


def _empty_book() -> Workbook:
    from openpyxl import Workbook

    book = Workbook()
    book.remove(book.active)
    return book


def _saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def _add_sheet(book: Workbook, title: str, rows: Iterable[Sequence[Value | float]], header: bool = True) -> None:
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter

    sheet = book.create_sheet(title)
    widths: dict[int, int] = {}
    for number, row in enumerate(rows, start=1):
        for place, value in enumerate(row, start=1):
            cell = sheet.cell(number, place)
            widths[place] = min(max(widths.get(place, 8), len(str(value or "")) + 2), WIDEST)
            cell.value = escaped(value) if isinstance(value, str) else value
            if not isinstance(value, int | float):
                cell.data_type = "n" if value in (None, "") else "s"
                cell.number_format = "@"
            if (header and number == 1) or (not header and place == 1):
                cell.font = Font(bold=True)
    for place, width in widths.items():
        sheet.column_dimensions[get_column_letter(place)].width = width
    sheet.freeze_panes = "A2" if header else "B1"
