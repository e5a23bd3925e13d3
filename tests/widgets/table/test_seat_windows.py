"""Windows for hands: who gets in, who sees what, and what a stranger on the same machine gets."""

from __future__ import annotations

import asyncio
import gzip
import json
import random
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakKeyDictionary

import pytest
from tornado.httpclient import AsyncHTTPClient, HTTPClientError, HTTPRequest, HTTPResponse
from tornado.websocket import WebSocketClientConnection, websocket_connect

from tests.play.players import hand_names, some_act, with_counted_scenes
from workbench.decks import Deck
from workbench.play.device import PUBLIC_SCREEN
from workbench.play.differences import changed
from workbench.widgets import PlayApp
from workbench.widgets.script import HERE
from workbench.widgets.table.drawn_by import table_script, table_style
from workbench.widgets.table.seat_windows import GONE, LARGEST_FRAME

NAME = re.compile(r"Secret\d{3}")


@asynccontextmanager
async def public_table(deck: Deck | None = None, game: Any = "guild_master") -> AsyncIterator[PlayApp]:
    """A public screen with two people and a bot."""
    app = PlayApp(game, seats=3, you=(0, 1), seed=7, pace=0, screen=PUBLIC_SCREEN, deck=deck)
    app.hear({"type": "hello", "id": "", "host": "127.0.0.1"})
    try:
        yield app
    finally:
        app._windows.close()


def in_a_loop(test: Callable[[], Awaitable[None]]) -> None:
    """Run a test that needs an event loop, as a kernel has one."""
    asyncio.run(asyncio.wait_for(test(), 120))


def windows_of(app: PlayApp) -> dict[int, dict[str, Any]]:
    """What the shared page shows of each seat's window."""
    return {window["seat"]: window for window in app.table.state["windows"]}


async def ask(url: str, method: str = "GET", **headers: str) -> HTTPResponse:
    """One request, whatever its answer."""
    request = HTTPRequest(
        url, method=method, body="" if method == "POST" else None, headers=headers, follow_redirects=False
    )
    return await AsyncHTTPClient(force_instance=True).fetch(request, raise_error=False)


async def claim(app: PlayApp, seat: int) -> str:
    """Sit down with the link that the shared page shows."""
    answer = await ask(windows_of(app)[seat]["url"] + "/claim", "POST", Origin=app._windows.origin)
    return json.loads(answer.body)["secret"]


async def connect(app: PlayApp, **headers: str) -> WebSocketClientConnection:
    """A socket that has not said anything yet."""
    origin = app._windows.origin
    return await websocket_connect(HTTPRequest(f"ws{origin[4:]}/socket", headers={"Origin": origin} | headers))


async def sit(app: PlayApp, secret: str) -> WebSocketClientConnection:
    """A socket that has shown a secret."""
    socket = await connect(app)
    await socket.write_message(json.dumps({"type": "sit", "secret": secret}))
    return socket


SCENES: WeakKeyDictionary[WebSocketClientConnection, Any] = WeakKeyDictionary()  # what each window has


async def shown(socket: WebSocketClientConnection) -> dict[str, Any]:
    """The next thing a window is shown."""
    message = await socket.read_message()
    assert message is not None, f"closed: {socket.close_code} {socket.close_reason}"
    seen = json.loads(message)
    if "changes" in seen:
        seen["scene"] = changed(SCENES[socket], seen.pop("changes"))
    if "scene" in seen:
        SCENES[socket] = seen["scene"]
    return seen


# ---------------------------------------------------------------- getting in


def test_opening_a_link_takes_no_seat() -> None:
    async def test() -> None:
        async with public_table() as app:
            url = windows_of(app)[0]["url"]
            for _ in range(3):
                assert (await ask(url)).code == 200
            assert windows_of(app)[0]["url"] == url
            assert windows_of(app)[0]["status"] == "nobody sits yet"

    in_a_loop(test)


