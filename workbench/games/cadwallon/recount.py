"""The second scorer of Cadwallon: counts every finished game again from the cards that each seat had, in plain words.

It shares nothing with the rules and scoring: cards are rows of the deck, guilds are letters, and the best assignment of
personalities is found by giving each of them to each guild.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import Any

from workbench.author import NONE, Recount, copies
from workbench.decks import Deck

Row = dict[str, Any]
HELD = ("tableau", "hand", "played")
FIGURES = ("base", "actions", "militia", "contract", "condition", "total", "crests")


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """The winners and the figures of a finished match, summed over the games of a series."""
    seats, tables = range(view["seats"]), [Table(view, deck, game) for game in range(view["fields"]["games"])]
    scores = [[table.score(seat) for table in tables] for seat in seats]
    figures = {name: tuple(sum(score[name] for score in games) for games in scores) for name in FIGURES}
    order = list(zip(figures["total"], figures["crests"], strict=True))
    return Recount(tuple(seat for seat in seats if order[seat] == max(order)), figures)


class Table:
    """What everybody had at the end of a game."""

    def __init__(self, view: dict[str, Any], deck: Deck, game: int) -> None:
        fields = view["fields"]
        self.seats = view["seats"]
        self.manual = view["options"]["personality_assignment"] == "manual"
        self.letters = [category.letter for category in deck.meta.categories]
        self.assigned = [fields["assigned"][game][seat] for seat in range(self.seats)]
        self.contracts = [self._row(deck, fields["contract_of"][game][seat]) for seat in range(self.seats)]
        self.condition = self._row(deck, fields["condition_of"][game])
        cards = [row for row in deck.tables["district.csv"] for _ in range(copies(row))]
        self.cards: list[list[tuple[Row, str]]] = [[] for _ in range(self.seats)]
        for row, held in zip(cards, fields["held"][game], strict=False):
            if held != NONE:
                how, seat = divmod(held, 4)
                self.cards[seat].append((row, HELD[how]))

    @staticmethod
    def _row(deck: Deck, number: int) -> Row:
        return dict(deck.kinds[number].row) if number != NONE else {}

    def rows(self, seat: int, type_: str, how: str = "") -> list[Row]:
        """A seat's cards of a type, held in one way if that is asked."""
        return [row for row, held in self.cards[seat] if row["type"] == type_ and how in ("", held)]

    def in_force(self, effect: str) -> int:
        """The amount of a condition that is in force, 1 if it has none; 0 if it is not in force."""
        if self.condition.get("effect") != effect:
            return 0
        return int(self.condition["amount"] or 1)

    def score(self, seat: int) -> dict[str, int]:
        """A seat's figures."""
        assignment = self.assignment(seat)
        found = {
            "base": self.base(seat, assignment),
            "actions": self.actions(seat),
            "militia": -self.militia(seat),
            "contract": self.contract(seat, assignment),
            "condition": self.in_force("city_charter") if self.crests(seat) == len(self.letters) else 0,
        }
        return {**found, "total": sum(found.values()), "crests": self.crests(seat)}

    def assignment(self, seat: int) -> Counter[str]:
        """The personalities by guild: as their owner chose, or the best of all ways (CA-174).

        Between ways that are equally good, one for the sets and one for a contract, it is the one the score shows.
        """
        if self.manual:
            return Counter(dict(zip(self.letters, self.assigned[seat], strict=True)))
        shown = self.letters[-2::-1]  # the more to these the better, the first of them counting most
        return max(
            self.ways(seat),
            key=lambda way: (self.base(seat, way) + self.contract(seat, way), [way[letter] for letter in shown]),
        )

    def ways(self, seat: int) -> Iterator[Counter[str]]:
        """All ways to give personalities to guilds with room; as many of them as have room together (CA-082)."""
        limit = self.in_force("great_houses") or 4
        room = {letter: max(0, limit - self.guild_cards(seat)[letter]) for letter in self.letters}
        personalities = min(len(self.rows(seat, "personality")), sum(room.values()))
        for guilds in product(self.letters, repeat=personalities):
            way = Counter(guilds)
            if all(way[letter] <= room[letter] for letter in self.letters):
                yield way

    def guild_cards(self, seat: int) -> Counter[str]:
        """Guild cards by guild."""
        return Counter(str(row["guild"]) for row in self.rows(seat, "guild"))

    def crests(self, seat: int) -> int:
        """Different guild crests (CA-177)."""
        return len(self.guild_cards(seat))

    def base(self, seat: int, way: Counter[str]) -> int:
        """All guild sets (CA-084 to CA-086)."""
        golden = self.in_force("golden_season")
        points: Counter[str] = Counter()
        for row in self.rows(seat, "guild"):
            points[str(row["guild"])] += row["points"] + golden * (row["guild"] == self.condition.get("guild"))
        return sum(points[letter] * (self.guild_cards(seat)[letter] + way[letter]) for letter in self.letters)

    def actions(self, seat: int) -> int:
        """Action cards (CA-087, CA-122)."""
        if self.in_force("paper_war"):
            played, held = self.rows(seat, "action", "played"), self.rows(seat, "action", "hand")
            return len(held) * int(self.condition["amount"]) + len(played) * int(self.condition["other_amount"])
        return sum(row["points"] for row in self.rows(seat, "action"))

    def militia(self, seat: int) -> int:
        """Penalties (CA-089, CA-117, CA-118)."""
        cards = self.rows(seat, "militia")
        penalties = sum(row["penalty"] + self.in_force("martial_law") for row in cards)
        return int(penalties if self.in_force("tax_year") else penalties * len(cards))

    def contract(self, seat: int, way: Counter[str]) -> int:
        """What the contract kept gives (CA-129 to CA-140)."""
        contract = self.contracts[seat]
        if not contract:
            return 0
        others = [len(self.cards[other]) for other in range(self.seats) if other != seat]
        backgrounds = Counter(row["district_type"] for row, _ in self.cards[seat])
        counted = {
            "guild_set": self.guild_cards(seat)[contract["guild"]] + way[contract["guild"]],
            "guilds": self.crests(seat),
            "militia": len(self.rows(seat, "militia")),
            "personalities": len(self.rows(seat, "personality")),
            "played": len(self.rows(seat, "action", "played")),
            "in_hand": len(self.rows(seat, "action", "hand")),
            "district_type": max(backgrounds.values(), default=0),
            "lead": len(self.cards[seat]) - max(others),
        }[contract["counted"]]
        if counted >= (contract["at_least"] or 0) and (contract["at_most"] is None or counted <= contract["at_most"]):
            return int(contract["points"] or 0)
        return int(contract["shared_points"] or 0) if contract["counted"] == "lead" and counted == 0 else 0
