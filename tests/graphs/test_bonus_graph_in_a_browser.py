"""The bonus graph as a browser draws it: on a phone and on a wide screen, every text in its place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from workbench.decks import Deck, load_deck
from workbench.graphs import bonus_graph

PAGE = '<!doctype html><html lang="en"><title>Bonuses</title><body style="margin: 12px"><main>{}</main></body></html>'
SCREENS = [(360, 336), *(pytest.param(*one, marks=pytest.mark.slow) for one in [(600, 562), (900, 820), (1920, 1206)])]

# How far, in pixels, each text of a card sticks out of the card's box, and each letter out of its disc or strip.
STANDING_OUT = """
() => {
  const shown = [...document.querySelectorAll(".rt-picture")].find((picture) => picture.offsetParent);
  const found = [];
  const out = (text, holder) => {
    const [a, b] = [text.getBoundingClientRect(), holder.getBoundingClientRect()];
    return Math.max(b.x - a.x, a.x + a.width - b.x - b.width, b.y - a.y - 2, a.y + a.height - b.y - b.height - 2);
  };
  for (const node of shown.querySelectorAll("[data-key]")) {
    const box = node.querySelector(".rt-box");
    for (const text of node.querySelectorAll("text:not(.rt-flag-word)")) found.push([text.textContent, out(text, box)]);
    const flag = node.querySelector(".rt-flag");
    if (flag) found.push(["flag", out(node.querySelector(".rt-flag-word"), flag)]);
  }
  const svg = shown.querySelector("svg");
  for (const text of svg.querySelectorAll("text")) found.push([text.textContent, out(text, svg)]);
  return found;
}
"""


@pytest.fixture(scope="module")
def faulty() -> Deck:
    """The medieval deck with long names, wide letters, a ring, a missing source and several copies."""
    bonus = {"bonus_resource": "C", "bonus_source": "Stone Walls", "bonus_source_printed": "Stone Walls"}
    lost = {"bonus_source": "", "bonus_source_printed": "Heavenly Windmill of the Lord"}
    return load_deck("guild_master").edit(
        change=[
            {"card_id": "quarry", **bonus},
            {"card_id": "pub", **lost},
            {"card_id": "sage", "name": "Sage of the Unpronounceable Mountain", "count": 3},
            {"card_id": "inn", "name": "W" * 40},
            {"card_id": "bakery", "name": "聖杯を探す騎士たちの長い長い旅の物語"},
        ]
    )


@pytest.mark.parametrize(("screen", "picture"), SCREENS)
def test_the_picture_that_fits_is_shown_and_every_text_stays_in_its_box(
    page: Any, faulty: Deck, screen: int, picture: int
) -> None:
    page.set_content(PAGE.format(bonus_graph(faulty, ["sage", "quarry"]).page()))
    shown = page.locator(".rt-picture:visible")
    page.set_viewport_size({"width": screen, "height": 800})
    assert shown.count() == 1
    assert f"rt-wide-{picture}" in shown.get_attribute("class").split()
    assert page.evaluate("document.documentElement.scrollWidth") <= screen
    texts = page.evaluate(STANDING_OUT)
    assert len(texts) > 400
    assert [text for text, out in texts if out > 1] == []


def test_people_who_cannot_see_the_picture_have_the_same_in_words(new_page: Callable[..., Any], faulty: Deck) -> None:
    page = new_page(width=360, height=740)
    page.set_content(PAGE.format(bonus_graph(faulty, ["sage"]).page()))
    assert serious_findings(page) == []
    page.get_by_text("The bonuses in words").click()
    assert page.get_by_text("Ring: Mason → Stone Walls (M) → Quarry (C) → Mason (C)", exact=True).is_visible()
    assert page.get_by_text("Heavenly Windmill of the Lord (missing) → Pub (A)", exact=True).is_visible()
