"""What a page may say to its kernel, and when a kernel ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal

import pytest

from tests.servers import RunningServer
from tests.serving.visitors import PATIENCE, Visitor, message, wait_until
from workbench.serving import kernels
from workbench.serving.kernels import SECONDS_TO_CONNECT, SECONDS_TO_RETURN, Visit

NONSENSE = ["", "nothing", "[]", "7", "{}", '{"header": 7}', "\x00", '{"header": {}, "content": {}}', b"", b"\xff" * 40]


async def heard_after(visitor: Visitor, kernel: str, *said: str) -> set[str]:
    """The kinds of messages that come back for what is said, and for a question that is always answered."""
    socket = await visitor.connect(kernel)
    for text in (*said, message("comm_info_request", {})):
        await socket.write_message(text)
    heard = set()
    while "comm_info_reply" not in heard:
        answer = await asyncio.wait_for(socket.read_message(), PATIENCE)
        heard.add(json.loads(answer)["header"]["msg_type"])
    socket.close()
    return heard


def test_a_text_that_is_no_message_ends_the_socket_and_nothing_is_printed(server: RunningServer) -> None:
    visitor = Visitor(server)
    kernel = visitor.open().kernel

    async def say_nonsense(nonsense: str | bytes) -> None:
        socket = await visitor.connect(kernel)
        await socket.write_message(nonsense, binary=isinstance(nonsense, bytes))
        while await asyncio.wait_for(socket.read_message(), PATIENCE) is not None:
            pass

    for nonsense in NONSENSE:
        asyncio.run(say_nonsense(nonsense))
    assert "comm_info_reply" in asyncio.run(heard_after(visitor, kernel))
    assert "Traceback" not in "".join(server.log)


@pytest.mark.parametrize(
    ("kind", "content", "channel"),
    [
        ("execute_request", {"code": "1", "silent": False}, "shell"),
        ("shutdown_request", {"restart": False}, "control"),
        ("shutdown_request", {"restart": True}, "shell"),
        ("debug_request", {}, "control"),
        ("complete_request", {"code": "im", "cursor_pos": 2}, "shell"),
        ("input_reply", {"value": "1"}, "stdin"),
        ("comm_open", {"comm_id": "0" * 32, "target_name": "jupyter.widget", "data": {"state": 7}}, "shell"),
        ("comm_open", {"comm_id": "0" * 32, "target_name": "nothing", "data": {}}, "shell"),
    ],
)
def test_what_a_page_may_not_say_is_dropped(server: RunningServer, kind: str, content: dict, channel: str) -> None:
    visitor = Visitor(server)
    kernel = visitor.open().kernel
    heard = asyncio.run(heard_after(visitor, kernel, message(kind, content, channel)))
    assert heard <= {"status", "comm_info_reply", "kernel_info_reply"}
    assert visitor.ask(f"/api/kernels/{kernel}").status == 200
    assert "Traceback" not in "".join(server.log)
    assert "comm" not in "".join(server.log)


def test_a_kernel_that_dies_is_said_to_be_gone_and_gives_its_place_back(server: RunningServer) -> None:
    visitor = Visitor(server)
    before = set(server.kernels())
    kernel = visitor.open().kernel
    (process,) = set(server.kernels()) - before
    os.kill(process.pid, signal.SIGKILL)
    wait_until(lambda: visitor.ask(f"/api/kernels/{kernel}").status == 404)


def test_a_page_has_time_to_connect_and_to_come_back_and_is_abandoned_then() -> None:
    visit = Visit("somebody", rendering=False, alone_since=1000.0)
    assert not visit.abandoned(1000.0 + SECONDS_TO_CONNECT)
    assert visit.abandoned(1001.0 + SECONDS_TO_CONNECT)
    visit.connected = True
    assert not visit.abandoned(1000.0 + SECONDS_TO_RETURN)
    assert visit.abandoned(1001.0 + SECONDS_TO_RETURN)
    visit.rendering = True
    assert not visit.abandoned(9000.0)


def test_pages_are_rendered_in_turn_and_a_long_one_hands_its_turn_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "LONGEST_TURN_SECONDS", 0.05)

    async def work() -> None:
        pages, events = kernels.PageKernels(at_a_time=1), []

        async def render(name: str, done: asyncio.Event) -> None:
            async with pages.turn():
                events.append(name)
                await done.wait()

        ends = asyncio.Event()
        long = asyncio.create_task(render("long", ends))
        await asyncio.sleep(0)
        second = asyncio.create_task(render("second", ends))
        await asyncio.sleep(0)
        assert (events, pages.queued) == (["long"], 2)
        while len(events) < 2:
            await asyncio.sleep(0.01)
        assert not long.done()
        ends.set()
        await asyncio.gather(long, second)
        assert pages.queued == 0
        async with asyncio.timeout(PATIENCE), pages.turn():
            assert pages.queued == 1
        given_up = asyncio.create_task(render("third", asyncio.Event()))
        fourth = asyncio.create_task(render("fourth", ends))
        await asyncio.sleep(0)
        fourth.cancel()
        given_up.cancel()
        await asyncio.gather(given_up, fourth, return_exceptions=True)
        assert (pages.queued, pages.turns.locked()) == (0, False)

    asyncio.run(work())


@pytest.mark.slow
def test_kernels_of_pages_that_nobody_looks_at_end_within_a_minute(server: RunningServer) -> None:
    visitor = Visitor(server)
    never_connected, left = visitor.open().kernel, visitor.open().kernel
    asyncio.run(heard_after(visitor, left))
    gone = {left, never_connected}
    wait_until(lambda: all(visitor.ask(f"/api/kernels/{kernel}").status == 404 for kernel in gone))
