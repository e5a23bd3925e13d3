"""The ending on the screen: shown when a match is over, gone when a step is taken back; its buttons lead on."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import Any

import pytest

from workbench.pages.guard import Guard
from workbench.play import Match
from workbench.widgets import PlayApp
from workbench.widgets.ending.ending import Ending
from workbench.widgets.ending.story import story_of
from workbench.widgets.table.play_app import NEW_GAME, SCORE, TABLE


def played() -> PlayApp:
    """A match of Guile that a person and a bot have played to its end."""
    app = PlayApp("guile", seats=2, you=0, seed=3, names={0: "Anna"}, autosave=False, pace=0)
    app.hear({"type": "hello", "id": ""})
    chance = random.Random(1)
    while not app.match.over:
        app.hear({"type": "act", "actions": [chance.choice(app.match.legal(0)).id]})
    return app


def told(app: PlayApp, **message: Any) -> None:
    """Let the ending hear a message as the browser sends it."""
    app.ending.widget._handle_custom_msg(message, [])


def test_the_ending_comes_with_the_last_act_and_goes_with_an_undo() -> None:
    app = played()
    assert app.ending.widget.result["over"]
    assert app.ending.widget.result["title"].endswith("controls Camelot") or len(app.match.winners) != 1
    assert app.ending.widget.story["why_not"]
    app.hear({"type": "undo"})
    assert app.ending.widget.result == {}
    assert app.ending.widget.story == {}


def test_nothing_is_told_of_a_match_that_goes_on_before_somebody_asks() -> None:
    app = PlayApp("guile", seats=2, you=0, seed=3, autosave=False, pace=0)
    app.hear({"type": "hello", "id": ""})
    assert app.ending.widget.result == {}
    app.tabs.selected_index = SCORE
    assert app.ending.widget.result["title"] == "Nothing is decided yet"
    assert not app.ending.widget.result["over"]


def test_play_again_deals_anew_to_the_same_people_with_the_same_rules() -> None:
    app = played()
    before = app.match
    told(app, type="play_again")
    assert app.match is not before
    assert not app.match.over
    assert (app.match.seat_names, app.match.bots) == (before.seat_names, before.bots)
    assert (app.match.options, app.match.deck) == (before.options, before.deck)
    assert app.tabs.selected_index == TABLE
    assert app.ending.widget.result == {}


def test_the_other_buttons_open_the_lobby_and_save() -> None:
    app = played()
    told(app, type="save")
    assert app.table.state["note"].startswith("Saved as guile-turn-")
    told(app, type="new_game")
    assert app.tabs.selected_index == NEW_GAME


def test_what_is_no_message_is_refused_and_changes_nothing() -> None:
    app = played()
    before, error = app.match, ""
    for raw in (None, 3, {}, {"type": "sheet"}, {"type": "play_again", "seat": 1}):
        app.hear(raw)
        assert app.table.state["error"] not in ("", error), raw
        assert app.match is before, raw
        error = app.table.state["error"]


# ---------------------------------------------------------------- the story, read beside the event loop

PATIENCE = 60


def ended() -> Match:
    match = Match("guile", seats=2, seed=3, bots={0: "greedy", 1: "greedy"})
    match.play_bots()
    return match


def ending() -> Ending:
    """An ending that stands alone; a fault on it fails the test."""
    return Ending(Guard(pytest.fail, "")(lambda raw: None))


def test_the_page_answers_while_the_story_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    may_read = threading.Event()

    def read(match: Match, expected: None) -> dict[str, Any]:
        assert may_read.wait(PATIENCE)
        return story_of(match, expected)

    async def work() -> None:
        shown, told = ending(), asyncio.Event()
        shown.widget.observe(lambda _change: told.set(), "story")
        match = ended()
        shown.show(match)
        assert shown.widget.result["over"]
        assert shown.widget.story == {}
        may_read.set()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert shown.widget.story == story_of(match)
        shown.leave()

    monkeypatch.setattr("workbench.widgets.ending.ending.story_of", read)
    asyncio.run(work())


def test_a_story_that_comes_too_late_is_not_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The match of the first story is left; the second one is told after it, by the same thread."""
    may_read, read_of = threading.Event(), list[int | None]()

    def read(match: Match, expected: None) -> dict[str, Any]:
        assert may_read.wait(PATIENCE)
        read_of.append(len(match.acts))
        return story_of(match, expected)

    async def work() -> None:
        shown, told = ending(), asyncio.Event()
        match = ended()
        acts = len(match.acts)
        shown.show(match)
        match.undo()
        shown.leave()
        shown.show(other := Match("guile", seats=2, seed=4))
        stories: list[dict[str, Any]] = []
        shown.widget.observe(lambda change: stories.append(change.new), "story")
        shown.widget.observe(lambda _change: told.set(), "story")
        may_read.set()
        await asyncio.wait_for(told.wait(), PATIENCE)
        assert read_of == [acts, 0], "the thread reads the match as it was shown"
        assert stories == [story_of(other)]
        shown.leave()

    monkeypatch.setattr("workbench.widgets.ending.ending.story_of", read)
    asyncio.run(work())
