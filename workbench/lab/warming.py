"""Compiling games ahead of time, so that nobody waits for the compiler."""

from __future__ import annotations

import threading
from collections.abc import Callable

from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.lab.course import trace
from workbench.lab.report import simulate


def compile_ahead(game: Game, variant: Variant) -> None:
    """Compile a variant and keep the result on disk: games first, then what looks closer at them."""
    options = {"game_variant": variant.key}
    report = simulate(game, games=1, bots=game.bots[0].name, options=options, threads=1, compiled=True)
    report.study  # noqa: B018
    trace(report.plan, 1)


def warm(
    game: str | Game, on_progress: Callable[[str, int, int], None] | None = None, *, background: bool = False
) -> threading.Thread:
    """Compile every variant of a game ahead of time, and keep the result on disk.

    `on_progress(variant title, done, total)` is called before each variant and at the end. With
    `background` the work goes on in a thread that does not keep the program alive; the thread is returned.
    """
    found = find_game(game)

    def compile_all() -> None:
        total = len(found.variants)
        for done, variant in enumerate(found.variants):
            if on_progress:
                on_progress(variant.title, done, total)
            compile_ahead(found, variant)
        if on_progress:
            on_progress(found.title, total, total)

    worker = threading.Thread(target=compile_all, name=f"compile {found.id}", daemon=True)
    if background:
        worker.start()
    else:
        compile_all()
    return worker
