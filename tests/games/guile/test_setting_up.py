"""Setting up the match: the start player, factions, the Round Table, the Start Knight (GL-017 to GL-024)."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest

from workbench.play import Match
from workbench.storage.errors import IllegalAction

from .table import KNIGHTS, NewTable, Table

OF_ARTHUR = {"Sir Tristan", "Sir Lancelot", "Sir Galahad", "Sir Gawain"}


@pytest.mark.rule("GL-017", "GL-301", "GL-223", "GL-400")
def test_the_start_player_is_found_by_chance_or_named_by_the_host() -> None:
    for option, seats in (("random", {0, 1}), ("seat_0", {0}), ("seat_1", {1})):
        matches = [Match("guile", seed=seed, options={"start_player": option}) for seed in range(30)]
        assert {match.to_act for match in matches} == {(seat,) for seat in seats}
        for match in matches:
            assert match.phase == "choose_faction"
            assert match.seat_log(1 - match.to_act[0])[0] == f"Seat {match.to_act[0] + 1} begins."


@pytest.mark.rule("GL-018", "GL-019", "GL-401")
@pytest.mark.parametrize("starter", [0, 1])
@pytest.mark.parametrize("faction", [0, 1])
def test_the_start_player_takes_a_faction_and_the_other_seat_gets_the_other(
    new_table: NewTable, starter: int, faction: int
) -> None:
    table = new_table(start_player=f"seat_{starter}", faction_choice="start_player")
    assert table.match.to_act == (starter,)
    assert table.may(starter, "choose_faction") == ["Choose King Arthur's allies", "Choose Sir Mordred's pawns"]
    assert table.match.view(1 - starter)["fields"]["faction_seat"] == [-1, -1]
    table.play(starter, "choose_faction", faction)
    expected = [starter, 1 - starter] if faction == 0 else [1 - starter, starter]
    assert table.match.view(None)["fields"]["faction_seat"] == expected
    assert f"Seat {expected[0] + 1} leads King Arthur's allies." in table.match.seat_log(1 - starter)
    assert f"Seat {expected[1] + 1} leads Sir Mordred's pawns." in table.match.seat_log(1 - starter)


@pytest.mark.rule("GL-224")
@pytest.mark.parametrize(("choice", "seats"), [("seat_0_arthur", [0, 1]), ("seat_0_mordred", [1, 0])])
@pytest.mark.parametrize("starter", [0, 1])
def test_the_host_may_hand_out_the_factions(new_table: NewTable, choice: str, seats: list[int], starter: int) -> None:
    table = new_table(start_player=f"seat_{starter}", faction_choice=choice)
    assert table.state.faction_seat.tolist() == seats
    assert (table.phase, table.match.to_act) == ("choose_start_knight", (starter,))


@pytest.mark.rule("GL-020", "GL-500")
def test_everybody_sees_who_sits_where(new_table: NewTable) -> None:
    table = new_table(table_order="shuffled")
    for viewer in (None, 0, 1):
        fields = table.match.view(viewer)["fields"]
        assert [table.match.naming("knight", knight) for knight in fields["knight_at"]] == table.knights()
        assert {"sword", "knight_errant", "coins_up", "faction_seat", "victory_cards"} <= set(fields)


@pytest.mark.rule("GL-021", "GL-302")
def test_factions_alternate_and_even_positions_are_arthurs() -> None:
    for seed in range(20):
        knights = Table(Match("guile", seed=seed)).knights()
        assert set(knights[::2]) == OF_ARTHUR
        assert set(knights[1::2]) == set(KNIGHTS) - OF_ARTHUR


@pytest.mark.rule("GL-302", "GL-225", "GL-400")
def test_the_order_inside_a_faction_is_shuffled_fairly_or_as_listed(new_table: NewTable) -> None:
    assert new_table(table_order="listed").knights() == KNIGHTS
    orders = [Table(Match("guile", seed=seed)).knights() for seed in range(480)]
    for side in (0, 1):
        found = Counter(tuple(order[side::2]) for order in orders)
        assert set(found) == set(permutations(KNIGHTS[side::2]))
        assert sum((count - 20) ** 2 / 20 for count in found.values()) < 60  # 23 degrees; once in 30,000 by chance
    assert len({(order[0], order[1]) for order in orders}) == 16


@pytest.mark.rule("GL-302")
def test_the_table_stays_the_same_for_the_whole_match(new_table: NewTable) -> None:
    table = new_table(table_order="shuffled", rounds_to_win=3).seat_bots()
    knights = table.knights()
    for _ in table.bot_acts():
        assert table.knights() == knights
    assert table.state.rounds >= 3


@pytest.mark.rule("GL-022", "GL-024", "GL-303", "GL-402")
@pytest.mark.parametrize("starter", [0, 1])
def test_the_start_player_puts_turn_card_and_sword_at_one_of_their_own_knights(
    new_table: NewTable, starter: int
) -> None:
    own = KNIGHTS[starter::2]
    for position, knight in enumerate(KNIGHTS):
        table = new_table(start_player=f"seat_{starter}")
        assert table.phase == "choose_start_knight"
        assert set(table.may(starter, "start_at")) == {f"Begin with {name}" for name in own}
        if knight not in own:
            with pytest.raises(IllegalAction):
                table.play(starter, "start_at", table.knight_at(position))
            continue
        table.play(starter, "start_at", table.knight_at(position))
        fields = table.match.view(1 - starter)["fields"]
        assert (fields["sword"], fields["knight_errant"]) == (position, position)
        assert f"Round 1: the sword points at {knight}." in table.match.seat_log(1 - starter)
        table.set_up()
        assert table.match.to_act == (starter,)


@pytest.mark.rule("GL-402")
def test_the_start_knight_is_chosen_once_in_a_match(new_table: NewTable) -> None:
    table = new_table(rounds_to_win=5).seat_bots()
    asked = sum(table.phase == "choose_start_knight" for _ in table.bot_acts())
    assert asked == 1
    assert table.state.rounds >= 5


@pytest.mark.rule("GL-226")
def test_the_first_start_knight_may_be_found_by_chance_among_the_start_players() -> None:
    for starter in (0, 1):
        found = set()
        for seed in range(40):
            options = {"start_player": f"seat_{starter}", "faction_choice": "seat_0_arthur", "start_knight": "random"}
            match = Match("guile", seed=seed, options=options)
            assert match.phase == "draft"
            found.add(int(match.state.sword))
        assert found == {starter, starter + 2, starter + 4, starter + 6}


@pytest.mark.rule("GL-023")
def test_the_cycle_card_begins_without_coins(new_table: NewTable) -> None:
    table = new_table()
    assert table.state.coins_up == 0
    assert table.set_up().state.coins_up == 0
