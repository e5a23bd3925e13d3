"""A match as it stands: what it is made of, and what can be read of it without going on.

The parts of a match that look at it (what a seat sees, its scores, what bots choose) take this. `Match`, which plays,
inherits from it and lies above them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from workbench.kernel.actions import Action
from workbench.kernel.asking import OPEN_FLOOR
from workbench.kernel.game import Game, Variant
from workbench.kernel.scenes.scene import LogNote, Scene, Sight
from workbench.kernel.state import SPECTATOR, PlainRecord
from workbench.play.history import Act, History, Moment
from workbench.play.log import Log, LogLine
from workbench.play.referee import Referee
from workbench.play.setup import check_seat
from workbench.play.wording import Wording

if TYPE_CHECKING:
    from workbench.decks import Deck


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
    """A match as it stands; see `Match`, which makes it, for what its parts are."""

    game: Game
    variant: Variant
    deck: Deck
    whole_deck: Deck
    seats: int
    seed: int
    number: int
    options: dict[str, Any]
    bots: dict[int, str]
    names: dict[int, str]  # of people
    arms: tuple[int, ...]  # that each seat bears, as heraldry numbers them
    colours: dict[int, int]
    revision: int
    questions: tuple[int, ...]
    practice: bool
    origin: str
    position: dict[str, Any] | None
    returns: list[int]
    record: PlainRecord
    referee: Referee
    wording: Wording
    told: Log
    history: History
    screens: Screens

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
        numbers = self.referee.legal(check_seat(seat, self.seats), self.record)
        return [self.wording.describe(number) for number in numbers]

    @property
    def floor_acts(self) -> int:
        """How many acts there have been in this phase where all may act again and again; 0 in other phases."""
        return len(self.history.in_phase(self.record)) if self.variant.together(self.record) == OPEN_FLOOR else 0

    def actions_for_bots(self, seat: int, record: Any) -> list[int]:
        """The numbers of the actions that a bot chooses from on a seat in a position of this match."""
        return self.referee.legal_for_bots(seat, record)

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
        return self.referee.observe(self.record, SPECTATOR if seat is None else check_seat(seat, self.seats))

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

    def revise(self) -> None:
        """Have all that is shown made anew, since something has changed."""
        self.revision += 1
        self.screens = Screens(self.screens.prints)
