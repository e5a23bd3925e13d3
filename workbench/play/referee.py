"""What the rules say of positions of one match, whether reached or only thought of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workbench.decks import Deck
from workbench.kernel.chance import BOT_STREAM, seed_generator, seed_ties
from workbench.kernel.engine.playout import RANDOM_BOT
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.game import Game, Variant
from workbench.kernel.state import PlainRecord
from workbench.play.seating import seat_name
from workbench.storage.errors import RuleError

NOTHING_LISTED = "List an action for it in legal, or do not ask it: take its bit off to_act."


class Referee:
    """The rules of a variant in plain Python, with the deck and the seed of a match: what they make of any record.

    It knows nothing of how far the match is. `events` are what the last step told, `actions` those listed last.
    """

    def __init__(self, game: Game, variant: Variant, deck: Deck, seats: int, seed: int, number: int) -> None:
        self.title, self.variant, self.seats = game.title, variant, seats
        self.seed, self.number = seed, number
        self.engine = plain_engine(variant)
        self.arrays = self.engine.deck(deck.arrays)[0]
        self._take_lists()

    def _take_lists(self) -> None:
        self.events, self.actions = self.engine.new_events()[0], self.engine.new_actions()[0]
        seed_ties(self.actions, self.seed, self.number)

    def fork(self) -> Referee:
        """Another referee that says the same, with lists of its own."""
        other = object.__new__(Referee)
        other.__dict__.update(self.__dict__)
        other._take_lists()
        return other

    def begin(self, options: Mapping[str, Any]) -> PlainRecord:
        """The record of the match as it begins under complete options."""
        record = self.variant.state.record()
        numbers = [option.encode(options[option.key]) for option in self.variant.options]
        self.engine.begin(record, record.buffer, self.arrays, self.events, self.seats, numbers, self.seed, self.number)
        return record

    def asked(self, record: Any) -> tuple[int, ...]:
        """The seats that may act."""
        return tuple(seat for seat in range(self.seats) if (record.to_act >> seat) & 1)

    def legal(self, seat: int, record: Any) -> list[int]:
        """The numbers of what a person may do on a seat, in ascending order; none if it is not asked.

        Raises RuleError if it is asked and may do nothing.
        """
        self.engine.list_actions(record, self.arrays, seat, self.actions, 1, 1)
        if self.actions.count == 0 and (record.to_act >> seat) & 1:
            where = f"{self.title}, phase {self.variant.phases[record.phase].key!r}"
            raise RuleError(f"{where}: {seat_name(seat)} is asked, but may do nothing. {NOTHING_LISTED}")
        return list(map(int, self.actions.list[: self.actions.count]))

    def legal_for_bots(self, seat: int, record: Any) -> list[int]:
        """The numbers of what a bot chooses from on a seat."""
        self.engine.list_actions(record, self.arrays, seat, self.actions, 0, 1)
        return list(map(int, self.actions.list[: self.actions.count]))

    def choice_of_bot(self, seat: int, bot: int, record: Any, taken: int) -> int:
        """What the bot does after `taken` actions of its seat: its chance follows only from what the seat knows."""
        spec, actions, view = self.variant.state, self.actions, self.variant.state.record()
        seed_generator(actions.random_state, self.seed, (taken << 8) + seat, BOT_STREAM)
        if bot == RANDOM_BOT:
            return int(self.engine.random_bot(record, self.arrays, seat, actions))
        return int(
            self.engine.bot_action(
                bot, record, record.buffer, view, view.buffer, spec.hidden, self.arrays, seat, actions
            )
        )

    def take(self, record: Any, seat: int, action: int, events: Any = None) -> None:
        """Carry out an action that is legal; what it told is in `events`, the match's own where no others are given."""
        self.engine.take(record, self.arrays, self.events if events is None else events, seat, action)

    def observe(self, record: Any, viewer: int) -> PlainRecord:
        """What a viewer (a seat, or SPECTATOR) sees of a record, as a record."""
        spec = self.variant.state
        view = spec.record()
        self.engine.observe(record, record.buffer, view, view.buffer, spec.hidden, viewer)
        return view

    def redeal(self, record: Any, viewer: int, seed: int, number: int) -> PlainRecord:
        """A record that a viewer cannot tell from another; chance has a `number` of its own."""
        spec, generator = self.variant.state, [0, 0]
        world = spec.record()
        seed_generator(generator, seed, number, BOT_STREAM)
        self.engine.deal_world(
            record, record.buffer, world, world.buffer, spec.hidden, spec.empty, self.arrays, viewer, generator
        )
        return world

    def new_lines(self) -> Any:
        """An empty score sheet."""
        return self.engine.new_lines()[0]

    def score(self, record: Any, arrays: Any = None) -> Any:
        """The score lines of a record, counted with another deck's arrays where these are given."""
        lines = self.new_lines()
        self.engine.score(record, self.arrays if arrays is None else self.engine.deck(arrays)[0], lines)
        return lines

    def winners(self, lines: Any) -> tuple[int, ...]:
        """The seats that score lines put first."""
        mask = int(self.engine.winners(lines, self.seats))
        return tuple(seat for seat in range(self.seats) if (mask >> seat) & 1)
