"""The rooms of a server: found by code, brought back after a restart, and checked once a second."""

from __future__ import annotations

import logging
import time
from collections import deque
from typing import TYPE_CHECKING

from workbench.rooms.codes import digest, new_code, new_secret, opens
from workbench.rooms.room import Room
from workbench.rooms.store import RoomStore
from workbench.storage.errors import RoomError

if TYPE_CHECKING:
    from tornado.ioloop import PeriodicCallback

    from workbench.rooms.setting import Setting

MOST_ROOMS = 20
TICK_SECONDS = 1.0
LONGEST_GAP = 10.0  # seconds between two ticks; after a longer gap, the machine is taken to have slept
IDLE_SECONDS = 3600.0  # without a host, after which a room is closed and kept
WRONG_CODES = 20  # from one address within `WRONG_SECONDS`
WRONG_SECONDS = 60.0


class Rooms:
    """The open rooms of a server. `address` is how phones find the server, without a room; empty if they cannot."""

    def __init__(self, store: RoomStore, address: str = "") -> None:
        self.store, self.address = store, address
        self.open_rooms: dict[str, Room] = {}
        self.refused = ""  # why there can be no rooms here
        self.damaged: list[str] = []  # codes of rooms that could not be rebuilt
        self.wrong = WrongCodes()
        self.key = new_secret()  # lets the server's host open rooms from other machines
        self._ticking: PeriodicCallback | None = None
        self._ticked = 0.0

    def come_back(self) -> None:
        """Rebuild the rooms that were open when the server ended; one that cannot be rebuilt is left alone.

        If another process holds them, or their file cannot be used, there are none here; `refused` says why.
        """
        try:
            self.store.hold()
            kept = self.store.open_rooms()
            self.store.purge()
        except RoomError as fault:
            self.refused = str(fault)
            _log().warning("There are no rooms here. %s", fault)
            return
        for number, code in kept:
            try:
                self._take(Room.come_back(self.store, number, code))
            except Exception as fault:  # whatever is wrong with one, the others still come back
                self.damaged.append(code)
                _log().error("Room %s cannot be made again: %s", code, fault)

    def open(self, setting: Setting) -> tuple[Room, str]:
        """A new room, and the key of its host; RoomError if there are too many rooms, or can be none."""
        if self.refused:
            raise RoomError(self.refused)
        if len(self.open_rooms) >= MOST_ROOMS:
            raise RoomError(f"There are {MOST_ROOMS} rooms already. Close one before you open another.")
        key = new_secret()
        taken = {code for _, code in self.store.open_rooms()}
        room = Room.open(self.store, new_code(taken | self.open_rooms.keys()), setting, key)
        return self._take(room), key

    def is_host(self, key: object) -> bool:
        """Whether this is the key that was printed where the server was started."""
        return opens(key, digest(self.key))

    def _take(self, room: Room) -> Room:
        room.address = self.address
        self.open_rooms[room.code] = room
        return room

    def by_code(self, code: str) -> Room | None:
        """The open room under a code."""
        room = self.open_rooms.get(code)
        if room is not None and room.closed and not room.pages:
            del self.open_rooms[code]
        return room if room is not None and not room.closed else None

    def note_wrong(self, code: str, address: str) -> None:
        """Note that an address asks for a missing room; phones of a class whose room was closed are not guessing."""
        if self.refused or not self.store.has_been(code):
            self.wrong.note(address)

    # ------------------------------------------------------------ time

    def start(self) -> None:
        """Begin to look after the rooms, in the running event loop."""
        from tornado.ioloop import PeriodicCallback

        self._ticked = time.monotonic()
        self._ticking = PeriodicCallback(self.tick, 1000 * TICK_SECONDS)
        self._ticking.start()
        for room in self.open_rooms.values():
            room.changed()
            room.go_on()

    def tick(self) -> None:
        """Move the clocks of all rooms on; close rooms that no host has looked at for a long time."""
        now = time.monotonic()
        passed, self._ticked = now - self._ticked, now
        for room in list(self.open_rooms.values()):
            try:
                room.tick(passed, LONGEST_GAP)
                if room.is_hosted:
                    room.host_seen = now
                elif now - room.host_seen > IDLE_SECONDS:
                    room.close()
            except Exception:
                _log().exception("A fault in the room %s.", room.code)
            if room.closed and not room.pages:
                self.open_rooms.pop(room.code, None)

    def stop(self) -> None:
        """Release everything: all that has happened is on the disk, and nothing more happens."""
        for room in self.open_rooms.values():
            room.rest()
        if self._ticking is not None:
            self._ticking.stop()
        self.store.close()


def _log() -> logging.Logger:
    return logging.getLogger(__name__)


class WrongCodes:
    """Counts how often each address has asked for a missing room."""

    def __init__(self) -> None:
        self._times: dict[str, deque[float]] = {}

    def note(self, address: str) -> None:
        """Count a request by an address for a missing room."""
        self._times.setdefault(address, deque(maxlen=WRONG_CODES)).append(time.monotonic())

    def wait(self, address: str) -> float:
        """How many seconds an address has to wait before it may ask for a room again; 0 if it may."""
        times = self._times.get(address)
        if not times or len(times) < WRONG_CODES:
            return 0.0
        left = times[0] + WRONG_SECONDS - time.monotonic()
        if left <= 0 and times[-1] + WRONG_SECONDS < time.monotonic():
            del self._times[address]
        return max(left, 0.0)
