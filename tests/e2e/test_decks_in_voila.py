"""The decks that come with the workbench, in a browser: looked at, held against each other, and played to the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.e2e.knights import Knight
from tests.e2e.people import Person
from tests.servers import RunningServer, running_dashboards
from workbench.decks import load_deck
from workbench.widgets.gallery.shown import all_decks

DECKS = list(all_decks())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server of our notebooks."""
    with running_dashboards(None, tmp_path_factory.mktemp("decks")) as running:
        yield running


def test_two_decks_are_chosen_and_leafed_through(server: RunningServer, new_page: Callable[..., Any]) -> None:
    page = new_page(width=1366, height=768)
    page.goto(server.notebook("decks.ipynb"))
    tile = page.get_by_role("listitem", name="Roman town", exact=True)
    tile.get_by_role("link", name="Side by side").click()
    page.get_by_role("heading", name="Roman town beside Medieval town").wait_for()
    page.get_by_label("Beside").select_option("Space colony")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="Roman town beside Space colony").wait_for()
    sides = [page.get_by_role("region", name=title) for title in ("Roman town", "Space colony")]
    sides[0].get_by_label("Legion").check()
    shown = [side.locator(".wb-printed:visible").count() for side in sides]
    roman, space = load_deck("guild_master", "roman"), load_deck("guild_master", "space")
    assert shown == [sum("L" in str(row["resources"]) for row in roman.rows), len(space.kinds)]
    assert page.errors == []


def test_a_deck_goes_into_the_studio(server: RunningServer, new_page: Callable[..., Any]) -> None:
    page = new_page(width=1366, height=768)
    page.goto(server.notebook("decks.ipynb"))
    page.get_by_role("listitem", name="The Great Hall").get_by_role("link", name="In the studio").click()
    page.locator(".rt-sheet tbody tr").first.wait_for()
    assert page.get_by_label("Title", exact=True).first.input_value() == "The Great Hall"


@pytest.mark.slow
@pytest.mark.parametrize(("game_id", "name"), [("guild_master", "western"), ("guile", "great_hall")])
def test_a_game_of_a_deck_is_played_to_its_end(
    server: RunningServer, new_page: Callable[..., Any], game_id: str, name: str
) -> None:
    page = new_page(width=1366, height=768)
    page.goto(server.notebook("decks.ipynb"))
    title = load_deck(game_id, name).meta.title
    page.get_by_role("listitem", name=title, exact=True).get_by_role("link", name="Play now").click()
    person = Knight(page) if game_id == "quests" else Person(page)
    person.start_match(seats=load_deck(game_id, name).game.variants[0].default_seats)
    person.play()
    assert person.is_over()
    assert page.errors == []
