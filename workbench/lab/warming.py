"""Compiling games ahead of time, so that nobody waits for the compiler."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np

from workbench.kernel.engine.kept_code import make_folder
from workbench.kernel.engine.speeds import compiled_engine, fingerprint, is_compiled_into
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.lab.course import trace
from workbench.lab.positions import Search
from workbench.lab.replaying import match_before
from workbench.lab.report import simulate
from workbench.lab.simulation import Plan
from workbench.play.tree_search import TreeSearch
from workbench.storage.errors import WorkbenchError


def compile_ahead(game: Game, variant: Variant, search: bool = True) -> None:
    """Compile a variant and keep the result on disk: games first, then what looks closer, then its rules.

    Without `search` the hard bot and hints have no compiled rules; everything else has.
    """
    options = {"game_variant": variant.key}
    report = simulate(game, games=1, bots=game.bots[0].name, options=options, threads=1, compiled=True)
    report.study  # noqa: B018
    trace(report.plan, 1)
    look_on(report.plan)
    if search:
        search_on(report.plan)
    list_first_actions(report.plan)


def compile_into(folder: Path, game: Game, variant: Variant) -> None:
    """Compile a variant into a folder, in a process that compiles for any processor of this kind."""
    from workbench.lab.compiling import Compilation

    try:
        make_folder(folder / fingerprint(variant))
    except OSError as fault:
        raise WorkbenchError(
            f"No compiled code can be kept in {folder} ({fault.strerror}). Name a folder into which you may write."
        ) from None
    try:
        compilation = Compilation(game, variant, folder)  # which ends its process when nobody knows it any more
        ended = compilation.process.wait()
    except OSError as fault:
        raise WorkbenchError(f"No process can be started to compile {variant.title}: {fault}.") from fault
    if ended != 0 or not is_compiled_into(folder, variant):
        raise WorkbenchError(
            f"{variant.title} could not be compiled into {folder}. Name a folder in which there is room, and into "
            f"which you alone may write; `workbench check {game.id}` says whether the rules compile at all."
        )


def look_on(plan: Plan) -> None:
    """Look one decision on from the beginning of a match, and let bots play on: what position graphs are made of."""
    match = match_before(plan, 0)
    search = Search(match, compiled_engine(plan.variant), most=1)
    search.begin(np.array([match.for_bots(match.positions()[-1].record).buffer]))
    search.look(1)
    search.values(1, plan.game.bot_number(plan.bots[0]))


def search_on(plan: Plan) -> None:
    """Search at the beginning of a match, which is what the hard bot does."""
    match = match_before(plan, 0)
    record = match.for_bots(match.positions()[-1].record)
    TreeSearch(match, match.to_act[0], record, compiled_engine(plan.variant), seed=1, room=1).run(1)


def list_first_actions(plan: Plan) -> None:
    """List what the first seat may do at the beginning of a match: rules are called one by one by the conformance kit.

    Here they take a second or two. A process that found the rest on disk would compile all of it again for them.
    """
    match, engine = match_before(plan, 0), compiled_engine(plan.variant)
    states, raws = engine.new_states()
    raws[0][:] = match.positions()[0].record.buffer
    engine.list_actions(states[0], engine.deck(plan.deck.arrays)[0], match.to_act[0], engine.new_actions()[0], 1, 1)


def warm(
    game: str | Game,
    on_progress: Callable[[str, int, int], None] | None = None,
    *,
    background: bool = False,
    into: Path | None = None,
) -> threading.Thread:
    """Compile every variant of a game ahead of time, and keep the result on disk.

    `on_progress(variant title, done, total)` is called before each variant and at the end. With
    `background` the work goes on in a thread that does not keep the program alive; the thread is returned.
    With `into` the code is kept in that folder, for any processor of this kind; raises WorkbenchError if it cannot be.
    """
    found = find_game(game)

    def compile_all() -> None:
        total = len(found.variants)
        for done, variant in enumerate(found.variants):
            if on_progress:
                on_progress(variant.title, done, total)
            if into is None:
                compile_ahead(found, variant)
            else:
                compile_into(into, found, variant)
        if on_progress:
            on_progress(found.title, total, total)

    worker = threading.Thread(target=compile_all, name=f"compile {found.id}", daemon=True)
    if background:
        worker.start()
    else:
        compile_all()
    return worker
