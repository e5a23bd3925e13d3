"""The game's own words on the harness: they open where they stand, by mouse and by keyboard."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, show
from workbench.kernel.registry import list_games
from workbench.play.match import Match

GLOSSARY = [["Knight-Errant", "The knight whose turn it is."], ["coins", "They count the rounds."]]


def test_a_word_of_the_game_says_what_it_means_when_it_is_pressed(bare_page: Any, address: str) -> None:
    page = bare_page
    fresh(page, address)
    match = Match("guile", seats=2, seed=5, bots={0: "greedy", 1: "greedy"})
    while match.phase != "act":
        match.play_bot(match.next_bot or 0)
    session = {"slot": "x", "can_undo": False, "can_redo": False, "glossary": GLOSSARY, "phase": "act"}
    show(page, match.scene(match.to_act[0]).as_dict() | {"asked": 1}, session=session)
    word = page.locator(".rt-message dfn", has_text="Knight-Errant")
    word.click()
    said = page.locator(".rt-said-words")
    page.locator(".rt-said-words", has_text="Knight-Errant: The knight whose turn it is.").wait_for()
    page.get_by_role("button", name="Close this message").click()
    said.wait_for(state="hidden")
    word.focus()
    page.keyboard.press("Enter")
    said.wait_for()
    assert page.locator(".rt-table dfn", has_text="coins").count() == 0, "Knights have no coins in their sentence"
    assert serious_findings(page) == []


@pytest.mark.parametrize("game", [*list_games().values()], ids=lambda game: game.id)
def test_each_game_explains_its_own_words_in_a_sentence_or_two(game: Any) -> None:
    assert len(game.glossary) >= 4
    for word, meaning in game.glossary.items():
        assert word
        assert meaning.endswith(".")
        assert len(meaning) <= 130
