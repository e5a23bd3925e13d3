"""Work in progress on disk, so that a refreshed page or a restarted kernel can continue it.

There is one JSON file per work, written whole and put in place in one step. A work has one holder at a time:
the one that claimed it last. An older holder that is still running learns of this when it next writes.

The oldest works make room for new ones, unless a subclass says otherwise. Each file is dated later
than every other one in its folder, so that their order is the order of writing, whatever the clock says.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import time
import uuid
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from workbench.storage.errors import RoomError, WorkbenchError
from workbench.storage.folders import STATE_VARIABLE, bytes_free, state_folder
from workbench.storage.reading import beginning_of
from workbench.storage.writing import write_whole

FORMAT_VERSION = 1
UNFINISHED_SECONDS = 3600  # after which the writer of a temporary file must be gone
Made = TypeVar("Made")
_ID = re.compile(r"[0-9a-f]{32}")


def is_kept_id(text: object) -> bool:
    """Whether `text` can be the id of a work: 32 hexadecimal digits, so that it can never name another file."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


class Store:
    """A folder of works of one kind; `holder` names the user of this object.

    A subclass says what it keeps. Its errors are of the class `refusal`, and their texts name the kind of work.
    """

    kind: ClassVar[str]  # what is kept, in a word
    place: ClassVar[str]  # its folder below the state folder
    file_format: ClassVar[str]  # what its files call themselves
    most_bytes: ClassVar[int]  # of a file
    usually_kept: ClassVar[int]  # how many works; those written longest ago make room
    refusal: ClassVar[type[WorkbenchError]]
    elsewhere: ClassVar[str]  # for a holder that has lost the work
    again: ClassVar[str]  # what to do if nothing is left
    otherwise: ClassVar[str]  # what to do if only something damaged is left
    this: ClassVar[str]  # the work on a page
    yours: ClassVar[str]  # the same addressed to its user, with a verb
    not_begun: ClassVar[str]  # while there is nothing to keep
    no_id: ClassVar[str]  # if a browser remembers something that is not an id

    def __init__(self, folder: Path | None = None, kept: int | None = None) -> None:
        self.folder = (state_folder() if folder is None else folder) / self.place
        self.kept = self.usually_kept if kept is None else kept
        self.holder = uuid.uuid4().hex

    def new_id(self) -> str:
        """An id that no work has yet."""
        return uuid.uuid4().hex

    def path(self, kept_id: str) -> Path:
        """The file of a work; refused if `kept_id` is not an id."""
        if not is_kept_id(kept_id):
            raise self.refusal(f"A kept {self.kind} has an id of 32 hexadecimal digits, not {str(kept_id)[:40]!r}.")
        return self.folder / f"{kept_id}.json"

    def write(self, kept_id: str, content: dict[str, Any]) -> None:
        """Save `content`; refused if another holder has taken over the work, or the folder cannot take it."""
        path = self.path(kept_id)
        if not self.holds(kept_id):
            raise self.refusal(self.elsewhere)
        text = self._text(content)
        if len(text) > self.most_bytes:
            raise self.refusal(
                f"The {self.kind} is not kept: it fills {len(text):,} bytes, and {self.most_bytes:,} are the most. "
                "Make it smaller; what was kept before is still there."
            )
        others = [(date, file) for date, file in self._dated() if file.name != path.name]
        self._make_room(others, path, len(text))
        if not os.path.exists(path):  # unlike Path.exists, returns False if access is denied
            self._sweep()
            self.claim(kept_id)
        self._write_file(path, text)
        _date_after(others, path)
        if (too_many := len(others) + 1 - self.kept) > 0:
            for _date, other in self.first_out(others)[:too_many]:
                self._remove(other)

    def _text(self, content: Mapping[str, Any]) -> str:
        record = {"format": self.file_format, "version": FORMAT_VERSION, "content": content}
        return json.dumps(record, separators=(",", ":"))

    def read(self, kept_id: str) -> dict[str, Any]:
        """What was saved last; refused if there is nothing, or nothing readable."""
        path = self.path(kept_id)
        what = f"The kept {self.kind} {path}"
        try:
            text = beginning_of(path, self.most_bytes + 1)
            if len(text) > self.most_bytes:
                raise self.refusal(f"{what} is larger than {self.most_bytes:,} bytes, so it is not read.")
            record = json.loads(text.decode("utf-8"))
        except FileNotFoundError:
            raise self.refusal(f"No {self.kind} is kept under {kept_id} any more. {self.again}.") from None
        except (OSError, ValueError, RecursionError) as fault:
            raise self.refusal(f"{what} is damaged: {fault}. {self.otherwise}.") from None
        record = record if isinstance(record, dict) else {}
        if record.get("format") != self.file_format or not isinstance(record.get("content"), dict):
            raise self.refusal(f"{what} is damaged: it is no {self.file_format}. {self.otherwise}.")
        if record.get("version") != FORMAT_VERSION:
            raise self.refusal(
                f"{what} has format version {record.get('version')!r}, this program reads "
                f"{FORMAT_VERSION}. Use the newer program, or {self.again[0].lower()}{self.again[1:]}."
            )
        return record["content"]

    def newest_first(self) -> Iterator[str]:
        """The ids of all works, most recently written first."""
        for _date, file in reversed(self._dated()):
            if is_kept_id(file.stem):
                yield file.stem

    def claim(self, kept_id: str) -> None:
        """Become the holder of a work, whoever held it before; refused if the folder cannot be written."""
        self._write_file(self._holder_path(kept_id), self.holder)

    def holds(self, kept_id: str) -> bool:
        """Whether nobody else has claimed the work."""
        try:
            return self._holder_path(kept_id).read_text(encoding="utf-8", errors="replace") == self.holder
        except OSError:
            return True

    def forget(self, kept_id: str) -> None:
        """Remove a work that is held here; nothing happens if there is none."""
        if self.holds(kept_id):
            self._remove(self.path(kept_id))

    def _holder_path(self, kept_id: str) -> Path:
        return self.path(kept_id).with_suffix(".holder")

    def _write_file(self, path: Path, text: str) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, text, lasting=False)  # nobody should wait for the disk at each act
        except OSError as fault:
            raise self.refusal(
                f"The {self.kind} cannot be kept in {self.folder}: {fault}. "
                f"Set {STATE_VARIABLE} to a folder that can be written."
            ) from None

    def _dated(self) -> list[tuple[int, Path]]:
        """The files of all works, each with its date, the one written longest ago first."""
        dated = []
        with contextlib.suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.endswith(".json"):
                    with contextlib.suppress(OSError):  # another process removed it
                        dated.append((entry.stat().st_mtime_ns, Path(entry.path)))
        return sorted(dated)

    def first_out(self, dated: list[tuple[int, Path]]) -> list[tuple[int, Path]]:
        """The works in the order in which they make room for others; by default as given, oldest first."""
        return dated

    def _make_room(self, others: list[tuple[int, Path]], path: Path, needed: int) -> None:
        """Drop works until a file of `needed` bytes fits within the folder's limit; refused if it cannot fit."""
        missing = needed - bytes_free(self.folder.parent) - _size(path)
        going = self.first_out(others) if 0 < missing <= sum(_size(file) for _date, file in others) else []
        for dated in going:
            if missing <= 0:
                break
            missing -= _size(dated[1])
            self._remove(dated[1])
            others.remove(dated)
        if missing > 0:
            raise self.refusal(
                f"The {self.kind} is not kept: there is no room for it beside what you have kept already. "
                "Save it as a file before you leave this page."
            )

    def _sweep(self) -> None:
        """Remove what killed writers have left: temporary files, and holder marks without a work."""
        with contextlib.suppress(OSError):
            for file in self.folder.iterdir():
                mark = file.suffix == ".holder" and not file.with_suffix(".json").exists()
                if (mark or file.name.startswith(".")) and _written_long_ago(file):
                    file.unlink(missing_ok=True)

    def _remove(self, path: Path) -> None:
        for file in (path, path.with_suffix(".holder")):
            with contextlib.suppress(OSError):
                file.unlink()


