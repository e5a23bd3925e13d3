"""Guild Master's cards: the columns of `cards.csv`, the arrays the rules play with, and what lint looks for.

A flavour is a deck with these columns and its own categories; nothing here names a card or a letter (GM-260).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np

from workbench.author import COUNT, NONE, Bar, Bonus, CardTable, Column, InPlay, Numbers, copies, plain_arrays, without
from workbench.decks.deck import Deck
from workbench.decks.finding import Finding

MAX_CARDS = 192
MAX_CATEGORIES = 16

# The four edges of a card in the order north, east, south, west (GM-245): 1 is a road, 0 is blank.
ROAD_EDGES = tuple(f"{edges:04b}" for edges in range(16))
# What a card with such edges is called, however it is turned (GM-254).
ROAD_CLASSES = ("none", "dead_end", "corner", "straight", "tee", "cross")
UNDRAWN = "1010"  # the edges of a card whose list names none: a road straight through

TABLES = (
    CardTable.of(
        "cards.csv",
        Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
        Column("name", "name", "the name on the card", required=True),
        Column("resources", "letters", "two category letters: TT is two points, TG one of each", True, length=2),
        Column("bonus_resource", "letter", "the category of the extra point, if the card has one"),
        Column("bonus_source_printed", "text", "the card that gives the extra point, as the card prints it"),
        Column("bonus_source", "card", "the card that is meant; empty marks it as missing"),
        Column("road_class", "choice", "what the roads on the card are called", choices=ROAD_CLASSES),
        Column(
            "road_edges_nesw",
            "choice",
            "1 for each edge with a road, 0 for a blank one: north, east, south, west",
            choices=ROAD_EDGES,
        ),
        Column(COUNT, "number", "how many copies there are", least=1, most=MAX_CARDS),
        Column("art", "emblem", "the emblem it shows; empty: one that fits its name"),
        Column("note", "text", "a remark for the reader of the list"),
        least=1,
        most=MAX_CARDS,
    ),
)


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers of 64 bits, padded to the declared maxima.

    card            index of a physical card; copies of a kind are neighbours
    kind            index of a row of the card list
    category        index of a category, in the order of the deck's table

    card_count                          cards in use
    kind_count                          kinds in use
    category_count                      categories in use
    kind[card]                          -> kind; -1 beyond card_count
    resource[i, kind]                   -> category of the card's first and second letter (GM-007)
    points[kind, category]              -> base points: 2, 1 or 0 (GM-056, GM-057)
    bonus_category[kind]                -> category of the extra point; -1 none
    bonus_source[0, kind]               -> kind that gives it, as resolved; -1 none or missing (GM-301)
    bonus_source[1, kind]               -> the same, but only where the printed name is exact (GM-275)
    roads[kind]                         -> edges with a road as bits: 1 north, 2 east, 4 south, 8 west (GM-245)
    """

    card_count: int
    kind_count: int
    category_count: int
    kind: Numbers
    resource: Numbers
    points: Numbers
    bonus_category: Numbers
    bonus_source: Numbers
    roads: Numbers


