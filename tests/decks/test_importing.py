"""What spreadsheets do to a list: mended and said, or refused with its place and its fix; never anything else."""

from __future__ import annotations

import csv
import datetime
import io
import re
import tracemalloc
import zipfile
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.cell.cell import ILLEGAL_CHARACTERS_RE
from openpyxl.worksheet.worksheet import Worksheet

from tests.decks.conftest import SMALL_CSV, SMALL_TOML
from tests.decks.spreadsheets import packed, with_part, with_results, with_shared_strings, workbook
from tests.decks.test_properties import BASE, quick, spoilt
from workbench.decks import Deck, load_deck
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import Import, export, read_upload
from workbench.decks.finding import Finding
from workbench.kernel.game import Game
from workbench.storage.errors import DeckError

ROWS = list(csv.reader(io.StringIO(SMALL_CSV)))
HEADER = ROWS[0]
WIDE = len(HEADER)


def cells(*changes: tuple[str, object], at: list[list] | None = None) -> list[list]:
    """The small deck's rows with other cells, each named as spreadsheets do: ("C2", "ff")."""
    rows: list[list] = [list(row) for row in at or ROWS]
    for name, value in changes:
        rows[int(name[1:]) - 1]["ABCDEFGHIJ".index(name[0])] = value
    return rows


def text(rows: list[list], separator: str = ",") -> str:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator).writerows(rows)
    return stream.getvalue()


def listed(*changes: tuple[str, object]) -> bytes:
    """The small deck as CSV with other cells."""
    return text(cells(*changes)).encode()


def sheet(*changes: tuple[str, object], change: Callable[[Worksheet], None] | None = None) -> bytes:
    """The small deck as a workbook of one sheet with other cells."""
    return workbook({"Cards": cells(*changes)}, change)


def without(*columns: int) -> bytes:
    """The small deck as CSV without these columns."""
    return text([[cell for place, cell in enumerate(row) if place not in columns] for row in ROWS]).encode()


def read(data: bytes, name: str, current: Deck) -> Import:
    """What is read from a file, checked for what holds for every file."""
    before = current.to_dict()
    taken = read_upload(current.game, name, data, current)
    assert current.to_dict() == before
    errors = [finding for finding in taken.findings if finding.level == "error"]
    assert bool(errors) == (taken.deck is None)
    assert all(finding.text and finding.fix and finding.place for finding in taken.findings)
    levels = [("error", "warning", "note").index(finding.level) for finding in taken.findings]
    assert levels == sorted(levels)
    return taken


def failed_in_g2(xml: str) -> str:
    """A sheet's XML with an error as the last result of the formula in G2."""
    start = xml.rindex("<c ", 0, xml.index('r="G2"'))
    cell = xml[start : xml.index("</c>", start)]
    return xml.replace(cell, '<c r="G2" t="e"><f>A9</f><v>#NAME?</v>')


def merged_header(cards: Worksheet) -> None:
    cards.merge_cells("A1:C1")
    cards.merge_cells("D1:F1")


class Damage(NamedTuple):
    """A file, and words of the one finding that tells what is odd about it."""

    data: bytes
    told: tuple[str, ...]
    name: str = "list.csv"
    errors: int = 1


# What is mended: the deck is the small one, and one warning says what was done.

