"""What rules read and write by index: arrays of whole numbers, and those that every deck has.

These are names for a type checker only. In plain Python an array is a memoryview or NumPy's, in compiled code NumPy's.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

RawWords = NDArray[np.int64]  # a record, or several, as the int64 words that it is made of


class Numbers(Protocol):
    """An array of whole numbers."""

    @property
    def shape(self) -> tuple[int, ...]: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __getitem__(self, place: int | tuple[int, ...], /) -> int: ...
    def __setitem__(self, place: int | tuple[int, ...], number: int, /) -> None: ...


class Words(Protocol):
    """The words of a generator, or any others that are read and written one by one."""

    def __getitem__(self, place: int, /) -> int: ...
    def __setitem__(self, place: int, number: int, /) -> None: ...


class InPlay:
    """What is added to the arrays of every deck that is played with: a game's own type of deck has it as a base.

    Legend: `first_card[kind]` is a row's first card, `identity[card]` what a shuffle knows a card by,
    `table_of_card[card]` its card table, of `card_tables`; `copies` is 1 if any kind has more than one card.
    """

    copies: int
    card_tables: int
    first_card: Numbers
    identity: Numbers
    table_of_card: Numbers


class AnyDeck(Protocol):
    """The deck of any game as general rules read it: `kind[card]` is a card's row; the rest is said in `InPlay`."""

    copies: int
    card_tables: int
    first_card: Numbers
    identity: Numbers
    table_of_card: Numbers

    @property
    def card_count(self) -> int: ...
    @property
    def kind_count(self) -> int: ...
    @property
    def kind(self) -> Numbers: ...


class ActionList:
    """An action list as rules read and write it (legend: actions.py); `ActionSpace.list_record` lays it out."""

    count: int
    verbs: int
    verb: int
    people: int
    last_pick: int
    last_pick_at: int
    listing: int
    served: int
    last_seat: int
    verb_start: Numbers
    source: Numbers
    first: Numbers
    row: Numbers
    start: Numbers
    list: Numbers
    notes: Numbers
    random_state: Numbers
    tie_words: Numbers
