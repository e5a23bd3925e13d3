"""Who sits at a table: what each seat is called wherever people read of it, and which arms it bears.

A person is called by the name that was given for the seat, a bot by a name of its own, and a seat that has neither by
its number, counted from 1. No two seats of a table are called alike, and no two bear the same arms. Rules, records and
chance know nothing of either.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import count
from numbers import Integral
from string import ascii_uppercase
from typing import Any

from workbench.signs import JOINERS
from workbench.storage.errors import OptionError, shown

LONGEST_NAME = 40
UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")  # controls and marks of direction, halves of signs, breaks of lines
WITHOUT_JOINERS = str.maketrans("", "", JOINERS)
SEEN = "LNS"  # letters, digits, symbols: a name has at least one

BOT_NAMES = (
    "Aldith Bors Cador Dinadan Elaine Florian Griflet Hector Ivo Joan Kay Linet Maud Nimue Osric Pelleas Quentin "
    "Rohese Safir Thomasin Urien Vivian Wystan Yvain Aglovale Brunor Cecily Dagonet Enid Ferris Gareth Hilda "
    "Ingram Jocelyn Kenelm Lionel Mildred Noll Owain Petronel Ranulf Sagramore Tor Ursula Wilfrid Ysanne"
).split()


def seat_name(seat: int) -> str:
    """What a seat is called that has no name: seats are counted from 1 wherever people read.

    >>> seat_name(0)
    'Seat 1'
    """
    return f"Seat {seat + 1}"


def numbered(seats: int) -> list[str]:
    """The names that call every seat by its number, whoever plays it: for records that should not depend on names."""
    return [seat_name(seat) for seat in range(seats)]


def names_given(names: Mapping[int, str] | Sequence[str | None] | None, seats: int) -> dict[int, str]:
    """The people's names by seat, no two alike; raises OptionError.

    `names` is a mapping from seat to name, or a list with an entry for each of the first seats, where None and "" stand
    for no name. Whoever has the name of a seat before gets a letter: the second Anna is "Anna B.", the third "Anna C.".

    >>> names_given(["Anna", "", "anna"], seats=4)
    {0: 'Anna', 2: 'anna B.'}
    """
    each = ((seat, name) for seat, name in _by_seat(names, seats) if name is not None)
    given = {int(seat): name for seat, name in each if not isinstance(name, str) or name}
    named = {seat: checked_name(name, f"The name of {seat_name(seat)}") for seat, name in given.items()}
    return _told_apart(named, [name for seat, name in enumerate(numbered(seats)) if seat not in named])


def _by_seat(names: Any, seats: int) -> Iterable[tuple[int, Any]]:
    """Each seat with what was given as its name."""
    if isinstance(names, Mapping):
        for seat in names:
            if isinstance(seat, bool) or not isinstance(seat, Integral) or int(seat) not in range(seats):
                raise OptionError(f"There is no seat {shown(seat)} to name. This match has seats 0 to {seats - 1}.")
        return names.items()
    listed = [] if names is None else names
    if not isinstance(listed, (list, tuple)):
        raise OptionError(f"The names are {shown(names)}. Give a mapping from seat to name, or a list of names.")
    if len(listed) > seats:
        raise OptionError(f"There are {len(listed)} names for {seats} seats. Give one name for each seat at most.")
    return enumerate(listed)


def checked_name(name: Any, whose: str) -> str:
    """A name in one line of composed signs; OptionError begins with `whose` it is."""
    if not isinstance(name, str):
        raise OptionError(f"{whose} is {shown(name)}. Give a text, or None for no name.")
    for sign in name:
        if unicodedata.category(sign) in UNSEEN and sign not in JOINERS:
            raise OptionError(f"{whose} has a sign that nobody sees (U+{ord(sign):04X}). Leave it out.")
    plain = " ".join(unicodedata.normalize("NFC", name).split())
    if not any(unicodedata.category(sign)[0] in SEEN for sign in plain):
        raise OptionError(f"{whose} is {shown(name)}. Give at least one letter, or no name.")
    if len(plain) > LONGEST_NAME:
        given = shown(plain, 20)
        raise OptionError(f"{whose} has {len(plain)} letters ({given} …). Give at most {LONGEST_NAME}.")
    return plain


def _told_apart(named: Mapping[int, str], others: Iterable[str]) -> dict[int, str]:
    """The same names, with a letter after each that an earlier seat or one of the `others` has."""
    taken = {alike(name) for name in others}
    told: dict[int, str] = {}
    for seat in sorted(named):
        if alike(named[seat]) not in taken:
            told[seat] = named[seat]
            taken.add(alike(named[seat]))
    for seat in sorted(named.keys() - told.keys()):
        told[seat] = next(name for name in with_letters(named[seat]) if alike(name) not in taken)
        taken.add(alike(told[seat]))
    return dict(sorted(told.items()))


def with_letters(name: str) -> Iterator[str]:
    """The name with a letter after it, for all but the first who have it."""
    yield from (f"{name} {letter}." for letter in ascii_uppercase[1:])
    yield from (f"{name} {number}" for number in count(len(ascii_uppercase) + 1))


@lru_cache(maxsize=4096)  # the names on all cards are asked for with every name of a seat
def alike(name: str) -> str:
    """What two names have in common that people take for the same."""
    return unicodedata.normalize("NFKC", name.translate(WITHOUT_JOINERS)).casefold()


def with_one_stop(text: str) -> str:
    """A text whose sentences end with one full stop, also where they end with a name like "Anna B.".

    >>> with_one_stop("Turn 1: Anna B..")
    'Turn 1: Anna B.'
    """
    return re.sub(r"(?<!\.)\.\.(?!\.)", ".", text)


def names_at_table(
    seats: int, named: Mapping[int, str], bots: Collection[int], on_cards: Iterable[str]
) -> tuple[str, ...]:
    """What each seat is called: by its given name, a bot by one that nobody at the table and no card has.

    A bot's name goes with its seat, so that it stays while others come and go.

    >>> names_at_table(4, {0: "Bors"}, {1, 2}, ["Sir Dinadan"])
    ('Bors', 'Cador', 'Elaine', 'Seat 4')
    """
    taken = {alike(word) for name in (*named.values(), *on_cards) for word in (name, *name.split())}
    free = [name for name in BOT_NAMES if alike(name) not in taken]
    own = {seat: free[seat] for seat in bots if seat < len(free)}
    return tuple(named.get(seat) or own.get(seat) or seat_name(seat) for seat in range(seats))


def colours_given(colours: Mapping[int, int] | None, seats: int, many: int) -> dict[int, int]:
    """The colours that were chosen, by seat; raises OptionError for one that does not exist, or that two seats have.

    many: how many colours the game has to choose from; see `Variant.colours`.

    >>> colours_given({1: 0}, seats=2, many=4)
    {1: 0}
    """
    given = {} if colours is None else colours
    if not isinstance(given, Mapping):
        raise OptionError(f"The colours are {shown(colours)}. Give a mapping from seat to the number of a colour.")
    if given and not many:
        raise OptionError("Nobody chooses a colour in this game: each seat has its own. Leave the colours out.")
    of: dict[int, int] = {}
    for seat, colour in given.items():
        if not _is_below(seat, seats):
            raise OptionError(f"There is no seat {shown(seat)} with a colour. This match has seats 0 to {seats - 1}.")
        if not _is_below(colour, many):
            raise OptionError(
                f"The colour of {seat_name(seat)} is {shown(colour)}. Give a number from 0 to {many - 1}."
            )
        if colour in of:
            both = f"{seat_name(of[colour])} and {seat_name(seat)}"
            raise OptionError(f"{both} have both chosen colour {colour}. Give each another one.")
        of[int(colour)] = int(seat)
    return {seat: colour for colour, seat in sorted(of.items(), key=lambda one: one[1])}


def _is_below(number: Any, most: int) -> bool:
    """Whether this is a whole number from 0 on that is less than another."""
    return isinstance(number, Integral) and not isinstance(number, bool) and int(number) in range(most)


def arms_at_table(seats: int, chosen: Mapping[int, int]) -> tuple[int, ...]:
    """The number of the arms of each seat: as chosen; otherwise its own, or the first that are left.

    >>> arms_at_table(4, {0: 2})
    (2, 1, 0, 3)
    """
    arms = dict(chosen)
    arms |= {seat: seat for seat in range(seats) if seat not in chosen and seat not in chosen.values()}
    left = (number for number in range(seats) if number not in arms.values())
    return tuple(arms[seat] if seat in arms else next(left) for seat in range(seats))
