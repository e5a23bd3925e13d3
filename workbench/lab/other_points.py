"""Who would have won a finished match if seats had other points: only what follows from them is counted again.

For games that declare `Measures.outcome`: there the changes of several cards' worths simply add up, and what changes
the points alike changes the winners alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from workbench.play.match import Match

Change = tuple[int, int, int]  # a seat, a category, and how many more points


class OtherPoints:
    """The points that a finished match came to, and who would have won with others; each question is answered once.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=2, seed=4, bots={0: "greedy", 1: "greedy"})
    >>> match.play_bots()
    >>> OtherPoints(match).winners([]) == match.winners
    True
    """

    def __init__(self, match: Match) -> None:
        self.match, self.points = match, match.points()
        self._winners = cache(self._counted)

    def changes(self, arrays: Any) -> tuple[Change, ...]:
        """What another deck's arrays change."""
        other = self.match.points(arrays)
        more = ((at, other.get(at, 0) - self.points.get(at, 0)) for at in sorted(self.points | other))
        return tuple((*at, points) for at, points in more if points)

    def winners(self, changes: Iterable[Change]) -> tuple[int, ...]:
        """Who wins with some points more or less."""
        points: dict[tuple[int, int], int] = {}
        for seat, category, more in changes:
            points[seat, category] = points.get((seat, category), 0) + more
        return self._winners(frozenset(points.items()))

    def _counted(self, changes: frozenset[tuple[tuple[int, int], int]]) -> tuple[int, ...]:
        return self.match.winners_by(self.points | {at: self.points.get(at, 0) + more for at, more in changes})

    def wins_with(self, seat: int, more: int, categories: Iterable[int]) -> bool:
        """Whether a seat wins with so many more points in each of some categories."""
        return seat in self.winners((seat, category, more) for category in categories)

    def first_that_wins(self, seat: int, more: int, categories: Sequence[int]) -> int | None:
        """The first of some categories in which so many more points let a seat win; None if there is none.

        Where points in all of them together do not, those in one do not either, for points do no harm.
        """
        if not categories or not self.wins_with(seat, more, categories):
            return None
        if len(categories) == 1:
            return categories[0]
        half = len(categories) // 2
        parts = (self.first_that_wins(seat, more, part) for part in (categories[:half], categories[half:]))
        return next((found for found in parts if found is not None), None)
