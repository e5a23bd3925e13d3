"""Text with separators -> a sheet; row numbers are those that a spreadsheet shows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Sequence
from itertools import islice

from workbench.decks.exchange.csv_cells import read_cell
from workbench.decks.exchange.sheet import KEEP, MOST_COLUMNS, MOST_ROWS, Sheet, quoted, refuse

SEPARATORS = {
    ",": "commas",
    ";": "semicolons",
    "\t": "tabs",
    "|": "upright strokes",
    "，": "wide commas",  # as East Asian keyboards write them, and the two below
    "；": "wide semicolons",
    "｜": "wide upright strokes",
}
SIGNS_OF_A_RULE = frozenset("|:- \t")  # of Markdown
BETWEEN_CELLS = re.compile(r"(?<!\\)\|")
FENCE = re.compile(r"\s*(?:`{3,}|~{3,})\s*\w*\s*")
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
EMPHASIZED = re.compile(r"(\*\*|__|`)(?!\s)((?:(?!\1).)+)(?<!\s)\1")  # a whole cell
TYPOGRAPHIC = "“”„‟"
PLAIN_QUOTES_READ = "Typographic quotes stood in place of plain ones; they were read as such."
NO_AUTOMATIC_QUOTES = "Turn off automatic quotes where the file is written."
ReadsAsHeader = Callable[[list[list[str]]], int]


def refuse_what_is_no_text(label: str, text: str) -> None:
    """Raise DeckError for text with characters that no list has, such as the content of a picture."""
    found = re.search(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]", text)
    if found and (found[0] == "\0" or len(re.findall(r"[\x00-\x08\x0e-\x1f]", text)) > 8):
        said = f"This is no card list: it holds unprintable characters, U+{ord(found[0]):04X} the first of them."
        raise refuse(label, said, "Give a CSV, TOML or XLSX file.")


def read_separated(label: str, title: str, text: str, matches: ReadsAsHeader) -> Sheet:
    """The sheet of a CSV text with any separator; `matches` counts how many columns of a deck rows name."""
    sheet = Sheet(label, title, [])
    text, announced = _without_separator_line(text)
    if _is_quoted_otherwise(text):
        text = with_plain_quotes(text)
        sheet.say("warning", PLAIN_QUOTES_READ, NO_AUTOMATIC_QUOTES)
    sheet.separator = announced or separator_of(text, matches)[0]
    lines = re.split("\r\n|\r|\n", text) if sheet.separator == "|" else []
    if any(map(_is_markdown_rule, lines)):
        return _read_markdown(sheet, lines)
    records = _records(label, text, sheet.separator)
    if all(len(record) <= 1 for record in records) and not matches(records):
        records = _unwrapped(records, sheet, matches)
    if sheet.separator != ",":
        name = SEPARATORS.get(sheet.separator, quoted(sheet.separator))
        sheet.say("warning", f"The fields are separated by {name}; it was read so.", KEEP)
    for record in records:
        _read_record(sheet, record)
    return sheet


def _read_markdown(sheet: Sheet, lines: Sequence[str]) -> Sheet:
    """The sheet of a table with vertical bars between its cells and a row of dashes below its column names."""
    sheet.say("warning", "The file is a Markdown table; it was read so, without its row of dashes.", KEEP)
    _refuse_too_many(sheet.label, len(lines))
    for number, line in enumerate(lines):
        cells = [_without_marks(cell.strip()) for cell in BETWEEN_CELLS.split(line.strip())]
        if len(cells) > 1:
            cells = cells[not cells[0] : len(cells) - (not cells[-1])]
        if _is_markdown_rule(line) or FENCE.fullmatch(line):
            sheet.rules.add(number)
        _read_record(sheet, cells)
    return sheet


def _without_marks(cell: str) -> str:
    """A cell without the Markdown marks around it and the backslashes before its signs.

    >>> _without_marks("**Mill**"), _without_marks(r"wheat\\_field"), _without_marks("*")
    ('Mill', 'wheat_field', '*')
    """
    found = EMPHASIZED.fullmatch(cell)
    return ESCAPED.sub(r"\1", found[2] if found else cell)


def _is_markdown_rule(line: str) -> bool:
    cells = line.strip().strip("|").split("|") if "|" in line and SIGNS_OF_A_RULE.issuperset(line) else []
    return bool(cells) and all(re.fullmatch(":?-+:?", cell.strip()) for cell in cells)


def separator_of(text: str, matches: ReadsAsHeader) -> tuple[str, int]:
    """The separator that yields the most column names of a deck, and how many; a comma if it yields none."""
    named = {separator: matches(_first_records(text, separator)) for separator in SEPARATORS}
    return max(named.items(), key=lambda item: item[1])


def with_plain_quotes(text: str) -> str:
    """Text with plain double quotes in place of typographic ones."""
    return re.sub(f"[{TYPOGRAPHIC}]", '"', text)


def _without_separator_line(text: str) -> tuple[str, str]:
    """The text without a first line `sep=;`, which spreadsheets do not show, and the separator that it names."""
    found = re.match(r'"?sep[=＝](.)"?[;,\t]*\r?\n', text)
    return (text[found.end() :], found[1]) if found else (text, "")


def _is_quoted_otherwise(text: str) -> bool:
    """Whether every field of the first line is in typographic quotes."""
    line = text.lstrip().partition("\n")[0].strip()
    fields = re.split(f"[{''.join(SEPARATORS)}]", line)
    return len(fields) > 1 and all(re.fullmatch(f" *[{TYPOGRAPHIC}].*[{TYPOGRAPHIC}] *", field) for field in fields)


def _first_records(text: str, separator: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text[:100_000], newline=""), delimiter=separator, skipinitialspace=True)
    try:
        return list(islice(reader, 60))
    except csv.Error:
        return []


def _records(label: str, text: str, separator: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=True, strict=True)
    try:
        records = list(islice(reader, MOST_ROWS + 1))
    except csv.Error as error:
        said = f"Line {reader.line_num} is not CSV: {error}."
        fix = "Close every double quote, and write a double quote inside a field twice."
        raise refuse(label, said, fix, reader.line_num) from None
    _refuse_too_many(label, len(records))
    return records


def _refuse_too_many(label: str, rows: int) -> None:
    if rows > MOST_ROWS:
        raise refuse(label, f"The file has more than {MOST_ROWS:,} rows.", "Keep the card list alone in it.")


def _unwrapped(records: list[list[str]], sheet: Sheet, matches: ReadsAsHeader) -> list[list[str]]:
    """The contents of records of one field each, as a spreadsheet writes a CSV that it took for one column."""
    lines = [record[0] if record else "" for record in records]
    for separator in SEPARATORS:
        try:
            inner = [next(csv.reader([line], delimiter=separator, skipinitialspace=True), []) for line in lines]
        except csv.Error:
            return records
        if matches(inner):
            sheet.separator = separator
            sheet.say("warning", "Each row is in one quoted field; it was taken apart.", KEEP)
            return inner
    return records


def _read_record(sheet: Sheet, record: list[str]) -> None:
    number = len(sheet.rows)
    sheet.rows.append([])
    for column, text in enumerate(record[:MOST_COLUMNS]):
        text, mark = read_cell(text)
        sheet.rows[number].append(text)
        if mark is not None:
            sheet.marks[number, column] = mark
    if any(text.strip() for text in record[MOST_COLUMNS:]):
        sheet.too_wide.append(number + 1)
