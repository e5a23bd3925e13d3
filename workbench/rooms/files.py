"""What a host takes home from a room: results, moves and times as tables, and the match as a file."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from workbench.decks.exchange.exporting import uncalculated, workbook
from workbench.kernel.events import EVERYONE_HEARS
from workbench.storage.errors import RoomError
from workbench.widgets.ending.result import Result

if TYPE_CHECKING:
    from workbench.rooms.people import Person
    from workbench.rooms.room import Room

Row = Sequence[str | int | float | bool | None]


def results(room: Room) -> list[Row]:
    """One row a person, from first to last: their seat, place, whether they won, and each figure that decides."""
    winners = room.playing_table.match.winners
    rows: list[Row] = [("name", "seat", "place", "won", *columns(room), "a bot played")]
    for person, seat, place, own in in_order(room):
        rows.append((person.name, seat + 1, place, seat in winners, *own, person.bot))
    return rows


def columns(room: Room) -> list[str]:
    """What the figures are called by which seats are ranked."""
    ranking = room.playing_table.match.variant.ranking
    return [ranking.called(name) or name for name in ranking.chain]


def in_order(room: Room) -> list[tuple[Person, int, int, list[int]]]:
    """The people at the table from first to last, each with their seat, place and figures."""
    match = room.playing_table.match
    ranked = {seat: place for place, seat in Result(match).in_order}
    figures = match.figures()
    seated = [(person, person.seat) for person in room.people if person.seat is not None]
    seated.sort(key=lambda one: (ranked[one[1]], one[0].id))
    return [(person, seat, ranked[seat], [of[seat] for of in figures]) for person, seat in seated]


def results_shown(room: Room) -> dict[str, Any]:
    """The same for the host's page."""
    rows = [{"person": person.id, "place": place, "figures": own} for person, _, place, own in in_order(room)]
    return {"columns": columns(room), "rows": rows}


def moves(room: Room) -> list[Row]:
    """One row an act of the match: who, when it was written down, and what all saw of it."""
    match = room.playing_table.match
    rows: list[Row] = [("number", "seat", "name", "seconds since the deal", "what")]
    for number, (act, seconds) in enumerate(zip(match.acts, room.playing_table.times, strict=True)):
        seen = " ".join(line.text for line in match.around(number)[2] if line.audience == EVERYONE_HEARS)
        rows.append((number + 1, act.seat + 1, match.seat_names[act.seat], round(seconds, 1), seen))
    return rows


def as_csv(rows: Iterable[Row]) -> bytes:
    """A table that spreadsheets open well, in which nothing is calculated."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([uncalculated(value) for value in row] for row in rows)  # type: ignore[arg-type]
    return text.getvalue().encode("utf-8-sig")


def _results_csv(room: Room) -> bytes:
    return as_csv(results(room))


def _moves_csv(room: Room) -> bytes:
    return as_csv(moves(room))


def _workbook(room: Room) -> bytes:
    return workbook({"Results": results(room), "Moves": moves(room)})


def _match(room: Room) -> bytes:
    return json.dumps(room.playing_table.match.to_dict(), ensure_ascii=False).encode()


FILES: dict[str, tuple[str, Callable[[Room], bytes]]] = {
    "results.csv": ("text/csv; charset=utf-8", _results_csv),
    "moves.csv": ("text/csv; charset=utf-8", _moves_csv),
    "results.xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _workbook),
    "match.json": ("application/json", _match),
}


def file_of(room: Room, name: str) -> tuple[str, bytes]:
    """The media type and the content of a file of a room; RoomError for one that there is not."""
    if name not in FILES:
        raise RoomError(f"There is no file {name} of a room. There are: {', '.join(FILES)}.")
    kind, make = FILES[name]
    return kind, make(room)
