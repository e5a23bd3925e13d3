"""The anywidget of an ending."""

from __future__ import annotations

import traitlets

from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style


class EndingWidget(OneWayWidget):
    """Shows `result`, made by `Result.as_dict`, and `story`, told beside it, which may come later.

    Beside a table it takes the table's place once the match is over and all that was revealed has been turned.
    """

    _esm = script("ending/ending.js")
    _css = style("parts.css", "ending/ending.css")
    result = traitlets.Dict().tag(sync=True)
    story = traitlets.Dict().tag(sync=True)
