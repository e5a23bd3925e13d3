"""Which seats are asked: a bit mask in the record, and the ways in which several seats act at once."""

from __future__ import annotations

from workbench.kernel.rule import rule
from workbench.kernel.state import seat_bit

# In secret together: in any order with the same outcome, nothing seen before the last is in, chance drawn only then. On
# the open floor: the order matters and is public.
SECRET_TOGETHER, OPEN_FLOOR = "secret_together", "open_floor"
TOGETHER = {SECRET_TOGETHER: "SECRET_TOGETHER", OPEN_FLOOR: "OPEN_FLOOR", "": "nothing where one seat acts at a time"}


@rule
def all_seats(state):
    """The bits of all seats at the table."""
    return (1 << int(state.seats)) - 1


@rule
def ask(state, seat):
    """Ask a seat, beside those that are asked already; one that has just answered is asked again."""
    state.to_act = int(state.to_act) | seat_bit(seat)


@rule
def ask_seats(state, seats):
    """Ask the seats of a bit mask, beside those that are asked already."""
    state.to_act = int(state.to_act) | seats


@rule(inlined=False)
def ask_everybody(state, deck, events):
    """What begins a phase in which all seats decide at the same time."""
    ask_seats(state, all_seats(state))


@rule
def is_asked(state, seat):
    """Whether a seat is asked."""
    return int(state.to_act) & seat_bit(seat) != 0


@rule(inlined=False)
def next_clockwise(state, seat, seats):
    """The first seat of a bit mask from a seat on, clockwise; -1 if the mask is empty."""
    for i in range(int(state.seats)):
        here = (seat + i) % int(state.seats)
        if (seats >> here) & 1 == 1:
            return here
    return -1