def test_a_link_says_whose_hand_it_opens_before_it_is_opened() -> None:
    """As text, whatever somebody calls themselves; a used link no longer says a name."""

    async def test() -> None:
        async with public_table() as app:
            wording = app.host.match.wording
            wording.seat_names = ("<b>Ann & Bo</b>", *wording.seat_names[1:])
            url, other = (windows_of(app)[seat]["url"] for seat in (0, 1))
            hand = "The hand of &lt;b&gt;Ann &amp; Bo&lt;/b&gt;"
            page = (await ask(url)).body.decode()
            assert f"<title>{hand}</title>" in page
            assert f">{hand}</h1>" in page
            assert f"The hand of {app.host.match.seat_names[1]}" in (await ask(other)).body.decode()
            await claim(app, 0)
            assert ">Your hand</h1>" in (await ask(url)).body.decode()

    in_a_loop(test)


def test_a_link_seats_one_window_only() -> None:
    async def test() -> None:
        async with public_table() as app:
            url = windows_of(app)[1]["url"]
            await claim(app, 1)
            second = await ask(url + "/claim", "POST", Origin=app._windows.origin)
            assert second.code == 409
            assert "secret" not in json.loads(second.body)
            assert windows_of(app)[1]["url"] == ""

    in_a_loop(test)


def test_an_invented_link_seats_nobody() -> None:
    async def test() -> None:
        async with public_table() as app:
            url = f"{app._windows.origin}/seat/{'x' * 32}"
            assert (await ask(url + "/claim", "POST", Origin=app._windows.origin)).code == 409

    in_a_loop(test)


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1", "http://localhost:1", "https://evil.example", "null"])
def test_another_origin_claims_nothing(origin: str | None) -> None:
    async def test() -> None:
        async with public_table() as app:
            url = windows_of(app)[0]["url"]
            answer = await ask(url + "/claim", "POST", **({} if origin is None else {"Origin": origin}))
            assert answer.code == 403
            assert b"Traceback" not in answer.body
            await claim(app, 0)

    in_a_loop(test)


def test_another_origin_opens_no_socket() -> None:
    async def test() -> None:
        async with public_table() as app:
            with pytest.raises(HTTPClientError, match="403"):
                await connect(app, Origin="https://evil.example")

    in_a_loop(test)


def test_another_host_name_gets_nothing() -> None:
    async def test() -> None:
        async with public_table() as app:
            for path in ("/table/seat.css", "/table/seat.js", f"/seat/{'x' * 32}"):
                assert (await ask(app._windows.origin + path, Host="evil.example")).code == 403

    in_a_loop(test)


OURS = {"table/seat.js", "table/seat.css"}


def test_only_our_own_files_are_served() -> None:
    async def test() -> None:
        async with public_table() as app:
            origin, game = app._windows.origin, app.match.game
            texts = {
                "table/seat.js": table_script(game, "table/seat.js"),
                "table/seat.css": table_style(game, "table/seat.css"),
            }
            for path in ("/", "/../faults.py", "/%2e%2e/faults.py", "/table/../faults.py", "/table/..%2ffaults.py",
                         "/table", "/table.js", "/table/seatXjs", "/seat/", "/socket"):  # fmt: skip
                assert (await ask(origin + path)).code in (400, 403, 404), path
            for name in OURS | {path.relative_to(HERE).as_posix() for path in HERE.rglob("*.*")}:
                answer = await ask(f"{origin}/{name}")
                assert answer.code == (200 if name in OURS else 404), name
                assert name not in OURS or answer.body == texts[name].encode()

    in_a_loop(test)


def test_the_seat_page_may_load_nothing_but_its_own_parts() -> None:
    async def test() -> None:
        async with public_table() as app:
            answer = await ask(windows_of(app)[0]["url"])
            policy = answer.headers["Content-Security-Policy"]
            assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
            assert "unsafe" not in policy
            assert answer.headers["Cache-Control"] == "no-store"
            assert answer.headers["X-Content-Type-Options"] == "nosniff"

    in_a_loop(test)


@pytest.mark.parametrize(
    "said", ["", "{", "[]", '{"type": "sit"}', '{"type": "sit", "secret": ["x"]}', '{"type": "act", "actions": [1]}']
)
def test_a_socket_without_a_secret_is_sent_away(said: str) -> None:
    async def test() -> None:
        async with public_table() as app:
            before = app.match.state.tobytes()
            socket = await connect(app)
            await socket.write_message(said)
            assert await socket.read_message() is None
            assert socket.close_code == GONE
            assert app.match.state.tobytes() == before

    in_a_loop(test)


