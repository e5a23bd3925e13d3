"""The two cycles: peeks, exchanges, and how the turn card goes round (GL-034 to GL-047)."""

from __future__ import annotations

import pytest

from workbench.storage.errors import IllegalAction

from .table import KNIGHTS, NewTable, Table

LAID = "4 1 1 3 2 2 3 1"


@pytest.mark.rule("GL-034", "GL-041")
@pytest.mark.parametrize("position", range(8))
def test_the_seat_of_the_knight_errant_acts(new_table: NewTable, position: int) -> None:
    table = new_table().put(LAID, errant=position)
    assert table.match.to_act == (position % 2,)
    assert table.match.legal(1 - position % 2) == []


@pytest.mark.rule("GL-035", "GL-307", "GL-406")
@pytest.mark.parametrize("position", range(8))
def test_there_are_eight_actions_a_peek_and_seven_exchanges(new_table: NewTable, position: int) -> None:
    table = new_table().put(LAID, errant=position)
    others = [knight for knight in KNIGHTS if knight != KNIGHTS[position]]
    labels = [action.label for action in table.match.legal(table.acting)]
    assert sorted(labels) == sorted(["Peek", *(f"Exchange with {knight}" for knight in others)])
    with pytest.raises(IllegalAction):
        table.exchange(position)


@pytest.mark.rule("GL-035")
def test_an_action_is_one_action_and_then_it_is_the_next_knights_turn(new_table: NewTable) -> None:
    for act in (Table.peek, lambda table: table.exchange(4)):
        table = new_table().put(LAID)
        act(table)
        assert (table.state.actions_taken, table.state.knight_errant, table.acting) == (1, 1, 1)


@pytest.mark.rule("GL-036", "GL-505", "GL-721")
def test_a_peek_shows_the_card_on_the_knight_errant_to_its_seat_alone(new_table: NewTable) -> None:
    table = new_table().put(LAID)
    table.play(0, "peek")
    assert (table.phase, table.match.to_act) == ("look", (0,))
    assert table.verbs(0) == {"lay_back"}
    assert table.seen_on_knights(0) == ["4", *[None] * 7]
    for other in (None, 1):
        assert table.seen_on_knights(other) == [None] * 8
        assert table.match.seat_log(other)[-1] == "Seat 1 peeks at the card on Sir Tristan."
        assert "Influence" not in str(table.match.seat_log(other)[-2:])
    assert table.match.seat_log(0)[-1] == "You see Influence 4 on Sir Tristan."
    assert table.match.screen_log(0)[-1] == "Seat 1 peeks at the card on Sir Tristan."
    assert table.laid == LAID
    table.play(0, "lay_back")
    assert (table.phase, table.match.to_act, table.laid) == ("act", (1,), LAID)


@pytest.mark.rule("GL-308")
def test_everybody_hears_of_a_peek_and_of_an_exchange_and_at_which_knights(new_table: NewTable) -> None:
    table = new_table().put(LAID, errant=5)
    table.peek().exchange(3)
    for viewer in (None, 0, 1):
        told = [line for line in table.match.seat_log(viewer) if "peeks" in line or "exchanges" in line]
        assert told == [
            "Seat 2 peeks at the card on Sir Meleagant.",
            "Seat 1 exchanges Sir Gawain with Sir Agravaine.",
        ]
        assert table.match.view(viewer)["fields"]["peeks_made"][0] == [0, 1]


@pytest.mark.rule("GL-037", "GL-038", "GL-406")
@pytest.mark.parametrize("errant", [0, 3])
@pytest.mark.parametrize("other", range(8))
def test_an_exchange_swaps_two_cards_of_either_faction_and_no_others(
    new_table: NewTable, errant: int, other: int
) -> None:
    if other == errant:
        return
    table = new_table(extended_cast=True).put("4 1 Is 3 4d Mo 2 Me", errant=errant).exchange(other)
    expected = "4 1 Is 3 4d Mo 2 Me".split()
    expected[errant], expected[other] = expected[other], expected[errant]
    assert table.laid.split() == expected


