"""The decks that come with the workbench, in a browser: looked at, compared, and played."""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e.people import Person
from tests.e2e.waiting import wait_for
from tests.servers import RunningServer
from workbench.decks import load_deck


def test_two_decks_are_chosen_and_leafed_through(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("decks.ipynb"))
    tile = page.get_by_role("listitem", name="Roman town", exact=True)
    tile.get_by_role("link", name="Side by side").click()
    page.get_by_role("heading", name="Roman town beside Medieval town").wait_for()
    page.get_by_label("Beside").select_option("Space colony")
    page.get_by_role("button", name="Show").click()
    page.get_by_role("heading", name="Roman town beside Space colony").wait_for()
    sides = [page.get_by_role("region", name=title) for title in ("Roman town", "Space colony")]
    sides[0].get_by_label("Legion").check()
    roman, space = load_deck("guild_master", "roman"), load_deck("guild_master", "space")
    wanted = [sum("L" in str(row["resources"]) for row in roman.rows), len(space.kinds)]
    wait_for(page, lambda: [side.locator(".wb-printed:visible").count() for side in sides] == wanted)
    assert page.errors == []


@pytest.mark.slow  # where the link leads: test_decks_page.py; what opens there: widgets/studio/test_publishing.py
def test_a_deck_of_another_game_goes_into_the_studio(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("decks.ipynb"))
    page.get_by_role("listitem", name="The Great Hall").get_by_role("link", name="In the studio").click()
    page.locator(".rt-sheet tbody tr").first.wait_for()
    wait_for(page, lambda: page.get_by_label("Title", exact=True).first.input_value() == "The Great Hall")
    page.get_by_role("tab", name="Knights").wait_for()


@pytest.mark.slow
def test_a_game_of_a_deck_is_played(dashboards: RunningServer, page: Any) -> None:
    page.goto(dashboards.notebook("decks.ipynb"))
    title = load_deck("guild_master", "western").meta.title
    page.get_by_role("listitem", name=title, exact=True).get_by_role("link", name="Play now").click()
    person = Person(page)
    person.start_match(seats=2)
    assert person.play(acts=3) == 3
    person.wait_until_asked()
    names = {str(name) for name in load_deck("guild_master", "western").names["card"]}
    wait_for(page, lambda: set(person.hand()) <= names)
    assert page.errors == []
