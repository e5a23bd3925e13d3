"""The Python side of the pages of a room: phones, walls and hosts, each told what its viewer may know."""

from __future__ import annotations

from typing import Any, Protocol

from workbench.pages.guard import MATCH_STAYS, Guard
from workbench.pages.messages import Act, Message, Series, Undo, Weigh
from workbench.pages.page import Page, handles
from workbench.play.host import TableHost
from workbench.rooms import messages
from workbench.rooms.check import Check, CheckedPhone
from workbench.rooms.files import results_shown, worth_telling
from workbench.rooms.people import read_name
from workbench.rooms.room import CLOSED, GATHERING, OVER, PAUSED, ROOM_CLOSED, Room
from workbench.rooms.table import RoomTable
from workbench.storage.errors import RoomError
from workbench.widgets.table.messages import Ready, Way, WholeScene
from workbench.widgets.table.scene_stream import SceneStream

LOST = 4001  # this page no longer has a place; the reason says why
NO_KEY = "This page has lost the host's key. Open the host's page by its whole address again."
CHECK_OVER = "The check is over."
KEPT = "Your place and your cards are kept."


class Wire(Protocol):
    """The connection that carries a page's messages to its browser."""

    @property
    def is_here(self) -> bool:
        """Whether the browser runs on this machine."""

    def send(self, **content: Any) -> None:
        """Send something, if the browser is still there."""

    def close(self, code: int, reason: str) -> None:
        """End the connection."""


class RoomPage(Page):
    """A page of a room: it opens with one message, and is told about the room and the table from then on.

    `viewer` is the seat whose table it sees, None for the table that all see.
    """

    ignores = (Ready,)
    is_host = False

    def __init__(self, room: Room, wire: Wire) -> None:
        super().__init__(Guard(self.tell, MATCH_STAYS))
        self.room, self.wire = room, wire
        self.person: int | None = None
        self.open = False
        self.stream = SceneStream()
        self.told: tuple[dict[str, Any], list[dict[int, int]]] = ({}, [])
        self.shown: RoomTable | None = None  # the table whose scene the browser shows
        self.state: dict[str, Any] = {}  # what the table's bar was last told
        self.refresh = self.guard(self.show, "showing the room")
        self.refresh_state = self.guard(self.show_state, "showing what can be taken back")

    @property
    def viewer(self) -> int | None:
        """The seat whose table this page sees."""
        return None

    @property
    def table(self) -> RoomTable | None:
        """The table that this page sees; None for a page of several tables."""
        return self.room.tables[0] if len(self.room.tables) == 1 else None

    def begin(self, message: Message) -> None:
        """Hear a message; who the page is must come first, and only once."""
        super().begin(message)
        if self.open == isinstance(message, messages.Opening):
            raise RoomError("This page is open already." if self.open else "This page has no place in the room.")

    def opened(self) -> None:
        """From now on, show the page what its viewer may see."""
        self.open = True
        self.room.pages.add(self)
        self.room.changed()
        self.show()
        self.show_state()

    def closed(self) -> None:
        """The browser is gone; its person keeps the place."""
        self.room.pages.discard(self)
        if self.open:
            self.room.changed()

    def leave(self, reason: str) -> None:
        """Take away this page's place in the room."""
        self.room.pages.discard(self)
        self.open = False
        self.wire.close(LOST, reason)

    def done(self, message: Message, note: str) -> None:
        """Show the effect of an act to whoever acted before anybody else sees it."""
        super().done(message, note)
        if self.open and not message.quiet:
            self.show()

    def show(self, notice: str = "") -> None:
        """Send what has changed since the last time, if anything."""
        content: dict[str, Any] = {}
        told = self.what_is_told()
        table = self.table
        asked = [one.thinking.questions for one in ([table] if table else self.room.tables)]
        if (_without_time(told), asked) != self.told:  # pages keep counting the time themselves
            self.told = _without_time(told), asked
            content["room"] = told
        if table is not None and not self.is_host:
            if table is not self.shown:
                self.shown = table
                self.stream.forget()
            seen = self.stream.next(table, self.viewer)
            if "scene" in seen or seen["changes"]:
                content |= seen
        if content or notice:
            self.wire.send(**content, notice=notice, kept_words=KEPT)

    def what_is_told(self) -> dict[str, Any]:
        """What this page is told about the room."""
        return self.room.told(self.person, self.is_host)

    def show_state(self) -> None:
        """Send what the table's bar may do, if that has changed: after the table, as it takes longer to work out."""
        table = self.table
        if table is not None and not self.is_host:
            state = self.state_of(table)
            if state != self.state:
                self.state = state
                self.wire.send(state=state)

    def state_of(self, table: TableHost) -> dict[str, Any]:
        """What the table's bar may do here: see `State` in session.js."""
        return {
            "slot": "room",
            "in_room": True,
            "can_undo": False,
            "can_redo": False,
            "undo_refusal": "",
            "practice": table.match.practice,
            "phase": table.match.phase,
            "kept": True,
            "kept_words": KEPT,
            "windows": [],
            "drawing": None,
        }

    def hear_said(self, said: dict[str, Any]) -> None:
        """Show what somebody says at the table that this page sees."""
        if self.table is not None and self.table.number == said["table"] and not self.is_host:
            self.wire.send(said=said)

    def show_lines(self) -> None:
        """Say what was refused; an unknown page is sent away."""
        if self.open:
            self.show(self.lines.error)
        else:
            self.wire.close(LOST, self.lines.error)

    def tell(self, notice: str) -> None:
        """Send a notice alone."""
        self.wire.send(notice=notice)

    @handles
    def _alive(self, message: messages.Alive) -> None:
        self.wire.send(alive=message.number)

    @handles
    def _whole(self, _message: WholeScene) -> None:
        self.stream.forget()
        self.show()


