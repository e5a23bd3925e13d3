"""What the page of a lobby may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import LARGEST_NUMBER, Message, Seat, Word

Value = bool | Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | Word


class Sit(Message):
    """Somebody sits down: the bot of a name, or a person if it is empty."""

    type: Literal["sit_down"]
    bot: Word
    doing = "letting somebody sit down"
    at = "seats"


class Leave(Message):
    """Somebody leaves a seat; those behind move up."""

    type: Literal["leave"]
    seat: Seat
    doing = "letting somebody leave"
    at = "seats"


class Name(Message):
    """The person of a seat has a name."""

    type: Literal["name"]
    seat: Seat
    name: Word
    doing = "writing a name"
    at = "seats"


class Player(Message):
    """Another plays a seat: the bot of a name, or a person if it is empty."""

    type: Literal["player"]
    seat: Seat
    bot: Word
    doing = "choosing who plays a seat"
    at = "seats"


class Colour(Message):
    """The person of a seat takes a colour; whoever had it takes that one's."""

    type: Literal["colour"]
    seat: Seat
    colour: Seat
    doing = "choosing a colour"
    at = "seats"


class ChooseDeck(Message):
    """Play with a deck, by its key."""

    type: Literal["choose_deck"]
    deck: Word
    doing = "choosing the cards"
    at = "decks"


class ChooseVariant(Message):
    """Play a variant, by its key."""

    type: Literal["variant"]
    variant: Word
    doing = "choosing a variant"


class ChoosePreset(Message):
    """Take a set of options, by the keys of its group and of itself."""

    type: Literal["preset"]
    group: Word
    preset: Word
    doing = "choosing a set of rules"


class SetOption(Message):
    """Change a rule."""

    type: Literal["option"]
    option: Word
    value: Value
    doing = "setting a rule"


class AsPrinted(Message):
    """Take back every change of a rule."""

    type: Literal["as_printed"]
    doing = "taking back changes of rules"


class ChooseScreen(Message):
    """Where the hands lie."""

    type: Literal["screen"]
    screen: Word
    doing = "choosing where the hands lie"


class Pace(Message):
    """How many seconds a bot waits before it acts."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10, strict=False)]
    doing = "choosing how fast bots play"
    at = "more"


class Seed(Message):
    """The number that all chance follows from; empty leaves it to chance."""

    type: Literal["seed"]
    seed: Word
    doing = "setting the seed"
    at = "more"


class Usual(Message):
    """Whether these choices shall be there again the next time."""

    type: Literal["usual"]
    kept: bool
    doing = "keeping the usual table"


class Deal(Message):
    """Begin the match."""

    type: Literal["deal"]
    doing = "starting a new game"


class Back(Message):
    """Go back to the match that lies on the table."""

    type: Literal["back"]
    doing = "going back to the match"


class Words(Message):
    """Call cards as in a classroom, or as their list prints them."""

    type: Literal["words"]
    school: bool
    doing = "choosing how cards are called"


class HowToPlay(Message):
    """Open the rules."""

    type: Literal["how_to_play"]
    doing = "opening the rules"
