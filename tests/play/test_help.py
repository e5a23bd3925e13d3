"""What a table shows instead of asking: a turn that a bot plays for a person, and the last round once again."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from workbench.play.bot_turns import BotTurns
from workbench.play.help import TurnShown
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction, RoomError

SEAT = 0


def seen_while(
    match: Match, shown: Callable[[TableHost], None], before: Callable[[TableHost], None] = lambda _: None
) -> tuple[TableHost, list[dict[str, Any]]]:
    """The table after something has been shown to the end, and what the seat saw meanwhile."""
    scenes: list[dict[str, Any]] = []

    async def play() -> TableHost:
        host = TableHost(match, pace=0.0)
        host.start()
        await asyncio.sleep(0)
        while host.bots.playing is not None and not host.bots.playing.done():
            await asyncio.sleep(0)
        before(host)
        host.changed = lambda: scenes.append(host.scene(SEAT)) if host.help.showing else None
        shown(host)
        assert host.help.showing is not None
        host.help.showing.seconds = 0.0
        while host.help.showing is not None:
            await asyncio.sleep(0)
        return host

    return asyncio.run(play()), scenes


def town() -> Match:
    return Match("guild_master", seats=3, seed=7, options={"first_seat": 0}, bots={1: "greedy", 2: "greedy"})


def test_a_bot_plays_my_turn_and_names_each_act_before_it_is_done() -> None:
    host, scenes = seen_while(town(), lambda host: host.help.show_turn())
    own = [host.match.words_of(act.actions) for act in host.match.acts if act.seat == SEAT]
    named = list(dict.fromkeys(scene["mark"]["number"] for scene in scenes if scene["mark"]))
    assert named == list(range(1, len(own) + 1))
    assert {scene["mark"]["words"] for scene in scenes if scene["mark"]} == {f"{words}." for words in own}
    assert host.match.turn > 1 or host.match.to_act != (SEAT,)
    assert len(own) > 2


def test_what_is_shown_is_what_the_bot_of_the_game_would_play_there() -> None:
    host, _scenes = seen_while(town(), lambda host: host.help.show_turn())
    other = town()
    other.seat_bot(SEAT, other.game.usual_bot)
    while len(other.acts) < len(host.match.acts):
        other.play_bot(host.match.acts[len(other.acts)].seat)
    assert other.acts == host.match.acts


def test_nothing_can_be_pressed_meanwhile_but_stop() -> None:
    async def play() -> None:
        host = TableHost(town())
        host.start()
        host.help.show_turn()
        await asyncio.sleep(0)
        scene = host.scene(SEAT)
        assert [to for _words, to in scene["ways"]] == ["stop"]
        assert {choice["action"] for choice in scene["choices"]} <= set(scene["mark"]["at"])
        with pytest.raises(IllegalAction, match="Stop it to choose yourself"):
            host.act(SEAT, (host.match.legal(SEAT)[0].id,))
        host.help.stop()
        assert host.scene(SEAT)["ways"] == []
        assert not host.match.acts

    asyncio.run(play())


def test_an_act_that_the_table_no_longer_allows_is_chosen_anew() -> None:
    """On the open floor others act while a bot's act for me is named."""

    async def play() -> None:
        host = TableHost(Match("excalibur", seats=3, seed=5, bots={1: "greedy", 2: "greedy"}), pace=0.0)
        host.help.show_turn()
        await asyncio.sleep(0)
        showing = host.help.showing
        assert isinstance(showing, TurnShown)
        showing.seconds = 0.0
        named = list(showing.chosen)
        host.play(SEAT, named)  # as if done by somebody else
        assert SEAT not in host.match.to_act
        showing.take_step()
        assert [list(act.actions) for act in host.match.acts] == [named]
        assert host.fault == ""
        host.help.stop()

    asyncio.run(play())


def test_a_fault_of_ours_ends_in_a_notice_and_gives_the_turn_back(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play() -> TableHost:
        host = TableHost(town())
        monkeypatch.setattr(host.match, "words_of", lambda _actions: 1 / 0)
        monkeypatch.setattr(host, "changed", lambda: host.scene(SEAT))
        host.help.show_turn()
        for _ in range(20):
            await asyncio.sleep(0)
        return host

    host = asyncio.run(play())
    assert host.help.showing is None
    assert "could not be shown" in host.fault


def test_the_last_round_is_seen_as_it_was_and_changes_nothing() -> None:
    def turn(host: TableHost) -> None:
        while SEAT in host.match.to_act:
            host.play(SEAT, host.match.choice_of_bot(SEAT, "greedy"))
        while not (host.due or host.match.over):
            host.match.play_bot(host.match.next_bot or 0)

    played: list[int] = []
    host, scenes = seen_while(
        town(), lambda host: host.help.show_round(), lambda host: (turn(host), played.append(len(host.match.acts)))[0]
    )
    assert len(host.match.acts) == played[0]
    logs = [len(scene["log"]) for scene in scenes]
    assert logs == sorted(logs)
    assert logs[0] < len(host.scene(SEAT)["log"])
    assert all(not scene["choices"] and scene["selection"] is None for scene in scenes)


def test_a_turn_is_shown_only_to_whose_turn_it_is() -> None:
    host = TableHost(Match("guild_master", seats=3, seed=7, options={"first_seat": 1}, bots={1: "greedy", 2: "greedy"}))
    assert not host.help.may_show_turn
    with pytest.raises(RoomError, match="Wait until it is yours"):
        host.help.show_turn()
    assert not host.help.may_show_round
    with pytest.raises(RoomError, match="Nothing has been played"):
        host.help.show_round()


def test_outside_a_running_kernel_it_is_said_that_nobody_would_see_it() -> None:
    host = TableHost(town())
    with pytest.raises(RoomError, match="on a page that is open"):
        host.help.show_turn()
    assert host.help.showing is None


@pytest.mark.parametrize(("bots", "wait"), [(1, 1.2), (4, 1.2), (24, 0.2)])
def test_many_bots_wait_for_less_so_that_a_round_of_theirs_stays_short(bots: int, wait: float) -> None:
    seats = max(2, bots + 1)
    variant = "labyrinth_city" if bots > 7 else "base_game"
    match = Match(
        "guild_master", seats=seats, options={"game_variant": variant}, bots=dict.fromkeys(range(1, bots + 1), "greedy")
    )
    assert BotTurns(TableHost(match), 1.2).wait == pytest.approx(wait)


def test_on_an_open_floor_many_bots_wait_until_each_could_have_acted_once() -> None:
    options = {"game_variant": "labyrinth_city"}
    bots = dict.fromkeys(range(1, 24), "greedy")
    match = Match("guild_master", seats=24, seed=3, options=options, bots=bots)
    turns = BotTurns(TableHost(match), 1.2)
    while match.phase != "open_trade":
        match.play(0, match.legal(0)[0]) if 0 in match.to_act else match.play_bot(match.next_bot or 1)
    while match.floor_acts < len(bots):
        assert turns.wait > 0
        match.play_bot(match.next_bot or 1)
    assert match.phase == "open_trade"
    assert turns.wait == 0
