"""A dashboard cell that runs after its page is drawn, such as an exercise, so that the main content comes first.

The server puts one in place of each code cell with the tag `later`; a notebook in JupyterLab runs the cell itself.
"""

from __future__ import annotations

import traceback
from typing import Any

import ipywidgets
import traitlets

from workbench.pages.guard import Guard
from workbench.pages.messages import Message
from workbench.pages.page import Page, handles
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script

TAG = "later"
WAITS = "This part is worked out as soon as the page is drawn."
FAILED = "This part could not be worked out; the log of the kernel says why. Load the page again."
STAYS = "The rest of the page is as it was."


class Due(Message, type="due", doing="working out a part of the page"):
    """Run the cell: the page is drawn, or somebody has come to this part of it."""


class LaterCell(Page, OneWayWidget):
    """Runs a cell's source in this kernel when its page says that it is due, after the cells before it.

    source: the cell's source. words: what is said while it waits. `box` holds these words, and then what the cell
    shows. A cell that is never due costs the page next to nothing.

    >>> LaterCell("answer = 6 * 7").words
    'This part is worked out as soon as the page is drawn.'
    """

    _esm = script("later_cell.js")
    words = traitlets.Unicode().tag(sync=True)
    waiting: list[LaterCell] = []  # in the order of this kernel's page

    def __init__(self, source: str) -> None:
        Page.__init__(self, Guard(self._say, STAYS))
        OneWayWidget.__init__(self, self.hear)
        self.source, self.words = source, WAITS
        self.box = ipywidgets.VBox([self])
        LaterCell.waiting.append(self)

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    @handles
    def _due(self, message: Due) -> None:
        while self in LaterCell.waiting:
            LaterCell.waiting.pop(0).run()

    def run(self) -> None:
        """Run the source in the namespace of the notebook, and show what it shows."""
        outputs, failed = run_cell(self.source)
        self._say(FAILED if failed else "")
        if outputs:
            shown = ipywidgets.Output()
            shown.outputs = tuple(outputs)
            self.box.children = (shown,)

    def _say(self, words: str) -> None:
        self.words = words


def run_cell(source: str) -> tuple[list[dict[str, Any]], bool]:
    """Run the source of a cell; return what it displays, as notebook outputs, and whether it failed."""
    from IPython import get_ipython
    from IPython.utils.capture import capture_output

    shell = get_ipython()
    with (
        shell.display_trap,
        capture_output() as captured,
    ):  # the trap is already set, so that the capture stays in place
        result = shell.run_cell(source, store_history=False)
    if not result.success:
        error = result.error_before_exec or result.error_in_exec
        traceback.print_exception(type(error), error, error.__traceback__)
    outputs = [{"output_type": "stream", "name": "stdout", "text": captured.stdout}] if captured.stdout else []
    shown = [
        {"output_type": "display_data", "data": dict(one.data), "metadata": dict(one.metadata or {})}
        for one in captured.outputs
    ]
    return ([] if not result.success else [*outputs, *shown]), not result.success
