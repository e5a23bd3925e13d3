"""The tables of a sweep: the figures of each cell, what each value does in place of the first, and what two do."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.words import counted, listed
from workbench.lab.cells import Held, interaction, main_effect
from workbench.lab.factors import BOTS, SEATS, Factor, Value
from workbench.lab.figures import WIN_SHARE, Key, PerGame, frame_of, is_share, of_results
from workbench.lab.games_played import GamesPlayed
from workbench.lab.intervals import beyond_doubt, of_shares, paired_difference
from workbench.lab.simulation import Plan

if TYPE_CHECKING:
    import pandas

CHANGED = "figure before after difference low high games shifted"  # as comparisons have it


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
class SweepTables:
    """What the games of each cell brought: `cells` (cells, factors) are numbers of values, `reports` of as many cells.

    `factors` are what is swept, each with its values; `asked` is how many cells were wanted. The reports have no cards
    or categories. `alone` says that each value was changed by itself.
    """

    factors: tuple[Factor, ...]
    cells: np.ndarray
    reports: tuple[GamesPlayed, ...]
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
        swept = {factor.name: [value.shown for value in factor.values] for factor in self.factors}
        played = {"cells": len(self.cells), "games": self.games}
        return {**self.plan.played, **played, **self.plan.setting, "swept": swept}

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

    def _of(self, report: GamesPlayed) -> dict[Key, PerGame]:
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
            Asked(key, (one,))
            for one in self._others
            for key, (label, *_) in self._by_figure.items()
            if self.factors[one[0]].name != SEATS or not label.startswith(WIN_SHARE)
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
        value; in a sample what comes nearest by least squares. What the cells that were played do not tell is left out,
        and so is what more seats do to the share of each. In a sweep in which nothing matters the chance that any row
        is marked as shifted is 5 of 100 (Holm 1979).
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
        """What an effect is of: each factor's name, the value, and the first value, which it replaces."""
        found = [(self.factors[factor], number) for factor, number in effect.asked.of]
        return [(factor.name, factor.values[number], factor.values[0]) for factor, number in found]

    @property
    def title(self) -> str:
        """What was played, in one line."""
        plan, done = self.plan, len(self.cells)
        stopped = f" (stopped early; {self.asked:,} were asked for)" if done < self.asked else ""
        return (
            f"{plan.game.title}, {counted(done, 'cell')}{stopped} of {counted(self.games, 'game')}, seed {plan.seed}; "
            f"swept: {listed([factor.name for factor in self.factors])}"
        )
