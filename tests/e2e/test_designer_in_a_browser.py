"""What a designer does in a day, with the scripts of the studio in a browser and a whole DeckStudio behind them.

There is no kernel or server between them: test_deck_studio_in_voila.py proves that these carry it.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import comm
import pytest
from comm.base_comm import BaseComm

from tests.e2e.designers import Designer, short_list
from tests.e2e.harness import answer_with, fresh
from tests.e2e.waiting import wait_for
from workbench.decks import Deck
from workbench.decks.exchange import deck_csv, read_upload
from workbench.gallery import Gallery
from workbench.widgets import DeckStudio
from workbench.widgets.studio.messages import MOST_UPLOAD

ALONE = "Orchard"  # which gives no card a bonus, and gets none
SHOWN = {"state", "beat", "grid", "face", "measured", "piles", "title", "html", "stale", "folds", "scrolls"}  # traits


class Telling(BaseComm):
    """A widget's connection to its page: what it says besides its traits waits for its next answer."""

    said: ClassVar[list[tuple[str, Any]]] = []

    def publish_msg(
        self, msg_type: str, data: Any = None, metadata: Any = None, buffers: Any = None, **keys: Any
    ) -> None:
        if (data or {}).get("method") == "custom":
            self.said.append((self.comm_id, data["content"]))


class StudioPage:
    """A page with the widgets of a studio on it, one below the other, and the studio behind them."""

    def __init__(self, page: Any, address: str) -> None:
        self.page, self.designer = page, Designer(page)
        self.studio = DeckStudio("guild_master", short_list(), games=60)
        self.studio.report.watched = False  # nobody looks at what is measured here
        answer_with(page, self._hear)
        fresh(page, f"{address}studio")
        page.evaluate("told => window.show(JSON.parse(told))", json.dumps(self._told()))
        self.designer.wait_for_cards()

    @property
    def _widgets(self) -> dict[str, Any]:
        """The widgets, named by their script and by what tells several of one script apart."""
        studio = self.studio
        return {
            "bar": studio.bar, "part file": studio.files.part, "grid": studio.grid,
            "part judged": studio.judgement.findings, "versions": studio.versions.list,
            "part differs": studio.versions.differences, "part played": studio.played.words,
            "publish": studio.publishing.form, "part public": studio.publishing.public,
        }  # fmt: skip

    def _hear(self, given: Any) -> dict[str, Any]:
        """Let a widget hear a message; without one the page only asks what there is to show."""
        if given is not None:
            name, message = given
            self._widgets[name]._handle_custom_msg(message, [])
        return self._told()

    def _told(self) -> dict[str, Any]:
        """What every widget shows now, and what was said besides."""
        names = {one.model_id: name for name, one in self._widgets.items()}
        said = [(names[place], message) for place, message in Telling.said if place in names]
        Telling.said.clear()
        shown = {name: one.get_state(one.traits(sync=True).keys() & SHOWN) for name, one in self._widgets.items()}
        return {"shown": shown, "said": said}

    @property
    def deck(self) -> Deck:
        """The list as it is."""
        return self.studio.deck

    def wait_until_noted(self, words: str) -> None:
        """Wait until the bar says what was done."""
        self.page.locator(".rt-bar-note").get_by_text(words).first.wait_for()

    def wait_until_undoes(self, words: str) -> None:
        """Wait until the bar offers to undo this."""
        self.page.locator(f".rt-bar-row button[title^='Undo: {words}']").wait_for()

    def press(self, name: str) -> None:
        """Press a button."""
        self.page.get_by_role("button", name=name, exact=True).click()

    def wait_for_cards(self, count: int) -> None:
        """Wait until the list has so many cards."""
        wait_for(self.page, lambda: len(self.deck.names["card"]) == count, f"{count} cards")