class GuildMasterDeck(DeckArrays, InPlay):
    """The deck as the rules read it: its arrays, and those that are added to every deck."""


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of a Guild Master deck."""
    plain = plain_arrays(deck)
    kind_of_name = {row["name"]: index for index, row in enumerate(deck.rows)}
    points = np.zeros((MAX_CARDS, MAX_CATEGORIES), np.int64)
    bonus_source = np.full((2, MAX_CARDS), NONE, np.int64)
    roads = np.zeros(MAX_CARDS, np.int64)
    for index, row in enumerate(deck.rows):
        for category in plain.resources[:, index]:
            points[index, category] += 1
        if row["bonus_resource"]:
            for i, column in enumerate(("bonus_source", "bonus_source_printed")):
                bonus_source[i, index] = kind_of_name.get(row[column], NONE)
        roads[index] = road_bits(edges_of(row))
    counts = (plain.card_count, plain.kind_count, len(deck.meta.categories))
    return DeckArrays(*counts, plain.kind, plain.resources, points, plain.bonus_resource, bonus_source, roads)


def edges_of(row: Mapping[str, Any]) -> str:
    """The edges of a card as its list prints them; a road straight through if it says nothing."""
    return str(row["road_edges_nesw"] or UNDRAWN)


def road_bits(edges: str) -> int:
    """Edges as bits, the north edge the lowest.

    >>> road_bits("1000"), road_bits("0110")
    (1, 6)
    """
    return sum(int(edge) << side for side, edge in enumerate(edges))


def road_class(edges: str) -> str:
    """What a card with these edges is called (GM-254).

    >>> road_class("1100"), road_class("1010")
    ('corner', 'straight')
    """
    if edges.count("1") == 2:
        return "straight" if edges[0] == edges[2] else "corner"
    return {0: "none", 1: "dead_end", 3: "tee", 4: "cross"}[edges.count("1")]


def without_bonus(arrays: DeckArrays, kind: int) -> DeckArrays | None:
    """The deck with a card that has lost its bonus; None if no card gives it one."""
    return _without_sources(arrays, np.arange(MAX_CARDS) == kind)


def _without_sources(arrays: DeckArrays, lost: np.ndarray) -> DeckArrays | None:
    """The deck without some of the sources of bonuses; None if none of these are there."""
    source = np.array(arrays.bonus_source)
    left = np.where(lost, NONE, source)
    return arrays._replace(bonus_source=left) if (left != source).any() else None


def without_cards(deck: Deck, ids: tuple[str, ...]) -> Deck:
    """The deck without the cards that have these ids (GM-273); a bonus whose source is one of them has none."""
    names = {row["name"] for row in deck.rows if row["card_id"] in ids}
    missing = [
        {
            "card_id": row["card_id"],
            "bonus_source": "",
            "bonus_source_printed": row["bonus_source_printed"] or row["bonus_source"],
        }
        for row in deck.rows
        if row["bonus_source"] in names and row["card_id"] not in ids
    ]
    return deck.edit(change=missing, remove=ids)


WORTH = {"points": without("points"), "bonus": without_bonus}


def without_chain(arrays: DeckArrays, kind: int) -> DeckArrays | None:
    """The deck in which a card gives no other card a bonus; None if it is the source of none."""
    return _without_sources(arrays, np.array(arrays.bonus_source) == kind)


def counts_printed_names(deck: Deck) -> bool:
    """Whether the deck asks to be played so that a bonus counts only if its source is printed exactly (GM-275)."""
    return deck.meta.options.get("bonus_sources") == "printed"


def bonuses(deck: Deck) -> list[Bonus]:
    """The bonuses of the cards as the deck's own options count them, including those that name no card of the deck."""
    rows = deck.rows
    kind_of_name = {row["name"]: index for index, row in enumerate(rows)}
    counted = "bonus_source_printed" if counts_printed_names(deck) else "bonus_source"
    return [
        Bonus(
            card,
            kind_of_name.get(row[counted]),
            str(row["bonus_source_printed"] or row["bonus_source"]),
            str(row["bonus_resource"]),
        )
        for card, row in enumerate(rows)
        if row["bonus_resource"]
    ]


