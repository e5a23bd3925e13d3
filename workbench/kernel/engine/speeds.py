"""The two speeds of a game: its rules linked as plain Python, or compiled by Numba on demand.

Compiled code is kept on disk in a folder keyed by a digest of everything the variant is compiled from
(the kernel's functions and its own) and of the compiler, so that a changed rule can never be answered
by stale code. Nothing here imports Numba before a game is compiled.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.cards import compiled_sort_keys, sort_keys
from workbench.kernel.chance import card_identities, tables_of_cards
from workbench.kernel.engine import course, playout, positions, study
from workbench.kernel.engine.failures import Guarded, compiled_failure, plain_failure
from workbench.kernel.engine.generated import effect_rules, option_writer, phase_rules
from workbench.kernel.engine.linking import compiled_index, link, names_in
from workbench.kernel.events import EVENTS_DTYPE, Events
from workbench.kernel.game import Variant
from workbench.kernel.phases import go_on, nothing_happens
from workbench.kernel.rule import index
from workbench.kernel.scoring import LINES_DTYPE, Lines, winners
from workbench.kernel.state import PlainRecord, observe, plain_record_class, redeal
from workbench.storage.errors import RuleError
from workbench.storage.folders import cache_folder

UNUSED_DAYS = 30
CACHE_LINE = 8  # words
FINGERPRINT = re.compile(r"[0-9a-f]{24}")

ENTRIES: dict[str, Callable] = {
    "prepare": playout.prepare,
    "begin": playout.begin,
    "take": playout.take,
    "list_actions": playout.list_actions,
    "random_bot": playout.random_bot,
    "bot_action": playout.bot_action,
    "play_game": playout.play_game,
    "run_games": playout.run_games,
    "study_games": study.study_games,
    "trace_games": course.trace_games,
    "expand": positions.expand,
    "play_out": positions.play_out,
    "deal_world": playout.deal_world,
    "observe": observe,
    "redeal": redeal,
    "winners": winners,
}
COMPILED_INSTEAD: dict[Callable, Callable] = {index: compiled_index, sort_keys: compiled_sort_keys}


class Bindings(dict[str, Any]):
    """What fills the Bound names of a variant; raises RuleError for a name that nothing fills."""

    def __init__(self, title: str, filled: Mapping[str, Any]) -> None:
        super().__init__(filled)
        self.title = title

    def __missing__(self, name: str) -> Any:
        declared = f"Variant(bindings={{{name!r}: ...}})"
        raise RuleError(f"The rules of {self.title} use Bound({name!r}), which nothing fills; declare {declared}.")


def _bindings(variant: Variant, sequence: Callable) -> dict[str, Any]:
    spec, space = variant.state, variant.actions
    filled = {
        "setup": variant.setup,
        "legal": variant.legal,
        "step": variant.step,
        "score": variant.score,
        "choose": variant.choose,
        "count_for_report": variant.measures.count or playout.count_nothing,
        "first_seat": variant.measures.first_seat or playout.first_asked,
        "possible": variant.possible or playout.any_world,
        "OPTION_FIELDS": option_writer(variant.options),
        **effect_rules(variant.effects, variant.events),
        **phase_rules(variant.phases),
        "after_setup": go_on if variant.phases.have_courses else nothing_happens,
        "next_seat": playout.next_on_the_floor if variant.phases.are_open.any() else playout.lowest_seat,
        "IS_OPEN": sequence(variant.phases.are_open),
        "ACTIONS": space,
        "EVENTS": variant.events,
        "PHASES": variant.phases,
        "RANKING": variant.ranking,
        "ZONES": spec.zones,
        "OPTIONS": variant.options,
        "EFFECTS": variant.effects,
        "IS_PART": sequence(variant.effects.is_part),
        "VERB_OF": sequence(space.verb_numbers),
        "VERB_START": sequence(space.verb_starts),
        "SHARING": sequence(space.sharing),
        "FIRST_ARGUMENT": sequence(space.first_arguments),
        "SECOND_ARGUMENT": sequence(space.second_arguments),
        "USE": sequence(space.use),
        "HEARD_BY": sequence(space.heard_by),
        "PLACE_SEEN": sequence(np.array(list(spec.place_seen()), np.int64)),
        "PLACE_OWNER": sequence(np.array(spec.place_owner, np.int64)),
        "SORTED_PLACES": spec.sorted_places,
        "CHAIN": sequence(variant.ranking.chain_numbers),
        "CHAIN_SIGNS": sequence(variant.ranking.chain_signs),
        "LEAST": variant.ranking.least,
        "IS_OF_CARD": sequence(variant.ranking.is_of_card),
        "IS_BONUS": sequence(variant.ranking.is_bonus),
        "SCORED_AT_END": int(variant.measures.scored_at_end),
        **{name: sequence(own) if isinstance(own, np.ndarray) else own for name, own in variant.bindings.items()},
    }
    return Bindings(variant.title, filled)


@dataclass
class Engine:
    """A variant's rules at one speed, with the general functions linked to them.

    `functions` has the names of ENTRIES and of the variant's own legal, step and score; each is an attribute as well,
    which raises RuleError where a rule fails. `failure` makes that error of what was raised.
    """

    variant: Variant
    functions: dict[str, Any]
    compiled: bool
    failure: Callable[[Exception], RuleError]
    _linked: dict[Callable, Callable] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, function in self.functions.items():
            setattr(self, name, Guarded(function, self.failure))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def linked(self, function: Callable) -> Callable:
        """A rule function linked to the variant as plain Python, at whatever speed the engine runs."""
        if function not in self._linked:
            self._linked[function] = linked_plain(self.variant, {"it": function})["it"]
        return self._linked[function]

    def new_records(self, dtype: np.dtype, plain: type[PlainRecord], count: int = 1) -> tuple[Any, np.ndarray]:
        """Empty records for this speed, as a sequence, and their int64 words (count, words)."""
        words = dtype.itemsize // 8
        room = np.zeros(count * words + CACHE_LINE, np.int64)
        # A record that begins amid a cache line plays a few percent slower.
        start = -(room.ctypes.data // 8) % CACHE_LINE
        raw = room[start : start + count * words].reshape(count, words)
        return (raw.view(dtype)[:, 0].view(np.recarray) if self.compiled else [plain(one) for one in raw]), raw

    def new_states(self) -> tuple[Any, np.ndarray]:
        """One empty state and its words."""
        return self.new_records(self.variant.state.dtype, self.variant.state.record)

    def new_events(self) -> Any:
        """One empty event buffer, as a sequence of length one."""
        return self.new_records(EVENTS_DTYPE, Events)[0]

    def new_lines(self) -> Any:
        """One empty buffer of score lines, as a sequence of length one."""
        return self.new_records(LINES_DTYPE, Lines)[0]

    def new_actions(self) -> Any:
        """One empty action list, as a sequence of length one."""
        return self.new_records(self.variant.actions.list_dtype, self.variant.actions.list_record)[0]

    def deck(self, arrays: Any) -> Any:
        """A deck's arrays as one record, in a sequence of length one."""
        return self.decks([arrays], arrays)

    def decks(self, several: Sequence[Any], alike: Any) -> Any:
        """The arrays of decks, each as one record: passing it on passes one pointer. All are shaped like `alike`.

        A NamedTuple of arrays would be taken apart and counted at every call (measured: half the time of
        a playout). Its arrays are stored in 16 bits, but for `identity[card]`. A deck always has
        `kind[card]`; `first_card[kind]`, `copies` (1 if any kind has more than one card) and `card_tables` (how many
        there are) are added here, and to arrays that are of no Deck what one would have of each card.
        """
        shapes = [
            (name, "i2" if part.ndim and name != "identity" else "i8", part.shape)
            for name, part in deck_parts(alike).items()
        ]
        dtype = np.dtype(shapes, align=True)
        records, raw = self.new_records(dtype, plain_record_class(dtype, "Deck"), len(several))
        whole = raw.view(dtype)[:, 0]
        for number, arrays in enumerate(several):
            for name, part in deck_parts(arrays).items():
                whole[name][number] = part
        return records


