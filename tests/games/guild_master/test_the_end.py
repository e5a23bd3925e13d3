"""The end of the game (GM-052, GM-053, GM-307, GM-309) and the options that concern it."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction, OptionError

from .table import NewTable, Table

HANDS = {0: ["Mason", "Port", "Quarry"], 1: ["Moat", "Docks", "Castle"], 2: ["Pub"], 3: ["Inn"]}


def seats_that_played(table: Table) -> list[int]:
    """Play on passively to the end; the seats whose turns it took, in order."""
    order = [table.current]
    for _ in range(5000):
        if table.match.over:
            return order
        turn = table.match.turn
        table.pass_on()
        if table.match.turn != turn:
            order.append(table.current)
    raise AssertionError("the game did not end")


@pytest.mark.rule("GM-052", "GM-053")
def test_the_turn_in_which_the_stock_runs_out_is_played_to_its_end(new_table: NewTable) -> None:
    table = new_table(4).put(hands=HANDS, stock=["Arena"])
    table.play(0, "draw", 1)
    assert not table.match.over
    table.trade(0, 1, ["Mason"], ["Moat"]).play(0, "end_trade").discard(0, ["Port"])
    assert table.phase == "trade_2"  # there is nothing left to draw
    table.trade(0, 2, ["Quarry"], ["Pub"]).play(0, "end_trade").build(0, "M", ["Moat", "Arena"])
    assert table.match.over
    assert table.built(0) == {"Moat", "Arena"}
    assert table.match.to_act == ()


@pytest.mark.rule("GM-052", "GM-053")
def test_the_last_card_may_be_drawn_in_the_second_draw(new_table: NewTable) -> None:
    table = new_table(4).put(hands=HANDS, stock=["Arena"], phase="draw_2")
    table.play(0, "draw", 1).play(0, "end_trade")
    assert not table.match.over
    table.build(0, "A", ["Arena"])
    assert table.match.over


@pytest.mark.rule("GM-052")
def test_the_game_goes_on_while_a_card_is_left(new_table: NewTable) -> None:
    table = new_table(4).put(hands=HANDS, stock=["Arena", "Bridge"])
    table.play(0, "draw", 1).pass_to("draw_1", 1)
    assert table.stock == ["Bridge"]
    assert not table.match.over


@pytest.mark.rule("GM-307", "GM-719", "GM-053")
def test_the_other_seats_get_no_turn_after_the_last(new_table: NewTable) -> None:
    table = new_table(4).put(hands=HANDS, stock=["Arena", "Bridge"], current=1)
    assert table.may(1, "draw") == [0, 1, 2]
    table.play(1, "draw", 2).trade(1, 0, ["Moat"], ["Port"]).play(1, "end_trade").discard(1, ["Castle"])
    assert table.phase == "trade_2"
    table.trade(1, 2, [], ["Pub"]).play(1, "end_trade").build(1, "T", ["Bridge", "Port"])
    assert table.match.over
    assert [table.built(seat) for seat in range(4)] == [set(), {"Bridge", "Port"}, set(), set()]
    for seat in range(4):
        with pytest.raises(IllegalAction, match="over"):
            table.play(seat, "draw", 0)


@pytest.mark.rule("GM-307")
def test_cards_left_in_hand_score_nothing(new_table: NewTable) -> None:
    table = new_table(4).put(hands=HANDS, built={3: ["Temple"]}, stock=[]).pass_to("game_over")
    assert table.hand(0) == set(HANDS[0])
    assert [table.totals(seat) for seat in range(4)] == [{}, {}, {}, {"R": 2}]
    assert table.match.winners == (3,)


@pytest.mark.rule("GM-286")
@pytest.mark.parametrize(
    ("first", "last", "played"), [(0, 1, [1, 2, 3]), (0, 3, [3]), (0, 0, [0, 1, 2, 3]), (2, 0, [0, 1])]
)
def test_with_equal_turns_the_round_is_completed(new_table: NewTable, first: int, last: int, played: list[int]) -> None:
    table = new_table(4, equal_turns=True, first_seat=first).put(
        hands=HANDS, stock=["Arena"], current=last, first=first
    )
    table.pass_to("draw_1", last).play(last, "draw", 1)
    assert seats_that_played(table) == played


@pytest.mark.rule("GM-286", "GM-307")
@pytest.mark.parametrize("last", range(4))
def test_without_equal_turns_the_game_ends_at_once(new_table: NewTable, last: int) -> None:
    table = new_table(4).put(hands=HANDS, stock=["Arena"], current=last, first=0)
    table.play(last, "draw", 1)
    assert seats_that_played(table) == [last]


@pytest.mark.rule("GM-309", "GM-288")
@pytest.mark.parametrize("seats", [2, 4, 7])
def test_three_rounds_without_any_deed_end_the_game(new_table: NewTable, seats: int) -> None:
    table = new_table(seats)
    assert seats_that_played(table) == [*range(seats)] * 3
    assert len(table.stock) > 0
    assert table.match.winners == tuple(range(seats))


@pytest.mark.rule("GM-309")
@pytest.mark.parametrize("deed", ["draw", "trade", "discard", "build"])
def test_any_deed_keeps_the_game_going_for_another_round(new_table: NewTable, deed: str) -> None:
    table = new_table(4, stall_rounds=1).put(hands=HANDS)
    table.pass_to("draw_1", 2)
    if deed == "draw":
        table.play(2, "draw", 1)
    elif deed == "trade":
        table.pass_to("trade_1", 2).trade(2, 0, ["Pub"], ["Port"])
    elif deed == "discard":
        table.pass_to("discard", 2).discard(2, ["Pub"])
    else:
        table.pass_to("build", 2).build(2, "A", ["Pub"])
    while table.current == 2:
        table.pass_on()
    assert seats_that_played(table) == [3, 0, 1, 2]


@pytest.mark.rule("GM-309")
@pytest.mark.parametrize("talk", ["declined", "withdrawn", "none built", "none discarded"])
def test_what_comes_to_nothing_is_no_deed(new_table: NewTable, talk: str) -> None:
    table = new_table(4, stall_rounds=1).put(hands=HANDS)
    table.pass_to("trade_1", 2)
    if talk == "declined":
        table.offer(2, 0, ["Pub"]).play(0, "decline")
    elif talk == "withdrawn":
        table.offer(2, 0, ["Pub"]).answer(0, ["Port"]).play(2, "withdraw")
    elif talk == "none built":
        table.pass_to("build", 2).build(2, "A", [])
    else:
        table.pass_to("discard", 2).discard(2, [])
    while table.current == 2:
        table.pass_on()
    assert seats_that_played(table) == [3]


@pytest.mark.rule("GM-288")
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_number_of_rounds_without_a_deed_may_be_chosen(new_table: NewTable, rounds: int) -> None:
    assert seats_that_played(new_table(3, stall_rounds=rounds)) == [0, 1, 2] * rounds


@pytest.mark.rule("GM-289", "GM-309")
@pytest.mark.parametrize("most", [1, 2, 5])
def test_the_game_ends_after_the_most_turns(new_table: NewTable, most: int) -> None:
    table = new_table(3, max_turns=most, stall_rounds=9)
    assert seats_that_played(table) == [0, 1, 2, 0, 1][:most]
    assert table.lines("category_total")


@pytest.mark.rule("GM-288", "GM-289")
@pytest.mark.parametrize("key", ["stall_rounds", "max_turns"])
def test_a_game_without_an_end_is_refused(new_table: NewTable, key: str) -> None:
    for wrong in (0, -1, "none"):
        with pytest.raises(OptionError, match=key):
            new_table(3, **{key: wrong})
