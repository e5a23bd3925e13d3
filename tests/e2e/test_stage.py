"""The table on its stage: real scenes, measured at the sizes of screens that people have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.harness import show
from tests.e2e.looking import faults_of, spoil
from tests.e2e.scenes import Moment, every_moment, full_moments, moments, played
from workbench.kernel.registry import list_games
from workbench.play.match import Match

DESK, PROJECTOR, PHONE = (1366, 768), (1920, 1080), (360, 740)
LETTERS = (20, 17, 13, 12, 20, 15, 14, 18)  # of the long names at a table


def looked_at(page: Any, moment: Moment, *, contrast: bool) -> Iterator[str]:
    """The faults of a scene, each with where it was seen; cards that wait to be turned first, then those turned."""
    show(page, moment.scene)
    states = ["cards to turn", "cards turned", "the scene"] if page.locator(".rt-revealing").count() else ["the scene"]
    for number, state in enumerate(states):
        if number:
            page.locator(f"[data-key='reveal:{'all' if number == 1 else 'on'}']").press("Enter")
        for fault in faults_of(page, contrast=contrast):
            yield f"{moment.name}, {state}: {fault}"


def opened(new_page: Callable[..., Any], address: str, size: tuple[int, int]) -> Any:
    """A page with an empty table."""
    page = new_page(width=size[0], height=size[1], reduced_motion="reduce")
    page.goto(address)
    page.locator("#table").wait_for(state="attached")
    return page


def called(size: tuple[int, int]) -> str:
    """A size as people write it."""
    return "x".join(map(str, size))


def test_at_a_full_table_nothing_is_cut_or_covered_or_too_small(new_page: Callable[..., Any], address: str) -> None:
    """Where there is least room; the slow tests look at every table and size."""
    page = opened(new_page, address, PHONE)
    faults = [fault for moment in full_moments() for fault in looked_at(page, moment, contrast=False)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", [DESK, PROJECTOR, PHONE], ids=called)
@pytest.mark.parametrize(
    ("game_id", "seats"), [("guile", 2), ("guild_master", 4), ("guild_master", 8), ("excalibur", 2), ("excalibur", 4)]
)
def test_a_long_name_of_one_word_is_read_whole(
    shared_pages: Callable[..., Any], address: str, game_id: str, seats: int, size: tuple[int, int]
) -> None:
    page = opened(shared_pages, address, size)
    names = [f"{'ABCDEFGH'[seat]}aximilianefriederike"[: LETTERS[seat]] for seat in range(seats)]
    match = Match(game_id, seats=seats, seed=3, names=dict(enumerate(names)))
    faults = faults_with(page, match)
    match.play(match.to_act[0], match.legal(match.to_act[0])[0])  # in Guile, which side somebody takes
    assert not [*faults, *faults_with(page, match)]


@pytest.mark.parametrize("letters", [7, 11, 12, 17])
@pytest.mark.parametrize("size", [DESK, PROJECTOR, PHONE], ids=called)
def test_a_name_beside_a_crown_is_read_whole(
    shared_pages: Callable[..., Any], address: str, size: tuple[int, int], letters: int
) -> None:
    page = opened(shared_pages, address, size)
    names = [f"{'ABCDEFGH'[seat]}amadan-Andromeda Nimue"[:letters].strip("- ") for seat in range(4)]
    match = Match("excalibur", seats=4, seed=3, names=dict(enumerate(names)), bots=dict.fromkeys((1, 3), "greedy"))
    faults = []
    for seat in range(4):  # each begins once, with the sword
        while match.to_act[0] != seat:
            match.play(match.to_act[0], match.legal(match.to_act[0])[0])
        faults += faults_with(page, match)
    assert not faults


@pytest.mark.parametrize("size", [DESK, PROJECTOR, PHONE], ids=called)
def test_once_a_chip_is_pressed_its_place_is_where_it_can_go(
    shared_pages: Callable[..., Any], address: str, size: tuple[int, int]
) -> None:
    """The Artisan puts chips back: of a phone's regions the open one takes it."""
    page = opened(shared_pages, address, size)
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


def faults_with(page: Any, match: Match) -> list[str]:
    """What is wrong with the first seat's screen, and with the public one, as a match stands."""
    faults = []
    for viewer in (0, None):
        show(page, match.scene(viewer).as_dict() | {"asked": 1})
        faults += faults_of(page, contrast=False)
    return faults


def test_every_phase_in_which_somebody_acts_is_looked_at() -> None:
    """In Labyrinth City bots act more than once when it is their turn."""
    _, phases = played("guild_master", 30, "random", "labyrinth_city")
    assert {moment.phase for moment in moments("guild_master", "labyrinth_city", 30)} == {*phases, "over"}


@pytest.mark.slow
@pytest.mark.parametrize("size", [DESK, PROJECTOR, PHONE], ids=called)
@pytest.mark.parametrize("game_id", list_games())
def test_at_no_table_is_anything_cut_or_covered_or_too_small_or_pale(
    new_page: Callable[..., Any], address: str, game_id: str, size: tuple[int, int]
) -> None:
    page = opened(new_page, address, size)
    faults = [fault for moment in every_moment(only=game_id) for fault in looked_at(page, moment, contrast=True)]
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=called)
def test_what_lies_over_the_table_can_be_read(
    new_page: Callable[..., Any], address: str, size: tuple[int, int]
) -> None:
    page = opened(new_page, address, size)
    moment = next(one for one in every_moment(4, "guild_master") if one.phase == "trade_1" and one.viewer == "asked")
    faults = list(looked_at(page, moment, contrast=True))
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


@pytest.mark.parametrize("fault", SPOILT)
def test_a_spoilt_table_is_told_from_a_good_one(shared_pages: Callable[..., Any], address: str, fault: str) -> None:
    page = opened(shared_pages, address, DESK)
    moment = next(one for one in every_moment(4, "guild_master") if one.phase == "trade_1" and one.viewer == "asked")
    show(page, moment.scene)
    spoil(page, SPOILT[fault])
    assert any(fault in found for found in faults_of(page)), fault
