"""The progress of a long check, shown where a notebook shows its results."""

from __future__ import annotations

import sys
import uuid
from collections.abc import Callable
from typing import Any, cast

Progress = Callable[[str, int, int], None]


def usual_progress() -> Progress:
    """In a notebook, a line below the cell that is replaced as the work goes on; nothing elsewhere."""
    shell = sys.modules["IPython"].get_ipython() if "IPython" in sys.modules else None
    if shell is None or not hasattr(shell, "kernel"):
        return lambda check, done, total: None
    from IPython.display import display, update_display

    show_line, show_again = cast("Any", display), cast("Any", update_display)
    line = uuid.uuid4().hex
    show_line({"text/plain": "The checks begin."}, raw=True, display_id=line)

    def show(check: str, done: int, total: int) -> None:
        show_again({"text/plain": f"{check}: {done} of {total} matches"}, raw=True, display_id=line)

    return show
