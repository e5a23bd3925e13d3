"""The messages that the page of a lobby may send."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workbench.pages.messages import LARGEST_NUMBER, Message, Seat, Word

MOST_NAMES = 100  # in a list that is pasted

Value = bool | Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)] | Word


class Change(Message):
    """Change the plan at once."""


class Sit(Change, type="sit_down", doing="letting somebody sit down", at="seats"):
    """Seat somebody: the bot with this name, or a person if it is empty."""

    bot: Word


class Fill(Change, type="fill", doing="filling the table with bots", at="seats"):
    """Fill the free seats with the bot of this name."""

    bot: Word


class SeatChange(Change):
    """Change one seat of the plan, or the seats from there on."""

    seat: Seat


class Names(SeatChange, type="names", doing="seating a list of people", at="seats"):
    """Seat people with these names, from a seat on."""

    names: Annotated[tuple[Word, ...], Field(strict=False, max_length=MOST_NAMES)]


class Leave(SeatChange, type="leave", doing="letting somebody leave", at="seats"):
    """Free a seat; those behind it move up."""


class Name(SeatChange, type="name", doing="writing a name", at="seats"):
    """Name the person in a seat."""

    name: Word


class Player(SeatChange, type="player", doing="choosing who plays a seat", at="seats"):
    """Choose who plays a seat: the bot with this name, or a person if it is empty."""

    bot: Word


class Colour(SeatChange, type="colour", doing="choosing a colour", at="seats"):
    """Give the person in a seat a colour; whoever had it takes the colour given up."""

    colour: Seat


class ChooseDeck(Message, type="choose_deck", doing="choosing the cards", at="decks"):
    """Play with a deck, by its key."""

    deck: Word


class ChooseVariant(Change, type="variant", doing="choosing a variant"):
    """Play a variant, by its key."""

    variant: Word


class ChoosePreset(Change, type="preset", doing="choosing a set of rules"):
    """Take a set of options, by the keys of its group and of itself."""

    group: Word
    preset: Word


class SetOption(Change, type="option", doing="setting a rule"):
    """Change a rule."""

    option: Word
    value: Value


class AsPrinted(Change, type="as_printed", doing="taking back changes of rules"):
    """Take back every change of a rule."""


class ChooseScreen(Message, type="screen", doing="choosing where the hands lie"):
    """Choose where the hands lie."""

    screen: Word


class People(Change, type="people", doing="choosing how many play", at="seats"):
    """Set how many people come with phones."""

    people: Annotated[int, Field(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]


class AtTables(Change, type="at_tables", doing="choosing at how many tables people sit", at="seats"):
    """Set at how many tables people with phones sit."""

    tables: Annotated[int, Field(ge=1, le=LARGEST_NUMBER)]


class Pace(Change, type="pace", doing="choosing how fast bots play", at="more"):
    """Set how many seconds a bot waits before it acts."""

    seconds: Annotated[float, Field(ge=0, le=10, strict=False)]


class Seed(Change, type="seed", doing="setting the seed", at="more"):
    """Set the number from which all chance follows; empty leaves it to chance."""

    seed: Word


class Usual(Message, type="usual", doing="keeping the usual table"):
    """Set whether these choices are kept for the next time."""

    kept: bool


class Deal(Message, type="deal", doing="starting a new game"):
    """Begin the match."""


class Back(Message, type="back", doing="going back to the match"):
    """Go back to the match that lies on the table."""


class Words(Change, type="words", doing="choosing how cards are called"):
    """Name cards as in a classroom, or as their list prints them."""

    school: bool


class HowToPlay(Message, type="how_to_play", doing="opening the rules"):
    """Open the rules."""
