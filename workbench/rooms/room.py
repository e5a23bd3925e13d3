"""One room: its people, its tables, and the list of its happenings, from which it can be rebuilt at any time.

Every change is written down first (`_happens`) and then made by the method for its kind, so that a room rebuilt
after a restart goes through exactly the same changes. Pages ask for `told` and are called whenever it changes.
"""

from __future__ import annotations

import asyncio
import time
from typing import Any, Protocol

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.play.match import Match
from workbench.rooms.check import NO_CHECK, Check
from workbench.rooms.codes import code_for_once, digest, new_secret, opens
from workbench.rooms.people import People, Person, arms_by_seat, names_by_seat, read_name
from workbench.rooms.rounds import Pairing, Played, Standing, standings
from workbench.rooms.setting import Setting, begin_again, begun
from workbench.rooms.store import Happening, RoomStore
from workbench.rooms.table import RoomTable
from workbench.rooms.talk import Talk
from workbench.rooms.telling import Telling
from workbench.storage.errors import RoomError

ASKED, NO, YES = "asked", "no", "yes"  # what becomes of a request
GATHERING, PLAYING, OVER, CLOSED = "gathering", "playing", "over", "closed"
Place = tuple[int | None, int | None]  # a table and a seat
NOWHERE: Place = (None, None)
SLEPT = "This computer has slept. Nothing is lost, and no clock has run."
ENDS = "The server ends. Everything so far is kept; the page goes on by itself once it is there again."
ROOM_CLOSED = "This room is closed."
PAUSED = "The game is paused. No clock runs."
RESTS = 2.0  # how long to rest after showing all pages, as a multiple of the time that took
LONGEST_REST = 0.1
STATE_SECONDS = 0.15  # from an act that all have seen until pages are told what can be taken back
ONCE_SECONDS = 600.0  # how long a single-use code is valid


class Onlooker(Protocol):
    """A page that shows something of a room."""

    person: int | None  # whose page it is
    is_host: bool

    def refresh(self) -> None:
        """Show what has changed."""

    def refresh_state(self) -> None:
        """Show what can be taken back by now."""

    def hear_said(self, said: dict[str, Any]) -> None:
        """Show what somebody at a table says, if this page shows that table."""

    def leave(self, reason: str) -> None:
        """Send the page away: it no longer has a place here."""


class Ask:
    """Somebody asks for their seat on another device; its `ticket` lets that device fetch the answer.

    Or a `sharer`, who came late, asks to share a person's seat, and watches until the answer.
    """

    def __init__(self, ticket: str, person: int, sharer: int | None = None) -> None:
        self.ticket, self.person, self.sharer = ticket, person, sharer
        self.answer, self.secret = ASKED, ""

    @property
    def kind(self) -> str:
        """The kind of request: to come back, or to share."""
        return "back" if self.sharer is None else "share"

    @property
    def waits(self) -> bool:
        """Whether nobody has answered yet."""
        return self.answer == ASKED


