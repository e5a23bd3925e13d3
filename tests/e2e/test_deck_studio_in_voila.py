"""The designer's studio in Voila, worked by a designer with a real browser."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psutil
import pytest

from benchmarks.studio import CELLS
from tests.conftest import PATIENCE
from tests.e2e.accessibility import serious_findings
from tests.e2e.designers import CHANGE, COPY, GLANCE, JUDGED, Designer
from tests.e2e.people import SECONDS, Person, WithKeyboard, choose
from tests.e2e.test_printing_in_a_browser import A4, on_paper
from tests.e2e.waiting import wait_for, wait_until
from tests.servers import RunningServer
from tests.serving.conftest import write_notebook
from workbench.decks import load_deck

BAR = "[aria-label='Deck']"
COMPILING = 300 * SECONDS
IMPATIENT_STUDIO = """
from workbench.widgets import DeckStudio
studio = DeckStudio("guild_master", games=300)
studio.bar.beat = 300
studio
"""

TOY_STUDIO = """
from tests.small_game.joust import GAME
from workbench.author import register
from workbench.widgets import DeckStudio
register(GAME)
DeckStudio("joust", games=300)
"""

FAULTY_PAGE = """
from workbench.pages.messages import Save
from workbench.widgets import DeckStudio, PlayApp
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.messages import DuplicateRows

def fault(*_given):
    raise ZeroDivisionError("a planted fault")

