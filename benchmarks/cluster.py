"""What a Dask cluster on this machine brings: the table of docs/cluster.md, and the memory of the asking process.

    python -m benchmarks.cluster                       the table
    python -m benchmarks.cluster --memory 10000000     a run of so many games, and the memory of this process

Threads alone and clusters of 1, 2 and 4 workers with a thread each play the same games in turns, so that what else the
machine does meets all of them. Only 127.0.0.1 is used.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

import psutil

from workbench.lab import simulate
from workbench.lab.parcels import GAMES, SUMS, Parcel, send, understanding
from workbench.lab.simulation import CHUNK, plan_run
from workbench.lab.spreads import parcel_size
from workbench.lab.worker import play

MEGABYTE = 1_000_000
WORKERS = (1, 2, 4)
TASKS = 2_000  # that do nothing, to see how many the scheduler gets done


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A client of so many processes with a thread each."""
    from distributed import Client, LocalCluster

    given = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(**given) as cluster, Client(cluster) as client:
        yield client


def nothing(number: int) -> int:
    """What a task does that does nothing."""
    return number


class Taken(NamedTuple):
    """Seconds by the clock, and of processor time: of this process, which has the scheduler, and of the workers."""

    clock: float
    processor: float

    @classmethod
    def by(cls, work: Callable[[], Any]) -> Taken:
        """What something takes."""
        begun, used = time.perf_counter(), processor_time()
        work()
        return cls(time.perf_counter() - begun, processor_time() - used)


def processor_time() -> float:
    """The processor time that this process and those that it has started have used."""
    this = psutil.Process()
    times = [process.cpu_times() for process in (this, *this.children(recursive=True))]
    return sum(used.user + used.system for used in times)


def tasks_a_second(client: Any) -> float:
    """How many tasks that do nothing the scheduler gets done in a second, told of at once."""
    return TASKS / Taken.by(lambda: client.gather(client.map(nothing, range(TASKS), pure=False))).clock


def measure(game: str, games: int, turns: int, clusters: Sequence[int] = WORKERS) -> Iterator[str]:
    """The rows of the table for a game, as they are there, one for each cluster of so many workers."""
    for workers in clusters:
        with local_cluster(workers) as client:
            simulate(game, games=games // 10, client=client)
            taken = [
                [Taken.by(lambda how=how: simulate(game, games=games, **how)) for how in sides]
                for sides in [({"threads": workers}, {"client": client})] * turns
            ]
            rate = tasks_a_second(client)
        alone, ours = (games / statistics.median(turn.clock for turn in side) for side in zip(*taken, strict=True))
        by_clock = spread([threads.clock / cluster.clock for threads, cluster in taken])
        by_processor = spread([threads.processor / cluster.processor for threads, cluster in taken])
        yield f"| {game} | {workers} | {alone:,.0f} | {ours:,.0f} | {by_clock} | {by_processor} | {rate:,.0f} |"


def spread(ratios: list[float]) -> str:
    """The median of ratios, with the least and the most."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def bytes_of(game: str) -> str:
    """How much a task is told, and how much comes back of a chunk and of a large run's parcel."""
    plan = plan_run(game, games=10_000_000)
    sent, understood = send(plan), understanding(plan)
    size = parcel_size(plan.games)
    chunk = play(Parcel(sent, understood, 0, CHUNK, True, GAMES))
    parcel = play(Parcel(sent, understood, size * 100, size, True, SUMS))
    assert isinstance(chunk, bytes)
    assert isinstance(parcel, bytes)
    return f"| {game} | {len(sent):,} | {len(chunk):,} | {len(parcel):,} |"


def memory(game: str, games: int) -> str:
    """The most memory of this process in a run of so many games on two workers, with its summary and tables."""
    with local_cluster(2) as client:
        before = psutil.Process().memory_info().rss / MEGABYTE
        begun = time.perf_counter()
        report = simulate(game, games=games, client=client, on_progress=said)
        taken = time.perf_counter() - begun
        played = peak()
        report.summary(), report.cards, report.categories, report.category_leads, report.tables, report.findings
        rate = f"{games / taken:,.0f} games a second"
        told = f"{before:.0f} MB before, at most {played:.0f} MB, {peak():.0f} MB with all tables"
        return f"{game}: {games:,} games, {rate}: {told}"


def peak() -> float:
    """The most memory that this process has had, in MB; what its workers have is not counted."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def said(done: int, total: int) -> None:
    """Say how far it is where a person can see it."""
    if sys.stderr.isatty():
        print(f"\r{done:,} of {total:,}", end="", file=sys.stderr, flush=True)


def main(given: list[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.cluster", description=__doc__.splitlines()[0])
    parser.add_argument("games", nargs="*", default=["guild_master", "guile"], help="ids of the games")
    parser.add_argument("--size", type=int, default=100_000, help="games of a study (default: %(default)s)")
    parser.add_argument("--turns", type=int, default=5, help="how often each side plays (default: %(default)s)")
    parser.add_argument(
        "--workers", type=int, nargs="+", default=WORKERS, help="of each cluster (default: %(default)s)"
    )
    parser.add_argument("--memory", type=int, metavar="N", help="play N games and tell the memory instead")
    asked = parser.parse_args(given)
    if asked.memory:
        for game in asked.games:
            print(memory(game, asked.memory), flush=True)
        return 0
    print(
        f"Load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores, {asked.size:,} games, {asked.turns} turns.\n"
    )
    print("| game | threads or workers | games a second on threads | on workers | ratio | by processor | empty tasks |")
    print("|---|---|---|---|---|---|---|")
    for game in asked.games:
        for row in measure(game, asked.size, asked.turns, asked.workers):
            print(row, flush=True)
    print("\n| game | bytes of a task | bytes back, a chunk of 250 games | bytes back, a parcel of 10,000 games |")
    print("|---|---|---|---|")
    print("\n".join(map(bytes_of, asked.games)))
    print(f"\nLoad after: {os.getloadavg()[0]:.2f}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
