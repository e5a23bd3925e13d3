"""A room for a class in a notebook: the wall in the cell, and the way to the host's page beside it."""

from __future__ import annotations

from typing import Any

from workbench.pen import element
from workbench.rooms.running import OpenedRoom, found_server, start_server
from workbench.rooms.setting import Setting
from workbench.storage.errors import RoomError
from workbench.widgets.nearby import is_visitors
from workbench.widgets.parts import parts_style

FOR_VISITORS = (
    "Visitors of a server open no rooms on it: join the one whose code stands on your wall. Teachers start "
    "`workbench room` on the machine that serves this page."
)
HEIGHT = 720  # pixels of the wall in a cell


class Classroom:
    """Opens a room, on the running server or on one that it starts, and shows its wall.

    game, deck, options: as a match takes them; `places` is the number of people. `tables`: how many there are, by
    default as few as give everybody a seat. `host` is the address on which a started server listens: "0.0.0.0" for
    the whole network, so that phones find it. `height` is that of the wall in pixels. A server started here ends with
    the kernel; its rooms are kept. Running the cell again opens another room.
    """

    def __init__(
        self,
        game: str,
        places: int | None = None,
        deck: Any = None,
        options: Any = None,
        tables: int | None = None,
        host: str = "127.0.0.1",
        height: int = HEIGHT,
    ) -> None:
        self.setting = Setting.of(game, places, deck, options, tables)
        self.height = height
        if is_visitors():
            raise RoomError(FOR_VISITORS)
        self.room: OpenedRoom = (found_server() or start_server(host)).open(self.setting)

    def _repr_html_(self) -> str:
        room = self.room
        host = element("a", "Open the host's page", href=room.host, target="_blank", class_="wb-button wb-main")
        wall = element("a", "The wall in a window of its own", href=room.wall, target="_blank", class_="wb-button")
        note = element("p", "Whoever has the host's page leads the room: open it where the class does not look.")
        ways = element("p", host, " ", wall)
        frame = element(
            "iframe", "", src=room.wall, title=f"The wall of room {room.code}", width="100%", height=self.height
        )
        return f"{parts_style()}{element('div', ways, note, frame, class_='wb wb-classroom')}"

    def __repr__(self) -> str:
        return f"<Classroom {self.setting.game.title}, room {self.room.code}: {self.room.wall}>"
