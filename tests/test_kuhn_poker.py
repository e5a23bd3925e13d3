"""docs/kuhn-poker.md: its files are Kuhn poker, its programs say what it shows, its screen is played in a browser.

What is known of the game, and the faults planted in it: tests/checks/test_small_games.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.docs_pages import Page, lines_of_code, run_program, trimmed
from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import running_harness, sent, show
from tests.e2e.waiting import wait_until
from tests.servers import CHECKOUT
from tests.small_game.kuhn import GAME
from workbench.kernel.registry import registered
from workbench.play import Match
from workbench.widgets.table.rules import rules_page

PAGE = Page("kuhn-poker.md")
FILES = CHECKOUT / "tests" / "small_game" / "kuhn"
GAME_FILE, PLAYED, MEASURED, CHECKED = PAGE.texts("python")
(DECK_FILE,), (CARDS_FILE,) = PAGE.texts("toml"), PAGE.texts("csv")
MOST_LINES = 70


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of somebody who has followed the page."""
    folder = tmp_path_factory.mktemp("page")
    deck = folder / "kuhn" / "decks" / "three"
    deck.mkdir(parents=True)
    (folder / "kuhn" / "__init__.py").write_text(GAME_FILE, encoding="utf-8")
    (deck / "deck.toml").write_text(DECK_FILE, encoding="utf-8")
    (deck / "cards.csv").write_text(CARDS_FILE, encoding="utf-8")
    return folder


def test_the_files_of_the_page_are_kuhn_poker() -> None:
    assert (FILES / "__init__.py").read_text(encoding="utf-8") == GAME_FILE
    assert (FILES / "decks" / "three" / "deck.toml").read_text(encoding="utf-8") == DECK_FILE
    assert (FILES / "decks" / "three" / "cards.csv").read_text(encoding="utf-8") == CARDS_FILE


def test_kuhn_poker_is_as_short_as_the_page_says() -> None:
    (most,) = re.findall(r"It is (\d+) lines of code below one import", PAGE.text)
    assert len(lines_of_code(GAME_FILE)) == int(most) <= MOST_LINES


@pytest.mark.parametrize(
    "program",
    [
        pytest.param(PLAYED, id="played"),
        pytest.param(MEASURED, id="measured", marks=pytest.mark.slow),
        pytest.param(CHECKED, id="checked"),
    ],
)
def test_a_program_of_the_page_prints_what_the_page_shows(program: str, folder: Path) -> None:
    assert trimmed(run_program(folder, program)) == PAGE.shown_after(program)


@pytest.fixture
def table(page: Any) -> Iterator[Any]:
    """A page that draws scenes."""
    with registered(GAME), running_harness() as address:
        page.goto(address)
        yield page


@pytest.mark.slow
def test_kuhn_poker_is_played_in_a_browser_on_the_plain_table(table: Any) -> None:
    """For somebody else's game on a dashboard see tests/test_small_game.py."""
    match = Match("kuhn", seed=3, bots={1: "random"})
    session = {"can_undo": False, "can_redo": False, "phase": match.phase, "undo_refusal": "", "note": "", "error": ""}
    session |= {"kept_words": "", "windows": [], "drawing": None, "practice": False}
    more = {"session": session, "rules": rules_page(GAME, GAME.variants[0])}
    show(table, match.scene(0).as_dict() | {"asked": 1}, **more)
    table.get_by_role("button", name="Check").wait_for()
    assert table.locator(".rt-message").inner_text() == "Play: it is your turn."
    assert table.locator(".rt-layout-hand .rt-card").count() == 1
    seats = table.locator(".rt-seat")
    banners = [seats.nth(seat).evaluate("banner => banner.outerHTML") for seat in range(2)]
    assert ["1 Chips in the pot" in banner for banner in banners] == [True, True]
    assert sorted("your turn" in seats.nth(seat).inner_text() for seat in range(2)) == [False, True]
    assert serious_findings(table) == []
    table.get_by_role("button", name="Bet a chip").click()
    (said,) = sent(table)
    match.play(0, said["actions"][0])
    match.play_bots()
    show(table, match.scene(0).as_dict() | {"asked": 0}, **more)
    wait_until(table, "document.querySelector('.rt-message').innerText.endsWith('wins.')")
    table.keyboard.press("r")
    table.get_by_text("Each seat pays a chip into the pot").wait_for()
    assert table.errors == []
