"""What a room plays: a game with its deck and options, for how many people, and at how many tables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil
from typing import Any
from uuid import uuid4

from workbench.decks import Deck
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.play.match import Match
from workbench.play.replay import match_from_setup, setup_as_dict
from workbench.play.setup import check_deck, plain_options
from workbench.storage.errors import OptionError

MOST_PEOPLE = 200


@dataclass(frozen=True)
class Setting:
    """A game, its variant, deck and options, for how many people there are `places`, and the number of tables.

    At one table, people share seats if there are too few; at several, everybody has a seat if the game allows it.
    """

    game: Game
    variant: Variant
    deck: Deck
    options: dict[str, Any]
    places: int
    tables: int

    @classmethod
    def of(
        cls, game: str, places: int | None = None, deck: Any = None, options: Any = None, tables: int | None = None
    ) -> Setting:
        """A setting, checked as a match is; raises OptionError or DeckError.

        >>> setting = Setting.of("guile", 30)
        >>> setting.tables, setting.seats_for(30), Setting.of("guile", 30, tables=1).tables
        (15, 2, 1)
        """
        tried = Match(game, deck=check_deck(find_game(game), deck), options=options)
        if places is not None and not 1 <= places <= MOST_PEOPLE:
            raise OptionError(f"A room is for 1 to {MOST_PEOPLE} people, not for {places}.")
        places = places or tried.seats
        tables = fewest_tables(tried.variant, places) if tables is None else tables
        if not 1 <= tables <= places:
            raise OptionError(f"{places} people sit at 1 to {places} tables, not at {tables}.")
        return cls(tried.game, tried.variant, tried.whole_deck, tried.options, places, tables)

    def seats_for(self, people: int) -> int:
        """How many seats a table for this many people has: the same number if the game allows it, or the nearest."""
        return min(max(people, self.variant.seats.start), self.variant.seats.stop - 1)

    def tables_for(self, people: int) -> int:
        """How many tables this many people play at; they may be fewer than there are places."""
        at_each = max(ceil(self.places / self.tables), self.variant.seats.start)
        return min(self.tables, ceil(people / at_each)) if people <= self.places else self.tables

    @property
    def goal(self) -> int:
        """How much of the first figure wins; 0 if no option says so."""
        return int(self.options.get(self.variant.ranking.sheet.goal, 0))

    def deal(self, seats: int, bots: dict[int, str], in_rooms: Mapping[str, Any] | None = None) -> Match:
        """A new match of this setting; `in_rooms` are options that hold in a room, whatever was chosen."""
        options = {**self.options, **(in_rooms or {}), "game_variant": self.variant.key}
        return Match(self.game, seats=seats, deck=self.deck, options=options, bots=bots)

    def as_dict(self) -> dict[str, Any]:
        """The setting as it is written down."""
        return {
            "game": self.game.id,
            "variant": self.variant.key,
            "options": plain_options(self.options),
            "deck": self.deck.to_dict(),
            "places": self.places,
            "tables": self.tables,
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Setting:
        """The setting that was written down; raises OptionError or DeckError if this workbench lacks any of it."""
        try:
            options = {**kept["options"], "game_variant": kept["variant"]}
            tables = kept.get("tables", 1)  # a workbench that knew only one table did not write this
            return cls.of(kept["game"], kept["places"], Deck.from_dict(kept["deck"]), options, tables)
        except (KeyError, TypeError, ValueError) as fault:
            raise OptionError(f"This is no setting of a room: {fault}. Choose game and cards again.") from None


def fewest_tables(variant: Variant, people: int) -> int:
    """The smallest number of tables that gives each of this many people a seat."""
    return ceil(people / (variant.seats.stop - 1))


def shared_out(people: int, tables: int) -> list[int]:
    """How many people sit at each table, the largest first.

    >>> shared_out(30, 4)
    [8, 8, 7, 7]
    """
    return [len(range(table, people, tables)) for table in range(tables)]


def begun(match: Match) -> dict[str, Any]:
    """How a match begins, as it is written down; `origin` tells it apart from all others."""
    return {**setup_as_dict(match), "origin": uuid4().hex}


def begin_again(kept: dict[str, Any]) -> Match:
    """The match that was written down, at its beginning; raises ReplayError."""
    match = match_from_setup(Match, kept)
    match.origin = kept["origin"]
    return match
