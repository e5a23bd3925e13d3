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

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import TYPE_CHECKING, Any, Self, TypeVar, cast, get_type_hints, overload

import numpy as np

from workbench.kernel.arrays import AnyDeck, Numbers, RawWords, Words
from workbench.kernel.chance import random_below, random_word, start_generator
from workbench.kernel.copying import cover_words, replace_hidden
from workbench.kernel.declared import check_each, check_is_one_of, check_least, check_parts
from workbench.kernel.names import Declaration, Declaring, Rows, attribute, check_field_name, in_order
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
NONE = -1  # in a field that may hold no seat, no card, no kind

_FORMATS = {"i1": "b", "u1": "B", "i2": "h", "i4": "i", "i8": "q", "f8": "d"}


Held = TypeVar("Held")  # what rules read: a number, or several


@dataclass(frozen=True)
class Field(Declaration[Held]):
    """One field of a record: a number, or an array of numbers where it has a shape.

    dtype: `i1`, `i2`, `i4` or `i8` for whole numbers of so many bytes, `u1` for 0 to 255, `f8` for fractions.
    shape: `(seats,)` for a number a seat. With `seen_by=OWNER` the first axis is the seat.
    `about` says what it is; a screen that is not drawn by the game shows what has one to those who may see it.
    An `optional` one may hold no seat, no card or no choice: NONE. A record begins with NONE there and with 0 in the
    others, and a determinization has the same where the seat cannot see. `cards` says that its numbers are cards, of
    which a view tells no copy from another. Raises DeclarationError.
    """

    dtype: str = "i2"
    shape: tuple[int, ...] = ()
    seen_by: int = EVERYONE
    about: str = ""
    optional: bool = False
    cards: bool = False
    name: str = dataclasses.field(default="", kw_only=True)

    if TYPE_CHECKING:  # what a type checker makes of a field that is an attribute of a record

        @overload
        def __init__(
            self: Field[int], dtype: str = "i2", shape: tuple[()] = (), seen_by: int = 0, about: str = "",
            optional: bool = False, cards: bool = False, *, name: str = "",
        ) -> None: ...  # fmt: skip
        @overload
        def __init__(
            self: Field[Numbers], dtype: str, shape: tuple[int, ...], seen_by: int = 0, about: str = "",
            optional: bool = False, cards: bool = False, *, name: str = "",
        ) -> None: ...  # fmt: skip
        def __init__(self, *given: Any, **named: Any) -> None: ...
        def __set__(self, instance: object, value: Held) -> None: ...

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        if self.name:
            check_field_name("field", self.name)
        check_is_one_of(f"{self.called('field')}: dtype", self.dtype, list(_FORMATS))
        check_is_one_of(f"{self.called('field')}: seen_by", self.seen_by, WHO_SEES)
        for size in self.shape:
            check_least(f"{self.called('field')}: a part of its shape", size, 1)
        if self.optional and self.dtype == "u1":
            raise DeclarationError(f"{self.called('field')} is optional, but u1 cannot hold NONE, which is -1; take i1")


@dataclass(frozen=True)
class Zone(Declaration[Held]):
    """A kind of place where cards lie: one place for the table, one for each seat, or `many`, numbered from 0.

    A `sorted` zone keeps its cards in card order, so that the order tells nothing; the others are
    piles whose last card is the top. How many cards lie in a zone is always public. Raises DeclarationError.
    """

    seen_by: int
    per_seat: bool = False
    sorted: bool = False
    about: str = ""
    many: int = 0
    name: str = dataclasses.field(default="", kw_only=True)

    if TYPE_CHECKING:  # a place, or several in a tuple

        @overload
        def __init__(
            self: Zone[int], seen_by: int, per_seat: bool = False, sorted: bool = False, about: str = "", *,
            name: str = "",
        ) -> None: ...  # fmt: skip
        @overload
        def __init__(
            self: Zone[tuple[int, ...]], seen_by: int, per_seat: bool = False, sorted: bool = False, about: str = "",
            many: int = 0, *, name: str = "",
        ) -> None: ...  # fmt: skip
        def __init__(self, *given: Any, **named: Any) -> None: ...

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        check_is_one_of(f"{self.called('zone')}: seen_by", self.seen_by, WHO_SEES)
        check_least(f"{self.called('zone')}: many", self.many, 0)
        if self.many and self.per_seat:
            raise DeclarationError(f"{self.called('zone')} is per_seat and many={self.many}; choose one of them")
        if self.seen_by == OWNER and not self.per_seat:
            raise DeclarationError(
                f"{self.called('zone')} is seen by its owner, but has none; declare it per_seat=True"
            )


