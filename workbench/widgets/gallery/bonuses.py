"""The bonuses of a variant as a section of a page that has no kernel."""

from __future__ import annotations

from collections.abc import Iterable

from workbench.graphs import bonus_graph
from workbench.pen import Drawn, element
from workbench.widgets.gallery.shown import Shown

TITLE = "Which card gives which a bonus"


def drawn_bonuses(shown: Shown, widths: Iterable[int] = ()) -> Drawn:
    """The graph of the bonuses, also in words; empty for a game without bonuses.

    The page shows whichever picture fits, of those with the given widths in pixels (by default all widths).
    """
    if not shown.deck.bonuses:
        return Drawn("")
    difference = shown.difference
    changes = (*difference.added, *difference.changed) if difference is not None else ()
    graph = bonus_graph(shown.deck, [change.key for change in changes if not change.text_only])
    return graph.page(widths) if widths else graph.page()


def bonus_section(shown: Shown) -> Drawn:
    """The graph under its title."""
    drawn = drawn_bonuses(shown)
    return element("section", element("h2", TITLE), drawn, class_="wb-pictures-of") if drawn else drawn


def bonus_fold(shown: Shown, widths: Iterable[int]) -> Drawn:
    """The graph, folded."""
    drawn = drawn_bonuses(shown, widths)
    return element("details", element("summary", TITLE), drawn, class_="wb-bonuses") if drawn else drawn
