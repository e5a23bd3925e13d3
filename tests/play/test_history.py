"""What the history of a match answers about its acts."""

from __future__ import annotations

from tests.play.matches import new_match
from workbench.play import Match
from workbench.play.history import History


def traded() -> Match:
    """Seat 0 has offered, seat 1 has declined, and the trade has ended."""
    match = new_match()
    for seat, action in ((0, "Offer cards to Seat 2"), (0, "Done"), (1, "Decline the offer"), (0, "End trading")):
        match.play(seat, action)
    return match


def test_the_last_act_of_a_seat_is_found_by_its_number() -> None:
    history = traded().history
    assert [history.last_of([seat]) for seat in range(3)] == [3, 2, None]
    assert [history.last_of([0], before) for before in (3, 1, 0)] == [1, 0, None]
    assert [history.last_of(seats) for seats in ([1, 2], range(3), [])] == [2, 3, None]
    assert history.lines_since(None) == 0
    assert history.lines_since(0) < history.lines_since(3)
    assert [history.taken_by(seat) for seat in range(3)] == [3, 1, 0]


def test_who_has_acted_in_a_phase_is_told_from_the_last_act_back_to_where_it_began() -> None:
    match = traded()
    assert match.history.in_phase(match.record) == []
    match.undo()
    assert match.history.in_phase(match.record) == [1, 0, 0]


def test_what_was_undone_is_redone_from_the_last_act_back() -> None:
    match = traded()
    acts = list(match.acts)
    for _ in acts:
        match.undo()
    assert match.history == History([], [], acts[::-1])
    copy = match.fork()
    copy.redo()
    assert (copy.acts, match.acts, len(match.history.undone)) == (acts[:1], [], 4)


def test_each_act_has_the_records_around_it_and_the_lines_that_it_told() -> None:
    match = traded()
    moments = match.positions()
    for number in range(len(match.acts)):
        before, after, lines = match.around(number)
        assert (before, after) == (moments[number].record, moments[number + 1].record)
        assert len(lines) == moments[number + 1].log_lines - moments[number].log_lines
    assert moments[-1].record is match.record


def test_the_match_after_some_acts_goes_back_and_forth() -> None:
    match = traded()
    past = match.after(1)
    assert (len(past.acts), len(match.acts)) == (1, 4)
    assert past.after(3).state.tobytes() == match.after(3).state.tobytes()
    assert past.after(9).state.tobytes() == match.state.tobytes()
