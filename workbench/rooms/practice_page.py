"""A hand against a bot, for people waiting for play to begin: private, uncounted, over once cards are dealt."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.pages.messages import Message, Redo
from workbench.pages.page import handles
from workbench.play.host import TableHost
from workbench.play.match import Match
from workbench.rooms.messages import Begin, Practise
from workbench.rooms.pages import PlayersPage, Wire
from workbench.rooms.room import GATHERING, Room
from workbench.rooms.setting import Setting
from workbench.storage.errors import RoomError

SEAT = 0  # of the person
MOST_SEATS = 4  # of a small match
MOST_PRACTISING = 40  # at once in a room
PACE = 0.6  # seconds that the bot waits before it acts
DEALT = "The cards are dealt."
KEPT = "Your place in the room is kept. This hand counts for nothing."


def can_practise(setting: Setting) -> bool:
    """Whether the game is small enough for a hand against a bot."""
    return min(variant.seats.start for variant in (setting.variant, setting.game.variants[0])) <= MOST_SEATS


def practice_match(setting: Setting, in_rooms: Mapping[str, Any]) -> Match:
    """A new match with as few seats as possible, all but the first played by bots; `in_rooms` as for `deal`.

    It is of the room's variant, or of the game's usual one if the room's needs many seats.
    """
    if setting.variant.seats.start > MOST_SEATS:
        setting, in_rooms = replace(setting, variant=setting.game.variants[0], options={}), {}
    seats = max(2, setting.variant.seats.start)
    return setting.deal(seats, dict.fromkeys(range(1, seats), setting.game.usual_bot), in_rooms)


class PracticePage(PlayersPage):
    """The practice table of one person, beside the page of their place in the room."""

    own_seat = SEAT

    def __init__(self, room: Room, wire: Wire) -> None:
        super().__init__(room, wire)
        self.practiser = 0  # the number of the person; this page holds no place, so that `person` stays None
        self.hand: TableHost | None = None
        self.refresh = self.guard(self.look, "looking whether play begins")

    @handles
    def _practise(self, message: Practise) -> None:
        person = self.room.known(message.secret)
        practising = [page for page in self.room.pages if isinstance(page, PracticePage)]
        own = [page for page in practising if page.practiser == person.id]
        if len(practising) - len(own) >= MOST_PRACTISING:
            raise RoomError("Many play against bots now. Try again in a minute.")
        for page in own:
            page.leave("You practise on another page.")
        if self.room.stage != GATHERING or not can_practise(self.room.setting):
            raise RoomError(DEALT)
        self.practiser = person.id
        self.open = True
        self.room.pages.add(self)
        self._deal()

    def _deal(self) -> None:
        match = practice_match(self.room.setting, self.room.talk.options)
        person = self.room.people.by_id(self.practiser)
        match.name_seats({SEAT: person.name})
        if person.arms < (match.variant.colours or ARMS):
            match.arm_seats({SEAT: person.arms})
        if self.hand is not None:
            return self.hand.replace(match, self.hand.screen)
        self.hand = TableHost(match, pace=PACE, changed=self.show)
        self.hand.start()
        self.show()

    @property
    def own_table(self) -> TableHost:
        """The table on which the hand lies."""
        assert self.hand is not None
        return self.hand

    @handles
    def _begin(self, _message: Begin) -> None:
        self._deal()

    @handles
    def _redo(self, _message: Redo) -> None:
        self.own_table.redo()

    def done(self, message: Message, note: str) -> None:
        """Do nothing: the table itself shows what is new."""

    def look(self) -> None:
        """Stop if a change in the room requires it."""
        person = self.room.people.of.get(self.practiser)
        if self.room.stage != GATHERING or person is None or person.gone:
            self.leave(DEALT)

    def show(self, notice: str = "") -> None:
        """Send what has changed on the table."""
        if self.hand is None or not self.open:
            return
        seen = self.stream.next(self.hand, SEAT)
        if "scene" in seen or seen["changes"] or notice:
            self.wire.send(**seen, state=self._state(self.hand), notice=notice, kept_words=KEPT)

    def _state(self, table: TableHost) -> dict[str, Any]:
        undo = {"can_undo": table.can_undo, "can_redo": table.can_redo, "undo_refusal": table.undo_refusal}
        return {**self.state_of(table), **undo, "kept_words": KEPT}

    def show_state(self) -> None:
        """Do nothing: the state is sent with the table."""

    def leave(self, reason: str) -> None:
        """End the hand."""
        self._stop()
        super().leave(reason)

    def closed(self) -> None:
        """End the hand, as the browser is gone."""
        self._stop()
        self.room.pages.discard(self)

    def _stop(self) -> None:
        if self.hand is not None:
            self.hand.bots.started = False
