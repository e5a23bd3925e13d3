"""What a sweep changes: the values of an option, the decks, the bots or the numbers of seats that are given for it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from os import PathLike
from typing import Any, NamedTuple

from workbench.decks import Deck
from workbench.kernel.game import Game, Variant
from workbench.lab.simulation import number_of_player
from workbench.play.setup import check_deck, options_given
from workbench.storage.errors import OptionError, shown

DECK, BOTS, SEATS = "deck", "bots", "seats"  # names of factors that are not options


class Value(NamedTuple):
    """One of a factor's values: as it is handed on, as tables show it, and in words."""

    given: Any
    shown: str | int | bool
    words: str

    @property
    def text(self) -> str:
        """The value as it is typed."""
        return str(self.shown).lower() if isinstance(self.shown, bool) else str(self.shown)


class Factor(NamedTuple):
    """What a sweep changes, with its values; the first is what the others are compared with."""

    name: str
    values: tuple[Value, ...]


def factors_of(game: Game, options: Any, decks: Any, bots: Any, seats: Any) -> tuple[Factor, ...]:
    """Everything that is given, with its values: those with several are swept; raises OptionError or DeckError."""
    chosen = options_given(options)
    variant = game.variant(several(chosen.get("game_variant"), "option game_variant")[0])
    found = [Factor(str(key), tuple(_of_option(game, variant, key, value))) for key, value in chosen.items()]
    given: Mapping[str, Any] = {DECK: decks, BOTS: bots, SEATS: seats}
    found += [Factor(name, tuple(_VALUES[name](game, value))) for name, value in given.items() if value is not None]
    for factor in found:
        texts = [value.text for value in factor.values]
        twice = next((text for text in texts if texts.count(text) > 1), None)
        if twice is not None:
            raise OptionError(f"{factor.name} has the value {shown(twice)} twice. Give each value once.")
    return tuple(found)


def several(given: Any, what: str) -> Sequence[Any]:
    """The values that are given for something: those of a list, or the one that is not a list; raises OptionError."""
    values = given if isinstance(given, (list, tuple, range)) else [given]
    if not len(values):
        raise OptionError(f"The values of {what} are {shown(given)}. Give at least one.")
    return values


def _of_option(game: Game, variant: Variant, key: str, given: Any) -> Iterator[Value]:
    declared = {option.key: option for option in variant.options}
    for value in several(given, f"option {shown(key)}"):
        if key == "game_variant":
            yield Value(value, game.variant(value).key, game.variant(value).title)
        elif key in declared:
            settled = declared[key].settled(value)
            plain = ", ".join(settled) if isinstance(settled, tuple) else settled
            yield Value(value, plain, declared[key].sentence(settled).rstrip("."))
        else:  # a preset; or not an option, which is refused when a cell is planned
            yield Value(value, str(value), f"{key}: {value}")


def _of_decks(game: Game, given: Any) -> Iterator[Value]:
    decks = [check_deck(game, deck) for deck in several(given, "decks")]
    names = [deck.name for deck in decks]
    unlike = [f"{deck.name} {deck.digest[:6]}" if names.count(deck.name) > 1 else deck.name for deck in decks]
    return (Value(deck, name, f"Deck {name}") for deck, name in zip(decks, unlike, strict=True))


def _of_bots(game: Game, given: Any) -> Iterator[Value]:
    for bots in several(given, "bots"):
        names = [bots] if isinstance(bots, str) else several(bots, "bots")
        for name in names:
            number_of_player(game, name)
        words = f"{names[0]} plays every seat" if isinstance(bots, str) else f"{', '.join(names)} play"
        yield Value(bots, ", ".join(names), words)


def _of_seats(_: Game, given: Any) -> Iterator[Value]:
    return (Value(seats, seats, f"{seats} seats") for seats in several(given, "seats"))


_VALUES = {DECK: _of_decks, BOTS: _of_bots, SEATS: _of_seats}

Decks = Deck | str | PathLike[str] | Sequence[Deck | str | PathLike[str]] | None
Bots = str | Sequence[str | Sequence[str]] | None