def deck_parts(arrays: Any) -> dict[str, np.ndarray]:
    """A deck's arrays by name, with those that are added to every deck."""
    parts = {name: np.asarray(part) for name, part in zip(arrays._fields, arrays, strict=True)}
    parts.setdefault("identity", card_identities(parts["kind"]))
    parts.setdefault("table_of_card", tables_of_cards(parts["kind"]))
    parts["first_card"] = first_cards(parts["kind"])
    parts["card_tables"] = np.asarray(1 + int(parts["table_of_card"].max(initial=0)))
    parts["copies"] = np.asarray(int((np.bincount(parts["kind"][parts["kind"] >= 0]) > 1).any()))
    return parts


def first_cards(kind: np.ndarray) -> np.ndarray:
    """Kind -> its first card, from card -> kind (-1: no card); copies are neighbours."""
    first = np.zeros(len(kind), np.int64)
    for card in reversed(range(len(kind))):
        if kind[card] >= 0:
            first[kind[card]] = card
    return first


class InTurn:
    """A function whose first call compiles it: of several processes that call it, one does so and the others load.

    Everything else of it is the function's own.
    """

    __slots__ = ("function", "lock")

    def __init__(self, function: Callable, folder: Path, name: str) -> None:
        self.function, self.lock = function, folder / f"{name}.lock"

    def __call__(self, *arguments: Any) -> Any:
        """Call the function, in turn where it is not there yet."""
        if self.function.overloads:  # type: ignore[attr-defined]
            return self.function(*arguments)
        from filelock import FileLock

        with FileLock(self.lock):  # one for each call: a process that was forked may not use its parent's
            return self.function(*arguments)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.function, name)


