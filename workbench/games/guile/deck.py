"""Guile's cards and knights: the columns of `cards.csv` and `knights.csv`, and the arrays the rules play with.

Influence cards come before the characters of the extended cast, so that without the extended cast the
first cards of the list are the ones that are shuffled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from workbench.author import COUNT, NONE, Bar, CardTable, Column, InPlay, Numbers, Values, copies, plain_arrays, without
from workbench.decks.deck import Deck
from workbench.decks.finding import Finding, problem
from workbench.decks.reading import TOML_FILE

CARDS_FILE, KNIGHTS_FILE = "cards.csv", "knights.csv"
MAX_CARDS = 24
KNIGHTS = 8
FACTIONS = 2
FACTION = Values("arthur", "mordred")
CAST = Values("none", "isolde", "morgana", "merlin")  # who a card is: none for influence
CHARACTERS = tuple(CAST)[1:]
# The role of the knight she lies on -> whose values she copies (GL-205, GL-206).
COPIED_BY_ISOLDE = {"tristan": FACTION.arthur, "palamedes": FACTION.mordred}
COPIES = {"isolde": "copies the highest card of a side", "merlin": "copies the card across"}  # GL-205, GL-206, GL-209

TABLES = (
    CardTable.of(
        CARDS_FILE,
        Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
        Column("name", "name", "the name on the card", required=True),
        Column("character", "choice", "which of the extended cast it is; empty: influence", choices=CHARACTERS),
        Column("value", "number", "the influence it prints; empty for a character", most=99),
        Column("dagger", "flag", "1 if it shows the dagger"),
        Column(COUNT, "number", "how many copies there are", least=1, most=MAX_CARDS),
        Column("art", "emblem", "the emblem it shows; empty: one that fits its name"),
        Column("note", "text", "a remark for the reader of the list"),
        least=KNIGHTS,
        most=MAX_CARDS,
    ),
    CardTable.of(
        KNIGHTS_FILE,
        Column("card_id", "key", "a short id that stays when the knight is renamed", required=True),
        Column("name", "name", "the knight's name", required=True),
        Column("faction", "letter", "the letter of the knight's faction", required=True),
        Column("role", "choice", "the knight that Isolde's card means", choices=tuple(COPIED_BY_ISOLDE)),
        Column("note", "text", "a remark for the reader of the list"),
        least=KNIGHTS,
        most=KNIGHTS,
        noun="knight",
        are_cards=False,
    ),
)


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers, padded to the declared maxima.

    card            index of a physical card; copies of a kind are neighbours
    kind            index of a row of cards.csv
    knight          index of a row of knights.csv

    card_count, kind_count      cards and kinds in the list
    influence_count             cards before the first character: what is shuffled without the extended cast
    category_count              the factions
    kind[card]                  -> kind; -1 beyond card_count
    value[kind]                 -> the influence printed, 0 for a character
    dagger[kind]                -> 1 if it shows the dagger
    character[kind]             -> one of CAST
    faction[knight]             -> one of FACTION
    copied_by_isolde[knight]    -> the faction whose highest card Isolde copies there; -1 none
    """

    card_count: int
    kind_count: int
    influence_count: int
    category_count: int
    kind: Numbers
    value: Numbers
    dagger: Numbers
    character: Numbers
    faction: Numbers
    copied_by_isolde: Numbers


class GuileDeck(DeckArrays, InPlay):
    """The deck as the rules read it: its arrays, and those that are added to every deck."""


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of a Guile deck."""
    plain, knights = plain_arrays(deck), deck.tables[KNIGHTS_FILE]
    influence = sum(copies(row) for row in deck.rows if not row["character"])
    character = plain.character + 1  # an empty cell is -1, and the first of CAST
    value = np.where(character == CAST.none, plain.value, 0)
    letters = [category.letter for category in deck.meta.categories]
    faction = np.array([letters.index(str(row["faction"])) for row in knights], np.int64)
    copied = np.array([COPIED_BY_ISOLDE.get(str(row["role"]), NONE) for row in knights], np.int64)
    counts = (plain.card_count, plain.kind_count, influence, len(letters))
    return DeckArrays(*counts, plain.kind, value, plain.dagger, character, faction, copied)


WORTH = {"influence": without("value"), "dagger": without("dagger"), "effect": without("character")}


def copies_of(deck: Deck) -> dict[str, str]:
    """The cards that are worth what another one is, by id, each with what it copies."""
    return {str(row["card_id"]): COPIES[str(row["character"])] for row in deck.rows if row["character"] in COPIES}


def bars(deck: Deck) -> list[Bar]:
    """Influence by the value printed, in cards and in all, and the knights of each faction; no extended cast."""
    cards: Counter[int] = Counter()
    for row in deck.rows:
        if not row["character"]:
            cards[int(row["value"] or 0)] += copies(row)
    knights = [row["faction"] for row in deck.tables[KNIGHTS_FILE]]
    return [
        *(Bar(f"influence {value}", cards[value], "influence cards") for value in sorted(cards)),
        *(Bar(f"influence {value}", value * cards[value], "influence in all") for value in sorted(cards)),
        *(
            Bar(category.name, knights.count(category.letter), "knights", category.letter)
            for category in deck.meta.categories
        ),
    ]


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about a Guile deck, beyond what holds for any game."""
    return [*_factions(deck), *_influence(deck), *_characters(deck), *_daggers(deck), *_roles(deck)]