class Zones(Rows[Zone[Any]]):
    """The zones of a record in the order of their places; rules read the place of each.

    Where every seat has one it is that of seat 0, `ZONES.hand + seat`; where there are many, all in order,
    `ZONES.stage[n]`. `zones` are those that a variant puts together; otherwise those that the class declares.
    """

    def __init__(self, seats: int, zones: Sequence[Zone[Any]] | None = None) -> None:
        declared = check_each("zones", self._declared if zones is None else zones, Zone)
        self._rows = tuple(sorted(declared, key=lambda zone: not zone.sorted))
        in_order((zone.name for zone in self._rows), "zone")
        places = accumulate((seats if zone.per_seat else zone.many or 1 for zone in self._rows), initial=0)
        self._declare(
            "zone",
            {
                zone.name: tuple(range(place, place + zone.many)) if zone.many else place
                for zone, place in zip(self._rows, places, strict=False)
            },
        )


class PlainRecord:
    """One record's bytes with attribute access in plain Python: numbers are ints, arrays memoryviews.

    An array is laid over the bytes when it is first asked for: most records are made to be looked at in a few places.
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
        """A sentence that names a field that does not exist, and those that do."""
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


class Record(Declaring):
    """What rules read and write: the fields that a game declares as attributes of a class of its own, and these.

    It says what there is; `StateSpec` lays it out.
    """

    phase: int
    over: int
    turn: int
    decisions: int
    entered: int
    seats: int
    card_count: int
    to_act: int
    frame_count: int
    frames: Numbers
    place: Numbers
    rows: Numbers
    counts: Numbers
    known: Numbers
    staged: Numbers
    staged_count: Numbers
    staged_last: Numbers
    staged_end: Numbers
    random_state: Numbers
    shuffle_state: Numbers

    if TYPE_CHECKING:

        def copy(self) -> Self: ...

    @classmethod
    def declared(cls) -> tuple[Field[Any], ...]:
        """The fields that a game declares."""
        return tuple(one for one in cls._declared if isinstance(one, Field))


Laid = TypeVar("Laid", bound=PlainRecord)


def laid_out(named: type[Laid]) -> type[Laid]:
    """Lay the fields of a class of records over bytes in their order; see `plain_record_class`.

    Each is annotated with its format and, if it is an array, its shape: `Annotated[Numbers, "i2", (512, 4)]`.
    """
    hints = get_type_hints(named, include_extras=True)
    formats = [(name, *hints[name].__metadata__) for name in named.__annotations__]
    made = plain_record_class(np.dtype(formats, align=True), named.__name__)
    made.__doc__, made.__module__ = named.__doc__, named.__module__
    return cast("type[Laid]", made)


class StateSpec:
    """The layout of a variant's record and its visibility.

    zones and fields: the instance of a class of zones and the class of the record that declare them, or lists of both.

    >>> class Places(Zones):
    ...     hand = Zone(OWNER, per_seat=True, sorted=True)
    ...     stock = Zone(NOBODY)
    >>> class Bids(Record):
    ...     bid = Field("i2", (2,), OWNER)
    >>> spec = StateSpec(seats=2, cards=5, zones=Places(2), fields=Bids)
    >>> spec.zones.hand, spec.zones.stock, spec.places, len(spec.record().bid)
    (0, 2, 3, 2)
    """

    def __init__(
        self,
        *,
        seats: int,
        cards: int,
        zones: Zones | Sequence[Zone[Any]],
        fields: type[Record] | Sequence[Field[Any]] = (),
        options: Options | Sequence[Option] = (),
        frames: int = 4,
    ) -> None:
        check_least("the seats of a record", seats, 1, MOST_SEATS)
        check_least("the frames of a record", frames, 1)
        check_least("the cards of a record", cards, 1, MAX_CARDS)
        declared = fields.declared() if isinstance(fields, type) and issubclass(fields, Record) else fields
        fields = check_each("fields", declared, Field)
        for field in fields:
            if field.seen_by == OWNER and field.shape[:1] != (seats,):
                text = f"its shape {field.shape} must begin with the {seats} seats: ({seats},)"
                raise DeclarationError(f"field {field.name!r} is seen by its owner; {text}")
        self.max_seats, self.max_cards = seats, cards
        self.zones = zones if isinstance(zones, Zones) else Zones(seats, zones)
        self.options = options if isinstance(options, Options) else Options(options)
        self.place_zone: list[Zone[Any]] = []
        self.place_owner: list[int] = []
        for zone in self.zones:
            for owner in range(seats) if zone.per_seat else (-1,) * (zone.many or 1):
                self.place_zone.append(zone)
                self.place_owner.append(owner)
        self.places = len(self.place_zone)
        self.sorted_places = sum(zone.sorted for zone in self.place_zone)
        knowledge = "i2" if seats < 16 else "i8"
        self.fields: tuple[Field[Any], ...] = (
            Field("i8", name="to_act"),
            Field("i8", (2,), NOBODY, name="random_state"),
            Field("i8", (2,), NOBODY, name="shuffle_state"),
            Field("i4", name="turn"),
            # Hidden, because it also counts what others have picked in secret.
            Field("i4", (), NOBODY, name="decisions"),
            Field("i2", name="phase"),
            Field("i2", name="entered"),
            Field("i2", name="over"),
            Field("i2", name="seats"),
            Field("i2", name="card_count"),
            Field("i2", name="frame_count"),
            Field("i2", (frames, FRAME_PARTS), name="frames"),
            *(Field(name=option.key, about=option.help) for option in self.options),
            *fields,
            Field("i2", (seats,), OWNER, name="staged_count"),
            Field("i2", (seats,), OWNER, optional=True, name="staged_last"),
            Field("i2", (seats,), OWNER, name="staged_end"),
            Field(knowledge, (cards,), name="known"),
            Field("u1", (cards,), name="place"),
            Field("u1", (cards,), name="staged"),
            Field("u1", (self.places,), name="counts"),
            Field("u1", (self.places, cards), name="rows"),
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
        layout = [(field.name, field.dtype.replace("f", "i"), field.shape) for field in self.fields]
        hidden = np.zeros(self.max_seats + 1, np.dtype(layout, align=True))
        seats = range(self.max_seats)
        for field in self.fields:
            part, all_bits = hidden[field.name], 255 if field.dtype == "u1" else -1
            if field.name == "rows":
                for place, zone in enumerate(self.place_zone):
                    part[:, place] = 0 if zone.seen_by == EVERYONE else all_bits
                    if zone.seen_by == OWNER:
                        part[self.place_owner[place], place] = 0
            elif field.seen_by != EVERYONE:
                part[:] = all_bits
                if field.seen_by == OWNER:
                    part[seats, seats] = 0
        return hidden.view(np.int64).reshape(self.max_seats + 1, -1)

    @cached_property
    def empty(self) -> np.ndarray:
        """What a record begins with, and a determinization has where a seat may not look: int64 words of one record."""
        record = np.zeros((), self.dtype)
        for field in self.fields:
            record[field.name] = NONE if field.optional else 0
        record["place"] = OUT_OF_GAME
        return np.frombuffer(record.tobytes(), np.int64)

    def place_seen(self) -> Iterator[int]:
        """Who sees each place, by place number."""
        return (zone.seen_by for zone in self.place_zone)


def _check_distinct(fields: Sequence[Field[Any]], own: Sequence[str], options: Sequence[str]) -> None:
    """Raise DeclarationError for a name that two fields of a record have, or that its class needs for itself."""
    names = [field.name for field in fields]
    for name in [*own, *options]:
        if names.count(name) > 1 or hasattr(PlainRecord, name) or name in ("copy", "dtype"):
            twice = own.count(name) > 1
            why = "is declared twice" if twice else "is an option as well" if name in own and name in options else ""
            what = "option" if name not in own else "field"
            raise DeclarationError(f"{what} {name!r} {why or 'has the name of a part of every record; take another'}")


# Bound for every game when it is linked: who sees each place, and whose place it is (-1: the table's).
PLACE_SEEN = Bound("PLACE_SEEN")
PLACE_OWNER = Bound("PLACE_OWNER")


@rule(inlined=True)
def seat_bit(seat: int) -> int:
    """The bit that stands for a seat; 0 for a spectator."""
    if seat < 0:
        return 0
    return 1 << int(seat)


@rule(inlined=True)
def sees_place(place: int, seat: int) -> bool:
    """Whether the cards of a place lie open to a seat by its zone's visibility."""
    if place >= len(PLACE_SEEN):
        return place == OUT_OF_GAME
    if PLACE_SEEN[place] == EVERYONE:
        return True
    return PLACE_SEEN[place] == OWNER and PLACE_OWNER[place] == seat