_plain: dict[int, Engine] = {}
_compiled: dict[int, Engine] = {}
_compiling = threading.RLock()


def _entries(variant: Variant) -> dict[str, Callable]:
    own = {"legal": variant.legal, "step": variant.step, "score": variant.score}
    return {**ENTRIES, **own}


def linked_plain(
    variant: Variant, functions: Mapping[str, Callable], instead: Mapping[Callable, Callable] | None = None, **more: Any
) -> dict[str, Callable]:
    """Rule functions linked to a variant as plain Python, by the names given.

    `instead` maps rules to those that take their place, `more` fills further Bound names.
    """
    bindings = _bindings(variant, lambda array: array.tolist())
    bindings.update(more)
    return link(functions, bindings, lambda clone: clone, instead)


def rules_of(variant: Variant) -> list[FunctionType]:
    """Every rule function of a game that its variant reaches, linked as plain Python."""
    reached: list[FunctionType] = []

    def collect(clone: FunctionType) -> FunctionType:
        reached.append(clone)
        return clone

    link(_entries(variant), _bindings(variant, lambda array: array.tolist()), collect)
    return [function for function in reached if is_own(function)]


def is_own(function: FunctionType) -> bool:
    """Whether a rule function is the game's, not the kernel's."""
    return not function.__module__.startswith("workbench.kernel.")


def plain_engine(variant: Variant) -> Engine:
    """The rules as plain Python."""
    if id(variant) not in _plain:
        functions = linked_plain(variant, _entries(variant))
        _plain[id(variant)] = Engine(variant, functions, False, lambda fault: plain_failure(fault, variant))
    return _plain[id(variant)]


def _constant(value: Any) -> bytes:
    if isinstance(value, CodeType):
        return _code(value)
    if isinstance(value, (np.ndarray, np.generic)):
        return repr((value.dtype.str, value.tolist())).encode()
    if isinstance(value, tuple):
        return b"(" + b",".join(map(_constant, value)) + b")"
    if isinstance(value, frozenset):
        return b"{" + b",".join(sorted(map(_constant, value))) + b"}"
    return repr(value).encode() if isinstance(value, (int, float, str, bytes, type(None))) else b""


def _global(value: Any, names: Sequence[str]) -> bytes:
    """A global that code reads: a constant, which rule it is, or a module (declared names are one) by `names`."""
    if getattr(value, "__rule__", False):
        return f"{value.__module__}.{value.__qualname__}\0".encode() + _code(value.__code__)
    if not isinstance(value, ModuleType):
        return _constant(value)
    held = vars(value)
    return b"{" + b"\0".join(name.encode() + b"=" + _global(held[name], names) for name in names if name in held) + b"}"


@lru_cache(maxsize=4096)
def _code(code: CodeType) -> bytes:
    parts = [code.co_code, repr((code.co_names, code.co_varnames, code.co_freevars)).encode()]
    return b"\0".join(parts + [_constant(value) for value in code.co_consts])


def fingerprint(variant: Variant) -> str:
    """A digest of all that a variant is compiled from: its functions' code, the constants they read, the compiler.

    It is taken from the functions in memory, not from files, so that a file edited meanwhile cannot
    give old code a new name.
    """
    from importlib.metadata import version

    digest = hashlib.sha256(repr((variant.key, sys.version, version("numba"), version("numpy"))).encode())
    for making in (_widen_calls, _optimize, _link_compiled):
        digest.update(_code(making.__code__))
    seen: list[FunctionType] = []

    def collect(clone: FunctionType) -> FunctionType:
        seen.append(clone)
        return clone

    link(_entries(variant), _bindings(variant, np.asarray), collect, COMPILED_INSTEAD)
    for clone in sorted(seen, key=lambda clone: (clone.__module__, clone.__qualname__)):
        # Compiled code names the module it was compiled from, so that another name of the same file is another key.
        digest.update(f"{clone.__module__}.{clone.__qualname__}\0".encode() + _code(clone.__code__))
        digest.update(bytes([clone.__inlined__]))  # type: ignore[attr-defined]
        digest.update(_constant(clone.__defaults__))
        names = sorted(set(names_in(clone.__code__)))
        for name in names:
            digest.update(name.encode() + b"=" + _global(clone.__globals__.get(name), names) + b"\0")
    return digest.hexdigest()[:24]


