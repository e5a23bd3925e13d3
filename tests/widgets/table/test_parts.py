"""What the page of a match is built of: parts that one person can keep in mind."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import ipywidgets

from tests.widgets.table.test_seat_windows import in_a_loop, public_table
from workbench.widgets.table.play_app import GRAPHS

MOST_ATTRIBUTES = 12
ROOMS = (
    "workbench.widgets.",
    "workbench.pages.",
    "workbench.storage.",
    *(f"workbench.play.{name}" for name in ("host", "bot_turns", "clock", "device")),
)
PARTS = {
    "PlayApp", "Lobby", "Ending", "BesideTable", "SeatWindows", "MatchGraphs", "BrowserMemory", "KeptWork", "TableHost",
    "BotTurns", "Clock", "Device",
}  # fmt: skip


def attributes_of(part: Any) -> set[str]:
    """An object's own attributes: of a widget, those that a bare one of its library lacks."""
    library = vars(ipywidgets.DOMWidget()).keys() if isinstance(part, ipywidgets.Widget) else ()
    return {name for name in vars(part) if name not in library}


def parts_of(whole: Any, seen: dict[int, Any]) -> Iterator[Any]:
    """An object and whatever it is built of, in the rooms of pages; the match on the table is not part of its page."""
    if id(whole) in seen or not type(whole).__module__.startswith(ROOMS) or not hasattr(whole, "__dict__"):
        return
    seen[id(whole)] = whole
    yield whole
    for name in attributes_of(whole):
        yield from parts_of(getattr(whole, name), seen)


def test_no_part_of_the_page_of_a_match_has_more_than_twelve_attributes() -> None:
    async def work() -> None:
        async with public_table() as app:
            app.tabs.selected_index = GRAPHS  # made when somebody turns to them
            parts = list(parts_of(app, {}))
            assert {type(part).__name__ for part in parts} >= PARTS
            many = {type(part).__name__: sorted(attributes_of(part)) for part in parts}
            assert {name: names for name, names in many.items() if len(names) > MOST_ATTRIBUTES} == {}

    in_a_loop(work)
