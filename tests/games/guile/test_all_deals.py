"""Every way in which the cards can lie at the end, counted with the game's own functions (GL-717, GL-718)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations
from math import prod
from typing import Any

import numba
import numpy as np
import pytest

from workbench.games.guile import GAME
from workbench.games.guile.rules import OPTIONS
from workbench.games.guile.scoring import DECIDED_BY, decide_round, resolve_influence
from workbench.kernel.engine.linking import link
from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.kernel.rule import rule

from .decks import CLASSIC


def empty_table(engine: Engine, extended_cast: bool) -> tuple[Any, Any]:
    """A record and the deck for an engine: nothing laid, Tristan at 0 and Palamedes at 1."""
    state = engine.new_states()[0][0]
    for position, knight in enumerate((0, 4, 1, 5, 2, 6, 3, 7)):
        state.knight_at[position] = knight
    state.extended_cast = extended_cast
    return state, engine.deck(CLASSIC.arrays)[0]


@pytest.mark.rule("GL-717", "GL-315")
def test_every_deal_of_the_ten_cards_is_decided() -> None:
    state, deck = empty_table(plain_engine(GAME.variant()), extended_cast=False)
    own = link({"resolve": resolve_influence, "decide": decide_round}, {"OPTIONS": OPTIONS}, rule)
    kinds = CLASSIC.arrays.kind[:10].tolist()
    steps: Counter[int] = Counter()
    for arthur in combinations(range(10), 4):
        for mordred in combinations([card for card in range(10) if card not in arthur], 4):
            for i in range(4):
                state.scored_kind[0, 2 * i] = kinds[arthur[i]]
                state.scored_kind[0, 2 * i + 1] = kinds[mordred[i]]
            own["resolve"](state, deck, 0)
            faction = own["decide"](state, deck, 0)
            assert (faction == -1) == (state.decided_by[0] == DECIDED_BY.drawn)
            steps[int(state.decided_by[0])] += 1
    assert steps == {DECIDED_BY.total: 2_748, DECIDED_BY.highest_card: 186, DECIDED_BY.dagger: 216}


@rule
def count_placements(state, deck, copies, kinds, ways, steps):
    """Lay the cards in every way; copies of a kind are interchangeable and count as many ways as there are of them.

    copies[kind] cards are left; ways[position] is the number of ways to fill the positions before it.
    """
    position = 0
    while position >= 0:
        kind = int(kinds[position])
        if kind >= 0:
            copies[kind] += 1
        kind += 1
        while kind < len(copies) and copies[kind] == 0:
            kind += 1
        if kind == len(copies):
            kinds[position] = -1
            position -= 1
        else:
            kinds[position] = kind
            ways[position + 1] = ways[position] * copies[kind]
            copies[kind] -= 1
            state.scored_kind[0, position] = kind
            if position < 7:
                position += 1
            else:
                resolve_influence(state, deck, 0)
                decide_round(state, deck, 0)
                steps[int(state.decided_by[0])] += ways[8]


@pytest.mark.slow
@pytest.mark.rule("GL-718", "GL-315")
def test_every_placement_of_the_thirteen_cards_is_counted() -> None:
    state, deck = empty_table(compiled_engine(GAME.variant()), extended_cast=True)
    count = link({"count": count_placements}, {"OPTIONS": OPTIONS}, numba.njit)["count"]
    steps = np.zeros(4, np.int64)
    for palamedes in (1, 3, 5, 7):
        for i, knight in enumerate([5, 6, 7]):
            state.knight_at[[place for place in (1, 3, 5, 7) if place != palamedes][i]] = knight
        state.knight_at[palamedes] = 4
        copies = np.bincount(CLASSIC.arrays.kind[:13])
        count(state, deck, copies, np.full(8, -1), np.ones(9, np.int64), steps)
    assert steps.sum() == 4 * prod(range(6, 14)) == 207_567_360
    assert steps[DECIDED_BY.drawn] == 2_398_464
    assert [f"{100 * number / steps.sum():.3f}" for number in steps] == ["89.780", "6.402", "2.663", "1.156"]
