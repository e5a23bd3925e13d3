"""The addresses of variants, /v/SLUG and /v/SLUG/3: pages and files that need neither a kernel nor a cookie."""

from __future__ import annotations

from typing import Any

import tornado.web
from jupyter_server.utils import url_path_join

from workbench.gallery import Gallery
from workbench.pen import Drawn, element
from workbench.serving.addresses import code_as_svg
from workbench.serving.pages import beside
from workbench.serving.voila_inside import BaseVoilaHandler
from workbench.serving.way_in import root_for_others
from workbench.storage.errors import GalleryError, WorkbenchError
from workbench.widgets.gallery.family import family_section
from workbench.widgets.gallery.shown import PUBLIC, Shown, find
from workbench.widgets.gallery.variant_page import (
    STYLES,
    Place,
    gallery_link,
    open_graph,
    variant_page,
    window_title,
)
from workbench.widgets.parts import header, parts_style

ADDRESS = r"([A-Za-z0-9_.-]{1,110})"
NUMBER = r"([1-9][0-9]{0,5})"
MEDIA_TYPES = {
    "csv": "text/csv; charset=utf-8",
    "toml": "application/toml",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


class VariantHandler(BaseVoilaHandler):
    """What the handlers of variants have in common."""

    def set_cookie(self, *_given: Any, **_named: Any) -> None:
        """Set no cookie in a reader's browser: Jupyter would give everybody a name and a token."""

    @property
    def gallery(self) -> Gallery:
        """The gallery of this server, as a stranger sees it."""
        return self.settings["gallery"]

    @property
    def place(self) -> Place:
        """The way from here to the notebooks and the other variants."""
        return Place(url_path_join(self.base_url, "voila/render/"), self.base_url)

    async def found(self, address: str, number: str | None) -> Shown | None:
        """What is at an address; if there is nothing, answer so and return None."""
        try:
            return await beside(find, self.gallery, address, int(number) if number else None)
        except GalleryError as refusal:
            variant = self.gallery.variant(address)
            self.set_status(410 if variant is not None and variant.withdrawn else 404)
            self.say("Nothing lies here", str(refusal))
        except WorkbenchError as refusal:
            self.set_status(404)
            self.say("This cannot be shown here", str(refusal).splitlines()[0])
        return None

    def say(self, heading: str, words: str) -> None:
        """Answer with a page that says why there is nothing to see."""
        place = self.place
        told = [element("h1", heading), element("p", words), element("p", gallery_link(place))]
        page = element("main", *told, class_="wb-closed")
        self.answer(heading, element("div", header("gallery", place.notebooks), page, class_="wb wb-page"))

    def answer(self, title: str, page: Drawn, head: str = "") -> None:
        """Answer with a page that is not cached and that tells its address to no other site."""
        self.set_header("Cache-Control", "no-store")
        self.set_header("Referrer-Policy", "same-origin")
        style = parts_style(*STYLES)
        self.finish(self.render_template("drawn.html", title=title, style=style, page=page, head=head))


class VariantPage(VariantHandler):
    """The page of a variant."""

    @tornado.web.authenticated
    async def get(self, address: str, number: str | None = None) -> None:
        """The newest version, or the one with a number; nobody else waits while it is drawn."""
        shown = await self.found(address, number)
        if shown is None:
            return
        link = self._link(address if number is None else f"{address}/{number}")
        page = await beside(self._drawn, shown, link)
        self.answer(window_title(shown), page, open_graph(shown, link))

    def _drawn(self, shown: Shown, link: str) -> Drawn:
        place = Place(self.place.notebooks, self.place.top, link, Drawn(code_as_svg(link)))
        return variant_page(shown, place, family_section(self.gallery, shown, place.top))

    def _link(self, path: str) -> str:
        """The full address of this page for others, if others can reach this server."""
        own = f"{self.request.protocol}://{self.request.host}{self.base_url}"
        return f"{root_for_others(self) or own}{PUBLIC}/{path}"


class VariantFile(VariantHandler):
    """The deck of a variant as a file."""

    @tornado.web.authenticated
    async def get(self, address: str, number: str | None, name: str) -> None:
        """The whole deck as TOML or XLSX, or one of its tables as CSV."""
        shown = await self.found(address, number)
        if shown is None:
            return
        stem, _, kind = name.partition(".")
        tables = [table.file for table in shown.deck.game.tables]
        if name not in tables and (stem != "deck" or kind not in MEDIA_TYPES or kind == "csv"):
            raise tornado.web.HTTPError(404)
        from workbench.decks.exchange import export

        _, data = await beside(export, shown.deck, kind, name if kind == "csv" else None)
        self.set_header("Content-Type", MEDIA_TYPES[kind])
        called = f"{shown.address.replace('.', '-')}-{name}" if kind == "csv" else f"{shown.address}.{kind}"
        self.set_header("Content-Disposition", f'attachment; filename="{called}"')
        self.set_header("X-Content-Type-Options", "nosniff")
        self.finish(data)


def variant_handlers(at: Any, given: dict[str, Any]) -> list[tuple[Any, ...]]:
    """The addresses of variants, below that of the server."""
    return [
        (at(rf"/{PUBLIC}/{ADDRESS}/?"), VariantPage, given),
        (at(rf"/{PUBLIC}/{ADDRESS}/{NUMBER}"), VariantPage, given),
        (at(rf"/{PUBLIC}/{ADDRESS}(?:/{NUMBER})?/([a-z_]{{1,40}}\.[a-z]{{1,5}})"), VariantFile, given),
    ]
