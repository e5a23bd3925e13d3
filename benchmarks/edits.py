"""Whether a comparison names what was edited, and stays silent on harmless edits: `python -m benchmarks.edits`.

Fresh seeds draw edits of the games' own decks (`benchmarks.planted_edits`). What each edit shifts is measured first, on
a separate seed; an edit that shifts what it is meant to by less than LEAST is drawn again. Then the same decks are
compared on another seed, as in the studio, and the findings are judged by their data: an edit is said if a finding
names it (its kind, and its cards, category or rule) together with a figure that it is meant to shift, in the measured
direction. Harmless edits may have no finding at all; those that could matter are first measured in MANY games, where
nothing may shift.

The table goes into benchmarks/README.md. `--keep` keeps what was tried, one line of JSON each, and the same command
continues from there. The exit code is 1 if fewer than SAID of PLANTED are said with any seed, or if there is an alarm.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from benchmarks.imbalances import Kept, Read, Size, cells, tell
from benchmarks.planted_edits import (
    ANYTHING,
    COPIERS,
    HARMLESS,
    OWN_CARD,
    OWN_CATEGORY,
    PLANTS,
    WINS,
    EditPlant,
    HarmlessEdit,
    PlantedEdit,
)
from benchmarks.table import machine_facts, with_table
from workbench.decks import Deck
from workbench.lab.comparison import Comparison
from workbench.lab.edits import Edit
from workbench.lab.figures import WIN_SHARE, category_figures
from workbench.lab.findings import Finding
from workbench.lab.report import Report, simulate
from workbench.lab.shifts import CARD_SHIFTS, POINTS_EACH, sure_size
from workbench.lab.study import study

PAGE = Path(__file__).resolve().parent / "README.md"
BEGIN, END = "<!-- edits: written by python -m benchmarks.edits -->", "<!-- end of edits -->"
SEEDS = 3
PLANTED, SAID = 20, 18  # for each seed, besides all HARMLESS, none of which may raise an alarm
LEAST = 0.02  # the least intended shift: as a share of the games, or of a figure that is not a share
GAMES = 10_000  # with each deck, to measure an edit and to read its findings
STUDIED = 500  # of those read, where a study can count games again; elsewhere it would have to replay them each time
MANY = 20_000  # in which a harmless edit must shift nothing
DRAWS = 8  # of one kind of edit, before another kind is tried
MOST_DRAWS = 40  # of an edit that should be harmless
HEAD = ("edit", "game", "said", "shifts by", "for instance", "is said by")


Shifted = tuple[str, str]  # a card's id (empty for a figure of games) and the figure's name


@dataclass(frozen=True)
class Tried(Read):
    """An edit that was tried: `group` is the kind of edit, empty for a harmless one."""

    group: str = ""


class Runs:
    """Reports of decks on one seed; the report of a deck before an edit is kept."""

    def __init__(self, seed: int, games: int, studied: int = 0) -> None:
        self.seed, self.games, self.studied = seed, games, studied
        self._kept: dict[tuple[str, str], Report] = {}

    def compare(self, before: Deck, after: Deck) -> Comparison:
        """The comparison of two decks, as the studio makes it."""
        key = (before.game_id, before.digest)
        if key not in self._kept:
            self._kept[key] = self._report(before)
        return Comparison.of(self._kept[key], self._report(after), self._studies(before))

    def _report(self, deck: Deck) -> Report:
        report = simulate(deck.game, deck=deck, games=self.games, seed=self.seed)
        return report.with_study(study(report.plan, self.studied)) if self._studies(deck) else report

    def _studies(self, deck: Deck) -> bool:
        return self.studied > 0 and deck.game.variant().measures.scored_at_end


# Judging


def meant_by(planted: PlantedEdit, comparison: Comparison) -> dict[Shifted, Any]:
    """The rows of a comparison's tables that an edit is meant to shift, except impacts, which need a study."""
    figures = {("", row.figure): row for row in comparison.figures.itertuples()}
    told = {
        (row.card_id, row.figure): row
        for row in comparison.cards.itertuples()
        if row.figure in CARD_SHIFTS and (row.figure != POINTS_EACH or row.card_id in comparison.copiers)
    }
    names = {category.letter: category.name for category in planted.after.meta.categories}
    of_category = category_figures(names[planted.category]) if planted.category else ()
    wanted: Mapping[str, Callable[[Shifted], bool]] = {
        WINS: lambda key: key[1].startswith(f"{WIN_SHARE}, "),
        OWN_CATEGORY: lambda key: key[1] in of_category,
        OWN_CARD: lambda key: key[0] in planted.cards,
        COPIERS: lambda key: key[0] in comparison.copiers,
        ANYTHING: lambda key: True,
    }
    return {key: row for key, row in {**figures, **told}.items() if wanted[planted.shifts](key)}


