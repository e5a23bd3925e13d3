"""Targets: what a deck should come to, and what games tell of it.

A target is a figure with the window that it should lie in: how much more often than others the one who begins wins, the
largest impact of any card, the turns of a game, what one bot wins from another. What games tell of a figure is a
sample; samples of further games are joined, and two samples of the same games tell how sure their difference is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import hypot, isnan
from typing import Any, Literal, NamedTuple

import numpy as np

from workbench.kernel.game import Game
from workbench.lab.figures import of_100
from workbench.lab.intervals import (
    mean_interval,
    mean_share_interval,
    paired_difference,
    ratio_interval,
    share_interval,
)
from workbench.lab.simulation import number_of_player
from workbench.storage.errors import OptionError, shown

FIRST_SEAT, IMPACT, LENGTH, WIN_RATE = "first_seat", "impact", "length", "win_rates"
ONE_IN_100 = 0.01
Aim = Literal["first_seat", "impact"]  # that pages offer
# What edits are to bring, as `suggest` calls it -> in words, and how near is near enough.
AIMS: dict[Aim, tuple[str, float]] = {
    "first_seat": ("Who begins wins an even share", ONE_IN_100),
    "impact": ("No card decides too much", 0.15),
}
KEPT = 2 / 3, 3 / 2  # of the turns of a game, where nobody asks for another length
LENGTH_STEP = 0.02  # of a length: turns that weigh as much as one game in 100
MARGIN = 0.3  # of half a window: how far inside it a search aims, so that fresh games still find it reached
AT_LEAST = 0.75  # of half an interval: an impact is taken to be this far below what it seems, to find the largest
LEAST_TOLD = 30  # games that tell something of a card, before it is judged


class Figure(NamedTuple):
    """What a figure is, with its 95% interval; `even` is what it is compared with, `about` the card that it is of."""

    value: float
    low: float
    high: float
    even: float = 0.0
    about: str = ""


@dataclass(frozen=True)
class Target:
    """A figure of `kind` should lie between `least` and `most`; a win rate is that of the first of two `bots`.

    For who begins, it is the difference from an even share. Nobody asked for what is `kept`: it stops what is to mend a
    game from making another game of it.
    """

    kind: str
    least: float
    most: float
    bots: tuple[str, ...] = ()
    kept: bool = False

    @property
    def step(self) -> float:
        """How far a figure must move to matter as much as one game in 100 does."""
        return LENGTH_STEP * (self.least + self.most) / 2 if self.kind == LENGTH else ONE_IN_100

    @property
    def aim(self) -> tuple[float, float]:
        """The window that a search aims at, a little within the one that is asked for."""
        inside = min(self.step, MARGIN * (self.most - self.least) / 2)
        return self.least + inside, self.most - inside

    def holds(self, figure: Figure) -> bool:
        """Whether a figure lies in the window."""
        return self.least <= figure.value - figure.even <= self.most

    def may_hold(self, figure: Figure) -> bool:
        """Whether some of its interval does."""
        low, high = (figure.value if isnan(end) else end for end in (figure.low, figure.high))
        return low - figure.even <= self.most and self.least <= high - figure.even

    def surely_holds(self, figure: Figure) -> bool:
        """Whether its whole interval does."""
        return self.least <= figure.low - figure.even and figure.high - figure.even <= self.most

    def off(self, figure: Figure) -> float:
        """How far a figure is from what a search aims at, in steps; 0 within it."""
        value, (least, most) = figure.value - figure.even, self.aim
        return max(least - value, value - most, 0.0) / self.step

    @property
    def words(self) -> str:
        """The target as a sentence without its full stop."""
        if self.kind == FIRST_SEAT:
            return f"who begins wins an even share, within {of_100(self.most)} of 100 games"
        if self.kind == IMPACT:
            return f"no card brings more than {of_100(self.most)} wins in 100 games"
        if self.kind == LENGTH:
            return f"a game takes {self.least:g} to {self.most:g} turns{' still' * self.kept}"
        better, other = self.bots
        return f"{better} wins {of_100(self.least)} to {of_100(self.most)} of 100 games against {other}"


# What was asked for


def targets_of(
    game: Game, first_seat: Any = None, impact: Any = None, length: Any = None, win_rates: Any = None
) -> tuple[Target, ...]:
    """The targets that are given, as `suggest` takes them; raises OptionError."""
    found = []
    if first_seat is not None:
        within = _share("first_seat", first_seat)
        found.append(Target(FIRST_SEAT, -within, within))
    if impact is not None:
        found.append(Target(IMPACT, -1.0, _share("impact", impact)))
    if length is not None:
        found.append(Target(LENGTH, *_window("length", length, 1.0, 1e6, "turns, such as (20, 26)")))
    if win_rates is not None:
        found += _win_rates(game, win_rates)
    if not found:
        raise OptionError(
            "Nothing is to be reached. Give a target: first_seat=0.01, impact=0.15, length=(20, 26), or "
            "win_rates={('greedy', 'random'): (0.6, 0.9)}."
        )
    return tuple(found)


def kept_length(turns: float) -> Target:
    """The target that games of so many turns still take about as many."""
    shorter, longer = KEPT
    return Target(LENGTH, round(shorter * turns, 1), round(longer * turns, 1), kept=True)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool)


def _share(name: str, given: Any) -> float:
    if not _is_number(given) or not 0 < given < 1:
        raise OptionError(f"{name} is {shown(given)}. Give a share of the games between 0 and 1; 0.01 is one in 100.")
    return float(given)


def _window(name: str, given: Any, least: float, most: float, what: str) -> tuple[float, float]:
    ends = list(given) if isinstance(given, (tuple, list)) else []
    if len(ends) != 2 or not all(map(_is_number, ends)) or not least <= ends[0] <= ends[1] <= most:
        raise OptionError(f"{name} is {shown(given)}. Give the least and the most {what}.")
    return float(ends[0]), float(ends[1])


def _win_rates(game: Game, given: Any) -> Iterator[Target]:
    if not isinstance(given, Mapping) or not given:
        raise OptionError(
            f"win_rates is {shown(given)}. Give the least and the most share for two bots: "
            "{('greedy', 'random'): (0.6, 0.9)}."
        )
    for bots, window in given.items():
        if not isinstance(bots, tuple) or len(bots) != 2 or bots[0] == bots[1]:
            raise OptionError(f"win_rates names {shown(bots)}. Name two bots, the better one first.")
        for bot in bots:
            number_of_player(game, bot)
        what = "share of games that the first of both bots wins, such as (0.6, 0.9)"
        yield Target(WIN_RATE, *_window("A window of win_rates", window, 0.0, 1.0, what), bots)


# What games tell


class ByGame:
    """A figure that each game has, float64 (games,); `even` is what it is compared with, for each game."""

    def __init__(self, kind: str, values: np.ndarray, even: np.ndarray | None = None) -> None:
        self.kind, self.values = kind, np.asarray(values, float)
        self.even = np.zeros(len(self.values)) if even is None else even

    @cached_property
    def figure(self) -> Figure:
        """The mean of all games."""
        even = float(self.even.mean())
        if self.kind == FIRST_SEAT or (self.kind == WIN_RATE and np.ptp(self.values) == 0):
            return Figure(*share_interval(float(self.values.sum()), len(self.values)), even)
        return Figure(*(mean_share_interval if self.kind == WIN_RATE else mean_interval)(self.values), even)

    def joined(self, other: Any) -> ByGame:
        """What these games and others tell together, which share none: one after the other."""
        both = (np.concatenate(pair) for pair in ((self.values, other.values), (self.even, other.even)))
        return ByGame(self.kind, *both)

    def half(self, other: Any, sign: float, other_sign: float) -> float:
        """Half the interval of `sign` times this figure less `other_sign` times that of another deck, game by game."""
        if not sign and not other_sign:
            return 0.0
        ours, theirs = (of * (one.values - one.even) for of, one in ((sign, self), (other_sign, other)))
        difference = paired_difference(theirs, ours)
        return (difference.high - difference.low) / 2


class ByCard:
    """The impacts of cards: sums as a study has them (float64 (worths, IMPACT_SUMS)), by the card and what it is worth.

    The figure is the largest of those that games tell enough about.
    """

    def __init__(self, sums: Mapping[tuple[str, str], np.ndarray]) -> None:
        self.sums = dict(sums)

    @cached_property
    def ranked(self) -> list[tuple[tuple[str, str], tuple[float, float, float]]]:
        """The worths with their impacts, the largest first by what they are at least.

        So a card that few games tell of does not come first by luck, unless it is by far the largest.
        """
        found = {worth: ratio_interval(sums) for worth, sums in self.sums.items() if sums[0] >= LEAST_TOLD}
        return sorted(found.items(), key=lambda one: one[1][0] - AT_LEAST * (one[1][2] - one[1][1]) / 2, reverse=True)

    @cached_property
    def figure(self) -> Figure:
        """The largest impact; none at all where no card decides anything."""
        if not self.ranked:
            return Figure(0.0, -1.0, 1.0)
        (card, worth), impact = self.ranked[0]
        return Figure(*impact, 0.0, f"the {worth} of {card}")

    def joined(self, other: Any) -> ByCard:
        """What these games and others tell together: the sums of both."""
        keys = dict.fromkeys([*self.sums, *other.sums])
        nothing: Any = 0.0
        return ByCard({key: self.sums.get(key, nothing) + other.sums.get(key, nothing) for key in keys})

    def half(self, other: Any, sign: float, other_sign: float) -> float:
        """Half an interval as that of `ByGame`, as if the two were independent: too wide rather than too narrow."""
        ours, theirs = (one.figure for one in (self, other))
        return hypot(sign * (ours.high - ours.low) / 2, other_sign * (theirs.high - theirs.low) / 2)


Sample = ByGame | ByCard
Samples = dict[Target, Sample]


def off(samples: Samples) -> float:
    """How far samples are from what a search aims at, in steps of all targets together."""
    return sum(target.off(sample.figure) for target, sample in samples.items())


def clearly_behind(samples: Samples, best: Samples) -> bool:
    """Whether a deck is clearly further from the targets than another one, by the same games."""
    squares = 0.0
    for target, sample in samples.items():
        signs = [_side(target, of[target].figure) / target.step for of in (samples, best)]
        squares += sample.half(best[target], *signs) ** 2
    return off(samples) - off(best) > squares**0.5


def _side(target: Target, figure: Figure) -> float:
    """How being off changes with the figure: 1 above the window, -1 below, 0 in it."""
    value, (least, most) = figure.value - figure.even, target.aim
    return float(value > most) - float(value < least)
