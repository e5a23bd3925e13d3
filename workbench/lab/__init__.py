"""The lab: many games at once, and what they tell; and what one match tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.lab.report import Report, simulate
from workbench.lab.warming import warm

if TYPE_CHECKING:
    from workbench.lab.stories import Story
    from workbench.play.match import Match

__all__ = ["Report", "simulate", "story", "warm"]


def story(match: Match) -> Story:
    """The story of a match: who was ahead when, what decided it, why the others did not win; it draws itself.

    >>> from workbench.play import Match
    >>> match = Match("guile", seed=3, bots={0: "greedy", 1: "greedy"}, names=["Anna", "Ben"])
    >>> match.play_bots()
    >>> story(match).sentence
    'Anna wins: victory cards 2 to 1.'
    """
    from workbench.lab.stories import Story

    return Story(match)
