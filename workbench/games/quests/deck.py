"""The cards of Quests of the Round Table: the columns of two tables, and the arrays the rules play with.

Adventure cards (`adventure.csv`) are held, played and placed; story cards (`story.csv`) are drawn one a turn. What an
event does is its `effect`, so that a designer may list an event of another name with the same effect.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from workbench.author import (
    COUNT,
    NONE,
    Bar,
    Bonus,
    CardTable,
    Column,
    InPlay,
    Numbers,
    Values,
    card_kinds,
    copies,
    plain_bonuses,
    without,
)
from workbench.decks.deck import Deck
from workbench.decks.finding import Finding

ADVENTURE_FILE, STORY_FILE = "adventure.csv", "story.csv"
MAX_ADVENTURES, MAX_STORIES = 160, 40
MAX_CARDS = MAX_ADVENTURES + MAX_STORIES
MAX_ADVENTURE_KINDS = 64  # rows of adventure.csv, which are the first kinds
MAX_KINDS = MAX_ADVENTURE_KINDS + MAX_STORIES
MOST_STAGES = 5

TYPE = Values("weapon", "foe", "test", "ally", "amour", "quest", "tournament", "event")  # of cards
ADVENTURE_TYPES, STORY_TYPES = tuple(TYPE)[:5], tuple(TYPE)[5:]
ABILITY = Values("none", "remove_ally", "preview_stage")
WHEN = Values("never", "named_by_quest", "quest", "in_play")  # when the higher of two values counts
EVENT = Values(
    "none",
    "chivalrous_deed",
    "pox",
    "plague",
    "kings_recognition",
    "queens_favor",
    "court_called_to_camelot",
    "kings_call_to_arms",
    "prosperity",
)
NAMED, QUEST, IN_PLAY = "named_by_quest", "quest:", "in_play:"  # conditions, as a card list writes them
ALL = "all"  # what a quest that names every foe says

ALIASES = (  # QU-217
    ("Queen's Favour", "Queen's Favor"),
    ("Defend the Queen's Honour", "Defend the Queen's Honor"),
    ("Test of Morgan Le Fay", "Test of Morgan Le Fey"),
    ("Sir Pellinore", "King Pellinore"),
)
CARD_ID = Column("card_id", "key", "a short id that stays when the card is renamed", required=True)
NAME = Column("name", "name", "the name on the card", required=True, aliases=ALIASES)
ART = Column("art", "emblem", "the emblem it shows; empty: one that fits its name")
NOTE = Column("note", "text", "a remark for the reader of the list")

TABLES = (
    CardTable.of(
        ADVENTURE_FILE,
        CARD_ID,
        NAME,
        Column("type", "choice", "what it is", required=True, choices=ADVENTURE_TYPES),
        Column(COUNT, "number", "how many copies there are", least=1, most=MAX_ADVENTURES),
        Column("bp", "number", "battle points", most=999),
        Column("bp_high", "number", "the higher battle points of a card that prints two", most=999),
        Column("bp_high_when", "condition", "when the higher ones count", choices=(NAMED, QUEST, IN_PLAY)),
        Column("bids", "number", "free bids", most=99),
        Column("bids_high", "number", "the higher free bids of a card that prints two", most=99),
        Column("bids_high_when", "condition", "when the higher ones count", choices=(QUEST, IN_PLAY)),
        Column("min_bid", "number", "the lowest bid in a test", most=99),
        Column("min_bid_when", "condition", "when it is asked for; empty: on every quest", choices=(QUEST,)),
        Column("ability", "choice", "what else it does", choices=tuple(ABILITY)[1:]),
        ART,
        NOTE,
        least=60,
        most=MAX_ADVENTURES,
        noun="adventure card",
    ),
    CardTable.of(
        STORY_FILE,
        CARD_ID,
        NAME,
        Column("type", "choice", "what it is", required=True, choices=STORY_TYPES),
        Column(COUNT, "number", "how many copies there are", least=1, most=MAX_STORIES),
        Column("stages", "number", "how many stages a quest has", least=1, most=MOST_STAGES),
        Column("named_foes", "keys", "the foes that a quest names, by their ids, or all"),
        Column("bonus_shields", "number", "what a tournament gives beside a shield for each entrant", most=99),
        Column("effect", "choice", "what an event does", choices=tuple(EVENT)[1:]),
        ART,
        NOTE,
        least=1,
        most=MAX_STORIES,
        noun="story card",
    ),
)
ADVENTURES, STORIES = TABLES
NUMBERS = ("bp", "bp_high", "bids", "bids_high", "min_bid", "stages", "bonus_shields")  # columns, each of them an array


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers, padded to the declared maxima.

    card            index of a physical card; copies of a kind are neighbours, adventure cards come first
    kind            index of a row, adventures first

    card_count, kind_count      cards and kinds in use
    adventure_count             adventure cards: the first of the cards
    kind[card]                  -> kind; -1 beyond card_count
    type[kind]                  -> one of TYPE; -1 beyond kind_count
    bp[kind]                    -> battle points
    bp_high[kind]               -> those that count while the condition holds
    bp_high_when[kind]          -> one of WHEN
    bp_high_with[kind]          -> the quest or the card in play that the condition names; -1 none
    bids, bids_high, bids_high_when, bids_high_with     free bids, likewise
    min_bid[kind]               -> the lowest bid a test prints; 0 none
    min_bid_with[kind]          -> the quest it is asked for on; -1 every quest
    ability[kind]               -> one of ABILITY
    stages[kind]                -> stages of a quest
    names_foe[quest, foe]       -> 1 if the quest names the foe, both as kinds
    bonus_shields[kind]         -> of a tournament
    event[kind]                 -> one of EVENT
    """

    card_count: int
    kind_count: int
    adventure_count: int
    kind: Numbers
    type: Numbers
    bp: Numbers
    bp_high: Numbers
    bp_high_when: Numbers
    bp_high_with: Numbers
    bids: Numbers
    bids_high: Numbers
    bids_high_when: Numbers
    bids_high_with: Numbers
    min_bid: Numbers
    min_bid_with: Numbers
    ability: Numbers
    stages: Numbers
    names_foe: Numbers
    bonus_shields: Numbers
    event: Numbers


