"""Where a server is found, by this machine and by others, and what is said about that."""

from __future__ import annotations

import io
import ipaddress
import re
from pathlib import Path

import pytest

from tests.servers import RunningServer, running_dashboards
from tests.serving.visitors import Visitor
from workbench.cli.serve import show_to_the_network
from workbench.serving.addresses import code_as_svg, code_as_text, in_network
from workbench.serving.server import DashboardServer


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:8866/"),
        ("0.0.0.0", "http://127.0.0.1:8866/"),
        ("", "http://127.0.0.1:8866/"),
        ("::", "http://[::1]:8866/"),
        ("fe80::1", "http://[fe80::1]:8866/"),
        ("example.org", "http://example.org:8866/"),
    ],
)
def test_a_browser_here_finds_the_server(host: str, address: str, tmp_path: Path) -> None:
    assert DashboardServer(tmp_path, host, 8866).address == address


@pytest.mark.parametrize(
    ("host", "address"),
    [("127.0.0.1", ""), ("::1", ""), ("192.0.2.7", "http://192.0.2.7:8866/"), ("fe80::1", "http://[fe80::1]:8866/")],
)
def test_other_machines_find_the_server_unless_it_is_for_this_one_alone(
    host: str, address: str, tmp_path: Path
) -> None:
    assert DashboardServer(tmp_path, host, 8866).network_address == address


@pytest.mark.parametrize("everywhere", ["0.0.0.0", "", "::"])
def test_a_server_that_listens_everywhere_is_found_by_an_address_of_this_machine(everywhere: str) -> None:
    found = in_network(everywhere)
    if not found:
        pytest.skip("this machine is in no network")
    assert not ipaddress.ip_address(found).is_loopback
    assert not ipaddress.ip_address(found).is_unspecified


def test_the_code_is_drawn_in_text_and_on_a_page() -> None:
    address = "http://192.168.1.5:8866/"
    rows = code_as_text(address).splitlines()
    assert len(rows) > 10
    assert "<svg" in code_as_svg(address)
    assert address in code_as_svg(address)


def test_a_server_for_the_network_says_its_address_and_what_it_opens_to_whom(notebooks: Path, tmp_path: Path) -> None:
    if not (host := in_network("0.0.0.0")):
        pytest.skip("this machine is in no network")
    with running_dashboards(notebooks, tmp_path, "--host", "0.0.0.0") as server:
        said = "".join(server.log)
        assert re.search(rf"For everybody in your network: http://{re.escape(host)}:\d+/\n", said)
        assert "Nobody sees your files" in said
        page = Visitor(server).ask("/share").body.decode()
        assert f"http://{host}:" in page
        assert "<svg" in page
        assert "Nobody sees your files" in page


def test_a_server_for_this_machine_says_how_to_open_it(server: RunningServer) -> None:
    page = Visitor(server).ask("/share").body.decode()
    assert "--host 0.0.0.0" in page
    assert "<svg" not in page


@pytest.mark.parametrize(("encoding", "has_blocks"), [("utf-8", True), ("ascii", False), ("cp1252", False)])
def test_a_terminal_without_blocks_gets_the_address_alone(
    encoding: str, has_blocks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding=encoding, write_through=True))
    show_to_the_network("http://192.168.1.5:8866/")
    said = written.getvalue().decode(encoding)
    assert said.startswith("For everybody in your network: http://192.168.1.5:8866/")
    assert "Nobody sees your files" in said
    assert ("\u2588" in said or "\u2584" in said) is has_blocks
