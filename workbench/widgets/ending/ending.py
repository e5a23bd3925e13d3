"""The ending of a match on the screen: the result, and the story as soon as it has been worked out.

The expected winner follows a few seconds later, from a separate process: the kernel that shows the match plays no
games for it.
"""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.lab.expected_winner import ExpectedWinner
from workbench.pages.guard import Handler
from workbench.play.match import Match
from workbench.widgets.address import way_to
from workbench.widgets.ending.result import Result
from workbench.widgets.ending.story import story_of
from workbench.widgets.later import ExpectedLater, ReadLater
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.parts import REPLAY, STUDIO
from workbench.widgets.script import script, style


class EndingWidget(OneWayWidget):
    """Shows `result`, made by `Result.as_dict`, and `story`, told beside it, which may come later.

    Beside a table it takes the table's place once the match is over and all that was revealed has been turned.
    """

    _esm = script("ending/ending.js")
    _css = style("parts.css", "ending/ending.css")
    result = traitlets.Dict().tag(sync=True)
    story = traitlets.Dict().tag(sync=True)


class Ending:
    """Shows the result and story of a match at its end, and the score of one in progress.

    hear: hears what its buttons ask for, as the page of the match does.
    """

    def __init__(self, hear: Handler) -> None:
        self._shown: tuple[Match, int] | None = None
        self._stories = ReadLater(hear.guard, "reading the story of the match")
        self._expected = ExpectedLater(hear.guard, self._read_story)
        self.widget = EndingWidget(hear)

    def show(self, match: Match, kept_as: str = "", seconds: float | None = None) -> None:
        """Show the state of a match, or how it ended; do nothing if the page already shows that.

        kept_as: the id by which the studio and the replay find it; seconds: how long it was played.
        """
        if self._shown == (match, match.revision):
            return
        self._shown = (match, match.revision)
        self._expected.end()
        played = f"&match={kept_as}" if kept_as else ""
        with self.widget.hold_sync():
            result = Result(match, seconds).as_dict()
            replay = way_to(REPLAY, kept_as) if kept_as else ""
            self.widget.result = {**result, "studio": f"{STUDIO}?game={match.game.id}{played}", "replay": replay}
            self.widget.story = {}
        self._read_story(match)

    def leave(self) -> None:
        """Show nothing: a match is in progress, and nobody looks at its score."""
        if self._shown is not None:
            self._shown = None
            self._stories.end()
            self._expected.end()
            self.widget.result, self.widget.story = {}, {}

    def _read_story(self, match: Match, expected: ExpectedWinner | None = None) -> None:
        """Read the story and show it; the expected winner is looked for once the rest is ready."""

        def show(story: dict[str, Any]) -> None:
            self.widget.story = story
            if expected is None and match.over:
                self._expected.begin(match)

        self._stories.begin(match, lambda match: story_of(match, expected), show)
