"""A table of Labyrinth City that tests put into a position, with a city that they lay card by card."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from workbench.games.guild_master.labyrinth_city.rules import turned
from workbench.games.guild_master.labyrinth_city.table import ZONES

from ..table import Table

CLASSES = ("dead_end", "straight", "corner", "tee", "cross")


class Class(Table):
    """A match of the variant, in which a round can begin with any phase."""

    def lay(
        self, hands: Mapping[int, Sequence[str]], phase: str = "open_trade", city: Sequence[str] = (), builder: int = 0
    ) -> Class:
        """Deal these hands, lay a first card of seat 5 if one is named, and let a phase begin."""
        return self.lay_out(phase, hand=hands, built={5: city}, first=builder, current=builder)

    def of_class(self, road_class: str, number: int = 0) -> str:
        """The name of a card with these roads, by default the first one."""
        return [str(row["name"]) for row in self.match.deck.rows if row["road_class"] == road_class][number]

    def letter(self, name: str) -> str:
        """A category of a card."""
        return str(self.match.deck.rows[self.names.index(name)]["resources"])[0]

    def hand(self, seat: int) -> set[str]:
        return set(self.cards_at(ZONES.hand + seat))

    def built(self, seat: int) -> set[str]:
        return set(self.cards_at(ZONES.built + seat))

    def takes(self, seat: int, name: str) -> Class:
        """Name the category of a card, if none is named yet, and take the card."""
        if self.phase == "build":
            self.play(seat, "build_category", self.letter(name))
        self.play(seat, "take_card", name)
        return self

    def ways(self, seat: int, name: str) -> set[tuple[int, str]]:
        """All ways to lay a card: the spot, and its edges as they would lie."""
        self.takes(seat, name)
        found = set()
        for spot in [action for action in self.match.legal(seat) if action.verb == "lay_beside"]:
            self.match.play(seat, spot)
            for turn in [action for action in self.match.legal(seat) if action.verb == "turn"]:
                roads = int(self.match.deck.arrays.roads[self.names.index(name)])
                way = (spot.id, f"{turned(roads, turn.args[0]):04b}")
                assert way not in found, "equal ways count once"
                found.add(way)
            self.match.undo()
        return found

    def lays(self, seat: int, name: str, way: int = 0) -> Class:
        """Lay a card in one of its ways."""
        self.takes(seat, name)
        if any(action.verb == "lay_beside" for action in self.match.legal(seat)):
            self.match.play(seat, self.match.legal(seat)[way])
        self.match.play(seat, next(action for action in self.match.legal(seat) if action.verb == "turn"))
        return self

    def reply(self, seat: int, giver: int, names: Sequence[str] = ()) -> Class:
        """Answer the offer of a seat with cards."""
        self.play(seat, "answer_to", giver).submit(seat, "pick", names, "done")
        return self

    def close(self) -> Class:
        """Everybody is done trading."""
        while self.phase == "open_trade" and self.match.to_act:
            self.play(min(self.match.to_act), "end_trade")
        return self


NewClass = Callable[..., Class]
