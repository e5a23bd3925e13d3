"""How often intervals cover the true figure: `python -m benchmarks.coverage`.

For each game a pool of games is played once. A repeat is a report of RUN of its parcels, drawn without replacement, and
a study of STUDY of its studied parcels; the repeat's intervals are compared with the figures of the whole pool. Because
a repeat is a share of the pool, it lies closer to the pool than to the truth, so its intervals are first shortened by
the square root of the remaining share (the finite population correction; Cochran 1977, 2.6). Differences between two
decks are those of a deck and the same deck with its rows moved, which differ only by chance; here too the pool's
differences are the truth. The second deck's games have a seed of their own, since on the same seed hardly any game
would differ.

Pooled over figures, games and repeats, a kind of figure must be covered in 93 to 97 of 100 cases where it rests on ten
events or more, and no single figure in fewer than 85. The table goes into docs/reports.md once all games have been
measured. A run may be done game by game: each part adds its counts to a file (`--keep`), one line of JSON per game.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import isnan, sqrt
from pathlib import Path
from random import Random
from typing import NamedTuple

import numpy as np

from benchmarks.fair_decks import moved
from benchmarks.table import machine_facts, with_table
from workbench.decks import load_deck
from workbench.kernel.engine.bundles import Outcome, StudiedGames
from workbench.kernel.engine.playout import SQUARES
from workbench.kernel.engine.speeds import compiled_engine
from workbench.kernel.registry import list_games
from workbench.lab.comparison import Comparison
from workbench.lab.comparison_tables import by_card
from workbench.lab.figures import IMPACT_OF
from workbench.lab.intervals import ratio_interval
from workbench.lab.report import Report
from workbench.lab.report_tables import of_choices, of_leads
from workbench.lab.simulation import CHUNK, How, Plan, plan_run, play_games
from workbench.lab.study import Study, Worth, study_parts

PAGE = Path(__file__).resolve().parents[1] / "docs" / "reports.md"
BEGIN, END = "<!-- coverage: written by python -m benchmarks.coverage -->", "<!-- end of coverage -->"
REPEATS = 400  # for each of the five games
POOL, RUN = 120, 8  # parcels of CHUNK games: 30,000 games, of which a report has 2,000
STUDIED_POOL = {"guild_master": 80, "guile": 80, "excalibur": 32, "quests": 20, "cadwallon": 80}  # parcels
STUDY = 2  # parcels: 500 games
AHEAD, TO_CHOOSE = "who was ahead", "what there was to choose from"
ENOUGH = 10  # a figure that rests on at least this many events is held to the bounds
LEAST, MOST, LEAST_SINGLE = 0.93, 0.97, 0.85
HEAD = ("kind of figure", "figures", "cases", "covered", "least of a single figure", "of rare ones")


class Figure(NamedTuple):
    """A figure of a report: its kind, its subject, its value with an interval, and the number of events behind it."""

    kind: str
    of: str
    value: float
    low: float
    high: float
    events: float

    def holds(self, truth: float, share: float) -> bool:
        """Whether the interval of a repeat that is this share of its pool covers the pool's figure."""
        rest = sqrt(1 - share)
        low, high = self.value + (self.low - self.value) * rest, self.value + (self.high - self.value) * rest
        return low - 1e-12 <= truth <= high + 1e-12


@dataclass
class Tally:
    """How often a kind's figures were covered: hits and cases by figure, and in all for those with too few events."""

    hits: Counter[str] = field(default_factory=Counter)
    cases: Counter[str] = field(default_factory=Counter)
    rare_hits: int = 0
    rare_cases: int = 0

    def add(self, other: Tally) -> None:
        """Add the counts of another tally."""
        self.hits.update(other.hits)
        self.cases.update(other.cases)
        self.rare_hits += other.rare_hits
        self.rare_cases += other.rare_cases

    @property
    def share(self) -> float:
        """The share of cases covered, among figures that rest on enough events; NaN if there are none."""
        cases = sum(self.cases.values())
        return sum(self.hits.values()) / cases if cases else float("nan")

    @property
    def least(self) -> float:
        """The lowest share covered of any single figure."""
        return min((self.hits[of] / cases for of, cases in self.cases.items()), default=float("nan"))

    @property
    def held(self) -> bool:
        """Whether the bounds are kept."""
        return not self.cases or (LEAST <= self.share <= MOST and self.least >= LEAST_SINGLE)


