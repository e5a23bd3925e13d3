"""Killing what holds a room, at any moment, and looking at what is left: each function is one kill."""

from __future__ import annotations

import asyncio
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from tests.rooms.dealer import room_in
from tests.rooms.robots import Phone, Socket, as_sent, open_host
from tests.servers import CHECKOUT
from workbench.play.replay import acts_of
from workbench.rooms.room import Room
from workbench.rooms.store import RoomStore

PEOPLE = 4
STATE = "WORKBENCH_STATE"
STARTS_WITHIN = 60.0  # seconds
KEPT = "people.json"  # who sits in the room, for the next server


def acts_until_a_kill(folder: Path, seconds: float) -> int:
    """Kill a process that plays by itself; return how many acts it had said were on the disk, all of which are."""
    said = told_until_killed(folder, seconds)
    room = room_in(folder)
    try:
        written = room.store.happenings(room.id)[said[0]["number"] :]
        acts = [act for happening in written if happening.kind == "acts" for act in happening.content["acts"]]
        played = [act for one in said[1:] for act in one["acts"]]
        assert acts[: len(played)] == played
        assert len(acts) <= len(played) + 1  # an act written when it was killed had not been said yet
        assert acts_of(room.tables[0].match) == room.tables[0].written
        return len(played)
    finally:
        room.store.close()


def told_until_killed(folder: Path, seconds: float) -> list[dict]:
    """What the process says until it is killed, some time after its first words."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.rooms.dealer", str(folder)], cwd=CHECKOUT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(seconds)
    process.kill()
    rest = process.stdout.read()
    process.wait()
    return [json.loads(line) for line in (first + rest).splitlines(keepends=True) if line.endswith("\n")]


def frames_until_a_kill(folder: Path, seconds: float) -> int:
    """Kill a whole server while phones play; return how many acts they had sent: what they saw is kept, nothing twice.

    Servers of one folder go on with the room of the one before.
    """
    folder.mkdir(exist_ok=True)
    before = kept(folder)
    with Server(folder, None if before else PEOPLE) as server:
        room, phones = asyncio.run(play_on(server, before, seconds))
    again = read(folder)
    try:
        acts = [
            len(happening.content["acts"]) for happening in again.store.happenings(again.id) if happening.kind == "acts"
        ]
        sent = sum(len(phone.sent) for phone in phones)
        assert sum(acts) - room["acts"] <= sent
        for phone in phones:
            person = again.people.by_id(phone.number)
            log = as_sent(again.tables[person.table or 0].scene(person.seat))["log"]
            seen = phone.scene.get("log", [])  # it may not have seen anything yet
            if again.round == phone.room.get("round"):
                assert log[: len(seen)] == seen
        (folder / KEPT).write_text(json.dumps({**room, "acts": sum(acts)}))
        return sent
    finally:
        again.store.close()


def kept(folder: Path) -> dict[str, Any]:
    """The room of the server before; nothing if there was none."""
    return json.loads((folder / KEPT).read_text()) if (folder / KEPT).exists() else {}


def read(folder: Path) -> Room:
    """The room as a server would find it now."""
    store = RoomStore(folder / "rooms.sqlite")
    ((number, code),) = store.open_rooms()
    return Room.come_back(store, number, code)


class Server:
    """`workbench room` as a process of its own, which is killed at the end."""

    def __init__(self, folder: Path, people: int | None) -> None:
        opens = ["guile", "--places", str(people)] if people else []
        command = [sys.executable, "-m", "workbench", "room", *opens, "--no-browser", "--port", "0"]
        environment = {**os.environ, STATE: str(folder)}
        self.process = subprocess.Popen(
            command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        self.file = folder / "rooms_server.json"
        assert self.process.stdout is not None
        self.said = ""
        while "Ctrl-C" not in self.said:
            line = self.process.stdout.readline()
            assert line, self.said
            self.said += line
        self.origin = json.loads(self.file.read_text())["address"].rstrip("/")

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_fault: object) -> None:
        self.process.kill()
        self.process.wait()


class Player(Phone):
    """A robot that remembers what it has sent."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.sent: list[int] = []

    async def act(self, action: int) -> None:
        """Take one action."""
        self.sent.append(action)
        await super().act(action)


async def play_on(server: Server, room: dict[str, Any], seconds: float) -> tuple[dict[str, Any], list[Player]]:
    """Let phones come, or come again, and play for some time; return the room for the next server, and the phones."""
    if not room:
        code, key = re.search(r"host/(\w+)#(\S+)", server.said).groups()  # type: ignore[union-attr]
        joined = [await Player.join(server.origin, code, f"Robot {number}") for number in range(PEOPLE)]
        people = [[phone.name, phone.secret, phone.number] for phone in joined]
        room = {"code": code, "key": key, "people": people, "acts": 0}
        for phone in joined:
            await phone.close()
    host = await open_host(server.origin, room["code"], room["key"])
    phones = [Player(server.origin, room["code"], *person) for person in room["people"]]
    for phone in phones:
        await phone.open()
    for phone in phones:
        phone.play()
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        await deal(host)
        await asyncio.sleep(0.02)
    server.process.kill()  # in the middle of whatever happens
    await asyncio.sleep(0.1)
    return room, phones


async def deal(host: Socket) -> None:
    """Deal if nobody is playing."""
    if host.room["stage"] in ("gathering", "over"):
        host.room = {**host.room, "stage": "asked"}
        await host.send(type="begin")
