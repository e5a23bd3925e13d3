"""The anywidget of a lobby."""

from __future__ import annotations

import traitlets

from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style


class LobbyWidget(OneWayWidget):
    """Shows `state`, the choices and what has been chosen, and reports new choices."""

    _esm = script("lobby/lobby.js")
    _css = style("parts.css", "lobby/lobby.css")
    state = traitlets.Dict().tag(sync=True)