def _factions(deck: Deck) -> Iterator[Finding]:
    """Two factions with four knights each (GL-001 to GL-003)."""
    letters = [category.letter for category in deck.meta.categories]
    if len(letters) != FACTIONS:
        text = f"There are {len(letters)} categories; they are the factions, and Guile is played by two."
        yield problem(text, "List two [[categories]], Arthur's faction first.", TOML_FILE, column="categories")
        return
    knights = [str(row["faction"]) for row in deck.tables[KNIGHTS_FILE]]
    each = KNIGHTS // FACTIONS
    first, second = map(knights.count, letters)
    if first != each:
        text = f"Faction {letters[0]} has {first} knights, {letters[1]} {second}."
        yield problem(text, f"Give each of them {each}.", KNIGHTS_FILE, column="faction")


def _influence(deck: Deck) -> Iterator[Finding]:
    """At least eight influence cards, each with a value (GL-026, GL-227)."""
    cards = sum(copies(row) for row in deck.rows if not row["character"])
    if cards < KNIGHTS:
        text = f"There are {cards} influence cards; {KNIGHTS} are laid in a round."
        yield problem(text, f"List {KNIGHTS} or more.", CARDS_FILE)
    for index, row in enumerate(deck.rows):
        if not row["character"] and row["value"] is None:
            text = "An influence card needs a value."
            yield deck.finding("error", text, "Write one, or name the character.", index, "value")
        elif row["character"] and row["value"]:
            text = f"A character is worth what it does, so its value {row['value']} is never used."
            yield deck.finding("warning", text, "Leave the cell empty.", index, "value")
    values = {row["value"] for row in deck.rows if not row["character"]}
    if len(values) == 1 and None not in values:
        text = f"Every influence card is worth {values.pop()}, so it hardly matters who lays which."
        yield deck.finding("warning", text, "Give some another value.", None, "value")


def _characters(deck: Deck) -> Iterator[Finding]:
    """Each character once, after all influence cards."""
    characters = [str(row["character"]) for row in deck.rows]
    for index, row in enumerate(deck.rows):
        character = characters[index]
        if character and (copies(row) > 1 or character in characters[:index]):
            text = f"{character.title()} is in the deck more than once; what two of them do to each other is no rule."
            yield deck.finding("error", text, "Keep one copy.", index, "character")
        if not character and any(characters[:index]):
            text = "An influence card comes after a character."
            fix = "Move the characters to the end: without the extended cast the cards before them are played."
            yield deck.finding("error", text, fix, index)


def _daggers(deck: Deck) -> Iterator[Finding]:
    """One dagger, on a card of the highest value (GL-008, GL-009, GL-300)."""
    daggers = [index for index, row in enumerate(deck.rows) if row["dagger"]]
    shown = sum(copies(deck.rows[index]) for index in daggers)
    if not daggers:
        text = "No card shows the dagger: a round with equal totals and highest cards is drawn."
        fix = "Write 1 in the column dagger of one card of the highest value."
        yield deck.finding("warning", text, fix, None, "dagger")
    if shown > 1:
        text = f"{shown} cards show the dagger; if both factions have one, it decides nothing."
        yield deck.finding("warning", text, "Leave it on one card.", daggers[-1], "dagger")
    highest = max((int(row["value"] or 0) for row in deck.rows if not row["character"]), default=0)
    for index in daggers:
        row = deck.rows[index]
        if row["character"]:
            text = "A character shows the dagger, so without the extended cast it is not in play."
            yield deck.finding("warning", text, "Move it to an influence card.", index, "dagger")
        elif int(row["value"] or 0) < highest:
            text = f"The dagger is on a {row['value']}, not on a {highest}: it may lie aside when it is needed."
            fix = "Nothing needs mending if it is meant so: such a round is drawn."
            yield deck.finding("warning", text, fix, index, "dagger")


def _roles(deck: Deck) -> Iterator[Finding]:
    """The knights that Isolde's card means (GL-004, GL-205, GL-206)."""
    if not any(row["character"] == "isolde" for row in deck.rows):
        return
    knights = deck.tables[KNIGHTS_FILE]
    letters = [category.letter for category in deck.meta.categories]
    for role, faction in COPIED_BY_ISOLDE.items():
        holders = [index for index, row in enumerate(knights) if row["role"] == role]
        if not holders:
            text = f"No knight has the role {role}, so Isolde never copies the highest card of faction {faction + 1}."
            fix = f"Write {role} in the column role of a knight of that faction."
            yield deck.finding("warning", text, fix, None, "role", TABLES[1])
        for index in holders[1:]:
            text = f"The role {role} is held by more than one knight; the card means one."
            yield deck.finding("warning", text, "Empty the cell.", index, "role", TABLES[1])
        for index in holders:
            if letters.index(str(knights[index]["faction"])) != faction:
                text = f"The role {role} belongs to faction {faction + 1}, whose highest card Isolde copies here."
                fix = "Nothing needs mending if it is meant so."
                yield deck.finding("warning", text, fix, index, "role", TABLES[1])
