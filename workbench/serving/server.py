"""The dashboard server: Voila, quieter, faster over a network, closed to other hosts, and with our look.

It extends parts that are internal to Voila: see voila_inside.py.
"""

from __future__ import annotations

import errno
import logging
import signal
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
from jupyter_server.utils import url_path_join
from tornado.escape import url_unescape
from tornado.httputil import HTTPServerRequest

from workbench.gallery import Gallery
from workbench.rooms.handlers import room_handlers
from workbench.rooms.rooms import Rooms
from workbench.rooms.running import RunningServer
from workbench.rooms.store import RoomStore
from workbench.serving import pages, settings
from workbench.serving.addresses import here, in_network, web_address
from workbench.serving.drawn_pages import DrawnPages
from workbench.serving.kernels import FROM_PAGES, PageConnection
from workbench.serving.limits import KERNELS, KERNELS_OF_A_VISITOR
from workbench.serving.making_ready import MakingReady
from workbench.serving.settings import SHARE, voila_settings
from workbench.serving.sockets import sockets_folder
from workbench.serving.spaces import Spaces
from workbench.serving.variants import variant_handlers
from workbench.serving.voila_inside import Voila
from workbench.serving.way_in import come_in, prefixed
from workbench.storage.errors import OptionError
from workbench.storage.folders import GALLERY_FILE, state_folder
from workbench.widgets.answering import Answering
from workbench.widgets.nearby import is_loopback
from workbench.widgets.script import HERE as SCRIPTS

PORTS_TO_TRY = 50
LAST_PORT = 65535
STORAGE_SCRIPT = "browser_storage.js"  # of the widgets; a page's own scripts import it from beside them
KERNEL_ID = r"\w+-\w+-\w+-\w+-\w+"


class Addresses(Answering):
    """Finds what answers each address; no path of ours contains `..`, a null character or broken text."""

    def find_handler(self, request: HTTPServerRequest, **given: Any) -> Any:
        """The handler of an address, or the one that says that nothing is there."""
        come_in(request, self.settings["base_url"])
        self.settings["server"].note_asked(request)
        path = url_unescape(request.path, plus=False)
        if "\0" in path or "\ufffd" in path or ".." in path.replace("\\", "/").split("/"):
            return self.get_handler_delegate(request, pages.MissingPage, self.settings["default_handler_args"])
        return super().find_handler(request, **given)

    def get_handler_delegate(
        self, request: HTTPServerRequest, target_class: type[tornado.web.RequestHandler], *given: Any, **named: Any
    ) -> Any:
        """What answers a request, with links that the browser can follow."""
        return super().get_handler_delegate(request, prefixed(target_class), *given, **named)  # type: ignore[arg-type]


