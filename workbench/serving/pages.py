"""The addresses that we answer ourselves instead of Voila."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar
from urllib.parse import urlsplit

import tornado.web
from jupyter_core.utils import ensure_async
from jupyter_server.base.handlers import APIHandler
from jupyter_server.services.kernels.handlers import KernelHandler
from jupyter_server.utils import url_path_join
from tornado.escape import url_escape
from tornado.httputil import HTTPServerRequest
from tornado.iostream import StreamClosedError

from workbench.pen import element, joined, style_sheet
from workbench.play.store import MatchStore
from workbench.rooms.telling import about
from workbench.serving import voila_inside
from workbench.serving.addresses import WHOM_IT_OPENS_TO, code_as_svg
from workbench.serving.drawn_pages import DrawnPages
from workbench.serving.kernels import PageKernels
from workbench.serving.settings import SHARE, house_header
from workbench.serving.spaces import COOKIE, COOKIE_DAYS, Spaces
from workbench.serving.way_in import root_for_others
from workbench.widgets.answering import NO_SOCKET
from workbench.widgets.home.reader import Network, Reader
from workbench.widgets.nearby import ELSEWHERE_VARIABLE, ROOMS_VARIABLE, is_loopback
from workbench.widgets.parts import HOME as HOME_NOTEBOOK
from workbench.widgets.parts import parts_style

Made = TypeVar("Made")
NOBODY = "nobody"  # no space has this name
BACK_IN_SECONDS = 4
OPENING_LOOK = "wb workbench-opening"
OPENING = "One moment: the page is being drawn."
NOT_DRAWN = (
    "Something went wrong in the workbench while this page was drawn; the log of the server says what. Load it again."
)
DRAWING = ThreadPoolExecutor(1, thread_name_prefix="drawing")  # one page at a time, as what pages draw once is kept
# The headers that Voila sends before the page of a notebook.
HEADERS_OF_A_PAGE = {
    "Content-Type": "text/html",
    "Cache-Control": "no-cache, no-store, must-revalidate",
    "Pragma": "no-cache",
    "Expires": "0",
}


async def beside(work: Callable[..., Made], *given: Any) -> Made:
    """The result of work done in the thread that draws pages, not in the loop that answers everybody."""
    return await asyncio.get_running_loop().run_in_executor(DRAWING, work, *given)


def started_elsewhere(request: HTTPServerRequest) -> bool:
    """Whether another site caused the request, by a link, a picture, a frame or a script.

    A browser says so itself; otherwise the page that it came from tells.
    """
    site = request.headers.get("Sec-Fetch-Site", "")
    if site:
        return site not in ("none", "same-origin")
    source = request.headers.get("Origin") or request.headers.get("Referer") or ""
    return bool(source) and urlsplit(source).netloc.lower() != request.host.lower()


def asked_from_here(request: HTTPServerRequest) -> bool:
    """Whether the request is from a browser on this machine, perhaps through a proxy that names the client."""
    behind = request.headers.get("X-Forwarded-For", "").split(",")
    return all(is_loopback(address.strip()) for address in [request.remote_ip or "", *behind] if address.strip())


class Visitors:
    """What a handler knows about its visitor, if visitors are told apart."""

    settings: dict[str, Any]
    kernel_manager: PageKernels

    @property
    def spaces(self) -> Spaces | None:
        """The visitors' spaces; None if everything that is kept belongs to one person."""
        return self.settings["spaces"]

    @property
    def visitor(self) -> str:
        """The visitor's space; empty for a visitor without one, or if everything belongs to one person."""
        signed = self.get_signed_cookie(COOKIE, max_age_days=COOKIE_DAYS)  # type: ignore[attr-defined]
        return signed.decode() if signed and self.spaces else ""

    def refuse_kernel_of_another(self, kernel_id: str) -> None:
        """Answer 404 for a kernel that has ended or that runs for somebody else's page."""
        visit = self.kernel_manager.visit_of(kernel_id)
        if visit is None or visit.visitor != self.visitor:
            raise tornado.web.HTTPError(404, "There is no such kernel.")


