"""What goes to a worker of a cluster and what comes back, and what the worker does with it.

A plan is sent as bytes. The games that are installed go by name; one that is known to the asking process alone (a
notebook's, a test's) goes as it is, with the modules that it is written in. Whoever receives a plan says how it
understands it: an `understanding` is a digest of the rules as they would be compiled and of the lab's own code.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
import threading
import zlib
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, reduce
from importlib.metadata import version
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from workbench.kernel.engine import bundles
from workbench.kernel.engine.speeds import Engine, compiled_engine, fingerprint, plain_engine, rules_of
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import is_registered, registered
from workbench.lab import large_runs, report, simulation, spreads, study
from workbench.lab.compiling import CompiledApart
from workbench.lab.large_runs import Played, summed
from workbench.lab.simulation import CHUNK, TRIED_FIRST, Plan, play_chunk, play_games
from workbench.lab.study import study_chunk, taken_away
from workbench.storage.errors import WorkbenchError

PLANS_KEPT = 4  # on a worker; of a comparison or of a studio's edits the last few come again
QUICKLY = 1  # level of zlib: more would take longer than it saves
TOLD = (bundles, simulation, study, report, spreads, large_runs)  # whose code makes what comes back
TOOLS = ("roundtable-workbench", "numpy", "numba", "llvmlite")


class Parcel(NamedTuple):
    """Some games of a plan to be played by one task: `plan` as `send` makes it, `wanted` says what is to come back."""

    plan: bytes
    understanding: str
    first: int
    games: int
    compiled: bool
    wanted: str


GAMES, STUDY, SUMS = "games", "study", "sums"  # what may be wanted of a parcel


class Refused(NamedTuple):
    """Why a worker plays nothing: an error of the workbench; None if it understands the plan otherwise."""

    error: WorkbenchError | None = None


class NotWanted(Exception):
    """The task was cancelled while it was carried out."""


# Sending


def send(plan: Plan) -> bytes:
    """A plan as bytes; raises WorkbenchError for a game that cannot be sent."""
    import cloudpickle

    class Pickler(cloudpickle.Pickler):
        def persistent_id(self, value: Any) -> Any:
            if isinstance(value, Game):
                return (value.id,)
            return (plan.game.id, value.key) if isinstance(value, Variant) else None

    try:
        game = _own_game(plan) if is_registered(plan.game.id) else None
        room = BytesIO()
        Pickler(room).dump(plan)
    except Exception as fault:
        raise WorkbenchError(
            f"{plan.game.title} ({plan.game.id!r}) cannot be sent to a cluster: {fault}. Install the game on the "
            "workers, under the entry point group workbench.games, or run it without a client."
        ) from fault
    return zlib.compress(pickle.dumps((game, room.getvalue())), QUICKLY)


def _own_game(plan: Plan) -> bytes:
    """A game that this process alone knows, with all that it is written in."""
    import cloudpickle

    with _by_value(plan):
        game: bytes = cloudpickle.dumps(plan.game)
    return game


@contextlib.contextmanager
def _by_value(plan: Plan) -> Iterator[None]:
    """Let the modules that a game is written in go with it: a worker has no files of theirs."""
    import cloudpickle

    names = {function.__module__.partition(".")[0] for function in rules_of(plan.variant)}
    names |= {type(plan.deck.arrays).__module__.partition(".")[0]}
    modules = [sys.modules[name] for name in names - {"workbench", "__main__"} if name in sys.modules]
    for module in modules:
        cloudpickle.register_pickle_by_value(module)
    try:
        yield
    finally:
        for module in modules:
            cloudpickle.unregister_pickle_by_value(module)


def receive(sent: bytes) -> tuple[bool, Plan]:
    """The plan that was sent, and whether its game came with it; raises WorkbenchError for a game that is not here."""
    try:
        own, content = pickle.loads(zlib.decompress(sent))
        if own is None:
            return False, _read(content)
        with registered(pickle.loads(own)):  # a deck asks for its game by name
            plan = _read(content)
            plan.deck.game  # noqa: B018  # is looked up once, and kept
            return True, plan
    except WorkbenchError:
        raise
    except Exception as fault:
        raise WorkbenchError(f"what was sent cannot be read here ({type(fault).__name__}: {fault})") from fault


def _read(content: bytes) -> Plan:
    class Unpickler(pickle.Unpickler):
        def persistent_load(self, named: Any) -> Any:
            found = find_game(named[0])
            return found if len(named) == 1 else found.variant(named[1])

    plan: Plan = Unpickler(BytesIO(content)).load()
    return plan


# Understanding


def understanding(plan: Plan) -> str:
    """A digest of all that decides what comes back for a plan, but for the plan itself."""
    return hashlib.sha256(f"{fingerprint(plan.variant)} {_told()}".encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _told() -> str:
    """A digest of how the lab plays games and of what it makes of them."""
    sources = [*(Path(str(module.__file__)) for module in TOLD), Path(__file__)]
    texts = [source.read_text(encoding="utf-8") for source in sources]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def versions_here() -> dict[str, str]:
    """What this process plays with: the workbench, Python and what compiles."""
    return {"Python": sys.version.split()[0], **{name: version(name) for name in TOOLS}}


def examine(sent: bytes) -> tuple[str, dict[str, str]]:
    """How this process understands a plan (in words, if not at all), and what it plays with."""
    try:
        return _received(sent).understanding, versions_here()
    except WorkbenchError as problem:
        return str(problem), versions_here()


# On a worker


class Unwanted(threading.Event):
    """The event that a task is not wanted any more, for what waits for one."""

    def __init__(self, wanted: Callable[[], bool]) -> None:
        super().__init__()
        self._wanted = wanted

    def is_set(self) -> bool:
        """Whether it is so; asks anew each time."""
        return not self._wanted()

    def wait(self, timeout: float | None = None) -> bool:
        """Wait for so many seconds, and say whether it is so then."""
        super().wait(timeout)
        return self.is_set()


class Received:
    """A plan that a worker has received, and what it plays it with; the threads of the worker share it."""

    def __init__(self, sent: bytes) -> None:
        self.travelled, self.plan = receive(sent)
        self.understanding = understanding(self.plan)
        self._own = {compiled: threading.local() for compiled in (True, False)}
        self._lock = threading.Lock()
        self._apart = CompiledApart()
        self._tried = False

    def play(self, parcel: Parcel, unwanted: threading.Event) -> list[Any]:
        """The outcomes of a parcel's games chunk by chunk, or what a study of them brings."""
        engine = self.engine(parcel.compiled, unwanted)
        ends = range(parcel.first, parcel.first + parcel.games, CHUNK)
        return [
            self._chunk(
                engine, parcel.wanted == STUDY, start, min(CHUNK, parcel.first + parcel.games - start), unwanted
            )
            for start in ends
        ]

    def engine(self, compiled: bool, unwanted: threading.Event) -> Engine:
        """The rules at the speed asked for. Raises NotWanted.

        They are compiled once a worker, in a process of its own that can be ended; where that is not possible, here;
        and where that is not either, plain Python plays, with the same results.
        """
        variant = self.plan.variant
        if not compiled:
            return plain_engine(variant)
        if not self.travelled and not self._apart.at_hand(variant, "run_games"):
            self._try()
            self._apart.begin(self.plan.game, variant)
            if not self._apart.wait(variant, "run_games", unwanted):
                self._apart.end()
                raise NotWanted
        try:
            return compiled_engine(variant)
        except (ImportError, OSError):
            return plain_engine(variant)

    def _try(self) -> None:
        """Play a few games in plain Python before rules are compiled, as `simulate` does."""
        with self._lock:
            if not self._tried:
                few = replace(self.plan, games=min(self.plan.games, TRIED_FIRST))
                play_games(few, plain_engine(few.variant), 1)
                self._tried = True

    def _chunk(self, engine: Engine, studied: bool, start: int, games: int, unwanted: threading.Event) -> Any:
        """One chunk; plain Python, which takes long, looks after each game whether it is wanted."""
        steps = [(start, games)] if engine.compiled else [(start + number, 1) for number in range(games)]
        own = self._own[engine.compiled]
        found: list[Any] = []
        if studied and not hasattr(own, "taken_away"):
            own.taken_away = taken_away(self.plan, engine)
        for first, number in steps:
            if unwanted.is_set():
                raise NotWanted
            if studied:
                found.append(study_chunk(self.plan, engine, own, first, number, own.taken_away))
            else:
                found.append(play_chunk(self.plan, engine, own, first, number))
        return found[0] if len(found) == 1 else _joined(found)


