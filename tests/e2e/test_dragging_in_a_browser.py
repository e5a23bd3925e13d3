"""Dragging a card to where it can go, by mouse and by finger: the same acts as by pressing."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.harness import fresh, resized, sent, show
from tests.e2e.waiting import wait_until
from workbench.play import Match

PHONE, DESK = (360, 740), (1366, 768)
BY_FINGER_AND_MOUSE = pytest.mark.parametrize("table", [PHONE, DESK], ids=("phone", "desk"), indirect=True)
BY_FINGER = pytest.mark.parametrize(
    "table", [PHONE, pytest.param(DESK, marks=pytest.mark.slow)], ids=("phone", "desk"), indirect=True
)


@pytest.fixture
def table(bare_page: Any, address: str, request: pytest.FixtureRequest) -> Any:
    """A table; on the small one a finger drags."""
    page = fresh(resized(bare_page, *request.param), address)
    page.finger = request.param[0] < request.param[1]
    return page


def middle(locator: Any) -> tuple[float, float]:
    box = locator.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Pointer:
    """A mouse, or a finger."""

    def __init__(self, page: Any) -> None:
        self.page = page
        self.touch = page.context.new_cdp_session(page) if page.finger else None

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self.touch.send(
            "Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]}
        )

    def down(self, at: tuple[float, float]) -> None:
        if self.touch:
            self._touch("touchStart", at)
        else:
            self.page.mouse.move(*at)
            self.page.mouse.down()

    def move(self, at: tuple[float, float]) -> None:
        if self.touch:
            self._touch("touchMove", at)
        else:
            self.page.mouse.move(*at)

    def up(self) -> None:
        if self.touch:
            self._touch("touchEnd")
        else:
            self.page.mouse.up()

    def drag(self, card: Any, aim: Any) -> None:
        """Drag from the middle of a card to a target that is there once the card is on its way."""
        x, y = middle(card)
        self.down((x, y))
        self.move((x, y - 12))
        self.move((x, y - 24))
        self.page.locator(".rt-dragging").wait_for()
        self.move(middle(aim))
        self.page.locator(".rt-held-over").wait_for()
        self.up()


def sponsoring() -> tuple[Match, dict[str, Any]]:
    """A match in which somebody sets a quest up, and the scene of that seat."""
    match = Match("quests", seats=3, seed=4)
    while match.phase != "quest_setup":
        seat = match.to_act[0]
        actions = {action.label: action for action in match.legal(seat)}
        match.play(seat, actions.get("Sponsor the quest") or next(iter(actions.values())))
    return match, match.scene(match.to_act[0]).as_dict() | {"asked": 0}


def acts_sent(page: Any, number: int = 1) -> list[list[int]]:
    """The acts that were sent, once there are so many."""
    wait_until(page, "(number) => window.sent.filter(({ type }) => type === 'act').length >= number", number)
    return [message["actions"] for message in sent(page) if message["type"] == "act"]


@BY_FINGER_AND_MOUSE
def test_a_card_is_dragged_into_one_of_the_places_it_may_go_to(table: Any) -> None:
    """The places are seen once the card is on its way; let go elsewhere, it is as it was."""
    match, scene = sponsoring()
    foe = next(one for one in match.legal(match.to_act[0]) if one.verb == "place" and one.args[0] == 1)
    show(table, scene)
    using = next(one["using"][0] for one in scene["choices"] if one["action"] == foe.id)
    card = table.locator(f".rt-own [data-key$=':{using.removeprefix('card:')}']")
    pointer = Pointer(table)
    card.scroll_into_view_if_needed()
    x, y = middle(card)
    pointer.down((x, y))
    pointer.move((x, y - 12))
    pointer.move((x, y - 30))
    table.locator(".rt-gold-room").nth(1).wait_for()
    for room in table.locator(".rt-gold-room").all():
        words, box = room.locator(".rt-makes").bounding_box(), room.bounding_box()
        assert box["x"] <= words["x"]
        assert words["x"] + words["width"] <= box["x"] + box["width"]
    pointer.up()
    table.locator(".rt-gold-room").first.wait_for(state="detached")
    assert not sent(table)
    pointer.drag(card, table.locator(".rt-gold-room").nth(1))
    assert acts_sent(table) == [[foe.id]]


@BY_FINGER
def test_a_card_dragged_onto_the_table_is_picked_and_back_in_the_hand_it_is_not(table: Any) -> None:
    match = Match("guild_master", seats=3, seed=3)
    while "pick" not in {one.verb for one in match.legal(match.to_act[0])}:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    show(table, match.scene(match.to_act[0]).as_dict() | {"asked": 0})
    card = table.locator(".rt-own button.rt-may").first
    pointer = Pointer(table)
    pointer.drag(card, table.locator(".rt-round"))
    table.locator("[aria-pressed='true']").first.wait_for()
    assert not sent(table)
    mat = table.locator(".rt-side [aria-pressed='true']")
    if mat.count():
        pointer.drag(mat, table.locator(".rt-own"))
        table.locator("[aria-pressed='true']").wait_for(state="detached")


@BY_FINGER
def test_a_chip_is_dragged_onto_the_table_to_be_played_and_a_press_is_still_one(table: Any) -> None:
    match = Match("excalibur", seats=3, seed=3)
    while match.phase != "play":
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    seat = match.to_act[0]
    show(table, match.scene(seat).as_dict() | {"asked": 0})
    card = table.locator(".rt-own button.rt-may").first
    played = int(card.get_attribute("data-action"))
    Pointer(table).drag(card, table.locator(".rt-round"))
    assert acts_sent(table) == [[played]]
    card.click()
    assert acts_sent(table, 2) == [[played], [played]]
