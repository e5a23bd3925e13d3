"""What goes from seat to seat in a game: which of its events are exchanges, and which cards are followed.

A graph of who gave whom what is made of this and of the log (see `workbench.graphs.exchanges`), so that no rule has to
know of it.
"""

from __future__ import annotations

from dataclasses import dataclass

from workbench.kernel.declared import check_is_one_of, check_parts
from workbench.kernel.events import EventKinds
from workbench.storage.errors import DeclarationError


@dataclass(frozen=True)
class Exchange:
    """An event in which something goes from one seat to another.

    kind: what people call it, in one or two words ("trade", "theft").
    giver, taker: the parts of the event that name the two seats; "sponsors.seat" is the seat which the last event
        `sponsors` named, until an event of `until` was told.
    things, back: the parts that say how many go, and how many come back; without `things` it is one.
    mutual: as many come back as go.
    around: instead of two seats, each gives to the one beside it: clockwise if the first of these events was told last,
        the other way round for the second.

    >>> Exchange("trade", "trade", "seat", "partner", things="count", back="back").parts
    ('seat', 'partner', 'count', 'back')
    """

    kind: str
    event: str
    giver: str = ""
    taker: str = ""
    things: str = ""
    back: str = ""
    mutual: bool = False
    until: tuple[str, ...] = ()
    around: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self, self.kind)
        if bool(self.giver and self.taker) is bool(self.around):
            raise DeclarationError(f"exchange {self.kind!r}: give the giver and the taker, or what goes around")

    @property
    def parts(self) -> tuple[str, ...]:
        """The parts of events that it reads."""
        return tuple(part for part in (self.giver, self.taker, self.things, self.back) if part)


@dataclass(frozen=True)
class Exchanges:
    """All exchanges of a variant; `followed` are the ids of cards whose way through the match is drawn."""

    events: tuple[Exchange, ...] = ()
    followed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self)

    def check(self, events: EventKinds) -> None:
        """Raise DeclarationError for an event, or a part of one, that does not exist."""
        parts = {kind.name: [name for name, _ in kind.parts] for kind in events.kinds}
        for exchange in self.events:
            for event in (exchange.event, *exchange.until, *exchange.around):
                check_is_one_of(f"exchange {exchange.kind!r}: event", event, list(parts))
            for named in exchange.parts:
                event, _, part = named.rpartition(".")
                event = event or exchange.event
                check_is_one_of(f"exchange {exchange.kind!r}: event", event, list(parts))
                check_is_one_of(f"exchange {exchange.kind!r}: part of {event!r}", part, parts[event])


NO_EXCHANGES = Exchanges()
