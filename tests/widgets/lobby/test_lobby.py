"""The lobby: every answer changes the plan, the impossible is refused where it was asked, and nothing else changes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.pages.spoken import classes_of
from tests.small_game.kuhn import GAME as KUHN
from workbench.decks import list_decks, load_deck
from workbench.kernel.registry import list_games, registered
from workbench.pages.messages import read
from workbench.play.device import ONE_DEVICE, PUBLIC_SCREEN
from workbench.rooms.setting import Setting
from workbench.widgets import DeckStudio, PlayApp
from workbench.widgets.lobby.lobby import Lobby
from workbench.widgets.lobby.table_plan import PHONES
from workbench.widgets.nearby import ROOMS_VARIABLE

OWN_DECKS = ["medieval", *(name for name in list_decks("guild_master") if name != "medieval")]  # the usual one first


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """State goes to a folder that nothing else uses."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    return tmp_path


def opened(game: str = "guild_master", host: str = "127.0.0.1", **wanted: Any) -> Lobby:
    """The lobby of a game that a page has just come to, by the host that its browser has opened."""
    app = PlayApp(game, lobby=True, pace=0, **wanted)
    app.hear({"type": "hello", "id": "", "host": host})
    return app.lobby


def told(lobby: Lobby, *messages: dict[str, Any]) -> dict[str, Any]:
    """What the page shows once it has said these."""
    for message in messages:
        lobby.hear(message)
    return lobby.widget.state


def test_the_sentence_says_who_plays_with_what_and_how_long() -> None:
    lobby = opened()
    assert lobby.widget.state["sentence"] == "One person and three bots, Medieval town, as printed."
    people = [{"type": "player", "seat": seat, "bot": ""} for seat in (1, 2)]
    state = told(lobby, *people, {"type": "preset", "group": "length", "preset": "quick"})
    assert state["sentence"] == "Three people and Dinadan, Medieval town, quick."
    assert state["minutes"] == 15


def test_people_sit_down_and_leave_within_the_seats_of_the_game() -> None:
    lobby = opened("guile")
    state = told(lobby, {"type": "sit_down", "bot": ""})
    assert (len(state["seats"]), state["error_at"]) == (2, "seats")
    assert "seats 2 at most" in state["error"]
    state = told(lobby, {"type": "leave", "seat": 1})
    assert not state["ready"]
    assert state["sentence"] == "One more has to sit down."
    before = lobby.plan
    assert "has to sit down" in told(lobby, {"type": "deal"})["error"]
    assert lobby.plan is before


def test_bots_fill_the_usual_table_and_then_all_seats_there_are() -> None:
    lobby = opened()
    told(lobby, {"type": "leave", "seat": 3}, {"type": "leave", "seat": 2})
    assert lobby.widget.state["filling"] == 2
    state = told(lobby, {"type": "fill", "bot": "greedy"})
    assert [seat["bot"] for seat in state["seats"]] == ["", "greedy", "greedy", "greedy"]
    assert (state["filling"], state["free"]) == (4, 4)
    state = told(lobby, {"type": "fill", "bot": "greedy"})
    assert (len(state["seats"]), state["filling"], state["free"]) == (8, 0, 0)


def test_a_list_of_names_seats_people_from_the_banner_on_that_it_is_pasted_on() -> None:
    lobby = opened()
    state = told(lobby, {"type": "names", "seat": 1, "names": ["Anna", " ", "Ben", "Cem", "Dana "]})
    assert [(seat["name"], seat["bot"]) for seat in state["seats"]] == [
        ("", ""), ("Anna", ""), ("Ben", ""), ("Cem", ""), ("Dana", ""),
    ]  # fmt: skip
    before = lobby.plan
    state = told(lobby, {"type": "names", "seat": 0, "names": [f"Pupil {number}" for number in range(9)]})
    assert "The list has 9 names" in state["error"]
    assert lobby.plan is before
    assert told(lobby, {"type": "names", "seat": 0, "names": ["Anna", "\x00"]})["error_at"] == "seats"
    assert lobby.plan is before


