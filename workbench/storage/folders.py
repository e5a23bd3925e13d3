"""Where the workbench keeps things between runs: what can be made again, and what cannot."""

from __future__ import annotations

import os
from pathlib import Path

APPLICATION = "roundtable-workbench"
CACHE_VARIABLE = "WORKBENCH_CACHE"
STATE_VARIABLE = "WORKBENCH_STATE"


def cache_folder() -> Path:
    """The folder for what can be made again, compiled code above all; `WORKBENCH_CACHE` overrides it."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_cache_path

    return user_cache_path(APPLICATION)


def state_folder() -> Path:
    """The folder for what the workbench remembers: matches, drafts and versions; `WORKBENCH_STATE` overrides it."""
    if chosen := os.environ.get(STATE_VARIABLE):
        return Path(chosen)
    from platformdirs import user_state_path

    return user_state_path(APPLICATION)
