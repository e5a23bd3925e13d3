"""Rooms on real sockets: how soon the actor and the others see an act, beside a bare echo.

    python -m benchmarks.rooms            # all figures, a table

The rooms run in a process of their own, the robots in this one; both share the machine's cores, so that the figures are
those of a class whose phones are robots on the teacher's own computer. Each act is timed at the socket, from sending it
to the frame that shows it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psutil
from tornado.web import RequestHandler
from tornado.websocket import WebSocketHandler, websocket_connect

from tests.rooms.robots import Phone, actions_in, open_host, open_wall, served
from workbench.rooms.setting import Setting

ACTS = 200
ECHOES = 200
SETTLED = 0.25  # seconds in which all frames of an act arrive
MOST_WAITS = 20  # waits in a row in which nobody is asked, before giving up
PAINTED = (("a phone", "100 ms"), ("the wall", "100 ms"), ("a wall in a cell", ""))
PHONE, WALL = {"width": 360, "height": 740}, {"width": 1366, "height": 768}


def share(numbers: Sequence[float], part: float) -> float:
    """The quantile `part` of some seconds, in milliseconds."""
    ordered = sorted(numbers)
    return 1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))]


# ---------------------------------------------------------------- the server's process


class Echo(WebSocketHandler):
    """Sends back what it receives: what a socket costs without us."""

    def check_origin(self, origin: str) -> bool:
        """Accept any origin."""
        return True

    def on_message(self, message: str | bytes) -> None:
        """Send the same message back."""
        self.write_message(message)


class Cell(RequestHandler):
    """A page of another server on this machine that shows a wall in a frame, as a notebook's cell does."""

    def get(self) -> None:
        """Write the page."""
        wall = self.get_query_argument("wall")
        self.write(f'<iframe src="{wall}" width="1200" height="720" title="The wall"></iframe>')


async def serve(game: str, variant: str, places: int, rooms_wanted: int, folder: Path) -> None:
    """Serve `rooms_wanted` rooms of a game, and print where they are, until the process is ended."""
    from tornado.httpserver import HTTPServer
    from tornado.netutil import bind_sockets
    from tornado.web import Application

    sockets = bind_sockets(0, "127.0.0.1")
    HTTPServer(Application([("/echo", Echo), ("/cell", Cell)])).add_sockets(sockets)
    async with served(folder) as (rooms, origin):
        setting = Setting.of(game, places, options={"game_variant": variant} if variant else {})
        made = [rooms.open(setting) for _ in range(rooms_wanted)]
        said = {
            "origin": origin,
            "codes": [room.code for room, _ in made],
            "keys": [key for _, key in made],
            "echo": f"ws://127.0.0.1:{sockets[0].getsockname()[1]}/echo",
        }
        print(json.dumps(said), flush=True)
        await asyncio.sleep(3600)


class Server:
    """The process that serves the rooms."""

    def __init__(self, game: str, variant: str, places: int, rooms: int) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="rooms-")
        asked = [game, variant, str(places), str(rooms), self.folder.name]
        command = [sys.executable, "-m", "benchmarks.rooms", "--serve", *asked]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        told = json.loads(self.process.stdout.readline())
        self.origin, self.codes, self.keys, self.echo = told["origin"], told["codes"], told["keys"], told["echo"]

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_given: object) -> None:
        self.process.kill()
        self.process.wait()
        self.folder.cleanup()

    @property
    def megabytes(self) -> float:
        """The memory that the process holds."""
        return psutil.Process(self.process.pid).memory_info().rss / 1e6

    @property
    def seconds(self) -> float:
        """The processor seconds that it has used so far."""
        times = psutil.Process(self.process.pid).cpu_times()
        return times.user + times.system


async def seated(server: Server, code: str, many: int) -> list[Phone]:
    """Seat `many` robots in a room."""
    return [await Phone.join(server.origin, code, f"Robot {number}") for number in range(1, many + 1)]


async def dealt(server: Server, room: int, phones: Sequence[Phone]) -> None:
    """Deal the cards of a room, and wait until all phones show them."""
    host = await open_host(server.origin, server.codes[room], server.keys[room])
    await host.send(type="begin")
    for phone in phones:
        await phone.until(lambda phone=phone: phone.scene)
    await host.close()


# ---------------------------------------------------------------- figures


async def echoes(server: Server) -> list[float]:
    """The seconds that each bare echo takes."""
    wire, took = await websocket_connect(server.echo), []
    for _ in range(ECHOES):
        begin = time.perf_counter()
        await wire.write_message("x" * 500)
        await wire.read_message()
        took.append(time.perf_counter() - begin)
        await asyncio.sleep(0.002)
    wire.close()
    return took


