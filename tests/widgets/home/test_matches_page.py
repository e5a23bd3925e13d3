"""Our matches: those that wait and those that are over, of one reader, found by people and game."""

from __future__ import annotations

import re
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.servers import CHECKOUT
from tests.widgets.home.test_home_page import kept, rewritten
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.widgets import HomePage, MatchesPage
from workbench.widgets.home.matches_page import AT_ONCE, how_it_ended
from workbench.widgets.home.reader import Reader

NOTEBOOKS = CHECKOUT / "notebooks"


@pytest.fixture
def store(tmp_path: Path) -> MatchStore:
    return MatchStore(tmp_path)


def drawn(store: MatchStore, **asked: str) -> str:
    return MatchesPage(NOTEBOOKS).drawn(Reader(store, "/somewhere/", asked))


def over(store: MatchStore, game: str = "guile", day: int = 1, **wanted: Any) -> TableHost:
    """A match that bots have played to its end, as it was kept on a day of January."""
    match = Match(game, **{"seats": 2, "seed": 3, **wanted})
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    match.play_bots()
    match.name_seats(wanted.get("names", {}))
    host = TableHost(match, store=store)
    host.start()
    host.clock.seconds, host.clock.ended = 1260.0, datetime(2026, 1, day, 12).isoformat()
    host.keep()
    return host


def titles(page: str) -> list[str]:
    return re.findall(r"<h3>([^<]*)</h3>", page)


def test_a_match_that_is_over_has_its_end_its_story_its_replay_and_a_way_to_play_again(store: MatchStore) -> None:
    host = over(store, day=19)
    page, told = drawn(store), how_it_ended(host.match)
    assert titles(page) == [told.title]
    assert told.by in page
    assert f"Guile · {host.match.turn} turns · 19 January" in page
    assert ", 21 minutes" in page
    for words, address in (
        ("Story", "guile.ipynb?match"),
        ("Replay", "replay.ipynb?match"),
        ("Again", "guile.ipynb?again"),
    ):
        assert f'<a href="/somewhere/{address}={host.kept.id}" target="_self">{words}</a>' in page
    assert all(f">{name}</span>" in page for name in host.match.seat_names)


def test_how_a_match_ended_is_looked_up_once(store: MatchStore, monkeypatch: pytest.MonkeyPatch) -> None:
    over(store)
    page = drawn(store)
    monkeypatch.setattr(Match, "__init__", lambda *_, **__: pytest.fail("a match was made"))
    assert drawn(store) == page


def test_who_was_ahead_is_drawn_turn_by_turn(store: MatchStore) -> None:
    match = over(store).match
    told = how_it_ended(match)
    picture = drawn(store).partition('class="wb-ahead"')[2].partition("</svg>")[0]
    assert len(told.ahead) == 2
    assert picture.count('class="wb-behind"') == 2
    assert picture.count("<rect") == 2 + sum(figure != "0" for row in told.ahead for figure in row)


def test_the_newest_are_shown_and_the_others_when_somebody_asks(store: MatchStore) -> None:
    for day in range(1, AT_ONCE + 3):
        over(store, day=day, names={0: f"Anna {day}"})
    page = drawn(store)
    assert len(titles(page)) == AT_ONCE
    assert "Five of 7 are shown, the newest first." in page
    assert "Anna 2<" not in page
    assert len(titles(drawn(store, all="1"))) == AT_ONCE + 2
    assert "The last 200 matches are kept" in page


def test_a_match_is_found_by_its_people_and_its_game(store: MatchStore) -> None:
    over(store, names={0: "Anna", 1: "Ben"})
    over(store, "cadwallon", names={0: "Anna", 1: "Chiara"})
    for search, found in (("anna", 2), ("BEN", 1), ("anna, cadwallon", 1), ("deniz", 0), ("", 2), ("<b>", 0)):
        assert len(titles(drawn(store, find=search))) == found, search
    assert "<b>" not in drawn(store, find="<b>")


def test_the_two_played_last_wait_in_the_hall_and_the_others_in_rows(store: MatchStore) -> None:
    hosts = [kept(store, seed=seed) for seed in (1, 2, 3)]
    page = drawn(store)
    assert "Three matches wait." in page
    hall, _, rows = page.partition('class="wb-rows"')
    assert [host.kept.id in hall for host in hosts] == [False, True, True]
    assert hosts[0].kept.id in rows
    assert page.count("wb-main") == 1
    assert page.count("Go on") == 2


def test_of_a_match_of_older_rules_the_page_says_so_and_replays_nothing(store: MatchStore) -> None:
    host = over(store)
    rewritten(store, host.kept.id, lambda content: content["about"].update(version=-1))
    page = drawn(store)
    assert "of an older version of its rules" in page
    assert host.kept.id not in page


def test_a_match_that_cannot_be_read_is_listed_by_its_people(store: MatchStore) -> None:
    host = over(store, names={0: "Anna", 1: "Ben"})
    rewritten(store, host.kept.id, lambda content: content.update(match={"nonsense": True}))
    assert titles(drawn(store)) == ["Anna and Ben"]


def test_a_name_is_text_and_never_markup(store: MatchStore) -> None:
    over(store, names={0: "<b>Anna</b>"})
    kept(store, names=["<b>Anna</b>"])
    assert "<b>Anna" not in drawn(store)


def test_where_nothing_is_kept_the_page_says_so(store: MatchStore) -> None:
    page = drawn(store)
    assert "No matches wait." in page
    assert "No match has been played to its end yet." in page


def test_the_first_page_leads_to_all_matches(store: MatchStore) -> None:
    def first(folder: Path = NOTEBOOKS) -> str:
        return HomePage(folder).drawn(Reader(store))

    assert "matches.ipynb" not in first()
    over(store)
    assert "Our matches: 1 finished" in first()
    kept(store)
    assert '<a href="matches.ipynb" target="_self">Our matches: 1 waiting and 1 finished</a>' in first()
