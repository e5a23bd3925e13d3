"""What a game declares: its variants, options, card schema, bots, and where to find games.

A declaration is read by everything above: forms, the command line, saved matches, docs and lint are
made from it, so each fact stands in one place.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from workbench.kernel.errors import DeckError, OptionError, one_of, shown

if TYPE_CHECKING:
    import pandas

    from workbench.kernel.actions import ActionSpace
    from workbench.kernel.events import EventKinds
    from workbench.kernel.scene import CardFace
    from workbench.kernel.scoring import Ranking, Recount
    from workbench.kernel.state import StateSpec


# Several seats act at once. In secret together: in any order with the same outcome, nothing seen before the
# last is in, chance drawn only then. On the open floor: the order matters and is public.
SECRET_TOGETHER, OPEN_FLOOR = "secret_together", "open_floor"


@dataclass(frozen=True)
class Option:
    """A choice the host makes before a match; in the record it is a field of the same name.

    A choice option has `choices` (stored as the index of the choice); a number option has `least`
    and `most` (stored as it is). `none` is a word that stands for -1 ("no limit"). `bots` is the
    value used for bots and simulations where the default suits people only.
    """

    key: str
    default: str | int | bool
    help: str
    rule: str = ""
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    none: str = ""
    bots: str | int | bool | None = None

    def encode(self, value: object) -> int:
        """The number the record holds for `value`; raises OptionError."""
        if isinstance(self.default, bool):
            if isinstance(value, str) and value.lower() in ("true", "false"):
                value = value.lower() == "true"
            if not isinstance(value, bool):
                raise OptionError(f"Option {self.key!r} is {shown(value)}. Choose true or false.")
            return int(value)
        if self.none and isinstance(value, str) and value.lower() == self.none:
            return -1
        if self.choices:
            if not isinstance(value, str) or value not in self.choices:
                raise OptionError(one_of(value, self.choices, f"value of option {self.key!r}"))
            return self.choices.index(value)
        expected = f"a whole number from {self.least} to {self.most}" + (f" or {self.none!r}" if self.none else "")
        if isinstance(value, bool):
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {expected}.")
        try:
            number = int(value) if isinstance(value, int) else int(str(value))
        except ValueError:
            raise OptionError(f"Option {self.key!r} is {shown(value)}. Give {expected}.") from None
        if not self.least <= number <= self.most:
            raise OptionError(f"Option {self.key!r} is {shown(number)}. Give {expected}.")
        return number

    def decode(self, number: int) -> str | int | bool:
        """The value that `encode` turned into `number`."""
        if isinstance(self.default, bool):
            return bool(number)
        if self.none and number == -1:
            return self.none
        if self.choices:
            return self.choices[number]
        return int(number)


@dataclass(frozen=True)
class Column:
    """One column of a card table.

    kind: `key` (unique id), `name` (unique title), `text`, `number`, `letters` (category letters,
    `length` of them), `letter` (one category letter or empty), `card` (the name of another card of
    the table, or empty), `choice` (one of `choices`), `flag` (0 or 1).
    """

    key: str
    kind: str
    help: str
    required: bool = False
    length: int = 0
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0


@dataclass(frozen=True)
class CardTable:
    """One CSV file of a deck: its columns and how many cards it may hold (copies counted).

    `kind` is what one of its rows is called where labels, logs and score lines name one.
    """

    file: str
    columns: tuple[Column, ...]
    least: int
    most: int
    kind: str = "card"

    @property
    def most_rows(self) -> int:
        """How many rows are looked at to say what is wrong with them; a longer list is no deck by far."""
        return 4 * self.most


COUNT = "count"  # the column of copies; a table without it has one card a row


def main_key(table: CardTable) -> str:
    """The column of a table that identifies its rows."""
    return next(column.key for column in table.columns if column.kind == "key")


def name_column(table: CardTable) -> str:
    """The column that holds the cards' names; the key column where there is none."""
    return next((column.key for column in table.columns if column.kind == "name"), main_key(table))


