"""Sweeps: the same games with each value of options, decks, bots or seats, and what is known of which of them matters.

All cells of a sweep play the same seeds, so that luck falls on all alike and differences are those of the same games.
Whatever is said of how sure a figure is takes the game of one number, in all cells, as one piece.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.words import counted, listed
from workbench.lab.cells import Held, each_alone, grid, interaction, main_effect, sampled, told_by
from workbench.lab.factors import BOTS, DECK, SEATS, Bots, Decks, Factor, Value, factors_of
from workbench.lab.figures import WIN_SHARE, Key, PerGame, frame_of, is_share, of_results
from workbench.lab.in_turn import play_in_turn
from workbench.lab.intervals import beyond_doubt, of_shares, paired_difference
from workbench.lab.kept_runs import KeptRuns, slim
from workbench.lab.report import NothingPlayed, Report
from workbench.lab.simulation import Plan, plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.which_matters import in_words, shown_figure
from workbench.play.setup import check_seed
from workbench.storage.errors import OptionError, one_of, shown

if TYPE_CHECKING:
    import pandas
    from distributed import Client

    from workbench.pen import Picture

MOST_CELLS = 10_000
MOST_TOGETHER = 2_000_000  # games of all cells, since each is kept: of Guile they take 0.7 GB
CHANGED = "figure before after difference low high games shifted"  # as comparisons have it


def sweep(
    game: str | Game,
    options: Mapping[str, Any] | None = None,
    *,
    decks: Decks = None,
    bots: Bots = None,
    seats: int | Sequence[int] | None = None,
    games: int = 1_000,
    alone: bool = False,
    sample: int | None = None,
    seed: int | None = 1,
    keep: str | PathLike | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Sweep:
    """Play the same games with each value of what is given as a list, and say which of them matters.

    A list has the values of an option, or the decks, bots or numbers of seats; what is no list stays as it is. The
    others are held against the first value of each. Every combination is played, a cell of `games` games; or with
    `alone` each value by itself beside all first ones; or as many cells as `sample` says, drawn by the seed.
    `keep` names a file to which each cell is added as it ends: given again, the sweep goes on from there, and cells
    that other sweeps have in common with it are not played again.
    `on_progress(done, total)` counts the games of all cells; setting `cancel` ends early with the cells that are done.
    The other arguments are those of `simulate`; the seed None draws one, and one of the `bots` may be a list of one
    name per seat. Raises OptionError, DeckError or ClusterError.

    >>> found = sweep("guile", seats=2, bots=["greedy", "random"], games=20, compiled=False)
    >>> found.figures.columns.tolist()
    ['bots', 'figure', 'value', 'low', 'high', 'games']
    """
    factors, cells, plans = plan_sweep(find_game(game), options, decks, bots, seats, games, alone, sample, seed)
    cancel, kept = cancel or threading.Event(), KeptRuns(keep)
    reports = play_in_turn(
        plans, kept, threads=threads, compiled=compiled, on_progress=on_progress, cancel=cancel, client=client
    )
    played = [Report(report.plan, slim(report.outcome), report.compiled) for report in _whole_ones(reports, cancel)]
    found = [*played, *(kept.find(plan) for plan in plans[len(played) :])]
    done = [number for number, report in enumerate(found) if report is not None]
    if not done:
        raise OptionError("The sweep ended before any cell was finished. Start it again.")
    return Sweep(factors, cells[done], tuple(filter(None, found)), len(cells), alone)


def _whole_ones(played: Iterator[Report], cancel: threading.Event) -> Iterator[Report]:
    """Reports as they come, until one was cut short."""
    with contextlib.suppress(NothingPlayed):
        while not cancel.is_set():
            report = next(played, None)
            if report is None or report.games < report.asked:
                return
            yield report


def plan_sweep(
    game: Game,
    options: Any,
    decks: Any,
    bots: Any,
    seats: Any,
    games: Any,
    alone: bool,
    sample: Any,
    seed: int | None,
) -> tuple[tuple[Factor, ...], np.ndarray, list[Plan]]:
    """What is swept, the cells (see `cells.py`), and what each plays; raises OptionError or DeckError."""
    given, seed = factors_of(game, options, decks, bots, seats), check_seed(seed)
    factors = tuple(factor for factor in given if len(factor.values) > 1)
    if not factors:
        raise OptionError(
            "Nothing is swept, since nothing has several values. Give a list of values, for instance of an option "
            "(`workbench games` with the name of a game lists them) or of seats: seats=[3, 4]."
        )
    cells = cells_of([len(factor.values) for factor in factors], alone, sample, seed)
    if isinstance(games, bool) or not isinstance(games, (int, np.integer)) or not 1 <= games <= MOST_WHOLE:
        raise OptionError(
            f"The number of games of a cell is {shown(games)}. Give a whole number from 1 to {MOST_WHOLE:,}."
        )
    if games * len(cells) > MOST_TOGETHER:
        raise OptionError(
            f"{len(cells):,} cells of {games:,} games are {games * len(cells):,}. Give fewer games, or draw some of "
            f"the cells (sample), so that they are {MOST_TOGETHER:,} together at most."
        )

    games = int(games)

    def plan(cell: Sequence[int]) -> Plan:
        chosen = dict(zip((factor.name for factor in factors), cell, strict=True))
        setting = {factor.name: factor.values[chosen.get(factor.name, 0)].given for factor in given}
        deck, names, number = (setting.pop(name, None) for name in (DECK, BOTS, SEATS))
        return plan_run(game, games=games, seats=number, bots=names, seed=seed, deck=deck, options=setting, levels=True)

    return factors, cells, [plan(cell) for cell in cells.tolist()]


def cells_of(values: Sequence[int], alone: bool, sample: Any, seed: int) -> np.ndarray:
    """The cells of factors with so many values each; raises OptionError."""
    if alone and sample is not None:
        raise OptionError("Both alone and a sample are given. Leave out one: each says which cells are played.")
    if alone:
        return each_alone(values)
    if sample is not None:
        least = min(told_by(values), prod(values))
        if isinstance(sample, bool) or not isinstance(sample, (int, np.integer)) or not least <= sample <= MOST_CELLS:
            raise OptionError(
                f"The sample is {shown(sample)}. Give a whole number of cells, from {least} (fewer cannot tell the "
                f"values apart) to {MOST_CELLS:,}."
            )
        return sampled(values, int(sample), seed)
    if prod(values) > MOST_CELLS:
        raise OptionError(
            f"There are {prod(values):,} combinations, more than {MOST_CELLS:,}. Draw some of them (sample), or change "
            "each value alone (alone)."
        )
    return grid(values)


class Asked(NamedTuple):
    """What is asked of a figure: what a value of a factor does to it, and perhaps beside that of another."""

    key: Key
    of: tuple[tuple[int, int], ...]  # a factor and the number of a value, once or twice


class Effect(NamedTuple):
    """The answer, as a comparison's row of a figure has it."""

    asked: Asked
    figure: str
    before: float
    after: float
    difference: float
    low: float
    high: float
    games: int
    shifted: bool


