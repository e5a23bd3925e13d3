"""The lab: many games at once, and what they tell; and what one match tells.

Its files lie in floors. What is played (`simulation`, `games_played`) is counted (`figures`, `spreads`, `study`) and
put into tables (`report_tables`, `comparison_tables`, and so on). What speaks of tables (`findings`, `shifts`,
`which_matters`) and what shows them (`pictures`, `pages`) read only tables. The class that a user holds, such as
`Report`, is the topmost of its kind: it inherits its tables and asks the floors below what they say and show of them.
So `report.findings` is at hand and a report draws itself, and still no import leads upward.
"""

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
