from __future__ import annotations

import pytest

from tests.kernel.tables import Table
from workbench.kernel.events import (
    EVENT_CAPACITY,
    EVERYONE_HEARS,
    TAKEN,
    EventKind,
    EventKinds,
    Events,
    both,
    emit,
    forget_events,
    only,
)


def test_an_event_keeps_its_kind_audience_and_values():
    events = Events()
    emit(events, 3, both(0, 2), 5, -1, 7, 0)
    assert (events.count, events.lost) == (1, 0)
    assert (events.kind[0], events.audience[0], events.values.tolist()[0]) == (3, 0b101, [5, -1, 7, 0])


def test_audiences_are_bit_masks_of_seats():
    assert only(0) == 1
    assert only(29) == 1 << 29
    assert both(1, 3) == 0b1010
    assert only(-1) == 0, "a spectator is no seat"


def test_events_that_do_not_fit_are_counted_and_nothing_is_overwritten():
    events = Events()
    for number in range(EVENT_CAPACITY + 3):
        emit(events, number, EVERYONE_HEARS, 0, 0, 0, 0)
    assert (events.count, events.lost) == (EVENT_CAPACITY, 3)
    assert events.kind[EVENT_CAPACITY - 1] == EVENT_CAPACITY - 1


def test_forgotten_events_leave_an_empty_buffer():
    events = Events()
    for _ in range(EVENT_CAPACITY + 1):
        emit(events, 1, EVERYONE_HEARS)
    forget_events(events)
    assert (events.count, events.lost) == (0, 0)


def test_kinds_are_numbered_from_one_and_told_with_their_names():
    kinds = EventKinds(
        [
            EventKind("It begins.", name="began"),
            EventKind("{seat} draws {count}.", (("seat", "seat"), ("count", "number")), name="drew"),
        ]
    )
    assert (kinds.began, kinds.drew) == (1, 2)
    line = kinds.tell(2, [1, 4, 0, 0], lambda kind, number: f"Seat {number + 1}" if kind == "seat" else str(number))
    assert line == "Seat 2 draws 4."


@pytest.mark.parametrize(("count", "told"), [(0, "no shields, 0"), (1, "1 shield, 1"), (2, "2 shields, 2")])
def test_a_number_of_things_is_told_with_their_name_in_singular_or_plural(count: int, told: str):
    kinds = EventKinds([EventKind("{count:shield}, {count}", (("count", "number"),), name="gains")])
    assert kinds.tell(1, [count], lambda _kind, number: str(number)) == told


def test_an_action_is_told_to_everyone_to_its_seat_or_to_nobody_as_its_verb_says(table: Table):
    for seed in range(3):
        table.begin(seats=4, seed=seed)
        last = None
        for seat, action in table.wander(seed):
            _assert_told(table, last)
            last = seat, action
        _assert_told(table, last)


def _assert_told(table: Table, last: tuple[int, int] | None) -> None:
    if last is None:
        return
    seat, action = last
    verb = table.variant.actions.decode(action)[0]
    taken = [(audience, values) for kind, audience, values in table.told() if kind == TAKEN]
    if verb in ("draw", "pass", "ward", "peek_stock", "peek_at"):
        assert taken == [(EVERYONE_HEARS, [seat, action, 0, 0])]
    elif verb == "swear":
        assert taken == [(1 << seat, [seat, action, 0, 0])]
    else:
        assert taken == []


def test_a_drawn_card_is_told_to_its_seat_and_the_next_alone(table: Table):
    table.begin(seats=4)
    drew = table.variant.events.drew
    while not any(kind == drew for kind, *_ in table.told()):
        table.wandered(seed=len(table.told()), most=1)
    kind, audience, (seat, card, *_) = next(event for event in table.told() if event[0] == drew)
    assert audience == both(seat, (seat + 1) % 4)
    assert table.variant.events.tell(kind, [seat, card, 0, 0], lambda what, number: f"{what} {number}") == (
        f"seat {seat} draws card {card}."
    )
