"""Intervals: how sure a figure of some games is, and how sure a difference of two.

All are 95% intervals. What is counted alike comes as (value, low, high); what tells of two decks on the same games is a
`Difference`, which knows its chance too.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import erfc, exp, log, nan, sqrt
from typing import NamedTuple

import numpy as np

NORMAL_95 = 1.959963984540054
DOUBT = 0.05  # the chance of marking anything as shifted in a table where nothing is
EMPTY_BECAUSE = "left empty where no two games differ"  # the reason for an interval that is not there
LARGE = 10**9  # degrees of freedom of a normal distribution


def share_interval(count: float, cases: float) -> tuple[float, float, float]:
    """A count of some cases as a share (Wilson 1927); it may be fractional, and with no cases nothing is known.

    >>> [round(number, 3) for number in share_interval(25, 100)]
    [0.25, 0.175, 0.343]
    """
    if not cases:
        return 0.0, 0.0, 1.0
    share, spread = count / cases, NORMAL_95**2 / cases
    centre = (share + spread / 2) / (1 + spread)
    half = NORMAL_95 / (1 + spread) * sqrt(share * (1 - share) / cases + spread / (4 * cases))
    return share, max(0.0, min(centre - half, share)), min(1.0, max(centre + half, share))  # whatever rounding does


def mean_interval(values: np.ndarray) -> tuple[float, float, float]:
    """The mean of a sample and its 95% interval, made as if two more values differed from the usual, one each way.

    So a thousand games without a change of lead do not prove that there never is one; the two differ by as much as the
    others that do. Where no two values differ, nothing tells how sure the mean is: the interval is empty (NaN).

    >>> [round(number, 2) for number in mean_interval(np.array([0.0] * 999 + [1.0]))]
    [0.0, -0.0, 0.0]
    >>> mean_interval(np.array([7.0, 7.0]))
    (7.0, nan, nan)
    """
    cases, mean = len(values), float(values.mean())
    if np.all(values == values[:1]):
        return mean, nan, nan
    usual = np.median(values)
    differing = np.asarray(values, float)[values != usual] - usual
    unit = float(np.mean(differing**2))
    squares = float(np.sum((np.asarray(values, float) - mean) ** 2)) + 2 * unit
    half = NORMAL_95 * sqrt(squares / (cases - 1) / cases)
    return mean, mean - half, mean + half


def mean_share_interval(values: np.ndarray) -> tuple[float, float, float]:
    """The mean of shares, one a game, and its 95% interval, which ends at 0 and 1; see `mean_interval`.

    >>> [round(number, 2) for number in mean_share_interval(np.array([0.0] * 9 + [0.5]))]
    [0.05, 0.0, 0.23]
    """
    mean, low, high = mean_interval(values)
    return mean, max(low, 0.0), min(high, 1.0)  # of NaN, NaN


def ratio_interval(sums: np.ndarray) -> tuple[float, float, float]:
    """The ratio sum(y) / sum(x) over games and its 95% interval, from n, sum x, sum y, sum xx, sum xy, sum yy.

    The interval is that of the ratio estimator (Cochran 1977, 6.4), made as if two more games told something, one each
    way, so that it is right where hardly any game does; without any game nothing is known. What is counted is a share
    of what is divided by: the interval ends at -1 and 1.

    >>> [round(number, 2) for number in ratio_interval(np.array([100, 100, 50, 100, 50, 50.0]))]
    [0.5, 0.4, 0.6]
    """
    n, x, y, xx, xy, yy = (float(total) for total in sums)
    if n < 2 or x == 0:
        return 0.0, -1.0, 1.0
    ratio = y / x
    spread = (max(0.0, yy - 2 * ratio * xy + ratio * ratio * xx) + 2 * xx / n) * n / (n - 1)
    half = NORMAL_95 * sqrt(spread) / x
    return ratio, max(-1.0, ratio - half), min(1.0, ratio + half)


def difference_interval(
    count: float, cases: float, other_count: float, other_cases: float
) -> tuple[float, float, float]:
    """The difference of two shares and its 95% interval (Newcombe 1998, method 10); with no cases nothing is known.

    >>> [round(number, 2) for number in difference_interval(60, 100, 40, 100)]
    [0.2, 0.06, 0.33]
    """
    if not cases or not other_cases:
        return 0.0, -1.0, 1.0
    share, low, high = share_interval(count, cases)
    other, other_low, other_high = share_interval(other_count, other_cases)
    difference = share - other
    return (
        difference,
        difference - sqrt((share - low) ** 2 + (other_high - other) ** 2),
        difference + sqrt((high - share) ** 2 + (other - other_low) ** 2),
    )


# Of the same games with two decks


class Difference(NamedTuple):
    """A difference with its 95% interval, and how likely one as large is if there is none."""

    value: float
    low: float
    high: float
    chance: float


def paired_difference(before: np.ndarray, after: np.ndarray, unit: float | None = None) -> Difference:
    """The mean difference of pairs with its 95% interval (Student's); with one pair nothing is known but itself.

    A few pairs that differ prove little, and none that does proves less than nothing could: so the interval is made as
    if two more pairs differed, by `unit` (left open: as much as the others that do), one each way. Then five pairs of
    yes and no that all rise are chance and six are not, as the sign test has it (after Bonett and Price 2012).

    >>> before, after = np.zeros(100), np.arange(100) < 5
    >>> [round(number, 3) for number in paired_difference(before, after)]
    [0.05, -0.002, 0.102, 0.058]
    """
    apart = np.asarray(after, float) - np.asarray(before, float)
    if unit is None:
        differing = apart[apart != 0]
        unit = sqrt(float(np.mean(differing**2))) if len(differing) else 1.0
    pairs, mean = len(apart), float(apart.mean())
    if pairs < 2:
        return Difference(mean, nan, nan, 1.0)
    degrees = pairs - 1
    squares = float(np.sum((apart - mean) ** 2)) + 2 * unit**2
    return difference_within(mean, sqrt(squares / degrees / pairs), degrees)


def of_shares(difference: Difference) -> Difference:
    """A difference of two shares: its interval ends at -1 and 1.

    >>> of_shares(Difference(0.5, -20.0, 21.0, 0.9))
    Difference(value=0.5, low=-1.0, high=1.0, chance=0.9)
    """
    return difference._replace(low=max(difference.low, -1.0), high=min(difference.high, 1.0))  # of NaN, NaN


def difference_within(value: float, error: float, degrees: int) -> Difference:
    """A difference with its interval, by the normal approximation of Student's t (Wallace 1959); the error is not 0."""
    shrink = (8 * degrees + 1) / (8 * degrees + 3)
    half = error * sqrt(degrees * (exp((NORMAL_95 / shrink) ** 2 / degrees) - 1))
    normal = shrink * sqrt(degrees * log(1 + (value / error) ** 2 / degrees))
    return Difference(value, value - half, value + half, erfc(normal / sqrt(2)))


def beyond_doubt(chances: Sequence[float], doubt: float = DOUBT) -> list[bool]:
    """Which of many findings stand, so that the chance of any false one is at most `doubt` (Holm 1979).

    >>> beyond_doubt([0.001, 0.02, 0.04])
    [True, True, True]
    >>> beyond_doubt([0.001, 0.03, 0.04])
    [True, False, False]
    """
    stands = [False] * len(chances)
    for rank, place in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        if chances[place] > doubt / (len(chances) - rank):
            break
        stands[place] = True
    return stands