def is_compiled(variant: Variant, entry: str = "run_games") -> bool:
    """Whether a variant's compiled code for one of ENTRIES is there at once: in this process, or on disk."""
    linked = _compiled.get(id(variant))
    if linked and linked.functions[entry].overloads:
        return True
    return any((cache_folder() / fingerprint(variant)).rglob(f"*{entry}*.nbc"))


def forget_unused(folder: Path) -> None:
    """Remove compiled code that no process has asked for in UNUSED_DAYS days: every changed rule leaves some behind."""
    oldest = time.time() - UNUSED_DAYS * 86_400
    for old in folder.iterdir():
        if FINGERPRINT.fullmatch(old.name) and old.stat().st_mtime < oldest:
            shutil.rmtree(old, ignore_errors=True)


def compiled_engine(variant: Variant) -> Engine:
    """The rules compiled; functions compile (or load from the disk cache) at their first call."""
    with _compiling:
        if id(variant) not in _compiled:
            _compiled[id(variant)] = _link_compiled(variant)
        return _compiled[id(variant)]


def _widen_calls(dispatcher: Any) -> None:
    """Let calls between rule functions compile `dispatcher` once, for int64, not for each constant and width.

    Numba would compile `push_frame(state, THIEF, ...)` again for each constant; a trial of Excalibur compiled
    `push_frame` nine times.
    """
    from numba.core import types

    resolve = dispatcher.get_call_template

    def widen(kind: Any) -> Any:
        # An argument left out becomes the number that stands for it.
        if isinstance(kind, types.Omitted):  # type: ignore[attr-defined]
            kind = types.int64
        kind = types.unliteral(kind)  # type: ignore[attr-defined]
        return types.int64 if isinstance(kind, types.Integer) else kind

    def get_call_template(arguments: Any, keywords: Any) -> Any:
        _, folded = dispatcher.fold_argument_types(arguments, keywords)
        return resolve(tuple(map(widen, folded)), {})

    dispatcher.get_call_template = get_call_template


def _optimize(dispatcher: Any, level: int) -> None:
    """Let `dispatcher` be compiled at a level of Numba's of its own, also within another one that is being compiled."""
    from numba.core import config
    from numba.core.compiler_lock import global_compiler_lock

    compile_as_usual = dispatcher.compile

    def compile_at_level(signature: Any) -> Any:
        with global_compiler_lock:  # the level is that of all threads
            before = config.OPT
            config.OPT = level
            try:
                return compile_as_usual(signature)
            finally:
                config.OPT = before

    dispatcher.compile = compile_at_level


def _link_compiled(variant: Variant) -> Engine:
    import numba
    from numba.core import config

    folder = cache_folder() / fingerprint(variant)
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    forget_unused(cache_folder())

    entries = {function.__code__ for function in _entries(variant).values()}
    own: list[FunctionType] = []  # the functions of the game, to be named in a message where they do not compile

    def compile_clone(clone: FunctionType) -> Any:
        if is_own(clone):
            own.append(clone)
        # Symbols of compiled code are made of this name and a number that each process counts for itself. Without
        # the key in it, two variants that two processes have compiled could have one symbol for different code.
        clone.__qualname__ = f"{clone.__qualname__}_{folder.name}"
        inlined = clone.__inlined__  # type: ignore[attr-defined]
        called_by_python = clone.__code__ in entries
        # What only compiled code calls needs no door for Python (measured: a third of the time to compile). What is a
        # part of its callers is optimized and kept with them, and not by itself as well (a seventh).
        kept = called_by_python or not inlined
        dispatcher = numba.njit(
            cache=kept,
            nogil=True,
            no_cfunc_wrapper=True,
            no_cpython_wrapper=not called_by_python,
            forceinline=inlined,
        )(clone)
        dispatcher.__rule__ = True
        _widen_calls(dispatcher)
        _optimize(dispatcher, level if kept else type(level)(0))
        return dispatcher

    level = config.OPT
    before = config.CACHE_DIR
    config.CACHE_DIR = str(folder)
    try:
        functions = link(_entries(variant), _bindings(variant, np.asarray), compile_clone, COMPILED_INSTEAD)
    finally:
        config.CACHE_DIR = before
    in_turn = {name: InTurn(function, folder, name) for name, function in functions.items()}
    return Engine(variant, in_turn, True, lambda fault: compiled_failure(fault, variant, own))
