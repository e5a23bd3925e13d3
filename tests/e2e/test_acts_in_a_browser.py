"""The whole time of a replay: gone through by keys, buttons and seals; its bands, its ticks, what is heard of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.harness import show
from tests.e2e.waiting import wait_until

TURNS = [[4, 1], [10, 2], [16, 3], [30, 4]]  # the first act of each turn, and its number
MARKS = [[10, "Turn 1: Anna ahead"], [30, "Turn 3: Ben ahead"]]
BANDS = [
    {"name": "Ben", "colour": "#1f4fa3", "shares": [0.5, 0.2, 0.9]},
    {"name": "Anna", "colour": "#b3202c", "shares": [0.5, 0.8, 0.1]},
]


@pytest.fixture
def acts(bare_page: Any, address: str) -> Any:
    """The slider of a match of forty acts, after the twelfth."""
    if bare_page.url != f"{address}acts":
        bare_page.goto(f"{address}acts")
    told = {"value": 12, "last": 40, "turns": TURNS, "marks": MARKS, "words": "Act 12 of 40, turn 2: Anna builds"}
    show(bare_page, told | {"bands": BANDS, "band_acts": [0, 10, 40]})
    return bare_page


def slider(page: Any) -> Any:
    return page.get_by_role("slider", name="Act")


@pytest.mark.parametrize(
    ("keys", "act"),
    [
        (["ArrowRight"], 13), (["ArrowLeft", "ArrowLeft"], 10), (["Home"], 0), (["End"], 40),
        (["Shift+ArrowRight"], 16), (["Shift+ArrowLeft"], 10), (["Shift+ArrowRight"] * 3, 40),
        (["]"], 30), (["["], 10), (["[", "["], 10), (["]", "]"], 30),
    ],
)  # fmt: skip
def test_keys_go_by_an_act_a_turn_or_a_moment(acts: Any, keys: list[str], act: int) -> None:
    slider(acts).focus()
    for key in keys:
        acts.keyboard.press(key)
    assert acts.evaluate("window.act()") == act


def test_buttons_and_seals_go_there_too(acts: Any) -> None:
    for name, act in (
        ("Act after", 13), ("Act before", 12), ("Turn after", 16), ("Turn before", 10), ("Turn 3: Ben ahead", 30),
    ):  # fmt: skip
        acts.get_by_role("button", name=name, exact=True).click()
        assert acts.evaluate("window.act()") == act, name
    assert acts.locator(".rt-act-marks [aria-current]").inner_text() == "2"


def test_the_space_plays_on_until_it_is_pressed_again(acts: Any) -> None:
    slider(acts).focus()
    acts.keyboard.press(" ")
    wait_until(acts, "() => window.act() > 13")
    acts.keyboard.press(" ")
    assert acts.get_by_role("button", name="Play", exact=True).is_visible()


def test_an_act_is_heard_with_its_turn_and_what_happened(acts: Any) -> None:
    assert slider(acts).get_attribute("aria-valuetext") == "Act 12 of 40, turn 2: Anna builds"
    assert acts.locator(".rt-acts-where").inner_text() == "Turn 2 of 4, act 12 of 40"


def test_a_tick_stands_at_the_end_of_each_turn(acts: Any) -> None:
    ticks = acts.locator(".rt-acts-ticks i").evaluate_all(
        "all => all.map((one) => [one.innerText, Number(one.style.getPropertyValue('--at'))])"
    )
    assert ticks == [["1", 0.25], ["2", 0.4], ["3", 0.75], ["4", 1]]


def test_bands_fill_the_height_at_every_act_and_are_named_where_they_are_wide(acts: Any) -> None:
    below, above = (shape.get_attribute("points") for shape in acts.locator(".rt-acts-bands polygon").all())
    assert below.split() == ["0.0,50.0", "250.0,80.0", "1000.0,10.0", "1000.0,100.0", "250.0,100.0", "0.0,100.0"]
    assert above.split()[:3] == ["0.0,0.0", "250.0,0.0", "1000.0,0.0"]
    assert acts.locator(".rt-acts-names span").all_inner_texts() == ["Ben", "Anna"]


def test_without_an_expected_winner_nothing_stands_in_for_it(acts: Any) -> None:
    show(acts, {"value": 0, "last": 40, "turns": TURNS})
    assert not acts.get_by_text("Who was expected to win").is_visible()
    assert not acts.locator(".rt-acts-bands").is_visible()


def test_it_fits_a_phone_and_a_projector(acts: Any) -> None:
    boxes = "all => all.map((one) => one.getBoundingClientRect()).flatMap(({ width, height }) => [width, height])"
    for width in (360, 1366, 1920):
        acts.set_viewport_size({"width": width, "height": 740})
        assert acts.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), width
        assert min(acts.locator(".rt-acts-tool").evaluate_all(boxes)) >= 40, width