def share_figures(report: Report) -> Iterator[Figure]:
    """Shares of games and of scorings."""
    games = report.games
    for row in report.seats.itertuples():
        yield Figure("win share of a seat", str(row.seat), row.win_share, row.low, row.high, row.wins)
    for row in report.order.itertuples():
        yield Figure("win share in turn order", str(row.place), row.win_share, row.low, row.high, row.wins)
    for row in report.roles.itertuples():
        rest = min(row.win_share, 1 - row.win_share) * row.games
        yield Figure("win share by role", row.name, row.win_share, row.low, row.high, rest)
    for row in report.category_leads.itertuples():
        led = row.led_share * games
        rest = min(led, games - led)
        yield Figure("category: led alone", row.category, row.led_share, row.low, row.high, rest)
        yield Figure(
            "category: leader wins", row.category, row.win_share, row.win_low, row.win_high, led * row.win_share
        )
    squares = report.outcome.cards[:, SQUARES]
    for row, squared in zip(report.cards.itertuples(), squares, strict=False):
        seats = row.scored
        apart = float(squared) - seats**2 / games  # over games: what always scores, in as many copies, has none
        yield Figure("card: scored", row.card, row.scored_share, row.scored_low, row.scored_high, min(seats, apart))
        if seats:
            bonuses = row.bonus_share * seats
            rest = min(bonuses, seats - bonuses)
            yield Figure("card: bonus completed", row.card, row.bonus_share, row.bonus_low, row.bonus_high, rest)
            won = row.win_share * seats
            yield Figure("card: its owners win", row.card, row.win_share, row.low, row.high, min(won, seats - won))
            others, lost = games * report.plan.seats - seats, float((report.wins > 0).sum()) - won
            naive = (row.built_minus_not, row.built_minus_not_low, row.built_minus_not_high)
            events = min(won, seats - won, lost, others - lost)
            yield Figure("card: built minus not", row.card, *naive, events)


def mean_figures(report: Report) -> Iterator[Figure]:
    """Means over games."""
    for row in report.lengths.itertuples():
        yield Figure("turns and decisions", row.measure, row.mean, row.low, row.high, report.games)
    for row in report.seats.itertuples():
        yield Figure("score", str(row.seat), row.score, row.score_low, row.score_high, report.games)
    for row in report.categories.itertuples():
        yield Figure("category: points", row.category, row.points, row.low, row.high, report.games)


def study_figures(study: Study, names: Mapping[int, str]) -> Iterator[Figure]:
    """Figures of a study: who was ahead, what there was to choose from, and impacts."""
    for kind, figures in ((AHEAD, of_leads(study)), (TO_CHOOSE, of_choices(study))):
        for _, figure in figures:
            label, value, low, high = figure.row
            yield Figure(kind, label, value, low, high, float(np.count_nonzero(figure.values)))
    for worth, sums in zip(study.worths, study.impacts, strict=True):
        value, low, high = ratio_interval(sums)
        # A game that the worth decides adds 1 to the sum of squares if only one seat has the card.
        decided = float(sums[5] * sums[0] / sums[3]) if sums[3] else 0.0
        yield Figure(f"{IMPACT_OF}{worth.name}", names[worth.kind], value, low, high, decided)


def differences(comparison: Comparison) -> Iterator[Figure]:
    """Paired differences of figures and of cards."""
    for row in comparison.figures.itertuples():
        yield Figure("difference of a figure", row.figure, row.difference, row.low, row.high, comparison.games)
    figures = dict(by_card(comparison.before, studied=False))
    for row in comparison.cards.itertuples():
        if isnan(row.low):  # one side does not have the card
            continue
        figure = figures[row.card_id, row.figure]
        # The number of cases that would make chunks differ as much as they do.
        events = float(np.sum((figure.values - figure.values.mean()) ** 2)) / figure.unit**2
        kind = f"difference of a card's {row.figure}"
        yield Figure(kind, row.card_id, row.difference, row.low, row.high, events)


def _ids(report: Report) -> list[str]:
    return [kind.key for kind in report.plan.deck.kinds]


@dataclass(frozen=True)
class Pool:
    """The games of two decks that differ only in the order of rows, parcel by parcel, and studied games of one."""

    plan: Plan
    other: Plan
    parcels: Sequence[Outcome]
    others: Sequence[Outcome]
    worths: Sequence[Worth]
    studied: Sequence[StudiedGames]

    @classmethod
    def of(cls, game: str, seed: int) -> Pool:
        """Play a pool."""
        deck = load_deck(game)
        plan, other = (
            plan_run(game, games=POOL * CHUNK, seed=seed + number, deck=one)
            for number, one in enumerate((deck, moved(deck, Random(1))))
        )
        engine, cores = compiled_engine(plan.variant), os.cpu_count() or 1
        parcels, others = play_games(plan, engine, cores), play_games(other, engine, cores)
        return cls(plan, other, parcels, others, *study_parts(plan, STUDIED_POOL[game] * CHUNK, How()))

    def figures(self, parcels: Sequence[int], studied: Sequence[int]) -> Iterator[Figure]:
        """Every figure of the games in some parcels."""
        games = len(parcels) * CHUNK
        before, after = (
            Report.of(replace(plan, games=games, seed=self.plan.seed), [outcomes[number] for number in parcels])
            for plan, outcomes in ((self.plan, self.parcels), (self.other, self.others))
        )
        yield from share_figures(before)
        yield from mean_figures(before)
        yield from differences(Comparison.of(before, after, studied=False))
        names = dict(enumerate(_ids(before)))
        yield from study_figures(Study(self.worths, [self.studied[number] for number in studied]), names)


