"""A graph on a page: drawn once by Python, then zoomed, moved and explored only in the browser.

Its text for other programs is written only on request: for thousands of nodes that takes seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal

import traitlets

from workbench.pages.guard import Guard
from workbench.pages.messages import Message, Word
from workbench.pages.page import Page, handles
from workbench.widgets.one_way import OneWayWidget
from workbench.widgets.script import script, style


class Stand(Message, type="stand", doing="opening a position"):
    """Open what a node stands for, such as a position on a table."""

    node: Word


class Ask(Message, type="ask", doing="asking a node", quiet=True):
    """Ask about a node, on a page where something else also shows what it stands for."""

    node: Word


class WriteFile(Message, type="write", doing="writing a graph as a file"):
    """Write the graph as text for other programs; `ending` says which."""

    ending: Literal[".graphml", ".dot"]


class GraphView(Page, OneWayWidget):
    """Any graph of the workbench, to zoom, to move, and to walk through from node to node with the keyboard.

    picture: the graph as SVG; its groups have `data-key` (a node) or `data-edge` (`from > to`).
    narrow: the pictures for narrower pages, if they differ, the widest first.
    nodes: node -> all that there is to say about it. facts: the same in parts, if the graph has them.
    ways: pairs of nodes. far: whether a node lights whole chains.
    title: the graph's name in words and in files.
    opens: the words of a button beside a node that opens what it stands for, with a message `stand`; empty: no button.
    chosen: the node of what is selected elsewhere on the page; empty: none. shared: whether asking about a node also
        selects it there.
    `open_node` takes the node and opens it, and `ask_node` selects it; `begun` is called whenever the page asks for
    something.
    """

    _esm = script("graph_view/graph.js")
    _css = style("graph_view/graph.css")
    title = traitlets.Unicode().tag(sync=True)
    picture = traitlets.Unicode().tag(sync=True)
    narrow: traitlets.List[Any] = traitlets.List().tag(sync=True)
    nodes = traitlets.Dict().tag(sync=True)
    facts = traitlets.Dict().tag(sync=True)
    ways: traitlets.List[Any] = traitlets.List().tag(sync=True)
    far = traitlets.Bool(False).tag(sync=True)
    opens = traitlets.Unicode().tag(sync=True)
    chosen = traitlets.Unicode().tag(sync=True)
    shared = traitlets.Bool(False).tag(sync=True)

    def __init__(
        self,
        guard: Guard,
        begun: Callable[[], object] = lambda: None,
        open_node: Callable[[str], object] = lambda _node: None,
        ask_node: Callable[[str], object] | None = None,
    ) -> None:
        Page.__init__(self, guard)
        OneWayWidget.__init__(self, self.hear, shared=ask_node is not None)
        self.graph: Any = None
        self._begun, self._open_node, self._ask_node = begun, open_node, ask_node or (lambda _node: None)

    def show(self, graph: Any, pictures: Sequence[str] = ()) -> None:
        """Show another graph (see `picture`, `pictures`, `said_of` and `far_reaching` of each), or `pictures` of it."""
        self.graph, said = graph, graph.said_of()
        with self.hold_sync():
            self.title = str(graph.graph.get("title", "Graph"))
            self.nodes = {str(node): words for node, words in said.items()}
            self.ways = [[str(here), str(there)] for here, there in graph.edges if here in said and there in said]
            self.far = graph.far_reaching
            self.facts = graph.facts_of() if hasattr(graph, "facts_of") else {}
            several = pictures or (graph.pictures() if hasattr(graph, "pictures") else [graph.picture()])
            self.picture, self.narrow = several[0], list(several[1:])

    def begin(self, message: Message) -> None:
        """Tell the owner of this graph that its page asks for something."""
        super().begin(message)
        self._begun()

    @handles
    def _stand(self, message: Stand) -> None:
        self._open_node(message.node)

    @handles
    def _ask(self, message: Ask) -> None:
        self.chosen = message.node
        self._ask_node(message.node)

    @handles
    def _write(self, message: WriteFile) -> None:
        """Send the page the text of a file."""
        if self.graph is None:
            return
        from workbench.graphs.exporting import text_of

        self.send({"type": "file", "ending": message.ending, "text": text_of(self.graph, message.ending)})
