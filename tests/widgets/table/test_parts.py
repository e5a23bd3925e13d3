"""What the page of a match is built of: parts that one person can keep in mind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets

from workbench.widgets import PlayApp

MOST_ATTRIBUTES = 12
ROOMS = ("workbench.widgets.", "workbench.pages.", "workbench.play.host", "workbench.play.clock", "workbench.storage.")
PARTS = {
    "PlayApp", "TableHost", "Lobby", "Ending", "BesideTable", "SeatWindows", "MatchGraphs", "BrowserMemory", "KeptWork",
}  # fmt: skip


def attributes_of(part: Any) -> set[str]:
    """What an object was given for itself: of a widget, what a bare one of its library has not."""
    library = vars(ipywidgets.DOMWidget()).keys() if isinstance(part, ipywidgets.Widget) else ()
    return {name for name in vars(part) if name not in library}


def parts_of(whole: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """An object and whatever it is built of, in the rooms of pages; the match on the table is no part of its page."""
    if id(whole) in seen or not type(whole).__module__.startswith(ROOMS) or not hasattr(whole, "__dict__"):
        return
    seen[id(whole)] = whole
    yield whole
    for name in attributes_of(whole):
        yield from parts_of(getattr(whole, name), seen)


def test_no_part_of_the_page_of_a_match_has_more_than_twelve_attributes() -> None:
    app = PlayApp("guile", seats=2, you=(0, 1), screen="public screen", lobby=True)
    app.tabs.selected_index = 3  # the log with its graphs, made when somebody turns to them
    parts = list(parts_of(app, {}))
    assert {type(part).__name__ for part in parts} >= PARTS - {"SeatWindows"}
    many = {type(part).__name__: sorted(attributes_of(part)) for part in parts}
    assert {name: names for name, names in many.items() if len(names) > MOST_ATTRIBUTES} == {}
