"""The file of the gallery: one SQLite database, opened for a moment each time, whoever else has it open.

Written in a write-ahead log that is on the disk before a publication is said to be there (`synchronous=FULL`), so that
neither a killed process nor a power cut leaves half of one. A file that is damaged, of another program or of a newer
workbench is refused and not touched.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.parse import quote

from workbench.storage.errors import GalleryError, reason_of, shown_path

FORMAT_VERSION = 2  # PRAGMA user_version; raised with each change of the tables
APPLICATION = 0x57424741  # PRAGMA application_id: "WBGA"
MAGIC = b"SQLite format 3\x00"
PATIENCE_SECONDS = 20.0  # for another program that is writing
ADVICE = "Move it away, and bring back what `workbench gallery export` wrote with `workbench gallery import`."

FIRST_VERSION = """
CREATE TABLE variants (
    key TEXT PRIMARY KEY,           -- the same on every machine
    slug TEXT NOT NULL UNIQUE,      -- its address on this one
    game TEXT NOT NULL,
    owner TEXT NOT NULL,            -- the space that published it; empty for the host's
    unlisted INTEGER NOT NULL,
    hidden INTEGER NOT NULL DEFAULT 0,
    withdrawn TEXT NOT NULL DEFAULT '',
    newest INTEGER NOT NULL DEFAULT 0,  -- and of the newest version, to be listed by:
    published_at TEXT NOT NULL DEFAULT '',
    title TEXT NOT NULL DEFAULT '',
    line TEXT NOT NULL DEFAULT '',
    author TEXT NOT NULL DEFAULT '',
    emblem TEXT NOT NULL DEFAULT '',
    words TEXT NOT NULL DEFAULT '',     -- what a search looks into
    forks INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE publications (
    id TEXT PRIMARY KEY,            -- sha256 of the content
    variant TEXT NOT NULL REFERENCES variants (key),
    number INTEGER NOT NULL,
    parent TEXT NOT NULL,           -- the id of another publication, which need not be here
    content TEXT NOT NULL,
    UNIQUE (variant, number)
);
CREATE INDEX by_date ON variants (published_at DESC) WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '';
CREATE INDEX by_forks ON variants (forks DESC, published_at DESC) WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '';
CREATE INDEX by_owner ON variants (owner);
CREATE INDEX by_parent ON publications (parent);
CREATE TRIGGER a_publication_never_changes BEFORE UPDATE ON publications
    BEGIN SELECT RAISE(ABORT, 'a publication never changes'); END;
CREATE TRIGGER only_what_is_withdrawn_goes BEFORE DELETE ON publications
    WHEN (SELECT withdrawn FROM variants WHERE key = OLD.variant) = ''
    BEGIN SELECT RAISE(ABORT, 'a publication is there for ever'); END;
"""
SECOND_VERSION = """
CREATE TABLE listed (               -- how many variants of each game are listed, so that nobody counts ten thousand
    game TEXT PRIMARY KEY,
    number INTEGER NOT NULL
);
INSERT INTO listed SELECT game, count(*) FROM variants
    WHERE hidden = 0 AND unlisted = 0 AND withdrawn = '' GROUP BY game;
CREATE TRIGGER a_variant_is_listed AFTER INSERT ON variants
    WHEN NEW.hidden = 0 AND NEW.unlisted = 0 AND NEW.withdrawn = ''
    BEGIN
        INSERT INTO listed VALUES (NEW.game, 1) ON CONFLICT (game) DO UPDATE SET number = number + 1;
    END;
CREATE TRIGGER a_listed_variant_changes AFTER UPDATE OF hidden, unlisted, withdrawn ON variants
    BEGIN
        UPDATE listed SET number = number
            - (OLD.hidden = 0 AND OLD.unlisted = 0 AND OLD.withdrawn = '')
            + (NEW.hidden = 0 AND NEW.unlisted = 0 AND NEW.withdrawn = '')
            WHERE game = NEW.game;
    END;
CREATE TABLE measured (             -- what games told of a deck against the one that it was made from, by digests
    before TEXT NOT NULL,
    deck TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (before, deck)
);
"""
VERSIONS = (FIRST_VERSION, SECOND_VERSION)  # what each version of the format has added


class Database:
    """The file of a gallery; nothing is made before something is written."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._looked_through = False

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection | None]:
        """A connection that changes nothing; None where nothing has been published yet."""
        with self._in_words():
            if not self._is_there():
                yield None
                return
            with closing(self._open("ro")) as connection:
                yield connection if self._version(connection) else None

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A connection whose changes are all made at the end, or none."""
        with self._in_words():
            self._is_there()
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with closing(self._open("rwc")) as connection:
                self._version(connection)
                self._look_through(connection)
                connection.execute("PRAGMA journal_mode = WAL")
                connection.execute("PRAGMA synchronous = FULL")
                connection.execute("PRAGMA foreign_keys = ON")
                connection.execute("BEGIN IMMEDIATE")
                try:
                    self._make(connection)
                    yield connection
                    connection.execute("COMMIT")
                finally:
                    if connection.in_transaction:
                        connection.execute("ROLLBACK")

    def _open(self, mode: str) -> sqlite3.Connection:
        address = f"file:{quote(str(self.file))}?mode={mode}"
        connection = sqlite3.connect(address, timeout=PATIENCE_SECONDS, uri=True, isolation_level=None)
        connection.row_factory = sqlite3.Row
        return connection

    def _is_there(self) -> bool:
        """Whether there is a file with something in it; raises GalleryError if that is no database."""
        try:
            with open(self.file, "rb") as file:
                beginning = file.read(len(MAGIC))
        except FileNotFoundError:
            return False
        if beginning and beginning != MAGIC:
            raise GalleryError(f"The gallery {shown_path(self.file)} is damaged: it is no database. {ADVICE}")
        return bool(beginning)

    def _version(self, connection: sqlite3.Connection) -> int:
        """Which tables the file has, 0 for none so far; raises GalleryError for a newer or a strange one."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        empty = not version and not application and not connection.execute("SELECT 1 FROM sqlite_master").fetchone()
        if not empty and application != APPLICATION:
            raise GalleryError(
                f"{shown_path(self.file)} is no gallery but a database of another program. Move it elsewhere."
            )
        if version > FORMAT_VERSION:
            raise GalleryError(
                f"The gallery {shown_path(self.file)} is of a newer workbench (format {version}; this one reads "
                f"{FORMAT_VERSION}). Update the workbench; the file was not touched."
            )
        return version

    def _look_through(self, connection: sqlite3.Connection) -> None:
        """Refuse to write into a file of which a part is damaged; looked at once, since it takes a while."""
        if not self._looked_through:
            (found,) = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != "ok":
                raise sqlite3.DatabaseError(found)
            self._looked_through = True

    def _make(self, connection: sqlite3.Connection) -> None:
        """Make the tables that are not there yet, as a part of the change that needs them."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == FORMAT_VERSION:
            return
        for added in VERSIONS[version:]:
            for statement in _statements(added):
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {FORMAT_VERSION}")

    @contextmanager
    def _in_words(self) -> Iterator[None]:
        """What SQLite and the system refuse, as a GalleryError."""
        try:
            yield
        except sqlite3.OperationalError as fault:
            raise GalleryError(
                f"The gallery {shown_path(self.file)} cannot be used: {reason_of(fault)}. Nothing was changed. "
                "Look whether the disk is full and whether you may write there."
            ) from None
        except sqlite3.DatabaseError as fault:
            raise GalleryError(
                f"The gallery {shown_path(self.file)} is damaged: {reason_of(fault)}. Nothing was changed. {ADVICE}"
            ) from None
        except OSError as fault:
            raise GalleryError(
                f"The gallery {shown_path(self.file)} cannot be used: {reason_of(fault)}. Nothing was changed."
            ) from None


def is_of_now(connection: sqlite3.Connection) -> bool:
    """Whether the file has all tables: an older one that is only read has not."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == FORMAT_VERSION)


def _statements(script: str) -> Iterator[str]:
    """The statements of a script one by one, so that they can be a part of a transaction."""
    gathered = ""
    for line in script.splitlines(keepends=True):
        gathered += line
        if sqlite3.complete_statement(gathered):
            yield gathered
            gathered = ""
