"""Several lists in a file or a workbook: read together and reported so, or refused by name; never only a part."""

from __future__ import annotations

import csv
import io

import pytest
from openpyxl.worksheet.worksheet import Worksheet

from tests.decks.spreadsheets import Cells, workbook
from workbench.decks import Deck, load_deck
from workbench.decks.exchange import Import, export, read_upload
from workbench.decks.finding import Finding
from workbench.storage.errors import DeckError

HEADER = ["card_id", "name", "resources", "note"]
FOOD = [["a1", "Mill", "FF", ""], ["a2", "Farm", "FF", "old"], ["a3", "Barn", "FF", ""]]
TRADE = [["b1", "Road", "TT", ""], ["b2", "Inn", "TT", ""], ["b3", "Port", "TT", ""]]
CRAFT = [["c1", "Kiln", "II", ""], ["c2", "Loom", "II", ""]]


@pytest.fixture
def town() -> Deck:
    """The deck that is open."""
    return load_deck("guild_master")


def read(town: Deck, sheets: dict[str, Cells], change=None) -> Import:
    return read_upload(town.game, "list.xlsx", workbook(sheets, change), town)


def read_csv(town: Deck, rows: list[list[str]], separator: str = ",") -> Import:
    stream = io.StringIO()
    csv.writer(stream, delimiter=separator).writerows(rows)
    return read_upload(town.game, "list.csv", stream.getvalue().encode(), town)


def ids(taken: Import) -> list[str]:
    assert taken.deck is not None, taken.findings
    return [row["card_id"] for row in taken.deck.rows]


def refused(town: Deck, sheets: dict[str, Cells], change=None) -> Finding:
    with pytest.raises(DeckError) as caught:
        read(town, sheets, change)
    (found,) = caught.value.problems
    return found


# A sheet for each type


def test_sheets_with_the_columns_of_one_table_are_read_together(town: Deck) -> None:
    taken = read(town, {"Food": [HEADER, *FOOD], "Trade": [HEADER, *TRADE], "Craft": [HEADER, *CRAFT]})
    assert ids(taken) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"]
    (finding,) = taken.findings
    assert finding.level == "warning"
    assert "'Food', 'Trade' and 'Craft' have the columns of one list" in finding.text


def test_their_columns_may_stand_in_another_order_and_some_may_be_missing(town: Deck) -> None:
    other = [["Resources", "Name", "qty"], *([row[2], row[1], 2] for row in TRADE)]
    taken = read(town, {"Food": [HEADER, *FOOD], "Trade": other})
    assert taken.deck is not None
    assert [(row["name"], row["resources"], row["count"]) for row in taken.deck.rows][2:4] == [
        ("Barn", "FF", 1),
        ("Road", "TT", 2),
    ]


def test_what_is_wrong_in_one_of_them_has_its_place_there(town: Deck) -> None:
    taken = read(town, {"Food": [HEADER, *FOOD], "Trade": [["Trade"], HEADER, *TRADE[:2], ["b3", "Port", "TQ", ""]]})
    (error,) = [finding for finding in taken.findings if finding.level == "error"]
    assert error.place == "list.xlsx, sheet Trade row 5 (Port), resources (cell C5)"
    assert error.row == 5


def test_cards_name_each_other_across_sheets_and_ids_are_told_apart(town: Deck) -> None:
    food = [["name", "resources", "bonus_resource", "bonus_source"], ["Mill!", "FF", "F", "OLD INN"]]
    trade = [["name", "resources"], ["Mill?", "TT"], ["Old Inn", "TT"]]
    taken = read(town, {"Food": food, "Trade": trade})
    assert taken.deck is not None, taken.findings
    assert taken.deck.rows[0]["bonus_source"] == "Old Inn"
    assert len({row["card_id"] for row in taken.deck.rows}) == 3


