"""What a page may say to its kernel, and when a kernel ends."""

from __future__ import annotations

import asyncio
import json
import os
import signal
from pathlib import Path

import psutil
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
    kernel = visitor.open("quiet.ipynb").kernel

    async def say_nonsense(nonsense: str | bytes) -> None:
        socket = await visitor.connect(kernel)
        await socket.write_message(nonsense, binary=isinstance(nonsense, bytes))
        while await asyncio.wait_for(socket.read_message(), PATIENCE) is not None:
            pass

    for nonsense in NONSENSE:
        asyncio.run(say_nonsense(nonsense))
    assert "comm_info_reply" in asyncio.run(heard_after(visitor, kernel))
    assert "Traceback" not in "".join(server.log)


def test_a_page_that_leaves_while_its_socket_is_opened_is_let_go_and_nothing_is_printed(server: RunningServer) -> None:
    visitor = Visitor(server)
    kernel = visitor.open("quiet.ipynb").kernel
    opened = psutil.Process(server.process.pid).children(recursive=True)
    (process,) = [one for one in opened if any(kernel in part for part in one.cmdline())]

    process.suspend()  # so that the socket is still being opened when the page leaves
    try:
        visitor.connect_and_leave(kernel)
    finally:
        process.resume()
    assert "comm_info_reply" in asyncio.run(heard_after(visitor, kernel))
    wait_until(lambda: json.loads(visitor.ask(f"/api/kernels/{kernel}").body)["connections"] == 0)
    assert "Traceback" not in "".join(server.log)


FORBIDDEN = [
    ("execute_request", {"code": "1", "silent": False}, "shell"),
    ("shutdown_request", {"restart": False}, "control"),
    ("shutdown_request", {"restart": True}, "shell"),
    ("debug_request", {}, "control"),
    ("complete_request", {"code": "im", "cursor_pos": 2}, "shell"),
    ("input_reply", {"value": "1"}, "stdin"),
    ("comm_open", {"comm_id": "0" * 32, "target_name": "jupyter.widget", "data": {"state": 7}}, "shell"),
    ("comm_open", {"comm_id": "0" * 32, "target_name": "nothing", "data": {}}, "shell"),
]


def test_what_a_page_may_not_say_is_dropped(server: RunningServer) -> None:
    visitor = Visitor(server)
    kernel = visitor.open("quiet.ipynb").kernel
    for kind, content, channel in FORBIDDEN:
        heard = asyncio.run(heard_after(visitor, kernel, message(kind, content, channel)))
        assert heard <= {"status", "comm_info_reply", "kernel_info_reply"}, (kind, content, channel)
        assert visitor.ask(f"/api/kernels/{kernel}").status == 200, (kind, content, channel)
    assert "Traceback" not in "".join(server.log)
    assert "comm" not in "".join(server.log)


def test_a_kernel_that_dies_is_said_to_be_gone_and_gives_its_place_back(server: RunningServer) -> None:
    visitor = Visitor(server)
    before = set(server.kernels())
    kernel = visitor.open("quiet.ipynb").kernel
    (process,) = set(server.kernels()) - before
    os.kill(process.pid, signal.SIGKILL)
    wait_until(lambda: visitor.ask(f"/api/kernels/{kernel}").status == 404)


def test_a_dead_kernel_goes_whoever_notices_it_and_however_many_at_once(tmp_path: Path) -> None:
    """A page that asks after it, one that says goodbye, and the server that looks for dead ones by itself."""

    async def start(pages: kernels.PageKernels) -> str:
        with pages.visit("somebody", {}):
            kernel = await pages.start_kernel()
        assert not await pages.end_if_dead(kernel)
        process = psutil.Process(pages.get_kernel(kernel).provisioner.pid)
        process.kill()
        while process.is_running() and process.status() != psutil.STATUS_ZOMBIE:
            await asyncio.sleep(0.01)
        return kernel

    async def work() -> None:
        pages = kernels.PageKernels(connection_dir=str(tmp_path))
        look = pages.cull_kernel_if_idle
        for several in (
            [look],
            [pages.end_if_dead],
            [pages.end_if_dead, pages.shutdown_kernel, look, pages.end_if_dead],
        ):
            kernel = await start(pages)
            await asyncio.gather(*(notice(kernel) for notice in several))
            assert (pages.list_kernel_ids(), pages.visits) == ([], set()), "and its place is free"
            assert await pages.end_if_dead(kernel)

    asyncio.run(work())


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


def test_kernels_of_pages_that_nobody_looks_at_end(tmp_path: Path) -> None:
    """As whenever the server looks for abandoned ones, which test_voila_internals covers; the test does not wait."""

    async def work() -> None:
        pages = kernels.PageKernels(connection_dir=str(tmp_path))
        ids = []
        for _ in range(3):
            with pages.visit("somebody", {}):
                ids.append(await pages.start_kernel())
        never_connected, left, looked_at = ids
        for kernel_id in (left, looked_at):
            pages.notify_connect(kernel_id)
        pages.notify_disconnect(left)
        await pages.cull_kernels()
        assert set(pages.list_kernel_ids()) == set(ids), "a page has time to come, and to come back"
        for visit in pages.visits:
            visit.alone_since -= SECONDS_TO_RETURN + 1
        await pages.cull_kernels()
        assert set(pages.list_kernel_ids()) == {never_connected, looked_at}
        for visit in pages.visits:
            visit.alone_since -= SECONDS_TO_CONNECT - SECONDS_TO_RETURN
        await pages.cull_kernels()
        assert pages.list_kernel_ids() == [looked_at]
        assert [visit.kernel_id for visit in pages.visits] == [looked_at], "and their places are free"
        await pages.shutdown_all(now=True)

    asyncio.run(work())
