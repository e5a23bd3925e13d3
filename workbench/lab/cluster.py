"""A run on a Dask cluster: the same chunks as on threads, played by whoever is there, put together in order.

Tasks take some chunks each (see `workbench.lab.parcels`). What comes back is kept by the game it begins with, so the
order does not matter; what is lost when a worker ends is played again by another one and counted once.
"""

from __future__ import annotations

import contextlib
import queue
import time
import uuid
import warnings
from collections.abc import Iterator
from concurrent.futures import CancelledError
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Any

from workbench.lab import parcels
from workbench.lab.parcels import GAMES, STUDY, SUMS, Parcel, Refused
from workbench.lab.simulation import CHUNK, How, Plan, in_order
from workbench.storage.errors import OptionError, WorkbenchError, shown

if TYPE_CHECKING:
    from distributed import Client, Future

    from workbench.lab.spreads import Gathering

SILENT = "its scheduler no longer answers"
LOOKED_EVERY = 0.1  # seconds between two looks at whether the run is cancelled and the cluster is there
COUNTED_EVERY = 2.0  # seconds between two counts of the workers, who may grow in number
MOST_CHUNKS = 20  # of a task: a quarter of a second for Guile, a second for Guild Master
TASKS_A_THREAD = 4  # at least, of a run, so that all threads end at about the same time
WAITING_A_THREAD = 2  # tasks that are with the cluster for each of its threads, one of them waiting
PATIENCE = 10.0  # seconds in which a cluster should have a worker


class ClusterError(WorkbenchError):
    """A cluster that cannot be reached, has no worker, or has one that cannot play."""


class ClusterWarning(UserWarning):
    """A cluster, or a part of it, is no longer there or cannot play; what was done by then is kept."""


