"""Whose turn it is, and the phases of a turn (GM-029 to GM-031)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .table import NewTable

PHASES = ["draw_1", "trade_1", "discard", "draw_2", "trade_2", "build"]
HANDS = {0: ["Mason", "Port"], 1: ["Quarry", "Moat"], 2: ["Docks", "Castle"]}


@pytest.mark.rule("GM-029")
def test_one_seat_is_asked_at_a_time_and_it_is_on_turn_or_answers_it(new_table: NewTable) -> None:
    table = new_table(4).seat_bots()
    answers = 0
    acts = table.bot_acts()
    while not table.match.over:
        (asked,) = table.match.to_act
        assert all(table.match.legal(seat) == [] for seat in range(4) if seat != asked)
        if asked != table.current:
            assert table.phase in ("trade_1", "trade_2")
            assert table.verbs(asked) <= {"pick", "put_back", "done", "decline"}
            answers += 1
        assert next(acts) == asked
    assert answers


@pytest.mark.rule("GM-030")
def test_a_turn_has_six_phases_in_order(new_table: NewTable) -> None:
    table = new_table(3).put(hands=HANDS)
    seen: list[str] = []
    while table.current == 0:
        if table.phase not in seen[-1:]:
            seen.append(table.phase)
        table.pass_on()
    assert seen == PHASES
    assert [phase.key for phase in table.match.variant.phases] == [*PHASES, "game_over"]


@pytest.mark.rule("GM-030", "GM-035")
@pytest.mark.parametrize(("size", "phase"), [(4, "draw_1"), (5, "trade_1"), (6, "trade_1")])
def test_the_first_turn_begins_with_the_first_thing_to_decide(new_table: NewTable, size: int, phase: str) -> None:
    assert new_table(3, deal_size=size).phase == phase


@pytest.mark.rule("GM-030")
def test_no_phase_is_skipped_by_doing_something_in_it(new_table: NewTable) -> None:
    table = new_table(3).put(hands=HANDS)
    table.play(0, "draw", 2)
    assert table.phase == "trade_1"
    table.trade(0, 1, ["Mason"], ["Moat"])
    assert table.phase == "trade_1"
    table.play(0, "end_trade").discard(0, ["Port"])
    assert table.phase == "draw_2"
    table.play(0, "draw", 1)
    table.trade(0, 2, ["Moat"], ["Docks"]).play(0, "end_trade")
    assert (table.phase, table.current) == ("build", 0)
    table.build(0, "T", ["Docks"])
    assert (table.phase, table.current) == ("draw_1", 1)


@pytest.mark.rule("GM-031")
@pytest.mark.parametrize("seats", [2, 3, 8])
def test_the_first_seat_follows_the_last(new_table: NewTable, seats: int) -> None:
    table = new_table(seats, first_seat=1, stall_rounds=2)
    order = [table.current]
    while len(order) <= seats:
        before = table.current
        table.pass_on()
        if table.current != before:
            order.append(table.current)
    assert order == [(1 + turn) % seats for turn in range(seats + 1)]


@pytest.mark.rule("GM-029", "GM-032", "GM-044", "GM-051")
@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("seat", [1, 2])
def test_a_seat_that_is_not_on_turn_does_nothing_in_a_phase(new_table: NewTable, phase: str, seat: int) -> None:
    table = new_table(3).put(hands=HANDS, phase=phase)
    assert (table.phase, table.match.to_act) == (phase, (0,))
    before = table.everything()
    own_card = HANDS[seat][0]
    for verb, argument in [
        ("draw", 1), ("draw", 0), ("offer_to", 0), ("offer_to", 3 - seat), ("pick", own_card), ("done", ""),
        ("build_category", "T"), ("end_trade", ""),
    ]:  # fmt: skip
        with pytest.raises(IllegalAction, match="Seat 1"):
            table.play(seat, verb, argument)
    assert table.everything() == before
    assert table.match.legal(seat) == []