class Room:
    """A room of a server, under its `code`."""

    def __init__(self, store: RoomStore, id: int, code: str) -> None:
        self.store, self.id, self.code = store, id, code
        self.address = ""  # of the server, as phones find it
        self.number = 0  # of the last happening
        self.people = People()
        self.asks: dict[str, Ask] = {}  # by their tickets
        self.once: dict[str, tuple[int, float]] = {}  # single-use codes: whose, and until when (monotonic seconds)
        self.pages: set[Onlooker] = set()
        self.check: Check | None = None  # of phones, before anybody sits down
        self.tables: list[RoomTable] = []
        self.round = 0  # how many times cards were dealt
        self.played: list[Played] = []  # in earlier rounds
        self.rules = {"title": "", "wifi": "", "limit": 0, "shows": "table", "paused": "", "bot": ""}
        self.closed = self.ended = self.forgotten = self.rests = False
        self._again = False  # whether what is being done has happened before
        self._pushing: asyncio.Handle | None = None
        self._next_push = 0.0  # monotonic seconds, as the event loop counts them
        self._telling: asyncio.Handle | None = None  # the call that will show what can be taken back
        self._told: Telling | None = None  # until something changes
        self.host_seen = time.monotonic()

    # ------------------------------------------------------------ opening, coming back

    @classmethod
    def open(cls, store: RoomStore, code: str, setting: Setting, key: str) -> Room:
        """A new room with nobody in it yet."""
        room = cls(store, store.open_room(code), code)
        room._happens("opened", {"setting": setting.as_dict(), "key": digest(key), "bot": setting.game.usual_bot})
        return room

    @classmethod
    def come_back(cls, store: RoomStore, id: int, code: str) -> Room:
        """A room as it was when last written to; RoomError, or another error of ours, if it cannot be rebuilt."""
        room = cls(store, id, code)
        room._again = True
        happenings = store.happenings(id)
        if not happenings:  # the process ended while opening it
            raise RoomError("Nothing was written of this room. It is left as it is.")
        for happening in happenings:
            room._do(happening)
            room.number += 1
        room._again = False
        room._settle_seats()
        room.changed()
        return room

    def _happens(self, kind: str, content: dict[str, Any]) -> None:
        """Write down what happens, then do it; if it cannot be written, RoomError is raised and nothing happens."""
        at = self._write(kind, content)
        self._do(Happening(kind, content, at))
        self.changed()

    def _write(self, kind: str, content: dict[str, Any]) -> float:
        """Write down what happens, and return when; RoomError once the server ends: the next one has read the list."""
        if self.rests:
            raise RoomError(ENDS)
        at = self.store.add(self.id, self.number + 1, kind, content)
        self.number += 1
        return at

    def _do(self, happening: Happening) -> None:
        self._now = happening.at
        getattr(self, f"_{happening.kind}")(happening.content)

    def _opened(self, content: dict[str, Any]) -> None:
        self.setting = Setting.from_dict(content["setting"])
        self._key = content["key"]
        self.rules["bot"] = content["bot"]
        self.talk = Talk.of(self.setting)

    def is_host(self, key: object) -> bool:
        """Whether this is the key of the room's host."""
        return opens(key, self._key)

    # ------------------------------------------------------------ people

    @property
    def stage(self) -> str:
        """The stage of the room: gathering, playing, over or closed."""
        if self.closed:
            return CLOSED
        if not self.tables:
            return GATHERING
        return OVER if self.ended or all(table.match.over for table in self.tables) else PLAYING

    @property
    def most_arms(self) -> int:
        """How many arms people choose from: at one table, those of its seats, if the game has any."""
        colours = self.setting.variant.colours if self.setting.tables == 1 else 0
        return colours or ARMS

    def join(self, name: str, arms: int | None, way: Any = "sit") -> tuple[Person, str]:
        """Let somebody in, with the name and arms they want; return the person and the secret that identifies them.

        `way` is "sit", "watch", the seat of a bot ({"table": 0, "seat": 3}) or a person whose seat to share
        ({"share": 4}).
        """
        if self.stage == CLOSED:
            raise RoomError("This room is closed. Ask your teacher for another code.")
        if self.check is not None:
            raise RoomError("The phones are checked first. Keep this page open.")
        name = read_name(name)
        if self.people.called(name) is not None:
            raise RoomError(f"{name} is at the table already. Add a letter, so that we can tell you apart.")
        (table, seat), watching = self._place_for(way)
        free = self.people.free_arms(self.most_arms)
        if arms is not None and arms not in range(self.most_arms):
            raise RoomError(f"There are no arms with the number {arms}. Choose among those that are shown.")
        bearing = arms if arms is not None and all(one.arms != arms for one in self.people) else next(iter(free), 0)
        secret, number = new_secret(), len(self.people.of) + 1
        placed = {"table": table, "seat": seat, "watching": watching}
        self._happens("joined", {"id": number, "name": name, "arms": bearing, "known_by": digest(secret), **placed})
        shared = self._shared_by(way)
        if shared is not None and self.stage == PLAYING:
            self._note_ask(Ask(new_secret(), shared.id, sharer=number))
        return self.people.by_id(number), secret

    def _shared_by(self, way: Any) -> Person | None:
        """The person whose seat somebody wants to share."""
        number = way.get("share") if isinstance(way, dict) else None
        return self.people.by_id(number) if isinstance(number, int) else None

    def _place_for(self, way: Any) -> tuple[Place, bool]:
        """The place that a way leads somebody to, and whether they only watch."""
        if way == "watch":
            return NOWHERE, True
        if self._shared_by(way) is not None:
            return NOWHERE, self.stage == PLAYING  # until the nod comes: sharing a seat shows its cards
        if self.stage in (GATHERING, OVER):
            if len(self.people.playing) >= self.setting.places:
                raise RoomError(f"All {self.setting.places} places are taken: share a seat, or watch.")
            return NOWHERE, False
        free = self.free_places
        wanted = (way.get("table"), way.get("seat")) if isinstance(way, dict) else next(iter(free), NOWHERE)
        return self._free(*wanted), False

    def _free(self, table: Any, seat: Any) -> Place:
        if (table, seat) not in self.free_places:
            raise RoomError("That seat is taken. Share a seat, or watch.")
        return table, seat

    def _joined(self, content: dict[str, Any]) -> None:
        person = Person(**_with_table(content))
        self.people.of[person.id] = person
        self._settle_seats()

    @property
    def bot_places(self) -> list[tuple[int, int]]:
        """The seats that nobody holds, each with its table: bots play them."""
        held = {(person.table, person.seat) for person in self.people}
        places = [(table.number, seat) for table in self.tables for seat in range(table.match.seats)]
        return [place for place in places if place not in held]

    @property
    def free_places(self) -> list[tuple[int, int]]:
        """The bot places whose match is still on; somebody who comes late may take one."""
        return [place for place in self.bot_places if not self.tables[place[0]].match.over]

    def move(self, number: int, table: int, seat: int) -> None:
        """Move somebody to a bot's seat, at this table or another."""
        if self.stage != PLAYING:
            raise RoomError("Nobody sits at a table now. The next cards are dealt to everybody.")
        table, seat = self._free(table, seat)  # type: ignore[assignment]
        self._happens("changed", {"id": self.people.by_id(number).id, "table": table, "seat": seat, "watching": False})

    def rename(self, number: int, name: str | None = None, arms: int | None = None) -> None:
        """Change somebody's name or arms."""
        person = self.people.by_id(number)
        name = person.name if name is None else read_name(name)
        other = self.people.called(name)
        if other is not None and other.id != number:
            raise RoomError(f"{name} is at the table already. Choose another name.")
        arms = person.arms if arms is None else arms
        if arms not in range(self.most_arms) or any(one.arms == arms and one.id != number for one in self.people):
            raise RoomError("Somebody bears these arms already. Choose others.")
        if (name, arms) != (person.name, person.arms):
            self._happens("changed", {"id": number, "name": name, "arms": arms})

    def _changed(self, content: dict[str, Any]) -> None:
        self.people.change(content["id"], **_with_table(content))
        self._settle_seats()

    def take_out(self, number: int) -> None:
        """Take somebody out; a bot plays on if nobody shares their seat."""
        person = self.people.by_id(number)
        self._happens("changed", {"id": person.id, "gone": True, "table": None, "seat": None})
        self._send_away(person.id, "Your place in this room was taken back. Ask your teacher.")

    def let_bot_play(self, number: int, on: bool) -> None:
        """Let a bot play for somebody until they are back, or have it hand the seat back."""
        person = self.people.by_id(number)
        if person.bot != on:
            self._happens("changed", {"id": person.id, "bot": on})

    # ------------------------------------------------------------ coming back to a seat

    def known(self, secret: object) -> Person:
        """The person whose secret this is; RoomError for any other secret."""
        person = self.people.known_by(secret)
        if person is None:
            raise RoomError("This page has lost its place in the room. Type your name again.")
        return person

    def ask_back(self, name: str) -> str:
        """Note that somebody asks for their seat on another device; return a ticket for fetching the answer."""
        person = self.people.called(read_name(name))
        if person is None:
            raise RoomError(f"Nobody here is called {read_name(name)}. Come in with your name.")
        for ask in self.asks.values():
            if (ask.person, ask.sharer) == (person.id, None) and ask.waits:
                return ask.ticket
        return self._note_ask(Ask(new_secret(), person.id))

    def _note_ask(self, ask: Ask) -> str:
        self.asks[ask.ticket] = ask
        self.changed()
        return ask.ticket

    def answer(self, ticket: str, yes: bool, of: int | None = None) -> None:
        """Answer a request; after a yes to coming back, the old device no longer has a place here.

        `of`: the person who answers, whose seat somebody wants to share; they cannot answer what waits for the host.
        """
        ask = self.asks.get(ticket)
        others = ask is not None and of is not None and (ask.kind, ask.person) != ("share", of)
        if ask is None or not ask.waits or others:
            raise RoomError("Nobody asks that any more. Look at the list again.")
        if ask.sharer is not None:
            del self.asks[ticket]
            if yes:
                shared, sharer = self.people.by_id(ask.person), self.people.by_id(ask.sharer)
                place = {"table": shared.table, "seat": shared.seat, "watching": shared.seat is None}
                self._happens("changed", {"id": sharer.id, **place})
        elif yes:
            ask.secret = self._known_anew(ask.person)
        ask.answer = YES if yes else NO
        self.changed()

    def new_code_for(self, number: int) -> str:
        """A single-use code for somebody to come back on another device."""
        code = code_for_once()
        self.once = {one: of for one, of in self.once.items() if of[0] != self.people.by_id(number).id}
        self.once[code] = (number, time.monotonic() + ONCE_SECONDS)
        return code

    def back_by_code(self, name: str, code: str) -> str:
        """The new secret of the person whose single-use code this is; RoomError for any other code."""
        number, until = self.once.get(code, (0, 0.0))
        person = self.people.of.get(number)
        if person is None or time.monotonic() > until or self.people.called(read_name(name)) != person:
            raise RoomError("This code does not open that place. Ask your teacher for another one.")
        del self.once[code]
        return self._known_anew(number)

    def _known_anew(self, number: int) -> str:
        secret = new_secret()
        self._happens("changed", {"id": number, "known_by": digest(secret)})
        self._send_away(number, "This seat is open on another phone.")
        return secret

    def _send_away(self, number: int, reason: str) -> None:
        for page in [page for page in self.pages if page.person == number]:
            page.leave(reason)

    # ------------------------------------------------------------ the check before a lesson

    def check_phones(self, on: bool) -> None:
        """Begin to check which phones reach this computer, as long as nobody plays; or end that and let them in."""
        if on and self.stage != GATHERING:
            raise RoomError("The cards are dealt already. Phones are checked before that.")
        if on != (self.check is not None):
            self.check = Check(self.store.can_write) if on else None
            self.changed()

    def show_in_check(self, shows: str) -> None:
        """Change what the wall shows while phones are checked."""
        if self.check is None:
            raise RoomError(NO_CHECK)
        self.check.shows = shows
        self.changed()

    # ------------------------------------------------------------ the matches

    def begin(self) -> None:
        """Deal: everybody who is here gets a seat, and bots fill the rest.

        At one table people sit in order of arrival. At several they sit by lot at first, and later with those who
        have won as often.
        """
        if self.stage not in (GATHERING, OVER):
            raise RoomError("The cards are dealt already. End this match before you deal again.")
        people = [person.id for person in self.people.playing]
        tables = self.setting.tables_for(len(people))
        played = [*self.played, *self.round_played]
        groups = Pairing(people, played).at(tables) if tables > 1 else [people]
        self.check_phones(False)
        self._happens("dealt", {"tables": [self._dealt_to(group) for group in groups]})
        self.go_on()

    def _dealt_to(self, group: list[int]) -> dict[str, Any]:
        """A new match for some people, as it is written down."""
        alone = self.setting.tables == 1
        seats = self.setting.seats_for(max(len(group), self.setting.places) if alone else len(group))
        seated = {str(person): place % seats for place, person in enumerate(group)}
        empty = sorted(set(range(seats)) - set(seated.values()))
        match = self.setting.deal(seats, {seat: str(self.rules["bot"]) for seat in empty}, self.talk.options)
        return {"match": begun(match), "seats": seated}

    def _dealt(self, content: dict[str, Any]) -> None:
        self.played += self.round_played
        laid = content.get("tables", [content])  # as written by an older workbench with only one table
        self.round, self.ended = self.round + 1, False
        self.tables = [self._lay(number, begin_again(one["match"])) for number, one in enumerate(laid)]
        for person in list(self.people):
            self.people.change(person.id, table=None, seat=None)
        for number, one in enumerate(laid):
            for person, seat in one["seats"].items():
                self.people.change(int(person), table=number, seat=seat)
        self._settle_seats()

    def _lay(self, number: int, match: Match) -> RoomTable:
        """Make a table with a new match on it."""
        if number >= len(self.tables):
            return RoomTable(number, match, self._write, self.changed, self.why_still, self._now)
        self.tables[number].put_on(match, self._now)
        return self.tables[number]

    def _acts(self, content: dict[str, Any]) -> None:
        """Repeat what was played, or taken back, before the room came back."""
        self.tables[content.get("table", 0)].repeat(content["keep"], content["acts"], self._now)

    def _settle_seats(self) -> None:
        """Give the tables the names, arms and bots of the people there."""
        for table in self.tables:
            match, people = table.match, self.people.at(table.number)
            playing = {person.seat for person in people if not person.bot}
            for seat in range(match.seats):
                wanted = None if seat in playing else match.bots.get(seat, str(self.rules["bot"]))
                if wanted != match.bots.get(seat):
                    match.seat_bot(seat, wanted)
            match.name_seats(names_by_seat((person.name, person.seat) for person in people))
            if self.most_arms <= (match.variant.colours or ARMS):  # otherwise seats have colours of their own
                match.arm_seats(arms_by_seat(people))
            table.thinking.settle()
        self.go_on()

    @property
    def round_played(self) -> list[Played]:
        """The matches on the tables, with how they came out."""
        return [
            Played.of(table.match, self.round, table.number, self._seated(table), table.times) for table in self.tables
        ]

    def _seated(self, table: RoomTable) -> dict[int, int]:
        return {person.id: person.seat for person in self.people.at(table.number) if person.seat is not None}

    @property
    def rounds_over(self) -> int:
        """How many rounds are over."""
        return self.round - (self.stage == PLAYING)

    @property
    def standings(self) -> list[Standing]:
        """The standings after the rounds that are over."""
        played = [*self.played, *(self.round_played if self.stage in (OVER, CLOSED) else ())]
        return standings(played, [person.id for person in self.people.playing])

    def forget(self) -> None:
        """Delete what is kept of the room, once it is closed."""
        if not self.closed:
            raise RoomError("People are in this room. Close it first, then delete what is kept of it.")
        self.store.delete_room(self.id)
        self.forgotten = True
        self.changed()

    @property
    def is_hosted(self) -> bool:
        """Whether a page of the host is open."""
        return any(page.is_host for page in self.pages)

    def go_on(self) -> None:
        """Let bots play as long as anybody may act in the room."""
        if self._again:
            return
        for table in self.tables:
            if self.why_still() or self.rests:
                table.bots.started = False
            else:
                table.start()

    def rest(self) -> None:
        """Let nothing more happen here, as the server ends."""
        self.rests = True
        self.go_on()

    def skip(self, number: int) -> None:
        """Play the safe choice for somebody who thinks too long."""
        person = self.people.by_id(number)
        if person.table is None or person.seat is None:
            raise RoomError("Nobody waits for them: they have no seat at a table.")
        self.tables[person.table].skip(person.seat)

    def end(self) -> None:
        """End the match as it stands."""
        if self.stage == PLAYING:
            self._happens("finished", {})

    def _finished(self, _content: dict[str, Any]) -> None:
        self.ended = True
        self.go_on()

    def close(self) -> None:
        """End play and free the code."""
        if self.closed:
            return
        self._happens("closing", {})
        self.store.close_room(self.id)
        for page in list(self.pages):
            page.refresh()

    def _closing(self, _content: dict[str, Any]) -> None:
        self.closed = True
        self.go_on()

    # ------------------------------------------------------------ talk

    def say(self, number: int, phrase: int, seat: int | None, kind: int | None) -> None:
        """Say a phrase to all who see the speaker's table."""
        person = self.people.by_id(number)
        if person.table is None or person.seat is None:
            raise RoomError("You watch this match: you have no seat in it.")
        if still := self.rules["paused"]:
            raise RoomError(str(still))
        names = self.tables[person.table].match.seat_names
        if seat is not None and not 0 <= seat < len(names):
            raise RoomError(f"There is no seat {seat + 1} at this table.")
        named = None if seat is None else names[seat]
        words = self.talk.say(number, phrase, named, kind, str(self.rules["title"]))
        for page in list(self.pages):
            page.hear_said({"table": person.table, "seat": person.seat, "words": words})

    def allow_talk(self, on: bool) -> None:
        """Let people say phrases, or forbid it."""
        self.talk.on = on
        self.changed()

    def mute(self, number: int, on: bool) -> None:
        """Close the talk of a seat, or open it again."""
        person = self.people.by_id(number)
        sharing = [] if person.table is None else self.people.at(person.table, person.seat)
        self.talk.mute([person, *sharing], on)
        self.changed()

    # ------------------------------------------------------------ how it is played

    def why_still(self) -> str:
        """Why nobody may act now; empty if they may."""
        if self.closed:
            return ROOM_CLOSED
        return "This match has ended." if self.ended else str(self.rules["paused"])

    def rule(self, **changed: Any) -> None:
        """Change how the room is played: see `rules`."""
        if any(self.rules[key] != value for key, value in changed.items()):
            self._happens("ruled", changed)

    def _ruled(self, content: dict[str, Any]) -> None:
        self.rules |= content
        for table in self.tables if "bot" in content else ():
            for seat in table.match.bots:
                table.match.seat_bot(seat, content["bot"])
        self.go_on()

    def pause(self, words: str) -> None:
        """Stop the clocks and let nobody act; `words` say why. Empty: go on."""
        self.rule(paused=words)

    def tick(self, seconds: float, longest: float) -> None:
        """Move the clocks on; whoever is over the time limit plays the safe choice."""
        if self.stage != PLAYING or self.rules["paused"]:
            return
        if seconds > longest:
            return self.pause(SLEPT)
        self._told = None
        limit = int(self.rules["limit"])  # type: ignore[call-overload]
        for table in self.tables:
            table.thinking.count(seconds)
            for seat in table.thinking.longer_than(limit) if limit else []:
                if seat in table.match.to_act:
                    table.skip(seat)

    # ------------------------------------------------------------ pages

    def changed(self) -> None:
        """Show all pages what is new, after a moment: changes at the same moment are shown together."""
        self._told = None
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if self._pushing is None:
            self._pushing = loop.call_at(self._next_push, self._push)

    def _push(self) -> None:
        """Show all pages what is new, then rest a little, so that many acts at once are shown together."""
        self._pushing = None
        begin = time.monotonic()
        for page in list(self.pages):
            page.refresh()
        end = time.monotonic()
        self._next_push = end + min(RESTS * (end - begin), LONGEST_REST)
        if self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(STATE_SECONDS, self._push_state)

    def _push_state(self) -> None:
        self._telling = None
        for page in list(self.pages):
            page.refresh_state()

    def told(self, viewer: int | None, host: bool = False) -> dict[str, Any]:
        """What a page is told about the room; `viewer` is the number of a person, None for wall and host."""
        if self._told is None:
            self._told = Telling(self)
        return self._told.to(viewer, host)


def _with_table(written: dict[str, Any]) -> dict[str, Any]:
    """What was written about a person; a workbench that knew only one table wrote seats without a table."""
    return {"table": 0, **written} if written.get("seat") is not None else written
