"""lobby.js alone, with a lobby that answers it: what people choose on their banners, by keyboard and by name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import answer_with, fresh, sent, show
from tests.e2e.waiting import wait_until
from workbench.widgets import PlayApp

LATER = 3600  # seconds, to which the clock is put


@pytest.fixture
def page(bare_page: Any, address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The lobby of Cadwallon, where Ben sits beside the person of the first seat and two bots."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    app = PlayApp("cadwallon", lobby=True, pace=0)
    app.hear({"type": "hello", "id": ""})
    for message in ({"type": "player", "seat": 1, "bot": ""}, {"type": "name", "seat": 1, "name": "Ben"}):
        app.lobby.hear(message)

    def hear(message: object) -> dict[str, Any]:
        app.lobby.hear(message)
        return app.lobby.widget.state

    answer_with(bare_page, hear)
    fresh(bare_page, f"{address}lobby")
    show(bare_page, app.lobby.widget.state)
    return bare_page


def cloths(page: Any) -> list[str]:
    """The tincture of each banner."""
    return page.locator(".wb-banner").evaluate_all("all => all.map((one) => one.classList[1])")


@pytest.mark.rule("CA-029")
def test_a_colour_is_chosen_by_keyboard_and_the_other_person_gets_the_one_that_is_given(page: Any) -> None:
    assert page.get_by_label("Colour of Seat").count() == 2, "bots choose nothing"
    assert cloths(page) == ["wb-gules", "wb-azure", "wb-vert", "wb-purpure"]
    mine = page.get_by_label("Colour of Seat 1")
    assert mine.locator("option").nth(1).inner_text() == "blue key (swap with Ben)"
    page.get_by_label("Who plays Seat 1").press("Tab")
    page.keyboard.press("ArrowDown")
    wait_until(page, "document.querySelector('.wb-banner').classList.contains('wb-azure')")
    assert cloths(page) == ["wb-azure", "wb-gules", "wb-vert", "wb-purpure"]
    assert page.evaluate("document.activeElement.ariaLabel") == "Colour of Seat 1", "the keyboard stays where it was"
    shown = page.locator(".wb-player-of > span").all_inner_texts()
    assert shown[:4] == ["a person", "blue key", "a person", "red lion"], "never by colour alone"
    assert page.errors == []


def hear_of(page: Any, message: dict[str, Any]) -> None:
    """Let the page hear what a message that came from elsewhere has changed."""
    page.evaluate("(state) => window.answer(state)", page.answer(message))


def test_what_is_drawn_anew_takes_neither_what_is_typed_nor_the_press_that_deals(page: Any) -> None:
    """The page's clock stands still: on a slow machine a press would last longer than a lobby waits for its end."""
    field = page.get_by_label("Name of Seat 1", exact=True)
    field.click()
    page.keyboard.type("An")
    hear_of(page, {"type": "player", "seat": 2, "bot": ""})
    page.get_by_label("Name of Seat 3", exact=True).wait_for()
    page.keyboard.type("na")
    assert field.input_value() == "Anna"
    assert sent(page) == [], "a field that is drawn anew has not been left: no half of a name is told"
    deal = page.get_by_role("button", name="Deal the cards")
    deal.evaluate("button => { button.dataset.same = 'yes'; }")
    box = deal.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.clock.install(time=0)
    page.clock.pause_at(LATER)
    try:
        page.mouse.down()  # the name is told when the field is left
        hear_of(page, {"type": "player", "seat": 3, "bot": ""})
        assert page.get_by_label("Name of Seat 4", exact=True).count() == 0
        assert deal.get_attribute("data-same") == "yes"
        page.mouse.up()
        page.clock.run_for(1)
    finally:
        page.clock.resume()
    page.get_by_label("Name of Seat 4", exact=True).wait_for()
    wait_until(page, "window.sent.some(({ type }) => type === 'deal')")
    assert {"type": "name", "seat": 0, "name": "Anna"} in sent(page)
    assert page.errors == []


def opened(game: str) -> PlayApp:
    """A page on which the lobby of a game lies."""
    app = PlayApp(game, lobby=True, pace=0)
    app.hear({"type": "hello", "id": ""})
    return app


def test_cards_are_dealt_by_a_press_but_not_at_a_table_that_is_not_full(page: Any) -> None:
    deal = page.get_by_role("button", name="Deal the cards")
    page.get_by_role("heading", name="The table is set").wait_for()
    deal.click()
    assert sent(page) == [{"type": "deal"}]
    show(page, {**opened("cadwallon").lobby.widget.state, "ready": False})
    page.get_by_role("heading", name="The table is not full").wait_for()
    assert deal.is_disabled()


def test_house_rules_are_said_to_be_changed_where_they_are_and_nowhere_else(page: Any) -> None:
    lobby = opened("quests").lobby
    show(page, lobby.widget.state)
    page.get_by_text("The end", exact=True).wait_for()
    changed = page.locator("summary", has=page.locator(".wb-changed"))
    assert changed.count() == 0
    lobby.hear({"type": "option", "option": "first_player", "value": "left_of_dealer"})
    show(page, lobby.widget.state)
    changed.wait_for()
    assert changed.inner_text().startswith("Who begins")


def test_axe_finds_nothing_serious_on_the_banners(page: Any) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    assert serious_findings(page) == []


PASTE = """(text) => {
  const given = new DataTransfer();
  given.setData("text", text);
  const about = { clipboardData: given, bubbles: true, cancelable: true };
  document.activeElement.dispatchEvent(new ClipboardEvent("paste", about));
}"""


def test_a_list_that_is_pasted_on_a_banner_seats_a_person_for_each_name(page: Any) -> None:
    page.get_by_label("Name of Seat 1", exact=True).focus()
    page.evaluate(PASTE, "Anna\nBen; Cem,\tDana")
    page.get_by_label("Name of Seat 4", exact=True).wait_for()
    names = page.locator("input.wb-name").evaluate_all("all => all.map(({ value }) => value)")
    assert names == ["Anna", "Ben", "Cem", "Dana"]
    page.get_by_label("Name of Seat 2", exact=True).focus()
    page.evaluate(PASTE, "one name alone is written as usual")
    assert sent(page) == [{"type": "names", "seat": 0, "names": ["Anna", "Ben", "Cem", "Dana"]}]


def test_bots_fill_the_table_by_one_press(page: Any) -> None:
    for _ in range(2):
        page.get_by_role("button", name="Remove").last.click()
    page.get_by_role("button", name="Fill with 2 bots").click()
    page.locator(".wb-banner").nth(3).wait_for()
    assert page.get_by_role("button", name="Fill with").count() == 0, "Cadwallon seats four"


@pytest.mark.parametrize("size", [(360, 740), pytest.param((1366, 768), marks=pytest.mark.slow)], ids=str)
def test_one_can_deal_however_long_the_page_is(page: Any, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    state = opened("guild_master").lobby.widget.state
    show(page, {**state, "seats": state["seats"] * 7})
    # As high as the window and no higher, as a stage holds it.
    page.locator(".wb-lobby-page").evaluate("page => (page.parentElement.style.cssText = 'position: fixed; inset: 0')")
    deal = page.get_by_role("button", name="Deal the cards")
    for scrolled in ("0", "scrollHeight"):
        page.locator(".wb-lobby-page").evaluate(
            f"page => (page.scrollTop = {'page.' if scrolled != '0' else ''}{scrolled})"
        )
        wait_until(
            page,
            """() => {
              const { top, bottom } = document.querySelector("[data-key='deal']").getBoundingClientRect();
              return top >= 0 && bottom <= innerHeight;
            }""",
        )
    assert deal.is_enabled()
