"""An edit of a deck leaves the other cards in their order, because each is shuffled by a key of its own."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from workbench import Match, load_deck
from workbench.decks import Deck
from workbench.kernel.cards import fill, shuffle
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.rule import rule
from workbench.kernel.tables import COUNT, copies
from workbench.storage.errors import DeckError

DECKS = (("guild_master", "medieval"), ("guile", "classic"), ("excalibur", "classic"))
TRIALS = 12
Card = tuple[str, int]  # its row's key and which copy it is


@rule
def shuffle_all(state, deck, events):
    """Only the shuffle of a setup, in the last place, which is a pile in every game."""
    fill(state, len(state.counts) - 1, deck.card_count)
    shuffle(state, deck, len(state.counts) - 1)


def listed(deck: Deck) -> list[Card]:
    """Every card of a deck in the order of the list."""
    key = deck.game.tables[0].key_column
    return [(str(row[key]), copy) for row in deck.rows for copy in range(copies(row))]


def order(deck: Deck, seed: int, number: int = 0) -> list[Card]:
    """The cards of a deck from bottom to top as the first shuffle of a game of a run lays them."""
    variant = deck.game.variant()
    engine = plain_engine(replace(variant, setup=shuffle_all))
    state, options = variant.state.record(), np.zeros(len(variant.options), np.int64)
    engine.begin(state, state.buffer, engine.deck(deck.arrays)[0], engine.new_events()[0], 2, options, seed, number)
    pile, cards = len(state.counts) - 1, listed(deck)
    assert state.counts[pile] == len(cards)
    return [cards[state.rows[pile, i]] for i in range(len(cards))]


def assert_the_others_keep_their_order(before: Deck, after: Deck) -> None:
    """The cards that both decks have lie in the same order in both, and not as they are listed."""
    common = set(listed(before)) & set(listed(after))
    for seed in range(3):
        here, there = ([card for card in order(deck, seed) if card in common] for deck in (before, after))
        assert here == there
        assert here != [card for card in listed(before) if card in common]


def with_rows(deck: Deck, rows: list[dict]) -> Deck | None:
    """The deck with other rows in its main table; None if its game cannot be played with them."""
    values = {key: value for key, value in deck.to_dict().items() if key != "digest"}
    values["tables"] = {**values["tables"], deck.game.tables[0].file: rows}
    try:
        return Deck.from_dict(values)
    except DeckError:
        return None


def removed(deck: Deck, chooser: random.Random) -> list[dict]:
    gone = chooser.randrange(len(deck.rows))
    return [row for number, row in enumerate(deck.rows) if number != gone]


def added(deck: Deck, chooser: random.Random) -> list[dict]:
    table, rows = deck.game.tables[0], list(deck.rows)
    new = {**chooser.choice(rows), table.key_column: "new_one", table.name_column: "New One"}
    rows.insert(chooser.randrange(len(rows) + 1), new)
    return rows


def moved(deck: Deck, chooser: random.Random) -> list[dict]:
    rows = list(deck.rows)
    rows.insert(chooser.randrange(len(rows)), rows.pop(chooser.randrange(len(rows))))
    return rows


def copied(deck: Deck, chooser: random.Random) -> list[dict]:
    rows = list(deck.rows)
    number = chooser.randrange(len(rows))
    rows[number] = {**rows[number], COUNT: copies(rows[number]) + 1}
    return rows


@pytest.mark.parametrize("edit", [removed, added, moved, copied])
@pytest.mark.parametrize(("game", "name"), DECKS)
def test_the_other_cards_keep_their_order_when_one_row_is_edited(game: str, name: str, edit) -> None:
    deck, chooser = load_deck(game, name), random.Random(f"{game} {edit.__name__}")
    edits = [with_rows(deck, edit(deck, chooser)) for _ in range(TRIALS)]
    playable = [edited for edited in edits if edited is not None and edited != deck]
    assert len(playable) >= TRIALS // 4
    for edited in playable:
        assert_the_others_keep_their_order(deck, edited)


def test_every_game_of_every_run_is_shuffled_in_its_own_way() -> None:
    deck = load_deck("guile", "classic")
    orders = {tuple(order(deck, seed, number)) for seed in (1, 2, 2**40) for number in (0, 1, 2, 2**40)}
    assert len(orders) == 12


def test_a_renamed_card_lies_where_it_lay() -> None:
    deck = load_deck("guild_master", "medieval")
    renamed = deck.edit(change=[{"card_id": "castle", "name": "Fort"}])
    assert order(renamed, 5) == order(deck, 5)


@pytest.mark.parametrize("seed", range(4))
def test_a_match_with_a_card_less_deals_the_others_in_the_same_order(seed: int) -> None:
    deck = load_deck("guild_master", "medieval")
    sources = {row["bonus_source"] for row in deck.rows}
    gone = random.Random(seed).choice([row for row in deck.rows if row["name"] not in sources])
    smaller = deck.edit(remove=[str(gone["card_id"])])
    dealt, stock = zip(
        *(hands_and_stock(Match("guild_master", seats=3, seed=seed, deck=one)) for one in (deck, smaller)), strict=True
    )
    assert dealt[0] - {gone["name"]} <= dealt[1]
    common = set(stock[0]) & set(stock[1])
    assert len(common) >= len(stock[0]) - 1
    assert [name for name in stock[0] if name in common] == [name for name in stock[1] if name in common]


def hands_and_stock(match: Match) -> tuple[set[str], list[str]]:
    """The names of the cards dealt, and those of the stock from the bottom to the top."""
    names = [str(row["name"]) for row in match.deck.rows]
    spec, state = match.variant.state, match.state
    hand, stock = spec.place("hand"), spec.place("stock")
    rows = {
        place: [names[card] for card in state["rows"][place, : state["counts"][place]]] for place in range(spec.places)
    }
    return {name for seat in range(match.seats) for name in rows[hand + seat]}, rows[stock]
