"""Support and control: who wins which card, by the worked examples of the rules."""

from __future__ import annotations

import pytest

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, NOBODY, RED, YELLOW, ZONES, Table

WINNERS = [YELLOW, BLUE, RED, RED, BLUE, RED, NOBODY, YELLOW, BLUE]


@pytest.fixture
def full(new_table: NewTable) -> Table:
    """The full board of the examples, without a condition."""
    return new_table().city(BOARD).agents(AGENTS)


@pytest.mark.rule("CA-068", "CA-069", "CA-070", "CA-053")
def test_an_agent_gives_the_value_of_the_card_across_to_each_of_its_two_cards(new_table: NewTable):
    table = new_table().city("US4 BL1 P1 M2 A02 GO2 AR1 AR3 M4").agents("Y")
    assert [table.supports(cell)[YELLOW] for cell in range(9)] == [3, 1, 0, 0, 0, 0, 0, 0, 0]


@pytest.mark.rule("CA-062", "CA-063", "CA-066", "CA-071")
def test_the_most_support_wins_each_card_of_a_full_board(full: Table):
    expected = [[2, 0, 3], [0, 2, 1], [3, 0, 2], [4, 2, 0], [2, 5, 2], [2, 1, 0], [2, 0, 2], [0, 1, 5], [0, 4, 0]]
    assert [full.supports(cell) for cell in range(9)] == expected
    assert full.winners() == WINNERS


@pytest.mark.rule("CA-064", "CA-065", "CA-067", "CA-169")
def test_won_cards_leave_together_and_the_others_stay(full: Table):
    full.stock(0).control()  # so that no card fills the gaps
    assert full.in_city() == ["", "", "", "", "", "", "AR1", "", ""]
    assert [full.at(ZONES.tableau + seat) for seat in range(3)] == [["P1", "M2", "GO2"], ["BL1", "M4"], ["US4", "AR3"]]
    assert full.at(ZONES.won + BLUE) == ["A02"]


@pytest.mark.rule("CA-171", "CA-067")
def test_a_card_without_an_agent_stays(new_table: NewTable):
    table = new_table().city(BOARD).control()
    assert table.in_city() == BOARD.split()
    assert table.record.left_city == 0


@pytest.mark.rule("CA-162")
def test_each_of_several_agents_in_a_boulevard_gives_full_support(new_table: NewTable):
    table = new_table().city(BOARD).agents("YYR")
    assert table.supports(0) == [3, 0, 6]


@pytest.mark.rule("CA-170", "CA-071", "CA-173", "CA-119")
@pytest.mark.parametrize(
    ("condition", "support", "winner"), [("", 0, NOBODY), ("festival", 1, RED), ("corner_markets", 1, RED)]
)
def test_no_support_wins_nothing(new_table: NewTable, condition: str, support: int, winner: int):
    table = new_table(condition).city("US4 P1 BL1 P2 A02 GO2 AR1 AR3 M4").agents("R - - - - - -")
    assert table.supports(0)[RED] == support
    assert table.winner(0) == winner


@pytest.mark.rule("CA-144")
def test_all_support_of_a_full_board_is_even_whatever_lies_there(new_table: NewTable):
    # The sides count three times and come to eight, as in the figure; corners count twice, the centre four times.
    for corners in ("US1 US2 BL1 BL2", "US4 BL4 GO4 AR4", "M1 M2 AR1 AR2"):
        a, b, c, d = corners.split()
        table = new_table().city(f"{a} GO2 {b} GO3 A02 A03 {c} A04 {d}").agents("R B Y R B Y R B Y R B Y")
        assert sum(table.ask("support_value", cell) for cell in (1, 3, 5, 7)) == 8
        assert sum(sum(table.supports(cell)) for cell in range(9)) % 2 == 0


@pytest.mark.rule("CA-119")
def test_festival_gives_personalities_support(new_table: NewTable):
    table = new_table("festival").city(BOARD).agents(AGENTS)
    assert (table.supports(1), table.supports(5)) == ([1, 2, 1], [2, 1, 1])
    assert table.winners() == WINNERS


@pytest.mark.rule("CA-128", "CA-173")
def test_corner_markets_give_one_more_toward_corners(new_table: NewTable):
    table = new_table("corner_markets").city(BOARD).agents(AGENTS)
    assert [table.supports(cell) for cell in (0, 2, 6, 8)] == [[3, 0, 4], [4, 0, 3], [3, 0, 3], [0, 6, 0]]
    assert table.winners() == WINNERS


@pytest.mark.rule("CA-123")
@pytest.mark.parametrize(("first", "winner"), [(BLUE, YELLOW), (RED, RED), (YELLOW, YELLOW)])
def test_the_ducal_arbiter_gives_a_tie_to_the_first_from_the_first_player_on(
    new_table: NewTable, first: int, winner: int
):
    table = new_table("ducal_arbiter").city(BOARD).agents(AGENTS).first(first)
    assert table.winners() == [*WINNERS[:6], winner, *WINNERS[7:]]


@pytest.mark.rule("CA-116", "CA-172")
def test_a_backroom_vote_goes_before_the_ducal_arbiter(new_table: NewTable):
    table = new_table("ducal_arbiter").city(BOARD).agents(AGENTS).first(BLUE)
    table.say(votes={table.card("AR1"): 1 << RED})
    assert table.winner(6) == RED


@pytest.mark.rule("CA-172", "CA-170", "CA-116")
def test_a_vote_wins_a_tie_only_and_only_with_support(new_table: NewTable):
    table = new_table().city(BOARD).agents(AGENTS)
    table.say(votes={table.card("US4"): 1 << RED})  # Yellow has more there
    assert table.winner(0) == YELLOW
    table = new_table().city("US4 P1 BL1 P2 A02 GO2 AR1 AR3 M4").agents("R - - - - - B")
    table.say(votes={table.card("US4"): 1 << RED})
    assert table.supports(0) == [0, 0, 0]
    assert table.winner(0) == NOBODY


def test_what_a_control_phase_decided_stands_in_the_record(full: Table):
    full.control()
    assert [int(full.record.judged_winner[cell]) for cell in range(9)] == WINNERS
    assert [int(full.record.judged_kind[cell]) for cell in range(9)] == [full.kind(name) for name in BOARD.split()]
    assert [int(full.record.judged_support[3, seat]) for seat in range(3)] == [4, 2, 0]


def test_the_log_tells_every_card(new_table: NewTable):
    table = new_table().city(BOARD).agents("Y - - - - - -").first(RED)
    table.control()
    log = "\n".join(map(str, table.match.seat_log(None)))
    assert "wins Usurers member 4 with 3 support." in log
    assert "Personality 1 stays: nobody has support there." in log
