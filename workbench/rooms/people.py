"""The people of a room: their names and arms, where they sit, and what identifies them when they come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.play.seating import alike, checked_name, with_letters
from workbench.rooms.codes import opens
from workbench.storage.errors import OptionError, RoomError

ARMS_OFFERED = 12


@dataclass(frozen=True)
class Person:
    """Somebody in a room. `known_by`: the digest of the secret that their browser keeps.

    `table` and `seat`, both counted from 0, are None for somebody who watches.
    `bot`: a bot plays for them at present. `gone`: they were taken out; nobody else gets their number.
    """

    id: int
    name: str
    arms: int
    known_by: str
    table: int | None = None
    seat: int | None = None
    watching: bool = False
    bot: bool = False
    gone: bool = False


@dataclass
class People:
    """Everybody who has come into a room, by number, in order of arrival."""

    of: dict[int, Person] = field(default_factory=dict)

    def __iter__(self) -> Iterator[Person]:
        """Those who are in the room."""
        return (person for person in self.of.values() if not person.gone)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    @property
    def playing(self) -> list[Person]:
        """Those who play, not only watch."""
        return [person for person in self if not person.watching]

    def by_id(self, number: int) -> Person:
        """The person with this number; RoomError if nobody here has it."""
        person = self.of.get(number)
        if person is None or person.gone:
            raise RoomError(f"Nobody in this room has the number {number}. Look at the list again.")
        return person

    def known_by(self, secret: object) -> Person | None:
        """The person whose secret this is; every digest is compared, so that timing reveals nothing."""
        found = [person for person in self if opens(secret, person.known_by)]
        return found[0] if found else None

    def called(self, name: str) -> Person | None:
        """The person with this name, or with one that people would mistake for it."""
        return next((person for person in self if alike(person.name) == alike(name)), None)

    def at(self, table: int, seat: int | None = None) -> list[Person]:
        """Those at a table, or those who share one of its seats."""
        return [person for person in self if person.table == table and seat in (None, person.seat)]

    def change(self, number: int, **changed: Any) -> None:
        """Change something about a person."""
        self.of[number] = replace(self.of[number], **changed)

    def free_arms(self, most: int = ARMS) -> list[int]:
        """The numbers of the arms that nobody bears, at most `ARMS_OFFERED` of them."""
        borne = {person.arms for person in self}
        return [number for number in range(most) if number not in borne][:ARMS_OFFERED]

    def free_name(self, name: str) -> str:
        """The name with a letter added that nobody has yet: for the second Mia, "Mia B."."""
        return next(one for one in chain([name], with_letters(name)) if self.called(one) is None)


def read_name(typed: object) -> str:
    """A name as typed, in one line of composed characters; RoomError says what is wrong with it."""
    try:
        return checked_name(typed, "Your name")
    except OptionError as refusal:
        raise RoomError(str(refusal)) from None


def names_by_seat(seated: Iterable[tuple[str, int | None]]) -> dict[int, str]:
    """What each seat is called: the name of the person there, or of those who share it.

    >>> names_by_seat([("Mia", 0), ("Finn", 0), ("Zoe", 2)])
    {0: 'Mia, Finn', 2: 'Zoe'}
    """
    sharing: dict[int, list[str]] = {}
    for name, seat in seated:
        if seat is not None:
            sharing.setdefault(seat, []).append(name)
    return {seat: shared_name(names) for seat, names in sharing.items()}


def arms_by_seat(people: Iterable[Person]) -> dict[int, int]:
    """The arms of each seat: those of whoever came there first; no two seats have the same."""
    borne: dict[int, int] = {}
    for person in people:
        if person.seat is not None and person.seat not in borne and person.arms not in borne.values():
            borne[person.seat] = person.arms
    return borne


def shared_name(names: list[str]) -> str:
    """One name for those who share a seat, short enough for a banner."""
    whole = ", ".join(names)
    return whole if len(whole) <= 40 else f"{names[0][:30]} and {len(names) - 1} more"
