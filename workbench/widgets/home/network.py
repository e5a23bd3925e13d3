"""Whether the network carries a lesson: three lines, each ticked once it is true."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from workbench.pen import Drawn, element

UNKNOWN = "Opened with `workbench serve --host 0.0.0.0`, this page says where other devices find it."


@dataclass(frozen=True)
class Network:
    """What a server knows about its network.

    address: where other machines find it, empty if none can; screens: how many pages with a table or a studio may be
    open at once; open_screens: how many are; answered: whether another machine has asked for a page.
    """

    address: str = ""
    screens: int = 0
    open_screens: int = 0
    answered: bool = False

    @property
    def lines(self) -> tuple[tuple[bool, str], ...]:
        """Each line, and whether it is true.

        >>> Network("http://192.168.1.20:8866/", 40, 2).lines[1]
        (True, 'Room for 40 screens, 2 are open')
        """
        at = self.address.removeprefix("http://").removesuffix("/")
        alone = "Only this computer reaches these pages: start them with --host 0.0.0.0"
        are = "is" if self.open_screens == 1 else "are"
        full = self.open_screens >= self.screens
        return (
            (bool(at), f"This computer answers at {at}" if at else alone),
            (not full, f"Room for {self.screens} screens, {self.open_screens} {are} open"),
            (self.answered, "Another device has answered" if self.answered else "No phone has answered yet"),
        )

    def as_dict(self) -> dict[str, Any]:
        """The lines for the script of the page."""
        return {"lines": self.lines}


def network_lines(network: Network | None, address: str = "") -> Drawn:
    """The lines as a list that fetches them again from an address; if no server is known, what to do."""
    if network is None:
        return element("p", UNKNOWN)
    lines = [element("li", words, class_="wb-holds" if holds else None) for holds, words in network.lines]
    listed = element("ul", *lines, class_="wb-network", data_from=address)
    return element("div", listed, role="status")
