"""The replay: table, words, graphs and story in step with a slider, moments, and branches that are played on."""

from __future__ import annotations

import asyncio
import datetime
import json
import threading
from html import escape
from pathlib import Path
from typing import Any

import pytest

from workbench.graphs import exchange_graph
from workbench.kernel.registry import list_games
from workbench.lab.expected_winner import ExpectedWinner
from workbench.lab.report import simulate
from workbench.lab.stories import Story
from workbench.play import Match
from workbench.play.store import MatchStore, about_match
from workbench.widgets import MatchReplay

PATIENCE = 60  # seconds


def a_match(game: str = "guild_master", number: int = 1) -> Match:
    return simulate(game, games=2, seed=5, compiled=False).match(number)


def uploaded(name: str, content: bytes) -> Any:
    """A file as the page hands it over."""
    when = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC)
    return (
        {"name": name, "type": "application/json", "size": len(content), "content": content, "last_modified": when},
    )


@pytest.fixture
def replay() -> MatchReplay:
    return MatchReplay(a_match())


@pytest.mark.parametrize("game", list_games())
def test_a_simulated_game_is_the_match_that_the_report_counted(game: str) -> None:
    report = simulate(game, games=4, seed=9, compiled=False)
    for number in range(4):
        match = report.match(number)
        assert sum(1 << seat for seat in match.winners) == report.outcome.winning[number]
        assert sum(len(act.actions) for act in match.acts) == report.outcome.decisions[number]
        assert match.turn == report.outcome.turns[number]
    assert Match.from_dict(json.loads(json.dumps(match.to_dict()))).state == match.state


def test_table_words_and_story_are_in_step(replay: MatchReplay) -> None:
    for act in (0, 30, len(replay.match.acts)):
        replay.go(act)
        then = replay.match.after(act)
        assert len(then.acts) == act
        assert replay.open_table.table.scene["message"] == then.scene(None).message
        assert list(replay.open_table.table.scene["log"]) == list(then.scene(None).log)
        assert f"Act {act} of {len(replay.match.acts)}" in replay.said.value
    assert 'class="rt-now"' in replay.story_page.value


def test_what_came_later_is_not_told_before(replay: MatchReplay) -> None:
    replay.go(30)
    told = len(replay.open_table.table.scene["log"])
    replay.go(31)
    assert len(replay.open_table.table.scene["log"]) >= told


def test_moments_lead_to_where_the_lead_had_changed(replay: MatchReplay) -> None:
    moments = dict(replay.marked())
    assert moments["The end"] == len(replay.match.acts)
    point = replay.story.turning_points[0]
    act = moments[f"Turn {point.turn}: {point.title}"]
    before, after = (replay.match.after(number).turn for number in (act - 1, act))
    assert before == point.turn
    assert after == point.turn + 1 or act == len(replay.match.acts)
    assert (act, f"Turn {point.turn}: {point.title}") in replay.slider.marks
    replay.moments.value = act
    assert replay.slider.value == act


def test_an_act_says_whose_it_was_and_in_which_turn(replay: MatchReplay) -> None:
    replay.go(31)
    turn = replay.match.positions()[30].record.turn
    name = replay.match.seat_names[replay.match.acts[30].seat]
    assert f"<h3>Turn {turn}, {name} <small>Act 31 of {len(replay.match.acts)}</small></h3>" in replay.said.value
    assert replay.slider.words.startswith(f"Act 31 of {len(replay.match.acts)}, turn {turn}: ")
    starts = dict(replay.slider.turns)
    assert all(replay.match.positions()[act].record.turn == number for act, number in starts.items())
    replay.go(0)
    assert "<h3>The beginning " in replay.said.value


def test_who_was_expected_to_win_is_drawn_as_bands_and_said_of_a_turn_that_moved_it(replay: MatchReplay) -> None:
    assert replay.slider.bands == []
    turns = tuple(range(replay.match.turn + 1))
    even, won = (0.25,) * 4, (0.0, 0.0, 1.0, 0.0)
    expected = ExpectedWinner(turns, tuple(even if turn < 3 else won for turn in turns), 4, "greedy")
    replay._read_story(replay.match, expected)
    names = list(replay.match.seat_names)
    assert [band["name"] for band in replay.slider.bands] == names[::-1]
    assert replay.slider.band_acts[0] == 0
    assert replay.slider.band_acts[-1] == len(replay.match.acts)
    first = {turn: act for act, turn in replay.slider.turns}
    replay.go(first[3])
    assert replay.verdict.value == "", "the second turn has moved nothing"
    replay.go(first[4])
    assert f"In this turn {names[2]} rises from 25 to <b>100</b> of 100." in replay.verdict.value


