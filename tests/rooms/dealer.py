"""A process that plays at random in a room and says each act once it is told: tests end it at any moment.

python -m tests.rooms.dealer FOLDER
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from workbench.rooms.room import OVER, Room
from workbench.rooms.setting import Setting
from workbench.rooms.store import RoomStore
from workbench.rooms.table import Acts

FILE, KEY = "rooms.sqlite", "k" * 43


def room_in(folder: Path) -> Room:
    """The room that is kept in a folder; a new one where there is none."""
    store = RoomStore(folder / FILE)
    for number, code in store.open_rooms():
        return Room.come_back(store, number, code)
    room = Room.open(store, "KEHTA", Setting.of("guile", 2), KEY)
    for name in ("Mia", "Finn"):
        room.join(name, None)
    room.begin()
    return room


def say(number: int, acts: Acts) -> None:
    """Tell what is on the disk."""
    sys.stdout.write(json.dumps({"number": number, "acts": acts}) + "\n")
    sys.stdout.flush()


def main(folder: Path) -> None:
    """Play on and on, match after match; each line says how many have happened and what was played."""
    room = room_in(folder)
    chance = random.Random()
    say(room.number, room.tables[0].written)
    while True:
        if room.stage == OVER:
            room.begin()
        table = room.tables[0]
        seat = chance.choice(table.match.to_act)
        table.act(seat, (chance.choice(table.match.legal(seat)).id,))
        say(room.number, table.written[-1:])


if __name__ == "__main__":
    main(Path(sys.argv[1]))
