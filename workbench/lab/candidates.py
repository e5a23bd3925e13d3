"""Candidates: the edits of a deck that are tried to reach a target, starting with what stands out in a report.

For cards these are other points and other numbers, other copies, other letters, and bonuses taken away or moved; for
options, their other values. Games say which of them help: see `workbench.lab.racing`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property
from math import gcd
from statistics import median_low
from typing import Any

from workbench.decks.balance import balance
from workbench.decks.deck_edit import DeckEdit, bonus_columns, bonus_source, card_edit, option_edit
from workbench.kernel.options import Option
from workbench.kernel.tables import COUNT, Column, Kind, copies
from workbench.lab.report import Report
from workbench.lab.suspects import sort_of, suspects_of

MOST_CARDS = 12  # whose cells are tried
OF_A_COLUMN = 2  # cards that are furthest from what is usual in it
OTHER_SOURCES = 2  # that a bonus may be moved to
THIN_CATEGORIES = 2  # that a letter may be moved to
STEPS = (1, 2)  # units by which a number is changed
SMALL = 50  # a number up to which one more or less may matter
TIMES = (2, 4)  # a number, too
FURTHER = 2  # times as far beyond the last number that was tried as that was from the one before
PARTS = (2, 4, 8, 16, 32, 64)  # of an option's number


class Candidates:
    """The edits to be tried with the deck of a report; `fixed` are options that stay, `leading` cards to begin with.

    With `studied`, it also asks what cards decide.
    """

    def __init__(self, report: Report, fixed: Collection[str], leading: Sequence[str], studied: bool) -> None:
        self.report, self.deck = report, report.plan.deck
        self.fixed, self.leading, self.studied = frozenset(fixed), leading, studied

    def of_cards(self) -> list[DeckEdit]:
        """Edits of the cells of cards, starting with the cards that stand out."""
        kinds = {kind.key: kind for kind in self.deck.kinds}
        return [edit for card in self.named[:MOST_CARDS] for edit in self._of_card(kinds[card])]

    def of_options(self) -> list[DeckEdit]:
        """Edits of an option."""
        return [
            self._option_edit(option, value)
            for option in self.report.plan.variant.options
            if option.key not in self.fixed and option.cards is None
            for value in other_values(option, self.report.plan.options[option.key])
        ]

    def between(self, edit: DeckEdit, tried: Iterable[DeckEdit]) -> list[DeckEdit]:
        """Edits of the same number, half-way from its value to those tried beside it, or beyond all of them."""
        (key, value), *more = edit.after.items()
        if more or isinstance(value, bool) or not isinstance(value, int):
            return []
        others = [one.after[key] for one in tried if one.place == edit.place]
        kind = next((kind for kind in self.deck.kinds if kind.key == edit.card), None)
        others += [kind.row[key] if kind else self.report.plan.options[key]]
        numbers = {other for other in others if isinstance(other, int) and not isinstance(other, bool)} - {value}
        unit = self._unit(kind, key) if kind else 1
        beside = [
            max((n for n in numbers if n < value), default=None),
            min((n for n in numbers if n > value), default=None),
        ]
        known = [other for other in beside if other is not None]
        beyond = [value + FURTHER * (value - other) for other in known] if None in beside else []
        found = [unit * round((value + other) / 2 / unit) for other in known] + beyond
        return [self._again(edit, kind, other) for other in dict.fromkeys(found) if other not in numbers | {value}]

    def _again(self, edit: DeckEdit, kind: Kind | None, value: int) -> DeckEdit:
        if kind is not None:
            return card_edit(self.deck, kind.key, {next(iter(edit.after)): value})
        options = {option.key: option for option in self.report.plan.variant.options}
        return self._option_edit(options[edit.option], value)

    def _option_edit(self, option: Option, value: Any) -> DeckEdit:
        return option_edit(self.deck, option, self.report.plan.options[option.key], value)

    # Which cards

    @cached_property
    def named(self) -> list[str]:
        """The ids of cards in the order in which they are tried."""
        suspects = sorted(suspects_of(self.report, self.studied), key=lambda suspect: suspect.chance)
        known = {kind.key for kind in self.deck.kinds}
        leading = [card for card in self.leading if card in known]
        suspected = [suspect.card for suspect in suspects if suspect.card in known]
        in_turn = zip(list(dict.fromkeys(suspected)), self._standing_out(), strict=False)
        named = [*leading, *(card for pair in in_turn for card in pair), *suspected]
        return list(dict.fromkeys([*self._with_sources(leading), *named]))

    def _with_sources(self, cards: Sequence[str]) -> Iterator[str]:
        """Cards, each followed by those that its bonus needs."""
        kinds = self.deck.kinds
        for card in cards:
            yield card
            for bonus in self.deck.bonuses:
                if kinds[bonus.card].key == card and bonus.source is not None:
                    yield kinds[bonus.source].key

    def _standing_out(self) -> list[str]:
        """Cards whose numbers are furthest from what is usual in their column, each column in turn."""
        columns = []
        for sort in self._sorts.values():
            for column in sort[0].table.columns:
                if column.type != "number":
                    continue
                known = [kind for kind in sort if isinstance(kind.row[column.key], int)]
                usual = median_low([kind.row[column.key] for kind in known]) if known else 0
                spread = median_low([abs(kind.row[column.key] - usual) for kind in known]) if known else 0
                far = [(abs(kind.row[column.key] - usual) / (spread + 1), kind.key) for kind in known]
                columns.append(sorted((one for one in far if one[0] > 0), key=lambda one: -one[0])[:OF_A_COLUMN])
        return [card for _, card in sorted((one for column in columns for one in column), key=lambda one: -one[0])]

    @cached_property
    def _sorts(self) -> dict[tuple[str, str], list[Kind]]:
        """Kinds of card that can be compared."""
        sorts: dict[tuple[str, str], list[Kind]] = {}
        for kind in self.deck.kinds:
            sorts.setdefault(sort_of(kind), []).append(kind)
        return sorts

    # What of a card

    def _of_card(self, kind: Kind) -> Iterator[DeckEdit]:
        bonus = bonus_columns(kind.table)
        for column in kind.table.columns:
            if column.key not in bonus:
                for value in self._values(kind, column):
                    yield card_edit(self.deck, kind.key, {column.key: value})
        if bonus and kind.row[bonus_source(kind.table)]:
            yield card_edit(self.deck, kind.key, dict.fromkeys(bonus, ""))
            texts = [key for key in bonus if kind.table.column(key).type != "letter"]
            for name in self._other_sources(kind):
                yield card_edit(self.deck, kind.key, dict.fromkeys(texts, name))

    def _values(self, kind: Kind, column: Column) -> list[Any]:
        """Other values for a cell."""
        now = kind.row[column.key]
        if column.type == "flag":
            return [None if now else 1]
        if column.type == "letters":
            return self._letters(str(now))
        if column.type != "number" or not isinstance(now, int):
            return []
        unit = self._unit(kind, column.key)
        usual = median_low(self._numbers(kind, column.key))
        found = [usual, unit * round((now + usual) / 2 / unit), *(now + unit * step for step in STEPS)]
        found += [now - unit * step for step in STEPS]
        if column.key == COUNT:
            found += [now // 2, 2 * now]
        most = column.most if column.most > column.least else max(found)
        return [value for value in dict.fromkeys(found) if column.least <= value <= most and value != now]

    def _numbers(self, kind: Kind, key: str) -> list[int]:
        """The numbers that cards of a sort have in a column."""
        return [other.row[key] for other in self._sorts[sort_of(kind)] if isinstance(other.row[key], int)]

    def _unit(self, kind: Kind, key: str) -> int:
        """The least by which values of a column usually differ; for copies, one."""
        return 1 if key == COUNT else gcd(*self._numbers(kind, key)) or 1

    def _letters(self, now: str) -> list[str]:
        """Letters with one, or all, in a category that has little."""
        part = next((part for part in balance(self.deck) if part.by_category), None)
        bars = sorted(part.bars, key=lambda bar: bar.value)[:THIN_CATEGORIES] if part else []
        thin = [bar.letter for bar in bars]
        found = [text for letter in thin for text in (now[:-1] + letter, letter * len(now))]
        return [text for text in dict.fromkeys(found) if text != now]

    def _other_sources(self, kind: Kind) -> list[str]:
        """Cards with a single copy that no bonus needs yet."""
        needed = {bonus.source for bonus in self.deck.bonuses}
        free = [
            other.name
            for number, other in enumerate(self.deck.kinds)
            if number not in needed and other.table == kind.table and other.key != kind.key and copies(other.row) == 1
        ]
        return free[:OTHER_SOURCES]


def other_values(option: Option, now: Any) -> list[Any]:
    """The values of an option that are tried in place of the present one.

    >>> other_values(Option("deal_size", 5, "Cards dealt.", least=1, most=9), 5)
    [6, 7, 4, 3, 2, 1]
    >>> other_values(Option("equal_turns", False, "Equal turns."), False)
    [True]
    """
    if isinstance(option.default, bool):
        return [not now]
    if option.choices:
        return [choice for choice in option.choices if choice != now]
    number = now if isinstance(now, int) else option.most
    found = [number + step for step in STEPS] + [number - step for step in STEPS] if number <= SMALL else []
    found += [number // part for part in PARTS] + [number * times for times in TIMES]
    found += [option.default] if isinstance(option.default, int) else []
    fitting = [value for value in dict.fromkeys(found) if option.least <= value <= option.most and value != now]
    return fitting + [option.none] * bool(option.none and now != option.none)
