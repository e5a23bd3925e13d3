"""The fourteen action cards, and what holds whenever one is played."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .conftest import NewTable
from .table import AGENTS, BLUE, BOARD, NOBODY, RED, YELLOW, ZONES, Table

CARDS = [f"A{number:02}" for number in range(1, 15)]


@pytest.fixture
def table(new_table: NewTable) -> Table:
    """The board of the examples; agents and hands are for the tests to give."""
    return new_table().city(BOARD)


def plays(table: Table, card: str, seat: int = RED) -> Table:
    """A seat that has placed its agent plays a card that it won."""
    return table.holds(seat, card).action(seat).play_card(card)


# What holds for all


@pytest.mark.rule("CA-044", "CA-054", "CA-055", "CA-057", "CA-058", "CA-018")
def test_a_card_lies_face_up_once_played_and_cannot_be_played_again(table: Table):
    table.holds(RED, "A08 A11").turn(RED)
    assert table.legal("play") == []
    table.play("place", 0).play_card("A08").play("choose_boulevard", 1)
    assert table.match.phase == "place"
    assert table.match.to_act == (BLUE,)
    assert table.at(ZONES.played + RED) == ["A08"]
    table.action(RED)
    assert table.playable() == ["A11"]


@pytest.mark.rule("CA-046")
def test_no_card_need_be_played(table: Table):
    table.holds(RED, "A08").turn(RED).play("place", 0).play("skip")
    assert table.match.to_act == (BLUE,)
    assert table.at(ZONES.won + RED) == ["A08"]


@pytest.mark.rule("CA-054", "CA-166")
def test_one_card_a_turn_can_be_played(table: Table):
    table.holds(RED, "A08 A11").turn(RED).play("place", 0).play_card("A11").play("choose_card", 0)
    assert table.match.phase == "place"


@pytest.mark.rule("CA-032", "CA-049")
def test_a_seat_without_an_action_card_is_not_asked(table: Table):
    table.turn(RED).play("place", 0)
    assert table.match.phase == "place"
    assert table.match.to_act == (BLUE,)


@pytest.mark.rule("CA-157", "CA-164")
@pytest.mark.parametrize("card", ["A02", "A03", "A06", "A07", "A09", "A13", "A14"])
def test_a_card_cannot_be_played_where_there_is_nothing_to_do_it_to(new_table: NewTable, card: str):
    table = new_table().city(BOARD.replace("A02", "A04")).holds(RED, card).stock(0).action(RED)
    assert table.playable() == []
    assert table.legal("skip")
    with pytest.raises(IllegalAction):
        table.play_card(card)


@pytest.mark.rule("CA-157")
def test_no_empty_boulevard_or_no_agent_is_nothing_to_do_it_to(table: Table):
    table.holds(RED, "A03 A07 A08 A12").agents(AGENTS).action(RED)
    assert table.playable() == ["A03"]
    table.agents("RR").action(RED)  # all six of Red's stand in the city
    assert table.playable() == []


@pytest.mark.rule("CA-157")
def test_cards_that_only_need_the_city_can_always_be_played(table: Table):
    table.holds(RED, "A01 A04 A05 A10 A11").action(RED)
    assert table.playable() == ["A01", "A04", "A05", "A10", "A11"]


# Swaps


@pytest.mark.rule("CA-103", "CA-060", "CA-061", "CA-056")
def test_new_markets_swaps_two_cards_of_one_district_type(table: Table):
    table.agents("R - B")
    plays(table, "A01")
    assert (0,) in table.legal("choose_card")
    table.play("choose_card", 0)
    assert table.legal("choose_card") == [(5,), (6,)]  # the two others that are noble
    table.play("choose_card", 6)
    assert [table.standing(boulevard) for boulevard in range(3)] == ["R", "", "B"]
    assert table.in_city() == "AR1 BL1 P1 M2 A02 GO2 US4 AR3 M4".split()


@pytest.mark.rule("CA-103", "CA-060", "CA-061")
def test_new_markets_on_the_board_of_the_example(new_table: NewTable):
    table = new_table().city(BOARD).agents(AGENTS)
    plays(table, "A01").play("choose_card", 0).play("choose_card", 6)
    assert table.decided_supports(0) == [2, 0, 3]
    assert table.decided_supports(6) == [2, 0, 2]
    assert table.decided_supports(1) == [0, 2, 3]
    assert table.decided_supports(7) == [0, 1, 3]
    assert table.decided_supports(3)[RED] == 4
    assert table.decided_winners()[0] == table.decided_winners()[1] == table.decided_winners()[7] == YELLOW


@pytest.mark.rule("CA-106")
def test_grand_procession_swaps_neighbours(table: Table):
    plays(table, "A04").play("choose_card", 5)
    assert table.legal("choose_card") == [(2,), (4,), (8,)]
    table.play("choose_card", 8)
    assert table.in_city() == "US4 BL1 P1 M2 A02 M4 AR1 AR3 GO2".split()


@pytest.mark.rule("CA-106")
def test_the_ends_of_two_rows_are_no_neighbours(table: Table):
    plays(table, "A04").play("choose_card", 2)
    assert table.legal("choose_card") == [(1,), (5,)]


@pytest.mark.rule("CA-107")
def test_corner_deal_swaps_corners(table: Table):
    plays(table, "A05")
    assert table.legal("choose_card") == [(0,), (2,), (6,), (8,)]
    table.play("choose_card", 0)
    assert table.legal("choose_card") == [(2,), (6,), (8,)]
    table.play("choose_card", 8)
    assert table.in_city() == "M4 BL1 P1 M2 A02 GO2 AR1 AR3 US4".split()


# Tarot Mages


@pytest.fixture
def mages(new_table: NewTable) -> Table:
    """Red looks at the top three cards of the deck: G-GO4, G-US1 and P-2, P-2 on top."""
    table = new_table().city("US4 BL1 P1 M2 A04 GO2 AR1 AR3 M4").stock(8, "GO4", "US1", "P2")
    return plays(table, "A02")


@pytest.mark.rule("CA-104")
def test_tarot_mages_show_the_top_three_cards(mages: Table):
    assert sorted(mages.at(ZONES.looked + RED)) == ["GO4", "P2", "US1"]
    assert mages.record.counts[ZONES.stock] == 5
    assert mages.legal("keep_cards") == [()]
    assert len(mages.legal("exchange")) == 3 * 9


@pytest.mark.rule("CA-104")
def test_any_card_of_the_deck_can_be_laid_into_the_city(new_table: NewTable):
    """This includes the cards that the lists name first."""
    for cards in (("US1", "US2", "US3"), ("US2", "BL2", "P2"), ("US3", "BL3", "BL4")):
        table = new_table().city("US4 BL1 P1 M2 A04 GO2 AR1 AR3 M4").stock(8, *cards)
        kinds = {kind for kind, _ in plays(table, "A02").legal("exchange")}
        assert kinds == {table.kind(card) for card in cards}


@pytest.mark.rule("CA-104")
def test_what_is_looked_at_is_told_to_that_seat_alone_and_never_listed(mages: Table):
    seen = [line for line in mages.match.log_lines if line.text.startswith("You see ")]
    assert [(line.audience, line.fleeting) for line in seen] == [(1 << RED, True)] * 3


@pytest.mark.rule("CA-104", "CA-152")
def test_a_card_that_was_exchanged_has_left_the_city(mages: Table):
    mages.play("exchange", mages.kind("US1"), 4)
    assert mages.record.left_city == 1


@pytest.mark.rule("CA-104", "CA-164")
def test_a_card_comes_into_the_city_for_another_and_the_rest_goes_back_in_any_order(mages: Table):
    mages.play("exchange", mages.kind("US1"), 4)
    assert mages.in_city()[4] == "US1"
    log = mages.match.seat_log(BLUE)[-1]
    assert "Usurers member 1" in log
    assert "Grand Procession" in log
    mages.play("put_back", mages.kind("P2")).play("put_back", mages.kind("A04"))
    assert mages.at(ZONES.stock)[-3:] == ["P2", "A04", "GO4"]
    assert mages.match.phase == "place"


@pytest.mark.rule("CA-104")
def test_nothing_need_be_exchanged(mages: Table):
    mages.play("keep_cards").play("put_back", mages.kind("P2")).play("put_back", mages.kind("US1"))
    assert mages.at(ZONES.stock)[-3:] == ["P2", "US1", "GO4"]
    assert mages.record.left_city == 0


@pytest.mark.rule("CA-104")
@pytest.mark.parametrize("number", [1, 2])
def test_of_a_short_deck_fewer_cards_are_seen(new_table: NewTable, number: int):
    table = new_table().city("US4 BL1 P1 M2 A04 GO2 AR1 AR3 M4").stock(number)
    plays(table, "A02").play("keep_cards")
    for _ in range(number - 1):
        table.play("put_back", table.legal("put_back")[0][0])
    assert table.record.counts[ZONES.stock] == number
    assert table.match.phase == "place"


@pytest.mark.rule("CA-165")
def test_what_was_done_to_the_card_that_left_is_gone(mages: Table):
    for field in ("herald", "scandal", "votes"):
        mages.say(**{field: {mages.card("US4"): 1}})
    mages.play("exchange", mages.kind("US1"), 0)
    for field in ("herald", "scandal", "votes"):
        marked = getattr(mages.record, field)
        assert (marked[mages.card("US4")], marked[mages.card("US1")]) == (0, 0)


# Boulevards


@pytest.mark.rule("CA-105", "CA-056", "CA-162")
def test_crowded_street_places_an_agent_where_one_stands(table: Table):
    table.agents("B - R")
    plays(table, "A03")
    assert table.legal("choose_boulevard") == [(0,), (2,)]
    table.play("choose_boulevard", 0)
    assert table.standing(0) == "RB"
    assert table.record.supply[RED] == 4


@pytest.mark.rule("CA-110")
def test_double_errand_places_an_agent_in_an_empty_boulevard(table: Table):
    table.agents("B - R Y Y Y Y Y Y B B -")
    plays(table, "A08")
    assert table.legal("choose_boulevard") == [(1,), (11,)]
    table.play("choose_boulevard", 11)
    assert table.standing(11) == "R"


@pytest.mark.rule("CA-114", "CA-156")
def test_a_barricade_closes_a_boulevard_for_the_round(table: Table):
    table.agents("B")
    plays(table, "A12")
    assert (0,) not in table.legal("choose_boulevard")
    table.play("choose_boulevard", 5)
    assert (5,) not in table.legal("place")
    table.holds(BLUE, "A07 A08").action(BLUE).play_card("A08")
    assert (5,) not in table.legal("choose_boulevard")
    table.action(BLUE).play_card("A07").play("choose_boulevard", 0)
    assert (5,) not in table.legal("choose_boulevard")
    table.control()
    assert table.record.closed == 0


# Agents


@pytest.mark.rule("CA-108", "CA-163")
def test_eviction_sends_an_agent_of_somebody_else_home(table: Table):
    table.agents(AGENTS)
    plays(table, "A06")
    assert (9, RED) not in table.legal("choose_agent")
    assert len(table.legal("choose_agent")) == 8
    table.play("choose_agent", 5, BLUE)
    assert table.standing(5) == ""
    assert table.record.supply[BLUE] == 3
    assert table.legal("place", BLUE) == [(5,)]


@pytest.mark.rule("CA-108")
def test_what_an_eviction_changes_on_the_board_of_the_example(table: Table):
    table.agents(AGENTS)
    plays(table, "A06", BLUE).play("choose_agent", 9, RED)
    assert (table.supports(3), table.supports(6)) == ([1, 2, 0], [0, 0, 2])
    assert table.winners()[3] == BLUE
    assert table.winners()[6] == YELLOW


@pytest.mark.rule("CA-109")
def test_night_crossing_moves_an_own_agent(table: Table):
    table.agents("R B - - Y Y Y Y - B B B")
    plays(table, "A07")
    assert table.legal("choose_boulevard") == [(0,)]
    table.play("choose_boulevard", 0)
    assert table.legal("choose_boulevard") == [(2,), (3,), (8,)]
    table.play("choose_boulevard", 8)
    assert (table.standing(0), table.standing(8)) == ("", "R")
    assert table.record.supply[RED] == 5


@pytest.mark.rule("CA-111")
def test_mistaken_identity_exchanges_agents_of_two_players(table: Table):
    table.agents(AGENTS)
    plays(table, "A09", YELLOW).play("choose_agent", 2, BLUE)
    assert (5, BLUE) not in table.legal("choose_agent")
    assert (2, BLUE) not in table.legal("choose_agent")
    table.play("choose_agent", 3, RED)
    assert [table.decided_supports(cell) for cell in (3, 5, 4)] == [[6, 0, 0], [0, 3, 0], [2, 5, 2]]
    assert [table.decided_winners()[cell] for cell in (3, 5, 4)] == [RED, BLUE, BLUE]


@pytest.mark.rule("CA-111")
def test_the_first_agent_chosen_may_be_the_first_of_all(table: Table):
    table.agents("R B")
    plays(table, "A09", BLUE).play("choose_agent", 0, RED)
    assert table.legal("choose_agent") == [(1, BLUE)]
    table.play("choose_agent", 1, BLUE)
    assert (table.standing(0), table.standing(1)) == ("B", "R")


# District cards


@pytest.mark.rule("CA-112")
def test_a_ducal_herald_raises_a_support_value(table: Table):
    table.agents(AGENTS)
    plays(table, "A10", BLUE)
    assert (2,) not in table.legal("choose_card")  # a personality
    assert len(table.legal("choose_card")) == 8
    table.play("choose_card", 7)
    assert [table.decided_supports(cell) for cell in (4, 6, 8)] == [[2, 5, 3], [2, 0, 3], [0, 5, 0]]
    assert table.decided_winners()[6] == YELLOW


@pytest.mark.rule("CA-112")
def test_no_support_value_is_more_than_three(table: Table):
    table.agents("Y")
    plays(table, "A10").play("choose_card", 1)
    assert table.ask("support_value", 1) == 3


@pytest.mark.rule("CA-113")
def test_a_scandal_takes_a_support_value(table: Table):
    table.agents(AGENTS)
    plays(table, "A11").play("choose_card", 4)
    assert [table.decided_supports(cell) for cell in (1, 3, 5, 7)] == [[0, 0, 1], [4, 0, 0], [0, 1, 0], [0, 1, 3]]
    assert [table.decided_winners()[cell] for cell in (1, 3, 5, 7)] == [YELLOW, RED, BLUE, YELLOW]


@pytest.mark.rule("CA-161")
def test_a_scandal_goes_before_a_herald(table: Table):
    table.say(herald={table.card("AR3"): 1}, scandal={table.card("AR3"): 1})
    assert table.ask("support_value", 7) == 0


@pytest.mark.rule("CA-116")
def test_a_backroom_vote_wins_a_tie_for_a_card_beside_an_own_agent(table: Table):
    table.agents(AGENTS)
    assert table.winner(6) == NOBODY
    plays(table, "A14")
    assert table.legal("choose_card") == [(cell,) for cell in (0, 1, 2, 3, 4, 5, 6)]
    table.play("choose_card", 6)
    assert table.decided_winners()[6] == RED


@pytest.mark.rule("CA-160")
@pytest.mark.parametrize(("field", "value"), [("herald", 1), ("scandal", 1), ("votes", 1)])
def test_what_was_done_to_a_card_moves_with_it_and_ends_with_the_round(table: Table, field: str, value: int):
    table.say(**{field: {table.card("US4"): value}})
    plays(table, "A05").play("choose_card", 0).play("choose_card", 8)
    marked = getattr(table.record, field)
    assert table.in_city()[8] == "US4"
    assert (marked[table.card("US4")], marked[table.card("M4")]) == (value, 0)
    if field == "herald":
        assert table.ask("support_value", 8) == 2
    table.control()
    assert getattr(table.record, field)[table.card("US4")] == 0


@pytest.mark.rule("CA-115", "CA-181")
def test_amnesty_removes_a_militia_card_from_the_game(new_table: NewTable):
    table = new_table().city(BOARD).owns(RED, "M1 M5 US1").owns(BLUE, "M3")
    before = table.figure("militia")
    plays(table, "A13")
    assert table.legal("pardon") == [(table.kind("M1"),), (table.kind("M5"),)]
    table.play("pardon", table.kind("M5"))
    assert table.at(ZONES.tableau + RED) == ["M1", "US1"]
    assert table.at(ZONES.out) == ["M5"]
    assert (before, table.figure("militia")) == (-6, -1)