BLANK = [""] * WIDE
MENDED = {
    "UTF-16 with its mark": Damage(SMALL_CSV.encode("utf-16"), ("UTF-16",)),
    "UTF-16 without its mark": Damage(SMALL_CSV.encode("utf-16-le"), ("UTF-16",)),
    "UTF-16, the other way round": Damage(SMALL_CSV.encode("utf-16-be"), ("UTF-16",)),
    "UTF-32": Damage(SMALL_CSV.encode("utf-32"), ("UTF-32",)),
    "semicolons": Damage(text(ROWS, ";").encode(), ("semicolons",)),
    "tabs": Damage(text(ROWS, "\t").encode(), ("tabs",), "list.tsv"),
    "upright strokes": Damage(text(ROWS, "|").encode(), ("upright strokes",)),
    "wide upright strokes": Damage(text(ROWS, "｜").encode(), ("separated by wide upright strokes",)),
    "wide commas": Damage(text(ROWS, "，").encode(), ("separated by wide commas",)),
    "wide semicolons": Damage(text(ROWS, "；").encode(), ("separated by wide semicolons",)),
    "a first line that names the separator with wide signs": Damage(
        ("sep＝｜\r\n" + text(ROWS, "｜")).encode(), ("wide upright strokes",)
    ),
    "letters with a wide stroke between": Damage(listed(("C3", "Ｆ｜Ｔ")), ("'Ｆ｜Ｔ' was read as 'FT'",)),
    "letters with a wide comma between": Damage(listed(("C3", "F，T")), ("'F，T' was read as 'FT'",)),
    "a wide dash for an empty cell": Damage(listed(("D2", "－")), ("A dash stands for an empty cell",)),
    "a wide formula that stands for text": Damage(listed(("B2", '＝"Mill"')), ("was read as 'Mill'",)),
    "a first line that names the separator": Damage(("sep=;\r\n" + text(ROWS, ";")).encode(), ("semicolons",)),
    "every row in one quoted field": Damage(text([[line] for line in SMALL_CSV.splitlines()]).encode(), ("quoted",)),
    "a title above the header": Damage(("Our hamlet\r\n" + SMALL_CSV).encode(), ("row 1", "'Our hamlet'")),
    "notes above the header": Damage(text([["Our hamlet"], [], ["by Ada"], *ROWS]).encode(), ("rows 1 and 3",)),
    "blank rows": Damage(text([*ROWS[:2], [], BLANK, *ROWS[2:]]).encode(), ("Blank rows", "rows 3 and 4")),
    "the header once more": Damage(text([*ROWS[:2], HEADER, *ROWS[2:]]).encode(), ("again", "row 3")),
    "other capitals and spaces in the header": Damage(
        listed(("A1", "Card ID"), ("F1", "Bonus Source")), ("row 1", "'Card ID' as card_id", "'Bonus Source'")
    ),
    "a plural and a bracket in the header": Damage(
        listed(("C1", "Resource (two)"), ("G1", "Notes")), ("'Resource (two)' as resources", "'Notes' as note")
    ),
    "non-breaking spaces in the header": Damage(listed(("F1", "bonus\u00a0source ")), ("as bonus_source",)),
    "id instead of card_id": Damage(listed(("A1", "ID")), ("'ID' as card_id",)),
    "two header rows": Damage(
        text(
            [
                ["", "", "", "Bonus", "", "", ""],
                [*HEADER[:3], "resource", "source printed", "source", "note"],
                *ROWS[1:],
            ]
        ).encode(),
        ("rows 1 and 2", "put together"),
    ),
    "an unknown column": Damage(text([[*row, "x"] for row in ROWS]).encode(), ("left out: H 'x'.",)),
    "an unknown column like a known one": Damage(
        text([HEADER + ["conut"], *([*row, "1"] for row in ROWS[1:])]).encode(), ("Did you mean 'count'?",)
    ),
    "a column without a name": Damage(
        text([["", *HEADER], ["1", *ROWS[1]], *([["", *row] for row in ROWS[2:]])]).encode(),
        ("column A", "row 2", "'1'"),
    ),
    "a column twice that says the same": Damage(
        text([[*row, row[1]] for row in ROWS]).encode(), ("B and H", "say the same")
    ),
    "no id column": Damage(without(0), ("that of the open deck's card of this name", "rows 2, 3 and 4")),
    "an empty id": Damage(listed(("A3", "")), ("that of the open deck's card of this name", "row 3")),
    "small letters": Damage(listed(("C2", "ff"), ("C4", "tt")), ("row 2", "cell C2", "'ff' was read as 'FF'", "row 4")),
    "letters with something between": Damage(listed(("C3", "F, T")), ("'F, T' was read as 'FT'",)),
    "the sign of a category": Damage(listed(("C2", "✿✿")), ("'✿✿' was read as 'FF'",)),
    "the name of a category": Damage(listed(("D3", "FOOD")), ("'FOOD' was read as 'F'",)),
    "a non-breaking space in a name": Damage(listed(("B2", "Mill\u00a0\u200b")), ("cell B2", "was read as 'Mill'")),
    "a name in other capitals where a card is meant": Damage(listed(("F3", "MILL")), ("'MILL' was read as 'Mill'",)),
    "a dash for nothing": Damage(listed(("D2", "–")), ("A dash", "cell D2")),
    "a formula that stands for text": Damage(listed(("B2", '="Mill"')), ("'=\"Mill\"' was read as 'Mill'",)),
    "every field in typographic quotes": Damage(
        "\n".join(",".join(f"“{cell}”" for cell in row) for row in ROWS).encode(), ("Typographic quotes",)
    ),
    "a soft hyphen in a name": Damage(
        listed(("G4", "long, and paved")).replace(b"Road", "Ro\u00adad".encode()), ("cell B4", "was read as 'Road'")
    ),
    "a remark below the cards": Damage(
        (SMALL_CSV + "\nby Ada,,\n(to be continued)\n").encode(), ("follows the cards", "rows 6 and 7", "'by Ada'")
    ),
    "hidden columns": Damage(
        sheet(change=lambda cards: setattr(cards.column_dimensions["G"], "hidden", True)),
        ("Hidden columns", "note"),
        "list.xlsx",
    ),
    "a workbook's formula": Damage(
        with_results(sheet(("B2", "=A9")), {"=A9": "Mill"}, "str"),
        ("formula", "cell B2", "'=A9' was read as 'Mill'"),
        "x.xlsx",
    ),
    "hidden rows": Damage(
        sheet(change=lambda cards: setattr(cards.row_dimensions[3], "hidden", True)), ("Hidden rows", "row 3"), "x.xlsx"
    ),
    "a hidden sheet": Damage(
        workbook({"Cards": ROWS, "Ideas": [["x"]]}, lambda cards: setattr(cards, "sheet_state", "hidden")),
        ("hidden sheet 'Cards' was read",),
        "x.xlsx",
    ),
    "a merged title": Damage(
        workbook({"Cards": [["Our hamlet"], *ROWS]}, lambda cards: cards.merge_cells("A1:G1")), ("row 1",), "x.xlsx"
    ),
    "a merged header": Damage(
        workbook(
            {
                "Cards": [
                    ["Card", None, None, "Bonus"],
                    [*HEADER[:3], "resource", "source printed", "source", "note"],
                    *ROWS[1:],
                ]
            },
            merged_header,
        ),
        ("rows 1 and 2", "put together"),
        "x.xlsx",
    ),
    "a workbook called CSV": Damage(sheet(("C2", "ff")), ("'ff' was read",), "list.csv"),
    "a CSV called a workbook": Damage(listed(("C2", "ff")), ("'ff' was read",), "list.xlsx"),
    "a CSV called TOML": Damage(listed(("C2", "ff")), ("'ff' was read",), "list.toml"),
    "a TOML with typographic quotes": Damage(
        SMALL_TOML.replace('title = "Hamlet"', "title = “Hamlet”").encode(), ("Typographic quotes",), "deck.toml"
    ),
}


@pytest.mark.parametrize("damage", MENDED)
def test_what_is_mended_without_doubt_is_said_and_the_deck_is_whole(damage: str, hamlet: Deck) -> None:
    data, told, name, _ = MENDED[damage]
    taken = read(data, name, hamlet)
    assert taken.deck is not None, taken.findings
    assert taken.deck.digest == hamlet.digest
    said = [str(finding) for finding in taken.findings if finding.level == "warning"]
    assert any(all(words in line for words in told) for line in said), said


def test_windows_1252_is_read_as_that_and_a_word_shows_whether_it_was_right(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "road", "name": "Château", "note": "“long”"}])
    data = export(deck, "csv")[1].decode("utf-8-sig").encode("cp1252")
    taken = read(data, "list.csv", hamlet)
    assert taken.deck == deck
    assert "Windows-1252, so that it says 'Château'" in str(taken.findings[0])


@pytest.mark.parametrize(
    "data",
    [
        SMALL_CSV.encode(),
        SMALL_CSV.encode("utf-8-sig"),
        SMALL_CSV.replace("\n", "\r\n").encode(),
        SMALL_CSV.replace("\n", "\r").encode(),
        listed(("B2", " Mill ")),
        SMALL_CSV.replace("TT,,,,", "TT,,,, ").replace('paved"\n', 'paved", ,\n').encode(),
    ],
)
def test_what_is_no_damage_is_not_spoken_of(data: bytes, hamlet: Deck) -> None:
    taken = read(data, "list.csv", hamlet)
    assert (taken.deck, taken.findings) == (hamlet, ())


def test_wide_signs_within_words_are_left_as_they_are(hamlet: Deck) -> None:
    note = "long， and＝paved｜"
    taken = read(listed(("G4", note)), "list.csv", hamlet)
    assert taken.findings == ()
    assert taken.deck == hamlet.edit(change=[{"card_id": "road", "note": note}])


# What cannot be mended: an error with its place, and the deck stays as it was.

