"""What is told at the end of a game: all of it follows from the score lines, for every game, and never too early."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.endings import ENDS, ended, said, search
from tests.example_game import GAME as EXAMPLE
from tests.games.guild_master.drawn_match import drawn_match
from workbench.heraldry import seat_colour
from workbench.kernel.game import Game
from workbench.kernel.registry import list_games, register, unregister
from workbench.lab.stories import Story, ahead_picture
from workbench.play.match import Match
from workbench.widgets.ending.result import Result
from workbench.widgets.ending.story import story_of

TABLES = [(game.id, seats) for game in list_games().values() for seats in {game.seats[0], game.seats[-1]}]


@pytest.fixture
def example_game() -> Iterator[Game]:
    """The example game of the tests, known for the length of a test."""
    register(EXAMPLE)
    yield EXAMPLE
    unregister(EXAMPLE.id)


# ---------------------------------------------------------------- every game


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_the_sheet_of_every_game_is_made_of_its_score_lines(game_id: str, seats: int) -> None:
    match = ended(game_id, seats)
    told = Result(match).as_dict()
    json.dumps(told)
    assert [one["seat"] for one in told["banners"] if one["won"]] == [
        seat for _, seat in Result(match).in_order if seat in match.winners
    ]
    assert {one["name"] for one in told["banners"]} <= set(match.seat_names)
    for figure, row in ((one, row) for one, row in _figures_by_row(match, told)):
        lines = [line for line in match.score_lines() if line["seat"] == row["seat"] and line["reason"] in figure[0]]
        assert figure[1] == sum(line["points"] for line in lines)
    for source in told["sources"]:
        assert source["rows"][-1]["sum"] == source["total"] == sum(row["points"] for row in source["rows"])
        for row in source["rows"]:
            assert row["times"] * sum(block["points"] for block in row["blocks"]) == row["points"]


def _figures_by_row(match: Match, told: dict[str, Any]) -> list[tuple[tuple[tuple[str, ...], int], dict[str, Any]]]:
    """Each figure of the sheet with its reasons, and the row that it stands in."""
    if not told["sheet"]:
        return []
    figures = Result(match).sheet_figures
    return [
        ((one.reasons, points), row)
        for row in told["sheet"]["rows"]
        for one, points in zip(figures, row["figures"], strict=True)
    ]


@pytest.mark.parametrize("game_id", list(list_games()))
def test_a_match_that_has_just_begun_is_told_to_be_undecided(game_id: str) -> None:
    match = Match(game_id, seed=3)
    told = Result(match).as_dict()
    assert told["title"] == "Nothing is decided yet"
    assert not told["over"]
    assert not told["outcomes"]
    assert all(not one["place"] and not one["won"] for one in told["banners"])
    assert story_of(match)["why_not"] == []


@pytest.mark.parametrize("game_id", list(list_games()))
def test_what_is_told_of_a_match_that_goes_on_is_the_same_in_every_world_that_looks_alike(game_id: str) -> None:
    """The shared screen shows it: nothing in it may follow from what is hidden from everybody."""
    match = Match(game_id, seed=5)
    for seat in range(match.seats):
        match.seat_bot(seat, "greedy")
    while len(match.acts) < 40 and not match.over:
        match.play_bot(match.to_act[0])
    assert not match.over
    told = Result(match).as_dict()
    for seed in range(3):
        assert Result(match.redealt(None, seed)).as_dict() == told


# ---------------------------------------------------------------- who won, and by what


@pytest.mark.rule("GM-061")
def test_a_tie_break_is_told_in_words_with_the_figures_that_decided() -> None:
    result = Result(drawn_match())
    assert result.title == "Deniz is Guild Master"
    assert said(result) == (
        "Chiara and Deniz are equal in guilds led (3 each) and guilds led alone (3 each). "
        "So all points decide: 30 to 29."
    )
    assert [words for words, strong in result.by if strong] == ["30 to 29"]
    assert [(place, result.names[seat]) for place, seat in result.in_order] == [
        (1, "Deniz"), (2, "Chiara"), (3, "Anna"), (4, "Ben")
    ]  # fmt: skip


@pytest.mark.rule("GM-327")
def test_a_shared_win_names_all_and_hangs_their_banners_equally_low() -> None:
    match = search("guild_master", 2, lambda match: len(match.winners) == 2, max_turns=2)
    result = Result(match)
    assert result.title == "Anna and Ben are Guild Masters together"
    led, alone, points, buildings = (figures[0] for figures in match.figures())
    assert said(result) == (
        f"Anna and Ben are equal in guilds led ({led} each), guilds led alone ({alone} each), "
        f"all points ({points} each) and buildings ({buildings} each)."
    )
    assert [(one["place"], one["depth"], one["won"]) for one in result.as_dict()["banners"]] == [("1st", 1, True)] * 2


@pytest.mark.rule("GM-327")
def test_of_those_who_share_a_win_before_others_both_is_said_who_is_behind_and_that_they_are_equal() -> None:
    match = search("guild_master", 3, lambda match: len(match.winners) == 2, max_turns=2)
    result = Result(match)
    words = said(result)
    assert words.endswith("each).")
    assert words.partition(": ")[0] in ("Guilds led", "Guilds led alone") or " So " in words
    assert f"{' and '.join(result.names[seat] for seat in match.winners)} are equal in " in words


@pytest.mark.rule("QU-206")
def test_whoever_wins_in_a_final_tournament_is_not_said_to_have_won_by_what_all_were_equal_in() -> None:
    """Both are Knights of the Round Table; whoever has fewer shields left has won as well as whoever has more."""
    seeds = range(37, 400)
    found = (ended("quests", 2, seed) for seed in seeds)
    match = next(match for match in found if len(match.winners) == 1 and len(set(match.figures()[1])) == 1)
    words = said(Result(match))
    assert words.startswith("Anna and Ben are equal in steps up in rank (")
    assert words.endswith(f"{match.seat_names[match.winners[0]]} won the game.")
    (other,) = story_of(match)["why_not"]
    assert other["text"] == "Equal in all that decides, and yet not among the winners."


def test_a_win_at_the_first_step_needs_no_tie_break() -> None:
    result = Result(ended("guile", 2))
    assert result.title.endswith("controls Camelot")
    assert said(result) in ("Victory cards: 2 to 0.", "Victory cards: 2 to 1.")


@pytest.mark.rule("EX-604")
def test_a_game_that_nobody_wins_says_so_and_what_each_has_come_to() -> None:
    match = search("excalibur", 4, lambda match: not match.winners, bot="random")
    told = Result(match).as_dict()
    assert told["title"] == "Nobody wins"
    assert told["sheet"] is None
    assert [one["place"] for one in told["banners"]] == [""] * 4
    assert len(told["outcomes"]) == 4
    assert all("oss" in one["lines"][0] for one in told["outcomes"])


def test_a_practice_match_says_that_it_was_one() -> None:
    match = ended("guile", 2).fork()
    match.practice = True
    assert said(Result(match)).endswith("This was a practice match.")


# ---------------------------------------------------------------- the sheet


@pytest.mark.rule("GM-604")
def test_cells_are_filled_where_a_line_says_that_a_seat_leads() -> None:
    match = ended("guild_master", 8, 3)
    sheet = Result(match).as_dict()["sheet"]
    letters = [category.letter for category in match.deck.meta.categories]
    filled = {
        (row["seat"], letters[number]) for row in sheet["rows"] for number, (_, led) in enumerate(row["cells"]) if led
    }
    leads = ("lead", "shared_lead")
    assert filled == {(line["seat"], line["category"]) for line in match.score_lines() if line["reason"] in leads}


@pytest.mark.rule("CA-085")
def test_a_set_of_a_guild_shows_its_cards_and_how_often_they_count() -> None:
    rows = [row for source in Result(ended("cadwallon", 4)).as_dict()["sources"] for row in source["rows"]]
    assert any(row["times"] > 1 for row in rows)
    told = Result(ended("cadwallon", 4)).as_dict()
    for row in told["sheet"]["rows"]:
        assert sum(points for points, _ in row["cells"]) == row["figures"][0]


def test_a_bonus_stands_behind_the_card_that_prints_it() -> None:
    sources = Result(drawn_match()).as_dict()["sources"]
    bonuses = 0
    for row in (row for source in sources for row in source["rows"]):
        names = [block["name"] for block in row["blocks"]]
        for place, block in enumerate(row["blocks"]):
            bonuses += block["bonus"]
            assert (
                not block["bonus"] or place == 0 or names[place - 1] == block["name"] or names.count(block["name"]) == 1
            )
    assert bonuses > 0


def test_more_people_than_there_is_room_for_stand_in_the_sheet_alone() -> None:
    told = Result(ended("guild_master", 8, 3)).as_dict()
    assert len(told["banners"]) == len(told["sheet"]["rows"]) == 8
    fifth = told["banners"][4]
    row = next(row for row in told["sheet"]["rows"] if row["seat"] == fifth["seat"])
    led = sum(leads for _, leads in row["cells"])
    assert fifth["lines"] == [[str(led), "guild led", "led"], [str(row["figures"][-1]), "points", "points"]]


def test_a_game_that_declares_no_sheet_has_its_points_by_category(example_game: Game) -> None:
    match = Match(example_game.id, seats=3, seed=2, bots=dict.fromkeys(range(3), "random"))
    match.play_bots()
    told = Result(match).as_dict()
    assert [one["title"] for one in told["sheet"]["columns"]] == [one.short for one in match.deck.meta.categories]
    assert told["sheet"]["figures"] == ["all points"]
    for row in told["sheet"]["rows"]:
        lines = [line for line in match.score_lines() if line["seat"] == row["seat"] and line["level"] == "point"]
        assert sum(points for points, _ in row["cells"]) == sum(line["points"] for line in lines)


def test_quests_names_what_shields_came_from() -> None:
    columns = [one["title"] for one in Result(ended("quests", 4)).as_dict()["sheet"]["columns"]]
    assert set(columns) <= {"Quests", "Recognition", "Tournaments", "Events"}
    assert "Quests" in columns


# ---------------------------------------------------------------- the ends that pages are tried with


@pytest.mark.parametrize("name", ENDS)
def test_each_end_that_pages_are_tried_with_shows_what_it_is_there_for(name: str) -> None:
    match, shows = ENDS[name]()
    words = said(Result(match))
    round_decided = {"victory_by_highest_card", "victory_by_dagger"} & {line["reason"] for line in match.score_lines()}
    found = {
        "nobody": not match.winners,
        "shared": len(match.winners) > 1,
        "tie-break": len(match.winners) == 1 and " are equal in " in words,
        "clear": len(match.winners) == 1 and " are equal in " not in words,
        "round tie-break": bool(round_decided),
    }
    assert found[shows]


@pytest.mark.rule("EX-602")
def test_many_who_share_a_win_are_counted_in_the_heading() -> None:
    match = ENDS["excalibur-eight"]().match
    result = Result(match)
    assert len(match.winners) == 7
    assert result.title == "Seven of eight win together"
    assert [one["won"] for one in result.as_dict()["banners"]] == [True] * 7 + [False]


def test_one_of_something_is_not_called_as_many_are() -> None:
    lines = [one["lines"] for one in Result(ended("guile", 2)).as_dict()["banners"]]
    assert {(figure, words, short) for figure, words, short in (line[0] for line in lines)} <= {
        ("0", "victory cards", "cards"),
        ("1", "victory card", "card"),
        ("2", "victory cards", "cards"),
    }


# ---------------------------------------------------------------- colours


def test_the_end_and_its_story_show_each_seat_in_the_colour_that_was_chosen() -> None:
    bots = dict.fromkeys(range(3), "greedy")
    plain, chosen = (Match("cadwallon", seats=3, seed=5, bots=bots, colours=given) for given in (None, {0: 2}))
    for match in (plain, chosen):
        match.play_bots()
    assert chosen.arms == (2, 1, 0)
    before, after = Result(plain).as_dict(), Result(chosen).as_dict()
    assert after["shields"] == before["shields"][::-1]
    fields = {banner["seat"]: banner["field"] for banner in before["banners"]}
    assert {banner["seat"]: banner["field"] for banner in after["banners"]} == {
        0: fields[2],
        1: fields[1],
        2: fields[0],
    }
    pictures = [ahead_picture(Story(match)) for match in (plain, chosen)]
    counts = [[picture.count(f'fill="{seat_colour(seat)}"') for seat in range(3)] for picture in pictures]
    assert counts[1] == counts[0][::-1] != counts[0]
