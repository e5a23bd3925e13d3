"""What the pages of a room are told about it: only what everybody may see, and who the page belongs to."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from workbench.kernel.words import counted
from workbench.rooms.rounds import counted_in, in_places
from workbench.widgets.home.reader import AboutRoom

if TYPE_CHECKING:
    from workbench.rooms.people import Person
    from workbench.rooms.room import Room
    from workbench.rooms.table import RoomTable


class Telling:
    """A room at one moment, put into words once for all its pages."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.here = {page.person for page in room.pages}

    def to(self, viewer: int | None, host: bool = False) -> dict[str, Any]:
        """What one page is told; `viewer` is the number of a person, None for wall and host.

        A phone is told only about its own table: who is thinking at another is none of its business.
        """
        shown = {**self.common, "me": viewer}
        if viewer is None:
            check = self.room.check
            seen = {"people": self.people, "tables": self.tables, "check": check.told() if check else None}
            shown |= {**seen, **self.standing}
        else:
            person = self.room.people.of.get(viewer)
            table = person.table if person else None
            shown |= {
                "asks": self._asks("share", viewer),
                "stands": self.placed.get(viewer),
                "people": [one if one["table"] == table else {**one, "thinks": None} for one in self.people],
                "tables": [told(one) for one in self.room.tables if one.number == table],
            }
        return {**shown, **self.for_the_host} if host else shown

    @cached_property
    def common(self) -> dict[str, Any]:
        """What every page is told."""
        room, setting = self.room, self.room.setting
        return {
            "code": room.code,
            "game": setting.game.title,
            "variant": "" if setting.variant is setting.game.variants[0] else setting.variant.title,  # beside the title
            "stage": room.stage,
            "places": setting.places,
            "address": room.address,
            **{key: room.rules[key] for key in ("title", "wifi", "limit", "shows", "paused")},
            "talk": room.talk.told(),
            "round": room.round,
            "several": len(room.tables) > 1,
            "at_tables": setting.tables,
            "bots": [_bot(room.tables[table], seat) for table, seat in room.bot_places],
        }

    @cached_property
    def people(self) -> list[dict[str, Any]]:
        """Everybody, in order of arrival."""
        return [self._person(person) for person in self.room.people]

    def _person(self, person: Person) -> dict[str, Any]:
        table = None if person.table is None else self.room.tables[person.table]
        seconds = table.thinking.seconds(person.seat) if table else None
        return {
            "id": person.id,
            "name": person.name,
            "arms": person.arms,
            "here": person.id in self.here,
            "table": person.table,
            "seat": person.seat,
            "bot": person.bot,
            "watching": person.watching,
            "thinks": None if seconds is None else int(seconds),
        }

    @cached_property
    def tables(self) -> list[dict[str, Any]]:
        """The tables; if there are several, also the first fact of each seat, and how much of it wins."""
        if len(self.room.tables) == 1:
            return [told(self.room.tables[0])]
        goal = self.room.setting.goal
        return [{**told(table), "facts": table.facts, "goal": goal} for table in self.room.tables]

    @cached_property
    def standing(self) -> dict[str, Any]:
        """The standings after the rounds that are over, if there are several tables."""
        room = self.room
        if len(room.tables) < 2:
            return {}
        rows = [[one.person, one.won, one.own, one.others] for one in room.standings] if self.room.rounds_over else []
        return {"standings": {"after": self.room.rounds_over, "called": counted_in(room.setting.variant), "rows": rows}}

    @cached_property
    def placed(self) -> dict[int, list[int]]:
        """The place of each person at one of several tables, and how many matches they have won."""
        if len(self.room.tables) < 2 or not self.room.rounds_over:
            return {}
        return {one.person: [place, one.won] for place, one in in_places(self.room.standings)}

    @cached_property
    def for_the_host(self) -> dict[str, Any]:
        """What the host is also told: who waits for a nod, and which bots there are."""
        room = self.room
        names = [{"name": name, "title": title} for name, title in room.setting.game.player_titles().items()]
        return {"asks": self._asks(), "bot_names": names, "bot": room.rules["bot"], "forgotten": room.forgotten}

    def _asks(self, kind: str = "", person: int = 0) -> list[dict[str, Any]]:
        """The requests that wait for an answer, by the host or by the person whose seat somebody wants to share."""
        asks = [
            {"ask": ask.ticket, "person": ask.person, "kind": ask.kind, "sharer": ask.sharer}
            for ask in self.room.asks.values()
            if ask.waits
        ]
        return [ask for ask in asks if not kind or (ask["kind"], ask["person"]) == (kind, person)]


def about(room: Room) -> AboutRoom:
    """What is going on in a room, for the first page of whoever leads it."""
    several = len(room.tables) > 1
    game = f"{room.setting.game.title}, round {room.round}." if several else f"{room.setting.game.title}."
    done = sum(table.match.over for table in room.tables)
    here = f"{len(room.people.playing)} in" + (f", {counted(done, 'table')} done." if several else ".")
    asked = {(table.number, seat) for table in room.tables for seat in table.due}
    people = ((one.name, one.arms, (one.table, one.seat) in asked) for one in room.people.playing)
    return AboutRoom(room.code, (game, here), tuple(people))


def told(table: RoomTable) -> dict[str, Any]:
    """What is told about a table."""
    return {"table": table.number, "over": table.match.over, "winners": list(table.match.winners)}


def _bot(table: RoomTable, seat: int) -> dict[str, Any]:
    match = table.match
    return {"table": table.number, "seat": seat, "name": match.seat_names[seat], "arms": match.arms[seat]}
