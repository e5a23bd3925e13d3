"""A graph as HTML for the output of a notebook cell: the picture, and the same in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from workbench.pen import Drawn, element, elements, style_sheet

# A notebook would shrink a picture until it is unreadable.
STYLE = style_sheet(".rt-graph-page [role=group] > svg { max-width: none }")


def graph_page(graph: Any, title: str) -> Drawn:
    """The picture of a graph in a scrolling frame, below its first sentence; the other sentences are folded."""
    first, *rest = graph.in_words()
    frame = element(
        "div", graph.picture(), role="group", tabindex=0, aria_label=f"Picture: {title}", style="overflow-x:auto"
    )
    words = [folded(f"{title} in words", rest)] if rest else []
    return element("div", STYLE, element("p", first), frame, *words, class_="rt-graph-page")


def folded(title: str, sentences: Iterable[str]) -> Drawn:
    """Sentences in a list that opens when its title is clicked."""
    return element("details", element("summary", title), element("ul", elements("li", sentences)))
