"""What a check is, and what it runs on: a trial is one match, walked through with the play of people and bots."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from workbench.checks.difference import first_difference
from workbench.decks import Deck
from workbench.kernel.actions import Action
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.game import Game, Variant
from workbench.kernel.options import Option
from workbench.play.match import Match
from workbench.play.seating import numbered
from workbench.storage.errors import DeckError, IllegalAction, OptionError

BOTS_SHARE = 0.3  # share of the acts of a walk that a bot chooses
LATE_SHARE = 0.6  # share of the walks that begin part of the way into a match
MOST_AHEAD = 2_000  # decisions played without stopping


class Broken(Exception):
    """A check has found a fault: what is wrong, and the match that shows it."""

    def __init__(self, text: str, match: Match | None = None) -> None:
        super().__init__(text)
        self.text = text
        self.match = match


@dataclass(frozen=True)
class Setup:
    """How a game is set up for a trial: its variant, seats, options and deck."""

    game: Game
    deck: Deck
    variant: Variant
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    def match(self, seed: int) -> Match:
        """A new match; raises OptionError or DeckError if the game refuses it."""
        options = {"game_variant": self.variant.key, **dict(self.options)}
        return Match(
            self.game, seats=self.seats, seed=seed, deck=self.deck, options=options, names=numbered(self.seats)
        )

    def is_allowed(self) -> bool:
        """Whether the game accepts this setup."""
        try:
            self.match(0)
        except (OptionError, DeckError):
            return False
        return True

    def __str__(self) -> str:
        options = ", ".join(f"{key}={value}" for key, value in self.options)
        return f"{self.variant.key}, {self.seats} seats{', ' + options if options else ''}"


@dataclass(frozen=True)
class Effort:
    """How much is tried: setups of a variant, matches of a setup, acts of a match, worlds of a position, deals.

    `positions` limits the positions of a small game, of which every course is played.
    """

    setups: int
    matches: int
    acts: int
    worlds: int
    deals: int
    positions: int


EFFORTS = (
    Effort(setups=5, matches=1, acts=60, worlds=2, deals=400, positions=200),
    Effort(setups=12, matches=2, acts=80, worlds=3, deals=4_000, positions=2_000),
    Effort(setups=120, matches=25, acts=2_000, worlds=8, deals=40_000, positions=20_000),
)


@dataclass(frozen=True)
class Tried:
    """What a run of checks tries: a game with a deck, at one number of seats or (None) at any that a variant takes.

    `options`, which may name presets, hold in every match; other options are tried with random values.
    """

    game: Game
    deck: Deck
    effort: Effort
    seats: int | None = None
    options: tuple[tuple[str, Any], ...] = ()

    def variants(self) -> list[Variant]:
        """The variants that can be played with the number of seats."""
        return [variant for variant in self.game.variants if self.seats is None or self.seats in variant.seats]

    def free_options(self, variant: Variant) -> list[Option]:
        """The options of a variant that have not been set."""
        presets = {group.key: group for group in variant.presets}
        said = {
            key for name, value in self.options for key in (presets[name].values(value) if name in presets else (name,))
        }
        return [option for option in variant.options if option.key not in said]

    def seat_counts(self, *counts: int) -> list[int]:
        """The one number of seats to try, otherwise these, each once."""
        return list(dict.fromkeys(counts)) if self.seats is None else [self.seats]

    def setup(self, variant: Variant, seats: int, options: tuple[tuple[str, Any], ...] = ()) -> Setup:
        """A setup of a variant."""
        return Setup(self.game, self.deck, variant, seats, (*self.options, *options))


@dataclass
class Trial:
    """One match of a setup for a check to walk through; `tally` counts what was tried in all trials of the check.

    A check calls `goes_on()` after each step, so that only a step that does not end counts as endless.
    """

    setup: Setup
    seed: int
    effort: Effort
    tally: Counter[Any] = field(default_factory=Counter)
    goes_on: Callable[[], None] = lambda: None

    def __post_init__(self) -> None:
        self.chooser = random.Random(f"{self.setup} {self.seed}")
        self.latest: Match | None = None

    def match(self) -> Match:
        """The match of this trial, at its beginning."""
        self.tally["matches"] += 1
        self.latest = self.setup.match(self.seed)
        return self.latest

    def walk(self, match: Match, acts: int | None = None) -> Iterator[Match]:
        """Stop at each position, from the beginning or from a later one; play as people and bots do.

        `acts` is the maximum number of acts to walk, by default that of the effort.
        """
        if self.chooser.random() < LATE_SHARE:
            self._go_ahead(match)
        for _ in range(self.effort.acts if acts is None else acts):
            self.tally["positions"] += 1
            self.goes_on()
            yield match
            if match.over:
                return
            play_somehow(match, self.chooser)

    def _go_ahead(self, match: Match) -> None:
        """Play part of a random game without stopping."""
        log = random_game(match, self.chooser.randrange(2**30))
        for seat, action in log[: self.chooser.randrange(len(log) + 1)]:
            try:
                match.play(seat, action)
            except IllegalAction:  # the same acts do not lead there twice; the rest of the walk shows it
                return


def random_game(match: Match, seed: int) -> list[tuple[int, int]]:
    """How random bots would continue a match from here: seat and action of at most MOST_AHEAD decisions.

    It ends where a rule fails, so that a check can look there.
    """
    engine, record, events = match.referee.engine, match.record.copy(), match.referee.engine.new_events()[0]
    actions = engine.new_actions()[0]
    seed_generator(actions.random_state, seed, 0, BOT_STREAM)
    log: list[tuple[int, int]] = []
    while not record.over and record.to_act and len(log) < MOST_AHEAD:
        seat = next(seat for seat in range(match.seats) if (record.to_act >> seat) & 1)
        try:
            action = engine.random_bot(record, match.referee.arrays, seat, actions)
            engine.take(record, match.referee.arrays, events, seat, action)
        except Exception:
            break
        log.append((seat, action))
    return log


def play_somehow(match: Match, chooser: random.Random, seat: int | None = None) -> None:
    """Play one act of any seat, or of a given one: any legal verb, then any of its actions; or what a bot would do."""
    seat = chooser.choice(match.to_act) if seat is None else seat
    if chooser.random() < BOTS_SHARE:
        bot = chooser.choice(match.game.bots).name
        other = match.fork()
        other.seat_bot(seat, bot)
        other.play_bot(seat)
        match.play(seat, other.acts[-1].actions)
    else:
        match.play(seat, any_action(match.legal(seat), chooser))


def legal_for_bots(match: Match, seat: int) -> list[int]:
    """The numbers of the actions from which bots choose: none that are only for people, sets in ascending order."""
    return match.referee.legal_for_bots(seat, match.record)


def any_action(actions: list[Action], chooser: random.Random) -> int:
    """The number of an action, with each verb equally likely."""
    verbs: dict[str, list[int]] = {}
    for action in actions:
        verbs.setdefault(action.verb, []).append(action.id)
    return chooser.choice(verbs[chooser.choice(sorted(verbs))])


# Setups


def usual_setups(tried: Tried) -> Iterator[Setup]:
    """Every variant at few, usual and many seats with its defaults; then with random options and seats."""
    for variant in tried.variants():
        counts = tried.seat_counts(variant.seats[0], variant.default_seats, variant.seats[-1])
        plain = [setup for seats in counts if (setup := tried.setup(variant, seats)).is_allowed()]
        yield from itertools.islice(itertools.chain(plain, _drawn_setups(tried, variant)), tried.effort.setups)


def _drawn_setups(tried: Tried, variant: Variant) -> Iterator[Setup]:
    free = tried.free_options(variant)
    if not free:
        return
    chooser = random.Random(f"{tried.game.id} {variant.key}")
    while True:
        chosen = chooser.sample(free, chooser.randint(1, len(free)))
        options = tuple((option.key, chooser.choice(option_values(option))) for option in chosen)
        setup = tried.setup(variant, chooser.choice(tried.seat_counts(*variant.seats)), options)
        if setup.is_allowed():
            yield setup


def first_setups(tried: Tried) -> Iterator[Setup]:
    """Every variant at its usual number of seats."""
    for variant in tried.variants():
        for seats in tried.seat_counts(variant.default_seats):
            yield tried.setup(variant, seats)


def every_option_value(tried: Tried) -> Iterator[Setup]:
    """Every variant at few, usual and many seats; then each value of each option, at the fewest seats that allow it.

    If only one number of seats is tried, what it does not allow is left out.
    """
    for variant in tried.variants():
        for seats in tried.seat_counts(variant.seats[0], variant.default_seats, variant.seats[-1]):
            yield tried.setup(variant, seats)
        for option in tried.free_options(variant):
            for value in option_values(option):
                counts = tried.seat_counts(*variant.seats)
                setups = [tried.setup(variant, seats, ((option.key, value),)) for seats in counts]
                refused = setups[:1] if tried.seats is None else []
                yield from [setup for setup in setups if setup.is_allowed()][:1] or refused


def option_values(option: Option) -> list[str | int | bool | tuple[str, ...]]:
    """The values of an option to try: all choices; for numbers the lowest, the highest, the default and the word."""
    if isinstance(option.default, bool):
        return [False, True]
    if option.choices:
        return list(option.choices)
    if option.cards is not None:
        return [option.default]  # the deck decides which cards there are
    none = [option.none] if option.none else []
    return list(dict.fromkeys([option.least, option.most, option.default, *none]))


@dataclass(frozen=True)
class Check:
    """A check by name: `run(trial)` raises Broken; `conclude(tried, tally)` judges all trials together.

    `setups(tried)` are those on which it runs.
    """

    name: str
    about: str
    run: Callable[[Trial], None]
    setups: Callable[[Tried], Iterator[Setup]] = usual_setups
    conclude: Callable[[Tried, Counter[Any]], None] = lambda tried, tally: None


# What checks compare

STRANGE = (-1, "no such action", "", None, 10**6)  # what nobody should be able to play


def require(holds: bool, text: str, match: Match) -> None:
    """Raise Broken unless something holds."""
    if not holds:
        raise Broken(text, match)


def require_equal(one: Any, other: Any, text: str, match: Match) -> None:
    """Raise Broken, with the first difference, unless two nested values are equal."""
    if difference := first_difference(one, other):
        raise Broken(f"{text}: {difference}.", match)


def shown_to(match: Match, viewer: int | None) -> dict[str, Any]:
    """Everything that the public methods of a match show a viewer (None: a spectator)."""
    shown: dict[str, Any] = {
        "view": match.view(viewer),
        "scene": match.scene(viewer),
        "log": match.seat_log(viewer),
        "screen log": match.screen_log(viewer),
        "score lines": match.score_lines(),
        "to act": match.to_act,
        "winners": match.winners,
        "name": repr(match),
        "undo": (match.can_undo, match.can_redo),
    }
    if viewer is not None:
        shown |= {"legal actions": match.legal(viewer), "export": match.export(viewer)}
    return shown


def everything(match: Match) -> dict[str, Any]:
    """The record by field, the log with its audiences, what may be done, the score: the host's whole match."""
    state = match.state
    return {
        "record": {name: state[name].tolist() for name in match.variant.state.dtype.names or ()},
        "log": [(line.audience, line.text) for line in match.told.lines],
        "legal": [match.legal(seat) for seat in range(match.seats)],
        "lines": match.score_lines(),
        "winners": match.winners,
    }


def position(match: Match) -> bytes:
    """The bytes of the whole record."""
    return match.record.buffer.tobytes()
