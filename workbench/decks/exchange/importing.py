"""An uploaded file -> a draft of a deck, with what was mended in it and what keeps it from being a deck."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping, Sequence
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from workbench.decks.exchange import deck_sheets, encodings, lists, text_files, workbooks
from workbench.decks.exchange.headers import find_headers
from workbench.decks.exchange.sheet import KEEP, LARGEST_FILE, Sheet, quoted, refuse, texts_in
from workbench.decks.exchange.table_in_sheet import TableInSheet
from workbench.decks.exchange.upload import TABLES, Import, Upload
from workbench.decks.finding import Finding
from workbench.decks.reading import near, parse_toml
from workbench.kernel.game import Game
from workbench.storage.errors import DeckError

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

LONGEST_TOML = 1024 * 1024
GIVE = "Give a CSV, TOML or XLSX file."
FOREIGN = {  # what a file is -> how it begins
    "a PDF": (b"%PDF",),
    "a picture": (b"\x89PNG", b"\xff\xd8\xff", b"GIF8"),
    "a text with formats (RTF)": (b"{\\rtf",),
    "a packed file": (b"\x1f\x8b", b"7z\xbc\xaf", b"Rar!"),
    "a database": (b"SQLite",),
}


def read_upload(game: Game, name: str, data: bytes, current: Deck, encoding: str = "") -> Import:
    """Read an uploaded CSV, TOML or XLSX file; parts of a deck that it lacks are taken from `current`.

    Its content decides what it is and, unless `encoding` names it, a text's encoding. Raises DeckError, whose
    `problems` say why, if it holds no part of a deck of this game; raises nothing else.
    """
    if current.game_id != game.id:
        title = current.game.title
        raise DeckError(f"The open deck is for {title}, not for {game.title}. Open a deck of {game.title}.")
    upload = Upload(game, _label(name), current)
    data = bytes(data)
    _refuse_foreign(upload.label, data)
    if data.startswith((workbooks.PACKED, workbooks.OLD_OFFICE)):
        if encoding:
            text = f"A workbook says its own encoding, and {quoted(encoding)} was given."
            raise refuse(upload.label, text, "Leave the encoding out.")
        return _read_workbook(upload, workbooks.read_workbook(upload.label, data))
    text, guessed = _text(upload, data, encoding)
    values = _toml_values(upload, text)
    if values is not None:
        _read_toml(upload, values)
    else:
        if not encoding:
            encodings.refuse_utf_8_by_chance(upload.label, data, text)
        _read_csv(upload, text, guessed)
    return upload.outcome()


def _label(name: str) -> str:
    """What an uploaded file is called in findings: its name without folders, in one short line."""
    last = re.split(r"[/\\]", str(name))[-1]
    shown = "".join(sign for sign in last if unicodedata.category(sign)[0] != "C").strip() or "the file"
    return shown if len(shown) <= 60 else f"{shown[:40]}...{shown[-12:]}"


def _refuse_foreign(label: str, data: bytes) -> None:
    if len(data) > LARGEST_FILE:
        text = f"The file is longer than {LARGEST_FILE // 1024 // 1024} MB."
        raise refuse(label, text, "A deck is a short list: keep the list alone in the file.")
    for what, starts in FOREIGN.items():
        if data.startswith(starts):
            raise refuse(label, f"This is {what}, no card list.", GIVE)


def _text(upload: Upload, data: bytes, encoding: str) -> tuple[str, bool]:
    """The text of a file, and whether its encoding was guessed or named."""
    decoded = encodings.decode_as(upload.label, data, encoding) if encoding else encodings.decode(upload.label, data)
    text, said, guessed = decoded
    if not text.strip(" \t\r\n\f\v\0\ufeff"):
        raise refuse(upload.label, "The file is empty.", "Give a file with a card list in it.")
    text_files.refuse_what_is_no_text(upload.label, text)
    start = text.lstrip()[:200].lower()
    if re.match(r"<(!doctype|html|\?xml|table|meta|head|svg)", start):
        raise refuse(upload.label, "This is a web page or an XML file, no card list.", "Save it as XLSX or CSV.")
    if re.match(r'[\[{]\s*["{\]}]', start):
        raise refuse(upload.label, "This is JSON, no card list.", GIVE)
    if said:
        fix = "Look at names with accents; save it as UTF-8 (in a spreadsheet: 'CSV UTF-8') if they are wrong."
        upload.say("warning", said, fix)
    return text, guessed


# TOML


def _toml_values(upload: Upload, text: str) -> dict[str, object] | None:
    """The text as TOML; None if it is a table with separators. Raises DeckError if only its name says TOML."""
    found: list[Finding] = []
    if len(text) <= LONGEST_TOML:
        for attempt in (text, text_files.with_plain_quotes(text)):
            values = parse_toml(attempt, found)
            if values:
                if attempt != text:
                    upload.say("warning", text_files.PLAIN_QUOTES_READ, text_files.NO_AUTOMATIC_QUOTES)
                return values
    is_table = text_files.separator_of(text, _columns_named(upload.game))[1] > 0
    if is_table or not upload.label.lower().endswith(".toml"):
        return None
    if len(text) > LONGEST_TOML:
        raise refuse(upload.label, f"The file is longer than {LONGEST_TOML:,} characters.", "Give one deck.")
    raise refuse(upload.label, *((found[0].text, found[0].fix) if found else ("It says nothing.", "Give a deck.toml.")))


def _read_toml(upload: Upload, values: dict[str, object]) -> None:
    """A deck.toml, or a whole deck in one file: its cards are in [[tables.cards]]."""
    tables = values.pop(TABLES, {})
    if values:
        upload.take_meta(values, {"": upload.label})
    known = {deck_sheets.stem(table): table for table in upload.game.tables}
    if not isinstance(tables, Mapping):
        raise refuse(upload.label, f"{TABLES} is no table of tables.", f"Write [[{TABLES}.{next(iter(known))}]].")
    for key, rows in tables.items():
        where = f"{TABLES}.{key}"
        if key not in known:
            text = f"{upload.game.title} has no table {quoted(key)}.{near(key, known)}"
            upload.wrong(text, f"Use {', '.join(known)}.", where)
        elif not isinstance(rows, list):
            upload.wrong("It is no list of cards.", f"Write [[{where}]] above each card.", where)
        else:
            upload.take_rows(known[key], rows)


# Tables


def _columns_named(game: Game) -> text_files.ReadsAsHeader:
    """Counts how many columns of a game the best header in some rows names."""
    return lambda rows: max((len(header.columns) for header in find_headers(rows, game.tables)), default=0)


def _read_csv(upload: Upload, text: str, guessed: bool) -> None:
    title = PurePosixPath(upload.label).stem
    sheet = text_files.read_separated(upload.label, title, text, _columns_named(upload.game))
    sheet.guessed = guessed
    found = lists.list_in(sheet, upload.game.tables)
    if found is None:
        raise _no_header(upload.game, sheet)
    _take_list(upload, [found])


def _take_list(upload: Upload, found: Sequence[TableInSheet]) -> None:
    """Take the cards of a table, unless other lists lie beside them; say so if their columns fit several tables."""
    for one in found:
        lists.refuse_lists_beside(one, upload.game.tables)
        headers = find_headers(one.sheet.rows, upload.game.tables)
        alike = [other.table for other in headers if lists.fit(other) == lists.fit(one.header)]
        if len(alike) > 1 and not any(any(lists.is_called(one.sheet, table)) for table in alike):
            files = " and ".join(table.file for table in alike)
            text = f"The columns are those of {files}; the list was read as {one.table.file}."
            fix = f"Give the file the name of its table, such as {alike[-1].file}, if that is wrong."
            upload.say("warning", text, fix)
    if len(found) > 1:
        upload.say(
            "warning",
            f"{lists.titles_of(found)} have the columns of one list; their cards were read together.",
            KEEP,
        )
    upload.take_list(found)


def _no_header(game: Game, sheet: Sheet) -> DeckError:
    first = next(filter(texts_in, sheet.rows), [])
    begins = ", ".join(text.strip() for text in first[:6])
    wanted = " or ".join(", ".join(table.keys) for table in game.tables)
    text = f"No row names the columns of {game.title}; it begins with {quoted(begins, 80)}."
    return refuse(sheet.label, text, f"Write the column names above the cards: {wanted}.")


# Workbooks


def _read_workbook(upload: Upload, sheets: Sequence[Sheet]) -> Import:
    """Read each sheet as what it is, or the whole workbook at once if it is an untouched export."""
    choices = _choices(upload, sheets)
    tables = [one for choice in choices for one in choice.taken]
    others = [sheet for sheet in sheets if all(sheet is not one.sheet for one in tables)]
    why_left = [pair for choice in choices for pair in choice.left_out]
    deck = _sheet_called(deck_sheets.DECK, others, deck_sheets.why_no_deck, why_left)
    categories = _sheet_called(deck_sheets.CATEGORIES, others, deck_sheets.why_no_categories, why_left)
    if not (tables or deck or categories):
        filled = [sheet for sheet in sheets if any(sheet.rows)]
        if not filled:
            raise refuse(upload.label, "The workbook is empty.", "Give a file with a card list in it.")
        raise _no_header(upload.game, filled[0])
    digest = _take_deck(upload, deck, categories)
    untouched = upload.untouched(tables, digest) if digest else None
    if untouched:
        return untouched
    spoken_of = [deck, categories, *(sheet for sheet, _ in why_left)]
    unknown = [sheet for sheet in others if all(sheet is not one for one in spoken_of)]
    lists.refuse_cards_without_header(upload.label, tables, unknown)
    for choice in choices:
        _take_list(upload, choice.taken)
    _say_what_was_left(upload, sheets, [deck, categories, *(one.sheet for one in tables)], why_left)
    return upload.outcome()


def _choices(upload: Upload, sheets: Sequence[Sheet]) -> list[lists.Choice]:
    """What is taken for each table that has sheets; raises DeckError if that would be only a part of its cards."""
    tables = upload.game.tables
    found = [one for sheet in sheets if (one := lists.list_in(sheet, tables))]
    of_tables = ([one for one in found if one.table == table] for table in tables)
    return [lists.choose(upload.label, of_table[0].table, of_table) for of_table in of_tables if of_table]


def _sheet_called(
    title: str, sheets: Sequence[Sheet], why_not: Callable[[Sheet], str], left_out: list[tuple[Sheet, str]]
) -> Sheet | None:
    """The sheet with this title, unless it holds something else; a hidden one only if there is no other."""
    named = [sheet for sheet in sheets if sheet.title.strip().casefold() == title.casefold()]
    sheet = min(named, key=lambda sheet: sheet.hidden, default=None)
    if sheet is None or not any(sheet.rows):
        return None
    why = why_not(sheet)
    if why and not any(one is sheet for one, _ in left_out):
        left_out.append((sheet, why))
    return None if why else sheet


def _take_deck(upload: Upload, deck: Sheet | None, categories: Sheet | None) -> object:
    """Take over what the sheets Deck and Categories say; returns the digest of the exported deck, if there is one."""
    values = deck_sheets.read_deck(deck) if deck else {}
    digest = values.pop(deck_sheets.DIGEST, None)
    if categories:
        values["categories"] = deck_sheets.read_categories(categories)
    elif values:
        values["categories"] = upload.current.meta.to_dict()["categories"]
    if values:
        places = {"": deck, "categories": categories}
        upload.take_meta(values, {key: sheet.label for key, sheet in places.items() if sheet})
    return digest


def _say_what_was_left(
    upload: Upload, sheets: Sequence[Sheet], taken: Sequence[Sheet | None], why_left: Sequence[tuple[Sheet, str]]
) -> None:
    in_words = " or ".join(deck_sheets.sheet_title(table) for table in upload.game.tables)
    for sheet in sheets:
        hidden = "hidden " if sheet.hidden else ""
        if any(sheet is one for one in taken):
            if hidden:
                text = f"The hidden sheet {quoted(sheet.title)} was read."
                upload.say("warning", text, "Delete it if it is not meant.")
        elif any(sheet.rows):
            why = next((why for one, why in why_left if one is sheet), "")
            reason = why or f"no row of it names the columns of {in_words}"
            text = f"The {hidden}sheet {quoted(sheet.title)} was left out: {reason}."
            fix = "Nothing needs mending if it is not part of the deck."
            if not why:
                fix = f"{fix.removesuffix('.')}; else write the column names above its cards."
            upload.say("warning" if why or not lists.is_remark(sheet) else "note", text, fix)
