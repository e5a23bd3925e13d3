"""Compiling every game ahead, a game on each core and at low priority, in a process that nobody waits for.

    python -m workbench.lab.making_ready [--without-search]

writes a line before each variant that is not compiled yet, `title`, `left` and the titles that are `ready` as JSON,
and ends with its input: when whoever started it has gone, it stops. Each variant is compiled in a process of its
own, which gives its memory back. If another such process is at work on this machine's cache, there is nothing to do.
"""

from __future__ import annotations

import json
import logging
import os
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

import psutil

from workbench.kernel.engine.speeds import is_compiled
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import list_games
from workbench.lab.compiling import WITHOUT_SEARCH, Compilation
from workbench.storage.folders import cache_folder

DOORS = ("run_games", "play_out")  # of what reports need, and of what graphs and the end of a match do
AT_ONCE = 2  # games; more would leave nothing to those who play
NOTE = "making_ready.pid"  # in the cache: which process is at work
LEAST_PRIORITY = 19


def not_ready() -> Iterator[tuple[Game, Variant]]:
    """The variants of all games that have not been compiled on this machine."""
    variants = ((game, variant) for game in list_games().values() for variant in game.variants)
    return ((game, variant) for game, variant in variants if not is_ready(variant))


def is_ready(variant: Variant) -> bool:
    """Whether a variant needs no more compiling for what pages show."""
    return all(is_compiled(variant, door) for door in DOORS)


def make_ready(unready: Iterable[tuple[Game, Variant]], tell: Callable[[str, int], None], search: bool = True) -> None:
    """Compile these; `tell(title, left)` is called before each variant, the usual one of a game first.

    search: see `workbench.lab.compiling.compile_ahead`.
    """
    waiting = sorted(unready, key=lambda one: one[0].variants.index(one[1]))
    telling = threading.Lock()

    def compile_one(left: int, game: Game, variant: Variant) -> None:
        with telling:
            if is_ready(variant):  # somebody's report has done it meanwhile
                return
            tell(game.title if variant is game.variants[0] else f"{game.title}: {variant.title}", left)
        compilation = Compilation(game, variant, search=search)  # ends its process when nothing refers to it
        compilation.process.wait()

    with ThreadPoolExecutor(min(AT_ONCE, os.cpu_count() or 1)) as pool:
        begun = [pool.submit(compile_one, len(waiting) - number, *one) for number, one in enumerate(waiting, 1)]
    for ended in begun:
        if (fault := ended.exception()) is not None:
            logging.getLogger(__name__).error("A game could not be made ready.", exc_info=fault)


def take_note() -> bool:
    """Note in the cache that this process is at work; returns whether no other one is."""
    note = cache_folder() / NOTE
    try:
        other = int(note.read_text(encoding="ascii"))
    except (OSError, ValueError):
        other = 0
    if other and other != os.getpid() and psutil.pid_exists(other):
        return False
    note.parent.mkdir(parents=True, exist_ok=True)
    note.write_text(str(os.getpid()), encoding="ascii")
    return True


def be_last() -> None:
    """Let everything else on the machine go first, for this process and those that it starts."""
    psutil.Process().nice(LEAST_PRIORITY if os.name == "posix" else psutil.IDLE_PRIORITY_CLASS)


def end_with_input() -> None:
    """End, and what is being compiled with it, once nobody holds the other end of the input any more."""
    sys.stdin.read()
    for child in psutil.Process().children(recursive=True):
        child.terminate()
    os._exit(0)


def main(*without: str) -> None:
    """Compile all games, if no other process does."""
    threading.Thread(target=end_with_input, daemon=True).start()
    if take_note():
        unready = list(not_ready())  # looked up before everybody else goes first, so that pages can say it at once
        be_last()
        make_ready(unready, say, search=WITHOUT_SEARCH not in without)


def say(title: str, left: int) -> None:
    """Write a line for whoever started this process, with the titles of the games that need no more compiling."""
    ready = [game.title for game in list_games().values() if all(map(is_ready, game.variants))]
    sys.stdout.write(json.dumps({"title": title, "left": left, "ready": ready}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
