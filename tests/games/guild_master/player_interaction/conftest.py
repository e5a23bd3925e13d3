"""What the tests of Increased Player Interaction share."""

from __future__ import annotations

from typing import Any

import pytest

from workbench.play import Match

from .table import NewRound, Round


@pytest.fixture
def new_round() -> NewRound:
    """Make a table of the variant: `new_round(seats=3, bid_cost="all")`."""

    def make(seats: int = 4, *, seed: int = 7, deck: Any = None, **options: Any) -> Round:
        chosen = {"game_variant": "player_interaction", **options}
        return Round(Match("guild_master", seats=seats, seed=seed, deck=deck, options=chosen))

    return make
