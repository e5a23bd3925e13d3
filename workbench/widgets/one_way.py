"""A widget that tells its page what to show and hears its messages; nothing else comes back.

Python tells the page what to show; the page answers with messages only. Whatever a page writes into
a trait is dropped, so that authority over a match or a deck never leaves Python.
"""

from __future__ import annotations

from typing import Any

import anywidget
import traitlets

from workbench.pages.guard import Handler


class OneWayWidget(anywidget.AnyWidget):
    """An anywidget whose traits only Python sets, and which passes every message from the page to `hear`."""

    def __init__(self, hear: Handler, **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(hear.of_widget)

    def set_state(self, sync_data: dict[str, Any]) -> None:
        """Drop what a page wrote into a trait (the base class would accept it)."""

    def __repr__(self) -> str:
        return f"<{type(self).__name__}>"


class StateWidget(OneWayWidget):
    """A widget whose page shows `state`, plain data with keys of its own."""

    state = traitlets.Dict().tag(sync=True)
