"""What waits for somebody's yes in a room: to come back from another device, or to share a seat."""

from __future__ import annotations

ASKED, YES, NO = "asked", "yes", "no"


class Ask:
    """Somebody asks for their seat on another device; `ticket` is how that device hears of the answer.

    Or a `sharer`, who came late, asks to share the seat of a person, and watches until then.
    """

    def __init__(self, ticket: str, person: int, sharer: int | None = None) -> None:
        self.ticket, self.person, self.sharer = ticket, person, sharer
        self.answer, self.secret = ASKED, ""

    @property
    def kind(self) -> str:
        """What is asked for: to come back, or to share."""
        return "back" if self.sharer is None else "share"
