"""How a deck is balanced: the bars its game declares, each compared with an even share and the deck before an edit."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from workbench.decks.data import DeckData
    from workbench.kernel.tables import Bar

THIN, FAT = 0.5, 1.5  # shares of an even share: less is thin, more is fat
THIN_WORD, FAT_WORD = "thin", "fat"


@dataclass(frozen=True)
class BalanceBar:
    """One bar: what it stands for, how long it is, and how long it was before an edit (None if there was no such bar).

    `letter` is its category's, `mark` is "thin" or "fat" if the bar is one or the other.
    """

    label: str
    value: float
    letter: str = ""
    note: str = ""
    mark: str = ""
    before: float | None = None


@dataclass(frozen=True)
class BalancePart:
    """Bars that belong together; `before` is their sum before an edit, `gone` the bars that have disappeared."""

    title: str
    bars: tuple[BalanceBar, ...]
    before: float | None = None
    gone: tuple[tuple[str, float], ...] = ()

    @cached_property
    def total(self) -> float:
        """The sum of all bars."""
        return sum(bar.value for bar in self.bars)

    @cached_property
    def even_share(self) -> float:
        """How long each bar would be if all were equal."""
        return self.total / max(len(self.bars), 1)

    @cached_property
    def by_category(self) -> bool:
        """Whether every bar stands for a category."""
        return bool(self.bars) and all(bar.letter for bar in self.bars)


def balance(deck: DeckData, before: DeckData | None = None) -> tuple[BalancePart, ...]:
    """The parts of a deck's balance as its game declares them, compared with the deck `before` an edit.

    A deck is judged by the first part by category: only its bars are marked thin or fat.
    """
    old = _parts(before.bars) if before is not None else {}
    found: list[BalancePart] = []
    for title, bars in _parts(deck.bars).items():
        judged = all(bar.letter for bar in bars.values()) and not any(part.by_category for part in found)
        found.append(_part(title, bars, old.get(title, {}), judged))
    return tuple(found)


def _parts(bars: Iterable[Bar]) -> dict[str, dict[str, Bar]]:
    """Bars by part, and within a part by the key they are compared by: the category's letter, otherwise the label."""
    parts: dict[str, dict[str, Bar]] = {}
    for bar in bars:
        parts.setdefault(bar.part, {})[bar.letter or bar.label] = bar
    return parts


def _part(title: str, bars: dict[str, Bar], old: dict[str, Bar], judged: bool) -> BalancePart:
    even = sum(bar.value for bar in bars.values()) / max(len(bars), 1)
    compared = []
    for key, bar in bars.items():
        mark = _mark(bar.value, even) if judged else ""
        before = old[key].value if key in old else None
        compared.append(BalanceBar(bar.label, bar.value, bar.letter, bar.note, mark, before))
    gone = tuple((bar.label, bar.value) for key, bar in old.items() if key not in bars)
    return BalancePart(title, tuple(compared), sum(bar.value for bar in old.values()) if old else None, gone)


def _mark(value: float, even: float) -> str:
    if value < THIN * even:
        return THIN_WORD
    return FAT_WORD if value > FAT * even else ""
