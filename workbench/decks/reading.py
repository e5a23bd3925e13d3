"""From files and dicts to a draft: the text of every cell with its row number, not validated yet."""

from __future__ import annotations

import csv
import difflib
import io
import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from workbench.decks.finding import Finding, problem
from workbench.kernel.game import Game
from workbench.kernel.tables import CardTable
from workbench.storage.errors import reason_of, shown, shown_path
from workbench.storage.reading import beginning_of

TOML_FILE = "deck.toml"
LARGEST_TOML = 64 * 1024
LARGEST_TABLE = 1024 * 1024
LONGEST_TEXT = 4000  # of one cell, in characters
ENDLESS_KEY = re.compile(r"""(?<![\w-])(?:(?:[A-Za-z0-9_-]++|"(?:[^"\\\n]|\\.)*+"|'[^'\n]*+')[ \t]*+\.[ \t]*+){30}""")
FIRST_ROW = 2  # as a spreadsheet numbers rows: the header is row 1


@dataclass
class DraftRow:
    """One row as text, without the columns that the source lacks."""

    number: int
    cells: dict[str, str]


@dataclass
class DraftTable:
    """The rows of one table and the columns that its source has."""

    columns: tuple[str, ...]
    rows: list[DraftRow]


Texts = Mapping[str, str | Finding]  # file of a deck -> its text, or why it cannot be read


@dataclass
class Draft:
    """A deck that is not validated yet, with the problems met while reading it."""

    game: Game
    name: str
    meta: dict[str, object] | None = None
    tables: dict[str, DraftTable] = field(default_factory=dict)
    problems: list[Finding] = field(default_factory=list)


def read_folder(game: Game, folder: Path) -> Draft:
    """The draft of the deck in `folder`; its problems say what cannot be read."""
    return read_texts(game, folder.name, texts_in(game, folder))


def texts_in(game: Game, folder: Path) -> Texts:
    """The texts of the files of the deck in `folder`."""
    tables = {table.file: _text_of(folder, table.file, LARGEST_TABLE) for table in game.tables}
    return {TOML_FILE: _text_of(folder, TOML_FILE, LARGEST_TOML), **tables}


def read_texts(game: Game, name: str, texts: Texts) -> Draft:
    """The draft of the deck with this name that these texts describe."""
    draft = Draft(game, name)
    draft.meta = _meta_in(texts[TOML_FILE], draft.problems)
    for table in game.tables:
        text = texts[table.file]
        if isinstance(text, Finding):
            draft.problems.append(text)
        elif parsed := parse_table(text, table, draft.problems):
            draft.tables[table.file] = parsed
    return draft


def read_toml(folder: Path, problems: list[Finding], file: str = TOML_FILE) -> dict[str, object] | None:
    """What a TOML file in `folder` says; None, and a problem, if it cannot be read."""
    return _meta_in(_text_of(folder, file, LARGEST_TOML), problems)


def _meta_in(text: str | Finding, problems: list[Finding]) -> dict[str, object] | None:
    if isinstance(text, Finding):
        problems.append(text)
        return None
    return parse_toml(text, problems)


def read_dict(game: Game, name: str, meta: object, tables: object) -> Draft:
    """The draft of a deck given as plain values, as `Deck.to_dict` writes them."""
    draft = Draft(game, name)
    if isinstance(meta, Mapping):
        draft.meta = {str(key): value for key, value in meta.items()}
    else:
        draft.problems.append(_wrong_shape("meta", meta, "a table of title, version, categories ..."))
    if not isinstance(tables, Mapping):
        draft.problems.append(_wrong_shape("tables", tables, "a table of file names and rows"))
        tables = {}
    known = [table.file for table in game.tables]
    for file in tables:
        if file not in known:
            draft.problems.append(problem(f"{shown(file)} is no table of {game.title}.", f"Use {', '.join(known)}."))
    for table in game.tables:
        rows = tables.get(table.file)
        if not isinstance(rows, list | tuple):
            draft.problems.append(_wrong_shape(table.file, rows, "a list of rows"))
            continue
        draft.tables[table.file] = table_of_rows(rows, table, draft.problems)
    return draft


def table_of_rows(rows: Iterable[object], table: CardTable, problems: list[Finding]) -> DraftTable:
    """A draft table made of rows given as mappings of column to value."""
    drafted = []
    unknown: dict[str, None] = {}
    for number, row in enumerate(rows, start=FIRST_ROW):
        if not isinstance(row, Mapping):
            problems.append(_wrong_shape(table.file, row, "a mapping of column to value", number))
            continue
        cells = {}
        for key, value in row.items():
            text = cell_text(value)
            if key not in table.keys:
                unknown[str(key)] = None
            elif text is None:
                problems.append(_wrong_shape(table.file, value, "text or a whole number", number, key))
            else:
                cells[key] = text
        drafted.append(DraftRow(number, cells))
    problems.extend(_unknown_column(table, key) for key in unknown)
    return DraftTable(table.keys, drafted)


def cell_text(value: object) -> str | None:
    """The text of a cell that holds `value`; None for a value that fits no cell."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(int(value))
    if isinstance(value, int) and abs(value) < 10**12:
        return str(value)
    return value if isinstance(value, str) else None


@lru_cache(maxsize=4096)  # most changes to a deck leave most of its cells alone
def tidy(text: str) -> str:
    """A cell's text in the form used for comparison: no spaces around it, its accents composed."""
    return unicodedata.normalize("NFC", text.strip())


