"""Versions of a deck that a designer chose to keep, each with a note, to return to and to compare.

    versions = Versions("guild_master", "medieval")
    versions.save(deck, "cheaper castles")
    versions.load(1).diff(deck)

A version is a folder with the deck's files, so that it can be opened, linted and played like any
other deck, and a `version.toml` that says when and why it was saved. It is put in place whole, under a
number that no other version has, however many programs save at once. Nothing but a note is ever overwritten.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
import tomllib
from contextlib import suppress
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from workbench.decks.deck import Deck
from workbench.decks.diff import DeckDiff
from workbench.decks.edit import key_from_name
from workbench.decks.reading import LARGEST_TOML, read_folder
from workbench.decks.validation import validate
from workbench.decks.writing import file_texts
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import DeckError, reason_of, shown
from workbench.storage.folders import STATE_VARIABLE, bytes_free, state_folder
from workbench.storage.reading import beginning_of
from workbench.storage.writing import write_together, write_whole

FORMAT = 1
VERSION_FILE = "version.toml"
MOST_VERSIONS, LAST_NUMBER = 999, 9999  # of a deck
LONGEST_NAME = 200
LONGEST_NOTE = 2000
UNFINISHED = ".unfinished-"  # the beginning of the name of a folder that is not a version yet
UNFINISHED_SECONDS = 86_400  # after which its writer must be gone
_NUMBER = re.compile(r"[0-9]{4}")
_DIGEST = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True)
class Version:
    """One kept version: its number, when it was saved (UTC, ISO 8601), its note, the deck's title and digest.

    `changed` says what has changed since the previous version, `wins` who won when it was measured; empty if unknown.
    """

    number: int
    saved_at: str
    note: str
    title: str
    digest: str
    changed: str = ""
    wins: str = ""


class Versions:
    """The versions of one deck of a game, filed under the deck's name, which stays when its title changes.

    >>> import tempfile
    >>> from workbench.decks import load_deck
    >>> versions = Versions("guild_master", "medieval", Path(tempfile.mkdtemp()))
    >>> deck = load_deck("guild_master", "medieval")
    >>> versions.save(deck, "as printed").number
    1
    >>> versions.load(1) == deck
    True
    """

    def __init__(self, game_id: str | Game, name: str, folder: Path | None = None) -> None:
        if not isinstance(name, str) or len(name) > LONGEST_NAME:
            raise DeckError(f"A deck's name has up to {LONGEST_NAME} characters; {shown(name)} is none.")
        self.game = find_game(game_id)
        self.name = name
        self.state = state_folder() if folder is None else folder
        self.folder = _versions_folder(self.game, self.state) / _folder_name(name)

    def path(self, number: int) -> Path:
        """The folder of a version, whether it exists or not."""
        return self.folder / f"{number:04}"

    def save(self, deck: Deck, note: str = "", wins: str = "") -> Version:
        """Save a deck as a new version; refused if it equals the last one, or cannot be saved.

        `wins` says who won when it was measured.
        """
        if deck.game_id != self.game.id:
            raise DeckError(f"A deck of {deck.game_id!r} is no version of one of {self.game.id!r}. Give one of those.")
        difference = self._since_last(deck)[1]
        about = {
            "format": FORMAT,
            "deck": self.name,
            "saved_at": datetime.now(UTC).isoformat(timespec="seconds"),
            "note": _note(note),
            "title": deck.meta.title,
            "digest": deck.digest,
            "changed": difference.words[:LONGEST_NOTE] if difference else "",
            "wins": wins,
        }
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._sweep()
            with tempfile.TemporaryDirectory(prefix=UNFINISHED, dir=self.folder) as unfinished:
                self._write(Path(unfinished), deck, about)
                return _version(self._put_in_place(Path(unfinished), deck), about)
        except (OSError, ValueError) as fault:
            raise self._cannot_keep(fault) from None

    def list(self) -> tuple[Version, ...]:
        """The versions, oldest first; damaged ones are left out and listed by `damaged`."""
        return self._read_all()[0]

    def damaged(self) -> tuple[str, ...]:
        """A sentence about each existing version that cannot be read."""
        return self._read_all()[1]

    def load(self, number: int) -> Deck:
        """The deck of a version; refused if no version has that number, or if it was changed on disk."""
        version = self._read(number)
        try:
            deck = self._load(self.path(number))
        except DeckError as error:
            raise DeckError(f"Version {number} of {self.name!r} is damaged. {error}", error.problems) from None
        if deck.digest != version.digest:
            raise DeckError(
                f"Version {number} of {self.name!r} was changed after it was saved. "
                f"If that is meant, load it by its folder: {self.path(number)}"
            )
        return deck

    def note(self, number: int, text: str) -> Version:
        """Replace the note of a version."""
        about = asdict(self._read(number)) | {"format": FORMAT, "deck": self.name, "note": _note(text)}
        del about["number"]
        try:
            write_whole(self.path(number) / VERSION_FILE, _toml(about))
        except (OSError, ValueError) as fault:
            raise self._cannot_keep(fault) from None
        return _version(number, about)

    def __repr__(self) -> str:
        return f"<Versions {self.game.id}/{self.name}: {len(self._numbers())} in {self.folder}>"

    # ------------------------------------------------------------ writing

    def _write(self, unfinished: Path, deck: Deck, about: dict[str, Any]) -> None:
        """Fill a folder with everything that belongs to the version, and read it back as a check."""
        texts = {**file_texts(deck), VERSION_FILE: _toml(about)}
        if sum(len(text.encode()) for text in texts.values()) > bytes_free(self.state):
            raise DeckError(
                "The version is not kept: there is no room for it beside what you have kept already. "
                "Save the deck as a file before you leave this page."
            )
        write_together({unfinished / file: text for file, text in texts.items()})
        if self._load(unfinished).diff(deck):
            raise DeckError("The version is not kept: read back, it is another deck.")

    def _put_in_place(self, unfinished: Path, deck: Deck) -> int:
        while True:
            numbers = self._numbers()
            number = max(numbers, default=0) + 1
            if len(numbers) >= MOST_VERSIONS or number > LAST_NUMBER:
                raise DeckError(
                    f"There is no room for another version of {self.name!r}: {len(numbers)} are kept, the last one is "
                    f"{number - 1}. Remove the folders that you no longer need from {self.folder}"
                )
            self._refuse_unchanged(deck)
            try:
                os.rename(unfinished, self.path(number))  # the system refuses if a folder with files is there
                return number
            except OSError:
                if not os.path.lexists(self.path(number)):
                    raise

    def _refuse_unchanged(self, deck: Deck) -> None:
        last, difference = self._since_last(deck)
        if last is None or difference is None or difference:
            return
        called = f" ({last.note.splitlines()[0][:60]})" if last.note else ""
        raise DeckError(
            f"Nothing has changed since version {last.number}{called}, so no new one was saved. "
            "Change the deck first, or change the note of that version."
        )

    def _since_last(self, deck: Deck) -> tuple[Version | None, DeckDiff | None]:
        """The last version, and what has changed in a deck since; None if it is not there, or its deck is damaged."""
        last = self._last()
        with suppress(DeckError):
            return last, self.load(last.number).diff(deck) if last else None
        return last, None

    def _sweep(self) -> None:
        """Remove what killed programs left unfinished."""
        for folder in self.folder.glob(f"{UNFINISHED}*"):
            with suppress(OSError):
                if time.time() - folder.stat().st_mtime > UNFINISHED_SECONDS:
                    shutil.rmtree(folder, ignore_errors=True)

    def _cannot_keep(self, fault: Exception) -> DeckError:
        return DeckError(
            f"The version cannot be kept in {self.folder}: {reason_of(fault)}. "
            f"Set {STATE_VARIABLE} to a folder that can be written."
        )

    # ------------------------------------------------------------ reading

    def _numbers(self) -> tuple[int, ...]:
        """The numbers that are taken, by whatever kind of entry."""
        with suppress(OSError):
            return tuple(sorted(int(name) for name in os.listdir(self.folder) if _NUMBER.fullmatch(name)))
        return ()

    def _read_all(self) -> tuple[tuple[Version, ...], tuple[str, ...]]:
        versions, damaged = [], []
        for number in self._numbers():
            try:
                versions.append(self._read_file(number))
            except DeckError as fault:
                damaged.append(str(fault))
        return tuple(versions), tuple(damaged)

    def _last(self) -> Version | None:
        """The last version that can be read."""
        for number in reversed(self._numbers()):
            with suppress(DeckError):
                return self._read_file(number)
        return None

    def _read(self, number: int) -> Version:
        numbers = self._numbers()
        if type(number) is not int or number not in numbers:
            there = f"{numbers[0]} to {numbers[-1]}" if numbers else "none so far"
            raise DeckError(f"There is no version {shown(number)} of {self.name!r}. Versions: {there}.")
        return self._read_file(number)

    def _read_file(self, number: int) -> Version:
        file = self.path(number) / VERSION_FILE
        try:
            return _version(number, _about(file))
        except (OSError, ValueError, RecursionError) as fault:
            raise DeckError(
                f"Version {number} of {self.name!r} is damaged: {file}: {reason_of(fault)}. "
                f"What is left of the deck can be loaded by its folder: {self.path(number)}"
            ) from None

    def _load(self, folder: Path) -> Deck:
        draft = read_folder(self.game, folder)
        draft.name = self.name
        return validate(draft, Deck)


def versioned_decks(game_id: str | Game, folder: Path | None = None) -> tuple[str, ...]:
    """The names of a game's decks that have versions, in alphabetical order."""
    names = set()
    for file in _versions_folder(find_game(game_id), folder).glob(f"*/*/{VERSION_FILE}"):
        with suppress(OSError, ValueError, RecursionError):
            names.add(_about(file)["deck"])
    return tuple(sorted(names))


