"""The hand: what may be pressed says so in every phase, twelve cards are read, and a card says what its signs mean."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.e2e.harness import fresh, show
from tests.e2e.scenes import every_moment, moments
from workbench.kernel.registry import list_games
from workbench.play import Match

# For each scene how many cards of the hand can be pressed, and how many of them lack a gold edge; each scene gets a
# new page, since revealed cards would wait for a press.
PRESSED = """(scenes) => JSON.parse(scenes).map((scene) => {
  window.fresh();
  window.show(scene);
  const cards = [...document.querySelectorAll(".rt-own button.rt-card:is([data-action], [aria-pressed])")];
  return [cards.length, cards.filter((card) => !card.matches(".rt-may")).length];
})"""
# The names that something covers in their middle, or that are wider than the visible part of their card.
COVERED = """() => [...document.querySelectorAll(".rt-own .rt-card:not(.rt-cannot) > .rt-title")].filter((title) => {
  const { left, right, top, height } = title.getBoundingClientRect();
  const points = [left + 1, (left + right) / 2, right - 1].map((x) => document.elementFromPoint(x, top + height / 2));
  return points.some((part) => !title.parentElement.contains(part));
}).map((title) => title.textContent)"""


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    return fresh(bare_page, address)


QUICK = ("excalibur", "quests")  # chips that are pressed to be picked, and most phases; the others are made of the same


@pytest.mark.parametrize(
    "game_id", [one if one in QUICK else pytest.param(one, marks=pytest.mark.slow) for one in list_games()]
)
def test_cards_that_can_be_pressed_have_the_gold_edge_in_every_phase(table: Any, game_id: str) -> None:
    seats = 2 if game_id == "guile" else 4
    asked = [moment.scene for moment in every_moment(seats=seats, only=game_id) if moment.viewer == "asked"]
    pressed, plain = zip(*table.evaluate(PRESSED, json.dumps(asked)), strict=True)
    assert sum(pressed)
    assert not any(plain), [scene["phase"] for scene, number in zip(asked, plain, strict=True) if number]


@pytest.mark.parametrize(
    "phase", ["stage_play", *(pytest.param(one, marks=pytest.mark.slow) for one in ("stage_merlin", "bid_payment"))]
)
def test_twelve_cards_can_be_read_though_those_of_no_use_lie_over_each_other(table: Any, phase: str) -> None:
    (moment,) = (one for one in moments("quests", "base_game", 4) if one.phase == phase and one.viewer == "asked")
    show(table, moment.scene)
    cards = table.locator(".rt-own .rt-card")
    assert cards.count() >= 12
    assert table.evaluate(COVERED) == []
    for card in table.locator(".rt-own .rt-card:not(.rt-cannot)").all():
        picture, whole = card.locator(".rt-picture").bounding_box(), card.bounding_box()
        assert picture["height"] > 0.4 * whole["height"], "no card is white below"
        assert card.locator(".rt-text").bounding_box()["height"] > 8 or "Test" in card.inner_text()


def test_a_card_that_names_its_categories_shows_their_emblems_and_no_letters(table: Any) -> None:
    match = Match("guild_master", seats=3, seed=3)
    show(table, match.scene(match.to_act[0]).as_dict())
    coins = table.locator(".rt-own .rt-coins .rt-symbol")
    assert coins.count() > 4
    assert coins.locator(".rt-emblem").count() == coins.count()
    assert table.locator(".rt-own .rt-letter").count() == 0
    assert table.locator(".rt-own .rt-worth").first.is_visible()


def test_the_dagger_says_on_its_card_what_it_does(table: Any) -> None:
    for seed in range(40):
        match = Match("guile", seats=2, seed=seed)
        while match.phase != "draft":
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        scene = match.scene(match.to_act[0]).as_dict()
        if any("†" in card["title"] for zone in scene["zones"] for card in zone["cards"]):
            break
    show(table, scene)
    dagger = table.locator(".rt-own .rt-card:has-text('†')")
    assert dagger.locator(".rt-worth").inner_text() == "wins ties"
    assert dagger.locator(".rt-worth").is_visible()
    assert table.locator(".rt-own .rt-worth").count() == 1