ADDED = ("cards", "impacts", "leading")  # over all games of a bundle; the rest has a row a game


def _joined(several: Sequence[Any]) -> Any:
    """What several runs of neighbouring games brought, as if they had been one."""
    return type(several[0])(
        *(
            reduce(np.add, parts) if name in ADDED else np.concatenate(parts)
            for name, parts in zip(several[0]._fields, zip(*several, strict=True), strict=True)
        )
    )


_plans: OrderedDict[bytes, Received] = OrderedDict()
_receiving = threading.Lock()


def _received(sent: bytes) -> Received:
    """The plan, received once."""
    with _receiving:
        if sent not in _plans:
            _plans[sent] = Received(sent)
        _plans.move_to_end(sent)
        while len(_plans) > PLANS_KEPT:
            _plans.popitem(last=False)
        return _plans[sent]


def play(parcel: Parcel) -> bytes | Refused:
    """What a task does: the games of a parcel, packed; or why not, in words."""
    try:
        received = _received(parcel.plan)
        if received.understanding != parcel.understanding:
            return Refused()
        chunks = received.play(parcel, Unwanted(_is_wanted))
        return pack(chunks) if parcel.wanted != SUMS else pack_sums(summed(received.plan, parcel.first, chunks))
    except WorkbenchError as problem:
        return Refused(problem)


