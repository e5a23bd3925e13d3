"""What stands beside the picture of a graph on a page: the same in words."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.pen import Drawn, element, elements


def folded(title: str, sentences: Iterable[str]) -> Drawn:
    """Sentences in a list that opens when its title is clicked."""
    return element("details", element("summary", title), element("ul", elements("li", sentences)))