def copies(row: Mapping[str, Any]) -> int:
    """How many cards a row of a deck stands for.

    >>> copies({"name": "Mill", "count": 3}), copies({"name": "Moat"})
    (3, 1)
    """
    return int(row.get(COUNT) or 1)


PLAIN_COLUMNS = (  # of a first game's cards
    Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
    Column("name", "name", "the name on the card", required=True),
    Column("points", "number", "what the card is worth", least=-999, most=999),
    Column(COUNT, "number", "how many copies there are", least=1, most=99),
)


class Bonus(NamedTuple):
    """A card that is worth more beside another one: rows of the main table; `source` None if no card is meant.

    `named` is what the card prints, `category` the letter of the category the bonus counts in, if any.
    """

    card: int
    source: int | None
    named: str
    category: str = ""


class Bar(NamedTuple):
    """One bar of the picture of a deck's balance; `part` says which of several pictures it belongs to.

    `letter` is that of the category it stands for, if any; `note` is said beside the number.
    """

    label: str
    value: float
    part: str = ""
    letter: str = ""
    note: str = ""


def _usual(name: str) -> Callable[[], Any]:
    """Fetches what stands for a part left out: late, because the module of defaults stands on this one."""
    return lambda: getattr(importlib.import_module("workbench.kernel.defaults"), name)


GREEDY = "greedy"  # what the thinking bot of a game is called


def seat_counts(seats: range) -> str:
    """How many play, in words.

    >>> seat_counts(range(2, 9)), seat_counts(range(2, 3))
    ('2 to 8 seats', '2 seats')
    """
    return f"{seats[0]} seats" if len(seats) == 1 else f"{seats[0]} to {seats[-1]} seats"


@dataclass(frozen=True)
class Variant:
    """One way to play a game: its record, actions and the rule functions that both speeds run.

    `setup(state, deck, events)`, `legal(state, deck, seat, actions)`, `step(state, deck, events, seat, action)`,
    `score(state, deck, lines)` and `choose(bot, view, deck, seat, actions) -> position` are rule functions.
    `bindings` lets variants with records of their own share rules: it fills the names that differ between them.
    `together` names the phases in which several seats may act at once, and of which kind they are.
    `pass_verbs` lists, in order of preference, the verbs a seat that has run out of time plays; by default any verb,
    the last one declared first, since what ends or declines mostly stands there.
    `recount(view, deck)` is the second scorer, plain Python written apart from `score`: from what a spectator sees
    of a finished match it finds the winners and the figures again (see `Recount`).
    `dealt_apart(arrays)` names the cards that setup deals by themselves, so that they cannot lie wherever others do.
    `count(state, deck, lines, counted)` is a rule function that writes, for a finished game, one number for each name
    of `counters`, for the game's own report tables. `scored_at_end` says that what cards are worth is counted from
    where they lie at the end, so that the lab can count a game again with a card worth less. `inlined` makes the game's
    rules part of the compiled loop: faster playouts, and a longer wait for the compiler.

    Left out: `seats` are two up to what the record has room for, `default_seats` the fewest, most points win
    (`ranking`), and a bot that is not the random one takes the first action listed (`choose`).
    Raises ValueError if one of the five functions every variant has is not marked with `@rule`.
    """

    state: StateSpec
    actions: ActionSpace
    setup: Callable
    legal: Callable
    step: Callable
    score: Callable
    max_decisions: int
    key: str = "base_game"
    title: str = "Base game"
    seats: range = range(0)
    default_seats: int = 0
    events: EventKinds = field(default_factory=_usual("NO_EVENTS"))
    ranking: Ranking = field(default_factory=_usual("MOST_POINTS"))
    phases: tuple[tuple[str, str], ...] = (("play", "Play"),)  # (key, title) by phase number
    choose: Callable = field(default_factory=_usual("first_listed"))
    pass_verbs: tuple[str, ...] = ()
    possible: Callable | None = None  # (state, deck, seat) -> bool: is this world publicly possible?
    bindings: Mapping[str, Any] = field(default_factory=dict)  # the game's own Bound names -> number, array or rule
    together: Mapping[str, str] = field(default_factory=dict)  # phase key -> SECRET_TOGETHER or OPEN_FLOOR
    check: Callable | None = None  # (deck, seats, options): raises DeckError or OptionError
    recount: Callable[[dict[str, Any], Any], Recount] | None = None
    dealt_apart: Callable[[Any], Sequence[int]] = field(default=lambda arrays: ())
    counters: tuple[str, ...] = ()
    count: Callable | None = None
    scored_at_end: bool = False
    inlined: bool = True

    def __post_init__(self) -> None:
        for name in ("setup", "legal", "step", "score", "choose", "possible", "count"):
            function = getattr(self, name)
            if function is not None and not getattr(function, "__rule__", False):
                raise ValueError(f"{self.title}: {name} is no rule function; write @rule above it")
        verbs = tuple(verb.name for verb in reversed(self.actions.verbs))
        object.__setattr__(self, "seats", self.seats or range(2, self.state.max_seats + 1))
        object.__setattr__(self, "default_seats", self.default_seats or self.seats.start)
        object.__setattr__(self, "pass_verbs", self.pass_verbs or verbs)

    @property
    def options(self) -> tuple[Option, ...]:
        """The options, which are fields of the record."""
        return self.state.options


