"""What is odd about a deck although it can be played: findings that apply to any game."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import combinations
from math import dist
from typing import TYPE_CHECKING

from workbench.decks.balance import FAT, THIN, THIN_WORD, balance
from workbench.decks.bonuses import bonus_sources, chains_to, rings
from workbench.decks.finding import Finding, in_order, place
from workbench.decks.reading import TOML_FILE
from workbench.decks.school_words import odd_words
from workbench.kernel.tables import COUNT, card_tables, copies
from workbench.signs import unseen, without_unseen
from workbench.storage.errors import DeckError, OptionError

if TYPE_CHECKING:
    from workbench.decks.data import DeckData
    from workbench.decks.model import Category
    from workbench.kernel.game import Variant
    from workbench.kernel.tables import CardTable

LONGEST_PRINTED_NAME = 18  # characters; a longer title does not fit on one line of a card
LEAST_CONTRAST = 4.5  # white text on a category's colour, WCAG 2 level AA
LEAST_COLOUR_DISTANCE = 12.0  # in CIELAB; closer colours are confused beside other cards
LONGEST_CHAIN = 6  # cards
MOST_GIVEN = 5  # bonuses given by one card
KEPT = 1024  # names, and lists of categories: most changes to a deck leave them alone
MEANT_SO = "Nothing needs mending if it is meant so."

# Capital letters of other alphabets and the Latin letters they are mistaken for; Q is mistaken for O.
LOOKALIKES = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕКМНОРСТУХІЅЈØQ", "ABEZHIKMNOPTYXABEKMHOPCTYXISJOO")
MOST_LISTED = 8  # seat counts listed one by one


def lint(deck: DeckData) -> tuple[Finding, ...]:
    """All findings about a deck, the game's own among them: warnings first, then notes."""
    found = [*_count(deck), *_tables(deck), *_categories(deck.meta.categories), *odd_words(deck)]
    found += _names(deck, card_tables(deck.game.tables))
    for table in deck.game.tables:
        if not table.are_cards:
            found += _names(deck, [table])
        found += _copied_rows(deck, table)
    return in_order([*found, *deck.own_findings, *_bonuses(deck), *_balance(deck)])


def contrast_with_white(colour: str) -> float:
    """The contrast ratio (1 to 21) of white text on `colour`, a #rrggbb, after WCAG 2.

    >>> round(contrast_with_white("#000000"))
    21
    """
    red, green, blue = _linear(colour)
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return 1.05 / (luminance + 0.05)


def _count(deck: DeckData) -> Iterator[Finding]:
    declared = deck.meta.declared_count
    listed = sum(map(copies, deck.rows))
    if declared not in (None, listed):
        text = f"The deck announces {declared} cards and lists {listed}."
        fix = f"Write declared_count = {listed}, or add or remove cards."
        yield _in_toml("warning", text, fix, "declared_count")._replace(instead=listed)


def _tables(deck: DeckData) -> Iterator[Finding]:
    """Seat counts at which the deck, or the options it sets, cannot be played."""
    try:
        _ = deck.arrays
    except DeckError as error:
        yield _refused("The deck cannot be played", error, deck)
        return
    for variant in deck.game.variants:
        if refusals := _refusals(deck, variant):
            never = len(refusals) == len(variant.seats)
            what = f"{variant.title} cannot be played " + ("at all" if never else f"with {_listed(refusals)} seats")
            level = "warning" if variant.default_seats in refusals else "note"
            yield _refused(what, next(iter(refusals.values())), deck, level)


def _refusals(deck: DeckData, variant: Variant) -> dict[int, DeckError | OptionError]:
    """What a variant says against playing a deck, by the seat counts to which it applies."""
    if variant.check is None:
        return {}
    chosen = [(option, deck.meta.options.get(option.key, option.default)) for option in variant.options]
    try:
        options = {option.key: option.settled(value) for option, value in chosen}
    except OptionError as error:
        return dict.fromkeys(variant.seats, error)
    refusals: dict[int, DeckError | OptionError] = {}
    for seats in variant.seats:
        try:
            variant.check(deck, seats, options)
        except (DeckError, OptionError) as error:
            refusals[seats] = error
    return refusals


def _listed(numbers: Iterable[int]) -> str:
    """Numbers in words; a long run is given by its first and last number.

    >>> _listed([6, 7]), _listed(range(19, 31))
    ('6 or 7', '19 to 30')
    """
    row = list(numbers)
    if len(row) > MOST_LISTED and row == list(range(row[0], row[-1] + 1)):
        return f"{row[0]} to {row[-1]}"
    return " or ".join(map(str, row))


