"""Compiling a game in a process of its own, so that this one goes on answering meanwhile.

    python -m workbench.lab.compiling GAME VARIANT FINGERPRINT

leaves the compiled code on disk, or says by its exit code that the game it found is not the one that was meant.
"""

from __future__ import annotations

import subprocess
import sys
import weakref

from workbench.kernel.engine.speeds import fingerprint
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.lab.warming import compile_ahead
from workbench.storage.errors import OptionError

ANOTHER_GAME = 3  # the exit code where a notebook has registered a game that files do not hold
PATIENCE = 5.0  # seconds in which a process that was asked to end should have done so


class Compilation:
    """A process that compiles a variant into the folder on disk. Raises OSError if none can be started."""

    def __init__(self, game: Game, variant: Variant) -> None:
        self.fingerprint = fingerprint(variant)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "workbench.lab.compiling", game.id, variant.key, self.fingerprint],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.end = weakref.finalize(self, _end, self.process)  # also when the interpreter ends

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None


def _end(process: subprocess.Popen) -> None:
    """End a process, whatever it is doing."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def compile_variant(game_id: str, key: str, wanted: str) -> int:
    """Compile the variant `key` of a game if it is the one with that fingerprint; the exit code."""
    try:
        game = find_game(game_id)
        variant = game.variant(key)
    except OptionError:
        return ANOTHER_GAME
    if fingerprint(variant) != wanted:
        return ANOTHER_GAME
    compile_ahead(game, variant)
    return 0


if __name__ == "__main__":
    sys.exit(compile_variant(*sys.argv[1:]))