A_DAY = datetime.date(2026, 3, 1)
FAULTY = {
    "a letter that is none": Damage(
        listed(("C3", "FX")), ("list.csv row 3 (Bakery), resources (cell C3)", "'X' in 'FX'")
    ),
    "a source that is no card": Damage(
        listed(("F3", "Mil")), ("row 3 (Bakery), bonus_source (cell F3)", "Did you mean 'Mill'?")
    ),
    "the same id twice": Damage(listed(("A4", "mill")), ("row 4 (Road), card_id (cell A4)", "is in row 2")),
    "rows below a title keep their numbers": Damage(
        ("Our hamlet\n\n\n" + SMALL_CSV.replace("TT", "TQ")).encode(),
        ("list.csv row 7 (Road), resources (cell C7)", "'Q'"),
    ),
    "blank rows count": Damage(
        text([HEADER, [], *ROWS[1:3], BLANK, ["road", "Road", "TQ"]]).encode(), ("row 6 (Road)", "'Q'")
    ),
    "no name column": Damage(without(1), ("list.csv row 1, name", "The column 'name' is missing")),
    "no name column and a wrong letter": Damage(
        text([[cell for place, cell in enumerate(row) if place != 1] for row in cells(("C2", "FQ"))]).encode(),
        ("row 2, resources (cell B2)", "'Q'"),
        errors=2,
    ),
    "a TOML with a list in a list in a list": Damage(
        SMALL_TOML.replace('"Hamlet"', f"{'[' * 200}{']' * 200}").encode(),
        ("list.toml, title", "text in quotes"),
        "list.toml",
    ),
    "no letters": Damage(without(2), ("row 1, resources", "The column 'resources' is missing: two category letters")),
    "no id and no name": Damage(listed(("A3", ""), ("B3", "")), ("row 3, name (cell B3)", "empty"), errors=2),
    "a column twice that says something else": Damage(
        text([[*row, "name" if not number else "y"] for number, row in enumerate(ROWS)]).encode(),
        ("row 1, name", "B and H", "differ"),
    ),
    "a comma too many": Damage(
        SMALL_CSV.replace('"long, and paved"', "long, and paved").encode(),
        ("row 4 (Road)", "has 8 fields, the header has 7"),
    ),
    "a wide formula": Damage(listed(("G2", "＝A1+1")), ("row 2 (Mill), note (cell G2)", "'＝A1+1'", "written '=")),
    "a formula in a CSV": Damage(
        listed(("C2", "=A1+1")), ("row 2 (Mill), resources (cell C2)", "'=A1+1'", "Paste it as a value")
    ),
    "the answer of a failed formula": Damage(listed(("G3", "#REF!")), ("row 3 (Bakery), note (cell G3)", "'#REF!'")),
    "the answer of a failed formula in other words": Damage(listed(("B3", "#BEZUG!")), ("cell B3", "'#BEZUG!'")),
    "a date made of letters": Damage(listed(("C3", "3-Mar")), ("(cell C3)", "the date '3-Mar'", "'3/3'")),
    "a date in the other form": Damage(listed(("C3", "2026-03-01")), ("(cell C3)", "'3/1', '1/3', '1-3' or 'Mar 1'")),
    "a date with slashes": Damage(listed(("C3", "1/13/2026")), ("(cell C3)", "'1/13', '13/1', '13-1' or 'Jan 13'")),
    "a date in another language": Damage(listed(("C3", "3. Mrz")), ("(cell C3)", "the date '3. Mrz'")),
    "a month with a year": Damage(listed(("C3", "Mar 26")), ("(cell C3)", "'3/26', 'MAR26' or 'Mar 26'")),
    "a date of a workbook in a name": Damage(sheet(("B4", A_DAY)), ("(cell B4)", "'2026-03-01'"), "list.xlsx"),
    "a control character": Damage(listed(("B4", "Ro\x07ad")), ("row 4", "U+0007")),
    "a cell too long": Damage(listed(("G4", "o" * 4001)), ("row 4 (Road), note (cell G4)", "4001 characters")),
    "a name of two lines": Damage(listed(("B4", "Ro\nad")), ("row 4", "line break")),
    "a workbook's failed formula": Damage(
        with_part(sheet(("G2", "=A9")), failed_in_g2),
        ("list.xlsx, sheet Cards row 2 (Mill), note (cell G2)", "'=A9' fails: #NAME?"),
        "list.xlsx",
    ),
    "a workbook's formula without a result": Damage(
        sheet(("C4", "=A1")),
        ("list.xlsx, sheet Cards row 4 (Road), resources (cell C4)", "'=A1' has no stored result"),
        "list.xlsx",
    ),
    "a workbook's date": Damage(
        sheet(("C4", A_DAY)), ("(cell C4)", "the date '2026-03-01'", "'3/1', '1/3'"), "list.xlsx"
    ),
    "a workbook's time": Damage(sheet(("C4", datetime.time(1, 30))), ("(cell C4)", "'01:30'"), "list.xlsx"),
    "a workbook's letter that is none": Damage(
        workbook({"Ideas": [["x"]], "My list": [["Hamlet"], *cells(("C4", "TQ"))]}),
        ("list.xlsx, sheet My list row 5 (Road), resources (cell C5)", "'Q'"),
        "list.xlsx",
    ),
    "a category of a workbook without a colour": Damage(
        workbook(
            {
                "Categories": [
                    ["letter", "name", "sign", "colour"],
                    ["F", "Food", "✿", "#3f6b1f"],
                    ["T", "Trade", "⇄"],
                ],
                "Cards": ROWS,
            }
        ),
        ("list.xlsx, sheet Categories, categories number 2 colour", "missing"),
        "list.xlsx",
    ),
    "a deck of another game": Damage(
        SMALL_TOML.replace("guild_master", "guile").encode(), ("list.toml, game", "'guile'"), "list.toml"
    ),
    "a TOML with a wrong letter": Damage(
        (SMALL_TOML + '\n[[tables.cards]]\ncard_id = "mill"\nname = "Mill"\nresources = "FX"\n').encode(),
        ("deck.toml tables.cards number 1 (Mill), resources", "'X' in 'FX'"),
        "deck.toml",
    ),
    "a TOML with an unknown table": Damage(
        (SMALL_TOML + "\n[[tables.kards]]\nname = 'x'\n").encode(),
        ("tables.kards", "Did you mean 'cards'?"),
        "deck.toml",
    ),
    "a TOML whose table is none": Damage(
        (SMALL_TOML + "\n[tables.cards]\nname = 'x'\n").encode(), ("tables.cards", "list of cards"), "deck.toml"
    ),
    "a TOML with a list for a cell": Damage(
        (SMALL_TOML + '\n[[tables.cards]]\ncard_id = "m"\nname = "Mill"\nresources = ["F", "F"]\n').encode(),
        ("deck.toml tables.cards number 1", "text or a whole number"),
        "deck.toml",
    ),
    "a broken part of a deck.toml": Damage(b"version = 'one'\n", ("list.toml, version", "a whole number"), "list.toml"),
}


