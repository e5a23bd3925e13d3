"""Taking back: what is left after picked cards are taken back could have been picked directly, and allows the same.

A seat that chooses sets of cards picks them and takes some back before it is done. Small set-ups of a few randomly
chosen kinds of cards are tried: all that picking alone leads to, in any order, and from each of them every way of
taking back. If that leads nowhere else, no longer sequence of picking and taking back does.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from workbench.checks.trial import Broken, Trial
from workbench.kernel.actions import PEOPLE_ONLY
from workbench.play.match import Match
from workbench.play.seating import seat_name

FEW_KINDS = 4
OF_PICKS = ("staged", "staged_count", "staged_last", "staged_end", "decisions")  # what picking a card changes


@dataclass(frozen=True)
class SetUp:
    """What a seat has picked: the acts that led there, the record, and how many cards of each kind for each set."""

    acts: tuple[int, ...]
    record: Any
    cards: Counter[tuple[int, int]]

    @property
    def key(self) -> frozenset[tuple[tuple[int, int], int]]:
        """A key that is equal for equal cards, whichever copies they are."""
        return frozenset(self.cards.items())

    @property
    def size(self) -> int:
        """The number of picked cards."""
        return self.cards.total()


class TakingBack:
    """Examines a match when a seat begins to choose, as long as the effort of a trial has room for positions."""

    def __init__(self, trial: Trial) -> None:
        self.trial, self.room = trial, trial.effort.positions
        self.lot = random.Random(f"{trial.setup} {trial.seed} {__name__}")
        self.offered = bool((trial.setup.variant.actions.use == PEOPLE_ONLY).any())
        self.phase = ""

    def look(self, match: Match) -> None:
        """Try the small set-ups of each seat that has picked nothing yet; raises Broken."""
        for seat in match.to_act:
            begins = match.phase != self.phase or not match.acts or match.acts[-1].seat != seat
            if self.offered and self.room > 0 and begins and not match.record.staged_count[seat]:
                self.room -= _SetUps(match, seat, self).try_all()
        self.phase = match.phase


class _SetUps:
    """The small set-ups of one seat at one position."""

    def __init__(self, match: Match, seat: int, looker: TakingBack) -> None:
        self.match, self.seat, self.looker = match, seat, looker
        self.engine, self.kind_of = match.referee.engine, match.referee.arrays.kind
        self.actions, self.events = match.referee.engine.new_actions()[0], match.referee.engine.new_events()[0]
        self.start = SetUp((), match.record.copy(), Counter())
        self.rest = self._rest(match.record)
        owners = match.variant.state.place_owner
        places = [place for place, owner in enumerate(owners) if owner == seat]
        self.held = [card for card in range(match.record.card_count) if match.record.place[card] in places]
        held = {int(self.kind_of[card]) for card in self.held}
        self.kinds = set(looker.lot.sample(sorted(held), min(FEW_KINDS, len(held))))

    def try_all(self) -> int:
        """Count the set-ups that were met; raises Broken if taking back leads where picking does not."""
        level, known = [self.start], {self.start.key: self.start}
        taken_back: list[SetUp] = []
        complete = 0  # every set-up of up to this many cards is known
        while level and len(known) < self.looker.room:
            following = [(one, after) for one in level for after in self._next(one)]
            taken_back += [after for one, after in following if after.size < one.size and after.size <= complete]
            level = [after for one, after in following if after.size >= one.size and after.key not in known]
            level = list({after.key: after for after in level}.values())
            known |= {after.key: after for after in level}
            complete += 1
        for left in taken_back:
            self._check_left(left, known.get(left.key))
        return len(known)

    def _check_left(self, left: SetUp, picked: SetUp | None) -> None:
        self.looker.trial.tally["set-ups after taking back"] += 1
        who = seat_name(self.seat)
        if picked is None:
            raise Broken(f"{who} has taken cards back, and what is left could not be picked so.", self._after(left))
        if self._legal(left.record) != self._legal(picked.record):
            text = f"{who} has taken cards back, and may do something else now than had it picked the rest alone."
            raise Broken(text, self._after(left))

    def _after(self, set_up: SetUp) -> Match:
        shown = self.match.fork()
        for action in set_up.acts:
            shown.play(self.seat, action)
        return shown

    def _next(self, set_up: SetUp) -> Iterator[SetUp]:
        """The set-ups after picking one more card, or taking one back; other acts end the choice or are none."""
        self.looker.trial.goes_on()
        for action in self._legal(set_up.record):
            record = set_up.record.copy()
            self.engine.take(record, self.match.referee.arrays, self.events, self.seat, action)
            picked = (card for card in self.held if record.staged[card])
            cards = Counter((int(self.kind_of[card]), record.staged[card]) for card in picked)
            if cards != set_up.cards and {kind for kind, _ in cards} <= self.kinds and self._rest(record) == self.rest:
                yield SetUp((*set_up.acts, action), record, cards)

    def _legal(self, record: Any) -> list[int]:
        self.engine.list_actions(record, self.match.referee.arrays, self.seat, self.actions, 1, 1)
        return [int(self.actions.list[i]) for i in range(self.actions.count)]

    def _rest(self, record: Any) -> bytes:
        """The record without what picking changes."""
        rest = record.buffer.copy().view(self.match.variant.state.dtype)[0]
        for name in OF_PICKS:
            rest[name] = 0
        return bytes(rest.tobytes())