def test_tables_of_a_game_with_several_have_their_sheets_each() -> None:
    deck = load_deck("quests")
    rows = {file: list(rows) for file, rows in deck.tables.items()}
    adventure, story = deck.game.tables
    sheets: dict[str, Cells] = {}
    for kind in dict.fromkeys(row["type"] for row in rows[adventure.file]):
        of_kind = [[row[key] for key in adventure.keys] for row in rows[adventure.file] if row["type"] == kind]
        sheets[str(kind).capitalize()] = [adventure.keys, *of_kind]
    sheets["The story"] = [story.keys, *([row[key] for key in story.keys] for row in rows[story.file])]
    taken = read_upload(deck.game, "list.xlsx", workbook(sheets), deck)
    assert taken.deck is not None, taken.findings[:3]
    assert len(taken.deck.tables[adventure.file]) == len(rows[adventure.file])
    assert len(taken.deck.tables[story.file]) == len(rows[story.file])


@pytest.mark.parametrize("second", [FOOD[:1], [["x1", "Mill", "TT", ""]], [["a2", "Market", "TT", ""]]])
def test_sheets_that_hold_a_card_twice_are_refused_by_name(second: list[list[str]], town: Deck) -> None:
    found = refused(town, {"Spring": [HEADER, *FOOD], "Autumn": [HEADER, *TRADE, *second]})
    assert "The sheets 'Spring' and 'Autumn'" in found.text
    assert "the sheet 'Spring' row" in found.text


def test_beside_a_sheet_called_as_the_table_others_with_other_cards_are_refused_by_name(town: Deck) -> None:
    found = refused(town, {"Cards": [HEADER, *FOOD], "Trade": [HEADER, *TRADE]})
    assert "The sheets 'Cards' and 'Trade'" in found.text


@pytest.mark.parametrize("title", ["Old", "Cards (old)", "Backup 2", "Ideas", "Notizen", "Entwurf"])
def test_sheets_that_say_that_they_are_no_part_are_left_out_with_a_warning(title: str, town: Deck) -> None:
    for first in ("Cards", "Sheet1"):
        taken = read(town, {first: [HEADER, *FOOD], title: [HEADER, *TRADE]})
        assert ids(taken) == ["a1", "a2", "a3"]
        (finding,) = taken.findings
        assert (finding.level, repr(title) in finding.text) == ("warning", True)


def test_a_copy_of_the_named_sheet_and_empty_and_hidden_ones_are_left_out_with_a_warning(town: Deck) -> None:
    def hide(first: Worksheet) -> None:
        first.sheet_state = "hidden"

    for sheets, change in (
        ({"Cards": [HEADER, *FOOD], "Food": [HEADER, *FOOD[:2]]}, None),
        ({"Sheet1": [HEADER, *FOOD], "Sheet2": [HEADER]}, None),
        ({"Sheet2": [HEADER, *TRADE], "Sheet1": [HEADER, *FOOD]}, hide),
    ):
        taken = read(town, sheets, change)
        assert ids(taken) == ["a1", "a2", "a3"]
        assert [finding.level for finding in taken.findings] == ["warning"]


def test_a_sheet_of_cards_that_lacks_a_column_or_its_names_is_refused_by_name(town: Deck) -> None:
    lacking = [["card_id", "name", "note"], *([row[0], row[1], row[3]] for row in TRADE)]
    found = refused(town, {"Food": [HEADER, *FOOD], "Trade": lacking})
    assert "The sheet 'Trade' has cards as well, but no column resources. 'Food' alone" in found.text
    found = refused(town, {"Food": [HEADER, *FOOD], "Trade": TRADE})
    assert "The sheet 'Trade' has cards as well, but not the list's column names. 'Food' alone" in found.text


