"""The check before a lesson: which phones reach this computer, and how quickly.

It names nobody and takes no seat. It lasts only as long as the process: nothing about it is written down.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from workbench.heraldry.bearers import SEATS as ARMS
from workbench.rooms.codes import new_secret
from workbench.rooms.setting import MOST_PEOPLE
from workbench.storage.errors import RoomError

NO_CHECK = "No phones are checked now. Press Check first."
LETTERS, HELP = "letters", "help"  # what the wall shows meanwhile: the way in, or help for those who cannot get in


@dataclass
class CheckedPhone:
    """A phone that has reached this computer, known by its `arms`; `milliseconds` until an answer, None until measured.

    `too_old`: its browser cannot show a table. `forgets`: it keeps no seat.
    """

    arms: int
    milliseconds: int | None = None
    too_old: bool = False
    forgets: bool = False


@dataclass
class Check:
    """A check under way in a room. `keeps`: what happens in the room can be written down here.

    >>> check = Check(keeps=True)
    >>> ticket = check.come("")
    >>> check.phones[ticket].arms, check.come(ticket) == ticket, check.phones[check.come("")].arms
    (0, True, 1)
    """

    keeps: bool
    shows: str = LETTERS
    came_through: bool = False  # whether a phone has reached it from another machine
    phones: dict[str, CheckedPhone] = field(default_factory=dict)  # by ticket, which identifies a returning phone

    def come(self, ticket: str) -> str:
        """Admit a phone, new or with its ticket, and return the ticket; RoomError if too many have come."""
        if ticket in self.phones:
            return ticket
        if len(self.phones) >= MOST_PEOPLE:
            raise RoomError(f"{MOST_PEOPLE} phones have come already. Wait until the room opens.")
        borne = {phone.arms for phone in self.phones.values()}
        free = next((arms for arms in range(ARMS) if arms not in borne), len(self.phones) % ARMS)
        ticket = new_secret()
        self.phones[ticket] = CheckedPhone(free)
        return ticket

    def go(self, ticket: str) -> None:
        """Note that a page is closed: a measured phone may only be asleep, any other is forgotten."""
        if ticket in self.phones and self.phones[ticket].milliseconds is None:
            del self.phones[ticket]

    def told(self) -> dict[str, Any]:
        """What the wall and the host are told about the check."""
        phones = [asdict(phone) for phone in self.phones.values()]
        return {"shows": self.shows, "keeps": self.keeps, "came_through": self.came_through, "phones": phones}