def test_it_says_whose_seat_one_takes_who_plays_on(replay: MatchReplay) -> None:
    replay.go(20)
    names = replay.match.seat_names
    assert replay.hint.value == f"<p>You take the seat of {names[replay.then.to_act[0]]}, bots the others.</p>"
    replay.open_table.eyes.value = "2"
    assert replay.hint.value == f"<p>You take the seat of {names[2]}, bots the others.</p>"
    replay.go(len(replay.match.acts))
    assert replay.hint.value == ""


def test_what_a_seat_knew_then_is_seen_with_its_eyes_once_the_match_is_over(replay: MatchReplay) -> None:
    replay.go(20)
    replay.open_table.eyes.value = "2"
    assert replay.open_table.table.scene["seat"] == 2
    assert replay.open_table.table.scene["zones"] == replay.match.after(20).scene(2).as_dict()["zones"]
    replay.open_table.eyes.value = "everybody"


def test_of_a_match_that_goes_on_only_what_lies_open_is_seen() -> None:
    replay = MatchReplay(a_match().after(40))
    assert [key for _, key in replay.open_table.eyes.options] == ["everybody"]
    assert replay.open_table.branch_button.disabled
    replay.open_table.branch_button.click()
    assert "still goes on" in replay.notice.value
    assert not replay.open_table.branched
    assert replay.marked() == []
    assert replay.hint.value == ""
    assert "what all see" in replay.bar.value


def test_the_hard_bot_says_what_it_would_have_done_and_what_was_played(
    replay: MatchReplay, nothing_compiled: None
) -> None:
    replay.go(3)
    assert replay.ask.layout.display == ""
    replay.ask.click()
    act = replay.match.acts[3]
    who, played = replay.match.seat_names[act.seat], replay.then.words_of(act.actions)
    assert replay.advised.value.startswith(f'<p role="status">For {who} the hard bot would choose: ')
    assert f"Played was: {escape(played)}" in replay.advised.value
    replay.go(4)
    assert replay.advised.value == ""
    replay.go(len(replay.match.acts))
    assert replay.ask.layout.display == "none"


def test_of_a_match_that_goes_on_the_hard_bot_says_nothing() -> None:
    match = Match("guild_master", seats=3, seed=2, bots=dict.fromkeys(range(3), "greedy"))
    match.play_bot(match.to_act[0])
    assert MatchReplay(match).ask.layout.display == "none"


def test_a_branch_is_played_on_and_the_match_stays_as_it_was(replay: MatchReplay) -> None:
    before = json.dumps(replay.match.to_dict())
    replay.go(25)
    seat = replay.then.to_act[0]
    replay.open_table.eyes.value = str(seat)
    action = replay.then.legal(seat)[0].id
    replay.open_table.table._handle_custom_msg({"type": "act", "actions": [action], "asked": 1}, [])
    branch = replay.open_table.match
    assert replay.notice.value == ""
    assert replay.open_table.branched
    assert branch is not None
    assert (branch.acts[25].seat, branch.acts[25].actions) == (seat, (action,))
    assert seat not in branch.bots
    assert branch.over or seat in branch.to_act, "bots have played until the person is asked"
    assert branch.seat_names == replay.match.seat_names
    assert json.dumps(replay.match.to_dict()) == before
    replay.back.click()
    assert not replay.open_table.branched
    assert len(replay.then.acts) == 25
    replay.open_table.eyes.value = "everybody"