@pytest.mark.parametrize("damage", FAULTY)
def test_what_cannot_be_mended_is_an_error_with_its_place_and_fix(damage: str, hamlet: Deck) -> None:
    data, told, name, errors = FAULTY[damage]
    taken = read(data, name, hamlet)
    assert taken.deck is None
    said = [str(finding) for finding in taken.findings if finding.level == "error"]
    assert any(all(words in line for words in told) for line in said), said
    assert len(said) == errors, said


# What is not a card list: one DeckError with one finding.

OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(504)
MANY = text([HEADER, *([f"h{number}", f"H {number}", "FF", "", "", "", ""] for number in range(5000))]).encode()
REFUSED = {
    "nothing": Damage(b"", ("empty",)),
    "spaces": Damage(b" \r\n\t\n", ("empty",)),
    "a mark and nothing else": Damage(b"\xff\xfe", ("empty",)),
    "noughts": Damage(bytes(200), ("empty",)),
    "separators alone": Damage(b";;;\n;;;\n", ("No row names the columns",)),
    "a header of something else": Damage(
        b"first,last\nAda,L\n", ("No row names the columns", "'first, last'", "card_id, name, resources")
    ),
    "a picture": Damage(b"\x89PNG\r\n\x1a\n" + bytes(range(256)), ("a picture",), "list.png"),
    "a photograph called CSV": Damage(b"\xff\xd8\xff\xe0" + bytes(range(256)), ("a picture",)),
    "a PDF": Damage(b"%PDF-1.7\n", ("a PDF",)),
    "a web page": Damage(b"<!DOCTYPE html><table><tr><td>card_id</td></tr></table>", ("a web page",), "list.xls"),
    "JSON": Damage(b'[{"card_id": "mill"}]', ("JSON",)),
    "bytes": Damage(bytes(range(1, 127)) * 4, ("unprintable characters",)),
    "an old workbook": Damage(OLD_EXCEL, ("old Office file", "Save it again as XLSX or CSV"), "list.xls"),
    "a workbook with a password": Damage(
        OLD_EXCEL + "EncryptedPackage".encode("utf-16-le"), ("protected by a password",), "list.xlsx"
    ),
    "a damaged workbook": Damage(sheet()[:-200], ("damaged",), "list.xlsx"),
    "a workbook with damaged XML": Damage(
        with_part(sheet(), lambda xml: xml.replace("</row>", "</rwo>", 1)), ("damaged",), "list.xlsx"
    ),
    "an archive of other files": Damage(
        packed({"cards.csv": SMALL_CSV.encode()}), ("archive of other files",), "list.zip"
    ),
    "an OpenDocument file": Damage(packed({"mimetype": b"x", "content.xml": b"<x/>"}), (".ods",), "list.ods"),
    "a Numbers document": Damage(packed({"Index/Document.iwa": b"x"}), ("Numbers",), "list.numbers"),
    "a binary workbook": Damage(packed({"xl/workbook.bin": b"x"}), (".xlsb",), "list.xlsb"),
    "an empty workbook": Damage(workbook({"Sheet": []}), ("workbook is empty",), "list.xlsx"),
    "a workbook of something else": Damage(
        workbook({"Ideas": [["first", "last"]]}), ("list.xlsx, sheet Ideas", "'first, last'"), "list.xlsx"
    ),
    "a bomb": Damage(packed({"xl/workbook.xml": bytes(64 * 1024 * 1024)}), ("far too big", "64 MB"), "list.xlsx"),
    "5,000 rows": Damage(MANY, ("5,000 rows", "at most 192 cards")),
    "5,000 rows in a workbook": Damage(
        workbook({"Cards": [row.split(",") for row in MANY.decode().splitlines()]}), ("5,000 rows",), "list.xlsx"
    ),
    "200,000 rows": Damage(b"a\n" * 200_000, ("more than 100,000 rows",)),
    "a file without end": Damage(b"a" * (10 * 1024 * 1024 + 1), ("longer than 10 MB",)),
    "a quote that is never closed": Damage(
        SMALL_CSV.replace("Mill,FF", '"Mill,FF').encode(), ("not CSV", "Close every double quote")
    ),
    "a TOML that is none": Damage(b'title = "Hamlet', ("This is not TOML", "Unterminated string"), "deck.toml"),
    "a TOML of 5,000 cards": Damage(
        (SMALL_TOML + "[[tables.cards]]\nname = 'x'\n" * 5000).encode(), ("5,000 rows",), "deck.toml"
    ),
    "a TOML whose tables are none": Damage(b"tables = 5", ("tables",), "deck.toml"),
    "a TOML with a key without end": Damage(
        ("title" + ".a" * 30_000 + " = 1").encode(), ("more than 30 parts",), "d.toml"
    ),
    "a TOML with quoted keys without end": Damage(
        ("title" + " . 'a'. \"a\"" * 99 + " = 1").encode(), ("30 parts",), "d.toml"
    ),
    "bytes that fit no encoding": Damage(b"card_id,name\xff\x81\n", ("byte 13 (in line 1)", "UTF-8")),
}


@pytest.mark.parametrize("damage", REFUSED)
def test_what_is_no_card_list_is_refused_in_one_finding(damage: str, hamlet: Deck) -> None:
    data, told, name, _ = REFUSED[damage]
    with pytest.raises(DeckError) as caught:
        read(data, name, hamlet)
    assert len(caught.value.problems) == 1
    found = caught.value.problems[0]
    assert isinstance(found, Finding)
    assert (found.level, bool(found.fix)) == ("error", True)
    assert found.place.startswith(name)
    assert all(words in str(found) for words in told), str(found)


# Workbooks of ten kilobytes that would take seconds, minutes or all of the memory.

TOO_MUCH = ("far too big", "Copy the card list alone into a new workbook")


def with_rows(rows: str, below: str = "", columns: str = "") -> bytes:
    """A workbook whose sheet has these rows below its header, as XML, and what else is said of them."""
    header = "".join(f'<c t="inlineStr"><is><t>{name}</t></is></c>' for name in HEADER)
    xml = f"<worksheet>{columns}<sheetData><row>{header}</row>{rows}</sheetData>{below}</worksheet>"
    return with_part(sheet(), lambda _: xml)


def with_sheet_again(data: bytes, times: int) -> bytes:
    """A workbook that names its first sheet so many times."""
    return with_part(data, lambda xml: re.sub("<sheet [^>]*/>", lambda one: one[0] * times, xml), "xl/workbook.xml")


def with_formats(formats: str, styles: str = "") -> bytes:
    """A workbook with these formats of numbers, and with styles that refer to them."""
    xml = f"<styleSheet><numFmts>{formats}</numFmts><cellXfs>{styles}</cellXfs></styleSheet>"
    return with_part(sheet(), lambda _: xml, "xl/styles.xml")


