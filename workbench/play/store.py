"""Where running matches are kept, so that a refreshed page or a restarted kernel finds its match again.

One JSON file a match, written whole and put in place in one step. A match has one holder at a time:
whoever claimed it last. An older holder that still runs is told so when it next writes.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import uuid
from pathlib import Path
from typing import Any

from workbench.kernel.errors import ReplayError
from workbench.play.replay import MOST_BYTES
from workbench.play.writing import write_whole

FORMAT = "roundtable-workbench autosave"
FORMAT_VERSION = 1
KEPT_MATCHES = 500
STATE_VARIABLE = "WORKBENCH_STATE"
_ID = re.compile(r"[0-9a-f]{32}")


def state_folder() -> Path:
    """The folder for what the workbench remembers between runs; `WORKBENCH_STATE` overrides it."""
    chosen = os.environ.get(STATE_VARIABLE)
    if chosen:
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path("roundtable-workbench")


def is_match_id(text: object) -> bool:
    """Whether `text` is the id of a kept match: 32 hexadecimal digits, so that it can never name another file."""
    return isinstance(text, str) and _ID.fullmatch(text) is not None


class MatchStore:
    """A folder of running matches; `holder` names whoever uses this object.

    >>> import tempfile
    >>> store = MatchStore(Path(tempfile.mkdtemp()))
    >>> match_id = store.new_id()
    >>> store.write(match_id, {"turn": 3})
    >>> store.read(match_id)
    {'turn': 3}
    """

    def __init__(self, folder: Path | None = None, kept: int = KEPT_MATCHES) -> None:
        self.folder = (state_folder() if folder is None else folder) / "autosave"
        self.kept = kept
        self.holder = uuid.uuid4().hex

    def new_id(self) -> str:
        """An id that no match has yet."""
        return uuid.uuid4().hex

    def path(self, match_id: str) -> Path:
        """The file of a match; ReplayError if `match_id` is none."""
        if not is_match_id(match_id):
            raise ReplayError(f"A kept match has an id of 32 hexadecimal digits, not {str(match_id)[:40]!r}.")
        return self.folder / f"{match_id}.json"

    def write(self, match_id: str, content: dict[str, Any]) -> None:
        """Keep `content`; ReplayError if another holder has taken the match over or the folder cannot be written."""
        path = self.path(match_id)
        if not self.holds(match_id):
            raise ReplayError("This match goes on in another window. Reload this page to bring it back here.")
        if not path.exists():
            self.claim(match_id)
        record = {"format": FORMAT, "version": FORMAT_VERSION, "content": content}
        self._write_file(path, json.dumps(record, separators=(",", ":")))
        self._prune()

    def read(self, match_id: str) -> dict[str, Any]:
        """What was kept last; ReplayError if there is nothing, or nothing readable."""
        path = self.path(match_id)
        try:
            if path.stat().st_size > MOST_BYTES:
                raise ReplayError(f"The kept match {path} is larger than {MOST_BYTES:,} bytes, so it is not read.")
            record = json.loads(path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            raise ReplayError(f"No match is kept under {match_id} any more. Start a new game.") from None
        except (OSError, ValueError, RecursionError) as fault:
            raise ReplayError(f"The kept match {path} is damaged: {fault}. Start a new game or load a file.") from None
        record = record if isinstance(record, dict) else {}
        if record.get("format") != FORMAT or not isinstance(record.get("content"), dict):
            raise ReplayError(f"The kept match {path} is damaged: it is no {FORMAT}. Start a new game or load a file.")
        if record.get("version") != FORMAT_VERSION:
            raise ReplayError(
                f"The kept match {path} has format version {record.get('version')!r}, this program reads "
                f"{FORMAT_VERSION}. Use the newer program, or start a new game."
            )
        return record["content"]

    def claim(self, match_id: str) -> None:
        """Become the holder of a match, whoever held it before; ReplayError if the folder cannot be written."""
        self._write_file(self._holder_path(match_id), self.holder)

    def holds(self, match_id: str) -> bool:
        """Whether nobody else has claimed the match."""
        try:
            return self._holder_path(match_id).read_text(encoding="utf-8") == self.holder
        except OSError:
            return True

    def forget(self, match_id: str) -> None:
        """Remove a match of one's own; nothing happens if there is none."""
        if self.holds(match_id):
            self._remove(self.path(match_id))

    def _holder_path(self, match_id: str) -> Path:
        return self.path(match_id).with_suffix(".holder")

    def _write_file(self, path: Path, text: str) -> None:
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(path, text)
        except OSError as fault:
            raise ReplayError(
                f"The match cannot be kept in {self.folder}: {fault}. "
                f"Set {STATE_VARIABLE} to a folder that can be written."
            ) from None

    def _prune(self) -> None:
        """Drop the matches written longest ago when there are too many."""
        files = list(self.folder.glob("*.json"))
        if len(files) <= self.kept:
            return
        ages = []
        for file in files:
            with contextlib.suppress(OSError):  # another process pruned it
                ages.append((file.stat().st_mtime_ns, file))
        for _age, file in sorted(ages)[: max(0, len(ages) - self.kept)]:
            self._remove(file)

    def _remove(self, path: Path) -> None:
        for file in (path, path.with_suffix(".holder")):
            with contextlib.suppress(OSError):
                file.unlink()