async def acts(phones: Sequence[Phone], many: int) -> tuple[list[float], list[float]]:
    """Play acts one by one; returns the seconds until the actor's frame, and until the last of the others has theirs.

    The others are those at the actor's table: at other tables nothing changes.
    """
    chance, own, others = random.Random(1), [], []
    heard_at: dict[int, float] = {}
    waited = 0

    def listen(phone: Phone) -> Any:
        def heard(message: dict[str, Any]) -> None:
            if message.get("changes") or message.get("notice"):
                heard_at[phone.number] = time.perf_counter()

        return heard

    for phone in phones:
        phone.heard = listen(phone)
    while len(own) < many:
        ready = [phone for phone in phones if phone.asked and actions_in(phone.scene)]
        if not ready:  # a bot is asked, or the match is over
            waited += 1
            if waited > MOST_WAITS:
                break
            await asyncio.sleep(SETTLED)
            continue
        waited = 0
        phone = chance.choice(ready)
        heard_at.clear()
        begin = time.perf_counter()
        await phone.act(chance.choice(actions_in(phone.scene)))
        await phone.until(lambda phone=phone: phone.number in heard_at)
        await asyncio.sleep(SETTLED)
        own.append(heard_at[phone.number] - begin)
        late = [at - begin for number, at in heard_at.items() if number != phone.number]
        others += [max(late)] if late else []
    return own, others


async def several_tables(game: str, people: int) -> list[list[str]]:
    """How soon acts are seen when a class sits at several tables, with the wall and the host's page open."""
    with Server(game, "", people, 1) as server:
        phones = await seated(server, server.codes[0], people)
        wall = await open_wall(server.origin, server.codes[0])
        host = await open_host(server.origin, server.codes[0], server.keys[0])
        await dealt(server, 0, phones)
        bare = await echoes(server)
        own, others = await acts(phones, ACTS)
        where = f"{game}, {people} people at {len(wall.room['tables'])} tables, {len(own)} acts"
        await host.close()
        return [
            [where, "bare echo, p95", f"{share(bare, 0.95):.1f} ms", ""],
            [where, "who acts, p95", f"{share(own, 0.95):.1f} ms", "30 ms"],
            [where, "the other at the table, p95", f"{share(others, 0.95):.1f} ms", "30 ms"],
            [where, "the process", f"{server.megabytes:.0f} MB", "200 MB"],
        ]


async def one_table(game: str, variant: str, seats: int) -> list[list[str]]:
    """How soon acts are seen at one table."""
    with Server(game, variant, seats, 1) as server:
        phones = await seated(server, server.codes[0], seats)
        await dealt(server, 0, phones)
        bare = await echoes(server)
        own, others = await acts(phones, ACTS)
        begin = time.perf_counter()
        back = await Phone(server.origin, server.codes[0], "", phones[0].secret, 1).open()
        await back.until(lambda: back.scene)
        whole = time.perf_counter() - begin
        where = f"{variant or game}, {seats} seats, {len(own)} acts"
        return [
            [where, "bare echo, p95", f"{share(bare, 0.95):.1f} ms", ""],
            [where, "who acts, p50", f"{share(own, 0.5):.1f} ms", ""],
            [where, "who acts, p95", f"{share(own, 0.95):.1f} ms", "30 ms"],
            [where, "the last of the others, p95", f"{share(others, 0.95):.1f} ms", "150 ms"],
            [where, "back to the whole view", f"{1000 * whole:.0f} ms", "1,000 ms"],
            [where, "the process", f"{server.megabytes:.0f} MB", "200 MB"],
        ]


# Notes how long after a frame of the table arrives the browser has drawn it.
NOTE_PAINT = """
window.painted = [];
const plain = window.WebSocket;
window.WebSocket = class extends plain {
  constructor(...given) {
    super(...given);
    this.addEventListener("message", ({ data }) => {
      if (!data.includes('"changes":[[')) return;
      const came = performance.now();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => window.painted.push((performance.now() - came) / 1000);
        port2.postMessage("");
      });
    });
  }
};
"""


