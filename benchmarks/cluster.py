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
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

import psutil

from workbench.lab import simulate
from workbench.lab.parcels import GAMES, SUMS, Parcel, play, send, understanding
from workbench.lab.simulation import CHUNK, plan_run
from workbench.lab.spreads import parcel_size

MEGABYTE = 1_000_000
WORKERS = (1, 2, 4)
TASKS = 2_000  # that do nothing, to see how many the scheduler gets done


@contextmanager
def local_cluster(workers: int) -> Iterator[Any]:
    """A client of so many processes with a thread each."""
    from distributed import Client, LocalCluster

    given = {"n_workers": workers, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": None}
    with LocalCluster(**given) as cluster, Client(cluster) as client:
        yield client


def nothing(number: int) -> int:
    """What a task does that does nothing."""
    return number


def seconds(work: Callable[[], Any]) -> float:
    """How long something takes by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def tasks_a_second(client: Any) -> float:
    """How many tasks that do nothing the scheduler gets done in a second, told of at once."""
    return TASKS / seconds(lambda: client.gather(client.map(nothing, range(TASKS), pure=False)))


def measure(game: str, games: int, turns: int) -> list[str]:
    """The rows of the table for a game."""
    sides: dict[str, Callable[[], Any]] = {}
    with ExitStack() as clusters:
        clients = {workers: clusters.enter_context(local_cluster(workers)) for workers in WORKERS}
        for threads in WORKERS:
            sides[f"{threads} threads"] = lambda threads=threads: simulate(game, games=games, threads=threads)
            sides[f"{threads} workers"] = lambda threads=threads: simulate(game, games=games, client=clients[threads])
        taken: dict[str, list[float]] = {side: [] for side in sides}
        for work in sides.values():
            work()
        for _ in range(turns):
            for side, work in sides.items():
                taken[side].append(seconds(work))
        rate = tasks_a_second(clients[2])
    rows = []
    for workers in WORKERS:
        ours, alone = taken[f"{workers} workers"], taken[f"{workers} threads"]
        ratios = [one / other for one, other in zip(alone, ours, strict=True)]
        figures = [f"{games / statistics.median(side):,.0f}" for side in (alone, ours)]
        spread = f"{statistics.median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        rows.append(f"| {game} | {workers} | {figures[0]} | {figures[1]} | {spread} |")
    return [*rows, f"| {game} | tasks that do nothing, 2 workers | | {rate:,.0f} a second | |"]


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
    parser.add_argument("--memory", type=int, metavar="N", help="play N games and tell the memory instead")
    asked = parser.parse_args(given)
    if asked.memory:
        for game in asked.games:
            print(memory(game, asked.memory), flush=True)
        return 0
    print(
        f"Load before: {os.getloadavg()[0]:.2f}, {os.cpu_count()} cores, {asked.size:,} games, {asked.turns} turns.\n"
    )
    print("| game | workers, or threads | threads alone, games a second | workers, games a second | efficiency |")
    print("|---|---|---|---|---|")
    for game in asked.games:
        print("\n".join(measure(game, asked.size, asked.turns)), flush=True)
    print("\n| game | bytes of a task | bytes back, a chunk of 250 games | bytes back, a parcel of 10,000 games |")
    print("|---|---|---|---|")
    print("\n".join(map(bytes_of, asked.games)))
    print(f"\nLoad after: {os.getloadavg()[0]:.2f}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
