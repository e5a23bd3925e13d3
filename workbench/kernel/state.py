"""The record of a game: what it holds, where each card is, and who may see each part.

Visibility is declared once, per field and per zone. `observe` (what a seat sees) and `redeal`
(another world that this seat cannot tell apart) are derived from that declaration and never written
per game. Contract of `redeal`: sound for secrecy, it may forget. Its result depends only on what the
seat sees and on the generator it is given.

A record is one fixed-size NumPy structured value. Compiled rules read it as a Numba record; plain
Python reads the same bytes through a `PlainRecord`, whose numbers are Python integers.

Legend of the fields every record has:

    phase, over, turn, decisions    how far the game has come; phases are numbered by the variant
    entered                         1 from when a phase is entered until it begins (see phases.py)
    seats, card_count               how many seats play, how many cards the deck has
    to_act                          bit s is set when seat s may act
    place[card]                     where the card lies: a place number, OUT_OF_GAME or HIDDEN (in a view)
    rows[place, i], counts[place]   the cards of a place in order, and how many
    known[card]                     bit s is set when seat s knows where this card is beyond what it sees,
                                    in a pile its position too; games forget it when it becomes uncertain
    staged[card]                    1 while its holder has picked it for a set
    staged_count[seat], staged_last[seat], staged_end[seat]   how many cards the seat has picked, the highest kind of
                                    them, and the position after it
    frames[i, part], frame_count    the stack of effects being carried out (see frames.py)
    random_state[2]                 the generator (see chance.py)
    shuffle_state[2]                that of the shuffles: hidden from all, another one in a determinization
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Any, Self

import numpy as np

from workbench.kernel.chance import random_below, random_word, start_generator
from workbench.kernel.copying import cover_words, replace_hidden
from workbench.kernel.declared import check_each, check_is_one_of, check_least, check_parts
from workbench.kernel.names import Names, attribute, check_field_name, in_order
from workbench.kernel.options import Option, Options
from workbench.kernel.rule import Bound, rule
from workbench.storage.errors import DeclarationError, one_of

EVERYONE, OWNER, NOBODY = 0, 1, 2
OUT_OF_GAME = 254
HIDDEN = 255
MAX_CARDS = 254
MOST_SEATS = 62  # each has a bit in a whole number
FRAME_PARTS = 5
WHO_SEES = {EVERYONE: "EVERYONE", OWNER: "OWNER", NOBODY: "NOBODY"}

SPECTATOR = -1

_FORMATS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}


@dataclass(frozen=True)
class Field:
    """One field of a record: a number, or an array of numbers where it has a shape.

    dtype: `i1`, `i2`, `i4` or `i8` for whole numbers of so many bytes, `u1` for 0 to 255, `f8` for fractions.
    shape: `(seats,)` for a number a seat. With `seen_by=OWNER` the first axis is the seat.
    `about` says what it is; a screen that is not drawn by the game shows what has one to those who may see it.
    `unknown` is what a determinization has where the seat cannot see. `cards` says that its numbers are cards, of
    which a view tells no copy from another. Raises DeclarationError.
    """

    name: str
    dtype: str = "i2"
    shape: tuple[int, ...] = ()
    seen_by: int = EVERYONE
    about: str = ""
    unknown: int = 0
    cards: bool = False

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_field_name("field", self.name)
        check_is_one_of(f"field {self.name!r}: dtype", self.dtype, list(_FORMATS))
        check_is_one_of(f"field {self.name!r}: seen_by", self.seen_by, WHO_SEES)
        for size in self.shape:
            check_least(f"field {self.name!r}: a part of its shape", size, 1)
        if self.dtype != "f8":
            room = np.iinfo(self.dtype)
            check_least(f"field {self.name!r}: unknown", self.unknown, int(room.min), int(room.max))


@dataclass(frozen=True)
class Zone:
    """A kind of place where cards lie: one place for the table, one for each seat, or `many`, numbered from 0.

    A `sorted` zone keeps its cards in card order, so that the order tells nothing; the others are
    piles whose last card is the top. How many cards lie in a zone is always public. Raises DeclarationError.
    """

    name: str
    seen_by: int
    per_seat: bool = False
    sorted: bool = False
    about: str = ""
    many: int = 0

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_is_one_of(f"zone {self.name!r}: seen_by", self.seen_by, WHO_SEES)
        check_least(f"zone {self.name!r}: many", self.many, 0)
        if self.many and self.per_seat:
            raise DeclarationError(f"zone {self.name!r} is per_seat and many={self.many}; choose one of them")
        if self.seen_by == OWNER and not self.per_seat:
            raise DeclarationError(f"zone {self.name!r} is seen by its owner, but has none; declare it per_seat=True")


class Zones(Names):
    """The zones of a record in the order of their places; rules read the place of each.

    Where every seat has one it is that of seat 0, `ZONES.hand + seat`; where there are many, all in order,
    `ZONES.stage[n]`.
    """

    def __init__(self, zones: Sequence[Zone], seats: int) -> None:
        self._zones = tuple(sorted(zones, key=lambda zone: not zone.sorted))
        in_order((zone.name for zone in self._zones), "zone")
        places = accumulate((seats if zone.per_seat else zone.many or 1 for zone in self._zones), initial=0)
        self._declare(
            "zone",
            {
                zone.name: tuple(range(place, place + zone.many)) if zone.many else place
                for zone, place in zip(self._zones, places, strict=False)
            },
        )

    def __iter__(self) -> Iterator[Zone]:
        return iter(self._zones)

    def __len__(self) -> int:
        return len(self._zones)

    def __getitem__(self, number: int) -> Zone:
        return self._zones[number]


class PlainRecord:
    """One record's bytes with attribute access in plain Python: numbers are ints, arrays memoryviews.

    An array is laid over the bytes when it is asked for first: most records are made to be looked at in a few places.
    """

    __slots__ = ("buffer",)
    buffer: np.ndarray

    dtype: np.dtype
    arrays: Mapping[str, tuple[slice, Any, list[int]]]  # by name: bytes, format, shape

    def __init__(self, buffer: np.ndarray | None = None) -> None:
        self.buffer = np.zeros(self.dtype.itemsize // 8, np.int64) if buffer is None else buffer

    def __getattr__(self, name: str) -> Any:
        if name not in self.arrays:
            raise AttributeError(name if name.startswith("__") else self.no_field(name), name=name, obj=self)
        part, code, shape = self.arrays[name]
        array = self.buffer.data.cast("B")[part].cast(code, shape)
        setattr(self, name, array)
        return array

    def copy(self) -> Self:
        """Another record with the same bytes."""
        return type(self)(self.buffer.copy())

    @classmethod
    def no_field(cls, name: str) -> str:
        """A sentence that names a field that there is not, and those there are."""
        return one_of(name, cls.dtype.names, f"field of the {cls.__name__.lower()}")


def _number_property(numbers: str, place: int) -> property:
    """One of the record's numbers. Written as source: `getattr` takes half as long again as a name in the source."""
    read = f"def read(record):\n    return record.{numbers}[{place}]"
    write = f"def write(record, value):\n    record.{numbers}[{place}] = value"
    written: dict[str, Any] = {"__name__": __name__}
    exec(compile(f"{read}\n\n{write}", __file__, "exec"), written)
    return property(written["read"], written["write"])


