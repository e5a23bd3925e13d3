"""What a workbook says about a deck apart from its cards: the sheets Deck and Categories."""

from __future__ import annotations

from workbench.decks.exchange.sheet import Sheet
from workbench.decks.reading import near
from workbench.kernel.tables import CardTable

DECK, CATEGORIES = "Deck", "Categories"
CATEGORY_KEYS = ("letter", "name", "sign", "colour", "short", "emblem")
NEEDED_OF_A_CATEGORY = ("letter", "name", "sign", "colour")
INNER_TABLES = ("options", "measured", "school_words", "printed_words")  # of deck.toml: `options.KEY` in a Deck sheet
OF_TEXTS = ("school_words", "printed_words")  # always read as text, whatever a spreadsheet makes of them
DIGEST = "digest"  # of the deck as exported: a file whose cells still match it was not touched


def stem(table: CardTable) -> str:
    """A table's name without the ending of its file: cards for cards.csv."""
    return table.file.removesuffix(".csv")


def sheet_title(table: CardTable) -> str:
    """The title of a table's sheet.

    >>> from workbench.kernel.registry import game
    >>> [sheet_title(table) for table in game("guile").tables]
    ['Cards', 'Knights']
    """
    title = stem(table).capitalize()[:31]
    return table.file if title in (DECK, CATEGORIES) else title


def why_no_deck(sheet: Sheet) -> str:
    """Why a sheet called Deck does not hold what deck.toml says; empty if it does."""
    from workbench.decks.model import Meta

    known = [key for key in (*Meta.model_fields, DIGEST) if key not in INNER_TABLES]
    keys = [key for row in sheet.rows if row and (key := _key_in(row[0]))]
    fitting = [key for key in keys if key in known or key.partition(".")[0] in INNER_TABLES]
    others = [key for key in keys if key not in fitting and not near(key, known)]
    if fitting and len(fitting) > len(others):
        return ""
    return f"most of its first column is none of {', '.join(known[:4])} and the like, as a deck's own sheet has there"


def why_no_categories(sheet: Sheet) -> str:
    """Why a sheet called Categories does not hold a deck's categories; empty if it does."""
    keys = {_key_in(text) for row in sheet.rows[:1] for text in row}
    missing = [key for key in NEEDED_OF_A_CATEGORY if key not in keys]
    return f"its first row does not name {', '.join(missing)}, as that of a deck's categories does" if missing else ""


def read_deck(sheet: Sheet) -> dict[str, object]:
    """The lines of a Deck sheet: a key in the first column, its value in the others."""
    found: dict[str, object] = {}
    tables: dict[str, dict[str, object]] = {name: {} for name in INNER_TABLES}
    for number, row in enumerate(sheet.rows):
        key = _key_in(row[0]) if row else ""
        value = sheet.values.get((number, 1), row[1] if len(row) > 1 else "")
        table, _, inner = key.partition(".")
        if inner and table in tables:
            tables[table][inner] = row[1] if table in OF_TEXTS else value
        elif key == "authors":
            found[key] = [text for text in row[1:] if text.strip()]
        elif key in ("version", "declared_count"):
            found |= {key: _whole(value)} if value != "" else {}
        elif key and value != "":
            found[key] = row[1]
    return found | {name: values for name, values in tables.items() if values}


def read_categories(sheet: Sheet) -> list[dict[str, str]]:
    """The rows below the header of a Categories sheet, keyed by the header's names."""
    rows = [[text.strip() for text in row] for row in sheet.rows if any(text.strip() for text in row)]
    keys = [text.casefold() for text in rows[0]] if rows else []
    return [{key: text for key, text in zip(keys, row, strict=False) if key} for row in rows[1:]]


def _key_in(text: str) -> str:
    """The key of deck.toml that a cell names."""
    return text.strip().casefold().replace(" ", "_")


def _whole(value: object) -> object:
    return int(value) if isinstance(value, str) and value.isascii() and value.isdecimal() and len(value) < 10 else value
