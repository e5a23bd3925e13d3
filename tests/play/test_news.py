"""What is new to a seat, in a few sentences, and whom each line of its log concerns."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from workbench.kernel.events import EVERYONE_HEARS
from workbench.kernel.registry import list_games
from workbench.play import Match
from workbench.play.host import TableHost
from workbench.play.log import LogLine, note_of


def played(game: str, seats: int, acts: int = 10_000, seed: int = 3) -> Match:
    """A match that bots have played so far."""
    match = Match(game, seats=seats, seed=seed, bots=dict.fromkeys(range(seats), "greedy"))
    while not match.over and len(match.acts) < acts:
        match.play_bot(match.to_act[0])
    return match


def test_before_its_first_act_nothing_is_new_to_a_seat() -> None:
    assert Match("guild_master", seats=3, seed=7).news(0) == []


def test_a_sentence_joins_what_a_seat_did_and_leaves_out_what_is_small() -> None:
    match = played("guild_master", 4, 0)
    told: set[str] = set()
    while not match.over:
        if match.to_act[0] == 0:
            told |= {news.sentence for news in match.news(0)}
        match.play_bot(match.to_act[0])
    assert any(" discards " in words and " and builds " in words for words in told)
    assert not any("Turn " in words or "for building" in words or "left in the stock" in words for words in told)
    assert all(words.endswith(".") and not words.endswith("..") for words in told)


def test_who_takes_a_lead_from_a_seat_is_told_with_the_emblem_of_the_guild() -> None:
    match = played("guild_master", 4, 0, seed=1)
    found = []
    while not match.over:
        seat = match.to_act[0]
        found += [(seat, news) for news in match.news(seat) if " from you." in news.sentence]
        match.play_bot(seat)
    told = "builds Castle, Palace and Town Square and takes Nobility from you."
    assert any(news.sentence.endswith(told) for _, news in found)
    assert all(news.actor != seat and news.emblem and news.colour.startswith("#") for seat, news in found)


def test_of_many_things_of_one_deed_the_first_three_are_named() -> None:
    (news,) = [news.sentence for news in played("quests", 4, 24, seed=2).news(3) if " and more" in news.sentence]
    assert news == "Aldith is level and fights again, plays Excalibur, Amour, Battle-ax and more and has 15 points."


def test_what_was_done_to_a_seat_is_told_to_it_in_its_words() -> None:
    match = played("excalibur", 4, 0)
    told = []
    while not match.over:
        if match.to_act[0] == 0:
            told += [news.sentence for news in match.news(0)]
        match.play_bot(match.to_act[0])
    name = match.seat_names[0]
    assert any("steals your " in words for words in told)
    assert any("looks at your hand" in words for words in told)
    assert not any(name in words for words in told)


@pytest.mark.parametrize("game", sorted(list_games()))
def test_news_and_notes_tell_a_seat_nothing_that_it_does_not_hear(game: str) -> None:
    """In another world that a seat cannot tell apart, told in the same lines, both are the same."""
    match = played(game, 2, 25)
    for seat in range(2):
        other = match.redealt(seat, seed=11)
        assert other.scene(seat).notes == match.scene(seat).notes
        assert other.news(seat) == match.news(seat)
        assert len(match.news(seat)) <= 3
        hidden = [note for note in match.scene(None).notes if note.private]
        assert hidden == []


def test_a_note_says_in_whose_turn_a_line_was_told_and_whom_it_concerns() -> None:
    match = played("guild_master", 4, 60)
    scene = match.scene(0)
    assert len(scene.notes) == len(scene.log)
    for words, note in zip(scene.log, scene.notes, strict=True):
        if words.startswith("Turn "):
            assert words == f"Turn {note.turn}: {match.seat_names[note.whose]}."
        if note.private:
            assert 0 in note.seats
    builds = [(words, note) for words, note in zip(scene.log, scene.notes, strict=True) if " builds " in words]
    assert builds
    assert all(match.seat_names[note.whose] == words.split(" builds")[0] for words, note in builds)


def test_a_private_note_names_who_hears_it_beside_the_seat_whose_screen_it_is_on() -> None:
    whispered = LogLine(audience=0b1011, event=1, values=(), text="", seats=(1,))
    assert note_of(whispered, None, 0, 4).hearers == (1, 3)
    assert note_of(whispered, None, None, 4).hearers == (0, 1, 3)
    assert note_of(replace(whispered, audience=EVERYONE_HEARS), None, 0, 4).hearers == ()


def test_only_somebody_who_has_just_taken_the_device_is_told_the_news() -> None:
    alone = TableHost(Match("guild_master", seats=3, seed=7, bots={1: "greedy", 2: "greedy"}))
    alone.start()
    assert alone.scene(0)["news"] == []
    two = TableHost(Match("guild_master", seats=2, seed=7, names={0: "Anna", 1: "Ben"}))
    two.start()
    told: list[tuple[int, list]] = []
    while not told:
        if two.cover is not None:
            two.ready(two.cover)
            told += [(two.viewer, two.scene(two.viewer)["news"])] if two.scene(two.viewer)["news"] else []
        ahead = two.match.fork()
        ahead.seat_bot(two.viewer, "greedy")
        ahead.play_bot(two.viewer)
        two.act(two.viewer, ahead.acts[-1].actions)
        assert two.scene(two.viewer)["news"] == two.scene(None)["news"] == []
    viewer, news = told[0]
    assert news[0]["actor"] == 1 - viewer
    assert news[0]["sentence"].startswith("Anna " if viewer else "Ben ")


@pytest.mark.parametrize(
    ("game_id", "options"),
    [
        ("guild_master", {}),
        ("guild_master", {"game_variant": "player_interaction"}),
        ("guild_master", {"game_variant": "labyrinth_city"}),
        ("guile", {}),
        ("excalibur", {}),
        ("quests", {}),
        ("cadwallon", {}),
    ],
)
def test_rounds_of_the_log_begin_with_the_first_and_go_up_one_by_one(game_id: str, options: dict[str, str]) -> None:
    seats = 8 if options.get("game_variant") == "labyrinth_city" else None
    match = Match(game_id, seats=seats, seed=2, options=options)
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    while not match.over and len(match.log) < 300:
        match.play_bot(match.to_act[0])
    for seat in (None, 0):
        rounds = [note.round for note in match.scene(seat).notes]
        assert set(rounds) - {0} == set(range(1, max(rounds) + 1))
        assert all(before <= after for before, after in pairwise(rounds))


def test_a_round_is_a_turn_of_every_seat_unless_a_game_says_otherwise() -> None:
    match = Match("guild_master", seats=3, seed=2, bots=dict.fromkeys(range(3), "greedy"))
    match.play_bots()
    notes = match.scene(None).notes
    assert all(note.round == -(-note.turn // 3) for note in notes)
    assert max(note.turn for note in notes) > 3


def test_the_rounds_that_are_announced_are_those_that_lines_say() -> None:
    match = Match("cadwallon", seats=3, seed=2, bots=dict.fromkeys(range(3), "random"))
    match.play_bots()
    scene = match.scene(None)
    announced = [int(number) for line in scene.log for number in re.findall(r"^Round (\d+)", line)]
    assert announced
    assert {note.round for note in scene.notes} >= set(announced)
