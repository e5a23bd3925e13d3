"""What a game declares: its variants, card tables, bots, and what the studio and the lab need to know of it.

A declaration is read by everything above: forms, the command line, saved matches, docs and lint are
made from it, so each fact is written once.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from workbench.kernel.actions import PEOPLE_ONLY, ActionSpace
from workbench.kernel.arrays import AnyDeck
from workbench.kernel.bots import BOTS, EASY_BOT, GREEDY, HARD_BOT, NORMAL, Bot, Bots, first_listed
from workbench.kernel.declared import check_is_one_of, check_least, check_parts, check_rule
from workbench.kernel.defaults import array_columns, plain_arrays, plain_bars, plain_bonuses
from workbench.kernel.effects import NO_EFFECTS, Effects
from workbench.kernel.events import NO_EVENTS, EventKinds
from workbench.kernel.exchanges import NO_EXCHANGES, Exchanges
from workbench.kernel.frames import EFFECT
from workbench.kernel.names import Values, check_name, one_named
from workbench.kernel.options import Options, Presets
from workbench.kernel.phases import PLAY, Phases, legal_by_phase, step_by_phase
from workbench.kernel.rule import rule
from workbench.kernel.rulebook import numbered_rules
from workbench.kernel.scenes.plain import plain_face, plain_scene
from workbench.kernel.scenes.scene import LARGE_LAYOUTS, CardFace
from workbench.kernel.scoring import MOST_POINTS, Lines, Ranking, Recount
from workbench.kernel.state import MAX_CARDS, Record, StateSpec
from workbench.kernel.tables import Bar, Bonus, CardTable, card_tables
from workbench.storage.errors import DeckError, DeclarationError, OptionError, one_of, shown

OLDEST = 99
LAST = 1_000_000  # the place of a tile that has none of its own
NAMED = ("card", "seat", "category", "number", "choice")  # the kinds of things that texts name, beside rows of tables


def seat_counts(seats: range) -> str:
    """How many play, in words.

    >>> seat_counts(range(2, 9)), seat_counts(range(2, 3))
    ('2 to 8 seats', '2 seats')
    """
    return f"{seats[0]} seats" if len(seats) == 1 else f"{seats[0]} to {seats[-1]} seats"


@rule(inlined=True)
def not_scored(state: Record, deck: AnyDeck, lines: Lines) -> None:
    """What stands in for the scorer of a variant that has none."""


def _dealt_together(arrays: Any) -> Sequence[int]:
    """The usual game deals no card by itself."""
    return ()


class Mechanism(NamedTuple):
    """Something that people do in a game, as a report says it where hardly any game sees it.

    words: "trades", after "Hardly anybody". may, does: the names of the verbs that show that somebody could, and did.
    """

    words: str
    may: str
    does: str


@dataclass(frozen=True)
class Measures:
    """What only the lab uses of a variant, while games run; a game can be played without any of it.

    dealt_apart: `(arrays) -> cards` that setup deals by themselves, so that they cannot lie wherever others do.
    count: a rule function `(state, deck, lines, counted)` that writes, for a finished game, one number for each name
        of `counters`, for the game's own report tables.
    first_seat: a rule function `(state)` that says, once a game is set up, which seat is first in turn order; left out,
        the one that is asked first, or none if several are.
    scored_at_end: what cards are worth is counted from where they lie at the end, so that the lab can count a game
        again with a card worth less, instead of playing it again.
    tie_break: a rule function `(state, lines, seat, reason)` that says a seat's figure for a reason of the chain, where
        `score` writes lines of it only for those seats that are equal in what comes before; so the places of the
        others can be told as well.
    outcome: the rule function `(state, deck, lines)` with which `score` ends, where what it derives depends only on
        each seat's points in each category, more of them never harm a seat, and what one card is worth does not depend
        on another: so a story can say what other points would have done without counting all cards again.
    mechanisms: what people should do in a game, so that a report can say that they do not.
    """

    dealt_apart: Callable[[Any], Sequence[int]] = _dealt_together
    counters: Sequence[str] | Values = ()
    count: Callable[..., Any] | None = None
    first_seat: Callable[..., Any] | None = None
    scored_at_end: bool = False
    tie_break: Callable[..., Any] | None = None
    outcome: Callable[..., Any] | None = None
    mechanisms: tuple[Mechanism, ...] = ()

    def __post_init__(self) -> None:
        check_parts(self)
        if isinstance(self.counters, str) or bool(len(self.counters)) != (self.count is not None):
            given = f"counters are {shown(self.counters)} and count is {'given' if self.count else 'not given'}"
            raise DeclarationError(
                f"Measures: {given}; expected a list of names, and the rule that writes their numbers"
            )


def _nothing_impossible(record: Any, deck: Any) -> str:
    """A game that declares nothing impossible takes every position from which its rules go on."""
    return ""


@dataclass(frozen=True)
class Positions:
    """What only the builder of positions uses of a variant; positions can be built without any of it.

    complete: a rule function `(state, deck)` that writes what follows from where cards lie and from the fields given,
        such as points counted while cards are built.
    begin: a rule function `(state, deck, events)` that begins the phase of the record and goes on until a seat is
        asked, for a game with a legal and a step of its own.
    impossible: `(record, deck) -> ` a sentence about what no play leads to, and what to give instead; empty if nothing
        is wrong. The deck is a Deck.
    """

    complete: Callable[..., Any] | None = None
    begin: Callable[..., Any] | None = None
    impossible: Callable[[Any, Any], str] = _nothing_impossible

    def __post_init__(self) -> None:
        check_parts(self)


@dataclass(frozen=True)
class Drawing:
    """What lies open on the table as a file: what it is called ("the map"), and what writes each kind of file.

    kinds: the ending of its name (".svg") -> `(match) -> bytes`, which may raise OptionError.
    """

    title: str
    kinds: Mapping[str, Callable[[Any], bytes]]

    def __post_init__(self) -> None:
        check_parts(self, self.title)


# What the rule functions of a variant are handed.
PARAMETERS = {
    "setup": "state, deck, events",
    "legal": "state, deck, seat, actions",
    "step": "state, deck, events, seat, action",
    "score": "state, deck, lines",
    "choose": "bot, view, deck, seat, actions",
    "possible": "state, deck, seat",
    "count": "state, deck, lines, counted",
    "first_seat": "state",
    "tie_break": "state, lines, seat, reason",
    "outcome": "state, deck, lines",
    "complete": "state, deck",
    "begin": "state, deck, events",
}


@dataclass(frozen=True)
class Variant:
    """One way to play a game: its record, actions and the rule functions that both speeds run.

    `setup(state, deck, events)`, `legal(state, deck, seat, actions)`, `step(state, deck, events, seat, action)`,
    `score(state, deck, lines)` and `choose(bot, view, deck, seat, actions) -> position` are rule functions. Left out,
    `legal` and `step` are those of the phases (see `Phase`), which setup begins with `enter`.
    Variants with records of their own may share rules: ACTIONS, EVENTS, PHASES, ZONES, OPTIONS, RANKING and EFFECTS are
    those of the variant at hand where rules import them as `Bound` names, and `bindings` fills what else differs.
    `pass_verbs` lists, in order of preference, the verbs a seat that has run out of time plays (`ACTIONS.done`, ...);
    by default any that is not for people only, the last one first, since what ends or declines is mostly there.
    `seconds` and the decisions that presets declare say how many minutes a match takes (see `minutes`).
    `recount(view, deck)` is the second scorer, plain Python written separately from `score`: from what a spectator sees
    of a finished match it finds the winners and the figures again (see `Recount`).
    `exchanges` says which events are exchanges between seats (see `Exchange`), `drawing` what of the table can be saved
    as a picture. `colours` says among how many colours people choose one for their seat before a match; where it is 0,
    each seat has its own. A colour is the arms of the seat of that number, and not part of the record.
    `layouts` says which of the large layouts (`LARGE_LAYOUTS`) its scenes show: what draws the others is not sent.
    `round_of(record)` is the round that a record is in, counted from 1, or 0 before the first; left out, a round is a
    turn of every seat.

    Left out: `seats` are two up to what the record has room for, `default_seats` the fewest, most points win
    (`ranking`), and a bot that is not the random one takes the first action listed (`choose`).
    Raises DeclarationError, also for a function that is not marked with `@rule` or takes other parameters.
    """

    state: StateSpec
    actions: ActionSpace
    setup: Callable[..., Any]
    legal: Callable[..., Any] = legal_by_phase
    step: Callable[..., Any] = step_by_phase
    score: Callable[..., Any] = not_scored
    max_decisions: int = 0
    key: str = "base_game"
    title: str = "Base game"
    seats: range = range(0)
    default_seats: int = 0
    events: EventKinds = NO_EVENTS
    effects: Effects = NO_EFFECTS
    ranking: Ranking = MOST_POINTS
    phases: Phases = PLAY
    choose: Callable[..., Any] = first_listed
    pass_verbs: tuple[int, ...] = ()
    possible: Callable[..., Any] | None = None  # (state, deck, seat) -> bool: is this world publicly possible?
    bindings: Mapping[str, Any] = field(default_factory=dict)  # the game's own Bound names -> number, array or rule
    presets: tuple[Presets, ...] = ()
    seconds: int = 0  # that people take for one decision, with thought and talk
    check: Callable[..., Any] | None = None  # (deck, seats, options): raises DeckError or OptionError
    recount: Callable[[dict[str, Any], Any], Recount] | None = None
    scene: Callable[..., Any] | None = None  # (sight) -> Scene, where its screen is not the game's
    measures: Measures = Measures()
    positions: Positions = Positions()
    exchanges: Exchanges = NO_EXCHANGES
    drawing: Drawing | None = None
    colours: int = 0
    layouts: tuple[str, ...] = LARGE_LAYOUTS
    round_of: Callable[[Any], int] | None = None
    pitch: str = ""  # what it is, in a line beneath its title

    def round_at(self, record: Any) -> int:
        """The round that a record of this variant is in, counted from 1; 0 before the first."""
        if self.round_of is not None:
            return int(self.round_of(record))
        return -(-int(record.turn) // int(record.seats))

    def __post_init__(self) -> None:
        check_parts(self, self.title)
        for name, parameters in PARAMETERS.items():
            holders = (self, self.measures, self.positions)
            function = next(getattr(holder, name) for holder in holders if hasattr(holder, name))
            if function is not None:
                check_rule(f"{self.title}: {name}", function, parameters)
        check_least(f"{self.title}: max_decisions", self.max_decisions, 1)
        check_least(f"{self.title}: seconds", self.seconds, 0)
        for layout in self.layouts:
            check_is_one_of(f"{self.title}: layout", layout, LARGE_LAYOUTS)
        if self.colours:
            check_least(f"{self.title}: colours", self.colours, max(self.seats, default=self.state.max_seats))
        if self.score is not_scored:
            raise DeclarationError(f"{self.title}: score is missing; expected a rule (state, deck, lines)")
        self._check_course()
        self._check_presets()
        if goal := self.ranking.sheet.goal:
            check_is_one_of(f"{self.title}: goal of the score sheet", goal, [option.key for option in self.options])
        if self.seats and not 0 < self.seats[0] <= self.seats[-1] <= self.state.max_seats:
            raise DeclarationError(f"{self.title}: seats are {self.seats}; its record has {self.state.max_seats}")
        for verb in self.pass_verbs:
            if verb not in self.actions.first_of_verb:
                raise DeclarationError(f"{self.title}: pass_verbs has {verb}; give verbs, such as ACTIONS.done")
        begins = [effect.beginning() for effect in self.effects if effect.log]
        known = {kind.name for kind in self.events.kinds}
        if begins and begins[0].name not in known:
            object.__setattr__(self, "events", EventKinds([*self.events.kinds, *begins]))
        self.exchanges.check(self.events)
        verbs = [verb.name for verb in self.actions.verbs]
        for words, *named in self.measures.mechanisms:
            for name in named:
                check_is_one_of(f"{self.title}: mechanism {words!r}: verb", name, verbs)
        most = self.state.max_seats
        object.__setattr__(self, "seats", self.seats or range(min(2, most), most + 1))
        object.__setattr__(self, "default_seats", self.default_seats or self.seats.start)
        if self.default_seats not in self.seats:
            raise DeclarationError(f"{self.title}: default_seats is {self.default_seats}; its seats are {self.seats}")

    def _check_course(self) -> None:
        """Raise DeclarationError where phases say what is legal and the variant does too, or neither does."""
        of_phases, own = self.phases.have_courses, self.legal is not legal_by_phase
        if own is (self.step is step_by_phase):
            raise DeclarationError(f"{self.title}: give both legal and step, or neither and phases with courses")
        if own is of_phases:
            said = "its phases say so too; leave out legal and step" if own else "no phase has a legal"
            raise DeclarationError(f"{self.title}: what is legal is said {'by legal' if own else 'nowhere'}: {said}")

    def _check_presets(self) -> None:
        """Raise DeclarationError for presets of options that do not exist, or of values that do not fit them."""
        declared = {option.key: option for option in self.options}
        for group in self.presets:
            if group.key in declared:
                raise DeclarationError(f"{self.title}: presets {group.key!r} have the name of an option; take another")
            for preset in group.presets:
                for key, value in preset.values.items():
                    check_is_one_of(f"preset {preset.key!r}: option", key, list(declared))
                    try:
                        declared[key].encode(value)
                    except OptionError as refusal:
                        raise DeclarationError(f"preset {preset.key!r}: {refusal}") from None

    def minutes(self, options: Mapping[str, Any], seats: int) -> int:
        """About how long people play with these options, in fives; 0 where no preset that is in force says."""
        return self.minutes_for(self.usual_decisions(options, seats))

    def minutes_for(self, decisions: float) -> int:
        """About how long people take for so many decisions, in fives; 0 where nobody says how long one takes."""
        return max(5, 5 * round(decisions * self.seconds / 300)) if decisions and self.seconds else 0

    def usual_decisions(self, options: Mapping[str, Any], seats: int) -> int:
        """The median decisions of a match with the game's own deck; 0 where no preset that is in force says."""
        kept = {option.key: option.default for option in self.options} | dict(options)
        for group in self.presets:
            preset = group.in_force(kept)
            if preset is not None and seats in (decisions := self.decisions(group)[preset.key]):
                return decisions[seats]
        return 0

    def decisions(self, group: Presets) -> Mapping[str, Mapping[int, int]]:
        """Preset -> number of seats -> the median decisions of a match; raises DeclarationError for a wrong file."""
        if group.measured is None:
            return {preset.key: preset.decisions for preset in group.presets}
        return measured_decisions(group.measured, tuple(preset.key for preset in group.presets), self.seats)

    def together(self, record: Any) -> str:
        """How several seats that are asked act now: as the effect on top is declared, or else the phase."""
        top = int(record.frame_count) - 1
        effect = int(record.frames[top, EFFECT]) if top >= 0 else len(self.effects)
        return self.effects[effect].together if effect < len(self.effects) else self.phases[record.phase].together

    @cached_property
    def passes(self) -> tuple[int, ...]:
        """The verbs that a seat out of time plays, in order of preference."""
        usual = [self.actions.first(verb.name) for verb in self.actions.verbs if verb.use != PEOPLE_ONLY]
        return self.pass_verbs or tuple(reversed(usual))

    @property
    def options(self) -> Options:
        """The options, which are fields of the record."""
        return self.state.options


