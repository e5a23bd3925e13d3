"""What the variant keeps, the course of a round, the draws and the end (GM-200 to GM-204, GM-222, GM-328)."""

from __future__ import annotations

from itertools import groupby

import pytest

from workbench.games.guild_master import rules as base_rules
from workbench.games.guild_master import table as base_game
from workbench.games.guild_master.player_interaction import rules, table
from workbench.kernel.words import counted
from workbench.play import Match
from workbench.storage.errors import IllegalAction, OptionError

from .table import NewRound

FIVE = ["Pub", "Inn", "Barber", "Bridge", "University"]


@pytest.mark.rule("GM-200", "GM-270")
def test_which_of_the_two_is_played_is_chosen_before_the_match() -> None:
    assert Match("guild_master").variant.key == "base_game"
    chosen = Match("guild_master", options={"game_variant": "player_interaction"})
    assert chosen.variant.title == "Increased Player Interaction"
    assert Match.from_dict(chosen.to_dict()).variant is chosen.variant
    with pytest.raises(OptionError, match="variant of Guild Master"):
        Match("guild_master", options={"game_variant": "more_interaction"})


@pytest.mark.rule("GM-201")
def test_what_the_variant_has_of_the_base_game_has_the_same_numbers() -> None:
    for ours, theirs in (
        (table.ACTIONS.verbs, base_game.ACTIONS.verbs),
        (table.EVENTS.kinds, base_game.EVENTS.kinds),
        (table.STATE.zones, base_game.STATE.zones),
    ):
        assert [one.name for one in ours][: len(theirs)] == [one.name for one in theirs]
    kept = [phase.key for phase in base_rules.PHASES]
    assert [phase.key for phase in rules.PHASES][: len(kept)] == kept


@pytest.mark.rule("GM-201")
def test_a_table_that_cannot_be_dealt_is_refused_here_too() -> None:
    with pytest.raises(OptionError, match="9 seats"):
        Match("guild_master", seats=9, options={"game_variant": "player_interaction"})
    with pytest.raises(OptionError, match="first_seat"):
        Match("guild_master", options={"game_variant": "player_interaction", "first_seat": 0})


@pytest.mark.rule("GM-202")
def test_a_round_goes_through_its_phases_in_order_with_all_seats(new_round: NewRound) -> None:
    table = new_round(4, discard_max=3).lay({seat: [name] for seat, name in enumerate(FIVE[:4])})
    for seat in range(4):
        table.play(seat, "draw", 1)
    assert table.phase == "bid"
    table.bid(1, 0, 0, 0).choose(0, [min(table.hand(0))])
    assert table.phase == "trade_1"
    table.close()
    assert table.phase == "discard"
    for seat in sorted(table.asked):
        table.choose(seat)
    assert table.phase == "draw_2"
    for seat in sorted(table.asked):
        table.play(seat, "draw", 0)
    assert table.phase == "trade_2"
    table.close()
    assert table.phase == "build"
    table.play(0, "build_category", "T")
    assert table.phase == "build_cards"
    for seat in sorted(table.asked):
        table.choose(seat)
    assert (table.phase, table.match.state.turn) == ("draw_1", 2)


@pytest.mark.rule("GM-203", "GM-204")
def test_every_seat_below_five_cards_draws_up_to_five(new_round: NewRound) -> None:
    table = new_round(4).lay({0: FIVE[:3], 1: FIVE[3:], 3: ["Mason", "Port", "Quarry", "Moat", "Docks"]})
    assert table.asked == {0, 1, 2}
    assert [table.may(seat, "draw")[-1] for seat in range(3)] == [2, 3, 5]
    with pytest.raises(IllegalAction):
        table.play(3, "draw", 0)
    table.play(2, "draw", 4).play(0, "draw", 2).play(1, "draw", 0)
    assert [len(table.hand(seat)) for seat in range(4)] == [5, 2, 4, 5]


