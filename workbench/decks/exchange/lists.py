"""Which lists are in a sheet, a workbook or pasted cells: a list is read whole, several together or not at all."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from workbench.decks.exchange.counts import count_in, says_count
from workbench.decks.exchange.headers import Header, find_header, find_headers, form_of, read_header
from workbench.decks.exchange.sheet import Sheet, column_letter, is_rule, quoted, refuse, text_at, texts_in
from workbench.decks.exchange.table_in_sheet import TableInSheet
from workbench.decks.finding import few
from workbench.decks.reading import tidy
from workbench.kernel.tables import COUNT, CardTable, Column

PASTED = "the pasted cells"
SEARCHED = 2000  # rows searched for a second list
FEW = 2
FORMED = ("letters", "letter", "choice", "number", "flag")  # column types that can be told from the cells
ASIDE = frozenset(  # words in the title of a sheet that is kept beside the list
    """
    old older backup backups bak archive archived draft drafts idea ideas template templates example examples sample
    unused cut rejected discarded deleted removed spare notes note readme read todo changelog changes history help
    legend instructions
    summary overview statistics stats pivot lookup alt alte altes archiv entwurf entwürfe ideen vorlage beispiel notiz
    notizen übersicht ancien anciens ancienne archives brouillon idées modèle exemple remarques viejo vieja borrador
    ejemplo notas vecchio bozza esempio note appunti oud concept voorbeeld stary kopia szkic notatki старый черновик
    """.split()
)
FIX = "Put them below each other in one sheet, under one row of column names; or give one file for each."


@dataclass
class Choice:
    """Which lists are taken for a table, and why other sheets are left out."""

    taken: list[TableInSheet] = field(default_factory=list)
    left_out: list[tuple[Sheet, str]] = field(default_factory=list)


def list_in(sheet: Sheet, tables: Sequence[CardTable]) -> TableInSheet | None:
    """The list in a sheet, of the table that best fits it: by the columns, then by the sheet's title."""
    found = find_headers(sheet.rows, tables)
    header = max(found, key=lambda header: (*fit(header), *is_called(sheet, header.table)), default=None)
    return TableInSheet(sheet, header) if header else None


def fit(header: Header) -> tuple[bool, int]:
    """How well a header fits its table; larger is better."""
    return header.complete, len(header.columns) - len(header.unknown)


def is_called(sheet: Sheet, table: CardTable) -> tuple[bool, int]:
    """Whether a sheet is named like a table, and how much of the table's name its own name ends with."""
    title, name = form_of(sheet.title), form_of(table.file.removesuffix(".csv"))
    return title in (name, form_of(table.file)), len(name) if title.endswith(name) else 0


# Several lists in one sheet


def refuse_lists_beside(one: TableInSheet, tables: Sequence[CardTable]) -> None:
    """Raise DeckError if another list lies beside or above this one; one below is found later."""
    sheet, header = one.sheet, one.header
    own = set(header.columns.values())
    for number, row in enumerate(sheet.rows[:SEARCHED]):
        lists = [(part, found) for part in _parts(row, tables) if (found := _list_in(part, number, tables))]
        if number == header.row:
            others = [part for part, _ in lists[1:]]
        elif number < header.first_row:
            others = [part for part, found in lists if not own & set(part) or is_strong(found)]
        else:
            others = [part for part, _ in lists if not own & set(part)]
        if others:
            first = f"{column_letter(min(own, default=0))}{header.row + 1}"
            second = f"{column_letter(min(others[0]))}{number + 1}"
            text = f"There are several lists in it: one begins in cell {first}, another in {second}."
            raise refuse(sheet.label, text, FIX, number + 1)
    _refuse_cards_to_the_right(one)