def packed_otherwise(method: int) -> bytes:
    with zipfile.ZipFile(io.BytesIO(sheet())) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    return packed(parts | {"xl/worksheets/sheet1.xml": b"<worksheet>" + bytes(5_000_000)}, method)


def understated(data: bytes, part: str = "xl/worksheets/sheet1.xml") -> bytes:
    """An archive whose directory says that a part has a thousand bytes."""
    where = data.rindex(part.encode()) - 46
    assert data[where : where + 4] == b"PK\x01\x02"
    return data[: where + 24] + (1000).to_bytes(4, "little") + data[where + 28 :]


SHARED = '<c t="s"><v>7</v></c>'  # the string after those of the header
BOMBS = {
    "a sheet of 100 MB": (with_rows("<c/>" * 2_000_000), TOO_MUCH),
    "a sheet of 2 MB in its directory 1,000 bytes": (understated(with_rows("<c/>" * 500_000)), ("damaged",)),
    "empty cells": (with_rows(f"<row>{'<c/>' * 200_000}</row>"), TOO_MUCH),
    "empty rows": (with_rows("<row/>" * 150_000), TOO_MUCH),
    "elements of other kinds": (with_rows("", "<x/>" * 200_000), TOO_MUCH),
    "a tree of other elements": (
        with_part(sheet(), lambda _: f"<x>{'<x/>' * 200_000}</x>", "xl/workbook.xml"), TOO_MUCH,
    ),
    "rows as wide as can be": (with_rows('<row><c r="GR1"><v>1</v></c></row>' * 9_000), TOO_MUCH),
    "one sheet again and again": (with_sheet_again(sheet(), 5_000), TOO_MUCH),
    "sheets with a row far below": (
        with_sheet_again(with_rows('<row r="99999"><c><v>1</v></c></row>'), 5), TOO_MUCH,
    ),
    "a text of many cells": (
        with_part(with_shared_strings(with_rows(f"<row>{SHARED * 2}</row>" * 700)),
                  lambda xml: xml.replace("</sst>", f"<si><t>{'é x' * 500}</t></si></sst>"), "xl/sharedStrings.xml"),
        TOO_MUCH,
    ),
    "shared strings": (
        with_part(with_shared_strings(sheet()), lambda _: f"<sst>{'<si/>' * 200_000}</sst>", "xl/sharedStrings.xml"),
        TOO_MUCH,
    ),
    "merged cells": (
        with_rows('<row r="9999"><c r="A1"><v>1</v></c></row>', '<mergeCell ref="A1:A9999"/>' * 100), TOO_MUCH,
    ),
    "merged cells of a long text": (
        with_rows(f'<row><c t="inlineStr"><is><t>{"x" * 2000}</t></is></c></row>' + "<row><c><v>1</v></c></row>" * 999,
                  '<mergeCell ref="A2:A999"/>'), TOO_MUCH,
    ),
    "formats of numbers": (with_formats(f'<numFmt numFmtId="200" formatCode="{"[" * 300}"/>' * 2_000), TOO_MUCH),
    "hidden columns": (with_rows("", columns='<col min="-99999" max="999" hidden="1"/>' * 2_000), TOO_MUCH),
    "rows counted from below": (with_rows('<row r="-5"><c><v>1</v></c></row>'), ("damaged", "counted from 1")),
    "entities that grow into rows": (
        with_part(
            sheet(), lambda _: f"<!DOCTYPE x [<!ENTITY a '{'<row/>' * 700}'>]><worksheet>{'&a;' * 1900}</worksheet>"
        ),
        ("damaged", "document type"),
    ),
    "a packing without bound": (packed_otherwise(zipfile.ZIP_BZIP2), ("damaged", "packed as no workbook is")),
    "another packing without bound": (packed_otherwise(zipfile.ZIP_LZMA), ("damaged", "packed as no workbook is")),
}  # fmt: skip


@pytest.mark.parametrize("bomb", BOMBS)
def test_a_small_workbook_that_would_cost_much_is_refused_before_it_does(bomb: str, hamlet: Deck) -> None:
    data, told = BOMBS[bomb]
    assert len(data) < 20_000
    tracemalloc.start()
    try:
        with pytest.raises(DeckError) as caught:
            read(data, "list.xlsx", hamlet)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(caught.value.problems) == 1
    assert all(words in str(caught.value) for words in told), str(caught.value)
    assert most < 40_000_000


def test_entities_that_grow_are_refused(hamlet: Deck) -> None:
    entities = "".join(f'<!ENTITY e{number} "{f"&e{number - 1};" * 10}">' for number in range(1, 12))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "{"x" * 100}">{entities}]><worksheet><sheetData>&e11;</sheetData></worksheet>'
    with pytest.raises(DeckError, match="damaged"):
        read(with_part(sheet(), lambda xml: bomb), "list.xlsx", hamlet)


# Numbers, flags and choices; tables of a game with several; what the file does not say.


HEROES = ["key", "title", "strength", "kind", "count", "royal"]
HEADER_OF_HEROES = HEROES[:3]


@pytest.fixture
def first(saga: Game) -> Deck:
    """A deck of a game of two tables, with numbers, a choice and a flag."""
    return Deck.from_dict(
        {
            "format": 1,
            "game": "saga",
            "name": "first",
            "meta": {"title": "First", "game": "saga"},
            "tables": {
                "heroes.csv": [
                    {"key": "a", "title": "Arthur", "strength": 10, "kind": "knight", "royal": 1},
                    {"key": "m", "title": "Mordred", "strength": 2, "kind": "foe", "count": 2, "royal": 0},
                ],
                "places.csv": [{"key": "lake", "text": "a sword"}],
            },
        }
    )


@pytest.mark.parametrize(
    ("strength", "kind", "count", "royal"),
    [
        ("10.0", "Knight", "2.0", "TRUE"),
        ("10,0", "KNIGHT ", "2,00", "yes"),
        ("10\u00a0", "knight", "+2", "x"),
        ("１０", "knight\u200b", "2", "1.0"),
        ("'10", "knight", "'2", "Wahr"),
    ],
)
def test_numbers_flags_and_choices_are_read_as_they_were_meant(
    strength: str, kind: str, count: str, royal: str, first: Deck
) -> None:
    rows = [HEROES, ["a", "Arthur", strength, kind, "", royal], ["m", "Mordred", "2", "foe", count, "FALSE"]]
    taken = read(text(rows, ";").encode(), "list.csv", first)
    assert taken.deck == first, taken.findings


