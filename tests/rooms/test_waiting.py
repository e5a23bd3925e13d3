"""What one can do until play begins: the game in one minute, and a hand against a bot that counts for nothing."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from tests.rooms.robots import Phone, Socket, actions_in, ask, served
from workbench.heraldry.emblems import emblems
from workbench.kernel.registry import list_games
from workbench.rooms import practice_page
from workbench.rooms.one_minute import one_minute
from workbench.rooms.room import Room
from workbench.rooms.setting import Setting

VARIANTS = [(game.id, variant.key) for game in list_games().values() for variant in game.variants]
KINDS = {"card", "back", "chip", "arms", "sign"}


def setting_of(game: str, variant: str, **options: Any) -> Setting:
    return Setting.of(game, options={"game_variant": variant, **options})


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_each_game_has_five_moments_whose_rules_and_emblems_there_are(game: str, variant: str) -> None:
    setting = setting_of(game, variant)
    moments = one_minute(setting)["moments"]
    assert len(moments) == 5
    for moment in moments:
        assert set(moment) == {"title", "words", "rules", "picture"}
        assert len(moment["words"]) <= 200
        assert "{" not in moment["words"]
        assert moment["rules"]
        assert [rule for rule in moment["rules"] if f"**{rule}**" not in setting.game.rules] == []
        signs = [sign for sign in moment["picture"] if isinstance(sign, dict)]
        assert {sign["kind"] for sign in signs} <= KINDS
        assert {sign["emblem"] for sign in signs if "emblem" in sign} <= set(emblems())


def test_a_moment_says_what_the_options_of_the_room_are() -> None:
    last = one_minute(setting_of("guile", "base_game", rounds_to_win=3))["moments"][-1]
    assert "win the game: 3" in last["words"]


async def practise(origin: str, room: Room, phone: Phone) -> Socket:
    table = await Socket(origin, f"/r/{room.code}/practice", {"type": "practise", "secret": phone.secret}).open()
    await table.until(lambda: table.scene or table.closed)
    return table


def test_a_hand_against_a_bot_is_private_written_nowhere_and_over_once_cards_are_dealt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice_page, "PACE", 0.0)

    async def played() -> None:
        async with served(tmp_path) as (rooms, origin):
            room, _ = rooms.open(Setting.of("guile", 2))
            mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
            number, told = room.number, (len(mia.texts), len(finn.texts))
            table = await practise(origin, room, mia)
            await table.until(lambda: actions_in(table.scene))
            before = table.scene
            await table.send(type="act", actions=[actions_in(table.scene)[0]], asked=table.scene["asked"])
            await table.until(lambda: table.scene != before)
            assert (room.number, (len(mia.texts), len(finn.texts))) == (number, told)
            room.begin()
            await table.until(lambda: table.closed)
            assert table.closed == (4001, "The cards are dealt.")
            await mia.until(lambda: mia.scene)
            assert (await practise(origin, room, mia)).closed

    asyncio.run(played())


def test_who_has_no_place_practises_nothing_and_each_person_one_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def played() -> None:
        async with served(tmp_path) as (rooms, origin):
            room, _ = rooms.open(Setting.of("guile", 2))
            mia, finn = [await Phone.join(origin, room.code, name) for name in ("Mia", "Finn")]
            mia.secret, secret = "x" * 43, mia.secret
            assert (await practise(origin, room, mia)).closed
            mia.secret = secret
            first, second = [await practise(origin, room, mia) for _ in range(2)]
            await first.until(lambda: first.closed)
            monkeypatch.setattr(practice_page, "MOST_PRACTISING", 1)
            assert (await practise(origin, room, finn)).closed
            assert second.closed is None
            room.take_out(mia.number)
            await second.until(lambda: second.closed)

    asyncio.run(played())


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
def test_each_game_is_small_enough_to_practise(game: str, variant: str) -> None:
    setting = setting_of(game, variant)
    assert practice_page.can_practise(setting)
    assert len(practice_page.practice_match(setting, {}).bots) == 1


def test_a_phone_is_told_what_it_can_do_until_then(tmp_path: Path) -> None:
    async def played() -> None:
        async with served(tmp_path) as (rooms, origin):
            room, _ = rooms.open(Setting.of("guile", 2))
            told = json.loads((await ask(f"{origin}/r/{room.code}/minute.json")).body)
            assert told == {**one_minute(room.setting), "practice": True}
            assert {"quill", "robot"} <= told["emblems"].keys()

    asyncio.run(played())
