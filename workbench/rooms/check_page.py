"""The page of a phone checked before the lesson: no name and no seat, but arms by which the host recognises it."""

from __future__ import annotations

from workbench.pages.page import handles
from workbench.rooms.check import Check, CheckedPhone
from workbench.rooms.messages import Come, Measured
from workbench.rooms.pages import RoomPage, Wire
from workbench.rooms.room import Room
from workbench.storage.errors import RoomError

OVER = "The check is over."
CLOSED = "This room is closed."


class CheckPage(RoomPage):
    """A phone that measures how quickly it is answered, and is sent away when the room opens."""

    def __init__(self, room: Room, wire: Wire) -> None:
        super().__init__(room, wire)
        self.check: Check | None = None  # the one this phone has come to
        self.ticket = ""

    @property
    def phone(self) -> CheckedPhone | None:
        """What is known about this phone, as long as its check goes on."""
        goes_on = self.check is not None and self.check is self.room.check and not self.room.closed
        return self.check.phones.get(self.ticket) if self.check and goes_on else None

    @handles
    def _come(self, message: Come) -> None:
        self.check = self.room.check
        if self.check is None:
            raise RoomError(OVER)
        self.ticket = self.check.come(message.ticket)
        self.check.came_through |= not self.wire.is_here
        self.wire.send(ticket=self.ticket, arms=self.check.phones[self.ticket].arms)
        self.opened()

    @handles
    def _measured(self, message: Measured) -> None:
        phone = self.phone
        if phone is None:
            raise RoomError(OVER)
        phone.milliseconds, phone.too_old, phone.forgets = message.milliseconds, message.too_old, message.forgets
        self.room.changed()

    def show(self, notice: str = "") -> None:
        """Say what was refused; this page shows nothing of the room, and closes once the room opens."""
        if self.phone is None:
            self.leave(CLOSED if self.room.closed else OVER)
        elif notice:
            self.tell(notice)

    def show_state(self) -> None:
        """Nothing can be taken back here."""

    def closed(self) -> None:
        """The browser is gone."""
        if self.check is not None:
            self.check.go(self.ticket)
        super().closed()
