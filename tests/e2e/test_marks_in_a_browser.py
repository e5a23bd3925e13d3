"""The marks of a first game on the harness: they point at the one thing to press, cover nothing, and are read once."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.harness import fresh, show
from tests.e2e.waiting import wait_until
from workbench.kernel.registry import game
from workbench.play.first_game import SEAT, FirstGame
from workbench.play.help import TurnShown
from workbench.play.host import TableHost
from workbench.play.match import Match

SIZES = [(360, 740), *(pytest.param(size, marks=pytest.mark.slow) for size in [(1366, 768), (1920, 1080)])]
WORDS = ".rt-coach-words"
TIP_AT_THING = """([tip, thing]) => {
  const [point, target] = [tip, thing].map((one) => document.querySelector(one).getBoundingClientRect());
  return point.right > target.left && point.left < target.right;
}"""


@pytest.fixture
def host() -> TableHost:
    """A first game of Guile, whose bot acts where the test says so."""
    first = FirstGame.of(game("guile"))
    table = TableHost(first.deal())
    table.begin_first_game(first)
    return table


def act(host: TableHost, sent: list[dict[str, Any]]) -> None:
    host.act(SEAT, tuple(sent[-1]["actions"]))


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_marks_lead_from_the_first_card_to_the_second(
    bare_page: Any, address: str, host: TableHost, size: tuple[int, int]
) -> None:
    page = bare_page
    fresh(page, address)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    show(page, host.scene(SEAT))
    page.locator(WORDS, has_text="Press Sir Galahad's card.").wait_for()
    upright = size[0] < size[1]
    if upright:
        assert page.evaluate(TIP_AT_THING, [".rt-coach-point", ".rt-ring [data-action]"])
    else:
        page.locator(".rt-coach-arrow svg").wait_for(state="attached")
        assert not page.evaluate(
            """() => {
              const words = document.querySelector(".rt-coach-words").getBoundingClientRect();
              return [...document.querySelectorAll(".rt-ring .rt-card, .rt-plate")].some((one) => {
                const { left, right, top, bottom } = one.getBoundingClientRect();
                return left < words.right && right > words.left && top < words.bottom && bottom > words.top;
              });
            }"""
        ), "it covers no knight"
    assert serious_findings(page) == []
    page.locator(".rt-ring [data-action]").click()
    wait_until(page, "() => sent.some(({ type }) => type === 'act')")
    act(host, page.evaluate("sent.filter(({ type }) => type === 'act')"))
    host.act(SEAT, (host.match.legal(SEAT)[0].id,))
    host.match.play_bots()
    show(page, host.scene(SEAT))
    page.locator(WORDS, has_text="Unseen, they change places.").wait_for()
    assert page.locator(".rt-ring [data-action]").count() == 1


def test_without_help_asks_for_it_and_the_mark_goes(bare_page: Any, address: str, host: TableHost) -> None:
    page = bare_page
    fresh(page, address)
    show(page, host.scene(SEAT))
    page.get_by_role("button", name="Without help").click()
    wait_until(page, "() => sent.some(({ type, to }) => type === 'way' && to === 'alone')")
    host.help.go_on_alone()
    show(page, host.scene(SEAT))
    page.locator(WORDS).wait_for(state="hidden")
    assert page.locator(".rt-ring [data-action]").count() > 1


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_a_turn_that_is_shown_is_named_in_the_ribbon_at_the_thing_it_is_about(
    bare_page: Any, address: str, size: tuple[int, int]
) -> None:
    page = bare_page
    fresh(page, address)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    host = TableHost(Match("cadwallon", seats=2, seed=4, bots={1: "greedy"}))
    host.match.play_bots()
    showing = TurnShown(host, SEAT)
    host.help.showing = showing
    showing.find_step()
    showing.steps = 1
    show(page, host.scene(SEAT))
    words = host.match.words_of(showing.chosen)
    page.locator(".rt-prompt .rt-coach-words", has_text=words).wait_for()
    assert page.locator(f".rt-frame [data-action='{showing.chosen[0]}']").count() == 1
    assert page.locator(".rt-frame [data-action]").count() == 1, "nothing else is offered"
    page.get_by_role("button", name="Stop").click()
    wait_until(page, "() => sent.some(({ type, to }) => type === 'way' && to === 'stop')")