@pytest.mark.parametrize(
    ("column", "given", "told"),
    [
        ("strength", "2.5", "'2.5' is not a whole number from 1 to 20"),
        ("strength", "1.000", "'1.000' is not a whole number"),
        ("strength", "1e1", "'1e1' is not a whole number"),
        ("strength", "", "empty"),
        ("strength", "-", "'-' is not a whole number"),
        ("count", "3-Jan", "the date '3-Jan'"),
        ("royal", "perhaps", "'perhaps' is neither 0 nor 1"),
        ("kind", "king", "'king' is not allowed"),
    ],
)
def test_a_number_flag_or_choice_in_doubt_is_an_error(column: str, given: str, told: str, first: Deck) -> None:
    row = dict(zip(HEROES, ["a", "Arthur", "10", "knight", "1", "1"], strict=True)) | {column: given}
    taken = read(text([HEROES, list(row.values())]).encode(), "list.csv", first)
    errors = [finding for finding in taken.findings if finding.level == "error"]
    assert [(one.row, one.column) for one in errors] == [(2, column)]
    assert told in errors[0].text


@pytest.mark.parametrize("damage", MENDED)
def test_what_is_read_comes_into_the_editor_as_the_same_deck(damage: str, hamlet: Deck) -> None:
    editor = DeckEditor(hamlet.edit(meta={"title": "Another"}, remove=["road"]))
    taken = read(MENDED[damage].data, MENDED[damage].name, hamlet)
    editor.replace(taken.draft, "import")
    assert editor.whole
    assert editor.deck == taken.deck


def test_numbers_and_flags_of_a_workbook_are_read_as_such(first: Deck) -> None:
    rows = [HEROES, ["a", "Arthur", 10, "knight", None, True], ["m", "Mordred", 2.0, "foe", 2, False]]
    assert read(workbook({"Heroes": rows}), "list.xlsx", first).deck == first


def test_a_broken_number_of_a_workbook_is_not_cut_to_a_whole_one(first: Deck) -> None:
    taken = read(workbook({"Heroes": [HEADER_OF_HEROES, ["a", "Arthur", 2.5]]}), "list.xlsx", first)
    assert [finding.text for finding in taken.findings] == ["'2.5' is not a whole number from 1 to 20."]


def test_a_comma_too_many_is_one_finding_a_row(hamlet: Deck) -> None:
    taken = read(text([HEADER, *([*row, "", "", "x"] for row in ROWS[1:])]).encode(), "list.csv", hamlet)
    assert [(finding.row, finding.text) for finding in taken.findings] == [
        (row, "The row has 10 fields, the header has 7.") for row in (2, 3, 4)
    ]


def test_a_table_is_found_by_its_columns_and_the_others_are_kept(first: Deck) -> None:
    taken = read(b"key,text\nwood,dark\n", "list.csv", first)
    assert taken.deck is not None
    assert taken.deck.tables["places.csv"] == ({"key": "wood", "text": "dark"},)
    assert taken.deck.tables["heroes.csv"] == first.tables["heroes.csv"]
    assert taken.deck.meta == first.meta
    heroes = text([HEADER_OF_HEROES, ["a", "Arthur", "9"]]).encode()
    grown = read(heroes, "places.csv", first).deck
    assert grown is not None
    assert [row["strength"] for row in grown.rows] == [9]


def test_a_second_list_in_one_sheet_is_one_error(first: Deck) -> None:
    rows = [HEADER_OF_HEROES, ["a", "Arthur", "9"], [], ["key", "text"], ["w", "wood"], ["l", "lake"]]
    taken = read(text(rows).encode(), "list.csv", first)
    assert [str(finding) for finding in taken.findings if finding.level == "error"] == [
        "list.csv row 4 (text): Another list begins here; what follows was not read. "
        "Fix: Put it in a file or a sheet of its own."
    ]


def test_letters_with_accents_that_were_read_in_the_wrong_encoding_are_put_right(hamlet: Deck) -> None:
    data = listed(("B4", "Château")).decode().encode().decode("cp1252").encode()
    taken = read(data, "list.csv", hamlet)
    assert taken.deck == hamlet.edit(change=[{"card_id": "road", "name": "Château"}])
    assert "'ChÃ¢teau' was read as 'Château'" in str(taken.findings[0])


@pytest.mark.parametrize("level", ["warning", "note"])
def test_a_date_in_words_is_kept_and_said(level: str, hamlet: Deck) -> None:
    taken = read(listed(("B4" if level == "warning" else "G4", "3-Jan")), "list.csv", hamlet)
    assert taken.deck is not None
    assert [finding.level for finding in taken.findings] == [level]
    assert "'1/3', '3/1', '3-1' or 'Jan 3'" in taken.findings[0].text


def test_a_card_without_letters_that_follows_the_others_is_no_remark(hamlet: Deck) -> None:
    taken = read(text([*ROWS, ["", "New house"]]).encode(), "list.csv", hamlet)
    assert taken.deck is None
    assert taken.draft.tables["cards.csv"].rows[-1].cells["name"] == "New house"


def test_columns_that_two_tables_have_belong_to_the_one_whose_name_the_file_has(medieval: Deck) -> None:
    guile = load_deck("guile")
    name, data = export(guile, "csv", "knights.csv")
    rows = [row[:3] + row[4:] for row in csv.reader(io.StringIO(data.decode("utf-8-sig")))]
    taken = read(text(rows).encode(), name, guile)
    assert set(taken.draft.tables["knights.csv"].columns) == {"card_id", "name", "faction", "note"}
    assert len(taken.draft.tables["cards.csv"].rows) == len(guile.rows)


def test_sheets_are_matched_by_their_names_and_by_their_columns(first: Deck) -> None:
    heroes = [HEADER_OF_HEROES, ["a", "Arthur", 9]]
    data = workbook(
        {
            "Old": [HEADER_OF_HEROES, ["b", "Bors", 3]],
            "Ideas": [["x"]],
            "heroes": heroes,
            "Where": [["key", "text"], ["w", "wood"]],
        }
    )
    taken = read(data, "list.xlsx", first)
    assert taken.deck is not None
    assert [row["title"] for row in taken.deck.rows] == ["Arthur"]
    assert taken.deck.tables["places.csv"] == ({"key": "w", "text": "wood"},)
    said = [finding.text for finding in taken.findings]
    assert said == [
        "The sheet 'Old' was left out: its name says that it is kept beside the list.",
        "The sheet 'Ideas' was left out: no row of it names the columns of Heroes or Places.",
    ]


def test_a_deck_toml_alone_changes_no_card(hamlet: Deck) -> None:
    taken = read(SMALL_TOML.replace('"Hamlet"', '"Village"').encode(), "deck.toml", hamlet)
    assert taken.deck is not None
    assert taken.deck.meta.title == "Village"
    assert taken.deck.rows == hamlet.rows
    assert taken.findings == ()


