"""The parts of Voila and Jupyter Server that are not public and that we rely on.

A new Voila that changes one of them fails here, with its name, before a dashboard does.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

import pytest
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from traitlets.config import Application
from voila.app import Voila
from voila.configuration import VoilaConfiguration

from workbench.serving import voila_inside
from workbench.serving.kernels import FROM_PAGES, PageConnection, PageKernels
from workbench.serving.server import DashboardServer
from workbench.serving.settings import SHARE, voila_settings
from workbench.serving.voila_inside import RELIED_ON

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


def test_voila_and_jupyter_still_have_what_we_extend() -> None:
    moved = [
        f"{owner.__module__}.{owner.__qualname__}.{name}"
        for owner, names in RELIED_ON.items()
        for name in names
        if not hasattr(owner, name)
    ]
    assert moved == [], f"Voila {version('voila')} and Jupyter Server {version('jupyter-server')} lack these"


def test_a_server_starts_without_the_grammar_of_addresses_that_it_never_checks() -> None:
    """Building it takes as long as everything else that is imported."""
    told = "import sys, workbench.serving.server; print('jsonschema' in sys.modules, 'lark' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "False"]


def test_the_versions_are_those_that_were_tried() -> None:
    words = voila_inside.__doc__ or ""
    tried = re.findall(r"Voila (\d+\.\d+)\.\d+ and Jupyter Server (\d+)", words)
    voila, jupyter = version("voila"), version("jupyter-server")
    assert tried == [(voila.rpartition(".")[0], jupyter.partition(".")[0])], "try it, then say so in voila_inside.py"


def test_nothing_else_imports_voila() -> None:
    importing = [
        path.name
        for path in Path(voila_inside.__file__).parent.rglob("*.py")
        if re.search(r"^(from|import) voila", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert importing == [Path(voila_inside.__file__).name]


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


def test_jupyter_still_looks_for_idle_kernels_by_the_method_that_we_replace() -> None:
    assert "self.cull_kernel_if_idle(kernel_id)" in inspect.getsource(AsyncMappingKernelManager.cull_kernels)
    assert "_kernel_connections" in AsyncMappingKernelManager.__dict__ or hasattr(
        AsyncMappingKernelManager, "_kernel_connections"
    )
