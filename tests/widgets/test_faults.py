"""Faults planted in everything a page can set off: each ends in one notice on that page, and the page goes on.

What a page can set off is found, not listed: the types of messages by their classes, and every other place where
a function is registered by reading the sources. Whoever adds one has to add what is planted there.
"""

from __future__ import annotations

import ast
import asyncio
import json
import re
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import ipywidgets
import pytest
from tornado.web import RequestHandler
from tornado.websocket import WebSocketHandler

import workbench.widgets.pages as pages
import workbench.widgets.studio.deck_studio as deck_studio
import workbench.widgets.table.seat_windows as seat_windows
from tests.pages.spoken import classes_of
from tests.servers import CHECKOUT
from tests.widgets.ending.test_ending import played
from tests.widgets.graph.test_match_replay import uploaded
from tests.widgets.lobby.test_lobby import MESSAGES as LOBBY_MESSAGES
from tests.widgets.table.test_seat_windows import ask, claim, connect, in_a_loop, public_table, shown, sit, windows_of
from workbench.decks import load_deck
from workbench.decks.drafts import DraftStore
from workbench.decks.editor import DeckEditor
from workbench.pages.guard import Guard, Handler
from workbench.pages.keeping import BrowserMemory
from workbench.pages.messages import Message, Save, read
from workbench.pages.page import Page as HearingPage
from workbench.play.device import HostedTable
from workbench.play.host import TableHost
from workbench.play.log import Log
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.errors import RoomError, WorkbenchError
from workbench.widgets import DeckStudio, GraphExercises, MatchReplay, PlayApp, StateGraphs, VariantScreen
from workbench.widgets.gallery.variant_screen import BONUSES, REPORT
from workbench.widgets.graph.open_table import OpenTable
from workbench.widgets.graph_view.graph_view import GraphView, WriteFile
from workbench.widgets.grid.card_grid import CardGrid
from workbench.widgets.grid.deck_fields import DeckFields
from workbench.widgets.lobby.lobby import Lobby
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.studio.measuring import Measuring
from workbench.widgets.studio.messages import ExportFile
from workbench.widgets.studio.widgets import ReportHead
from workbench.widgets.table.play_app import SCORE

CARDS = "cards.csv"
PACKAGE = CHECKOUT / "workbench"
PLANTED = "a planted fault"
NOTICE = "Something went wrong in the workbench"


class Planted(Exception):
    """What nobody foresaw."""


def boom(*_given: Any, **_named: Any) -> Any:
    """What stands in for a function that has a fault."""
    raise Planted(PLANTED)


class Page(NamedTuple):
    """A screen as its browser sees it: the widget that hears, and every line that says something is wrong."""

    hears: OneWayWidget
    alerts: Callable[[], list[str]]

    def say(self, **message: Any) -> None:
        """Send a message as the browser does."""
        self.hears._handle_custom_msg(message, [])

    def notices(self) -> list[str]:
        """The lines that tell of a fault."""
        return [line for line in self.alerts() if NOTICE in line]


@pytest.fixture
def studio(measurings: list[Measuring]) -> DeckStudio:
    """A studio of short reports."""
    studio = DeckStudio("guild_master", games=60)
    studio.hear({"type": "hello", "id": ""})
    return studio


def studio_alerts(studio: DeckStudio) -> list[str]:
    """Everything on a studio's page that says that something is wrong."""
    states = (studio.bar.state, studio.report.head.status, studio.versions.list.state)
    lines = [state.get("error", "") for state in states]
    lines += [told["status"] for told in (studio.grid.grid, studio.fields.fields) if told["refused"]]
    return [line for line in lines if line]


def studio_page(studio: DeckStudio, hears: OneWayWidget | None = None) -> Page:
    """The page of a studio, with the one widget that hears."""
    return Page(hears or studio.bar, lambda: studio_alerts(studio))


def match_page(app: PlayApp, hears: OneWayWidget | None = None) -> Page:
    """The page of a match, with the one widget that hears."""
    return Page(hears or app.table, lambda: [line for line in (app.table.state["error"], app.table.notice) if line])


def edit(studio: DeckStudio, **message: Any) -> dict[str, Any]:
    """An edit as the pages of the grid and the fields send it."""
    return {"id": "edit-1", "revision": studio.editor.revision, **message}


# ---------------------------------------------------------------- messages


def a_row(studio: DeckStudio) -> int:
    """The id of the first card's row."""
    return studio.editor.rows(CARDS)[0].id


def studio_messages(_studio: DeckStudio) -> dict[str, dict[str, Any]]:
    """A valid message of every type that a studio's page sends."""
    return {
        "hello": {"id": "", "names": ["Anna", ""]},
        "ping": {},
        "undo": {},
        "redo": {},
        "open": {"game": "guild_master", "deck": "medieval"},
        "import": {"name": "list.csv", "data": b64encode(b"card_id,name\nx,X").decode()},
        "export": {"kind": "toml"},
        "take": {},
        "play": {},
        "go": {"file": CARDS, "row": 2, "column": "name"},
        "suggest": {"aim": "first_seat"},
        "stop": {},
        "edit": {"number": 0},
        "mend": {"places": [[CARDS, 48, "bonus_source_printed"]]},
        "baseline": {"id": "opened"},
        "measure": {"seats": 3, "bots": ["random"] * 3, "games": 60, "seed": "2"},
        "again": {},
        "save": {"note": "mine"},
        "share": {},
        "publish": dict.fromkeys(("line", "author", "notes", "licence", "emblem", "of"), "")
        | {"title": "Town", "language": "en", "unlisted": False},
        "preview": dict.fromkeys(("line", "author", "licence", "emblem", "of"), "")
        | {"title": "Town", "unlisted": False},
        "take_back": {"slug": "town"},
        "restore": {"number": 1},
        "compare": {"id": "opened", "other": "now"},
    }


