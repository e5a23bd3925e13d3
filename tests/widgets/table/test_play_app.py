"""PlayApp from Python's side: what it tells its page, what it hears, what it keeps."""

from __future__ import annotations

import asyncio
import json
import random
import re
import subprocess
import sys
from base64 import b64decode
from pathlib import Path
from typing import Any

import pytest

from tests.example_game import PLAIN_DECK, known
from tests.play.players import hand_names, some_act, with_counted_scenes
from tests.servers import CHECKOUT
from workbench.decks import Deck, load_deck
from workbench.graphs import bonus_graph
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.play.differences import changed
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.errors import OptionError
from workbench.widgets import DeckStudio, PlayApp
from workbench.widgets.table.play_app import GRAPHS, NEW_GAME, SCORE, TABLE

NAME = re.compile(r"Secret\d{3}")


def names_in(content: object) -> set[str]:
    """The cards of the secret deck that are mentioned anywhere in some data."""
    return set(NAME.findall(json.dumps(content, default=str)))


def opened(game: Any = "guild_master", **wanted: Any) -> PlayApp:
    """A table that a page has just come to."""
    app = PlayApp(game, **{"seats": 3, "seed": 7, "pace": 0, **wanted})
    app.hear({"type": "hello", "id": "", "host": "127.0.0.1"})
    return app


def deal(app: PlayApp, seed: str = "") -> None:
    """Begin the match that the lobby has planned."""
    app.lobby.hear({"type": "seed", "seed": seed})
    app.lobby.hear({"type": "deal"})
    assert not app.lobby.lines.error


def position(app: PlayApp) -> bytes:
    """Where the match stands, to the last byte."""
    return app.match.state.tobytes()


def play_through(app: PlayApp, chance: random.Random, each: Any = lambda: None) -> None:
    """Play until the match is over: say ready where a cover asks, act where a scene offers something."""
    while not app.match.over:
        cover = app.table.cover
        app.hear({"type": "ready", "seat": cover["seat"]} if cover else some_act(app.table.scene, chance))
        assert not app.lines.error, app.lines.error
        each()


def play_through_one_act(app: PlayApp) -> None:
    """Let the person do something that the table offers."""
    if app.table.cover:
        app.hear({"type": "ready", "seat": app.table.cover["seat"]})
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert app.match.acts


# ---------------------------------------------------------------- playing


@pytest.mark.slow  # a whole match without a page: tests/play
def test_a_person_plays_a_whole_match_against_bots() -> None:
    app = opened()
    play_through(app, random.Random(1))
    assert app.table.scene["over"]
    assert app.match.winners
    assert {act.seat for act in app.match.acts} == {0, 1, 2}


def test_bots_play_beside_the_event_loop() -> None:
    async def play() -> None:
        app = opened(you=None)
        assert not app.match.over, "the bots have only been woken"
        while not app.match.over:
            await asyncio.sleep(0)

    asyncio.run(play())


def test_a_table_without_people_plays_itself() -> None:
    app = opened(you=None)
    assert app.match.over
    assert app.table.scene["seat"] is None


def test_bots_wait_until_a_page_has_come() -> None:
    assert not PlayApp("guild_master", seats=3, you=None, seed=7).match.acts


def test_a_table_is_as_high_as_it_is_asked_to_be_and_never_too_low_to_play() -> None:
    assert PlayApp("guile", height=700, autosave=False).view.layout.height == "700px"
    free = PlayApp("guile", autosave=False).view.layout
    assert (free.height, free.min_height) == (None, "352px")
    for wrong in (351, True, "700px", 0):
        with pytest.raises(OptionError, match=r"height is .* Give at least 352 pixels"):
            PlayApp("guile", height=wrong, autosave=False)


def test_an_illegal_act_says_why_and_changes_nothing() -> None:
    app = opened()
    before = position(app)
    app.hear({"type": "act", "actions": [1, 1, 1], "asked": app.table.scene["asked"]})
    assert "may not" in app.table.notice
    assert position(app) == before


def test_a_second_click_on_an_old_table_is_refused() -> None:
    app = opened()
    act = some_act(app.table.scene, random.Random(1))
    app.hear(act)
    before = position(app)
    app.hear(act)
    assert "moved on" in app.table.notice
    assert position(app) == before


def test_the_line_about_a_refused_act_goes_with_the_next_act() -> None:
    app = opened()
    app.hear({"type": "act", "actions": [1, 1, 1], "asked": app.table.scene["asked"]})
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert app.table.notice == ""


@pytest.mark.parametrize(
    "said", [None, {"type": "act", "actions": ["x"]}, {"type": "ready", "seat": 0}, {"type": "window", "seat": 9}]
)
def test_a_message_out_of_order_changes_nothing(said: Any) -> None:
    app = opened()
    before = position(app)
    app.hear(said)
    assert position(app) == before


def test_what_a_page_writes_into_a_trait_is_dropped(told: list[Any]) -> None:
    app = opened()
    scene = app.table.scene
    forged = {"scene": {"title": "forged"}, "_esm": "export default {}", "notice": "forged"}
    app.table.comm.handle_msg({"content": {"data": {"method": "update", "state": forged}}, "buffers": []})
    app.table.comm.handle_msg({"content": {"data": {"method": "update", "state": {"state": {}}}}, "buffers": []})
    assert app.table.scene is scene
    assert "forged" not in app.table.notice
    assert app.table.state["slot"] == app.memory.slot


