"""A graph on a page: drawn once by Python, then zoomed, moved and asked in the browser alone.

What it is as text for other programs is written when somebody asks for it: of thousands of nodes that takes seconds.
"""

from __future__ import annotations

from typing import Any

import traitlets

from workbench.play.messages import read
from workbench.widgets.faults import Handler
from workbench.widgets.graph_view.messages import WRITE_FILE
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style


class GraphView(OneWayWidget):
    """Any graph of the workbench, to be zoomed, moved, and walked through from node to node with the keyboard.

    picture: the graph as SVG, whose groups have `data-key` (a node) or `data-edge` (`from > to`).
    narrow: the same for narrower pages, if it is not the same picture for all, the widest first.
    nodes: node -> all that there is to say of it. ways: pairs of nodes. far: whether a node lights whole chains.
    title: what it is called in words and in files.
    opens: what a button beside a node says that opens what the node stands for, with a message `stand`; empty: none.
    """

    _esm = script("graph_view/graph.js")
    _css = style("graph_view/graph.css")
    title = traitlets.Unicode().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    narrow = traitlets.List().tag(sync=True)
    nodes = traitlets.Dict().tag(sync=True)
    ways = traitlets.List().tag(sync=True)
    far = traitlets.Bool(False).tag(sync=True)
    opens = traitlets.Unicode().tag(sync=True)

    def __init__(self, hear: Handler, graph: Any = None) -> None:
        self.graph: Any = None
        self._told = hear
        super().__init__(hear.guard(self._hear, hear.doing))
        if graph is not None:
            self.show(graph)

    def show(self, graph: Any, picture: str = "") -> None:
        """Show another graph: anything with `picture()`, `said_of()` and `far_reaching`; or `picture` of it."""
        self.graph, said = graph, graph.said_of()
        with self.hold_sync():
            self.title = str(graph.graph.get("title", "Graph"))
            self.nodes = {str(node): words for node, words in said.items()}
            self.ways = [[str(here), str(there)] for here, there in graph.edges if here in said and there in said]
            self.far = graph.far_reaching
            self.narrow = graph.narrow_pictures() if hasattr(graph, "narrow_pictures") else []
            self.picture = picture or graph.picture()

    def _hear(self, raw: object) -> None:
        """Send the page the text of a file that it asks for; whoever shows this graph hears everything."""
        self._told(raw)
        if self.graph is None or not isinstance(raw, dict) or raw.get("type") != "write":
            return
        from workbench.graphs.exporting import text_of

        ending = read(WRITE_FILE, raw).ending
        self.send({"type": "file", "ending": ending, "text": text_of(self.graph, ending)})