def test_a_frame_that_is_too_long_ends_the_socket_and_changes_nothing() -> None:
    async def test() -> None:
        async with public_table() as app:
            before = app.match.state.tobytes()
            socket = await sit(app, await claim(app, 0))
            await shown(socket)
            await socket.write_message("x" * (LARGEST_FRAME + 1))
            assert await socket.read_message() is None
            assert app.match.state.tobytes() == before

    in_a_loop(test)


# ---------------------------------------------------------------- playing


def test_a_window_sees_its_own_hand_and_acts_for_its_own_seat() -> None:
    async def test() -> None:
        async with public_table() as app:
            while not app.host.due:
                await asyncio.sleep(0)
            seat = app.host.due[0]
            socket = await sit(app, await claim(app, seat))
            scene = (await shown(socket))["scene"]
            assert scene["seat"] == seat
            acts = len(app.match.acts)
            await socket.write_message(json.dumps(some_act(scene, random.Random(1))))
            await shown(socket)
            assert len(app.match.acts) > acts

    in_a_loop(test)


def test_a_window_cannot_act_for_another_seat() -> None:
    async def test() -> None:
        async with public_table() as app:
            while not app.host.due:
                await asyncio.sleep(0)
            due, other = app.host.due[0], 1 - app.host.due[0]
            socket = await sit(app, await claim(app, other))
            await shown(socket)
            before = app.match.state.tobytes()
            await socket.write_message(json.dumps({"type": "act", "actions": [app.match.legal(due)[0].id]}))
            refused = await shown(socket)
            assert "may not act now" in refused["notice"]
            assert refused["kept_words"] == app.host.kept_words
            await socket.write_message(json.dumps({"type": "act", "actions": [1], "seat": due}))
            assert "no part 'seat'" in (await shown(socket))["notice"]
            assert app.match.state.tobytes() == before
            assert app.table.notice == "", "a seat's refusal is its own"

    in_a_loop(test)


def test_a_window_that_comes_back_has_its_seat() -> None:
    async def test() -> None:
        async with public_table() as app:
            secret = await claim(app, 0)
            first = await sit(app, secret)
            await shown(first)
            assert windows_of(app)[0]["status"] == "sits"
            first.close()
            while windows_of(app)[0]["status"] != "window closed":
                await asyncio.sleep(0)
            assert (await shown(await sit(app, secret)))["scene"]["seat"] == 0

    in_a_loop(test)


def test_a_new_window_ends_the_lost_one() -> None:
    async def test() -> None:
        async with public_table() as app:
            secret = await claim(app, 0)
            lost = await sit(app, secret)
            await shown(lost)
            app.hear({"type": "window", "seat": 0})
            assert await lost.read_message() is None
            assert lost.close_code == GONE
            again = await sit(app, secret)
            assert await again.read_message() is None, "the old secret opens nothing"
            assert (await shown(await sit(app, await claim(app, 0))))["scene"]["seat"] == 0

    in_a_loop(test)


def test_a_seat_that_becomes_a_bots_loses_its_window() -> None:
    async def test() -> None:
        async with public_table() as app:
            socket = await sit(app, await claim(app, 1))
            await shown(socket)
            app.lobby.hear({"type": "player", "seat": 1, "bot": "greedy"})
            app.lobby.hear({"type": "deal"})
            while await socket.read_message() is not None:
                pass
            assert socket.close_code == GONE
            assert list(windows_of(app)) == [0]

    in_a_loop(test)


def test_an_act_builds_one_scene_for_each_who_looks() -> None:
    async def test() -> None:
        game, built = with_counted_scenes("guild_master")
        async with public_table(game=game) as app:
            sockets = {seat: await sit(app, await claim(app, seat)) for seat in (0, 1)}
            scenes = {seat: (await shown(socket))["scene"] for seat, socket in sockets.items()}
            for _ in range(20):
                built.clear()
                acts = len(app.match.acts)
                (seat,) = app.host.due
                await sockets[seat].write_message(json.dumps(some_act(scenes[seat], random.Random(1))))
                while len(app.match.acts) == acts or not app.host.due:
                    scenes = {seat: (await shown(socket))["scene"] for seat, socket in sockets.items()}
                settled = len(built) // 3
                assert sorted(built, key=str) == [*[0] * settled, *[1] * settled, *[None] * settled]
                assert settled <= len(app.match.acts) - acts

    in_a_loop(test)


