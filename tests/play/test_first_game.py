"""A first game: it begins dealt, each mark waits for one choice, and then one goes on alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from workbench.kernel.registry import game, list_games
from workbench.play.first_game import SEAT, FirstGame, has_first_game
from workbench.play.host import TableHost
from workbench.play.store import MatchStore
from workbench.storage.errors import IllegalAction, OptionError

GAMES = [*filter(has_first_game, list_games().values())]


@pytest.fixture(autouse=True)
def state_below_the_test(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are kept below the test's own folder, never in the account's."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path / "state"))


@pytest.fixture
def host() -> TableHost:
    """A table of Guile at which a first game has begun; outside a running kernel its bot acts at once."""
    first = FirstGame.of(game("guile"))
    table = TableHost(first.deal(), store=MatchStore())
    table.bots.started = True
    table.begin_first_game(first)
    return table


def press(host: TableHost, label: str) -> None:
    host.act(SEAT, (next(action.id for action in host.match.legal(SEAT) if action.label == label),))


@pytest.mark.parametrize("first", [*map(FirstGame.of, GAMES)], ids=lambda first: first.game.id)
def test_every_mark_of_a_first_game_is_reached_by_pressing_what_it_says(first: FirstGame) -> None:
    match, reached = first.deal(), []
    for _ in range(200):
        number = first.number(match)
        reached += [] if number is None or number in reached else [number]
        if number == len(first.marks) - 1:
            break
        seat = match.to_act[0]
        wanted = first.wanted(match) if seat == SEAT else None
        if seat == SEAT:
            match.play(seat, match.legal(seat)[0] if wanted is None else wanted)
        else:
            match.play_bot(seat)
    assert reached == list(range(len(first.marks)))


@pytest.mark.parametrize("first", [*map(FirstGame.of, GAMES)], ids=lambda first: first.game.id)
def test_a_mark_says_less_than_fifteen_words(first: FirstGame) -> None:
    assert all(0 < len(mark.words.split()) < 15 for mark in first.marks)


def test_the_knights_sit_as_drawn_and_sir_galahad_begins(host: TableHost) -> None:
    match = host.match
    around = [match.naming("knight", int(knight)) for knight in match.state.knight_at]
    assert around[4:7] == ["Sir Galahad", "Sir Agravaine", "Sir Lancelot"]
    assert match.to_act == (SEAT,)
    assert host.scene(SEAT)["mark"]["words"].startswith("Press Sir Galahad's card.")


def test_only_what_a_mark_waits_for_is_offered_and_taken(host: TableHost) -> None:
    scene = host.scene(SEAT)
    assert [choice["label"] for choice in scene["choices"]] == ["Peek"]
    assert scene["mark"]["at"] == [scene["choices"][0]["action"]]
    with pytest.raises(IllegalAction, match="Press Sir Galahad's card"):
        press(host, "Exchange with Sir Tristan")
    assert host.scene(1 - SEAT)["mark"] is None, "the other seat has no help"
    press(host, "Peek")
    assert host.scene(SEAT)["mark"] is None
    press(host, "Put the card back")
    assert host.scene(SEAT)["mark"]["number"] == 2


def test_taking_back_leads_to_the_mark_before(host: TableHost) -> None:
    press(host, "Peek")
    host.undo_for(SEAT)
    assert host.scene(SEAT)["mark"]["number"] == 1


def test_after_the_round_one_goes_on_alone_or_begins_again_with_help(host: TableHost) -> None:
    guide = host.help.guide
    assert guide is not None
    while guide.number(host.match) != 2:
        wanted = guide.wanted(host.match)
        host.act(SEAT, (wanted if wanted is not None else host.match.legal(SEAT)[0].id,))
    scene = host.scene(SEAT)
    assert [to for _words, to in scene["ways"]] == ["alone", "first_game"]
    assert scene["choices"] == []
    assert "wins round 1" in scene["strong"]
    host.help.go_on_alone()
    assert host.scene(SEAT)["ways"] == []
    assert host.scene(SEAT)["mark"] is None


def test_a_kept_first_game_comes_back_with_its_help(host: TableHost) -> None:
    press(host, "Peek")
    press(host, "Put the card back")
    other = TableHost(FirstGame.of(game("guile")).deal(), store=MatchStore())
    other.resume(host.kept.id)
    assert other.scene(SEAT)["mark"]["number"] == 2
    other.bots.started = True
    other.help.go_on_alone()
    third = TableHost(FirstGame.of(game("guile")).deal(), store=MatchStore())
    third.resume(other.kept.id)
    assert third.help.guide is None


def test_a_game_without_one_says_so() -> None:
    with pytest.raises(OptionError, match="Excalibur has no first game"):
        FirstGame.of(game("excalibur"))
