"""Matches that are over, found by playing: with a tie-break, a shared win, nobody winning, the most people."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

from tests.games.guild_master.drawn_match import drawn_match
from workbench.play.match import Match
from workbench.widgets.ending.result import Result

PEOPLE = ("Anna", "Ben", "Chiara", "Deniz", "Edda", "Finn", "Greta", "Hal")
# Eight people of a class, some with names that take up room.
CLASS = ("Anna", "Karl-Theodor", "Maximiliane Schmidt", "Bo", "Emre", "Wilhelmina-Elisabeth", "Fanny", "Gundula")


class End(NamedTuple):
    """An end that a page has to show: the match, and what can be seen of it."""

    match: Match
    shows: str


@cache
def ended(
    game_id: str, seats: int, seed: int = 1, bot: str = "greedy", people: Sequence[str] = PEOPLE, **options: Any
) -> Match:
    """A match between bots that is over."""
    bots = dict.fromkeys(range(seats), bot)
    match = Match(game_id, seats=seats, seed=seed, names=people[:seats], bots=bots, options=options)
    match.play_bots()
    return match


def said(result: Result) -> str:
    """What decided the win, in the words that are read."""
    return "".join(words for words, _ in result.by)


def search(game_id: str, seats: int, wanted: Callable[[Match], bool], **more: Any) -> Match:
    """The first match between bots for which a condition holds."""
    return next(match for seed in range(400) if wanted(match := ended(game_id, seats, seed, **more)))


# Each end by its name; made only when it is asked for. Seeds were found by `search`; a test checks what they show.
ENDS: dict[str, Callable[[], End]] = {
    "guild_master-drawn": lambda: End(drawn_match(), "tie-break"),
    "guild_master-shared": lambda: End(ended("guild_master", 2, 5, max_turns=2), "shared"),
    "guild_master-shared-before-others": lambda: End(
        ended("guild_master", 4, 1, people=CLASS[2:], max_turns=3), "shared"
    ),
    "guild_master-eight": lambda: End(ended("guild_master", 8, 0, people=CLASS), "tie-break"),
    "guild_master-five": lambda: End(ended("guild_master", 5, 2, people=CLASS[1:]), "clear"),
    "player_interaction-eight": lambda: End(
        ended("guild_master", 8, 0, people=CLASS, game_variant="player_interaction"), "clear"
    ),
    "labyrinth_city-thirty": lambda: End(
        ended("guild_master", 30, 0, people=CLASS, game_variant="labyrinth_city"), "tie-break"
    ),
    "guile-tie-break": lambda: End(ended("guile", 2, 0, "random", people=CLASS[2:]), "round tie-break"),
    "excalibur-shared": lambda: End(ended("excalibur", 4, 0), "shared"),
    "excalibur-nobody": lambda: End(ended("excalibur", 4, 21), "nobody"),
    "excalibur-eight": lambda: End(ended("excalibur", 8, 3, people=CLASS), "shared"),
    "quests-final-tournament": lambda: End(ended("quests", 2, 37), "tie-break"),
    "quests-shared": lambda: End(ended("quests", 4, 93, people=CLASS[2:]), "shared"),
    "cadwallon-tie-break": lambda: End(ended("cadwallon", 4, 9), "tie-break"),
    "cadwallon-shared": lambda: End(ended("cadwallon", 4, 32, people=CLASS[2:]), "shared"),
}
