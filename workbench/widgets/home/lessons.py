"""Lessons with a game, as data: what each requires, its aims as questions, and its plan minute by minute.

They stand in `lessons.toml` in the folder of the game. A game without this file has one lesson made from its tile.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from workbench.heraldry.covers import on_cover
from workbench.kernel.game import Game, Variant, written_in
from workbench.pen import Drawn, circle, element, rectangle
from workbench.storage.errors import DeclarationError, one_of
from workbench.widgets.parts import usual_deck

FILE = "lessons.toml"
SIDE = 60  # of a card in the picture of a town, in the picture's units
ROAD = {"N": (23, 0, 14, 30), "E": (30, 23, 30, 14), "S": (23, 30, 14, 30), "W": (0, 23, 30, 14)}
WOOD, PAVED, UNKNOWN = "#5d3a22", "#f6e9cb", "#5c4d3c"


@dataclass(frozen=True)
class Step:
    """A step of a lesson: the minute it starts, what happens, and what to say."""

    minute: int
    what: str
    say: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson with a game.

    variant: which of the game's to play; empty for the usual one. people: how many; screens: what they need.
    teaches: what it is good for, in a line; aims: the same as questions. before: what to do before it; questions: for
    the talk afterwards. score: rows of its score sheet, if the game's own sheet has no columns. picture: the cards
    of a town, in lines such as "2 0 T ship ES". first: whether it comes before all others.
    """

    game: Game
    title: str
    minutes: int = 0
    age: int = 0
    people: str = ""
    screens: str = ""
    teaches: str = ""
    variant: str = ""
    first: bool = False
    aims: tuple[str, ...] = ()
    plan: tuple[Step, ...] = ()
    before: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()
    score: tuple[str, ...] = ()
    picture: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """What the lesson requires, in a few words each."""
        told = self.facts_in_short
        return (*told[:-1], self.people, *told[-1:]) if self.people else told

    @property
    def facts_in_short(self) -> tuple[str, ...]:
        """The facts without the number of people."""
        facts = (f"{self.minutes} min" if self.minutes else "", f"from {self.age}" if self.age else "", self.screens)
        return tuple(fact for fact in facts if fact)

    @property
    def played(self) -> Variant:
        """The variant of the game that the lesson plays."""
        return self.game.variant(self.variant) if self.variant else self.game.variants[0]


def lessons_of(game: Game, folder: Path | None = None) -> tuple[Lesson, ...]:
    """The lessons written in a folder, by default the game's own, or one made from its tile.

    Raises DeclarationError if a key is unknown.
    """
    usual = game.variants[0]
    written = written_in(folder or game.folder, FILE).get("lessons", ())
    if not written:
        people = f"{usual.seats[0]} to {usual.seats[-1]} at a table" if len(usual.seats) > 1 else f"{usual.seats[0]}"
        minutes = usual.minutes({}, usual.default_seats)
        return (Lesson(game, game.title, minutes, game.tile.age, people, teaches=game.tile.pitch),)
    return tuple(_lesson(game, entry) for entry in written)


def all_lessons(games: Iterable[Game]) -> list[Lesson]:
    """The lessons of several games; those marked as first come before all others."""
    return sorted((lesson for game in games for lesson in lessons_of(game)), key=lambda lesson: not lesson.first)


def town_picture(lesson: Lesson) -> Drawn:
    """The town of a lesson, drawn from its lines; nothing if it has none."""
    deck = usual_deck(lesson.game)
    colours = {one.letter: one.colour for one in deck.meta.categories} if deck else {}
    cards = [_card(*line.split(), colours=colours) for line in lesson.picture]
    places = [line.split()[:2] for line in lesson.picture]
    wide = SIDE * (1 + max((int(x) for x, _ in places), default=0))
    high = SIDE * (1 + max((int(y) for _, y in places), default=0))
    box = f"-20 -30 {wide + 40} {high + 60}"
    back = rectangle(-wide, -high, 3 * wide, 3 * high, fill=WOOD)
    fit = {"viewBox": box, "preserveAspectRatio": "xMidYMid slice", "aria_hidden": "true"}
    return element("svg", back, *cards, class_="wb-town", **fit) if cards else Drawn("")


def _card(x: str, y: str, letter: str, emblem: str, roads: str, *, colours: dict[str, str]) -> Drawn:
    colour = colours.get(letter, UNKNOWN)
    ways = [rectangle(*ROAD[edge], fill=PAVED) for edge in roads]
    middle = [circle(30, 30, 15, fill=PAVED), circle(30, 30, 13, fill=colour)]
    sign = on_cover(emblem, 20, 20, 20)
    ground = rectangle(1, 1, SIDE - 2, SIDE - 2, fill=colour)
    return element("g", ground, *ways, *middle, sign, transform=f"translate({SIDE * int(x)} {SIDE * int(y)})")


def _lesson(game: Game, entry: dict[str, Any]) -> Lesson:
    known = [field.name for field in fields(Lesson) if field.name != "game"]
    for key in entry:
        if key not in known:
            raise DeclarationError(f"{FILE} of {game.title}: {one_of(key, known, 'key of a lesson')}")
    steps = tuple(Step(**step) for step in entry.get("plan", ()))
    lists = {key: tuple(value) for key, value in entry.items() if isinstance(value, list)}
    return Lesson(game, **{"age": game.tile.age, **entry, **lists, "plan": steps})