async def painting(game: str, variant: str, seats: int) -> list[list[str]]:
    """How soon a phone's page and the wall draw what a frame says, in a real browser."""
    from playwright.async_api import async_playwright

    from tests.chromium import CHROMIUM_ARGUMENTS, find_chromium

    with Server(game, variant, seats, 1) as server:
        code = server.codes[0]
        phones = await seated(server, code, seats - 1)
        async with async_playwright() as driver:
            browser = await driver.chromium.launch(executable_path=find_chromium(), args=list(CHROMIUM_ARGUMENTS))
            shown = [await browser.new_page(viewport=size) for size in (PHONE, WALL, WALL)]
            for page in shown:
                await page.add_init_script(NOTE_PAINT)
            await shown[0].goto(f"{server.origin}/r/{code}")
            await shown[0].fill("input[autocomplete='given-name']", "Mia")
            await shown[0].click("button[type='submit']")
            await shown[0].wait_for_selector("[data-state='wait']")
            await shown[1].goto(f"{server.origin}/screen/{code}")
            cell = server.echo.replace("ws:", "http:").replace("/echo", "/cell")
            await shown[2].goto(f"{cell}?wall={server.origin}/screen/{code}")
            await shown[2].wait_for_selector("iframe")
            frames = [shown[0].main_frame, shown[1].main_frame, shown[2].frames[-1]]
            await dealt(server, 0, phones)
            for page in frames:
                await page.wait_for_selector("#table .rt-message")
            host = await open_host(server.origin, code, server.keys[0])
            await host.send(type="bot", person=seats, on=True)  # nobody presses anything on the page
            await acts(phones, ACTS)
            await host.close()
            took = [await page.evaluate("window.painted") for page in frames]
            await browser.close()
        where = f"{variant or game}, {seats} seats, in Chromium"
        return [
            [where, f"from a frame to the paint of {kind}, p95 of {len(one)}", f"{share(one, 0.95):.0f} ms", wanted]
            for (kind, wanted), one in zip(PAINTED, took, strict=True)
        ]


async def all_at_once(seats: int, rooms: int) -> list[list[str]]:
    """Let everybody act at once: how long until all have the frame of the last act, and whether they agree."""
    with Server("guild_master", "labyrinth_city", seats, rooms) as server:
        tables = [await seated(server, code, seats) for code in server.codes]
        for number, phones in enumerate(tables):
            await dealt(server, number, phones)
        everybody = [phone for phones in tables for phone in phones if phone.asked and actions_in(phone.scene)]
        begin = time.perf_counter()
        await asyncio.gather(*(phone.act(actions_in(phone.scene)[-1]) for phone in everybody))
        quiet, heard = 0.0, -1
        while quiet < 0.5:
            await asyncio.sleep(0.05)
            now = sum(len(phone.said) for phones in tables for phone in phones)
            quiet, heard = (quiet + 0.05 if now == heard else 0.0), now
        took = time.perf_counter() - begin - quiet
        agree = True
        for phones in tables[:2]:  # what a phone has built from changes equals what it is sent as a whole
            for phone in phones:
                whole = await Phone(server.origin, phone.code, "", phone.secret, phone.number).open()
                await whole.until(lambda whole=whole: whole.scene)
                agree = agree and whole.scene == phone.scene
        where = f"{len(everybody)} seats in {rooms} rooms act at once"
        return [[where, "all settled", f"{took:.2f} s", "3 s"], [where, "all agree", str(agree), "True"]]


async def idle(sockets: int) -> list[list[str]]:
    """What idle sockets cost."""
    each = 30
    with Server("guild_master", "labyrinth_city", each, sockets // each) as server:
        for number, code in enumerate(server.codes):
            await dealt(server, number, await seated(server, code, each))
        await asyncio.sleep(2)
        before, begin = server.seconds, time.perf_counter()
        await asyncio.sleep(20)
        part = (server.seconds - before) / (time.perf_counter() - begin)
        where = f"{sockets} sockets, nothing happens"
        return [
            [where, "of a core", f"{part:.1%}", "1 %"],
            [where, "the process", f"{server.megabytes:.0f} MB", ""],
        ]


async def measure() -> list[list[str]]:
    """All figures, one after the other."""
    rows = [
        *await one_table("guild_master", "labyrinth_city", 30),
        *await one_table("guild_master", "", 4),
        *await one_table("guile", "", 2),
        *await several_tables("guile", 30),
        *await painting("guild_master", "labyrinth_city", 30),
        *await painting("guild_master", "", 4),
    ]
    return [*rows, *await all_at_once(30, 7), *await idle(300)]


def main(given: list[str] | None = None) -> int:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.rooms", description="Measure rooms on real sockets.")
    parser.add_argument("--serve", nargs=5, help=argparse.SUPPRESS)
    asked = parser.parse_args(given)
    if asked.serve:
        game, variant, places, rooms, folder = asked.serve
        asyncio.run(serve(game, variant, int(places), int(rooms), Path(folder)))
        return 0
    rows = [["what", "figure", "measured", "wanted"], ["---"] * 4, *asyncio.run(measure())]
    print("\n".join(f"| {' | '.join(row)} |" for row in rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
