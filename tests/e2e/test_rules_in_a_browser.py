"""rules.js alone: what it draws, what a search shows, and how one gets to a rule."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import resized, show
from tests.table_pictures import PICTURES, take
from workbench.kernel.registry import game
from workbench.widgets.table.rules import rules_page

STATUS = ".rt-rules-status"


@pytest.fixture
def rules(bare_page: Any, address: str) -> Any:
    bare_page.goto(f"{address}rules")
    show(bare_page, rules_page(game("guild_master")))
    return bare_page


def search(page: Any, words: str) -> list[str]:
    """Type into the search field; the ids of the rules that are seen then."""
    page.get_by_label("Search the rules").fill(words)
    return page.locator(".rt-numbered:visible .rt-number").all_inner_texts()


def test_how_to_play_comes_first_and_the_rules_are_folded_by_section(rules: Any) -> None:
    headings = rules.get_by_role("heading", level=2).all_inner_texts()
    assert headings == ["How to play Guild Master", "The rules"]
    assert rules.locator("img").evaluate_all("all => all.every(one => one.naturalWidth > 300 && one.alt)")
    assert rules.locator("details").count() == len(rules_page(game("guild_master"))["sections"])
    assert rules.locator("details[open]").count() == 0
    assert rules.locator(STATUS).inner_text() == "263 rules and notes in 20 sections"
    assert rules.errors == rules.console_errors == []


def test_a_search_by_id_shows_that_rule_and_those_that_cite_it(rules: Any) -> None:
    assert search(rules, "gm-275") == ["GM-301", "GM-275"]
    assert rules.locator(STATUS).inner_text() == "2 of 263 rules and notes match"
    assert {text.lower() for text in rules.locator("mark").all_inner_texts()} == {"gm-275"}


def test_a_search_shows_what_has_all_the_words_in_any_order(rules: Any) -> None:
    assert search(rules, "STOCK cards shuffled")[0] == "GM-305"
    assert "GM-305" in search(rules, "shuffled stock")
    assert "GM-305" not in search(rules, "shuffled stock unicorn")
    assert rules.locator("details:visible").count() == 0
    assert rules.locator(STATUS).inner_text() == "Nothing matches. Try fewer words, or the id of a rule."


def test_after_a_search_all_is_folded_as_before(rules: Any) -> None:
    rules.locator("summary", has_text="The cards").click()
    search(rules, "lead")
    assert rules.locator("details[open]:visible").count() > 3
    search(rules, "")
    assert rules.locator("details[open] summary").all_inner_texts() == ["The cards (11)"]
    assert rules.locator("mark").count() == 0


def test_all_is_worked_by_keyboard(rules: Any) -> None:
    rules.get_by_label("Search the rules").focus()
    for _ in range(3):
        rules.keyboard.press("Tab")
    rules.keyboard.press("Enter")
    assert rules.locator("details[open] summary").all_inner_texts() == ["About these rules (1)"]
    rules.get_by_role("button", name="Unfold all").press("Enter")
    assert rules.locator("details:not([open])").count() == 0
    rules.get_by_role("button", name="Fold all", exact=True).press("Space")
    assert rules.locator("details[open]").count() == 0


def test_a_citation_opens_its_rule_even_if_a_search_hides_it(rules: Any) -> None:
    search(rules, "gm-303")
    rules.locator("#rule-GM-303").get_by_role("link", name="GM-277").click()
    rules.locator("#rule-GM-277:focus").wait_for()
    assert rules.locator("#rule-GM-277").is_visible()
    assert rules.get_by_label("Search the rules").input_value() == ""
    assert "#" not in rules.url


def test_how_to_play_leads_to_the_rules_it_cites(rules: Any) -> None:
    rules.locator(".rt-how").get_by_role("link", name="GM-307").click()
    rules.locator("#rule-GM-307:focus").wait_for()
    assert rules.locator(".rt-wanted").count() == 1


def test_a_rule_that_there_is_not_is_named(rules: Any) -> None:
    rules.evaluate("window.openRule('GM-999')")
    assert rules.locator(STATUS).inner_text() == "There is no rule GM-999 here."


def test_what_is_searched_for_is_text_and_no_pattern(rules: Any) -> None:
    assert search(rules, ".*") == []
    assert search(rules, "(double") == ["GM-008"]


def test_data_never_becomes_markup(rules: Any) -> None:
    evil = "<img src=x onerror='window.hurt=1'><b>bold</b>"
    run = {"text": evil, "look": evil, "rule": ""}
    picture = {"kind": "picture", "source": "http://192.0.2.1/x.png", "words": evil}
    blocks = [{"kind": "text", "runs": [run]}, {"kind": "rule", "rule": evil, "runs": [run]}, picture]
    blocks.append({"kind": "table", "rows": [[[run]]]})
    show(rules, {"title": evil, "how_to_play": blocks, "sections": [{"title": evil, "blocks": blocks}]})
    search(rules, "bold")
    assert rules.locator("img, b").count() == 0
    assert rules.evaluate("window.hurt") is None


@pytest.mark.parametrize("width", [360, pytest.param(1920, marks=pytest.mark.slow)])
@pytest.mark.parametrize("game_id", sorted(PICTURES))
def test_axe_finds_nothing_serious_and_nothing_scrolls_sideways(
    bare_page: Any, address: str, game_id: str, width: int
) -> None:
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = resized(bare_page, width)
    page.goto(f"{address}rules")
    show(page, rules_page(game(game_id)))
    page.get_by_role("button", name="Unfold all").click()
    search(page, "card")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert serious_findings(page) == []


def test_the_pictures_are_made_from_the_table_itself(bare_page: Any, address: str) -> None:
    wanted = PICTURES["guile"][0]
    content = take(bare_page, address, "guile", wanted)
    assert content[:4] == b"RIFF"
    assert content[8:12] == b"WEBP"
    assert take(bare_page, address, "guile", wanted) == content
