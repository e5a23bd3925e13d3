"""Measurements in a fresh process: importing, compiling, loading from the disk cache."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]

IMPORT = """
import json, sys, time
clock, processor = time.perf_counter(), time.process_time()
{statement}
clock, processor = time.perf_counter() - clock, time.process_time() - processor
heavy = [name for name in ("numba", "pandas", "ipywidgets") if name in sys.modules]
print(json.dumps(dict(clock=clock, processor=processor, heavy=heavy)))
"""

# Numba is imported before the clock starts: the compiler itself is not measured.
COMPILE = """
import json, time
import numba, pandas
from numba.core import event
import workbench as wb
deck = wb.load_deck("{game}")
clock, processor = time.perf_counter(), time.process_time()
with event.install_recorder("numba:compile") as at_first:
    wb.simulate("{game}", games=1, bots="greedy", threads=1, deck=deck, compiled=True)
clock, processor = time.perf_counter() - clock, time.process_time() - processor
{edits}
with event.install_recorder("numba:compile") as after_edits:
    for edited in edits:
        for bots in ("random", "greedy"):
            wb.simulate("{game}", games=1, bots=bots, threads=1, deck=edited, compiled=True)
functions, after_edits = (
    sum(1 for _, happened in recorded.buffer if happened.is_start) for recorded in (at_first, after_edits)
)
print(json.dumps(dict(clock=clock, processor=processor, functions=functions, after_edits=after_edits)))
"""
# Three edits of each game's card list: a changed card, fewer cards, more cards.
EDITS = {
    "guild_master": """
ids = [row["card_id"] for row in deck.rows]
named = {row["bonus_source"] for row in deck.rows}
unneeded = [row["card_id"] for row in deck.rows if row["name"] not in named]
edits = [
    deck.edit(change=[{"card_id": ids[0], "resources": "GG"}]),
    deck.edit(remove=unneeded[:20]),
    deck.edit(add=[{"name": f"New house {number}", "resources": "FT"} for number in range(30)]),
]
""",
    "excalibur": """
edits = [
    deck.edit(change=[{"chip_id": "peasant", "count": 3, "male_art": 0}]),
    deck.edit(remove=["arthur", "morgana", "thief", "uther"]),
    deck.edit(add=[{"name": f"Squire {number}", "effect": "spy"} for number in range(10)]),
]
""",
    "quests": """
adventures = "adventure.csv"
edits = [
    deck.edit(change=[{"card_id": "giant", "bp": 45, "count": 3}], table=adventures),
    deck.edit(remove=["robber_knight", "lance", "amour"], table=adventures),
    deck.edit(add=[{"name": f"Wolf {number}", "type": "foe", "bp": 12} for number in range(10)], table=adventures),
]
""",
    "cadwallon": """
edits = [
    deck.edit(change=[{"card_id": "g_us4", "points": 5, "support": 2}, {"card_id": "c_04", "amount": 9}]),
    deck.edit(remove=["c_01", "c_02", "k_01", "k_02"]),
    deck.edit(change=[{"card_id": "g_us1", "count": 2}], remove=["g_us2"]),
]
""",
}


def run_fresh(source: str, **environment: str) -> dict[str, Any]:
    """Run Python source in a fresh process and return the JSON it printed last."""
    done = subprocess.run(
        [sys.executable, "-c", source],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return json.loads(done.stdout.splitlines()[-1])


def import_time(statement: str) -> dict[str, Any]:
    """The seconds that a statement takes in a fresh process, by `clock` and `processor`; the `heavy` modules loaded."""
    return run_fresh(IMPORT.format(statement=statement))


def compile_time(cache: str, game: str = "guild_master") -> dict[str, Any]:
    """How long a game takes to be compiled and ready, in a fresh process with a given cache folder.

    `clock` and `processor` are seconds, `functions` is how many were compiled (0 from a full cache), and `after_edits`
    how many compilations three edits of the card list caused.
    """
    source = COMPILE.replace("{game}", game).replace("{edits}", EDITS[game])
    return run_fresh(source, WORKBENCH_CACHE=cache)