@pytest.mark.rule("GM-203", "GM-506")
def test_nobody_learns_how_many_others_draw_before_all_have_said_so(new_round: NewRound) -> None:
    table = new_round(2).lay({0: ["Pub"], 1: ["Inn"]})
    before = table.match.view(1)
    table.play(0, "draw", 3)
    after = table.match.view(1)
    assert {key for key in before if before[key] != after[key]} == {"to_act"}
    assert len(table.hand(0)) == 1
    table.play(1, "draw", 1)
    assert "draws 3" in table.told(1)


@pytest.mark.rule("GM-328")
@pytest.mark.parametrize(("guildmaster", "shares"), [(0, [2, 2, 1]), (1, [1, 2, 2]), (2, [2, 1, 2])])
def test_a_short_stock_is_dealt_in_turn_from_the_last_guildmaster_on(
    new_round: NewRound, guildmaster: int, shares: list[int]
) -> None:
    table = new_round(3).lay({}, stock=5, guildmaster=guildmaster)
    for seat in range(3):
        table.play(seat, "draw", 5)
    assert [len(table.hand(seat)) for seat in range(3)] == shares


@pytest.mark.rule("GM-328")
def test_in_the_first_round_the_first_seat_is_dealt_to_first(new_round: NewRound) -> None:
    table = new_round(3, deal_size=4)
    first, second, third = table.stock[:3]
    for seat in (2, 0, 1):
        table.play(seat, "draw", 1)
    assert first in table.hand(0)
    assert second in table.hand(1)
    assert third in table.hand(2)


@pytest.mark.rule("GM-328", "GM-278")
def test_one_by_one_seats_draw_a_card_each_in_turn_until_they_stop(new_round: NewRound) -> None:
    table = new_round(3, draw_mode="one_by_one").lay(
        {0: ["Pub"]}, stock=["Mason", "Port", "Quarry", "Moat"], guildmaster=1
    )
    order = []
    for number in (1, 1, 0, 1, 1):
        (seat,) = table.asked
        order.append(seat)
        table.play(seat, "draw", number)
    assert order == [1, 2, 0, 1, 2]
    assert table.hand(1) == {"Mason", "Quarry"}
    assert table.hand(2) == {"Port", "Moat"}
    assert table.phase == "bid"


@pytest.mark.rule("GM-222")
def test_the_round_in_which_the_last_card_is_drawn_is_played_to_its_end(new_round: NewRound) -> None:
    table = new_round(2, discard_max=0).lay({0: ["Mason"], 1: ["Moat"]}, stock=["Port"])
    table.play(0, "draw", 1).play(1, "draw", 1)
    assert "this round is the last" in table.told()
    phases = [phase for phase, _ in groupby(table.default_acts())]
    assert phases == ["bid", "trade_1", "trade_2", "build", "build_cards"]
    assert table.match.over


@pytest.mark.rule("GM-222")
def test_another_round_follows_while_there_are_cards(new_round: NewRound) -> None:
    table = new_round(2, discard_max=0).lay({0: ["Mason"], 1: ["Moat"]}, stock=["Port", "Pub"])
    table.play(0, "draw", 1).play(1, "draw", 0)
    for _ in table.default_acts():
        if table.match.state.turn == 2:
            break
    assert not table.match.over
    assert table.phase == "draw_1"


@pytest.mark.rule("GM-309", "GM-288")
@pytest.mark.parametrize("rounds", [1, 2])
def test_rounds_in_which_nobody_does_anything_end_the_game(new_round: NewRound, rounds: int) -> None:
    table = new_round(2, stall_rounds=rounds, bid_cost="none").lay({0: ["Mason"], 1: ["Moat"]}, stock=5)
    list(table.default_acts())
    assert table.match.state.turn == rounds
    assert f"Nothing has happened for {counted(rounds, 'round')}" in table.told()


@pytest.mark.rule("GM-289")
def test_the_safety_stop_counts_the_turns_of_all_seats(new_round: NewRound) -> None:
    table = new_round(3, max_turns=6, stall_rounds=50)
    list(table.default_acts())
    assert table.match.state.turn == 2
    assert "stops after 6 turns" in table.told()
