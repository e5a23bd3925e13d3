"""The two speeds of a game: its rules linked as plain Python, or compiled by Numba on demand.

Compiled code is kept on disk in a folder keyed by a digest of everything the variant is compiled from
(the kernel's functions and its own) and of the compiler, so that a changed rule can never be answered
by stale code. Nothing here imports Numba before a game is compiled.
"""

from __future__ import annotations

import contextlib
import hashlib
import operator
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
from workbench.kernel.copying import (
    compiled_copy_words,
    compiled_cover_words,
    compiled_key_of_words,
    compiled_replace_hidden,
    copy_words,
    cover_words,
    key_of_words,
    replace_hidden,
)
from workbench.kernel.engine import course, playout, positions, study, tree_search
from workbench.kernel.engine.bundles import Bench
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
from workbench.storage.folders import cache_folder, cache_folders

UNUSED_DAYS = 30
CACHE_LINE = 8  # words
FINGERPRINT = re.compile(r"[0-9a-f]{24}")

ENTRIES: dict[str, Callable[..., Any]] = {
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
    "search_tree": tree_search.search_tree,
    "deal_world": playout.deal_world,
    "observe": observe,
    "redeal": redeal,
    "winners": winners,
}
PLAIN_INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {index: operator.index}  # what costs no call of ours
COMPILED_INSTEAD: dict[Callable[..., Any], Callable[..., Any]] = {
    index: compiled_index,
    sort_keys: compiled_sort_keys,
    copy_words: compiled_copy_words,
    cover_words: compiled_cover_words,
    replace_hidden: compiled_replace_hidden,
    key_of_words: compiled_key_of_words,
}


class Bindings(dict[str, Any]):
    """What fills the Bound names of a variant; raises RuleError for a name that nothing fills."""

    def __init__(self, title: str, filled: Mapping[str, Any]) -> None:
        super().__init__(filled)
        self.title = title

    def __missing__(self, name: str) -> Any:
        declared = f"Variant(bindings={{{name!r}: ...}})"
        raise RuleError(f"The rules of {self.title} use Bound({name!r}), which nothing fills; declare {declared}.")


def _bindings(variant: Variant, sequence: Callable[..., Any]) -> dict[str, Any]:
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
        "EMPTY": spec.empty,
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
    which raises RuleError where a rule fails. `failure` turns what was raised into that error.
    """

    variant: Variant
    functions: dict[str, Any]
    compiled: bool
    failure: Callable[[Exception], RuleError]
    _linked: dict[Callable[..., Any], Callable[..., Any]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, function in self.functions.items():
            setattr(self, name, Guarded(function, self.failure))

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...

    def linked(self, function: Callable[..., Any]) -> Callable[..., Any]:
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

    def new_bench(self, arrays: Any) -> Bench:
        """The records that one thread plays many games in, with a deck's arrays."""
        (states, raws), (views, raw_views) = self.new_states(), self.new_states()
        return Bench(
            states=states,
            raws=raws,
            views=views,
            raw_views=raw_views,
            hidden=self.variant.state.hidden,
            decks=self.deck(arrays),
            events=self.new_events(),
            lines=self.new_lines(),
            lists=self.new_actions(),
            log=np.zeros((0, 2), np.int32),
        )

    def deck(self, arrays: Any) -> Any:
        """A deck's arrays as one record, in a sequence of length one."""
        return self.decks([arrays], arrays)

    def decks(self, several: Sequence[Any], alike: Any) -> Any:
        """The arrays of decks, each as one record: passing it on passes one pointer. All are shaped like `alike`.

        A NamedTuple of arrays would be taken apart and counted at every call (measured: half the time of
        a playout). Its arrays are stored in 16 bits, except `identity[card]`. A deck always has
        `kind[card]`; `first_card[kind]`, `copies` (1 if any kind has more than one card) and `card_tables` (how many
        there are) are added here, and to arrays that are of no Deck what one would have of each card.
        """
        example = deck_parts(alike)
        shapes = [
            (name, "i2" if part.ndim and name != "identity" else "i8", part.shape) for name, part in example.items()
        ]
        dtype = np.dtype(shapes, align=True)
        records, raw = self.new_records(dtype, _deck_class(dtype), len(several))
        whole = raw.view(dtype)[:, 0]
        for number, arrays in enumerate(several):
            for name, part in (example if arrays is alike else deck_parts(arrays)).items():
                whole[name][number] = part
        return records


@lru_cache(maxsize=64)
def _deck_class(dtype: np.dtype) -> type[PlainRecord]:
    return plain_record_class(dtype, "Deck")


def deck_parts(arrays: Any) -> dict[str, np.ndarray]:
    """A deck's arrays by name, with those that are added to every deck."""
    parts = {name: np.asarray(part) for name, part in zip(arrays._fields, arrays, strict=True)}
    for name, made in (("identity", card_identities), ("table_of_card", tables_of_cards)):
        if name not in parts:
            parts[name] = made(parts["kind"])
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


_plain: dict[int, Engine] = {}
_compiled: dict[int, Engine] = {}
_compiling = threading.RLock()


def _entries(variant: Variant) -> dict[str, Callable[..., Any]]:
    own = {"legal": variant.legal, "step": variant.step, "score": variant.score}
    return {**ENTRIES, **own}


def linked_plain(
    variant: Variant,
    functions: Mapping[str, Callable[..., Any]],
    instead: Mapping[Any, Any] | None = None,
    **more: Any,
) -> dict[str, Callable[..., Any]]:
    """Rule functions linked to a variant as plain Python, by the names given.

    `instead` maps rules to those that take their place, `more` fills further Bound names.
    """
    bindings = _bindings(variant, lambda array: array.tolist())
    bindings.update(more)
    return link(functions, bindings, lambda clone: clone, {**PLAIN_INSTEAD, **(instead or {})})


