"""The anywidgets of a match: the table that draws a scene, the bar above it, and the rules."""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style

STYLES = ("table", "people", "cards", "centre", "stages", "board", "map", "slips", "enlarged")
TABLE_STYLES = tuple(f"table/{name}.css" for name in STYLES)


class TableWidget(OneWayWidget):
    """Draws a Scene; `notice` is a line about the last act, `cover` hides a hand until its seat is ready.

    `answer` says what an act would lead to that somebody at the page only thinks of.
    """

    _esm = script("table/table.js")
    _css = style(*TABLE_STYLES)
    scene = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)
    cover = traitlets.Dict().tag(sync=True)
    answer = traitlets.Dict().tag(sync=True)

    def show(self, scene: dict[str, Any], notice: str, cover: dict[str, Any]) -> None:
        """Tell the page all at once: between a cover and the scene that belongs to it no other picture may be seen."""
        with self.hold_sync():
            self.scene, self.notice, self.cover = scene, notice, cover


class SessionBar(OneWayWidget):
    """Undo, redo, save, load, seat windows, and the thread to the kernel.

    `state` keys: slot, can_undo, can_redo, practice, undo_refusal, note, error, largest_file, windows, drawing. `beat`
    is the number of milliseconds between two signs of life.
    """

    _esm = script("table/session.js")
    _css = style("table/session.css")
    state = traitlets.Dict().tag(sync=True)
    beat = traitlets.Int(10_000).tag(sync=True)


class RulesWidget(OneWayWidget):
    """How to play and the numbered rules, to be searched; says which rule somebody asks for elsewhere on the tabs.

    `page` is what `rules_page` makes; it stays empty until somebody looks. `wanted` is the rule to go to, with the
    number of the request.
    """

    _esm = script("table/rules.js")
    _css = style("table/rules.css")
    page = traitlets.Dict().tag(sync=True)
    wanted = traitlets.Dict().tag(sync=True)

    def open_rule(self, rule: str) -> None:
        """Let the page go to a rule, by its id."""
        self.wanted = {"rule": rule, "request": self.wanted.get("request", 0) + 1}
