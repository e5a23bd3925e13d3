"""The story of a match: its timeline, what decided it, and why the others did not win, for every game."""

from __future__ import annotations

import re
from itertools import accumulate, pairwise
from xml.etree import ElementTree

import pytest

import workbench as wb
from tests.games.guild_master.drawn_match import drawn_match
from workbench.kernel.registry import list_games
from workbench.lab.points import Points
from workbench.lab.stories import NAMES as NAMES_END
from workbench.lab.stories import WIDEST, Story, ahead_picture, waterfall_picture
from workbench.play import Match

NAMES = ["Anna", "Ben", "Chiara", "Deniz"]
GAMES = list_games()


def played(game: str, seed: int = 3, seats: int | None = None, names: list[str] | None = None) -> Match:
    """A match between greedy bots, played to its end."""
    seats = seats or GAMES[game].variants[0].default_seats
    match = Match(game, seats=seats, seed=seed, bots=dict.fromkeys(range(seats), GAMES[game].usual_bot), names=names)
    match.play_bots()
    return match


@pytest.fixture(scope="module")
def drawn() -> Story:
    return wb.story(drawn_match())


def test_no_number_of_a_turn_stands_upon_that_of_a_turning_point(drawn: Story) -> None:
    picture = ElementTree.fromstring(ahead_picture(drawn))
    points = [float(one.get("cx", 0)) for one in picture.iter() if one.get("class") == "rt-point"]
    texts = [one for one in picture.iter() if one.tag.endswith("text") and (one.text or "").isdecimal()]
    turns = [float(one.get("x", 0)) for one in texts if one.get("class") is None]
    assert drawn.turning_points[-1].turn == drawn.turns[-1].number, "the last turn is one"
    assert len(points) == 3
    assert len(turns) == 1
    assert all(abs(turn - point) > 15 for turn in turns for point in points)


def test_the_sentence_names_the_winner_and_each_step_that_told_seats_apart(drawn: Story) -> None:
    assert drawn.sentence == ("Deniz wins: guilds led 3 to 2, then all points 30 to 29 (Chiara and Deniz were equal).")
    assert drawn.places == ((3,), (2,), (0,), (1,)), "two guilds each, one of them alone against none"


def test_every_turn_has_those_who_were_ahead_by_the_figure_that_decides(drawn: Story) -> None:
    assert [turn.number for turn in drawn.turns] == list(range(1, 27))
    sixteenth = drawn.turns[15]
    assert sixteenth.ahead == (1,)
    assert sixteenth.figures[1] == max(sixteenth.figures)
    assert "Ben builds Guard Tower." in sixteenth.said
    assert drawn.turns[-1].ahead == drawn.match.winners == (3,)


def test_turning_points_are_turns_after_which_others_were_ahead(drawn: Story) -> None:
    assert 1 <= len(drawn.turning_points) <= 3
    by_number = {turn.number: turn for turn in drawn.turns}
    for point in drawn.turning_points:
        assert by_number[point.turn].ahead != by_number[point.turn - 1].ahead
    last = drawn.turning_points[-1]
    assert (last.turn, last.rule, last.title) == (26, "the last change", "Deniz alone in front")
    assert "Deniz builds Thieves Guild." in last.text


def test_every_change_of_the_lead_is_told_with_what_was_done(drawn: Story) -> None:
    changed = [after.number for before, after in pairwise(drawn.turns) if before.ahead != after.ahead]
    assert [change.turn for change in drawn.lead_changes] == changed
    assert len(changed) > 3
    assert {point.turn for point in drawn.turning_points} <= set(changed)
    last = drawn.lead_changes[-1]
    assert (last.title, last.turn) == ("Deniz alone in front", 26)
    assert "Deniz builds Thieves Guild." in last.text
    assert f"Every change of the lead ({len(changed)})" in drawn.page()
    assert "Turn 26: Deniz alone in front. " in drawn.page()


def test_without_what_decided_it_somebody_else_wins(drawn: Story) -> None:
    match = drawn.match
    assert drawn.what_decided[0] == "Without the bonus of Thieves Guild, Chiara wins."
    for removed, won in drawn.decisive:
        arrays = match.deck.arrays
        for worth in removed:
            arrays = match.game.reports.worth[worth.name](arrays, worth.kind)
        assert match.winners_with(arrays) == won != match.winners


@pytest.mark.parametrize(("game_id", "seats"), [("guile", 2), ("quests", 3)])
def test_without_the_gains_that_decided_the_winner_is_not_ahead_and_with_one_of_them_is(
    game_id: str, seats: int
) -> None:
    """The winner's figure at the end of each turn, counted again."""
    match = played(game_id, 5, seats)
    story = Story(match)
    (winner,) = match.winners
    (said,) = story.what_decided
    turns = [int(number) for number in re.findall(r"\d+", said.split(",")[0].partition(" in turn")[2])]
    figures = [0, *(turn.figures[winner] for turn in story.turns)]
    gains = [figures[number] - figures[number - 1] for number in turns]
    best = max(figure for seat, figure in enumerate(story.turns[-1].figures) if seat != winner)
    assert figures[-1] - sum(gains) <= best < figures[-1] - sum(gains) + min(gains)
    assert said.startswith(f"Without what {story.names[winner]} gained in turn")


