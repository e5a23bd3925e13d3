"""A favour may be the only thing that somebody puts into a trade."""

from __future__ import annotations

from typing import Any

from tests.e2e.harness import fresh, sent, show
from tests.games.guild_master.labyrinth_city.table import Class
from workbench.play.host import TableHost
from workbench.play.match import Match


def test_an_offer_of_a_favour_alone_can_be_made_once_the_favour_is_chosen(bare_page: Any, address: str) -> None:
    begun = Match("guild_master", seats=6, seed=7, options={"game_variant": "labyrinth_city"})
    match = Class(begun).lay({0: ["Mason"]}).play(1, "offer_to", 2).match
    fresh(bare_page, address)
    show(bare_page, TableHost(match).scene(1))
    button = bare_page.locator(".rt-ask .rt-submit")
    assert button.is_disabled()
    favour = bare_page.locator(".rt-ask select").last
    favour.select_option(label="no favour")
    assert button.is_disabled()
    favour.select_option(label=f"you will owe {match.naming('seat', 2)} one")
    assert button.is_enabled()
    button.click()
    (message,) = [message for message in sent(bare_page) if message["type"] == "act"]
    for action in message["actions"]:
        match.play(1, action)
    assert match.state["favour"][1] == 1
