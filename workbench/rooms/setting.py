"""What a room plays: a game with its deck and options, and for how many people."""

from __future__ import annotations

from dataclasses import dataclass
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
    """A game, its variant, deck and options, and for how many people there are `places`."""

    game: Game
    variant: Variant
    deck: Deck
    options: dict[str, Any]
    places: int

    @classmethod
    def of(cls, game: str, places: int | None = None, deck: Any = None, options: Any = None) -> Setting:
        """A setting, checked as a match is; raises OptionError or DeckError.

        >>> setting = Setting.of("guile", 30)
        >>> setting.seats_for(30)
        2
        """
        tried = Match(game, deck=check_deck(find_game(game), deck), options=options)
        if places is not None and not 1 <= places <= MOST_PEOPLE:
            raise OptionError(f"A room is for 1 to {MOST_PEOPLE} people, not for {places}.")
        return cls(tried.game, tried.variant, tried.whole_deck, tried.options, places or tried.seats)

    def seats_for(self, people: int) -> int:
        """At how many seats so many people play: as many where the game allows it; else they share, or bots fill up."""
        return min(max(people, self.variant.seats.start), self.variant.seats.stop - 1)

    def deal(self, seats: int, bots: dict[int, str], seed: int | None = None) -> Match:
        """A new match of it."""
        options = {**self.options, "game_variant": self.variant.key}
        return Match(self.game, seats=seats, seed=seed, deck=self.deck, options=options, bots=bots)

    def as_dict(self) -> dict[str, Any]:
        """What is written down of it."""
        return {
            "game": self.game.id,
            "variant": self.variant.key,
            "options": plain_options(self.options),
            "deck": self.deck.to_dict(),
            "places": self.places,
        }

    @classmethod
    def from_dict(cls, kept: dict[str, Any]) -> Setting:
        """The setting that was written down; raises OptionError or DeckError where this workbench has none such."""
        try:
            options = {**kept["options"], "game_variant": kept["variant"]}
            return cls.of(kept["game"], kept["places"], Deck.from_dict(kept["deck"]), options)
        except (KeyError, TypeError, ValueError) as fault:
            raise OptionError(f"This is no setting of a room: {fault}. Choose game and cards again.") from None


def begun(match: Match) -> dict[str, Any]:
    """How a match begins, as it is written down; `origin` tells it from all others."""
    return {**setup_as_dict(match), "origin": uuid4().hex}


def begin_again(kept: dict[str, Any]) -> Match:
    """The match that was written down, at its beginning; raises ReplayError."""
    match = match_from_setup(Match, kept)
    match.origin = kept["origin"]
    return match
