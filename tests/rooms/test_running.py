"""Notebooks find the server of rooms that runs on this machine, open rooms there, or start one."""

from __future__ import annotations

import asyncio
import re
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest

from tests.rooms.robots import served
from workbench.rooms.rooms import Rooms
from workbench.rooms.running import FILE, RunningServer, found_server, start_server
from workbench.rooms.setting import Setting
from workbench.storage.errors import RoomError
from workbench.widgets.classroom import Classroom
from workbench.widgets.nearby import ROOMS_VARIABLE


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """State goes to a folder that nothing else uses."""
    monkeypatch.setenv("WORKBENCH_STATE", str(tmp_path))
    return tmp_path


def beside(folder: Path, work: Callable[[Rooms, str], Any], shared: bool = False) -> Any:
    """Do something in a thread beside rooms that are served."""

    async def run() -> Any:
        async with served(folder, shared) as (rooms, origin):
            return await asyncio.to_thread(work, rooms, f"{origin}/")

    return asyncio.run(run())


def test_a_server_that_runs_is_found_and_opens_a_room_for_its_owner(state_folder: Path) -> None:
    def work(rooms: Rooms, address: str) -> None:
        RunningServer(address, rooms.key).note()
        assert stat.S_IMODE((state_folder / FILE).stat().st_mode) == 0o600
        server = found_server()
        assert server is not None
        room = server.open(Setting.of("guile", 2))
        assert rooms.open_rooms[room.code].is_host(room.host.partition("#")[2])
        assert room.wall == f"{address}screen/{room.code}"
        server.forget()
        assert found_server() is None

    beside(state_folder, work, shared=True)


def test_nobody_opens_rooms_from_elsewhere_without_the_key(state_folder: Path) -> None:
    def work(rooms: Rooms, address: str) -> None:
        with pytest.raises(RoomError, match="not allowed from here"):
            RunningServer(address, "x" * 43).open(Setting.of("guile", 2))
        assert rooms.open_rooms == {}

    beside(state_folder, work, shared=True)


def test_a_setting_that_is_none_is_refused_in_words(state_folder: Path) -> None:
    def work(rooms: Rooms, address: str) -> None:
        class Broken:
            def as_dict(self) -> dict[str, Any]:
                return {"game": "chess", "variant": "", "options": {}, "deck": {}, "places": 2}

        with pytest.raises(RoomError, match=r"deck|game|setting"):
            RunningServer(address, rooms.key).open(Broken())  # type: ignore[arg-type]

    beside(state_folder, work)


def test_a_server_that_has_ended_is_not_found() -> None:
    RunningServer("http://127.0.0.1:9/", "x").note()
    assert found_server() is None
    assert found_server(answering=False) == RunningServer("http://127.0.0.1:9/", "x")


def test_a_notebook_shows_the_wall_of_a_room_of_its_own(state_folder: Path) -> None:
    def work(rooms: Rooms, address: str) -> None:
        RunningServer(address, rooms.key).note()
        shown = Classroom("guile", places=4)
        room = rooms.open_rooms[shown.room.code]
        assert room.setting.places == 4
        page = shown._repr_html_()
        assert f'src="{shown.room.wall}"' in page
        assert shown.room.host not in repr(shown)
        with urlopen(shown.room.wall) as wall:
            assert "frame-ancestors 'self' http://127.0.0.1:*" in wall.headers["Content-Security-Policy"]
        with urlopen(re.sub("#.*", "", shown.room.host)) as host:
            assert "frame-ancestors 'none'" in host.headers["Content-Security-Policy"]

    beside(state_folder, work)


def test_a_visitor_of_a_server_opens_no_room_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ROOMS_VARIABLE, "")
    with pytest.raises(RoomError, match="Visitors of a server open no rooms"):
        Classroom("guile")


@pytest.mark.slow
def test_without_a_server_one_is_started() -> None:
    server = start_server()
    room = server.open(Setting.of("guile", 2))
    with urlopen(room.wall) as wall:
        assert wall.status == 200