@rule(inlined=True)
def owns_place(place: int, seat: int) -> bool:
    """Whether a place is a seat's own; a spectator owns none."""
    return seat >= 0 and place < len(PLACE_OWNER) and PLACE_OWNER[place] == seat


@rule(inlined=True)
def sees_card(state: Record, card: int, seat: int) -> bool:
    """Whether a seat can tell where a card is: it sees the place, or it knows this card."""
    return sees_place(state.place[card], seat) or (state.known[card] & seat_bit(seat)) != 0


@rule(inlined=True)
def observe(state: Record, raw: RawWords, view: Record, raw_view: RawWords, hidden: RawWords, seat: int) -> None:
    """Write into `view` what a seat sees of `state`; what it may not see reads as -1, 255 for cards and places.

    `raw` and `raw_view` are the same records as int64 words; `hidden` is StateSpec.hidden.
    """
    cover_words(raw, hidden[seat], raw_view)
    bit = seat_bit(seat)
    for card in range(state.card_count):
        view.known[card] = state.known[card] & bit
    for place in range(len(PLACE_SEEN)):
        if not sees_place(place, seat):
            _hide_place(state, view, place)
    if others_pick(state, seat):
        for card in range(state.card_count):
            if not owns_place(state.place[card], seat):
                view.staged[card] = 0


