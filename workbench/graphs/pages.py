"""A graph as HTML for the end of a notebook's cell: the picture, and the same in words."""

from __future__ import annotations

from html import escape
from typing import Any

STYLE = (
    "<style>.rt-graph-page [role=group] > svg { max-width: none }</style>"  # a notebook would shrink it past reading
)


def graph_page(graph: Any, title: str) -> str:
    """The picture of a graph in a frame that scrolls, below its first sentence; the other sentences are folded."""
    first, *rest = graph.in_words()
    listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in rest)
    words = f"<details><summary>{escape(title)} in words</summary><ul>{listed}</ul></details>" if rest else ""
    return (
        f'<div class="rt-graph-page">{STYLE}<p>{escape(first)}</p>'
        f'<div role="group" tabindex="0" aria-label="Picture: {escape(title)}" style="overflow-x:auto">'
        f"{graph.picture()}</div>{words}</div>"
    )
