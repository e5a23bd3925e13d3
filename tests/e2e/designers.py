"""A designer at the screen: changes cells of the studio's grid, and waits for the effects."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from tests.e2e.waiting import wait_for, wait_until
from workbench.decks import Deck, load_deck

COPY = """text => {
  const data = new DataTransfer();
  data.setData("text/plain", text);
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true }));
}"""
CHANGE, OVERVIEW, GLANCE = "Before and after the edit", "Who wins, how long, how close", "The numbers at a glance"
JUDGED, BALANCE = "What is wrong or odd", "Balance"
PANES = {JUDGED: "Odd or wrong", BALANCE: "Odd or wrong", CHANGE: "What moved", OVERVIEW: "Who wins"}  # part -> its tab
PROOF = (*PANES.values(), "All numbers")
MEASURED = """([before, titles]) => document.querySelector('.rt-report-status[data-mood="fresh"]')
  && titles.every(title => {
    const part = document.querySelector(`section[aria-label="${title}"]:not(.rt-stale) [data-deck]`);
    return part && part.dataset.deck !== before;
  })"""

BEGINS = 18  # cards of the short list: the first ones of Guild Master's, and those that tests speak of
SPOKEN_OF = {
    *("Moat", "Temple", "Tavern", "Inn", "Brewer", "Granary", "Pub"),
    *("Stables", "Warehouses", "Stone Walls", "Gatehouse", "Orchard"),
}


@cache
def short_list() -> Deck:
    """A part of Guild Master's list: laying out all of it again takes a page longer than most of a test's steps."""
    whole = load_deck("guild_master")
    left_out = [row["card_id"] for row in whole.rows[BEGINS:] if row["name"] not in SPOKEN_OF]
    return whole.edit(remove=left_out)


class Designer:
    """Works a studio's page like somebody who changes cards and looks at what the changes do."""

    def __init__(self, page: Any) -> None:
        self.page = page

    # ------------------------------------------------------------ looking

    def wait_for_cards(self) -> None:
        """Wait until the list can be worked on."""
        self.page.locator(".rt-sheet tbody tr").first.wait_for()

    def wait_until_fresh(self) -> None:
        """Wait until the report on the page is of the current list."""
        self.page.locator('.rt-report-status[data-mood="fresh"]').wait_for()
        self.part(OVERVIEW).locator("svg").first.wait_for(state="attached")

    def wait_until_measured(self, before: str) -> None:
        """Wait until the report on the page is fresh and of a list other than the one with the digest `before`."""
        wait_until(self.page, MEASURED, arg=[before, [CHANGE, OVERVIEW, GLANCE]])

    def part(self, title: str) -> Any:
        """A part of the page by its title, whichever tab is open."""
        return self.page.locator(f'section[aria-label="{title}"]')

    def seen(self, title: str) -> Any:
        """The same, after turning to its tab."""
        self.turn_to(PANES.get(title, "All numbers"))
        return self.part(title)

    def is_stale(self, title: str) -> bool:
        """Whether a part says that it is out of date."""
        return "rt-stale" in self.part(title).get_attribute("class").split()

    def digest(self) -> str:
        """The digest of the deck whose report is shown."""
        return self.part(CHANGE).locator("[data-deck]").get_attribute("data-deck")

    def cell(self, card: str, column: str) -> Any:
        """The cell of a card under a column's title."""
        heads = self.page.locator(".rt-sheet:visible thead").get_by_role("columnheader").all_inner_texts()
        place = [head.strip(" ▲▼") for head in heads].index(column)
        row = self.page.locator(".rt-sheet:visible tbody tr").filter(
            has=self.page.locator(f'td.rt-name:text-is("{card}")')
        )
        return row.first.get_by_role("gridcell").nth(place)

    def wait_for_cell(self, card: str, column: str, *words: str) -> None:
        """Wait until a cell shows these words and no others."""
        wait_for(self.page, lambda: self.cell(card, column).inner_text().split() == list(words), f"{card}: {words}")

    # ------------------------------------------------------------ doing

    def begin_again(self, opened: str) -> None:
        """Open Guild Master's list as it is shipped, whatever was done before, and wait for its report."""
        self.turn_to("Cards")
        self.turn_to(PANES[JUDGED])
        bar = self.page.get_by_role("group", name="Deck", exact=True)
        for name, wanted in (("Game", "guild_master"), ("Deck", "medieval")):
            field = bar.get_by_role("combobox", name=name, exact=True)
            if name == "Deck" or field.input_value() != wanted:
                field.select_option(wanted)
                self.page.locator(".rt-bar-note").get_by_text("is open.").wait_for()
        self.page.wait_for_selector(f'section[aria-label="{CHANGE}"] [data-deck="{opened}"]', state="attached")
        self.wait_until_fresh()

    def write(self, card: str, column: str, text: str) -> None:
        """Type a text into a cell."""
        self.cell(card, column).click()
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def paste(self, card: str, column: str, text: str) -> None:
        """Paste what a spreadsheet copied, from a cell on."""
        self.cell(card, column).click()
        self.page.evaluate(COPY, text)

    def open_file(self, path: Path) -> None:
        """Choose a file on the page."""
        self.page.get_by_label("Open a file").set_input_files(path)

    def save_version(self, note: str) -> None:
        """Keep the deck as a version, and wait until it is in the list."""
        self.turn_to("Versions")
        self.page.get_by_role("textbox", name="Note").fill(note)
        self.page.get_by_role("button", name="Save this version").click()
        self.page.get_by_role("cell", name=note).wait_for()

    def turn_to(self, tab: str) -> None:
        """Open a tab of the studio, and its half of the page where there is room for one alone."""
        half = "proof" if tab in PROOF else "edited"
        choice = self.page.locator(f".rt-pane-choice:visible [data-shows='{half}']")
        if choice.count():
            choice.click()
        self.page.get_by_role("tab", name=tab, exact=True).first.click()