@pytest.mark.parametrize(
    ("title", "rows"),
    [
        ("README", [["How to read this list"], ["FF", "is two of food"]]),
        ("Notes", [["Name", "Note"], ["Mill", "too strong?"], ["Smithy", "to come"]]),
        ("Summary", [["Name", "Count"], ["Mill", 1], ["Total", 3]]),
        ("Legend", [["letter", "meaning"], ["F", "food"]]),
        ("Deck", [["Name", "ATK", "DEF"], ["Elf", 3, 2], ["Dwarf", 2, 3]]),
        ("Deck", [["Title", "ATK"], ["Elf", 3], ["Dwarf", 2]]),
        ("Deck", [["Card", "Count"], ["Elf", 3], ["Dwarf", 2]]),
        ("DECK", [["My second game"], ["Notes", "none"], ["Elf"], ["Dwarf"]]),
        ("Categories", [["Category", "Cards"], ["Food", 40], ["Trade", 30]]),
        ("Categories", [["Letter", "Name"], ["F", "Food"]]),
        ("categories", [["Elves"], ["Dwarves"]]),
    ],
)
def test_other_sheets_are_left_out_and_it_is_said_why(title: str, rows: list[list[object]], town: Deck) -> None:
    for sheets in ({"Sheet1": [HEADER, *FOOD], title: rows}, {title: rows, "Cards": [HEADER, *FOOD]}):
        taken = read(town, sheets)
        assert ids(taken) == ["a1", "a2", "a3"]
        (finding,) = taken.findings
        assert f"sheet {title!r} was left out: " in finding.text
        assert finding.level in ("warning", "note")
        if title.lower() in ("deck", "categories"):
            assert finding.level == "warning"
        assert "key" not in finding.text
        assert taken.deck is not None
        assert taken.deck.meta.title == town.meta.title


def test_a_deck_sheet_with_a_slip_of_the_pen_is_still_one(town: Deck) -> None:
    taken = read(town, {"Cards": [HEADER, *FOOD], "Deck": [["Title", "Village"], ["Autors", "Ada"], ["version", 2]]})
    assert taken.deck is None
    assert "sheet Deck, autors" in taken.findings[0].place
    name, data = export(town, "xlsx")
    assert read_upload(town.game, name, data, town).deck == town


# Several lists in one sheet


def side_by_side(left: list[list[str]], right: list[list[str]], gap: int, down: int = 0) -> list[list[str]]:
    rows = []
    for number in range(max(len(left), len(right) + down)):
        first = left[number] if number < len(left) else [""] * len(left[0])
        place = number - down
        rows.append([*first, *[""] * gap, *(right[place] if 0 <= place < len(right) else [""] * len(right[0]))])
    return rows


BESIDE = {
    "side by side": side_by_side([HEADER, *FOOD], [HEADER, *TRADE], 1),
    "side by side without a gap": side_by_side([HEADER, *FOOD], [HEADER, *TRADE], 0),
    "side by side, names alone": side_by_side(
        [row[1:3] for row in [HEADER, *FOOD]], [row[1:3] for row in [HEADER, *TRADE]], 1
    ),
    "side by side, in other words": side_by_side([HEADER, *FOOD], [["ID", "Card", "Resource"], *TRADE], 2),
    "the right one lower": side_by_side([HEADER, *FOOD], [HEADER, *TRADE], 1, down=2),
    "the right one above": side_by_side([["Food"], [], HEADER, *FOOD], [HEADER[:3], *TRADE], 1),
    "a list of copies at its side": side_by_side(
        [HEADER, *FOOD], [["Card", "Copies"], ["Farm", "2"], ["Barn", "3"], ["Mill", "1"]], 1
    ),
    "one with fewer columns above": [HEADER[:3], *(row[:3] for row in FOOD), [], HEADER, *TRADE],
    "one in another order below": [HEADER, *FOOD, [], ["name", "card_id", "resources"], *(
        [row[1], row[0], row[2]] for row in TRADE
    )],
    "one with other columns below": [HEADER, *FOOD, [], ["Trade"], ["Card", "Resources", "Count"], *(
        [row[1], row[2], "1"] for row in TRADE
    )],
}  # fmt: skip


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("layout", BESIDE)
def test_lists_of_other_columns_in_one_sheet_are_refused(layout: str, kind: str, town: Deck) -> None:
    rows = BESIDE[layout]
    try:
        taken = read_csv(town, rows) if kind == "csv" else read(town, {"Sheet1": rows})
    except DeckError as error:
        (found,) = error.problems
        assert "several lists in it: one begins in cell" in found.text
    else:
        assert taken.deck is None
        assert [one.text for one in taken.findings if "Another list begins here" in one.text]


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_lists_below_each_other_with_the_same_columns_are_read_together(kind: str, town: Deck) -> None:
    rows = [["Food"], HEADER, *FOOD, [], ["Trade"], HEADER, *TRADE, [], ["Craft"], [], HEADER, *CRAFT]
    rows = [row + [""] * (4 - len(row)) for row in rows]
    taken = read_csv(town, rows) if kind == "csv" else read(town, {"Sheet1": rows})
    assert ids(taken) == ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2"]
    said = [finding.text for finding in taken.findings]
    assert "The column names appear again and were left out: rows 8 and 15." in said
    assert "What stands above them was left out: rows 7 and 13." in said


