"""Rounds and the end of the match: victory cards, the next round, drawn rounds (GL-014 to GL-016, GL-054 to GL-059)."""

from __future__ import annotations

import pytest

from workbench.decks import load_deck
from workbench.games.guile.table import MOST_ROUNDS
from workbench.play import Match
from workbench.storage.errors import OptionError

from .table import AT_THE_TABLE, KNIGHTS, NewTable, Table


@pytest.mark.rule("GL-014", "GL-016", "GL-059", "GL-722")
def test_seat_1_wins_rounds_1_and_3_and_so_the_match(new_table: NewTable) -> None:
    table = new_table().win_round(0).win_round(1)
    assert (table.match.over, table.victory_cards) == (False, [1, 1])
    table.win_round(0)
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (0,), [2, 1])
    assert (table.phase, table.state.rounds) == ("match_over", 3)
    assert table.match.seat_log(1)[-1] == "Seat 1 controls Camelot."


@pytest.mark.rule("GL-016", "GL-059", "GL-722")
@pytest.mark.parametrize("seat", [0, 1])
def test_with_the_first_two_rounds_won_there_is_no_third(new_table: NewTable, seat: int) -> None:
    table = new_table().win_round(seat)
    assert not table.match.over
    table.win_round(seat)
    assert (table.match.over, table.match.winners, table.state.rounds) == (True, (seat,), 2)
    assert [table.match.legal(seat) for seat in (0, 1)] == [[], []]


@pytest.mark.rule("GL-015", "GL-051")
def test_each_round_gives_one_victory_card_to_its_winner(new_table: NewTable) -> None:
    table = new_table().win_round(1)
    assert (table.victory_cards, table.outcome(0)) == ([0, 1], (1, "total"))
    table.win_round(0)
    assert (table.victory_cards, table.outcome(1)) == ([1, 1], (0, "total"))


@pytest.mark.rule("GL-222")
@pytest.mark.parametrize("needed", [1, 2, 3, 4, 5])
def test_the_host_may_ask_for_more_or_fewer_victory_cards(new_table: NewTable, needed: int) -> None:
    table = new_table(rounds_to_win=needed)
    for _ in range(needed - 1):
        table.win_round(0).win_round(1)
    assert not table.match.over
    table.win_round(1)
    assert (table.match.over, table.match.winners, table.state.rounds) == (True, (1,), 2 * needed - 1)


@pytest.mark.rule("GL-054", "GL-055", "GL-056", "GL-057", "GL-058")
@pytest.mark.parametrize("sword", [0, 7])
def test_the_next_round_begins_one_knight_on_with_the_other_seat(new_table: NewTable, sword: int) -> None:
    table = new_table().last_action("4 1 1 3 2 2 3 1", sword=sword).peek()
    new = (sword + 1) % 8
    fields = table.match.view(None)["fields"]
    assert (fields["sword"], fields["knight_errant"], fields["coins_up"]) == (new, new, 0)
    assert (table.phase, fields["actions_taken"], fields["round_start"][1]) == ("draft", 0, new)
    assert table.match.seat_log(0)[-1] == f"Round 2: the sword points at {KNIGHTS[new]}."
    assert [len(table.hand(seat)) for seat in (0, 1)] == [4, 4]
    assert table.laid == " ".join([""] * 8)
    table.set_up()
    assert (table.phase, table.acting) == ("act", 1 - sword % 2)


@pytest.mark.rule("GL-054", "GL-507")
def test_a_new_round_begins_with_nothing_seen_and_nothing_laid(new_table: NewTable) -> None:
    table = new_table().win_round(0)
    for seat in (0, 1):
        cards = [card for card in range(10) if (int(table.state.seen[seat]) >> card) & 1]
        kinds = table.match.deck.arrays.kind
        assert [table.short[int(kinds[card])] for card in cards] == table.hand(seat)
    assert not table.state.known.any()
    assert table.state.plan.tolist() == [[-1] * 4] * 2
    assert table.state.chosen.tolist() == [-1, -1]


# Drawn rounds


@pytest.mark.rule("GL-315", "GL-316", "GL-229")
def test_after_a_drawn_round_nobody_gains_and_the_match_goes_on(new_table: NewTable) -> None:
    table = new_table(extended_cast=True).win_round(0).draw_round()
    assert (table.outcome(1), table.victory_cards) == ((-1, "drawn"), [1, 0])
    assert table.state.sword == 2
    assert "Round 2 is a tie." in table.match.seat_log(1)
    table.win_round(1).draw_round().draw_round()
    assert (table.match.over, table.victory_cards, table.state.rounds) == (False, [1, 1], 5)
    table.win_round(1)
    assert (table.match.over, table.match.winners) == (True, (1,))


@pytest.mark.rule("GL-315", "GL-229")
def test_a_drawn_round_may_count_for_both(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, drawn_round="count_for_both").draw_round()
    assert (table.outcome(0), table.victory_cards) == ((2, "drawn"), [1, 1])
    table.win_round(1)
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (1,), [1, 2])


@pytest.mark.rule("GL-316")
def test_if_both_reach_two_together_another_round_decides(new_table: NewTable) -> None:
    table = new_table(extended_cast=True, drawn_round="count_for_both").draw_round().draw_round()
    assert (table.match.over, table.victory_cards) == (False, [2, 2])
    table.draw_round()
    assert (table.match.over, table.victory_cards) == (False, [3, 3])
    table.win_round(0)
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (0,), [4, 3])