def test_keys_of_a_deck_sheet_are_read_whatever_their_case(hamlet: Deck) -> None:
    lines = [["Title ", "Village"], [" Declared count", 3], ["AUTHORS", "Ada", None, "Bea"], ["options.deal_size", 4]]
    taken = read(workbook({"deck": lines}), "list.xlsx", hamlet)
    assert taken.deck is not None, taken.findings
    meta = taken.deck.meta
    assert (meta.title, meta.declared_count, meta.authors) == ("Village", 3, ("Ada", "Bea"))
    assert dict(meta.options) == {"deal_size": 4}
    assert meta.categories == hamlet.meta.categories
    assert taken.deck.rows == hamlet.rows


def test_a_piece_of_a_deck_toml_is_laid_over_the_rest(hamlet: Deck) -> None:
    taken = read(b"version = 7\n", "piece.toml", hamlet)
    assert taken.deck is not None
    assert taken.deck.meta == hamlet.edit(meta={"version": 7}).meta
    assert "has no title" in taken.findings[0].text


def test_cards_of_a_toml_get_ids_too(hamlet: Deck) -> None:
    data = b"[[tables.cards]]\ncard_id = ' '\nname = 'Mill'\nresources = 'FF'\n"
    data += b"[[tables.cards]]\nname = 'Barn'\nresources = 'FF'\n"
    taken = read(data, "deck.toml", hamlet)
    assert taken.deck is not None, taken.findings
    assert [row["card_id"] for row in taken.deck.rows] == ["mill", "barn"]
    assert [finding.place for finding in taken.findings] == [
        "deck.toml tables.cards number 1",
        "deck.toml tables.cards number 2",
    ]


def test_many_unknown_columns_are_one_finding(hamlet: Deck) -> None:
    extra = [f"x{number}" for number in range(150)]
    taken = read(text([HEADER + extra, *(row + [""] * 150 for row in ROWS[1:])]).encode(), "list.csv", hamlet)
    assert taken.deck == hamlet
    assert len(taken.findings) == 1
    assert "left out: H 'x0', I 'x1'" in taken.findings[0].text
    assert taken.findings[0].text.endswith(" and 140 more.")


def test_categories_of_a_workbook_count_for_its_cards(hamlet: Deck) -> None:
    categories = [["letter", "name", "sign", "colour"], ["S", "Sea", "~", "#0b5c8a"]]
    taken = read(workbook({"Cards": [HEADER[:3], ["m", "Mole", "s~"]], "Categories": categories}), "x.xlsx", hamlet)
    assert taken.deck is not None, taken.findings
    assert taken.deck.rows[0]["resources"] == "SS"
    assert [category.name for category in taken.deck.meta.categories] == ["Sea"]
    assert taken.deck.meta.title == "Hamlet"


def test_ids_are_those_of_the_open_deck_where_the_name_is_known_and_made_of_the_name_elsewhere(hamlet: Deck) -> None:
    taken = read("name,resources\nBaker’s Mill,FF\nROAD,TT\nMill,FF\nMill 2,FF\n".encode(), "list.csv", hamlet)
    assert taken.deck is not None, taken.findings
    assert [row["card_id"] for row in taken.deck.rows] == ["bakers_mill", "road", "mill", "mill_2"]


def test_cells_merged_over_rows_count_for_each_and_sideways_for_the_first_column(hamlet: Deck) -> None:
    def merge(cards: Worksheet) -> None:
        cards.merge_cells("C3:C4")
        cards.merge_cells("G2:H2")

    rows = cells(("C3", "FT"), ("C4", None), ("G2", "old"))
    taken = read(workbook({"Cards": rows}, merge), "list.xlsx", hamlet)
    assert taken.deck is not None
    assert [(row["resources"], row["note"]) for row in taken.deck.rows] == [
        ("FF", "old"),
        ("FT", ""),
        ("FT", "long, and paved"),
    ]
    said = [finding.text for finding in taken.findings]
    assert "A cell merged over several rows counts for each: '' was read as 'FT'." in said
    assert "The cells G2:H2 are merged; their content counts for the first column alone." in said


def test_a_typographic_name_is_kept_and_what_names_it_otherwise_follows(hamlet: Deck) -> None:
    rows = cells(("B2", "Ada’s Mill"), ("E3", "Ada's Mill"), ("F3", "Ada's\u00a0Mill"))
    taken = read(text(rows).encode(), "list.csv", hamlet)
    assert taken.deck is not None, taken.findings
    assert taken.deck.rows[0]["name"] == "Ada’s Mill"
    assert taken.deck.rows[1]["bonus_source"] == taken.deck.rows[1]["bonus_source_printed"] == "Ada’s Mill"


def test_a_name_is_spelt_as_the_open_deck_spells_it(hamlet: Deck) -> None:
    deck = hamlet.edit(change=[{"card_id": "mill", "name": "Ada's Mill"}])
    rows = cells(("B2", "Ada’s Mill"), ("E3", "Ada’s Mill"), ("F3", "Ada’s Mill"))
    taken = read(text(rows).encode(), "list.csv", deck)
    assert taken.deck == deck
    assert "'Ada’s Mill' was read as \"Ada's Mill\"" in taken.findings[0].text


def test_equal_mends_of_a_column_are_one_finding(hamlet: Deck) -> None:
    rows = [HEADER[:3], *([f"h{number}", f"H {number}", "ff"] for number in range(150))]
    taken = read(text(rows).encode(), "list.csv", hamlet)
    assert taken.deck is not None
    assert [finding.text for finding in taken.findings] == [
        "Categories are written as capital letters without spaces: 'ff' was read as 'FF', "
        "and rows 3, 4, 5, 6, 7 and 144 more likewise."
    ]


def test_a_long_list_of_errors_is_cut_short(hamlet: Deck) -> None:
    rows = [HEADER[:3], *([f"h{number}", f"H {number}", "QQ"] for number in range(150))]
    taken = read(text(rows).encode(), "list.csv", hamlet)
    assert len(taken.findings) == 101
    assert taken.findings[-1].text == "There are 50 more problems."


def test_a_long_list_of_remarks_is_cut_short(hamlet: Deck) -> None:
    rows = [HEADER[:3] + ["note"], *([f"h{number}", f"H {number}", "FF", "3-Jan"] for number in range(150))]
    taken = read(text(rows).encode(), "list.csv", hamlet)
    assert taken.deck is not None
    assert taken.findings[-1].text == "There are 50 more remarks."


def test_a_column_without_a_name_is_found_in_whichever_row_it_has_a_cell(hamlet: Deck) -> None:
    rows = [*ROWS[:3], [*ROWS[3], "", "mine"]]
    taken = read(workbook({"Cards": rows}), "list.xlsx", hamlet)
    assert taken.deck == hamlet
    assert [(finding.row, finding.text) for finding in taken.findings] == [
        (4, "The column I has no name; what is there was left out: row 4, 'mine'.")
    ]