def parse_toml(text: str, problems: list[Finding]) -> dict[str, object] | None:
    """The content of a deck.toml; None, and a problem, if it is not TOML."""
    if ENDLESS_KEY.search(text):  # the parser's memory grows with the square of a key's parts
        problems.append(problem("A key has more than 30 parts.", "Write short keys, such as title.", TOML_FILE))
        return None
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        text = f"This is not TOML: {reason_of(error)}."
        problems.append(problem(text, "Write `key = value` lines; text goes in quotes.", TOML_FILE))
        return None


def parse_table(text: str, table: CardTable, problems: list[Finding]) -> DraftTable | None:
    """The rows of a CSV text; problems name what is wrong with its header and shape."""
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    header: list[str] | None = None
    rows: list[DraftRow] = []
    try:
        header = _without_empty_tail([cell.strip() for cell in next(reader, [])])
        if not _check_header(header, table, problems):
            return None
        for number, cells in enumerate(reader, start=FIRST_ROW):
            filled = _without_empty_tail(cells)
            if not filled:
                continue  # spreadsheets leave empty rows behind
            if len(cells) < len(header) or len(filled) > len(header):
                text = f"The row has {len(cells)} fields, the header has {len(header)}."
                fix = "Give it one field per column; put a field with a comma in it in double quotes."
                problems.append(problem(text, fix, table.file, number))
            pairs = zip(header, cells, strict=False)
            rows.append(DraftRow(number, {key: cell for key, cell in pairs if key in table.keys}))
            if len(rows) > table.most_rows:
                most = f"a deck has at most {table.number_of(table.most)}"
                text = f"The table has more than {table.most_rows} rows; {most}."
                problems.append(problem(text, "Take rows out.", table.file))
                break
    except csv.Error as error:
        text = f"Line {reader.line_num} is not CSV: {error}."
        fix = "Close every double quote, and write a double quote inside a field twice."
        problems.append(problem(text, fix, table.file, reader.line_num))
    if header is None:
        return None
    return DraftTable(tuple(key for key in header if key in table.keys), rows)


def near(word: str, known: Iterable[str]) -> str:
    """' Did you mean ...?' if `known` has something like `word`, ignoring case; otherwise nothing."""
    by_fold = {name.casefold(): name for name in known}
    found = difflib.get_close_matches(word.casefold(), list(by_fold), n=1)
    return f" Did you mean {shown(by_fold[found[0]])}?" if found else ""


def _text_of(folder: Path, file: str, largest: int) -> str | Finding:
    """The text of a file of at most this many bytes, or why it cannot be read."""
    path = folder / file
    try:
        data = beginning_of(path, largest + 1)
    except FileNotFoundError:
        return problem(f"There is no such file in {shown_path(folder)}.", f"Put a {file} there.", file)
    except OSError as error:
        return problem(f"The file cannot be read: {error.strerror}.", "Put a file there that you may read.", file)
    if len(data) > largest:
        text = f"The file is longer than {largest:,} bytes."
        return problem(text, "A deck is a short list: take out what does not belong to it.", file)
    try:
        return data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"Byte {error.start} (in line {line}) is 0x{data[error.start]:02x}, which is not UTF-8."
        fix = "Save the file as UTF-8 (in a spreadsheet: 'CSV UTF-8')."
        return problem(text, fix, file, line)


def _without_empty_tail(cells: list[str]) -> list[str]:
    return cells[: max((number for number, cell in enumerate(cells, start=1) if cell.strip()), default=0)]


def _check_header(header: list[str], table: CardTable, problems: list[Finding]) -> bool:
    if not header:
        fix = f"Start with the column names: {', '.join(table.keys)}."
        problems.append(problem("The first row is empty.", fix, table.file, 1))
        return False
    if len(header) == 1 and any(sign in header[0] for sign in ";\t|，；｜"):
        text = f"The first row is one field, {header[0][:60]!r}."
        problems.append(problem(text, "Save the table with commas between the fields.", table.file, 1))
        return False
    for key in dict.fromkeys(header):
        if key not in table.keys:
            problems.append(_unknown_column(table, key))
        elif header.count(key) > 1:
            text = f"The column {key!r} is there {header.count(key)} times."
            problems.append(problem(text, "Keep one of them.", table.file, 1, key))
    for column in table.columns:
        if column.required and column.key not in header:
            text = f"The column {column.key!r} is missing: {column.help}."
            problems.append(problem(text, "Add the column and fill it in every row.", table.file, 1, column.key))
    return True


def _unknown_column(table: CardTable, key: str) -> Finding:
    text = f"There is no column {shown(key)}.{near(key, table.keys)}"
    return problem(text, f"Rename or remove it; the columns are {', '.join(table.keys)}.", table.file, 1, key)


def _wrong_shape(what: str, given: object, expected: str, row: int = 0, column: str = "") -> Finding:
    words = shown(given) if not isinstance(given, dict | list | tuple) else f"a {type(given).__name__}"
    short = words if len(words) <= 60 else words[:57] + "..."
    return problem(f"{short} was given where {expected} belongs.", f"Give {expected}.", what, row, str(column))