def grid_messages(studio: DeckStudio) -> dict[str, dict[str, Any]]:
    """A valid message of every type that the page of a grid sends."""
    row = a_row(studio)
    steps: dict[str, dict[str, Any]] = {
        "set": {"file": CARDS, "cells": [[row, "resources", "GG"]]},
        "paste": {"file": CARDS, "row": row, "column": "resources", "block": [["GG"]]},
        "add": {"file": CARDS, "count": 1, "after": None},
        "duplicate": {"file": CARDS, "rows": [row]},
        "delete": {"file": CARDS, "rows": [row]},
        "move": {"file": CARDS, "rows": [row], "by": 1},
        "sort": {"file": CARDS, "column": "name", "descending": True},
        "undo": {},
        "redo": {},
    }
    seen = {"look": {"file": CARDS, "row": row}, "lay": {"piles": True}}
    return {kind: edit(studio, **parts) for kind, parts in steps.items()} | seen


def fields_messages(studio: DeckStudio) -> dict[str, dict[str, Any]]:
    """A valid message of every type that the page of a deck's fields sends."""
    steps: dict[str, dict[str, Any]] = {
        "meta": {"key": "title", "text": "Hamlet"},
        "option": {"key": "open_hands", "text": ""},
        "category": {"number": 0, "key": "name", "text": "Grain"},
        "add_category": {},
        "delete_category": {"number": 0},
        "move_category": {"number": 0, "by": 1},
    }
    return {kind: edit(studio, **parts) for kind, parts in steps.items()}


@contextmanager
def fault_in(page: type[HearingPage], message: type[Message]) -> Iterator[None]:
    """Plant a fault where a page does what messages of a class ask for."""
    with pytest.MonkeyPatch.context() as fault:
        fault.setattr(page, page.handlers[message], boom)
        yield


def check_fault(page: Page, said: type[Message], message: dict[str, Any], caplog: pytest.LogCaptureFixture) -> None:
    """A message whose handler has a fault leaves one notice in plain words; the traceback is in the log alone."""
    page.say(type=said.type, **message)
    (notice,) = page.notices()
    assert page.alerts() == [notice]
    assert said.doing in notice
    assert "Nothing is lost" in notice
    assert "Try again" in notice
    assert not {PLANTED, "Traceback", "Planted"} & set(notice.replace(":", " ").split())
    assert PLANTED not in notice
    assert f"Planted: {PLANTED}" in caplog.text