@pytest.mark.parametrize("name", ["list.csv", "list.xlsx"])
def test_what_stands_far_to_the_right_is_left_out_and_said_once(name: str, hamlet: Deck) -> None:
    rows = [HEADER + [""] * 300, *(row + [""] * 300 + ["x"] for row in ROWS[1:])]
    taken = read(text(rows).encode() if name == "list.csv" else workbook({"Cards": rows}), name, hamlet)
    said = [finding.text for finding in taken.findings if "right of" in finding.text]
    assert said == ["What is to the right of column GR was left out: rows 2, 3 and 4."]


def test_a_file_name_is_shown_without_its_folders_and_shortened(hamlet: Deck) -> None:
    for name in ("C:\\lists\\a.csv", "/home/ada/a.csv", "a\u202e.csv"):
        assert read(SMALL_CSV.replace("TT", "tt").encode(), name, hamlet).findings[0].place.startswith("a.csv row 4")
    assert len(read(SMALL_CSV.replace("TT", "tt").encode(), "x" * 500 + ".csv", hamlet).findings[0].place) < 100


def test_a_deck_of_another_game_is_no_open_deck_for_this_one(hamlet: Deck) -> None:
    with pytest.raises(DeckError, match="Open a deck of Guile"):
        read_upload(load_deck("guile").game, "list.csv", SMALL_CSV.encode(), hamlet)


def test_dates_since_1904_are_those_days(hamlet: Deck) -> None:
    data = with_part(
        sheet(("C4", A_DAY)), lambda xml: xml.replace("<workbookPr />", '<workbookPr date1904="1"/>'), "xl/workbook.xml"
    )
    assert "2030-03-02" in str(read(data, "list.xlsx", hamlet).findings[0])


def test_text_in_a_part_of_its_own_as_excel_writes_it_is_read(hamlet: Deck) -> None:
    assert read(with_shared_strings(sheet()), "list.xlsx", hamlet) == read(sheet(), "list.xlsx", hamlet)
    deck = hamlet.edit(change=[{"card_id": "road", "name": "A_x0041_\uffff", "note": "one\ntwo"}])
    taken = read(with_shared_strings(export(deck, "xlsx")[1]), "list.xlsx", hamlet)
    assert taken.deck == deck
    assert taken.deck.rows[2]["name"] == "A_x0041_\uffff"


def test_a_workbook_in_the_strict_form_is_read_as_well(hamlet: Deck) -> None:
    data = sheet()
    for part in ("xl/workbook.xml", "xl/worksheets/sheet1.xml"):
        data = with_part(
            data,
            lambda xml: xml.replace(
                "schemas.openxmlformats.org/spreadsheetml/2006/main", "purl.oclc.org/ooxml/spreadsheetml/main"
            ),
            part,
        )
    assert read(data, "list.xlsx", hamlet).deck == hamlet


# Whatever the bytes: DeckError at most, and the open deck stays as it is.

BASE_DECK = Deck.from_dict(BASE)
WORKBOOK = export(BASE_DECK, "xlsx")[1]
names = st.sampled_from(["list.csv", "list.toml", "list.xlsx", "list", "", "\0/\\"])


def read_or_refuse(data: bytes, name: str) -> Import | None:
    try:
        return read(data, name, BASE_DECK)
    except DeckError:
        return None


@quick
@given(data=st.one_of(st.binary(max_size=300), spoilt(SMALL_CSV), spoilt(SMALL_TOML)), name=names)
def test_arbitrary_and_spoilt_bytes_raise_nothing_but_deck_error(data: bytes, name: str) -> None:
    read_or_refuse(data, name)


@quick
@given(
    start=st.integers(0, len(WORKBOOK)),
    length=st.integers(0, 40),
    piece=st.binary(max_size=20),
    name=names,
)
def test_a_spoilt_workbook_raises_nothing_but_deck_error(start: int, length: int, piece: bytes, name: str) -> None:
    read_or_refuse(WORKBOOK[:start] + piece + WORKBOOK[start + length :], name)


PARTS = ["xl/workbook.xml", "xl/worksheets/sheet1.xml", "xl/styles.xml", "xl/_rels/workbook.xml.rels", "_rels/.rels"]


@quick
@given(
    part=st.sampled_from(PARTS),
    where=st.floats(0, 1),
    length=st.integers(0, 20),
    piece=st.sampled_from(
        ["", "0", "-1", "x", "<c/>", "<v>9</v>", '" r="ZZZ9', ' t="s"', "9" * 30, "&#65534;", "</row>", "_x0000_"]
    ),
)
def test_a_workbook_with_a_spoilt_part_raises_nothing_but_deck_error(
    part: str, where: float, length: int, piece: str
) -> None:
    with zipfile.ZipFile(io.BytesIO(WORKBOOK)) as archive:
        parts = {info.filename: archive.read(info) for info in archive.infolist()}
    xml = parts[part].decode()
    start = int(where * len(xml))
    read_or_refuse(packed(parts | {part: (xml[:start] + piece + xml[start + length :]).encode()}), "list.xlsx")


odd = st.one_of(
    st.text(max_size=12),
    st.sampled_from(
        [
            *HEADER,
            "Card ID",
            "FF",
            "Mill",
            "=1",
            "#REF!",
            "3-Jan",
            "2.0",
            "TRUE",
            "\u00a0",
            "–",
            "“a",
            "b”",
            "'",
            '"',
            "99-Dec-99",
            "2026-99-99",
        ]
    ),
)
grids = st.lists(st.lists(odd, max_size=9), max_size=9)


@quick
@given(
    rows=grids,
    header=st.booleans(),
    separator=st.sampled_from(",;\t|"),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-8-sig"]),
)
def test_arbitrary_tables_raise_nothing_but_deck_error(
    rows: list[list[str]], header: bool, separator: str, encoding: str
) -> None:
    data = text([HEADER, *rows] if header else rows, separator).encode(encoding, "replace")
    read_or_refuse(data, "list.csv")


@quick
@given(rows=grids, title=st.sampled_from(["Cards", "Deck", "Categories", "x"]), deck=grids)
def test_arbitrary_workbooks_raise_nothing_but_deck_error(
    rows: list[list[str]], title: str, deck: list[list[str]]
) -> None:
    def sound(grid: list[list[str]]) -> list[list[str]]:
        return [
            [ILLEGAL_CHARACTERS_RE.sub("", cell).encode("utf-8", "replace").decode() for cell in row] for row in grid
        ]

    read_or_refuse(workbook({title: [HEADER, *sound(rows)], "deck": sound(deck)}), "list.xlsx")
