"""What every graph of the workbench is: it says in words what it shows, and draws itself in a notebook."""

from __future__ import annotations

import networkx

from workbench.graphs.pages import folded
from workbench.pen import element, style_sheet

# A notebook would shrink a picture until it is unreadable.
STYLE = style_sheet(".rt-graph-page [role=group] > svg { max-width: none }")


class DrawnGraph(networkx.DiGraph):
    """A networkx graph that draws itself in a notebook; `shows` says what its picture is of.

    A screen that lights a node lights its neighbours, or all that it leads to where the graph is `far_reaching`.
    """

    shows = ""
    far_reaching = False

    def in_words(self) -> list[str]:
        """The graph as sentences, the first of which sums it up."""
        raise NotImplementedError

    def picture(self) -> str:
        """The graph as SVG."""
        raise NotImplementedError

    def page(self) -> str:
        """The picture in a scrolling frame, below the first sentence; the other sentences are folded."""
        first, *rest = self.in_words()
        look = {"role": "group", "tabindex": 0, "aria_label": f"Picture: {self.shows}", "style": "overflow-x:auto"}
        frame = element("div", self.picture(), **look)
        words = [folded(f"{self.shows} in words", rest)] if rest else []
        return element("div", STYLE, element("p", first), frame, *words, class_="rt-graph-page")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.in_words()[0]}>"

    def _repr_svg_(self) -> str | None:
        return self.picture() or None

    def _repr_html_(self) -> str:
        return self.page()
