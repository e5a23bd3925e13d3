"""What is told about a room, also where its host comes from."""

from __future__ import annotations

from pathlib import Path

from tests.servers import CHECKOUT
from workbench.play.store import MatchStore
from workbench.rooms.room import Room
from workbench.rooms.setting import Setting
from workbench.rooms.store import RoomStore
from workbench.rooms.telling import about
from workbench.widgets.home.home_page import HomePage
from workbench.widgets.home.reader import Reader

NOTEBOOKS = CHECKOUT / "notebooks"


def test_home_leads_whoever_has_opened_a_room_back_to_it(tmp_path: Path) -> None:
    room = Room.open(RoomStore(tmp_path / "rooms.sqlite"), "KEHTA", Setting.of("guile", 4), "k" * 43)
    for name in ("Mia", "Finn", "Zoe", "Ida"):
        room.join(name, None)
    room.begin()
    page = HomePage(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path / "matches"), top="/", rooms=[about(room)]))
    for words in ("Room KEHTA", "Guile, round 1.", "4 in, 0 tables done.", 'href="/host/KEHTA"', "Mia"):
        assert words in page
    assert "k" * 43 not in page
    assert "KEHTA" not in HomePage(NOTEBOOKS).drawn(Reader(MatchStore(tmp_path / "matches"), top="/"))
