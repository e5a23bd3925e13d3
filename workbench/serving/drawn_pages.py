"""What a notebook's metadata say about its page: the title, and whether it is drawn without a kernel."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Protocol

from workbench.pen import Drawn
from workbench.widgets.gallery.decks_page import DecksPage
from workbench.widgets.gallery.gallery_page import GalleryPage
from workbench.widgets.home.home_page import HomePage
from workbench.widgets.home.matches_page import MatchesPage
from workbench.widgets.home.minute_page import MinutePage
from workbench.widgets.home.printed_rules import PrintedRules
from workbench.widgets.home.reader import Reader
from workbench.widgets.home.teachers_page import TeachersPage

KEY, OPENING_KEY = "workbench_page", "workbench_opening"  # in the metadata of a notebook
USUAL_OPENING = "Setting the table …"
LONGEST_NOTEBOOK = 100_000  # bytes; the metadata of a longer one are not read


class DrawnPage(Protocol):
    """A page of a folder: its window title, and its style sheets by their paths among the widgets."""

    title: str
    styles: tuple[str, ...]

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""


KINDS: dict[str, Any] = {
    "home": HomePage,
    "matches": MatchesPage,
    "minute": MinutePage,
    "teachers": TeachersPage,
    "rules": PrintedRules,
    "gallery": GalleryPage,
    "decks": DecksPage,
}


class DrawnPages:
    """The pages of a folder of notebooks, and which of them are drawn."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made = cache(lambda kind: kind(folder))

    def named(self, name: str) -> type[DrawnPage] | None:
        """The drawn page of the notebook with this name; None if it has a kernel of its own or is missing."""
        kind = self._metadata(name).get(KEY)
        return KINDS.get(kind) if isinstance(kind, str) else None

    def drawn(self, page: type[DrawnPage], reader: Reader) -> Drawn:
        """A page as its reader meets it; the parts that all readers share are made the first time."""
        return self._made(page).drawn(reader)

    def title(self, name: str) -> str:
        """The title of the window of a notebook's page: from its metadata, otherwise the notebook's name."""
        return self._words(name, "title", Path(name).stem)

    def opening(self, name: str) -> str:
        """The words that a notebook's page shows until it is drawn."""
        return self._words(name, OPENING_KEY, USUAL_OPENING)

    def _words(self, name: str, key: str, usual: str) -> str:
        words = self._metadata(name).get(key)
        return words if words and isinstance(words, str) else usual

    def _metadata(self, name: str) -> dict[str, Any]:
        """The metadata of a notebook; empty if it is not there, too long or broken."""
        file = self.folder / name
        try:
            if "/" in name or "\\" in name or file.stat().st_size > LONGEST_NOTEBOOK:
                return {}
            metadata = json.loads(file.read_text(encoding="utf-8"))["metadata"]
        except (OSError, ValueError, LookupError, TypeError):
            return {}
        return metadata if isinstance(metadata, dict) else {}
