"""The rules compiled against the rules in plain Python: the same source, so the same bytes."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from workbench import simulate
from workbench.games.guild_master import GAME
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES

from ..speeds import compiled_so_far, play_out
from .decks import MEDIEVAL, made_deck, tables

bots = st.lists(st.sampled_from(["random", "greedy"]), min_size=8, max_size=8)


@pytest.mark.slow  # the kit checks this for every game
@settings(max_examples=60)
@given(table=tables(), names=bots, seed=st.integers(0, 2**63 - 1), index=st.integers(0, 2**40))
def test_both_speeds_play_the_same_game(table: tuple, names: list[str], seed: int, index: int) -> None:
    deck, seats, options = table
    plain, compiled = (
        play_out(deck, seats, options, names[:seats], seed, index, compiled=compiled) for compiled in (False, True)
    )
    assert compiled.log == plain.log
    assert compiled.record == plain.record
    assert compiled.lines == plain.lines
    assert compiled.winners == plain.winners
    assert compiled.over
    assert plain.over


@pytest.mark.parametrize(("cards", "categories"), [(20, 2), (MAX_CARDS, MAX_CATEGORIES)])
def test_both_speeds_play_the_same_games_at_the_ends_of_what_is_allowed(cards: int, categories: int) -> None:
    for seats in (2, 8):
        deck = made_deck(cards, categories, random.Random(cards))
        options = {"deal_size": 2, "trade_reveal": "public"}
        played = [play_out(deck, seats, options, ["greedy"] * seats, 1, 0, compiled=speed) for speed in (False, True)]
        assert played[0] == played[1]
        assert len(played[0].log) > cards / 5


# Compiled once


def edited_decks() -> list[Any]:
    """The medieval deck after edits, and decks of other sizes."""
    chooser = random.Random(3)
    moat = next(row["card_id"] for row in MEDIEVAL.rows if row["name"] == "Moat")
    return [
        MEDIEVAL.edit(change=[{"card_id": moat, "resources": "MC", "count": 3}]),
        MEDIEVAL.edit(remove=[moat]),
        *(made_deck(cards, categories, chooser) for cards, categories in ((24, 2), (113, 9), (192, 16))),
    ]


def test_nothing_is_compiled_again_after_a_card_edit_or_for_another_deck() -> None:
    simulate("guild_master", games=2, bots="greedy", deck=MEDIEVAL)
    before = compiled_so_far(GAME.variant())
    assert before
    assert before["run_games"]
    reports = [simulate("guild_master", games=2, seats=seats, bots="greedy", deck=deck)
               for deck in edited_decks() for seats in (2, 4)]  # fmt: skip
    simulate("guild_master", games=2, seats=3, bots=["random", "greedy", "random"], options={"draw_mode": "one_by_one"})
    assert len({report.deck_digest for report in reports}) == 5
    assert compiled_so_far(GAME.variant()) == before
