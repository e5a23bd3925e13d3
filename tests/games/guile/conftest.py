"""What the tests of Guile's rules share."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.play import Match

from .table import AT_THE_TABLE, NewTable, Table


@pytest.fixture
def new_table() -> NewTable:
    """Make a table: `new_table(extended_cast=True)`; AT_THE_TABLE says who sits where unless options do."""

    def make(*, seed: int = 7, deck: Any = None, **options: Any) -> Table:
        return Table(Match("guile", seed=seed, deck=deck, options={**AT_THE_TABLE, **options}))

    return make
