"""Scenes of real matches: for each game, seat count, phase and viewer the one with most to be drawn."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from workbench.kernel.registry import game, list_games
from workbench.play.match import Match


class Moment(NamedTuple):
    """A scene with what it is of."""

    game: str
    seats: int
    phase: str
    viewer: str  # "seat" or "public"
    scene: dict[str, Any]

    @property
    def name(self) -> str:
        """Where and when this is, in words."""
        return f"{self.game}, {self.seats} seats, {self.phase}, {self.viewer}"


def fullness(scene: dict[str, Any]) -> int:
    """How much there is to be drawn."""
    cards = sum(len(zone["cards"]) + len(zone["groups"]) for zone in scene["zones"])
    return cards + len(scene["choices"])


@cache
def moments(game_id: str, seats: int) -> tuple[Moment, ...]:
    """The fullest moment of each phase of a match, as the seat that is asked and as the public screen see it."""
    match = Match(game_id, seats=seats, seed=3, bots=dict.fromkeys(range(seats), "random"))
    fullest: dict[tuple[str, str], tuple[int, dict[str, Any]]] = {}
    for scene in _scenes(match):
        viewer = "public" if scene["seat"] is None else "seat"
        key, full = (scene["phase"], viewer), fullness(scene)
        if key not in fullest or full > fullest[key][0]:
            fullest[key] = full, scene
    return tuple(Moment(game_id, seats, phase, viewer, scene) for (phase, viewer), (_, scene) in fullest.items())


def _scenes(match: Match) -> Iterator[dict[str, Any]]:
    asked = 0
    while not match.over:
        asked += 1
        for viewer in (match.to_act[0], None):
            yield match.scene(viewer).as_dict() | {"asked": asked}
        match.play_bot(match.to_act[0])
    for viewer in (0, None):
        yield match.scene(viewer).as_dict() | {"phase": "over", "asked": 0}


def seat_counts(game_id: str) -> tuple[int, ...]:
    """The fewest and the most seats that a game is played with."""
    counts = game(game_id).variants[0].seats
    return tuple(sorted({min(counts), max(counts)}))


def every_moment() -> Iterator[Moment]:
    """The moments of every game with the fewest and the most seats."""
    for game_id in list_games():
        for seats in seat_counts(game_id):
            yield from moments(game_id, seats)
