"""The storage of rooms: each is kept as the list of what has happened in it, which only grows."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path
from typing import Any, NamedTuple

from workbench.storage.database import Database, scripts_in
from workbench.storage.errors import RoomError
from workbench.storage.folders import state_folder

ROOMS_FILE = "rooms.sqlite"  # in the state folder
LOCK_FILE = "rooms.lock"  # beside it
HELD = (
    "The rooms of this machine are kept by another workbench that runs here. Open rooms there, or end it and start "
    "this one again."
)
KEPT_DAYS = 30  # after a room was closed


class Happening(NamedTuple):
    """Something that has happened in a room: its kind, what it was, and when (seconds since 1970)."""

    kind: str
    content: dict[str, Any]
    at: float


class RoomsFile(Database):
    """The file of all rooms of a server; its tables are in schema/."""

    application = 0x5742524D  # "WBRM"
    versions = scripts_in(Path(__file__).with_name("schema"))
    refusal = RoomError
    called = "file of rooms"
    advice = "Move it away; new rooms then begin in a new file."


class RoomStore:
    """The rooms of a server, open and closed.

    When `add` returns, what was added is on the disk. Only one process writes a room.

    >>> import tempfile
    >>> store = RoomStore(Path(tempfile.mkdtemp()) / "rooms.sqlite")
    >>> room = store.open_room("KEHTA")
    >>> at = store.add(room, 1, "joined", {"name": "Mia"})
    >>> [happening.content for happening in store.happenings(room)]
    [{'name': 'Mia'}]
    """

    def __init__(self, file: Path | None = None) -> None:
        self.file = RoomsFile(file or state_folder() / ROOMS_FILE, stays_open=True)
        self._held: sqlite3.Connection | None = None  # the system releases it when the process ends, however it ends

    def hold(self) -> None:
        """Become the one process that writes these rooms, as long as it lives; RoomError while another one does."""
        if self._held is not None:
            return
        folder = self.file.file.parent
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        held = sqlite3.connect(folder / LOCK_FILE, timeout=0, isolation_level=None)
        try:
            held.execute("BEGIN EXCLUSIVE")
        except sqlite3.DatabaseError:
            held.close()
            raise RoomError(HELD) from None
        self._held = held

    def open_room(self, code: str) -> int:
        """Open a room under a code that no open room has, and return its id."""
        with self.file.writing() as connection:
            opened = connection.execute("INSERT INTO rooms (code, opened) VALUES (?, ?)", (code, time.time()))
            return int(opened.lastrowid or 0)

    def add(self, room: int, number: int, kind: str, content: dict[str, Any]) -> float:
        """Add what has happened under its number, and return when; RoomError adds nothing if that is taken."""
        now, text = time.time(), json.dumps(content, ensure_ascii=False, separators=(",", ":"))
        with self.file.writing() as connection:
            connection.execute("INSERT INTO happenings VALUES (?, ?, ?, ?, ?)", (room, number, now, kind, text))
        return now

    def _read(self, question: str, *given: Any) -> list[sqlite3.Row]:
        """The rows that answer a question; none if nothing has been written yet."""
        with self.file.reading() as connection:
            return [] if connection is None else connection.execute(question, given).fetchall()

    @property
    def can_write(self) -> bool:
        """Whether something can be added now."""
        try:
            with self.file.writing():
                return True
        except RoomError:
            return False

    def happenings(self, room: int) -> list[Happening]:
        """All that has happened in a room, in order; RoomError if something is missing or cannot be read."""
        rows = self._read("SELECT number, at, kind, content FROM happenings WHERE room = ? ORDER BY number", room)
        if [row["number"] for row in rows] != list(range(1, len(rows) + 1)):
            raise RoomError(f"Of the room with the number {room} something is missing in {self.file.file}.")
        try:
            return [Happening(row["kind"], json.loads(row["content"]), row["at"]) for row in rows]
        except ValueError:
            raise RoomError(
                f"Of the room with the number {room} something cannot be read in {self.file.file}."
            ) from None

    def open_rooms(self) -> list[tuple[int, str]]:
        """The rooms that are not closed, oldest first: their ids and codes."""
        rows = self._read("SELECT id, code FROM rooms WHERE closed IS NULL ORDER BY id")
        return [(row["id"], row["code"]) for row in rows]

    def has_been(self, code: str) -> bool:
        """Whether a room that is kept, open or closed, had this code."""
        return bool(self._read("SELECT 1 FROM rooms WHERE code = ? LIMIT 1", code))

    def close_room(self, room: int) -> None:
        """Free the code of a room; what has happened in it is kept for `KEPT_DAYS`."""
        with self.file.writing() as connection:
            connection.execute("UPDATE rooms SET closed = ? WHERE id = ? AND closed IS NULL", (time.time(), room))

    def delete_room(self, room: int) -> None:
        """Delete what is kept of a closed room: nothing of it is on the disk when this returns."""
        with self.file.writing() as connection:
            connection.execute("DELETE FROM rooms WHERE id = ? AND closed IS NOT NULL", (room,))
        self.file.wipe()

    def purge(self, before: float | None = None) -> int:
        """Delete what is kept of rooms closed before a time, by default `KEPT_DAYS` ago; return how many."""
        limit = time.time() - KEPT_DAYS * 86_400 if before is None else before
        with self.file.writing() as connection:
            gone = connection.execute("DELETE FROM rooms WHERE closed < ?", (limit,)).rowcount
        if gone:
            self.file.wipe()
        return gone

    def close(self) -> None:
        """Release the file and the right to write it."""
        self.file.close()
        if self._held is not None:
            self._held.close()
            self._held = None