@pytest.mark.parametrize("name", ["\x00", "A" * 41, "\u200e"])
def test_a_name_that_is_none_is_refused_beside_the_banners(name: str) -> None:
    lobby = opened()
    state = told(lobby, {"type": "name", "seat": 0, "name": name})
    assert state["error_at"] == "seats"
    assert state["seats"][0]["name"] == ""


@pytest.mark.parametrize(
    ("option", "value"), [("first_seat", "nobody"), ("trade_offer_cap", "-3"), ("discard_max", True)]
)
def test_a_wrong_value_is_refused_beside_its_rule_and_changes_nothing(option: str, value: object) -> None:
    lobby = opened()
    before = lobby.plan
    state = told(lobby, {"type": "option", "option": option, "value": value})
    assert option in state["error"]
    assert state["error_at"] == option
    assert lobby.plan is before


@pytest.mark.parametrize("seed", ["seven", "-1", "9" * 41, "²"])
def test_a_wrong_seed_is_refused(seed: str) -> None:
    assert "number of the deal" in told(opened(), {"type": "seed", "seed": seed})["error"]


def test_a_changed_rule_makes_them_our_own_and_as_printed_takes_it_back() -> None:
    lobby = opened()
    state = told(lobby, {"type": "option", "option": "trade_reveal", "value": "public"})
    assert state["lengths"]["own"]
    assert [group["title"] for group in state["groups"] if group["changed"]] == ["Trading"]
    assert "Everybody sees the cards." in state["groups"][1]["told"]
    assert "by our own rules" in state["sentence"]
    state = told(lobby, {"type": "as_printed"})
    assert not state["changed"]
    assert [preset["key"] for preset in state["lengths"]["presets"] if preset["chosen"]] == ["as_printed"]


def test_other_sets_of_options_are_chosen_beside_the_length() -> None:
    lobby = opened("quests")
    state = told(lobby, {"type": "preset", "group": "rules", "preset": "published"})
    assert lobby.plan.options["stage_reveal"] == "kind"
    assert state["presets"][0]["told"] == "Published rules"
    assert not state["lengths"]["own"], "rules as they are published are no rules of one's own"


@pytest.mark.parametrize("game_id", list_games())
def test_every_option_of_our_games_is_asked_in_words(game_id: str) -> None:
    for variant in list_games()[game_id].variants:
        assert all(option.question and option.said for option in variant.options), variant.key
        assert "More" not in [group.title for group in variant.options.groups]


def test_a_game_from_outside_has_a_lobby_without_declaring_anything_for_it() -> None:
    with registered(KUHN):
        state = opened("kuhn").widget.state
    assert state["ready"]
    assert state["lengths"]["presets"] == []
    assert state["minutes"] == 0


def test_what_was_chosen_is_dealt() -> None:
    app = PlayApp("guild_master", lobby=True, pace=0)
    app.hear({"type": "hello", "id": "", "host": "127.0.0.1"})
    people = [{"type": "player", "seat": seat, "bot": ""} for seat in range(4)]
    called = ("Anna", "Ben", "Chiara", "Deniz")
    names = [{"type": "name", "seat": seat, "name": name} for seat, name in enumerate(called)]
    told(app.lobby, *people, *names, {"type": "screen", "screen": PUBLIC_SCREEN}, {"type": "deal"})
    assert app.match.seat_names == called
    assert app.match.bots == {}
    assert app.host.screen == PUBLIC_SCREEN


def test_windows_for_hands_are_offered_only_on_the_machine_that_serves_the_page() -> None:
    here, there = opened(), opened(host="192.168.0.7")
    assert [row["can"] for row in here.widget.state["screens"]] == [False, True, True]
    screens = there.widget.state["screens"]
    assert [row["can"] for row in screens] == [False, True, False]
    assert "opened there at 127.0.0.1; here, pass the device on" in screens[2]["words"]
    refused = told(there, {"type": "screen", "screen": PUBLIC_SCREEN})
    assert "only where the page was opened on the machine that serves it" in refused["error"]
    assert there.plan.screen == ONE_DEVICE


