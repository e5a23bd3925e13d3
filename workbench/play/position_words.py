"""What is said of a position, read by what the game declares: zones, fields, and the cards of the deck by name."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from functools import cached_property
from typing import Any

import numpy as np

from workbench.decks import Deck
from workbench.kernel.game import Variant
from workbench.kernel.state import NONE, Field, StateSpec, Zone
from workbench.play.setup import check_seat
from workbench.storage.errors import PositionError, one_of, shown

REST = "..."  # the cards that are named nowhere
Card = str | int  # the id of a card, a number of any cards, or REST
CARDS = 'Give names of cards, "Sword, Horse" or ["Sword", "Horse"]; a number for any so many; ... for the rest'
# What the builder writes itself, or the match was set up with.
SET_ELSEWHERE = {
    "to_act": 'phase(key, asked=...), such as phase("act", asked=[0])',
    "phase": 'phase(key), such as phase("act")',
    "entered": "phase(key)",
    "staged": "picks(seat, hand=...)",
    "known": "knows(seat, hand=...)",
    **dict.fromkeys(("place", "rows", "counts", "card_count"), "the names of the zones, such as hand=..."),
    **dict.fromkeys(("staged_count", "staged_last", "staged_end"), "picks(seat, hand=...)"),
    **dict.fromkeys(("frames", "frame_count"), "phase(key)"),
    **dict.fromkeys(("random_state", "shuffle_state"), "position(..., seed=...)"),
    "seats": "position(..., seats=...)",
    "over": "a phase in which the match ends",
    "decisions": "the match itself, which counts them",
}


class PositionWords:
    """The words of one match for its positions."""

    def __init__(self, variant: Variant, deck: Deck, seats: int) -> None:
        self.variant, self.deck, self.seats = variant, deck, seats
        self.spec: StateSpec = variant.state
        self.zones: dict[str, Zone[Any]] = {zone.name: zone for zone in self.spec.zones}
        options = {option.key for option in variant.options}
        self.fields: dict[str, Field[Any]] = {
            field.name: field
            for field in self.spec.fields
            if field.name not in SET_ELSEWHERE and field.name not in options
        }

    # Cards

    @cached_property
    def kinds(self) -> dict[str, int]:
        """Card id -> kind."""
        return {kind.key: number for number, kind in enumerate(self.deck.kinds)}

    @cached_property
    def ids(self) -> dict[str, list[str]]:
        """What a card may be called -> the ids of the cards called that."""
        ids: dict[str, list[str]] = {}
        for kind in self.deck.kinds:
            ids.setdefault(kind.name, []).append(kind.key)
        return ids | {key: [key] for key in self.kinds}

    def name(self, key: str) -> str:
        """What a card is called, by its id."""
        return self.deck.kinds[self.kinds[key]].name

    def cards(self, given: Any, where: str) -> tuple[Card, ...]:
        """The cards that somebody names, each by its id; raises PositionError."""
        if isinstance(given, str) and given not in self.ids:
            given = [part.strip() for part in given.split(",") if part.strip()]
        elif isinstance(given, (str, int, np.integer)) or given is ...:
            given = [given]
        if not isinstance(given, (list, tuple)):
            raise PositionError(f"{where} is to hold {shown(given)}. {CARDS}.")
        return tuple(self._card(one, where) for one in given)

    def _card(self, given: Any, where: str) -> Card:
        if given is ... or given == REST:
            return REST
        if isinstance(given, (int, np.integer)) and not isinstance(given, bool) and given >= 0:
            return int(given)
        if not isinstance(given, str):
            raise PositionError(f"{where} is to hold {shown(given)}. {CARDS}.")
        ids = self.ids.get(given, [])
        if len(ids) > 1:
            raise PositionError(
                f"{where}: {len(ids)} cards are called {given!r}. Give the id of one: {', '.join(ids)}."
            )
        if not ids:
            near = get_close_matches(given, [*self.ids], 3)
            meant = f"Did you mean {' or '.join(map(repr, near))}?" if near else "Give a name or an id of its list."
            raise PositionError(f"{where}: {self.deck.name} has no card {shown(given)}. {meant}")
        return ids[0]

    # Zones

    def several(self, zone: str) -> int:
        """How many places a zone has in this match; 0 where it is one place of the table."""
        return self.seats if self.zones[zone].per_seat else self.zones[zone].many

    def places(self, zone: str, given: Any) -> dict[int, tuple[Card, ...]]:
        """The cards of the places of a zone that somebody speaks of, by number; raises PositionError."""
        several = self.several(zone)
        if not several and not isinstance(given, Mapping):
            return {0: self.cards(given, zone)}
        if several and isinstance(given, (list, tuple)):
            if len(given) > several:
                raise PositionError(f"{zone} is given {len(given)} times; there are {several}. Give fewer.")
            given = dict(enumerate(given))
        if not isinstance(given, Mapping):
            raise PositionError(
                f"{zone} is to hold {shown(given)}, but there are {several}. "
                f'Give the cards of each in a list, or of some by their numbers: {zone}={{0: "..."}}.'
            )
        return dict(self._one_place(zone, number, cards, several or 1) for number, cards in given.items())

    def _one_place(self, zone: str, number: Any, given: Any, several: int) -> tuple[int, tuple[Card, ...]]:
        found = _whole(number)
        if found is None or not 0 <= found < several:
            raise PositionError(f"There is no {zone} {shown(number)}. They are numbered from 0 to {several - 1}.")
        return found, self.cards(given, f"{zone} {found}" if several > 1 else zone)

    def check_known(self, name: str, of_seat: bool) -> None:
        """Raise PositionError for what is neither a zone nor a field (of a seat)."""
        known = [name for name, zone in self.zones.items() if zone.per_seat or not of_seat]
        known += [name for name, field in self.fields.items() if not of_seat or self.is_of_seats(field)]
        if name in known:
            return
        if name in SET_ELSEWHERE:
            raise PositionError(f"{name!r} cannot be given like this. Say it with {SET_ELSEWHERE[name]}.")
        if name in [option.key for option in self.variant.options]:
            raise PositionError(
                f"{name!r} is an option. Give it where the position begins: position(..., options={{{name!r}: ...}})."
            )
        if of_seat and (name in self.zones or name in self.fields):
            raise PositionError(f"{name!r} is not one of each seat. Say it with table({name}=...).")
        what = "zone or field of a seat" if of_seat else "zone or field"
        raise PositionError(one_of(name, known, f"{what} of {self.variant.title}"))

    # Fields

    def is_of_seats(self, field: Field[Any]) -> bool:
        """Whether a field has a number, or several, for each seat."""
        return field.shape[:1] == (self.spec.max_seats,)

    def numbers(self, name: str, given: Any, before: Any) -> Any:
        """What a field holds once somebody has given it, as lists; a mapping changes what it names.

        A set of seats stands for their bits, None for nothing in an optional field. Raises PositionError.
        """
        field = self.fields[name]
        bounds = np.iinfo(field.dtype) if field.dtype != "f8" else None
        lengths = (field.shape[0], self.seats) if self.is_of_seats(field) else field.shape[:1]
        return _filled(name, given, before, field.shape, bounds, lengths, field.optional)

    def seat(self, seat: Any) -> int:
        """A seat of the match; raises OptionError."""
        return check_seat(seat, self.seats)


def _whole(given: Any) -> int | None:
    """A whole number, even one that a file holds as the text of a key; None for anything else."""
    if isinstance(given, str) and given.isdecimal() and len(given) < 4:
        return int(given)
    return int(given) if isinstance(given, (int, np.integer)) and not isinstance(given, bool) else None


def _filled(
    name: str, given: Any, before: Any, shape: tuple[int, ...], bounds: Any, lengths: Collection[int], optional: bool
) -> Any:
    """The numbers of a field, or of a part of it, in lists as its shape says."""
    if not shape:
        return NONE if given is None and optional else _number(name, given, bounds)
    if isinstance(given, np.ndarray):
        given = given.tolist()
    if isinstance(given, (list, tuple)):
        if len(given) not in lengths:
            raise PositionError(f"{name} is given {len(given)} values. Give {shape[0]}, or some: {name}={{0: ...}}.")
        given = dict(enumerate(given))
    if not isinstance(given, Mapping):
        numbers = f"{' times '.join(map(str, shape))} numbers"
        expected = f"Give a list, or some by their places: {name}={{0: ...}}."
        raise PositionError(f"{name} is to be {shown(given)}, but it holds {numbers}. {expected}")
    filled = list(before)
    for key, value in given.items():
        number = _whole(key)
        if number is None or not 0 <= number < shape[0]:
            raise PositionError(f"There is no {name} {shown(key)}. They are numbered from 0 to {shape[0] - 1}.")
        filled[number] = _filled(f"{name}[{number}]", value, before[number], shape[1:], bounds, shape[1:2], optional)
    return filled


def _number(name: str, given: Any, bounds: Any) -> int | float:
    if isinstance(given, (set, frozenset)) and all(_whole(seat) in range(63) for seat in given):
        given = sum(1 << int(seat) for seat in given)
    if bounds is None and isinstance(given, (int, float)):
        return given
    number = _whole(int(given) if isinstance(given, (bool, np.bool_)) else given)
    if number is None or isinstance(given, str) or bounds is None:
        raise PositionError(f"{name} is to be {shown(given)}. Give a whole number, or a set of seats for their bits.")
    if not bounds.min <= number <= bounds.max:
        raise PositionError(f"{name} is to be {number}. Give a number from {bounds.min} to {bounds.max}.")
    return number
