"""All time of a replay: an act of a match, gone to by mouse, finger or keyboard, or one after the other by itself."""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from workbench.widgets.script import script, style


class ActSlider(anywidget.AnyWidget):
    """Goes from act to act: `value` is how many acts have been done, from 0 to `last`; `marks` are moments between.

    turns: the first act of each turn, and its number. words: what is said of the act. bands: of each seat its name, its
    colour and its shares of the expected win, at each of the acts in `band_acts`; none as long as they are not known.

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
    bands = traitlets.List().tag(sync=True)
    band_acts = traitlets.List(trait=traitlets.Int()).tag(sync=True)

    def save(self, name: str, text: str) -> None:
        """Let the browser save a match as a file."""
        self.send({"name": name, "text": text})

    @traitlets.validate("value")
    def _within(self, proposal: Any) -> int:
        """What lies outside the match is its nearest end."""
        return min(max(0, proposal["value"]), self.last)