class QuestsDeck(DeckArrays, InPlay):
    """The deck as the rules read it: its arrays, and those that are added to every deck."""


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of a deck of Quests."""
    of_key = {kind.key: number for number, kind in enumerate(deck.kinds)}
    names_foe = np.zeros((MAX_KINDS, MAX_KINDS), np.int64)
    for quest, named in _named_foes(deck):
        names_foe[quest, named] = 1
    return DeckArrays(
        card_count=sum(map(copies, deck.rows)),
        kind_count=len(deck.kinds),
        adventure_count=sum(map(copies, deck.tables[ADVENTURE_FILE])),
        kind=card_kinds(deck.rows, MAX_CARDS),
        type=_by_kind(deck, lambda row: getattr(TYPE, str(row["type"])), NONE),
        bp_high_when=_by_kind(deck, lambda row: _when(row, "bp_high_when")),
        bp_high_with=_by_kind(deck, lambda row: _with(row, "bp_high_when", of_key), NONE),
        bids_high_when=_by_kind(deck, lambda row: _when(row, "bids_high_when")),
        bids_high_with=_by_kind(deck, lambda row: _with(row, "bids_high_when", of_key), NONE),
        min_bid_with=_by_kind(deck, lambda row: _with(row, "min_bid_when", of_key), NONE),
        ability=_by_kind(deck, lambda row: getattr(ABILITY, str(row.get("ability") or "none"))),
        names_foe=names_foe,
        event=_by_kind(deck, lambda row: getattr(EVENT, str(row.get("effect") or "none"))),
        **{column: _numbers(deck, column) for column in NUMBERS},
    )


def _by_kind(deck: Deck, number: Callable[[Any], int], empty: int = 0) -> np.ndarray:
    """A number of each row, by kind."""
    array = np.full(MAX_KINDS, empty, np.int64)
    array[: len(deck.rows)] = [number(row) for row in deck.rows]
    return array


def _numbers(deck: Deck, column: str) -> np.ndarray:
    return _by_kind(deck, lambda row: int(row.get(column) or 0))


def _when(row: Any, column: str) -> int:
    """When a condition holds, as one of WHEN."""
    return int(getattr(WHEN, str(row.get(column) or "never").partition(":")[0]))


def _with(row: Any, column: str, of_key: dict[str, int]) -> int:
    """The kind that a condition names."""
    return of_key.get(str(row.get(column) or "").partition(":")[2], NONE)


def _named_foes(deck: Deck) -> list[tuple[int, int]]:
    """Each quest with each foe that it names, both as kinds (QU-060, QU-063)."""
    named = STORIES.column("named_foes")
    return [
        (quest, foe)
        for quest, story in enumerate(deck.kinds)
        for foe, card in enumerate(deck.kinds)
        if story.table == STORIES and card.row["type"] == "foe" and named.names(str(story.row["named_foes"]), card.key)
    ]


# What the lab and the studio show


WORTH = {"battle points": without("bp", "bp_high"), "free bids": without("bids", "bids_high")}


def bonuses(deck: Deck) -> list[Bonus]:
    """What is worth more beside another card, or on a quest: by its own condition, or because the quest names it.

    A quest that names all foes is not a bonus of any.
    """
    named = [
        Bonus(foe, quest, deck.kinds[quest].name)
        for quest, foe in _named_foes(deck)
        if deck.kinds[foe].row["bp_high_when"] == NAMED and deck.kinds[quest].row["named_foes"] != ALL
    ]
    return [*plain_bonuses(deck), *named]


def bars(deck: Deck) -> list[Bar]:
    """How many cards there are of each type, and the battle points of weapons and foes."""
    found = [
        Bar(type_, sum(copies(row) for row in deck.tables[table.file] if row["type"] == type_), f"{table.noun}s")
        for table in TABLES
        for type_ in table.column("type").choices
    ]
    for type_ in ("weapon", "foe"):
        cards: dict[int, int] = {}
        for row in deck.tables[ADVENTURE_FILE]:
            if row["type"] == type_:
                bp = int(row["bp"] or 0)
                cards[bp] = cards.get(bp, 0) + copies(row)
        found += [Bar(f"{bp} battle points", cards[bp], f"{type_}s by battle points") for bp in sorted(cards)]
    return found


# What is wrong or odd about a list


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about a deck of Quests, beyond what holds for any game."""
    return [*_numbers_of_rows(deck), *_cells(deck), *_conditions(deck), *_foes(deck), *_quests(deck), *_events(deck)]


