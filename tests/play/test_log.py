"""Who hears a line of the log, and which lines stay."""

from __future__ import annotations

from tests.play.matches import pick_labels
from workbench.kernel.events import EVERYONE_HEARS
from workbench.play import Match
from workbench.play.log import Log, LogLine

ALL, WHISPER, LOOK = (
    LogLine(EVERYONE_HEARS, 1, (0,), "All."), LogLine(0b10, 1, (1,), "Psst."), LogLine(0b01, 2, (2,), "See.", True),
)  # fmt: skip


def test_a_seat_hears_what_it_may_and_its_screen_keeps_no_look() -> None:
    log = Log([ALL, WHISPER, LOOK])
    assert [log.to(viewer) for viewer in (None, 0, 1)] == [[ALL], [ALL, LOOK], [ALL, WHISPER]]
    assert [log.shown_to(viewer) for viewer in (None, 0, 1)] == [[ALL], [ALL], [ALL, WHISPER]]
    assert log.to(0, begin=1) == [LOOK]


def test_what_no_event_told_is_never_taken_back() -> None:
    for_good = LogLine(EVERYONE_HEARS, 0, (), "The match went back.")
    log = Log([ALL, WHISPER, for_good])
    log.take_back(1)
    assert log.lines == [ALL, for_good]


def test_a_copy_of_a_log_goes_on_by_itself() -> None:
    log = Log([ALL], {1: 0})
    other = log.fork()
    other.lines.append(WHISPER)
    other.whose[2] = 1
    assert (log.lines, log.whose) == ([ALL], {1: 0})


def test_a_step_tells_its_turn_its_round_and_the_seats_that_it_names(offering: Match) -> None:
    offering.play(0, [*pick_labels(offering, 0)[:1], "Done"])
    assert {(line.turn, line.round, line.seats) for line in offering.told.lines[-2:]} == {(1, 1, (0,)), (1, 1, (0, 1))}
    assert offering.told.whose == {1: 0}
