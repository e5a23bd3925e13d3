"""Bytes of any encoding -> text, and text with separators -> a sheet; row numbers are those a spreadsheet shows."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from itertools import islice

from workbench.decks.exchange.sheet import (
    DATE,
    FAULT,
    KEEP,
    MENDED,
    MOST_COLUMNS,
    MOST_ROWS,
    Mark,
    Sheet,
    quoted,
    refuse,
)

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs", "|": "upright strokes"}
ENCODINGS = (  # how a file begins -> its encoding, and what people call that
    (b"\xef\xbb\xbf", "utf-8-sig", ""),
    (b"\xff\xfe\x00\x00", "utf-32", "UTF-32"),
    (b"\x00\x00\xfe\xff", "utf-32", "UTF-32"),
    (b"\xff\xfe", "utf-16", "UTF-16"),
    (b"\xfe\xff", "utf-16", "UTF-16"),
)
ANSWER_OF_A_FORMULA = re.compile(r"#[A-ZÄÉÍÓÖÜß¡¿0-9/_]{2,18}[!?]|#N/A|#N/D|#NV|#####+|Err:\d{3}")
TEXT_AS_FORMULA = re.compile(r'="([^"]*)"')
CALCULATES = re.compile(r"'+[=+@-]")  # an apostrophe keeps a spreadsheet from calculating what follows
MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split()
DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<year>[0-9]{4})-(?P<month>[0-9]{1,2})-(?P<day>[0-9]{1,2})(?:[ T]00:00(?::00)?)?",
        rf"(?P<day>[0-9]{{1,2}})[-. ](?P<month>{'|'.join(MONTHS)})(?:[-. ](?P<year>[0-9]{{2,4}}))?",
        rf"(?P<month>{'|'.join(MONTHS)})[-. ](?P<year>[0-9]{{2}})",
    )
)
ReadsAsHeader = Callable[[list[list[str]]], int]


def decode(label: str, data: bytes) -> tuple[str, str]:
    """The text of a file, and what is to be said about its encoding; raises DeckError for what is no text."""
    for start, encoding, name in ENCODINGS:
        if data.startswith(start):
            text = _decoded(label, data, encoding, name or "UTF-8")
            said = f"The file is written in {name}; it was read as that." if name else ""
            return text, said
    if data[1:60:2].count(0) > 20 or data[0:60:2].count(0) > 20:
        encoding = "utf-16-le" if data[1] == 0 else "utf-16-be"
        return _decoded(label, data, encoding, "UTF-16"), "The file is written in UTF-16; it was read as that."
    try:
        return data.decode("utf-8"), ""
    except UnicodeDecodeError:
        text = _decoded(label, data, "cp1252", "Windows-1252")
    word = re.findall(r"\w*[^\x00-\x7f]+\w*", text)[0]
    return text, f"The file is not written in UTF-8; it was read as Windows-1252, so that it says {quoted(word)}."


def refuse_what_is_no_text(label: str, text: str) -> None:
    """Raise DeckError for text with characters that no list has: it is something else, a picture for instance."""
    found = re.search(r"[\x00-\x08\x0e-\x1a\x1c-\x1f]", text)
    if found and (found[0] == "\0" or len(re.findall(r"[\x00-\x08\x0e-\x1f]", text)) > 8):
        said = f"This is no card list: it holds unprintable characters, U+{ord(found[0]):04X} the first of them."
        raise refuse(label, said, "Give a CSV, TOML or XLSX file.")


def read_separated(label: str, title: str, text: str, matches: ReadsAsHeader) -> Sheet:
    """The sheet of a CSV text, whatever separates its fields; `matches` counts how many columns of a deck rows name."""
    text, announced = _without_separator_line(text)
    chosen = announced or separator_of(text, matches)[0]
    records = _records(label, text, chosen)
    sheet = Sheet(label, title, [], separator=chosen)
    if all(len(record) <= 1 for record in records) and not matches(records):
        records = _unwrapped(records, sheet, matches)
    if sheet.separator != ",":
        name = SEPARATORS.get(sheet.separator, quoted(sheet.separator))
        sheet.say("warning", f"The fields are separated by {name}; it was read so.", KEEP)
    for number, record in enumerate(records):
        sheet.rows.append([_cell(sheet, number, column, text) for column, text in enumerate(record[:MOST_COLUMNS])])
        if any(text.strip() for text in record[MOST_COLUMNS:]):
            sheet.say(
                "warning", f"What stands right of column {MOST_COLUMNS} was left out.", "Take it out.", number + 1
            )
    return sheet


def separator_of(text: str, matches: ReadsAsHeader) -> tuple[str, int]:
    """The separator with which most columns of a deck are named, and how many; a comma if none are."""
    named = {separator: matches(_first_records(text, separator)) for separator in SEPARATORS}
    return max(named.items(), key=lambda item: item[1])


def what_a_date_was(day: int, month: int, named: bool = True) -> str:
    """What somebody may have typed that a spreadsheet took for this day."""
    words = [f"{month}/{day}", f"{day}/{month}", f"{day}-{month}"]
    if named:
        words.append(f"{MONTHS[month - 1].title()} {day}")
    return ", ".join(dict.fromkeys(map(repr, words)))


def _decoded(label: str, data: bytes, encoding: str, name: str) -> str:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        text = f"Byte {error.start} (in line {line}) does not fit {name}; the file is damaged or no card list."
        raise refuse(label, text, "Save it anew as UTF-8 (in a spreadsheet: 'CSV UTF-8').") from None


def _without_separator_line(text: str) -> tuple[str, str]:
    """The text without a first line sep=; which spreadsheets do not show, and the separator it names."""
    found = re.match(r'"?sep=(.)"?[;,\t]*\r?\n', text)
    return (text[found.end() :], found[1]) if found else (text, "")


def _first_records(text: str, separator: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text[:100_000], newline=""), delimiter=separator)
    try:
        return list(islice(reader, 60))
    except csv.Error:
        return []


def _records(label: str, text: str, separator: str) -> list[list[str]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        records = list(islice(reader, MOST_ROWS + 1))
    except csv.Error as error:
        said = f"Line {reader.line_num} is not CSV: {error}."
        fix = "Close every double quote, and write a double quote inside a field twice."
        raise refuse(label, said, fix, reader.line_num) from None
    if len(records) > MOST_ROWS:
        raise refuse(label, f"The file has more than {MOST_ROWS:,} rows.", "Keep the card list alone in it.")
    return records


def _unwrapped(records: list[list[str]], sheet: Sheet, matches: ReadsAsHeader) -> list[list[str]]:
    """Records that stand each in one field, as a spreadsheet writes a CSV that it took for one column."""
    lines = [record[0] if record else "" for record in records]
    for separator in SEPARATORS:
        try:
            inner = [next(iter(csv.reader([line], delimiter=separator)), []) for line in lines]
        except csv.Error:
            continue
        if matches(inner):
            sheet.separator = separator
            sheet.say("warning", "Each row stands in one quoted field; it was taken apart.", KEEP)
            return inner
    return records


def _cell(sheet: Sheet, row: int, column: int, text: str) -> str:
    """The text of a cell as it is meant, and a mark where a spreadsheet may have made something else of it."""
    text, mark = _read_cell(text)
    if mark is not None:
        sheet.marks[row, column] = mark
    return text


def _read_cell(text: str) -> tuple[str, Mark | None]:
    stripped = text.strip()
    if stripped.startswith("="):
        inner = TEXT_AS_FORMULA.fullmatch(stripped)
        if inner:
            return inner[1], Mark(MENDED, "A formula that stands for a text was read as that text", stripped)
        said = f"The cell holds the formula {quoted(stripped)}; a CSV has no results of formulas."
        return stripped, Mark(FAULT, said, "Paste it as a value before you save; text that begins with = is '=text.")
    if CALCULATES.match(stripped):
        return stripped[1:], None
    if ANSWER_OF_A_FORMULA.fullmatch(stripped):
        said = f"The cell holds {quoted(stripped)}, which a spreadsheet writes where a formula fails."
        return stripped, Mark(FAULT, said, "Mend the formula, or write the value itself.")
    for pattern in DATES:
        found = pattern.fullmatch(stripped)
        if found:
            return stripped, _date(found)
    return text, None


def _date(found: re.Match[str]) -> Mark | None:
    parts = found.groupdict()
    month = parts["month"].lower()
    number = int(month) if month.isdigit() else MONTHS.index(month) + 1
    if not 1 <= number <= 12:
        return None
    if parts.get("day") is None:
        was = f"{number}/{parts['year']!s}, {MONTHS[number - 1].upper()}{parts['year']}"
        was = ", ".join(repr(word) for word in was.split(", "))
    else:
        was = what_a_date_was(int(parts["day"]), number)
    return Mark(DATE, was, found[0])