def largest(rows: Mapping[Shifted, Any]) -> Size:
    """The surest shift of some rows; where a figure is not a share, relative to its larger side."""
    row = max(rows.values(), key=sure_size)
    sure = min(abs(row.low), abs(row.high))
    scale = sure / sure_size(row) if sure_size(row) else 1.0
    return Size(row.difference / scale, row.low / scale, row.high / scale)


def is_planted(edit: Edit, planted: PlantedEdit) -> bool:
    """Whether an edit that a comparison names is the planted one."""
    subject = (planted.kind, set(planted.cards), planted.category, planted.option)
    return (edit.kind, set(edit.cards), edit.category, edit.option) == subject


def says_edit(comparison: Comparison, planted: PlantedEdit, measured: Comparison) -> Finding | None:
    """The first finding that names the planted edit and a figure that it shifts, in the measured direction."""
    rows = meant_by(planted, measured)
    for finding in comparison.findings:
        row = rows.get((next(iter(finding.cards), ""), finding.figure))
        same_way = row is not None and (row.low > 0) - (row.high < 0) == (1 if finding.effect > 0 else -1)
        if same_way and any(is_planted(edit, planted) for edit in finding.edits):
            return finding
    return None


# Trying


def drawn(
    plants: Sequence[EditPlant], random: Random, runs: Runs, tried: Collection[tuple[str, str, str]]
) -> tuple[EditPlant, PlantedEdit, Comparison, Size]:
    """An edit of the first kind with a draw that is new and shifts enough, and its measurement."""
    for plant in plants:
        for _ in range(DRAWS):
            planted = plant.make(random)
            if (plant.group, plant.game, planted.about) in tried:
                continue
            measured = runs.compare(planted.before, planted.after)
            rows = {key: row for key, row in meant_by(planted, measured).items() if sure_size(row) > 0}
            size = largest(rows) if rows else Size(0.0, 0.0, 0.0)
            if abs(size.value) >= LEAST:
                return plant, planted, measured, size
            tell(f"{plant.game}, {planted.about}: {size}, drawn again")
    raise ValueError(f"No edit of {len(plants)} kinds shifts as much as {LEAST}. Draw with another seed.")


def try_planted(kept: Kept, seed: int, number: int) -> None:
    """Plant edits of all kinds in turn, continuing where this seed stopped, and read the findings on each."""
    measuring, reading = (Runs(int(Random(f"{seed} {what}").random() * 10**9), GAMES, studied) for what, studied in (
        ("measuring", 0), ("reading", STUDIED)
    ))  # fmt: skip
    plants = Random(seed).sample(PLANTS, len(PLANTS))
    for count in range(len(of_seed(kept.sizes, seed)), number):
        start, random = count % len(plants), Random(f"{seed} planted {count}")
        tried = {(one.group, one.game, one.about) for one in of_seed(kept.read, seed) if isinstance(one, Tried)}
        plant, planted, measured, size = drawn([*plants[start:], *plants[:start]], random, measuring, tried)
        said = says_edit(reading.compare(planted.before, planted.after), planted, measured)
        kind, text = (planted.shifts, said.text) if said else ("", "")
        kept.add(Tried(plant.game, planted.about, kind, text, seed, size, plant.group))


def try_harmless(kept: Kept, seed: int, number: int) -> None:
    """Read the findings on harmless edits, continuing where this seed stopped."""
    measuring = Runs(int(Random(f"{seed} many").random() * 10**9), MANY)
    reading = Runs(int(Random(f"{seed} reading").random() * 10**9), GAMES, STUDIED)
    for count in range(len(of_seed(kept.controls, seed)), number):
        before, after, about = harmless(HARMLESS[count], Random(f"{seed} harmless {count}"), measuring)
        found = reading.compare(before, after).findings
        kind = found[0].kind if found else ""
        kept.add(Tried(before.game_id, about, kind, " ".join(finding.text for finding in found), seed))


