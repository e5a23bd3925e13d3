"""A table as its parts see it: its match, who sits there and is asked, and whose hand its shared page shows.

The parts of a host (its bots, its help) take this. `TableHost`, which has them, inherits from it and lies above them.
The one device that several people pass on shows one hand at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from workbench.play.match import Match
from workbench.play.store import MatchStore
from workbench.storage.errors import RoomError
from workbench.storage.store import KeptWork

ONE_DEVICE, PUBLIC_SCREEN = "one device", "public screen"
SCREENS = (ONE_DEVICE, PUBLIC_SCREEN)


class Device:
    """The device of a table: `viewer` is the seat whose hand it shows, `cover` the one that is waited for before that.

    `revealed` is the key of what it has revealed last, `taken` who has taken it last, and at which revision.
    """

    def __init__(self) -> None:
        self.viewer: int | None = None
        self.cover: int | None = None
        self.revealed = ""
        self.taken = (-1, -1)


class HostedTable:
    """A table of a host; see `TableHost`.

    `changed` is called when there is something new to show; `fault` says why the match could not be kept or shown, or a
    bot could not play.
    """

    match: Match
    screen: str
    device: Device

    def __init__(self, changed: Callable[[], None], store: MatchStore | None) -> None:
        self.kept = KeptWork(MatchStore, store)
        self.changed = changed
        self.earlier: list[tuple[int, ...]] = []  # the questions put to each seat, of each match that lay here before
        self.fault = ""

    @property
    def viewer(self) -> int | None:
        """The seat whose hand the shared page shows."""
        return self.device.viewer

    @property
    def cover(self) -> int | None:
        """The seat that is waited for before a hand is shown."""
        return self.device.cover

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
        return sum(questions[seat] for questions in (*self.earlier, self.match.questions) if seat < len(questions))

    def settle_device(self) -> None:
        """Decide whose hand is shown; cover it when somebody else is to act, or all look at a reveal."""
        device, alone = self.device, len(self.humans) == 1
        device.cover = None
        if alone and self.screen != PUBLIC_SCREEN:
            device.viewer = self.humans[0]
        elif self.screen == PUBLIC_SCREEN or not self.humans or self.match.over:
            device.viewer = None
        elif self.due and device.viewer not in self.due:
            self._cover_hand()
        before, device.revealed = device.revealed, self.match.scene(device.viewer).reveal_key
        if device.revealed not in ("", before) and device.viewer is not None and not alone:
            self._cover_hand()

    def _cover_hand(self) -> None:
        self.device.viewer, self.device.cover = None, next(iter(self.due), None)

    def ready(self, seat: int) -> None:
        """The seat that the cover names says that it holds the device; RoomError for any other."""
        named = self.match.naming
        if seat != self.cover:
            asked = "no hand is covered" if self.cover is None else f"the device is for {named('seat', self.cover)}"
            raise RoomError(f"{named('seat', seat)} need not be ready: {asked}. Look at the table again.")
        self.device.viewer, self.device.cover = seat, None
        self.device.taken = (seat, self.match.revision)
        self.changed()

    def play(self, seat: int, actions: Sequence[int]) -> None:
        """Play an act of a seat, whoever has chosen it."""
        raise NotImplementedError

    def settle(self) -> None:
        """Settle what is kept and what screens show, once something has happened."""
        raise NotImplementedError