def test_messages_of_the_page_arrive_through_the_widgets(told: list[Any]) -> None:
    app = PlayApp("guild_master", seats=3, seed=7)
    app.table.comm.handle_msg(
        {"content": {"data": {"method": "custom", "content": {"type": "hello", "id": ""}}}, "buffers": []}
    )
    acts = len(app.match.acts)
    act = some_act(app.table.scene, random.Random(1))
    app.table.comm.handle_msg({"content": {"data": {"method": "custom", "content": act}}, "buffers": []})
    assert len(app.match.acts) > acts


def test_undo_goes_back_to_what_the_person_decided_last() -> None:
    app = opened()
    places = []
    for _ in range(6):
        places.append(position(app))
        app.hear(some_act(app.table.scene, random.Random(1)))
    for place in reversed(places):
        assert app.table.state["can_undo"]
        app.hear({"type": "undo"})
        assert position(app) == place
    for place in places[1:]:
        app.hear({"type": "redo"})
        assert position(app) == place


def test_what_bots_did_alone_is_not_taken_back() -> None:
    """They would only do it again."""
    for wanted in ({"you": None}, {"you": 2, "options": {"first_seat": 0}}):
        app = opened(**wanted)
        before = position(app)
        assert app.match.acts
        assert not app.table.state["can_undo"]
        app.hear({"type": "undo"})
        assert position(app) == before


# ---------------------------------------------------------------- what an act costs


@pytest.mark.parametrize("game_id", ["guild_master", "guile", "excalibur"])
def test_an_act_of_somebody_who_plays_alone_builds_one_scene_and_the_answers_of_bots_another(game_id: str) -> None:
    game, built = with_counted_scenes(game_id)
    app, chance = opened(game, seats=2), random.Random(1)
    for _ in range(60):
        built.clear()
        acts = len(app.match.acts)
        app.hear(some_act(app.table.scene, chance))
        assert built == [0] * min(2, len(app.match.acts) - acts)
        if app.match.over:
            break


@pytest.mark.parametrize("game_id", ["guild_master", "guile", "excalibur"])
def test_a_device_that_is_passed_on_builds_each_scene_that_it_shows_once(game_id: str) -> None:
    game, built = with_counted_scenes(game_id)
    app, chance = opened(game, seats=2, you=(0, 1)), random.Random(1)
    shown, behind = {app.host.viewer}, set()
    while not app.match.over and len(app.match.acts) < 60:
        if app.table.cover:
            before = len(built)
            app.hear({"type": "ready", "seat": app.table.cover["seat"]})
            shown.add(app.host.viewer)
            assert len(built) <= before + 2  # that of its last turn, which tells what is new since, and the one now
            built[before:] = [app.host.viewer] * (app.host.viewer not in built[:before])
        else:
            holder, reveal = app.host.viewer, app.table.scene["reveal"]
            built.clear()
            app.hear(some_act(app.table.scene, chance))
            shown = {app.host.viewer}
            behind = {holder} if app.table.scene["reveal"] != reveal else set()
        assert len(built) == len(set(built))
        assert shown <= set(built) <= shown | behind


def test_what_changes_nothing_builds_no_scene_and_the_score_builds_none_of_its_own() -> None:
    game, built = with_counted_scenes("guild_master")
    app = opened(game)
    built.clear()
    for page in ("score", "rules", "graphs", "lobby", "table"):
        app.hear({"type": "turn", "to": page})
    app.hear({"type": "act", "actions": [1, 1, 1], "asked": app.table.scene["asked"]})
    app.hear({"type": "act", "actions": [1], "asked": 999})
    app.hear({"type": "ping"})
    assert built == []
    app.tabs.selected_index = SCORE
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert built[0] == 0
    assert len(built) <= 2


# ---------------------------------------------------------------- pass the device


def test_the_page_shows_no_hand_until_the_named_seat_is_ready() -> None:
    app = opened(you=(0, 1, 2))
    seat = app.table.cover["seat"]
    assert app.table.scene["seat"] is None
    assert not [zone for zone in app.table.scene["zones"] if zone["layout"] == "hand"]
    app.hear({"type": "act", "actions": [app.match.legal(seat)[0].id]})
    assert not app.match.acts, "nobody acts from under the cover"
    app.hear({"type": "ready", "seat": (seat + 1) % 3})
    assert app.table.scene["seat"] is None, "another seat cannot lift the cover"
    app.hear({"type": "ready", "seat": seat})
    assert app.table.scene["seat"] == seat
    assert not app.table.cover


def test_a_hand_is_told_to_the_page_only_while_its_seat_holds_the_device(secret_deck: Deck, told: list[Any]) -> None:
    app = opened(you=(0, 1, 2), deck=secret_deck)
    told.clear()

    def check() -> None:
        holder = app.host.viewer
        others = set().union(*(hand_names(app.match, seat) for seat in range(3) if seat != holder))
        assert not (names_in(told) & others) - names_in(app.match.view(holder))
        told.clear()

    play_through(app, random.Random(2), check)
    assert app.table.scene["seat"] is None, "hands stay covered after the end (GM-513)"


def test_a_cover_and_the_scene_below_it_go_to_the_page_in_one_message(told: list[Any]) -> None:
    """Told separately, a page would draw the cover over the hand of the seat before, or that hand without a cover."""
    app = opened(you=(0, 1))
    told.clear()
    passes, chance = 0, random.Random(0)
    while passes < 4:
        seat = app.table.cover.get("seat")
        app.hear({"type": "ready", "seat": seat} if app.table.cover else some_act(app.table.scene, chance))
        passes += seat is not None
    states = [message["state"] for message in told if "cover" in message.get("state", {})]
    assert len(states) >= 2 * passes - 1
    assert all("step" in state for state in states)


