"""The rules compiled against the rules in plain Python: the same source, so the same bytes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.games.guile import GAME

from ..speeds import compiled_so_far, play_out
from .decks import CLASSIC, deals

BOTS = [bot.name for bot in GAME.bots]


@pytest.mark.slow  # the kit checks this for every game
@settings(max_examples=60)
@given(
    deal=deals(),
    bots=st.lists(st.sampled_from(BOTS), min_size=2, max_size=2),
    seed=st.integers(0, 2**63 - 1),
    index=st.integers(0, 2**40),
)
def test_both_speeds_play_the_same_match(deal: tuple, bots: list[str], seed: int, index: int) -> None:
    deck, options = deal
    plain, compiled = (play_out(deck, 2, options, bots, seed, index, compiled=speed) for speed in (False, True))
    assert compiled == plain
    assert plain.over
    assert len(plain.log) <= GAME.variant().max_decisions


def test_a_run_reports_the_same_at_both_speeds() -> None:
    for options in ({}, {"code_of_chivalry": True, "extended_cast": True}):
        reports = [
            simulate("guile", games=60, bots="random", seed=4, deck=CLASSIC, options=options, compiled=speed)
            for speed in (False, True)
        ]
        for name in ("winning", "decisions", "turns", "scores", "points"):
            first, second = (getattr(report.outcome, name) for report in reports)
            assert np.array_equal(first, second)


def test_each_rule_function_is_compiled_once_and_not_again_for_another_deck() -> None:
    simulate("guile", games=2, bots="random", compiled=True)
    before = compiled_so_far(GAME.variant())
    # Of the kernel's own functions, chance is compiled again for a generator that lies outside a record.
    own = {name: compiled for name, compiled in before.items() if name.startswith("workbench.games.guile.")}
    assert {len(signatures) for signatures in own.values()} <= {0, 1}
    assert len(own) > 50
    assert before["run_games"]
    smaller = CLASSIC.edit(remove=["isolde"], change=[{"card_id": "influence_2", "value": 7}])
    simulate("guile", games=2, bots="random", compiled=True, deck=smaller, options={"extended_cast": True})
    assert compiled_so_far(GAME.variant()) == before