setattr(CardGrid, CardGrid.handlers[DuplicateRows], fault)
setattr(PlayApp, PlayApp.handlers[Save], fault)
app = PlayApp("guile", seats=2, seed=3)
studio = DeckStudio("guild_master", games=60)
app
"""


@pytest.fixture(scope="module")
def studio(dashboards: RunningServer, shared_pages: Callable[..., Any]) -> Designer:
    """Somebody who has opened the studio on a projector and seen the first report."""
    page = shared_pages(width=1920, height=1080)
    page.goto(dashboards.notebook("deck_studio.ipynb"))
    somebody = Designer(page)
    page.set_default_timeout(COMPILING)
    somebody.wait_until_fresh()
    page.set_default_timeout(PATIENCE)
    return somebody


@pytest.fixture
def designer(studio: Designer) -> Designer:
    """The same, at work on the list as it is shipped."""
    studio.begin_again(load_deck("guild_master").digest)
    return studio


NOTE_AGES = """title => {
  const part = document.querySelector(`section[aria-label="${title}"]`);
  window.ages = [part.classList.contains("rt-stale")];
  const note = () => window.ages.push(part.classList.contains("rt-stale"));
  new MutationObserver(note).observe(part, { attributes: true, attributeFilter: ["class"] });
}"""


def test_a_wrong_cell_is_judged_a_right_one_measured_and_both_are_undone(designer: Designer) -> None:
    page = designer.page
    opened = designer.digest()
    page.evaluate(NOTE_AGES, CHANGE)
    designer.write("Irrigation", "Resources", "QQ")
    wrong = designer.part(JUDGED)
    wrong.get_by_text("1 error").wait_for()
    page.locator('.rt-report-status[data-mood="unsound"]').wait_for()
    assert designer.digest() == opened, "the last good deck stays measured"
    place = wrong.get_by_role("button", name="cards.csv row 5")
    designer.cell("Castle", "Name").click()
    place.click()
    wait_until(page, "document.activeElement.matches('td[aria-invalid=true]')")

    designer.write("Irrigation", "Resources", "GG")
    designer.part("Balance").get_by_text("was 33").first.wait_for()
    designer.wait_until_measured(opened)
    wait_until(page, "window.ages.at(-1) === false")
    ages = page.evaluate("window.ages")
    assert ages[0] is False
    assert True in ages, "what is out of date says so until it is not"
    edited = designer.digest()
    designer.seen(CHANGE).get_by_role("img", name="Shares: after less before").wait_for()
    assert not designer.is_stale(CHANGE)

    bar = page.get_by_role("group", name="Deck", exact=True)
    bar.get_by_role("button", name="Undo").click()
    page.get_by_text("Undone: Irrigation, resources: QQ → GG.").wait_for()
    bar.get_by_role("button", name="Undo").click()
    designer.wait_until_measured(edited)
    assert designer.digest() == opened
    assert page.errors == []


@pytest.mark.slow  # test_designer_in_a_browser.py plays a list, test_card_grid_in_a_browser.py looks at a small screen
def test_what_an_edit_moved_is_in_sight_on_any_screen_and_the_list_is_played(designer: Designer) -> None:
    """And axe finds nothing serious on a phone, where one half is seen at a time."""
    page = designer.page
    opened = designer.digest()
    designer.write("Irrigation", "Resources", "GG")
    designer.wait_until_measured(opened)
    designer.seen(CHANGE).get_by_role("img", name="Shares: after less before").wait_for()
    what_matters_is_in_sight(designer)
    designer.seen(GLANCE).get_by_text("Difference, 95% interval").first.wait_for()
    designer.seen("What each card decides").locator("svg").first.wait_for()
    designer.seen(JUDGED)
    for width in (360, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 1080})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        if width == 360:
            assert not page.is_visible(".rt-proof"), "one half at a time"
            designer.seen(JUDGED)
            assert not page.is_visible(".rt-scroller")
            page.hover("[data-shows='proof']")
            assert serious_findings(page) == [], "the half that is chosen is read under the mouse, too"
            designer.turn_to("Cards")
        pane = page.locator(".rt-scroller:visible").bounding_box()
        assert width == 360 or page.evaluate("document.documentElement.scrollHeight") <= 1080, (
            "panes scroll, not the page"
        )
        assert width == 360 or pane["y"] + pane["height"] <= 1080
        assert width == 360 or page.locator(".rt-grid").bounding_box()["width"] > width / 2

    page.get_by_role("button", name="Play this deck").click()
    person = Person(page)
    assert person.play(acts=2) == 2
    page.get_by_text("This game is played with the list as it is now.").wait_for()
    assert page.errors == []


class ByKeyboard:
    """Moves around a studio with F6, Tab and the arrow keys, without a mouse."""

    def __init__(self, page: Any) -> None:
        self.page = page

    def _press_until(self, key: str, reached: str, most: int = 60) -> None:
        for _ in range(most):
            if self.page.evaluate("selector => document.activeElement.matches(selector)", reached):
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"{key} does not lead to {reached}.")

    def go_to_pane(self, pane: str, back: bool = False) -> None:
        """Press F6 until a pane has the focus."""
        self._press_until("Shift+F6" if back else "F6", f"{pane} *", most=3)

    def tab_to(self, selector: str) -> None:
        """Press Tab until something has the focus."""
        self._press_until("Tab", selector)

    def go_to_cell(self, card: str, column: str) -> None:
        """From any cell of the table to another one."""
        wanted = Designer(self.page).cell(card, column)
        place = """cell => {
          const row = cell.parentElement;
          const stops = [...row.cells].filter((one) => one.hasAttribute("tabindex") && one.getClientRects().length);
          return [row.rowIndex, stops.indexOf(cell)];
        }"""
        for axis, (less, more) in enumerate((("ArrowUp", "ArrowDown"), ("ArrowLeft", "ArrowRight"))):
            here = self.page.locator(".rt-sheet:visible td[tabindex='0']").evaluate(place)[axis]
            steps = wanted.evaluate(place)[axis] - here
            for _ in range(abs(steps)):
                self.page.keyboard.press(more if steps > 0 else less)
        assert wanted.get_attribute("tabindex") == "0", f"{card}, {column}"

    def turn_to(self, tab: str) -> None:
        """Open a tab of what is edited."""
        self._press_until("Shift+Tab", ".lm-TabBar-tab")
        tabs = self.page.locator(".rt-tabs:not(.rt-proof) .lm-TabBar-tab")
        for _ in range(tabs.all_inner_texts().index(tab)):
            self.page.keyboard.press("ArrowRight")
        self.page.keyboard.press("Enter")


def what_matters_is_in_sight(designer: Designer) -> None:
    """After an edit, on a projector: the verdict, the cards, beside them what shifted, in words, then as pictures."""
    page = designer.page
    verdict = page.locator(".rt-report-verdict")
    assert re.fullmatch("Irrigation .*[.]", verdict.inner_text())
    assert verdict.bounding_box()["y"] < 120
    card = page.locator(".rt-card-place .rt-card").bounding_box()
    assert card["y"] + card["height"] < page.locator(".rt-proof").bounding_box()["y"], "the card stands above the proof"
    first_words = designer.part(CHANGE).locator(".rt-findings li, .rt-nothing").first
    for part in (
        page.locator(".rt-scroller:visible"),
        first_words,
        *designer.part(CHANGE).locator("figure svg").all()[:1],
    ):
        box = part.bounding_box()
        assert box["y"] < 700
        assert box["x"] + box["width"] <= 1920


@pytest.mark.slow
def test_a_list_is_edited_mended_kept_and_played_by_keyboard_alone(designer: Designer) -> None:
    page, keys = designer.page, ByKeyboard(designer.page)
    asked = page.locator(CELLS.format(row=2))  # by benchmarks.studio
    wait_for(page, lambda: asked.inner_text().split() == ["⇄", "T", "⇄", "T"])
    keys.go_to_pane(".rt-sheet")
    keys.go_to_cell("Irrigation", "Resources")
    page.keyboard.type("GG")
    page.keyboard.press("Enter")
    designer.wait_for_cell("Irrigation", "Resources", "♛", "G", "♛", "G")
    page.keyboard.press("Control+z")
    designer.wait_for_cell("Irrigation", "Resources", "✿", "F", "✿", "F")
    keys.go_to_cell("Farmland", "Resources")
    page.evaluate(COPY, "GG\tG\nTT\t\n")
    designer.wait_for_cell("Farmland", "Resources", "♛", "G", "♛", "G")
    designer.wait_for_cell("Irrigation", "Resources", "⇄", "T", "⇄", "T")
    page.keyboard.press("Control+z")
    page.get_by_text("Undone: Paste").wait_for()

    keys.go_to_pane(".rt-proof")
    keys.tab_to(".rt-mend")
    page.keyboard.press("Enter")
    page.get_by_text("Mend deck.toml, declared_count. Undo brings it back.").wait_for()
    page.get_by_role("button", name="Write 113").wait_for(state="detached")
    keys.go_to_pane(BAR)
    keys.go_to_pane(".rt-sheet", back=True)  # two panes further would be the same
    keys.turn_to("Versions")
    keys.tab_to(".rt-versions input")
    page.keyboard.type("counted")
    page.keyboard.press("Enter")
    page.get_by_role("cell", name="counted").wait_for()
    keys.go_to_pane(BAR)
    keys.tab_to(f"{BAR} > .rt-bar-main")
    page.keyboard.press("Enter")
    page.locator(".rt-table[data-asked]").wait_for()
    assert WithKeyboard(page).play(acts=1) == 1
    assert page.errors == []


@pytest.mark.slow
def test_the_bonuses_are_zoomed_asked_and_saved_beside_the_cards(designer: Designer, tmp_path: Path) -> None:
    """And axe finds nothing serious on any tab once a change is measured."""
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = designer.page
    designer.turn_to("Bonuses")
    graph = page.get_by_role("region", name="Medieval town", exact=True)
    card = graph.locator("[data-key=library]")
    card.wait_for()
    width = card.bounding_box()["width"]
    graph.get_by_role("button", name="Larger").click()
    wait_for(page, lambda: card.bounding_box()["width"] > 1.2 * width)
    larger = graph.locator("svg").bounding_box()["width"]
    card.click()
    graph.locator("[data-key=library].rt-lit").wait_for()
    graph.locator(".rt-graph-said").get_by_text(re.compile("^Library")).wait_for()
    graph.get_by_text("Save as").click()
    for ending, begins in (("SVG", "<svg"), ("DOT", "digraph"), ("GraphML", "<graphml")):
        with page.expect_download() as download:
            graph.get_by_role("button", name=ending, exact=True).click()
        file = tmp_path / ending
        download.value.save_as(file)
        assert file.read_text(encoding="utf-8").lstrip().startswith(begins)
    before = designer.digest()
    designer.turn_to("Cards")
    designer.write("Irrigation", "Resources", "GG")
    designer.wait_until_measured(before)
    designer.turn_to("Bonuses")
    changed = graph.locator(".rt-changed")
    changed.wait_for()
    as_before = pytest.approx(larger, rel=0.05)
    wait_for(page, lambda: graph.locator("svg").bounding_box()["width"] == as_before, "as large as before the edit")
    designer.seen("What each card decides").get_by_role("button").first.wait_for()
    for width in (360, 1920):
        page.set_viewport_size({"width": width, "height": 1080})
        for tab in ("Cards", "Deck", "Bonuses", "Versions", "Play")[
            : None if width == 360 else 1
        ]:  # the others only grow
            designer.turn_to(tab)
            assert serious_findings(page) == [], (tab, width)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (tab, width)


@pytest.mark.slow
def test_versions_are_saved_compared_and_brought_back(designer: Designer) -> None:
    page = designer.page
    opened = designer.digest()
    designer.write("Irrigation", "Resources", "GG")
    designer.wait_until_measured(opened)
    kept = designer.digest()
    designer.turn_to("Versions")
    page.get_by_role("textbox", name="Note", exact=True).fill("more government")
    page.get_by_role("button", name="Save this version").click()
    page.get_by_text("Saved as version").wait_for()
    designer.turn_to("Cards")
    designer.write("Vineyard", "Name", "Vinery")
    designer.write("Quarry", "Resources", "GG")
    page.locator('.rt-grid[data-waiting="0"]').first.wait_for(state="attached")
    designer.turn_to("Versions")
    page.get_by_role("combobox", name="What changes from").select_option(label="Medieval town as opened")
    page.get_by_role("combobox", name="to", exact=True).select_option("now")
    page.get_by_role("button", name="Compare").click()
    differences = designer.part("What differs")
    differences.get_by_text("text only").first.wait_for()
    differences.get_by_text("Quarry").first.wait_for()
    designer.part("Their reports side by side").get_by_role("heading", name="Before: Medieval town").wait_for()
    page.get_by_role("button", name="Bring back version").first.click()
    wait_until(
        page,
        "([title, kept]) => document.querySelector("
        "`section[aria-label='${title}']:not(.rt-stale) [data-deck='${kept}']`) !== null",
        [CHANGE, kept],
    )


@pytest.mark.slow
def test_the_other_game_is_edited_too(designer: Designer) -> None:
    page = designer.page
    page.get_by_role("combobox", name="Game", exact=True).select_option("guile")
    page.get_by_role("tab", name="Knights").wait_for()
    designer.seen(CHANGE).get_by_text("Guile").first.wait_for()
    designer.wait_until_fresh()
    assert page.errors == []


@pytest.mark.slow
def test_a_whole_column_is_deleted_and_brought_back(designer: Designer) -> None:
    page = designer.page
    page.get_by_role("combobox", name="Game", exact=True).select_option("excalibur")
    page.get_by_text("Excalibur is open.").wait_for()
    designer.cell("Excalibur", "Effect").click()
    page.keyboard.press("Control+Space")
    page.keyboard.press("Delete")
    designer.part(JUDGED).get_by_text("27 errors").wait_for()
    page.locator('.rt-report-status[data-mood="unsound"]').wait_for()
    designer.wait_for_cell("Excalibur", "Effect")
    page.keyboard.press("Control+z")
    page.get_by_text("Undone: 27 cells of 27 cards.").first.wait_for()
    designer.part(JUDGED).get_by_text("errors").wait_for(state="detached")
    designer.wait_for_cell("Excalibur", "Effect", "excalibur")
    designer.write("Excalibur", "Note", "the sword in the stone")
    wait_until(page, "document.querySelector('.rt-grid').dataset.waiting === '0'")
    designer.wait_for_cell("Excalibur", "Note", "the", "sword", "in", "the", "stone")
    assert page.get_by_text("went wrong").count() == 0
    assert page.errors == []


@pytest.mark.slow
def test_a_fault_is_reported_once_on_its_page_and_the_page_goes_on(
    serve_dashboards: Callable[[Path], RunningServer], page: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / "index.ipynb", "Studio", FAULTY_PAGE, "studio")
    page.goto(serve_dashboards(folder).notebook("index.ipynb"))
    designer = Designer(page)
    designer.wait_for_cards()
    told = page.get_by_role("alert").filter(has_text="Something went wrong in the workbench")
    designer.cell("Irrigation", "Resources").click()
    page.get_by_role("button", name="Duplicate").click()
    told.get_by_text("while duplicating rows").wait_for()
    assert told.count() == 1
    page.locator('.rt-grid[data-waiting="0"]').wait_for(state="attached")
    designer.write("Irrigation", "Resources", "GG")
    told.wait_for(state="hidden")
    designer.wait_for_cell("Irrigation", "Resources", "♛", "G", "♛", "G")

    choose(page, "Save as a file")
    told.get_by_text("while saving").wait_for()
    assert told.count() == 1
    assert Person(page).play(acts=1) == 1
    told.wait_for(state="hidden")
    assert "planted" not in page.content()
    assert "Traceback" not in page.content()
    assert page.errors == []


@pytest.mark.slow
def test_a_dead_kernel_is_noticed_and_every_cell_comes_back(
    serve_dashboards: Callable[[Path], RunningServer], page: Any, tmp_path: Path
) -> None:
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / "index.ipynb", "Studio", IMPATIENT_STUDIO)
    server = serve_dashboards(folder)
    page.route("**/return.js", lambda route: route.abort())  # else the page may be back before anything is pressed
    page.goto(server.notebook("index.ipynb"))
    designer = Designer(page)
    designer.wait_until_fresh()
    before = designer.digest()
    designer.write("Irrigation", "Resources", "GG")
    designer.wait_until_measured(before)
    good = designer.digest()
    designer.write("Farmland", "Resources", "QQ")
    page.locator('.rt-report-status[data-mood="unsound"]').wait_for()
    page.get_by_text("kept", exact=True).wait_for()
    for process in psutil.Process(server.process.pid).children(recursive=True):
        process.kill()
    page.get_by_role("button", name="Reconnect").click()
    page.get_by_text("Your deck was brought back").wait_for()
    designer.wait_for_cell("Irrigation", "Resources", "♛", "G", "♛", "G")
    designer.wait_for_cell("Farmland", "Resources", "QQ")
    page.wait_for_selector(f'section[aria-label="{CHANGE}"] [data-deck="{good}"]', state="attached")


@pytest.mark.slow
def test_a_report_in_plain_python_stands_in_while_rules_compile(
    serve_dashboards: Callable[[Path], RunningServer], page: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """For our own games, compiled meanwhile by a process of its own, see tests/lab/test_live.py."""
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path / "cache"))
    folder = tmp_path / "notebooks"
    folder.mkdir()
    write_notebook(folder / "index.ipynb", "Studio", TOY_STUDIO)
    page.goto(serve_dashboards(folder).notebook("index.ipynb"))
    designer = Designer(page)
    page.locator('.rt-report-status[data-mood="stand-in"]').wait_for()
    designer.seen(GLANCE).get_by_text("Turns a game").wait_for()
    page.get_by_text("The rules are being compiled. That may take ").wait_for()
    page.set_default_timeout(COMPILING)
    designer.wait_until_fresh()
    page.get_by_text("Up to date: 300 games").wait_for()
    designer.seen(CHANGE).get_by_text("300 games").wait_for()


@pytest.mark.slow
def test_the_whole_list_is_printed_whichever_tab_is_open(designer: Designer) -> None:
    """The grid alone does not show this: what a dashboard puts around it cuts nothing off either."""
    for tab in ("Deck", "Cards"):
        designer.turn_to(tab)
        (printed,) = on_paper(designer.page)
        assert printed["names"] == list(load_deck("guild_master").names["card"])
        assert (printed["cut"], printed["clipped"]) == ([], 0)
        assert printed["right"] <= A4 + 0.5
