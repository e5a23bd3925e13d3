"""How far a long check is, shown where a notebook shows its results."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable

Progress = Callable[[str, int, int], None]


def usual_progress() -> Progress:
    """A line below the cell in a notebook, replaced as the work goes on; nothing anywhere else."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return lambda check, done, total: None
    from IPython.display import display, update_display

    line = uuid.uuid4().hex
    display({"text/plain": "The checks begin."}, raw=True, display_id=line)

    def show(check: str, done: int, total: int) -> None:
        update_display({"text/plain": f"{check}: {done} of {total} matches"}, raw=True, display_id=line)

    return show