@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("labels", [["", "", "", ""], ["Trade", "", "", ""], [f"{label} 2" for label in HEADER]])
def test_cards_beside_the_list_without_column_names_of_their_own_are_refused(
    labels: list[str], kind: str, town: Deck
) -> None:
    rows = [[*HEADER, "", *labels], *([*left, "", *right] for left, right in zip(FOOD, TRADE, strict=True))]
    with pytest.raises(DeckError) as caught:
        read(town, {"List": rows}) if kind == "xlsx" else read_csv(town, rows)
    (found,) = caught.value.problems
    assert "more cards lie from cell G2 on" in found.text
    assert "below each other" in found.fix


def test_a_translation_with_its_country_beside_the_list_is_no_second_list(town: Deck) -> None:
    rows = [["name", "resources", "translated", "country"], ["Mill", "FF", "Mühle", "DE"], ["Road", "TT", "Weg", "DE"]]
    assert [row["name"] for row in read(town, {"List": [list(row) for row in rows]}).deck.rows] == ["Mill", "Road"]


def test_a_sheet_whose_names_stand_under_another_word_is_no_sheet_to_leave_out(town: Deck) -> None:
    people = [["Qty", "Resources", "Person"], *([2, row[2], row[1]] for row in TRADE)]
    found = refused(town, {"Food": [HEADER, *FOOD], "People": people})
    assert "'People' has cards as well, but not the list's column names" in found.text
    assert "'Food' alone would be a part of the list" in found.text
    assert ids(read(town, {"Food": [HEADER, *FOOD], "Old people": people})) == ["a1", "a2", "a3"]


@pytest.mark.parametrize(
    "labels", [["ID", "Name", "Rohstoffe"], ["Kürzel", "Karte", "Rohstoffe"], ["Nr", "Person", "Gibt"], ["", "", ""]]
)
def test_a_sheet_of_cards_in_another_language_is_no_sheet_to_leave_out(labels: list[str], town: Deck) -> None:
    people = [[row[2], row[1], row[0]] for row in ([labels[0], labels[1], labels[2]], *TRADE)]
    found = refused(town, {"Food": [HEADER, *FOOD], "People": people})
    assert "'People' has cards as well" in found.text
    assert "'Food' alone would be a part of the list" in found.text


@pytest.mark.parametrize(
    "rows",
    [
        [["resources", "Count"], ["FF", 4], ["TT", 3], ["II", 1]],
        [["resources", "bonus_resource"], ["F", "F"], ["T", "T"], ["I", "I"]],
        [["Column", "Meaning"], ["card_id", "the id"], ["name", "the name"], ["resources", "two letters"]],
        [["Card", "Drawn by"], ["Mill", "Ann"], ["Farm", "Bo"], ["Barn", "Cy"]],
    ],
)
def test_a_count_a_choice_and_a_legend_are_no_cards(rows: list[list[object]], town: Deck) -> None:
    assert ids(read(town, {"Food": [HEADER, *FOOD], "Sheet2": rows})) == ["a1", "a2", "a3"]


def test_a_table_that_is_left_out_is_a_warning_a_remark_is_a_note(town: Deck) -> None:
    events = [["Event", "Effect"], ["Fire", "lose a card"], ["Feast", "draw"]]
    for sheets, level in (({"Events": events}, "warning"), ({"Cards": [["This is my game"], ["by me"]]}, "note")):
        (finding,) = read(town, {"Sheet1": [HEADER, *FOOD], **sheets}).findings
        assert finding.level == level
        assert "no row of it names the columns of Cards" in finding.text
        assert "write the column names above its cards" in finding.fix


