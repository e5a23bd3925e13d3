"""The log of a match: what each step has told in words, who hears it, and in whose turn it was."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from workbench.kernel.events import EVERYONE_HEARS, MOST_PARTS, TAKEN
from workbench.kernel.game import Variant
from workbench.kernel.scenes.scene import LogNote
from workbench.play.referee import Referee
from workbench.play.wording import Wording


@dataclass(frozen=True)
class LogLine:
    """A line of the log, what it tells, and who hears it (a bit mask of seats, or EVERYONE_HEARS).

    `turn` and `round` are those it was told in, `seats` are those that it names, the acting one first.
    """

    audience: int
    event: int
    values: tuple[int, ...]
    text: str
    fleeting: bool = False
    turn: int = 0
    seats: tuple[int, ...] = ()
    round: int = 0


@dataclass
class Log:
    """Every line of a match, hidden ones too, and the seat whose turn each turn was, if it was one seat's."""

    lines: list[LogLine] = field(default_factory=list)
    whose: dict[int, int] = field(default_factory=dict)

    def fork(self) -> Log:
        """Another log with the same lines."""
        return Log(list(self.lines), dict(self.whose))

    def to(self, seat: int | None, begin: int = 0) -> list[LogLine]:
        """The lines from one on that a seat hears; None: those that everybody hears."""
        ear = 0 if seat is None else 1 << seat
        return [line for line in self.lines[begin:] if line.audience == EVERYONE_HEARS or line.audience & ear]

    def shown_to(self, seat: int | None, begin: int = 0) -> list[LogLine]:
        """The same without what the seat may look at only once: what its screen lists."""
        return [line for line in self.to(seat, begin) if not line.fleeting]

    def hear(self, referee: Referee, record: Any, wording: Wording, turn: int = 0, number: int = 0) -> None:
        """Write down what the last step, which brought a match to a record, has told.

        It was taken in a `turn` of the round of this `number`; another begins where its seat is named.
        """
        variant, events, asked = referee.variant, referee.events, referee.asked(record)
        in_turn = variant.round_of is None or variant.round_at(record) == number
        if turn != record.turn and len(asked) == 1 and in_turn:  # otherwise all act in it, one after the other
            self.whose[record.turn] = asked[0]
        for i in range(events.count):
            event, values = events.kind[i], tuple(events.values[i, part] for part in range(MOST_PARTS))
            fleeting = event != TAKEN and variant.events.is_fleeting(event)
            seats = seats_in(variant, event, values)
            if seats[:1] == asked[:1] and len(asked) == 1:
                turn, number = record.turn, variant.round_at(record)
            text = wording.tell(event, values)
            self.lines.append(LogLine(events.audience[i], event, values, text, fleeting, turn, seats, number))

    def take_back(self, begin: int) -> None:
        """Drop the lines from one on, except what nobody may take back."""
        self.lines[begin:] = [line for line in self.lines[begin:] if not line.values]

    def reword(self, wording: Wording) -> None:
        """Tell everything again in other words."""
        self.lines = [
            replace(line, text=wording.tell(line.event, line.values)) if line.values else line for line in self.lines
        ]


def seats_in(variant: Variant, event: int, values: Sequence[int]) -> tuple[int, ...]:
    """The seats that an event names, the acting one first."""
    if event == TAKEN:
        verb, args = variant.actions.decode(values[1])
        parts = [("seat", values[0]), *zip((a.type for a in variant.actions.verb(verb).arguments), args, strict=True)]
    else:
        parts = list(zip((kind for _, kind in variant.events.kinds[event - 1].parts), values, strict=False))
    return tuple(dict.fromkeys(int(value) for kind, value in parts if kind == "seat"))


def note_of(line: LogLine, whose: int | None, viewer: int | None, seats: int) -> LogNote:
    """What a screen knows of a line beside its words."""
    if line.audience == EVERYONE_HEARS:
        return LogNote(line.turn, whose, line.seats, round=line.round)
    hearers = tuple(seat for seat in range(seats) if (line.audience >> seat) & 1 and seat != viewer)
    concerned = line.seats if viewer is None else tuple(dict.fromkeys((*line.seats, viewer)))
    return LogNote(line.turn, whose, concerned, private=True, hearers=hearers, round=line.round)
