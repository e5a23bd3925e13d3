"""A small Guild Master deck that tests break on purpose, a factory that writes it, and a game of two tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from workbench.decks import Deck, load_deck
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.kernel.tables import CardTable, Column

SMALL_TOML = """\
title = "Hamlet"
game = "guild_master"
version = 1
authors = ["Ada"]

[[categories]]
letter = "F"
name = "Food"
sign = "✿"
colour = "#3f6b1f"

[[categories]]
letter = "T"
name = "Trade"
sign = "⇄"
colour = "#0b5c8a"
"""

SMALL_CSV = """\
card_id,name,resources,bonus_resource,bonus_source_printed,bonus_source,note
mill,Mill,FF,,,,
bakery,Bakery,FT,F,Mill,Mill,
road,Road,TT,,,,"long, and paved"
"""

WriteDeck = Callable[..., Path]


@pytest.fixture(scope="session")
def medieval() -> Deck:
    """The deck as printed."""
    return load_deck("guild_master", "medieval")


@pytest.fixture
def write_deck(tmp_path: Path) -> WriteDeck:
    """Write a deck folder; the small deck's text or bytes stand in for what is not given."""

    def write(toml: str | bytes = SMALL_TOML, cards: str | bytes = SMALL_CSV) -> Path:
        folder = tmp_path / "hamlet"
        folder.mkdir(exist_ok=True)
        for name, content in (("deck.toml", toml), ("cards.csv", cards)):
            (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
        return folder

    return write


@pytest.fixture
def hamlet(write_deck: WriteDeck) -> Deck:
    """The small deck, loaded."""
    return load_deck("guild_master", write_deck())


HEROES = CardTable(
    "heroes.csv",
    (
        Column("key", "key", "a short id", required=True),
        Column("title", "name", "the hero's name", required=True),
        Column("strength", "number", "how strong", required=True, least=1, most=20),
        Column("kind", "choice", "what the hero is", choices=("knight", "foe")),
        Column("count", "number", "copies", least=1, most=9),
        Column("royal", "flag", "of royal blood"),
    ),
    least=1,
    most=20,
)
PLACES = CardTable(
    "places.csv",
    (Column("key", "key", "a short id", required=True), Column("text", "text", "what is there")),
    least=0,
    most=5,
    noun="place",
    are_cards=False,
)


@pytest.fixture
def saga() -> Iterator[Game]:
    """A game of two tables without categories, known during one test."""
    game = Game("saga", "Saga", 1, (), (HEROES, PLACES), lambda deck: len(deck.rows), "first")
    with registered(game):
        yield game
