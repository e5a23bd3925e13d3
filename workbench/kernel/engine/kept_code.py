"""Machine code on disk: found by what it was compiled from, wherever that lies, and believed only if it is whole.

    FOLDER/<fingerprint>/<doors>-<types>-<processors>.code     the machine code
    FOLDER/<fingerprint>/<doors>-<types>-<processors>.json     written last: its SHA-256, its symbols, what it leans on

`<processors>` is the key of a Target: `native-...` for one processor, `generic-...` for all of its kind. Several
folders may be named (see `cache_folders`): code is looked for in all of them and written into the first.

Code is run as it is found. So a folder into which others may write is refused, and so is a file that is not the
one its manifest names.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import sys
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from workbench.storage.writing import FOR_EVERYBODY, write_bytes, write_whole

USUAL_SECONDS = 0.05  # for a rule, on a quick machine
CODE, MANIFEST = ".code", ".json"
WRITABLE_BY_OTHERS = 0o022


class UnsafeFolder(UserWarning):
    """Compiled code lies where others may write."""


@dataclass(frozen=True)
class Kept:
    """Code as it was found: `code`, the SHA-256 of it, `symbols` by door, and the (name, SHA-256) of what it calls."""

    code: bytes
    digest: str
    symbols: Mapping[str, tuple[str, str]]
    leans_on: tuple[tuple[str, str], ...]
    seconds: float = field(default=0.0, compare=False)  # that making it took, for each rule of the variant


def read_code(folders: Sequence[Path], fingerprint: str, names: Sequence[str]) -> Kept | None:
    """The first of several files that is whole, by name and then by folder; None if there is none."""
    for name in names:
        for folder in folders:
            place = folder / fingerprint
            manifest = _manifest(place / f"{name}{MANIFEST}")
            if manifest is None or not is_safe(place):
                continue
            with contextlib.suppress(OSError):
                code = (place / f"{name}{CODE}").read_bytes()
                if digest_of(code) == manifest["sha256"]:
                    symbols = {door: (entry, own) for door, (entry, own) in manifest["symbols"].items()}
                    leans_on = tuple((other, digest) for other, digest in manifest["leans_on"])
                    return Kept(code, manifest["sha256"], symbols, leans_on)
    return None


def write_code(folder: Path, fingerprint: str, name: str, kept: Kept) -> None:
    """Keep code, the manifest last; what cannot be written is compiled again another time."""
    place = folder / fingerprint
    manifest = {
        "sha256": kept.digest,
        "symbols": kept.symbols,
        "leans_on": kept.leans_on,
        "seconds_a_rule": kept.seconds,
    }
    with contextlib.suppress(OSError):
        make_folder(place)
        if is_safe(place):
            write_bytes(place / f"{name}{CODE}", kept.code)
            write_whole(place / f"{name}{MANIFEST}", json.dumps(manifest), FOR_EVERYBODY, lasting=False)


def make_folder(place: Path) -> None:
    """A folder into which nobody else may write, whatever is usual here."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with contextlib.suppress(FileExistsError):
        place.mkdir(mode=0o755)


def is_anything_there(folders: Sequence[Path], fingerprint: str, doors: str) -> bool:
    """Whether any code for some doors is there, for whatever processor, whole or not."""
    return any(any((folder / fingerprint).glob(f"{doors}-*{MANIFEST}")) for folder in folders)


def is_there(folders: Sequence[Path], fingerprint: str, doors: str, targets: Sequence[str]) -> bool:
    """Whether code for some doors is there for one of several targets, and all that it leans on."""
    return any(
        _is_whole(folders, fingerprint, path.stem)
        for folder in folders
        for target in targets
        for path in (folder / fingerprint).glob(f"{doors}-*-{target}{MANIFEST}")
    )


def _is_whole(folders: Sequence[Path], fingerprint: str, name: str, wanted: str = "") -> bool:
    """Whether a file is there as its manifest says, and, if a SHA-256 is wanted, is that one."""
    for folder in folders:
        place = folder / fingerprint
        manifest = _manifest(place / f"{name}{MANIFEST}")
        if (
            manifest is not None
            and wanted in ("", manifest["sha256"])
            and is_safe(place)
            and _digest_on_disk(place / f"{name}{CODE}") == manifest["sha256"]
            and all(_is_whole(folders, fingerprint, other, digest) for other, digest in manifest["leans_on"])
        ):
            return True
    return False


def seconds_a_rule(folder: Path) -> float:
    """How long a rule took to compile when that was last done for a report here; a usual time if it never was."""
    with contextlib.suppress(OSError, ValueError):
        newest = max(folder.glob(f"*/report-*{MANIFEST}"), key=lambda path: path.stat().st_mtime)
        if manifest := _manifest(newest):
            return float(manifest.get("seconds_a_rule", USUAL_SECONDS))
    return USUAL_SECONDS


def _manifest(path: Path) -> Any:
    """What a manifest says; None if it is not there or says something else."""
    with contextlib.suppress(OSError, ValueError):
        said = json.loads(path.read_text(encoding="utf-8"))
        if isinstance(said, dict) and {"sha256", "symbols", "leans_on"} <= said.keys():
            return said
    return None


def digest_of(code: bytes) -> str:
    """The SHA-256 of code."""
    return hashlib.sha256(code).hexdigest()


def _digest_on_disk(path: Path) -> str:
    """The SHA-256 of a file, empty if it is not there; a page that asks four times a second reads it once."""
    try:
        found = path.stat()
    except OSError:
        return ""
    return _digest_as_of(path, found.st_mtime_ns, found.st_size, found.st_ino)


@lru_cache(maxsize=256)
def _digest_as_of(path: Path, *_changed: int) -> str:
    try:
        return digest_of(path.read_bytes())
    except OSError:
        return ""


def is_safe(place: Path) -> bool:
    """Whether only those who could change the workbench itself may write into a folder; says so once if not.

    The folder must be there.
    """
    if os.name != "posix":
        return True
    try:
        found = place.stat()
    except OSError:
        return False
    if found.st_uid in _trusted() and not found.st_mode & WRITABLE_BY_OTHERS:
        return True
    _warn(place)
    return False


@lru_cache(maxsize=64)
def _warn(place: Path) -> None:
    text = f"Others may write into {place}, so the compiled code in it is not used. Take the right to write from them"
    warnings.warn(f"{text} (chmod go-w) or name another folder in WORKBENCH_CACHE.", UnsafeFolder, stacklevel=2)


@lru_cache(maxsize=1)
def _trusted() -> frozenset[int]:
    """The owners of what runs here anyway: this user, the system, and who installed Python and the workbench."""
    places = (Path(__file__), Path(sys.prefix))
    return frozenset({os.getuid(), 0, *(place.stat().st_uid for place in places)})


@contextlib.contextmanager
def in_turn(folder: Path, fingerprint: str, name: str) -> Iterator[None]:
    """Let one process at a time make the same code, so that the others find it; nobody waits where none can write."""
    from filelock import FileLock

    place = folder / fingerprint
    lock = None
    try:
        make_folder(place)
        lock = FileLock(place / f"{name}.lock")  # one for each turn: a process that was forked may not use its parent's
        lock.acquire()
    except OSError:
        lock = None
    try:
        yield
    finally:
        if lock is not None:
            lock.release()
