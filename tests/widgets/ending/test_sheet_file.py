"""The sheet as a file: scores, what was done as this seat saw it, minutes; nothing in it is calculated."""

from __future__ import annotations

import csv
import io
from base64 import b64decode
from typing import Any

import pytest
from openpyxl import load_workbook

from tests.widgets.ending.test_ending import played, told
from workbench.kernel.registry import game as find_game
from workbench.play import Match
from workbench.storage.errors import OptionError
from workbench.widgets.ending.sheet_file import blocks_of, sheet_file


def over(game: str, seats: int = 2, names: Any = None) -> Match:
    """A match that bots have played to its end."""
    match = Match(game, seats=seats, seed=1, names=names, bots=dict.fromkeys(range(seats), find_game(game).usual_bot))
    match.play_bots()
    return match


@pytest.fixture(scope="module")
def guile() -> Match:
    """Players whose names a spreadsheet would calculate."""
    return over("guile", names=["=1+1", "@Bea"])


def rows_of(data: bytes) -> list[list[str]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"))))


def test_scores_acts_and_minutes_are_in_a_csv(guile: Match) -> None:
    name, data = sheet_file(guile, "csv", 0, 750.0)
    rows = rows_of(data)
    assert name == "guile-sheet.csv"
    assert ["minutes", "12.5"] in rows
    top = rows.index(["Scores"])
    assert rows[top + 1][:4] == ["place", "seat", "player", "won"]
    assert {row[2] for row in rows[top + 2 : top + 4]} == {"'=1+1", "'@Bea"}
    first = rows[rows.index(["What was done"]) + 2 :]
    assert [row[2].removeprefix("'") for row in first] == guile.screen_log(0)


def test_of_what_is_hidden_only_what_this_seat_saw_is_told() -> None:
    match = over("excalibur", seats=3)
    heard = {seat: {row[2] for row in blocks_of(match, seat, None)[3].rows} for seat in (0, 1, None)}
    assert heard[None] < heard[0]
    assert heard[None] < heard[1]
    assert heard[0] != heard[1]
    for seat, lines in heard.items():
        assert lines == set(match.screen_log(seat))
    private = [row for row in blocks_of(match, 0, None)[3].rows if row[3] == "not all"]
    assert private
    assert "minutes" not in [row[0] for row in blocks_of(match, 0, None)[0].rows]


def test_nothing_is_calculated(guile: Match) -> None:
    for row in rows_of(sheet_file(guile, "csv", 0, 1.0)[1]):
        for cell in row:
            assert not cell.startswith(("=", "+", "@", "＝")), row
            assert not cell.startswith("-") or cell[1:].isdecimal(), row
    book = load_workbook(io.BytesIO(sheet_file(guile, "xlsx", 0, 1.0)[1]))
    assert book.sheetnames == ["Match", "Scores", "Points", "What was done"]
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if cell.value is not None]
    assert {cell.data_type for cell in cells} <= {"s", "n"}
    assert "=1+1" in [cell.value for cell in cells]


def test_both_kinds_say_the_same(guile: Match) -> None:
    book = load_workbook(io.BytesIO(sheet_file(guile, "xlsx", 1, 90.0)[1]))
    cells = [[str(cell) for cell in row if cell is not None] for sheet in book for row in sheet.values]
    plain = [[cell.removeprefix("'") for cell in row if cell] for row in rows_of(sheet_file(guile, "csv", 1, 90.0)[1])]
    titles = [[title] for title in book.sheetnames]
    assert [row for row in plain if row and row not in titles] == cells


@pytest.mark.parametrize("game", ["guild_master", "excalibur", "quests", "cadwallon"])
def test_each_game_has_a_sheet(game: str) -> None:
    match = over(game, seats=3)
    for seat in (0, None):
        about, scores, points, acts = blocks_of(match, seat, 60.0)
        assert len(scores.rows) == match.seats
        assert {row[3] for row in scores.rows} <= {"yes", "no"}
        assert sum(row[3] == "yes" for row in scores.rows) == len(match.winners)
        assert all(len(row) == len(scores.columns) for row in scores.rows)
        assert len(set(scores.columns)) == len(scores.columns)
        assert len(points.rows) == len(match.score_lines())
        assert len(acts.rows) == len(match.screen_log(seat))
        assert all(scores.columns)
        assert about.rows


def test_a_match_that_goes_on_has_no_sheet() -> None:
    with pytest.raises(OptionError, match="goes on"):
        sheet_file(Match("guile", seats=2, seed=3), "csv", 0, 1.0)


@pytest.mark.slow
def test_the_page_gets_it_as_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    app = played()
    sent: list[dict[str, Any]] = []
    monkeypatch.setattr(app.table, "send", lambda content, *_: sent.append(content))
    for kind in ("csv", "xlsx"):
        told(app, type="sheet", kind=kind)
        assert f"Saved as guile-sheet.{kind}" in app.lines.note
    plain, book = (b64decode(message["data"]) for message in sent if message["type"] == "file")
    assert ["seen by", "Anna"] in rows_of(plain)
    assert load_workbook(io.BytesIO(book))["Match"]["B1"].value == app.match.game.title
