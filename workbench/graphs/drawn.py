"""What every graph of the workbench is: it says in words what it shows, and draws itself, its nodes and its ways."""

from __future__ import annotations

from collections.abc import Mapping

import networkx

from workbench import pen
from workbench.graphs.pages import folded
from workbench.pen import Drawn, element, style_sheet

SELDOM = 0.01  # rarer ones are counted together
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
        label = f"Picture: {self.shows}"
        frame = element("div", self.picture(), role="group", tabindex=0, aria_label=label, style="overflow-x:auto")
        words = [folded(f"{self.shows} in words", rest)] if rest else []
        return element("div", STYLE, element("p", first), frame, *words, class_="rt-graph-page")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.in_words()[0]}>"

    def _repr_svg_(self) -> str | None:
        return self.picture() or None

    def _repr_html_(self) -> str:
        return self.page()


def percent(share: float) -> str:
    """A share as people read it.

    >>> percent(0.256), percent(0.002), percent(1.0)
    ('26 %', 'under 1 %', '100 %')
    """
    return f"{100 * share:.0f} %" if share >= SELDOM else f"under {100 * SELDOM:.0f} %"


def style_of(kind: str) -> str:
    """The rules for a kind of picture: its font, and what its style sheet in this folder says."""
    rules = pen.rules_beside(__file__, f"{kind.replace('-', '_')}.css")
    return f".rt-{kind} {{ font: 13px {pen.FONT}; }}\n{rules}"


def drawn_node(key: object, words: str, *parts: Drawn, looks: Mapping[str, object] | None = None) -> Drawn:
    """A node of a graph: its parts, words as a tooltip, and those of the looks that hold."""
    look = " ".join(name for name, holds in (looks or {}).items() if holds)
    return pen.group(pen.title(words), *parts, class_=look or None, data_key=str(key))


def drawn_way(edge: tuple[object, object], words: str, *parts: Drawn, look: str | None = None) -> Drawn:
    """An edge of a graph: its line, its head and whatever is written on it, and words as a tooltip."""
    return pen.group(pen.title(words), *parts, class_=look, data_edge=f"{edge[0]} > {edge[1]}")