@dataclass(frozen=True)
class Asked:
    """The results of one game's repeats, by kind of figure."""

    game: str
    repeats: int
    seed: int
    tallies: Mapping[str, Tally]

    @property
    def line(self) -> str:
        """The results as a line of a file."""
        return f"{json.dumps({**vars(self), 'tallies': {kind: vars(tally) for kind, tally in self.tallies.items()}})}\n"


def kept(path: Path | None) -> list[Asked]:
    """The results that earlier parts kept."""
    lines = path.read_text(encoding="utf-8").splitlines() if path is not None and path.exists() else []
    read = [json.loads(line) for line in lines]
    for one in read:
        for kind, parts in one["tallies"].items():
            one["tallies"][kind] = Tally(**{**parts, "hits": Counter(parts["hits"]), "cases": Counter(parts["cases"])})
    return [Asked(**one) for one in read]


def ask(game: str, repeats: int, seed: int) -> Asked:
    """Compare the intervals of a game's repeats with its pool."""
    random, tallies = Random(f"{game} {seed}"), defaultdict[str, Tally](Tally)
    pool = Pool.of(game, random.randrange(10**9))
    tell(f"{game}: {POOL * CHUNK:,} games of each deck, {len(pool.studied) * CHUNK:,} studied")
    everything = pool.figures(range(POOL), range(len(pool.studied)))
    truth = {(figure.kind, figure.of): figure for figure in everything}
    of_studied = {kind for kind, _ in truth if kind in (AHEAD, TO_CHOOSE) or kind.startswith(IMPACT_OF)}
    for _ in range(repeats):
        drawn = random.sample(range(POOL), RUN), random.sample(range(len(pool.studied)), STUDY)
        for figure in pool.figures(*drawn):
            true = truth.get((figure.kind, figure.of))
            if true is None:
                continue
            share = STUDY / len(pool.studied) if figure.kind in of_studied else RUN / POOL
            tally, hit = tallies[figure.kind], figure.holds(true.value, share)
            if true.events * share < ENOUGH:
                tally.rare_hits += hit
                tally.rare_cases += 1
            else:
                tally.hits[f"{game}, {figure.of}"] += hit
                tally.cases[f"{game}, {figure.of}"] += 1
    tell(f"{game}: {repeats} repeats")
    return Asked(game, repeats, seed, tallies)


def tell(text: str) -> None:
    """Print progress for whoever is waiting."""
    print(f"{time.strftime('%H:%M:%S')} {text}", file=sys.stderr, flush=True)


def table(tallies: Mapping[str, Tally]) -> str:
    """Coverage by kind of figure, as Markdown."""
    lines = [f"| {' | '.join(HEAD)} |", f"|{'---|' * len(HEAD)}"]
    for kind, tally in tallies.items():
        rare = f"{tally.rare_hits / tally.rare_cases:.1%} of {tally.rare_cases:,}" if tally.rare_cases else ""
        share, least = (f"{value:.1%}" if tally.cases else "" for value in (tally.share, tally.least))
        mark = "" if tally.held else " **out of bounds**"
        cells = (kind, len(tally.cases), f"{sum(tally.cases.values()):,}", f"{share}{mark}", least, rare)
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def main(given: list[str] | None = None) -> int:
    """Measure all games; the exit code is 1 if a kind of figure is out of bounds."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.coverage", description="Do intervals hold?")
    parser.add_argument("--seed", type=int, default=None, help="of the pools and of what is drawn (default: fresh)")
    parser.add_argument("--repeats", type=int, default=REPEATS, help=f"of each game (default {REPEATS})")
    parser.add_argument("--games", nargs="*", default=list(list_games()), help="ids of games (default: all)")
    parser.add_argument("--keep", type=Path, default=None, metavar="FILE", help="add to what other parts have asked")
    parser.add_argument("--check", action="store_true", help="print only; else the table goes into docs/reports.md")
    asked = parser.parse_args(given)
    seed = int.from_bytes(os.urandom(4)) if asked.seed is None else asked.seed
    load, of_games = os.getloadavg()[0], kept(asked.keep)
    for game in asked.games:
        of_games.append(ask(game, asked.repeats, seed))
        if asked.keep is not None:
            with asked.keep.open("a", encoding="utf-8") as file:
                file.write(of_games[-1].line)
    tallies: dict[str, Tally] = defaultdict(Tally)
    for one in of_games:
        for kind, tally in one.tallies.items():
            tallies[kind].add(tally)
    repeats = ", ".join(f"{one.repeats} of {one.game} (seed {one.seed})" for one in of_games)
    about = f"Repeats: {repeats}; each of {RUN * CHUNK:,} games, {STUDY * CHUNK} of them studied"
    text = "\n".join([table(tallies), "", f"- {about}", *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check and {one.game for one in of_games} >= set(list_games()):
        PAGE.write_text(with_table(PAGE.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(not all(tally.held for tally in tallies.values()))


if __name__ == "__main__":
    sys.exit(main())