def _nothing_odd(deck: Any) -> Sequence[Any]:
    """A game that declares no lint of its own finds nothing more."""
    return ()


@dataclass(frozen=True)
class Studio:
    """What only the designer's studio uses of a game.

    lint: `(deck) -> findings` beyond those that every deck is searched for.
    face: `(deck, kind) -> CardFace`, a card with no match around it; by default as its row says.
    bonuses, bars: `(deck) -> ` what the bonus graph and the picture of the balance show; by default read from the
        columns (see `plain_bonuses`, `plain_bars`).
    most_categories: how many categories a deck may declare.
    """

    lint: Callable[[Any], Sequence[Any]] = _nothing_odd
    face: Callable[[Any, int], CardFace] = plain_face
    bonuses: Callable[[Any], Sequence[Bonus]] = plain_bonuses
    bars: Callable[[Any], Sequence[Bar]] = plain_bars
    most_categories: int = 16

    def __post_init__(self) -> None:
        check_parts(self)


@dataclass(frozen=True)
class Reports:
    """What only the lab uses of a game, once games have run.

    worth: what a card is worth to its owner ("points", "bonus"), each with a function (arrays, kind) -> arrays
        of the deck without it, None where the card has none of it: so the lab measures what it does.
    chain: a function (arrays, kind) -> arrays of the deck in which a card gives no other one its bonus, None where no
        bonus needs it: so the lab measures what a card enables.
    tables: title -> (report) -> DataFrame, the game's own tables; None for a variant that has nothing to say there.
    roles: what a match gives its seats to be ("faction") -> (report) -> (the names of the roles, int64 (games, roles):
        the seat that had each, -1 for none), so that reports show how often each wins.
    copies: (deck) -> the ids of cards that copy what others are worth, each with what it does in words ("copies the
        card across"), so that a comparison speaks of them too where another card was edited.
    """

    worth: Mapping[str, Callable[[Any, int], Any]] = field(default_factory=dict)
    chain: Callable[[Any, int], Any] | None = None
    tables: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    roles: Mapping[str, Callable[[Any], tuple[Sequence[str], Any]]] = field(default_factory=dict)
    copies: Callable[[Any], Mapping[str, str]] | None = None

    def __post_init__(self) -> None:
        check_parts(self)