def _refused(what: str, error: DeckError | OptionError, deck: DeckData, level: str = "warning") -> Finding:
    """What a rule says against playing a deck; the last sentence says how to mend it."""
    why, _, fix = str(error).rpartition(". ")
    if isinstance(error, OptionError):
        return _in_toml(level, f"{what}. {why}.", fix, "options")
    return deck.finding(level, f"{what}. {why}.", fix, None)


def _in_toml(level: str, text: str, fix: str, column: str) -> Finding:
    return Finding(level, place(TOML_FILE, column=column), text, fix, TOML_FILE, column=column)


# ---------------------------------------------------------------- categories


@lru_cache(maxsize=KEPT)
def _categories(categories: tuple[Category, ...]) -> tuple[Finding, ...]:
    found = []
    for category in categories:
        ratio = contrast_with_white(category.colour)
        if ratio < LEAST_CONTRAST:
            text = (
                f"White text on {category.colour}, the colour of {category.letter}, has a contrast of {ratio:.1f}; "
                f"readable is {LEAST_CONTRAST} and more."
            )
            found.append(_in_toml("warning", text, "Choose a darker colour.", "categories"))
    for one, other in combinations(categories, 2):
        found += [_in_toml("warning", text, fix, "categories") for text, fix in _alike(one, other)]
    return tuple(found)


def _alike(one: Category, other: Category) -> Iterator[tuple[str, str]]:
    """What makes two categories easy to confuse: (text, fix)."""
    both = f"{one.letter} and {other.letter}"
    if _plain_letter(one.letter) == _plain_letter(other.letter):
        yield f"The letters {both} look alike.", f"Give {other.name} another letter."
    if _folded(one.name) == _folded(other.name):
        text = f"The names of {both}, {one.name!r} and {other.name!r}, differ in case or spaces only."
        yield text, f"Give {other.letter} another name."
    elif _folded(one.short) == _folded(other.short):
        text = f"The categories {both} have the same short name {one.short!r}."
        yield text, f"Give {other.letter} another: short = ..."
    if one.sign == other.sign:
        yield f"The categories {both} have the same sign {one.sign}.", f"Give {other.letter} another sign."
    if dist(_lab(one.colour), _lab(other.colour)) < LEAST_COLOUR_DISTANCE:
        text = f"The colours of {both}, {one.colour} and {other.colour}, are hard to distinguish."
        yield text, f"Give {other.letter} a colour further from {one.colour}."


def _plain_letter(letter: str) -> str:
    """The Latin letter that a letter looks like, without accents."""
    return unicodedata.normalize("NFD", letter)[0].translate(LOOKALIKES)


@lru_cache(maxsize=KEPT)
def _folded(name: str) -> str:
    """A name without regard to case and spaces."""
    return "".join(name.casefold().split())


def _linear(colour: str) -> list[float]:
    """Red, green and blue of a #rrggbb as amounts of light from 0 to 1 (sRGB)."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    return [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]


def _lab(colour: str) -> tuple[float, float, float]:
    """A #rrggbb in CIELAB (white D65), where distances are about as large as they appear."""
    red, green, blue = _linear(colour)
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (value ** (1 / 3) if value > 216 / 24389 else (24389 / 27 * value + 16) / 116 for value in (x, y, z))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# ---------------------------------------------------------------- rows


def _names(deck: DeckData, tables: Iterable[CardTable]) -> Iterator[Finding]:
    """Names that a reader or a printer would trip over, compared across all these tables."""
    first: dict[str, str] = {}
    rows = [(table, table.name_column, index) for table in tables for index in range(len(deck.tables[table.file]))]
    for table, column, index in rows:
        name = str(deck.tables[table.file][index][column])
        tidy = _tidy(name)
        if tidy != name:
            text = f"The name holds {_untidy(name)}."
            yield deck.finding("warning", text, f"Write {tidy!r}.", index, column, table)
        folded = _folded(tidy)
        if folded in first:
            text = f"The name differs from {first[folded]!r} in case or spaces only."
            fix = "Give one of the two another name, or remove it."
            yield deck.finding("warning", text, fix, index, column, table)
        first.setdefault(folded, name)
        if len(name) > LONGEST_PRINTED_NAME:
            text = f"The name has {len(name)} characters; a printed card has room for {LONGEST_PRINTED_NAME}."
            fix = "Shorten it, or let it be printed small."
            together = f"names are longer than the {LONGEST_PRINTED_NAME} characters that a printed card has room for."
            yield deck.finding("note", text, fix, index, column, table)._replace(together=together)


