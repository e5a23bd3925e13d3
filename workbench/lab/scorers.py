"""How certain it is how many seats score with a card and how its owners fare: seats of a game are not independent.

A card with a single copy scores for one seat at most, and a win is one seat's gain and the others' loss. So the
intervals that would hold for seats drawn one by one are made as wide as the games show (a design effect: Kish 1965,
8.2).
"""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

import numpy as np

from workbench.lab.intervals import difference_interval, share_interval


class Scorers(NamedTuple):
    """Sums over games: in a game, `scored` seats scored with the card, `won` of them won, and `winners` seats won."""

    games: int
    seats: int  # of a game
    scored: float
    won: float
    winners: float
    scored_scored: float  # sum of scored * scored, and so on
    scored_won: float
    won_won: float
    scored_winners: float
    won_winners: float
    winners_winners: float

    @property
    def share(self) -> tuple[float, float, float]:
        """How many seats score with the card in a game, and the 95% interval.

        It is Wilson's for as many cases as tell as much as these games do, made as if two more games differed from the
        others, one each way.

        >>> one_copy = Scorers(100, 4, 50, 9, 100, 50, 9, 9, 50, 9, 100)
        >>> [round(number, 2) for number in one_copy.share]
        [0.5, 0.41, 0.61]
        """
        cases = self.games * self.seats
        share = self.scored / cases
        apart = cases * share * (1 - share)
        told = cases * _ratio(apart, self.scored_scored - self.scored**2 / self.games + 2)
        _, low, high = share_interval(share * told, told)
        return share * self.seats, low * self.seats, high * self.seats

    @property
    def built_minus_not(self) -> tuple[float, float, float]:
        """The share of wins of the seats that scored with the card less that of the others, and the 95% interval.

        It is Newcombe's, as much wider or narrower as the two shares differ more or less from game to game than if
        seats were independent (the linearized difference of two ratios: Cochran 1977, 6.4).

        >>> half = Scorers(100, 2, 100, 60, 100, 100, 60, 60, 100, 60, 100)
        >>> [round(number, 2) for number in half.built_minus_not]
        [0.2, 0.0, 0.38]
        """
        others, lost = self.games * self.seats - self.scored, self.winners - self.won
        value, low, high = difference_interval(self.won, self.scored, lost, others)
        if not self.scored or not others:
            return value, low, high
        share, other = self.won / self.scored, lost / others
        apart = share * (1 - share) / self.scored + other * (1 - other) / others
        # What a game moves the difference by, from its won, scored, winners, and being one.
        moves = np.array([1 / self.scored + 1 / others, -share / self.scored - other / others, -1 / others, 0])
        moves[3] = other * self.seats / others
        products = np.array(
            [
                [self.won_won, self.scored_won, self.won_winners, self.won],
                [self.scored_won, self.scored_scored, self.scored_winners, self.scored],
                [self.won_winners, self.scored_winners, self.winners_winners, self.winners],
                [self.won, self.scored, self.winners, self.games],
            ]
        )
        wider = sqrt(_ratio(float(moves @ products @ moves), apart))
        return value, value - wider * (value - low), value + wider * (high - value)


def _ratio(part: float, of: float) -> float:
    """The ratio of two variances; 1 where one is nothing, since that proves nothing about them."""
    return part / of if part > 0 and of > 0 else 1.0