def test_a_legend_beside_the_list_makes_no_second_list(town: Deck) -> None:
    rows = side_by_side([HEADER, *FOOD], [["letter", "meaning"], ["F", "food"], ["T", "trade"]], 1)
    assert ids(read(town, {"Sheet1": rows})) == ["a1", "a2", "a3"]


# Markdown


MARKDOWN = {
    "with dashes": "| card_id | name | resources | note |\n|---|---|---|---|\n",
    "with colons": "| card_id | name | resources | note |\n|:---|:---:|---:|:-:|\n",
    "without strokes at the ends": "card_id | name | resources | note\n:--- | --- | ---: | -\n",
    "with wide cells": "| card_id   | name      | resources | note |\n| --------- | :-------: | --------- | ---- |\n",
}


@pytest.mark.parametrize("form", MARKDOWN)
def test_the_row_of_dashes_of_a_markdown_table_is_no_card(form: str, town: Deck) -> None:
    rows = [["mill", "Mill", "FF", 'the "old" one'], ["road", "Road", "TT", "y \\| z"]]
    text = MARKDOWN[form] + "".join("| " + " | ".join(row) + " |\n" for row in rows)
    for name in ("list.csv", "list.md"):
        taken = read_upload(town.game, name, text.encode(), town)
        assert ids(taken) == ["mill", "road"]
        assert taken.deck is not None
        assert [row["note"] for row in taken.deck.rows] == ['the "old" one', "y | z"]
        (finding,) = taken.findings
        assert "Markdown table" in finding.text


def test_tables_of_markdown_below_titles_are_read_together(town: Deck) -> None:
    table = "| card_id | name | resources |\n|---|---|---|\n"
    lines = f"# Our town\n\n## Food\n\n{table}| mill | Mill | FF |\n\n## Trade\n\n{table}| road | Road | TT |\n"
    assert ids(read_upload(town.game, "list.md", lines.encode(), town)) == ["mill", "road"]


def test_lines_drawn_between_cards_are_no_cards(town: Deck) -> None:
    rows = [HEADER, ["------", "----", "---", "====="], *FOOD, ["+-----+"], *TRADE]
    taken = read_csv(town, rows)
    assert ids(taken) == ["a1", "a2", "a3", "b1", "b2", "b3"]
    assert [finding.text for finding in taken.findings] == ["Rows of dashes were left out: rows 2 and 6."]


def test_what_markdown_writes_around_and_into_cells_is_no_part_of_names(town: Deck) -> None:
    text = """```md
| card_id | name | resources | note |
|:--|:-:|--:|---|
| wheat\\_field | **Wheat field** | `FF` | a \\| b \\* c |
| road | __Road__ | TT | 2 ** 3 |
```
"""
    taken = read_upload(town.game, "list.md", text.encode(), town)
    assert ids(taken) == ["wheat_field", "road"]
    assert [row["name"] for row in taken.deck.rows] == ["Wheat field", "Road"]
    assert [row["note"] for row in taken.deck.rows] == ["a | b * c", "2 ** 3"]


@pytest.mark.parametrize("dash", ["———", "–––", "--", "═══"])
def test_a_row_of_any_dashes_is_no_card(dash: str, town: Deck) -> None:
    taken = read_csv(town, [HEADER, [dash] * 4, *FOOD])
    assert ids(taken) == ["a1", "a2", "a3"]


def test_a_letter_that_the_workbook_s_categories_lack_is_answered_in_its_words(town: Deck) -> None:
    categories = [["letter", "name", "sign", "colour"], ["F", "Food", "♣", "#008000"], ["T", "Trade", "♦", "#800000"]]
    taken = read(town, {"Cards": [HEADER, *FOOD, *CRAFT], "Categories": categories})
    errors = [one for one in taken.findings if one.level == "error"]
    assert errors
    assert all("toml" not in str(one) for one in errors)
    assert "add the category to the sheet Categories" in errors[0].fix


def test_a_list_without_names_is_compared_with_a_sheet_without_column_names(town: Deck) -> None:
    nameless = [[key, resources] for key, _, resources, _ in FOOD]
    found = refused(town, {"Cards": [["card_id", "resources"], *nameless], "More": TRADE})
    assert "The sheet 'More' has cards as well" in found.text
