"""Asking the rules about any record of a match leaves the match as it is."""

from __future__ import annotations

import pytest

from tests.play.matches import everything, finished, pick_labels
from workbench.kernel.state import HIDDEN, SPECTATOR
from workbench.play import Match
from workbench.storage.errors import RuleError


def told_last(match: Match) -> list[int]:
    """The events of the last step."""
    events = match.referee.events
    return [events.kind[i] for i in range(events.count)]


@pytest.fixture
def offered(offering: Match) -> Match:
    """Seat 0 has offered a card to seat 1, which everybody has heard."""
    offering.play(0, [*pick_labels(offering, 0)[:1], "Done"])
    return offering


def test_a_step_of_a_copied_record_leaves_the_match_and_what_its_last_step_told(offered: Match) -> None:
    before, told = everything(offered), told_last(offered)
    referee, record = offered.referee.fork(), offered.record.copy()
    referee.take(record, 1, referee.legal(1, record)[0])
    assert record.buffer.tobytes() != offered.record.buffer.tobytes()
    assert everything(offered) == before
    assert told_last(offered) == told != []


def test_what_a_step_tells_goes_where_it_is_asked_for(offered: Match) -> None:
    events, record, told = offered.referee.engine.new_events()[0], offered.record.copy(), told_last(offered)
    offered.referee.take(record, 1, decline(offered), events)
    assert events.count > 0
    assert told_last(offered) == told
    offered.play(1, decline(offered))
    assert told_last(offered) == [events.kind[i] for i in range(events.count)]


def decline(match: Match) -> int:
    """The action by which seat 1 declines."""
    return next(action.id for action in match.legal(1) if action.label == "Decline the offer")


def test_a_viewer_sees_its_own_cards_and_is_dealt_them_again(match: Match) -> None:
    hand = match.variant.state.zones.hand
    own = [card for card in range(match.record.card_count) if match.record.place[card] == hand]
    for viewer, seen in ((0, True), (1, False), (SPECTATOR, False)):
        view = match.referee.observe(match.record, viewer)
        assert {view.place[card] != HIDDEN for card in own} == {seen}
    world = match.referee.redeal(match.record, 0, 5, 0)
    assert {world.place[card] for card in own} == {hand}
    assert match.referee.observe(world, 0).place.tolist() == match.referee.observe(match.record, 0).place.tolist()


def test_a_seat_that_is_asked_and_may_do_nothing_is_a_fault_of_the_rules() -> None:
    match = finished()
    assert match.referee.legal(1, match.record) == [], "it is not asked"
    record = match.record.copy()
    record.to_act = 0b10
    with pytest.raises(RuleError, match="phase 'game_over': Seat 2 is asked, but may do nothing"):
        match.referee.legal(1, record)