def rules_of(variant: Variant) -> list[FunctionType]:
    """Every rule function of a game that its variant reaches, linked as plain Python."""
    return [function for function in _reached(variant) if is_own(function)]


def _reached(variant: Variant) -> list[FunctionType]:
    """Every rule function that a variant reaches, the kernel's as well."""
    reached: list[FunctionType] = []

    def collect(clone: FunctionType) -> FunctionType:
        reached.append(clone)
        return clone

    link(_entries(variant), _bindings(variant, lambda array: array.tolist()), collect)
    return reached


def compiling_takes(variant: Variant) -> float:
    """About how many seconds a variant takes to be compiled for a report, by how long others took on this machine."""
    from workbench.kernel.engine.kept_code import seconds_a_rule

    return len(_reached(variant)) * seconds_a_rule(cache_folder())


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
        return f"{value.__module__}.{value.__qualname__}\0".encode() + _code(_without_words(value))
    if not isinstance(value, ModuleType):
        return _constant(value)
    held = vars(value)
    return b"{" + b"\0".join(name.encode() + b"=" + _global(held[name], names) for name in names if name in held) + b"}"


@lru_cache(maxsize=4096)
def _code(code: CodeType) -> bytes:
    parts = [code.co_code, repr((code.co_names, code.co_varnames, code.co_freevars)).encode()]
    return b"\0".join(parts + [_constant(value) for value in code.co_consts])


@lru_cache(maxsize=1)
def _versions() -> list[str]:
    """Of what compiles here."""
    from importlib.metadata import version

    return [version(name) for name in ("numba", "llvmlite", "numpy")]


@lru_cache(maxsize=1)
def _made_by() -> bytes:
    """How code is made here, comments and docstrings aside: what the compiler's module does."""
    source = Path(__file__).with_name("compiler.py").read_text(encoding="utf-8")
    return _code(compile(source, "compiler.py", "exec", optimize=2))


def _without_words(function: Callable[..., Any]) -> CodeType:
    """A function's code without its docstring, which is the first of its constants."""
    code = function.__code__
    words = function.__doc__ is not None and code.co_consts[0] == function.__doc__
    return code.replace(co_consts=(None, *code.co_consts[1:])) if words else code


def fingerprint(variant: Variant) -> str:
    """A digest of all that a variant is compiled from: its functions' code, the constants they read, the compiler.

    It is taken from the functions in memory, not from files, so that a file edited meanwhile cannot
    give old code a new name.
    """
    digest = hashlib.sha256(repr((variant.key, sys.version, *_versions())).encode())
    digest.update(_made_by())
    seen: list[FunctionType] = []

    def collect(clone: FunctionType) -> FunctionType:
        seen.append(clone)
        return clone

    link(_entries(variant), _bindings(variant, np.asarray), collect, COMPILED_INSTEAD)
    for clone in sorted(seen, key=lambda clone: (clone.__module__, clone.__qualname__)):
        # Compiled code names the module it was compiled from, so that another name of the same file is another key.
        digest.update(f"{clone.__module__}.{clone.__qualname__}\0".encode() + _code(_without_words(clone)))
        digest.update(bytes([clone.__inlined__]))  # type: ignore[attr-defined]
        digest.update(_constant(clone.__defaults__))
        names = sorted(set(names_in(clone.__code__)))
        for name in names:
            digest.update(name.encode() + b"=" + _global(clone.__globals__.get(name), names) + b"\0")
    return digest.hexdigest()[:24]


def is_compiled(variant: Variant, door: str = "run_games") -> bool:
    """Whether nothing needs to be compiled for a door: it is open in this process, or its code is on disk."""
    from workbench.kernel.engine.doors import is_kept

    engine = _compiled.get(id(variant))
    return (engine is not None and bool(engine.functions[door].entries)) or is_kept(
        cache_folders(), fingerprint(variant), door
    )


def is_compiled_into(folder: Path, variant: Variant, search: bool = True) -> bool:
    """Whether a folder holds a variant's code for any processor of this kind, with that of searches or without."""
    from workbench.kernel.engine.doors import LOOKING_ON, REPORT, SEARCHING, generic_target
    from workbench.kernel.engine.kept_code import is_there

    groups = (REPORT, LOOKING_ON, SEARCHING) if search else (REPORT, LOOKING_ON)
    return all(is_there([folder], fingerprint(variant), group, [generic_target()]) for group in groups)


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


def _link_compiled(variant: Variant) -> Engine:
    from workbench.kernel.engine.compiler import part_of
    from workbench.kernel.engine.doors import Doors
    from workbench.kernel.engine.kept_code import make_folder

    key = fingerprint(variant)
    with contextlib.suppress(OSError):  # a folder that cannot be written holds what others have made
        make_folder(cache_folder() / key)
        os.utime(cache_folder() / key)
        forget_unused(cache_folder())
    own: list[FunctionType] = []  # the functions of the game, to be named in a message where they do not compile

    def compile_clone(clone: FunctionType) -> Any:
        if is_own(clone):
            own.append(clone)
        # Symbols of compiled code are made of this name and a number that each process counts for itself. Without
        # the key in it, two variants that two processes have compiled could have one symbol for different code.
        clone.__qualname__ = f"{clone.__qualname__}_{key}"
        return part_of(clone, inlined=clone.__inlined__)  # type: ignore[attr-defined]

    rules = link(_entries(variant), _bindings(variant, np.asarray), compile_clone, COMPILED_INSTEAD)
    doors = Doors(rules, variant.title, key, cache_folders(), reached=len(_reached(variant)))
    engine = Engine(variant, dict(doors.named), True, lambda fault: compiled_failure(fault, variant, own))
    doors.engine = engine
    return engine
