"""The card grid in a browser, worked by mouse, finger and keyboard; behind it the CardGrid of Python, and no kernel."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.designers import short_list
from tests.e2e.harness import answer_with, fresh, resized, sent
from tests.e2e.waiting import wait_for
from tests.two_tables import GAME as ERRANDS
from workbench.decks import load_deck
from workbench.decks.edit import key_from_name
from workbench.decks.editor import DeckEditor
from workbench.decks.writing import csv_text
from workbench.games.quests import GAME as QUESTS
from workbench.heraldry.emblems import SIGNS, emblems
from workbench.kernel.registry import list_games, registered
from workbench.widgets.emblem_script import emblem_paths
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.measured import DECIDES, OWNERS_WIN, SCORES

CARDS, KNIGHTS = "cards.csv", "knights.csv"
SHORT = ""  # in place of a game: the short list of Guild Master


class GridPage:
    """A page with the grid on it, and the editor behind it."""

    def __init__(self, page: Any, address: str, game: str = SHORT) -> None:
        self.page = page
        self.editor = DeckEditor(short_list() if game == SHORT else load_deck(game))
        self.widget = CardGrid(self.editor)
        answer_with(page, self._hear)
        fresh(page, f"{address}grid")
        self.push()
        self.keys = page.keyboard

    def _hear(self, message: object) -> dict[str, Any]:
        self.widget.hear(message)
        return self._told()

    def _told(self) -> dict[str, Any]:
        told = ("grid", "face", "measured", "piles")
        return {name: getattr(self.widget, name) for name in told}

    def push(self) -> None:
        """Send the page what Python shows now, without being asked."""
        self.widget.show()
        self.page.evaluate("told => window.show(JSON.parse(told))", json.dumps(self._told()))

    def cell(self, name: str, column: str) -> Any:
        """The cell of the card called `name` in the column with that head."""
        heads = self.page.locator(".rt-panel:not([hidden]) thead th").all_inner_texts()
        row = self.page.locator(".rt-panel:not([hidden]) tbody tr").filter(
            has=self.page.locator("td.rt-name").get_by_text(name, exact=True)
        )
        return row.locator("td").nth([" ".join(head.strip("▲▼").split()) for head in heads].index(column))

    @property
    def all_columns(self) -> Any:
        """The button that also shows the columns that say nothing."""
        return self.page.get_by_role("button", name="All columns")

    def columns(self) -> list[str]:
        """The titles of the columns in sight."""
        return self.page.locator(".rt-panel:not([hidden])").get_by_role("columnheader").all_inner_texts()

    def press(self, *keys: str) -> None:
        """Press keys one after the other; texts of several letters are typed."""
        for key in keys:
            self.keys.press(key)

    def settle(self) -> None:
        """Wait until Python has answered everything."""
        self.page.locator('.rt-grid[data-waiting="0"]').wait_for(state="attached")

    def text(self, name: str, key: str, file: str = CARDS) -> str:
        """What Python has in a cell."""
        self.settle()
        return next(row.cells[key] for row in self.editor.rows(file) if row.cells["name"] == name)

    def names(self, file: str = CARDS) -> list[str]:
        """What Python has in the column of names."""
        self.settle()
        return [row.cells["name"] for row in self.editor.rows(file)]

    def focused(self) -> str:
        """Where the focus is: the name in its row, and the head of its column."""
        return self.page.evaluate(
            """() => {
                const cell = document.activeElement.closest("td");
                if (!cell) return document.activeElement.textContent || document.activeElement.ariaLabel;
                const head = cell.closest("table").querySelectorAll("thead tr > *")[cell.cellIndex];
                const name = cell.parentElement.querySelector(".rt-name");
                return `${name.textContent}: ${head.querySelector("button").firstChild.textContent}`;
            }"""
        )

    def selected(self) -> list[str]:
        """The texts of the cells that are selected."""
        return self.page.locator(".rt-panel:not([hidden]) td[aria-selected=true]").all_inner_texts()

    def paste(self, text: str) -> None:
        """Put a text on the clipboard and paste it, as the browser does for Ctrl+V."""
        self.page.evaluate(
            """text => {
                const data = new DataTransfer();
                data.setData("text/plain", text);
                const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
                document.activeElement.dispatchEvent(event);
            }""",
            text,
        )
        self.settle()

    def copied(self, kind: str = "copy") -> str:
        """What copying or cutting puts on the clipboard."""
        return self.page.evaluate(
            """kind => {
                const about = { clipboardData: new DataTransfer(), bubbles: true, cancelable: true };
                const event = new ClipboardEvent(kind, about);
                document.activeElement.dispatchEvent(event);
                return event.clipboardData.getData("text/plain");
            }""",
            kind,
        )

    @property
    def status(self) -> str:
        """The line below the grid."""
        return self.page.locator(".rt-status").inner_text()


@pytest.fixture
def grid(bare_page: Any, address: str) -> GridPage:
    return GridPage(bare_page, address)


@pytest.fixture
def whole_grid(bare_page: Any, address: str) -> GridPage:
    return GridPage(bare_page, address, "guild_master")


def saying_something(grid: GridPage, table: dict[str, Any]) -> list[str]:
    """The titles of the columns of a table that its file has too, or that show emblems; ids unless names give them."""
    header = csv_text(grid.editor.deck, grid.editor.game.table(table["file"])).splitlines()[0].split(",")
    if all(row["cells"][0] == key_from_name(row["cells"][table["name"]], ()) for row in table["rows"]):
        header.remove(table["columns"][0]["key"])
    return [column["title"] for column in table["columns"] if column["key"] in header or column["type"] == "emblem"]


@pytest.fixture
def guile(bare_page: Any, address: str) -> GridPage:
    return GridPage(bare_page, address, "guile")


# ---------------------------------------------------------------- what is shown


def test_every_cell_of_the_list_is_in_a_real_table(whole_grid: GridPage) -> None:
    table = whole_grid.page.get_by_role("grid", name="Cards")
    assert table.evaluate("table => table.tagName") == "TABLE"
    assert table.get_by_role("columnheader").all_inner_texts() == [
        "Name",
        "Resources",
        "Bonus resource",
        "Bonus source printed",
        "Bonus source",
        "Road class",
        "Road edges nesw",
        "Art",
        "Note",
    ]
    shown = table.locator("td.rt-name").all_inner_texts()
    assert shown == [row["name"] for row in whole_grid.editor.deck.rows]
    assert table.get_by_role("rowheader").first.inner_text() == "2", "rows are numbered as findings number them"
    assert whole_grid.page.errors == []
    assert whole_grid.page.console_errors == []


def test_a_category_in_a_cell_is_never_told_by_colour_alone(grid: GridPage) -> None:
    assert grid.cell("Trade route", "Resources").locator(".rt-letter").all_inner_texts() == ["T", "T"]
    assert grid.cell("Trade route", "Resources").locator(".rt-sign").all_inner_texts() == ["⇄", "⇄"]


def test_a_column_head_says_what_the_column_is_for(grid: GridPage) -> None:
    head = grid.page.get_by_role("button", name="Bonus source", exact=True)
    assert head.get_attribute("title").startswith("the card that is meant; empty marks it as missing")
    grid.cell("Trade route", "Bonus source").click()
    assert grid.page.locator(".rt-help").inner_text() == "the card that is meant; empty marks it as missing"


def test_the_tables_of_a_game_are_tabs(guile: GridPage) -> None:
    page = guile.page
    assert page.get_by_role("tab").all_inner_texts() == ["Cards (8)", "Knights (8)"]
    page.get_by_role("tab", name="Cards").focus()
    guile.press("ArrowRight")
    assert page.get_by_role("tab", name="Knights").get_attribute("aria-selected") == "true"
    guile.cell("Sir Galahad", "Role").click()
    guile.press("F2", "ArrowDown", "Enter")
    assert guile.text("Sir Galahad", "role", KNIGHTS) == "tristan"


def test_one_table_needs_no_tabs(grid: GridPage) -> None:
    assert grid.page.get_by_role("tablist").count() == 0


def test_data_never_becomes_markup(grid: GridPage) -> None:
    evil = "<img src=x onerror='window.hurt=1'><b>bold</b>"
    row = grid.editor.rows(CARDS)[0].id
    grid.editor.set_cells(CARDS, [(row, key, evil) for key in ("name", "resources", "note", "bonus_source", "count")])
    grid.push()
    grid.page.locator("td.rt-name").first.click()
    grid.page.locator(".rt-findings button").first.click()
    assert grid.page.locator("img, b").count() == 0
    assert grid.page.evaluate("window.hurt") is None
    assert grid.page.locator("td.rt-name").first.inner_text() == evil


# ---------------------------------------------------------------- which columns are in sight


@pytest.mark.parametrize(
    "game", ["cadwallon", *(pytest.param(one, marks=pytest.mark.slow) for one in list_games() if one != "cadwallon")]
)
def test_the_columns_in_sight_are_those_that_say_something(bare_page: Any, address: str, game: str) -> None:
    grid = GridPage(bare_page, address, game)
    for number, table in enumerate(grid.widget.grid["tables"]):
        if number:
            grid.page.get_by_role("tab").nth(number).click()
        seen = saying_something(grid, table)
        every = [column["title"] for column in table["columns"]]
        assert [" ".join(title.split()) for title in grid.columns()] == seen
        assert grid.all_columns.all_inner_texts() == (
            [f"All columns ({len(every) - len(seen)} more)"] if len(seen) < len(every) else []
        )


def test_a_column_out_of_sight_is_passed_over_by_keys_and_comes_with_one_button(grid: GridPage) -> None:
    grid.cell("Trade route", "Road edges nesw").click()
    grid.press("ArrowRight")
    assert grid.focused() == "Trade route: Art"
    grid.press("Shift+Tab")
    assert grid.focused() == "Trade route: Road edges nesw"
    grid.press("Shift+ArrowRight")
    assert grid.page.locator(".rt-range").inner_text() == "1 rows × 2 columns are selected"
    grid.all_columns.click()
    assert grid.all_columns.get_attribute("aria-pressed") == "true"
    grid.cell("Trade route", "Count").click()
    grid.all_columns.click()
    assert "Count" not in grid.columns()
    assert grid.page.locator(".rt-panel td[tabindex='0']").inner_text() == "Trade route", "the place is in sight"


def test_a_column_comes_into_sight_once_it_says_something_and_then_stays(grid: GridPage) -> None:
    card = grid.editor.rows(CARDS)[1]
    grid.editor.set_cells(CARDS, [(card.id, "count", "many")])
    grid.push()
    assert "Count" in grid.columns()
    grid.editor.undo()
    grid.push()
    assert "Count" in grid.columns(), "nothing goes under the hand"


def test_ids_come_into_sight_where_one_is_missing_and_not_because_a_card_is_renamed(grid: GridPage) -> None:
    card = grid.editor.rows(CARDS)[1]
    grid.editor.set_cells(CARDS, [(card.id, "name", "Silk road")])
    grid.push()
    assert "Card id" not in grid.columns()
    grid.editor.set_cells(CARDS, [(card.id, "card_id", "")])
    grid.push()
    assert "Card id" in grid.columns()


def test_an_empty_cell_shows_the_emblem_that_the_card_has_by_its_name(grid: GridPage) -> None:
    paths = emblem_paths()
    art = grid.cell("Iron Mine", "Art")
    assert art.locator(f'.rt-usual path[d="{paths["pickaxe"]}"]').count() == 1
    assert art.inner_text() == ""
    row = next(row for row in grid.editor.rows(CARDS) if row.cells["name"] == "Iron Mine")
    grid.editor.set_cells(CARDS, [(row.id, "name", "Beekeeper")])
    grid.push()
    assert grid.cell("Beekeeper", "Art").locator(f'.rt-usual path[d="{paths["bee"]}"]').count() == 1


# ---------------------------------------------------------------- going about


STEPS = [
    (["ArrowRight"], "Cross Roads: Resources"),
    (["ArrowDown"], "Trade route: Name"),
    (["ArrowDown", "ArrowUp"], "Cross Roads: Name"),
    (["ArrowRight", "ArrowLeft", "ArrowLeft"], "Cross Roads: Name"),
    (["Tab", "Tab"], "Cross Roads: Bonus resource"),
    (["Tab", "Tab", "Shift+Tab"], "Cross Roads: Resources"),
    (["End", "Tab"], "Trade route: Name"),
    (["Enter", "Enter", "Shift+Enter"], "Trade route: Name"),
    (["Tab", "Tab", "Enter"], "Trade route: Name"),
    (["End"], "Cross Roads: Note"),
    (["End", "Home"], "Cross Roads: Name"),
    (["Control+End"], "Newspaper: Note"),
    (["Control+End", "Control+Home"], "Cross Roads: Name"),
    (["Control+ArrowDown", "Control+ArrowRight"], "Newspaper: Note"),
]


def test_keys_lead_from_cell_to_cell(grid: GridPage) -> None:
    first, last = grid.cell("Cross Roads", "Name"), grid.editor.rows(CARDS)[-1].cells["name"]
    for keys, place in STEPS:
        grid.press("Escape")
        first.click()
        grid.press(*keys)
        assert grid.focused() == place.replace("Newspaper", last), keys


def test_page_down_and_up_go_by_what_is_in_sight(whole_grid: GridPage) -> None:
    whole_grid.cell("Cross Roads", "Name").click()
    whole_grid.press("PageDown")
    number = whole_grid.page.evaluate("document.activeElement.parentElement.rowIndex")
    assert 10 < number < 40
    whole_grid.press("PageUp")
    assert whole_grid.focused() == "Cross Roads: Name"


def test_the_cell_with_the_focus_is_never_hidden_below_what_sticks(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Name").click()
    grid.press("Control+End", "Control+ArrowLeft", "ArrowRight", "ArrowRight")
    grid.press(*["PageUp"] * 3)
    seen = grid.page.evaluate(
        """() => {
            const box = document.activeElement.getBoundingClientRect();
            const top = document.elementFromPoint(box.left + 2, box.top + 2);
            const bottom = document.elementFromPoint(box.right - 2, box.bottom - 2);
            return [top, bottom].every((element) => document.activeElement.contains(element));
        }"""
    )
    assert seen


def test_the_grid_is_one_stop_and_escape_lets_the_tab_key_out(grid: GridPage) -> None:
    assert grid.page.locator("td[tabindex='0']").count() == 1
    grid.cell("Cross Roads", "Name").click()
    grid.press("Escape", "Tab")
    assert grid.page.evaluate("document.activeElement.closest('table')") is None
    grid.press("Shift+Tab")
    assert grid.focused() == "Cross Roads: Name"
    grid.press("Tab")
    assert grid.focused() == "Cross Roads: Resources", "back in the grid Tab goes from cell to cell again"


def test_column_heads_are_reached_by_the_arrow_keys(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Name").click()
    grid.press("ArrowUp", "ArrowRight")
    assert grid.focused() == "Resources"
    grid.press("ArrowDown")
    assert grid.focused() == "Cross Roads: Resources"


def test_the_toolbar_is_one_stop_with_arrows_inside(grid: GridPage) -> None:
    bar = grid.page.get_by_role("toolbar")
    assert bar.locator("[tabindex='0']").all_inner_texts() == ["Add row"]
    bar.get_by_role("button", name="Add row").focus()
    grid.press("ArrowRight", "ArrowRight", "ArrowLeft")
    assert grid.focused() == "Duplicate"


# ---------------------------------------------------------------- editing a cell


def test_typing_replaces_what_stands_in_a_cell(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.keys.type("near the river")
    grid.press("Enter")
    assert grid.text("Farmland", "note") == "near the river"
    assert grid.focused() == "Irrigation: Note"


def test_f2_edits_what_stands_in_a_cell(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.press("F2")
    grid.keys.type("s")
    grid.press("Tab")
    assert "Farmlands" in grid.names()
    assert grid.focused() == "Farmlands: Resources"


def test_a_double_click_edits_and_leaving_the_cell_keeps_what_was_typed(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").dblclick()
    grid.keys.type("x")
    grid.cell("Quarry", "Name").click()
    assert grid.text("Farmland", "note") == "x"
    assert grid.focused() == "Quarry: Name"


def test_escape_gives_an_edit_up(grid: GridPage) -> None:
    before = grid.editor.revision
    grid.cell("Farmland", "Name").click()
    grid.keys.type("Nonsense")
    grid.press("Escape")
    assert grid.focused() == "Farmland: Name"
    assert grid.cell("Farmland", "Name").inner_text() == "Farmland"
    assert grid.editor.revision == before


def test_an_edit_that_changes_nothing_is_no_step(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.press("F2", "Enter")
    assert [message for message in sent(grid.page) if message["type"] != "look"] == []


def test_what_is_typed_stands_there_before_python_answers(grid: GridPage) -> None:
    grid.cell("Farmland", "Resources").click()
    grid.page.evaluate("window.silent = true")
    grid.keys.type("tg")
    grid.press("Enter")
    assert grid.cell("Farmland", "Resources").inner_text().split() == ["⇄", "T", "♛", "G"]
    assert grid.editor.rows(CARDS)[2].cells["resources"] == "FF"


def hold_answers(grid: GridPage) -> None:
    """From now on Python's answers come only after `window.answer()`."""
    grid.page.evaluate(
        """() => {
            const hear = window.hear;
            const waiting = new Promise((resolve) => (window.answer = () => (window.hear = hear, resolve())));
            window.hear = async (message) => (await waiting, hear(message));
        }"""
    )


