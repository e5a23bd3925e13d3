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


class Sit(Opening, type="sit", doing="opening your place"):
    """A phone has opened; `secret` is what it was given for its place."""

    secret: Word


class Watch(Opening, type="watch", doing="opening the wall"):
    """A wall has opened."""


class Host(Opening, type="host", doing="opening the host's page"):
    """The page of the host with this key has opened."""

    key: Word


class Come(Opening, type="come", doing="checking your phone"):
    """A phone has come to the check; `ticket` is what it was given there, if it comes again."""

    ticket: Word


class Measured(Message, type="measured", doing="noting what was measured"):
    """How quickly a phone gets an answer, whether it can show a table, and whether it forgets its seat."""

    milliseconds: Annotated[int, Field(ge=0, le=SLOWEST)]
    too_old: bool
    forgets: bool


class Practise(Opening, type="practise", doing="dealing a hand"):
    """Somebody who is waiting plays a hand against a bot; `secret` is what they were given for their place."""

    secret: Word


class Back(Message, type="back", doing="giving the seat back"):
    """Take one's seat back from the bot."""


class Say(Message, type="say", doing="saying something"):
    """Say one of the phrases to the table; some mention somebody there, or a kind of card."""

    phrase: Whole
    seat: Seat | None = None
    kind: Whole | None = None


class Rename(Message, type="rename", doing="changing a name", at="name"):
    """Change one's own name or arms."""

    name: Word
    arms: Annotated[int, Field(ge=0, le=29)] | None = None


class Check(Message, type="check", doing="checking the phones"):
    """Begin to check which phones reach this computer, or open the room to those that do."""

    on: bool


class CheckShows(Message, type="check_shows", doing="changing what the wall shows"):
    """What the wall shows while phones are checked."""

    shows: Literal["letters", "help"]


class Begin(Message, type="begin", doing="dealing"):
    """Deal the cards: the first match, or the next one."""


class Pause(Message, type="pause", doing="pausing"):
    """Stop the clocks, or go on."""

    on: bool


class Skip(Message, type="skip", doing="playing the safe choice"):
    """Play the safe choice for somebody."""

    person: Number


class Limit(Message, type="limit", doing="setting the time limit"):
    """Set how many seconds a choice may take; 0: no limit."""

    seconds: Annotated[int, Field(ge=0, le=LONGEST_LIMIT)]


class BotPlays(Message, type="bot", doing="seating a bot"):
    """Let a bot play for somebody, or stop it."""

    person: Number
    on: bool


class Bots(Message, type="bots", doing="choosing the bots"):
    """Choose which bot plays for those who are not here."""

    name: Word


class Call(Message, type="call", doing="changing a name"):
    """Give somebody another name."""

    person: Number
    name: Word


class Move(Message, type="move", doing="moving somebody"):
    """Move somebody to a bot's seat, at this table or another; `table` and `seat` count from 0."""

    person: Number
    table: Whole
    seat: Whole


class TakeOut(Message, type="take_out", doing="taking somebody out"):
    """Take somebody out of the room."""

    person: Number


class Nod(Message, type="nod", doing="answering"):
    """Say whether somebody is who they say they are."""

    ask: Word
    yes: bool


class CodeFor(Message, type="code_for", doing="making a code"):
    """Make a single-use code for somebody who comes back on another device."""

    person: Number


class End(Message, type="end", doing="ending the match"):
    """End the match as it stands."""


class Close(Message, type="close", doing="closing the room"):
    """Close the room, so that its code is free again."""


class Forget(Message, type="forget", doing="deleting what is kept"):
    """Delete what is kept of the closed room."""


class Talk(Message, type="talk", doing="opening or closing talk"):
    """Whether people may say phrases."""

    on: bool


class Mute(Message, type="mute", doing="closing somebody's talk"):
    """Close the talk of a seat, or open it again."""

    person: Number
    on: bool


class Wall(Message, type="wall", doing="changing what the wall shows"):
    """What the wall shows."""

    shows: Literal["table", "standings", "code", "nothing"]


class Called(Message, type="called", doing="changing what the wall says"):
    """Whose room it is, and what the Wi-Fi is called."""

    title: Word | None = None
    wifi: Word | None = None


class Alive(Message, type="alive", doing="answering", quiet=True):
    """Ask whether the room is there; the answer repeats `number`."""

    number: Whole