def _versions_folder(game: Game, folder: Path | None) -> Path:
    return (state_folder() if folder is None else folder) / "versions" / game.id


def _folder_name(name: str) -> str:
    """A folder name for any deck's name: a different one for each, even on systems that ignore case.

    >>> _folder_name("medieval")
    'medieval-c46cf716'
    """
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{key_from_name(name, ())}-{digest[:8]}"


def _note(text: object) -> str:
    if not isinstance(text, str):
        raise DeckError(f"A note is text; {shown(text)} is none.")
    if len(text.strip()) > LONGEST_NOTE:
        raise DeckError(f"The note has {len(text.strip()):,} characters. Keep it within {LONGEST_NOTE:,}.")
    return text.strip()


def _toml(about: dict[str, Any]) -> str:
    import tomli_w

    return tomli_w.dumps(about)


def _about(file: Path) -> dict[str, str]:
    """What a version.toml says; raises OSError or ValueError."""
    data = beginning_of(file, LARGEST_TOML + 1)
    if len(data) > LARGEST_TOML:
        raise ValueError(f"it is longer than {LARGEST_TOML:,} bytes")
    about = tomllib.loads(data.decode("utf-8"))
    if about.get("format") != FORMAT:
        raise ValueError(f"its format is {shown(about.get('format'))}, this program reads {FORMAT}")
    about = {"changed": "", "wins": "", **about}  # versions of earlier workbenches lack these
    for key in ("deck", "saved_at", "note", "title", "digest", "changed", "wins"):
        if not isinstance(about.get(key), str):
            raise ValueError(f"it has no text under {key!r}")
    datetime.fromisoformat(about["saved_at"])
    if not _DIGEST.fullmatch(about["digest"]):
        raise ValueError("its digest is none")
    return about


def _version(number: int, about: dict[str, Any]) -> Version:
    return Version(number, **{field.name: about[field.name] for field in fields(Version) if field.name != "number"})