class DashboardServer(Voila):
    """Serves a folder of notebooks as dashboards until it is asked to stop.

    A server that other machines can reach is shared: its visitors are told apart, each with a space of their own. A
    server that only this machine can reach is not, unless told so, for instance because a proxy stands before it.
    `base_url` is the path below which a proxy shows its first page. With `compile_ahead` games are compiled in the
    background from the start.
    """

    name = "voila"  # Voila and its templates look up their own configuration under this name

    def __init__(
        self,
        folder: Path,
        host: str,
        port: int,
        shared: bool = False,
        kernels: int = KERNELS,
        kernels_of_a_visitor: int = KERNELS_OF_A_VISITOR,
        compile_ahead: bool = False,
        base_url: str = "/",
    ) -> None:
        self.making_ready = MakingReady()
        self.rooms = Rooms(RoomStore())
        self.found_at: RunningServer | None = None  # as other processes of the same person find it
        self.answered_others = False  # whether another machine has asked for anything
        self.compile_ahead = compile_ahead
        self.shared = shared or not is_loopback(host)
        of_a_visitor = kernels_of_a_visitor if self.shared else 0
        super().__init__(config=voila_settings(folder, host, port, kernels, of_a_visitor, base_url))
        self.kernel_websocket_connection_class = PageConnection
        # What a dashboard may do must not depend on the folder it was started from.
        self.config_file_paths: list[str] = []

    def setup_template_dirs(self) -> None:
        """Put our templates and style before Voila's own."""
        super().setup_template_dirs()
        self.template_paths.insert(0, str(SHARE / "templates"))
        self.static_paths.insert(0, str(SHARE / "static"))

    def init_settings(self) -> dict[str, Any]:
        """Voila's settings, with compression, our security headers, spaces, and the check of the host name."""
        spaces = Spaces(state_folder()) if self.shared else None
        if spaces is not None:
            self.cookie_secret: bytes = spaces.secret()
        own = super().init_settings()
        own["kernel_manager"].allowed_message_types = list(FROM_PAGES)
        return own | {
            "spaces": spaces,
            "gallery": Gallery(state_folder() / GALLERY_FILE),
            "server": self,
            "drawn_pages": DrawnPages(Path(self.root_dir)),
            "making_ready": self.making_ready,
            "rooms": self.rooms,
            "jinja2_env": own["voila_jinja2_env"],  # Jupyter's own error pages need files that Voila lacks
            "compress_response": True,
            "ws_ping_interval": 1000 * settings.PING_SECONDS,
            "ws_ping_timeout": 1000 * settings.SILENT_SECONDS,
            # A page that closes posts without an _xsrf value; ShutdownKernel checks the origin itself.
            "disable_check_xsrf": True,
            # On a server that is one person's, a foreign name for this machine (DNS rebinding) is not one of ours.
            "allow_remote_access": self.shared,
            "headers": {"Content-Security-Policy": settings.CONTENT_SECURITY_POLICY},
            "default_handler_class": pages.MissingPage,
            "default_handler_args": {"voila_configuration": self.voila_configuration},
        }

    def init_handlers(self) -> list[Any]:
        """Our handlers first, so that Voila's at the same addresses are never reached."""

        def at(path: str) -> str:
            return url_path_join(self.server_url, path)

        configuration = {"voila_configuration": self.voila_configuration}
        rendering = configuration | {"template_paths": self.template_paths, "config": self.config}
        return [
            (at("/"), pages.Home, configuration),
            (at("/enter"), pages.Enter, configuration),
            (at("/place"), pages.PlaceForMe),
            (at("/network"), pages.NetworkLines),
            (at("/share"), pages.Share, configuration),
            *variant_handlers(at, configuration),
            *room_handlers(self.rooms, at, self.shared),
            (at(r"/voila/tree(?:/.*)?"), pages.Home, configuration),
            (at(r"/log(?:in|out)"), pages.MissingPage, configuration),
            (at(r"/voila/render/(.*)"), pages.Dashboard, rendering),
            (at(r"/voila/templates/(.*)"), pages.TemplateFiles),
            (at(rf"/voila/static/({STORAGE_SCRIPT})"), tornado.web.StaticFileHandler, {"path": str(SCRIPTS)}),
            (at(r"/voila/api/contents(?:/.*)?"), pages.NoListing),
            (at(rf"/voila/api/shutdown/({KERNEL_ID})"), pages.ShutdownKernel),
            (at(rf"/api/kernels/({KERNEL_ID})"), pages.KernelOfPage),
            (at(rf"/api/kernels/({KERNEL_ID})/channels"), pages.KernelSocket),
            *super().init_handlers(),
        ]

    def note_asked(self, request: HTTPServerRequest) -> None:
        """Note a request; one from another machine shows that the network carries a lesson."""
        if not self.answered_others and not pages.asked_from_here(request):
            self.answered_others = request.remote_ip != in_network(self.ip)

    def open_port(self) -> int:
        """Listen on the wanted port or the next free one, and return it; raises OptionError."""
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
        # The host need not hear that a visitor asks in vain, that Jupyter and Tornado count pings differently, or
        # that somebody must wait; the application reports faults with their tracebacks.
        for name, level in (("access", logging.CRITICAL), ("general", logging.ERROR), ("application", logging.ERROR)):
            logging.getLogger(f"tornado.{name}").setLevel(level)
        with sockets_folder() as folder:  # kernels communicate through it, so it is removed last
            self.connection_dir = str(folder)
            try:
                self.app = Addresses(**self.init_settings())
                self.app.add_handlers(".*$", self.init_handlers())
                self.open_port()
                self.ioloop = tornado.ioloop.IOLoop.current()
                for number in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(number, self._handle_signal_stop)
                self.rooms.address = self.network_address or self.address
                self.rooms.come_back()
                if not self.rooms.refused:
                    self.found_at = RunningServer(self.address, self.rooms.key)
                    self.found_at.note()
                self.ioloop.add_callback(self.rooms.start)
                self.ioloop.add_callback(started, self.address)
                if self.compile_ahead:
                    self.making_ready.start()
                self.ioloop.start()
            finally:
                self.stop()

    def stop(self) -> None:
        """End every kernel at once, as all work is saved after each act; a second signal does not interrupt this."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)
        self.making_ready.end()
        self.rooms.stop()
        if self.found_at is not None:
            self.found_at.forget()
        if hasattr(self, "kernel_manager"):
            run_sync(self.kernel_manager.shutdown_all)(now=True)

    @property
    def address(self) -> str:
        """The address of the dashboards for a browser on this machine."""
        return web_address(here(self.ip), self.port, self.base_url)

    @property
    def network_address(self) -> str:
        """The address of the dashboards for browsers on other machines; empty if none can reach them."""
        host = in_network(self.ip)
        return web_address(host, self.port, self.base_url) if host else ""


def cannot_listen(host: str, port: int, problem: OSError) -> str:
    """Why the server cannot listen there, and what to do about it."""
    if problem.errno == errno.EACCES:
        return f"Port {port} needs special rights on this machine. Choose one above 1023, e.g. --port 8866."
    return (
        f"This machine cannot listen on {host!r} ({problem.strerror or problem}). "
        "Use --host 127.0.0.1 for this machine only, or --host 0.0.0.0 for the whole network."
    )


def open_in_browser(address: str) -> None:
    """Open `address` in the user's browser without holding up the server."""
    threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()