@pytest.mark.rule("GL-039", "GL-506", "GL-720")
def test_nobody_sees_the_cards_of_an_exchange(new_table: NewTable) -> None:
    table = new_table().put(LAID, actions=15)
    views = [table.seen_on_knights(viewer) for viewer in (None, 0, 1)]
    table = new_table().put(LAID).exchange(5)
    assert table.laid == "2 1 1 3 2 4 3 1"
    assert views == [table.seen_on_knights(viewer) for viewer in (None, 0, 1)] == [[None] * 8] * 3
    assert not any("Influence" in line for viewer in (0, 1) for line in table.match.seat_log(viewer))
    table.put(table.laid, errant=7, actions=15).peek()
    assert (table.worth(), table.totals()) == ("2 1 1 3 2 4 3 1", [8, 9])


@pytest.mark.rule("GL-309")
def test_a_card_counts_for_the_knight_it_lies_on_no_matter_who_laid_it(new_table: NewTable) -> None:
    table = new_table().put_kept("1 1 1 2", "3 3 4 4d").lay_all(0, "1 1 1 2").lay_all(1, "3 3 4 4d")
    for position in range(16):
        table.exchange(1) if position == 0 else table.exchange(3) if position == 2 else table.peek()
    assert table.worth() == "3 1 3 1 1 4 2 4"
    assert table.totals() == [9, 10]


@pytest.mark.rule("GL-040", "GL-041", "GL-047")
def test_the_turn_card_goes_clockwise_and_the_seats_act_alternately(new_table: NewTable) -> None:
    table = new_table().put(LAID, errant=6)
    visited = []
    for _ in range(15):
        visited.append((int(table.state.knight_errant), table.acting))
        table.exchange((visited[-1][0] + 3) % 8)
    assert visited == [((6 + i) % 8, i % 2) for i in range(15)]


@pytest.mark.rule("GL-716", "GL-042", "GL-043", "GL-044", "GL-045", "GL-046")
def test_example_of_two_cycles(new_table: NewTable) -> None:
    table = new_table().put(LAID, errant=2)
    visited, seats, coins = [], [], []
    while table.state.rounds == 0:
        visited.append(int(table.state.knight_errant))
        seats.append(table.acting)
        coins.append(int(table.state.coins_up))
        table.peek()
    assert visited == [2, 3, 4, 5, 6, 7, 0, 1] * 2
    assert seats == [0, 1] * 8
    assert coins == [0] * 8 + [1] * 8
    assert table.match.seat_log(None).count("Second time round: the cycle card shows its coins.") == 1
    assert (table.state.sword, table.state.knight_errant, table.state.coins_up) == (3, 3, 0)


@pytest.mark.rule("GL-043")
def test_the_coins_show_after_the_eighth_action_however_the_seats_act(new_table: NewTable) -> None:
    table = new_table().put(LAID, errant=5)
    for action in range(1, 16):
        table.exchange((int(table.state.knight_errant) + 1) % 8)
        assert table.state.coins_up == int(action >= 8)


@pytest.mark.rule("GL-045", "GL-048")
def test_the_round_ends_at_once_with_the_sixteenth_action(new_table: NewTable) -> None:
    for last in (Table.peek, lambda table: table.exchange(0)):
        table = new_table().put(LAID, errant=7, actions=15)
        last(table)
        assert table.state.rounds == 1
        assert table.phase == "draft"


@pytest.mark.rule("GL-046", "GL-406")
def test_each_seat_has_eight_actions_in_every_round(new_table: NewTable) -> None:
    table = new_table(rounds_to_win=3).seat_bots()
    acted = {}
    for seat in table.bot_acts():
        if table.phase == "act":
            key = (int(table.state.rounds), seat)
            acted[key] = acted.get(key, 0) + 1
    assert len(acted) == 2 * table.state.rounds
    assert set(acted.values()) == {8}
