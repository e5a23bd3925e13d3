"""The two anywidgets of a match: the table that draws a scene, and the bar above it.

Python tells the page what to show; the page answers with messages only. Whatever a page writes into
a trait is dropped, so that authority over a match never leaves Python.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from workbench.widgets.faults import Handler
from workbench.widgets.script import script

HERE = Path(__file__).resolve().parent


class OneWayWidget(anywidget.AnyWidget):
    """An anywidget whose traits only Python sets, and which passes every message of the page to `hear`."""

    def __init__(self, hear: Handler, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(hear.of_widget)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Drop what a page wrote into a trait (the base class would take it over)."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class TableWidget(OneWayWidget):
    """Draws a Scene; `notice` is a line about the last act, `cover` hides a hand until its seat is ready."""

    _esm = script("table.js")
    _css = HERE / "table.css"
    scene = traitlets.Dict().tag(sync=True)
    notice = traitlets.Unicode().tag(sync=True)
    cover = traitlets.Dict().tag(sync=True)

    def show(self, scene: dict[str, Any], notice: str, cover: dict[str, Any]) -> None:
        """Tell the page all at once: between a cover and the scene that belongs to it no other picture may be seen."""
        with self.hold_sync():
            self.scene, self.notice, self.cover = scene, notice, cover


class SessionBar(OneWayWidget):
    """Undo, redo, save, load, seat windows, and the thread to the kernel.

    `state` keys: slot, can_undo, can_redo, note, error, largest_file, windows. `beat` is the number of
    milliseconds between two signs of life.
    """

    _esm = script("session.js")
    _css = HERE / "session.css"
    state = traitlets.Dict().tag(sync=True)
    beat = traitlets.Int(10_000).tag(sync=True)
