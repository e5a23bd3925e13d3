"""The messages that pages of a room may send, beyond those of any page of a match."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import Message, Seat, Whole, Word
from workbench.rooms.setting import MOST_PEOPLE

Number = Annotated[int, Field(ge=1, le=100 * MOST_PEOPLE)]
LONGEST_LIMIT = 3600
SLOWEST = 60_000  # milliseconds until an answer


class Opening(Message):
    """The first message of a page, sent only once: who it is."""


class Sit(Opening, doing="opening your place"):
    """A phone has opened; `secret` is what it was given for its place."""

    type: Literal["sit"]
    secret: Word


class Watch(Opening, doing="opening the wall"):
    """A wall has opened."""

    type: Literal["watch"]


class Host(Opening, doing="opening the host's page"):
    """The page of the host with this key has opened."""

    type: Literal["host"]
    key: Word


class Come(Opening, doing="checking your phone"):
    """A phone has come to the check; `ticket` is what it was given there, if it comes again."""

    type: Literal["come"]
    ticket: Word


class Measured(Message, doing="noting what was measured"):
    """How quickly a phone gets an answer, whether it can show a table, and whether it forgets its seat."""

    type: Literal["measured"]
    milliseconds: Annotated[int, Field(ge=0, le=SLOWEST)]
    too_old: bool
    forgets: bool


class Practise(Opening, doing="dealing a hand"):
    """Somebody who is waiting plays a hand against a bot; `secret` is what they were given for their place."""

    type: Literal["practise"]
    secret: Word


class Back(Message, doing="giving the seat back"):
    """Take one's seat back from the bot."""

    type: Literal["back"]


class Say(Message, doing="saying something"):
    """Say one of the phrases to the table; some mention somebody there, or a kind of card."""

    type: Literal["say"]
    phrase: Whole
    seat: Seat | None = None
    kind: Whole | None = None


class Rename(Message, doing="changing a name", at="name"):
    """Change one's own name or arms."""

    type: Literal["rename"]
    name: Word
    arms: Annotated[int, Field(ge=0, le=29)] | None = None


class Check(Message, doing="checking the phones"):
    """Begin to check which phones reach this computer, or open the room to those that do."""

    type: Literal["check"]
    on: bool


class CheckShows(Message, doing="changing what the wall shows"):
    """What the wall shows while phones are checked."""

    type: Literal["check_shows"]
    shows: Literal["letters", "help"]


class Begin(Message, doing="dealing"):
    """Deal the cards: the first match, or the next one."""

    type: Literal["begin"]


class Pause(Message, doing="pausing"):
    """Stop the clocks, or go on."""

    type: Literal["pause"]
    on: bool


class Skip(Message, doing="playing the safe choice"):
    """Play the safe choice for somebody."""

    type: Literal["skip"]
    person: Number


class Limit(Message, doing="setting the time limit"):
    """Set how many seconds a choice may take; 0: no limit."""

    type: Literal["limit"]
    seconds: Annotated[int, Field(ge=0, le=LONGEST_LIMIT)]


class BotPlays(Message, doing="seating a bot"):
    """Let a bot play for somebody, or stop it."""

    type: Literal["bot"]
    person: Number
    on: bool


class Bots(Message, doing="choosing the bots"):
    """Choose which bot plays for those who are not here."""

    type: Literal["bots"]
    name: Word


class Call(Message, doing="changing a name"):
    """Give somebody another name."""

    type: Literal["call"]
    person: Number
    name: Word


class Move(Message, doing="moving somebody"):
    """Move somebody to a bot's seat, at this table or another; `table` and `seat` count from 0."""

    type: Literal["move"]
    person: Number
    table: Whole
    seat: Whole


class TakeOut(Message, doing="taking somebody out"):
    """Take somebody out of the room."""

    type: Literal["take_out"]
    person: Number


class Nod(Message, doing="answering"):
    """Say whether somebody is who they say they are."""

    type: Literal["nod"]
    ask: Word
    yes: bool


class CodeFor(Message, doing="making a code"):
    """Make a single-use code for somebody who comes back on another device."""

    type: Literal["code_for"]
    person: Number


class End(Message, doing="ending the match"):
    """End the match as it stands."""

    type: Literal["end"]


class Close(Message, doing="closing the room"):
    """Close the room, so that its code is free again."""

    type: Literal["close"]


class Forget(Message, doing="deleting what is kept"):
    """Delete what is kept of the closed room."""

    type: Literal["forget"]


class Talk(Message, doing="opening or closing talk"):
    """Whether people may say phrases."""

    type: Literal["talk"]
    on: bool


class Mute(Message, doing="closing somebody's talk"):
    """Close the talk of a seat, or open it again."""

    type: Literal["mute"]
    person: Number
    on: bool


class Wall(Message, doing="changing what the wall shows"):
    """What the wall shows."""

    type: Literal["wall"]
    shows: Literal["table", "standings", "code", "nothing"]


class Called(Message, doing="changing what the wall says"):
    """Whose room it is, and what the Wi-Fi is called."""

    type: Literal["called"]
    title: Word | None = None
    wifi: Word | None = None


class Alive(Message, doing="answering", quiet=True):
    """Ask whether the room is there; the answer repeats `number`."""

    type: Literal["alive"]
    number: Whole
