"""Everything about the dashboard server that differs from what Voila does by itself, and why."""

from __future__ import annotations

import ipaddress
import os
import sys
import tempfile
from pathlib import Path

from traitlets.config import Config

SHARE = Path(__file__).resolve().parent / "share"

# Without these three no widget renders; every other lab extension of the environment stays out of the page.
LAB_EXTENSIONS = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]

# anywidget imports its module from a blob and Voila's bundle evaluates code; nothing may come from another host.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:",
        "connect-src 'self' ws: wss: blob: data:",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "object-src 'none'",
    ]
)

CULL_EVERY_SECONDS = 60
CULL_IDLE_AFTER_SECONDS = 600

LONGEST_SOCKET_PATH = 100  # the smallest limit among systems is 104 bytes
SOCKET_NAME_LENGTH = len("/voila_12345678/kernel-00000000-0000-0000-0000-000000000000.json-ipc-5")


def connection_root() -> str:
    """A folder short enough for the kernels' Unix sockets (macOS has long temporary folders)."""
    folder = tempfile.gettempdir()
    if len(os.fsencode(folder)) + SOCKET_NAME_LENGTH <= LONGEST_SOCKET_PATH:
        return folder
    return "/tmp" if sys.platform != "win32" else folder


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a server that listens on `host`."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def voila_settings(folder: Path, host: str, port: int) -> Config:
    """The configuration of the dashboard server for the notebooks in `folder`."""
    config = Config()
    config.Voila.ip = host
    config.Voila.port = port
    config.Voila.root_dir = str(folder)
    config.Voila.open_browser = False  # opened by us, when the server really listens
    config.Voila.log_level = "ERROR"
    config.Voila.connection_dir_root = connection_root()

    page = config.VoilaConfiguration
    page.template = "lab"
    page.theme = "light"
    page.allow_template_override = "NO"
    page.allow_theme_override = "NO"
    page.file_allowlist = []
    page.extension_allowlist = LAB_EXTENSIONS
    page.strip_sources = True
    page.show_tracebacks = False

    # A closed tab does not always end its kernel, so an idle one without a page is ended here.
    config.MappingKernelManager.cull_interval = CULL_EVERY_SECONDS
    config.MappingKernelManager.cull_idle_timeout = CULL_IDLE_AFTER_SECONDS
    config.MappingKernelManager.cull_connected = False
    if sys.platform != "win32":  # kernels started at once over TCP can pick the same port
        config.KernelManager.transport = "ipc"
    return config
