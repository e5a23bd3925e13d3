"""The second scorer of Guile: counts every round again from the cards that were turned, by the rulebook's words.

It shares nothing with `rules` and `scoring`: cards and knights are rows of the deck, factions are letters.
"""

from __future__ import annotations

from typing import Any

from workbench.author import Recount
from workbench.decks import Deck

Row = dict[str, Any]
STEPS = ("total", "highest_card", "dagger")


def recount(view: dict[str, Any], deck: Deck) -> Recount:
    """The victory cards, how they were won, and the totals of a finished match (GL-059, GL-315)."""
    fields, options = view["fields"], view["options"]
    factions = [category.letter for category in deck.meta.categories]
    seat_of = dict(zip(factions, fields["faction_seat"], strict=True))
    knights = [deck.tables["knights.csv"][number] for number in fields["knight_at"]]
    reasons = ("victory_cards", "faction_total", "drawn_round", *(f"victory_by_{step}" for step in STEPS))
    figures = {reason: [0] * view["seats"] for reason in reasons}
    for kinds in fields["scored_kind"][: fields["rounds"]]:
        table = Table([deck.rows[kind] for kind in kinds], knights, factions)
        table.resolve(options["isolde_source"])
        for faction in factions:
            figures["faction_total"][seat_of[faction]] += table.total(faction)
        step, winner = table.outcome()
        if winner:
            figures[f"victory_by_{step}"][seat_of[winner]] += 1
            figures["victory_cards"][seat_of[winner]] += 1
        elif options["drawn_round"] == "count_for_both":
            for reason in ("drawn_round", "victory_cards"):
                figures[reason] = [cards + 1 for cards in figures[reason]]
    most = max(figures["victory_cards"])
    winners = tuple(seat for seat, cards in enumerate(figures["victory_cards"]) if cards == most)
    return Recount(winners, {reason: tuple(by_seat) for reason, by_seat in figures.items()})


class Table:
    """The cards of a round clockwise, and the knights they lie on; `worth` is None if a card is cancelled."""

    def __init__(self, cards: list[Row], knights: list[Row], factions: list[str]) -> None:
        self.cards, self.knights, self.factions = cards, knights, factions
        self.worth: list[int | None] = [0 if card["character"] else card["value"] for card in cards]

    def resolve(self, isolde_source: str) -> None:
        """Let Morgana, Merlin and Isolde do what they do, in this order (GL-310)."""
        for here in self._where("morgana"):
            self.worth[here - 1] = None  # before the first knight comes the last
        for here in self._where("merlin"):
            across = here - len(self.cards) // 2
            self.worth[here] = 0 if self.cards[across]["character"] else self.worth[across] or 0
        for here in self._where("isolde"):
            copied = {"tristan": self.factions[0], "palamedes": self.factions[1]}.get(self.knights[here]["role"])
            source = self.worth if isolde_source == "resolved" else [card["value"] for card in self.cards]
            self.worth[here] = max((source[there] or 0 for there in self._places(copied) if there != here), default=0)

    def _where(self, character: str) -> list[int]:
        """Where a character lies that is not cancelled."""
        everywhere = enumerate(self.cards)
        return [here for here, card in everywhere if card["character"] == character and self.worth[here] is not None]

    def _places(self, faction: str | None) -> list[int]:
        return [here for here, knight in enumerate(self.knights) if knight["faction"] == faction]

    def total(self, faction: str) -> int:
        """The faction's influence (GL-050)."""
        return sum(self.worth[here] or 0 for here in self._places(faction))

    def highest_card(self, faction: str) -> int:
        """The faction's highest card (GL-052)."""
        return max(self.worth[here] or 0 for here in self._places(faction))

    def dagger(self, faction: str) -> int:
        """1 if the faction has the dagger, not cancelled (GL-053, GL-312)."""
        return int(any(self.cards[here]["dagger"] and self.worth[here] is not None for here in self._places(faction)))

    def outcome(self) -> tuple[str, str]:
        """The first step that tells the two factions apart, and the better one; two empty words if none does."""
        for step in STEPS:
            first, second = (getattr(self, step)(faction) for faction in self.factions)
            if first != second:
                return step, self.factions[first < second]
        return "", ""
