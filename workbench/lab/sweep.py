"""Sweeps: the same games with each value of options, decks, bots or seats, and what is known of which of them matters.

All cells of a sweep play the same seeds, so that luck falls on all alike and differences are those of the same games.
Whatever is said about how sure a figure is takes the game of one number, in all cells, as one piece.
"""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from math import prod
from os import PathLike
from typing import TYPE_CHECKING, Any

import numpy as np

from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.lab.cells import each_alone, grid, sampled, told_by
from workbench.lab.factors import BOTS, DECK, SEATS, Bots, Decks, Factor, factors_of
from workbench.lab.games_played import NothingPlayed
from workbench.lab.kept_runs import KeptRuns, play_in_turn, slim
from workbench.lab.report import Report
from workbench.lab.simulation import How, Plan, check_number, plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.sweep_tables import SweepTables
from workbench.lab.which_matters import in_words, shown_figure
from workbench.play.setup import check_seed
from workbench.storage.errors import OptionError, one_of, shown

if TYPE_CHECKING:
    from distributed import Client

    from workbench.pen import Picture

MOST_CELLS = 10_000
MOST_TOGETHER = 2_000_000  # games of all cells, since each is kept: of Guile they take 0.7 GB


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
    keep: str | PathLike[str] | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    cancel: threading.Event | None = None,
    client: Client | None = None,
) -> Sweep:
    """Play the same games with each value of what is given as a list, and say which of them matters.

    A list has the values of an option, or the decks, bots or numbers of seats; anything else stays as it is. The first
    value of each is what the others are compared with. Every combination is played, a cell of `games` games; or with
    `alone` each value by itself beside all first ones; or as many cells as `sample` says, drawn by the seed. `keep`
    names a file to which each cell is added as it ends: given again, the sweep goes on from there, and cells that other
    sweeps have in common with it are not played again.
    `on_progress(done, total)` counts the games of all cells; setting `cancel` ends early with the cells that are done.
    The other arguments are those of `simulate`; the seed None draws one, and one of the `bots` may be a list of one
    name per seat. Raises OptionError, DeckError or ClusterError.

    >>> found = sweep("guile", seats=2, bots=["greedy", "random"], games=20, compiled=False)
    >>> found.figures.columns.tolist()
    ['bots', 'figure', 'value', 'low', 'high', 'games']
    """
    found = find_game(game)
    given = factors_of(found, options, decks, bots, seats)
    factors, cells, plans = plan_sweep(found, given, games, alone, sample, check_seed(seed))
    how, kept = How(threads, compiled, on_progress, cancel, client), KeptRuns(keep)
    reports = _whole_ones(play_in_turn(plans, kept, how), how)
    played = [Report(report.plan, slim(report.outcome), report.compiled) for report in reports]
    there = [*played, *(kept.find(plan) for plan in plans[len(played) :])]
    done = [number for number, report in enumerate(there) if report is not None]
    if not done:
        raise OptionError("The sweep ended before any cell was finished. Start it again.")
    return Sweep(factors, cells[done], tuple(filter(None, there)), len(cells), alone)


def _whole_ones(played: Iterator[Report], how: How) -> Iterator[Report]:
    """Reports as they come, until one is cut short."""
    with contextlib.suppress(NothingPlayed):
        while not how.cancelled:
            report = next(played, None)
            if report is None or report.games < report.asked:
                return
            yield report


def plan_sweep(
    game: Game, given: tuple[Factor, ...], games: Any, alone: bool, sample: Any, seed: int
) -> tuple[tuple[Factor, ...], np.ndarray, list[Plan]]:
    """What is swept, the cells (see `cells.py`), and what each plays; raises OptionError or DeckError."""
    factors = tuple(factor for factor in given if len(factor.values) > 1)
    if not factors:
        raise OptionError(
            "Nothing is swept, since nothing has several values. Give a list of values, for instance of an option "
            "(`workbench games` with the name of a game lists them) or of seats: seats=[3, 4]."
        )
    cells = cells_of([len(factor.values) for factor in factors], alone, sample, seed)
    games = check_number("The number of games of a cell", games, 1, MOST_WHOLE)
    if games * len(cells) > MOST_TOGETHER:
        raise OptionError(
            f"{len(cells):,} cells of {games:,} games are {games * len(cells):,}. Give fewer games, or draw some of "
            f"the cells (sample), so that they are {MOST_TOGETHER:,} together at most."
        )

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


class Sweep(SweepTables):
    """A sweep as a user holds it: its tables, which of what was changed matters, and its pictures."""

    reports: tuple[Report, ...]

    @cached_property
    def text(self) -> str:
        """What matters most for who wins and for how long it lasts, and what is not known to matter, in sentences."""
        return in_words(self)

    def plot(self, figure: str | None = None, pairs: bool = False) -> Picture:
        """The picture of what each value does to a figure, or with `pairs` of what two of them do together.

        Left open, the figure is the share of wins that shifts most clearly. Raises OptionError for an unknown one.
        """
        from workbench.lab.pictures import main_effects, together

        label = shown_figure(self) if figure is None else figure
        labels = [name for name, _, _ in self._by_figure.values()]
        if label not in labels:
            raise OptionError(one_of(label, labels, "figure of this sweep"))
        return (together if pairs else main_effects)(self, label)

    def __repr__(self) -> str:
        return f"<Sweep {self.title}. {self.text}>"

    def _repr_html_(self) -> str:
        """Pictures of what matters with the tables behind them."""
        from workbench.lab.pages import sweep_html

        return sweep_html(self)
