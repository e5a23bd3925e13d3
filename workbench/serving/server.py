"""The dashboard server: Voila, quieter, faster over a network, closed to other hosts, and with our look.

`Voila.init_settings`, `init_handlers`, `setup_template_dirs`, `start` and `stop` are internal to Voila;
tests/serving/test_voila_internals.py guards what is used of them here.
"""

from __future__ import annotations

import errno
import logging
import shutil
import signal
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web
from jupyter_core.utils import run_sync
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.utils import url_path_join
from voila.app import Voila

from workbench.serving.pages import Home, MissingPage, NoListing, ShutdownKernel
from workbench.serving.settings import CONTENT_SECURITY_POLICY, SHARE, is_loopback, voila_settings
from workbench.storage.errors import OptionError

PORTS_TO_TRY = 50
LAST_PORT = 65535
KERNEL_ID = r"\w+-\w+-\w+-\w+-\w+"


class PromptConnection(ZMQChannelsWebsocketConnection):
    """A page's connection to its kernel that sends small messages at once (Nagle's delay is 40 ms)."""

    def connect(self) -> Any:
        """Connect as usual, with the delay switched off first."""
        self.websocket_handler.set_nodelay(True)
        return super().connect()


class DashboardServer(Voila):
    """Serves a folder of notebooks as dashboards until it is asked to stop."""

    name = "voila"  # Voila and its templates look their own configuration up under this name

    def __init__(self, folder: Path, host: str, port: int) -> None:
        super().__init__(config=voila_settings(folder, host, port))
        self.kernel_websocket_connection_class = PromptConnection
        # What a dashboard may do must not depend on the folder it was started from.
        self.config_file_paths: list[str] = []

    def setup_template_dirs(self) -> None:
        """Put our templates and style before Voila's own."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(SHARE / "templates"))
        self.static_paths.insert(0, str(SHARE / "static"))

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, with compression, our security headers and the check of the host name."""
        return super().init_settings() | {
            "compress_response": True,
            # A page that closes posts without an _xsrf value; ShutdownKernel checks the origin itself.
            "disable_check_xsrf": True,
            # A foreign name that resolves to this machine (DNS rebinding) is not one of ours.
            "allow_remote_access": not is_loopback(self.ip),
            "headers": {"Content-Security-Policy": CONTENT_SECURITY_POLICY},
            "default_handler_class": MissingPage,
            "default_handler_args": {"voila_configuration": self.voila_configuration},
        }

    def init_handlers(self) -> list:
        """Our pages first; what Voila would answer at the same addresses is never reached."""

        def at(path: str) -> str:
            return url_path_join(self.server_url, path)

        configuration = {"voila_configuration": self.voila_configuration}
        return [
            (at("/"), Home, configuration),
            (at(r"/voila/tree(?:/.*)?"), Home, configuration),
            (at(r"/voila/api/contents(?:/.*)?"), NoListing),
            (at(rf"/voila/api/shutdown/({KERNEL_ID})"), ShutdownKernel),
            *super().init_handlers(),
        ]

    def open_port(self) -> int:
        """Listen on the wanted port or the next free one, and say which; raises OptionError."""
        wanted: int = self.port
        last = min(wanted + PORTS_TO_TRY - 1, LAST_PORT)
        for port in range(wanted, last + 1):
            try:
                sockets = tornado.netutil.bind_sockets(port, self.ip)
            except OSError as problem:
                if problem.errno == errno.EADDRINUSE:
                    continue
                raise OptionError(cannot_listen(self.ip, port, problem)) from None
            tornado.httpserver.HTTPServer(self.app).add_sockets(sockets)
            self.port: int = sockets[0].getsockname()[1]
            return self.port
        raise OptionError(
            f"No free port was found from {wanted} to {last}. "
            "Name another with --port, or let the system choose one with --port 0."
        )

    def serve(self, started: Callable[[str], None]) -> None:
        """Serve until SIGINT or SIGTERM; `started` is called with the address once it answers."""
        self.initialize([])
        # What a visitor asks for in vain is no news to the host, nor that Jupyter and Tornado count pings differently.
        for name in ("tornado.access", "tornado.general"):
            logging.getLogger(name).setLevel(logging.ERROR)
        self.connection_dir = tempfile.mkdtemp(prefix="voila_", dir=self.connection_dir_root)
        try:
            self.app = tornado.web.Application(**self.init_settings())
            self.app.add_handlers(".*$", self.init_handlers())
            self.open_port()
            self.ioloop = tornado.ioloop.IOLoop.current()
            for number in (signal.SIGINT, signal.SIGTERM):
                signal.signal(number, self._handle_signal_stop)
            self.ioloop.add_callback(started, self.address)
            self.ioloop.start()
        finally:
            self.stop()

    def stop(self) -> None:
        """End every kernel, then forget the folder of their sockets (they are asked to end through it)."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        if hasattr(self, "kernel_manager"):
            run_sync(self.kernel_manager.shutdown_all)()
        shutil.rmtree(self.connection_dir, ignore_errors=True)

    @property
    def address(self) -> str:
        """Where a browser on this machine finds the dashboards."""
        listening = self.ip or "0.0.0.0"
        host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(listening, listening)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}{self.base_url}"


def cannot_listen(host: str, port: int, problem: OSError) -> str:
    """Why the server cannot listen there, and what to do about it."""
    if problem.errno == errno.EACCES:
        return f"Port {port} needs special rights on this machine. Choose one above 1023, e.g. --port 8866."
    return (
        f"This machine cannot listen on {host!r} ({problem.strerror or problem}). "
        "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for the whole network."
    )


def open_in_browser(address: str) -> None:
    """Open `address` in the user's browser without holding the server up."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
