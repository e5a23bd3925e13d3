"""The expected winner over time: from what was public alone, and what the story makes of it."""

from __future__ import annotations

import pytest

from tests.games.guild_master.drawn_match import drawn_match
from tests.lab.test_stories import played
from workbench.lab.expected_winner import (
    ALTOGETHER,
    FEWEST,
    PLAIN_PLAYOUTS,
    PLAYOUTS,
    ExpectedWinner,
    ends_of_turns,
    expected_winner,
)
from workbench.lab.expecting import Expecting
from workbench.lab.stories import Story, expected_picture
from workbench.lab.story_told import LEAST_SWING, MOST_SWINGS
from workbench.play import Match
from workbench.storage.errors import OptionError


def made_up(match: Match, swings: dict[int, float]) -> ExpectedWinner:
    """An expected winner of two seats that swings to and fro in some turns."""
    share, shares, up = 0.5, [(0.5, 0.5)], True
    turns = range(1, match.turn + 1)
    for turn in turns:
        share += swings.get(turn, 0.0) if up else -swings.get(turn, 0.0)
        up = up != (turn in swings)
        shares.append((round(share, 4), round(1 - share, 4)))
    return ExpectedWinner((0, *turns), tuple(shares), 400, "greedy")


def test_shares_go_from_the_beginning_to_who_has_won() -> None:
    match = played("guile")
    found = expected_winner(match, playouts=3, compiled=False)
    assert found.turns == tuple(range(match.turn + 1))
    assert all(sum(of_seats) == pytest.approx(1, abs=1e-3) for of_seats in found.shares)
    assert found.shares[-1] == tuple(float(seat in match.winners) for seat in range(match.seats))
    assert max(found.shares[0]) > 0
    assert ExpectedWinner.from_dict(found.as_dict()) == found


@pytest.mark.slow
def test_a_long_match_is_played_on_less_often_from_each_turn() -> None:
    match = played("guild_master", 1, 4)
    found = expected_winner(match, compiled=True)
    assert FEWEST < found.playouts < PLAYOUTS
    assert found.playouts * len(found.turns) <= ALTOGETHER
    assert expected_winner(played("guile"), compiled=False).playouts == PLAIN_PLAYOUTS


def test_the_end_of_a_turn_is_where_the_next_one_begins() -> None:
    match = played("guild_master", 54, 4)
    ends = ends_of_turns(match)
    positions = [position.record for position in match.positions()]
    for number, record in ends[1:-1]:
        place = positions.index(record)
        assert (int(positions[place - 1].turn), int(record.turn)) == (number, number + 1)
    assert ends[0][1] is positions[0]
    assert ends[-1][1] is positions[-1]


@pytest.mark.slow
def test_it_tells_nothing_of_what_is_hidden() -> None:
    """Other cards in the hands of others and in the stock, the same shares."""
    match = Match("guild_master", seats=3, seed=9, bots=dict.fromkeys(range(3), "greedy"))
    for _ in range(100):
        match.play_bot(match.to_act[0])
    other = match.redealt(None, 5)
    assert other.state != match.state
    one, same = (expected_winner(of, playouts=2, compiled=False).shares[-1] for of in (match, other))
    assert one == same


def test_turning_points_are_the_greatest_swings_in_the_order_of_turns() -> None:
    match = played("guile")
    assert match.turn > 12
    swings = {2: 0.12, 5: 0.4, 7: 0.3, 9: 0.2, 11: LEAST_SWING / 2}
    story = Story(match, made_up(match, swings))
    assert [point.turn for point in story.turning_points] == [5, 7, 9]
    assert len(story.turning_points) == MOST_SWINGS
    assert [point.rule.removesuffix(" swing of the expected winner") for point in story.turning_points] == [
        "the greatest", "the second greatest", "the third greatest",
    ]  # fmt: skip
    one, other = story.names
    assert story.turning_points[0].title == f"{one} falls from 62 to 22 of 100"
    assert other not in story.turning_points[0].title


def test_swings_that_chance_may_have_made_are_no_turning_points() -> None:
    match = played("guile")
    assert Story(match, made_up(match, {4: LEAST_SWING / 2})).turning_points == ()


def test_the_story_says_how_the_expected_winner_was_found() -> None:
    match = played("guile", names=["<b>Anna</b>", "Ben"])
    story = Story(match).expecting(playouts=2, compiled=False)
    assert "2 were played from each" in story.how_expected
    assert "<b>Anna" not in story.page()
    assert "Who was expected to win" in story.page()
    assert f"Turn {match.turn}: " in expected_picture(story, made_up(match, {}))
    assert "Who was expected to win" not in Story(match).page()


@pytest.mark.parametrize("playouts", [0, True, "many", 10**9])
def test_a_number_of_playouts_that_is_none_is_refused(playouts: object) -> None:
    with pytest.raises(OptionError, match="playouts is"):
        expected_winner(played("guile"), playouts)  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_process_of_its_own_finds_it_compiled_as_plain_python_does() -> None:
    match = drawn_match()
    told: list[ExpectedWinner] = []
    expecting = Expecting(match, told.append)
    expecting.thread.join(600)
    assert told[0].shares[-1] == (0.0, 0.0, 0.0, 1.0)
    few = [expected_winner(match, playouts=1, compiled=compiled) for compiled in (True, False)]
    assert few[0] == few[1]


def test_a_process_that_is_given_up_tells_nothing() -> None:
    told: list[ExpectedWinner] = []
    expecting = Expecting(played("guile"), told.append)
    expecting.end()
    expecting.thread.join(60)
    assert not expecting.thread.is_alive()
    assert told == []