@dataclass(frozen=True, eq=False, repr=False)
class Sweep:
    """What the games of each cell brought: `cells` (cells, factors) are numbers of values, `reports` of as many cells.

    `factors` are what is swept, each with its values; `asked` is how many cells were wanted. The reports have no cards
    and categories. `alone` says that each value was changed by itself.
    """

    factors: tuple[Factor, ...]
    cells: np.ndarray
    reports: tuple[Report, ...]
    asked: int
    alone: bool = False

    @property
    def plan(self) -> Plan:
        """What the first cell played."""
        return self.reports[0].plan

    @property
    def games(self) -> int:
        """How many games each cell played."""
        return self.plan.games

    @property
    def about(self) -> dict[str, Any]:
        """What every figure belongs to: the setting of the first cell, and the values of what is swept."""
        plan = self.plan
        return {
            **plan.played,
            "cells": len(self.cells),
            "games": self.games,
            "seats": plan.seats,
            "bots": plan.bots,
            "options": dict(plan.options),
            "seed": plan.seed,
            "swept": {factor.name: [value.shown for value in factor.values] for factor in self.factors},
        }

    @cached_property
    def figures(self) -> pandas.DataFrame:
        """A row per cell and figure: the value of each factor, figure, value with low and high (95%), and games."""
        rows = []
        for cell, report in zip(self.cells.tolist(), self.reports, strict=True):
            values = [factor.values[number].shown for factor, number in zip(self.factors, cell, strict=True)]
            rows += [(*values, *figure.row, report.games) for figure in self._of(report).values()]
        return frame_of(rows, [*(factor.name for factor in self.factors), *"figure value low high games".split()])

    def frame(self) -> pandas.DataFrame:
        """All figures of all cells as one table; the same as `figures`."""
        return self.figures

    def _of(self, report: Report) -> dict[Key, PerGame]:
        """The figures of a cell; where bots are swept, seats go without their names."""
        found = dict(of_results(report))
        if any(factor.name == BOTS for factor in self.factors):
            found = {key: figure._replace(label=figure.label.partition(" (")[0]) for key, figure in found.items()}
        return found

    @cached_property
    def _by_figure(self) -> dict[Key, tuple[str, np.ndarray, np.ndarray]]:
        """Each figure's name, the numbers of the cells that have it, and its values (those cells, games)."""
        found = [self._of(report) for report in self.reports]
        columns = {}
        for key in dict.fromkeys(key for figures in found for key in figures):
            having = [number for number, figures in enumerate(found) if key in figures]
            values = np.stack([np.asarray(found[number][key].values, float) for number in having])
            columns[key] = (found[having[0]][key].label, np.array(having), values)
        return columns

    def values(self, asked: Asked) -> tuple[np.ndarray, np.ndarray] | None:
        """What games have before and after a change, each float64 (games,); None where the cells do not tell."""
        _, having, values = self._by_figure[asked.key]
        question = (asked.of, having.tobytes())
        if question not in self._held:
            self._held[question] = self._told(asked, self.cells[having])
        held = self._held[question]
        return None if held is None else (held.before @ values, held.after @ values)

    @cached_property
    def _held(self) -> dict[tuple[Any, ...], Held | None]:
        return {}

    def _told(self, asked: Asked, cells: np.ndarray) -> Held | None:
        many = [len(factor.values) for factor in self.factors]
        if len(asked.of) == 1:
            return main_effect(cells, many, *asked.of[0], self.alone)
        return interaction(cells, many, asked.of, self.alone)

    @cached_property
    def main_effects(self) -> tuple[Effect, ...]:
        """What `effects` is the table of."""
        return self._answered(
            Asked(key, (one,)) for one in self._others for key in self._by_figure if not self._trivial(key, one)
        )

    @cached_property
    def interactions(self) -> tuple[Effect, ...]:
        """What `pairs` is the table of."""
        two = [(one, other) for one, other in combinations(self._others, 2) if one[0] != other[0]]
        return self._answered(Asked(key, both) for both in two for key in self._by_figure)

    @cached_property
    def _others(self) -> list[tuple[int, int]]:
        """Every value but the first of each factor, as the numbers of both."""
        return [(number, value) for number, of in enumerate(self.factors) for value in range(1, len(of.values))]

    def _trivial(self, key: Key, one: tuple[int, int]) -> bool:
        return self.factors[one[0]].name == SEATS and self._by_figure[key][0].startswith(WIN_SHARE)

    def _answered(self, wanted: Iterable[Asked]) -> tuple[Effect, ...]:
        found: list[Effect] = []
        chances: list[float] = []
        for asked in wanted:
            told = self.values(asked)
            if told is not None:
                label, difference = self._by_figure[asked.key][0], paired_difference(*told)
                difference = of_shares(difference) if is_share(label) and len(asked.of) == 1 else difference
                before, after = (float(side.mean()) for side in told)
                found.append(Effect(asked, label, before, after, *difference[:3], self.games, False))
                chances.append(difference.chance)
        return tuple(one._replace(shifted=sure) for one, sure in zip(found, beyond_doubt(chances), strict=True))

    @cached_property
    def effects(self) -> pandas.DataFrame:
        """What each value does in place of the first: a row for each and each figure.

        Columns: factor, value, first, figure; before and after, their difference with low and high (95%), games, and
        shifted, as a comparison has them. In a grid these are means over all cells with the first and with the other
        value; in a sample what comes nearest by least squares. Left out is what the cells that were played do not tell,
        and what more seats do to the share of each. In a sweep in which nothing matters the chance that any row is
        marked as shifted is 5 of 100 (Holm 1979).
        """
        rows = []
        for effect in self.main_effects:
            ((factor, value, first),) = self.values_of(effect)
            rows.append((factor, value.shown, first.shown, *effect[1:]))
        return frame_of(rows, ["factor", "value", "first", *CHANGED.split()]).astype({"shifted": bool})

    @cached_property
    def pairs(self) -> pandas.DataFrame:
        """What two values do together that they do not do alone: a row for each two of two factors, and each figure.

        Columns: factor, value, other, other_value, figure; before and after, which are what the first of the two does
        without the other and with it, their difference with low and high (95%), games, and shifted. Empty where the
        cells that were played do not tell, as where each value was changed alone.
        """
        rows = []
        for effect in self.interactions:
            (factor, value, _), (other, beside, _) = self.values_of(effect)
            rows.append((factor, value.shown, other, beside.shown, *effect[1:]))
        columns = ["factor", "value", "other", "other_value", *CHANGED.split()]
        return frame_of(rows, columns).astype({"shifted": bool})  # of no rows too, so that they can be asked for

    def values_of(self, effect: Effect) -> list[tuple[str, Value, Value]]:
        """Of what an effect is: of each factor its name, the value, and the first, in place of which that stands."""
        found = [(self.factors[factor], number) for factor, number in effect.asked.of]
        return [(factor.name, factor.values[number], factor.values[0]) for factor, number in found]

    @cached_property
    def text(self) -> str:
        """What matters most for who wins and for how long it lasts, and what is not known to matter, in sentences."""
        return in_words(self)

    def plot(self, figure: str | None = None, pairs: bool = False) -> Picture:
        """The picture of what each value does to a figure, or with `pairs` of what two of them do together.

        Left open, the figure is the share of wins that shifts most clearly. Raises OptionError for one that is none.
        """
        from workbench.lab.pictures import main_effects, together

        label = shown_figure(self) if figure is None else figure
        labels = [name for name, _, _ in self._by_figure.values()]
        if label not in labels:
            raise OptionError(one_of(label, labels, "figure of this sweep"))
        return (together if pairs else main_effects)(self, label)

    @property
    def title(self) -> str:
        """What was played, in one line."""
        plan, done = self.plan, len(self.cells)
        stopped = f" (stopped early; {self.asked:,} were asked for)" if done < self.asked else ""
        return (
            f"{plan.game.title}, {counted(done, 'cell')}{stopped} of {counted(self.games, 'game')}, seed {plan.seed}; "
            f"swept: {listed([factor.name for factor in self.factors])}"
        )

    def __repr__(self) -> str:
        return f"<Sweep {self.title}. {self.text}>"

    def _repr_html_(self) -> str:
        """Pictures of what matters with the tables behind them."""
        from workbench.lab.pages import sweep_html

        return sweep_html(self)
