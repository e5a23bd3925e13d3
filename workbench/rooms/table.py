"""A table of a room: a host whose every step is written down before anybody sees it, with clocks for who is asked."""

from __future__ import annotations

from collections.abc import Callable
from itertools import takewhile
from typing import Any

from workbench.play.device import PUBLIC_SCREEN
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.replay import acts_of
from workbench.play.revealing import Step
from workbench.storage.errors import IllegalAction, RoomError

Acts = list[list[Any]]  # each [seat, [actions]]
MOST_QUESTIONS = 1_000_000  # per table, so that no two tables of a room give a question the same number
BOTS_PACE = 0.4  # seconds that a bot waits before it acts, so that people can follow
MOST_TABLES = 1_000  # so that no two matches of a room have the same number


class Thinking:
    """For each seat that is asked and played by a person: the number of its question, and the seconds since then."""

    def __init__(self, table: RoomTable) -> None:
        self.table = table
        self.asked: dict[int, tuple[int, float]] = {}

    @property
    def questions(self) -> dict[int, int]:
        """The question that each seat is asked."""
        return {seat: question for seat, (question, _) in self.asked.items()}

    def settle(self) -> None:
        """Start counting for seats asked anew, and forget those no longer asked."""
        questions = {seat: self.table.question(seat) for seat in self.table.due}
        self.asked = {
            seat: self.asked[seat] if self.asked.get(seat, (0, 0.0))[0] == question else (question, 0.0)
            for seat, question in questions.items()
        }

    def count(self, seconds: float) -> None:
        """Add the seconds that have passed."""
        self.settle()
        self.asked = {seat: (question, before + seconds) for seat, (question, before) in self.asked.items()}

    def seconds(self, seat: int | None) -> float | None:
        """How long a seat has been asked; None while it is not."""
        return self.asked[seat][1] if seat in self.asked else None

    def longer_than(self, limit: float) -> list[int]:
        """The seats that have been asked for longer than this."""
        return [seat for seat, (_, seconds) in self.asked.items() if seconds >= limit]


class RoomTable(TableHost):
    """Runs a match of a room for people at their phones. `number` is the table's, from 0 on.

    `write` takes what has been played, or taken back, as a happening of the room; it returns the time once that is on
    the disk, or raises. Then nothing has happened: the match goes back to what is written.
    `why_still` says why nobody may act now; empty if they may.
    """

    def __init__(
        self,
        number: int,
        match: Match,
        write: Callable[[str, dict[str, Any]], float],
        changed: Callable[[], None],
        why_still: Callable[[], str],
        dealt_at: float,
    ) -> None:
        self.number, self.write, self.why_still = number, write, why_still
        self.written = acts_of(match)
        self.times: list[float] = []  # when each act was written down, in seconds since the deal
        self.dealt_at = dealt_at
        self.thinking = Thinking(self)
        super().__init__(match, PUBLIC_SCREEN, BOTS_PACE, None, lambda: self._note_questions(changed))

    def _note_questions(self, changed: Callable[[], None]) -> None:
        self.thinking.settle()
        changed()

    def question(self, seat: int | None) -> int:
        """The number of the question put to a seat, unique in the room among the questions to seats of that number."""
        question = super().question(seat)
        return question and question + self.number * MOST_QUESTIONS

    def scene(self, seat: int | None) -> dict[str, Any]:
        """What a seat may see; `dealt` numbers the match among those of the room."""
        scene = super().scene(seat)
        return {**scene, "dealt": scene["dealt"] * MOST_TABLES + self.number}

    @property
    def facts(self) -> list[tuple[str, str]]:
        """The first public fact of each seat, such as its points: its name and its value."""
        return [panel.facts[0] if panel.facts else ("", "") for panel in self.match.scene(None).seats]

    def keep(self) -> None:
        """Write down what has been played or taken back; if that fails, RoomError is raised and it has not happened."""
        acts = acts_of(self.match)
        alike = takewhile(lambda both: both[0] == both[1], zip(acts, self.written, strict=False))
        same = len(list(alike))
        if len(acts) == len(self.written) == same:
            return
        try:
            at = self.write("acts", {"table": self.number, "keep": same, "acts": acts[same:]})
        except Exception:
            self._repeat(same, self.written[same:])
            raise
        self._note_written(same, acts[same:], at)

    def repeat(self, keep: int, acts: Acts, at: float) -> None:
        """Go on from the first acts, so many of them, with those that were written down after them."""
        self._repeat(keep, acts)
        self._note_written(keep, acts, at)

    def _repeat(self, keep: int, acts: Acts) -> None:
        while len(self.match.acts) > keep:
            self.match.undo()
        for seat, actions in acts:
            self.match.play(seat, actions)

    def _note_written(self, keep: int, acts: Acts, at: float) -> None:
        self.written = self.written[:keep] + acts
        self.times = self.times[:keep] + [at - self.dealt_at] * len(acts)

    def act(self, seat: int | None, actions: tuple[int, ...], asked: int | None = None) -> None:
        """Play one act of a person; it is on the disk when this returns."""
        self._refuse_where_nobody_acts()
        super().act(seat, actions, asked)

    def give_hint(self, seat: int, tell: Callable[..., None]) -> None:
        """Find a hint for a person whose turn it is; see `Help.look_ahead`."""
        self._refuse_where_nobody_acts()
        self.help.look_ahead(seat, tell)

    def undo_for(self, viewer: int | None) -> None:
        """Take back the person's own last act, if public facts alone allow it."""
        self._refuse_where_nobody_acts()
        super().undo_for(viewer)

    def _step(self, viewer: int | None) -> Step | None:
        """The step to take back; never another person's act, or anything before another person's noticed act."""
        return super()._step(viewer) if viewer is not None and self.acted_last(viewer) else None

    def acted_last(self, viewer: int) -> bool:
        """Whether no other person has done anything noticed since the viewer's last act."""
        match = self.match
        for number in reversed(range(len(match.acts))):
            seat = match.acts[number].seat
            if seat == viewer:
                return True
            if seat not in match.bots and match.has_been_noticed(number):
                return False
        return False

    @property
    def is_shared(self) -> bool:
        """Always true: in a room nobody takes back what may have been seen, even if one person plays with bots."""
        return True

    def skip(self, seat: int) -> None:
        """Play the safe choice for a seat: the pass that the game declares."""
        if seat not in self.match.to_act:
            raise RoomError(f"{self.match.naming('seat', seat)} is not asked now. Look at the table again.")
        try:
            self.match.play_default(seat)
        except IllegalAction as refusal:
            raise RoomError(str(refusal)) from None
        self._moved()

    def put_on(self, match: Match, dealt_at: float) -> None:
        """Put another match on the table; its beginning is already written down."""
        self.written, self.times, self.dealt_at = acts_of(match), [], dealt_at
        self.replace(match, PUBLIC_SCREEN)

    def _refuse_where_nobody_acts(self) -> None:
        if words := self.why_still():
            raise RoomError(words)
