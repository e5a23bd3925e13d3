"""What keyed shuffles save when the rows of a deck change: `python -m benchmarks.keyed`.

The same games are played with each game's usual deck and with an edited one. Cards in both decks lie in the same order,
so that some of the games go alike and drop out of the difference. How much smaller the variance of the difference is
than that of two runs on separate seeds says how many games are saved. The figure is the win share of the seat that
begins, or of the first seat if none does. The table goes into docs/reports.md.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.fair_decks import Row, moved, rows_of, with_rows
from benchmarks.table import machine_facts, with_table
from workbench.decks import Deck, load_deck
from workbench.kernel.registry import list_games
from workbench.lab.report import Report, simulate
from workbench.storage.errors import DeckError

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reports.md"
BEGIN, END = "<!-- keyed: written by python -m benchmarks.keyed -->", "<!-- end of keyed -->"
GAMES, SEED = 4_000, 2026
HEAD = ("game", "edit", "games with the same winners", "variance, of that of two runs apart")


def without_one(deck: Deck, random: Random) -> Deck:
    """The deck without the middle card of its first table, or with one copy fewer of it."""
    return _with_middle(deck, lambda row: [] if copies(row) == 1 else [{**row, "count": copies(row) - 1}])


def with_one_more(deck: Deck, random: Random) -> Deck:
    """The deck with a card like the middle one of its first table added beside it."""
    return _with_middle(deck, lambda row: [row, {**row, _key(deck): "one_more", "name": "One More", "count": 1}])


EDITS: dict[str, Callable[[Deck, Random], Deck]] = {
    "all rows moved": moved,
    "a card removed": without_one,
    "a card added": with_one_more,
}


def copies(row: Row) -> int:
    """How many copies a row stands for."""
    return int(row.get("count") or 1)


def _key(deck: Deck) -> str:
    return deck.game.table().key_column


def _with_middle(deck: Deck, change: Callable[[Row], list[Row]]) -> Deck:
    file = deck.game.table().file
    rows = rows_of(deck, file)
    middle = len(rows) // 2
    return with_rows(deck, {file: [*rows[:middle], *change(rows[middle]), *rows[middle + 1 :]]}, measured={})


def first_wins(report: Report) -> np.ndarray:
    """The share of each game's win that went to the seat that began, or to the first seat."""
    return report.wins_in_order[:, 0] if len(report.wins_in_order) == report.games else report.wins[:, 0]


def rows(game: str) -> Iterator[str]:
    """A line of the table for each edit that the game allows."""
    deck = load_deck(game)
    before = simulate(game, deck=deck, games=GAMES, seed=SEED)
    for name, edit in EDITS.items():
        try:
            edited = edit(deck, Random(SEED))
        except DeckError:
            continue  # the game needs a deck of exactly this size
        after = simulate(game, deck=edited, games=GAMES, seed=SEED)
        one, other = first_wins(before), first_wins(after)
        alike = float((before.outcome.winning == after.outcome.winning).mean())
        share = float(np.var(other - one)) / float(np.var(one) + np.var(other))
        yield f"| {game} | {name} | {alike:.0%} | {share:.2f} |"


def main(given: list[str] | None = None) -> int:
    """Play all games with all edits."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.keyed", description="What keyed shuffles save.")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/reports.md")
    asked = parser.parse_args(given)
    load = os.getloadavg()[0]
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for game in list_games():
        for line in rows(game):
            lines.append(line)
            print(line, file=sys.stderr, flush=True)
    facts = [f"- {GAMES:,} games by the usual bot at the usual seats, seed {SEED}"]
    text = "\n".join([*lines, "", *facts, *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