def test_the_log_of_a_seat_does_not_wait_for_the_next_one() -> None:
    app = opened(you=(0, 1, 2))
    seat = app.table.cover["seat"]
    app.hear({"type": "ready", "seat": seat})
    assert "You draw" in " ".join(app.table.scene["log"])
    app.hear({"type": "undo"})
    while app.host.viewer == seat:
        app.hear(some_act(app.table.scene, random.Random(0)))
    assert app.table.cover
    assert "You draw" not in " ".join(app.table.scene["log"])


# ---------------------------------------------------------------- public screen


def test_a_deck_with_bonuses_shows_which_card_feeds_which() -> None:
    app = PlayApp("guild_master", seats=2, seed=3, autosave=False, pace=0)
    app.hear({"type": "turn", "to": "graphs"})
    assert app.beside.graphs is not None
    assert app.beside.graphs.bonuses.far
    assert set(app.beside.graphs.bonuses.nodes) == set(bonus_graph(app.match.deck).connected)
    plain = PlayApp("guile", seats=2, seed=3, autosave=False, pace=0)
    plain.hear({"type": "turn", "to": "graphs"})
    assert plain.beside.graphs is not None
    assert plain.beside.graphs.bonuses not in plain.beside.graphs.box.children
    assert app.beside.graphs.bonuses in app.beside.graphs.box.children


def test_of_how_the_game_goes_the_phase_is_lit_that_the_match_is_in(nothing_compiled: None) -> None:
    app = PlayApp("guile", seats=2, you=0, seed=3, autosave=False, pace=0)
    app.hear({"type": "hello", "id": ""})
    assert app.beside.graphs is None
    app.hear({"type": "turn", "to": "graphs"})
    assert app.beside.graphs is not None
    before = app.beside.graphs.course.picture
    assert before.count('class="rt-now"') == 1, "on the one phase"
    phase = app.match.phase
    while app.match.phase == phase:
        app.hear({"type": "act", "actions": [app.match.legal(0)[0].id]})
    assert app.beside.graphs.course.picture != before
    assert "left 1 time so far" in app.beside.graphs.course.nodes[phase]


def test_no_hidden_card_is_ever_told_to_a_public_screen(secret_deck: Deck, told: list[Any]) -> None:
    async def play() -> None:
        app = opened(you=(0, 1), screen=PUBLIC_SCREEN, deck=secret_deck)
        chance = random.Random(3)
        while not app.match.over:
            for seat in app.host.due:
                act = some_act(app.host.scene(seat), chance)
                app.host.act(seat, tuple(act["actions"]), act["asked"])
            for tab in (chance.choice((SCORE, GRAPHS, NEW_GAME)), TABLE):
                app.tabs.selected_index = tab
            hands = set().union(*(hand_names(app.match, seat) for seat in range(3)))
            assert not (names_in(told) & hands) - names_in(app.match.view(None))
            told.clear()
            await asyncio.sleep(0)
        app._windows.close()

    asyncio.run(play())


def test_a_public_screen_acts_for_nobody() -> None:
    async def try_it() -> None:
        app = opened(you=(0, 1, 2), screen=PUBLIC_SCREEN)
        before = position(app)
        for seat in range(3):
            app.hear({"type": "ready", "seat": seat})
            for action in app.match.legal(seat):
                app.hear({"type": "act", "actions": [action.id]})
        assert position(app) == before
        assert app.table.scene["seat"] is None
        app._windows.close()

    asyncio.run(try_it())


ELSEWHERE = ("192.168.0.7", "room.test", "::ffff:10.0.0.1", "localhost.evil.example", "")


@pytest.mark.parametrize("host", ELSEWHERE)
def test_a_page_opened_at_another_host_gets_no_link_to_this_machine(told: list[Any], host: str) -> None:
    async def try_it() -> None:
        app = PlayApp("guild_master", seats=3, you=(0, 1), seed=7, pace=0, screen=PUBLIC_SCREEN)
        app.hear({"type": "hello", "id": "", "host": host})
        assert app.table.state["windows"] == []
        assert app._windows._server is None, "nothing listens"
        assert "127.0.0.1:" not in json.dumps(told, default=str)
        assert "only where the page was opened on the machine that serves it" in app.table.state["note"]
        assert app.table.cover["button"] == "I am Seat 1: go on"
        app.hear({"type": "ready", "seat": 0})
        app.hear(some_act(app.table.scene, random.Random(3)))
        assert len(app.match.acts) == 1, "and people play on, by turns"

    asyncio.run(try_it())


@pytest.mark.parametrize("host", ["127.0.0.1", "127.8.8.8", "localhost", "[::1]", "table.localhost"])
def test_a_page_opened_on_this_machine_gets_windows_for_hands(host: str) -> None:
    async def try_it() -> None:
        app = PlayApp("guild_master", seats=3, you=(0, 1), seed=7, pace=0, screen=PUBLIC_SCREEN)
        app.hear({"type": "hello", "id": "", "host": host})
        assert [window["seat"] for window in app.table.state["windows"]] == [0, 1]
        app._windows.close()

    asyncio.run(try_it())


