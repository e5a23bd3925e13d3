"""Tables without rows, columns that are gone, headers misspelt: in every game they lead to findings alone."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.example_game import PLAIN_DECK, known
from tests.two_tables import GAME as TWO_TABLES
from workbench.cli import main
from workbench.decks import Deck, load_deck
from workbench.decks.editor import DeckEditor
from workbench.decks.exchange import deck_csv, read_upload
from workbench.decks.finding import Finding
from workbench.decks.folders import list_decks
from workbench.graphs import bonus_graph
from workbench.kernel.registry import list_games, registered
from workbench.storage.errors import DeckError
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.studio.deck_pictures import bars_html, findings_html

OURS = ("cadwallon", "excalibur", "guild_master", "guile", "quests")
GAMES = (*OURS, "pledges", "errands")


@pytest.fixture(autouse=True, scope="module")
def games_of_tests() -> Iterator[None]:
    """The example game and the one with two card tables are known."""
    with known(), registered(TWO_TABLES):
        yield


@cache
def deck_of(game_id: str) -> Deck:
    """A game's own deck."""
    return load_deck(game_id, PLAIN_DECK) if game_id == "pledges" else load_deck(game_id)


def every_table(game_id: str) -> list[str]:
    """The files of a game's tables."""
    return [table.file for table in deck_of(game_id).game.tables]


def without(deck: Deck, *files: str) -> Deck:
    """A deck as `validate` looks at it when every row of some tables has a fault."""
    nothing: dict[str, tuple] = dict.fromkeys(files, ())
    return replace(deck, tables={**deck.tables, **nothing}, row_numbers={**deck.row_numbers, **nothing})


def check_findings(editor: DeckEditor) -> None:
    """Whatever is in the cells, every finding about them can be shown, and leads to its row."""
    assert len(CardGrid(editor).grid["findings"]) == len(editor.findings)
    assert findings_html(editor.findings, buttons=True)
    for finding in editor.findings:
        assert finding.text
        assert finding.fix
        row = editor.row_id(finding)
        assert bool(row) == (finding.row > 1), finding


# ---------------------------------------------------------------- the flaw itself


def test_of_excalibur_without_effects_only_the_empty_cells_are_reported() -> None:
    editor = DeckEditor(deck_of("excalibur"))
    rows = editor.rows("cards.csv")
    editor.set_cells("cards.csv", [(row.id, "effect", "") for row in rows])
    assert {finding.column for finding in editor.problems} == {"effect"}
    assert [finding.row for finding in editor.problems] == list(range(2, len(rows) + 2))
    editor.undo()
    assert editor.whole


def test_a_sword_that_is_merely_faulty_is_not_called_missing() -> None:
    editor = DeckEditor(deck_of("excalibur"))
    row = next(row.id for row in editor.rows("cards.csv") if row.cells["effect"] == "excalibur")
    editor.set_cells("cards.csv", [(row, "count", "none")])
    (finding,) = editor.problems
    assert (finding.key, finding.column) == ("excalibur", "count")


def test_a_sword_that_is_missing_is_a_matter_of_the_whole_list() -> None:
    with pytest.raises(DeckError, match="There are 0 chips with the effect excalibur") as refused:
        deck_of("excalibur").edit(remove=["excalibur"])
    (finding,) = refused.value.problems
    assert (finding.place, finding.row, finding.key) == ("cards.csv, effect", 0, "")


def test_a_finding_about_a_row_of_a_table_without_rows_is_about_the_table() -> None:
    for game_id in GAMES:
        for table in deck_of(game_id).game.tables:
            column = table.columns[0].key
            empty = without(deck_of(game_id), table.file)
            for index in (None, 0, 7):
                finding = empty.finding("error", "Odd.", "Mend it.", index, column, table)
                assert finding == Finding("error", f"{table.file}, {column}", "Odd.", "Mend it.", table.file, 0, column)
            assert deck_of(game_id).finding("note", "Odd.", "Mend it.", None, "", table).place == table.file


# ---------------------------------------------------------------- its relatives, of every game


