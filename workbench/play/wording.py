"""What a match calls its things: cards, seats, actions, what has happened, and the lines of its score sheet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from workbench.decks import Deck
from workbench.kernel.actions import Action
from workbench.kernel.events import TAKEN
from workbench.kernel.game import Variant
from workbench.play.seating import seat_name, with_one_stop


class Wording:
    """The words of a match for its things, found once each; if a seat gets another name, another one is made."""

    def __init__(self, variant: Variant, deck: Deck, seat_names: Sequence[str]) -> None:
        self.variant, self.deck = variant, deck
        self.seat_names, self.seats = tuple(seat_names), len(seat_names)
        self._names = deck.names
        self._described: dict[int, Action] = {}
        self._worded: dict[tuple[int, ...], dict[str, Any]] = {}  # of score lines: all but their points and rounds

    def naming(self, kind: str, number: int) -> str:
        """The name of a card (or of a row of another table of the deck), seat, category or number."""
        if kind in self._names:
            return self._names[kind][number]
        if kind == "seat":
            return self.seat_names[number] if 0 <= number < self.seats else seat_name(number)
        if kind == "category":
            return self.deck.meta.categories[number].name
        return str(number)

    def describe(self, action: int) -> Action:
        """An action by its number."""
        described = self._described.get(action)
        if described is None:
            described = self._described[action] = self.variant.actions.describe(action, self.naming)
        return described

    def act(self, actions: Sequence[int]) -> str:
        """An act in words: its actions one after the other."""
        first, *more = [self.describe(action).label for action in actions]
        return ", then ".join([first, *(label[:1].lower() + label[1:] for label in more)])

    def tell(self, event: int, values: Sequence[int]) -> str:
        """An event in words."""
        if event == TAKEN:
            return with_one_stop(self.variant.actions.tell(values[1], values[0], self.naming))
        return with_one_stop(self.variant.events.tell(event, values, self.naming))

    def score(self, lines: Any) -> list[dict[str, Any]]:
        """Score lines in words."""
        return [self._line(lines, i) for i in range(lines.count)]

    def _line(self, lines: Any, i: int) -> dict[str, Any]:
        about = (lines.reason[i], lines.seat[i], lines.category[i], lines.source[i], lines.other[i])
        worded = self._worded.get(about)
        if worded is None:
            worded = self._worded[about] = self._word_line(*about)
        return {**worded, "round": lines.round_number[i], "points": lines.points[i]}

    def _word_line(self, number: int, seat: int, category: int, source: int, other: int) -> dict[str, Any]:
        """A score line with no points yet and of no round."""
        reason = self.variant.ranking.reasons[number]
        names = {
            "category": self.deck.meta.categories[category].name if category >= 0 else "",
            "source": self.naming("card", source) if source >= 0 else "",
            "other": self.naming(reason.other, other) if source >= 0 and other >= 0 else "",
            "shared": ", ".join(self._shared(reason.other, other, seat)),
        }
        return {
            "round": 0,
            "seat": seat,
            "category": self.deck.meta.categories[category].letter if category >= 0 else "",
            "source": names["source"],
            "points": 0,
            "level": reason.level,
            "reason": reason.name,
            "rule": reason.rule,
            "text": reason.text.format(**names),
        }

    def _shared(self, kind: str, bits: int, seat: int) -> Iterable[str]:
        """The categories whose bits are set, or the seats other than the line's own."""
        if bits <= 0:
            return []
        names = [one.name for one in self.deck.meta.categories] if kind == "category" else self.seat_names
        own = -1 if kind == "category" else seat
        return [name for number, name in enumerate(names) if (bits >> number) & 1 and number != own]
