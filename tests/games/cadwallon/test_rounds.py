"""Rounds: reveal, dispatch, the end of a round and of a game."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, GREEN, RED, YELLOW, ZONES

ALL = "R B Y R B Y R B Y R B Y"


# Reveal


@pytest.mark.rule("CA-040", "CA-041", "CA-147", "CA-042", "CA-075", "CA-038")
def test_only_gaps_are_filled_from_the_top_left(new_table: NewTable):
    table = new_table().city(BOARD).stock(10, "US1", "US2", "GO1")
    for cell in (1, 4, 8):
        table.lay(ZONES.out, BOARD.split()[cell])
    table.begin("reveal")
    assert table.in_city() == "US4 GO1 P1 M2 US2 GO2 AR1 AR3 US1".split()
    assert table.record.counts[ZONES.stock] == 7
    assert table.match.phase == "place"


@pytest.mark.rule("CA-076", "CA-148", "CA-150", "CA-151")
@pytest.mark.parametrize(
    ("deck", "gaps", "goes_on"), [(4, 4, True), (4, 5, False), (0, 0, True), (6, 9, False), (0, 1, False)]
)
def test_the_game_ends_where_the_deck_cannot_fill_all_gaps(new_table: NewTable, deck: int, gaps: int, goes_on: bool):
    table = new_table().city(BOARD)
    for cell in range(gaps):
        table.lay(ZONES.out, BOARD.split()[cell])
    left = ["" if cell < gaps else name for cell, name in enumerate(BOARD.split())]
    table.stock(deck).begin("reveal")
    assert table.match.over is not goes_on
    assert table.record.counts[ZONES.stock] == (deck - gaps if goes_on else deck)
    if not goes_on:
        assert table.in_city() == left


@pytest.mark.rule("CA-076", "CA-033", "CA-034")
def test_if_all_cards_are_won_there_are_three_rounds(new_table: NewTable):
    table = new_table().stock(33)
    rounds = 0
    while True:
        table.begin("reveal")
        if table.match.over:
            break
        rounds += 1
        table.owns(RED, " ".join(table.in_city()))
    assert (rounds, table.record.counts[ZONES.stock]) == (3, 6)
    assert len(table.at(ZONES.tableau + RED)) == 27


# Dispatch


@pytest.mark.rule("CA-043", "CA-047", "CA-030", "CA-031")
def test_turns_go_clockwise_from_the_first_player(new_table: NewTable):
    table = new_table().city(BOARD).first(YELLOW).begin("reveal")
    asked = []
    for boulevard in range(6):
        asked.append(table.match.to_act)
        table.play("place", boulevard)
    assert asked == [(YELLOW,), (RED,), (BLUE,)] * 2


@pytest.mark.rule("CA-045", "CA-050", "CA-051", "CA-052", "CA-039")
def test_an_agent_must_be_placed_and_only_in_an_empty_boulevard(new_table: NewTable):
    table = new_table().city(BOARD).turn(RED)
    assert table.legal("place") == [(boulevard,) for boulevard in range(12)]
    assert [action.verb for action in table.match.legal(RED)] == ["place"] * 12
    table.play("place", 4)
    assert (4,) not in table.legal("place")
    with pytest.raises(IllegalAction):
        table.play("place", 4)


@pytest.mark.rule("CA-048", "CA-034", "CA-035", "CA-072", "CA-073", "CA-074")
@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_the_phase_ends_when_all_boulevards_are_full(new_table: NewTable, seats: int, each: int):
    table = new_table(seats=seats).city(BOARD).begin("reveal")
    for boulevard in range(12):
        assert table.record.judged == 0
        assert int(table.record.supply[table.match.to_act[0]]) == 6 - boulevard // seats
        table.play("place", boulevard)
    assert table.record.judged == 1
    assert [int(table.record.supply[seat]) for seat in range(seats)] == [6] * seats
    assert (table.match.phase, table.match.to_act) == ("place", (BLUE,))
    assert int(table.record.first_seat) == BLUE
    assert each * seats == 12


@pytest.mark.rule("CA-048", "CA-125", "CA-168")
def test_the_phase_ends_when_all_agents_are_placed(new_table: NewTable):
    table = new_table("curfew", seats=2).city(BOARD).begin("reveal")
    for boulevard in range(10):
        assert table.record.judged == 0
        table.play("place", boulevard)
    assert table.record.judged == 1


@pytest.mark.rule("CA-154", "CA-155", "CA-013")
def test_who_places_the_last_agent_may_still_play_a_card_and_the_phase_may_go_on(new_table: NewTable):
    table = new_table().city(BOARD.replace("A02", "A04")).agents("R B Y R B Y R B Y R B -").holds(YELLOW, "A06")
    table.turn(YELLOW).play("place", 11)
    assert (table.match.phase, table.match.to_act) == ("action", (YELLOW,))
    table.play_card("A06").play("choose_agent", 0, RED)
    assert (table.match.phase, table.match.to_act) == ("place", (RED,))
    assert table.legal("place") == [(0,)]


@pytest.mark.rule("CA-153")
def test_a_seat_that_cannot_place_is_skipped_with_its_action(new_table: NewTable):
    table = new_table().city(BOARD).agents("BBBBBB - R Y").holds(BLUE, "A05")
    table.turn(RED).play("place", 1)
    assert table.match.to_act == (YELLOW,)


@pytest.mark.rule("CA-156")
def test_a_closed_boulevard_counts_as_full(new_table: NewTable):
    table = new_table().city(BOARD).agents("R B Y R B Y R B Y R - -")
    table.say(closed=1 << 11).turn(BLUE).play("place", 10)
    assert table.record.judged == 1


@pytest.mark.rule("CA-158", "CA-065")
def test_a_card_won_can_be_played_in_the_next_round(new_table: NewTable):
    table = new_table().city(BOARD.replace("A02", "A11")).agents("R B Y R B Y R B Y R B -").turn(YELLOW)
    table.play("place", 11)  # Blue wins the centre
    assert table.at(ZONES.won + BLUE) == ["A11"]
    assert (table.match.phase, table.match.to_act) == ("place", (BLUE,))
    table.play("place", 0)
    assert table.playable() == ["A11"]


@pytest.mark.rule("CA-124", "CA-166", "CA-058")
def test_in_a_long_session_two_cards_can_be_played_one_after_the_other(new_table: NewTable):
    table = new_table("long_session").city(BOARD).holds(RED, "A08 A11 A05").turn(RED).play("place", 0)
    table.play_card("A11")
    assert table.legal("play") == []
    table.play("choose_card", 4)
    assert table.match.phase == "action"
    assert table.playable() == ["A05", "A08"]
    table.play_card("A08").play("choose_boulevard", 3)
    assert table.match.to_act == (BLUE,)


@pytest.mark.rule("CA-124", "CA-046")
def test_the_second_card_can_be_left_out(new_table: NewTable):
    table = new_table("long_session").city(BOARD).holds(RED, "A08 A11").turn(RED).play("place", 0)
    table.play_card("A11").play("choose_card", 4).play("skip")
    assert table.match.to_act == (BLUE,)


@pytest.mark.rule("CA-124")
def test_without_another_card_the_turn_is_over(new_table: NewTable):
    table = new_table("long_session").city(BOARD).holds(RED, "A11").turn(RED).play("place", 0)
    table.play_card("A11").play("choose_card", 4)
    assert table.match.to_act == (BLUE,)


# Gated Centre


@pytest.mark.rule("CA-127", "CA-167")
def test_the_gated_centre_cannot_be_moved(new_table: NewTable):
    table = new_table("gated_centre").city(BOARD.replace("A02", "A14")).agents("R - R B - - - Y Y B")
    table.holds(RED, "A01 A02 A04 A06 A07 A09").stock(5)
    table.action(RED).play_card("A04")
    assert (4,) not in table.legal("choose_card")
    table.play("choose_card", 1)
    assert table.legal("choose_card") == [(0,), (2,)]
    table.action(RED).play_card("A01")
    assert (4,) not in table.legal("choose_card")
    table.action(RED).play_card("A06")
    assert table.legal("choose_agent") == [(8, YELLOW), (9, BLUE)]
    table.action(RED).play_card("A09")
    assert table.legal("choose_agent") == [(0, RED), (8, YELLOW), (9, BLUE)]
    table.action(RED).play_card("A02")
    assert {cell for _, cell in table.legal("exchange")} == {0, 1, 2, 3, 5, 6, 7, 8}


@pytest.mark.rule("CA-167")
def test_an_agent_may_still_enter_the_gated_centre(new_table: NewTable):
    table = new_table("gated_centre").city(BOARD).agents("R - R").holds(RED, "A07").turn(RED)
    assert {(3,), (7,), (10,)} < set(table.legal("place"))
    table.play("place", 3).play_card("A07")
    assert table.legal("choose_boulevard") == [(0,)]
    table.play("choose_boulevard", 0)
    assert (7,) in table.legal("choose_boulevard")


# The end


@pytest.mark.rule("CA-152")
@pytest.mark.parametrize("rounds", [1, 3])
def test_the_game_ends_after_rounds_in_which_no_card_left_the_city(new_table: NewTable, rounds: int):
    table = new_table(seats=2, stall_rounds=rounds).city("P1 P2 P3 US4 P4 A01 US1 US2 US3").begin("reveal")
    for number in range(rounds):
        assert not table.match.over
        table.begin("control")
        assert int(table.record.stalled) == number + 1
    assert table.match.over


@pytest.mark.rule("CA-152", "CA-104")
def test_a_round_in_which_a_card_left_the_city_is_no_such_round(new_table: NewTable):
    table = new_table(seats=2).city(BOARD)
    table.begin("round_end", stalled=2, left_city=1)
    assert table.record.stalled == 0
    assert not table.match.over


@pytest.mark.rule("CA-152", "CA-064")
def test_a_round_in_which_a_card_was_won_is_no_such_round(new_table: NewTable):
    table = new_table(seats=2).city(BOARD).agents("R")
    table.begin("control", stalled=2)
    assert table.record.stalled == 0
    assert not table.match.over


@pytest.mark.rule("CA-159", "CA-065")
@pytest.mark.parametrize(("won_actions", "zone"), [("open", "won"), ("count_only", "hand")])
def test_action_cards_won_lie_open_or_only_their_number_is_told(new_table: NewTable, won_actions: str, zone: str):
    table = new_table(won_actions=won_actions).city(BOARD).agents(AGENTS).control()
    assert table.at(getattr(ZONES, zone) + BLUE) == ["A02"]
    card = table.card("A02")
    seen = [table.match.observed(seat).place[card] != 255 for seat in (None, RED, BLUE)]
    assert seen == ([True, True, True] if won_actions == "open" else [False, False, True])


@pytest.mark.rule("CA-034", "CA-033")
def test_four_seats_play_with_three_agents_left_over(new_table: NewTable):
    table = new_table(seats=4).city(BOARD).begin("reveal")
    for boulevard in range(11):
        table.play("place", boulevard)
    assert table.match.to_act == (GREEN,)
    assert [int(supply) for supply in table.record.supply] == [3, 3, 3, 4]
