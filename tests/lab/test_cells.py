"""The cells of a sweep: which values are played together, and what each cell counts for what is asked."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from workbench.lab.cells import design, each_alone, grid, interaction, main_effect, sampled, told_by

SHAPES = [[2, 2], [3, 2], [2, 3, 4], [2] * 5]


@pytest.mark.parametrize("values", SHAPES, ids=str)
def test_a_grid_has_every_combination_once_the_fewest_changes_first(values: list[int]) -> None:
    cells = grid(values)
    assert len({tuple(cell) for cell in cells.tolist()}) == len(cells) == prod(values)
    changes = (cells > 0).sum(axis=1)
    assert (np.diff(changes) >= 0).all()
    assert changes[0] == 0


@pytest.mark.parametrize("values", [*SHAPES, [2] * 25], ids=str)
def test_the_smallest_sample_tells_every_value_and_begins_with_the_first_ones(values: list[int]) -> None:
    for seed in range(5):
        cells = sampled(values, told_by(values), seed)
        assert len({tuple(cell) for cell in cells.tolist()}) == told_by(values)
        assert not cells[0].any()
        assert np.linalg.matrix_rank(design(cells, values)) == told_by(values)


def test_a_sample_is_drawn_by_its_seed_and_one_that_is_too_large_is_the_grid() -> None:
    one, same, other = (sampled([2] * 8, 30, seed) for seed in (1, 1, 2))
    assert np.array_equal(one, same)
    assert not np.array_equal(one, other)
    assert np.array_equal(sampled([2, 3], 100, 1), grid([2, 3]))
    assert len(sampled([3, 3], 8, 1)) == 8


@pytest.mark.parametrize("values", SHAPES, ids=str)
def test_in_a_grid_a_main_effect_is_the_difference_of_two_means_over_all_cells(values: list[int]) -> None:
    cells, chance = grid(values), np.random.default_rng(1)
    brought = chance.normal(size=len(cells))
    for factor, many in enumerate(values):
        for value in range(1, many):
            held = main_effect(cells, values, factor, value, alone=False)
            assert held is not None
            assert held.before @ brought == pytest.approx(brought[cells[:, factor] == 0].mean())
            assert held.after @ brought == pytest.approx(brought[cells[:, factor] == value].mean())


@pytest.mark.parametrize("cells", [sampled([2, 3, 4], 9, 3), each_alone([2, 3, 4]), grid([2, 3, 4])[:15]], ids=len)
def test_what_adds_up_is_found_exactly_from_any_cells_that_tell_it(cells: np.ndarray) -> None:
    values = [2, 3, 4]
    does = [[0, 5.0], [0, -1.0, 2.0], [0, 0.0, 7.0, -3.0]]
    brought = np.array([10 + sum(does[factor][value] for factor, value in enumerate(cell)) for cell in cells])
    for factor, many in enumerate(values):
        for value in range(1, many):
            held = main_effect(cells, values, factor, value, alone=False)
            assert held is not None
            assert (held.after - held.before) @ brought == pytest.approx(does[factor][value])


def test_alone_a_value_is_held_against_the_cell_of_all_first_ones() -> None:
    cells = each_alone([2, 3])
    held = main_effect(cells, [2, 3], 1, 2, alone=True)
    assert held is not None
    assert held.before.tolist() == [1, 0, 0, 0]
    assert held.after.tolist() == [0, 0, 0, 1]


def test_what_two_values_do_together_is_the_difference_of_two_differences() -> None:
    """Over all values of the third factor: what one does with the other, and without it."""
    values = [2, 3, 2]
    cells, brought = grid(values), np.random.default_rng(2).normal(size=12)
    table = np.zeros(values)
    table[tuple(cells.T)] = brought
    held = interaction(cells, values, [(0, 1), (1, 2)], alone=False)
    assert held is not None
    assert held.before @ brought == pytest.approx((table[1, 0] - table[0, 0]).mean())
    assert held.after @ brought == pytest.approx((table[1, 2] - table[0, 2]).mean())


def test_what_cells_do_not_tell_is_not_told() -> None:
    values = [2, 2]
    assert main_effect(np.array([[0, 0], [1, 0]]), values, 1, 1, alone=True) is None
    assert main_effect(np.array([[0, 0], [1, 1]]), values, 0, 1, alone=False) is None, "both change together"
    assert interaction(each_alone(values), values, [(0, 1), (1, 1)], alone=True) is None
    assert interaction(grid(values)[:3], values, [(0, 1), (1, 1)], alone=False) is None
