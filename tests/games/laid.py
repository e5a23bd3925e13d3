"""Tables that tests drive, and tables they lay word by word: what is said waits until the match is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from workbench.play import Match, position
from workbench.play.positions import Position


class Driven:
    """A match that tests drive, and what they ask of it."""

    match: Match

    @property
    def state(self) -> Any:
        """The record as it is now."""
        return self.match.state

    @property
    def phase(self) -> str:
        """The phase the match is in."""
        return self.match.phase

    @property
    def acting(self) -> int:
        """The one seat that is asked."""
        (seat,) = self.match.to_act
        return seat

    def verbs(self, seat: int) -> set[str]:
        """The verbs of what a seat may do."""
        return {action.verb for action in self.match.legal(seat)}

    def labels(self, seat: int) -> list[str]:
        """What a seat may do."""
        return [action.label for action in self.match.legal(seat)]

    def seat_bots(self, bot: str = "random") -> Self:
        """Let a bot play every seat."""
        for seat in range(self.match.seats):
            self.match.seat_bot(seat, bot)
        return self


class Laid(Driven):
    """A match in a position. What is said after it has been played on applies to where it stands then."""

    def __init__(self, said: Position) -> None:
        self.seats, self.deck, self.arrays = said.start.seats, said.start.deck, said.start.referee.arrays
        self.spec = said.start.variant.state
        self.said: Position | None = said

    def completed(self, said: Position) -> Position:
        """The position, with what a test has left open filled in."""
        return said

    @property
    def match(self) -> Match:
        """The match in the position that was described."""
        if self.said is not None:
            self._match, self.said = self.completed(self.said).match(), None
        return self._match

    @match.setter
    def match(self, match: Match) -> None:
        self._match, self.said = match, None

    @property
    def state(self) -> Any:
        """The record as it is now; refused acts may have put another in place of the first."""
        return self.match.record

    @property
    def pending(self) -> Position:
        """What has been said so far, on top of what has been played."""
        return position(self.match) if self.said is None else self.said

    def say(self, **said: Any) -> Self:
        """Say more about the table."""
        self.said = self.pending.table(**said)
        return self

    def begin(self, phase: str, asked: Sequence[int] | None = None, **said: Any) -> Self:
        """Let a phase begin and the game go on until somebody is asked."""
        self.said = self.say(**said).pending.phase(phase, asked)
        assert self.match
        return self

    def where(self, place: int) -> tuple[str, int]:
        """The zone of a place, and its number there."""
        zone = self.spec.place_zone[place].name
        return zone, place - self.spec.place(zone)

    def lying(self, zone: str, number: int = 0) -> Sequence[Any]:
        """The ids of the cards of a place as far as they have been said, or played."""
        pending = self.pending
        said = pending.cards.get(zone, {}).get(number)
        if said is not None:
            return said
        return [] if pending.others else self.cards_of(pending.start.record, self.spec.place(zone) + number)

    def cards_of(self, record: Any, place: int) -> list[str]:
        """The ids of the cards of a place of a record."""
        kinds, deck = self.arrays.kind, self.deck.kinds
        return [deck[kinds[record.rows[place, i]]].key for i in range(int(record.counts[place]))]

    def lay(self, place: int, *names: str) -> Self:
        """Lay cards into a place, beside what lies there."""
        zone, number = self.where(place)
        return self.say(**{zone: {number: [*self.lying(zone, number), *names]}})
