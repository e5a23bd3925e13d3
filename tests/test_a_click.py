"""The page that follows a click to its rule and back: its links lead somewhere, and a click takes the way it shows."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from tests.servers import CHECKOUT
from workbench.widgets import PlayApp

PAGE = CHECKOUT / "docs" / "a-click.md"
STATION = re.compile(r"^\| (\d+) \| \[(\S+)\]\(\.\./workbench/(\S+)\) \| (.+) \|$", re.MULTILINE)
MOST_MODULES = 19


def stations() -> list[tuple[str, list[str]]]:
    """Each module of the page, and the functions that it names there."""
    found = STATION.findall(PAGE.read_text(encoding="utf-8"))
    assert [int(number) for number, *_ in found] == list(range(1, len(found) + 1))
    assert all(shown == path for _, shown, path, _ in found)
    return [(path, re.findall(r"`([A-Za-z_.]+)`", words)) for _, _, path, words in found]


@pytest.fixture
def at_the_offer() -> PlayApp:
    """A table of Quests at which a seat is asked whether it sponsors the quest."""
    app = PlayApp("quests", seats=3, you=[0, 1, 2], seed=3, autosave=False, lobby=False)
    app.hear({"type": "hello", "id": "", "host": "127.0.0.1"})
    app.hear({"type": "ready", "seat": app.table.cover["seat"]})
    return app


def way_of(app: PlayApp, message: dict[str, Any]) -> list[tuple[str, str]]:
    """Each function of the package that a message passes through, by module and name, in order of first call."""
    way: dict[tuple[str, str], None] = {}
    root = str(CHECKOUT / "workbench") + "/"

    def note(frame: FrameType, event: str, _: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(root):
            way.setdefault((Path(file.removeprefix(root)).as_posix(), frame.f_code.co_qualname))

    sys.setprofile(note)
    try:
        app.hear(message)
    finally:
        sys.setprofile(None)
    return list(way)


def test_the_page_names_at_most_nineteen_modules_and_each_has_what_it_names() -> None:
    assert len(stations()) <= MOST_MODULES
    for path, names in stations():
        source = (CHECKOUT / "workbench" / path).read_text(encoding="utf-8")
        assert not path.endswith(".js") or all(f"function {name}(" in source for name in names), path
    rules = (CHECKOUT / "workbench/games/quests/rules.py").read_text(encoding="utf-8")
    assert re.search(r"sponsor_offer = Phase\([^=]*begin=.*answer=quest\.answer_offer, end=quest\.end_offer", rules)


def test_a_click_comes_by_every_station_of_the_page_in_its_order(at_the_offer: PlayApp) -> None:
    seat = at_the_offer.match.to_act[0]
    sponsor = next(action for action in at_the_offer.match.legal(seat) if action.label == "Sponsor the quest")
    way = way_of(at_the_offer, {"type": "act", "actions": [sponsor.id], "asked": None})
    assert at_the_offer.match.state.sponsor == seat
    wanted = [
        (path, name)
        for path, names in stations()
        if path.endswith(".py") and path != "games/quests/rules.py"  # a table that is read, not run
        for name in names
        if name != "Act"
    ]
    assert [step for step in wanted if step not in way] == []
    first = [min(way.index((path, name)) for name in names if (path, name) in way) for path, names in stations()
             if any((path, name) in way for name in names)]  # fmt: skip
    assert first == sorted(first)
