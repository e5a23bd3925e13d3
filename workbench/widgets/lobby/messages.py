"""The messages that the page of a lobby may send."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workbench.pages.messages import LARGEST_NUMBER, Message, Seat, Word

MOST_NAMES = 100  # in a list that is pasted

Value = bool | Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | Word


class Change(Message):
    """Change the plan at once."""


class Sit(Change, doing="letting somebody sit down", at="seats"):
    """Seat somebody: the bot with this name, or a person if it is empty."""

    type: Literal["sit_down"]
    bot: Word


class Fill(Change, doing="filling the table with bots", at="seats"):
    """Fill the free seats with the bot of this name."""

    type: Literal["fill"]
    bot: Word


class Names(Change, doing="seating a list of people", at="seats"):
    """Seat people with these names, from a seat on."""

    type: Literal["names"]
    seat: Seat
    names: Annotated[tuple[Word, ...], Field(strict=False, max_length=MOST_NAMES)]


class Leave(Change, doing="letting somebody leave", at="seats"):
    """Free a seat; those behind it move up."""

    type: Literal["leave"]
    seat: Seat


class Name(Change, doing="writing a name", at="seats"):
    """Name the person in a seat."""

    type: Literal["name"]
    seat: Seat
    name: Word


class Player(Change, doing="choosing who plays a seat", at="seats"):
    """Choose who plays a seat: the bot with this name, or a person if it is empty."""

    type: Literal["player"]
    seat: Seat
    bot: Word


class Colour(Change, doing="choosing a colour", at="seats"):
    """Give the person in a seat a colour; whoever had it takes the colour given up."""

    type: Literal["colour"]
    seat: Seat
    colour: Seat


class ChooseDeck(Message, doing="choosing the cards", at="decks"):
    """Play with a deck, by its key."""

    type: Literal["choose_deck"]
    deck: Word


class ChooseVariant(Change, doing="choosing a variant"):
    """Play a variant, by its key."""

    type: Literal["variant"]
    variant: Word


class ChoosePreset(Change, doing="choosing a set of rules"):
    """Take a set of options, by the keys of its group and of itself."""

    type: Literal["preset"]
    group: Word
    preset: Word


class SetOption(Change, doing="setting a rule"):
    """Change a rule."""

    type: Literal["option"]
    option: Word
    value: Value


class AsPrinted(Change, doing="taking back changes of rules"):
    """Take back every change of a rule."""

    type: Literal["as_printed"]


class ChooseScreen(Message, doing="choosing where the hands lie"):
    """Choose where the hands lie."""

    type: Literal["screen"]
    screen: Word


class People(Change, doing="choosing how many play", at="seats"):
    """Set how many people come with phones."""

    type: Literal["people"]
    people: Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class AtTables(Change, doing="choosing at how many tables people sit", at="seats"):
    """Set at how many tables people with phones sit."""

    type: Literal["at_tables"]
    tables: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]


class Pace(Change, doing="choosing how fast bots play", at="more"):
    """Set how many seconds a bot waits before it acts."""

    type: Literal["pace"]
    seconds: Annotated[float, Field(ge=0, le=10, strict=False)]


class Seed(Change, doing="setting the seed", at="more"):
    """Set the number from which all chance follows; empty leaves it to chance."""

    type: Literal["seed"]
    seed: Word


class Usual(Message, doing="keeping the usual table"):
    """Set whether these choices are kept for the next time."""

    type: Literal["usual"]
    kept: bool


class Deal(Message, doing="starting a new game"):
    """Begin the match."""

    type: Literal["deal"]


class Back(Message, doing="going back to the match"):
    """Go back to the match that lies on the table."""

    type: Literal["back"]


class Words(Change, doing="choosing how cards are called"):
    """Name cards as in a classroom, or as their list prints them."""

    type: Literal["words"]
    school: bool


class HowToPlay(Message, doing="opening the rules"):
    """Open the rules."""

    type: Literal["how_to_play"]
