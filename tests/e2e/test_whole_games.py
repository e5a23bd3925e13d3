"""Whole games at the screen: with the mouse alone, with the keyboard alone; axe looks at every phase.

With the mouse alone Guile is played in test_guile_in_voila.py and Excalibur, on a phone, in test_excalibur_in_voila.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.accessibility import serious_findings
from tests.e2e.people import Person, WithKeyboard, WithMouse
from tests.servers import RunningServer

pytestmark = pytest.mark.slow


def play_to_the_end(person: Person, looks: bool) -> list[str]:
    """Play until the match is over, perhaps with axe looking at each phase once; return the phases, in order."""
    page, phases = person.page, []
    while True:
        person.wait_until_asked()
        if person.is_over():
            return phases
        revealing = person.reveals()
        phase = "cards are turned" if revealing else page.locator(".rt-phase[aria-current=step]").text_content()
        if phase not in phases:
            phases.append(phase)
            assert not looks or serious_findings(page) == [], phase
        if revealing:
            person.turn_all()
        else:
            person.act()


GAMES = {
    "guild_master": (3, {"First trade", "Discard", "Second trade", "Build"}, {"max_turns": 4}),
    "guile": (2, {"Draft", "Placement", "First cycle", "Second cycle", "cards are turned"}, {}),
    "excalibur": (5, {"Draw", "Play", "Resolve"}, {}),
}


@pytest.mark.parametrize(("game", "kind"), [("guild_master", WithMouse), *((game, WithKeyboard) for game in GAMES)])
def test_a_whole_game_is_played_with_the_mouse_alone_and_with_the_keyboard_alone(
    dashboards: RunningServer, new_page: Callable[..., Any], game: str, kind: type[Person]
) -> None:
    """One person against bots, from the lobby to the end."""
    seats, wanted, options = GAMES[game]
    pytest.importorskip("axe_playwright_python", reason="axe comes with the extra [dev]")
    page = new_page(width=1366, height=768)
    page.goto(dashboards.notebook(f"{game}.ipynb"))
    person = kind(page)
    person.start_match(seats=seats, seed=7, **options)
    assert wanted <= set(play_to_the_end(person, looks=kind is WithMouse))
    assert page.errors == []
