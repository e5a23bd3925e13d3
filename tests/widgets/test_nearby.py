"""Which pages are looked at on the machine that serves them."""

from __future__ import annotations

import pytest

from workbench.widgets.nearby import ELSEWHERE_VARIABLE, is_loopback, opened_here

HERE = ("127.0.0.1", "127.1.2.3", "localhost", "::1", "[::1]", "table.localhost")
ELSEWHERE = ("", "0.0.0.0", "192.168.1.5", "room.test", "127.0.0.1.evil.example", "localhost.evil.example", "[fe80::1]")


def test_a_host_is_of_this_machine_alone_or_not() -> None:
    assert [host for host in (*HERE, *ELSEWHERE) if is_loopback(host)] == list(HERE)


def test_a_page_is_here_unless_its_server_was_asked_from_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    assert opened_here("127.0.0.1")
    monkeypatch.setenv(ELSEWHERE_VARIABLE, "yes")
    assert not opened_here("127.0.0.1")
