"""What the tests of Labyrinth City share."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.play import Match

from .table import Class, NewClass


@pytest.fixture
def new_class() -> NewClass:
    """Make a table of the variant: `new_class(seats=6, city_rounds=1)`; seat 0 builds first unless told otherwise."""

    def make(seats: int = 6, *, seed: int = 7, deck: Any = None, **options: Any) -> Class:
        chosen = {"game_variant": "labyrinth_city", "first_seat": 0, **options}
        return Class(Match("guild_master", seats=seats, seed=seed, deck=deck, options=chosen))

    return make