# Column -> the types of cards that it says something about.
SAYS_SOMETHING_OF = {
    "bp": ("weapon", "foe", "ally", "amour"),
    "bp_high": ("foe", "ally", "amour"),
    "bids": ("ally", "amour"),
    "bids_high": ("ally", "amour"),
    "min_bid": ("test",),
    "stages": ("quest",),
    "named_foes": ("quest",),
    "bonus_shields": ("tournament",),
    "effect": ("event",),
}


def _numbers_of_rows(deck: Deck) -> Iterator[Finding]:
    rows = len(deck.tables[ADVENTURE_FILE])
    if rows > MAX_ADVENTURE_KINDS:
        text = f"The list has {rows} kinds of adventure cards; a screen's actions have room for {MAX_ADVENTURE_KINDS}."
        fix = f"Keep at most {MAX_ADVENTURE_KINDS} rows."
        yield deck.finding("error", text, fix, MAX_ADVENTURE_KINDS, "", ADVENTURES)


def _cells(deck: Deck) -> Iterator[Finding]:
    """Cells that mean nothing for a card of that type."""
    for table in TABLES:
        for index, row in enumerate(deck.tables[table.file]):
            for column, types in SAYS_SOMETHING_OF.items():
                if row.get(column) and row["type"] not in types:
                    text = f"A card of the type {row['type']} has no use for {column.replace('_', ' ')}."
                    fix = "Empty the cell, or change the type."
                    yield deck.finding("warning", text, fix, index, column, table)
            if row.get("ability") == "preview_stage" and row["type"] != "ally":
                text = "Only an ally in play can look at a stage."
                yield deck.finding("warning", text, "Make it an ally.", index, "ability", table)


