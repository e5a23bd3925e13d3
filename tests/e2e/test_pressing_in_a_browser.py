"""A press counts even if the table is redrawn in the middle of it, as where bots act beside people.

The page's clock stands still: otherwise, on a slow machine, a press would last longer than a table waits for its end.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.harness import fresh, sent, show
from tests.e2e.waiting import wait_until
from workbench.play.host import TableHost
from workbench.play.match import Match

CHOICE = ".rt-ask [data-action]"
LATER = 3600  # seconds, to which the clock is put
LONGEST = 1000  # milliseconds that a table waits, as pressing.js says


@pytest.fixture
def asked() -> dict[str, Any]:
    """Somebody is asked to begin a match of Guild Master."""
    return TableHost(Match("guild_master", seats=3, seed=7, options={"first_seat": 0})).scene(0)


@pytest.fixture(scope="module")
def stopped(opened_page: Any) -> None:
    """The clock of the module's page stands still."""
    opened_page.clock.install(time=0)
    opened_page.clock.pause_at(LATER)


@pytest.fixture
def table(stopped: None, bare_page: Any, address: str, asked: dict[str, Any]) -> Any:
    """The page with that question on it."""
    fresh(bare_page, address)
    show(bare_page, asked)
    return bare_page


def middle_of(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def said_by(page: Any) -> str:
    return page.locator(".rt-message").inner_text()


def test_a_press_of_the_mouse_counts_though_a_scene_comes_in_between(table: Any, asked: dict[str, Any]) -> None:
    table.mouse.move(*middle_of(table, CHOICE))
    table.mouse.down()
    show(table, asked | {"message": "Somebody else has done something."})
    assert said_by(table) == asked["message"], "what is pressed stays where it is"
    table.mouse.up()
    table.clock.run_for(1)
    wait_until(table, "() => document.querySelector('.rt-message').innerText.startsWith('Somebody else')")
    assert [message["type"] for message in sent(table)] == ["act"]


def test_of_what_comes_while_something_is_pressed_the_last_is_drawn(table: Any, asked: dict[str, Any]) -> None:
    table.locator(CHOICE).first.focus()
    table.keyboard.down(" ")
    for number in range(3):
        show(table, asked | {"message": f"Scene {number}"})
    table.keyboard.up(" ")
    table.clock.run_for(1)
    wait_until(table, "() => document.querySelector('.rt-message').innerText === 'Scene 2'")
    assert len(sent(table)) == 1


def test_a_table_does_not_wait_for_ever_for_a_pointer_that_was_let_go_elsewhere(
    table: Any, asked: dict[str, Any]
) -> None:
    table.evaluate(
        "() => document.querySelector('.rt-frame').dispatchEvent(new PointerEvent('pointerdown', {bubbles: true}))"
    )
    show(table, asked | {"message": "The next scene"})
    table.clock.run_for(LONGEST - 1)
    assert said_by(table) == asked["message"]
    table.clock.run_for(1)
    wait_until(table, "() => document.querySelector('.rt-message').innerText === 'The next scene'")
