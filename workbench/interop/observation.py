"""What a seat sees, as a row of numbers of fixed length.

The numbers are made only from the record that `observe` writes for the seat, so that they hold nothing that
the seat may not see. Copies of a card count as one kind, as they do in actions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cached_property
from math import prod
from typing import Any, NamedTuple

import numpy as np

from workbench.kernel.state import EVERYONE, HIDDEN, NONE, OWNER, Field, StateSpec
from workbench.kernel.tables import CARD
from workbench.lab.simulation import Plan

# Fields that an observation holds in another form, or that never change during a game.
_TOLD_OTHERWISE = frozenset("to_act phase seats card_count known place staged counts rows".split())


class Part(NamedTuple):
    """A section of an observation: its name, its size, the bounds of its numbers, and how to read them from a view."""

    name: str
    size: int
    low: float
    high: float
    read: Callable[[Any, int], Any]


class Layout:
    """What each number of an observation means, for the seats and the deck of one plan.

    The parts in order, one number for each entry:

        seat, to_act, phase     which seat sees this, which seats may act, the phase: 1 where true
        fields                  the game's public fields, then the seat's own part of each field that its owner sees
        counts                  how many cards lie in each place
        lying                   for each place, how many cards of each kind the seat sees in it
        piles                   for each pile, the kind at each position from the bottom, plus 1; 0 where it is unknown
        known                   cards of each kind whose place the seat knows beyond what it sees
        picked                  cards of each kind that are picked for a set

    `places`, `kinds` and `slices` (part -> its position) say what is where; `low` and `high` are the bounds.
    """

    def __init__(self, plan: Plan) -> None:
        self._plan, self._spec = plan, plan.variant.state
        kind = np.asarray(plan.deck.arrays.kind)
        self._kind = kind[kind >= 0].astype(np.int64)
        self.kinds = list(plan.deck.names[CARD])
        self.places = [
            place
            for place, (zone, owner) in enumerate(zip(self._spec.place_zone, self._spec.place_owner, strict=True))
            if not zone.per_seat or owner < plan.seats
        ]
        self._parts = list(self._divide())
        self._sizes = [part.size for part in self._parts]
        ends = np.cumsum(self._sizes).tolist()
        self.size: int = ends[-1]
        self.slices = {part.name: slice(end - part.size, end) for part, end in zip(self._parts, ends, strict=True)}
        self.low = np.repeat([part.low for part in self._parts], self._sizes).astype(np.float32)
        self.high = np.repeat([part.high for part in self._parts], self._sizes).astype(np.float32)

    def numbers(self, view: np.ndarray, seat: int) -> np.ndarray:
        """The observation of a seat, made from its observed record: float64 (size,)."""
        return np.concatenate([np.asarray(part.read(view, seat), np.float64) for part in self._parts])

    def text(self, numbers: np.ndarray) -> str:
        """An observation in words: every number that is not as in an empty record, with its name."""
        return ", ".join(f"{self.names[i]} {numbers[i]:.17g}" for i in np.flatnonzero(numbers != self._empty).tolist())

    @cached_property
    def _empty(self) -> np.ndarray:
        optional = {field.name for field in self._spec.fields if field.optional}
        return np.repeat([NONE if part.name in optional else 0 for part in self._parts], self._sizes)

    @cached_property
    def names(self) -> list[str]:
        """The name of each number."""
        piles = [self._spec.place_name(place) for place in self._piles]
        entries = {
            "phase": [phase.key for phase in self._plan.variant.phases],
            "counts": [self._spec.place_name(place) for place in self.places],
            "lying": [f"{self._spec.place_name(place)} {name}" for place in self.places for name in self.kinds],
            "piles": [f"{pile} {position}" for pile in piles for position in range(len(self._kind))],
            "known": self.kinds,
            "picked": self.kinds,
        }
        return [
            f"{part.name} {entry}" if part.size > 1 else part.name
            for part in self._parts
            for entry in entries.get(part.name, range(part.size))
        ]

    # The parts

    @property
    def _piles(self) -> list[int]:
        return [place for place in self.places if place >= self._spec.sorted_places]

    def _divide(self) -> Iterator[Part]:
        seats, cards, kinds = self._plan.seats, len(self._kind), len(self.kinds)
        phases = len(self._plan.variant.phases)
        yield Part("seat", seats, 0, 1, lambda view, seat: np.arange(seats) == seat)
        yield Part("to_act", seats, 0, 1, lambda view, seat: (int(view["to_act"]) >> np.arange(seats)) & 1)
        yield Part("phase", phases, 0, 1, lambda view, seat: np.arange(phases) == view["phase"])
        yield from self._fields(self._spec)
        yield Part("counts", len(self.places), 0, cards, lambda view, seat: view["counts"][self.places])
        yield Part("lying", len(self.places) * kinds, 0, cards, self._lying)
        yield Part("piles", len(self._piles) * cards, 0, kinds, self._ordered)
        yield Part("known", kinds, 0, cards, lambda view, seat: self._by_kind(view["known"] != 0))
        yield Part("picked", kinds, 0, cards, lambda view, seat: self._by_kind(view["staged"] == 1))

    @staticmethod
    def _fields(spec: StateSpec) -> Iterator[Part]:
        options = {option.key for option in spec.options}
        shown = [field for field in spec.fields if field.name not in _TOLD_OTHERWISE | options]
        yield from (_public(field) for field in shown if field.seen_by == EVERYONE)
        yield from (_own(field) for field in shown if field.seen_by == OWNER)

    def _by_kind(self, chosen: np.ndarray) -> np.ndarray:
        """How many cards of each kind are among those chosen."""
        return np.bincount(self._kind[chosen[: len(self._kind)]], minlength=len(self.kinds))

    @cached_property
    def _row_of_place(self) -> np.ndarray:
        """Place number -> its number among the places of this table; -1 for all others, HIDDEN among them."""
        rows = np.full(HIDDEN + 1, -1)
        rows[self.places] = np.arange(len(self.places))
        return rows

    def _lying(self, view: np.ndarray, seat: int) -> np.ndarray:
        row = self._row_of_place[view["place"][: len(self._kind)]]
        entry = row * len(self.kinds) + self._kind
        return np.bincount(entry[row >= 0], minlength=len(self.places) * len(self.kinds))

    @cached_property
    def _kind_above(self) -> np.ndarray:
        """Card -> its kind plus 1; 0 for HIDDEN."""
        above = np.zeros(HIDDEN + 1)
        above[: len(self._kind)] = self._kind + 1
        return above

    def _ordered(self, view: np.ndarray, seat: int) -> np.ndarray:
        cards = len(self._kind)
        lies_there = np.arange(cards) < view["counts"][self._piles, None]
        return np.where(lies_there, self._kind_above[view["rows"][self._piles, :cards]], 0).ravel()


def _bounds(field: Field[Any]) -> tuple[float, float]:
    if np.dtype(field.dtype).kind == "f":
        limit = float(np.finfo(np.float32).max)
        return -limit, limit
    return float(np.iinfo(field.dtype).min), float(np.iinfo(field.dtype).max)


def _public(field: Field[Any]) -> Part:
    return Part(field.name, prod(field.shape), *_bounds(field), lambda view, seat: view[field.name].ravel())


def _own(field: Field[Any]) -> Part:
    return Part(field.name, prod(field.shape[1:]), *_bounds(field), lambda view, seat: view[field.name][seat].ravel())
