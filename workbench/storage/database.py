"""A file of ours that is a database: one SQLite file, which other processes may have open as well.

It uses a write-ahead log that is on disk before a write is reported as done (`synchronous=FULL`), so that
neither a killed process nor a power cut leaves half of a change. A file that is damaged, or belongs to another program
or a newer workbench, is refused and left untouched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import ClassVar
from urllib.parse import quote

from workbench.storage.errors import WorkbenchError, reason_of, shown_path

MAGIC = b"SQLite format 3\x00"
PATIENCE_SECONDS = 20.0  # how long to wait for another program that is writing


def scripts_in(folder: Path) -> tuple[str, ...]:
    """The scripts of a folder, `1.sql`, `2.sql` and so on: what each version of a file's tables adds."""
    names = [f"{number}.sql" for number, _ in enumerate(folder.glob("*.sql"), 1)] or ["1.sql"]  # missed by its name
    return tuple((folder / name).read_text(encoding="utf-8") for name in names)


class Database:
    """A file with tables, made when something is first written. Each kind of file is a subclass.

    `application` marks the kind of file (PRAGMA application_id), `versions` are the scripts that add what each version
    of its tables needs (PRAGMA user_version), `called` is its name in texts, and `refusal` is the error it raises.
    """

    application: ClassVar[int]
    versions: ClassVar[tuple[str, ...]]
    refusal: ClassVar[type[WorkbenchError]]
    called: ClassVar[str]  # as in "the gallery"
    advice: ClassVar[str]  # what to do with a damaged one

    def __init__(self, file: Path, stays_open: bool = False) -> None:
        """`stays_open`: keep the connection until `close`, for a file that is written often."""
        self.file = file
        self.stays_open = stays_open
        self._writer: sqlite3.Connection | None = None  # the connection that is kept
        self._looked_through = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection that changes nothing; None if nothing has been written yet."""
        with self._in_words():
            if not self._is_there():
                yield None
                return
            with closing(self._open("ro")) as connection:
                yield connection if self._version(connection) else None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection whose changes are made together at the end, or not at all."""
        with self._in_words():
            connection = self._writer or self._for_writing()
            self._writer = connection if self.stays_open else None
            try:
                connection.execute("BEGIN IMMEDIATE")
                try:
                    self._make(connection)
                    yield connection
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")
            finally:
                if not self.stays_open:
                    connection.close()

    def _for_writing(self) -> sqlite3.Connection:
        self._is_there()
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        connection = self._open("rwc")
        try:
            self._version(connection)
            self._look_through(connection)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA foreign_keys = ON")
            connection.execute("PRAGMA secure_delete = ON")  # deleted content is overwritten
        except BaseException:
            connection.close()
            raise
        return connection

    def wipe(self) -> None:
        """Let nothing deleted remain on disk, not even in the write-ahead log."""
        with self._in_words():
            connection = self._writer or self._for_writing()
            try:
                connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            finally:
                if connection is not self._writer:
                    connection.close()

    def close(self) -> None:
        """Close the kept connection; a later write opens another."""
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def _open(self, mode: str) -> sqlite3.Connection:
        address = f"file:{quote(str(self.file))}?mode={mode}"
        connection = sqlite3.connect(address, timeout=PATIENCE_SECONDS, uri=True, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection

    def _is_there(self) -> bool:
        """Whether there is a file with content; raises the refusal if that is not a database."""
        try:
            with open(self.file, "rb") as file:
                beginning = file.read(len(MAGIC))
        except FileNotFoundError:
            return False
        if beginning and beginning != MAGIC:
            raise self.refusal(f"{self._named} is damaged: it is no database. {self.advice}")
        return bool(beginning)

    def _version(self, connection: sqlite3.Connection) -> int:
        """The version of the file's tables, 0 for none so far; raises the refusal for a newer or foreign file."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        empty = not version and not application and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not empty and application != self.application:
            raise self.refusal(
                f"{shown_path(self.file)} is no {self.called} but a database of another program. Move it elsewhere."
            )
        if version > len(self.versions):
            raise self.refusal(
                f"{self._named} is of a newer workbench (format {version}; this one reads "
                f"{len(self.versions)}). Update the workbench; the file was not touched."
            )
        return version

    def _look_through(self, connection: sqlite3.Connection) -> None:
        """Refuse to write into a partly damaged file; checked only once, since it takes a while."""
        if not self._looked_through:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            self._looked_through = True

    def _make(self, connection: sqlite3.Connection) -> None:
        """Make the missing tables as part of the change that needs them."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == len(self.versions):
            return
        for added in self.versions[version:]:
            for statement in _statements(added):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {self.application}")
        connection.execute(f"PRAGMA user_version = {len(self.versions)}")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """Turn errors of SQLite and the system into the refusal."""
        try:
            yield
        except sqlite3.OperationalError as fault:
            raise self.refusal(
                f"{self._named} cannot be used: {reason_of(fault)}. Nothing was changed. "
                "Look whether the disk is full and whether you may write there."
            ) from None
        except sqlite3.DatabaseError as fault:
            raise self.refusal(
                f"{self._named} is damaged: {reason_of(fault)}. Nothing was changed. {self.advice}"
            ) from None
        except OSError as fault:
            raise self.refusal(f"{self._named} cannot be used: {reason_of(fault)}. Nothing was changed.") from None

    def is_of_now(self, connection: sqlite3.Connection) -> bool:
        """Whether the file has all tables; an older one that is only read lacks some."""
        return bool(connection.execute("PRAGMA user_version").fetchone()[0] == len(self.versions))

    @property
    def _named(self) -> str:
        return f"The {self.called} {shown_path(self.file)}"


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they can be part of a transaction."""
    gathered = ""
    for line in script.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
