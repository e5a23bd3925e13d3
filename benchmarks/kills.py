"""Kills rooms and their servers more often than a test does: no kill may lose an act or leave one twice.

    python -m benchmarks.kills --rooms 1000 --servers 50 --keep build/kills

With `--keep` an interrupted run continues where it stopped. A failure names its folder, which is left as it was found.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import mkdtemp

from tests.rooms.killing import acts_until_a_kill, frames_until_a_kill

IN_ONE_ROOM = 25  # kills before a new room begins, since each kill makes the whole room again


def many(kind: str, kill: Callable[[Path, float], int], wanted: int, longest: float, folder: Path) -> None:
    """Kill until there are `wanted` kills of a kind, and print what was tried."""
    counts = folder / f"{kind}.json"
    done, acts = json.loads(counts.read_text()) if counts.exists() else (0, 0)
    chance = random.Random(done)
    while done < wanted:
        place = folder / f"{kind}-{done // IN_ONE_ROOM}"
        place.mkdir(exist_ok=True)
        try:
            acts += kill(place, chance.random() * longest)
        except AssertionError:
            print(f"After {done} kills one failed: look at {place}.", flush=True)
            raise
        done += 1
        counts.write_text(json.dumps([done, acts]))
    print(f"| {kind} | {done} | {acts:,} | none lost, none twice |", flush=True)


def main(given: list[str] | None = None) -> int:
    """Kill, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.kills", description="Kill rooms and their servers.")
    parser.add_argument("--rooms", type=int, default=1000, metavar="N", help="kills of a room alone (default: 1000)")
    parser.add_argument("--servers", type=int, default=50, metavar="N", help="kills of a whole server (default: 50)")
    parser.add_argument("--keep", type=Path, metavar="FOLDER", help="where to go on (default: a new folder)")
    asked = parser.parse_args(given)
    folder = asked.keep or Path(mkdtemp(prefix="kills-"))
    folder.mkdir(parents=True, exist_ok=True)
    print("| what is killed | kills | acts that were told | of these |\n|---|---|---|---|", flush=True)
    many("room", acts_until_a_kill, asked.rooms, 0.3, folder)
    many("server", frames_until_a_kill, asked.servers, 2.0, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
