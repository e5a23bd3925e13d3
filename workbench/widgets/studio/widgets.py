"""The anywidgets of a studio: its bar, the head of its report, its list of versions, and its parts."""

from __future__ import annotations

import traitlets

from workbench.widgets.one_way import OneWayWidget, StateWidget
from workbench.widgets.script import script, style

OUT_OF_DATE = "out of date"
LAST_WHOLE = "of the last whole list"


class StudioBar(StateWidget):
    """The choice of deck, undo and redo, opening and saving files, a game with the deck, and the link to the kernel.

    `state` keys: slot, games, game, decks, deck, undo, redo, files, largest_file, note, error, kept, taken_over.
    `beat` is the number of milliseconds between two heartbeats.
    """

    _esm = script("studio/bar.js")
    _css = style("tool_bar.css", "studio/studio.css")
    beat = traitlets.Int(10_000).tag(sync=True)


class ReportHead(OneWayWidget):
    """What a report is about: `status` (verdict, words, error, mood), `progress` from 0 to 1, and `request`."""

    _esm = script("studio/report.js")
    status = traitlets.Dict().tag(sync=True)
    progress = traitlets.Float(1.0).tag(sync=True)
    request = traitlets.Dict().tag(sync=True)


class VersionList(StateWidget):
    """The versions of a deck: `state` keys: versions, note, error, first, second, whole."""

    _esm = script("studio/versions.js")


class PublishForm(StateWidget):
    """The description of a deck for publishing; `state` keys are those of publish.js."""

    _esm = script("studio/publish.js")


class SuggestPanel(StateWidget):
    """Edits found by games: `state` keys: aims, aim, working, words, edits, sure."""

    _esm = script("studio/suggest.js")


class Part(OneWayWidget):
    """A part of the page under a title: HTML whose every text is escaped, marked while it is out of date."""

    _esm = script("studio/part.js")
    title = traitlets.Unicode().tag(sync=True)
    html = traitlets.Unicode().tag(sync=True)
    stale = traitlets.Unicode().tag(sync=True)  # why it does not match the present list, empty if it does
    folds = traitlets.Bool(False).tag(sync=True)  # whether it can be closed
    scrolls = traitlets.Bool(False).tag(sync=True)  # whether it scrolls within a part of the screen's height

    def show(self, html: str, stale: str = "") -> None:
        """Bring the part up to date; unchanged traits are not sent again."""
        self.html = html
        self.stale = stale
        self.layout.display = None if html else "none"