class Drawn(Visitors, voila_inside.BaseVoilaHandler):
    """What handlers need for a notebook whose page is drawn without a kernel."""

    async def finish_drawn(self, notebook: str, prefix: str = "") -> bool:
        """Answer with the page of a notebook if it is drawn; `prefix` leads to the notebooks.

        The head of the page is sent at once, then what is drawn; other visitors need not wait for that.
        """
        pages: DrawnPages = self.settings["drawn_pages"]
        if (page := pages.named(notebook)) is None:
            return False
        asked = {key: values[-1].decode(errors="replace") for key, values in self.request.query_arguments.items()}
        making_ready = self.settings["making_ready"].words
        leads = asked_from_here(self.request) and not self.spaces
        rooms = [about(room) for room in self.settings["rooms"].open_rooms.values() if leads and not room.closed]
        matches = MatchStore(self.spaces.folder / (self.visitor or NOBODY) if self.spaces else None)
        gallery, network = self.settings["gallery"], network_of(self.settings)
        reader = Reader(matches, prefix, asked, "main", self.base_url, gallery, making_ready, rooms, network)
        self.set_header("Cache-Control", "no-store")
        opening = element("div", house_header(notebook, prefix), element("p", OPENING), class_=OPENING_LOOK)
        style = parts_style(*page.styles)
        self.write(self.render_template("drawn.html", title=page.title, style=style, page=opening))
        with suppress(StreamClosedError):  # whoever has asked may have gone
            await self.flush()
        try:
            drawn: str = await beside(pages.drawn, page, reader)
        except Exception:
            logging.getLogger(__name__).exception("A fault while drawing the page %s.", notebook)
            drawn = element("div", element("p", NOT_DRAWN, role="alert"), class_=OPENING_LOOK)
        self.finish(drawn)
        return True


class Home(Drawn):
    """The front door: the index notebook. Voila's list of files is not shown."""

    @tornado.web.authenticated
    async def get(self) -> None:
        """Show the first page if the index notebook is drawn without a kernel; otherwise redirect to that notebook."""
        place = url_path_join(self.base_url, "voila/render/")
        if not await self.finish_drawn(HOME_NOTEBOOK, place):
            self.redirect(f"{place}{HOME_NOTEBOOK}")


class Dashboard(Drawn, voila_inside.TornadoVoilaHandler):
    """A notebook as a page, with a kernel for as long as the page is open."""

    @tornado.web.authenticated
    async def get(self, path: str = "") -> None:
        """The page; if another site asked for it or there is no room, a page without a kernel that leads to it."""
        if not path.endswith(".ipynb"):
            raise tornado.web.HTTPError(404)
        if await self.finish_drawn(path):
            return
        why, number = self.kernel_manager.reason_to_wait(self.visitor)
        if started_elsewhere(self.request):
            self.finish_with("opening.html")
        elif self.spaces is not None and not self.visitor:
            self.greet()
        elif why:
            self.let_wait(why, number)
        else:
            await self.render_with_kernel(path)

    async def render_with_kernel(self, path: str) -> None:
        """The page of the notebook, whose kernel has the visitor's place and space.

        Its beginning is sent at once: nobody keeps seeing the old page while others are served and the kernel works.
        """
        if not await ensure_async(self.contents_manager.file_exists(path)):
            raise tornado.web.HTTPError(404)
        for name, value in HEADERS_OF_A_PAGE.items():
            self.set_header(name, value)
        if self.request.method == "HEAD":
            await self.flush()  # no length is given, since the page comes in pieces
            return
        own = self.spaces.environment(self.visitor) if self.spaces else {}
        here = asked_from_here(self.request)
        own[ELSEWHERE_VARIABLE] = "" if here else "yes"
        own[ROOMS_VARIABLE] = "yes" if here and not self.spaces else ""
        with self.kernel_manager.visit(self.visitor, own):
            pages: DrawnPages = self.settings["drawn_pages"]
            words = {"title": pages.title(path), "opening": pages.opening(path)}
            self.write(self.render_template("dashboard.html", style=look(), header=house_header(path), **words))
            with suppress(StreamClosedError):  # whoever has asked may have gone
                await self.flush()
            async with self.kernel_manager.turn():
                await super().get(path)

    def greet(self) -> None:
        """Give a new visitor a space; the page is shown once the browser has brought the cookie back."""
        assert self.spaces is not None
        self.set_signed_cookie(
            COOKIE,
            self.spaces.new(),
            expires_days=COOKIE_DAYS,
            path=self.base_url,
            httponly=True,
            samesite="Lax",
            secure=self.request.protocol == "https",
        )
        self.redirect(f"{url_path_join(self.base_url, 'enter')}?to={url_escape(self.request.uri or '')}")

    def let_wait(self, why: str, number: int) -> None:
        """Answer with a page that keeps asking whether there is room, and then becomes the dashboard."""
        self.set_status(503)
        self.set_header("Retry-After", str(BACK_IN_SECONDS))
        self.finish_with("waiting.html", why=why, number=number, seconds=BACK_IN_SECONDS)

    def finish_with(self, template: str, **given: Any) -> None:
        """Answer with a page of ours that is not cached."""
        self.set_header("Cache-Control", "no-store")
        self.finish(self.render_template(template, address=self.request.uri, **given))


def network_of(settings: dict[str, Any]) -> Network:
    """What the server currently knows about its network."""
    kernels: PageKernels = settings["kernel_manager"]
    server = settings["server"]
    return Network(server.network_address, kernels.most, len(kernels.list_kernel_ids()), server.answered_others)


class NetworkLines(APIHandler):
    """The lines of the teachers' page about the network, for its script."""

    @tornado.web.authenticated
    def get(self) -> None:
        """Each line, and whether it holds."""
        self.set_header("Cache-Control", "no-store")
        self.finish({"lines": network_of(self.settings).lines})


