"""The table on its stage: real scenes, measured at the sizes of screens that people have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest

from tests.e2e.harness import show
from tests.e2e.looking import faults_of, faults_of_scenes, only_look, spoil
from tests.e2e.scenes import Moment, every_moment, full_moments, fullness, moments, played
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.play.match import Match

DESK, PROJECTOR, PHONE = (1366, 768), (1920, 1080), (360, 740)
# Every run looks where there is least room; the slow tests look at every table and size.
SIZES = [PHONE, pytest.param(DESK, marks=pytest.mark.slow), pytest.param(PROJECTOR, marks=pytest.mark.slow)]
LETTERS = (20, 17, 13, 12, 20, 15, 14, 18)  # of the long names at a table


def looked_at(page: Any, moment: Moment, *, contrast: bool) -> Iterator[str]:
    """The faults of a scene, each with where it was seen; cards that wait to be turned first, then those turned."""
    show(page, moment.scene)
    states = ["cards to turn", "cards turned", "the scene"] if page.locator(".rt-revealing").count() else ["the scene"]
    for number, state in enumerate(states):
        if number:
            page.locator(f"[data-key='reveal:{'all' if number == 1 else 'on'}']").press("Enter")
        for fault in faults_of(page, contrast=contrast, again=False):
            yield f"{moment.name}, {state}: {fault}"


@pytest.fixture(scope="module")
def stage(shared_pages: Callable[..., Any]) -> Any:
    """The page that all tests look at, one after the other."""
    return shared_pages(reduced_motion="reduce")


def opened(page: Any, address: str, size: tuple[int, int]) -> Any:
    """The page, opened again with an empty table in a window of this size."""
    page.set_viewport_size(dict(zip(("width", "height"), size, strict=True)))
    page.goto(address)
    page.locator("#table").wait_for(state="attached")
    return page


def called(size: tuple[int, int]) -> str:
    """A size as people write it."""
    return "x".join(map(str, size))


def parts_of(scene: dict[str, Any]) -> set[str]:
    """What a scene is built of: the layouts of its zones, what its choices lie at, and whether it is the last."""
    lie_at = {f"choices at {choice['on'].partition(':')[0]}" for choice in scene["choices"]}
    return {zone["layout"] for zone in scene["zones"]} | lie_at | {f"over: {scene['over']}"}


def those_looked_at_each_time(game_id: str) -> Iterator[Moment]:
    """What the seat that is asked sees at the fullest moments, enough of them to contain each part of a scene."""
    asked = [one for one in full_moments(game_id) if one.viewer == "asked"]
    seen = set[str]()
    for moment in sorted(asked, key=lambda one: -fullness(one.scene)):
        if parts := parts_of(moment.scene) - seen:
            seen |= parts
            yield moment


@pytest.mark.parametrize("game_id", list_games())
def test_at_a_full_table_nothing_is_cut_or_covered_or_too_small(stage: Any, address: str, game_id: str) -> None:
    """What the seat that is asked sees of it on a phone."""
    page = opened(stage, address, PHONE)
    only_look(page)
    faults = [
        fault for moment in those_looked_at_each_time(game_id) for fault in looked_at(page, moment, contrast=False)
    ]
    assert not faults, "\n".join(faults)


def screens(match: Match) -> list[dict[str, Any]]:
    """The first seat's screen, and the public one, as a match stands."""
    return [match.scene(viewer).as_dict() | {"asked": 1} for viewer in (0, None)]


@cache
def with_long_names(game_id: str, seats: int) -> list[dict[str, Any]]:
    """The screens of a table of people with long names, before and after somebody acts."""
    names = [f"{'ABCDEFGH'[seat]}aximilianefriederike"[: LETTERS[seat]] for seat in range(seats)]
    match = Match(game_id, seats=seats, seed=3, names=dict(enumerate(names)))
    before = screens(match)
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])  # in Guile, which side somebody takes
    return before + screens(match)


@cache
def with_crowns(letters: int) -> list[dict[str, Any]]:
    """The screens of a table at which each of four people has the sword in turn, beside a name of so many letters."""
    names = [f"{'ABCDEFGH'[seat]}amadan-Andromeda Nimue"[:letters].strip("- ") for seat in range(4)]
    match = Match("excalibur", seats=4, seed=3, names=dict(enumerate(names)), bots=dict.fromkeys((1, 3), "greedy"))
    shown = []
    for seat in range(4):  # each begins once, with the sword
        while match.to_act[0] != seat:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        shown += screens(match)
    return shown


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_a_long_name_of_one_word_is_read_whole(stage: Any, address: str, size: tuple[int, int]) -> None:
    page = opened(stage, address, size)
    tables = [("guile", 2), ("guild_master", 4), ("guild_master", 8), ("excalibur", 2), ("excalibur", 4)]
    for table in tables:
        assert faults_of_scenes(page, with_long_names(*table)) == [[]] * 4, table