def test_where_outcomes_decide_it_is_said_when_the_winner_came_ahead() -> None:
    match = played("excalibur", 5, 4)
    (said,) = Story(match).what_decided
    turns = Story(match).turns
    number = int(re.findall(r"turn (\d+)\.", said)[0])
    assert match.winners == turns[number - 1].ahead != turns[number - 2].ahead
    assert {turn.ahead for turn in turns[number - 1 :]} == {match.winners}


def test_no_smaller_set_would_have_changed_the_winner(drawn: Story) -> None:
    """No single worth that is not named changes the winner, as far as a winner has scored by its card."""
    match = drawn.match
    named = {removed[0] for removed, _ in drawn.decisive}
    for name, take_away in match.game.reports.worth.items():
        for kind in range(len(match.deck.kinds)):
            arrays = take_away(match.deck.arrays, kind)
            if arrays is not None and match.winners_with(arrays) != match.winners:
                assert (kind, name) in named or match.naming("card", kind) not in {
                    line["source"] for line in match.score_lines() if line["seat"] in match.winners
                }


def test_why_the_others_did_not_win_is_said_of_each(drawn: Story) -> None:
    assert drawn.why_not == {
        0: "Lost Trade in the last turn.",
        1: "12 points in Food, where 7 were enough.",
        2: "One more point in Food would have won.",
    }


def test_where_outcomes_decide_each_is_told_its_own() -> None:
    assert Story(played("excalibur", 6, 4)).why_not == {
        1: "Loss: Aldith holds Excalibur.",
        2: "Ultimate loss: holds the Cursed Blade.",
        3: "Loss: Aldith holds Excalibur.",
    }


def test_the_points_that_a_seat_lacked_would_have_won() -> None:
    """One point more in that category, printed on a card of that seat, and it is among the winners."""
    stories = (Story(played("guild_master", seed, 4)) for seed in range(100))
    story, seat, lacked = next(
        (story, seat, found[1])
        for story in stories
        for seat, words in story.why_not.items()
        if (found := re.fullmatch(r"One more point in (.*) would have won\.", words))
    )
    match = story.match
    category = [category.short for category in match.deck.meta.categories].index(lacked)
    own = {line["source"] for line in match.score_lines() if line["seat"] == seat and line["points"]}
    richer = []
    for kind in (kind for kind in range(len(match.deck.kinds)) if match.naming("card", kind) in own):
        points = match.deck.arrays.points.copy()
        points[kind, category] += 1
        richer.append(match.deck.arrays._replace(points=points))
    assert any(seat in match.winners_with(arrays) for arrays in richer)


def test_the_tie_break_is_walked_through_step_by_step(drawn: Story) -> None:
    (first, *_), (second, figures, left, out) = drawn.steps
    assert (first, second) == ("guilds led", "all points")
    assert (figures[2], figures[3], left, out) == (29, 30, (2, 3), (2,))
    assert "Step by step to who won" in drawn.page()
    assert "<s>29</s> drops out" in drawn.page()


@pytest.mark.parametrize("game", GAMES)
def test_each_total_arises_column_by_column(game: str) -> None:
    story = Story(played(game))
    points = Points(story.match, story.match.score_lines())
    for seat, steps in enumerate(story.sums):
        assert [sum_ for *_, sum_ in steps] == list(accumulate(number for _, number, _ in steps))
        assert sum(number for _, number, _ in steps) == sum(
            points.of(seat, part.reasons, part) for part in points.columns
        )
        drawn = waterfall_picture(story, seat)
        bars = (
            [] if drawn is None else [one for one in ElementTree.fromstring(drawn).iter() if one.tag.endswith("rect")]
        )
        assert len(bars) == len(steps)
        ends = [float(one.get("x", 0)) + float(one.get("width", 0)) for one in bars]
        assert not bars or min(float(one.get("x", 0)) for one in bars) >= NAMES_END
        assert not ends or max(ends) <= NAMES_END + WIDEST


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_story_that_agrees_with_its_winners(game: str) -> None:
    match = played(game)
    story = Story(match)
    assert not match.winners or story.places[0] == match.winners
    assert set(story.why_not) == (set(range(match.seats)) - set(match.winners) if match.winners else set())
    assert sorted(seat for place in story.places for seat in place) == list(range(match.seats))
    assert all(sentence.endswith(".") for sentence in story.in_words())
    drawn = ElementTree.fromstring(ahead_picture(story))
    rows = [row for row in drawn.iter() if row.get("data-seat")]
    assert len(rows) == match.seats


def test_a_match_that_goes_on_tells_nothing_that_does_not_lie_open() -> None:
    """Other cards in the hands of others, the same story."""
    match = Match("guild_master", seats=3, seed=9, bots=dict.fromkeys(range(3), "greedy"))
    for _ in range(120):
        match.play_bot(match.to_act[0])
    assert not match.over
    words = Story(match).in_words()
    assert words == Story(match.redealt(None, 5)).in_words()
    assert not Story(match).why_not
    assert not Story(match).decisive


def test_names_stay_text_in_the_page() -> None:
    match = played("guile", names=["<b>Anna</b>", "Ben & Co"])
    page = Story(match).page()
    assert "<b>Anna" not in page
    assert "&lt;b&gt;Anna" in page
    tree = ElementTree.fromstring(page)
    assert {part.get("tabindex") for part in tree.iter()} == {None, "0"}, "keys scroll what is wide, in its order"
