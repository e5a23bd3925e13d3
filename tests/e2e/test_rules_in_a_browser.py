"""The rules beside the table: what is listed there, what a search finds, and how one gets to a rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, resized, sent, show
from tests.table_pictures import PICTURES, take
from tests.widgets.sample_scene import sample_scene
from workbench.kernel.registry import game
from workbench.widgets.table.rules import rules_page

COUNT = ".rt-rulebook .rt-filtered"
SESSION = {"can_undo": False, "can_redo": False, "phase": "trade_1", "undo_refusal": "", "note": "", "error": ""}
SESSION |= {"kept_words": "", "windows": [], "drawing": None, "practice": False}


def page_of(game_id: str) -> dict[str, Any]:
    """The rules as a match's page tells them."""
    return rules_page(game(game_id), game(game_id).variants[0])


def draw(page: Any, rules: dict[str, Any] | None, phase: str = "trade_1") -> None:
    """Draw the sample scene, with the rules at hand."""
    show(page, sample_scene(0).as_dict() | {"asked": 1}, session=SESSION | {"phase": phase}, rules=rules)


@pytest.fixture
def rules(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    draw(bare_page, page_of("guild_master"))
    bare_page.keyboard.press("r")
    return bare_page


def numbers(page: Any) -> list[str]:
    """The ids of the rules that are listed."""
    return page.locator(".rt-rules .rt-number").all_inner_texts()


def search(page: Any, words: str) -> list[str]:
    """Type into the search field; return the ids of the rules that are seen then."""
    page.get_by_label("Search the rules").fill(words)
    return numbers(page)


def choose(page: Any, which: str) -> None:
    """Press which rules are to be seen."""
    page.get_by_role("group", name="Which rules").get_by_role("button", name=which).click()


def test_the_rules_of_this_phase_come_first_and_follow_the_match(rules: Any) -> None:
    assert set(numbers(rules)) == set(page_of("guild_master")["phases"]["trade_1"])
    assert rules.locator(COUNT).inner_text() == f"{len(numbers(rules))} rules of this phase."
    draw(rules, page_of("guild_master"), "discard")
    assert set(numbers(rules)) == set(page_of("guild_master")["phases"]["discard"])
    assert rules.errors == rules.console_errors == []


def test_all_rules_stand_under_their_sections_and_those_of_the_house_apart(rules: Any) -> None:
    choose(rules, "All rules")
    told = [section["title"] for section in page_of("guild_master")["sections"]]
    assert rules.locator(".rt-rules h4").all_inner_texts() == told
    assert len(numbers(rules)) > 200
    choose(rules, "House rules")
    assert rules.locator(".rt-rules h4").all_inner_texts() == ["Length of this match", "Options"]


def test_the_nearest_rule_is_first_and_large_and_what_was_found_is_marked(rules: Any) -> None:
    choose(rules, "All rules")
    assert search(rules, "made to trade")[0] == "GM-040"
    assert rules.locator(".rt-nearest").count() == 1
    sizes = rules.locator(".rt-entry > p").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert sizes[0] > 1.2 * max(sizes[1:] or [0])
    assert {text.lower() for text in rules.locator(".rt-nearest mark").all_inner_texts()} >= {"trade"}
    assert search(rules, "40")[0] == "GM-040"


def test_a_search_finds_what_has_all_words_else_what_has_some(rules: Any) -> None:
    choose(rules, "All rules")
    assert "GM-305" in search(rules, "shuffled stock")
    assert "a part of" not in rules.locator(COUNT).inner_text()
    assert "GM-305" in search(rules, "shuffled stock unicorn")
    assert "a part of" in rules.locator(COUNT).inner_text()
    assert search(rules, "unicorn") == []
    assert rules.locator(COUNT).inner_text().startswith("Nothing matches.")
    assert search(rules, ".*") == []


def test_a_citation_leads_to_its_rule_even_if_a_search_hides_it(rules: Any) -> None:
    search(rules, "gm-303")
    choose(rules, "All rules")
    rules.locator("#rule-GM-303").get_by_role("link", name="GM-277").click()
    rules.locator("#rule-GM-277:focus").wait_for()
    assert rules.locator(".rt-wanted").count() == 1
    assert rules.get_by_label("Search the rules").input_value() == ""
    assert "#" not in rules.url


def test_how_to_play_is_one_press_away_with_its_pictures(rules: Any) -> None:
    rules.get_by_role("button", name="How to play, half a page").click()
    assert rules.get_by_role("heading", name="How to play Guild Master").is_visible()
    assert rules.locator(".rt-how img").evaluate_all("all => all.length && all.every(one => one.alt)")
    rules.locator(".rt-how").get_by_role("link", name="GM-307").click()
    rules.locator("#rule-GM-307:focus").wait_for()


def test_rules_that_are_not_at_hand_are_asked_for(bare_page: Any, address: str) -> None:
    fresh(bare_page, address)
    draw(bare_page, None)
    bare_page.get_by_role("button", name="Rules").click()
    assert sent(bare_page) == [{"type": "turn", "to": "rules"}]


def test_data_never_becomes_markup(bare_page: Any, address: str) -> None:
    evil = "<img src=x onerror='window.hurt=1'><b>bold</b>"
    run = {"text": evil, "look": evil, "rule": ""}
    picture = {"kind": "picture", "source": "http://192.0.2.1/x.png", "words": evil}
    blocks = [{"kind": "text", "runs": [run]}, {"kind": "rule", "rule": evil, "runs": [run]}, picture]
    blocks.append({"kind": "table", "rows": [[[run]]]})
    fresh(bare_page, address)
    section = {"title": evil, "house": True, "blocks": blocks}
    draw(bare_page, {"title": evil, "how_to_play": blocks, "sections": [section], "phases": {}})
    bare_page.keyboard.press("r")
    search(bare_page, "bold")
    bare_page.get_by_role("button", name="How to play, half a page").click()
    assert bare_page.locator(".rt-rulebook").locator("img, .rt-rules b").count() == 0
    assert bare_page.evaluate("window.hurt") is None


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "game_id", ["quests", *(pytest.param(one, marks=pytest.mark.slow) for one in sorted(PICTURES) if one != "quests")]
)
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(
    bare_page: Any, address: str, game_id: str, width: int
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = resized(bare_page, width)
    fresh(page, address)
    draw(page, page_of(game_id))
    page.keyboard.press("r")
    choose(page, "All rules")
    search(page, "card")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(page) == []


def test_the_pictures_are_made_from_the_table_itself(bare_page: Any, address: str) -> None:
    wanted = PICTURES["guile"][1]
    content = take(bare_page, address, "guile", wanted)
    assert content[:4] == b"RIFF"
    assert content[8:12] == b"WEBP"
    assert take(bare_page, address, "guile", wanted) == content
