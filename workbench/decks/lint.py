"""What is odd about a deck though it can be played: findings that hold for any game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from workbench.decks.balance import FAT, FAT_WORD, THIN, THIN_WORD, balance
from workbench.decks.bonuses import bonus_sources, rings
from workbench.decks.finding import Finding, in_order, place
from workbench.decks.reading import TOML_FILE
from workbench.decks.validation import name_column

if TYPE_CHECKING:
    from workbench.decks.deck import Deck

LONGEST_PRINTED_NAME = 18  # in characters; more does not fit a card's title in one line
LEAST_CONTRAST = 4.5  # white text on a category's colour, WCAG 2 level AA


def lint(deck: Deck) -> tuple[Finding, ...]:
    """All findings about a deck, the game's own among them: warnings first, then notes."""
    found = _count(deck) + _colours(deck) + _alike_names(deck) + _long_names(deck)
    return in_order([*found, *deck.game.lint(deck), *_bonuses(deck), *_balance(deck)])


def contrast_with_white(colour: str) -> float:
    """The contrast ratio (1 to 21) of white text on `colour`, a #rrggbb, after WCAG 2.

    >>> round(contrast_with_white("#000000"))
    21
    """
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    luminance = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
    return 1.05 / (luminance + 0.05)


def _count(deck: Deck) -> list[Finding]:
    declared = deck.meta.declared_count
    listed = sum(int(row.get("count") or 1) for row in deck.rows)
    if declared is None or declared == listed:
        return []
    text = f"The deck announces {declared} cards and lists {listed}."
    fix = f"Write declared_count = {listed}, or add or remove cards."
    where = place(TOML_FILE, column="declared_count")
    return [Finding("warning", where, text, fix, TOML_FILE, column="declared_count")]


def _colours(deck: Deck) -> list[Finding]:
    found = []
    where = place(TOML_FILE, column="categories")
    for category in deck.meta.categories:
        ratio = contrast_with_white(category.colour)
        if ratio < LEAST_CONTRAST:
            text = (
                f"White text on {category.colour}, the colour of {category.letter}, has a contrast of {ratio:.1f}; "
                f"readable is {LEAST_CONTRAST} and more."
            )
            found.append(Finding("warning", where, text, "Choose a darker colour.", TOML_FILE, column="categories"))
    return found


def _alike_names(deck: Deck) -> list[Finding]:
    found = []
    for table in deck.game.tables:
        column = name_column(table)
        first: dict[str, str] = {}
        for index, row in enumerate(deck.tables[table.file]):
            name = str(row[column])
            folded = "".join(name.casefold().split())
            if folded in first:
                text = f"The name differs from {first[folded]!r} in case or spaces only."
                fix = "Give one of the two another name, or remove it."
                found.append(deck.finding("warning", text, fix, index, column, table))
            first.setdefault(folded, name)
    return found


def _long_names(deck: Deck) -> list[Finding]:
    found = []
    for table in deck.game.tables:
        column = name_column(table)
        for index, row in enumerate(deck.tables[table.file]):
            name = str(row[column])
            if len(name) > LONGEST_PRINTED_NAME:
                text = f"The name has {len(name)} characters; a printed card has room for {LONGEST_PRINTED_NAME}."
                fix = "Shorten it, or let it be printed small."
                found.append(deck.finding("note", text, fix, index, column, table))
    return found


def _bonuses(deck: Deck) -> list[Finding]:
    """Rings of bonuses."""
    sources = bonus_sources(deck)
    column = next((column.key for column in deck.game.tables[0].columns if column.kind == "card"), "")
    names = [str(row[name_column(deck.game.tables[0])]) for row in deck.rows]
    found = []
    for ring in rings(sources):
        walk = " -> ".join(names[card] for card in (*ring, ring[0]))
        text = f"The bonuses go round in a ring: {walk}."
        fix = "Nothing needs mending if it is meant so: the order of building does not matter."
        found.append(deck.finding("note", text, fix, min(ring), column))
    return found


def _balance(deck: Deck) -> list[Finding]:
    """Categories with far less or far more than an even share of what a deck is judged by."""
    found = []
    for part in balance(deck):
        for bar in part.bars:
            if not bar.mark:
                continue
            word, more, bound = (THIN_WORD, "less", THIN) if bar.mark == THIN_WORD else (FAT_WORD, "more", FAT)
            text = (
                f"{bar.label} ({bar.letter}) is {word}: {bar.value:g} {part.title}, an even share is "
                f"{part.even_share:.1f}, {more} than {bound * part.even_share:.1f} counts as {word}."
            )
            advice = "Add" if bar.mark == THIN_WORD else "Take away"
            level, fix = "note", f"{advice} {part.title} in {bar.letter} if play shows it."
            if bar.value == 0:
                level, fix = "warning", f"Give cards {part.title} in {bar.letter}, or remove the category."
            where = place(TOML_FILE, column="categories")
            found.append(Finding(level, where, text, fix, TOML_FILE, column="categories"))
    return found