@pytest.fixture
def desk(bare_page: Any, address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StudioPage]:
    """The studio with a part of Guild Master's usual deck in it."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(comm, "create_comm", Telling)
    opened = StudioPage(bare_page, address)
    yield opened
    opened.studio.report.measuring.close()
    opened.studio.versions.measuring.close()


def test_a_card_is_changed_renamed_added_deleted_and_all_is_undone(desk: StudioPage) -> None:
    designer, opened = desk.designer, desk.deck
    cards = len(opened.names["card"])
    designer.write("Irrigation", "Resources", "GG")
    desk.wait_until_undoes("Irrigation, resources")
    designer.write("Vineyard", "Name", "Vinery")
    designer.cell("Vinery", "Name").click()
    desk.press("Duplicate")
    desk.wait_for_cards(cards + 1)
    designer.cell(ALONE, "Name").click()
    desk.press("Delete")
    desk.wait_for_cards(cards)
    names = desk.deck.names["card"]
    assert "Vinery" in names
    assert not {"Vineyard", ALONE} & set(names)
    bar = desk.page.get_by_role("group", name="Deck", exact=True)
    for _step in range(4):
        bar.get_by_role("button", name="Undo").click()
    designer.wait_for_cell("Irrigation", "Resources", "✿", "F", "✿", "F")
    wait_for(desk.page, lambda: desk.deck == opened)
    assert bar.get_by_role("button", name="Undo").is_disabled()


def test_a_block_of_a_spreadsheet_is_pasted_in_one_step(desk: StudioPage) -> None:
    opened = desk.deck
    desk.designer.paste("Farmland", "Resources", "GG\tG\nTT\t\n")
    desk.designer.wait_for_cell("Farmland", "Resources", "♛", "G", "♛", "G")
    assert desk.deck != opened
    desk.press("Undo")
    wait_for(desk.page, lambda: desk.deck == opened)


def test_a_list_is_imported_judged_before_and_exported_as_it_is(desk: StudioPage, tmp_path: Path) -> None:
    page, opened = desk.page, desk.deck
    changed = opened.edit(change=[{"card_id": "irrigation", "resources": "GG"}])
    good, damaged = tmp_path / "good.csv", tmp_path / "damaged.csv"
    text = deck_csv(changed, changed.game.tables[0]).decode("utf-8-sig")
    good.write_text(text, encoding="utf-8")
    damaged.write_text(text.replace("farmland,Farmland,FF", "farmland,,Q9"), encoding="utf-8")
    large = tmp_path / "large.csv"
    large.write_bytes(b"x" * (MOST_UPLOAD + 1))
    desk.designer.open_file(large)
    page.get_by_role("alert").get_by_text("a card list has at most").wait_for()
    desk.designer.open_file(damaged)
    page.get_by_text("damaged.csv was not opened; the deck stays as it was.").wait_for()
    desk.designer.part("What came of the file").get_by_text("Fix:").first.wait_for()
    assert desk.deck == opened
    desk.designer.open_file(good)
    desk.wait_until_noted("Open good.csv: done.")
    assert desk.deck == changed
    page.get_by_text("File", exact=True).click()
    page.get_by_role("combobox", name="as", exact=True).select_option("xlsx")
    with page.expect_download() as download:
        desk.press("Save a file")
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert read_upload(opened.game, saved.name, saved.read_bytes(), opened).deck == changed


def test_a_version_is_kept_compared_and_brought_back(desk: StudioPage) -> None:
    page, designer = desk.page, desk.designer
    designer.write("Irrigation", "Resources", "GG")
    desk.wait_until_undoes("Irrigation, resources")
    kept = desk.deck
    page.get_by_role("textbox", name="Note", exact=True).fill("more government")
    desk.press("Save this version")
    page.get_by_role("cell", name="more government").wait_for()
    designer.write("Quarry", "Resources", "GG")
    wait_for(page, lambda: desk.deck != kept)
    page.get_by_role("combobox", name="What changes from").select_option("version:1")
    page.get_by_role("combobox", name="to", exact=True).select_option("now")
    desk.press("Compare")
    differs = designer.part("What differs")
    differs.get_by_text("Quarry").first.wait_for()
    assert differs.get_by_text("Irrigation").count() == 0
    desk.press("Bring back version 1")
    desk.wait_until_noted("Version 1 is back.")
    assert desk.deck == kept


def test_the_list_as_it_is_is_played(desk: StudioPage) -> None:
    desk.designer.write("Irrigation", "Resources", "GG")
    desk.press("Play this deck")
    desk.designer.part("A game with this deck").get_by_text("played with the list as it is now").wait_for()
    app = desk.studio.played.app
    assert app is not None
    assert app.match.deck.as_printed() == desk.deck.as_printed() != short_list().as_printed()
    desk.designer.write("Irrigation", "Resources", "MM")
    desk.designer.part("A game with this deck").get_by_text("has been changed since this game began").wait_for()


def test_a_variant_is_published_and_taken_back(desk: StudioPage) -> None:
    page = desk.page
    desk.designer.write("Irrigation", "Resources", "GG")
    desk.press("Share")
    form = page.locator(".rt-publish-form")
    for label, text in (("Title", "Wet Town"), ("Your name, as readers see it", "Class 4b")):
        form.get_by_label(label, exact=True).fill(text)
    page.get_by_text("Its address: /v/wet-town").wait_for()
    desk.press("Publish")
    page.get_by_text("Published as version 1 of Wet Town").wait_for()
    (published,) = Gallery().own("guild_master")
    assert Gallery().publication(published.slug).deck == desk.deck
    page.get_by_text("Take it back", exact=True).click()
    desk.press("Take back Wet Town")
    page.get_by_text("Taken back: nobody sees a version of it any more").wait_for()
    assert not list(Gallery().own("guild_master"))