def test_steps_made_before_python_answers_are_all_done_in_their_order(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    hold_answers(grid)
    grid.keys.type("one")
    grid.press("Enter")
    grid.keys.type("two")
    grid.press("Enter", "Alt+ArrowDown")
    assert [message["type"] for message in sent(grid.page) if message["type"] != "look"] == ["set"]
    grid.page.evaluate("window.answer()")
    assert grid.text("Farmland", "note") == "one"
    assert grid.text("Irrigation", "note") == "two"
    assert grid.names()[3:7] == ["Irrigation", "Vineyard", "Grainmill", "Quarry"]


def test_a_step_can_be_undone_before_python_answers(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    hold_answers(grid)
    grid.keys.type("one")
    grid.press("Enter", "Control+z")
    grid.page.evaluate("window.answer()")
    assert grid.text("Farmland", "note") == ""
    assert grid.status == "Undone: Farmland, note: (empty) → one."
    grid.press("Control+z")
    grid.settle()
    assert grid.status == "There is nothing to undo."


def test_delete_empties_a_range(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus resource").click()
    grid.press("Shift+ArrowRight", "Shift+ArrowRight", "Shift+ArrowDown", "Delete")
    for name in ("Trade route", "Farmland"):
        assert [grid.text(name, key) for key in ("bonus_resource", "bonus_source_printed", "bonus_source")] == [""] * 3


def test_control_d_fills_down(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Resources").click()
    grid.press("Shift+ArrowDown", "Shift+ArrowDown", "Control+d")
    assert grid.text("Farmland", "resources") == "TT"
    grid.cell("Irrigation", "Resources").click()
    grid.press("Control+d")
    assert grid.text("Irrigation", "resources") == "TT", "one cell takes what stands above it"


def test_control_enter_keeps_what_was_typed_and_stays(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.keys.type("wide")
    grid.press("Control+Enter")
    assert grid.text("Farmland", "note") == "wide"
    assert grid.focused() == "Farmland: Note"


def test_an_id_that_is_given_is_guarded_and_stays_in_sight(grid: GridPage) -> None:
    grid.all_columns.click()
    cell = grid.cell("Farmland", "Card id")
    cell.click()
    grid.keys.type("x")
    assert grid.status.startswith("An id stays as it is")
    grid.press("Delete", "Control+d")
    assert grid.text("Farmland", "card_id") == "farmland"
    grid.cell("Farmland", "Note").click()
    grid.page.locator(".rt-sideways:visible").wait_for()  # the frame after the one that scrolled
    scroller = grid.page.locator(".rt-scroller:visible").bounding_box()
    box, name = cell.bounding_box(), grid.cell("Farmland", "Name").bounding_box()
    assert scroller["x"] <= box["x"] < box["x"] + box["width"] <= name["x"] + 1


def test_what_is_found_is_replaced_in_one_step_and_no_id_with_it(grid: GridPage) -> None:
    grid.all_columns.click()
    grid.cell("Farmland", "Name").click()
    grid.press("Control+h")
    grid.keys.type("FARM")
    grid.page.get_by_label("Replace with").fill("Field")
    grid.page.get_by_role("button", name="Replace all").click()
    grid.settle()
    assert "Fieldland" in grid.names()
    assert grid.text("Fieldland", "card_id") == "farmland"
    grid.page.get_by_role("button", name="Undo").click()
    grid.settle()
    assert "Farmland" in grid.names()


def test_signs_are_sought_as_they_stand_and_letters_that_grow_when_small_move_nothing(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.press("F2")
    grid.keys.type("İİ a.b $& (A.B) axb")
    grid.press("Enter")
    grid.press("Control+h")
    grid.keys.type("a.b")
    grid.page.get_by_label("Replace with").fill("$&!")
    grid.page.get_by_role("button", name="Replace all").click()
    grid.settle()
    assert grid.text("Farmland", "note") == "İİ $&! $& ($&!) axb"


def test_a_text_cell_takes_a_line_break(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.keys.type("a")
    grid.press("Alt+Enter")
    grid.keys.type("b")
    grid.press("Enter")
    assert grid.text("Farmland", "note") == "a\nb"


# ---------------------------------------------------------------- lists to choose from


def offers(grid: GridPage) -> list[str]:
    """What the open list offers."""
    return grid.page.get_by_role("option").all_inner_texts()


def test_a_category_is_chosen_from_letter_sign_and_name(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus resource").click()
    grid.press("F2")
    assert [" ".join(words.split()) for words in offers(grid)][:3] == [
        "(empty)",
        "✿ F Food and agriculture",
        "⇄ T Trade and transport",
    ]
    grid.page.get_by_role("option", name="Public health").click()
    assert grid.text("Trade route", "bonus_resource") == "P"
    assert grid.focused() == "Trade route: Bonus resource"


def test_a_list_offers_the_cards_of_every_card_table(bare_page: Any, address: str) -> None:
    with registered(ERRANDS):
        grid = GridPage(bare_page, address, "errands")
        bare_page.get_by_role("tab", name="Errands").click()
        grid.cell("Call to the feast", "Foe").click()
        grid.press("F2")
        names = [kind.name for kind in grid.editor.deck.kinds]
        assert offers(grid) == ["(empty)", *sorted(names, key=str.casefold)]
        bare_page.get_by_role("option", name="Saxon").click()
        grid.settle()
        assert grid.editor.deck.rows[-1]["foe"] == "Saxon"


def test_ids_of_cards_are_offered_and_a_list_takes_several(bare_page: Any, address: str) -> None:
    with registered(QUESTS):
        grid = GridPage(bare_page, address, "quests")
        grid.page.get_by_role("tab", name="Story").click()
        grid.cell("Boar Hunt", "Named foes").dblclick()
        offers = grid.page.locator(".rt-offers li")
        assert offers.all_inner_texts()[0] == "all"
        assert "boar_hunt" in offers.all_inner_texts()
        offers.get_by_text("giant", exact=True).click()
        grid.press("ArrowDown", "ArrowDown", "Enter", "Enter")
        assert grid.text("Boar Hunt", "named_foes", "story.csv") == "boar|giant|amour"
        assert "is no foe but of the type amour" in grid.page.locator(".rt-findings").inner_text()
        grid.cell("Boar Hunt", "Named foes").dblclick()
        grid.press("Control+a", "a", "l", "l", "Enter")
        assert grid.text("Boar Hunt", "named_foes", "story.csv") == "all"


def test_a_condition_is_found_by_typing_the_id_that_it_names(bare_page: Any, address: str) -> None:
    with registered(QUESTS):
        grid = GridPage(bare_page, address, "quests")
        grid.cell("Sir Gawain", "Bp high when").click()
        grid.press("q", "u", "e", "s", "t", ":", "b", "Enter")
        assert grid.text("Sir Gawain", "bp_high_when", "adventure.csv") == "quest:battle_ax"
        grid.cell("Sir Gawain", "Bp high when").dblclick()
        shown = grid.page.locator(".rt-offers li").all_inner_texts()
        assert {"(empty)", "named_by_quest", "quest:boar_hunt", "in_play:merlin"} <= set(shown)
        assert "quest:" not in shown


def test_a_bonus_source_is_found_by_typing_its_beginning(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus source").click()
    grid.keys.type("gra")
    assert offers(grid)[:2] == ["Grainmill", "Granary"]
    grid.press("ArrowDown", "Enter")
    assert grid.text("Trade route", "bonus_source") == "Granary"
    assert grid.focused() == "Farmland: Bonus source"


def test_a_list_offers_every_card_and_an_empty_cell(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus source").click()
    grid.press("F2")
    assert offers(grid) == ["(empty)", *sorted(grid.names(), key=str.casefold)]
    marked = grid.page.locator("[role=option][aria-selected=true]")
    assert marked.inner_text() == "Cross Roads"
    active = grid.page.get_by_role("combobox").get_attribute("aria-activedescendant")
    assert active == marked.get_attribute("id")
    grid.press("Control+a")
    grid.keys.type("gra")
    assert offers(grid)[:2] == ["Grainmill", "Granary"], "until something is typed"


def test_every_emblem_is_offered_as_a_picture_and_the_card_shows_the_chosen_one(grid: GridPage) -> None:
    grid.cell("Trade route", "Art").click()
    grid.press("F2")
    borne = [name for name, one in emblems().items() if one.family != SIGNS]
    assert offers(grid) == ["by its name", *(name.replace("-", " ") for name in borne)]
    assert grid.page.locator(".rt-offers .rt-emblem").count() == len(borne) + 1, "by its name too"
    grid.page.get_by_role("option", name="bee", exact=True).click()
    grid.settle()
    assert grid.text("Trade route", "art") == "bee"
    path = emblem_paths()["bee"]
    grid.cell("Trade route", "Art").click()
    grid.page.locator(f'.rt-the-card .rt-emblem path[d="{path}"]').wait_for(state="attached")
    assert grid.cell("Trade route", "Art").locator(f'path[d="{path}"]').count() == 1


def marked(grid: GridPage) -> str:
    """The offer that Enter would take; the field says it to a screen reader."""
    one = grid.page.locator(".rt-offers [aria-selected=true]")
    assert grid.page.get_by_role("combobox").get_attribute("aria-activedescendant") == one.get_attribute("id")
    return one.inner_text()


def test_pictures_are_walked_in_rows_by_arrows_home_and_end(grid: GridPage) -> None:
    grid.cell("Trade route", "Art").click()
    grid.press("F2")
    shown = offers(grid)
    assert marked(grid) == "by its name", "as it is now"
    tops = grid.page.locator(".rt-offers li").evaluate_all("all => all.map((one) => one.offsetTop)")
    across = tops.count(tops[0])
    assert across > 1
    walks = [("ArrowRight", 1), ("ArrowDown", 1 + across), ("ArrowLeft", across), ("ArrowUp", 0), ("ArrowUp", 0)]
    for key, place in [*walks, ("ArrowLeft", 0), ("End", -1), ("ArrowDown", -1), ("Home", 0)]:
        grid.press(key)
        assert marked(grid) == shown[place], key
    grid.press("End", "ArrowUp", "Escape")
    assert grid.text("Trade route", "art") == "", "Escape changes nothing"
    assert grid.focused() == "Trade route: Art"
    assert grid.page.locator(".rt-offers").count() == 0


@pytest.mark.parametrize(
    "card", ["Iron Mine", *(pytest.param(card, marks=pytest.mark.slow) for card in ("Cross Roads", "Logging Camp"))]
)
def test_a_list_keeps_within_a_grid_that_cuts_what_sticks_out(grid: GridPage, card: str) -> None:
    frame = grid.page.locator(".rt-grid-frame")
    frame.evaluate("frame => Object.assign(frame.style, { height: '420px', overflow: 'hidden' })")
    grid.cell(card, "Art").click()
    grid.press("F2")
    around, box = frame.bounding_box(), grid.page.locator(".rt-offers").bounding_box()
    assert around["y"] <= box["y"]
    assert box["y"] + box["height"] <= around["y"] + around["height"] + 1
    assert box["height"] >= 120


def test_a_picture_is_found_by_typing_and_taken_with_enter(grid: GridPage) -> None:
    grid.cell("Trade route", "Art").click()
    grid.keys.type("head")
    assert (offers(grid), marked(grid)) == (["two headed eagle"], "two headed eagle")
    grid.press("Enter")
    assert grid.text("Trade route", "art") == "two-headed-eagle"
    assert grid.focused() == "Farmland: Art"
    grid.cell("Trade route", "Art").click()
    grid.press("F2")
    assert grid.page.locator(".rt-offers [aria-current=true]").inner_text() == marked(grid) == "two headed eagle"
    grid.keys.type("dragn")  # replaces what was there; nothing has that name
    grid.press("Enter")
    assert grid.text("Trade route", "art") == "dragn"
    assert "is not the name of an emblem" in grid.cell("Trade route", "Art").get_attribute("aria-description")
    grid.press("Control+z")
    assert grid.text("Trade route", "art") == "two-headed-eagle", "one step"


def test_a_finger_chooses_a_picture_on_a_phone_without_the_keyboard_of_its_screen(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    try:
        grid = GridPage(context.new_page(), address)
        cell = grid.cell("Trade route", "Art")
        cell.tap()
        cell.tap()
        assert grid.page.get_by_role("combobox").evaluate("field => field.inputMode") == "none"
        boxes = grid.page.locator(".rt-offers li").evaluate_all(
            "all => all.map((one) => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
        )
        assert min(boxes) >= 44
        list_box = grid.page.locator(".rt-offers").bounding_box()
        assert 0 <= list_box["x"] <= 360 - list_box["width"]
        grid.page.get_by_role("option", name="owl", exact=True).tap()
        assert grid.text("Trade route", "art") == "owl"
    finally:
        context.close()


def test_a_card_that_was_just_added_is_offered_as_a_source(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Name").click()
    grid.press("Alt+Enter")
    grid.settle()
    grid.keys.type("Abbey mill")
    grid.press("Enter")
    grid.settle()
    grid.cell("Trade route", "Bonus source").click()
    grid.keys.type("abbey m")
    assert offers(grid) == ["Abbey mill"]


def test_a_value_that_is_not_offered_stays_and_is_shown_as_wrong(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus source").click()
    grid.keys.type("Atlantis")
    grid.press("Enter")
    assert grid.text("Trade route", "bonus_source") == "Atlantis"
    cell = grid.cell("Trade route", "Bonus source")
    assert cell.inner_text() == "Atlantis"
    assert cell.get_attribute("aria-invalid") == "true"
    assert "'Atlantis' is not the name of a card" in cell.get_attribute("aria-description")


def test_letters_are_typed_in_any_case_or_taken_from_the_list(grid: GridPage) -> None:
    grid.cell("Farmland", "Resources").click()
    grid.keys.type("c")
    grid.page.get_by_role("option", name="Public health").click()
    grid.press("Enter")
    assert grid.text("Farmland", "resources") == "CP"


def test_a_flag_is_a_choice_between_yes_and_no(guile: GridPage) -> None:
    guile.cell("Influence 3", "Dagger").click()
    guile.keys.type("y")
    guile.press("Enter")
    assert guile.text("Influence 3", "dagger") == "1"
    assert guile.cell("Influence 3", "Dagger").inner_text() == "yes"


def test_the_arrow_in_a_cell_opens_its_list(grid: GridPage) -> None:
    cell = grid.cell("Trade route", "Bonus source")
    cell.click()
    box = cell.bounding_box()
    grid.page.mouse.click(box["x"] + box["width"] - 8, box["y"] + box["height"] / 2)
    assert grid.page.get_by_role("listbox", name="Bonus source, row 3").count() == 1


# ---------------------------------------------------------------- ranges, copying, pasting


def test_ranges_are_selected_by_keys(grid: GridPage) -> None:
    grid.cell("Cross Roads", "Name").click()
    grid.press("Shift+ArrowDown")
    assert grid.selected() == ["Cross Roads", "Trade route"]
    grid.press("Shift+Space")
    assert len(grid.selected()) == 20, "ids are out of sight, and nothing that lies before what is seen is selected"
    assert grid.page.locator(".rt-range").inner_text() == "2 rows × 9 columns are selected", "one more is out of sight"
    grid.press("Control+a")
    assert len(grid.selected()) == 10 * len(grid.names())
    grid.cell("Cross Roads", "Name").click()
    grid.press("Control+Space")
    assert grid.selected() == grid.names()


def test_ranges_are_selected_by_dragging(grid: GridPage) -> None:
    page = grid.page
    grid.cell("Cross Roads", "Name").hover()
    page.mouse.down()
    grid.cell("Farmland", "Resources").hover()
    page.mouse.up()
    assert len(grid.selected()) == 6
    heads = page.get_by_role("rowheader")
    heads.nth(1).hover()
    page.mouse.down()
    heads.nth(2).hover()
    page.mouse.up()
    assert len(grid.selected()) == 20
    heads.nth(4).click(modifiers=["Shift"])
    assert len(grid.selected()) == 40


def test_a_drag_that_ends_outside_the_grid_has_ended(grid: GridPage) -> None:
    pressed = {"pointerType": "mouse", "button": 0, "buttons": 1}
    grid.cell("Farmland", "Name").dispatch_event("pointerdown", pressed)  # and released where nobody notices
    grid.cell("Quarry", "Name").dispatch_event("pointerdown", pressed)
    assert grid.selected() == ["Quarry"]


def test_copying_gives_what_a_spreadsheet_pastes(grid: GridPage) -> None:
    grid.editor.set_cells(CARDS, [(grid.editor.rows(CARDS)[0].id, "note", 'two\nlines, "so"')])
    grid.push()
    grid.cell("Cross Roads", "Art").click()
    grid.press("Shift+ArrowDown", "Shift+ArrowRight")
    assert grid.copied() == '\t"two\nlines, ""so"""\n\t'


def test_cutting_copies_and_empties(grid: GridPage) -> None:
    grid.cell("Trade route", "Bonus source").click()
    assert grid.copied("cut") == "Cross Roads"
    assert grid.text("Trade route", "bonus_source") == ""


def test_a_block_of_a_spreadsheet_is_pasted_and_rows_grow(grid: GridPage) -> None:
    last = grid.names()[-1]
    grid.cell(last, "Name").click()
    block = 'Harbour\tTM\r\n"Old ""Mill"""\tCI\r\nTwo names\tFF\r\n'
    grid.paste(block)
    assert grid.names()[-3:] == ["Harbour", 'Old "Mill"', "Two names"]
    assert grid.editor.rows(CARDS)[-1].cells["card_id"] == "two_names"
    assert len(grid.selected()) == 6, "what was pasted is selected"
    assert grid.status.startswith("Paste ")
    grid.press("Control+z")
    assert grid.names()[-1] == last


def test_a_pasted_cell_in_quotes_keeps_its_tabs_and_line_breaks(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.paste('"one\ntwo\tthree"\n')
    assert grid.text("Farmland", "note") == "one\ntwo\tthree"


def test_the_keys_of_the_clipboard_work(new_page: Callable[..., Any], address: str) -> None:
    page = new_page(permissions=["clipboard-read", "clipboard-write"])
    grid = GridPage(page, address)
    grid.cell("Trade route", "Resources").click()
    grid.press("Shift+ArrowRight", "Control+c")
    grid.cell("Quarry", "Resources").click()
    grid.press("Control+v")
    grid.settle()
    assert [grid.text("Quarry", key) for key in ("resources", "bonus_resource")] == ["TT", "T"]
    grid.press("Control+x")
    assert [grid.text("Quarry", key) for key in ("resources", "bonus_resource")] == ["", ""]
    grid.cell("Vineyard", "Resources").click()
    grid.press("Control+v")
    grid.settle()
    assert grid.text("Vineyard", "bonus_resource") == "T"


def test_one_copied_cell_fills_the_whole_range(grid: GridPage) -> None:
    grid.all_columns.click()
    grid.cell("Cross Roads", "Count").click()
    grid.press("Shift+ArrowDown", "Shift+ArrowDown")
    grid.paste("2")
    assert [grid.text(name, "count") for name in ("Cross Roads", "Trade route", "Farmland")] == ["2", "2", "2"]


def test_a_block_that_is_too_wide_is_refused_with_the_reason(grid: GridPage) -> None:
    before = grid.editor.rows(CARDS)
    grid.all_columns.click()
    grid.cell("Farmland", "Count").click()
    grid.paste("1\tbee\t3\t4")
    assert grid.editor.rows(CARDS) == before
    assert "4 cells wide" in grid.status
    assert grid.page.locator(".rt-status.rt-refused").count() == 1


# ---------------------------------------------------------------- rows


def test_rows_are_added_below_and_named_at_once(grid: GridPage) -> None:
    grid.cell("Farmland", "Resources").click()
    grid.page.get_by_role("button", name="Add row").click()
    grid.settle()
    grid.keys.type("Beehives")
    grid.press("Tab")
    assert grid.names()[2:5] == ["Farmland", "Beehives", "Irrigation"]
    assert grid.text("Beehives", "card_id") == "beehives"


def test_rows_are_duplicated_and_deleted(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.page.get_by_role("button", name="Duplicate").click()
    assert grid.names()[2:5] == ["Farmland", "Farmland 2", "Irrigation"]
    assert grid.focused() == "Farmland 2: Name"
    grid.press("Shift+ArrowDown")
    grid.page.get_by_role("button", name="Delete").click()
    assert grid.names()[2:4] == ["Farmland", "Grainmill"]
    grid.press("Control+z")
    assert grid.names()[2:5] == ["Farmland", "Farmland 2", "Irrigation"]


def test_rows_move_with_the_focus(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.press("Shift+ArrowDown", "Alt+ArrowUp")
    assert grid.names()[:4] == ["Cross Roads", "Farmland", "Irrigation", "Trade route"]
    assert grid.focused() == "Farmland: Name"
    grid.press("Alt+ArrowUp", "Alt+ArrowUp")
    assert grid.names()[:3] == ["Farmland", "Irrigation", "Cross Roads"]
    grid.page.get_by_role("button", name="Move down").click()
    assert grid.names()[:3] == ["Cross Roads", "Farmland", "Irrigation"]


def test_a_list_can_be_emptied_and_begun_again(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.press("Control+a")
    grid.page.get_by_role("button", name="Delete").click()
    assert grid.names() == []
    grid.page.get_by_text("There are no rows. Add one.").wait_for()
    grid.page.get_by_role("button", name="Add row").click()
    grid.settle()
    grid.keys.type("First")
    grid.press("Enter")
    assert grid.names() == ["First"]


# ---------------------------------------------------------------- undo, sort, find


def test_undo_and_redo_by_keys_and_buttons(grid: GridPage) -> None:
    page = grid.page
    undo, redo = page.get_by_role("button", name="Undo"), page.get_by_role("button", name="Redo")
    assert undo.get_attribute("aria-disabled") == redo.get_attribute("aria-disabled") == "true"
    grid.cell("Farmland", "Resources").click()
    grid.keys.type("TT")
    grid.press("Enter", "Control+z")
    assert grid.text("Farmland", "resources") == "FF"
    assert grid.status == "Undone: Farmland, resources: FF → TT."
    grid.press("Control+Shift+z")
    assert grid.text("Farmland", "resources") == "TT"
    undo.click()
    assert grid.text("Farmland", "resources") == "FF"
    grid.press("Control+y")
    assert grid.text("Farmland", "resources") == "TT", "the keys work on the toolbar too"


def test_sorting_changes_the_list_and_can_be_undone(grid: GridPage) -> None:
    before = grid.names()
    head = grid.page.get_by_role("columnheader", name="Name")
    head.get_by_role("button").click()
    assert grid.names() == sorted(before, key=str.casefold)
    assert head.get_attribute("aria-sort") == "ascending"
    assert "Undo brings the old one back" in grid.status
    head.get_by_role("button").click()
    assert grid.names() == sorted(before, key=str.casefold, reverse=True)
    assert head.get_attribute("aria-sort") == "descending"
    grid.press("Control+z", "Control+z")
    assert grid.names() == before
    assert head.get_attribute("aria-sort") == "none"


def test_find_counts_and_goes_from_hit_to_hit(grid: GridPage) -> None:
    grid.cell("Farmland", "Name").click()
    grid.press("Control+f")
    grid.keys.type("BREWER")
    count = grid.page.locator(".rt-found-count")
    hits = int(count.inner_text().split()[0])
    seen = [text for row in grid.editor.rows(CARDS) for key, text in row.cells.items() if key != "card_id"]
    held = [text for text in seen if "brewer" in text.lower()]
    assert hits == len(held) > 2
    grid.press("Enter")
    assert count.inner_text() == f"1 of {hits}"
    assert grid.page.locator(".rt-found").count() == hits
    grid.press("Enter", "Shift+Enter", "Shift+Enter")
    assert count.inner_text() == f"{hits} of {hits}", "before the first comes the last"
    grid.press("Escape")
    assert "brewer" in grid.page.evaluate("document.activeElement.textContent").lower()
    assert grid.page.locator(".rt-found").count() == 0


# ---------------------------------------------------------------- findings


def test_a_wrong_cell_says_what_is_wrong_and_how_to_mend_it(grid: GridPage) -> None:
    grid.cell("Farmland", "Resources").click()
    grid.keys.type("XX")
    grid.press("Enter", "ArrowUp")
    grid.settle()
    cell = grid.cell("Farmland", "Resources")
    assert cell.get_attribute("aria-invalid") == "true"
    assert cell.evaluate("cell => getComputedStyle(cell, '::after').content") == '"!"', "not by colour alone"
    here = grid.page.locator(".rt-here").inner_text()
    assert "'X' in 'XX' is not a category letter of this deck." in here
    assert "add the category" in here
    assert grid.page.get_by_text("Findings: 1 error").count() == 1


def test_a_finding_leads_to_its_cell(guile: GridPage) -> None:
    knight = guile.editor.rows(KNIGHTS)[3]
    guile.editor.set_cells(KNIGHTS, [(knight.id, "faction", "Z")])
    guile.push()
    guile.page.locator(".rt-findings button").first.click()
    assert guile.focused() == f"{knight.cells['name']}: Faction"
    assert "wrong" in guile.page.get_by_role("tab", selected=True, name="Knights (8)").inner_text()


def test_a_warning_is_marked_and_is_no_error(grid: GridPage) -> None:
    cell = grid.cell("Tavern", "Bonus source printed")
    assert cell.get_attribute("data-level") == "warning"
    assert cell.get_attribute("aria-invalid") is None
    assert cell.evaluate("cell => getComputedStyle(cell, '::after').content") == '"?"'


def test_a_long_list_of_findings_has_an_end(whole_grid: GridPage) -> None:
    whole_grid.editor.set_cells(CARDS, [(row.id, "resources", "XX") for row in whole_grid.editor.rows(CARDS)])
    whole_grid.push()
    assert whole_grid.page.get_by_text("Findings: 113 errors").count() == 1
    assert whole_grid.page.locator(".rt-all-findings button").count() == 100
    assert whole_grid.page.get_by_text("… and 13 more").count() == 1
    assert whole_grid.page.locator("td[aria-invalid]").count() == 113


def test_what_concerns_the_whole_list_is_said_too(whole_grid: GridPage) -> None:
    assert whole_grid.page.get_by_text("The deck announces 116 cards and lists 113.").count() == 1


# ---------------------------------------------------------------- news from Python


def test_a_step_made_on_an_old_list_changes_nothing_and_says_why(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.editor.set_cells(CARDS, [(grid.editor.rows(CARDS)[0].id, "note", "from elsewhere")])
    grid.keys.type("mine")
    grid.press("Enter")
    assert grid.text("Farmland", "note") == ""
    assert grid.status.startswith("The list was changed elsewhere meanwhile.")
    assert grid.cell("Farmland", "Note").inner_text() == ""
    assert grid.cell("Cross Roads", "Note").inner_text() == "from elsewhere"


def test_news_disturb_neither_focus_nor_place_nor_a_half_typed_edit(grid: GridPage) -> None:
    last = grid.names()[-1]
    grid.cell(last, "Note").click()
    grid.keys.type("half typ")
    scroller = ".rt-panel:not([hidden]) .rt-scroller"
    before = grid.page.evaluate(f"document.querySelector('{scroller}').scrollLeft")
    grid.editor.sort_rows(CARDS, "name")
    grid.editor.delete_rows(CARDS, [grid.editor.rows(CARDS)[0].id])
    grid.push()
    assert grid.page.evaluate("document.activeElement.value") == "half typ"
    assert grid.page.evaluate("document.activeElement.selectionStart") == 8
    assert grid.page.evaluate(f"document.querySelector('{scroller}').scrollLeft") == before
    shown = grid.page.locator("td.rt-name").all_inner_texts()
    assert shown == grid.names()
    grid.keys.type("ed")
    grid.press("Enter")
    assert grid.text(last, "note") == "half typed"


def test_heads_numbers_and_names_stay_in_sight_however_the_list_is_scrolled(grid: GridPage) -> None:
    cells = ["tbody .rt-number", "td.rt-name", "thead th.rt-name"]
    lies = """([selector, across, down]) => {
      const scroller = document.querySelector(".rt-panel:not([hidden]) .rt-scroller");
      scroller.scrollTo(across, down);
      return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
        const cell = scroller.querySelector(selector).getBoundingClientRect();
        const box = scroller.getBoundingClientRect();
        done([Math.round(cell.left - box.left), Math.round(cell.top - box.top), scroller.scrollLeft]);
      })));
    }"""
    for cell in cells:
        at_first = grid.page.evaluate(lies, [cell, 0, 0])
        left, top, across = grid.page.evaluate(lies, [cell, 200, 60])
        further_left, further_top, further_across = grid.page.evaluate(lies, [cell, 260, 120])
        assert further_across == across + 60, "the list is wider than its place"
        assert 0 <= left == further_left, cell
        assert further_top == (top if "thead" in cell else top - 60), cell
        assert grid.page.evaluate(lies, [cell, 0, 0]) == at_first


def test_a_list_that_lies_as_it_begins_is_put_together_of_few_layers(whole_grid: GridPage) -> None:
    told: list[dict[str, Any]] = []
    chromium = whole_grid.page.context.new_cdp_session(whole_grid.page)
    chromium.on("LayerTree.layerTreeDidChange", lambda news: told.append(news))
    chromium.send("LayerTree.enable")

    def scroll_until(across: int, holds: Callable[[int], bool]) -> None:
        """Scroll the list sideways so far, and wait until the page has as many layers as wanted."""
        told.clear()
        whole_grid.page.locator(".rt-scroller").first.evaluate(
            "(scroller, across) => scroller.scrollTo(across, 0)", across
        )
        end = time.monotonic() + 10
        while not any(holds(len(news["layers"])) for news in told if news.get("layers")):
            assert time.monotonic() < end, [len(news.get("layers", [])) for news in told]
            whole_grid.page.wait_for_timeout(50)

    rows = len(whole_grid.names())
    scroll_until(100, lambda layers: layers > rows)  # each cell that stays in place is a layer of its own
    scroll_until(0, lambda layers: layers < 25)


def test_the_list_of_another_game_is_drawn_again(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.editor = grid.widget.editor = DeckEditor(load_deck("guile"))
    grid.push()
    grid.cell("Influence 3", "Value").click()
    grid.keys.type("5")
    grid.press("Enter")
    assert grid.text("Influence 3", "value") == "5"
    assert grid.page.errors == []


def test_what_was_typed_in_a_row_that_is_gone_is_said(grid: GridPage) -> None:
    grid.cell("Farmland", "Note").click()
    grid.keys.type("precious")
    grid.editor.delete_rows(CARDS, [grid.editor.rows(CARDS)[2].id])
    grid.push()
    assert "You had typed: precious" in grid.status
    assert grid.focused() == "Irrigation: Note"


def test_only_what_differs_is_drawn_again(grid: GridPage) -> None:
    grid.page.evaluate(
        """() => {
            window.touched = 0;
            const watcher = new MutationObserver((changes) => (window.touched += changes.length));
            watcher.observe(document.querySelector("tbody"), { childList: true, subtree: true });
        }"""
    )
    grid.editor.set_cells(CARDS, [(grid.editor.rows(CARDS)[5].id, "note", "new")])
    grid.push()
    assert grid.page.evaluate("window.touched") == 1


# ---------------------------------------------------------------- the card beside the grid


def test_the_card_of_the_row_is_drawn_as_the_table_draws_it(grid: GridPage) -> None:
    grid.cell("Trade route", "Name").click()
    card = grid.page.locator(".rt-the-card .rt-card")
    card.get_by_text("Trade route").wait_for()
    assert card.locator(".rt-letter").all_inner_texts() == ["T", "T"]
    assert card.locator(".rt-text").inner_text() == "+T with Cross Roads"


def test_the_card_follows_an_edit(grid: GridPage) -> None:
    grid.cell("Trade route", "Resources").click()
    grid.page.locator(".rt-the-card").get_by_text("Trade route").wait_for()
    grid.keys.type("FC")
    grid.press("Enter", "ArrowUp")
    grid.page.locator(".rt-the-card .rt-letter").get_by_text("C").wait_for()


def test_the_card_of_a_wrong_row_is_the_last_good_one_and_says_so(grid: GridPage) -> None:
    grid.cell("Trade route", "Resources").click()
    grid.keys.type("XX")
    grid.press("Enter", "ArrowUp")
    grid.page.locator(".rt-face-note").get_by_text("As in the last whole list").wait_for()
    grid.page.locator(".rt-the-card .rt-card").get_by_text("Trade route").wait_for()  # not that of the row below
    assert grid.page.locator(".rt-the-card .rt-letter").all_inner_texts() == ["T", "T"]


# ---------------------------------------------------------------- every screen


@pytest.mark.parametrize("game", ["guild_master", pytest.param("guile", marks=pytest.mark.slow)])
def test_the_page_never_scrolls_sideways(bare_page: Any, address: str, game: str) -> None:
    grid = GridPage(bare_page, address, game)
    for width in (360, 768, 1920):
        assert resized(grid.page, width).evaluate("document.documentElement.scrollWidth") <= width


def test_large_type_is_larger_and_the_same_choice_as_at_the_table(grid: GridPage, address: str) -> None:
    page = grid.page
    size = "parseFloat(getComputedStyle(document.querySelector('td.rt-name')).fontSize)"
    before = page.evaluate(size)
    page.get_by_role("button", name="Large type").click()
    assert page.evaluate(size) > 1.3 * before
    assert page.evaluate("localStorage.getItem('roundtable-workbench:projector')") == "1"
    page.goto(f"{address}grid")
    grid.push()
    assert page.get_by_role("button", name="Large type").get_attribute("aria-pressed") == "true"


def test_on_a_phone_everything_is_large_enough_and_works_by_touch(new_page: Callable[..., Any], address: str) -> None:
    grid = GridPage(new_page(width=360, height=740, has_touch=True, is_mobile=True), address)
    heights = grid.page.locator(".rt-tool:visible, tbody td:visible, .rt-sort:visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().height)"
    )
    assert min(heights) >= 43.5
    cell = grid.cell("Trade route", "Bonus resource")
    cell.tap()
    assert grid.focused() == "Trade route: Bonus resource"
    cell.tap()
    grid.page.get_by_role("option", name="Public health").tap()
    assert grid.text("Trade route", "bonus_resource") == "P"


@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious(bare_page: Any, address: str, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    grid = GridPage(resized(bare_page, width), address, "guile")
    grid.cell("Influence 2", "Value").click()
    grid.keys.type("many")
    grid.press("Enter")
    grid.settle()
    assert serious_findings(grid.page) == []
    grid.press("Control+f")
    for column in ("Dagger", "Art"):
        grid.cell("Influence 2", column).click()
        grid.press("F2")
        assert serious_findings(grid.page) == [], column
        grid.press("Escape")


def test_jupyterlab_leaves_the_keys_to_the_grid(grid: GridPage) -> None:
    assert grid.page.locator(".rt-grid").get_attribute("data-lm-suppress-shortcuts") == "true"


# ---------------------------------------------------------------- what was measured

OF_CARDS = {
    "farmland": {SCORES: (58.5, 57.5, 59.5, 40.4, 1), DECIDES: (6.2, 5, 7.3, 6, 0), OWNERS_WIN: (29, 28, 30, 28, 0)},
    "inn": {SCORES: (31, 30.1, 31.9, 30.9, 0), DECIDES: (-1.2, -3, 0.6, 2, 0), OWNERS_WIN: (25, 24, 26, 25, 0)},
    "temple": {SCORES: (44, 43.1, 44.9, 44.2, 0), DECIDES: (9, 8, 9.9, 4, 1)},
}


def test_what_was_measured_of_a_card_stands_beside_its_name_and_is_no_cell(grid: GridPage) -> None:
    """The keyboard goes past it, and it cannot be typed over."""
    page = grid.page
    grid.widget.show_measured(OF_CARDS, True)
    grid.push()
    score = grid.cell("Farmland", "Scores of 100")
    assert score.inner_text() == "59▲"
    assert score.get_attribute("title") == "58.5 of 100 games, 57.5 to 59.5; before 40.4"
    bar, before = score.locator("i").bounding_box(), score.locator("u").bounding_box()
    assert before["x"] < bar["x"] + bar["width"], "it scores more often than before"
    shown = [grid.cell("Inn", head).inner_text() for head in ("Scores of 100", "Decides", "Owners win")]
    assert shown == ["31", "-1", "25"]
    assert grid.cell("Moat", "Scores of 100").inner_text() == "", "nothing was measured of it"
    assert grid.cell("Temple", "Owners win").inner_text() == ""
    grid.cell("Farmland", "Name").click()
    grid.press("ArrowRight")
    assert page.evaluate("document.activeElement.classList.contains('rt-type-letters')")
    grid.press("Delete")
    assert grid.text("Farmland", "resources") == ""
    score.click()
    assert page.evaluate("!document.activeElement.classList.contains('rt-figure-cell')")
    grid.widget.show_measured({"farmland": OF_CARDS["farmland"]}, False)
    grid.push()
    page.locator(".rt-stale-figures").first.wait_for()
    columns = page.locator(".rt-sheet thead :is(th, td):visible").count()
    assert page.locator(".rt-sheet").get_attribute("aria-colcount") == str(columns)
    grid.widget.show_measured({}, True)
    grid.push()
    wait_for(page, lambda: score.inner_text() == "")
    assert page.locator("th.rt-figure-cell").count() == 3, "the columns stay: nothing moves under a hand"
    assert serious_findings(page) == []


def test_the_list_is_sorted_by_what_was_measured_and_back_again(grid: GridPage) -> None:
    grid.widget.show_measured(OF_CARDS, True)
    grid.push()
    printed = grid.names()
    head = grid.page.locator("th.rt-figure-cell button", has_text="Decides")
    head.click()
    assert grid.names()[:3] == ["Temple", "Farmland", "Inn"]
    assert grid.names()[3:] == [name for name in printed if name not in ("Temple", "Farmland", "Inn")]
    assert grid.status.startswith("Sort by Decides.")
    assert head.locator("..").get_attribute("aria-sort") == "descending"
    head.click()
    assert grid.names()[:4] == ["Inn", "Farmland", "Temple", printed[0]], "of what nothing is known comes last"
    assert head.locator("..").get_attribute("aria-sort") == "ascending"
    grid.press("ArrowRight", "ArrowLeft", "ArrowLeft", "Enter")  # the heads are one row for the arrows
    assert grid.names()[:3] == ["Farmland", "Temple", "Inn"]
    grid.press("ArrowDown")
    assert grid.focused() == "Farmland: Name"
    grid.press("Control+z", "Control+z", "Control+z")
    assert grid.names() == printed


def test_only_what_shifted_is_shown_until_all_is_again(grid: GridPage) -> None:
    page, printed = grid.page, grid.names()
    button = page.locator("[data-tool='shifted']")
    assert button.is_hidden(), "nothing was measured"
    grid.widget.show_measured(OF_CARDS, True)
    grid.push()
    wait_for(page, lambda: button.inner_text() == "Only what shifted 2")
    button.click()
    names = page.locator(".rt-panel:not([hidden]) td.rt-name")
    assert names.all_inner_texts() == ["Farmland", "Temple"]
    numbers = page.locator(".rt-panel:not([hidden]) tbody th.rt-number").all_inner_texts()
    assert numbers == [str(printed.index(name) + 2) for name in ("Farmland", "Temple")], "as in the whole list"
    grid.cell("Farmland", "Resources").click()
    page.keyboard.type("GG")
    grid.press("Enter")
    assert grid.focused() == "Temple: Resources"
    assert (grid.text("Farmland", "resources"), grid.names()) == ("GG", printed)
    grid.widget.show_measured({"inn": {SCORES: (40.0, 39.0, 41.0, 31.0, 1)}}, True)
    grid.push()
    assert names.all_inner_texts() == ["Farmland", "Temple"], "nothing goes or comes while cards are edited"
    grid.paste("A\nB")
    assert grid.status.endswith("Show all of them before you paste several rows.")
    grid.press("Alt+ArrowUp")
    assert grid.status.endswith("Show all of them before you move any.")
    assert grid.names() == printed
    grid.press("Alt+Enter")
    assert names.all_inner_texts() == ["Farmland", "Temple", ""], "a new row is seen"
    assert grid.names()[printed.index("Temple") + 1] == ""
    grid.press("Control+z")
    moat = grid.editor.rows(CARDS)[printed.index("Moat")].id
    page.evaluate("place => window.showCell(...place)", [CARDS, moat, "name"])
    assert grid.focused() == "Moat: Name"
    assert names.all_inner_texts() == printed
    assert button.get_attribute("aria-pressed") == "false"


def test_beside_the_card_stands_what_it_does_now_and_did_before(grid: GridPage) -> None:
    page = grid.page
    grid.widget.show_measured(OF_CARDS, True)
    grid.push()
    lines = page.locator(".rt-card-figures tbody tr")
    grid.cell("Temple", "Name").click()
    wait_for(page, lambda: lines.all_inner_texts() == ["Scores\t44\t44", "Decides\t9\t4"])
    assert [line.get_attribute("class") for line in lines.all()] == [None, "rt-shifted"]
    grid.cell("Farmland", "Name").click()
    wait_for(page, lambda: lines.first.inner_text() == "Scores\t59\t40")
    assert lines.last.inner_text() == "Owners win\t29\t28"
    grid.cell("Moat", "Name").click()
    lines.first.wait_for(state="detached")
