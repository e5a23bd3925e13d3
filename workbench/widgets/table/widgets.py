"""The anywidget of a match: the table that draws a scene, its bar, and what opens beside it."""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style

STYLES = ("table", "bar", "drawer", "people", "cards", "centre", "stages", "board", "map", "slips", "enlarged")
TABLE_STYLES = tuple(f"table/{name}.css" for name in STYLES)


class TableWidget(OneWayWidget):
    """Draws a Scene; `notice` is a line about the last act, `cover` hides a hand until its seat is ready.

    `answer` says what an act would lead to that somebody at the page only thinks of. `state` is what the bar and its
    menu say: slot, can_undo, can_redo, practice, undo_refusal, note, error, kept_words, largest_file, windows, drawing;
    `opened` is the page that lies over the table. `page` is what `rules_page` makes, empty until somebody looks, and
    `wanted` the rule to go to, with the number of the request. `beat` is the number of milliseconds between two signs
    of life.
    """

    _esm = script("table/table.js")
    _css = style(*TABLE_STYLES, "table/stage.css")
    scene = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)
    cover = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)
    state = traitlets.Dict().tag(sync=True)
    opened = traitlets.Unicode("table").tag(sync=True)
    page = traitlets.Dict().tag(sync=True)
    wanted = traitlets.Dict().tag(sync=True)
    beat = traitlets.Int(10_000).tag(sync=True)

    def show(self, scene: dict[str, Any], notice: str, cover: dict[str, Any]) -> None:
        """Tell the page all at once: between a cover and the scene that belongs to it no other picture may be seen."""
        with self.hold_sync():
            self.scene, self.notice, self.cover = scene, notice, cover

    def open_rule(self, rule: str) -> None:
        """Let the page open the rules at one of them, by its id."""
        self.wanted = {"rule": rule, "request": self.wanted.get("request", 0) + 1}
