"""The first page: a tile for each game, and the match that goes on; nothing is said that nobody has declared."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.servers import CHECKOUT
from tests.small_game.kuhn import GAME as KUHN
from workbench.kernel.registry import game, list_games, registered
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.widgets import HomePage
from workbench.widgets.home.catalogue import Catalogue
from workbench.widgets.home.reader import Reader
from workbench.widgets.home.waiting import match_that_waits

NOTEBOOKS = CHECKOUT / "notebooks"


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path)


def kept(store: MatchStore, acts: int = 6, game: str = "guild_master", **wanted: Any) -> TableHost:
    """A match of bots that goes on after so many acts, with whatever names are wanted."""
    match = Match(game, **{"seats": 4, "seed": 3, **wanted})
    for _ in range(acts):
        seat = match.to_act[0]
        match.seat_bot(seat, "greedy")
        match.play_bot(seat)
        match.seat_bot(seat, None)
    host = TableHost(match, store=store)
    host.start()
    host.keep()
    return host


def drawn(store: MatchStore, folder: Path = NOTEBOOKS, **wanted: Any) -> str:
    return HomePage(folder).drawn(Reader(store, **wanted))


def test_the_catalogue_lists_the_games_that_have_a_notebook_and_no_others(tmp_path: Path) -> None:
    assert Catalogue(tmp_path).games == {}
    (tmp_path / "guild_master.ipynb").write_text("{}")
    assert list(Catalogue(tmp_path).games) == ["guild_master"]


def test_every_game_of_ours_has_a_notebook_and_an_outside_game_is_played_in_the_one_for_any_game() -> None:
    ours = list_games()
    with registered(KUHN):
        catalogue = Catalogue(NOTEBOOKS)
    assert catalogue.pages == {
        **{game_id: f"{game_id}.ipynb" for game_id in ours},
        "kuhn": "any_game.ipynb?game=kuhn",
    }


def test_every_game_of_ours_has_a_tile_with_all_that_a_tile_can_say(store: MatchStore) -> None:
    page = drawn(store)
    for game_id, one in list_games().items():
        assert one.tile.pitch in page
        assert f'href="{game_id}.ipynb"' in page
        assert one.tile.age
        assert one.tile.cover is not None
        assert one.variants[0].minutes({}, one.variants[0].default_seats)


def test_tiles_stand_in_the_order_that_games_declare_and_games_from_outside_behind_them(store: MatchStore) -> None:
    with registered(KUHN):
        titles = re.findall(r'<b class="wb-title">([^<]*)</b>', drawn(store))
    ours = [one.title for one in sorted(list_games().values(), key=lambda one: one.tile.place)]
    assert titles[: len(ours) + 1] == [*ours, KUHN.title]
    assert titles[0] == "Guild Master"


def test_what_is_compiled_beside_the_server_is_said_in_a_quiet_line_and_nothing_else_is(store: MatchStore) -> None:
    words = "Guile is being made ready."
    assert f'<p class="wb-making-ready">{words}</p>' in drawn(store, making_ready=words)
    assert "wb-making-ready" not in drawn(store)


def test_no_card_of_the_first_page_has_a_name_that_is_not_meant_for_a_classroom(store: MatchStore) -> None:
    assert "Brothel" not in drawn(store)


def test_the_first_page_says_what_cards_are_called_for_a_classroom(store: MatchStore, tmp_path: Path) -> None:
    assert "<small>Dance Hall in Guild Master</small>" in drawn(store)
    (tmp_path / "none").mkdir()
    assert "Dance Hall" not in drawn(store, tmp_path / "none")


def test_a_game_from_outside_has_a_tile_of_its_cards_emblems_and_says_nothing_that_it_does_not_declare(
    store: MatchStore,
) -> None:
    with registered(KUHN):
        page = drawn(store)
    tile = page[page.index('href="any_game.ipynb?game=kuhn"') :].split("</a>")[0]
    assert "<path" in tile
    assert ">2 players<" in tile
    assert "min<" not in tile
    assert ">from " not in tile


def test_a_game_whose_deck_cannot_be_read_still_has_a_cover(store: MatchStore, tmp_path: Path) -> None:
    (tmp_path / "any_game.ipynb").write_text("{}")
    with registered(replace(KUHN, id="lost", default_deck="nowhere")):
        assert "Kuhn Poker" in drawn(store, tmp_path)


def test_a_page_without_games_says_so_and_offers_none(store: MatchStore, tmp_path: Path) -> None:
    page = drawn(store, tmp_path)
    assert "No games from the age" in page
    assert "wb-again" not in page


def test_who_has_played_nothing_is_offered_the_shortest_game(store: MatchStore) -> None:
    page = drawn(store)
    usual = [(one.variants[0].minutes({}, one.variants[0].default_seats), one.title) for one in list_games().values()]
    least = min(usual)[0]
    assert any(f"{title} takes {minutes} minutes" in page for minutes, title in usual if minutes == least)
    assert "Back to the table" not in page


def test_the_match_that_was_played_last_is_one_press_away_with_its_people_and_who_is_to_act(store: MatchStore) -> None:
    host = kept(store, names=["Anna", "Ben", "Chiara", "Deniz"])
    page = drawn(store, prefix="/somewhere/")
    assert f'href="/somewhere/guild_master.ipynb?match={host.kept.id}"' in page
    assert f"Turn {host.match.turn}" in page
    (due,) = host.match.to_act
    name = host.match.seat_names[due]
    assert f"It is up to {name}." in page
    turn = page[page.index('class="wb-turn"') :].split("</li>")[0]
    assert turn.endswith(f"<span>{name}</span>")


def test_people_hang_there_in_the_colours_that_they_chose(store: MatchStore) -> None:
    kept(store, game="cadwallon", acts=2)
    assert re.findall(r"wb-banner wb-(\w+)", drawn(store)) == ["gules", "azure", "vert", "purpure"]
    kept(store, game="cadwallon", acts=2, colours={0: 3, 1: 2})
    assert re.findall(r"wb-banner wb-(\w+)", drawn(store)) == ["purpure", "vert", "gules", "azure"]


def test_nothing_is_played_again_to_say_so(store: MatchStore, monkeypatch: pytest.MonkeyPatch) -> None:
    host = kept(store)
    monkeypatch.setattr(Match, "__init__", lambda *_, **__: pytest.fail("a match was made"))
    assert host.kept.id in drawn(store)


def test_of_eight_people_four_are_shown_with_whoever_is_to_act_and_the_others_are_counted(store: MatchStore) -> None:
    host = kept(store, seats=8, acts=30, names=[f"Name {letter}" for letter in "ABCDEFGH"])
    page = drawn(store)
    assert page.count('class="wb-banner') == 4
    assert "and 4 more" in page
    assert all(host.match.seat_names[seat] in page for seat in host.match.to_act)


def test_a_match_that_is_over_is_not_gone_back_to(store: MatchStore) -> None:
    host = kept(store)
    before = kept(store)
    while not before.match.over:
        seat = before.match.to_act[0]
        before.match.seat_bot(seat, "greedy")
        before.match.play_bot(seat)
    before.keep()
    assert host.kept.id in drawn(store)


def rewritten(store: MatchStore, match_id: str, change: Callable[[dict[str, Any]], None]) -> None:
    """Change what stands beside a kept match."""
    path = store.path(match_id)
    record = json.loads(path.read_text(encoding="utf-8"))
    change(record["content"])
    path.write_text(json.dumps(record), encoding="utf-8")


def test_a_match_of_an_older_version_of_its_rules_does_not_vanish_without_a_word(store: MatchStore) -> None:
    host = kept(store)
    rewritten(
        store,
        host.kept.id,
        lambda content: content["about"].update(version=game("guild_master").played_alike_since - 1),
    )
    page = drawn(store)
    assert "older version of its rules" in page
    assert host.kept.id not in page
    assert "Start anew" in page


def test_a_match_of_an_older_version_that_is_played_alike_goes_on(store: MatchStore) -> None:
    host = kept(store)
    since = game("guild_master").played_alike_since
    rewritten(store, host.kept.id, lambda content: content["about"].update(version=since))
    page = drawn(store)
    assert "older version" not in page
    assert host.kept.id in page


@pytest.mark.parametrize("about", [None, {}, {"game": 3}, "text"])
def test_a_match_beside_which_nothing_or_nonsense_stands_is_passed_over(store: MatchStore, about: object) -> None:
    older, newer = kept(store), kept(store)
    rewritten(store, newer.kept.id, lambda content: content.update(about=about))
    assert older.kept.id in drawn(store)


def test_a_name_is_text_and_never_markup(store: MatchStore) -> None:
    kept(store, names=["<b>Anna</b>"])
    page = drawn(store)
    assert "<b>Anna" not in page
    assert "&lt;b&gt;Anna" in page


def test_where_a_server_has_rooms_one_comes_in_by_a_code(tmp_path: Path) -> None:
    served = str(HomePage(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path), "/voila/render/", top="/")))
    assert 'href="/join"' in served
    assert "Join with a code" not in str(HomePage(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path))))


def test_where_it_is_up_to_many_they_are_counted(store: MatchStore) -> None:
    """A class's trade waits for twenty people, whose names would push the games below the screen."""
    host = kept(store)
    about = next(about for _, about in store.newest())
    names = tuple(f"Pupil {number}" for number in range(24))
    catalogue = Catalogue(NOTEBOOKS)
    for many, words in ((1, "Pupil 0"), (3, "Pupil 0, Pupil 1 and Pupil 2"), (12, "twelve people"), (23, "23 people")):
        waits = about.model_copy(update={"names": names, "arms": (), "to_act": tuple(range(many))})
        assert f"It is up to {words}." in match_that_waits(catalogue, host.kept.id, waits, "/")
