"""Planted faults: whatever a designer breaks in a list is found where it is, with a fix, and costs no good deck."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from tests.example_game import PLAIN_DECK, known
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor

CARDS, KNIGHTS, TOML = "cards.csv", "knights.csv", "deck.toml"
Step = Callable[[DeckEditor], object]


class Found(NamedTuple):
    """The finding that a fault must lead to; the row is named by its key, empty where no single row is concerned."""

    file: str
    key: str
    column: str
    text: str
    fix: str
    level: str = "error"


def row_id(editor: DeckEditor, key: str, file: str = CARDS) -> int:
    """The row of a card."""
    return next(row.id for row in editor.rows(file) if row.cells["card_id"] == key)


def cell(key: str, column: str, text: str, file: str = CARDS) -> Step:
    """Type into the cell of a card."""
    return lambda editor: editor.set_cells(file, [(row_id(editor, key, file), column, text)])


def cells(key: str, file: str = CARDS, **texts: str) -> Step:
    """Type into several cells of a card."""
    return lambda editor: editor.set_cells(file, [(row_id(editor, key, file), *pair) for pair in texts.items()])


def category(index: int, **changes: str) -> Step:
    """Change a category."""

    def step(editor: DeckEditor) -> None:
        categories = editor.meta["categories"]
        categories[index] |= changes
        editor.set_categories(categories)

    return step


def new_card(**texts: str) -> Step:
    """Add a row at the end and fill it in."""

    def step(editor: DeckEditor) -> None:
        (row,) = editor.add_rows(CARDS)
        editor.set_cells(CARDS, [(row, *pair) for pair in texts.items()])

    return step


def many_categories(editor: DeckEditor) -> None:
    """Seventeen categories."""
    letters = [category["letter"] for category in editor.meta["categories"]] + list("BDEHJKN")
    like = editor.meta["categories"][0]
    editor.set_categories([like | {"letter": letter, "name": f"Category {letter}"} for letter in letters])


def thirteen_kinds(editor: DeckEditor) -> None:
    """Five more kinds of card, a single copy of each kind."""
    editor.duplicate_rows(CARDS, [row.id for row in editor.rows(CARDS)[:5]])
    editor.set_cells(CARDS, [(row.id, "count", "1") for row in editor.rows(CARDS)])


GUILD_MASTER: dict[str, tuple[Step, Found]] = {
    "an empty name": (cell("castle", "name", " "), Found(CARDS, "castle", "name", "is empty", "Fill it in")),
    "a name of two cards": (
        cell("castle", "name", "Quarry"),
        Found(CARDS, "castle", "name", "'Quarry' is in row 8 already", "Give every card its own name"),
    ),
    "a name that differs in capitals only": (
        cell("castle", "name", "QUARRY"),
        Found(CARDS, "castle", "name", "differs from 'Quarry' in case", "another name", "warning"),
    ),
    "a name with a control character": (
        cell("moat", "name", "Mo\x07at"),
        Found(CARDS, "moat", "name", "U+0007", "Delete that character"),
    ),
    "a name in two lines": (
        cell("moat", "name", "The\nMoat"),
        Found(CARDS, "moat", "name", "a line break", "one line"),
    ),
    "an endless name": (cell("moat", "name", "x" * 81), Found(CARDS, "moat", "name", "81 characters", "within 80")),
    "a key of two cards": (
        cell("castle", "card_id", "quarry"),
        Found(CARDS, "quarry", "card_id", "'quarry' is in row 8 already", "its own card_id"),
    ),
    "a key with a space": (
        cell("castle", "card_id", "old castle"),
        Found(CARDS, "old castle", "card_id", "is not an id", "plain letters"),
    ),
    "no key": (cell("castle", "card_id", ""), Found(CARDS, "", "card_id", "The cell is empty", "a short id")),
    "an unknown letter": (
        cell("castle", "resources", "MZ"),
        Found(CARDS, "castle", "resources", "'Z' in 'MZ' is not a category letter", "or add the category to deck.toml"),
    ),
    "a small letter": (
        cell("castle", "resources", "Mg"),
        Found(CARDS, "castle", "resources", "Did you mean 'G'?", "Use F, T, C"),
    ),
    "three letters": (
        cell("castle", "resources", "MGG"),
        Found(CARDS, "castle", "resources", "'MGG' is not 2 category letters", "Write 2 category letters"),
    ),
    "no letters": (cell("castle", "resources", ""), Found(CARDS, "castle", "resources", "is empty", "two category")),
    "a bonus in two categories": (
        cell("guard_tower", "bonus_resource", "MG"),
        Found(CARDS, "guard_tower", "bonus_resource", "not one category letter", "Write one category letter"),
    ),
    "a bonus source that is no card": (
        cell("guard_tower", "bonus_source", "Castel"),
        Found(CARDS, "guard_tower", "bonus_source", "Did you mean 'Castle'?", "Write the name as that card's row does"),
    ),
    "a bonus source that was deleted": (
        lambda editor: editor.delete_rows(CARDS, [row_id(editor, "castle")]),
        Found(CARDS, "guard_tower", "bonus_source", "'Castle' is not the name of a card", "or empty the cell"),
    ),
    "a card that is its own bonus source": (
        cell("guard_tower", "bonus_source", "Guard Tower"),
        Found(CARDS, "guard_tower", "bonus_source", "names itself", "Name another card"),
    ),
    "a card that prints itself": (
        cell("guard_tower", "bonus_source_printed", "Guard Tower"),
        Found(CARDS, "guard_tower", "bonus_source_printed", "prints itself", "Name another card"),
    ),
    "a bonus without a source": (
        cell("moat", "bonus_resource", "M"),
        Found(CARDS, "moat", "bonus_source", "no card that gives it", "Name a card in bonus_source"),
    ),
    "a source without a bonus": (
        cell("moat", "bonus_source", "Castle"),
        Found(CARDS, "moat", "bonus_resource", "no category for the bonus", "Write a category letter"),
    ),
    "a bonus outside the card's own resources": (
        cell("guard_tower", "bonus_resource", "F"),
        Found(CARDS, "guard_tower", "bonus_resource", "own points are in MM", "if it is meant so", "note"),
    ),
    "a ring of bonuses": (
        cells("cross_roads", bonus_resource="T", bonus_source="Trade route", bonus_source_printed="Trade route"),
        Found(CARDS, "cross_roads", "bonus_source", "Cross Roads -> Trade route -> Cross Roads", "if it is", "note"),
    ),
    "no copy": (cell("castle", "count", "0"), Found(CARDS, "castle", "count", "from 1 to 192", "Write a whole number")),
    "a number in words": (cell("castle", "count", "two"), Found(CARDS, "castle", "count", "'two'", "from 1 to 192")),
    "half a copy": (cell("castle", "count", "1.5"), Found(CARDS, "castle", "count", "'1.5'", "from 1 to 192")),
    "too many cards": (
        cell("castle", "count", "81"),
        Found(CARDS, "", "", "The deck has 193 cards", "Keep it between 1 and 192"),
    ),
    "no card at all": (
        lambda editor: editor.delete_rows(CARDS, [row.id for row in editor.rows(CARDS)]),
        Found(CARDS, "", "", "The deck has 0 cards", "Keep it between 1 and 192"),
    ),
    "a category deleted while cards use it": (
        lambda editor: editor.set_categories(editor.meta["categories"][1:]),
        Found(CARDS, "farmland", "resources", "'F' in 'FF' is not a category letter", "or add the category"),
    ),
    "no categories": (
        lambda editor: editor.set_categories([]),
        Found(CARDS, "castle", "resources", "'M' in 'MG'", "Add [[categories]]"),
    ),
    "too many categories": (many_categories, Found(TOML, "", "categories", "There are 17 categories", "at most 16")),
    "two categories with one letter": (
        category(1, letter="F"),
        Found(TOML, "", "categories", "The letter 'F' is used by 2 categories", "its own letter"),
    ),
    "two categories with one name": (
        category(1, name="Food and agriculture"),
        Found(TOML, "", "categories", "'Food and agriculture' is used by 2 categories", "its own name"),
    ),
    "a category with a word for its letter": (
        category(1, letter="Trade"),
        Found(TOML, "", "categories number 2 letter", "'Trade' is not a category letter", "one capital letter"),
    ),
    "a category without a name": (
        category(1, name=""),
        Found(TOML, "", "categories number 2 name", "It is empty", "Fill it in"),
    ),
    "a colour that is none": (
        category(0, colour="green"),
        Found(TOML, "", "categories number 1 colour", "'green' is not a colour", "Write it as #rrggbb"),
    ),
    "a colour nobody can read white letters on": (
        category(0, colour="#ffff00"),
        Found(TOML, "", "categories", "has a contrast of 1.1", "darker", "warning"),
    ),
    "a word for a sign": (
        category(0, sign="flower"),
        Found(TOML, "", "categories number 1 sign", "longer than a sign", "one symbol"),
    ),
    "a category that no card has": (
        lambda editor: editor.set_categories(
            [*editor.meta["categories"], editor.meta["categories"][0] | {"letter": "Q", "name": "Quiet"}]
        ),
        Found(TOML, "", "categories", "Quiet (Q) is thin: 0 base points", "remove the category", "warning"),
    ),
    "no title": (lambda editor: editor.set_meta("title", ""), Found(TOML, "", "title", "It is empty", "Fill it in")),
    "version nought": (lambda editor: editor.set_meta("version", 0), Found(TOML, "", "version", "0 was", "from 1 up")),
    "a declared count unlike the list": (
        lambda editor: editor.set_meta("declared_count", 100),
        Found(TOML, "", "declared_count", "announces 100 cards and lists 113", "declared_count = 113", "warning"),
    ),
    "an option out of its range": (
        lambda editor: editor.set_option("deal_size", 11),
        Found(TOML, "", "options deal_size", "from 1 to 10", "Change the value"),
    ),
    "an option with a value that is no choice": (
        lambda editor: editor.set_option("lead_ties", "al_tied"),
        Found(TOML, "", "options lead_ties", "Did you mean 'all_tied'?", "Change the value"),
    ),
}

GUILE: dict[str, tuple[Step, Found]] = {
    "a flag in words": (
        cell("influence_1", "dagger", "yes"),
        Found(CARDS, "influence_1", "dagger", "'yes' is neither 0 nor 1", "Write 1 for yes, 0 for no"),
    ),
    "an unknown character": (
        cell("merlin", "character", "merlyn"),
        Found(CARDS, "merlin", "character", "Did you mean 'merlin'?", "Use isolde, morgana, merlin"),
    ),
    "influence without a value": (
        cell("influence_1", "value", ""),
        Found(CARDS, "influence_1", "value", "needs a value", "Write one"),
    ),
    "a value too high": (
        cell("influence_1", "value", "100"),
        Found(CARDS, "influence_1", "value", "from 0 to 99", "Write a whole number"),
    ),
    "a character twice": (
        cell("merlin", "count", "2"),
        Found(CARDS, "merlin", "character", "more than once", "one copy"),
    ),
    "influence after a character": (
        new_card(name="Influence 5", value="5"),
        Found(CARDS, "influence_5", "", "after a character", "Move the characters to the end"),
    ),
    "two daggers": (
        cell("influence_4", "dagger", "1"),
        Found(CARDS, "influence_4_dagger", "dagger", "2 cards show the dagger", "on one card", "warning"),
    ),
    "seven knights": (
        lambda editor: editor.delete_rows(KNIGHTS, [row_id(editor, "sir_galahad", KNIGHTS)]),
        Found(KNIGHTS, "", "", "The deck has 7 knights", "between 8 and 8"),
    ),
    "a knight of neither faction": (
        cell("sir_galahad", "faction", "G", KNIGHTS),
        Found(KNIGHTS, "sir_galahad", "faction", "'G' in 'G' is not a category letter", "Use A, M"),
    ),
    "a knight who changes sides": (
        cell("sir_galahad", "faction", "M", KNIGHTS),
        Found(KNIGHTS, "", "faction", "A has 3 knights, M 5", "Give each of them 4"),
    ),
    "a role that is none": (
        cell("sir_galahad", "role", "tristram", KNIGHTS),
        Found(KNIGHTS, "sir_galahad", "role", "Did you mean 'tristan'?", "Use tristan, palamedes"),
    ),
    "a third faction": (
        lambda editor: editor.set_categories(
            [*editor.meta["categories"], editor.meta["categories"][0] | {"letter": "L", "name": "The Lake"}]
        ),
        Found(TOML, "", "categories", "There are 3 categories", "at most 2"),
    ),
}

PLEDGES: dict[str, tuple[Step, Found]] = {
    "two letters where one belongs": (
        cell("chalice", "resources", "GV"),
        Found(CARDS, "chalice", "resources", "not one category letter", "Write one category letter"),
    ),
    "no points": (cell("chalice", "points", ""), Found(CARDS, "chalice", "points", "is empty", "points when pledged")),
    "more kinds than the game has room for": (
        thirteen_kinds,
        Found(CARDS, "", "", "There are 13 kinds of card", "Keep at most 12"),
    ),
    "too many copies": (
        cell("chalice", "count", "9"),
        Found(CARDS, "", "", "The deck has 65 cards", "between 1 and 64"),
    ),
}


def check(editor: DeckEditor, fault: Step, expected: Found) -> None:
    """Plant a fault and see what is said about it; then take it back."""
    good, cells_before = editor.deck, [editor.rows(table.file) for table in editor.game.tables]
    before = editor.findings
    fault(editor)
    found = [
        finding
        for finding in editor.findings
        if (finding.level, finding.file, finding.column) == (expected.level, expected.file, expected.column)
        and expected.text in finding.text
    ]
    assert len(found) >= 1, "\n".join(map(str, editor.findings))
    finding = found[0]
    assert expected.fix in finding.fix
    rows = editor.rows(expected.file) if expected.file != TOML else ()
    keys = {row.id: row.cells["card_id"] for row in rows}
    if finding.row:
        assert (keys[editor.row_id(finding)], finding.key) == (expected.key, expected.key)
        assert rows[finding.row - 2].id == editor.row_id(finding)
    else:
        assert (editor.row_id(finding), expected.key) == (0, "")
    assert editor.whole == (expected.level != "error")
    assert ((editor.deck, editor.deck.meta) == (good, good.meta)) == (expected.level == "error")
    assert finding not in before
    while editor.undo():
        pass
    assert editor.whole
    assert editor.deck is good
    assert [editor.rows(table.file) for table in editor.game.tables] == cells_before


@pytest.fixture
def example_editor() -> Iterator[DeckEditor]:
    """The deck of the example game, being edited."""
    with known() as game:
        yield DeckEditor(load_deck(game, PLAIN_DECK))


@pytest.mark.rule("GM-261", "GM-262")
@pytest.mark.parametrize(("fault", "expected"), GUILD_MASTER.values(), ids=GUILD_MASTER)
def test_a_fault_in_a_list_of_guild_master_is_found_where_it_is(fault: Step, expected: Found) -> None:
    check(DeckEditor(load_deck("guild_master", "medieval")), fault, expected)


@pytest.mark.parametrize(("fault", "expected"), GUILE.values(), ids=GUILE)
def test_a_fault_in_a_list_of_guile_is_found_where_it_is(fault: Step, expected: Found) -> None:
    check(DeckEditor(load_deck("guile", "classic")), fault, expected)


@pytest.mark.parametrize(("fault", "expected"), PLEDGES.values(), ids=PLEDGES)
def test_a_fault_in_a_list_of_another_game_is_found_where_it_is(
    example_editor: DeckEditor, fault: Step, expected: Found
) -> None:
    check(example_editor, fault, expected)
