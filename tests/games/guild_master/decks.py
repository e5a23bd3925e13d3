"""Decks and options made at random, within everything that Guild Master declares."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import strategies as st

from workbench.decks import Deck, load_deck
from workbench.games.guild_master.deck import MAX_CARDS, MAX_CATEGORIES
from workbench.games.guild_master.options import MAX_SEATS
from workbench.games.guild_master.rules import OPTIONS

LETTERS = "ABCDEFGHIJKLMNOP"
MEDIEVAL = load_deck("guild_master", "medieval")


def made_deck(cards: int, categories: int, chooser: random.Random) -> Deck:
    """A deck of so many cards and categories: copies, double and split cards, bonuses of every kind."""
    rows: list[dict[str, Any]] = []
    left, copied = cards, chooser.random() / 2
    while left > 0:
        number = len(rows)
        count = chooser.randint(2, min(4, left)) if left > 1 and chooser.random() < copied else 1
        first, second = (chooser.choice(LETTERS[:categories]) for _ in range(2))
        rows.append(
            {"card_id": f"card_{number}", "name": f"Card {number}", "resources": first + second, "count": count}
        )
        left -= count
    for row in rows:
        if len(rows) > 1 and chooser.random() < 0.5:
            source = chooser.choice([other["name"] for other in rows if other is not row])
            row["bonus_resource"] = chooser.choice(LETTERS[:categories])
            row["bonus_source"] = chooser.choice([source, source, ""])
            row["bonus_source_printed"] = source if chooser.random() < 0.7 else f"{source} as misprinted"
    meta = {
        "title": "Made at random",
        "game": "guild_master",
        "categories": [
            {"letter": letter, "name": f"Category {letter}", "sign": letter, "colour": "#333333"}
            for letter in LETTERS[:categories]
        ],
    }
    content = {"format": 1, "game": "guild_master", "name": "random", "meta": meta, "tables": {"cards.csv": rows}}
    return Deck.from_dict(content)


decks = st.builds(
    made_deck,
    st.integers(20, MAX_CARDS),
    st.integers(2, MAX_CATEGORIES),
    st.integers(0, 2**32).map(random.Random),
)


def values(option: Any) -> st.SearchStrategy[Any]:
    """Any value of an option that leaves a game of some length."""
    if isinstance(option.default, bool):
        return st.booleans()
    if option.choices:
        return st.sampled_from(option.choices)
    most = {"max_turns": 120, "stall_rounds": 3, "trade_offer_cap": 4}.get(option.key, option.most)
    if option.cards is not None:
        return st.just(())  # any deck is tried, but the ids of each are its own
    least = 5 if option.key == "max_turns" else option.least
    numbers = st.integers(least, most)
    return st.one_of(numbers, st.just(option.none)) if option.none else numbers


@st.composite
def tables(draw: st.DrawFn) -> tuple[Deck, int, dict[str, Any]]:
    """A deck, a number of seats and options that fit together."""
    deck = draw(decks)
    cards = deck.arrays.card_count
    seats = draw(st.integers(2, MAX_SEATS))
    options = draw(st.fixed_dictionaries({}, optional={option.key: values(option) for option in OPTIONS}))
    options["deal_size"] = min(options.get("deal_size", 5), (cards - 1) // seats)
    if options.get("first_seat", "random") != "random":
        options["first_seat"] %= seats
    return deck, seats, options
