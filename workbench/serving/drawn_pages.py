"""Pages that need no kernel: a notebook whose metadata names one of them is answered with its drawing at once."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from workbench.pen import Drawn
from workbench.widgets.gallery.decks_page import DecksPage
from workbench.widgets.gallery.gallery_page import GalleryPage
from workbench.widgets.home.home_page import HomePage
from workbench.widgets.home.printed_rules import PrintedRules
from workbench.widgets.home.reader import Reader
from workbench.widgets.home.teachers_page import TeachersPage

KEY = "workbench_page"  # in the metadata of a notebook
LONGEST_NOTEBOOK = 100_000  # bytes; what is longer is no page of these


class DrawnPage(Protocol):
    """A page, what its window is called, and its style sheets by their paths among the widgets."""

    title: str
    styles: tuple[str, ...]

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""


KINDS: dict[str, Any] = {
    "home": HomePage,
    "teachers": TeachersPage,
    "rules": PrintedRules,
    "gallery": GalleryPage,
    "decks": DecksPage,
}


class DrawnPages:
    """The drawn pages of a folder of notebooks."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._page = cache(lambda kind: KINDS[kind](folder))

    def named(self, name: str) -> DrawnPage | None:
        """The page that the notebook of this name is; None if it has a kernel of its own, or is not there."""
        file = self.folder / name
        try:
            if "/" in name or "\\" in name or file.stat().st_size > LONGEST_NOTEBOOK:
                return None
            kind = json.loads(file.read_text(encoding="utf-8"))["metadata"][KEY]
            return self._page(kind) if kind in KINDS else None
        except (OSError, ValueError, LookupError, TypeError):
            return None
