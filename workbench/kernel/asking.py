"""Which seats are asked: a bit mask in the record, and the ways in which several seats act at once."""

from __future__ import annotations

from workbench.kernel.arrays import AnyDeck
from workbench.kernel.events import Events
from workbench.kernel.rule import rule
from workbench.kernel.state import Record, seat_bit

# In secret together: in any order with the same outcome, nothing seen before the last is in, chance drawn only then. On
# the open floor: the order matters and is public.
SECRET_TOGETHER, OPEN_FLOOR = "secret_together", "open_floor"
TOGETHER = {SECRET_TOGETHER: "SECRET_TOGETHER", OPEN_FLOOR: "OPEN_FLOOR", "": "nothing where one seat acts at a time"}


@rule(inlined=True)
def all_seats(state: Record) -> int:
    """The bits of all seats at the table."""
    return (1 << state.seats) - 1


@rule(inlined=True)
def ask(state: Record, seat: int) -> None:
    """Ask a seat, beside those that are asked already; one that has just answered is asked again."""
    state.to_act |= seat_bit(seat)


@rule(inlined=True)
def ask_seats(state: Record, seats: int) -> None:
    """Ask the seats of a bit mask, beside those that are asked already."""
    state.to_act |= seats


@rule
def ask_everybody(state: Record, deck: AnyDeck, events: Events) -> None:
    """What begins a phase in which all seats decide at the same time."""
    ask_seats(state, all_seats(state))


@rule(inlined=True)
def is_asked(state: Record, seat: int) -> bool:
    """Whether a seat is asked."""
    return state.to_act & seat_bit(seat) != 0


@rule
def next_clockwise(state: Record, seat: int, seats: int) -> int:
    """The first seat of a bit mask from a seat on, clockwise; -1 if the mask is empty."""
    for i in range(state.seats):
        here = (seat + i) % state.seats
        if (seats >> here) & 1 == 1:
            return here
    return -1