def test_no_window_ever_hears_of_another_seats_hidden_cards(secret_deck: Deck) -> None:
    async def test() -> None:
        async with public_table(secret_deck) as app:
            chance = random.Random(5)
            sockets = {seat: await sit(app, await claim(app, seat)) for seat in (0, 1)}
            scenes = {seat: (await shown(socket))["scene"] for seat, socket in sockets.items()}
            while not app.match.over:
                for seat in [seat for seat in app.host.due if scenes[seat]["asked"] == app.host.question(seat)]:
                    await sockets[seat].write_message(json.dumps(some_act(scenes[seat], chance)))
                for seat, socket in sockets.items():
                    message = await shown(socket)
                    scenes[seat] = message["scene"]
                    others = set().union(*(hand_names(app.match, other) for other in range(3) if other != seat))
                    known = set(NAME.findall(json.dumps(app.match.view(seat))))
                    assert not (set(NAME.findall(json.dumps(message))) & others) - known
                    assert not message["notice"]

    in_a_loop(test)


def test_head_is_answered_as_get_without_a_body_and_takes_no_seat() -> None:
    async def look() -> None:
        async with public_table() as app:
            url = windows_of(app)[0]["url"]
            for address in (url, f"{app._windows.origin}/table/seat.js"):
                get, head = await ask(address), await ask(address, "HEAD")
                assert (get.code, head.code, head.body) == (200, 200, b"")
                assert head.headers["Content-Length"] == get.headers["Content-Length"]
            assert (await ask(f"{app._windows.origin}/socket", "HEAD")).code == 400
            assert await claim(app, 0)

    in_a_loop(look)


def test_windows_of_a_match_that_goes_on_elsewhere_are_sent_away(told: list[Any]) -> None:
    async def test() -> None:
        async with public_table() as app:
            socket = await sit(app, await claim(app, 0))
            await shown(socket)
            app.lobby.hear({"type": "deal"})
            kept = [data["content"] for data in told if data.get("content", {}).get("type") == "keep"]
            newer = PlayApp("guild_master", seats=3, seed=7)
            newer.hear({"type": "hello", "id": kept[-1]["id"], "host": "127.0.0.1"})
            app.hear({"type": "ping"})
            before = app.match.state.tobytes()
            while await socket.read_message() is not None:
                pass
            assert socket.close_code == GONE
            assert app.table.state["windows"] == []
            assert app.match.state.tobytes() == before
            newer._windows.close()

    in_a_loop(test)


def test_a_window_hears_of_several_acts_at_once_what_has_changed_by_all_of_them() -> None:
    async def test() -> None:
        async with public_table() as app:
            socket = await sit(app, await claim(app, 1))
            first = await shown(socket)
            for _ in range(3):
                seat = app.host.due[0]
                app.host.act(seat, (app.match.legal(seat)[0].id,))
            raw = json.loads(str(await socket.read_message()))
            assert "scene" not in raw
            made = changed(first["scene"], raw["changes"])
            assert made == json.loads(json.dumps(app.host.scene(1)))
            assert len(json.dumps(raw)) < len(json.dumps(made)) / 2

    in_a_loop(test)


def test_a_window_opens_in_four_requests_which_are_sent_packed() -> None:
    """Its page, one style sheet and one script, none of which asks for more, and the socket."""

    async def test() -> None:
        async with public_table() as app:
            origin = app._windows.origin
            page = (await ask(windows_of(app)[0]["url"])).body.decode()
            wanted = re.findall(r'(?:src|href)="(/[^"]+)"', page)
            assert sorted(wanted) == ["/table/seat.css", "/table/seat.js"]
            for path in wanted:
                answer = await AsyncHTTPClient().fetch(
                    origin + path, decompress_response=False, headers={"Accept-Encoding": "gzip"}
                )
                assert answer.headers["Content-Encoding"] == "gzip"
                text = gzip.decompress(answer.body).decode()
                assert not re.search(r'^import |\bimport\(|@import|url\("?[^"#d]', text, re.MULTILINE), path

    in_a_loop(test)
