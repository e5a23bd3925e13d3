"""A variant's page as one self-contained file, to mail or to put on any web space; it fetches nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.pen import Drawn, element, style_sheet, void
from workbench.storage.errors import GalleryError
from workbench.widgets.gallery.bonuses import bonus_section
from workbench.widgets.gallery.shown import Shown
from workbench.widgets.gallery.variant_page import STYLES, Place, content_of, open_graph, window_title
from workbench.widgets.parts import mark, parts_style
from workbench.widgets.script import style

if TYPE_CHECKING:
    from workbench.lab import Report

LARGEST_PAGE = 1_500_000  # bytes
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"


def single_page(shown: Shown, report: Report | None = None) -> str:
    """The file: cards, how to play, the graph of bonuses, and a report if there is one.

    Raises GalleryError if it would be too large to mail.
    """
    parts = [
        *content_of(shown, Place(top="")),
        bonus_section(shown),
        *([_report(report)] if report is not None else []),
    ]
    name = element("span", "The Round Table ", element("em", "Workbench"))
    top = element("header", element("span", mark(), name, class_="wb-brand"), class_="wb-top")
    page = element("div", top, element("main", *parts, class_="wb-variant"), class_="wb wb-page")
    head = [
        void("meta", charset="utf-8"),
        void("meta", name="viewport", content="width=device-width, initial-scale=1"),
        void("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("title", window_title(shown)),
        open_graph(shown),
        void("link", rel="icon", href="data:,"),
        style_sheet(style("gallery/ground.css")),
        parts_style(*STYLES),
    ]
    whole = element("html", element("head", *head), element("body", page), lang="en")
    text = f"<!DOCTYPE html>\n{whole}\n"
    if len(text.encode()) > LARGEST_PAGE:
        raise GalleryError(
            f"The page would have {len(text.encode()):,} bytes, and {LARGEST_PAGE:,} are the most. "
            "Leave the report out with --games 0, or take a shorter list."
        )
    return text


def _report(report: Report) -> Drawn:
    """What the deck does in many games between bots, as pictures and their tables."""
    from workbench.lab.pages import report_html

    head = element("h2", f"What happens in {report.games:,} games")
    return element("section", head, report_html(report, study=False), class_="wb-pictures-of")
