"""The doors of a game's compiled rules: which are made together, for what, and where their machine code is kept.

    report      `run_games`, `study_games`                  what a first report waits for
    looking on  `trace_games`, `expand`, `play_out`         graphs, who is expected to win
    searching   `search_tree`                               the bot that searches
    rules       all others of ENTRIES, legal, step, score   one step at a time: the conformance kit

Each group is optimized and emitted once, the later ones without what the report's has emitted before. A door is made
when it is called for the first time, its whole group with it: what each is handed is known from its parameters' names.
"""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.engine.bundles import Bench, Course, Outcome, Run, StudiedGames, Tree, Without
from workbench.kernel.engine.kept_code import (
    Kept,
    digest_of,
    in_turn,
    is_anything_there,
    is_there,
    read_code,
    write_code,
)

if TYPE_CHECKING:
    from workbench.kernel.engine.compiler import Door, Whole
    from workbench.kernel.engine.speeds import Engine

FOR_ANY_PROCESSOR = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": ""}  # variables of a process that compiles so
REPORT, LOOKING_ON, SEARCHING, RULES = "report", "looking_on", "searching", "rules"
GROUPS = {
    REPORT: ("run_games", "study_games"),
    LOOKING_ON: ("trace_games", "expand", "play_out"),
    SEARCHING: ("search_tree",),
}
Signature = tuple[Any, ...]


def group_of(door: str) -> str:
    """The group of a door."""
    return next((group for group, doors in GROUPS.items() if door in doors), RULES)


def is_kept(folders: Sequence[Path], fingerprint: str, door: str) -> bool:
    """Whether the machine code of a door's group is on disk, for a processor like this one."""
    group = group_of(door)
    if not is_anything_there(folders, fingerprint, group):
        return False  # only Numba knows which processor this is, and importing it takes long
    from workbench.kernel.engine.compiler import targets

    return is_there(folders, fingerprint, group, [target.key for target in targets()])


def generic_target() -> str:
    """How files whose code runs on any processor of this kind are named."""
    from workbench.kernel.engine.compiler import targets

    return targets()[-1].key