def _is_wanted() -> bool:
    """Whether somebody still waits for the task that this thread carries out; outside of a worker it is so."""
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:
        return True
    task = worker.state.tasks.get(worker.get_current_task())
    return task is not None and task.state != "cancelled"


# What comes back


def pack(bundles: Sequence[Any]) -> bytes:
    """What chunks brought as bytes, each array in the fewest bytes a number that hold it."""
    packed = [(type(bundle), [(array.dtype.str, _narrow(array)) for array in bundle]) for bundle in bundles]
    return zlib.compress(pickle.dumps(packed, pickle.HIGHEST_PROTOCOL), QUICKLY)


def unpack(packed: bytes) -> list[Any]:
    """What chunks brought, as it was.

    >>> from workbench.kernel.engine.bundles import Outcome
    >>> unpack(pack([Outcome.empty(3, 2, 4, 5, 1)]))[0].scores.dtype
    dtype('int32')
    """
    return [
        kind(*(array.astype(whole) for whole, array in arrays))
        for kind, arrays in pickle.loads(zlib.decompress(packed))
    ]


def pack_sums(played: Played) -> bytes:
    """What is left of a parcel as bytes."""
    return zlib.compress(pickle.dumps((played.sums, pack(played.first)), pickle.HIGHEST_PROTOCOL), QUICKLY)


def unpack_sums(packed: bytes) -> Played:
    """What is left of a parcel, as it was."""
    sums, first = pickle.loads(zlib.decompress(packed))
    return Played(sums, unpack(first))


def _narrow(array: np.ndarray) -> np.ndarray:
    if array.dtype.kind == "f" or not array.size:
        return array
    ends = np.result_type(np.min_scalar_type(array.min()), np.min_scalar_type(array.max()))
    return array.astype(ends) if ends.kind in "iu" else array