def plain_record_class(dtype: np.dtype, name: str) -> type[PlainRecord]:
    """A PlainRecord class for a structured dtype, aligned, of whole 8-byte words."""
    members: dict[str, Any] = {"dtype": dtype}
    arrays: dict[str, tuple[slice, Any, list[int]]] = {}
    for field_name in dtype.names or ():
        field_dtype, offset = dtype.fields[field_name][:2]  # type: ignore[index]
        base, shape = field_dtype.subdtype or (field_dtype, ())
        code, size = _FORMATS[base.str[1:]], base.itemsize
        if shape:
            arrays[field_name] = slice(offset, offset + size * prod(shape)), code, list(shape)
        else:
            members[field_name] = _number_property(f"_{code}", offset // size)
            arrays[f"_{code}"] = slice(0, dtype.itemsize), code, [dtype.itemsize // size]  # the record as such numbers
    return type(name, (PlainRecord,), {"__slots__": tuple(arrays), "arrays": arrays, **members})


class StateSpec:
    """The layout of a variant's record and its visibility.

    >>> hand, stock = Zone("hand", OWNER, per_seat=True, sorted=True), Zone("stock", NOBODY)
    >>> spec = StateSpec(seats=2, cards=5, zones=(hand, stock))
    >>> spec.zones.hand, spec.zones.stock, spec.places
    (0, 2, 3)
    """

    def __init__(
        self,
        *,
        seats: int,
        cards: int,
        zones: Sequence[Zone],
        fields: Sequence[Field] = (),
        options: Options | Sequence[Option] = (),
        frames: int = 4,
    ) -> None:
        check_least("the seats of a record", seats, 1, MOST_SEATS)
        check_least("the frames of a record", frames, 1)
        check_least("the cards of a record", cards, 1, MAX_CARDS)
        zones, fields = check_each("zones", zones, Zone), check_each("fields", fields, Field)
        for field in fields:
            if field.seen_by == OWNER and field.shape[:1] != (seats,):
                text = f"its shape {field.shape} must begin with the {seats} seats: ({seats},)"
                raise DeclarationError(f"field {field.name!r} is seen by its owner; {text}")
        self.max_seats, self.max_cards = seats, cards
        self.zones = Zones(zones, seats)
        self.options = options if isinstance(options, Options) else Options(options)
        self.place_zone: list[Zone] = []
        self.place_owner: list[int] = []
        for zone in self.zones:
            for owner in range(seats) if zone.per_seat else (-1,) * (zone.many or 1):
                self.place_zone.append(zone)
                self.place_owner.append(owner)
        self.places = len(self.place_zone)
        self.sorted_places = sum(zone.sorted for zone in self.place_zone)
        knowledge = "i2" if seats < 16 else "i8"
        self.fields = (
            Field("to_act", "i8"),
            Field("random_state", "i8", (2,), NOBODY),
            Field("shuffle_state", "i8", (2,), NOBODY),
            Field("turn", "i4"),
            # Hidden, because it also counts what others have picked in secret.
            Field("decisions", "i4", (), NOBODY),
            Field("phase", "i2"),
            Field("entered", "i2"),
            Field("over", "i2"),
            Field("seats", "i2"),
            Field("card_count", "i2"),
            Field("frame_count", "i2"),
            Field("frames", "i2", (frames, FRAME_PARTS)),
            *(Field(option.key, "i2", about=option.help) for option in self.options),
            *fields,
            Field("staged_count", "i2", (seats,), OWNER),
            Field("staged_last", "i2", (seats,), OWNER, unknown=-1),
            Field("staged_end", "i2", (seats,), OWNER),
            Field("known", knowledge, (cards,)),
            Field("place", "u1", (cards,)),
            Field("staged", "u1", (cards,)),
            Field("counts", "u1", (self.places,)),
            Field("rows", "u1", (self.places, cards)),
        )
        _check_distinct(self.fields, [field.name for field in fields], [option.key for option in self.options])
        self.dtype = np.dtype([(field.name, field.dtype, field.shape) for field in self.fields], align=True)
        self.record = plain_record_class(self.dtype, "State")

    def place(self, zone: str) -> int:
        """The number of the zone's place; for several that of seat 0 or of the first, the others follow."""
        place = getattr(self.zones, attribute(zone))
        return int(place[0] if isinstance(place, tuple) else place)

    def place_name(self, place: int) -> str:
        """A place as texts name it: its zone, with the seat or the number where the zone has several places."""
        zone = self.place_zone[place]
        return f"{zone.name} {place - self.place(zone.name)}" if zone.per_seat or zone.many else zone.name

    @cached_property
    def hidden(self) -> np.ndarray:
        """What to hide: int64 words (seats + 1, words of a record), all bits set in each byte that a seat may not see.

        The last row is a spectator's.
        """
        hidden = np.zeros((self.max_seats + 1, self.dtype.itemsize), np.uint8)
        for field in self.fields:
            start, stop, own = self._span(field)
            if field.name == "rows":
                for place, zone in enumerate(self.place_zone):
                    row = slice(start + place * self.max_cards, start + (place + 1) * self.max_cards)
                    self._hide(hidden, row, zone.seen_by, self.place_owner[place])
            elif field.seen_by == OWNER:
                for seat in range(self.max_seats):
                    self._hide(hidden, slice(start + seat * own, start + (seat + 1) * own), OWNER, seat)
            else:
                self._hide(hidden, slice(start, stop), field.seen_by, -1)
        return hidden.view(np.int64)

    @cached_property
    def unknown(self) -> np.ndarray:
        """What a determinization has where a seat may not look: int64 words of one record."""
        record = np.zeros((), self.dtype)
        for field in self.fields:
            record[field.name] = field.unknown
        return np.frombuffer(record.tobytes(), np.int64)

    def _span(self, field: Field) -> tuple[int, int, int]:
        dtype, start = self.dtype.fields[field.name][:2]  # type: ignore[index]
        return start, start + dtype.itemsize, dtype.itemsize // (field.shape[0] if field.shape else 1)

    @staticmethod
    def _hide(hidden: np.ndarray, span: slice, seen_by: int, owner: int) -> None:
        if seen_by == EVERYONE:
            return
        kept = hidden[owner, span].copy()
        hidden[:, span] = 255
        if seen_by == OWNER:
            hidden[owner, span] = kept

    def place_seen(self) -> Iterator[int]:
        """Who sees each place, by place number."""
        return (zone.seen_by for zone in self.place_zone)


def _check_distinct(fields: Sequence[Field], own: Sequence[str], options: Sequence[str]) -> None:
    """Raise DeclarationError for a name that two fields of a record have, or that its class needs for itself."""
    names = [field.name for field in fields]
    for name in [*own, *options]:
        if names.count(name) > 1 or hasattr(PlainRecord, name) or name in ("copy", "dtype"):
            twice = own.count(name) > 1
            why = "is declared twice" if twice else "is an option as well" if name in own and name in options else ""
            what = "option" if name not in own else "field"
            raise DeclarationError(f"{what} {name!r} {why or 'has the name of a part of every record; take another'}")


# Bound for every game when it is linked: who sees each place, and whose place it is (-1: the table's).
PLACE_SEEN: Any = Bound("PLACE_SEEN")
PLACE_OWNER: Any = Bound("PLACE_OWNER")


@rule
def seat_bit(seat):
    """The bit that stands for a seat; 0 for a spectator."""
    if seat < 0:
        return 0
    return 1 << int(seat)


@rule
def sees_place(place, seat):
    """Whether the cards of a place lie open to a seat by its zone's visibility."""
    if place >= len(PLACE_SEEN):
        return place == OUT_OF_GAME
    if PLACE_SEEN[place] == EVERYONE:
        return True
    return PLACE_SEEN[place] == OWNER and PLACE_OWNER[place] == seat


@rule
def owns_place(place, seat):
    """Whether a place is a seat's own; a spectator owns none."""
    return seat >= 0 and place < len(PLACE_OWNER) and PLACE_OWNER[place] == seat


@rule
def sees_card(state, card, seat):
    """Whether a seat can tell where a card is: it sees the place, or it knows this card."""
    return sees_place(int(state.place[card]), seat) or (int(state.known[card]) & seat_bit(seat)) != 0


@rule
def observe(state, raw, view, raw_view, hidden, seat):
    """Write into `view` what a seat sees of `state`; what it may not see reads as -1, 255 for cards and places.

    `raw` and `raw_view` are the same records as int64 words; `hidden` is StateSpec.hidden.
    """
    cover_words(raw, hidden[seat], raw_view)
    bit = seat_bit(seat)
    for card in range(state.card_count):
        view.known[card] = int(state.known[card]) & bit
    for place in range(len(PLACE_SEEN)):
        if not sees_place(place, seat):
            _hide_place(state, view, place)
    if others_pick(state, seat):
        for card in range(state.card_count):
            if not owns_place(int(state.place[card]), seat):
                view.staged[card] = 0


@rule
def _hide_place(state, view, place):
    """Hide where the cards of a place are; of those that the view's seat knows show it, in a pile the position too."""
    pile = place >= sorted_place_count()
    for i in range(int(state.counts[place])):
        card = int(state.rows[place, i])
        if view.known[card] == 0:
            view.place[card] = HIDDEN
        elif pile:
            view.rows[place, i] = card


@rule
def others_pick(state, seat):
    """Whether any other seat has picked a card."""
    for other in range(state.seats):
        if other != seat and state.staged_count[other] > 0:
            return True
    return False


@rule
def redeal(state, raw, world, raw_world, hidden, unknown, deck, seat, generator):
    """Write into `world` a state that `seat` cannot tell from `state`: hidden cards change places, the rest stays.

    The cards whose place the seat does not know are gathered in card order and dealt at random into the slots they came
    from, those of each card table among themselves, since backs tell them apart; what other seats know or have picked
    is forgotten. Chance to come is another's: both generators get new states.
    """
    replace_hidden(raw, hidden[seat], unknown, raw_world)
    dealt, card = 0, 0
    for table in range(int(deck.card_tables)):
        count = dealt
        while card < state.card_count and deck.table_of_card[card] == table:  # cards are numbered table by table
            if not sees_card(state, card, seat):
                world.staged[count] = card
                count += 1
            card += 1
        for i in range(count - 1, dealt, -1):
            j = dealt + random_below(generator, i - dealt + 1)
            other = int(world.staged[i])
            world.staged[i] = world.staged[j]
            world.staged[j] = other
        _deal_into_hidden_slots(state, world, deck, seat, table, dealt)
        dealt = count
    _sort_rows(world)
    for card in range(state.card_count):
        world.staged[card] = state.staged[card] if owns_place(int(state.place[card]), seat) else 0
    start_generator(world.random_state, random_word(generator), random_word(generator), random_word(generator))
    start_generator(world.shuffle_state, random_word(generator), random_word(generator), random_word(generator))


@rule
def _deal_into_hidden_slots(state, world, deck, seat, table, dealt):
    """Deal the cards listed in world.staged, from number `dealt` on, into every hidden slot of a card of a table.

    What the seat knows stays where it is.
    """
    bit = seat_bit(seat)
    for place in range(len(PLACE_SEEN)):
        for i in range(int(state.counts[place])):
            card = int(state.rows[place, i])
            if deck.table_of_card[card] != table:
                continue
            if sees_card(state, card, seat):
                world.rows[place, i] = card
                world.known[card] = int(state.known[card]) & bit
            else:
                card = int(world.staged[dealt])
                dealt += 1
                world.rows[place, i] = card
                world.place[card] = place
                world.known[card] = 0


@rule
def _sort_rows(world):
    """Sort the rows of sorted zones, so that their order tells nothing."""
    for place in range(sorted_place_count()):
        sort_row(world, place)


@rule
def sorted_place_count():
    """How many places keep their cards sorted; they come first."""
    return int(SORTED_PLACES)


SORTED_PLACES: Any = Bound("SORTED_PLACES")


@rule
def sort_row(state, place):
    """Sort the cards of a place by card number."""
    for i in range(1, int(state.counts[place])):
        card = int(state.rows[place, i])
        j = i
        while j > 0 and int(state.rows[place, j - 1]) > card:
            state.rows[place, j] = state.rows[place, j - 1]
            j -= 1
        state.rows[place, j] = card