def _conditions(deck: Deck) -> Iterator[Finding]:
    """Conditions that can never hold, and a value without its condition, or the other way round."""
    types = {kind.key: str(kind.row["type"]) for kind in deck.kinds}
    for index, row in enumerate(deck.tables[ADVENTURE_FILE]):
        for value, needs_condition in (("bp_high", True), ("bids_high", True), ("min_bid", False)):
            when = f"{value}_when"
            condition = str(row[when])
            key = condition.partition(":")[2]
            if condition and row[value] is None:
                text, fix = f"A condition, but no {value} that it is for.", f"Fill in {value}, or empty the cell."
                yield deck.finding("warning", text, fix, index, when, ADVENTURES)
            elif needs_condition and row[value] is not None and not condition:
                text, fix = f"Nothing says when {value} counts.", f"Fill in {when}, or empty the cell."
                yield deck.finding("warning", text, fix, index, value, ADVENTURES)
            if condition.startswith(QUEST) and types.get(key, "quest") != "quest":
                text = f"{key!r} is no quest but of the type {types[key]}, so this never holds."
                yield deck.finding("error", text, "Write the id of a quest.", index, when, ADVENTURES)
            elif condition.startswith(IN_PLAY) and types.get(key, "ally") not in ("ally", "amour"):
                text = f"{key!r} is of the type {types[key]} and never lies in play, so this never holds."
                yield deck.finding("error", text, "Write the id of an ally.", index, when, ADVENTURES)


def _foes(deck: Deck) -> Iterator[Finding]:
    """Foes that a quest names to no effect, names that are not foes, and foes that no quest names (QU-060)."""
    rows = {str(row["card_id"]): row for row in deck.tables[ADVENTURE_FILE]}
    types = {kind.key: str(kind.row["type"]) for kind in deck.kinds}
    for index, row in enumerate(deck.tables[STORY_FILE]):
        for key in STORIES.column("named_foes").keys_in(str(row["named_foes"])):
            if types.get(key, "foe") != "foe":
                text = f"{key!r} is no foe but of the type {types[key]}."
                yield deck.finding("error", text, "Name foes only.", index, "named_foes", STORIES)
            elif key in rows and rows[key]["bp_high_when"] != NAMED:
                text = f"{rows[key]['name']} is no stronger where a quest names it."
                fix = f"Nothing needs mending if it is meant so; else fill in its bp_high and bp_high_when {NAMED}."
                yield deck.finding("note", text, fix, index, "named_foes", STORIES)
    named = {deck.kinds[foe].key for _, foe in _named_foes(deck)}
    for index, row in enumerate(deck.tables[ADVENTURE_FILE]):
        if row["bp_high_when"] == NAMED and str(row["card_id"]) not in named:
            text = "No quest names it, so its higher value never counts."
            fix = "Write its id into the named_foes of a quest."
            yield deck.finding("warning", text, fix, index, "bp_high", ADVENTURES)


def _quests(deck: Deck) -> Iterator[Finding]:
    """Quests without stages, and those that nobody could ever build (QU-225)."""
    adventures = deck.tables[ADVENTURE_FILE]
    foes = [row for row in adventures if row["type"] == "foe"]
    armed = any(row["type"] == "weapon" and row["bp"] for row in adventures)
    tests = min(1, sum(row["type"] == "test" for row in adventures))
    totals = sum(map(copies, foes)) if armed else len({row["bp"] or 0 for row in foes})
    for index, row in enumerate(deck.tables[STORY_FILE]):
        if row["type"] != "quest":
            continue
        if row["stages"] is None:
            text, fix = "A quest needs a number of stages.", f"Write one from 1 to {MOST_STAGES}."
            yield deck.finding("error", text, fix, index, "stages", STORIES)
        elif totals + tests < int(row["stages"]):
            text = f"Nobody can build it: with {totals} foes to tell apart and a test there are too few stages."
            fix = "List more foes or weapons, or give it fewer stages."
            yield deck.finding("warning", text, fix, index, "stages", STORIES)


def _events(deck: Deck) -> Iterator[Finding]:
    """Events that do nothing, and a story without any quest or tournament, in which nobody could win."""
    stories = deck.tables[STORY_FILE]
    for index, row in enumerate(stories):
        if row["type"] == "event" and not row["effect"]:
            text = "An event needs an effect."
            yield deck.finding("error", text, "Write what it does.", index, "effect", STORIES)
    if all(row["type"] == "event" for row in stories):
        text = "There is neither a quest nor a tournament, so hardly anybody gains a shield."
        yield deck.finding("warning", text, "List some.", None, "type", STORIES)
