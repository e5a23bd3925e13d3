"""What the tests of Excalibur's rules share."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.play import Match
from workbench.play.seating import numbered

from .table import USUAL, NewTable, Table


@pytest.fixture
def new_table() -> NewTable:
    """Make a table: `new_table(4, flip_chance=100)`; by default seat 0 has the crown and nobody talks."""

    def make(seats: int = 4, *, seed: int = 7, deck: Any = None, **options: Any) -> Table:
        names = numbered(seats)  # also of bots, which play some positions on
        return Table(Match("excalibur", seats=seats, seed=seed, deck=deck, options={**USUAL, **options}, names=names))

    return make
