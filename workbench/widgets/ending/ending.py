"""The ending of a match on the screen: the result, and the story as soon as it has been worked out.

The expected winner follows a few seconds later, from a separate process: the kernel that shows the match plays no
games for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from workbench.pages.guard import Guard
from workbench.pages.messages import Save
from workbench.pages.page import Page, handles
from workbench.widgets.address import way_to
from workbench.widgets.ending.messages import NewGame, PlayAgain, SaveSheet
from workbench.widgets.ending.result import Result
from workbench.widgets.ending.story import story_of
from workbench.widgets.ending.widgets import EndingWidget
from workbench.widgets.expected_later import ExpectedLater
from workbench.widgets.parts import REPLAY, STUDIO
from workbench.widgets.read_later import ReadLater

if TYPE_CHECKING:
    from workbench.lab.expected_winner import ExpectedWinner
    from workbench.play.match import Match


class Ending(Page):
    """Shows the result and story of a match at its end, and the score of one in progress.

    again, lobby, save: what the three buttons do; save_sheet: how a sheet of a kind is saved.
    """

    def __init__(
        self,
        again: Callable[[], None],
        lobby: Callable[[], None],
        save: Callable[[], None],
        save_sheet: Callable[[str], None],
        guard: Guard,
    ) -> None:
        super().__init__(guard)
        self.again, self.lobby, self.save = again, lobby, save
        self.save_sheet = save_sheet
        self._shown: tuple[Match, int] | None = None
        self._stories = ReadLater(guard, "reading the story of the match")
        self._expected = ExpectedLater(guard, self._read_story)
        self.widget = EndingWidget(self.hear)

    # ------------------------------------------------------------ hearing

    @handles
    def _play_again(self, _message: PlayAgain) -> None:
        self.again()

    @handles
    def _new_game(self, _message: NewGame) -> None:
        self.lobby()

    @handles
    def _save(self, _message: Save) -> None:
        self.save()

    @handles
    def _save_sheet(self, message: SaveSheet) -> None:
        self.save_sheet(message.kind)

    # ------------------------------------------------------------ showing

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