@pytest.mark.parametrize("kind", classes_of(DeckStudio))
def test_a_fault_in_what_a_studio_hears_is_reported_once_and_the_studio_goes_on(
    kind: str, studio: DeckStudio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page, messages, before = studio_page(studio), studio_messages(studio), json.dumps(studio.to_dict())
    with fault_in(DeckStudio, classes_of(DeckStudio)[kind]):
        check_fault(page, classes_of(DeckStudio)[kind], messages[kind], caplog)
    assert json.dumps(studio.to_dict()) == before
    page.say(type="export", kind="toml")
    assert page.alerts() == []
    assert studio.bar.state["note"].startswith("Saved as")


@pytest.mark.parametrize("kind", classes_of(CardGrid))
def test_a_fault_in_an_edit_of_the_grid_is_reported_once_and_the_grid_goes_on(
    kind: str, studio: DeckStudio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page, before = studio_page(studio, studio.grid), json.dumps(studio.to_dict())
    with fault_in(CardGrid, classes_of(CardGrid)[kind]):
        check_fault(page, classes_of(CardGrid)[kind], grid_messages(studio)[kind], caplog)
    assert json.dumps(studio.to_dict()) == before
    if kind not in ("look", "lay"):
        assert studio.grid.grid["answered"] == "edit-1", "the page waits for ever"
        assert studio.grid.grid["refused"]
    page.say(type="set", **grid_messages(studio)["set"] | {"id": "edit-2"})
    assert page.alerts() == []
    assert studio.grid.grid["answered"] == "edit-2"
    assert studio.editor.rows(CARDS)[0].cells["resources"] == "GG"


@pytest.mark.parametrize("kind", classes_of(DeckFields))
def test_a_fault_in_an_edit_of_the_fields_is_reported_once_and_the_fields_go_on(
    kind: str, studio: DeckStudio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page, before = studio_page(studio, studio.fields), json.dumps(studio.to_dict())
    with fault_in(DeckFields, classes_of(DeckFields)[kind]):
        check_fault(page, classes_of(DeckFields)[kind], fields_messages(studio)[kind], caplog)
    assert json.dumps(studio.to_dict()) == before
    assert (studio.fields.fields["answered"], studio.fields.fields["refused"]) == ("edit-1", True)
    page.say(type="meta", **fields_messages(studio)["meta"] | {"id": "edit-2"})
    assert page.alerts() == []
    assert (studio.fields.fields["answered"], studio.editor.meta["title"]) == ("edit-2", "Hamlet")


@pytest.mark.parametrize("make", [CardGrid, DeckFields])
def test_a_grid_and_fields_alone_tell_of_a_fault_themselves(
    make: type[CardGrid] | type[DeckFields], monkeypatch: pytest.MonkeyPatch
) -> None:
    widget = make(DeckEditor(load_deck("guild_master")))
    monkeypatch.setattr(make, "do", boom)
    kind = "undo" if make is CardGrid else "add_category"
    widget._handle_custom_msg({"type": kind, "id": "edit-1", "revision": 0}, [])
    told = getattr(widget, widget.shown)
    assert told["status"].startswith(NOTICE)
    assert (told["answered"], told["refused"]) == ("edit-1", True)


def my_turn() -> PlayApp:
    """A match in which a person is to act and a bot has acted."""
    app = PlayApp("guile", seats=2, you=0, seed=3)
    app.hear({"type": "hello", "id": ""})
    assert app.host.due == (0,)
    return app


ENDING_MESSAGES: dict[str, dict[str, Any]] = {"play_again": {}, "new_game": {}, "save": {}, "sheet": {"kind": "csv"}}


def match_messages(app: PlayApp) -> dict[str, dict[str, Any]]:
    """A valid message of every type that the page of a match sends."""
    return {
        "act": {"actions": [app.match.legal(0)[0].id], "asked": None},
        "weigh": {"actions": [app.match.legal(0)[0].id], "asked": 0},
        "ready": {"seat": 0},
        "whole": {},
        "hello": {"id": "", "names": ["Anna", ""]},
        "load": {"name": "match.json", "text": json.dumps(app.match.to_dict())},
        "window": {"seat": 0},
        "rule": {"rule": "GM-021"},
        "turn": {"to": "rules"},
        "ping": {},
        "undo": {},
        "redo": {},
        "way": {"to": "stop"},
        "pace": {"number": 0},
        "series": {"number": 0, "asked": 0},
        "draw": {"kind": ".svg"},
        **ENDING_MESSAGES,
    }


@pytest.mark.parametrize("kind", classes_of(PlayApp))
def test_a_fault_in_what_a_match_hears_is_reported_once_and_the_match_goes_on(
    kind: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = my_turn()
    page, before = match_page(app), json.dumps(app.match.to_dict())
    page.say(type="act", actions=[1, 1, 1], asked=app.table.scene["asked"])
    assert app.table.notice, "a line that the notice of the fault takes the place of"
    with fault_in(PlayApp, classes_of(PlayApp)[kind]):
        check_fault(page, classes_of(PlayApp)[kind], match_messages(app)[kind], caplog)
    assert json.dumps(app.match.to_dict()) == before
    page.say(type="save")
    assert page.alerts() == []
    assert app.table.state["note"].startswith("Saved as")


@pytest.mark.parametrize("kind", classes_of(Lobby))
def test_a_fault_in_what_a_lobby_hears_is_reported_once_and_the_lobby_goes_on(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    app = PlayApp("guile", lobby=True, pace=0)
    page, before = match_page(app, app.lobby.widget), app.lobby.plan
    with fault_in(Lobby, classes_of(Lobby)[kind]):
        page.say(type=kind, **LOBBY_MESSAGES[kind])
    assert len(page.notices()) == 1
    assert app.lobby.plan is before
    page.say(type="deal")
    assert app.host.bots.started


@pytest.mark.parametrize("kind", ENDING_MESSAGES)
def test_a_fault_in_what_an_ending_hears_is_reported_once_and_it_goes_on(kind: str) -> None:
    app = played()
    page, before = match_page(app, app.ending.widget), app.match
    with fault_in(PlayApp, classes_of(PlayApp)[kind]):
        page.say(type=kind, **ENDING_MESSAGES[kind])
    (notice,) = page.notices()
    assert classes_of(PlayApp)[kind].doing in notice
    assert app.match is before
    page.say(type="play_again")
    assert not app.match.over


def test_every_message_that_a_page_hears_has_a_sample_and_words_for_what_it_does(studio: DeckStudio) -> None:
    samples = {
        DeckStudio: studio_messages(studio),
        CardGrid: grid_messages(studio),
        DeckFields: fields_messages(studio),
        PlayApp: match_messages(my_turn()),
        Lobby: LOBBY_MESSAGES,
    }
    for page, messages in samples.items():
        known = classes_of(page)
        assert known.keys() == messages.keys()
        assert len({message.doing for message in known.values()}) == len(known), "two messages do the same"
        for kind, message in messages.items():
            assert type(read(page.heard, {"type": kind, **message})) is known[kind]


# ---------------------------------------------------------------- what is shown


STUDIO_PARTS = [
    (deck_studio.Judgement, "show"), (DeckStudio, "_measure"), (DeckStudio, "_show_bar"), (DeckStudio, "_show_bonuses"),
    (deck_studio.PlayedDeck, "show"), (DeckStudio, "_show_versions"), (DeckStudio, "_keep"), (CardGrid, "_finding"),
    (CardGrid, "_face"), (DeckFields, "_state"), (deck_studio.VersionsPanel, "open"), (deck_studio.ReportPanel, "show"),
]  # fmt: skip


@pytest.mark.parametrize(("owner", "name"), STUDIO_PARTS, ids=[name for _, name in STUDIO_PARTS])
def test_a_part_of_a_studio_that_cannot_be_shown_is_reported_once_and_the_step_is_kept(
    owner: type, name: str, studio: DeckStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = studio_page(studio, studio.grid)
    page.say(type="look", file=CARDS, row=a_row(studio))
    with monkeypatch.context() as fault:
        fault.setattr(owner, name, boom)
        page.say(type="set", **edit(studio, file=CARDS, cells=[[a_row(studio), "resources", "QQ"]]))
        assert len(page.alerts()) == len(page.notices()) == 1
        assert studio.grid.grid["answered"] == "edit-1", "the page waits for ever"
        assert studio.bar.state["undo"], "nobody can undo"
        assert studio.editor.rows(CARDS)[0].cells["resources"] == "QQ"
        if name != "_keep":
            assert "QQ" in json.dumps(studio.kept.store.read(studio.kept.id)), (
                "the step is lost when the page is reloaded"
            )
    page.say(type="undo", **edit(studio) | {"id": "edit-2"})
    assert page.alerts() == []
    assert studio.editor.whole


def test_a_deck_of_another_game_that_cannot_be_shown_leaves_this_one_on_the_desk(
    studio: DeckStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = studio_page(studio)
    with monkeypatch.context() as fault:
        fault.setattr(DeckFields, "show", boom)
        page.say(type="open", game="guile", deck="")
        assert len(page.notices()) == 1
    assert studio.game.id == studio.editor.game.id == studio.grid.editor.game.id == "guild_master"
    page.say(type="open", game="guile", deck="")
    assert page.alerts() == []
    assert studio.grid.editor is studio.editor
    assert studio.game.id == "guile"


MATCH_PARTS = [
    (Match, "scene"), (BrowserMemory, "tell"), (PlayApp, "show_state"), (PlayApp, "_show_tab"),
    (seat_windows.SeatWindows, "push"), (PlayApp, "_show_ending"),
]  # fmt: skip


@pytest.mark.parametrize(("owner", "name"), MATCH_PARTS, ids=[name for _, name in MATCH_PARTS])
def test_a_part_of_a_match_that_cannot_be_shown_is_reported_once_and_the_move_is_made(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    app, sound = my_turn(), my_turn()
    page, act = match_page(app, app.table), match_messages(app)["act"]
    before = len(app.match.acts)
    sound.hear({"type": "act", **act})
    assert [one.seat for one in sound.match.acts[before:]] == [0, 1], "no bot acts now"
    with monkeypatch.context() as fault:
        fault.setattr(owner, name, boom)
        page.say(type="act", **act)
        assert len(page.alerts()) == len(page.notices()) == 1
        assert app.match.acts == sound.match.acts, "the bots have stopped"
        assert app.table.state["can_undo"]
    page.say(type="undo")
    assert page.alerts() == []
    assert len(app.match.acts) == before


# ---------------------------------------------------------------- what is kept


def advises_to_save(notice: str) -> bool:
    """Whether a notice is true where nothing was written: it promises nothing, and a file comes before a reload."""
    saved, reloaded = notice.find("as a file"), notice.find("reload")
    return "Nothing is lost" not in notice and -1 < saved < reloaded


@pytest.mark.parametrize(("owner", "name"), [(DraftStore, "write"), (deck_studio.Work, "to_dict")])
def test_a_deck_that_could_not_be_kept_is_never_said_to_be(
    owner: type, name: str, studio: DeckStudio, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    page, number = studio_page(studio, studio.grid), iter(range(9))

    def write(text: str) -> None:
        wanted = {**grid_messages(studio)["set"], "cells": [[a_row(studio), "resources", text]]}
        page.say(type="set", **wanted | {"id": f"edit-{next(number)}"})
        assert studio.editor.rows(CARDS)[0].cells["resources"] == text

    write("GG")
    assert studio.bar.state["kept"] == "kept"
    with monkeypatch.context() as fault:
        fault.setattr(owner, name, boom)
        write("FF")
        (notice,) = page.alerts()
        assert "while keeping the deck" in notice
        assert advises_to_save(notice)
        assert studio.bar.state["kept"] == ""
        assert PLANTED in caplog.text
        with fault_in(DeckStudio, ExportFile):  # another fault, while the last one stands
            studio.bar._handle_custom_msg({"type": "export", "kind": "toml"}, [])
        (notice,) = page.alerts()
        assert "while saving a file" in notice
        assert advises_to_save(notice)
    write("GF")
    assert page.alerts() == []
    assert studio.bar.state["kept"] == "kept"
    assert "GF" in json.dumps(studio.kept.store.read(studio.kept.id))


def test_a_deck_that_its_browser_could_not_be_told_of_is_not_said_to_be_kept(
    studio: DeckStudio, monkeypatch: pytest.MonkeyPatch
) -> None:
    page, told = studio_page(studio, studio.grid), []
    with monkeypatch.context() as fault:
        fault.setattr(studio.bar, "send", boom)
        page.say(type="set", **grid_messages(studio)["set"])
        assert advises_to_save(*page.alerts())
    monkeypatch.setattr(studio.bar, "send", told.append)
    page.say(type="undo", **edit(studio) | {"id": "edit-2"})
    assert [message["id"] for message in told] == [studio.kept.id]


@pytest.mark.parametrize(("owner", "name"), [(Match, "to_dict"), (MatchStore, "write")])
def test_a_match_that_could_not_be_kept_goes_on_and_is_never_said_to_be(
    owner: type, name: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app, sound = my_turn(), my_turn()
    page, act = match_page(app, app.table), match_messages(app)["act"]
    sound.hear({"type": "act", **act})
    with monkeypatch.context() as fault:
        fault.setattr(owner, name, boom)
        page.say(type="act", **act)
        (notice,) = page.alerts()
        assert notice.startswith("The match could not be kept;")
        assert advises_to_save(notice)
        assert PLANTED in caplog.text
        assert app.match.acts == sound.match.acts, "the bots have stopped"
        with fault_in(PlayApp, Save):  # another fault, while the last one stands
            page.say(type="save")
        (notice,) = page.alerts()
        assert "while saving" in notice
        assert advises_to_save(notice)
    page.say(type="undo")
    assert page.alerts() == []
    page.say(type="act", **act)
    assert app.host.kept.store is not None
    assert app.host.kept.store.read(app.host.kept.id)["match"] == app.match.to_dict()


def test_a_match_that_its_browser_could_not_be_told_of_is_told_later(monkeypatch: pytest.MonkeyPatch) -> None:
    app = PlayApp("guile", seats=2, you=(0, 1), seed=3)
    page, told = match_page(app, app.table), []
    page.say(type="hello", id="")
    page.say(type="ready", seat=app.host.cover)
    with monkeypatch.context() as fault:
        fault.setattr(app.table, "send", boom)
        page.say(type="act", actions=[app.match.legal(app.host.viewer)[0].id], asked=None)
        assert advises_to_save(*page.alerts())
    monkeypatch.setattr(app.table, "send", told.append)
    page.say(type="undo")
    assert [message["id"] for message in told] == [app.host.kept.id]
    assert page.alerts() == []


# ---------------------------------------------------------------- bots beside the event loop


def viewer_that_cannot_be_settled(fault: pytest.MonkeyPatch, _app: PlayApp) -> None:
    """A fault in deciding who is shown what, which no part of the page meets."""
    fault.setattr(HostedTable, "settle_device", boom)


def page_that_cannot_be_reached(fault: pytest.MonkeyPatch, app: PlayApp) -> None:
    """A fault in what the host calls to have screens shown, as a page without a guard would have."""
    fault.setattr(app.host, "changed", boom)


def match_that_cannot_be_kept(fault: pytest.MonkeyPatch, _app: PlayApp) -> None:
    """A fault in what is written."""
    fault.setattr(Match, "to_dict", boom)


@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (viewer_that_cannot_be_settled, "The table could not be shown"),
        (page_that_cannot_be_reached, "The table could not be shown"),
        (match_that_cannot_be_kept, "The match could not be kept"),
    ],
)
def test_bots_play_on_whatever_befalls_keeping_and_showing_and_are_not_blamed_for_it(
    plant: Callable[[pytest.MonkeyPatch, PlayApp], None],
    words: str,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def work() -> None:
        app = PlayApp("guile", seats=2, you=None, pace=0, seed=3)
        app.hear({"type": "hello", "id": ""})
        with monkeypatch.context() as fault:
            plant(fault, app)
            monkeypatch.setattr("workbench.play.bot_turns.BREATH_SECONDS", 0)  # settled after every act
            assert app.host.bots.playing is not None
            await app.host.bots.playing
            assert app.match.over, "the bots have stopped"
            assert PLANTED in caplog.text
            assert app.host.fault.startswith(words)
        app.show()
        assert match_page(app).alerts() == [app.host.fault]

    in_a_loop(work)


def test_bots_play_though_the_match_of_a_browser_could_not_be_brought_back(monkeypatch: pytest.MonkeyPatch) -> None:
    app = PlayApp("guile", seats=2, you=None, seed=3)
    with monkeypatch.context() as fault:
        fault.setattr("workbench.play.host.TableHost.resume", boom)
        match_page(app).say(type="hello", id="0" * 32)
    assert app.match.over
    assert len(match_page(app).notices()) == 1


def test_rules_with_a_fault_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    app = my_turn()
    page, before, acts = match_page(app, app.table), app.match.state.tobytes(), len(app.match.acts)
    with monkeypatch.context() as fault:
        fault.setattr(Log, "hear", boom)  # what a step told is read after the record has changed
        page.say(type="act", **match_messages(app)["act"])
    assert len(page.notices()) == 1
    assert app.match.state.tobytes() == before
    page.say(type="act", **match_messages(app)["act"])
    assert page.alerts() == []
    assert len(app.match.acts) > acts


# ---------------------------------------------------------------- all else that is registered


def plant_at_the_tabs(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Turning to another tab, as the page does."""
    app = PlayApp("guile", seats=2, you=(0, 1))
    monkeypatch.setattr(pages, "score_page", boom)
    app.tabs.set_state({"selected_index": SCORE})
    return match_page(app)


def plant_in_what_comes_later(monkeypatch: pytest.MonkeyPatch) -> Page:
    """What a studio does a moment after a step."""
    studios: list[DeckStudio] = []

    async def work() -> None:
        studio = DeckStudio("guild_master", games=60, autosave=False)
        studios.append(studio)
        monkeypatch.setattr(DeckStudio, "_show_bonuses", boom)
        studio.bar._handle_custom_msg({"type": "undo"}, [])
        assert not studio_page(studio).notices(), "it came at once"
        await asyncio.sleep(0)

    asyncio.run(work())
    return studio_page(studios[0])


def plant_in_news_of_a_report(monkeypatch: pytest.MonkeyPatch) -> Page:
    """News of a report that a thread has made."""
    studios: list[DeckStudio] = []

    async def work() -> None:
        studio = DeckStudio("guild_master", games=60, autosave=False)
        studios.append(studio)
        studio.hear({"type": "hello", "id": ""})
        monkeypatch.setattr(deck_studio.ReportPanel, "_status", boom)
        news = asyncio.Event()
        studio.bar.observe(lambda _change: news.set(), "state")
        while not studio_page(studio).notices():
            news.clear()
            await news.wait()

    in_a_loop(work)
    return studio_page(studios[0])


def plant_in_the_story_of_a_match(monkeypatch: pytest.MonkeyPatch) -> Page:
    """What is read off a match a moment after it has ended."""
    apps: list[PlayApp] = []

    async def work() -> None:
        app = PlayApp("guile", seats=2, you=None, pace=0, seed=3)
        apps.append(app)
        monkeypatch.setattr("workbench.widgets.ending.ending.story_of", boom)
        app.hear({"type": "hello", "id": ""})
        while not match_page(app).notices():
            await asyncio.sleep(0)

    in_a_loop(work)
    return match_page(apps[0])


def plant_in_a_bot(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A bot that plays beside the event loop."""
    apps: list[PlayApp] = []

    async def work() -> None:
        app = PlayApp("guile", seats=2, you=0, pace=0, seed=3)
        apps.append(app)
        monkeypatch.setattr(Match, "choice_of_bot", boom)
        app.hear({"type": "hello", "id": ""})
        assert app.host.bots.playing is not None
        await asyncio.wait([app.host.bots.playing])  # the host was told first how it has ended
        assert app.table.state["error"]

    in_a_loop(work)
    return match_page(apps[0])


SOURCES = [  # what a page can set off
    PACKAGE / "play" / "host.py",
    PACKAGE / "play" / "bot_turns.py",
    *sorted((PACKAGE / "pages").rglob("*.py")),
    *sorted((PACKAGE / "widgets").rglob("*.py")),
]


def plant_in_a_choice_of_graph(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Another graph of the game, as the page chooses it."""
    page = StateGraphs("guild_master", games=4)
    page._cancel.set()  # what its games tell does not matter here
    monkeypatch.setattr(StateGraphs, "_ask", boom)
    page.kind_choice.value = "bonuses"
    return graph_page(page)


def plant_in_a_choice_of_game(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Another game, as the page chooses it."""
    page = StateGraphs("guild_master", games=4)
    page._cancel.set()  # what its games tell does not matter here
    monkeypatch.setattr(StateGraphs, "_turn_to", boom)
    page.game_choice.value = "guile"
    return graph_page(page)


def plant_in_an_answer(monkeypatch: pytest.MonkeyPatch) -> Page:
    """An answer to an exercise, as somebody types it."""
    exercises = GraphExercises()
    monkeypatch.setattr(GraphExercises, "_judged", boom)
    exercises.fields[0].value = "4"
    view = GraphView(exercises.guard, lambda: exercises.fields[1].set_trait("value", "5"))
    return Page(view, lambda: re.findall(r"<p role=\"alert\">(.*)</p>", exercises.notice.value))


def plant_in_news_of_a_graph(monkeypatch: pytest.MonkeyPatch) -> Page:
    """A graph whose games a thread has played."""
    opened: list[StateGraphs] = []

    async def work() -> None:
        monkeypatch.setattr(StateGraphs, "_show", boom)
        opened.append(StateGraphs("guild_master", games=4))
        while not graph_page(opened[0]).notices():
            await asyncio.sleep(0.02)
        opened[0]._cancel.set()  # no further news of these games

    in_a_loop(work)
    return graph_page(opened[0])


def test_a_fault_in_a_graph_that_is_written_as_a_file_is_reported_once_and_the_page_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    replay = a_replay()
    replay.graph_choice.value = "exchanges"
    page = replay_page(replay)
    with monkeypatch.context() as fault:
        fault.setattr("workbench.graphs.exporting.text_of", boom)
        page.say(type="write", ending=".dot")
    (notice,) = page.notices()
    assert WriteFile.doing in notice
    page.say(type="write", ending=".dot")
    assert page.alerts() == []


def a_replay() -> MatchReplay:
    """The replay of a match of Guile between bots."""
    match = Match("guile", seed=3, bots={0: "random", 1: "random"})
    match.play_bots()
    return MatchReplay(match)


def replay_page(replay: MatchReplay) -> Page:
    """The page of a replay."""
    return Page(replay.graph_view, lambda: re.findall(r"<p role=\"alert\">(.*)</p>", replay.notice.value))


def saved(match: Match) -> Any:
    """A match as a page hands it over as a file."""
    return uploaded("match.json", json.dumps(match.to_dict()).encode())


def choose_a_kept_match(replay: MatchReplay) -> None:
    """Choose the one kept match that there is."""
    replay.kept_choice.options = [("Choose one", ""), ("Guile", "0" * 32)]
    replay.kept_choice.index = 1


def in_a_replay(name: str, do: Callable[[MatchReplay], object], owner: type = MatchReplay) -> Any:
    """Plant a fault in a method, and then do something that its page sets off."""

    def plant(monkeypatch: pytest.MonkeyPatch) -> Page:
        replay = a_replay()
        monkeypatch.setattr(owner, name, boom)
        do(replay)
        return replay_page(replay)

    return plant


def graph_page(graphs: StateGraphs) -> Page:
    """The page of a graph."""
    return Page(graphs.view, lambda: re.findall(r"<p role=\"alert\">(.*)</p>", graphs.notice.value))


def plant_in_the_tab_of_publishing(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Turning to what would be published."""
    studio = DeckStudio("guild_master", games=60, autosave=False)
    monkeypatch.setattr(deck_studio.PublishPanel, "show", boom)
    studio.layout.tabs.set_state({"selected_index": deck_studio.PUBLISH})
    studio.layout.tabs.set_trait("selected_index", deck_studio.CARDS)
    return studio_page(studio)


def plant_in_the_report_of_a_variant(monkeypatch: pytest.MonkeyPatch) -> Page:
    """Turning to what a variant does in many games."""
    screen = VariantScreen("guile.classic", games=60)
    screen.tabs.selected_index = BONUSES
    monkeypatch.setattr(VariantScreen, "_measure", boom)
    screen.tabs.set_state({"selected_index": REPORT})
    return Page(screen.report.head, lambda: re.findall(r"<p role=\"alert\"><strong>(.*)</strong>", screen.notice.value))


REGISTERED = {  # where a function is registered, and what -> a page on which that function has a fault
    "widgets/one_way.py: self.on_msg(hear.of_widget)": None,  # all the messages above
    "widgets/table/play_app.py: self.tabs.observe(guard)": plant_at_the_tabs,
    "widgets/graph/state_graphs.py: choice.observe(guard)": plant_in_a_choice_of_graph,
    "widgets/graph/state_graphs.py: self.game_choice.observe(guard)": plant_in_a_choice_of_game,
    "pages/guard.py: loop.call_soon_threadsafe(self)": plant_in_news_of_a_graph,
    "widgets/graph/match_replay.py: self.slider.observe(guard)": in_a_replay(
        "_show_story", lambda replay: setattr(replay.slider, "value", 5)
    ),
    "widgets/graph/match_replay.py: self.moments.observe(guard)": in_a_replay(
        "go", lambda replay: setattr(replay.moments, "index", 1)
    ),
    "widgets/graph/match_replay.py: self.graph_choice.observe(guard)": in_a_replay(
        "show", lambda replay: setattr(replay.graph_choice, "value", "exchanges"), GraphView
    ),
    "widgets/graph/match_replay.py: self.upload.observe(guard)": in_a_replay(
        "open",
        lambda replay: replay.upload.set_trait("value", saved(replay.match)),
    ),
    "widgets/graph/match_replay.py: self.kept_choice.observe(guard)": in_a_replay(
        "read", choose_a_kept_match, MatchStore
    ),
    "widgets/graph/match_replay.py: self.save.on_click(guard)": in_a_replay(
        "_save", lambda replay: replay.save.click()
    ),
    "widgets/graph/match_replay.py: self.open_table.eyes.observe(guard)": in_a_replay(
        "_say_whose", lambda replay: setattr(replay.open_table.eyes, "value", "1")
    ),
    "widgets/graph/match_replay.py: self.ask.on_click(guard)": in_a_replay(
        "_advise", lambda replay: replay.ask.click()
    ),
    "widgets/graph/match_replay.py: self.back.on_click(guard)": in_a_replay("go", lambda replay: replay.back.click()),
    "widgets/graph/exercises.py: field.observe(guard)": plant_in_an_answer,
    "widgets/graph/open_table.py: self.eyes.observe(guard)": in_a_replay(
        "_draw", lambda replay: setattr(replay.open_table.eyes, "value", "1"), OpenTable
    ),
    "widgets/graph/open_table.py: self.branch_button.on_click(guard)": in_a_replay(
        "branch_off", lambda replay: replay.open_table.branch_button.click(), OpenTable
    ),
    "widgets/studio/deck_studio.py: asyncio.get_running_loop().call_soon(work)": plant_in_what_comes_later,
    "widgets/studio/deck_studio.py: self.layout.tabs.observe(guard)": plant_in_the_tab_of_publishing,
    "widgets/gallery/variant_screen.py: self.tabs.observe(guard)": plant_in_the_report_of_a_variant,
    "widgets/studio/measuring.py: self._loop.call_soon_threadsafe(self._show_news)": plant_in_news_of_a_report,
    "widgets/later.py: reading.add_done_callback(told)": plant_in_the_story_of_a_match,
    "widgets/table/seat_windows.py: loop.call_soon(self._push)": None,  # each window is shown under its own guard
    "play/bot_turns.py: loop.create_task(self._play)": plant_in_a_bot,
    "play/bot_turns.py: self.playing.add_done_callback(self._ended)": plant_in_a_bot,
}
REGISTERING = {
    "on_msg", "on_click", "on_submit", "on_displayed", "on_widget_constructed", "on_trait_change", "observe", "link",
    "dlink", "interact", "call_soon", "call_soon_threadsafe", "call_later", "call_at", "create_task", "ensure_future",
    "add_done_callback", "add_callback", "add_timeout", "register_callback", "add_reader",
}  # fmt: skip


def registrations(text: str) -> Iterator[str]:
    """The calls in a source that register a function, with what they register; decorators too."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in REGISTERING:
            given = node.args[0]
            while isinstance(given, ast.Call):
                given = given.func
            what = ast.unparse(given)
            yield f"{ast.unparse(node.func)}({'guard' if what in ('guard', 'self.guard') else what})"
        for decorator in getattr(node, "decorator_list", ()):
            if any(name in ast.unparse(decorator) for name in REGISTERING):
                yield f"@{ast.unparse(decorator)} {node.name}"  # type: ignore[attr-defined]


def test_a_fault_is_planted_wherever_a_function_is_registered() -> None:
    found = {
        f"{path.relative_to(PACKAGE)}: {registration}"
        for path in SOURCES
        for registration in registrations(path.read_text(encoding="utf-8"))
    }
    assert found == REGISTERED.keys()


def test_a_registration_without_a_guard_is_found() -> None:
    source = (
        "class A:\n    @observe('x')\n    def f(self): self.b.on_click(lambda _: go()); self.b.on_click(self.guard(go))"
    )
    assert sorted(registrations(source)) == [
        "@observe('x') f",
        "self.b.on_click(guard)",
        "self.b.on_click(lambda _: go())",
    ]


GOES_ON: dict[type, dict[str, Any]] = {  # what a page hears that has no step to undo
    GraphView: {"type": "write", "ending": ".dot"},
    ReportHead: {"type": "again"},
}


@pytest.mark.parametrize("place", [place for place, plant in REGISTERED.items() if plant])
def test_a_fault_in_whatever_is_registered_is_reported_once(
    place: str, measurings: list[Measuring], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with monkeypatch.context() as fault:
        page = REGISTERED[place](fault)
        (notice,) = page.alerts()
        assert notice.startswith((NOTICE, "A bot could not play"))
        assert PLANTED not in notice
        assert PLANTED in caplog.text
    page.say(**next((said for kind, said in GOES_ON.items() if isinstance(page.hears, kind)), {"type": "undo"}))
    assert page.alerts() == []


def test_whatever_our_widgets_call_back_is_guarded(studio: DeckStudio) -> None:
    app = PlayApp("guild_master", seats=3)
    made = [studio.layout.view, app.view]
    found: list[Any] = []
    while made:
        widget = made.pop()
        made += getattr(widget, "children", ())
        called = [*widget._msg_callbacks.callbacks]
        called += widget._click_handlers.callbacks if isinstance(widget, ipywidgets.Button) else []
        called += [one for kinds in widget._trait_notifiers.values() for one in kinds.get("change", ())]
        found += [one for one in called if not _of_a_library(one)]
    assert len(found) > 20
    found += [app.host.changed, studio.grid.changed, studio.fields.changed]
    found += [room.measuring._show for room in (studio.report, studio.versions)]
    assert [one for one in found if not isinstance(getattr(one, "__self__", one), Handler)] == []


def _of_a_library(called: Any) -> bool:
    module = getattr(called, "__module__", None) or type(called).__module__
    return module.split(".")[0] in ("ipywidgets", "traitlets", "anywidget")


# ---------------------------------------------------------------- windows of hands


def test_every_handler_of_the_windows_server_has_a_planted_fault() -> None:
    ours = {
        f"{one.__name__}.{method}"
        for one in vars(seat_windows).values()
        if isinstance(one, type) and issubclass(one, RequestHandler) and one.__module__ == seat_windows.__name__
        for method in ("get", "post", "put", "delete", "patch", "head", "options", "on_message", "open", "on_close")
        if method in vars(one)
    }
    sockets = {"SeatSocket.open", "SeatSocket.on_message", "SeatSocket.on_close"}
    assert ours == {"SeatPage.get", "SeatFile.get", "ClaimSeat.post"} | sockets
    assert issubclass(seat_windows.SeatSocket, WebSocketHandler)


def test_a_fault_in_an_address_is_reported_in_words(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with public_table() as app:
            url = windows_of(app)[0]["url"]
            with monkeypatch.context() as fault:
                fault.setattr(seat_windows, "source", None)
                fault.setattr(seat_windows, "table_script", None)
                for address in (url, f"{app._windows.origin}/table/seat.js"):
                    answer = await ask(address)
                    assert answer.code == 500
                    assert answer.body.decode().startswith(NOTICE)
                fault.setattr(seat_windows.SeatWindows, "claim", boom)
                answer = await ask(f"{url}/claim", "POST", Origin=app._windows.origin)
                assert json.loads(answer.body)["error"].startswith(NOTICE)
                assert PLANTED in caplog.text
            assert await claim(app, 0), "the link can be used again"

    in_a_loop(work)


async def noticed(socket: Any) -> dict[str, Any]:
    """The next thing a window is shown that holds a notice; what bots do meanwhile is passed over."""
    while not (told := await shown(socket))["notice"]:
        pass
    return told


def hands_that_cannot_be_shown(fault: pytest.MonkeyPatch) -> None:
    """Plant a fault in what a seat sees; the shared page shows none of that."""
    scene = TableHost.scene
    fault.setattr(TableHost, "scene", lambda host, seat: scene(host, seat) if seat is None else boom())


@pytest.mark.parametrize(
    "plant", [lambda fault: fault.setattr(seat_windows.HandPage, "_act", boom), hands_that_cannot_be_shown]
)
def test_a_fault_in_what_a_window_says_is_reported_there_alone_and_the_window_goes_on(
    plant: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def work() -> None:
        async with public_table() as app:
            seat = app.host.due[0]
            socket = await sit(app, await claim(app, seat))
            scene = (await shown(socket))["scene"]
            act = {"type": "act", "actions": [app.match.legal(seat)[0].id], "asked": scene["asked"]}
            with monkeypatch.context() as fault:
                plant(fault)
                await socket.write_message(json.dumps(act))
                told = await noticed(socket)
                assert told["notice"].startswith(NOTICE)
                assert "scene" not in told
                assert PLANTED in caplog.text
                assert match_page(app).alerts() == []
            await socket.write_message(json.dumps({"type": "act", "actions": [1], "asked": 999}))
            told = await noticed(socket)
            assert told["scene"]["seat"] == seat
            assert "moved on" in told["notice"] or "may not" in told["notice"]

    in_a_loop(work)


def test_a_hand_that_cannot_be_shown_keeps_nothing_from_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with public_table() as app:
            seat = app.host.due[0]
            mine, other = [await sit(app, await claim(app, one)) for one in (seat, 1 - seat)]
            asked = (await shown(mine))["scene"]["asked"]
            scene = TableHost.scene
            with monkeypatch.context() as fault:
                fault.setattr(TableHost, "scene", lambda host, one: boom() if one == 1 - seat else scene(host, one))
                act = {"type": "act", "actions": [app.match.legal(seat)[0].id], "asked": asked}
                await mine.write_message(json.dumps(act))
                assert (await noticed(other))["notice"].startswith(NOTICE)
                assert (await shown(mine))["scene"]["seat"] == seat
                assert match_page(app).alerts() == []

    in_a_loop(work)


def test_a_window_that_could_not_sit_down_is_told_and_sent_to_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with public_table() as app:
            secret = await claim(app, 0)
            with monkeypatch.context() as fault:
                fault.setattr(seat_windows.SeatWindows, "seat_of", boom)
                socket = await connect(app)
                await socket.write_message(json.dumps({"type": "sit", "secret": secret}))
                assert (await shown(socket))["notice"].startswith(NOTICE)
                assert await socket.read_message() is None
                assert socket.close_code == seat_windows.TRY_AGAIN
            assert (await shown(await sit(app, secret)))["scene"]["seat"] == 0

    in_a_loop(work)


def test_a_shared_page_that_cannot_be_shown_costs_no_window_its_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    async def work() -> None:
        async with public_table() as app:
            with monkeypatch.context() as fault:
                fault.setattr(PlayApp, "_seat_windows", boom)
                secret = await claim(app, 0)
                socket = await sit(app, secret)
                assert (await shown(socket))["scene"]["seat"] == 0
                assert len(match_page(app).notices()) == 1
                socket.close()
            app.hear({"type": "ping"})

    in_a_loop(work)


# ---------------------------------------------------------------- the guard itself


def test_an_error_of_ours_keeps_its_own_words(caplog: pytest.LogCaptureFixture) -> None:
    told: list[str] = []

    def refuse() -> None:
        raise RoomError("The table is full. Wait.")

    Guard(told.append, "")(refuse)()
    assert told == ["The table is full. Wait."]
    assert caplog.text == ""


def test_a_page_that_cannot_be_told_is_in_the_log_and_nothing_escapes(caplog: pytest.LogCaptureFixture) -> None:
    Guard(boom, "Nothing is lost.")(lambda: 1 / 0, "counting")()
    assert "A fault while counting." in caplog.text
    assert "ZeroDivisionError" in caplog.text
    assert "A page could not show" in caplog.text


def test_works_are_done_each_whatever_the_others_meet() -> None:
    told: list[str] = []
    done: list[int] = []
    Guard(told.append, "")(boom, "")  # making a handler runs nothing
    Guard(told.append, "").each({"one": lambda: done.append(1), "two": boom, "three": lambda: done.append(3)})
    assert done == [1, 3]
    assert [words for words in told if "while two" in words] == told
    assert issubclass(RoomError, WorkbenchError)
