"""The ancestry of a variant as a list: what was made from what, and the differences at each step."""

from __future__ import annotations

from workbench.decks.diff import DiffLine
from workbench.gallery import Gallery
from workbench.gallery.ancestry import Relative, tree
from workbench.pen import Drawn, element
from workbench.widgets.gallery.cards import LONGEST_CELL, different
from workbench.widgets.gallery.shown import PUBLIC, Shown, deck_address

MOST_LINES = 12  # of a difference
MOST_STEPS = 12  # by which a line is indented


def family_section(gallery: Gallery, shown: Shown, top: str) -> Drawn:
    """Where a variant comes from and what was made from it; empty for a variant without relatives."""
    if shown.published is None:
        return Drawn("")
    relatives = tree(gallery, shown.published)
    if len(relatives) < 2:
        return Drawn("")
    lines = [_line(one, shown, top) for one in relatives]
    head = element("h2", "Who was made from whom", id="wb-family")
    return element("section", head, element("ul", *lines), class_="wb-tree", aria_labelledby="wb-family")


def _line(one: Relative, shown: Shown, top: str) -> Drawn:
    address = deck_address(shown.deck.game_id, one.deck) if one.deck else f"{one.slug}/{one.number}" if one.slug else ""
    plain = one.own or not (address and top)
    name = element("b", one.title) if plain else element("a", one.title, href=f"{top}{PUBLIC}/{address}")
    by = [element("span", f" by {one.author}")] if one.author else []
    style = f"--depth:{min(one.depth, MOST_STEPS)}"
    return element("li", name, *by, *_step(one), style=style, aria_current="true" if one.own else None)


def _step(one: Relative) -> list[Drawn]:
    """The differences from the variant above, folded."""
    if one.depth == 0:
        return []
    if one.difference is None:
        return [element("span", ": what differs cannot be said, since the one above is not here")]
    found = one.difference
    differing = (*found.changed, *found.added, *found.removed)
    count = sum("name" in one.columns or not one.text_only for one in differing)
    words = different(count) if count else "Only words differ" if found else "Nothing differs"
    told = [element("p", _in_words(line)) for line in found.lines[:MOST_LINES]]
    more = [element("p", "And more.")] if len(found.lines) > MOST_LINES else []
    return [element("details", element("summary", words), *told, *more)]


def _in_words(line: DiffLine) -> str:
    """A cell that differs, in one line."""
    before, after = (text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…" for text in line[4:6])
    return f"{line.card}, {line.column.replace('_', ' ')}: {after or 'nothing'}, before {before or 'nothing'}"