def test_a_name_of_this_machine_on_another_one_gets_no_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a container's port is forwarded: the browser finds the page at 127.0.0.1, the windows' port is not."""
    monkeypatch.setenv("WORKBENCH_ELSEWHERE", "yes")
    app = opened(you=(0, 1), screen=PUBLIC_SCREEN)
    assert app.table.state["windows"] == []
    assert app.host.screen == ONE_DEVICE


def keep_a_public_match() -> PlayApp:
    """A match with a public screen, played until it is kept."""
    app = opened(you=(0, 1), screen=PUBLIC_SCREEN)
    while not app.host.kept.written:
        app.match.play_default(app.match.to_act[0])
        app.host.keep()
        app.show()
    return app


def test_a_match_with_windows_that_is_opened_elsewhere_lays_its_hands_on_the_screen(told: list[Any]) -> None:
    async def try_it() -> None:
        app = keep_a_public_match()
        again = PlayApp("guild_master", seats=3, seed=7)
        again.hear({"type": "hello", "id": kept_id(told), "host": "192.168.0.7"})
        assert "brought back" in again.table.state["note"]
        assert again.host.screen == ONE_DEVICE
        assert again.table.cover
        assert again.table.state["windows"] == []
        app._windows.close()

    asyncio.run(try_it())


# ---------------------------------------------------------------- keeping and bringing back


def said_to_page(told: list[Any]) -> list[dict[str, Any]]:
    """The messages that the page has got."""
    return [data["content"] for data in told if data.get("method") == "custom"]


def kept_id(told: list[Any]) -> str:
    """The id that the page was last told to keep."""
    return [message for message in said_to_page(told) if message["type"] == "keep"][-1]["id"]


def test_a_page_that_nobody_played_on_leaves_nothing_behind(told: list[Any], tmp_path: Path) -> None:
    opened(you=(0, 1, 2))
    assert not list(tmp_path.rglob("*.json"))


def test_a_new_game_is_what_comes_back_even_before_its_first_act(told: list[Any]) -> None:
    app = opened(you=(0, 1, 2))
    deal(app, seed="99")
    again = PlayApp("guild_master", seats=3, seed=7)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert again.match.seed == 99


def test_a_new_kernel_brings_the_match_back(told: list[Any]) -> None:
    app = opened()
    for _ in range(5):
        app.hear(some_act(app.table.scene, random.Random(1)))
    again = PlayApp("guild_master", seats=3, seed=7)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert position(again) == position(app)
    assert again.match.bots == app.match.bots
    assert "brought back" in again.table.state["note"]
    assert again.match.can_undo


def test_a_public_screen_comes_back_as_one(told: list[Any]) -> None:
    async def try_it() -> None:
        app = keep_a_public_match()
        again = PlayApp("guild_master", seats=3, seed=7)
        again.hear({"type": "hello", "id": kept_id(told), "host": "127.0.0.1"})
        assert again.host.screen == PUBLIC_SCREEN
        assert again.table.scene["seat"] is None
        assert [window["seat"] for window in again.table.state["windows"]] == [0, 1]
        for one in (app, again):
            one._windows.close()

    asyncio.run(try_it())


def test_the_first_page_learns_that_the_match_goes_on_elsewhere(told: list[Any]) -> None:
    app = opened()
    app.hear(some_act(app.table.scene, random.Random(1)))
    PlayApp("guild_master", seats=3, seed=7).hear({"type": "hello", "id": kept_id(told)})
    before = position(app)
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert "another window" in app.table.notice
    assert position(app) == before
    app.hear({"type": "ping"})
    assert "another window" in app.table.state["error"]


def test_another_view_of_the_same_kernel_changes_nothing(told: list[Any]) -> None:
    app = opened()
    before = position(app)
    app.hear({"type": "hello", "id": "0" * 32})
    assert position(app) == before


@pytest.mark.parametrize("given", ["../../x", "Z" * 32, "0" * 32])
def test_an_id_without_a_match_gives_a_message_and_a_new_match(given: str) -> None:
    app = PlayApp("guild_master", seats=3, seed=7)
    app.hear({"type": "hello", "id": given})
    assert "new match" in app.table.state["error"].lower()
    assert app.match.to_act


@pytest.mark.parametrize(
    "damage", ["{", '{"format": "roundtable-workbench autosave", "version": 1, "content": {"match": 7}}']
)
def test_a_damaged_kept_match_gives_a_message_and_a_new_match(damage: str, told: list[Any]) -> None:
    app = opened()
    app.hear(some_act(app.table.scene, random.Random(1)))
    match_id = kept_id(told)
    MatchStore().path(match_id).write_text(damage, encoding="utf-8")
    again = PlayApp("guild_master", seats=3, seed=7)
    again.hear({"type": "hello", "id": match_id})
    assert "A new match has begun" in again.table.state["error"]
    assert again.match.to_act


def test_without_autosave_nothing_is_written(tmp_path: Path) -> None:
    app = opened(autosave=False)
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert not (tmp_path / "state").exists()
    assert app.table.state["kept_words"] == "This match is kept nowhere else than here."


def test_whoever_is_cut_off_is_told_what_is_kept_by_then() -> None:
    app = opened()
    assert app.table.state["kept_words"] == "Nothing has been played yet."
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert app.table.state["kept_words"] == "Your place and your cards are kept."


def test_a_folder_that_cannot_be_written_does_not_stop_the_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("WORKBENCH_STATE", str(blocked))
    app = opened()
    acts = len(app.match.acts)
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert len(app.match.acts) > acts
    assert "cannot be kept" in app.table.state["error"]
    assert app.table.state["kept_words"] == "This match is kept nowhere else than here."


def test_a_folder_that_cannot_be_written_any_more_lacks_the_last_steps_until_it_can(tmp_path: Path) -> None:
    app, folder = opened(), tmp_path / "state" / "autosave"
    app.hear(some_act(app.table.scene, random.Random(1)))
    aside = folder.rename(tmp_path / "aside")
    folder.write_text("in the way", encoding="utf-8")
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert "The match cannot be kept" in app.table.state["error"]
    assert app.table.state["kept_words"] == "Your place and your cards are kept, but for the last steps."
    folder.unlink()
    aside.rename(folder)
    app.hear(some_act(app.table.scene, random.Random(1)))
    assert app.table.state["error"] == ""
    assert app.table.state["kept_words"] == "Your place and your cards are kept."


# ---------------------------------------------------------------- files


def saved_text(app: PlayApp, told: list[Any]) -> str:
    """The file that Save hands to the page."""
    app.hear({"type": "save"})
    return [data["content"] for data in told if data.get("method") == "custom"][-1]["text"]


def test_a_saved_file_is_loaded_again(told: list[Any]) -> None:
    app = opened()
    for _ in range(4):
        app.hear(some_act(app.table.scene, random.Random(1)))
    text = saved_text(app, told)
    other = opened(seed=8)
    other.hear({"type": "load", "name": "match.json", "text": text})
    assert position(other) == position(app)
    assert "Loaded match.json" in other.table.state["note"]


def test_the_map_of_a_city_is_handed_to_the_page_as_a_file(told: list[Any]) -> None:
    options = {"game_variant": "labyrinth_city", "city_rounds": 1}
    app = PlayApp(
        "guild_master", seats=6, you=None, bots="greedy", seed=7, options=options, autosave=False, lobby=False
    )
    app.match.play_bots()
    assert app.table.state["drawing"] == {"title": "the map", "kinds": [".svg", ".png", ".pdf"]}
    app.hear({"type": "draw", "kind": ".svg"})
    file = [data["content"] for data in told if data.get("method") == "custom"][-1]
    assert (file["name"], file["kind"]) == ("labyrinth_city-turn-1.svg", "image/svg+xml")
    assert b64decode(file["data"]).startswith(b"<svg")
    app.hear({"type": "draw", "kind": ".doc"})
    assert ".svg, .png, .pdf" in app.table.state["error"]


def test_a_table_that_has_no_drawing_offers_none() -> None:
    app = opened()
    assert app.table.state["drawing"] is None
    app.hear({"type": "draw", "kind": ".svg"})
    assert "no drawing '.svg'" in app.table.state["error"]


def tampered_files() -> list[Any]:
    """Ways in which a file can be wrong."""

    def change(**values: Any) -> Any:
        return lambda data: data | values

    return [
        pytest.param(lambda _data: [], id="a list"),
        pytest.param(lambda _data: {}, id="empty"),
        pytest.param(change(format_version=99), id="newer"),
        pytest.param(change(seed=8), id="another seed"),
        pytest.param(change(seats=4), id="another number of seats"),
        pytest.param(lambda data: data | {"acts": data["acts"][:-1]}, id="an act less"),
        pytest.param(change(game="chess"), id="no such game"),
    ]


@pytest.mark.parametrize("tamper", tampered_files())
def test_a_tampered_file_shows_a_message_and_keeps_the_match(tamper: Any, told: list[Any]) -> None:
    app = opened()
    app.hear(some_act(app.table.scene, random.Random(1)))
    content = json.loads(saved_text(app, told))
    before = position(app)
    app.hear({"type": "load", "name": "match.json", "text": json.dumps(tamper(content))})
    assert app.table.state["error"]
    assert "Traceback" not in app.table.state["error"]
    assert position(app) == before


@pytest.mark.parametrize("text", ["", "no json", "[" * 100_000, '{"a": NaN}', '"\\ud800"'])
def test_a_file_that_is_no_match_shows_a_message_and_keeps_the_match(text: str) -> None:
    app = opened()
    before = position(app)
    app.hear({"type": "load", "name": "notes.txt", "text": text})
    assert app.table.state["error"]
    assert position(app) == before


# ---------------------------------------------------------------- the lobby and the pages


def test_the_lobby_starts_the_match_that_it_has_planned() -> None:
    app = opened()
    app.tabs.selected_index = NEW_GAME
    for _ in range(2):
        app.lobby.hear({"type": "sit_down", "bot": "random"})
    for seat in range(5):
        app.lobby.hear({"type": "player", "seat": seat, "bot": "" if seat == 2 else "random"})
    app.lobby.hear({"type": "option", "option": "discard_max", "value": "1"})
    deal(app, seed="11")
    match = app.match
    assert (match.seats, match.seed, match.options["discard_max"]) == (5, 11, 1)
    assert match.bots == {0: "random", 1: "random", 3: "random", 4: "random"}
    assert app.tabs.selected_index == 0
    assert app.table.scene["seat"] == 2


def test_people_are_called_as_the_program_says() -> None:
    app = opened(you=(0, 2), names=["Anna", None, "Ben"])
    assert [panel["name"] for panel in app.table.scene["seats"]] == ["Anna", "Bors", "Ben"]
    assert [place.name for place in app.lobby.plan.places] == ["Anna", "", "Ben"]
    with pytest.raises(OptionError, match="There are 4 names for 3 seats"):
        PlayApp("guild_master", seats=3, names=["Anna"] * 4, autosave=False)


def test_names_are_typed_once_and_kept_by_the_browser(told: list[Any]) -> None:
    app = opened(you=(0, 1), seed=2)
    for seat, name in enumerate(["Anna", "Anna", "Nobody"]):
        app.lobby.hear({"type": "name", "seat": seat, "name": name})
    deal(app)
    assert app.match.seat_names == ("Anna", "Anna B.", "Cador"), "a bot is not called by what was typed for its seat"
    cover = app.table.cover
    name = app.match.seat_names[cover["seat"]]
    assert cover["title"] == f"Pass the device to {name}"
    assert cover["button"] == f"I am {name}: go on"
    (kept,) = [message["names"] for message in said_to_page(told) if message["type"] == "names"]
    assert kept == ["Anna", "Anna", "Nobody"]
    again = PlayApp("guile", seats=2, you=(0, 1), pace=0)
    again.hear({"type": "hello", "id": "", "names": kept})
    assert again.match.seat_names == ("Anna", "Anna B.")
    assert [place.name for place in again.lobby.plan.places] == ["Anna", "Anna B."]


def test_names_stay_though_the_match_that_was_kept_is_gone() -> None:
    app = PlayApp("guild_master", seats=3, pace=0)
    app.hear({"type": "hello", "id": "0" * 32, "names": ["Anna"]})
    assert "A new match has begun." in app.table.state["error"]
    assert app.match.seat_names[0] == "Anna"


def test_names_that_a_browser_keeps_never_replace_others() -> None:
    app = PlayApp("guild_master", seats=3, you=(0, 1), pace=0, names=["Zoe"])
    app.hear({"type": "hello", "id": "", "names": ["Anna", "Ben", "Cem"]})
    assert app.match.seat_names == ("Zoe", "Seat 2", "Cador")
    app = opened(you=(0, 1))
    play_through_one_act(app)
    app.hear({"type": "hello", "id": "", "names": ["Anna", "Ben", "Cem"]})
    assert app.match.seat_names[:2] == ("Seat 1", "Seat 2"), "a match that has begun keeps its names"


@pytest.mark.parametrize("names", [["\x00"], ["A" * 41], [" "]])
def test_a_name_that_is_none_is_refused_wherever_it_comes_from(names: list[str]) -> None:
    app = PlayApp("guild_master", seats=3, pace=0)
    app.hear({"type": "hello", "id": "", "names": names})
    assert "The name of Seat 1" in app.table.state["error"]
    assert app.match.seat_names[0] == "Seat 1"
    assert app.lobby.plan.places[0].name == ""


def test_a_match_that_is_brought_back_has_its_names(told: list[Any]) -> None:
    app = opened(names=["Anna"])
    play_through_one_act(app)
    again = PlayApp("guild_master", seats=3, seed=7, pace=0)
    again.hear({"type": "hello", "id": kept_id(told), "names": ["Zoe"]})
    assert again.match.seat_names[0] == "Anna"
    assert again.lobby.plan.places[0].name == "Anna", "the lobby proposes the table as it is"


# ---------------------------------------------------------------- when the lobby is open


@pytest.fixture
def dashboard(monkeypatch: pytest.MonkeyPatch) -> None:
    """This kernel draws a dashboard."""
    monkeypatch.setenv("SERVER_SOFTWARE", "voila/0.5")


@pytest.mark.usefixtures("dashboard")
def test_a_dashboard_asks_who_plays_and_nobody_plays_before_cards_are_dealt() -> None:
    app = PlayApp("guild_master", pace=0)
    app.hear({"type": "hello", "id": "", "names": ["Anna"]})
    assert app.tabs.selected_index == NEW_GAME
    assert app.lobby.widget.state["opened"]
    assert app.lobby.plan.places[0].name == "Anna"
    assert not app.host.bots.started
    assert not app.match.acts
    deal(app)
    assert app.tabs.selected_index == TABLE
    assert app.host.bots.started
    assert app.match.seat_names[0] == "Anna"


@pytest.mark.usefixtures("dashboard")
@pytest.mark.parametrize("said", [{"seats": 3}, {"seed": 7}, {"names": ["Anna"]}, {"you": None}, {"bots": "random"}])
def test_a_dashboard_of_a_table_that_is_set_shows_the_table(said: dict[str, Any]) -> None:
    assert PlayApp("guild_master", **said).tabs.selected_index == TABLE


def test_a_notebook_shows_the_table_unless_it_wants_the_lobby() -> None:
    assert PlayApp("guild_master").tabs.selected_index == TABLE
    assert PlayApp("guild_master", lobby=True).tabs.selected_index == NEW_GAME


@pytest.mark.usefixtures("dashboard")
def test_a_match_to_go_on_with_comes_before_the_lobby_and_one_that_is_over_does_not(told: list[Any]) -> None:
    app = PlayApp("guild_master", pace=0)
    app.hear({"type": "hello", "id": ""})
    deal(app)
    again = PlayApp("guild_master", pace=0)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert again.tabs.selected_index == TABLE
    assert again.host.bots.started
    play_through(again, random.Random(4))
    once_more = PlayApp("guild_master", pace=0)
    once_more.hear({"type": "hello", "id": kept_id(told)})
    assert once_more.tabs.selected_index == NEW_GAME


@pytest.mark.usefixtures("dashboard")
def test_an_address_that_names_a_match_brings_it_back_in_any_browser(
    told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = opened()
    play_through_one_act(app)
    monkeypatch.setenv("QUERY_STRING", f"match={kept_id(told)}")
    again = PlayApp("guild_master", pace=0)
    again.hear({"type": "hello", "id": ""})
    assert position(again) == position(app)
    assert again.tabs.selected_index == TABLE


@pytest.mark.usefixtures("dashboard")
def test_an_address_that_asks_for_a_first_game_deals_it_at_once_and_brings_it_back(
    told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("QUERY_STRING", "first=1")
    app = PlayApp("guile", pace=0)
    app.hear({"type": "hello", "id": "", "names": ["Anna"]})
    assert app.tabs.selected_index == TABLE
    assert app.table.scene["mark"]["number"] == 1
    assert app.match.seat_names[0] == "Anna"
    app.hear({"type": "act", "actions": app.table.scene["mark"]["at"]})
    acts = len(app.match.acts)
    again = PlayApp("guile", pace=0)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert len(again.match.acts) == acts
    assert again.host.help.guide is not None
    again.hear({"type": "way", "to": "alone"})
    assert again.table.scene["mark"] is None
    again.hear({"type": "way", "to": "first_game"})
    assert again.table.scene["mark"]["number"] == 1
    monkeypatch.setenv("QUERY_STRING", "")
    assert PlayApp("guile", pace=0).tabs.selected_index == NEW_GAME, "nobody else is led"


def test_bots_play_as_fast_as_the_menu_says_and_it_is_kept_with_the_table(told: list[Any]) -> None:
    app = PlayApp("guile", seats=2, you=0, seed=3, pace=0)
    app.hear({"type": "hello", "id": ""})
    play_through_one_act(app)
    slowest = len(app.table.state["paces"]) - 1
    app.hear({"type": "pace", "number": slowest})
    assert app.table.state["pace"] == app.table.state["paces"][slowest][0]
    assert app.table.state["note"] == "Bots play slowly."
    again = PlayApp("guile", seats=2, you=0, seed=3, pace=0)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert again.host.bots.pace == app.host.bots.pace


@pytest.mark.usefixtures("dashboard")
def test_an_address_that_asks_for_a_match_again_opens_the_lobby_with_its_people(
    told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    app = PlayApp("guild_master", seats=3, names=["Anna"], lobby=False, pace=0)
    app.hear({"type": "hello", "id": ""})
    play_through_one_act(app)
    monkeypatch.setenv("QUERY_STRING", f"again={kept_id(told)}")
    again = PlayApp("guild_master", pace=0)
    again.hear({"type": "hello", "id": kept_id(told)})
    assert again.tabs.selected_index == NEW_GAME
    assert [(place.name, bool(place.bot)) for place in again.lobby.plan.places] == [
        ("Anna", False), ("", True), ("", True),
    ]  # fmt: skip
    assert not again.match.acts
    for asked in ("0" * 32, "none"):
        monkeypatch.setenv("QUERY_STRING", f"again={asked}")
        assert PlayApp("guild_master", pace=0).lobby.first, (
            "what is not there any more is told, and nothing else changes"
        )


@pytest.mark.usefixtures("dashboard")
def test_a_kept_match_has_a_way_to_its_replay_in_the_menu_and_at_its_end(
    told: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(CHECKOUT / "notebooks")
    app = PlayApp("guild_master", seats=2, seed=7, options={"max_turns": 4, "first_seat": 0}, pace=0)
    app.hear({"type": "hello", "id": ""})
    matches = ("Our matches", "matches.ipynb", "")
    assert app.table.state["ways"] == [matches]
    play_through_one_act(app)
    replay = f"replay.ipynb?match={kept_id(told)}"
    assert app.table.state["ways"] == [("Replay", replay, "what all see"), matches]
    play_through(app, random.Random(4))
    assert app.table.state["ways"] == [("Replay", replay, ""), matches]
    assert app.ending.widget.result["replay"] == replay


def test_from_the_lobby_one_goes_back_to_the_match_or_to_the_rules() -> None:
    app = opened()
    app.tabs.selected_index = NEW_GAME
    assert "rt-in-lobby" in app.view._dom_classes
    assert app.lobby.widget.state["in_play"]
    before = app.match
    app.lobby.hear({"type": "back"})
    assert app.tabs.selected_index == TABLE
    assert "rt-in-lobby" not in app.view._dom_classes
    assert app.match is before
    app.lobby.hear({"type": "how_to_play"})
    assert app.tabs.selected_index == TABLE
    assert app.table.page
    assert app.table.wanted["request"] == 1


def test_the_menu_opens_score_and_rules_and_the_log_says_all() -> None:
    app = opened()
    play_through(app, random.Random(4))
    for page in ("score", "rules"):
        app.hear({"type": "turn", "to": page})
    assert app.table.opened == "score"
    assert "Line by line" in app.beside.score.value
    assert "GM-021" in json.dumps(app.table.page)
    assert len(app.table.scene["log"]) == len(app.match.seat_log(0))
    app.hear({"type": "turn", "to": "table"})
    assert app.table.opened == "table"


def test_the_rules_follow_the_options_of_another_match() -> None:
    app = opened()
    app.hear({"type": "turn", "to": "rules"})
    before = app.table.page
    app.host.replace(Match("quests", seats=3, seed=1), app.host.screen)
    app.show()
    assert app.table.page != before


# ---------------------------------------------------------------- making one


@pytest.mark.parametrize(
    "wanted",
    [
        {"you": 3},
        {"you": True},
        {"you": (0, -1)},
        {"bots": "clever"},
        {"bots": {1: "greedy"}},
        {"screen": "wall"},
        {"seats": 40},
    ],
)
def test_a_table_that_cannot_be_is_refused(wanted: dict) -> None:
    with pytest.raises(OptionError):
        PlayApp("guild_master", **{"seats": 3, **wanted})


def test_the_text_of_an_app_is_stable() -> None:
    app = PlayApp("guild_master", seats=3, seed=7)
    assert repr(app) == "<PlayApp guild_master: 3 seats>"
    assert app._repr_mimebundle_()["text/plain"] == repr(app)
    assert "0x" not in "".join(map(repr, (app.table, app.ending.widget, app.lobby.widget)))


def test_playing_imports_nothing_heavy() -> None:
    script = (
        "import sys; from workbench.widgets import PlayApp\n"
        "app = PlayApp('guild_master', seats=3, you=None, seed=7, pace=0, autosave=False)\n"
        "app.hear({'type': 'hello', 'id': ''})\n"
        "print([name for name in ('numba', 'pandas', 'matplotlib', 'networkx') if name in sys.modules])\n"
        "for tab in range(4): app.tabs.selected_index = tab\n"
        "assert app.match.over\n"
        "print([name for name in ('numba', 'pandas', 'matplotlib', 'networkx') if name in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["[]", "['networkx']"], "graphs are drawn for those who turn to them"


def test_a_saved_match_of_the_screen_is_one_of_the_library(told: list[Any]) -> None:
    app = opened()
    app.hear(some_act(app.table.scene, random.Random(1)))
    match = Match.from_dict(json.loads(saved_text(app, told)))
    assert match.state.tobytes() == position(app)


@pytest.mark.parametrize("you", [0, (0, 1, 2), None])
def test_another_game_is_played_on_the_same_screen(you: int | tuple[int, ...] | None) -> None:
    with known() as game:
        bot = game.bots[0].name
        app = PlayApp(game.id, seats=3, you=you, bots=bot, seed=4, deck=PLAIN_DECK, pace=0, autosave=False)
        app.hear({"type": "hello", "id": ""})
        play_through(app, random.Random(1))
        for tab in range(4):
            app.tabs.selected_index = tab
        assert app.table.scene["over"]
        assert app.match.winners


# ---------------------------------------------------------------- undo among people


def test_the_page_says_why_people_cannot_take_something_back_and_a_teacher_can_let_them() -> None:
    for free_undo, refusal in ((False, "Something may have been seen since: this cannot be taken back."), (True, "")):
        wanted = {"seats": 2, "you": [0, 1], "options": {"deal_size": 3, "first_seat": 0}, "free_undo": free_undo}
        app = opened(**wanted)
        app.hear({"type": "ready", "seat": 0})
        app.hear({"type": "act", "actions": [app.match.legal(0)[-1].id]})
        assert app.table.state["undo_refusal"] == refusal
        assert app.table.state["can_undo"] == free_undo
        app.hear({"type": "undo"})
        assert app.table.state["error"] == refusal
        assert app.table.state["practice"] == free_undo
        assert len(app.match.acts) == (not free_undo)
        app.tabs.selected_index = SCORE
        assert ("(practice match)" in app.beside.score.value) == free_undo


def test_the_end_says_how_long_a_kept_match_was_played_and_leads_the_studio_to_its_deck(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    deck = load_deck("guile").edit(meta={"title": "Our knights"})
    app = opened("guile", seats=2, deck=deck)
    play_through(app, random.Random(4))
    assert app.ending.widget.result["about"].startswith("Our knights")
    kept = app.host.kept.store.read(app.host.kept.id)
    assert 0 < kept["seconds"] < 60
    app.host.kept.store.write(app.host.kept.id, kept | {"seconds": 2820})
    app.host.resume(app.host.kept.id)
    app.show()
    assert app.ending.widget.result["about"].endswith("47 minutes")
    monkeypatch.setenv("QUERY_STRING", app.ending.widget.result["studio"].partition("?")[2])
    assert DeckStudio(autosave=False).deck == deck
    monkeypatch.setenv("QUERY_STRING", f"game=guile&match={'0' * 32}")
    studio = DeckStudio(autosave=False)
    assert studio.deck == load_deck("guile")
    assert studio.lines.error.startswith("The deck of that match cannot be opened. No match is kept under")


def test_a_page_is_told_what_has_changed_and_the_whole_when_it_asks(told: list[Any]) -> None:
    app = opened("guile", seats=2, you=0, autosave=False)
    before = app.table.scene
    told.clear()
    for _ in range(3):
        app.hear(some_act(app.table.scene, random.Random(0)))
    states = [message["state"] for message in told if "state" in message]
    assert all("scene" not in state for state in states), "the whole is not sent"
    for step in [state["step"] for state in states if "step" in state]:
        before = changed(before, step["changes"])
        assert before["step"] == step["number"]
    assert json.dumps(before) == json.dumps(app.table.scene)
    told.clear()
    app.hear({"type": "whole"})
    assert [message["state"]["scene"] for message in told if "state" in message] == [app.table.scene]


def test_a_scene_that_looks_alike_is_no_step(told: list[Any]) -> None:
    app = opened("guile", seats=2, you=0, autosave=False)
    told.clear()
    app.show()
    assert not [message for message in told if "step" in message.get("state", {})]
