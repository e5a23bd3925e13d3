"""What the page of a lobby may say."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from workbench.play.messages import LARGEST_NUMBER, Message, Seat, Word, read

Value = bool | Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | Word


class Sit(Message):
    """Somebody sits down: the bot of a name, or a person if it is empty."""

    type: Literal["sit_down"]
    bot: Word


class Leave(Message):
    """Somebody leaves a seat; those behind move up."""

    type: Literal["leave"]
    seat: Seat


class Name(Message):
    """The person of a seat has a name."""

    type: Literal["name"]
    seat: Seat
    name: Word


class Player(Message):
    """Another plays a seat: the bot of a name, or a person if it is empty."""

    type: Literal["player"]
    seat: Seat
    bot: Word


class Colour(Message):
    """The person of a seat takes a colour; whoever had it takes that one's."""

    type: Literal["colour"]
    seat: Seat
    colour: Seat


class ChooseDeck(Message):
    """Play with a deck, by its key."""

    type: Literal["choose_deck"]
    deck: Word


class ChooseVariant(Message):
    """Play a variant, by its key."""

    type: Literal["variant"]
    variant: Word


class ChoosePreset(Message):
    """Take a set of options, by the keys of its group and of itself."""

    type: Literal["preset"]
    group: Word
    preset: Word


class SetOption(Message):
    """Change a rule."""

    type: Literal["option"]
    option: Word
    value: Value


class AsPrinted(Message):
    """Take back every change of a rule."""

    type: Literal["as_printed"]


class ChooseScreen(Message):
    """Where the hands lie."""

    type: Literal["screen"]
    screen: Word


class Pace(Message):
    """How many seconds a bot waits before it acts."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10, strict=False)]


class Seed(Message):
    """The number that all chance follows from; empty leaves it to chance."""

    type: Literal["seed"]
    seed: Word


class Usual(Message):
    """Whether these choices shall be there again the next time."""

    type: Literal["usual"]
    kept: bool


class Deal(Message):
    """Begin the match."""

    type: Literal["deal"]


class Back(Message):
    """Go back to the match that lies on the table."""

    type: Literal["back"]


class Words(Message):
    """Call cards as in a classroom, or as their list prints them."""

    type: Literal["words"]
    school: bool


class HowToPlay(Message):
    """Open the rules."""

    type: Literal["how_to_play"]


LobbyMessage = Annotated[
    Sit | Leave | Name | Player | Colour | ChooseDeck | ChooseVariant | ChoosePreset | SetOption | AsPrinted
    | ChooseScreen | Pace | Seed | Usual | Deal | Back | HowToPlay | Words,
    Field(discriminator="type"),
]  # fmt: skip
LOBBY: TypeAdapter[LobbyMessage] = TypeAdapter(LobbyMessage)


def read_message(raw: object) -> LobbyMessage:
    """The message that the page of a lobby sent; RoomError says what is wrong with it.

    >>> read_message({"type": "sit_down", "bot": ""})
    Sit(type='sit_down', bot='')
    """
    return read(LOBBY, raw)