@lru_cache(maxsize=KEPT)
def _tidy(name: str) -> str:
    """A name without invisible characters, its words one plain space apart."""
    if not (name.isascii() and name.isprintable()):
        name = "".join(" " if sign.isspace() else sign for sign in without_unseen(name))
    return " ".join(name.split())


def _untidy(name: str) -> str:
    """What is untidy in a name."""
    odd = [*unseen(name), *(sign for sign in name if sign.isspace() and sign != " ")]
    if not odd:
        return "several spaces in a row"
    return f"{unicodedata.name(odd[0], 'a sign').lower()} (U+{ord(odd[0]):04X}), which nobody sees"


def _copied_rows(deck: DeckData, table: CardTable) -> Iterator[Finding]:
    """Rows that differ only in a number after the name: copied, then left unchanged."""
    key, name = table.key_column, table.name_column
    if key == name:
        return
    rows = deck.tables[table.file]
    names = [str(row[name]) for row in rows]
    contents = [[value for column, value in row.items() if column not in (key, name, COUNT)] for row in rows]
    content_of = dict(zip(names, contents, strict=True))
    raised = " and raise the count of {!r}." if COUNT in table.keys else "."
    for index, (called, content) in enumerate(zip(names, contents, strict=True)):
        first = re.sub(r"[\s(#]+\d+\)?$", "", called)
        if first != called and content_of.get(first) == content:
            text = f"The {table.noun} is {first!r} once more, alike in everything but its name."
            fix = "Change what shall differ, or remove it" + raised.format(first)
            yield deck.finding("warning", text, fix, index, name, table)


# ---------------------------------------------------------------- bonuses and balance


def _bonuses(deck: DeckData) -> Iterator[Finding]:
    """Rings of bonuses, unusually long chains, and cards that give very many bonuses."""
    sources = bonus_sources(deck)
    names = [kind.name for kind in deck.kinds]
    for ring in rings(sources):
        text = f"The bonuses go round in a ring: {' -> '.join(names[card] for card in (*ring, ring[0]))}."
        fix = f"{MEANT_SO[:-1]}: cards may be worth more beside each other."
        yield deck.finding("note", text, fix, min(ring), _pointer(deck, min(ring)))
    chain = max(chains_to(sources).values(), key=len, default=())
    if len(chain) > LONGEST_CHAIN:
        text = f"A chain of {len(chain)} cards ends here; the longest are mostly {LONGEST_CHAIN}: "
        text += f"{' -> '.join(names[card] for card in chain)}."
        fix = f"{MEANT_SO[:-1]}; else let one of them have its bonus from another card."
        yield deck.finding("note", text, fix, chain[-1], _pointer(deck, chain[-1]))
    for source, given in sorted(Counter(source for cards in sources.values() for source in cards).items()):
        if given > MOST_GIVEN:
            text = f"{given} cards have their bonus from this one; more than {MOST_GIVEN} is unusual."
            fix = "Nothing needs mending if everybody shall want this card; else share the bonuses out."
            yield deck.finding("note", text, fix, source, deck.kinds[source].table.name_column)


def _pointer(deck: DeckData, kind: int) -> str:
    """The column in which a card names the card that gives it a bonus."""
    return next((column.key for column in deck.kinds[kind].table.columns if column.type == "card"), "")


def _balance(deck: DeckData) -> Iterator[Finding]:
    """Categories with far less or far more than an even share in the part that a deck is judged by."""
    for part in balance(deck):
        for bar in part.bars:
            if not bar.mark:
                continue
            thin = bar.mark == THIN_WORD
            bound = (THIN if thin else FAT) * part.even_share
            text = (
                f"{bar.label} ({bar.letter}) is {bar.mark}: {bar.value:g} {part.title}, an even share is "
                f"{part.even_share:.1f}, {'less' if thin else 'more'} than {bound:.1f} counts as {bar.mark}."
            )
            level, fix = "note", f"{'Add' if thin else 'Take away'} {part.title} in {bar.letter} if play shows it."
            if bar.value == 0:
                level, fix = "warning", f"Give cards {part.title} in {bar.letter}, or remove the category."
            yield _in_toml(level, text, fix, "categories")