def bars(deck: Deck) -> list[Bar]:
    """Base points and bonus points by category, copies counted; a bonus without a source gives none."""
    base, extra, lost = Counter[str](), Counter[str](), Counter[str]()
    for row in deck.rows:
        number = copies(row)
        for letter in str(row["resources"]):
            base[letter] += number
    for bonus in bonuses(deck):
        (lost if bonus.source is None else extra)[bonus.category] += copies(deck.rows[bonus.card])
    note = "and {} that nobody can have: the source is missing"
    notes = {letter: note.format(points) for letter, points in lost.items()}
    categories = deck.meta.categories
    return [
        *(Bar(entry.name, base[entry.letter], "base points", entry.letter) for entry in categories),
        *(
            Bar(entry.name, extra[entry.letter], "bonus points", entry.letter, notes.get(entry.letter, ""))
            for entry in categories
        ),
    ]


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about a Guild Master deck, beyond what holds for any game."""
    names = {str(row["name"]) for row in deck.rows}
    found: list[Finding] = []
    for index, row in enumerate(deck.rows):
        found += _bonus_faults(deck, index, row)
        found += _source_slips(deck, index, row, names)
        if row["bonus_resource"] and str(row["bonus_resource"]) not in str(row["resources"]):
            text = f"The bonus is in {row['bonus_resource']}, the card's own points are in {row['resources']}."
            fix = "Nothing needs mending if it is meant so."
            found.append(deck.finding("note", text, fix, index, "bonus_resource"))
        found += _road_faults(deck, index, row)
    if all(edges_of(row).count("1") < 2 for row in deck.rows):
        text = "Every card is a dead end, so that no second card can be laid while anybody holds cards."
        found.append(deck.finding("warning", text, "Give some cards two roads or more.", None, "road_edges_nesw"))
    return found


def _road_faults(deck: Deck, index: int, row: Mapping[str, Any]) -> Iterator[Finding]:
    """Roads with which a card can never be laid in Labyrinth City, or whose name does not fit their drawing."""
    edges, called = edges_of(row), row["road_class"]
    if edges == "0000":
        text = "No road leaves the card, so that it can never be laid in Labyrinth City beside another."
        yield deck.finding("warning", text, "Draw a road to one edge at least.", index, "road_edges_nesw")
    elif called and called != road_class(edges):
        text = f"The roads {edges} are a {road_class(edges)}, but the card says {called}."
        yield deck.finding("warning", text, f"Write {road_class(edges)}.", index, "road_class")


def _bonus_faults(deck: Deck, index: int, row: Mapping[str, Any]) -> Iterator[Finding]:
    letter, printed, source = row["bonus_resource"], row["bonus_source_printed"], row["bonus_source"]
    if letter and not printed and not source:
        text = f"The card has a bonus in {letter} but no card that gives it."
        fix = "Name a card in bonus_source, or empty bonus_resource."
        yield deck.finding("error", text, fix, index, "bonus_source")
    elif not letter and (printed or source):
        text = f"The card names {str(source or printed)[:80]!r} as a bonus source but no category for the bonus."
        fix = "Write a category letter in bonus_resource, or empty the bonus source."
        yield deck.finding("error", text, fix, index, "bonus_resource")
    elif letter and printed == row["name"]:
        text = f"The card prints itself, {printed!r}, as the source of its bonus."
        yield deck.finding("error", text, "Name another card.", index, "bonus_source_printed")


def _source_slips(deck: Deck, index: int, row: Mapping[str, Any], names: set[str]) -> Iterator[Finding]:
    """Bonus sources that are missing, or printed differently from the card they mean."""
    printed, source = row["bonus_source_printed"], row["bonus_source"]
    if not row["bonus_resource"] or printed == source:
        return
    if not source:
        text = f"The bonus source {printed!r} is marked as missing, so nobody can complete this bonus."
        fix = "Write the card that is meant in bonus_source, or remove the bonus."
        yield deck.finding("warning", text, fix, index, "bonus_source")
        return
    if not printed:
        text = f"The card prints no bonus source; where only printed names count, {source!r} gives nothing."
    elif printed in names:
        text = f"The card prints {printed!r}, a card of this deck, but its bonus comes from {source!r}."
    elif str(printed).casefold() == str(source).casefold():
        text = f"The card prints {printed!r}; the card is called {source!r}, with other capitals."
    else:
        text = f"The card prints {printed!r}, which is no card of this deck; {source!r} is taken for it."
    lost = counts_printed_names(deck) and printed not in names
    if lost:
        text += " This deck counts printed names only, so nobody can complete this bonus."
    level = "warning" if printed or lost else "note"
    found = deck.finding(level, text, f"Print {source!r}.", index, "bonus_source_printed")
    yield found._replace(instead=str(source), together="cards print another name than that of their bonus's source.")