def connected(address: str) -> Client:
    """The cluster with a scheduler at an address such as tcp://10.0.0.7:8786; raises ClusterError."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError(
            "Dask is not installed, so that no cluster can be asked. Install it with the extra: "
            "pip install 'roundtable-workbench[cluster]'"
        ) from None
    try:
        return Client(address, timeout=PATIENCE)
    except (OSError, TimeoutError, ValueError) as problem:
        raise ClusterError(
            f"There is no Dask scheduler at {shown(address)} ({type(problem).__name__}). Give the address that "
            "`dask scheduler` printed, such as tcp://10.0.0.7:8786."
        ) from None


class _Lost(Exception):
    """A cluster that brings no more games, in words."""


class Cluster:
    """The workers that a client knows. Raises OptionError for anything but a client, ClusterError for a closed one."""

    def __init__(self, client: Any) -> None:
        if not all(hasattr(client, name) for name in ("submit", "gather", "run", "nthreads", "status")):
            raise OptionError(
                f"The client is {shown(client)}. Give a dask.distributed.Client, such as Client('tcp://10.0.0.7:8786')."
            )
        if client.asynchronous:
            raise OptionError(
                "The client is asynchronous. Give one that waits for answers: Client(..., asynchronous=False)."
            )
        self.client = client
        if not self.is_there:
            raise ClusterError("The client has no connection to its cluster any more. Make a new one: Client(address).")

    @property
    def is_there(self) -> bool:
        """Whether the scheduler answers, as far as is known."""
        return self.client.status == "running"

    def run(
        self, plan: Plan, games: int, how: How, gathering: Gathering | None, studied: bool = False, first: int = 0
    ) -> list[Any]:
        """The outcomes (or what a study brings) of the games from `first` up to `games`, chunk by chunk in order.

        A `gathering` takes the sums of a large run; then nothing is returned.
        After a cancellation, or if the cluster goes away, only those before the first missing one; the latter warns
        with ClusterWarning. Raises ClusterError, before a game is played, if a worker would play other games.
        """
        sent, understood = parcels.send(plan), parcels.understanding(plan)
        self._examine(plan, sent, understood)
        compiled = how.compiled is not False
        most = MOST_CHUNKS if compiled else 1
        few = CHUNK * min(most, max(1, -(-(games - first) // (CHUNK * TASKS_A_THREAD * self.threads))))
        size = few if gathering is None else gathering.size
        wanted = SUMS if gathering is not None else STUDY if studied else GAMES
        tasks = (
            Parcel(sent, understood, start, min(size, games - start), compiled, wanted)
            for start in range(first, games, size)
        )
        return _Round(self, plan, tasks, how, gathering, first, games).play()

    @property
    def threads(self) -> int:
        """How many tasks are carried out at once."""
        return sum(self.client.nthreads().values())

    def _examine(self, plan: Plan, sent: bytes, understood: str) -> None:
        """Make sure that all workers understand a plan as this process does."""
        with contextlib.suppress(TimeoutError):
            self.client.wait_for_workers(1, timeout=PATIENCE)
        refused = self.refused(plan, sent, understood)
        for words in refused.values():
            raise ClusterError(words)
        if not self.client.nthreads():
            address = self.client.scheduler.address
            raise ClusterError(f"The cluster at {address} has no worker. Start one: dask worker {address}")

    def refused(self, plan: Plan, sent: bytes, understood: str) -> dict[str, str]:
        """The workers that cannot play a plan as this process would, each with the reason in words."""
        answers = self.client.run(parcels.on_a_worker, "examine", sent, on_error="return")
        return {
            worker: _why_refused(plan, worker, understood, answer)
            for worker, answer in answers.items()
            if isinstance(answer, BaseException) or answer[0] != understood
        }


def _why_refused(plan: Plan, worker: str, understood: str, answer: Any) -> str:
    """Why a worker may not play, in words."""
    if isinstance(answer, BaseException):
        return (
            f"The worker {worker} has no workbench of this version ({type(answer).__name__}: {answer}). "
            "Install the same one there, and start it again."
        )
    other, versions = answer
    if " " in other:  # no digest, but words
        return f"The worker {worker} cannot play {plan.game.title} ({plan.game.id!r}): {other}"
    here = parcels.versions_here()
    apart = [f"{name} {versions[name]} there, {here[name]} here" for name in here if versions[name] != here[name]]
    why = f" ({'; '.join(apart)})" if apart else ""
    return (
        f"The worker {worker} has other rules of {plan.game.title} than this process: fingerprint {other}, here "
        f"{understood}{why}. Install the same workbench on both, and start the worker again."
    )


@dataclass(eq=False)
class _Round:
    """The parcels of one run, from the first that is given away to the last that came back."""

    cluster: Cluster
    plan: Plan
    tasks: Iterator[Parcel]
    how: How
    gathering: Gathering | None
    first: int
    games: int

    def __post_init__(self) -> None:
        self.client, self.done = self.cluster.client, self.first
        self.name = f"workbench-{uuid.uuid4().hex[:12]}"
        self.running: dict[Future[Any], Parcel] = {}
        self.finished: queue.SimpleQueue[Future[Any]] = queue.SimpleQueue()
        self.outcomes: dict[int, Any] = {}
        self.room, self.counted = 0, 0.0
        self.where: dict[str, Any] = {}  # which workers may play, unless all may

    def play(self) -> list[Any]:
        """Let the cluster play; what it brought, in order."""
        try:
            self._give_away()
            while self.running and not self.how.cancelled:
                if not self.cluster.is_there:
                    raise _Lost(SILENT)
                for future in self._news():
                    self._take(future)
                self._give_away()
        except _Lost as problem:
            warnings.warn(self._lost(problem), ClusterWarning, stacklevel=6)
        finally:
            self._free()
        return in_order(self.outcomes, self.first)

    def _lost(self, problem: _Lost) -> str:
        done = sum(len(outcome.winning) for outcome in in_order(self.outcomes, self.first))
        done = done if self.gathering is None else self.gathering.merged.games
        return (
            f"The cluster plays no further ({problem}): {self.first + done:,} of {self.games:,} "
            "games were done by then and are kept."
        )

    def _give_away(self) -> None:
        """Give the cluster enough tasks to keep it busy."""
        if time.monotonic() - self.counted > COUNTED_EVERY:
            self.room = max(1, WAITING_A_THREAD * self.cluster.threads)
            self.counted = time.monotonic()
        for parcel in islice(self.tasks, max(0, self.room - len(self.running))):
            self._submit(parcel)

    def _submit(self, parcel: Parcel) -> None:
        key = f"{self.name}-{parcel.first}-{uuid.uuid4().hex[:6]}"
        future = self.client.submit(parcels.on_a_worker, "play", parcel, key=key, pure=False, **self.where)
        self.running[future] = parcel
        future.add_done_callback(self.finished.put)

    def _news(self) -> list[Future[Any]]:
        """The tasks that have ended since the last look; waits a moment for one."""
        news = []
        with contextlib.suppress(queue.Empty):
            news.append(self.finished.get(timeout=LOOKED_EVERY))
            while True:
                news.append(self.finished.get_nowait())
        return news

    def _take(self, future: Future[Any]) -> None:
        """Take what a task brought, once."""
        parcel = self.running.pop(future, None)
        if parcel is None:
            return
        brought = self._result(future)
        future.release()
        if isinstance(brought, Refused):
            self._give_to_another(parcel, brought)
            return
        if self.gathering is not None:
            self.gathering.take(parcel.first, parcels.unpack_sums(brought))
        else:
            chunks = enumerate(parcels.unpack(brought))
            self.outcomes |= {parcel.first + number * CHUNK: chunk for number, chunk in chunks}
        self.done += parcel.games
        self.how.tell(self.done, self.games)

    def _result(self, future: Future[Any]) -> Any:
        """What a task brought. Raises _Lost, or ClusterError for what went wrong within it."""
        from distributed import KilledWorker

        try:
            return future.result(timeout=PATIENCE)
        except KilledWorker:
            raise _Lost("the workers that played them ended, one after the other") from None
        except (CancelledError, OSError, TimeoutError):
            raise _Lost("its tasks were cancelled" if self.cluster.is_there else SILENT) from None
        except Exception as fault:
            raise ClusterError(
                f"A worker could not play ({type(fault).__name__}: {fault}). Its log says more; start the worker again."
            ) from fault

    def _give_to_another(self, parcel: Parcel, refused: Refused) -> None:
        """Leave out the workers that joined meanwhile and play other games; raises the error of the rules."""
        if refused.error is not None:
            raise refused.error
        strangers = self.cluster.refused(self.plan, parcel.plan, parcel.understanding)
        able = [worker for worker in self.client.nthreads() if worker not in strangers]
        for words in strangers.values():
            if not able:
                raise ClusterError(words)
            warnings.warn(f"{words} It joined meanwhile, and the others play without it.", ClusterWarning, stacklevel=7)
        self.where = {"workers": able}
        self._submit(parcel)

    def _free(self) -> None:
        """Let the cluster do something else: nothing of this run is wanted any more."""
        if self.running and self.cluster.is_there:
            with contextlib.suppress(OSError, TimeoutError):
                self.client.cancel(list(self.running), force=True)
