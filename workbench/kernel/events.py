"""What happened, each event tagged with its audience; a seat's log is made of the events it may hear.

The rules of one step write into a small fixed buffer beside the state, emptied by the next step. Legend:

    count                    how many events the step has made
    lost                     how many did not fit (a test keeps it at 0)
    unheard                  1 in a run of many games, where nobody listens and nothing is written
    kind[i]                  which event: a number of the variant's EventKinds, or TAKEN (an action was taken)
    audience[i]              bit s is set when seat s hears it; EVERYONE_HEARS for all, spectators included
    values[i, part]          up to four whole numbers, named by the kind
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Annotated

from workbench.kernel.arrays import Numbers
from workbench.kernel.declared import check_each, check_named, check_parts
from workbench.kernel.names import Declaration, Names, in_order
from workbench.kernel.rule import rule
from workbench.kernel.state import PlainRecord, laid_out, seat_bit
from workbench.kernel.words import counted
from workbench.storage.errors import DeclarationError

EVENT_CAPACITY = 512
MOST_PARTS = 4
EVERYONE_HEARS = -1
TAKEN = 0  # values: seat, action


@laid_out
class Events(PlainRecord):
    """What has happened in a step (legend above)."""

    count: Annotated[int, "i8"]
    lost: Annotated[int, "i8"]
    unheard: Annotated[int, "i8"]
    audience: Annotated[Numbers, "i8", (EVENT_CAPACITY,)]
    values: Annotated[Numbers, "i2", (EVENT_CAPACITY, MOST_PARTS)]
    kind: Annotated[Numbers, "i2", (EVENT_CAPACITY,)]


EVENTS_DTYPE = Events.dtype


@dataclass(frozen=True)
class EventKind(Declaration[int]):
    """A kind of event: its log line and the kinds of its values.

    `parts` names the values in order, each as (name, kind) with the kinds of actions' arguments; `log` names them in
    braces, and `{count:shield}` says how many things there are ("no shields", "1 shield", "2 shields"). `fleeting`
    events tell what one may look at once and must then remember: a seat's information holds them, a screen never lists
    them. Raises DeclarationError.
    """

    log: str
    parts: tuple[tuple[str, str], ...] = ()
    fleeting: bool = False
    name: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_parts(self, self.name)
        if len(self.parts) > MOST_PARTS:
            raise DeclarationError(f"{self.called('event')} has {len(self.parts)} parts; {MOST_PARTS} have room")
        named = in_order((name for name, _ in self.parts), f"{self.called('event')}: part")
        check_named(f"the log line of the {self.called('event')}", self.log, named)


class EventKinds(Names):
    """The kinds of events of a variant, numbered from 1 in the order declared (0 is TAKEN).

    kinds: those of a variant that makes its own from others'; otherwise those that the class declares.

    >>> class Events(EventKinds):
    ...     drew = EventKind("{seat} draws.", (("seat", "seat"),))
    ...     ended = EventKind("The end.")
    >>> Events().drew, Events().ended
    (1, 2)
    """

    def __init__(self, kinds: Sequence[EventKind] | None = None) -> None:
        self.kinds = check_each("kinds of events", self._declared if kinds is None else kinds, EventKind)
        numbers = in_order((kind.name for kind in self.kinds), "event")
        self._declare("event", {name: number + 1 for name, number in numbers.items()})

    def is_fleeting(self, number: int) -> bool:
        """Whether an event is for once only."""
        return self.kinds[number - 1].fleeting

    def tell(self, number: int, values: Sequence[int], naming: Callable[[str, int], str]) -> str:
        """The log line of an event."""
        kind = self.kinds[number - 1]
        named = zip(kind.parts, values, strict=False)
        return kind.log.format(**{name: _Named(naming(what, int(value))) for (name, what), value in named})


class _Named(str):
    """What a log line names; in `{count:shield}` it is the number of things."""

    __slots__ = ()

    def __format__(self, thing: str) -> str:
        if not thing:
            return str(self)
        return counted(int(self), thing) if int(self) else f"no {thing}s"


NO_EVENTS = EventKinds()


@rule(inlined=True)
def only(seat: int) -> int:
    """The audience that is one seat."""
    return seat_bit(seat)


@rule(inlined=True)
def both(seat: int, other: int) -> int:
    """The audience that is two seats."""
    return seat_bit(seat) | seat_bit(other)


@rule(inlined=True)
def emit(
    events: Events, kind: int, audience: int, first: int = 0, second: int = 0, third: int = 0, fourth: int = 0
) -> None:
    """Tell an event to an audience (a bit mask of seats, or EVERYONE_HEARS), with as many values as its kind has."""
    if events.unheard == 0:
        write_event(events, kind, audience, first, second, third, fourth)


@rule
def write_event(events: Events, kind: int, audience: int, first: int, second: int, third: int, fourth: int) -> None:
    """Put an event into the buffer, or count it as lost where that is full."""
    i = events.count
    if i >= len(events.kind):
        events.lost = events.lost + 1
        return
    events.kind[i] = kind
    events.audience[i] = audience
    events.values[i, 0] = first
    events.values[i, 1] = second
    events.values[i, 2] = third
    events.values[i, 3] = fourth
    events.count = i + 1


@rule(inlined=True)
def forget_events(events: Events) -> None:
    """Empty the buffer before the next step."""
    events.count = 0
    events.lost = 0
