"""The parts of Voila and Jupyter Server that are not public and that we stand on.

A new Voila that changes one of them fails here, with its name, before a dashboard does.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from traitlets.config import Application
from voila.app import Voila
from voila.configuration import VoilaConfiguration

from workbench.serving.server import DashboardServer, PromptConnection
from workbench.serving.settings import (
    LONGEST_SOCKET_PATH,
    SHARE,
    SOCKET_NAME_LENGTH,
    connection_root,
    is_loopback,
    voila_settings,
)


@pytest.fixture
def server(tmp_path: Path) -> DashboardServer:
    """A server that has read its settings and listens nowhere."""
    server = DashboardServer(tmp_path, "127.0.0.1", 0)
    server.initialize([])
    server.connection_dir = str(tmp_path / "connections")
    return server


@pytest.mark.parametrize("name", ["init_settings", "init_handlers", "setup_template_dirs", "stop", "initialize"])
def test_voila_still_has_the_method_that_we_extend(name: str) -> None:
    assert inspect.isfunction(getattr(Voila, name))


@pytest.mark.parametrize(
    "name", ["ip", "port", "root_dir", "open_browser", "connection_dir_root", "config_file_paths", "server_url"]
)
def test_voila_still_has_the_trait_that_we_set(name: str) -> None:
    assert name in Voila.class_traits()


def test_every_page_setting_is_one_that_voila_knows(tmp_path: Path) -> None:
    chosen = set(voila_settings(tmp_path, "127.0.0.1", 0).VoilaConfiguration)
    assert chosen - set(VoilaConfiguration.class_traits()) == set()


def test_our_settings_reach_the_application(server: DashboardServer) -> None:
    settings = server.init_settings()
    assert settings["compress_response"] is True
    assert settings["allow_remote_access"] is False
    assert settings["kernel_websocket_connection_class"] is PromptConnection
    assert settings["kernel_manager"].cull_idle_timeout == 600
    assert settings["kernel_manager"].cull_connected is False


def test_our_pages_stand_before_those_of_voila(server: DashboardServer) -> None:
    settings = server.init_settings()
    ours = [entry[1].__name__ for entry in server.init_handlers()]
    theirs = [entry[1].__name__ for entry in Voila.init_handlers(server)]
    assert ours[: len(ours) - len(theirs)] == ["Home", "Home", "NoListing", "ShutdownKernel"]
    assert "TornadoVoilaTreeHandler" in theirs, "the page that Home stands in for"
    assert "VoilaContentsHandler" in theirs, "the listing that NoListing refuses"
    assert "VoilaShutdownKernelHandler" in theirs, "the handler that ShutdownKernel guards"
    assert settings["server_url"] == "/"


def test_our_templates_come_first(server: DashboardServer) -> None:
    assert server.template_paths[0] == str(SHARE / "templates")
    assert server.static_paths[0] == str(SHARE / "static")


def test_a_kernel_connection_can_switch_the_delay_off() -> None:
    assert "self.websocket_handler" in inspect.getsource(ZMQChannelsWebsocketConnection)
    assert inspect.isfunction(ZMQChannelsWebsocketConnection.connect)


def test_the_server_leaves_no_application_behind_for_other_tests(server: DashboardServer) -> None:
    assert not Application.initialized()


def test_the_sockets_of_kernels_lie_in_a_folder_with_a_short_name(monkeypatch: pytest.MonkeyPatch) -> None:
    long = "/a" * 40
    monkeypatch.setattr("tempfile.tempdir", long)
    assert len(connection_root()) + SOCKET_NAME_LENGTH <= LONGEST_SOCKET_PATH


@pytest.mark.parametrize(
    ("host", "here"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("0.0.0.0", False), ("", False), ("example.org", False)],
)
def test_only_loopback_addresses_count_as_this_machine(host: str, here: bool) -> None:
    assert is_loopback(host) is here


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
def test_the_address_that_is_printed_is_one_that_a_browser_here_reaches(
    host: str, address: str, tmp_path: Path
) -> None:
    assert DashboardServer(tmp_path, host, 8866).address == address
