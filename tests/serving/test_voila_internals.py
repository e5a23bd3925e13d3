"""The parts of Voila and Jupyter Server that are not public and that we stand on.

A new Voila that changes one of them fails here, with its name, before a dashboard does.
"""

from __future__ import annotations

import inspect
from pathlib import Path

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Application
from voila.app import Voila
from voila.configuration import VoilaConfiguration

from workbench.serving.kernels import FROM_PAGES, PageConnection, PageKernels
from workbench.serving.server import DashboardServer
from workbench.serving.settings import SHARE, voila_settings

STOOD_IN_FOR = {
    "TornadoVoilaTreeHandler": "Home",
    "TornadoVoilaHandler": "Dashboard",
    "TemplateStaticFileHandler": "TemplateFiles",
    "VoilaContentsHandler": "NoListing",
    "VoilaShutdownKernelHandler": "ShutdownKernel",
    "KernelHandler": "KernelOfPage",
    "VoilaKernelWebsocketHandler": "KernelSocket",
}


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


@pytest.mark.parametrize("name", ["ip", "port", "root_dir", "open_browser", "config_file_paths", "server_url"])
def test_voila_still_has_the_trait_that_we_set(name: str) -> None:
    assert name in Voila.class_traits()


def test_every_page_setting_is_one_that_voila_knows(tmp_path: Path) -> None:
    chosen = set(voila_settings(tmp_path, "127.0.0.1", 0).VoilaConfiguration)
    assert chosen - set(VoilaConfiguration.class_traits()) == set()


def test_our_settings_reach_the_application(server: DashboardServer) -> None:
    settings = server.init_settings()
    assert settings["compress_response"] is True
    assert settings["allow_remote_access"] is False
    assert settings["kernel_websocket_connection_class"] is PageConnection
    assert isinstance(settings["kernel_manager"], PageKernels)
    assert settings["kernel_manager"].allowed_message_types == list(FROM_PAGES)
    assert settings["kernel_manager"].cull_idle_timeout > 0, "else nobody looks for abandoned kernels"
    assert settings["spaces"] is None
    assert settings["ws_ping_timeout"] >= 3 * settings["ws_ping_interval"], "a late answer must not cut a page off"


def test_our_pages_stand_before_those_of_voila(server: DashboardServer) -> None:
    settings = server.init_settings()
    ours = [entry[1].__name__ for entry in server.init_handlers()]
    theirs = [entry[1].__name__ for entry in Voila.init_handlers(server)]
    assert ours[-len(theirs) :] == theirs
    assert STOOD_IN_FOR.keys() <= set(theirs)
    assert set(STOOD_IN_FOR.values()) <= set(ours[: -len(theirs)])
    assert settings["server_url"] == "/"


def test_our_templates_come_first(server: DashboardServer) -> None:
    assert server.template_paths[0] == str(SHARE / "templates")
    assert server.static_paths[0] == str(SHARE / "static")


def test_a_kernel_connection_can_switch_the_delay_off() -> None:
    assert "self.websocket_handler" in inspect.getsource(ZMQChannelsWebsocketConnection)
    assert inspect.isfunction(ZMQChannelsWebsocketConnection.connect)


def test_the_server_leaves_no_application_behind_for_other_tests(server: DashboardServer) -> None:
    assert not Application.initialized()


@pytest.mark.parametrize(
    "name", ["new_kernel_id", "start_kernel", "remove_kernel", "notify_connect", "notify_disconnect"]
)
def test_jupyter_still_has_the_method_of_kernels_that_we_extend(name: str) -> None:
    assert inspect.isfunction(getattr(AsyncMappingKernelManager, name))


def test_jupyter_still_looks_for_idle_kernels_by_the_method_that_we_replace() -> None:
    assert "self.cull_kernel_if_idle(kernel_id)" in inspect.getsource(AsyncMappingKernelManager.cull_kernels)
    assert "_kernel_connections" in AsyncMappingKernelManager.__dict__ or hasattr(
        AsyncMappingKernelManager, "_kernel_connections"
    )
