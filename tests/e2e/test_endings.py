"""The end of every game with a tie-break, a shared win, nobody winning and the most people, at the sizes of screens."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh
from tests.e2e.looking import faults_of, spoil
from tests.endings import ENDS
from workbench.widgets.ending.result import Result
from workbench.widgets.ending.story import story_of

DESK, PROJECTOR, PHONE = (1366, 768), (1920, 1080), (360, 740)
WIDER = """() => {
  const isWider = (one) => one.scrollWidth > one.clientWidth + 1;
  return [".wb-end", ".wb-scrolls"].filter((look) => [...document.querySelectorAll(look)].some(isWider));
}"""


@cache
def told(name: str) -> dict[str, Any]:
    """What the page of an end is told."""
    match = ENDS[name]().match
    result = Result(match, seconds=47 * 60).as_dict() | {"studio": "/studio"}
    return json.loads(json.dumps({"result": result, "story": story_of(match)}))


def show(page: Any, name: str, size: tuple[int, int], *, projector: bool = False) -> None:
    """Draw an end in a window of this size."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.evaluate("(given) => void window.show(...JSON.parse(given))", json.dumps([told(name), projector]))


def looked_at(page: Any, size: tuple[int, int], *, contrast: bool = True) -> Iterator[str]:
    """What is wrong with the end that is shown, in a window made high enough to show all of it."""
    for part in page.evaluate(WIDER):
        yield f"{part} is wider than its room"
    whole = page.evaluate("document.querySelector('.wb-end').scrollHeight")
    page.set_viewport_size({"width": size[0], "height": max(size[1], whole)})
    yield from faults_of(page, contrast=contrast, within=".wb-end")


@pytest.fixture
def ending_page(bare_page: Any, address: str) -> Any:
    bare_page.emulate_media(reduced_motion="reduce")
    return fresh(bare_page, f"{address}ending")


# Every run looks at one end of each game, on a phone: the others are built of the same parts. Slow tests look at all.
USUAL = {"guild_master-drawn", "guile-tie-break", "excalibur-nobody", "quests-shared", "cadwallon-tie-break"}
USUAL_FOR_AXE = "guild_master-drawn"
NAMES = [name if name in USUAL else pytest.param(name, marks=pytest.mark.slow) for name in ENDS]


@pytest.mark.parametrize(
    "sizes", [(PHONE,), pytest.param((DESK, PROJECTOR), marks=pytest.mark.slow)], ids=["phone", "desk and projector"]
)
@pytest.mark.parametrize("name", NAMES)
def test_of_no_end_is_anything_cut_or_covered_or_too_small_or_pale(
    ending_page: Any, name: str, sizes: tuple[tuple[int, int], ...]
) -> None:
    """What people ask first is seen first: who won, and *Play again*. A window may change its size."""
    faults = []
    show(ending_page, name, sizes[0])
    for size in sizes:
        ending_page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
        for part in (".wb-title", ".wb-by", "[data-act=play_again]"):
            box = ending_page.locator(part).bounding_box()
            if box["y"] + box["height"] > size[1]:
                faults.append(f"{part} is below the window")
        faults += looked_at(ending_page, size)
    assert not faults, "\n".join(faults)
    assert ending_page.errors == ending_page.console_errors == []


@pytest.mark.parametrize("size", [PHONE, pytest.param(PROJECTOR, marks=pytest.mark.slow)], ids=["phone", "projector"])
@pytest.mark.parametrize(
    "name", [USUAL_FOR_AXE, *(pytest.param(one, marks=pytest.mark.slow) for one in ENDS if one != USUAL_FOR_AXE)]
)
def test_axe_finds_nothing_serious_at_an_end(ending_page: Any, name: str, size: tuple[int, int]) -> None:
    show(ending_page, name, size)
    assert serious_findings(ending_page) == []


FURTHER_ON_A_WALL = ("guild_master-drawn", "quests-shared", "player_interaction-eight")


@pytest.mark.parametrize(
    "name", ["excalibur-eight", *(pytest.param(name, marks=pytest.mark.slow) for name in FURTHER_ON_A_WALL)]
)
def test_on_a_wall_who_won_and_who_led_what_can_be_read(ending_page: Any, name: str) -> None:
    show(ending_page, name, PROJECTOR, projector=True)
    faults = list(looked_at(ending_page, PROJECTOR))
    assert not faults, "\n".join(faults)


SPOILT = {
    "is wider than its room": ".wb-sheet { min-width: 60rem; }",
    "is cut": ".wb-podium .wb-cloth p { max-width: 2rem; overflow: hidden; }",
    "overlap": ".wb-podium li:first-child { margin-right: -3rem; }",
    "is in 9.0 px": ".wb-sheet .wb-column { font-size: 9px !important; }",
    "has a contrast of": ".wb-by b { color: #51676f !important; }",
    "px small to press": ".wb-whose button { min-height: 0 !important; height: 14px; padding: 0 !important; }",
}


def test_a_spoilt_end_is_told_from_a_good_one(ending_page: Any) -> None:
    for fault, rules in SPOILT.items():
        show(ending_page, "guild_master-drawn", DESK)
        spoil(ending_page, rules.replace(".wb-", ".wb .wb-", 1))
        found = [*looked_at(ending_page, DESK, contrast="contrast" in fault)]
        assert any(fault in one for one in found), (fault, found)
