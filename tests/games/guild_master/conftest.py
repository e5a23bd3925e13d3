"""What the tests of Guild Master's rules share."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.play import Match

from .table import NewTable, Table


@pytest.fixture
def new_table() -> NewTable:
    """Make a table: `new_table(seats=3, discard_max=5)`; seat 0 begins unless `first_seat` says otherwise."""

    def make(seats: int = 4, *, seed: int = 7, deck: Any = None, **options: Any) -> Table:
        return Table(Match("guild_master", seats=seats, seed=seed, deck=deck, options={"first_seat": 0, **options}))

    return make
