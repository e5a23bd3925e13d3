"""Whether findings name what was planted, and nothing else: `python -m benchmarks.imbalances`.

Fresh seeds draw imbalances for decks made fair by symmetry (`benchmarks.fair_decks`). How far each shifts the win share
of those who score with its card is measured first, on seeds of its own: the same games with the fair deck and with the
planted one. Half of the PLANTED shift it by 3 to 5 of 100, half by more; smaller shifts are drawn again. Then each deck
gets an ordinary report, whose sentences are searched for the card or its category. As many controls, fair decks left
alone or harmlessly changed, must be accused of nothing; turn order does not count, since it is true of any deck.

`benchmarks.edits` tests whether a comparison names an edit; `--edits` starts it with all other arguments.

The table goes into docs/reports.md. A run may be done in parts: what was tried is kept in a file (`--keep`), one line
of JSON per deck, and the same command continues from there with a fresh seed. The exit code is 1 if fewer than SAID are
said, or more than ALARMS controls are accused.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

from benchmarks.fair_decks import FAIR, HARMLESS, PLANTS, Planted
from benchmarks.table import machine_facts, with_table
from workbench.decks import Deck
from workbench.lab.comparison import Comparison
from workbench.lab.figures import IMPACT_OF
from workbench.lab.findings import Finding
from workbench.lab.report import Report, simulate
from workbench.lab.suspects import TURN_ORDER

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reports.md"
BEGIN, END = "<!-- imbalances: written by python -m benchmarks.imbalances -->", "<!-- end of imbalances -->"
EDITS = "--edits"
PLANTED = 20  # and as many controls
SAID, ALARMS = 18, 1
SMALL, LARGE = (0.03, 0.05), (0.05, 1.0)  # how far a win share is shifted
SIZES = (0.03, 0.04, 0.05, 0.07, 0.10, 1.0)  # bounds of the sizes by which the table counts what is said
OF_A_GAME = 6  # planted at most, in any one game
MEASURED = 10_000  # games with each of the two decks, to measure a size
GAMES = 10_000  # of the report whose findings are read
EVERYBODY_OWNS = "guile"  # every seat plays every card there, so a size is the shift of what a card decides
DRAWS = 200  # before the search for imbalances is given up
HEAD = ("game", "planted", "shifts a win share by", "said", "by")


@dataclass(frozen=True)
class Size:
    """How much more often those who score with a card win than with the fair deck, with a 95% interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{100 * self.value:+.1f} ({100 * self.low:+.1f} to {100 * self.high:+.1f})"


@dataclass(frozen=True)
class Read:
    """A deck that was tried, and what its report says about it: a kind and a text, both empty if it says nothing.

    `about` is what was planted, with its `size`, or the harmless change of a control, which has no size.
    """

    game: str
    about: str
    kind: str
    said: str
    seed: int
    size: Size | None = None

    @property
    def row(self) -> str:
        """A line of the table."""
        by = f"{self.kind}: {self.said}" if self.said else ""
        return cells(self.game, self.about, self.size, "yes" if self.said else "**no**", by)


class Kept:
    """What was tried, each a `kind` of Read, by this run and by earlier runs with the same file."""

    def __init__(self, path: Path | None, kind: type[Read] = Read) -> None:
        self.path = path
        lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
        values = [json.loads(line) for line in lines]
        self.read = [kind(**{**one, "size": Size(**one["size"]) if one["size"] else None}) for one in values]

    def add(self, read: Read) -> None:
        """Keep one more."""
        self.read.append(read)
        tell(f"{read.game}, {read.about}: {read.said or 'nothing'}")
        if self.path is not None:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{json.dumps(asdict(read))}\n")

    @property
    def controls(self) -> list[Read]:
        """The fair decks."""
        return [one for one in self.read if one.size is None]

    @property
    def sizes(self) -> dict[Read, float]:
        """How far each planted imbalance shifts a win share, in either direction."""
        return {one: abs(one.size.value) for one in self.read if one.size is not None}

    @property
    def whole(self) -> bool:
        """Whether there are as many planted decks and controls as the proof needs."""
        return min(len(self.sizes), len(self.controls)) >= PLANTED

    @property
    def held(self) -> bool:
        """Whether a large enough share was said, and not too many controls were accused."""
        said = sum(bool(one.said) for one in self.sizes)
        return said * PLANTED >= SAID * len(self.sizes) and sum(bool(one.said) for one in self.controls) <= ALARMS


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
    """How far a planted card shifts the win share of those who score with it, in the same games with both decks.

    In Guile, where every seat plays every card in some round, the size is the shift of what the card decides.
    """
    game = planted.deck.game_id
    before = fair_report(game, seed)
    after = simulate(game, deck=planted.deck, games=MEASURED, seed=seed)
    figure = f"{IMPACT_OF}influence" if game == EVERYBODY_OWNS else "win_share"
    rows = Comparison.of(before, after, studied=game == EVERYBODY_OWNS).cards
    row = rows[(rows.card_id == planted.cards[0]) & (rows.figure == figure)].iloc[0]
    return Size(row.difference, row.low, row.high)


