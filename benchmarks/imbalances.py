"""Whether findings say what was planted, and nothing else: `python -m benchmarks.imbalances`.

Fresh seeds draw imbalances for decks made fair by symmetry (`benchmarks.fair_decks`). How far each shifts the win share
of those who score with its card is measured first, on seeds of its own: the same games with the fair deck and with the
planted one. Half of the PLANTED shift it by 3 to 5 of 100, half by more; what shifts less is drawn again. Then each
deck gets an ordinary report, whose sentences are read: was the card or its category named? As many controls, fair decks
untouched or harmlessly changed, may be accused of nothing; turn order is true of any deck.

The table goes into docs/reports.md. The exit code is 1 if fewer than SAID are said, or more than ALARMS controls are
accused.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

from benchmarks.fair_decks import FAIR, HARMLESS, PLANTS, Planted
from benchmarks.table import machine_facts, with_table
from workbench.decks import Deck
from workbench.lab.comparison import Comparison
from workbench.lab.figures import IMPACT_OF
from workbench.lab.findings import TURN_ORDER, Finding
from workbench.lab.report import Report, simulate

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reports.md"
BEGIN, END = "<!-- imbalances: written by python -m benchmarks.imbalances -->", "<!-- end of imbalances -->"
PLANTED = 20  # and as many controls
SAID, ALARMS = 18, 1
SMALL, LARGE = (0.03, 0.05), (0.05, 1.0)  # how far a win share is shifted
OF_A_GAME = 6  # of the planted, at most
MEASURED = 10_000  # games by which a size is measured, with each of both decks
GAMES = 10_000  # of the report whose findings are read
EVERYBODY_OWNS = "guile"  # where every seat comes to lay every card, a size is that of what a card decides
DRAWS = 200  # until the search for imbalances is given up
HEAD = ("game", "planted", "shifts a win share by", "said", "by")


@dataclass(frozen=True)
class Size:
    """By how much those who score with a card win more often than with the fair deck, with its 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:+.1f} ({100 * self.low:+.1f} to {100 * self.high:+.1f})"


@dataclass(frozen=True)
class Read:
    """A planted imbalance and what its report says of it: None for nothing."""

    game: str
    planted: Planted
    size: Size
    said: Finding | None

    @property
    def row(self) -> str:
        """A line of the table."""
        by = f"{self.said.kind}: {self.said.text}" if self.said else ""
        return cells(self.game, self.planted.about, self.size, "yes" if self.said else "**no**", by)


def cells(*texts: object) -> str:
    """A line of a table."""
    return f"| {' | '.join(map(str, texts))} |"


@cache
def fair(game: str) -> Deck:
    """The fair deck of a game."""
    return FAIR[game]()


@cache
def fair_report(game: str, seed: int) -> Report:
    """The games that sizes are measured against."""
    return simulate(game, deck=fair(game), games=MEASURED, seed=seed)


def size_of(planted: Planted, seed: int) -> Size:
    """How far the win share of those who score with a planted card is shifted, by the same games with both decks.

    In Guile, where every seat lays every card in some round, how far what the card decides is shifted.
    """
    game = planted.deck.game_id
    before = fair_report(game, seed)
    after = simulate(game, deck=planted.deck, games=MEASURED, seed=seed)
    figure = f"{IMPACT_OF}influence" if game == EVERYBODY_OWNS else "win_share"
    rows = Comparison.of(before, after, studied=game == EVERYBODY_OWNS).cards
    row = rows[(rows.card_id == planted.cards[0]) & (rows.figure == figure)].iloc[0]
    return Size(row.difference, row.low, row.high)