class PlaceForMe(Visitors, APIHandler):
    """Whether there is room for another page of the visitor."""

    @tornado.web.authenticated
    def get(self) -> None:
        """Answer 204 if there is room, 503 if not."""
        why, _ = self.kernel_manager.reason_to_wait(self.visitor)
        self.set_status(503 if why else 204)
        self.finish()


class Enter(Visitors, voila_inside.BaseVoilaHandler):
    """Where a new visitor's browser shows that it keeps the cookie."""

    @tornado.web.authenticated
    def get(self) -> None:
        """Lead back to the page that was asked for, or say that cookies are needed."""
        to = self.get_query_argument("to", "")
        if not to.startswith(self.base_url) or to.startswith(("//", "/\\")):
            to = self.base_url
        if self.visitor:
            self.redirect(to)
        else:
            self.set_header("Cache-Control", "no-store")
            self.finish(self.render_template("cookies.html", address=to))


class Share(voila_inside.BaseVoilaHandler):
    """The server's network address in large type, with a QR code for phones, for a projector."""

    @tornado.web.authenticated
    def get(self) -> None:
        """The page; if only this machine can reach the server, it says how to change that."""
        address = root_for_others(self)
        code = code_as_svg(address) if address else ""
        self.finish(self.render_template("share.html", address=address, code=code, opens_to=WHOM_IT_OPENS_TO))


@cache
def look() -> str:
    """The initial look of a dashboard, written into the page so that it needs no further request."""
    text = (SHARE / "static" / "workbench.css").read_text(encoding="utf-8")
    return joined(parts_style(), style_sheet(text, id="workbench-look"))


class MissingPage(voila_inside.BaseVoilaHandler):
    """A page for an address that does not exist."""

    async def prepare(self) -> None:
        """Answer every method with 404."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class NoListing(APIHandler):
    """Voila's listing of the served folder, refused."""

    async def prepare(self) -> None:  # type: ignore[override]
        """Answer every method with 404."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class TemplateFiles(voila_inside.TemplateStaticFileHandler):
    """The files of Voila's templates, under addresses like lab/static/voila.js."""

    def parse_url_path(self, path: str) -> str:
        """Read an address as Voila does; 404 for one of another shape."""
        template, _, rest = path.partition("/static/")
        named = template.isidentifier() and rest
        if not named or not voila_inside.collect_static_paths(["voila", "nbconvert"], template):
            raise tornado.web.HTTPError(404)
        return super().parse_url_path(path)


class ShutdownKernel(Visitors, voila_inside.VoilaShutdownKernelHandler):
    """A page that closes ends its kernel; only a page of ours may say so."""

    async def prepare(self) -> None:
        """Refuse a request sent by a page of another origin, or by no page at all."""
        await super().prepare()
        origin = self.request.headers.get("Origin")
        if origin is None or urlsplit(origin).netloc.lower() != self.request.host.lower():
            raise tornado.web.HTTPError(403, "Only a page of this server may end its kernel.")

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel; 404 if there is none, for instance because it has already ended."""
        self.refuse_kernel_of_another(kernel_id)
        await super().post(kernel_id)


class KernelOfPage(Visitors, KernelHandler):
    """Whether the kernel of a page runs; nothing else can be asked or done here."""

    SUPPORTED_METHODS = ("GET",)

    async def get(self, kernel_id: str) -> None:
        """The kernel's state as Jupyter tells it; 404 once it has ended or died."""
        self.refuse_kernel_of_another(kernel_id)
        if await self.kernel_manager.end_if_dead(kernel_id):
            raise tornado.web.HTTPError(404, "There is no such kernel.")
        await super().get(kernel_id)  # type: ignore[misc]


class KernelSocket(Visitors, voila_inside.VoilaKernelWebsocketHandler):
    """The connection between a page and its kernel."""

    connection: Any = None  # to the kernel, while there is one
    _left = False

    async def get(self, kernel_id: str) -> None:
        """Connect the page of the visitor for whom the kernel was started."""
        self.refuse_kernel_of_another(kernel_id)
        await super().get(kernel_id)

    async def pre_get(self) -> None:
        """Wait for the kernel; if the page has left in the meantime, open nothing and say nothing about it."""
        await super().pre_get()
        if self._left:
            self.connection.give_up()
            raise tornado.web.Finish

    def on_close(self) -> None:
        """Leave the kernel, if the page was connected.

        Otherwise Jupyter would count a departure without an arrival, and end the kernel of a page that came back.
        """
        self._left = True
        if self.connection is not None and self.connection.connected:
            super().on_close()

    def head(self, kernel_id: str) -> None:
        """Answer 404 as to GET; only GET opens an existing socket."""
        self.refuse_kernel_of_another(kernel_id)
        raise tornado.web.HTTPError(400, NO_SOCKET)
