"""The timeline of a replay: go to any act of a match by mouse, finger or keyboard, or play the acts in turn."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from workbench.widgets.script import script, style


class ActSlider(anywidget.AnyWidget):
    """Goes from act to act: `value` is how many acts have been done, from 0 to `last`; `marks` are moments in between.

    turns: the first act of each turn, and the turn's number. words: what is said about the act. bands: each seat's
    name, colour and share of the expected win at each of the acts in `band_acts`; empty until these are known.

    >>> slider = ActSlider(last=20)
    >>> slider.value = 25
    >>> slider.value
    20
    """

    _esm = script("graph/act_slider.js")
    _css = style("graph/replay.css")
    value = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    marks = traitlets.List(trait=traitlets.Tuple(traitlets.Int(), traitlets.Unicode())).tag(sync=True)

    turns = traitlets.List(trait=traitlets.Tuple(traitlets.Int(), traitlets.Int())).tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    bands: traitlets.List[Any] = traitlets.List().tag(sync=True)
    band_acts = traitlets.List(trait=traitlets.Int()).tag(sync=True)

    def save(self, name: str, text: str) -> None:
        """Let the browser save a match as a file."""
        self.send({"name": name, "text": text})

    @traitlets.validate("value")
    def _within(self, proposal: Any) -> int:
        """Replace a value outside the match with its nearest end."""
        return min(max(0, proposal["value"]), self.last)
