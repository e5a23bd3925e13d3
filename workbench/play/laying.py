"""Cards of a record laid as somebody says: named ones in their places, all others where they lay, or on their piles.

The pile of a card is the hidden place in which most cards of its card table lie when the match begins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NoReturn

from workbench.kernel.cards import move, put, show, shuffle, stage, unstage_all
from workbench.kernel.frames import pop_frame
from workbench.kernel.state import NOBODY, OUT_OF_GAME
from workbench.play.position_words import REST, Card, PositionWords
from workbench.play.referee import Referee
from workbench.storage.errors import PositionError


class Laying:
    """The cards of one record while they are laid."""

    def __init__(self, record: Any, begun: Any, referee: Referee, words: PositionWords) -> None:
        """`begun` is the record in which the match begins."""
        self.record, self.arrays, self.words = record, referee.arrays, words
        self.spec, self.linked = words.spec, referee.engine.linked
        self.copies: dict[int, list[int]] = {}  # the cards of each kind
        for card in range(record.card_count):
            self.copies.setdefault(int(self.arrays.kind[card]), []).append(card)
        self.lay_before: dict[int, tuple[int, int]] = {}
        self.free = {card for card in range(record.card_count) if record.place[card] != OUT_OF_GAME}
        self.of_zone: dict[str, Counter[int]] = {zone: Counter() for zone in words.zones}  # card tables in it
        lying: dict[int, Counter[int]] = {}
        for card in range(begun.card_count):
            place = int(begun.place[card])
            if place != OUT_OF_GAME:
                zone = self.spec.place_zone[place]
                self.of_zone[zone.name][self._table(card)] += 1
                weight = 1 + self.spec.max_cards * (zone.seen_by == NOBODY)  # a hidden place is a pile before others
                lying.setdefault(self._table(card), Counter())[place] += weight
        self.piles = {table: max(places, key=places.__getitem__) for table, places in lying.items()}

    def _table(self, card: int) -> int:
        return int(self.arrays.table_of_card[card])

    def cards_of(self, place: int) -> list[int]:
        """The cards of a place, the bottom one first."""
        return [int(self.record.rows[place, i]) for i in range(self.record.counts[place])]

    def lay(self, wanted: Mapping[int, tuple[Card, ...]], gathered: bool, others_out: bool) -> None:
        """Lay the cards that are wanted by place.

        gathered: all cards are first taken back to their piles. others_out: those not wanted are out of the game.
        Raises PositionError.
        """
        places = range(self.spec.places) if gathered else wanted
        for owner in {self.spec.place_owner[place] for place in places}:
            self._forget_picks(owner)
        self.lay_before = {card: (place, self.record.known[card]) for place in places for card in self.cards_of(place)}
        rows = self._chosen(wanted, self._gather(places))
        for place in sorted(rows, key=list(self.piles.values()).__contains__):  # what is left of piles stays in order
            self._lay_row(place, rows[place])
        if others_out:
            for card in self.free:
                self._take_out(card)
            return
        for pile in self.piles.values():
            if pile in rows and (left := len(self._left_in(pile))):
                name = self.spec.place_name(pile)
                raise PositionError(
                    f"{name} is given, so that {left} other cards lie nowhere. Let ... stand for them in {name} or in "
                    "another place, or leave them out of the game with only_named()."
                )

    def _lay_row(self, place: int, row: Sequence[int]) -> None:
        """Lay cards in a place, in this order; those that already lie so, from the bottom up, are left there."""
        lying = [*self.cards_of(place), -1]
        in_order = next((n for n, card in enumerate(row) if card != lying[min(n, len(lying) - 1)]), len(row))
        for card in row[in_order:]:
            self.linked(move)(self.record, card, place)
        for card in row:
            stays = self._lay_in(card) == place
            self.record.known[card] = self.lay_before[card][1] if stays else 0

    def _lay_in(self, card: int) -> int:
        """The place spoken of in which a card lay before; -1 if it lay in none."""
        return self.lay_before.get(card, (-1, 0))[0]

    def _gather(self, places: Collection[int]) -> set[int]:
        """Take the cards of places back to their piles; returns those that lay elsewhere."""
        moved = set()
        for place in places:
            for card in self.cards_of(place):
                pile = self.piles[self._table(card)]
                if pile != place:
                    self.linked(move)(self.record, card, pile)
                    moved.add(card)
                self.record.known[card] = 0
        return moved

    def _chosen(self, wanted: Mapping[int, tuple[Card, ...]], moved: Collection[int]) -> dict[int, list[int]]:
        """The cards of each place that somebody speaks of: first those that are named, then any, then the rest.

        Piles to which cards have come back to stay are shuffled before those are drawn.
        """
        rows: dict[int, list[list[int]]] = {place: [[] for _ in cards] for place, cards in wanted.items()}
        parts = [(place, i, card) for place, cards in wanted.items() for i, card in enumerate(cards)]
        for place, i, card in parts:
            if isinstance(card, str) and card != REST:
                rows[place][i] = [self._named(card, place, moved)]
        for pile in sorted({self.piles[self._table(card)] for card in self.free.intersection(moved)}):
            if not self.spec.place_zone[pile].sorted:
                self.linked(shuffle)(self.record, self.arrays, pile)
        for place, i, card in parts:
            if isinstance(card, int):
                rows[place][i] = self._from_pile(place, card)
        for place, i, card in parts:
            if card == REST:
                rows[place][i] = self._from_pile(place)
        return {place: [card for cards in several for card in cards] for place, several in rows.items()}

    def _named(self, key: str, place: int, moved: Collection[int]) -> int:
        """A copy of a card that nobody has named yet: one that lay there, or in a place spoken of, or on its pile."""
        copies = self.copies.get(self.words.kinds[key], [])
        spare = [card for card in copies if card in self.free]
        if not spare:
            self._refuse_missing(key, place, copies)

        def is_last_choice(card: int) -> tuple[bool, bool, bool]:
            from_pile = self.record.place[card] == self.piles[self._table(card)]
            return self._lay_in(card) != place, card not in moved, not from_pile

        chosen = min(spare, key=is_last_choice)
        self.free.discard(chosen)
        return chosen

    def _from_pile(self, place: int, number: int | None = None) -> list[int]:
        """So many cards from the top of the pile of a zone's cards, by default all of it that nobody has named."""
        left = self._left_in(self._pile_for(place))
        if number is not None and len(left) < number:
            many = f"{number} cards; {len(left)} are left. Give {len(left)} or fewer."
            raise PositionError(f"{self.spec.place_name(place)} is to hold {many}")
        taken = left if number is None else left[len(left) - number :]
        self.free.difference_update(taken)
        return taken

    def _pile_for(self, place: int) -> int:
        """The pile itself, or that of the card table whose cards lie in the zone; the first one's where none do."""
        if place in self.piles.values():
            return place
        lying = self.of_zone[self.spec.place_zone[place].name]
        return self.piles[lying.most_common(1)[0][0] if lying else min(self.piles)]

    def _left_in(self, pile: int) -> list[int]:
        return [card for card in self.cards_of(pile) if card in self.free]

    def pick(self, seat: int, place: int, number: int, cards: Iterable[Card]) -> None:
        """Let a seat have picked cards of a place of its own for a set; raises PositionError."""
        for key in map(str, cards):
            if not any(self.record.staged[card] == 0 for card in self._copies_in(place, key)):
                self._refuse_absent(f"Seat {seat} has picked", key, place)
            self.linked(stage)(self.record, self.arrays, seat, place, self.words.kinds[key], number)

    def show(self, seat: int, place: int, cards: Iterable[Card]) -> None:
        """Let a seat know where cards are, of several copies the last; raises PositionError."""
        for key in map(str, cards):
            alike = self._copies_in(place, key)
            unknown = [card for card in alike if not (self.record.known[card] >> seat) & 1]
            if not unknown:
                self._refuse_absent(f"Seat {seat} knows", key, place)
            self.linked(show)(self.record, unknown[-1], seat)

    def _copies_in(self, place: int, key: str) -> list[int]:
        return [card for card in self.cards_of(place) if self.arrays.kind[card] == self.words.kinds[key]]

    def end_what_goes_on(self) -> None:
        """End all effects, and let no seat have picked a card."""
        while self.record.frame_count > 0:
            self.linked(pop_frame)(self.record)
        for seat in range(int(self.record.seats)):
            self._forget_picks(seat)

    def _forget_picks(self, seat: int) -> None:
        for place, owner in enumerate(self.spec.place_owner):
            if owner == seat >= 0:
                self.linked(unstage_all)(self.record, seat, place)

    def _take_out(self, card: int) -> None:
        """Put a card out of the game."""
        place = int(self.record.place[card])
        row = [other for other in self.cards_of(place) if other != card]
        for i in range(len(row) + 1):
            self.record.rows[place, i] = 0
        self.record.counts[place], self.record.place[card], self.record.known[card] = 0, OUT_OF_GAME, 0
        for other in row:
            self.linked(put)(self.record, other, place)

    def _refuse_missing(self, key: str, place: int, copies: Collection[int]) -> NoReturn:
        where, name = self.spec.place_name(place), self.words.name(key)
        in_play = [card for card in copies if self.record.place[card] != OUT_OF_GAME]
        why = "which is not played with here. Choose options that play with it."
        if in_play:
            why = f"but all {len(in_play)} in this deck are named already. Name it less often."
        raise PositionError(f"{where} is to hold {name!r}, {why}")

    def _refuse_absent(self, what: str, key: str, place: int) -> NoReturn:
        name, where = self.words.name(key), self.spec.place_name(place)
        raise PositionError(f"{what} {name!r} in {where}, but no other {name!r} lies there. Lay it there.")
