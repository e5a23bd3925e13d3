"""The cells of a sweep: which values are played together, and what that tells about each value by itself.

A factor is what a sweep changes: an option, the deck, the bots or the number of seats. A cell has one value of each,
as a row of numbers that count each factor's values from 0; the first value is the one the others are compared with.

A question is a row over the columns of a design (1, then one column for each value but the first of each factor).
Least squares say what each cell counts for it (Box, Hunter and Hunter 2005, 5 and 10): in a whole grid that is the
difference of two means, each over its share of the cells; where each value is changed alone, that of two cells; and in
a sample what comes nearest.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

import numpy as np

DRAWN_AT_ONCE = 1 << 20  # cells of a grid that are put in an order; with more, some are drawn until there are enough
NEARLY = 1e-8  # how far rounding may be off
CLEAN = 12  # decimal places of what a cell counts


def grid(values: Sequence[int]) -> np.ndarray:
    """Every cell of factors with these numbers of values, int64 (cells, factors), the fewest changes first.

    >>> grid([2, 2]).tolist()
    [[0, 0], [0, 1], [1, 0], [1, 1]]
    """
    return fewest_changes_first(np.array(list(product(*map(range, values)))))


def each_alone(values: Sequence[int]) -> np.ndarray:
    """The cell of all first values, and each in which one factor alone has another.

    >>> each_alone([2, 3]).tolist()
    [[0, 0], [1, 0], [0, 1], [0, 2]]
    """
    rows = [[0] * len(values)]
    for factor, many in enumerate(values):
        rows += [[value if place == factor else 0 for place in range(len(values))] for value in range(1, many)]
    return np.array(rows)


def sampled(values: Sequence[int], number: int, seed: int) -> np.ndarray:
    """A number of cells of the grid, drawn by a seed; that of all first values is one of them.

    Those that tell something new about single values come first, so that as many cells as `told_by` asks for
    tell all of them.
    """
    if number >= prod(values):
        return grid(values)
    chosen, others = [(0,) * len(values)], list[tuple[int, ...]]()
    rank, wanted = 1, told_by(values)
    for cell in _drawn(values, seed):
        if len(chosen) + (len(others) if rank == wanted else 0) >= number:
            break
        if cell == chosen[0]:
            continue
        if rank < wanted and np.linalg.matrix_rank(design(np.array([*chosen, cell]), values)) > rank:
            chosen.append(cell)
            rank += 1
        else:
            others.append(cell)
    return fewest_changes_first(np.array([*chosen, *others][:number]))


def _drawn(values: Sequence[int], seed: int) -> Iterator[tuple[int, ...]]:
    """The cells of a grid in an order drawn by a seed, each once."""
    chance, total = np.random.default_rng(seed), prod(values)
    if total <= DRAWN_AT_ONCE:
        for number in chance.permutation(total).tolist():
            yield tuple(int(value) for value in np.unravel_index(number, values))
        return
    drawn = set[tuple[int, ...]]()
    while True:
        cell = tuple(int(chance.integers(many)) for many in values)
        if cell not in drawn:
            drawn.add(cell)
            yield cell


def fewest_changes_first(cells: np.ndarray) -> np.ndarray:
    """Cells by how many of their values are not the first, so that a sweep that ends early still tells something."""
    return cells[np.argsort((cells > 0).sum(axis=1), kind="stable")]


def told_by(values: Sequence[int]) -> int:
    """The fewest cells that tell all values apart.

    >>> told_by([2, 3])
    4
    """
    return 1 + sum(values) - len(values)


def design(cells: np.ndarray, values: Sequence[int]) -> np.ndarray:
    """The columns of cells: 1, then whether each value but the first of each factor is there, float64 (cells, columns).

    >>> design(np.array([[0, 2], [1, 0]]), [2, 3]).tolist()
    [[1.0, 0.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0]]
    """
    columns = [np.ones(len(cells))]
    for factor, many in enumerate(values):
        columns += [cells[:, factor] == value for value in range(1, many)]
    return np.stack(columns, axis=1).astype(float)


def columns_of(values: Sequence[int], factor: int) -> slice:
    """The columns of a factor: one for each of its values but the first.

    >>> columns_of([2, 3], 1)
    slice(2, 4, None)
    """
    start = 1 + sum(values[:factor]) - factor
    return slice(start, start + values[factor] - 1)


class Held(NamedTuple):
    """What each cell counts before and after a change, both float64 (cells,)."""

    before: np.ndarray
    after: np.ndarray


def usual(values: Sequence[int], alone: bool) -> np.ndarray:
    """The row of what other factors have while one is asked about: first values, or all values alike."""
    shares = [np.full(many - 1, 0.0 if alone else 1 / many) for many in values]
    return np.concatenate([np.ones(1), *shares])


def main_effect(cells: np.ndarray, values: Sequence[int], factor: int, value: int, alone: bool) -> Held | None:
    """What a value does in place of the first; None where these cells do not tell.

    >>> held = main_effect(grid([2, 2]), [2, 2], 0, 1, False)
    >>> held.before.tolist(), held.after.tolist()
    ([0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 0.5, 0.5])
    """
    before, after = _two_ways(usual(values, alone), values, factor, value)
    return _held(design(cells, values), before, after)


def interaction(cells: np.ndarray, values: Sequence[int], of: Sequence[tuple[int, int]], alone: bool) -> Held | None:
    """What a value does in place of the first, without and with another factor's; None where cells do not tell.

    `of` is a factor and the number of a value, twice.

    >>> held = interaction(grid([2, 2]), [2, 2], [(0, 1), (1, 1)], False)
    >>> held.before.tolist(), held.after.tolist()
    ([-1.0, 0.0, 1.0, 0.0], [0.0, -1.0, 0.0, 1.0])
    """
    one, other = of
    row = usual(values, alone)
    ways = [way for beside in _two_ways(row, values, *other) for way in _two_ways(beside, values, *one)]
    first, changed, first_beside, changed_beside = _with_products(np.stack(ways), values, one[0], other[0])
    columns = _with_products(design(cells, values), values, one[0], other[0])
    return _held(columns, changed - first, changed_beside - first_beside)


def _two_ways(row: np.ndarray, values: Sequence[int], factor: int, value: int) -> tuple[np.ndarray, np.ndarray]:
    """A row with the first value of a factor, and with another."""
    first, columns = row.copy(), columns_of(values, factor)
    first[columns] = 0
    changed = first.copy()
    changed[columns.start + value - 1] = 1
    return first, changed


def _with_products(rows: np.ndarray, values: Sequence[int], one: int, other: int) -> np.ndarray:
    """Rows over the columns of a design, and of what two factors do together."""
    ours, theirs = rows[:, columns_of(values, one)], rows[:, columns_of(values, other)]
    return np.concatenate([rows, (ours[:, :, None] * theirs[:, None, :]).reshape(len(rows), -1)], axis=1)


def _held(columns: np.ndarray, before: np.ndarray, after: np.ndarray) -> Held | None:
    """What cells count for two rows, by least squares; None where their columns tell nothing of one."""
    rows = np.stack([before, after])
    counted = rows @ np.linalg.pinv(columns)
    if not np.allclose(counted @ columns, rows, atol=NEARLY):
        return None
    return Held(*(counted.round(CLEAN) + 0.0))  # no zero has a sign
