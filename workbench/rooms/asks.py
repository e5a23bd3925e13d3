"""Requests in a room that wait for somebody's yes: to come back from another device, or to share a seat."""

from __future__ import annotations

ASKED, YES, NO = "asked", "yes", "no"


class Ask:
    """Somebody asks for their seat on another device; its `ticket` lets that device fetch the answer.

    Or a `sharer`, who came late, asks to share a person's seat, and watches until the answer.
    """

    def __init__(self, ticket: str, person: int, sharer: int | None = None) -> None:
        self.ticket, self.person, self.sharer = ticket, person, sharer
        self.answer, self.secret = ASKED, ""

    @property
    def kind(self) -> str:
        """The kind of request: to come back, or to share."""
        return "back" if self.sharer is None else "share"
