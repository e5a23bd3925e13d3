"""The table on its stage: real scenes of every game at the sizes of screens that people have."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.harness import show
from tests.e2e.scenes import every_moment

DESKS = [(1366, 768), (1280, 800), (1920, 1080)]
PHONE = (360, 740)
LEAST_TYPE = 10.5  # pixels: signs on small cards; words are larger
LOOK = """() => {
  const faults = [];
  const page = document.documentElement;
  if (page.scrollHeight > innerHeight) faults.push(`the page is ${page.scrollHeight} high`);
  if (page.scrollWidth > innerWidth) faults.push(`the page is ${page.scrollWidth} wide`);
  const parts = ["bar-of-table", "seats", "field", "prompt", "self", "own", "piles"];
  const boxes = parts.map((part) => {
    const name = `.rt-${part}`;
    const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect();
    return { name, left, top, right, bottom };
  }).filter((box) => box.bottom - box.top > 1 && box.right - box.left > 1);
  for (const box of boxes)
    if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
      faults.push(`${box.name} leaves the window`);
  for (const one of boxes) for (const other of boxes) {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    if (one.name < other.name && across > 1 && down > 1) faults.push(`${one.name} and ${other.name} overlap`);
  }
  for (const name of [".rt-ask:not([hidden])", ".rt-own:not([hidden])", ".rt-prompt"]) {
    const part = document.querySelector(name);
    if (part && part.getBoundingClientRect().height < 30) faults.push(`${name} has no room`);
  }
  if (document.querySelector(".rt-field").clientHeight < 100) faults.push("the field has no room");
  for (const text of document.querySelectorAll(".rt-frame *")) {
    const own = [...text.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim());
    if (!own || !text.checkVisibility() || text.closest(".rt-unseen")) continue;
    const size = parseFloat(getComputedStyle(text).fontSize);
    if (size < least) faults.push(`${text.className || text.tagName} is in ${size} px`);
  }
  return [...new Set(faults)];
}"""


@pytest.mark.parametrize("size", [*DESKS, PHONE], ids=lambda size: "x".join(map(str, size)))
def test_every_scene_fits_the_window_with_hand_and_choices_in_sight(
    new_page: Callable[..., Any], address: str, size: tuple[int, int]
) -> None:
    page = new_page(width=size[0], height=size[1])
    page.goto(address)
    page.locator("#table").wait_for(state="attached")
    faults = []
    for moment in every_moment():
        show(page, moment.scene)
        faults += [f"{moment.name}: {fault}" for fault in page.evaluate(LOOK.replace("least", str(LEAST_TYPE)))]
    assert not faults, "\n".join(faults)
