"""All settings of the dashboard server that differ from Voila's own, and why."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from nbconvert.preprocessors import Preprocessor
from traitlets.config import Config

from workbench.pen import Drawn
from workbench.serving.kernels import PageKernels
from workbench.serving.limits import KERNELS
from workbench.widgets.later_cell import TAG
from workbench.widgets.parts import DECKS, GRAPHS_PAGE, PAGES, PRINTED_RULES, VARIANT, header

SHARE = Path(__file__).resolve().parent / "share"

# Without these three no widget renders; every other lab extension of the environment stays out of the page.
LAB_EXTENSIONS = ["@voila-dashboards/widgets-manager8", "@jupyter-widgets/jupyterlab-manager", "anywidget"]

# anywidget imports its module from a blob, and Voila writes scripts and styles into its pages; no text is run as code,
# and nothing comes from another host.
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self' 'unsafe-inline' blob: data:",
        "connect-src 'self' ws: wss: blob: data:",
        "frame-ancestors 'self'",
        "base-uri 'self'",
        "object-src 'none'",
    ]
)

# Notebook -> the word of the navigation that it belongs to; notebooks not listed here are played.
ROOMS = {file: key for key, _title, file in PAGES} | {
    VARIANT: "gallery",
    DECKS: "gallery",
    PRINTED_RULES: "teachers",
    GRAPHS_PAGE: "lab",
}

LOOK_FOR_ABANDONED_SECONDS = 5
PING_SECONDS, SILENT_SECONDS = 5, 20  # a page on a vanished machine answers no pings, so its socket is closed


class LaterCells(Preprocessor):
    """Replaces each code cell with the tag `later` by a widget that runs the cell once the page is drawn."""

    enabled = True

    def preprocess_cell(self, cell: Any, resources: Any, index: int) -> tuple[Any, Any]:
        """The cell, or the one that stands in for it."""
        if cell.cell_type == "code" and TAG in cell.metadata.get("tags", ()):
            cell.source = f"from workbench.widgets.later_cell import LaterCell\n\nLaterCell({cell.source!r})"
        return cell, resources


def house_header(notebook: str, prefix: str = "") -> Drawn:
    """The header of the page of a notebook; `prefix` leads to the notebooks."""
    return header(ROOMS.get(notebook, "play"), prefix)


def voila_settings(
    folder: Path, host: str, port: int, kernels: int = KERNELS, of_a_visitor: int = 0, base_url: str = "/"
) -> Config:
    """The configuration of the dashboard server for the notebooks in `folder`; the limits are those of PageKernels."""
    config = Config()
    config.Voila.ip = host
    config.Voila.port = port
    config.Voila.base_url, config.Voila.server_url = base_url, "/"  # links have the prefix, handlers never see it
    config.Voila.root_dir = str(folder)
    config.Voila.open_browser = False  # opened by us, once the server really listens
    config.Voila.log_level = "ERROR"

    page = config.VoilaConfiguration
    page.template = "lab"
    page.theme = "light"
    page.allow_template_override = "NO"
    page.allow_theme_override = "NO"
    page.file_allowlist = []
    page.extension_allowlist = LAB_EXTENSIONS
    page.strip_sources = True
    page.show_tracebacks = False

    config.VoilaExporter.preprocessors = [LaterCells]
    page.multi_kernel_manager_class = PageKernels
    config.PageKernels.most = kernels
    config.PageKernels.most_of_a_visitor = of_a_visitor
    config.PageKernels.at_a_time = max(1, (os.cpu_count() or 1) // 2)  # leave half to those already playing
    # PageKernels looks for abandoned kernels whenever Jupyter looks for idle ones, which must be switched on.
    config.MappingKernelManager.cull_interval = LOOK_FOR_ABANDONED_SECONDS
    config.MappingKernelManager.cull_idle_timeout = LOOK_FOR_ABANDONED_SECONDS
    config.KernelManager.autorestart = False  # a page cannot use another kernel
    if sys.platform != "win32":  # kernels started at once over TCP can pick the same port
        config.KernelManager.transport = "ipc"
    return config
