"""Measured figures shown beside the cards' names in a grid: their columns, and the order of rows by a column."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from workbench.decks.editor import EditorRow

Figure = Sequence[float | None]  # out of 100 games: now, from, to, before (None: not known), and its shift (-1, 0, 1)
Figures = Mapping[str, Figure]  # by column key

SCORES, DECIDES, OWNERS_WIN = "measured:scores", "measured:decides", "measured:owners_win"


class MeasuredColumn(NamedTuple):
    """A column of measured figures: its head, what the figures are out of, and what they mean in words."""

    key: str
    title: str
    of: str
    help: str


MEASURED = (
    MeasuredColumn(SCORES, "Scores", "of 100", "How often it scores in 100 games; the mark is where it was before"),
    MeasuredColumn(DECIDES, "Decides", "", "How many of 100 wins one copy brings: the same games without its worth"),
    MeasuredColumn(OWNERS_WIN, "Owners win", "", "How many of 100 games are won by those who score with it"),
)


def in_order(rows: Sequence[EditorRow], of: Mapping[int, float], descending: bool) -> list[int]:
    """The ids of rows by what was measured of each; rows with nothing measured come last, ties keep their order."""
    known = [row.id for row in rows if row.id in of]
    known.sort(key=of.__getitem__, reverse=descending)
    return [*known, *(row.id for row in rows if row.id not in of)]
