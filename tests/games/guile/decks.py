"""Decks and options of Guile made at random, within what it declares."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from workbench.decks import Deck, load_deck
from workbench.games.guile.deck import CHARACTERS, MAX_CARDS
from workbench.games.guile.rules import OPTIONS

CLASSIC = load_deck("guile", "classic")


@st.composite
def decks(draw: st.DrawFn) -> Deck:
    """A deck of other values, copies, daggers and characters, with the roles of knights anywhere in their faction."""
    characters = draw(st.lists(st.sampled_from(CHARACTERS), unique=True))
    counts = draw(st.lists(st.integers(1, 4), min_size=3, max_size=12).filter(lambda counts: sum(counts) >= 8))
    while sum(counts) + len(characters) > MAX_CARDS:
        counts.pop()
    influence = [
        {
            "card_id": f"influence_{number}", "name": f"Influence {number}", "count": count,
            "value": draw(st.integers(0, 5)), "dagger": draw(st.sampled_from([0, 0, 0, 1])),
        }
        for number, count in enumerate(counts)
    ]  # fmt: skip
    cast = [{"card_id": name, "name": name.title(), "character": name, "count": 1} for name in characters]
    knights = [dict(row) for row in CLASSIC.tables["knights.csv"]]
    roles = [draw(st.permutations([role, "", "", ""])) for role in ("tristan", "palamedes")]
    for knight, role in zip(knights, [*roles[0], *roles[1]], strict=True):
        knight["role"] = role
    content = {**CLASSIC.to_dict(), "name": "random", "tables": {"cards.csv": influence + cast, "knights.csv": knights}}
    del content["digest"]
    return Deck.from_dict(content)


def values(option: Any) -> st.SearchStrategy[Any]:
    """Any value of an option."""
    if isinstance(option.default, bool):
        return st.booleans()
    return st.sampled_from(option.choices) if option.choices else st.integers(option.least, option.most)


@st.composite
def deals(draw: st.DrawFn) -> tuple[Deck, dict[str, Any]]:
    """A deck and options that fit together."""
    deck = draw(decks())
    options = draw(st.fixed_dictionaries({}, optional={option.key: values(option) for option in OPTIONS}))
    if deck.arrays.card_count == deck.arrays.influence_count:
        options["extended_cast"] = False
    return deck, options
