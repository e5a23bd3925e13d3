"""A game's own report tables, made of rows, and what takes its worth from a card."""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Iterator
from typing import Any

import numpy as np

from workbench.kernel.reports import by_seat, report_table, without

Arrays = namedtuple("Arrays", "points bonus")


def test_a_table_has_a_row_for_each_that_its_function_yields() -> None:
    @report_table("seat games")
    def played(report: Any) -> Iterator[tuple[Any, ...]]:
        """Who has played."""
        yield from report

    assert played([(0, 7), (1, 5)]).to_dict("list") == {"seat": [0, 1], "games": [7, 5]}
    assert list(played([]).columns) == ["seat", "games"]
    assert played.__doc__ == "Who has played."


def test_where_a_variant_has_no_such_table_none_is_made() -> None:
    @report_table("seat", lambda report: report != "other")
    def seats(report: Any) -> Iterator[tuple[Any, ...]]:
        yield (report,)

    assert seats("other") is None
    assert seats("own").to_dict("list") == {"seat": ["own"]}


def test_a_card_loses_what_all_named_arrays_say_about_it() -> None:
    arrays = Arrays(np.array([3, 0, 0]), np.array([[1, 0], [0, 2], [0, 0]]))
    take_away = without("points", "bonus")
    assert take_away(arrays, 0).points.tolist() == [0, 0, 0]
    assert take_away(arrays, 1).bonus.tolist() == [[1, 0], [0, 0], [0, 0]]
    assert take_away(arrays, 2) is None
    assert arrays.points.tolist() == [3, 0, 0]


def test_what_was_counted_by_seat_is_read_for_all_or_for_those_of_a_bot() -> None:
    class Counted:
        bots = ("greedy", "random", "greedy")

        def counted(self, name: str) -> np.ndarray:
            return np.array([int(name.removeprefix("shields_of_seat_"))] * 2)

    assert by_seat(Counted(), "shields").tolist() == [[0, 1, 2], [0, 1, 2]]
    assert by_seat(Counted(), "shields", "greedy").tolist() == [[0, 2], [0, 2]]
