"""The process that compiles games beside the server, and the unobtrusive line about it on the first page."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence

from workbench.kernel.words import listed

VARIABLE = "WORKBENCH_WARM"  # "no": servers compile nothing in advance
PATIENCE = 5.0  # seconds within which the process should end


def wanted() -> bool:
    """Whether the environment lets servers compile games in advance."""
    return os.environ.get(VARIABLE, "").lower() not in ("0", "no", "false")


class MakingReady:
    """Compiles all games in a process of its own, at the lowest priority, until all are ready or `end` is called."""

    def __init__(self) -> None:
        self.words = ""  # what is being done, for a page; empty if nothing is
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Begin; if no process can be started, nothing is compiled in advance."""
        with contextlib.suppress(OSError):
            self._process = subprocess.Popen(
                [sys.executable, "-m", "workbench.lab.making_ready"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
            threading.Thread(target=self._listen, args=(self._process,), daemon=True).start()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        """Put what the process does into words until it ends."""
        assert process.stdout is not None
        for line in process.stdout:
            told = json.loads(line)
            self.words = said(told["title"], told["left"], told["ready"])
        self.words = ""
        process.wait()

    def end(self) -> None:
        """Stop compiling."""
        if self._process is None:
            return
        assert self._process.stdin is not None
        with contextlib.suppress(OSError):
            self._process.stdin.close()
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
        self._process = None


def said(title: str, left: int, ready: Sequence[str]) -> str:
    """What is being done and what is done already, in sentences.

    >>> said("Guile", 2, ["Excalibur"])
    'Guile is being made ready for quick reports; 2 more follow. Nobody needs to wait for it. Ready: Excalibur.'
    """
    more = f"; {left} more {'follows' if left == 1 else 'follow'}" if left else ""
    done = f" Ready: {listed(ready)}." if ready else ""
    return f"{title} is being made ready for quick reports{more}. Nobody needs to wait for it.{done}"