@rule(inlined=True)
def _hide_place(state: Record, view: Record, place: int) -> None:
    """Hide where the cards of a place are; for those that the view's seat knows show it, in a pile the position too."""
    pile = place >= sorted_place_count()
    for i in range(state.counts[place]):
        card = state.rows[place, i]
        if view.known[card] == 0:
            view.place[card] = HIDDEN
        elif pile:
            view.rows[place, i] = card


@rule(inlined=True)
def others_pick(state: Record, seat: int) -> bool:
    """Whether any other seat has picked a card."""
    for other in range(state.seats):
        if other != seat and state.staged_count[other] > 0:
            return True
    return False


@rule(inlined=True)
def redeal(
    state: Record,
    raw: RawWords,
    world: Record,
    raw_world: RawWords,
    hidden: RawWords,
    unknown: RawWords,
    deck: AnyDeck,
    seat: int,
    generator: Words,
) -> None:
    """Write into `world` a state that `seat` cannot tell from `state`: hidden cards change places, the rest stays.

    The cards whose place the seat does not know are gathered in card order and dealt at random into the slots they came
    from, those of each card table among themselves, since backs tell them apart; what other seats know or have picked
    is forgotten. Chance to come is different: both generators get new states.
    """
    replace_hidden(raw, hidden[seat], unknown, raw_world)
    dealt, card = 0, 0
    for table in range(deck.card_tables):
        count = dealt
        while card < state.card_count and deck.table_of_card[card] == table:  # cards are numbered table by table
            if not sees_card(state, card, seat):
                world.staged[count] = card
                count += 1
            card += 1
        for i in range(count - 1, dealt, -1):
            j = dealt + random_below(generator, i - dealt + 1)
            other = world.staged[i]
            world.staged[i] = world.staged[j]
            world.staged[j] = other
        _deal_into_hidden_slots(state, world, deck, seat, table, dealt)
        dealt = count
    _sort_rows(world)
    for card in range(state.card_count):
        world.staged[card] = state.staged[card] if owns_place(state.place[card], seat) else 0
    start_generator(world.random_state, random_word(generator), random_word(generator), random_word(generator))
    start_generator(world.shuffle_state, random_word(generator), random_word(generator), random_word(generator))


@rule(inlined=True)
def _deal_into_hidden_slots(state: Record, world: Record, deck: AnyDeck, seat: int, table: int, dealt: int) -> None:
    """Deal the cards listed in world.staged, from number `dealt` on, into every hidden slot of a card of a table.

    What the seat knows stays where it is.
    """
    bit = seat_bit(seat)
    for place in range(len(PLACE_SEEN)):
        for i in range(state.counts[place]):
            card = state.rows[place, i]
            if deck.table_of_card[card] != table:
                continue
            if sees_card(state, card, seat):
                world.rows[place, i] = card
                world.known[card] = state.known[card] & bit
            else:
                card = world.staged[dealt]
                dealt += 1
                world.rows[place, i] = card
                world.place[card] = place
                world.known[card] = 0


@rule(inlined=True)
def _sort_rows(world: Record) -> None:
    """Sort the rows of sorted zones, so that their order tells nothing."""
    for place in range(sorted_place_count()):
        sort_row(world, place)


@rule(inlined=True)
def sorted_place_count() -> int:
    """How many places keep their cards sorted; they come first."""
    return int(SORTED_PLACES)


SORTED_PLACES: Any = Bound("SORTED_PLACES")


@rule(inlined=True)
def sort_row(state: Record, place: int) -> None:
    """Sort the cards of a place by card number."""
    for i in range(1, state.counts[place]):
        card = state.rows[place, i]
        j = i
        while j > 0 and state.rows[place, j - 1] > card:
            state.rows[place, j] = state.rows[place, j - 1]
            j -= 1
        state.rows[place, j] = card
