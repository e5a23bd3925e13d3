"""The fields of a deck in a browser, with the DeckFields of Python behind them and no kernel."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import answer_with, fresh, resized
from workbench.decks import load_deck
from workbench.decks.editor import DeckEditor
from workbench.widgets.emblem_script import emblem_paths
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
        """Send the page what Python shows now, without being asked."""
        self.widget.show()
        self.page.evaluate("told => window.show(JSON.parse(told))", json.dumps(self.widget.fields))

    def settle(self) -> None:
        """Wait until Python has answered everything."""
        self.page.locator('.rt-fields[data-waiting="0"]').wait_for(state="attached")

    def chip(self, name: str) -> Any:
        """The chip of a category."""
        return self.page.locator(".rt-category").filter(has_text=name)

    def category(self, name: str) -> Any:
        """The group of fields of a category that is open."""
        return self.page.get_by_role("group", name=f"Category {name}")

    def status(self) -> str:
        """The answer to the last edit."""
        self.settle()
        return self.page.get_by_role("status").inner_text()

    def focused(self) -> str:
        """What has the focus, in words."""
        words = self.page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.textContent")
        return " ".join(words.split())

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


def test_a_chip_shows_colour_emblem_letter_name_and_how_many_cards_have_it(fields: FieldsPage) -> None:
    chip = fields.chip("Food and agriculture")
    assert fields.page.get_by_role("button", name="F Food and agriculture 19 cards").count() == 1
    assert chip.evaluate("chip => getComputedStyle(chip).backgroundColor") == "rgb(63, 107, 31)"
    assert chip.locator("path").get_attribute("d") == emblem_paths()["wheat"]


def test_categories_are_edited_in_place(fields: FieldsPage) -> None:
    chip, group = fields.chip("Food and agriculture"), fields.category("Food and agriculture")
    assert group.count() == 0, "closed"
    chip.click()
    assert chip.get_attribute("aria-expanded") == "true"
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
    group.get_by_label("Any colour").fill("#112233")
    fields.settle()
    assert fields.editor.meta["categories"][0]["colour"] == "#112233"
    chip.click()
    assert group.count() == 0
    assert fields.editor.undo() == "Category X, colour: #3f6b1f → #112233", "each change is one step"
    assert fields.editor.undo() == "Category X, sign: ✿ → ☘"
    assert fields.editor.undo() == "Category F, letter: F → X"


def test_one_goes_from_chip_to_chip_and_renames_by_keyboard(fields: FieldsPage) -> None:
    fields.page.get_by_label("Declared count").focus()
    for key in ("Tab", "End", "ArrowLeft", "Home", "ArrowRight", "Enter"):
        fields.page.keyboard.press(key)
    assert fields.page.evaluate("document.activeElement.value") == "Trade and transport"
    fields.page.keyboard.type("Trade")
    fields.page.keyboard.press("Enter")
    fields.settle()
    assert fields.editor.deck.meta.categories[1].name == "Trade"
    assert fields.focused() == "T Trade 22 cards", "its chip has the focus again"
    assert fields.category("Trade").count() == 0
    fields.page.keyboard.press("F2")
    fields.page.keyboard.type("Half a na")
    fields.page.keyboard.press("Escape")
    assert fields.focused() == "T Trade 22 cards"
    fields.settle()
    assert fields.editor.deck.meta.categories[1].name == "Trade", "Escape changes nothing"
    assert fields.editor.undo_label == "Category T, name: Trade and transport → Trade"
    fields.page.keyboard.press("Tab")
    assert fields.focused() == "Add a category", "the chips are one stop"


def test_an_emblem_is_picked_by_keyboard_and_by_pointer(fields: FieldsPage) -> None:
    page, chip = fields.page, fields.chip("Food and agriculture")
    chip.click()
    button = page.get_by_role("button", name="Emblem: wheat, by its name")
    button.press("Enter")
    field = page.get_by_role("combobox", name="Emblem of Food and agriculture")
    assert button.get_attribute("aria-expanded") == "true"
    assert page.locator(".rt-picker [aria-current=true]").inner_text() == "by its name"
    page.keyboard.press("End")
    page.keyboard.press("Escape")
    assert (field.count(), fields.focused()) == (0, "Emblem: wheat, by its name"), "nothing is changed"
    page.keyboard.press("Enter")
    page.keyboard.type("dra")
    page.keyboard.press("Enter")
    fields.settle()
    assert fields.focused() == "Emblem: dragon"
    assert chip.locator("path").get_attribute("d") == emblem_paths()["dragon"]
    page.get_by_role("button", name="Emblem: dragon").click()
    page.get_by_role("option", name="by its name").click()
    fields.settle()
    assert "emblem" not in fields.editor.meta["categories"][0]
    assert fields.editor.undo_label == "Category F, emblem: dragon → (empty)"
    page.get_by_role("button", name="Emblem: wheat, by its name").click()
    page.keyboard.press("End")
    page.get_by_label("Title").click()
    fields.settle()
    assert (field.count(), fields.editor.undo_label) == (0, "Category F, emblem: dragon → (empty)")


def test_a_colour_is_picked_by_its_name_which_says_whose_it_is(fields: FieldsPage) -> None:
    page = fields.page
    fields.editor.set_categories([one for one in fields.editor.meta["categories"] if one["letter"] != "I"])
    fields.push()
    fields.chip("Food and agriculture").click()
    page.get_by_role("button", name="Colour: green").click()
    shown = page.locator(".rt-picker li").all_inner_texts()
    assert (shown[:2], shown[-1]) == (["green", "blue, of T"], "orange")
    page.keyboard.type("orange")
    page.keyboard.press("Enter")
    fields.settle()
    assert fields.editor.meta["categories"][0]["colour"] == "#9a4a00"
    page.get_by_role("button", name="Colour: orange").click()
    page.keyboard.type("reddish")
    page.keyboard.press("Enter")
    assert fields.status() == "'reddish' is not a colour. Write it as #rrggbb, such as #3f6b1f."
    assert fields.editor.meta["categories"][0]["colour"] == "#9a4a00"


def test_what_does_not_fit_is_refused_in_words_and_the_chip_shows_what_is(fields: FieldsPage) -> None:
    chip = fields.chip("Food and agriculture")
    chip.click()
    letter = fields.category("Food and agriculture").get_by_label("Letter")
    letter.fill("T")
    letter.press("Enter")
    assert fields.status() == "The letter 'T' is used by 2 categories. Give each category its own letter."
    assert letter.input_value() == "F"
    assert fields.page.evaluate("document.activeElement.dataset.part") == "letter", "it stays open"
    chip.press("Delete")
    assert "Grainmill and 16 more have the letter F. Give them another one first." in fields.status()
    assert fields.page.locator("li", has=chip).locator(".rt-refused").inner_text() == fields.status(), "at the chip too"
    assert (len(fields.letters()), fields.editor.undo_label) == (10, "")
    letter.fill("X")
    letter.press("Enter")
    fields.settle()
    assert fields.page.locator(".rt-categories .rt-refused:not(:empty)").count() == 0


def test_categories_are_added_moved_and_deleted_by_keyboard(fields: FieldsPage) -> None:
    page = fields.page
    page.get_by_role("button", name="Add a category").press("Enter")
    fields.settle()
    assert fields.letters()[-1] == "B"
    page.keyboard.type("Bees")
    page.keyboard.press("Tab")
    fields.settle()
    page.get_by_role("button", name="Earlier: Bees").press("Enter")
    fields.settle()
    page.keyboard.press("Enter")
    assert fields.letters()[-3:] == ["B", "L", "I"], "the focus goes along"
    page.get_by_role("button", name="Remove: Bees").press("Enter")
    assert "B" not in fields.letters()
    assert fields.focused() == "L Learning and education 9 cards"
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Tab")
    assert fields.focused() == "L Learning and education 9 cards", "Tab comes back to the chip that was left"


def test_a_finger_opens_a_chip_and_picks_an_emblem_on_a_phone(browser: Any, address: str) -> None:
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True, is_mobile=True)
    try:
        fields = FieldsPage(context.new_page(), address)
        fields.chip("Public health").tap()
        fields.page.get_by_role("button", name="Emblem: mortar, by its name").tap()
        small = fields.page.locator(":is(.rt-category-strip, .rt-picker, .rt-categories) :is(button, input, li[role])")
        sizes = small.evaluate_all("""all => all.map((one) => one.getBoundingClientRect())
          .filter(({ width }) => width).map(({ width, height }) => Math.min(width, height))""")
        assert min(sizes) >= 44
        fields.page.get_by_role("option", name="flask", exact=True).tap()
        fields.settle()
        assert fields.editor.meta["categories"][6]["emblem"] == "flask"
        assert fields.page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()


def test_a_game_without_categories_shows_none(bare_page: Any, address: str) -> None:
    FieldsPage(bare_page, address, "excalibur")
    assert bare_page.get_by_role("heading", name="The deck").is_visible()
    assert bare_page.get_by_role("heading", name="Categories").count() == 0


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
    assert fields.status().startswith("The deck was changed elsewhere meanwhile.")
    assert title.input_value() == "Medieval town"


def test_data_never_becomes_markup(fields: FieldsPage) -> None:
    evil = "<img src=x onerror='window.hurt=1'>"
    fields.editor.set_meta("title", evil)
    fields.editor.set_categories([{"letter": evil, "name": evil, "sign": evil, "colour": evil}])
    fields.push()
    assert fields.page.locator("img").count() == 0
    assert fields.page.get_by_label("Title").input_value() == evil
    assert fields.page.errors == []


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
def test_axe_finds_nothing_serious_and_nothing_sticks_out(bare_page: Any, address: str, width: int) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    fields = FieldsPage(resized(bare_page, width), address)
    fields.editor.set_meta("version", "second")
    fields.push()
    fields.chip("Public health").click()
    fields.page.get_by_role("button", name="Emblem: ").click()
    assert serious_findings(fields.page) == []
    fields.page.keyboard.press("Escape")
    fields.page.get_by_role("button", name="Colour: ").click()
    assert serious_findings(fields.page) == []
    assert fields.page.evaluate("document.documentElement.scrollWidth") <= width
    assert fields.page.console_errors == []
