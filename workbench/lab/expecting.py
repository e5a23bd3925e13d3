"""The expected winner of a match, found by a process of its own, so that whoever shows the match goes on answering.

    python -m workbench.lab.expecting FINGERPRINT

reads a match as one line of JSON and writes its expected winner as another. Where the rules are not compiled yet it
compiles them first, after everything else on the machine. It ends with its input, or says by its exit code that the
game it found is not the one that was meant.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable

from filelock import FileLock

from workbench.kernel.engine.speeds import fingerprint, is_compiled
from workbench.lab.compiling import ANOTHER_GAME, end_process
from workbench.lab.expected_winner import ExpectedWinner, expected_winner
from workbench.lab.making_ready import be_last, end_with_input
from workbench.play.match import Match
from workbench.storage.errors import WorkbenchError
from workbench.storage.folders import cache_folder


class Expecting:
    """A process that finds the expected winner of a match as it is now, and tells it, in a thread.

    Nothing is told where no process can be started, or none that knows the game. `end` gives it up.
    """

    def __init__(self, match: Match, tell: Callable[[ExpectedWinner], None]) -> None:
        self.end: Callable[[], object] = lambda: None
        try:
            process = subprocess.Popen(
                [sys.executable, "-m", "workbench.lab.expecting", fingerprint(match.variant)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                text=True,
                encoding="utf-8",
            )
        except OSError:
            return
        self.end = weakref.finalize(self, end_process, process)  # also when the interpreter ends
        listening = (process, match.fork(), tell)
        self.thread = threading.Thread(target=_listen, args=listening, name="expected winner", daemon=True)
        self.thread.start()


def _listen(process: subprocess.Popen[str], match: Match, tell: Callable[[ExpectedWinner], None]) -> None:
    """Hand a match to a process, and tell what it answers."""
    assert process.stdin is not None
    assert process.stdout is not None
    with contextlib.suppress(OSError, ValueError), process:  # it may be ended meanwhile
        try:
            content = json.dumps(match.to_dict())
        except Exception:  # the story is whole without it
            logging.getLogger(__name__).exception("A match could not be handed to the process that plays it on.")
            return
        print(content, file=process.stdin, flush=True)
        if answer := process.stdout.readline():
            tell(ExpectedWinner.from_dict(json.loads(answer)))


def find(wanted: str) -> int:
    """Find the expected winner of the match on the first line of the input; the exit code."""
    given = sys.stdin.readline()
    threading.Thread(target=end_with_input, daemon=True).start()
    try:
        match = Match.from_dict(json.loads(given))
    except WorkbenchError:
        return ANOTHER_GAME
    if fingerprint(match.variant) != wanted:
        return ANOTHER_GAME
    if not is_compiled(match.variant, "play_out"):
        be_last()
    cache_folder().mkdir(parents=True, exist_ok=True)
    with FileLock(cache_folder() / "expecting.lock"):  # a class that ends together would fill the memory together
        found = expected_winner(match, compiled=True)
    sys.stdout.write(json.dumps(found.as_dict()) + "\n")
    sys.stdout.flush()
    return 0


if __name__ == "__main__":
    os._exit(find(*sys.argv[1:]))  # without waiting for the thread that reads on
