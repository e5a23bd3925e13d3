"""Whether intervals hold, counted in parts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from benchmarks.coverage import LEAST, MOST, Asked, Figure, Tally, kept


def test_what_parts_have_counted_adds_up(tmp_path: Path) -> None:
    one = Asked("guile", 4, 1, {"impact": Tally(Counter({"guile, a": 3}), Counter({"guile, a": 4}), 1, 2)})
    path = tmp_path / "asked.jsonl"
    path.write_text(one.line * 2, encoding="utf-8")
    assert kept(path) == [one, one]
    both = Tally()
    for part in kept(path):
        both.add(part.tallies["impact"])
    assert (both.share, both.least, both.rare_hits, both.rare_cases) == (0.75, 0.75, 2, 4)
    assert kept(None) == []


@pytest.mark.parametrize(("hits", "held"), [(92, False), (93, True), (95, True), (97, True), (98, False)])
def test_a_kind_of_figure_is_held_to_both_bounds(hits: int, held: bool) -> None:
    assert Tally(Counter(a=hits), Counter(a=100)).held == held == (LEAST <= hits / 100 <= MOST)


def test_no_single_figure_may_be_covered_seldom() -> None:
    assert not Tally(Counter(a=96, b=84), Counter(a=100, b=100)).held


def test_a_repeat_that_is_most_of_its_pool_must_lie_closer() -> None:
    figure = Figure("share", "a", 0.5, 0.4, 0.6, 100)
    assert figure.holds(0.59, 0.01)
    assert not figure.holds(0.59, 0.75)
    assert figure.holds(0.549, 0.75)
