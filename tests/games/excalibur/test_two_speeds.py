"""The rules compiled against the rules in plain Python: the same source, so the same bytes."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench.games.excalibur import GAME

from ..speeds import play_out
from .decks import deals


@pytest.mark.slow
@settings(max_examples=60)
@given(deal=deals(), seed=st.integers(0, 2**63 - 1), index=st.integers(0, 2**40), data=st.data())
def test_both_speeds_play_the_same_match(deal: tuple, seed: int, index: int, data: st.DataObject) -> None:
    deck, seats, options = deal
    bots = [data.draw(st.sampled_from([bot.name for bot in GAME.bots])) for _ in range(seats)]
    plain, compiled = (play_out(deck, seats, options, bots, seed, index, compiled=speed) for speed in (False, True))
    assert compiled == plain
    assert plain.over
    assert len(plain.log) <= GAME.variant().max_decisions