def _refuse_cards_to_the_right(one: TableInSheet) -> None:
    """Raise DeckError if cards lie beside the list in columns without names, or with its own names and a number.

    They have no header, so each of their columns would be left out.
    """
    places, labels = one.header.columns, one.header.labels
    formed = _formed(one.header)
    if not formed or one.table.name_column not in places:
        return
    wide = max((len(row) for row in one.sheet.rows[:SEARCHED]), default=0)
    for shift in range(1, wide - min(places.values())):
        beside = {column.key: labels.get(places[column.key] + shift, "") for column in formed}
        alike = all(not label or form_of(label).startswith(form_of(key)) for key, label in beside.items())
        moved = {places[key] + shift for key in (*beside, one.table.name_column)}
        if alike and not moved & set(places.values()) and _goes_on_in(one, one.sheet, shift):
            cell = f"{column_letter(min(moved))}{one.header.row + 2}"
            text = f"There are several lists in it: beside the first one, more cards lie from cell {cell} on."
            raise refuse(one.sheet.label, text, FIX, one.header.row + 2)


def _formed(header: Header) -> list[Column]:
    """The columns that each card fills and that can be told from their cells."""
    formed = (column for column in header.table.columns if column.required and column.type in FORMED)
    return [column for column in formed if column.key in header.columns]


def is_strong(header: Header) -> bool:
    """Whether a row names too many columns to be an accident."""
    return header.complete or len(header.columns) > FEW


def _parts(row: Sequence[str], tables: Sequence[CardTable]) -> Iterator[dict[int, str]]:
    """The filled cells of a row, split at empty cells and where an id or a name is named again."""
    names = {form_of(key) for table in tables for key in (table.key_column, table.name_column)}
    part: dict[int, str] = {}
    seen: set[str] = set()
    for place, text in enumerate(row):
        form = form_of(text) if text.strip() else ""
        if part and (not form or form in names & seen):
            yield part
            part, seen = {}, set()
        if form:
            part[place] = text
            seen.add(form)
    if part:
        yield part


def _list_in(part: Mapping[int, str], number: int, tables: Sequence[CardTable]) -> Header | None:
    """The cells of a part of a row as a header; None if they are not one."""
    if len(part) < FEW:
        return None
    row = [part.get(place, "") for place in range(max(part) + 1)]
    found = [header for table in tables if (header := read_header(row, number, table)) is not None]
    return max(found, key=fit, default=None)


# Several sheets of one table


def choose(label: str, table: CardTable, found: Sequence[TableInSheet]) -> Choice:
    """The sheets that make up a table's list, of those with its columns; raises DeckError if cards would be missing."""
    choice = Choice()
    if complete := [one for one in found if one.header.complete]:
        choice.taken = _without_those_aside(complete, table, choice)
    else:
        best = max(found, key=lambda one: (not one.sheet.hidden, fit(one.header), is_called(one.sheet, table)))
        choice.taken = [best]
    names = {name for one in choice.taken for name in _names(one)}
    for one in found:
        if not one.header.complete and one not in choice.taken:
            _leave_incomplete(label, one, names, choice)
    if len(choice.taken) > 1:
        if any(is_called(one.sheet, table)[0] for one in choice.taken):
            text = f"{titles_of(choice.taken)} have the columns of one list, and one of them has the name of the list."
            fix = "Put all cards in one sheet; delete, hide or rename to 'old' what is not part of the list."
            raise refuse(label, text, fix)
        _refuse_twice(label, choice.taken)
    return choice


def _without_those_aside(complete: Sequence[TableInSheet], table: CardTable, choice: Choice) -> list[TableInSheet]:
    """The sheets except those that are hidden, empty, or called old, notes and the like, if any others are left."""
    taken = list(complete)
    for why, goes in (
        ("it is hidden, and another one has the cards", lambda one: one.sheet.hidden),
        ("it has no cards", lambda one: not _names(one)),
        ("its name says that it is kept beside the list", lambda one: _is_aside(one.sheet)),
    ):
        staying = [one for one in taken if not goes(one)]
        if staying:
            choice.left_out += [(one.sheet, why) for one in taken if goes(one)]
            taken = staying
    called = [one for one in taken if is_called(one.sheet, table)[0]]
    if called and len(taken) > 1:
        names = {name for one in called for name in _names(one)}
        copies = [one for one in taken if one not in called and names.issuperset(_names(one))]
        why = f"all its cards are in {quoted(called[0].sheet.title)}, too, which was read"
        choice.left_out += [(one.sheet, why) for one in copies]
        taken = [one for one in taken if one not in copies]
    return taken


