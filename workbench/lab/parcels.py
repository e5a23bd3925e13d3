"""What goes to a worker of a cluster, and what comes back; worker.py is what the worker does with it.

A plan is sent as bytes. Installed games go by name; one that only the asking process knows (a notebook's, a test's)
goes as it is, with the modules that it is written in. Whoever receives a plan says how it understands it: an
`understanding` is a digest of the rules as they would be compiled and of the lab's own code.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
import sys
import zlib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from importlib.metadata import version
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from workbench.kernel.engine.speeds import fingerprint, rules_of
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import is_registered, registered
from workbench.lab.simulation import Plan
from workbench.lab.spreads import Played
from workbench.storage.errors import WorkbenchError

QUICKLY = 1  # level of zlib: more would take longer than it saves
WORKER = "workbench.lab.worker"
TOLD = (  # whose code makes what comes back
    "workbench.kernel.engine.bundles",
    "workbench.play.tree_search",
    *(
        f"workbench.lab.{name}"
        for name in "simulation levels games_played figures spreads study parcels worker".split()
    ),
)
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
    """Why a worker plays nothing: an error of the workbench; None if it understands the plan differently."""

    error: WorkbenchError | None = None


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
        game = None
        if is_registered(plan.game.id):  # only this process knows it
            with _by_value(plan):
                game = cloudpickle.dumps(plan.game)
        room = BytesIO()
        Pickler(room).dump(plan)
    except Exception as fault:
        raise WorkbenchError(
            f"{plan.game.title} ({plan.game.id!r}) cannot be sent to a cluster: {fault}. Install the game on the "
            "workers, under the entry point group workbench.games, or run it without a client."
        ) from fault
    return zlib.compress(pickle.dumps((game, room.getvalue())), QUICKLY)


@contextlib.contextmanager
def _by_value(plan: Plan) -> Iterator[None]:
    """Let the modules that a game is written in go with it: a worker does not have their files."""
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
    """A digest of all that decides what comes back for a plan, except the plan itself."""
    return hashlib.sha256(f"{fingerprint(plan.variant)} {_told()}".encode()).hexdigest()[:24]


@lru_cache(maxsize=1)
def _told() -> str:
    """A digest of how the lab plays games and of what it makes of them."""
    sources = [Path(str(spec.origin)) for name in TOLD if (spec := find_spec(name)) is not None]
    texts = [source.read_text(encoding="utf-8") for source in sources]
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()


def versions_here() -> dict[str, str]:
    """What this process plays with: the workbench, Python and what compiles."""
    return {"Python": sys.version.split()[0], **{name: version(name) for name in TOOLS}}


# On a worker


def on_a_worker(task: str, sent: Parcel | bytes) -> Any:
    """Let the worker's own code do a task; by name, since only a worker imports it."""
    return getattr(import_module(WORKER), task)(sent)


# What comes back


def pack(bundles: Sequence[Any]) -> bytes:
    """What chunks brought, as bytes: each array in the fewest bytes per number that hold it."""
    packed = [(type(bundle), [(array.dtype.str, narrow(array)) for array in bundle]) for bundle in bundles]
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


def narrow(array: np.ndarray) -> np.ndarray:
    """The numbers of an array in the fewest bytes that hold them all, fractions as they are.

    >>> narrow(np.array([3, 200])).dtype
    dtype('uint8')
    """
    if array.dtype.kind == "f" or not array.size:
        return array
    ends = np.result_type(np.min_scalar_type(array.min()), np.min_scalar_type(array.max()))
    return array.astype(ends) if ends.kind in "iu" else array
