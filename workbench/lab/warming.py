"""Compiling games ahead of time, so that nobody waits for the compiler."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from workbench.kernel.engine.kept_code import make_folder
from workbench.kernel.engine.speeds import fingerprint, is_compiled_into
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.storage.errors import WorkbenchError


def compile_into(folder: Path, game: Game, variant: Variant, search: bool = True) -> None:
    """Compile a variant into a folder, in a process that compiles for any processor of this kind."""
    from workbench.lab.compiling import Compilation

    try:
        make_folder(folder / fingerprint(variant))
    except OSError as fault:
        raise WorkbenchError(
            f"No compiled code can be kept in {folder} ({fault.strerror}). Name a folder into which you may write."
        ) from None
    try:
        # A compilation ends its process when nothing refers to it any more.
        compilation = Compilation(game, variant, folder, search=search)
        ended = compilation.process.wait()
    except OSError as fault:
        raise WorkbenchError(f"No process can be started to compile {variant.title}: {fault}.") from fault
    if ended != 0 or not is_compiled_into(folder, variant, search):
        raise WorkbenchError(
            f"{variant.title} could not be compiled into {folder}. Name a folder in which there is room, and into "
            f"which you alone may write; `workbench check {game.id}` says whether the rules compile at all."
        )


def warm(
    game: str | Game,
    on_progress: Callable[[str, int, int], None] | None = None,
    *,
    background: bool = False,
    into: Path | None = None,
    search: bool = True,
) -> threading.Thread:
    """Compile every variant of a game ahead of time, and keep the result on disk.

    `on_progress(variant title, done, total)` is called before each variant and at the end. With
    `background` the work goes on in a thread that does not keep the program alive; the thread is returned.
    With `into` the code is kept in that folder, for any processor of this kind; raises WorkbenchError if it cannot be.
    Without `search`, the hard bot and hints find no compiled rules; everything else does.
    """
    from workbench.lab.compiling import compile_ahead

    found = find_game(game)

    def compile_all() -> None:
        total = len(found.variants)
        for done, variant in enumerate(found.variants):
            if on_progress:
                on_progress(variant.title, done, total)
            if into is None:
                compile_ahead(found, variant, search)
            else:
                compile_into(into, found, variant, search)
        if on_progress:
            on_progress(found.title, total, total)

    worker = threading.Thread(target=compile_all, name=f"compile {found.id}", daemon=True)
    if background:
        worker.start()
    else:
        compile_all()
    return worker