class KeptWork:
    """The saved copy of the work on a page; without a `store` nothing is saved, but `kind` still supplies the words.

    `written` says whether it is on disk, `behind` whether the last steps could not be written, `taken_over` whether
    another window holds it now.
    """

    def __init__(self, kind: type[Store], store: Store | None) -> None:
        self.kind, self.store = kind, store
        self.begin()

    def begin(self) -> None:
        """Begin a new work, of which nothing is written yet."""
        self._lies_here(self.store.new_id() if self.store else "", written=False)

    def _lies_here(self, kept_id: str, written: bool) -> None:
        self.id, self.written, self.behind, self.taken_over = kept_id, written, False, False

    def write(self, content: Callable[[], dict[str, Any]]) -> None:
        """Save the work if there is a store; if that raises, the last steps count as not written."""
        if self.store is None:
            return
        self.behind = True
        try:
            self.store.write(self.id, content())
        except self.kind.refusal:
            self.check_holder()
            raise
        self.written, self.behind = True, False

    def check_holder(self) -> bool:
        """Check whether the work was restored elsewhere; returns whether that has changed."""
        before, self.taken_over = self.taken_over, self.store is not None and not self.store.holds(self.id)
        return self.taken_over != before

    def refuse_if_taken_over(self) -> None:
        """Raise RoomError if the work was restored elsewhere: nothing more is done to it here."""
        self.check_holder()
        if self.taken_over:
            raise RoomError(self.kind.elsewhere)

    def bring_back(self, kept_id: str, take: Callable[[dict[str, Any]], Made]) -> Made:
        """What `take` makes of the work saved under an id, which this window then holds; a refusal changes nothing."""
        if self.store is None:
            raise self.kind.refusal(f"No {self.kind.kind} is kept here (autosave is off). {self.kind.otherwise}.")
        if not is_kept_id(kept_id):
            raise self.kind.refusal(self.kind.no_id)
        made = take(self.store.read(kept_id))
        self.store.claim(kept_id)
        self._lies_here(kept_id, written=True)
        return made

    def words(self, begun: bool) -> str:
        """What is saved so far, for a user cut off from this kernel; `begun`: whether there is anything to save."""
        if self.written:
            return f"{self.kind.yours} kept{', but for the last steps' if self.behind else ''}."
        return f"{self.kind.this} is kept nowhere else than here." if begun else self.kind.not_begun


def _size(file: Path) -> int:
    try:
        return file.stat().st_size
    except OSError:
        return 0


def _date_after(others: list[tuple[int, Path]], path: Path) -> None:
    """Make a file the newest one, even if others are dated ahead of the clock."""
    newest = others[-1][0] if others else 0
    with contextlib.suppress(OSError, OverflowError):
        if path.stat().st_mtime_ns <= newest:
            os.utime(path, ns=(newest + 1, newest + 1))


def _written_long_ago(file: Path) -> bool:
    with contextlib.suppress(OSError):
        return abs(time.time() - file.stat().st_mtime) > UNFINISHED_SECONDS
    return False
