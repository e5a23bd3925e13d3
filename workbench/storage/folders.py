"""Where the workbench keeps things between runs, both reproducible and not, and how much may be kept."""

from __future__ import annotations

import contextlib
import math
import os
from pathlib import Path

APPLICATION = "roundtable-workbench"
CACHE_VARIABLE = "WORKBENCH_CACHE"
STATE_VARIABLE = "WORKBENCH_STATE"
LIMIT_VARIABLE = "WORKBENCH_STATE_LIMIT"
GALLERY_FILE = "gallery.sqlite"  # in the state folder
GALLERY_VARIABLE = "WORKBENCH_GALLERY"  # the file of the gallery that several spaces publish into


def cache_folder() -> Path:
    """The folder for what can be made again, mainly compiled code; the first that `WORKBENCH_CACHE` names."""
    return cache_folders()[0]


def cache_folders() -> tuple[Path, ...]:
    """The folders in which compiled code is looked for, the first of which is written into as well.

    `WORKBENCH_CACHE` names one or several, with a colon between them (a semicolon on Windows).
    """
    if chosen := [Path(name) for name in os.environ.get(CACHE_VARIABLE, "").split(os.pathsep) if name]:
        return tuple(chosen)
    from platformdirs import user_cache_path

    return (user_cache_path(APPLICATION),)


def state_folder() -> Path:
    """The folder for what the workbench remembers: matches, drafts and versions; `WORKBENCH_STATE` overrides it."""
    if chosen := os.environ.get(STATE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path(APPLICATION)


def bytes_in(folder: Path) -> int:
    """The bytes in all files in and below a folder; 0 if there is no such folder."""
    total = 0
    for place, _folders, names in os.walk(folder):
        for name in names:
            with contextlib.suppress(OSError):  # another process removed it
                total += os.lstat(os.path.join(place, name)).st_size
    return total


def bytes_free(folder: Path) -> float:
    """How many more bytes may be kept in a folder; `WORKBENCH_STATE_LIMIT`, if set, is the most that it may hold."""
    limit = os.environ.get(LIMIT_VARIABLE, "")
    return int(limit) - bytes_in(folder) if limit.isdecimal() else math.inf