def sent_files(replay: MatchReplay, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """The files that the page is sent from now on: name and text."""
    sent: list[tuple[str, str]] = []
    monkeypatch.setattr(replay.slider, "send", lambda message: sent.append((message["name"], message["text"])))
    return sent


def test_a_branch_is_saved_as_a_match_file_that_plays_again(
    replay: MatchReplay, monkeypatch: pytest.MonkeyPatch
) -> None:
    sent = sent_files(replay, monkeypatch)
    replay.save.click()
    replay.go(25)
    replay.open_table.branch_button.click()
    branch = replay.open_table.match
    assert branch is not None
    replay.save.click()
    (name, text), (of_branch, branched) = sent
    assert name == f"guild_master-act-{len(replay.match.acts)}.json"
    assert of_branch == f"guild_master-act-{len(branch.acts)}-branch.json"
    assert Match.from_dict(json.loads(text)).state == replay.match.state
    again = Match.from_dict(json.loads(branched))
    assert (again.state, again.bots) == (branch.state, branch.bots)


def test_words_story_and_graph_follow_a_branch_to_its_end(replay: MatchReplay) -> None:
    replay.go(25)
    replay.graph_choice.value = "exchanges"
    replay.open_table.branch_button.click()
    assert "A branch, " in replay.said.value
    branch = replay.open_table.match
    assert branch is not None
    while not branch.over:
        seat = branch.to_act[0]
        branch.seat_bot(seat, "greedy")
        branch.play_bots()
    replay.open_table._moved_on()
    assert "played to its end" in replay.said.value
    assert branch.seat_names[branch.winners[0]] in replay.said.value
    assert len(replay.graph_view.ways) == len(exchange_graph(branch).edges)
    replay.back.click()
    assert "Act 25 of" in replay.said.value


def test_the_file_of_a_match_that_goes_on_is_not_given_away(monkeypatch: pytest.MonkeyPatch) -> None:
    replay = MatchReplay(a_match().after(40))
    sent = sent_files(replay, monkeypatch)
    assert replay.save.disabled
    replay.save.click()
    assert sent == []
    assert "would show every hand" in replay.notice.value


def test_matches_that_were_kept_can_be_chosen() -> None:
    match = a_match("guile")
    store = MatchStore()
    kept = store.new_id()
    store.write(kept, {"match": match.to_dict(), "about": about_match(match)})
    replay = MatchReplay(a_match())
    words = {key: words for words, key in replay.kept_choice.options}[kept]
    assert words.startswith("Guile, ")
    assert words.endswith(f"turn {match.turn}, over")
    replay.kept_choice.value = kept
    assert replay.match.state == match.state


def test_an_act_for_nobody_is_refused_in_words(replay: MatchReplay) -> None:
    replay.go(10)
    replay.open_table.table._handle_custom_msg({"type": "act", "actions": [1], "asked": 1}, [])
    assert "with whose eyes" in replay.notice.value
    assert not replay.open_table.branched


def test_the_graphs_are_those_of_this_act(replay: MatchReplay) -> None:
    replay.graph_choice.value = "exchanges"
    shown = []
    for act in (0, len(replay.match.acts)):
        replay.go(act)
        shown.append(len(replay.graph_view.ways))
    assert shown[0] == 0 < shown[1]
    replay.graph_choice.value = "course"
    replay.go(12)
    assert 'class="rt-now"' in replay.graph_view.picture.replace("rt-over rt-now", "rt-now")
    replay.graph_choice.value = "none"


def test_a_saved_match_a_kept_one_and_one_from_a_page_are_opened(
    replay: MatchReplay, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = a_match("guile")
    match.save(tmp_path / "match.json")
    assert MatchReplay(tmp_path / "match.json").match.state == match.state
    store = MatchStore()
    kept = store.new_id()
    store.write(kept, {"match": match.to_dict()})
    monkeypatch.setenv("QUERY_STRING", f"match={kept}")
    assert MatchReplay().match.state == match.state
    monkeypatch.setenv("QUERY_STRING", "match=none&game=guile")
    astray = MatchReplay()
    assert "names no kept match" in astray.notice.value
    assert astray.match.game.id == "guile"
    content = (tmp_path / "match.json").read_bytes()
    replay.upload.value = uploaded("match.json", content)
    assert replay.match.game.id == "guile"
    replay.upload.value = uploaded("x.json", b"{}")
    assert "not a saved match" in replay.notice.value


def test_the_page_answers_while_the_story_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    may_read, page_of = threading.Event(), Story.page

    def read(story: Story, now: int | None = None) -> str:
        assert may_read.wait(PATIENCE)
        return page_of(story, now)

    async def work() -> None:
        replay, told = MatchReplay(a_match()), asyncio.Event()
        replay.story_page.observe(lambda _change: told.set(), "value")
        replay.go(12)
        assert "Act 12 of" in replay.said.value
        assert (replay.story_page.value, replay.marked()) == ("", [])
        may_read.set()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert 'class="rt-now"' in replay.story_page.value
        assert replay.moments.options[-1] == ("The end", len(replay.match.acts))
        replay._expected.end()

    monkeypatch.setattr(Story, "page", read)
    asyncio.run(work())