def _without_time(told: dict[str, Any]) -> dict[str, Any]:
    """What is told about a room, without how long people have thought."""
    people = [{key: value for key, value in person.items() if key != "thinks"} for person in told["people"]]
    return {**told, "people": people}


class PlayersPage(RoomPage):
    """A page of somebody who plays, with a seat at a table."""

    @property
    def own_table(self) -> TableHost:
        """The table at which this page plays."""
        raise NotImplementedError

    @property
    def own_seat(self) -> int:
        """The seat for which it plays."""
        raise NotImplementedError

    @handles
    def _act(self, message: Act) -> None:
        self.own_table.act(self.own_seat, message.actions, message.asked)

    @handles
    def _act_series(self, message: Series) -> None:
        self.own_table.act_series(self.own_seat, message.number, message.asked)

    @handles
    def _weigh(self, message: Weigh) -> None:
        self.wire.send(answer=self.own_table.weigh(self.own_seat, message.actions, message.asked))

    @handles
    def _undo(self, _message: Undo) -> None:
        self.own_table.undo_for(self.own_seat)


class PhonePage(PlayersPage):
    """The phone of a person."""

    @property
    def viewer(self) -> int | None:
        """The seat of the person; None for somebody who has come late and has no seat."""
        person = self.room.people.of.get(self.person or 0)
        return person.seat if person else None

    @property
    def table(self) -> RoomTable | None:
        """The table of the person; somebody who only watches sees the first one."""
        person, tables = self.room.people.of.get(self.person or 0), self.room.tables
        return tables[(person.table if person else None) or 0] if tables else None

    @property
    def own_table(self) -> RoomTable:
        """The table of the person; RoomError before the cards are dealt."""
        if self.table is None:
            raise RoomError("No cards are dealt yet.")
        return self.table

    @property
    def own_seat(self) -> int:
        """The seat of the person; RoomError in a closed room, and for somebody who has none."""
        if self.room.stage == CLOSED:
            raise RoomError(ROOM_CLOSED)
        if self.viewer is None:
            raise RoomError("You watch this match: you have no seat in it.")
        return self.viewer

    def state_of(self, table: TableHost) -> dict[str, Any]:
        """Whether this person may have a hint, or an act taken back; what the act showed is checked when they ask."""
        seat, own = self.viewer, self.table
        can_undo = seat is not None and own is not None and own.acted_last(seat)
        shows = {"turn": False, "hint": seat in table.due, "round": False}
        return {**super().state_of(table), "can_undo": can_undo, "shows": shows}

    @handles
    def _sit(self, message: messages.Sit) -> None:
        person = self.room.known(message.secret)
        for page in [page for page in self.room.pages if page.person == person.id]:
            page.leave("This seat is open on another phone.")
        self.person = person.id
        self.room.let_bot_play(person.id, False)
        self.opened()

    @handles
    def _way(self, message: Way) -> None:
        """Give a hint, the only help on a phone: help that plays or shows by itself needs a table of one's own."""
        seat, table = self.own_seat, self.own_table
        if message.to == "stop":
            table.help.drop_hint(seat)
        elif message.to == "hint":
            table.give_hint(seat, self.guard(table.help.take_hint, "giving a hint").from_threads())
        else:
            raise RoomError("That is shown at a table of your own. Ask for a hint, or choose.")

    @handles
    def _nod(self, message: messages.Nod) -> None:
        self.room.answer(message.ask, message.yes, of=self.person or 0)

    @handles
    def _back(self, _message: messages.Back) -> None:
        self.room.let_bot_play(self.person or 0, False)

    @handles
    def _say(self, message: messages.Say) -> None:
        self.room.say(self.person or 0, message.phrase, message.seat, message.kind)

    @handles
    def _rename(self, message: messages.Rename) -> None:
        if self.room.stage != GATHERING:
            raise RoomError("The game has begun: names stay. Ask your teacher.")
        self.room.rename(self.person or 0, message.name, message.arms)


class WallPage(RoomPage):
    """What the class sees: the table as a spectator sees it, or all tables if there are several."""

    @handles
    def _watch(self, _message: messages.Watch) -> None:
        self.opened()