def harmless(edit: HarmlessEdit, random: Random, runs: Runs) -> tuple[Deck, Deck, str]:
    """A harmless edit; one that has to be measured is drawn until nothing shifts in many games."""
    for _ in range(MOST_DRAWS):
        before, after, about = edit.make(random)
        if not edit.measured:
            return before, after, about
        measured = runs.compare(before, after)
        if not measured.figures.shifted.any() and not measured.cards.shifted.any():
            return before, after, about
        tell(f"{before.game_id}, {about}: not harmless, drawn again")
    raise ValueError(f"None of {MOST_DRAWS} edits is harmless. Draw with another seed.")


# Reporting


def of_seed(read: Sequence[Read] | Mapping[Read, float], seed: int) -> list[Read]:
    """What one seed drew."""
    return [one for one in read if one.seed == seed]


def seeds_of(kept: Kept) -> list[int]:
    """The seeds in the order in which they were drawn."""
    return list(dict.fromkeys(one.seed for one in kept.read))


def holds(kept: Kept) -> bool:
    """Whether with each seed enough was said, and nothing raised an alarm."""
    said = [[bool(one.said) for one in of_seed(kept.sizes, seed)] for seed in seeds_of(kept)]
    return not any(one.said for one in kept.controls) and all(sum(of) * PLANTED >= SAID * len(of) for of in said)


def table(kept: Kept) -> str:
    """What was planted and said by kind of edit, what was not said, and the harmless edits, as Markdown."""
    groups: dict[tuple[str, str], list[Tried]] = {}
    for one in kept.sizes:
        assert isinstance(one, Tried)
        groups.setdefault((one.group, one.game), []).append(one)
    lines = [cells(*HEAD), f"|{'---|' * len(HEAD)}", *(_row(*key, groups[key]) for key in sorted(groups))]
    lines += ["", *_by_seed(kept), ""]
    lines += [
        f"- not said: {one.game}, {one.about}: {one.size}; drawn by {one.seed}" for one in kept.sizes if not one.said
    ]
    lines += [
        f"- **alarm**: {one.game}, {one.about}: {one.said}; drawn by {one.seed}" for one in kept.controls if one.said
    ]
    words = dict.fromkeys(f"{one.game}, {one.about}" for one in kept.controls)
    lines += [
        f"- Harmless: {'; '.join(words)}",
        f"- Sizes of {GAMES:,} games with each deck, comparisons of {GAMES:,}, of which {STUDIED:,} are studied where "
        f"points are counted at the end alone; in {MANY:,} a harmless edit that could matter shifts nothing",
    ]
    return "\n".join(lines)


def _row(group: str, game: str, tried: Sequence[Tried]) -> str:
    sizes = sorted(100 * abs(one.size.value) for one in tried if one.size is not None)
    example = min((one for one in tried if one.said), key=lambda one: len(one.said), default=tried[0])
    between = " to ".join(dict.fromkeys(f"{size:.1f}" for size in (sizes[0], sizes[-1])))
    said = f"{sum(bool(one.said) for one in tried)} of {len(tried)}"
    return cells(group, game, said, between, example.about, example.said)


def _by_seed(kept: Kept) -> Iterator[str]:
    for seed in seeds_of(kept):
        planted, controls = of_seed(kept.sizes, seed), of_seed(kept.controls, seed)
        said, alarms = (sum(bool(one.said) for one in of) for of in (planted, controls))
        of = f"{said} of {len(planted)} edits are said; {alarms} of {len(controls)} harmless ones alarm."
        yield f"- Seed {seed}: {of}"


def main(given: list[str] | None = None) -> int:
    """Plant, measure, compare and judge with fresh seeds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.edits", description="Do comparisons speak of edits?")
    parser.add_argument("--seeds", type=int, nargs="*", default=None, help=f"(default: {SEEDS} fresh ones)")
    parser.add_argument(
        "--check", action="store_true", help="print only; else the table goes into benchmarks/README.md"
    )
    parser.add_argument("--number", type=int, default=PLANTED, help=f"edits of each seed (default {PLANTED})")
    parser.add_argument("--harmless", type=int, default=len(HARMLESS), help=f"(default {len(HARMLESS)})")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="go on from what is kept there")
    asked = parser.parse_args(given)
    load, kept = os.getloadavg()[0], Kept(asked.keep, Tried)
    begun = asked.seeds or seeds_of(kept)
    seeds = [*begun, *(int.from_bytes(os.urandom(4)) for _ in range(0 if asked.seeds else SEEDS - len(begun)))]
    for seed in seeds:
        try_harmless(kept, seed, asked.harmless)
        try_planted(kept, seed, asked.number)
    text = "\n".join([table(kept), *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(not holds(kept))


if __name__ == "__main__":
    sys.exit(main())
