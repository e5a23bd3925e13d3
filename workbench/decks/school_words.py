"""A school's words: the names that a classroom deck prints for cards whose own names are unsuitable there (GM-264).

A deck.toml lists them by card id, as `[school_words]`. With them a deck is the same deck, with the same ids and the
same numbers; `printed_words` keeps the names of the printed list, so that the change can be reversed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from workbench.decks.edit import edit
from workbench.decks.finding import Finding, place
from workbench.decks.reading import TOML_FILE
from workbench.decks.validation import AnyDeck

if TYPE_CHECKING:
    from workbench.decks.data import DeckData

SCHOOL, PRINTED = "school_words", "printed_words"  # keys of deck.toml; the second only in a deck in a school's words


def in_school_words(deck: AnyDeck) -> AnyDeck:
    """The deck as a classroom sees it; the deck itself if it has no school words, or uses them already."""
    before = names_by_id(deck)
    taken = set(before.values())
    words = {key: word for key, word in deck.meta.school_words.items() if key in before and word not in taken}
    return _told(deck, words, {PRINTED: {key: before[key] for key in words}}) if words else deck


def as_printed(deck: AnyDeck) -> AnyDeck:
    """The deck with the names that its list prints; the deck itself if it uses them already."""
    printed = {key: name for key, name in deck.meta.printed_words.items() if key in names_by_id(deck)}
    return _told(deck, printed, {PRINTED: None}) if printed else deck


def names_by_id(deck: DeckData) -> dict[str, str]:
    """The name of each card by its id."""
    return {kind.key: kind.name for kind in deck.kinds}


def odd_words(deck: DeckData) -> Iterator[Finding]:
    """Words without effect: those for no card of the list, and those that are the name of another card."""
    names = names_by_id(deck)
    for key, word in deck.meta.school_words.items():
        if key not in names:
            text, fix = f"No card has the id {key!r}.", "Write the id of a card, or take the line out."
        elif word in names.values() and names[key] != word:
            text, fix = f"Another card is called {word!r} already.", "Write a name of its own."
        else:
            continue
        column = f"{SCHOOL} {key}"
        yield Finding("warning", place(TOML_FILE, column=column), text, fix, TOML_FILE, column=column)


def _told(deck: AnyDeck, names: Mapping[str, str], meta: Mapping[str, object]) -> AnyDeck:
    """The deck with new card names; what was measured of it still holds."""
    renamed = [kind for kind in deck.kinds if kind.key in names]
    change = [{kind.table.key_column: kind.key, kind.table.name_column: names[kind.key]} for kind in renamed]
    told = edit(deck, change=change, meta=meta)
    return replace(told, meta=told.meta.model_copy(update={"measured": deck.meta.measured}))
