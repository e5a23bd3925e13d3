"""The anywidget of a match: the table that draws a scene, its bar, and what opens beside it."""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.play.differences import differences
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style

STYLES = ("table", "bar", "drawer", "people", "cards", "centre", "stages", "board", "map", "slips", "enlarged")
TABLE_STYLES = tuple(f"table/{name}.css" for name in STYLES)


class TableWidget(OneWayWidget):
    """Draws a Scene; `notice` is a line about the last act, `cover` hides a hand until its seat is ready.

    Of a scene the page is told what has changed: `step` is the number of the scene, which it bears itself, and the
    changes that make it of the one before. A page that has another one asks for the whole. `answer` says what an act
    would lead to that somebody at the page only thinks of. `state` is what the bar and its
    menu say: slot, can_undo, can_redo, practice, undo_refusal, note, error, kept_words, largest_file, windows, drawing;
    `opened` is the page that lies over the table. `page` is what `rules_page` makes, empty until somebody looks, and
    `wanted` the rule to go to, with the number of the request. `beat` is the number of milliseconds between two signs
    of life.
    """

    _esm = script("table/table.js")
    _css = style(*TABLE_STYLES, "table/stage.css")
    scene = traitlets.Dict().tag(sync=True)
    step = traitlets.Dict({"number": 0, "changes": []}).tag(sync=True)
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
            self._take_step(scene)
            self.notice, self.cover = notice, cover

    def _take_step(self, scene: dict[str, Any]) -> None:
        """Have another scene; one that looks alike is no step, so that nobody counts what others do unseen."""
        number = self.step["number"]
        if differences(self.scene, {**scene, "step": number}):
            scene = {**scene, "step": number + 1}
            self.step = {"number": number + 1, "changes": differences(self.scene, scene)}
            self.scene = scene

    def send_state(self, key: Any = None) -> None:
        """Send what the page is to know; a scene goes as its changes where these go with it."""
        super().send_state(key - {"scene"} if isinstance(key, set) and {"scene", "step"} <= key else key)

    def send_scene(self) -> None:
        """Send the whole scene to a page that cannot make it of the changes."""
        self.send_state("scene")

    def open_rule(self, rule: str) -> None:
        """Let the page open the rules at one of them, by its id."""
        self.wanted = {"rule": rule, "request": self.wanted.get("request", 0) + 1}