def is_remark(sheet: Sheet) -> bool:
    """Whether a sheet holds lines of text instead of a table, or has a name that sets it apart from the list."""
    rows = sum(len(texts_in(row)) > 1 for row in sheet.rows[:SEARCHED])
    return rows < FEW or _is_aside(sheet)


def _is_aside(sheet: Sheet) -> bool:
    return bool(ASIDE & set(re.findall(r"[^\W\d_]+", sheet.title.casefold())))


def _leave_incomplete(label: str, one: TableInSheet, names: set[str], choice: Choice) -> None:
    """Leave out a sheet that lacks columns, unless it looks like a part of the list."""
    missing = " or ".join(column.key for column in one.header.missing)
    is_part = is_strong(one.header) or any(_holds_cards(other, one.sheet) for other in choice.taken)
    is_part = is_part and not _is_aside(one.sheet) and not one.sheet.hidden
    if is_part and not names.issuperset(_names(one)):
        text = f"The sheet {quoted(one.sheet.title)} has cards as well, but no column {missing}."
        raise refuse(label, f"{text} {_read_alone(choice.taken)}", "Add the column there, or delete the sheet.")
    choice.left_out.append((one.sheet, f"it has no column {missing}"))


def refuse_cards_without_header(label: str, taken: Sequence[TableInSheet], others: Sequence[Sheet]) -> None:
    """Raise DeckError if a sheet without column names holds cards like those taken, in the same columns."""
    for one in taken:
        for sheet in others:
            if not sheet.hidden and not _is_aside(sheet) and (_goes_on_in(one, sheet) or _holds_cards(one, sheet)):
                text = f"The sheet {quoted(sheet.title)} has cards as well, but not the list's column names."
                fix = "Write the column names above them as in the other sheet; delete or hide it if it is no part."
                raise refuse(label, f"{text} {_read_alone(taken)}", fix)


def _goes_on_in(one: TableInSheet, sheet: Sheet, shift: int = 0) -> bool:
    """Whether most rows of a sheet are cards under another sheet's header, `shift` columns to the right of it."""
    columns, places = _formed(one.header), one.header.columns
    if not one.has_names:
        return False
    seen = TableInSheet(sheet, one.header)
    name = places[one.table.name_column] + shift
    rows = [row for row in range(min(len(sheet.rows), SEARCHED)) if seen.text(row, name)]
    cards = [
        row for row in rows if all(_fits(column, seen.text(row, places[column.key] + shift)) for column in columns)
    ]
    return bool(columns) and len(cards) * 2 > len(rows)


def _holds_cards(one: TableInSheet, sheet: Sheet) -> bool:
    """Whether a sheet has what each card of a list needs, in any columns of any name, with card names beside it."""
    rows = [row for row in sheet.rows[:SEARCHED] if len(texts_in(row)) >= FEW]
    wide = max(map(len, rows), default=0)
    columns = [[text_at(row, place) for row in rows] for place in range(wide)]
    named = next((found for row in rows if len(found := _columns_named(row, one.table)) >= FEW), {})
    places = {_place_of(column, columns, named) for column in _formed(one.header)}
    if not places or None in places:
        return False
    others = (texts for place, texts in enumerate(columns) if place not in places)
    words = ({text for text in texts if len(text) > FEW and count_in(text) is None} for texts in others)
    return any(2 * len(texts) > len(rows) for texts in words)


def _columns_named(row: Sequence[str], table: CardTable) -> dict[str, int]:
    """Where a row names columns of a table."""
    forms = {form_of(text): place for place, text in enumerate(row) if text.strip()}
    named = {column.key: forms[form_of(column.key)] for column in table.columns if form_of(column.key) in forms}
    counts = [place for place, text in enumerate(row) if COUNT in table.keys and says_count(text)]
    return {**named, COUNT: counts[0]} if counts else named


