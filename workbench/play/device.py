"""Whose hand the shared page of a table shows: the one device that several people pass on shows one hand at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.play.help import Help
from workbench.storage.errors import RoomError

if TYPE_CHECKING:
    from workbench.play.bot_turns import BotTurns
    from workbench.play.hosted import HostedTable

ONE_DEVICE, PUBLIC_SCREEN = "one device", "public screen"
SCREENS = (ONE_DEVICE, PUBLIC_SCREEN)


class Device:
    """The device on a host's table: `viewer` is the seat whose hand it shows, `cover` the one that is waited for."""

    def __init__(self, host: HostedTable, bots: BotTurns) -> None:
        self.host = host
        self.viewer: int | None = None
        self.cover: int | None = None
        self.help = Help(host, bots)
        self._revealed = ""  # the key of what the screens have revealed last
        self._taken = (-1, -1)  # who has taken the device last, and at which revision of the match

    def settle(self) -> None:
        """Decide whose hand is shown; cover it when somebody else is to act, or all look at a reveal."""
        host, self.cover = self.host, None
        if host.screen == PUBLIC_SCREEN or not host.humans:
            self.viewer = None
        elif len(host.humans) == 1:
            self.viewer = host.humans[0]
        elif host.match.over:
            self.viewer = None
        elif host.due and self.viewer not in host.due:
            self._cover_hand()
        if self.reveals() and self.viewer is not None and len(host.humans) > 1:
            self._cover_hand()

    def _cover_hand(self) -> None:
        self.viewer, self.cover = None, next(iter(self.host.due), None)

    def reveals(self) -> bool:
        """Whether the scene that is shown reveals what screens have not revealed yet."""
        before, self._revealed = self._revealed, self.host.match.scene(self.viewer).reveal_key
        return self._revealed not in ("", before)

    def take(self, seat: int) -> None:
        """The seat that the cover names holds the device now; RoomError for any other."""
        named = self.host.match.naming
        if seat != self.cover:
            asked = "no hand is covered" if self.cover is None else f"the device is for {named('seat', self.cover)}"
            raise RoomError(f"{named('seat', seat)} need not be ready: {asked}. Look at the table again.")
        self.viewer, self.cover = seat, None
        self._taken = (seat, self.host.match.revision)

    def just_taken_by(self, seat: int | None) -> bool:
        """Whether a seat has taken the device and nothing has happened since."""
        return (seat, self.host.match.revision) == self._taken
