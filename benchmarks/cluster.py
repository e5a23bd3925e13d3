"""What a Dask cluster on this machine brings: the table of docs/cluster.md, and the memory of the asking process.

    python -m benchmarks.cluster                       the table
    python -m benchmarks.cluster --memory 10000000     a run of so many games, and the memory of this process

Threads alone, and clusters of 1, 2 and 4 single-threaded workers, play the same games in turn, so that other load on
the machine affects all of them. Only 127.0.0.1 is used.
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
TASKS = 2_000  # empty tasks, which show how many the scheduler gets done


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A client of a local cluster with this many processes, one thread each."""
    from distributed import Client, LocalCluster

    given = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0"}
    with LocalCluster(**given) as cluster, Client(cluster) as client:
        yield client


def nothing(number: int) -> int:
    """A task that does nothing."""
    return number


class Taken(NamedTuple):
    """Seconds by the clock, and processor seconds of this process (which runs the scheduler) and its workers."""

    clock: float
    processor: float

    @classmethod
    def by(cls, work: Callable[[], Any]) -> Taken:
        """Measure what some work takes."""
        begun, used = time.perf_counter(), processor_time()
        work()
        return cls(time.perf_counter() - begun, processor_time() - used)


def processor_time() -> float:
    """The processor time used so far by this process and those that it has started."""
    this = psutil.Process()
    times = [process.cpu_times() for process in (this, *this.children(recursive=True))]
    return sum(used.user + used.system for used in times)


def tasks_a_second(client: Any) -> float:
    """How many empty tasks a second the scheduler completes when it gets them all at once."""
    return TASKS / Taken.by(lambda: client.gather(client.map(nothing, range(TASKS), pure=False))).clock


def measure(game: str, games: int, turns: int, clusters: Sequence[int] = WORKERS) -> Iterator[str]:
    """Yield a game's table rows as they are measured, one for each number of workers."""
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
    """The median of ratios, with the lowest and the highest."""
    return f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"


def bytes_of(game: str) -> str:
    """A game's table row of bytes: sent with a task, and returned for a chunk and for a large run's parcel."""
    plan = plan_run(game, games=10_000_000)
    sent, understood = send(plan), understanding(plan)
    size = parcel_size(plan.games)
    chunk = play(Parcel(sent, understood, 0, CHUNK, True, GAMES))
    parcel = play(Parcel(sent, understood, size * 100, size, True, SUMS))
    assert isinstance(chunk, bytes)
    assert isinstance(parcel, bytes)
    return f"| {game} | {len(sent):,} | {len(chunk):,} | {len(parcel):,} |"


def memory(game: str, games: int) -> str:
    """The peak memory of this process for a run of `games` on two workers, without and with its summary and tables."""
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
    """The peak memory of this process in MB, without that of its workers."""
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / MEGABYTE


def said(done: int, total: int) -> None:
    """Show progress if a person can see it."""
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