def drawn(kept: Kept, random: Random, seed: int, number: int, of: Sequence[str]) -> Iterator[tuple[Planted, Size]]:
    """Draw imbalances of some games until there are `number`, half of each size."""
    wanted = {SMALL: number // 2, LARGE: number // 2}
    most = max(OF_A_GAME, number // len(of))
    games = Counter(one.game for one in kept.sizes)
    for size in kept.sizes.values():
        wanted[SMALL if size < SMALL[1] else LARGE] -= 1
    for _ in range(DRAWS):
        if max(wanted.values()) <= 0:
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
            yield planted, size


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
    """Print progress for whoever is waiting."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def read_planted(kept: Kept, drawn_ones: Iterable[tuple[Planted, Size]], random: Random, seed: int) -> None:
    """Read the report of each planted deck, whose games have a seed of their own."""
    for planted, size in drawn_ones:
        game = planted.deck.game_id
        said = says(simulate(game, deck=planted.deck, games=GAMES, seed=random.randrange(10**9)), planted)
        kind, text = (said.kind, said.text) if said else ("", "")
        kept.add(Read(game, planted.about, kind, text, seed, size))


def read_controls(kept: Kept, random: Random, number: int, of: Sequence[str], seed: int) -> None:
    """Read what is said against `number` fair decks, with each game and each harmless change in turn."""
    changes = list(HARMLESS)
    for count in range(len(kept.controls), number):
        game, change = of[count % len(of)], changes[count // len(of) % len(changes)]
        deck = HARMLESS[change](fair(game), random)
        found = accused_of(simulate(game, deck=deck, games=GAMES, seed=random.randrange(10**9)))
        kind = found[0].kind if found else ""
        kept.add(Read(game, change, kind, " ".join(finding.text for finding in found), seed))


def table(kept: Kept) -> str:
    """What was planted and read, and the controls, as Markdown."""
    lines = [cells(*HEAD), f"|{'---|' * len(HEAD)}"]
    sizes = kept.sizes
    lines += [one.row for one in sorted(sizes, key=lambda one: (one.game, sizes[one]))]
    said, of = [one for one in sizes if one.said], len(kept.controls)
    alarms = [one for one in kept.controls if one.said]
    games = ", ".join(f"{number} of {game}" for game, number in Counter(one.game for one in kept.controls).items())
    seeds = ", ".join(map(str, dict.fromkeys(one.seed for one in kept.read)))
    lines += [
        "",
        f"{len(said)} of {len(sizes)} are said; {len(alarms)} of {of} controls are accused of anything. "
        f"By how far a win share is shifted: {'; '.join(said_by_size(sizes))}.",
        "",
        *(f"- {one.game}, {one.about}: {one.said}" for one in alarms),
        f"- Controls: {games}; sizes of {MEASURED:,} games with each deck, reports of {GAMES:,}; drawn by {seeds}",
    ]
    return "\n".join(lines)


def said_by_size(sizes: Mapping[Read, float]) -> Iterator[str]:
    """How many imbalances of each size are said."""
    for least, most in pairwise(SIZES):
        of = [one for one, size in sizes.items() if least <= size < most]
        if of:
            to = f"to {100 * most:g}" if most < 1 else "and more"
            yield f"{100 * least:g} {to} of 100, {sum(bool(one.said) for one in of)} of {len(of)}"


def main(given: list[str] | None = None) -> int:
    """Plant, measure, read and count."""
    given = sys.argv[1:] if given is None else given
    if EDITS in given:
        from benchmarks.edits import main as edits

        return edits([one for one in given if one != EDITS])
    parser = argparse.ArgumentParser(prog="python -m benchmarks.imbalances", description="Do findings find?")
    parser.add_argument("--seed", type=int, default=None, help="what draws the imbalances (default: a fresh one)")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/reports.md")
    parser.add_argument("--games", nargs="*", default=list(FAIR), choices=list(FAIR), help="(default: all five)")
    parser.add_argument("--number", type=int, default=PLANTED, help=f"imbalances, and controls (default {PLANTED})")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="go on from what is kept there")
    parser.add_argument(EDITS, action="store_true", help="edits of the games' own decks: see benchmarks.edits --help")
    asked = parser.parse_args(given)
    seed = int.from_bytes(os.urandom(4)) if asked.seed is None else asked.seed
    load, random, kept = os.getloadavg()[0], Random(seed), Kept(asked.keep)
    read_controls(kept, random, asked.number, asked.games, seed)
    read_planted(kept, drawn(kept, random, random.randrange(10**9), asked.number, asked.games), random, seed)
    text = "\n".join([table(kept), *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if kept.whole and not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(not kept.held)


if __name__ == "__main__":
    sys.exit(main())