@dataclass(frozen=True)
class Bot:
    """A computer player by name, with what it does in one sentence."""

    name: str
    about: str


@dataclass(frozen=True)
class Game:
    """A game: everything the rest of the workbench needs to know about it.

    `worth` names what a card is worth to whoever has it ("points", "bonus"), each with a function (arrays, kind) ->
    arrays of the deck without it, None where the card has none of it: so the lab measures what it does.

    Left out: the columns of the first table become arrays of the same names (`deck_arrays`, see `plain_arrays`), a
    screen shows every zone and offers every action as a button (`scene`, see `plain_scene`), a card looks as its row
    says (`face`: deck, row of the main table -> a card with no match around it), `bots` are the random one,
    `bonuses` and `bars` are read from the columns (see `plain_bonuses`, `plain_bars`).
    Raises ValueError if a deck may hold more cards than a variant's record has room for.
    """

    id: str
    title: str
    version: int
    variants: tuple[Variant, ...]
    tables: tuple[CardTable, ...]
    deck_arrays: Callable[[Any], Any] = field(default_factory=_usual("plain_arrays"))
    default_deck: str = "plain"
    bots: tuple[Bot, ...] = field(default_factory=_usual("BOTS"))
    scene: Callable = field(default_factory=_usual("plain_scene"))
    face: Callable[[Any, int], CardFace] = field(default_factory=_usual("plain_face"))
    lint: Callable[[Any], Sequence] = field(default=lambda deck: ())
    bonuses: Callable[[Any], Sequence[Bonus]] = field(default_factory=_usual("plain_bonuses"))
    bars: Callable[[Any], Sequence[Bar]] = field(default_factory=_usual("plain_bars"))
    worth: Mapping[str, Callable[[Any, int], Any]] = field(default_factory=dict)
    max_categories: int = 16
    report_tables: Mapping[str, Callable[[Any], pandas.DataFrame]] = field(default_factory=dict)  # title -> of a Report

    def __post_init__(self) -> None:
        room = min((variant.state.max_cards for variant in self.variants), default=0)
        if self.variants and self.tables[0].most > room:
            most = self.tables[0].most
            raise ValueError(f"{self.tables[0].file} may list {most} cards, but a record of {self.title} holds {room}")

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the default variant."""
        return self.variants[0].options

    @property
    def seats(self) -> range:
        """The seat counts of the default variant."""
        return self.variants[0].seats

    def variant(self, key: str | None = None) -> Variant:
        """The variant called `key`; the first one if no key is given."""
        if key is None:
            return self.variants[0]
        for variant in self.variants:
            if isinstance(key, str) and variant.key == key:
                return variant
        raise OptionError(one_of(key, [variant.key for variant in self.variants], f"variant of {self.title}"))

    @property
    def usual_bot(self) -> str:
        """The bot that plays where none is named: `greedy` if there is one, else the last declared."""
        names = [bot.name for bot in self.bots]
        return GREEDY if GREEDY in names else names[-1]

    def table(self, file: str | None = None) -> CardTable:
        """The table of a file name, the main one if none is given; raises DeckError for an unknown file."""
        for table in self.tables:
            if file in (None, table.file):
                return table
        raise DeckError(one_of(file, [table.file for table in self.tables], f"table of {self.title}"))

    def bot_number(self, name: str) -> int:
        """The place of the bot called `name` in the declaration."""
        names = [bot.name for bot in self.bots]
        if not isinstance(name, str) or name not in names:
            raise OptionError(one_of(name, names, f"bot for {self.title}"))
        return names.index(name)

    @property
    def _source(self) -> Path:
        """The file that its rules stand in; there is none for a game of a notebook."""
        return Path((self.variants[0].setup if self.variants else self.deck_arrays).__code__.co_filename)

    @cached_property
    def folder(self) -> Path:
        """The folder this game's files lie in; the working folder for a game of a notebook."""
        return self._source.parent if self._source.is_file() else Path.cwd()

    @property
    def rules(self) -> str:
        """The rules in our own words, as Markdown: RULES.md beside them, else what their file says at its top."""
        file = self.folder / "RULES.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
        told = self.variants[0].setup.__globals__["__doc__"] if self._source.is_file() else ""
        return told or f"The rules of {self.title} are not written down. Write them into {file}."

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}, {seat_counts(self.seats)}>"