@dataclass(frozen=True)
class Tile:
    """What the first page says of a game before anybody opens it.

    pitch: the game in one line.
    place: where it stands among the tiles, 1 first; a game that says nothing stands behind those that do.
    age: the years of age from which it is played; 0 says nothing.
    cover: `() -> Drawn`, its cover (see `workbench.heraldry.covers`), drawn when a page asks for it; None leaves it to
        the emblems of the game's cards.

    >>> Tile("Trade, build, and lead.", age=10).age
    10
    """

    pitch: str = ""
    age: int = 0
    cover: Callable[[], Any] | None = None
    place: int = LAST

    def __post_init__(self) -> None:
        check_parts(self)
        check_least("tile: age", self.age, 0, OLDEST)
        check_least("tile: place", self.place, 1, LAST)


@lru_cache(maxsize=64)
def written_in(folder: Path, file: str) -> Mapping[str, Any]:
    """What a TOML file of a folder says; empty where there is none."""
    path = folder / file
    return MappingProxyType(tomllib.loads(path.read_text(encoding="utf-8")) if path.is_file() else {})


@lru_cache(maxsize=64)
def measured_decisions(file: Path, presets: tuple[str, ...], seats: range) -> Mapping[str, Mapping[int, int]]:
    """What a file says of just these presets at just these numbers of seats: preset -> seats -> decisions. Read once.

    Raises DeclarationError.
    """
    try:
        written = written_in(file.parent, file.name)
        _check_keys("presets", written, presets)
        for preset, row in written.items():
            _check_keys(f"{preset}: numbers of seats", row, [str(number) for number in seats])
            for number, decisions in row.items():
                check_least(f"{preset}: decisions of {number} seats", decisions, 1)
    except (DeclarationError, UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        said = fault.args[0] if isinstance(fault, DeclarationError) else fault
        raise DeclarationError(f"{file}: {said}. Measure again: python -m benchmarks.lengths") from None
    return {preset: {int(number): decisions for number, decisions in row.items()} for preset, row in written.items()}


def _check_keys(what: str, given: Any, expected: Sequence[str]) -> None:
    """Raise DeclarationError unless something is a table of these keys."""
    if not isinstance(given, Mapping) or set(given) != set(expected):
        said = ", ".join(given) if isinstance(given, Mapping) else shown(given)
        raise DeclarationError(f"{what} are {said or 'none'}; expected {', '.join(expected)}")


@dataclass(frozen=True)
class Game:
    """A game: everything the rest of the workbench needs to know about it.

    Left out: the columns of its tables become arrays of the same names (`deck_arrays`, see `plain_arrays`), a
    screen shows every zone and offers every action as a button (`scene`, see `plain_scene`), `bots` are the random one.
    Raise `version` with every change of the rules or the record. Where the record alone has changed since an earlier
    version, `played_alike_since` is that version, and matches that were saved since then are still opened, except those
    that begin in a position of their own, which names fields of the record.
    Raises DeclarationError, also if a deck may hold more cards, in all card tables together, than a variant's record
    has room for.
    """

    id: str
    title: str
    version: int
    variants: tuple[Variant, ...]
    tables: tuple[CardTable, ...]
    deck_arrays: Callable[[Any], Any] = plain_arrays
    default_deck: str = "plain"
    bots: Bots = BOTS
    scene: Callable[..., Any] = plain_scene
    studio: Studio = Studio()
    reports: Reports = field(default_factory=Reports)
    tile: Tile = field(default_factory=Tile)
    played_alike_since: int = 0

    def __post_init__(self) -> None:
        check_parts(self, self.id)
        check_name("game", self.id)
        check_least(f"game {self.id!r}: played_alike_since", self.played_alike_since, 0, self.version)
        for variant in self.variants:
            self._check_kinds(variant)
        room = min((variant.state.max_cards for variant in self.variants), default=MAX_CARDS)
        tables = card_tables(self.tables)
        if self.deck_arrays is plain_arrays:
            array_columns(tables)
        most = sum(table.most for table in tables)
        if most > room:
            files, many = " and ".join(table.file for table in tables), len(tables) > 1
            said = f"{files} may list {most} cards{' together' if many else ''}"
            raise DeclarationError(f"{said}, but a record of {self.title} holds {room}")

    def _check_kinds(self, variant: Variant) -> None:
        """Raise DeclarationError where an action, an event or a reason names a kind of thing that does not exist."""
        known = (*NAMED, *(table.noun for table in self.tables))
        for verb in variant.actions.verbs:
            for argument in verb.arguments:
                check_is_one_of(f"verb {verb.name!r}: type of {argument.name!r}", argument.type, known)
        for event in variant.events.kinds:
            for name, kind in event.parts:
                check_is_one_of(f"event {event.name!r}: kind of {name!r}", kind, known)
        for reason in variant.ranking.reasons:
            check_is_one_of(f"reason {reason.name!r}: other", reason.other, known)

    def plays_alike(self, version: int) -> bool:
        """Whether what a version of the game has played is played alike here."""
        return (self.played_alike_since or self.version) <= version <= self.version

    @property
    def options(self) -> Options:
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
        return one_named(key, {variant.key: variant for variant in self.variants}, f"variant of {self.title}")

    @property
    def usual_bot(self) -> str:
        """The bot that plays where none is named: `greedy` if there is one, otherwise the last declared."""
        names = [bot.name for bot in self.bots]
        return GREEDY if GREEDY in names else names[-1]

    def table(self, file: str | None = None) -> CardTable:
        """The table of a file name, the first one if none is given; raises DeckError for an unknown file."""
        for table in self.tables:
            if file in (None, table.file):
                return table
        raise DeckError(one_of(file, [table.file for table in self.tables], f"table of {self.title}"))

    def bot_number(self, name: str) -> int:
        """The place of the bot called `name` in the declaration."""
        return one_named(name, {bot.name: number for number, bot in enumerate(self.bots)}, f"bot for {self.title}")

    @property
    def players(self) -> tuple[Bot, ...]:
        """The bots that can play a seat at a table: easy, usual and hard, then the others that the game declares.

        A bot that the game has declared under one of these names is the game's own. Where the usual bot plays at
        random there is no easier one.
        """
        usual = self.bots[self.bot_number(self.usual_bot)]
        others = [bot for bot in self.bots if bot is not usual]
        own = {bot.name for bot in self.bots}
        easier = (EASY_BOT,) if self.bots[0] is not usual else ()
        levels = [bot for bot in (*easier, usual, HARD_BOT) if bot is usual or bot.name not in own]
        return (*levels, *others)

    def player(self, name: str) -> Bot:
        """The bot of `players` with this name; raises OptionError."""
        return one_named(name, {bot.name: bot for bot in self.players}, f"bot for {self.title}")

    def player_titles(self) -> dict[str, str]:
        """The bots of `players` in words: name -> how good it is, where that is known, and how it plays.

        >>> from workbench.kernel.registry import game
        >>> game("guile").player_titles()["hard"]
        'hard: looks ahead'
        """
        levels = {bot.name: bot.name for bot in (EASY_BOT, HARD_BOT)}
        if self.bots[0].name != self.usual_bot:
            levels[self.usual_bot] = NORMAL
        said = {bot.name: [levels.get(bot.name, ""), bot.manner] for bot in self.players}
        return {name: ": ".join(filter(None, words)) or name for name, words in said.items()}

    @property
    def _source(self) -> Path:
        """The file of its rules; there is none for a game of a notebook."""
        return Path((self.variants[0].setup if self.variants else self.deck_arrays).__code__.co_filename)

    @cached_property
    def folder(self) -> Path:
        """The folder this game's files lie in; the working folder for a game of a notebook."""
        return self._source.parent if self._source.is_file() else Path.cwd()

    @property
    def rules(self) -> str:
        """The rules in our own words, as Markdown: RULES.md beside them, otherwise what their file says at its top."""
        file = self.folder / "RULES.md"
        if file.is_file():
            return file.read_text(encoding="utf-8")
        text = self.variants[0].setup.__globals__["__doc__"] if self._source.is_file() else ""
        return text or f"The rules of {self.title} are not written down. Write them into {file}."

    @cached_property
    def numbered_rules(self) -> dict[str, str]:
        """Id -> the beginning of each numbered rule of its rulebook, read once."""
        return numbered_rules(self.rules)

    @property
    def how_to_play(self) -> str:
        """The game on half a page, as Markdown: HOW_TO_PLAY.md beside its rules; empty where there is none."""
        file = self.folder / "HOW_TO_PLAY.md"
        return file.read_text(encoding="utf-8") if file.is_file() else ""

    @property
    def glossary(self) -> dict[str, str]:
        """The game's own words -> what each means: glossary.toml beside its rules; empty where there is none.

        A word stands as the table shows it, so that it can be opened there.
        """
        return dict(self.written("glossary.toml"))

    def written(self, file: str) -> Mapping[str, Any]:
        """What a TOML file beside the rules says, such as `one_minute.toml`; empty where there is none. Read once."""
        return written_in(self.folder, file)

    def __repr__(self) -> str:
        return f"<Game {self.id}: {self.title}, {seat_counts(self.seats)}>"
