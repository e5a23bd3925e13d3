"""The one bar of a table: its tools, its menu, its drawers, what is said over the table, and its keys."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show
from tests.e2e.waiting import wait_for, wait_until
from tests.widgets.sample_scene import sample_scene
from workbench.kernel.registry import game
from workbench.kernel.scenes.scene import LogNote
from workbench.widgets.table.rules import rules_page

SESSION = {"can_undo": True, "can_redo": False, "phase": "trade_1", "undo_refusal": "", "note": "", "error": ""}
SESSION |= {"kept_words": "", "windows": [], "drawing": None, "practice": False, "largest_file": 10}
RULES = rules_page(game("guild_master"), game("guild_master").variants[0])
LINES = ("Turn 1: Seat 2.", "Seat 2 builds Inn.", "Seat 3 gives you Mill.", "Seat 1 builds Port.", "Seat 2 draws 2.")
NOTES = tuple(LogNote(turn, seat, (seat,), round=number) for turn, seat, number in
              ((1, 1, 1), (1, 1, 1), (1, 2, 1), (2, 0, 2), (3, 1, 2)))  # fmt: skip
BOX = "one => { const { x, y, width, height } = one.getBoundingClientRect(); return [x, y, width, height]; }"
FIRST_FRAMES = "document.querySelector('.rt-time-left').getAnimations()[0]"


def draw(page: Any, opened: str = "table", seat: int | None = 0, **session: Any) -> None:
    """Draw the sample scene with a log of five lines, and what the bar has to say."""
    scene = replace(sample_scene(seat), log=LINES, notes=NOTES).as_dict() | {"asked": 1, "since": 2}
    show(page, scene, session=SESSION | session, rules=RULES, opened=opened)


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    draw(bare_page)
    return bare_page


def focused(page: Any) -> str:
    """The key of what has the focus."""
    return page.evaluate("document.activeElement.dataset.key || document.activeElement.tagName")


def lines(page: Any) -> list[str]:
    """The visible lines of the log."""
    return page.locator(".rt-log-lines p:visible").all_inner_texts()


def stage(page: Any) -> list[list[float]]:
    """Where the parts of the table lie."""
    parts = page.locator(".rt-heading, .rt-story, .rt-seats, .rt-field, .rt-prompt, .rt-own")
    return parts.evaluate_all(f"all => all.map({BOX})")


# ---------------------------------------------------------------- tools and menu


def test_the_bar_has_four_tools_and_nothing_twice(table: Any) -> None:
    assert table.locator(".rt-tools button:visible").all_inner_texts() == ["Undo", "Rules", "Log", "Menu"]
    assert table.get_by_role("button", name="Log", exact=True).count() == 1
    assert table.get_by_role("tab").count() == 0
    keys = [tool.get_attribute("aria-keyshortcuts") for tool in table.locator(".rt-tools button").all()]
    assert keys == ["Control+Z", "R", "L", "M"]


def test_a_hand_in_a_window_has_what_needs_no_kernel(table: Any) -> None:
    show(table, sample_scene(0).as_dict() | {"asked": 2})
    assert table.locator(".rt-tools button:visible").all_inner_texts() == ["Log", "Menu"]
    table.keyboard.press("m")
    assert table.get_by_role("menuitem", name="New game").count() == 0
    assert table.get_by_role("menuitemcheckbox", name="Larger type").is_visible()


def test_undo_is_sent_or_says_why_not(table: Any) -> None:
    table.get_by_role("button", name="Undo").click()
    assert sent(table) == [{"type": "undo"}]
    draw(table, can_undo=False, undo_refusal="You have drawn a card since.")
    table.get_by_role("button", name="Undo", disabled=True).wait_for()
    table.keyboard.press("Control+z")
    assert table.get_by_role("status").get_by_text("You have drawn a card since.").is_visible()
    assert len(sent(table)) == 1
    table.keyboard.press("Control+y")
    assert sent(table)[-1] == {"type": "redo"}, "Python says whether there is anything, which the bar may not know yet"


def test_the_menu_holds_all_else_in_two_columns_and_nothing_in_it_is_gold(table: Any) -> None:
    windows = [{"seat": 1, "name": "Ben", "url": "http://127.0.0.1:1/seat/x", "status": "nobody sits yet"}]
    draw(table, windows=windows, drawing={"title": "the map", "kinds": [".svg"]}, can_redo=True,
         shows={"turn": False, "hint": True, "round": False})  # fmt: skip
    table.get_by_role("button", name="Menu").click()
    assert focused(table) == "menu:score"
    lefts = {round(box[0]) for box in table.locator(".rt-menu-title").evaluate_all(f"all => all.map({BOX})")}
    assert len(lefts) == 2
    grounds = table.locator(".rt-menu *").evaluate_all("all => all.map((one) => getComputedStyle(one).backgroundColor)")
    assert "rgb(246, 197, 68)" not in grounds
    link = table.get_by_role("menuitem", name="Open the hand of Ben")
    assert (link.get_attribute("href"), link.get_attribute("target")) == (windows[0]["url"], "_blank")
    for name, message in (
        ("Redo", {"type": "redo"}),
        ("Give me a hint", {"type": "way", "to": "hint"}),
        ("Save as a file", {"type": "save"}),
        ("Save the map as SVG", {"type": "draw", "kind": ".svg"}),
        ("New game", {"type": "turn", "to": "lobby"}),
        ("Score so far", {"type": "turn", "to": "score"}),
        ("How the game goes", {"type": "turn", "to": "graphs"}),
    ):
        if table.locator(".rt-menu").is_hidden():
            table.keyboard.press("m")
        table.get_by_role("menuitem", name=name).click()
        assert sent(table)[-1] == message
        assert table.locator(".rt-menu").is_hidden()


def test_links_to_hands_lie_nowhere_but_in_the_menu(table: Any) -> None:
    windows = [{"seat": 1, "name": "Ben", "url": "http://127.0.0.1:1/seat/x", "status": "nobody sits yet"}]
    draw(table, seat=None, windows=windows)
    assert table.get_by_role("link").count() == 0
    table.keyboard.press("m")
    assert table.get_by_role("menuitem", name="Open the hand of Ben").count() == 1


def test_the_menu_is_walked_by_arrows_and_its_switches_say_on_and_off(table: Any) -> None:
    table.keyboard.press("m")
    table.keyboard.press("End")
    table.keyboard.press("ArrowDown")
    assert focused(table) == "menu:score"
    larger = table.get_by_role("menuitemcheckbox", name="Larger type")
    larger.press("Enter")
    assert larger.get_attribute("aria-checked") == "true"
    assert larger.inner_text().endswith("on")
    assert focused(table) == "menu:large"
    still = table.get_by_role("menuitemcheckbox", name="Less motion")
    still.click()
    assert table.locator(".rt-table.rt-still.rt-projector").count() == 1
    table.keyboard.press("Escape")
    assert table.locator(".rt-menu").is_hidden()
    assert focused(table) == "menu"


def test_a_press_elsewhere_closes_the_menu(table: Any) -> None:
    table.keyboard.press("m")
    table.locator(".rt-message").click()
    assert table.locator(".rt-menu").is_hidden()


# ---------------------------------------------------------------- messages


def test_a_message_lies_over_the_table_moves_nothing_and_covers_neither_title_nor_story(table: Any) -> None:
    for width in (360, 1280):
        resized(table, width)
        draw(table)
        before = stage(table)
        draw(table, note=f"Your match was brought back, {width}.")
        said = table.locator(".rt-said-over")
        assert said.is_visible()
        assert stage(table) == before
        bar = table.locator(".rt-bar-of-table").bounding_box()
        assert said.bounding_box()["y"] >= bar["y"] + bar["height"]


def test_a_message_fades_but_not_while_somebody_points_at_it_or_is_there(table: Any) -> None:
    draw(table, note="Saved as match.json.")
    state = f"{FIRST_FRAMES}.playState"
    assert table.evaluate(f"{FIRST_FRAMES}.effect.getTiming().duration") == 4000
    assert table.evaluate(state) == "running"
    table.locator(".rt-said-over").hover()
    assert table.evaluate(state) == "paused"
    table.mouse.move(5, 700)
    assert table.evaluate(state) == "running"
    table.get_by_role("button", name="Close this message").focus()
    assert table.evaluate(state) == "paused"
    table.locator(".rt-message").focus()
    draw(table)
    assert table.locator(".rt-said-over").is_visible(), "an act does not cut it short"
    table.evaluate(f"{FIRST_FRAMES}.finish()")
    table.locator(".rt-said-over").wait_for(state="hidden")
    draw(table, note="Saved as match.json.")
    assert table.locator(".rt-said-over").is_visible()
    table.get_by_role("button", name="Close this message").click()
    assert table.locator(".rt-said-over").is_hidden()


def test_a_message_fades_for_those_who_asked_for_stillness_too(table: Any) -> None:
    table.emulate_media(reduced_motion="reduce")
    try:
        draw(table, note="Saved as match.json.")
        assert table.evaluate(f"{FIRST_FRAMES}.effect.getTiming().duration") == 4000
    finally:
        table.emulate_media(reduced_motion="no-preference")


def test_what_went_wrong_is_an_alert_in_the_ribbon_and_stays(table: Any) -> None:
    draw(table, error="The match cannot be kept: the disk is full.")
    alert = table.locator(".rt-prompt").get_by_role("alert")
    assert alert.inner_text() == "The match cannot be kept: the disk is full."
    assert table.locator(".rt-desk").get_by_role("alert").count() == 0
    show(table, sample_scene(None).as_dict() | {"asked": 0}, session=SESSION | {"error": "No such file."},
         cover={"seat": 0, "title": "Pass the device to Seat 1", "button": "I am Seat 1"})  # fmt: skip
    assert table.locator(".rt-desk").get_by_role("alert").inner_text() == "No such file.", "no ribbon is seen there"


def test_a_file_that_is_too_large_is_refused_here(table: Any, tmp_path: Any) -> None:
    (tmp_path / "large.json").write_text(" " * 11, encoding="utf-8")
    table.locator(".rt-file").set_input_files(tmp_path / "large.json")
    table.locator(".rt-prompt").get_by_text("large.json has 11 bytes; a saved match has at most 10.").wait_for()
    (tmp_path / "small.json").write_text("{}", encoding="utf-8")
    table.locator(".rt-file").set_input_files(tmp_path / "small.json")
    wait_until(table, "() => window.sent.length > 0")
    assert sent(table) == [{"type": "load", "name": "small.json", "text": "{}"}]


# ---------------------------------------------------------------- the log


def test_the_log_is_filtered_by_person_round_and_words_together(table: Any) -> None:
    table.keyboard.press("l")
    assert focused(table) == "log:search"
    assert table.locator(".rt-filtered").first.inner_text() == "Everybody, all rounds. 5 of 5 lines"
    table.get_by_role("group", name="Whose lines").get_by_role("button", name="Seat 2").click()
    assert lines(table) == ["Turn 1: Seat 2.", "Seat 2 builds Inn.", "Seat 2 draws 2."]
    table.get_by_role("group", name="Round").get_by_role("button", name="1").click()
    assert focused(table) == "log:round:1"
    table.get_by_label("Search the log").fill("BUILDS")
    assert lines(table) == ["Seat 2 builds Inn."]
    assert table.locator(".rt-log mark").all_inner_texts() == ["builds"]
    assert table.locator(".rt-filtered").first.inner_text() == "Seat 2, round 1, with “BUILDS”. 1 of 5 lines"
    assert table.locator(".rt-log-lines h4:visible").all_inner_texts() == ["Round 1, turn 1: Seat 2"]
    table.get_by_label("Search the log").fill("unicorn")
    assert table.get_by_text("No line fits.").is_visible()
    table.get_by_label("Search the log").fill("")
    assert table.locator(".rt-log mark").count() == 0


def test_what_is_typed_outlives_news(table: Any) -> None:
    table.keyboard.press("l")
    table.keyboard.type("inn")
    draw(table, note="Somebody has come.")
    assert focused(table) == "log:search"
    table.keyboard.type("x")
    assert table.get_by_label("Search the log").input_value() == "innx"


def test_many_rounds_stand_in_a_list(table: Any) -> None:
    told = tuple(f"Seat 1 does {number}." for number in range(12))
    notes = tuple(LogNote(number, 0, (0,), round=number) for number in range(1, 13))
    show(table, replace(sample_scene(0), log=told, notes=notes).as_dict() | {"asked": 1})
    table.keyboard.press("l")
    table.get_by_label("Round", exact=True).locator("visible=true").last.select_option("7")
    assert lines(table) == ["Seat 1 does 6."]


def test_beside_the_drawer_the_table_moves_together_and_nothing_is_covered(table: Any) -> None:
    resized(table, 1366, 768)
    draw(table)
    for key, drawer in (("l", ".rt-log"), ("r", ".rt-rulebook")):
        table.keyboard.press(key)
        left = table.locator(drawer).bounding_box()["x"]
        for part in (".rt-seats", ".rt-field", ".rt-prompt", ".rt-own"):
            box = table.locator(part).bounding_box()
            assert box["x"] + box["width"] <= left + 1, (key, part)
        table.keyboard.press("Escape")


# ---------------------------------------------------------------- keys


def test_escape_closes_what_is_open_and_gives_the_focus_back(table: Any) -> None:
    card = table.locator(".rt-own button.rt-card").first
    card.focus()
    before = focused(table)
    table.keyboard.press("r")
    assert table.locator(".rt-rulebook").is_visible()
    table.keyboard.press("Escape")
    assert table.locator(".rt-rulebook").is_hidden()
    assert focused(table) == before
    table.get_by_role("button", name="Log", exact=True).click()
    table.keyboard.press("Escape")
    assert focused(table) == "log"
    draw(table, opened="score")
    wait_for(table, lambda: focused(table) == "over:close")
    table.keyboard.press("Escape")
    assert sent(table)[-1] == {"type": "turn", "to": "table"}
    assert focused(table) == "menu"


def test_letters_are_keys_wherever_the_focus_is_but_where_somebody_writes(table: Any) -> None:
    table.evaluate("document.activeElement.blur()")
    table.keyboard.press("s")
    assert sent(table) == [{"type": "turn", "to": "score"}]
    table.keyboard.press("/")
    assert focused(table) == "log:search"
    table.keyboard.type("srm/")
    assert table.get_by_label("Search the log").input_value() == "srm/"
    assert len(sent(table)) == 1


def test_the_screen_is_filled_wherever_the_focus_is_and_tools_go_while_nobody_moves(table: Any) -> None:
    table.locator("[data-key=menu]").focus()
    table.clock.install()
    table.keyboard.press("f")
    table.locator(".rt-table.rt-full").wait_for()
    assert table.get_by_text("Esc leaves full screen").is_visible()
    table.clock.run_for(3500)
    assert table.locator(".rt-tools").is_hidden()
    assert table.locator(".rt-phases").is_visible()
    assert table.locator(".rt-story").is_visible()
    assert table.get_by_text("Esc leaves full screen").is_visible()
    table.clock.run_for(1000)
    assert table.get_by_text("Esc leaves full screen").count() == 0
    table.keyboard.press("Shift")
    assert table.locator(".rt-tools").is_visible()
    table.keyboard.press("f")
    table.locator(".rt-table.rt-full").wait_for(state="detached")


# ---------------------------------------------------------------- for everybody


@pytest.mark.parametrize("width", [360, pytest.param(1366, marks=pytest.mark.slow)])
@pytest.mark.parametrize("key", ["m", "l"])
def test_axe_finds_nothing_serious_in_menu_and_log(table: Any, width: int, key: str) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    resized(table, width, 740)
    windows = [{"seat": 1, "name": "Ben", "url": "http://127.0.0.1:1/seat/x", "status": "nobody sits yet"}]
    draw(table, windows=windows, note="Saved as match.json.")
    table.keyboard.press(key)
    if key == "l":
        table.get_by_label("Search the log").fill("builds")
    assert table.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(table) == []
