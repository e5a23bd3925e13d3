"""The fields of a deck in a browser, with the DeckFields of Python behind them and no kernel."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import answer_with, fresh, resized
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor
from workbench.widgets.grid.deck_fields import DeckFields


class FieldsPage:
    """A page with the fields on it, and the editor behind it."""

    def __init__(self, page: Any, address: str, game: str = "guild_master") -> None:
        self.page = page
        self.editor = DeckEditor(load_deck(game))
        self.widget = DeckFields(self.editor)
        answer_with(page, self._hear)
        fresh(page, f"{address}fields")
        self.push()

    def _hear(self, message: object) -> dict[str, Any]:
        self.widget.hear(message)
        return self.widget.fields

    def push(self) -> None:
        """What Python shows now reaches the page without having been asked for."""
        self.widget.show()
        self.page.evaluate("told => window.show(JSON.parse(told))", json.dumps(self.widget.fields))

    def settle(self) -> None:
        """Wait until Python has answered everything."""
        self.page.locator('.rt-fields[data-waiting="0"]').wait_for(state="attached")

    def category(self, name: str) -> Any:
        """The group of fields of a category."""
        return self.page.get_by_role("group", name=f"Category {name}")

    def letters(self) -> list[str]:
        """The letters of the categories, in the editor."""
        self.settle()
        return [category["letter"] for category in self.editor.meta["categories"]]


@pytest.fixture
def fields(bare_page: Any, address: str) -> FieldsPage:
    return FieldsPage(bare_page, address)


def test_a_field_that_is_left_is_reported(fields: FieldsPage) -> None:
    title = fields.page.get_by_label("Title")
    assert title.input_value() == "Medieval town"
    title.fill("Small town")
    title.press("Enter")
    fields.settle()
    assert fields.editor.deck.meta.title == "Small town"
    fields.page.get_by_label("Authors").fill("Ann\nBen")
    fields.page.get_by_label("Version").focus()
    fields.settle()
    assert fields.editor.deck.meta.authors == ("Ann", "Ben")


def test_a_wrong_value_stays_with_its_reason_beside_it(fields: FieldsPage) -> None:
    version = fields.page.get_by_label("Version")
    version.fill("second")
    version.press("Enter")
    fields.settle()
    assert version.input_value() == "second"
    assert version.get_attribute("aria-invalid") == "true"
    described = version.get_attribute("aria-describedby").split()
    assert "a whole number" in fields.page.locator(f"[id='{described[1]}']").inner_text()
    version.fill("3")
    version.press("Enter")
    fields.settle()
    assert version.get_attribute("aria-invalid") is None


def test_categories_are_edited_in_place(fields: FieldsPage) -> None:
    group = fields.category("Food and agriculture")
    group.get_by_label("Letter").fill("X")
    group.get_by_label("Sign").fill("☘")
    group.get_by_label("Sign").press("Tab")
    fields.settle()
    assert fields.editor.meta["categories"][0] == {
        "letter": "X",
        "name": "Food and agriculture",
        "sign": "☘",
        "colour": "#3f6b1f",
    }
    assert group.locator(".rt-symbol").inner_text().split() == ["☘", "X"]
    group.get_by_label("Colour").fill("#112233")
    fields.settle()
    assert fields.editor.meta["categories"][0]["colour"] == "#112233"


def test_categories_are_added_moved_and_deleted_by_keyboard(fields: FieldsPage) -> None:
    page = fields.page
    page.get_by_role("button", name="Add a category").press("Enter")
    fields.settle()
    assert fields.letters()[-1] == "B"
    page.keyboard.type("Bees")
    page.keyboard.press("Tab")
    fields.settle()
    up = page.get_by_role("button", name="Move up: Bees")
    up.press("Enter")
    fields.settle()
    page.keyboard.press("Enter")
    assert fields.letters()[-3:] == ["B", "L", "I"], "the focus goes along"
    page.get_by_role("button", name="Delete: Bees").press("Enter")
    assert "B" not in fields.letters()
    assert page.evaluate("document.activeElement.ariaLabel") == "Delete: Learning and education"


def test_there_is_room_for_as_many_categories_as_the_game_says(bare_page: Any, address: str) -> None:
    fields = FieldsPage(bare_page, address, "guile")
    add = bare_page.get_by_role("button", name="Add a category")
    assert add.get_attribute("aria-disabled") == "true"
    add.dispatch_event("click")
    assert fields.letters() == ["A", "M"]


def test_options_are_set_and_left_to_the_rules_again(fields: FieldsPage) -> None:
    page = fields.page
    page.get_by_label("Deal size").fill("7")
    page.get_by_label("Deal size").press("Enter")
    page.get_by_label("Equal turns").select_option("yes")
    fields.settle()
    assert dict(fields.editor.deck.meta.options) == {"deal_size": 7, "equal_turns": True}
    page.get_by_label("Equal turns").select_option("as in the rules (no)")
    fields.settle()
    assert dict(fields.editor.deck.meta.options) == {"deal_size": 7}


def test_news_leave_alone_what_is_being_typed(fields: FieldsPage) -> None:
    title = fields.page.get_by_label("Title")
    title.fill("Half typ")
    fields.editor.set_meta("title", "From elsewhere")
    fields.editor.set_meta("licence", "CC0")
    fields.push()
    assert title.input_value() == "Half typ"
    assert fields.page.get_by_label("Licence").input_value() == "CC0"
    fields.page.keyboard.type("ed")
    fields.page.keyboard.press("Enter")
    fields.settle()
    assert fields.editor.deck.meta.title == "Half typed"


def test_an_edit_made_on_an_old_deck_is_refused_and_the_field_shows_what_is(fields: FieldsPage) -> None:
    fields.editor.set_meta("notes", "from elsewhere")
    title = fields.page.get_by_label("Title")
    title.fill("Mine")
    title.press("Enter")
    fields.settle()
    assert fields.page.locator(".rt-status").inner_text().startswith("The deck was changed elsewhere meanwhile.")
    assert title.input_value() == "Medieval town"


def test_data_never_becomes_markup(fields: FieldsPage) -> None:
    evil = "<img src=x onerror='window.hurt=1'>"
    fields.editor.set_meta("title", evil)
    fields.editor.set_categories([{"letter": evil, "name": evil, "sign": evil, "colour": evil}])
    fields.push()
    assert fields.page.locator("img").count() == 0
    assert fields.page.get_by_label("Title").input_value() == evil
    assert fields.page.errors == []


@pytest.mark.parametrize("width", [360, 1920])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(bare_page: Any, address: str, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    fields = FieldsPage(resized(bare_page, width), address)
    fields.editor.set_meta("version", "second")
    fields.push()
    assert serious_findings(fields.page) == []
    assert fields.page.evaluate("document.documentElement.scrollWidth") <= width
    assert fields.page.console_errors == []
