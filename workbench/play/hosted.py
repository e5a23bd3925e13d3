"""A table as its parts see it: its match, who sits there and is asked, and what they may have the host do.

The parts of a host (its bots, its device, its help) take this. `TableHost`, which has them, inherits from it and lies
above them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.kept import KeptWork


class HostedTable:
    """A table of a host; see `TableHost`.

    `changed` is called when there is something new to show; `fault` says why the match could not be kept or shown, or a
    bot could not play.
    """

    match: Match
    screen: str

    def __init__(self, changed: Callable[[], None], store: MatchStore | None) -> None:
        self.kept = KeptWork(MatchStore, store)
        self.changed = changed
        self._earlier_questions: list[int] = []  # put to each seat, of matches that lay on this table before
        self.fault = ""

    @property
    def humans(self) -> tuple[int, ...]:
        """The seats that people play."""
        return tuple(seat for seat in range(self.match.seats) if seat not in self.match.bots)

    @property
    def due(self) -> tuple[int, ...]:
        """The people who may act now."""
        return tuple(seat for seat in self.match.to_act if seat not in self.match.bots)

    def question(self, seat: int | None) -> int:
        """The number of the question put to a seat, which no other question to it has; 0 while it is not asked."""
        if seat is None or seat not in self.match.to_act:
            return 0
        return sum([*self._earlier_questions[seat : seat + 1], self.match.questions[seat]])

    @property
    def viewer(self) -> int | None:
        """The seat whose hand the shared page shows."""
        raise NotImplementedError

    def play(self, seat: int, actions: Sequence[int]) -> None:
        """Play an act of a seat, whoever has chosen it."""
        raise NotImplementedError

    def settle(self) -> None:
        """Settle what is kept and what screens show, once something has happened."""
        raise NotImplementedError
