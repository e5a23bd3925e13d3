"""Compiling a game in a process of its own, so that this one goes on answering meanwhile.

    python -m workbench.lab.compiling GAME VARIANT FINGERPRINT [--without-search]

leaves the compiled code on disk, or says by its exit code that the game it found is not the one that was meant.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from workbench.kernel.engine.doors import FOR_ANY_PROCESSOR
from workbench.kernel.engine.speeds import compiled_engine, fingerprint, is_compiled
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.lab.course import trace
from workbench.lab.positions import Search
from workbench.lab.replaying import match_before
from workbench.lab.report import simulate
from workbench.lab.simulation import Plan
from workbench.play.tree_search import TreeSearch
from workbench.storage.errors import OptionError
from workbench.storage.folders import CACHE_VARIABLE

RUNS_AND_STUDIES = ("run_games", "study_games")  # the entries of compiled rules that reports and comparisons need
WITHOUT_SEARCH = "--without-search"
ANOTHER_GAME = 3  # the exit code where a notebook has registered a game that files do not hold
LOOKED_EVERY = 0.25  # seconds between two looks at whether the compiler is done
PATIENCE = 5.0  # seconds that a process has to end once it is asked to


class Compilation:
    """A process that compiles a variant into the folder on disk. Raises OSError if none can be started.

    With `into` it compiles into that folder, for any processor of this kind. `search`: see `compile_ahead`.
    """

    def __init__(self, game: Game, variant: Variant, into: Path | None = None, search: bool = True) -> None:
        self.fingerprint = fingerprint(variant)
        without = [] if search else [WITHOUT_SEARCH]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "workbench.lab.compiling", game.id, variant.key, self.fingerprint, *without],
            env=None if into is None else {**os.environ, **FOR_ANY_PROCESSOR, CACHE_VARIABLE: str(into.resolve())},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self.end = weakref.finalize(self, end_process, self.process)  # also when the interpreter ends

    @property
    def running(self) -> bool:
        """Whether it has not ended yet."""
        return self.process.poll() is None


class CompiledApart:
    """Rules that another process compiles while this one stands in for them with plain Python; for any screen.

    `begin` what is wanted, show what plain Python can do meanwhile, `wait`, and use the compiled rules. One process
    works at a time: for what was wanted last.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._compilation: Compilation | None = None
        self._only_here: set[str] = set()  # fingerprints of what no other process could compile

    def at_hand(self, variant: Variant, entry: str) -> bool:
        """Whether an entry of the compiled rules is on disk, or nobody but this process can compile it."""
        return is_compiled(variant, entry) or fingerprint(variant) in self._only_here

    def begin(self, game: Game, variant: Variant) -> None:
        """Make sure that a process compiles a variant; compiling another one is given up."""
        with self._lock:
            if self._compilation is not None:
                if self._compilation.fingerprint == fingerprint(variant) and self._compilation.running:
                    return
                self._compilation.end()
            try:
                self._compilation = Compilation(game, variant)
            except OSError:
                self._compilation = None
                self._only_here.add(fingerprint(variant))

    def wait(self, variant: Variant, entry: str, cancel: threading.Event) -> bool:
        """Wait until an entry is at hand; False if it was cancelled before that."""
        while not self.at_hand(variant, entry):
            if self._compilation is None or not self._compilation.running:
                if not is_compiled(variant, entry):
                    self._only_here.add(fingerprint(variant))
                return True
            if cancel.wait(LOOKED_EVERY):
                return False
        return True

    def see_to(
        self,
        game: Game,
        variant: Variant,
        entries: Sequence[str],
        cancel: threading.Event,
        meanwhile: Callable[[], None] = lambda: None,
    ) -> bool:
        """Have entries compiled and wait for them, `meanwhile` doing what can be done before; False if cancelled."""
        if not all(self.at_hand(variant, entry) for entry in entries):
            self.begin(game, variant)
            meanwhile()
        return all(self.wait(variant, entry, cancel) for entry in entries)

    def end(self) -> None:
        """End the process that compiles."""
        with self._lock:
            if self._compilation is not None:
                self._compilation.end()


def end_process(process: subprocess.Popen[Any]) -> None:
    """End a process, whatever it is doing."""
    process.terminate()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


# Everything that a run, a graph or the hard bot may call


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


def compile_variant(game_id: str, key: str, wanted: str, *without: str) -> int:
    """Compile the variant `key` of a game if it is the one with that fingerprint; the exit code."""
    try:
        game = find_game(game_id)
        variant = game.variant(key)
    except OptionError:
        return ANOTHER_GAME
    if fingerprint(variant) != wanted:
        return ANOTHER_GAME
    compile_ahead(game, variant, search=WITHOUT_SEARCH not in without)
    return 0


if __name__ == "__main__":
    sys.exit(compile_variant(*sys.argv[1:]))
