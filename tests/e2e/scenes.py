"""Scenes of real matches: for each game, seat count, phase and viewer one with much to draw."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from workbench.kernel.game import Variant
from workbench.kernel.registry import game, list_games
from workbench.play.match import Match

LOOKS = 5  # moments of a phase that are looked at to find the fullest
# Options beyond the usual ones, where they put more on the table.
MORE_OPTIONS = {"cadwallon": {"rules": "all", "personality_assignment": "manual"}}
PEOPLE = ("Anna", "Karl-Theodor", "Maximiliane Schmidt", "Bo", "Emre", "Wilhelmina-Elisabeth", "Fanny", "Gundula")


class Moment(NamedTuple):
    """A scene, with where it comes from."""

    game: str
    variant: str
    seats: int
    phase: str
    viewer: str  # "asked", "waiting" or "public"
    scene: dict[str, Any]

    @property
    def name(self) -> str:
        """Where and when this is, in words."""
        return f"{self.game}, {self.variant}, {self.seats} seats, {self.phase}, {self.viewer}"


def fullness(scene: dict[str, Any]) -> int:
    """How much there is to draw."""
    cards = sum(len(zone["cards"]) + len(zone["groups"]) for zone in scene["zones"])
    return cards + len(scene["choices"])


def options_of(game_id: str, variant: str) -> dict[str, Any]:
    """The options with which a variant is looked at."""
    return MORE_OPTIONS.get(game_id, {}) | {"game_variant": variant}


@cache
def played(game_id: str, seats: int, bot: str, variant: str) -> tuple[list[tuple[int, int]], list[str]]:
    """The acts of a match among bots, each with its seat, and the phase before each of them; a bot may act twice."""
    bots = dict.fromkeys(range(seats), bot)
    match = Match(game_id, seats=seats, seed=3, bots=bots, options=options_of(game_id, variant))
    phases: list[str] = []
    while not match.over:
        phase = match.phase
        match.play_bot(match.to_act[0])
        phases += [phase] * (len(match.log) - len(phases))
    return [(seat, action.id) for seat, action in match.log], phases


def looked_at(phases: list[str]) -> set[int]:
    """The steps at which scenes are made: of each phase the first, the last, and some between them."""
    steps = set()
    for phase in set(phases):
        of = [step for step, one in enumerate(phases) if one == phase]
        steps |= {of[(len(of) - 1) * look // (LOOKS - 1)] for look in range(LOOKS)}
    return steps


@cache
def moments(game_id: str, variant: str, seats: int, bot: str = "random") -> tuple[Moment, ...]:
    """The fullest moment of each phase: as the seat that is asked, one that waits, and the public screen see it.

    Every second seat of the first eight is a person with a name, short or long; the others are bots. Of four seats
    these are the second and the fourth, elsewhere the first, the third and so on, so that all names are seen.
    """
    acts, phases = played(game_id, seats, bot, variant)
    people = range(int(seats == 4), min(seats, len(PEOPLE)), 2)
    bots = dict.fromkeys(set(range(seats)) - {*people}, "greedy")
    names = {seat: PEOPLE[seat] for seat in people}
    options = options_of(game_id, variant)
    match = Match(game_id, seats=seats, seed=3, bots=bots, names=names, options=options)
    steps, fullest = looked_at(phases), dict[str, tuple[int, tuple[Moment, ...]]]()
    for step, (seat, action) in enumerate(acts):
        if step in steps:
            views = _views(match, step + 1)
            asked = next(views)
            full = fullness(asked.scene)
            if full > fullest.get(match.phase, (-1, ()))[0]:  # what the others see is built only then
                fullest[match.phase] = full, (asked, *views)
        match.play(seat, action)
    found = [moment for _, views in fullest.values() for moment in views]
    for viewer, seat in (("asked", 0), ("public", None)):
        found.append(Moment(game_id, variant, seats, "over", viewer, match.scene(seat).as_dict() | {"asked": 0}))
    return tuple(found)


def _views(match: Match, asked: int) -> Iterator[Moment]:
    """What the screens of the seat that acts, of one that waits, and of everybody show now."""
    waiting = [seat for seat in range(match.seats) if seat not in match.to_act]
    viewers = [("asked", match.to_act[0]), *(("waiting", seat) for seat in waiting[:1]), ("public", None)]
    for viewer, seat in viewers:
        scene = match.scene(seat).as_dict() | {"asked": asked}
        yield Moment(match.game.id, match.variant.key, match.seats, match.phase, viewer, scene)


def seat_counts(variant: Variant) -> tuple[int, ...]:
    """The fewest and the most seats that a variant is played with, and four."""
    return tuple(sorted({min(variant.seats), max(variant.seats)} | ({4} & set(variant.seats))))


def every_moment(seats: int | None = None, only: str | None = None) -> Iterator[Moment]:
    """The moments of every variant of every game, or of one, with the fewest, four and the most seats, or so many."""
    for game_id in [only] if only else list_games():
        for variant in game(game_id).variants:
            for count in seat_counts(variant):
                if seats in (None, count):
                    yield from moments(game_id, variant.key, count)


def full_moments(game_id: str) -> Iterator[Moment]:
    """The moments of every variant of a game with the most seats."""
    for variant in game(game_id).variants:
        yield from moments(game_id, variant.key, max(variant.seats))
