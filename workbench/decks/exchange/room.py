"""How much reading a workbook may cost: ten kilobytes can unpack to a thousandfold, or be read a thousand times."""

from __future__ import annotations

from workbench.decks.exchange.sheet import refuse

LEAST_ROOM, ROOM_A_BYTE, MOST_ROOM = 1024 * 1024, 50, 64 * 1024 * 1024
BYTES_A_STEP, BYTES_A_CHARACTER = 6, 4
A_PART, AN_ELEMENT, A_PLACE = 500, 4, 1  # steps, a step being about a microsecond
LARGEST_PART = 8 * 1024 * 1024


class Room:
    """The remaining budget of a file: the bytes it may unpack to, the characters of its cells, and its steps.

    A larger file gets a larger budget, so that a small one costs little, whatever is packed in it.
    """

    def __init__(self, label: str, packed: int) -> None:
        self.label = label
        self.bytes = min(LEAST_ROOM + ROOM_A_BYTE * packed, MOST_ROOM)
        self.characters = self.bytes // BYTES_A_CHARACTER
        self.steps = self.bytes // BYTES_A_STEP

    def unpack(self, count: int) -> None:
        """Count unpacked bytes; like the other methods, raises DeckError when no room is left."""
        self.bytes -= count
        if self.bytes < 0:
            self._refuse("it unpacks to far more than card lists do")

    def hand_out(self, text: str) -> None:
        """Count a cell's text, once for each cell."""
        self.characters -= len(text)
        if self.characters < 0:
            self._refuse("its cells repeat one long text after the other")

    def take(self, steps: int) -> None:
        """Count steps."""
        self.steps -= steps
        if self.steps < 0:
            self._refuse("it has far more rows, cells or parts than card lists have")

    def _refuse(self, why: str) -> None:
        raise refuse(
            self.label, f"The workbook is far too big: {why}.", "Copy the card list alone into a new workbook."
        )