@pytest.mark.parametrize("game_id", GAMES)
def test_all_that_is_said_of_a_deck_can_be_said_of_one_without_rows(game_id: str) -> None:
    deck, files = deck_of(game_id), every_table(game_id)
    for gone in ([file] for file in files) if len(files) == 1 else (files, *([file] for file in files)):
        empty = without(deck, *gone)
        for finding in (*deck.game.studio.lint(empty), *empty.lint()):
            assert finding.file not in gone or not finding.row
        assert bars_html(empty, deck)
        assert bars_html(deck, empty)
        assert bonus_graph(empty).page([])
        for one, other in ((deck, empty), (empty, deck)):
            assert one.diff(other)._repr_html_()
            assert str(one.diff(other)) != "No difference."
        assert empty._repr_html_()
        assert repr(empty)


@pytest.mark.parametrize("game_id", GAMES)
def test_each_column_can_be_emptied_and_each_table_too(game_id: str) -> None:
    editor = DeckEditor(deck_of(game_id))
    for table in editor.game.tables:
        ids = [row.id for row in editor.rows(table.file)]
        steps: list[Callable[[], object]] = [
            lambda file=table.file, key=column.key, ids=ids: editor.set_cells(file, [(row, key, "") for row in ids])
            for column in table.columns
        ]
        steps += [lambda file=table.file, gone=ids[kept:]: editor.delete_rows(file, gone) for kept in (0, 1)]
        for step in steps:
            step()
            check_findings(editor)
            if editor.undo_label:
                editor.undo()
            assert editor.whole


spoiling = settings(max_examples=60)


@spoiling
@given(data=st.data())
def test_whatever_is_emptied_or_written_over_findings_are_all_that_comes_of_it(data: st.DataObject) -> None:
    editor = DeckEditor(deck_of(data.draw(st.sampled_from(GAMES))))
    for table in editor.game.tables:
        ids = [row.id for row in editor.rows(table.file)]
        first, last = sorted(data.draw(st.tuples(*[st.integers(0, len(ids))] * 2)))
        columns = data.draw(st.sets(st.sampled_from([column.key for column in table.columns])))
        text = data.draw(st.sampled_from(["", " ", "0", "1", "-1", "99", "F", "x", "mordred", "excalibur", "isolde"]))
        editor.set_cells(table.file, [(row, column, text) for row in ids[first:last] for column in columns])
        editor.delete_rows(table.file, data.draw(st.sets(st.sampled_from(ids), max_size=len(ids))))
    check_findings(editor)
    if editor.whole:
        assert editor.deck.diff(editor.began_with) is not None


def spoilt_files(deck: Deck, file: str) -> Iterator[tuple[str, str]]:
    """A deck's table as a file, spoilt in many ways: what was done, and its text."""
    text = deck_csv(deck, deck.game.table(file)).decode("utf-8-sig")
    header, *rows = csv.reader(io.StringIO(text))
    for place, key in enumerate(header):
        yield f"{key} misspelt", _text([[*header[:place], key[:-1], *header[place + 1 :]], *rows])
        yield f"{key} gone", _text([[*row[:place], *row[place + 1 :]] for row in (header, *rows)])
        yield f"{key} alone", _text([[row[place]] for row in (header, *rows)])
        yield f"{key} twice", _text([[*row, row[place]] for row in (header, *rows)])
    yield "no rows", _text([header])
    yield "one row", _text([header, rows[0]])
    yield "no header", _text(rows)
    yield "nothing", ""
    yield "commas", ",,,\n,,,\n"


def _text(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(rows)
    return written.getvalue()


@pytest.mark.parametrize(
    "game_id", [pytest.param(one, marks=pytest.mark.slow if one in ("cadwallon", "quests") else ()) for one in OURS]
)
def test_each_header_can_be_misspelt_and_each_file_spoilt(
    game_id: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    deck = deck_of(game_id)
    for file in every_table(game_id):
        folder = tmp_path / file
        deck.save(folder)
        for what, text in spoilt_files(deck, file):
            (folder / file).write_text(text, encoding="utf-8")
            code = main(["lint", str(folder)])
            printed = capsys.readouterr()
            assert code in (0, 1), (file, what, printed.err)
            assert "Fix:" in printed.out or code == 0, (file, what)
            with suppress(DeckError):
                assert read_upload(deck.game, file, text.encode(), deck) is not None
        (folder / file).unlink()
        assert main(["lint", str(folder)]) == 1
        assert f"Put a {file} there" in capsys.readouterr().out


def test_every_game_of_the_house_is_spoilt_here() -> None:
    assert set(OURS) == {game_id for game_id in list_games() if list_decks(game_id)} - {"pledges", "errands"}
