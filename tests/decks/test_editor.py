"""The deck editor: every step does what it says, and can be taken back."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.decks.test_properties import BASE
from tests.decks.test_properties import json as json_values
from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, load_deck
from workbench.decks.editor import LONGEST_HISTORY, DeckEditor
from workbench.decks.reading import read_dict, read_folder
from workbench.decks.validation import validate
from workbench.kernel.game import Game
from workbench.storage.errors import DeckError

CARDS = "cards.csv"
MILL, BAKERY, ROAD = 1, 2, 3


@pytest.fixture
def editor(hamlet: Deck) -> DeckEditor:
    """The small deck being edited: Mill FF, Bakery FT with a bonus from Mill, Road TT."""
    return DeckEditor(hamlet)


@pytest.fixture
def castle(medieval: Deck) -> DeckEditor:
    """The deck as printed, being edited."""
    return DeckEditor(medieval)


def column(editor: DeckEditor, key: str, file: str = CARDS) -> list[str]:
    """One column of a table from top to bottom."""
    return [row.cells[key] for row in editor.rows(file)]


def row_named(editor: DeckEditor, name: str, file: str = CARDS) -> int:
    """The id of the row of a card."""
    return next(row.id for row in editor.rows(file) if row.cells["name"] == name)


def found_in(editor: DeckEditor) -> list[tuple[str, int, str]]:
    """The cells that findings are about: file, row id and column, each once."""
    return list(dict.fromkeys((one.file, editor.row_id(one), one.column) for one in editor.findings))


def seen(editor: DeckEditor) -> tuple:
    """Everything a designer sees of an editor except its history."""
    tables = {table.file: editor.rows(table.file) for table in editor.game.tables}
    return (
        tables,
        repr(editor.meta),
        editor.name,
        editor.deck.digest,
        editor.deck.meta,
        editor.problems,
        editor.findings,
    )


def written(editor: DeckEditor) -> tuple:
    """What is written in an editor, whatever ids its rows have."""
    tables, *others = seen(editor)
    return {file: [dict(row.cells) for row in rows] for file, rows in tables.items()}, *others


def judged(editor: DeckEditor) -> Deck | list[tuple[str, str, str]]:
    """What `validate` says of the cells, read anew from plain values: a deck, or the problems."""
    tables = {
        table.file: [dict(row.cells) for row in editor.rows(table.file) if any(map(str.strip, row.cells.values()))]
        for table in editor.game.tables
    }
    try:
        return validate(read_dict(editor.game, editor.name, editor.meta, tables), Deck)
    except DeckError as error:
        return [(problem.file, problem.column, problem.fix) for problem in error.problems]


# The deck it begins with


def test_an_editor_begins_with_the_cells_of_its_deck(editor: DeckEditor, hamlet: Deck) -> None:
    assert editor.deck == hamlet == editor.began_with
    assert editor.whole
    assert editor.problems == ()
    assert [row.id for row in editor.rows(CARDS)] == [MILL, BAKERY, ROAD]
    assert dict(editor.rows(CARDS)[1].cells) == {
        "card_id": "bakery",
        "name": "Bakery",
        "resources": "FT",
        "bonus_resource": "F",
        "bonus_source_printed": "Mill",
        "bonus_source": "Mill",
        "road_class": "",
        "road_edges_nesw": "",
        "count": "1",
        "art": "",
        "note": "",
    }
    assert editor.meta["title"] == "Hamlet"
    assert [category["letter"] for category in editor.meta["categories"]] == ["F", "T"]
    assert (editor.undo_label, editor.redo_label, editor.undo(), editor.redo()) == ("", "", "", "")
    assert editor.revision == 0


def test_findings_point_to_the_row_of_the_editor_though_the_file_had_blank_rows(tmp_path: Path, write_deck) -> None:
    folder = write_deck(cards="card_id,name,resources\nmill,Mill,FF\n\n\nlong,A name of many characters,TT\n")
    editor = DeckEditor(load_deck("guild_master", folder))
    (finding,) = (finding for finding in editor.findings if finding.column == "name")
    assert (finding.row, editor.row_id(finding)) == (3, row_named(editor, "A name of many characters"))


def test_what_an_editor_hands_out_cannot_change_it(editor: DeckEditor) -> None:
    before = seen(editor)
    editor.meta["categories"][0]["letter"] = "Z"
    editor.to_dict()["tables"][CARDS][0]["name"] = "Tower"
    with pytest.raises(TypeError):
        editor.rows(CARDS)[0].cells["name"] = "Tower"  # type: ignore[index]
    assert seen(editor) == before


# Cells


def test_a_cell_that_fits_changes_the_deck_and_the_step_is_reported_in_words(castle: DeckEditor) -> None:
    castle.set_cells(CARDS, [(row_named(castle, "Castle"), "resources", "MC")])
    assert castle.whole
    assert next(row["resources"] for row in castle.deck.rows if row["name"] == "Castle") == "MC"
    assert castle.undo_label == "Castle, resources: MG → MC"
    assert castle.undo() == "Castle, resources: MG → MC"
    assert castle.redo_label == "Castle, resources: MG → MC"


def test_a_cell_that_is_wrong_stays_as_typed_and_the_last_good_deck_stays_too(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "resources", "FT")])
    good = editor.deck
    editor.set_cells(CARDS, [(MILL, "resources", "FZ")])
    assert not editor.whole
    assert editor.deck is good
    assert column(editor, "resources") == ["FZ", "FT", "TT"]
    assert editor.findings == editor.problems
    assert found_in(editor) == [(CARDS, MILL, "resources")]
    editor.set_cells(CARDS, [(MILL, "resources", "TT")])
    assert editor.whole
    assert [row["resources"] for row in editor.deck.rows] == ["TT", "FT", "TT"]


def test_a_cell_that_would_make_the_list_wrong_is_refused_where_only_a_sound_list_is_wanted() -> None:
    editor = DeckEditor(load_deck("guile"))
    tristan = editor.rows("knights.csv")[0].id
    with pytest.raises(DeckError, match=r"^Faction A has 3 knights, M 5\. Give each of them 4\.$"):
        editor.set_cells("knights.csv", [(tristan, "faction", "M")], if_sound=True)
    assert (editor.whole, editor.revision, editor.undo_label) == (True, 0, "")
    editor.set_cells("knights.csv", [(tristan, "faction", "M")])
    assert not editor.whole
    editor.set_cells("knights.csv", [(tristan, "role", "")], if_sound=True)
    assert editor.undo_label == "Sir Tristan, role: tristan → (empty)", "what was wrong before is no reason"


def test_several_cells_are_one_step(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "resources", "TT"), (ROAD, "resources", "FF"), (ROAD, "note", "")])
    assert column(editor, "resources") == ["TT", "FT", "FF"]
    assert editor.undo() == "3 cells of 2 cards"
    assert column(editor, "resources") == ["FF", "FT", "TT"]
    assert editor.undo() == ""


def test_rows_are_put_into_any_order_in_one_step(editor: DeckEditor) -> None:
    before = [row.id for row in editor.rows(CARDS)]
    editor.order_rows(CARDS, [before[2], 999, before[0]], "Sort by worth")
    assert [row.id for row in editor.rows(CARDS)][:2] == [before[2], before[0]]
    assert [row.id for row in editor.rows(CARDS)][2:] == [before[1], *before[3:]], "the others stay behind, in theirs"
    assert editor.undo() == "Sort by worth"
    assert [row.id for row in editor.rows(CARDS)] == before


def test_a_finding_that_says_what_should_stand_there_is_mended_and_no_other(editor: DeckEditor) -> None:
    editor.set_meta("declared_count", 99)
    (count,) = (one for one in editor.findings if one.column == "declared_count")
    editor.mend([count])
    assert editor.meta["declared_count"] == count.instead
    assert editor.undo() == "Mend deck.toml, declared_count"
    with pytest.raises(DeckError, match="only you can know"):
        editor.mend([count, count._replace(instead="")])
    assert editor.meta["declared_count"] == 99, "nothing is written where one of them cannot be"


def test_typing_what_stands_there_is_no_step(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "resources", "FF")])
    editor.set_meta("title", "Hamlet")
    editor.sort_rows(CARDS, "count")
    editor.move_rows(CARDS, [ROAD], 5)
    editor.set_categories(editor.meta["categories"])
    assert (editor.undo_label, editor.revision) == ("", 0)


def test_a_renamed_card_keeps_its_name_in_the_cells_that_point_to_it(castle: DeckEditor, medieval: Deck) -> None:
    castle.set_cells(CARDS, [(row_named(castle, "Castle"), "name", "Fort")])
    assert castle.deck == medieval.edit(change=[{"card_id": "castle", "name": "Fort"}])
    assert castle.whole
    assert castle.undo() == "Castle, name: Castle → Fort"
    assert castle.deck == medieval


def test_a_pointer_written_in_the_same_step_is_taken_as_written(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "name", "Watermill"), (BAKERY, "bonus_source", "Road")])
    assert column(editor, "bonus_source") == ["", "Road", ""]
    assert column(editor, "bonus_source_printed") == ["", "Mill", ""]


def test_a_name_typed_by_mistake_and_mended_leaves_the_pointers_as_they_were(editor: DeckEditor) -> None:
    before = column(editor, "bonus_source")
    for slip in ("Road", "", "  "):
        editor.set_cells(CARDS, [(MILL, "name", slip)])
        assert not editor.whole
        assert column(editor, "bonus_source") == before
        editor.set_cells(CARDS, [(MILL, "name", "Mill")])
        assert editor.whole


def test_a_pointer_written_in_the_step_that_renames_its_card_is_not_followed(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "name", "Watermill"), (BAKERY, "bonus_source", "Mill")])
    assert column(editor, "bonus_source") == ["", "Mill", ""]


def test_a_name_that_two_cards_have_is_not_followed(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(ROAD, "name", "Mill")])
    editor.set_cells(CARDS, [(MILL, "name", "Watermill")])
    assert editor.whole
    assert column(editor, "bonus_source") == ["", "Mill", ""]


def test_a_rename_is_followed_whatever_spaces_were_typed_around_the_name(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(BAKERY, "bonus_source", " Mill ")])
    editor.set_cells(CARDS, [(MILL, "name", " Watermill ")])
    assert editor.whole
    assert column(editor, "bonus_source") == ["", "Watermill", ""]


def test_a_new_card_gets_its_key_when_its_name_is_first_typed_and_keeps_it(editor: DeckEditor) -> None:
    (row,) = editor.add_rows(CARDS)
    editor.set_cells(CARDS, [(row, "name", "Mill!")])
    assert column(editor, "card_id")[-1] == "mill_2"
    editor.set_cells(CARDS, [(row, "name", "King's Inn")])
    assert column(editor, "card_id")[-1] == "mill_2"


# Blocks


def test_a_pasted_block_goes_right_and_down_and_adds_the_rows_it_needs(editor: DeckEditor) -> None:
    editor.paste(CARDS, ROAD, "name", [["Path", "TF", "", ""], ["Inn", "FF"], ["Barn", "FT", ""], ["", ""], []])
    assert column(editor, "name") == ["Mill", "Bakery", "Path", "Inn", "Barn"]
    assert column(editor, "resources") == ["FF", "FT", "TF", "FF", "FT"]
    assert column(editor, "card_id") == ["mill", "bakery", "road", "inn", "barn"]
    assert editor.whole
    assert editor.undo() == "Paste 6 cells at Road, name"
    assert len(editor.rows(CARDS)) == 3


def test_pasting_nothing_is_no_step(editor: DeckEditor) -> None:
    for block in ([], [[]], [["", ""], [""]]):
        editor.paste(CARDS, MILL, "name", block)
    assert editor.undo_label == ""


def test_a_block_too_wide_for_the_table_is_refused(editor: DeckEditor) -> None:
    with pytest.raises(DeckError, match="4 cells wide; from count on there is room for 3"):
        editor.paste(CARDS, MILL, "count", [["1", "mug", "dear", "cheap"]])
    editor.paste(CARDS, MILL, "count", [["1", "mug", "dear", ""]])
    assert column(editor, "note")[0] == "dear"


# Rows


def test_a_blank_row_is_no_card_yet_and_no_problem(editor: DeckEditor, hamlet: Deck) -> None:
    (top,) = editor.add_rows(CARDS, after=0)
    (middle, other) = editor.add_rows(CARDS, 2, after=MILL)
    (end,) = editor.add_rows(CARDS)
    assert [row.id for row in editor.rows(CARDS)] == [top, MILL, middle, other, BAKERY, ROAD, end]
    assert editor.whole
    assert editor.deck == hamlet
    assert (editor.undo(), editor.undo(), editor.undo()) == ("Add a card", "Add 2 cards", "Add a card")


def test_findings_below_a_blank_row_point_to_their_own_row(editor: DeckEditor) -> None:
    editor.add_rows(CARDS, 2, after=0)
    editor.set_cells(CARDS, [(ROAD, "name", "The Road of many names")])
    assert [place for place in found_in(editor) if place[1]] == [(CARDS, ROAD, "name")]
    editor.set_cells(CARDS, [(ROAD, "resources", "")])
    assert found_in(editor) == [(CARDS, ROAD, "resources")]
    assert editor.problems[0].row == 6


def test_copies_stand_below_with_new_names_and_keys_and_the_same_pointers(editor: DeckEditor) -> None:
    copies = editor.duplicate_rows(CARDS, [BAKERY, MILL])
    assert [row.id for row in editor.rows(CARDS)] == [MILL, BAKERY, *copies, ROAD]
    assert column(editor, "name") == ["Mill", "Bakery", "Mill 2", "Bakery 2", "Road"]
    assert column(editor, "card_id") == ["mill", "bakery", "mill_2", "bakery_2", "road"]
    assert column(editor, "bonus_source") == ["", "Mill", "", "Mill", ""]
    assert editor.whole
    editor.duplicate_rows(CARDS, [MILL, copies[0]])
    assert column(editor, "name") == ["Mill", "Bakery", "Mill 2", "Mill 3", "Mill 4", "Bakery 2", "Road"]
    assert column(editor, "card_id")[3:5] == ["mill_3", "mill_4"]
    editor.duplicate_rows(CARDS, [ROAD])
    assert (editor.undo(), editor.undo(), editor.undo()) == ("Duplicate Road", "Duplicate 2 cards", "Duplicate 2 cards")


def test_copies_of_cards_with_names_alike_get_keys_of_their_own(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "name", "Mill!"), (ROAD, "name", "Mill?")])
    editor.duplicate_rows(CARDS, [MILL, ROAD])
    assert column(editor, "card_id") == ["mill", "bakery", "road", "mill_2", "mill_2_2"]


def test_deleting_a_card_that_others_point_to_is_a_problem_until_they_are_mended(editor: DeckEditor) -> None:
    editor.delete_rows(CARDS, [MILL])
    assert editor.undo_label == "Delete Mill"
    assert found_in(editor) == [(CARDS, BAKERY, "bonus_source")]
    assert len(editor.deck.rows) == 3
    editor.set_cells(CARDS, [(BAKERY, "bonus_source", "")])
    assert editor.whole
    assert len(editor.deck.rows) == 2


def test_rows_move_together_and_stop_at_the_ends(editor: DeckEditor) -> None:
    editor.move_rows(CARDS, [MILL, ROAD], 1)
    assert column(editor, "name") == ["Bakery", "Mill", "Road"]
    editor.move_rows(CARDS, [ROAD], -3)
    assert column(editor, "name") == ["Road", "Bakery", "Mill"]
    assert [row["name"] for row in editor.deck.rows] == ["Road", "Bakery", "Mill"]
    assert (editor.undo(), editor.undo()) == ("Move Road up", "Move 2 cards down")
    editor.move_rows(CARDS, [BAKERY], 9)
    assert column(editor, "name") == ["Mill", "Road", "Bakery"]
    editor.undo()
    editor.move_rows(CARDS, [], 1)
    assert editor.undo_label == ""


def test_sorting_takes_numbers_as_numbers_and_leaves_empty_cells_last(editor: DeckEditor) -> None:
    added = editor.add_rows(CARDS, 5)
    editor.set_cells(CARDS, [(row, "name", name) for row, name in zip(added, "abcde", strict=True)])
    counts = ["10", "9", " 2 ", "", "two", "One", "10", "-3"]
    rows = [row.id for row in editor.rows(CARDS)]
    editor.set_cells(CARDS, [(row, "count", text) for row, text in zip(rows, counts, strict=True)])
    editor.sort_rows(CARDS, "count")
    assert column(editor, "count") == ["-3", " 2 ", "9", "10", "10", "One", "two", ""]
    assert [column(editor, "name")[index] for index in (3, 4)] == ["Mill", "d"]
    editor.sort_rows(CARDS, "count", descending=True)
    assert column(editor, "count") == ["10", "10", "9", " 2 ", "-3", "two", "One", ""]
    assert [column(editor, "name")[index] for index in (0, 1)] == ["Mill", "d"]
    assert editor.undo() == "Sort by count, descending"
    editor.sort_rows(CARDS, "name")
    assert column(editor, "name") == ["a", "b", "Bakery", "c", "d", "e", "Mill", "Road"]
    assert {row.id for row in editor.rows(CARDS)} == set(rows)


# deck.toml


def test_a_line_of_deck_toml_is_written_and_removed(editor: DeckEditor) -> None:
    editor.set_meta("authors", ["Ada", "Grace"])
    assert editor.deck.meta.authors == ("Ada", "Grace")
    assert editor.undo_label == "authors: Ada → Ada, Grace"
    editor.set_meta("declared_count", 3)
    assert editor.deck.meta.declared_count == 3
    editor.set_meta("declared_count", None)
    assert editor.deck.meta.declared_count is None
    assert editor.undo_label == "declared_count: 3 → (empty)"
    editor.set_meta("title", None)
    assert [(problem.file, problem.column) for problem in editor.problems] == [("deck.toml", "title")]
    assert found_in(editor) == [("deck.toml", 0, "title")]


def test_true_is_not_taken_for_one(editor: DeckEditor) -> None:
    assert editor.meta["version"] == 1
    editor.set_meta("version", True)
    assert [problem.column for problem in editor.problems] == ["version"]


DEEP: list = []
for _ in range(50):
    DEEP = [DEEP]
STRANGE = {"endless": 10**5000, "too exact": 2**53, "no number": float("nan"), "infinite": float("inf"), "deep": DEEP}


@pytest.mark.parametrize("value", [*STRANGE.values(), {1, 2}, object()], ids=[*STRANGE, "a set", "an object"])
def test_a_value_that_json_has_no_type_for_is_kept_as_text_and_refused(editor: DeckEditor, value: object) -> None:
    editor.set_meta("version", value)
    assert [problem.column for problem in editor.problems] == ["version"]
    assert json.loads(json.dumps(editor.to_dict(), allow_nan=False))["meta"]["version"] == editor.meta["version"]


def test_an_option_of_the_deck_is_set_and_taken_back(editor: DeckEditor, hamlet: Deck) -> None:
    editor.set_option("deal_size", 4)
    assert editor.deck.meta.options["deal_size"] == 4
    assert editor.undo_label == "Option deal_size: default → 4"
    editor.set_option("deal_size", None)
    assert editor.deck == hamlet
    assert editor.undo_label == "Option deal_size: 4 → default"


def lettered(editor: DeckEditor, *letters: str) -> list[dict]:
    """The categories with other letters."""
    return [{**category, "letter": letter} for category, letter in zip(editor.meta["categories"], letters, strict=True)]


@pytest.mark.rule("GM-065", "GM-261")
def test_a_new_category_letter_is_taken_along_in_the_cells(editor: DeckEditor) -> None:
    editor.set_categories(lettered(editor, "W", "T"))
    assert editor.whole
    assert column(editor, "resources") == ["WW", "WT", "TT"]
    assert column(editor, "bonus_resource") == ["", "W", ""]
    assert editor.undo() == "Category F, letter: F → W"
    assert column(editor, "resources") == ["FF", "FT", "TT"]


def test_two_categories_change_letters_with_each_other(editor: DeckEditor) -> None:
    editor.set_categories(lettered(editor, "T", "F"))
    assert column(editor, "resources") == ["TT", "TF", "FF"]


def test_categories_in_another_order_leave_the_letters_alone(editor: DeckEditor) -> None:
    editor.set_categories(editor.meta["categories"][::-1])
    assert column(editor, "resources") == ["FF", "FT", "TT"]
    assert editor.whole


def test_a_category_written_again_takes_its_letters_along(editor: DeckEditor) -> None:
    food, trade = editor.meta["categories"]
    editor.set_categories([food | {"letter": "W", "name": "Water"}, trade])
    assert column(editor, "resources") == ["WW", "WT", "TT"]
    assert editor.undo_label == "Change the categories"


def test_a_letter_that_is_cleared_stays_in_the_cells(editor: DeckEditor) -> None:
    for letters in (("", "T"), ("Food", "T"), ("f", "T")):
        editor.set_categories(lettered(editor, *letters))
        assert not editor.whole
        assert column(editor, "resources") == ["FF", "FT", "TT"]
    editor.set_categories(lettered(editor, "F", "T"))
    assert editor.whole


def test_a_letter_given_to_a_second_category_does_not_mix_the_cards_of_both(editor: DeckEditor) -> None:
    editor.set_categories(lettered(editor, "T", "T"))
    assert not editor.whole
    assert column(editor, "resources") == ["FF", "FT", "TT"]


def test_a_category_taken_out_does_not_give_its_letters_to_the_next_one(castle: DeckEditor) -> None:
    before = column(castle, "resources")
    categories = castle.meta["categories"]
    castle.set_categories([*categories[:1], *categories[2:]])
    assert castle.undo_label == "Remove category T"
    assert column(castle, "resources") == before
    castle.set_categories([*castle.meta["categories"], categories[1]])
    assert castle.undo_label == "Add category T"
    assert castle.whole


# Another deck in its place


def test_a_list_of_categories_that_must_be_sound_is_refused_for_what_it_makes_wrong_alone(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(editor.rows(CARDS)[0].id, "resources", "?")])
    before = editor.to_dict()
    with pytest.raises(DeckError, match=r"'T' is used by 2 categories\. Give each category its own letter\.$"):
        editor.set_categories(lettered(editor, "T", "T"), if_sound=True)
    assert editor.to_dict() == before
    editor.set_categories(lettered(editor, "W", "T"), if_sound=True)
    assert [category["letter"] for category in editor.meta["categories"]] == ["W", "T"], "what was wrong may stay so"


def test_a_category_is_removed_once_no_card_has_its_letter(castle: DeckEditor) -> None:
    had = castle.meta["categories"]
    castle.set_categories([*had, {"letter": "X", "name": "Extra", "sign": "x", "colour": "#123456"}])
    card = castle.rows(CARDS)[0]
    castle.set_cells(CARDS, [(card.id, "resources", "TX")])
    with pytest.raises(DeckError, match=r"^Cross Roads has the letter X\. Give it another one first\.$"):
        castle.remove_category(len(had))
    castle.set_cells(CARDS, [(card.id, "resources", "TT")])
    castle.remove_category(len(had))
    assert castle.meta["categories"] == had
    assert castle.undo() == "Remove category X"
    for number in (-1, len(had) + 1, "X"):
        with pytest.raises(DeckError, match="There is no category number"):
            castle.remove_category(number)  # type: ignore[arg-type]


def test_the_second_of_two_categories_with_one_letter_is_removed(editor: DeckEditor) -> None:
    editor.set_categories([*editor.meta["categories"], editor.meta["categories"][0]])
    editor.remove_category(2)
    assert editor.whole


def test_another_deck_takes_the_place_of_the_cells_in_one_step(editor: DeckEditor, medieval: Deck) -> None:
    before = seen(editor)
    editor.replace(medieval, "Bring back version 3")
    assert editor.deck == medieval
    assert (editor.name, editor.deck.name) == ("medieval", "medieval")
    assert editor.undo() == "Bring back version 3"
    assert seen(editor) == before


def test_cards_that_were_there_keep_their_rows(editor: DeckEditor, hamlet: Deck) -> None:
    editor.replace(hamlet.edit(remove=["road"], add=[{"name": "Inn", "resources": "TT"}]), "An import")
    assert [row.id for row in editor.rows(CARDS)][:2] == [MILL, BAKERY]
    assert editor.rows(CARDS)[2].id not in (MILL, BAKERY, ROAD)


def test_an_unsound_draft_is_shown_and_the_last_good_deck_stays(editor: DeckEditor, hamlet: Deck, write_deck) -> None:
    draft = read_folder(hamlet.game, write_deck(cards="card_id,name,resources\nmill,Mill,FZ\n,,TT\n"))
    editor.replace(draft, "Import cards.csv")
    assert editor.deck == hamlet
    assert column(editor, "resources") == ["FZ", "TT"]
    mill, other = (row.id for row in editor.rows(CARDS))
    assert set(found_in(editor)) == {
        (CARDS, mill, "resources"),
        (CARDS, other, "card_id"),
        (CARDS, other, "name"),
    }


def test_parts_that_a_draft_does_not_have_stay_as_they_are(editor: DeckEditor, hamlet: Deck, write_deck) -> None:
    folder = write_deck(cards="card_id,name,resources\ninn,Inn,FF\n")
    (folder / "deck.toml").unlink()
    editor.replace(read_folder(hamlet.game, folder), "Import cards.csv")
    assert editor.deck.meta == hamlet.meta
    assert [row["name"] for row in editor.deck.rows] == ["Inn"]
    (folder / CARDS).unlink()
    (folder / "deck.toml").write_text('title = "Inn"\ngame = "guild_master"\nversion = 1979-05-27\n')
    editor.replace(read_folder(hamlet.game, folder), "Import deck.toml")
    assert column(editor, "name") == ["Inn"]
    assert "deck.toml" in {problem.file for problem in editor.problems}
    assert json.loads(json.dumps(editor.to_dict()))["meta"]["title"] == "Inn"


# Impossible edits

IMPOSSIBLE: dict[str, tuple[Callable[[DeckEditor], object], str]] = {
    "a table that is not there": (lambda e: e.set_cells("card.csv", [(1, "name", "x")]), "Did you mean 'cards.csv'"),
    "rows of no table": (lambda e: e.rows("knights.csv"), "no table of Guild Master"),
    "a column that is not there": (lambda e: e.set_cells(CARDS, [(1, "names", "x")]), "Did you mean 'name'"),
    "a row that is not there": (lambda e: e.set_cells(CARDS, [(1, "note", "x"), (9, "note", "x")]), "no row 9"),
    "a row number that is none": (lambda e: e.set_cells(CARDS, [(None, "note", "x")]), "no row None"),  # type: ignore[list-item]
    "a number in a cell": (lambda e: e.set_cells(CARDS, [(1, "note", 5)]), "Give text"),  # type: ignore[list-item]
    "a cell too long": (lambda e: e.set_cells(CARDS, [(1, "note", "x" * 4001)]), "Keep it within 4000"),
    "a pasted cell too long": (lambda e: e.paste(CARDS, 1, "note", [["x" * 4001]]), "Keep it within 4000"),
    "a paste at no row": (lambda e: e.paste(CARDS, 7, "note", [["x"]]), "no row 7"),
    "a paste at no column": (lambda e: e.paste(CARDS, 1, "notes", [["x"]]), "Did you mean 'note'"),
    "a paste of too many rows": (lambda e: e.paste(CARDS, 2, "note", [["x"]] * 768), "769 rows"),
    "too many new rows": (lambda e: e.add_rows(CARDS, 4 * 192 - 2), "769 rows"),
    "fewer than no rows": (lambda e: e.add_rows(CARDS, -1), "from 0 up"),
    "a row below no row": (lambda e: e.add_rows(CARDS, after=7), "no row 7"),
    "copies of no row": (lambda e: e.duplicate_rows(CARDS, [1, 7]), "no row 7"),
    "no row to delete": (lambda e: e.delete_rows(CARDS, [1, 7]), "no row 7"),
    "no row to move": (lambda e: e.move_rows(CARDS, [7], 1), "no row 7"),
    "half a place": (lambda e: e.move_rows(CARDS, [1], 0.5), "whole number"),  # type: ignore[arg-type]
    "the order of no column": (lambda e: e.sort_rows(CARDS, "price"), "no column of cards.csv 'price'"),
    "another game": (lambda e: e.set_meta("game", "guile"), "no line of deck.toml"),
    "notes too long": (lambda e: e.set_meta("notes", "x" * 4001), "longer than 4000"),
    "authors too many": (lambda e: e.set_meta("authors", ["x"] * 4000), "longer than 4000"),
    "an option of no game": (lambda e: e.set_option("dealsize", 5), "Did you mean 'deal_size'"),
    "a category that is none": (lambda e: e.set_categories(["F"]), "Give letter, name, sign"),  # type: ignore[list-item]
    "a category's number": (lambda e: e.set_categories([{"letter": 5}]), "Give text"),  # type: ignore[dict-item]
    "far too many categories": (lambda e: e.set_categories([{}] * 65), "room for 16"),
    "a deck of another game": (lambda e: e.replace(load_deck("guile"), "Import"), "Give one of Guild Master"),
}


@pytest.mark.parametrize(("step", "words"), IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_an_impossible_edit_is_refused_in_words_and_changes_nothing(
    editor: DeckEditor, step: Callable[[DeckEditor], object], words: str
) -> None:
    editor.set_cells(CARDS, [(ROAD, "note", "paved")])
    editor.undo()
    before, revision = seen(editor), editor.revision
    with pytest.raises(DeckError) as caught:
        step(editor)
    assert words in str(caught.value)
    assert seen(editor) == before
    assert (editor.revision, editor.redo_label) == (revision, "Road, note: long, and paved → paved")


def test_a_draft_with_far_too_many_rows_is_refused(editor: DeckEditor) -> None:
    rows = [{"card_id": f"card_{number}", "name": f"Card {number}", "resources": "FF"} for number in range(769)]
    draft = read_dict(editor.game, "long", editor.meta, {CARDS: rows})
    with pytest.raises(DeckError, match="769 rows"):
        editor.replace(draft, "Import")
    editor.replace(read_dict(editor.game, "long", editor.meta, {CARDS: rows[:768]}), "Import")
    assert [problem.text for problem in editor.problems] == ["The deck has 768 cards."]
    with pytest.raises(DeckError, match="770 rows"):
        editor.duplicate_rows(CARDS, [row.id for row in editor.rows(CARDS)[:2]])


# History


def test_a_new_step_after_an_undo_is_where_redoing_ends(editor: DeckEditor) -> None:
    editor.set_cells(CARDS, [(MILL, "note", "one")])
    editor.set_cells(CARDS, [(MILL, "note", "two")])
    editor.undo()
    editor.set_cells(CARDS, [(MILL, "note", "three")])
    assert editor.redo() == ""
    assert (editor.undo(), editor.undo()) == ("Mill, note: one → three", "Mill, note: (empty) → one")


def test_every_step_undo_and_redo_has_a_revision_of_its_own(editor: DeckEditor) -> None:
    revisions = [editor.revision]
    for step in (lambda: editor.set_cells(CARDS, [(MILL, "note", "one")]), editor.undo, editor.redo):
        step()
        revisions.append(editor.revision)
    assert len(set(revisions)) == 4


def test_a_step_shares_the_rows_that_it_leaves_alone(castle: DeckEditor) -> None:
    before = castle.rows(CARDS)
    castle.set_cells(CARDS, [(before[5].id, "name", "Winery")])
    after = castle.rows(CARDS)
    assert [old is new for old, new in zip(before, after, strict=True)].count(False) == 1


def test_the_history_is_long_but_not_endless(editor: DeckEditor) -> None:
    for number in range(LONGEST_HISTORY + 10):
        editor.set_cells(CARDS, [(MILL, "note", str(number))])
    undone = 0
    while editor.undo():
        undone += 1
    assert undone == LONGEST_HISTORY
    assert column(editor, "note")[0] == "9"


def test_a_deck_that_was_wrong_before_a_step_is_wrong_again_after_its_undo(editor: DeckEditor, hamlet: Deck) -> None:
    editor.set_cells(CARDS, [(MILL, "resources", "F")])
    problems = editor.problems
    editor.set_cells(CARDS, [(MILL, "resources", "TT")])
    assert editor.whole
    editor.undo()
    assert (editor.problems, editor.deck) == (problems, hamlet)


# Saved and brought back


def test_saved_edits_come_back_as_they_were_wrong_cells_included(editor: DeckEditor, hamlet: Deck) -> None:
    editor.set_cells(CARDS, [(ROAD, "resources", "FF")])
    editor.set_cells(CARDS, [(MILL, "resources", "F?"), (MILL, "name", "")])
    editor.set_categories([*editor.meta["categories"], {"letter": "", "name": "Faith"}])
    editor.add_rows(CARDS)
    editor.set_meta("declared_count", "many")
    back = DeckEditor.from_dict(json.loads(json.dumps(editor.to_dict())))
    assert seen(back) == seen(editor)
    assert back.began_with == hamlet
    assert back.deck.rows[2]["resources"] == "FF"
    assert back.undo_label == ""


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("format", 2),
        ("began_with", None),
        ("deck", {}),
        ("meta", 5),
        ("tables", {CARDS: 5}),
        ("tables", {CARDS: [{"colour": "red"}]}),
        ("tables", {CARDS: [{"name": 1.5}]}),
        ("tables", {CARDS: [{}] * 769}),
        ("tables", {CARDS: [{"note": "x" * 4001}]}),
    ],
)
def test_saved_edits_that_do_not_fit_are_refused(editor: DeckEditor, key: str, value: object) -> None:
    with pytest.raises(DeckError):
        DeckEditor.from_dict(editor.to_dict() | {key: value})


def test_saved_edits_of_two_games_are_refused(editor: DeckEditor) -> None:
    for values in (None, [], editor.to_dict() | {"deck": load_deck("guile").to_dict()}):
        with pytest.raises(DeckError, match="Give what DeckEditor"):
            DeckEditor.from_dict(values)  # type: ignore[arg-type]


# Other games


@pytest.fixture
def example_game() -> Iterator[Game]:
    """The example game, known for one test."""
    with known() as game:
        yield game


def test_the_tables_of_guile_are_edited_side_by_side() -> None:
    editor = DeckEditor(load_deck("guile"))
    knights = "knights.csv"
    editor.set_cells(knights, [(row_named(editor, "Sir Gawain", knights), "faction", "M")])
    assert [(problem.file, problem.column, problem.row) for problem in editor.problems] == [(knights, "faction", 0)]
    editor.set_cells(knights, [(row_named(editor, "Sir Accolon", knights), "faction", "A")])
    editor.set_cells(CARDS, [(row_named(editor, "Influence 4"), "dagger", "1")])
    assert [finding.column for finding in editor.findings if finding.level == "warning"] == ["dagger"]
    editor.duplicate_rows(knights, [row_named(editor, "Sir Galahad", knights)])
    assert editor.undo() == "Duplicate Sir Galahad"
    assert editor.undo() == "Influence 4, dagger: (empty) → 1"
    editor.set_categories(lettered(editor, "K", "M"))
    assert editor.whole
    assert "".join(column(editor, "faction", knights)) == "KKKMMMMK"
    editor.add_rows(knights)
    assert editor.undo_label == "Add a knight"


def test_a_game_of_a_stranger_is_edited_as_well(example_game: Game) -> None:
    editor = DeckEditor(load_deck(example_game, PLAIN_DECK))
    chalice = row_named(editor, "Chalice")
    editor.set_cells(CARDS, [(chalice, "points", "5"), (chalice, "seer", "1"), (chalice, "count", "5")])
    assert editor.deck.rows[0] | {"points": 5, "seer": 1, "count": 5} == editor.deck.rows[0]
    editor.set_cells(CARDS, [(chalice, "points", "10")])
    assert found_in(editor) == [(CARDS, chalice, "points")]


def test_a_table_without_a_column_of_names_is_edited_by_its_keys(saga: Game, tmp_path: Path) -> None:
    for file, text in (("deck.toml", 'title="S"\ngame="saga"'), ("heroes.csv", "key,title,strength\na,A,1\n")):
        (tmp_path / file).write_text(text)
    (tmp_path / "places.csv").write_text("key,text\nlake,Deep\n")
    editor = DeckEditor(load_deck("saga", tmp_path))
    editor.duplicate_rows("places.csv", [editor.rows("places.csv")[0].id])
    assert column(editor, "key", "places.csv") == ["lake", "lake_2"]
    assert editor.undo() == "Duplicate lake"


# Any sequence of steps

NAMES = ["Mill", "Bakery", "Road", "Influence 4", "Sir Tristan", "Merlin", " Mill ", "mill"]
TEXTS = st.one_of(
    st.sampled_from([*NAMES, "", " ", "FF", "FT", "F", "A", "M", "1", "0", "2", "99", "two", "isolde", "tristan"]),
    st.text(max_size=6),
)
PLACES = st.integers(0, 9)
VALUES = st.one_of(st.none(), st.booleans(), st.integers(-1, 99), st.text(max_size=4), st.lists(st.text(max_size=3)))
CATEGORIES = st.fixed_dictionaries(
    {
        "letter": st.sampled_from("FTAMX") | st.text(max_size=2),
        "name": st.sampled_from(["Food", "Trade", "Faith"]) | st.text(max_size=5),
        "sign": st.just("✿"),
        "colour": st.sampled_from(["#333333", "green"]),
    }
)


class Edit(NamedTuple):
    """A step and its kind."""

    kind: str
    step: Callable[[DeckEditor], object]


@st.composite
def steps(draw: st.DrawFn) -> Edit:
    """Some step of an editor; places wrap round, so that they always hit a row, a column or a table."""
    table, where, which = draw(PLACES), draw(PLACES), draw(PLACES)
    texts = draw(st.lists(st.lists(TEXTS, max_size=3), max_size=3))
    values, number = draw(VALUES), draw(st.integers(-3, 3))
    categories = draw(st.lists(CATEGORIES, max_size=3))
    kind = draw(st.sampled_from([
        "set", "set", "set", "paste", "add", "copy", "delete", "move", "sort", "meta", "option", "categories", "letter",
        "replace", "draft", "undo", "redo",
    ]))  # fmt: skip

    def step(editor: DeckEditor) -> object:
        chosen = editor.game.tables[table % len(editor.game.tables)]
        file, rows = chosen.file, editor.rows(chosen.file)
        keys = [column.key for column in chosen.columns]
        row_id = rows[where % len(rows)].id if rows else 0
        key = keys[which % len(keys)]
        some = [row.id for index, row in enumerate(rows) if index % 3 == where % 3]
        flat = [text for line in texts for text in line]
        cells = zip([row.id for row in rows] or [0], [*keys[which % len(keys) :], *keys], flat, strict=False)
        letters = [dict(category) for category in editor.meta.get("categories", []) if isinstance(category, dict)]
        for category, other in zip(letters, categories, strict=False):
            category["letter"] = other["letter"]
        options = [option.key for option in editor.game.options]
        meta_keys = ["title", "version", "authors", "licence", "notes", "declared_count"]
        return {
            "set": lambda: editor.set_cells(file, list(cells)),
            "paste": lambda: editor.paste(file, row_id, key, texts),
            "add": lambda: editor.add_rows(file, abs(number), row_id),
            "copy": lambda: editor.duplicate_rows(file, some),
            "delete": lambda: editor.delete_rows(file, some),
            "move": lambda: editor.move_rows(file, some, number),
            "sort": lambda: editor.sort_rows(file, key, number > 0),
            "meta": lambda: editor.set_meta(meta_keys[which % len(meta_keys)], values),
            "option": lambda: editor.set_option(options[which % len(options)], values),
            "categories": lambda: editor.set_categories(categories),
            "letter": lambda: editor.set_categories(letters),
            "replace": lambda: editor.replace(editor.began_with, "Bring back the beginning"),
            "draft": lambda: editor.replace(
                read_dict(editor.game, "drafted", editor.meta, {file: [dict(row.cells) for row in rows[1:]]}), "Import"
            ),
            "undo": editor.undo,
            "redo": editor.redo,
        }[kind]()

    return Edit(kind, step)


DECKS = [Deck.from_dict(BASE), load_deck("guile")]
any_steps = settings(max_examples=60)
sequences = given(deck=st.sampled_from(DECKS), edits=st.lists(steps(), min_size=1, max_size=10))


def take(editor: DeckEditor, edit: Edit) -> bool:
    """Take one step; return whether anything changed. An impossible one is refused with a DeckError only."""
    before = editor.revision
    with suppress(DeckError):
        edit.step(editor)
    return editor.revision != before


@any_steps
@sequences
def test_as_many_undos_as_steps_lead_back_and_as_many_redos_lead_there_again(deck: Deck, edits: list[Edit]) -> None:
    editor = DeckEditor(deck)
    moments = [seen(editor)]
    at = 0
    for edit in edits:
        if not take(editor, edit):
            assert seen(editor) == moments[at]
        elif edit.kind in ("undo", "redo"):
            at += 1 if edit.kind == "redo" else -1
        else:
            at += 1
            moments[at:] = [seen(editor)]
        assert seen(editor) == moments[at]
    while editor.redo():
        at += 1
    assert at == len(moments) - 1
    for moment in moments[:0:-1]:
        assert seen(editor) == moment
        assert editor.undo()
    assert seen(editor) == moments[0]
    assert editor.deck == deck
    assert editor.undo() == ""


@any_steps
@sequences
def test_the_deck_is_what_the_cells_are_judged_to_be_or_the_last_good_one(deck: Deck, edits: list[Edit]) -> None:
    editor = DeckEditor(deck)
    for edit in edits:
        before = editor.deck
        take(editor, edit)
        found = judged(editor)
        if editor.whole:
            assert isinstance(found, Deck)
            assert (editor.deck, editor.deck.meta, editor.deck.name) == (found, found.meta, found.name)
            assert [finding.text for finding in editor.findings] == [finding.text for finding in found.lint()]
        else:
            assert found == [(problem.file, problem.column, problem.fix) for problem in editor.problems]
            assert editor.deck is before or edit.kind in ("undo", "redo")
        for finding in filter(lambda finding: finding.row, editor.findings):
            (row,) = (row for row in editor.rows(finding.file) if row.id == editor.row_id(finding))
            assert row.cells["card_id"].strip() == finding.key


@any_steps
@sequences
def test_saved_edits_come_back_as_they_were(deck: Deck, edits: list[Edit]) -> None:
    editor = DeckEditor(deck)
    for edit in edits:
        take(editor, edit)
    back = DeckEditor.from_dict(json.loads(json.dumps(editor.to_dict())))
    assert written(back) == written(editor)
    assert back.began_with == deck
    ids = [row.id for table in back.game.tables for row in back.rows(table.file)]
    assert len(set(ids)) == len(ids)


@any_steps
@given(values=json_values, key=st.sampled_from(["", *DeckEditor(DECKS[0]).to_dict()]))
def test_arbitrary_json_as_saved_edits_raises_nothing_but_deck_error(values: object, key: str) -> None:
    given_values = DeckEditor(DECKS[0]).to_dict() | {key: values} if key else values
    with suppress(DeckError):
        DeckEditor.from_dict(given_values)  # type: ignore[arg-type]


@any_steps
@given(key=st.sampled_from(["title", "version", "authors", "notes", "declared_count"]), value=json_values)
def test_a_line_of_deck_toml_may_hold_anything_and_is_judged(key: str, value: object) -> None:
    editor = DeckEditor(DECKS[0])
    editor.set_meta(key, value)
    assert editor.whole == isinstance(judged(editor), Deck)
    json.dumps(editor.to_dict(), allow_nan=False)
