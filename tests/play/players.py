"""People for tests: they choose from what their scene shows and speak in the page's messages."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import workbench as wb
from workbench.kernel.game import Game
from workbench.kernel.scenes.scene import Scene, Sight
from workbench.play.match import Match


def with_counted_scenes(game_id: str) -> tuple[Game, list[int | None]]:
    """A game, and the viewer of each scene that is built of it from now on."""
    game, built = wb.game(game_id), []

    def scene(sight: Sight) -> Scene:
        built.append(sight.seat)
        return game.scene(sight)

    return replace(game, scene=scene), built


def some_act(scene: dict[str, Any], chance: random.Random) -> dict[str, Any]:
    """An act that the scene offers, as the page would send it."""
    selection = scene["selection"]
    offered = [[choice["action"]] for choice in scene["choices"]]
    cards = [card["action"] for zone in scene["zones"] for card in zone["cards"] if card["action"] is not None]
    if not selection:
        offered += [[action] for action in cards]
    else:
        size = chance.randint(selection["least"], max(selection["least"], min(selection["most"], len(cards))))
        offered.append([*sorted(chance.sample(cards, size)), chance.choice(selection["submit"])["action"]])
    return {"type": "act", "actions": chance.choice(offered), "asked": scene["asked"]}


def hand_names(match: Match, seat: int) -> set[str]:
    """The names of the cards that a seat holds (offered ones included), from its own view."""
    zones = match.view(seat)["zones"]
    return {name for zone in ("hand", "offered") for name in zones[zone][seat]["cards"] if name}