@pytest.mark.rule("GL-315", "GL-229")
def test_a_match_may_end_after_its_three_rounds_drawn_ones_included(new_table: NewTable) -> None:
    moving_on = {"extended_cast": True, "drawn_round": "count_for_none_move_on"}
    table = new_table(**moving_on).win_round(0).draw_round().draw_round()
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (0,), [1, 0])
    table = new_table(**moving_on).win_round(0).draw_round().win_round(1)
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (0, 1), [1, 1])
    assert table.match.seat_log(0)[-1] == "The match is a tie."
    table = new_table(**moving_on, rounds_to_win=1).draw_round()
    assert (table.match.over, table.match.winners, table.victory_cards) == (True, (0, 1), [0, 0])
    assert new_table(**moving_on).win_round(1).win_round(1).match.winners == (1,)


@pytest.mark.rule("GL-316")
def test_a_match_of_drawn_rounds_ends_after_thirty() -> None:
    deck = load_deck("guile", "classic")
    alike = [{"card_id": row["card_id"], "value": 2, "dagger": ""} for row in deck.rows if not row["character"]]
    match = Match("guile", seed=1, deck=deck.edit(change=alike), bots={0: "random", 1: "random"})
    match.play_bots()
    assert (match.state.rounds, match.state.turn) == (MOST_ROUNDS, 16 * 30)
    assert (match.over, match.winners, match.state.victory_cards.tolist()) == (True, (0, 1), [0, 0])
    assert len(match.acts) <= match.variant.max_decisions


@pytest.mark.rule("GL-315")
def test_the_ten_cards_alone_are_never_drawn() -> None:
    for seed in range(12):
        table = Table(Match("guile", seed=seed, options={**AT_THE_TABLE, "rounds_to_win": 4})).seat_bots()
        assert [None for _ in table.bot_acts()]
        assert all(table.outcome(r)[1] != "drawn" for r in range(table.state.rounds))


# What the host may choose


@pytest.mark.rule("GL-227")
def test_values_are_changed_in_a_copy_of_the_deck(new_table: NewTable) -> None:
    deck = load_deck("guile", "classic").edit(change=[{"card_id": "influence_1", "value": 9}])
    table = new_table(deck=deck).last_action("4 1 4d 1 3 1 3 2").peek()
    assert (table.worth(), table.totals(), table.victory_cards) == ("4 9 4 9 3 9 3 2", [14, 29], [0, 1])


@pytest.mark.rule("GL-228")
def test_the_dagger_is_moved_or_left_out_in_a_copy_of_the_deck(new_table: NewTable) -> None:
    classic = load_deck("guile", "classic")
    without = {"card_id": "influence_4_dagger", "dagger": ""}
    for change, outcome in (([], (0, "dagger")), ([without], (-1, "drawn"))):
        table = new_table(deck=classic.edit(change=change)).last_action("4d 4 1 2 2 1 3 3").peek()
        assert table.outcome() == outcome
    moved = classic.edit(change=[without, {"card_id": "influence_4", "dagger": 1}])
    assert new_table(deck=moved).last_action("4d 4 1 2 2 1 3 3").peek().outcome() == (1, "dagger")


@pytest.mark.rule("GL-232", "GL-503")
def test_the_cards_aside_are_shown_after_the_round_or_never(new_table: NewTable) -> None:
    for option, cards in (("never", []), ("after_round", ["1", "4d"])):
        table = new_table(show_aside=option).last_action("2 1 2 3 2 3 1 4", aside="Influence 1, Influence 4 dagger")
        assert not any("left over" in line for line in table.match.seat_log(0))
        assert table.match.view(0)["fields"]["aside_shown"][0] == 0
        table.peek()
        told = [line for line in table.match.seat_log(1) if line.endswith("was left over.")]
        assert told == [f"{table.names[table.short.index(letters)]} was left over." for letters in cards]
        shown = table.match.view(None)["fields"]["aside_shown"][0]
        kinds = table.match.deck.arrays.kind
        assert [table.short[int(kinds[card])] for card in range(10) if (shown >> card) & 1] == cards


@pytest.mark.rule("GL-221")
def test_an_extended_cast_that_is_not_in_the_deck_is_refused() -> None:
    deck = load_deck("guile", "classic").edit(remove=["isolde", "morgana", "merlin"])
    assert Match("guile", deck=deck).state.card_count == 10
    with pytest.raises(OptionError, match="lists no character"):
        Match("guile", deck=deck, options={"extended_cast": True})


def values(option) -> list:
    """All values of an option."""
    if isinstance(option.default, bool):
        return [False, True]
    return list(option.choices or range(option.least, option.most + 1))


@pytest.mark.rule("GL-220", "GL-221", "GL-222", "GL-223", "GL-224", "GL-225", "GL-226", "GL-229", "GL-230", "GL-231")
def test_every_value_of_every_option_is_played_to_the_end() -> None:
    options = Match("guile").variant.options
    assert {option.rule for option in options} == {f"GL-{number}" for number in (*range(220, 227), *range(229, 233))}
    for option in options:
        for value in values(option):
            chosen = {"extended_cast": True, option.key: value}
            match = Match("guile", seed=5, options=chosen, bots={0: "random", 1: "random"})
            match.play_bots()
            assert match.over
            assert match.options[option.key] == value
            assert len(match.acts) <= match.variant.max_decisions
