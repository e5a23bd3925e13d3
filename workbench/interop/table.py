"""A table at which programs play, for use by other engines: positions as bytes, and the operations on them.

It uses `plain_engine`: a decision takes some ten microseconds there, less than either engine spends on one, and
nobody waits for a compiler; a `Match` keeps labels, a log and undo, which cost eight times that.
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from functools import lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.interop.observation import Layout
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.events import TAKEN
from workbench.kernel.game import Game
from workbench.kernel.registry import game as find_game
from workbench.kernel.state import SPECTATOR
from workbench.lab.simulation import plan_run
from workbench.play import Match
from workbench.play.screens import view_as_dict
from workbench.play.seating import seat_name
from workbench.play.setup import check_seed
from workbench.storage.errors import IllegalAction, WorkbenchError, shown

if TYPE_CHECKING:
    from workbench.decks import Deck

KEPT = 64  # cached answers about positions
BROKEN = "Its rules are broken; run its conformance tests."


class Happened(NamedTuple):
    """An event: the seats that hear it (a bit mask), and what they hear, as the name of its kind and its values."""

    audience: int
    event: tuple[Any, ...]

    def heard_by(self, seat: int) -> bool:
        """Whether a seat hears it."""
        return (self.audience >> seat) & 1 == 1


class Table:
    """A game with its deck, options and seats, and its rules for programs.

    A position is the whole record as bytes, including hidden cards: it can be kept, compared and sent, and is
    never changed. Seats are asked one at a time, in order of seats if several may act; they are offered the same
    actions as bots, and options have the values that they have for bots in `simulate`.
    Raises OptionError or DeckError.

    >>> table = Table("guild_master", seats=2)
    >>> position, happened = table.begin(seed=7)
    >>> position, happened = table.take(position, table.legal(position)[0])
    """

    def __init__(
        self,
        game: str | Game,
        *,
        seats: int | None = None,
        deck: Deck | str | PathLike[str] | None = None,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        found = find_game(game)
        self.plan = plan_run(found, games=1, seats=seats, bots=found.bots[0].name, deck=deck, options=options)
        self.game, self.variant, self.seats = self.plan.game, self.plan.variant, self.plan.seats
        self.layout = Layout(self.plan)
        everything = {**self.plan.options, "game_variant": self.variant.key}
        # A match knows the names of cards, seats and categories.
        self._naming = Match(found, seats=self.seats, seed=0, deck=self.plan.deck, options=everything).naming
        self._numbers = [option.encode(self.plan.options[option.key]) for option in self.variant.options]
        self._engine = plain_engine(self.variant)
        self._deck = self._engine.deck(self.plan.deck.arrays)[0]
        self._records, self._raws = self._engine.new_states()
        self._views, self._raw_views = self._engine.new_states()
        self._seen = self._raw_views.view(self.variant.state.dtype).reshape(())
        self._events, self._actions = self._engine.new_events()[0], self._engine.new_actions()[0]
        # Engines ask for the same thing several times.
        self._observed, self._described = lru_cache(KEPT)(self._observe), lru_cache(KEPT)(self._describe)
        self._observed_in_words = lru_cache(KEPT)(lambda *of: self.layout.text(self.observation(*of)))
        self._busy = threading.RLock()  # states of one OpenSpiel game share this table, and programs search in threads

    def __reduce__(self) -> tuple[Any, ...]:
        options = {**self.plan.options, "game_variant": self.variant.key}
        return partial(Table, seats=self.seats, deck=self.plan.deck, options=options), (self.game.id,)

    def __deepcopy__(self, memo: Any) -> Table:
        return self

    # Playing

    def begin(self, seed: int, number: int = 0) -> tuple[bytes, list[Happened]]:
        """Set up game `number` of a run as `simulate` does; game 0 is dealt like a Match with that seed."""
        with self._busy:
            self._engine.begin(
                self._records[0], self._raws[0], self._deck, self._events, self.seats, self._numbers,
                check_seed(seed), number,
            )  # fmt: skip
            return self._raws[0].tobytes(), self._happened()

    def asked(self, position: bytes) -> int | None:
        """The seat that is asked now; None when the game is over."""
        with self._busy:
            record = self._lay_out(position)
            over, waiting, made = record.over == 1, int(record.to_act), record.decisions
        if over:
            return None
        if waiting == 0:
            raise WorkbenchError(f"{self.game.title} is not over, but nobody is asked. {BROKEN}")
        if made >= self.variant.max_decisions:
            raise WorkbenchError(f"{self.game.title} is not over after {made:,} decisions, the most it has. {BROKEN}")
        return (waiting & -waiting).bit_length() - 1

    def legal(self, position: bytes) -> list[int]:
        """The actions of the seat that is asked, as bots get them: sets are picked in ascending order."""
        seat = self.asked(position)
        if seat is None:
            return []
        with self._busy:
            self._engine.list_actions(self._lay_out(position), self._deck, seat, self._actions, 0, 1)
            return self._actions.list[: self._actions.count].tolist()

    def take(self, position: bytes, action: int) -> tuple[bytes, list[Happened]]:
        """The position and events after the seat that is asked takes an action; raises IllegalAction if it may not."""
        legal = self.legal(position)
        if isinstance(action, bool) or not isinstance(action, (int, np.integer)) or int(action) not in legal:
            raise IllegalAction(
                f"The action is {shown(action)}, which may not be taken now. "
                f"Take one of {len(legal)}: {shown(legal)}; in an observation they are those with 1 in the mask."
            )
        seat = self.asked(position)
        with self._busy:
            record = self._lay_out(position)
            self._engine.take(record, self._deck, self._events, seat, int(action))
            return self._raws[0].tobytes(), self._happened()

    def rewards(self, position: bytes) -> list[float]:
        """What each seat has won: at the end every loser pays 1 and the winners share it; before that 0.

        If nobody wins, nobody is paid, so nobody pays.
        """
        if self.asked(position) is not None:
            return [0.0] * self.seats
        with self._busy:
            lines = self._engine.new_lines()[0]
            self._engine.score(self._lay_out(position), self._deck, lines)
            mask = int(self._engine.winners(lines, self.seats))
        won = [(mask >> seat) & 1 for seat in range(self.seats)]
        if not any(won):
            return [0.0] * self.seats
        share = (self.seats - sum(won)) / sum(won)
        return [share if winner else -1.0 for winner in won]

    def _lay_out(self, position: bytes) -> Any:
        self._raws[0][:] = np.frombuffer(position, np.int64)
        return self._records[0]

    def _happened(self) -> list[Happened]:
        events, kinds = self._events, self.variant.events.kinds
        heard = []
        for i in range(events.count):
            name, parts = "taken", 2
            if events.kind[i] != TAKEN:
                kind = kinds[events.kind[i] - 1]
                name, parts = kind.name, len(kind.parts)
            heard.append(Happened(events.audience[i], (name, *(events.values[i, part] for part in range(parts)))))
        return heard

    # Seeing

    def observation(self, position: bytes, seat: int) -> np.ndarray:
        """What a seat sees, as numbers: float64 (layout.size,), read only."""
        return self._observed(position, seat)

    def _observe(self, position: bytes, seat: int) -> np.ndarray:
        with self._busy:
            self._look(position, seat)
            numbers = self.layout.numbers(self._seen, seat)
        numbers.flags.writeable = False
        return numbers

    def observation_in_words(self, position: bytes, seat: int) -> str:
        """What a seat sees, in words: every number of its observation that is not 0."""
        return self._observed_in_words(position, seat)

    def _look(self, position: bytes, seat: int) -> Any:
        record = self._lay_out(position)
        hidden = self.variant.state.hidden
        self._engine.observe(record, self._raws[0], self._views[0], self._raw_views[0], hidden, seat)
        return self._views[0]

    def label(self, action: int) -> str:
        """The label of an action."""
        return self.variant.actions.describe(action, self._naming).label

    def text(self, position: bytes) -> str:
        """What a spectator sees, in words."""
        return self._described(position)

    def _describe(self, position: bytes) -> str:
        asked = self.asked(position)
        with self._busy:
            view = self._look(position, SPECTATOR)
            phase = self.variant.phases[view.phase].title
            zones = view_as_dict(self.variant, view, self._deck, self._naming, None)["zones"]
        who = "The game is over." if asked is None else f"{seat_name(asked)} is asked."
        lines = [f"{self.variant.title}, turn {view.turn}, {phase}. {who}"]
        for zone, entries in zones.items():
            for seat, entry in enumerate(entries if isinstance(entries, list) else [entries]):
                owner = f" of {seat_name(seat)}" if isinstance(entries, list) else ""
                cards = ", ".join(name for name in entry["cards"] if name)
                lines.append(f"{zone}{owner}: {entry['count']}{' (' + cards + ')' if cards else ''}")
        return "\n".join(lines)
