"""Who is asked, and for how long: clocks that run only while the room does."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.rooms.table import RoomTable

LONGEST_GAP = 10.0  # seconds between two looks at the clocks; after a longer gap, the machine is taken to have slept


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