class CheckPage(RoomPage):
    """A phone that is checked before the lesson: it measures how quickly it is answered, until the room opens.

    It has no name and no seat, but arms by which the host recognises it.
    """

    def __init__(self, room: Room, wire: Wire) -> None:
        super().__init__(room, wire)
        self.check: Check | None = None  # the one this phone has come to
        self.ticket = ""

    @property
    def phone(self) -> CheckedPhone | None:
        """What is known about this phone, as long as its check goes on."""
        goes_on = self.check is not None and self.check is self.room.check and not self.room.closed
        return self.check.phones.get(self.ticket) if self.check and goes_on else None

    @handles
    def _come(self, message: messages.Come) -> None:
        self.check = self.room.check
        if self.check is None:
            raise RoomError(CHECK_OVER)
        self.ticket = self.check.come(message.ticket)
        self.check.came_through |= not self.wire.is_here
        self.wire.send(ticket=self.ticket, arms=self.check.phones[self.ticket].arms)
        self.opened()

    @handles
    def _measured(self, message: messages.Measured) -> None:
        phone = self.phone
        if phone is None:
            raise RoomError(CHECK_OVER)
        phone.milliseconds, phone.too_old, phone.forgets = message.milliseconds, message.too_old, message.forgets
        self.room.changed()

    def show(self, notice: str = "") -> None:
        """Say what was refused; this page shows nothing of the room, and closes once the room opens."""
        if self.phone is None:
            self.leave(ROOM_CLOSED if self.room.closed else CHECK_OVER)
        elif notice:
            self.tell(notice)

    def show_state(self) -> None:
        """Nothing can be taken back here."""

    def closed(self) -> None:
        """The browser is gone."""
        if self.check is not None:
            self.check.go(self.ticket)
        super().closed()


class HostPage(RoomPage):
    """The page of the teacher, who sees no hand and runs the room."""

    is_host = True

    def __init__(self, room: Room, wire: Wire) -> None:
        super().__init__(room, wire)
        self._told_of: tuple[int, list[dict[str, Any]]] = (0, [])  # the round, and what is worth telling of it

    def what_is_told(self) -> dict[str, Any]:
        """Add the results once a round is over, and what is worth telling of it, which is worked out once per round."""
        told, round = super().what_is_told(), self.room.round
        if self.room.stage not in (OVER, CLOSED) or not self.room.tables:
            return told
        if self._told_of[0] != round:
            self._told_of = round, worth_telling(self.room)
        return {**told, "results": results_shown(self.room), "telling": self._told_of[1]}

    @handles
    def _host(self, message: messages.Host) -> None:
        if not self.room.is_host(message.key):
            raise RoomError(NO_KEY)
        self.opened()

    @handles
    def _check(self, message: messages.Check) -> None:
        self.room.check_phones(message.on)

    @handles
    def _check_shows(self, message: messages.CheckShows) -> None:
        self.room.show_in_check(message.shows)

    @handles
    def _begin(self, _message: messages.Begin) -> None:
        self.room.begin()

    @handles
    def _pause(self, message: messages.Pause) -> None:
        self.room.pause(PAUSED if message.on else "")

    @handles
    def _skip(self, message: messages.Skip) -> None:
        self.room.skip(message.person)

    @handles
    def _limit(self, message: messages.Limit) -> None:
        self.room.rule(limit=message.seconds)

    @handles
    def _bot(self, message: messages.BotPlays) -> None:
        self.room.let_bot_play(message.person, message.on)

    @handles
    def _bots(self, message: messages.Bots) -> None:
        self.room.setting.game.player(message.name)
        self.room.rule(bot=message.name)

    @handles
    def _call(self, message: messages.Call) -> None:
        self.room.rename(message.person, message.name)

    @handles
    def _move(self, message: messages.Move) -> None:
        self.room.move(message.person, message.table, message.seat)

    @handles
    def _take_out(self, message: messages.TakeOut) -> None:
        self.room.take_out(message.person)

    @handles
    def _nod(self, message: messages.Nod) -> None:
        self.room.answer(message.ask, message.yes)

    @handles
    def _code_for(self, message: messages.CodeFor) -> None:
        self.wire.send(code={"person": message.person, "code": self.room.new_code_for(message.person)})

    @handles
    def _end(self, _message: messages.End) -> None:
        self.room.end()

    @handles
    def _close(self, _message: messages.Close) -> None:
        self.room.close()

    @handles
    def _forget(self, _message: messages.Forget) -> None:
        self.room.forget()

    @handles
    def _talk(self, message: messages.Talk) -> None:
        self.room.allow_talk(message.on)

    @handles
    def _mute(self, message: messages.Mute) -> None:
        self.room.mute(message.person, message.on)

    @handles
    def _wall(self, message: messages.Wall) -> None:
        self.room.rule(shows=message.shows)

    @handles
    def _called(self, message: messages.Called) -> None:
        given = {"title": message.title, "wifi": message.wifi}
        self.room.rule(**{key: read_name(words) if words else "" for key, words in given.items() if words is not None})
