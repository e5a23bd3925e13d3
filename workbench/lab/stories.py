"""The story of a match as somebody holds it: all that there is to tell (`story_told.py`), and its page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.lab.story_told import StoryTold

if TYPE_CHECKING:
    from workbench.pen import Drawn


class Story(StoryTold):
    """The story of a match, finished or not; while it goes on, it tells what lies open, and nothing of how it ends.

    >>> from workbench.play import Match
    >>> match = Match("guild_master", seats=2, seed=4, bots={0: "greedy", 1: "greedy"})
    >>> match.play_bots()
    >>> story = Story(match)
    >>> story.places[0] == match.winners, len(story.turns) == match.turn
    (True, True)

    `expected` is the expected winner, where it is known; `expecting` finds it.
    """

    def expecting(self, playouts: int | None = None, compiled: bool | None = None) -> Story:
        """The same story with the expected winner; see `expected_winner`."""
        from workbench.lab.expected_winner import expected_winner

        return Story(self.match, expected_winner(self.match, playouts, compiled))

    def page(self, now: int | None = None) -> Drawn:
        """The story as HTML: the sentence, who was ahead as a picture, the turning points, why not the others.

        The turn `now` is marked in the picture.
        """
        from workbench.lab.story_pages import story_page

        return story_page(self, now)

    def _repr_html_(self) -> str:
        return self.page()