def test_hands_lie_on_phones_where_the_server_opens_rooms(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "phones only here" in told(opened(), {"type": "screen", "screen": PHONES})["error"]
    monkeypatch.setenv(ROOMS_VARIABLE, "yes")
    lobby = opened("guile")
    state = told(lobby, {"type": "screen", "screen": PHONES}, {"type": "people", "people": 5})
    assert (state["people"], state["ready"]) == (5, True)
    ways = [(way["title"], way["words"], way["people"], way["chosen"]) for way in state["tables"]]
    assert ways == [
        ("Three tables", "one or two at each, one with a bot, by lot", [2, 2, 1], True),
        ("One table", "two seats; some are shared", [5], False),
    ]
    assert state["sentence"].startswith("Up to 5 people at three tables, ")
    assert told(lobby, {"type": "at_tables", "tables": 1})["sentence"].startswith("Up to 5 people, ")
    assert "There is no number of tables 2" in told(lobby, {"type": "at_tables", "tables": 2})["error"]
    assert "from 1 to 60" in told(lobby, {"type": "people", "people": 0})["error"].replace("for 1", "from 1")
    sent: list[Any] = []
    lobby.widget.send = sent.append  # where a page would hear it
    told(lobby, {"type": "deal"})
    setting = Setting.from_dict(sent[0]["setting"])
    assert (setting.game.id, setting.places, setting.tables) == ("guile", 5, 1)
    assert setting.deck.digest == lobby.plan.deck.digest


def test_a_visitor_of_a_server_joins_rooms_and_opens_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not opened().widget.state["join"]
    monkeypatch.setenv(ROOMS_VARIABLE, "")
    lobby = opened("guile")
    assert lobby.widget.state["join"]
    assert PHONES not in [row["key"] for row in lobby.widget.state["screens"]]
    assert "phones only here" in told(lobby, {"type": "screen", "screen": PHONES})["error"]


def test_a_usual_table_with_windows_is_set_without_them_elsewhere() -> None:
    told(opened(), {"type": "screen", "screen": PUBLIC_SCREEN}, {"type": "usual", "kept": True})
    assert opened().plan.screen == PUBLIC_SCREEN
    elsewhere = opened(host="room.test")
    assert elsewhere.plan.screen == ONE_DEVICE
    assert elsewhere.widget.state["usual"]


def test_our_usual_table_is_there_again_until_it_is_forgotten() -> None:
    lobby = opened()
    choices = [{"type": "leave", "seat": 3}, {"type": "name", "seat": 0, "name": "Anna"}]
    told(lobby, *choices, {"type": "option", "option": "discard_max", "value": 2}, {"type": "usual", "kept": True})
    again = opened()
    assert again.plan == lobby.plan
    assert again.widget.state["usual"]
    told(again, {"type": "usual", "kept": False})
    assert len(opened().plan.places) == 4


def test_a_usual_table_that_can_no_longer_be_set_is_passed_over(state_folder: Path) -> None:
    told(opened(), {"type": "usual", "kept": True})
    (file,) = (state_folder / "usual").glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    record["content"]["bots"][1] = "a bot of yesterday"
    file.write_text(json.dumps(record), encoding="utf-8")
    assert len(opened().plan.places) == 4
    assert opened().widget.state["usual"] is False


def test_nothing_is_kept_where_nothing_shall_be(state_folder: Path) -> None:
    lobby = opened(autosave=False)
    assert not told(lobby, {"type": "usual", "kept": True})["usual"]
    assert not list(state_folder.rglob("*.json"))


@pytest.mark.rule("GM-264")
def test_cards_are_called_as_in_a_classroom_until_somebody_wants_the_printed_names() -> None:
    lobby = opened()
    state = lobby.widget.state
    assert "Dance Hall" in lobby.plan.deck.names["card"]
    assert state["words"] == "In a school's words: the printed list has another name for Dance Hall."
    assert state["school_words"]
    assert "Brothel" not in json.dumps(state)
    assert [deck["key"] for deck in state["decks"] if deck["chosen"]] == ["medieval"]
    state = told(lobby, {"type": "words", "school": False})
    assert (lobby.plan.deck, state["school_words"]) == (load_deck("guild_master"), False)
    assert "Brothel" in lobby.plan.deck.names["card"]
    assert [deck["key"] for deck in state["decks"]] == OWN_DECKS
    told(lobby, {"type": "deal"})
    assert lobby.plan.deck == load_deck("guild_master")
    assert not lobby.plan.school_words


def test_the_usual_table_keeps_how_cards_are_called() -> None:
    lobby = opened()
    told(lobby, {"type": "words", "school": False}, {"type": "usual", "kept": True})
    assert not opened().plan.school_words


def test_a_game_whose_cards_need_no_other_words_says_nothing_of_them() -> None:
    assert opened("guile").widget.state["words"] == ""


def test_a_deck_of_somebodys_own_can_be_played_in_both_words() -> None:
    own = load_deck("guild_master").edit(change=[{"card_id": "moat", "resources": "MC"}])
    lobby = opened(deck=own)
    assert not lobby.plan.school_words
    state = told(lobby, {"type": "words", "school": True})
    assert lobby.plan.deck.as_printed() == own
    assert "Dance Hall" in lobby.plan.deck.names["card"]
    assert [deck["key"] for deck in state["decks"]] == [*OWN_DECKS, "own"]


def test_the_list_that_is_changed_in_the_studio_can_be_played_before_it_is_saved() -> None:
    studio = DeckStudio("guild_master", games=60)
    studio.hear({"type": "hello", "id": ""})
    assert [deck["key"] for deck in opened().widget.state["decks"]] == OWN_DECKS
    row = studio.editor.rows("cards.csv")[0].id
    where = {"id": "edit-1", "revision": studio.editor.revision, "file": "cards.csv"}
    studio.grid._handle_custom_msg({"type": "set", **where, "cells": [[row, "resources", "GG"]]}, [])
    lobby = opened()
    state = told(lobby, {"type": "choose_deck", "deck": "studio"})
    assert [deck["key"] for deck in state["decks"]] == [*OWN_DECKS, "studio"]
    assert [deck["key"] for deck in state["decks"] if deck["chosen"]] == ["studio"]
    assert state["decks"][-1]["lines"][0] == "as it lies in the studio, not saved yet"
    assert lobby.plan.deck.as_printed() == studio.deck
    assert [deck["key"] for deck in opened("guile").widget.state["decks"]] == [
        "classic",
        *(name for name in list_decks("guile") if name != "classic"),
    ]
    studio.report.measuring.close()


MESSAGES: dict[str, dict[str, Any]] = {
    "sit_down": {"bot": ""}, "leave": {"seat": 0}, "name": {"seat": 0, "name": "Anna"},
    "player": {"seat": 0, "bot": ""}, "choose_deck": {"deck": "medieval"}, "variant": {"variant": "base_game"},
    "preset": {"group": "length", "preset": "quick"}, "option": {"option": "discard_max", "value": 2},
    "as_printed": {}, "screen": {"screen": "one device"}, "pace": {"seconds": 0.3}, "seed": {"seed": "7"},
    "usual": {"kept": False}, "words": {"school": True}, "deal": {}, "back": {}, "how_to_play": {},
    "fill": {"bot": "greedy"}, "names": {"seat": 0, "names": ["Anna", "Ben"]},
    "colour": {"seat": 0, "colour": 1}, "people": {"people": 30}, "at_tables": {"tables": 1},
}  # fmt: skip
SAID_IN = {"colour": "cadwallon"}  # what only one game's page says


@pytest.mark.parametrize("kind", classes_of(Lobby))
def test_every_message_is_heard(kind: str) -> None:
    message = {"type": kind, **MESSAGES[kind]}
    assert type(read(Lobby.heard, message)) is classes_of(Lobby)[kind]
    assert told(opened(SAID_IN.get(kind, "guild_master")), message)["error"] == ""


@pytest.mark.parametrize("raw", [None, 3, {}, {"type": "dance"}, {"type": "sit"}, {"type": "leave", "seat": "1"}])
def test_what_is_no_message_is_refused_and_changes_nothing(raw: object) -> None:
    lobby = opened()
    before = lobby.plan
    lobby.hear(raw)
    assert lobby.lines.error
    assert lobby.plan is before


# ---------------------------------------------------------------- colours


def colour(seat: int, number: int) -> dict[str, Any]:
    """What the page says where somebody takes a colour."""
    return {"type": "colour", "seat": seat, "colour": number}


def fields(state: dict[str, Any]) -> list[str]:
    """The cloth of each banner."""
    return [seat["field"] for seat in state["seats"]]


@pytest.mark.rule("CA-029")
def test_people_choose_among_the_colours_by_name_and_bots_take_what_is_left() -> None:
    lobby = opened("cadwallon")
    state = told(lobby, {"type": "player", "seat": 1, "bot": ""}, {"type": "name", "seat": 1, "name": "Ben"})
    assert fields(state) == ["gules", "azure", "vert", "purpure"]
    assert state["seats"][0]["colours"] == [
        [0, "red lion", True],
        [1, "blue key (swap with Ben)", False],
        [2, f"green tree (swap with {lobby.plan.called[2]})", False],
        [3, f"purple griffin (swap with {lobby.plan.called[3]})", False],
    ]
    assert state["seats"][2]["colours"] == [], "a bot chooses nothing"
    picture = state["picture"]
    state = told(lobby, colour(1, 3))
    assert fields(state) == ["gules", "purpure", "vert", "azure"]
    assert state["picture"] != picture, "the table that is set shows it"
    told(lobby, {"type": "deal"})
    assert lobby.plan.match().arms == (0, 3, 2, 1)


@pytest.mark.rule("CA-029")
def test_whoever_takes_the_colour_of_another_person_gives_their_own_for_it() -> None:
    lobby = opened("cadwallon")
    people = [{"type": "player", "seat": seat, "bot": ""} for seat in range(1, 4)]
    told(lobby, *people, *(colour(seat, 3 - seat) for seat in range(4)))
    assert lobby.plan.arms == (3, 2, 1, 0)
    assert fields(told(lobby, colour(0, 2))) == ["vert", "purpure", "azure", "gules"]
    state = told(lobby, {"type": "leave", "seat": 1})
    assert fields(state) == ["vert", "azure", "gules"], "who moves up keeps the colour"
    assert fields(told(lobby, colour(2, 3))) == ["vert", "azure", "purpure"], "a colour that nobody has is free"


@pytest.mark.parametrize("message", [colour(0, 4), colour(1, 2), colour(7, 0)], ids=["none", "of a bot", "nobody"])
def test_a_colour_that_cannot_be_taken_is_refused_beside_the_banners(message: dict[str, Any]) -> None:
    lobby = opened("cadwallon")
    before = lobby.plan
    state = told(lobby, message)
    assert state["error"]
    assert state["error_at"] == "seats"
    assert lobby.plan is before


@pytest.mark.parametrize("game_id", [game_id for game_id in list_games() if game_id != "cadwallon"])
def test_other_games_have_no_colours_to_choose_from(game_id: str) -> None:
    lobby = opened(game_id)
    assert all(seat["colours"] == [] for seat in lobby.widget.state["seats"])
    assert "Nobody chooses a colour" in told(lobby, colour(0, 1))["error"]


def test_colours_are_dealt_with_kept_with_the_usual_table_and_there_for_the_next_match() -> None:
    app = PlayApp("cadwallon", lobby=True, pace=0)
    app.hear({"type": "hello", "id": ""})
    told(app.lobby, colour(0, 2), {"type": "usual", "kept": True}, {"type": "deal"})
    assert app.match.arms == (2, 1, 0, 3)
    assert app.lobby.plan.arms == (2, 1, 0, 3)
    app.hear({"type": "play_again"})
    assert app.match.arms == (2, 1, 0, 3)
    assert opened("cadwallon").plan.arms == (2, 1, 0, 3)


def test_usual_tables_from_before_there_were_colours_can_still_be_set(state_folder: Path) -> None:
    told(opened("cadwallon"), {"type": "name", "seat": 0, "name": "Anna"}, {"type": "usual", "kept": True})
    (file,) = (state_folder / "usual").glob("*.json")
    record = json.loads(file.read_text(encoding="utf-8"))
    del record["content"]["colours"]
    file.write_text(json.dumps(record), encoding="utf-8")
    assert opened("cadwallon").plan.names == {0: "Anna"}
    record["content"]["colours"] = [1, 1]
    file.write_text(json.dumps(record), encoding="utf-8")
    assert opened("cadwallon").plan.names == {}, "two cannot have the same"
