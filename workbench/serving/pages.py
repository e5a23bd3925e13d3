"""The addresses that we answer ourselves instead of Voila."""

from __future__ import annotations

from urllib.parse import urlsplit

import tornado.web
from jupyter_server.base.handlers import APIHandler
from jupyter_server.utils import url_path_join
from voila.handler import BaseVoilaHandler
from voila.shutdown_kernel_handler import VoilaShutdownKernelHandler

HOME_NOTEBOOK = "index.ipynb"


class Home(BaseVoilaHandler):
    """The front door: the index notebook. Voila's list of files is not shown."""

    @tornado.web.authenticated
    def get(self) -> None:
        """Redirect, so that the index notebook's relative links mean the same here and in JupyterLab."""
        self.redirect(url_path_join(self.base_url, "voila/render", HOME_NOTEBOOK))


class MissingPage(BaseVoilaHandler):
    """A page for an address that does not exist."""

    async def prepare(self) -> None:
        """Answer every method with 404."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class NoListing(APIHandler):
    """Voila's listing of the served folder, refused."""

    async def prepare(self) -> None:
        """Answer every method with 404."""
        await super().prepare()
        raise tornado.web.HTTPError(404)


class ShutdownKernel(VoilaShutdownKernelHandler):
    """A page that closes ends its kernel; only a page of ours may say so."""

    async def prepare(self) -> None:
        """Refuse a request that a page of another origin, or no page at all, sent."""
        await super().prepare()
        origin = self.request.headers.get("Origin")
        if origin is None or urlsplit(origin).netloc.lower() != self.request.host.lower():
            raise tornado.web.HTTPError(403, "Only a page of this server may end its kernel.")

    @tornado.web.authenticated
    async def post(self, kernel_id: str) -> None:
        """End the kernel; 404 if there is none, for instance because it was ended already."""
        if kernel_id not in self.kernel_manager:
            raise tornado.web.HTTPError(404, "There is no such kernel.")
        await super().post(kernel_id)
