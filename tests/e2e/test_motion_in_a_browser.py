"""Cards that travel: what flies, what never does, and that nobody waits for it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from tests.e2e.harness import fresh, sent, show
from workbench.play.match import Match

FRAMES = """
() => document.getAnimations().map((one) => [
  one.effect.target.outerHTML, JSON.stringify(one.effect.getKeyframes()), JSON.stringify(one.effect.getTiming()),
])
"""
PICTURE = """
() => [...document.querySelectorAll("#table, #table *")].map((one) => {
  const { x, y, width, height } = one.getBoundingClientRect();
  return [one.cloneNode(one.children.length === 0).outerHTML, x, y, width, height];
})
"""
CHANGED = "() => document.getAnimations().map((one) => Object.keys(one.effect.getKeyframes()[0]))"
HOLD = """
async () => {
  for (const one of document.getAnimations()) { one.pause(); one.currentTime = 100; }
  for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
}
"""
MOVES = """
async ([before, after]) => (await import("/table/moves.js")).movesBetween(before, after)
"""
ALL_MOVES = """
async (told) => {
  const { movesBetween } = await import("/table/moves.js");
  const shown = JSON.parse(told);
  return JSON.stringify(shown.slice(1).map((after, place) => movesBetween(shown[place], after)));
}
"""
TRAVELLERS = ".rt-sky .rt-traveller"
# The size of each card that flies to a card of the hand, and the size of the hand's cards.
SIZES = """() => {
  const lying = document.querySelector(".rt-own .rt-card:last-child").offsetWidth;
  return [...document.querySelectorAll(".rt-sky .rt-traveller")].map((one) => [one.offsetWidth, lying]);
}"""
# Where each flying card is as it lands, and where the names are.
LANDED = """() => {
  const flying = document.getAnimations().filter(({ effect }) => effect.target.matches(".rt-traveller"));
  for (const one of flying) {
    one.pause();
    one.currentTime = one.effect.getComputedTiming().endTime - 0.01;
  }
  const names = [...document.querySelectorAll(".rt-seats .rt-name strong")].map((one) => one.getBoundingClientRect());
  return flying.map(({ effect }) => [effect.target.getBoundingClientRect().toJSON(), names.map((one) => one.toJSON())]);
}"""


@pytest.fixture
def table(bare_page: Any, address: str) -> Any:
    fresh(bare_page, address)
    return bare_page


def scenes(match: Match, viewer: int | None) -> Iterator[dict[str, Any]]:
    """What a viewer is shown, act by act, while bots play to the end."""
    while not match.over:
        yield match.scene(viewer).as_dict()
        match.play_bot(match.to_act[0])
    yield match.scene(viewer).as_dict()


def bots(game: str, seats: int, seed: int = 7, **options: Any) -> Match:
    """A match that bots play."""
    match = Match(game, seats=seats, seed=seed, options=options)
    for seat in range(seats):
        match.seat_bot(seat, match.game.usual_bot)
    return match


def drawn() -> tuple[dict[str, Any], dict[str, Any]]:
    """The table of Guild Master before and after the first seat has drawn as many cards as it may."""
    match = bots("guild_master", 2)
    while not {action.label for action in match.legal(0)} & {"Draw 2", "Draw 3"}:
        match.play_bot(match.to_act[0])
    before = match.scene(0).as_dict()
    match.play(0, match.legal(0)[-1])
    return before, match.scene(0).as_dict()


def face_up(scene: dict[str, Any]) -> set[str]:
    """The keys of the cards that lie face up in a scene."""
    cards = [(zone["id"], place, card) for zone in scene["zones"] for place, card in enumerate(zone["cards"])]
    return {
        f"card:{zone}:{card['group']}:{card['id'] or place}" for zone, place, card in cards if not card["face_down"]
    }


# ---------------------------------------------------------------- which cards go where


def test_cards_that_are_drawn_come_from_the_stock_to_their_slots(table: Any) -> None:
    before, after = drawn()
    hand = {card["id"] for zone in before["zones"] if zone["id"] == "hand" for card in zone["cards"]}
    new = [card for zone in after["zones"] if zone["id"] == "hand" for card in zone["cards"] if card["id"] not in hand]
    moves = table.evaluate(MOVES, [before, after])
    assert len(new) == len(moves) > 0
    assert {move["from"]["place"] for move in moves} == {"stock"}
    assert {move["from"]["key"] for move in moves} == {""}, "a card of the stock has no identity"
    assert {move["to"]["key"] for move in moves} == {f"card:hand:{card['group']}:{card['id']}" for card in new}


WHOLE_MATCHES = (("guile", 2, 0), ("excalibur", 3, 0), ("excalibur", 3, None))


@pytest.mark.parametrize(
    ("game", "seats", "viewer", "acts"),
    [
        ("guild_master", 2, 0, 80),  # the other turns are like these
        ("guile", 2, 0, 40),
        ("excalibur", 3, None, 40),
        *(pytest.param(*case, None, marks=pytest.mark.slow) for case in WHOLE_MATCHES),
    ],
)
def test_a_hidden_card_goes_from_place_to_place_and_never_from_slot_to_slot(
    table: Any, game: str, seats: int, viewer: int | None, acts: int | None
) -> None:
    shown = list(islice(scenes(bots(game, seats), viewer), acts))
    moves = json.loads(table.evaluate(ALL_MOVES, json.dumps(shown)))
    assert any(moves)
    for before, after, some in zip(shown, shown[1:], moves, strict=False):
        for move in some:
            assert move["from"]["place"] != move["to"]["place"]
            assert move["from"]["key"] in {"", *face_up(before)}
            assert move["to"]["key"] in {"", *face_up(after)}


def test_two_worlds_that_a_seat_cannot_tell_apart_have_equal_frames(table: Any) -> None:
    frames = []
    for choice in (0, -1):
        match = Match("guild_master", seats=2, seed=7, options={"trade_reveal": "face_down"})
        viewer, other = 1 - match.to_act[0], match.to_act[0]
        match.play(other, "Offer cards to " + match.naming("seat", viewer))
        before = match.scene(viewer).as_dict()
        picks = [action for action in match.legal(other) if action.verb == "pick"]
        match.play(other, [picks[choice], "Done"])
        table.reload()
        show(table, before)
        show(table, match.scene(viewer).as_dict())
        table.evaluate(HOLD)
        frames.append((table.evaluate(FRAMES), table.evaluate(PICTURE)))
    assert frames[0] == frames[1]


# ---------------------------------------------------------------- on the page


def test_the_table_shows_the_end_at_once_and_a_press_is_heard_while_cards_fly(table: Any) -> None:
    before, after = drawn()
    show(table, before)
    show(table, after)
    table.evaluate(HOLD)
    assert table.locator(TRAVELLERS).count() > 0
    hand = next(zone for zone in after["zones"] if zone["id"] == "hand")
    assert table.locator(".rt-own .rt-card").count() == hand["count"]
    table.locator(".rt-ask .rt-choice").first.click()
    assert sent(table)
    table.locator(TRAVELLERS).first.wait_for(state="detached")


def test_what_flies_has_the_size_of_where_it_lands_and_covers_no_name(table: Any) -> None:
    """A card that comes to the hand is as large as it lies there; one for somebody else lands on the arms, as small."""
    before, after = drawn()
    show(table, before)
    show(table, after)
    sizes = table.evaluate(SIZES)
    assert sizes
    for flying, lying in sizes:
        assert flying == pytest.approx(lying, abs=1)
    match = bots("guild_master", 3)
    while "pick" not in {one.verb for one in match.legal(match.to_act[0])}:
        match.play(match.to_act[0], match.legal(match.to_act[0])[0])
    giver = match.to_act[0]
    watcher = next(seat for seat in range(3) if seat not in (giver, match.view(None)["fields"].get("partner", -1)))
    scene = match.scene(watcher).as_dict()
    given = json.loads(json.dumps(scene))
    panels = {panel["seat"]: panel for panel in given["seats"]}
    one, other = (seat for seat in range(3) if seat != watcher)
    panels[one]["held"] -= 1
    panels[other]["held"] += 1
    fresh(table, table.url)
    show(table, scene)
    show(table, given)
    ends = table.evaluate(LANDED)
    assert ends
    for box, names in ends:
        for name in names:
            apart = box["right"] <= name["left"] or box["left"] >= name["right"]
            assert apart or box["bottom"] <= name["top"] or box["top"] >= name["bottom"]


def test_travellers_are_for_the_eye_alone(table: Any) -> None:
    before, after = drawn()
    show(table, before)
    show(table, after)
    table.evaluate(HOLD)
    sky = table.locator(".rt-sky")
    assert sky.get_attribute("aria-hidden") == "true"
    assert sky.locator("[tabindex], [data-key], [aria-label], [role]").count() == 0
    assert table.evaluate("getComputedStyle(document.querySelector('.rt-sky')).pointerEvents") == "none"


def test_a_card_that_is_sent_on_goes_on_from_where_it_is(table: Any) -> None:
    before, after = drawn()
    show(table, before)
    show(table, after)
    table.evaluate(HOLD)
    places = "all => all.map((one) => one.getBoundingClientRect()).map(({ x, y }) => [Math.round(x), Math.round(y)])"
    halfway = table.locator(TRAVELLERS).evaluate_all(places)
    show(table, {**after, "message": "Something else has happened."})
    assert table.locator(TRAVELLERS).evaluate_all(places) == halfway


def test_with_reduced_motion_cards_only_appear(table: Any) -> None:
    table.emulate_media(reduced_motion="reduce")
    before, after = drawn()
    show(table, before)
    show(table, after)
    try:
        assert table.locator(TRAVELLERS).count() == 0
        changed = table.evaluate(
            "() => document.getAnimations().map((one) => Object.keys(one.effect.getKeyframes()[0]))"
        )
        assert changed
        assert all("transform" not in names for names in changed)
    finally:
        table.emulate_media(reduced_motion="no-preference")


def test_where_it_is_not_plain_which_card_went_where_none_travels(table: Any) -> None:
    before, after = drawn()
    other = {**after, "zones": [zone for zone in after["zones"] if zone["id"] != "stock"]}
    assert table.evaluate(MOVES, [before, after])
    assert table.evaluate(MOVES, [before, other]) == []
    assert table.evaluate(MOVES, [{**before, "seat": 1}, after]) == [], "another seat looks at the screen now"


def test_nothing_flies_over_a_cover_or_over_what_another_seat_sees(table: Any) -> None:
    before, after = drawn()
    for there, more in (
        ({**after, "seat": None}, {}),
        (after, {"cover": {"seat": 1, "title": "Pass", "button": "Go"}}),
    ):
        table.reload()
        show(table, before)
        show(table, after)
        table.evaluate(HOLD)
        assert table.locator(TRAVELLERS).count() > 0
        show(table, there, **more)
        assert table.locator(".rt-sky *").count() == 0