def drawn(random: Random, seed: int, number: int, of: Sequence[str]) -> list[tuple[Planted, Size]]:
    """So many imbalances, half of each size, of some games."""
    found: list[tuple[Planted, Size]] = []
    wanted = {SMALL: number // 2, LARGE: number // 2}
    most = max(OF_A_GAME, number // len(of))
    games: Counter[str] = Counter()
    for _ in range(DRAWS):
        if not any(wanted.values()):
            break
        game = random.choice([game for game in of if games[game] < most])
        plant = random.choice([plant for plant in PLANTS if plant.game == game])
        planted = plant.make(fair(game), random)
        size = size_of(planted, seed)
        band = next((band for band in wanted if band[0] <= abs(size.value) < band[1]), None)
        kept = band is not None and wanted[band] > 0
        tell(f"{game}: {planted.about}: {size}{'' if kept else ', drawn again'}")
        if band is not None and kept:
            wanted[band] -= 1
            games[game] += 1
            found.append((planted, size))
    return found


def says(report: Report, planted: Planted) -> Finding | None:
    """The first finding that names what was planted."""
    for finding in report.findings:
        if set(planted.cards) & set(finding.cards) or (planted.category and planted.category in finding.text):
            return finding
    return None


def accused_of(report: Report) -> list[Finding]:
    """What a report says against a fair deck."""
    return [finding for finding in report.findings if finding.kind != TURN_ORDER]


def tell(text: str) -> None:
    """How far it is, for whoever waits."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def read_planted(drawn_ones: Sequence[tuple[Planted, Size]], random: Random) -> list[Read]:
    """The reports of planted decks, each on a seed of its own."""
    read = []
    for planted, size in drawn_ones:
        game = planted.deck.game_id
        report = simulate(game, deck=planted.deck, games=GAMES, seed=random.randrange(10**9))
        read.append(Read(game, planted, size, says(report, planted)))
        tell(read[-1].row)
    return read


def read_controls(random: Random, controls: int, of: Sequence[str]) -> list[tuple[str, str, list[Finding]]]:
    """What is said against fair decks, in turn of each game and each harmless change."""
    read = []
    changes = list(HARMLESS)
    for number in range(controls):
        game, change = of[number % len(of)], changes[number // len(of) % len(changes)]
        deck = HARMLESS[change](fair(game), random)
        report = simulate(game, deck=deck, games=GAMES, seed=random.randrange(10**9))
        read.append((game, change, accused_of(report)))
        tell(f"{game}, {change}: {[finding.text for finding in read[-1][2]]}")
    return read


def table(read: Sequence[Read], controls: Sequence[tuple[str, str, list[Finding]]], seed: int) -> str:
    """What was planted and read, and the controls, as Markdown."""
    lines = [cells(*HEAD), f"|{'---|' * len(HEAD)}"]
    lines += [one.row for one in sorted(read, key=lambda one: (one.game, abs(one.size.value)))]
    said, alarms = sum(one.said is not None for one in read), [one for one in controls if one[2]]
    small = [one for one in read if abs(one.size.value) < SMALL[1]]
    of_small = f"{sum(one.said is not None for one in small)} of {len(small)}"
    lines += [
        "",
        f"{said} of {len(read)} are said, {of_small} of those that shift a win share by 3 to 5 of 100; "
        f"{len(alarms)} of {len(controls)} controls are accused of anything.",
        "",
        *(f"- {game}, {change}: {' '.join(finding.text for finding in found)}" for game, change, found in alarms),
        f"- seed {seed}; sizes of {MEASURED:,} games with each deck, reports of {GAMES:,}",
    ]
    return "\n".join(lines)


def main(given: list[str] | None = None) -> int:
    """Plant, measure, read and count."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imbalances", description="Do findings find?")
    parser.add_argument("--seed", type=int, default=None, help="what draws the imbalances (default: a fresh one)")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/reports.md")
    parser.add_argument("--games", nargs="*", default=list(FAIR), choices=list(FAIR), help="(default: all five)")
    parser.add_argument("--number", type=int, default=PLANTED, help=f"imbalances, and controls (default {PLANTED})")
    asked = parser.parse_args(given)
    if (asked.number, set(asked.games)) != (PLANTED, set(FAIR)) and not asked.check:
        parser.error("only the whole table goes into the docs; give --check too")
    seed = int.from_bytes(os.urandom(4)) if asked.seed is None else asked.seed
    load, random = os.getloadavg()[0], Random(seed)
    controls = read_controls(random, asked.number, asked.games)
    read = read_planted(drawn(random, random.randrange(10**9), asked.number, asked.games), random)
    text = "\n".join([table(read, controls, seed), *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    said = sum(one.said is not None for one in read)
    accused = sum(bool(found) for _, _, found in controls)
    share = asked.number / PLANTED
    return int(len(read) < asked.number or said < SAID * share or accused > ALARMS)


if __name__ == "__main__":
    sys.exit(main())
