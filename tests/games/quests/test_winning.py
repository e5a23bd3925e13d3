"""The final tournament, who has won, and who stands where (QU-205 to QU-207, QU-223, QU-224, QU-257 to QU-259)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from workbench.games.quests import options
from workbench.games.quests.options import MOST_TURNS
from workbench.play import Match
from workbench.storage.errors import OptionError

from .conftest import NewTable
from .table import Table


def risen(new_table: NewTable, *seats: int, **options: Any) -> Table:
    """Some seats become Knights of the Round Table by one quest; one seat has an ally in play."""
    table = new_table(**options)
    for seat in seats:
        table.rank(seat, "champion_knight", 9)
    return table.quest("Search for the Holy Grail", "Boar", joined=seats, sponsor=3, drawer=1, at="quest_end")


@pytest.mark.rule("QU-205", "QU-035")
def test_who_becomes_knight_of_the_round_table_has_won(new_table: NewTable):
    table = risen(new_table, 1)
    assert (table.match.over, table.match.winners, table.asked) == (True, (1,), ())
    assert table.log()[-2:] == ["Stage 1: Boar.", "Seat 2 wins the game."]


@pytest.mark.rule("QU-206", "QU-257", "QU-258", "QU-119")
def test_several_who_rise_by_one_story_card_and_only_they_play_a_final_tournament(new_table: NewTable):
    table = risen(new_table, 0, 2)
    assert (table.match.over, table.phase, table.asked) == (False, "tournament_play", (0, 2))
    assert table.told("final", "enters") == ["A final tournament decides among those who rose together."]
    assert (table.held[0], table.held[1], table.held[2]) == (1, 0, 1)
    assert table.members("risen") == (0, 2)
    shields = table.shields
    table.choose(0, "Amour").choose(2)
    assert table.told("has") == ["Seat 1 has 30 points.", "Seat 3 has 20 points."]
    assert (table.match.over, table.match.winners, table.shields) == (True, (0,), shields)
    assert table.log()[-1] == "Seat 1 wins the game."
    assert table.match.scene(None).message == "Seat 1 is a Knight of the Round Table and wins the game."


@pytest.mark.rule("QU-258")
def test_what_a_knight_of_the_round_table_is_worth_in_it_is_an_option(new_table: NewTable):
    table = risen(new_table, 0, 2, top_rank_bp=33).choose(0, "").choose(2)
    assert table.told("has") == ["Seat 1 has 33 points.", "Seat 3 has 33 points."]


@pytest.mark.rule("QU-207", "QU-257", "QU-253", "QU-132")
@pytest.mark.parametrize(("rounds", "ties"), [("until_decided", 1), ("one", 1)])
def test_if_the_final_tournament_ends_tied_those_tied_have_all_won(new_table: NewTable, rounds: str, ties: int):
    table = risen(new_table, 0, 1, 2, tournament_tie_rounds=rounds)
    for seat in (1, 2):
        table.choose(seat, "Amour")
    table.choose(0)
    assert table.asked == (1, 2)
    assert table.choose_all("", "").match.winners == (1, 2)
    assert table.told("wins") == ["Seat 2 wins the game.", "Seat 3 wins the game."]
    assert int(table.state.tie_round) == ties


@pytest.mark.rule("QU-257", "QU-131")
def test_ties_of_the_final_tournament_follow_the_option_for_ties(new_table: NewTable):
    for rounds, over in (("one", True), ("until_decided", False)):
        table = risen(new_table, 0, 2, tournament_tie_rounds=rounds).choose_all("", "")
        table.choose_all("Amour", "Amour")
        assert table.match.over == over


@pytest.mark.rule("QU-259")
def test_by_option_all_who_rose_together_have_won(new_table: NewTable):
    table = risen(new_table, 0, 2, simultaneous_winners="shared")
    assert (table.match.over, table.match.winners) == (True, (0, 2))


@pytest.mark.rule("QU-223")
@pytest.mark.parametrize("turns", [1, 4])
def test_the_game_stops_after_so_many_story_cards(new_table: NewTable, turns: int):
    table = new_table(turn_limit=turns).turn("Pox")
    for turn in range(1, turns):
        assert table.match.turn == turn + 1
        for seat in range(turn, turn + 4):
            table.act(seat % 4, "Decline")
    assert (table.match.over, table.match.turn) == (True, turns)
    assert table.log()[-1] == "The last turn has been played."


@pytest.mark.rule("QU-224")
@pytest.mark.parametrize(
    ("seats", "best"),
    [
        ([("squire", 4), ("knight", 0), ("knight", 1), ("squire", 4)], (2,)),
        ([("squire", 4), ("squire", 4), ("squire", 3), ("squire", 0)], (0, 1)),
        ([("knight", 6), ("champion_knight", 0), ("knight", 6), ("champion_knight", 0)], (1, 3)),
    ],
)
def test_who_has_not_won_is_ranked_by_rank_then_shields(
    new_table: NewTable, classic: Any, seats: list[tuple[str, int]], best: tuple[int, ...]
):
    table = new_table(turn_limit=1)
    gains = {"squire": 0, "knight": 5, "champion_knight": 12}
    for seat, (rank, shields) in enumerate(seats):
        # what came to the seat and did not fit into the list
        table.say(more={seat: {0: gains[rank] + shields, 7: -gains[rank]}})
        table.rank(seat, rank, shields)
    table.turn("King's Recognition")
    assert table.match.winners == best


@pytest.mark.rule("QU-223")
def test_a_game_without_a_limit_stops_when_nobody_wins_for_ever(new_table: NewTable):
    table = new_table().say(turn=MOST_TURNS - 1)
    table.turn("Pox")
    assert (table.match.turn, table.match.over) == (MOST_TURNS, True)


@pytest.mark.rule("QU-223")
def test_no_limit_can_be_chosen_that_would_not_be_kept(new_table: NewTable):
    with pytest.raises(OptionError):
        new_table(turn_limit=MOST_TURNS + 1)
    assert f"never more than {MOST_TURNS} are played" in (Path(options.__file__).parent / "RULES.md").read_text(
        encoding="utf-8"
    )


@pytest.mark.rule("QU-224", "QU-205")
def test_the_winner_comes_before_all_others_whatever_shields_they_hold(classic: Any):
    match = Match("quests", seed=5, deck=classic, bots=dict.fromkeys(range(4), "greedy"))
    match.play_bots()
    (winner,) = match.winners
    assert int(match.state.rank[winner]) == 3