def _place_of(column: Column, columns: Sequence[Sequence[str]], named: Mapping[str, int]) -> int | None:
    """Which column of a sheet is this column of a list, told by its name, or else by the form of most of its cells."""
    if column.key in named or column.type not in ("letters", "choice"):  # numbers and single letters are everywhere
        return named.get(column.key)
    fitting = (sum(_fits(column, text) for text in texts) for texts in columns)
    return next((place for place, number in enumerate(fitting) if 2 * number > len(columns[place])), None)


def _fits(column: Column, text: str) -> bool:
    """Whether a text has the form of what a column holds."""
    match column.type:
        case "choice":
            return text.casefold() in {choice.casefold() for choice in column.choices}
        case "letters" | "letter":
            return len(text) == max(column.length, 1) and text.isalpha()
        case _:
            return text.isdecimal()


def _names(one: TableInSheet) -> list[str]:
    """The names of the cards in a list, or else their ids."""
    key = one.table.name_column if one.has_names else one.table.key_column
    return [tidy(text) for row in one.below if (text := one.filled(row).get(key, "")) and text != key]


def _refuse_twice(label: str, taken: Sequence[TableInSheet]) -> None:
    """Raise DeckError if a card is in two sheets that would be read together: then they are different lists."""
    met: dict[tuple[str, str], str] = {}
    for one in taken:
        for row in one.below:
            filled = one.filled(row)
            for column in sorted(filled.keys() & {one.table.key_column, one.table.name_column}):
                text = tidy(filled[column])
                here = f"the sheet {quoted(one.sheet.title)} row {row + 1}"
                before = met.setdefault((column, text), here)
                if before != here and form_of(text) != form_of(one.header.labels[one.header.columns[column]]):
                    said = f"{quoted(text)} is the {column} of a card in {before} and in {here}."
                    fix = "Give each card an id and a name of its own; delete or hide sheets of other lists."
                    raise refuse(label, f"{titles_of(taken)} have the columns of one list. {said}", fix)


def titles_of(taken: Sequence[TableInSheet]) -> str:
    """The sheets that tables lie in, by their titles."""
    return f"The sheets {few([quoted(one.sheet.title) for one in taken])}"


def _read_alone(taken: Sequence[TableInSheet]) -> str:
    return f"{quoted(taken[0].sheet.title)} alone would be a part of the list."


# Cells pasted into a table


class Pasted(NamedTuple):
    """Rows of cells, the columns to which they belong, and what to say about how that was found."""

    columns: tuple[str, ...]
    rows: list[list[str]]
    said: str


def by_names(table: CardTable, block: Sequence[Sequence[str]]) -> Pasted | None:
    """A block whose first row names columns of the table, without that row; None if it names none.

    Raises DeckError if it holds several lists, or one column twice.
    """
    rows = [list(row) for row in block]
    header = find_header(rows[:1], table) and find_header(rows, table)
    if header is None or header.row != 0 or not is_strong(header):
        return None
    refuse_lists_beside(TableInSheet(Sheet(PASTED, "", rows), header), [table])
    for key, places in header.twice.items():
        first = header.columns[key]
        if any(text_at(row, place) not in ("", text_at(row, first)) for row in rows[1:] for place in places):
            raise refuse(PASTED, f"Two columns are called {key} and differ.", "Paste one of them.")
    columns = tuple(key for key in table.keys if key in header.columns)
    cards = [row for row in rows[1:] if not is_rule(texts_in(row))]
    left_out = ", ".join(quoted(header.labels[place]) for place in header.unknown)
    said = "by the column names" + (f", without {left_out}" if left_out else "")
    return Pasted(columns, [[text_at(row, header.columns[key]) for key in columns] for row in cards], said)


def as_it_is_meant(key: str, text: str) -> str:
    """The text of a pasted cell; a number of copies is reduced to its digits.

    >>> as_it_is_meant("count", "3x"), as_it_is_meant("name", "3x")
    ('3', '3x')
    """
    return (count_in(text) or text) if key == COUNT else text
