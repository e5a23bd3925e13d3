"""Lists as strangers send them, through the studio's page: uploaded as a file, and pasted from a spreadsheet."""

from __future__ import annotations

import csv
import io
from base64 import b64encode
from collections.abc import Callable
from html import unescape

import pytest

from tests.decks.spreadsheets import workbook
from tests.decks.test_counts_in_spreadsheets import COUNTS, as_csv, beside
from tests.decks.test_lists_in_sheets import FOOD, HEADER, MARKDOWN, TRADE
from tests.test_signs import SPELT
from workbench.widgets import DeckStudio

CARDS = "cards.csv"
TIMES = [f"{number}x" if number > 1 else "1" for number in COUNTS]


@pytest.fixture
def studio(make: Callable[..., DeckStudio]) -> DeckStudio:
    """A studio whose page has said hello."""
    return make()


def upload(studio: DeckStudio, name: str, data: bytes) -> str:
    """Upload a file and return what is said about it."""
    studio.hear({"type": "import", "name": name, "data": b64encode(data).decode()})
    return unescape(f"{studio.lines.error}\n{studio.files.part.html}")


def paste(studio: DeckStudio, rows: list[list[str]]) -> str:
    """Paste a block into the first cell of the list and return what the grid says then."""
    first = studio.editor.rows(CARDS)[0].id
    message = {"type": "paste", "id": "p", "revision": studio.editor.revision, "file": CARDS}
    studio.grid.hear({**message, "row": first, "column": "card_id", "block": rows})
    return str(studio.grid.grid["status"])


def column(studio: DeckStudio, key: str) -> list[str]:
    return [row.cells[key] for row in studio.editor.rows(CARDS)]


def test_copies_are_read_from_a_file(studio: DeckStudio) -> None:
    for name, data in (
        ("qty.csv", as_csv(beside("qty", COUNTS))),
        ("times.csv", as_csv(beside("count", TIMES))),
        ("quantity.xlsx", workbook({"Sheet1": beside("Quantity", COUNTS)})),
    ):
        said = upload(studio, name, data)
        assert [int(text) for text in column(studio, "count")] == COUNTS, said
        assert said.count("warning") >= 1


def test_copies_are_read_from_what_is_pasted(studio: DeckStudio) -> None:
    for label, cells in (("qty", COUNTS), ("count", TIMES), ("# of copies", TIMES)):
        before = column(studio, "card_id")[13:]
        rows = [[str(text) for text in row] for row in beside(label, cells)]
        said = paste(studio, rows)
        assert "Paste 52 cells" in said
        assert "by the column names" in said
        assert [int(text) for text in column(studio, "count")[:13]] == COUNTS
        assert column(studio, "name")[:2] == ["Mill", "Wheat_field"]
        assert column(studio, "card_id")[13:] == before


def test_cells_without_column_names_are_pasted_as_they_stand_and_numbers_of_copies_as_such(studio: DeckStudio) -> None:
    assert "Paste 2 cells" in paste(studio, [["mill_2", "Mill II"]])
    first = studio.editor.rows(CARDS)[0].id
    message = {"type": "paste", "id": "p", "revision": studio.editor.revision, "file": CARDS}
    studio.grid.hear({**message, "row": first, "column": "count", "block": [["x3"], ["2 Stück"], ["many"]]})
    assert column(studio, "count")[:3] == ["3", "2", "many"]


def test_columns_that_are_unknown_are_named_and_lists_side_by_side_are_refused_when_pasted(studio: DeckStudio) -> None:
    assert "without 'Weight'" in paste(studio, [[str(text) for text in row] for row in beside("Weight", ["5 g"] * 13)])
    before = studio.editor.to_dict()
    twice = [[*left, "", *right] for left, right in zip([HEADER, *FOOD], [HEADER, *TRADE], strict=True)]
    assert "several lists in it" in paste(studio, twice)
    assert studio.editor.to_dict() == before


def test_joiners_are_kept_by_file_and_by_paste(studio: DeckStudio) -> None:
    rows = [["name", "resources", "note"], *([name, "FF", ""] for name in SPELT)]
    upload(studio, "list.csv", as_csv(rows))
    assert column(studio, "name") == list(SPELT)
    studio.hear({"type": "undo"})
    paste(studio, rows)
    assert column(studio, "name")[: len(SPELT)] == list(SPELT)


def test_parts_of_a_list_and_nonsense_never_become_the_open_deck(studio: DeckStudio) -> None:
    before = studio.editor.deck
    text = io.StringIO()
    csv.writer(text).writerows([HEADER, ["m", "Мельница", "FF", ""]])
    for name, data, told in (
        ("types.xlsx", workbook({"Cards": [HEADER, *FOOD], "Trade": [HEADER, *TRADE]}), "'Cards' and 'Trade'"),
        ("cyrillic.csv", text.getvalue().encode("cp1251"), "which other encoding is not sure"),
    ):
        assert told in upload(studio, name, data)
        assert studio.editor.deck == before


def test_sheets_of_one_list_and_markdown_are_taken_whole(studio: DeckStudio) -> None:
    said = upload(studio, "types.xlsx", workbook({"Food": [HEADER, *FOOD], "Trade": [HEADER, *TRADE]}))
    assert "were read together" in said
    assert len(studio.editor.deck.rows) == 6
    others = {"Sheet1": [HEADER, *FOOD], "Deck": [["Name", "ATK"], ["Elf", 3], ["Dwarf", 2]]}
    assert "was left out" in upload(studio, "other.xlsx", workbook(others))
    assert len(studio.editor.deck.rows) == 3
    upload(studio, "list.md", (MARKDOWN["with colons"] + "| mill | Mill | FF | |\n").encode())
    assert column(studio, "card_id") == ["mill"]
