"""The history of a match: its acts, where it stood before each, and the ways back."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from itertools import takewhile

from workbench.kernel.state import PlainRecord

WENT_BACK = (
    "The match went back to here by a saved file. What was seen since then was seen: it is practice from now on."
)


@dataclass(frozen=True)
class Act:
    """What one seat did at once."""

    seat: int
    actions: tuple[int, ...]


@dataclass
class Moment:
    """Where the match stood before an act: its record, the length of its log, and how often each seat was asked.

    revealing: whether the act revealed something, noticed: whether anybody but its seat noticed it, once that has been
    asked (see revealing.py).
    """

    record: PlainRecord
    log_lines: int
    questions: tuple[int, ...]
    revealing: bool | None = None
    noticed: bool | None = None


@dataclass
class History:
    """The acts of a match, the moment before each, and the acts that were undone, the last one first to be redone."""

    acts: list[Act] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    undone: list[Act] = field(default_factory=list)

    def fork(self) -> History:
        """Another history of the same acts; the moments are shared."""
        return History(list(self.acts), list(self.moments), list(self.undone))

    def add(self, act: Act, moment: Moment) -> None:
        """Go on by an act; what was undone can no longer be redone."""
        self.acts.append(act)
        self.moments.append(moment)
        self.undone.clear()

    def take_back(self) -> Moment:
        """Let the last act be undone; the moment before it."""
        self.undone.append(self.acts.pop())
        return self.moments.pop()

    def last_of(self, seats: Collection[int], before: int | None = None) -> int | None:
        """The number of the last act of one of these seats, or of the last before another; None if there is none."""
        numbers = reversed(range(len(self.acts) if before is None else before))
        return next((number for number in numbers if self.acts[number].seat in seats), None)

    def lines_since(self, number: int | None) -> int:
        """How long the log was before an act, by its number; None: at the beginning."""
        return 0 if number is None else self.moments[number].log_lines

    def taken_by(self, seat: int) -> int:
        """How many actions a seat has taken."""
        return sum([len(act.actions) for act in self.acts if act.seat == seat])

    def in_phase(self, record: PlainRecord) -> list[int]:
        """Who has acted since the phase of the match's record was entered, act by act, the last one first."""
        now = record.phase, record.turn
        before = zip(reversed(self.acts), reversed(self.moments), strict=True)
        return [act.seat for act, _ in takewhile(lambda one: (one[1].record.phase, one[1].record.turn) == now, before)]
