"""Whole pages of two positions that a seat cannot tell apart: what the check makes of them, and decks with copies."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from workbench.checks.difference import first_difference
from workbench.checks.whole_pages import exchanged, page_of
from workbench.decks import Deck, load_deck
from workbench.play import Match
from workbench.play.device import PUBLIC_SCREEN
from workbench.play.host import TableHost


@pytest.fixture(scope="module")
def copies() -> Deck:
    """The medieval town with three copies each of forty cards, and without bonuses, which name cards that are gone."""
    printed = load_deck("guild_master")
    ids = [row["card_id"] for row in printed.tables["cards.csv"]]
    plain = {"count": 3, "bonus_resource": "", "bonus_source": "", "bonus_source_printed": ""}
    return printed.edit(remove=ids[40:], change=[{"card_id": card, **plain} for card in ids[:40]])


@pytest.mark.parametrize(("variant", "seats"), [("base_game", 4), ("player_interaction", 4), ("labyrinth_city", 6)])
def test_copies_of_a_card_in_each_others_place_make_the_same_pages(variant: str, seats: int, copies: Deck) -> None:
    match = Match("guild_master", seats=seats, deck=copies, seed=4, options={"game_variant": variant})
    chance, kinds, tried = random.Random(3), list(match.referee.arrays.kind), set[tuple[int, int]]()
    for act in range(240):
        seat = chance.choice(match.to_act)
        match.play(seat, chance.choice(match.legal(seat)))
        place = match.state["place"].tolist()
        pairs = [
            card
            for card, (one, other) in enumerate(pairwise(place[: len(kinds)]))
            if kinds[card] == kinds[card + 1] and one != other and max(one, other) < len(match.state["counts"])
        ]
        if act % 6 or not pairs:
            continue
        card = chance.choice(pairs)
        tried.add((place[card], place[card + 1]))
        tables = [TableHost(table, PUBLIC_SCREEN) for table in (match.fork(), exchanged(match, card, card + 1))]
        viewer = chance.choice([None, *range(seats)])
        pages = [page_of(table, viewer) for table in tables]
        for page in pages:
            del page["undo"], page["kept"]  # these follow from the acts so far, which ignore the exchange
        assert first_difference(*pages) == "", act
    assert len(tried) > 5, "copies lay in many places"
