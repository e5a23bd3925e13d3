"""The files that a host takes home from a room: results, moves and times as tables, and the matches.

They contain names as people gave them or, if the host wishes, arms instead.
"""

from __future__ import annotations

import csv
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from workbench.decks.exchange.exporting import uncalculated, workbook
from workbench.heraldry.bearers import SEATS as ARMS
from workbench.heraldry.bearers import seat_arms_plainly
from workbench.kernel.events import EVERYONE_HEARS
from workbench.play.match import Match
from workbench.play.seating import with_letters
from workbench.rooms.people import Person, names_by_seat
from workbench.rooms.room import Room
from workbench.rooms.rounds import Played, counted_in, in_places
from workbench.storage.errors import RoomError
from workbench.widgets.ending.story import story_of

Row = Sequence[str | int | float | bool | None]
MOST_TOLD = 3  # stories on the host's page
AHEAD = "others behind"  # what is counted if a game names no figure of its own


class Files:
    """The files of a room; `arms` puts arms in place of names."""

    def __init__(self, room: Room, arms: bool = False) -> None:
        self.room, self.arms = room, arms
        self.played = [*room.played, *room.round_played]
        if not self.played:
            raise RoomError("No cards are dealt yet.")
        if room.forgotten:
            raise RoomError("Nothing is kept of this room any more.")
        self.people = dict(room.people.of)
        self.names = self._arms() if arms else {number: person.name for number, person in self.people.items()}

    def _arms(self) -> dict[int, str]:
        names: dict[int, str] = {}
        for number, person in self.people.items():
            words = seat_arms_plainly(person.arms % ARMS).capitalize()
            names[number] = next(one for one in chain([words], with_letters(words)) if one not in names.values())
        return names

    def results(self) -> list[Row]:
        """One row per person and round, from first to last: table, seat, place, whether they won, and each figure."""
        rows: list[Row] = [("round", "table", "name", "seat", "place", "won", *columns(self.room), "a bot played")]
        for match in self.played:
            for person, seat in in_order(match, self.people):
                won, own = seat in match.winners, [of[seat] for of in match.figures]
                place = match.places[seat]
                rows.append(
                    (match.round, match.table + 1, self.names[person.id], seat + 1, place, won, *own, person.bot)
                )
        return rows

    def standings(self) -> list[Row]:
        """One row per person, from first to last, over all rounds."""
        counted = counted_in(self.room.setting.variant)
        for_them, against = (counted, f"{counted} of others") if counted else (AHEAD, "others ahead")
        rows: list[Row] = [("place", "name", "matches won", for_them, against)]
        placed = in_places(self.room.standings)
        return rows + [(place, self.names[one.person], one.won, one.own, one.others) for place, one in placed]

    def moves(self) -> list[Row]:
        """One row per act of each match: who, when it was written down, and what everybody saw of it."""
        rows: list[Row] = [("round", "table", "number", "seat", "name", "seconds since the deal", "what")]
        for played in self.played:
            match = self._match(played)
            for number, (act, seconds) in enumerate(zip(match.acts, played.times, strict=True)):
                seen = " ".join(line.text for line in match.around(number)[2] if line.audience == EVERYONE_HEARS)
                name = match.seat_names[act.seat]
                rows.append((played.round, played.table + 1, number + 1, act.seat + 1, name, round(seconds, 1), seen))
        return rows

    def _match(self, played: Played) -> Match:
        """The match replayed, with its seats named as in all these files."""
        match = Match.from_dict(played.record)
        if self.arms:
            match.name_seats(names_by_seat((self.names[number], seat) for number, seat in played.seats.items()))
        return match

    def match_files(self) -> dict[str, bytes]:
        """The matches, each under the name of its file."""
        return {f"round-{played.round}-table-{played.table + 1}.json": self._as_json(played) for played in self.played}

    def _as_json(self, played: Played) -> bytes:
        record = self._match(played).to_dict() if self.arms else played.record
        return json.dumps(record, ensure_ascii=False).encode()


def columns(room: Room) -> list[str]:
    """The names of the figures that rank the seats."""
    ranking = room.setting.variant.ranking
    return [ranking.called(name) or name for name in ranking.chain]


def in_order(match: Played, people: Mapping[int, Person]) -> list[tuple[Person, int]]:
    """The people of a match from first to last, each with their seat."""
    order = sorted(match.seats.items(), key=lambda one: (match.places[one[1]], one[0]))
    return [(people[number], seat) for number, seat in order]


def results_shown(room: Room) -> dict[str, Any]:
    """The results of the matches on the tables, for the host's page; with several tables, the standings."""
    if len(room.tables) > 1:
        counted = counted_in(room.setting.variant) or AHEAD
        rows = [
            {"person": one.person, "place": place, "figures": [one.won, f"{one.own} : {one.others}"]}
            for place, one in in_places(room.standings)
        ]
        return {"columns": ["matches won", counted], "rows": rows}
    (match,) = room.round_played
    rows = [
        {"person": person.id, "place": match.places[seat], "figures": [of[seat] for of in match.figures]}
        for person, seat in in_order(match, room.people.of)
    ]
    return {"columns": columns(room), "rows": rows}


def worth_telling(room: Room) -> list[dict[str, Any]]:
    """What decided some of the matches that are over, the closest first: the winner, and a sentence."""
    over = [table.match for table in room.tables if table.match.over]
    told = []
    for match in sorted(over, key=_apart)[:MOST_TOLD]:
        sentences = story_of(match)["decided"]
        seat = next(iter(match.winners), 0)
        if sentences:
            told.append({"name": match.seat_names[seat], "arms": match.arms[seat], "words": sentences[0]})
    return told


def _apart(match: Match) -> int:
    """How far the leader of a match is ahead of the next seat, by the first figure in which they differ."""
    for of in match.figures():
        best, *others = sorted((int(figure) for figure in of), reverse=True)
        if others and best != others[0]:
            return best - others[0]
    return 0


def as_csv(rows: Iterable[Row]) -> bytes:
    """A table that spreadsheets open well, with no cell that they would calculate."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows([uncalculated(value) for value in row] for row in rows)  # type: ignore[arg-type]
    return text.getvalue().encode("utf-8-sig")


def _workbook(files: Files) -> bytes:
    return workbook({"Standings": files.standings(), "Results": files.results(), "Moves": files.moves()})


def _matches(files: Files) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.match_files().items():
            archive.writestr(name, content)
    return packed.getvalue()


CSV = "text/csv; charset=utf-8"
FILES: dict[str, tuple[str, Callable[[Files], bytes]]] = {
    "results.csv": (CSV, lambda files: as_csv(files.results())),
    "standings.csv": (CSV, lambda files: as_csv(files.standings())),
    "moves.csv": (CSV, lambda files: as_csv(files.moves())),
    "results.xlsx": ("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", _workbook),
    "match.json": ("application/json", lambda files: list(files.match_files().values())[-1]),
    "matches.zip": ("application/zip", _matches),
}


def file_of(room: Room, name: str, arms: bool = False) -> tuple[str, bytes]:
    """The media type and the content of a file of a room; RoomError if there is no such file.

    `arms` puts people's arms in place of their names.
    """
    if name not in FILES:
        raise RoomError(f"There is no file {name} of a room. There are: {', '.join(FILES)}.")
    kind, make = FILES[name]
    return kind, make(Files(room, arms))
