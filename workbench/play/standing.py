"""A match as it stands: what it is made of, who sits there, and what can be read of it without going on.

The parts of a match that look at it (what a seat sees, its scores, what bots choose) take this. `Match`, which plays,
inherits from it and lies above them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import PathLike
from typing import Any, Self

import numpy as np

from workbench.decks import Deck
from workbench.heraldry.bearers import SEATS as ARMS
from workbench.kernel.actions import Action
from workbench.kernel.asking import OPEN_FLOOR
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.scenes.scene import LogNote, Scene, Sight
from workbench.kernel.state import SPECTATOR, PlainRecord
from workbench.play import setup
from workbench.play.history import Act, History, Moment
from workbench.play.log import Log, LogLine
from workbench.play.referee import Referee
from workbench.play.seating import arms_at_table, colours_given, names_at_table, names_given, numbered
from workbench.play.wording import Wording
from workbench.storage.errors import OptionError, shown


@dataclass
class Screens:
    """What is shown at one revision of a match, made when it is first looked at; `prints` last as long as the match.

    prints: what cards print and the rules that scenes ask. public: what a spectator's scene is made from, and every
    other scene in part. notes: those that everybody's screen has, by the identity of their lines.
    """

    prints: dict[Any, Any] = field(default_factory=dict)
    scenes: dict[int | None, Scene] = field(default_factory=dict)
    public: Sight[Any] | None = None
    notes: dict[int, LogNote] | None = None


class Standing:
    """A match as it stands; see `Match`, which plays, for what it is made of."""

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        seed: int | None = None,
        deck: Deck | str | PathLike[str] | None = None,
        options: Mapping[str, Any] | None = None,
        bots: Mapping[int, str] | None = None,
        names: Mapping[int, str] | Sequence[str | None] | None = None,
        number: int = 0,
        colours: Mapping[int, int] | None = None,
    ) -> None:
        self.game = find_game(game)
        chosen = setup.options_given(options)
        self.variant: Variant = self.game.variant(chosen.pop("game_variant", None))
        self.deck = setup.check_deck(self.game, deck)
        self.seats = setup.check_seats(self.variant, seats)
        self.seed, self.number = setup.check_seed(seed), setup.check_seed(number)
        self.options = setup.complete_options(self.variant, self.deck.meta.options, chosen)
        self.whole_deck, self.deck = self.deck, setup.deck_in_play(self.deck, self.variant, self.options)
        if self.variant.check is not None:
            self.variant.check(self.deck, self.seats, self.options)
        self.revision = 0
        self.told, self.history, self.screens = Log(), History(), Screens()
        self.bots: dict[int, str] = {}
        self.names: dict[int, str] = {}  # of people
        self.wording = Wording(self.variant, self.deck, numbered(self.seats))
        self.arms = tuple(range(self.seats))  # that each seat bears, as heraldry numbers them
        self.name_seats(names)
        self.colour_seats(colours)
        if bots is not None and not isinstance(bots, Mapping):
            raise OptionError(f"The bots are {shown(bots)}. Give a mapping from seat to the name of a bot.")
        for seat, bot in (bots or {}).items():
            self.seat_bot(seat, bot)
        self.referee = Referee(self.game, self.variant, self.deck, self.seats, self.seed, self.number)
        self.practice = False
        self.origin = ""
        self.position: dict[str, Any] | None = None
        self.returns: list[int] = []
        self.record = self.referee.begin(self.options)
        self.told.hear(self.referee, self.record, self.wording)
        self.questions = (0,) * self.seats
        self.ask(still=())

    # Who sits there

    def seat_bot(self, seat: int, bot: str | None) -> None:
        """Let a bot play a seat from now on; None gives the seat back to a person."""
        setup.check_seat(seat, self.seats)
        if bot is None:
            self.bots.pop(seat, None)
        else:
            self.bots[seat] = self.game.player(bot).name
        self._call_seats()
        self.revise()

    def name_seats(self, names: Mapping[int, str] | Sequence[str | None] | None) -> None:
        """Call the people by these names from now on, even in what the log has told already; raises OptionError."""
        self.names = names_given(names, self.seats)
        self._call_seats()

    def colour_seats(self, colours: Mapping[int, int] | None) -> None:
        """Let people have these colours from now on, and the other seats what is left; raises OptionError."""
        self.colours = colours_given(colours, self.seats, self.variant.colours)
        self._bear(self.colours)

    def arm_seats(self, arms: Mapping[int, int]) -> None:
        """Let people bear these arms (there are 30) from now on, and the other seats what is left.

        Where the seats of a game have colours, arms are colours; raises OptionError.
        """
        if self.variant.colours:
            return self.colour_seats(arms)
        self._bear(colours_given(arms, self.seats, ARMS))

    def _bear(self, arms: Mapping[int, int]) -> None:
        borne = arms_at_table(self.seats, arms)
        if borne != self.arms:
            self.arms = borne
            self.revise()

    def _call_seats(self) -> None:
        """Settle what the seats are called; whatever was worded with other names is worded anew."""
        on_cards = (name for names in self.deck.names.values() for name in names)
        called = names_at_table(self.seats, self.names, self.bots, on_cards)
        if called != self.seat_names:
            self.wording = Wording(self.variant, self.deck, called)
            self.told.reword(self.wording)
            self.revise()

    # What it says of itself

    @property
    def seat_names(self) -> tuple[str, ...]:
        """What each seat is called."""
        return self.wording.seat_names

    @property
    def to_act(self) -> tuple[int, ...]:
        """The seats that may act now."""
        return self.referee.asked(self.record)

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return bool(self.record.over == 1)

    @property
    def phase(self) -> str:
        """The key of the phase the match is in."""
        return self.variant.phases[self.record.phase].key

    @property
    def turn(self) -> int:
        """How many turns have begun."""
        return int(self.record.turn)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, computed from the score lines; empty while the match goes on."""
        if not self.over:
            return ()
        return self.referee.winners(self.referee.score(self.record))

    @property
    def state(self) -> np.record:
        """The whole record, hidden cards included: the host's alone. A copy; changing it changes nothing."""
        raw = self.record.buffer.copy()
        whole: np.record = raw.view(self.variant.state.dtype).view(np.recarray)[0]
        return whole

    @property
    def log_lines(self) -> tuple[LogLine, ...]:
        """Every line of the log with who hears it: the host's; see `seat_log` for a seat's."""
        return tuple(self.told.lines)

    @property
    def acts(self) -> list[Act]:
        """Every act in order: the host's alone."""
        return self.history.acts

    @property
    def log(self) -> list[tuple[int, Action]]:
        """Every (seat, action) in order, picks included: the host's alone."""
        return [(act.seat, self.wording.describe(action)) for act in self.acts for action in act.actions]

    def naming(self, kind: str, number: int) -> str:
        """The name of a card (or of a row of another table of the deck), seat, category or number."""
        return self.wording.naming(kind, number)

    def legal(self, seat: int) -> list[Action]:
        """The actions a seat may take now, in ascending order; empty if it is not asked."""
        numbers = self.referee.legal(setup.check_seat(seat, self.seats), self.record)
        return [self.wording.describe(number) for number in numbers]

    @property
    def floor_acts(self) -> int:
        """How many acts there have been in this phase where all may act again and again; 0 in other phases."""
        return len(self.history.in_phase(self.record)) if self.variant.together(self.record) == OPEN_FLOOR else 0

    def words_of(self, actions: Sequence[int]) -> str:
        """An act in words: its actions one after the other.

        >>> from workbench.play import Match
        >>> match = Match("guile", seed=5)
        >>> match.words_of([action.id for action in match.legal(match.to_act[0])])
        "Choose King Arthur's allies, then choose Sir Mordred's pawns"
        """
        return self.wording.act(actions)

    def observed(self, seat: int | None) -> Any:
        """What a seat sees, as a record; None: a spectator."""
        return self.referee.observe(self.record, SPECTATOR if seat is None else setup.check_seat(seat, self.seats))

    def observed_record(self, record: Any, viewer: int) -> Any:
        """What a viewer (a seat, or SPECTATOR) sees of a record of this match, as a record."""
        return self.referee.observe(record, viewer)

    def redealt_record(self, record: Any, viewer: int, seed: int, number: int) -> Any:
        """A record that a viewer (a seat, or SPECTATOR) cannot tell from another; chance has a `number` of its own."""
        return self.referee.redeal(record, viewer, seed, number)

    # Its history

    def positions(self) -> list[Moment]:
        """Every position so far, before each act and as it is now, hidden cards included: the host's."""
        return [*self.history.moments, Moment(self.record, len(self.told.lines), self.questions)]

    def around(self, number: int) -> tuple[PlainRecord, PlainRecord, list[LogLine]]:
        """The records before and after an act, by its number, and the lines that it told: the host's."""
        moments = self.history.moments
        moment, end = moments[number], moments[number + 1] if number + 1 < len(moments) else self.positions()[-1]
        return moment.record, end.record, self.told.lines[moment.log_lines : end.log_lines]

    def fork(self) -> Self:
        """A match of its own that is as far as this one, history included."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.record, other.referee = self.record.copy(), self.referee.fork()
        other.told, other.history = self.told.fork(), self.history.fork()
        other.screens, other.returns = Screens(self.screens.prints), list(self.returns)
        other.options, other.bots, other.names = dict(self.options), dict(self.bots), dict(self.names)
        return other

    def ask(self, still: Sequence[int]) -> None:
        """Put a new question to the seats that may act now, except those that `still` have theirs.

        Counted seat by seat, so that the numbers tell nothing of how often others act in secret.
        """
        new = set(self.to_act).difference(still)
        self.questions = tuple(number + (seat in new) for seat, number in enumerate(self.questions))
        self.revise()

    def revise(self) -> None:
        """Have all that is shown made anew, since something has changed."""
        self.revision += 1
        self.screens = Screens(self.screens.prints)

    # What if

    def at(self, record: Any) -> Self:
        """The match with another position, to be looked at or played on; its history stays, so it cannot be saved."""
        other = self.fork()
        other.record = self.variant.state.record(record.buffer.copy())
        for option in self.variant.options:
            setattr(other.record, option.key, getattr(self.record, option.key))
        other.questions = (0,) * self.seats
        other.ask(still=())
        return other

    def redealt(self, seat: int | None, seed: int) -> Self:
        """Another world that a seat (None: a spectator) cannot tell from this one: what it cannot know lies otherwise.

        What is publicly proven is respected if a bounded number of deals finds such a world. The history
        stays that of this match, so the other one can be played on but not saved.
        """
        other = self.fork()
        viewer = SPECTATOR if seat is None else setup.check_seat(seat, self.seats)
        other.record = self.referee.redeal(self.record, viewer, setup.check_seed(seed), 0)
        return other