class Doors:
    """The doors of one variant; `rules` are its compiled rules by name, and `engine` is set once it is there.

    `reached` is how many rules are compiled for them.
    """

    def __init__(
        self, rules: Mapping[str, Any], title: str, fingerprint: str, folders: Sequence[Path], reached: int
    ) -> None:
        from workbench.kernel.engine.compiler import Door

        self.reached = reached
        self.title, self.fingerprint, self.folders = title, fingerprint, tuple(folders)
        self.named: dict[str, Door] = {name: Door(rule, name, self._make) for name, rule in rules.items()}
        self.made: dict[str, Whole] = {}  # by the name of its file, without the processors
        self.engine: Engine | None = None
        self._lock = threading.RLock()

    def _make(self, name: str, signature: Signature) -> None:
        """Make a door for these types, and what belongs to its group."""
        with self._lock:
            deck = self._deck_in(name, signature)
            wanted = {} if deck is None else self._signatures(group_of(name), deck)
            if deck is None or wanted.get(name) != signature:  # something unusual, or of no deck
                self._take(name, {name: signature})
                return
            if group_of(name) != REPORT:
                self._take(REPORT, self._signatures(REPORT, deck))
            self._take(group_of(name), wanted)

    def _deck_in(self, name: str, signature: Signature) -> np.dtype | None:
        """The dtype of the deck among what a door is handed."""
        from workbench.kernel.engine.compiler import record_in

        for parameter, kind in zip(self.named[name].parameters, signature, strict=True):
            if parameter in ("deck", "bench"):
                return record_in(kind, "decks")
        return None

    def _signatures(self, group: str, deck: np.dtype) -> dict[str, Signature]:
        """What the doors of a group are handed with such a deck."""
        from workbench.kernel.engine.compiler import types_of

        assert self.engine is not None
        values = handed(self.engine, deck)
        names = GROUPS.get(group) or [
            name
            for name, door in self.named.items()
            if group_of(name) == RULES and "deck" in door.parameters  # the others are small, and made alone
        ]
        return {name: types_of([values[part] for part in self.named[name].parameters]) for name in names}

    def _take(self, group: str, wanted: Mapping[str, Signature]) -> None:
        """Take doors from disk, or make them and keep them there."""
        from workbench.kernel.engine.compiler import emit

        said = "\n".join(f"{door}: {', '.join(map(str, signature))}" for door, signature in sorted(wanted.items()))
        name = f"{group}-{hashlib.sha256(said.encode()).hexdigest()[:12]}"
        if name in self.made:
            return
        with in_turn(self.folders[0], self.fingerprint, name):
            if not self._load(name, wanted):
                doors = {door: (self.named[door], signature) for door, signature in wanted.items()}
                begun = time.monotonic()
                whole = emit(doors, self.title, list(self.made.values()), offer=group == REPORT)
                self._keep(name, whole, time.monotonic() - begun)
                self._open(name, whole, wanted)

    def _open(self, name: str, whole: Whole, wanted: Mapping[str, Signature]) -> None:
        self.made[name] = whole
        for door, signature in wanted.items():
            self.named[door].lead_to(whole.library, whole.emitted.symbols[door], signature)

    def _load(self, name: str, wanted: Mapping[str, Signature]) -> bool:
        """Take doors from disk; whether they were there, with all that they lean on."""
        from workbench.kernel.engine.compiler import Emitted, Whole, load, targets

        files = [f"{name}-{target.key}" for target in targets()]
        kept = read_code(self.folders, self.fingerprint, files)
        if kept is None or set(kept.symbols) != set(wanted):
            return False
        open_already = {digest_of(whole.emitted.code) for whole in self.made.values()}
        if not open_already.issuperset(digest for _, digest in kept.leans_on):
            return False
        emitted = Emitted(kept.code, dict(kept.symbols))
        self._open(name, Whole(load(emitted, self.title), emitted), wanted)
        return True

    def _keep(self, name: str, whole: Whole, seconds: float) -> None:
        """Keep on disk what was made."""
        from workbench.kernel.engine.compiler import targets

        target = targets()[0].key
        leans_on = tuple(
            (f"{other}-{target}", digest_of(made.emitted.code))
            for other, made in self.made.items()
            if made in whole.leans_on
        )
        code, symbols = whole.emitted
        kept = Kept(code, digest_of(code), symbols, leans_on, seconds / self.reached)
        write_code(self.folders[0], self.fingerprint, f"{name}-{target}", kept)


def handed(engine: Engine, deck: np.dtype) -> dict[str, Any]:
    """What the parameters of doors are handed, by name: values of the right types, with nothing in them."""
    variant = engine.variant
    (states, raws), (views, raw_views) = engine.new_states(), engine.new_states()
    decks = np.zeros(1, deck).view(np.recarray)
    events, lines, lists = engine.new_events(), engine.new_lines(), engine.new_actions()
    numbers, table, log = np.zeros(0, np.int64), np.zeros((0, 2), np.int64), np.zeros((0, 2), np.int32)
    hidden, unknown = variant.state.hidden, variant.state.empty
    bench = Bench(states, raws, views, raw_views, hidden, decks, events, lines, lists, log)
    records = {"state": states[0], "view": views[0], "world": views[0], "deck": decks[0], "believed": decks[0]}
    counts = "seats seed number seat action people listing bot most many viewer playouts effects mixed".split()
    return {
        **records,
        **dict.fromkeys(counts, 1),
        **dict.fromkeys(("raw", "raw_view", "raw_world"), raws[0]),
        **dict.fromkeys(("states", "children"), states),
        **dict.fromkeys(("raws", "child_raws"), raws),
        **dict.fromkeys(("options", "bots", "generator"), numbers),
        **dict.fromkeys(("starts", "found"), table),
        "run": Run(0, 0, 0, 0, numbers, numbers, 0),
        "bench": bench,
        "outcome": Outcome.empty(0, 0, 0, 0, 0),
        "without": Without.of(decks, numbers, lines, 0, 0, 0),
        "studied": StudiedGames.empty(0, 0, 0, 0, 0, 0, 0),
        "course": Course.empty(0, 0, 0),
        "tree": Tree.empty(1, 1, 1, 1),
        "events": events[0],
        "actions": lists[0],
        "lines": lines[0],
        "hidden": hidden,
        "unknown": unknown,
        "log": log,
        "won": np.zeros((0, 0)),
    }