def _own_games() -> list[str]:
    import workbench.games as package

    return sorted(module.name for module in pkgutil.iter_modules(package.__path__) if module.ispkg)


@cache
def _outside_games() -> dict[str, Any]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group="workbench.games")}


_registered: dict[str, Game] = {}


def register(game: Game) -> Game:
    """Make a game known by its id for this process (a game of a test or a notebook)."""
    _registered[game.id] = game
    return game


def unregister(game_id: str) -> None:
    """Undo `register`; a game that was never registered is left alone."""
    _registered.pop(game_id, None)


@contextmanager
def registered(game: Game) -> Iterator[Game]:
    """Make a game known by its id for as long as a block lasts; whatever was known by it before is known again then."""
    before = _registered.get(game.id)
    register(game)
    try:
        yield game
    finally:
        unregister(game.id)
        if before is not None:
            register(before)


def games() -> dict[str, Game]:
    """All games by id: our own by folder, outside ones by the entry point group `workbench.games`."""
    names = [*_own_games(), *_outside_games(), *_registered]
    return {name: game(name) for name in dict.fromkeys(names)}


def game(game_id: str | Game) -> Game:
    """The game called `game_id`; a Game is returned as it is, if it is known by its id."""
    if isinstance(game_id, Game):
        if not any(game_id.id in known for known in (_registered, _own_games(), _outside_games())):
            raise OptionError(
                f"{game_id.title} is not known by its id {game_id.id!r} yet. "
                "Call workbench.kernel.game.register(...) with the Game first."
            )
        return game_id
    if isinstance(game_id, str):
        if game_id in _registered:
            return _registered[game_id]
        if game_id in _own_games():
            return importlib.import_module(f"workbench.games.{game_id}").GAME
        if game_id in (outside := _outside_games()):
            return outside[game_id].load()
    raise OptionError(one_of(game_id, [*_own_games(), *_outside_games(), *_registered], "game"))