@pytest.mark.parametrize("size", SIZES, ids=called)
@pytest.mark.parametrize("letters", [17, *(pytest.param(letters, marks=pytest.mark.slow) for letters in (7, 11, 12))])
def test_a_name_beside_a_crown_is_read_whole(stage: Any, address: str, letters: int, size: tuple[int, int]) -> None:
    assert faults_of_scenes(opened(stage, address, size), with_crowns(letters)) == [[]] * 8


@pytest.mark.parametrize("size", SIZES, ids=called)
def test_once_a_chip_is_pressed_its_place_is_where_it_can_go(stage: Any, address: str, size: tuple[int, int]) -> None:
    """The Artisan puts chips back: of a phone's regions, the open one takes the chip."""
    page = opened(stage, address, size)
    resolving = (one for one in moments("excalibur", "base_game", 2) if (one.phase, one.viewer) == ("resolve", "asked"))
    choices = next(one.scene for one in resolving if "Artisan" in one.scene["strong"])
    show(page, choices)
    chip = page.locator(".rt-own button.rt-card[aria-pressed]").first
    name = chip.locator(".rt-title").inner_text()
    chip.click()
    assert not faults_of(page, contrast=False)
    page.locator(".rt-zone-choice:visible").first.click()
    (sent,) = page.evaluate("window.sent.splice(0)")
    assert next(one for one in choices["choices"] if one["action"] == sent["actions"][0])["label"] == name


def test_every_phase_in_which_somebody_acts_is_looked_at() -> None:
    """In Labyrinth City bots act more than once when it is their turn."""
    _, phases = played("guild_master", 30, "random", "labyrinth_city")
    assert {moment.phase for moment in moments("guild_master", "labyrinth_city", 30)} == {*phases, "over"}


def those_looked_at(game_id: str, size: tuple[int, int]) -> Iterator[Moment]:
    """Of full tables, where there is least room, what everybody sees; of the others what one viewer sees: on a desk and
    a phone the seat that is asked, on a projector the public screen."""
    for moment in every_moment(only=game_id):
        full = moment.seats == max(find_game(game_id).variant(moment.variant).seats)
        if full or moment.viewer == ("public" if size == PROJECTOR else "asked"):
            yield moment


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PROJECTOR, PHONE], ids=called)
@pytest.mark.parametrize("game_id", list_games())
def test_at_no_table_is_anything_cut_or_covered_or_too_small_or_pale(
    stage: Any, address: str, game_id: str, size: tuple[int, int]
) -> None:
    page = opened(stage, address, size)
    only_look(page)
    contrast = size != PROJECTOR  # there texts are larger, on the same grounds as on a desk
    faults = [
        fault for moment in those_looked_at(game_id, size) for fault in looked_at(page, moment, contrast=contrast)
    ]
    assert not faults, "\n".join(faults)


def trading() -> Moment:
    """A full table with much on it, at which people trade."""
    return next(one for one in full_moments("guild_master") if one.phase == "trade_1" and one.viewer == "asked")


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESK, marks=pytest.mark.slow)], ids=called)
def test_what_lies_over_the_table_can_be_read(stage: Any, address: str, size: tuple[int, int]) -> None:
    page = opened(stage, address, size)
    faults = list(looked_at(page, trading(), contrast=True))
    for opener, closer in (("list", "list"), ("log", "log:close")):
        page.locator(f"[data-key='{opener}']").press("Enter")
        faults += [f"{opener}: {fault}" for fault in faults_of(page)]
        page.locator(f"[data-key='{closer}']").press("Enter")
    assert not faults, "\n".join(faults)


SPOILT = {
    "is cut": ".rt-message { max-height: 8px; overflow: hidden; }",
    "overlap": ".rt-guild { width: 130% !important; }",
    "leaves the window": ".rt-own { transform: translateY(40px); }",
    "px small to press": ".rt-choice { min-height: 0 !important; height: 12px !important; overflow: hidden; }",
    "is in 9.0 px": ".rt-worth { font-size: 9px !important; }",
    "is broken": ".rt-title { font-size: 48px !important; }",
    "px too high": ".rt-tally { height: 150cqh !important; }",
    "has a contrast of": ".rt-message { color: #c9b78f !important; }",
}


@pytest.mark.slow
def test_a_spoilt_table_is_told_from_a_good_one(stage: Any, address: str) -> None:
    page = opened(stage, address, DESK)
    show(page, trading().scene)
    assert faults_of(page) == []
    for fault, rules in SPOILT.items():
        spoil(page, rules)
        assert any(fault in found for found in faults_of(page, contrast="contrast" in fault)), fault
    spoil(page, "")
    assert faults_of(page) == [], "it was spoilt by nothing else"
    page = opened(page, address, DESK)
    only_look(page)
    assert list(looked_at(page, trading(), contrast=True)) == []
    for fault in ("is cut", "has a contrast of"):
        spoil(page, SPOILT[fault])
        assert any(fault in found for found in looked_at(page, trading(), contrast=True)), fault
