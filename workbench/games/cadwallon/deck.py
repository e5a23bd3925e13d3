"""The cards of Guilds of Cadwallon: the columns of three tables, and the arrays the rules play with.

District cards (`district.csv`) lie in the city and are won. Condition cards (`conditions.csv`) change numbers of the
rules: which number each effect changes is one row of CONDITIONS. Contract cards (`contracts.csv`) count something of a
seat at the end: what they may count is one name of COUNTED. So an owner of the game who types in printed values, or a
designer who lists other ones, changes no rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import numpy as np

from workbench.author import COUNT, NONE, Bar, CardTable, Column, InPlay, Numbers, Values, card_kinds, copies, without
from workbench.decks.deck import Deck
from workbench.decks.finding import Finding, problem
from workbench.decks.reading import TOML_FILE

DISTRICT_FILE, CONDITIONS_FILE, CONTRACTS_FILE = "district.csv", "conditions.csv", "contracts.csv"
MAX_DISTRICTS, MAX_CONDITIONS, MAX_CONTRACTS = 39, 12, 12
MAX_CARDS = MAX_DISTRICTS + MAX_CONDITIONS + MAX_CONTRACTS
MAX_KINDS = MAX_CARDS
GUILDS = 4
MOST_POINTS = 9

TYPE = Values("guild", "militia", "personality", "action", "condition", "contract")  # of cards
DISTRICT_TYPES = tuple(TYPE)[:4]
CARDS_OF_TYPE = {"guild": 16, "action": 14, "militia": 5, "personality": 4}  # CA-003
BACKGROUND = Values("noble", "market", "harbour")  # district types (CA-008)
BACKGROUNDS = len(BACKGROUND)
SUPPORT_OF_TYPE = {"guild": (1, 3), "militia": (1, 2), "personality": (0, 0), "action": (2, 2)}
ACTION_POINTS = 2  # CA-019

# What an action card does: the effect of that name (CA-103 to CA-116).
ACTION = Values(
    "new_markets",
    "tarot_mages",
    "crowded_street",
    "grand_procession",
    "corner_deal",
    "eviction",
    "night_crossing",
    "double_errand",
    "mistaken_identity",
    "ducal_herald",
    "scandal",
    "barricade",
    "amnesty",
    "backroom_vote",
)

# The numbers of the rules that a condition may change, each with its value while no condition changes it.
BASE = {
    "militia_multiplied": 1,  # whether the sum of penalties is multiplied by the militia cards
    "penalty_more": 0,  # of every militia card
    "personality_support": 0,
    "charter": 0,  # points for a card of each guild
    "golden_more": 0,  # points of every card of one guild
    "golden_guild": NONE,
    "in_hand_points": NONE,  # of an action card; -1: what it prints
    "played_points": NONE,
    "arbiter": 0,  # whether ties go to the first tied seat from the first player on
    "actions_in_a_turn": 1,
    "agents_less": 0,
    "set_limit": 4,  # cards of a guild set (CA-083)
    "gated": 0,  # whether action cards leave the centre alone
    "corner_more": 0,  # support toward a corner
}
NUMBER = Values(*BASE)
# Effect of a condition -> the numbers that it changes: to a number, or to what a column of its row says.
CONDITIONS: dict[str, dict[str, int | str]] = {
    "tax_year": {"militia_multiplied": 0},
    "martial_law": {"penalty_more": "amount"},
    "festival": {"personality_support": "amount"},
    "city_charter": {"charter": "amount"},
    "golden_season": {"golden_more": "amount", "golden_guild": "guild"},
    "paper_war": {"in_hand_points": "amount", "played_points": "other_amount"},
    "ducal_arbiter": {"arbiter": 1},
    "long_session": {"actions_in_a_turn": "amount"},
    "curfew": {"agents_less": "amount"},
    "great_houses": {"set_limit": "amount"},
    "gated_centre": {"gated": 1},
    "corner_markets": {"corner_more": "amount"},
}
CONDITION = Values(*CONDITIONS)
MOST_AMOUNT = {"long_session": 3, "curfew": 5, "great_houses": 9}  # otherwise MOST_POINTS

# What a contract may count of a seat (CA-129 to CA-140).
COUNTED = Values(
    "guild_set",  # cards in the set of its guild, assigned personalities included
    "guilds",  # guilds of which it has a guild card
    "militia",
    "personalities",
    "played",  # action cards
    "in_hand",
    "district_type",  # cards of the district type of which it has most
    "lead",  # how many more district cards it has than any other seat
)

KEY = Column("card_id", "key", "a short id that stays when the card is renamed", required=True)
NAME = Column("name", "name", "the name on the card", required=True)
LAST_COLUMNS = (
    Column("text", "text", "what the card says, in your own words"),
    Column("art", "emblem", "the emblem it shows; empty: one that fits its name"),
    Column(
        "status",
        "choice",
        "printed, once the values are those of the published card",
        choices=("reconstruction", "printed"),
    ),
    Column("printed_facts", "text", "what the rulebook itself says of the card"),
    Column("note", "text", "a remark for the reader of the list"),
)


def _copies(most: int) -> Column:
    return Column(COUNT, "number", "how many copies there are", least=1, most=most)


TABLES = (
    CardTable.of(
        DISTRICT_FILE,
        KEY,
        NAME,
        Column("type", "choice", "what it is", required=True, choices=DISTRICT_TYPES),
        _copies(MAX_DISTRICTS),
        Column("guild", "letter", "the letter of a guild card's guild"),
        Column("points", "number", "guild points", most=MOST_POINTS),
        Column("penalty", "number", "penalty points of a militia card", most=MOST_POINTS),
        Column("support", "number", "support value", most=3),
        Column("district_type", "choice", "its background", required=True, choices=tuple(BACKGROUND)),
        Column("effect", "choice", "what an action card does", choices=tuple(ACTION)),
        *LAST_COLUMNS,
        least=MAX_DISTRICTS,
        most=MAX_DISTRICTS,
        noun="district card",
    ),
    CardTable.of(
        CONDITIONS_FILE,
        KEY,
        NAME,
        _copies(MAX_CONDITIONS),
        Column("effect", "choice", "which rule it changes", required=True, choices=tuple(CONDITION)),
        Column("amount", "number", "to what or by how much", most=MOST_POINTS),
        Column("other_amount", "number", "the other number of a condition with two", most=MOST_POINTS),
        Column("guild", "letter", "the letter of the guild it is about"),
        *LAST_COLUMNS,
        least=1,
        most=MAX_CONDITIONS,
        noun="condition card",
    ),
    CardTable.of(
        CONTRACTS_FILE,
        KEY,
        NAME,
        _copies(MAX_CONTRACTS),
        Column("counted", "choice", "what it counts of its holder", required=True, choices=tuple(COUNTED)),
        Column("guild", "letter", "the letter of the guild whose set it counts"),
        Column("at_least", "number", "how many there must be", most=MAX_DISTRICTS),
        Column("at_most", "number", "how many there may be", most=MAX_DISTRICTS),
        Column("points", "number", "what it is worth when fulfilled", most=99),
        Column("shared_points", "number", "what a shared lead is worth", most=99),
        *LAST_COLUMNS,
        least=1,
        most=MAX_CONTRACTS,
        noun="contract card",
    ),
)
DISTRICTS, CONDITION_CARDS, CONTRACT_CARDS = TABLES


class DeckArrays(NamedTuple):
    """A deck as the rules see it; whole numbers, padded to the declared maxima.

    card            index of a physical card; copies of a kind are neighbours. District cards come first, then
                    conditions, then contracts
    kind            index of a row of the three tables, in this order

    card_count, kind_count      cards and kinds in use
    district_count              district cards: the first of the cards
    contracts_from              the first contract card
    kind[card]                  -> kind; -1 beyond card_count
    type[kind]                  -> one of TYPE; -1 beyond kind_count
    guild[kind]                 -> guild of a guild card or of a contract; -1 none
    points[kind]                -> guild points; of a contract, what it gives
    penalty[kind]               -> penalty points
    support[kind]               -> support value
    background[kind]            -> one of BACKGROUND; -1 none
    action[kind]                -> one of ACTION; -1 none
    condition[kind]             -> one of CONDITION; -1 none
    numbers[kind + 1, number]   -> a NUMBER of the rules while this condition is in force; row 0 while none is
    counted[kind]               -> one of COUNTED; -1 none
    at_least[kind], at_most[kind]   -> when a contract is fulfilled
    shared_points[kind]         -> what it gives for a shared lead
    """

    card_count: int
    kind_count: int
    district_count: int
    contracts_from: int
    kind: Numbers
    type: Numbers
    guild: Numbers
    points: Numbers
    penalty: Numbers
    support: Numbers
    background: Numbers
    action: Numbers
    condition: Numbers
    numbers: Numbers
    counted: Numbers
    at_least: Numbers
    at_most: Numbers
    shared_points: Numbers


class CadwallonDeck(DeckArrays, InPlay):
    """The deck as the rules read it: its arrays, and those that are added to every deck."""


# Columns with a number for each kind, 0 where the cell is empty.
NUMBERS_OF_A_KIND = ("points", "penalty", "support", "at_least", "shared_points")


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of a deck of Cadwallon."""
    districts, conditions, contracts = (sum(map(copies, deck.tables[table.file])) for table in TABLES)
    letters = [category.letter for category in deck.meta.categories]
    return DeckArrays(
        card_count=districts + conditions + contracts,
        kind_count=len(deck.kinds),
        district_count=districts,
        contracts_from=districts + conditions,
        kind=card_kinds(deck.rows, MAX_CARDS),
        type=_types(deck),
        guild=_by_kind(deck, "guild", letters.index),
        background=_by_kind(deck, "district_type", tuple(BACKGROUND).index),
        action=_by_kind(deck, "effect", tuple(ACTION).index, table=DISTRICTS),
        condition=_by_kind(deck, "effect", tuple(CONDITION).index, table=CONDITION_CARDS),
        numbers=_numbers(deck, letters),
        counted=_by_kind(deck, "counted", tuple(COUNTED).index),
        at_most=_by_kind(deck, "at_most", int, MAX_DISTRICTS),
        **{column: _by_kind(deck, column, int, 0) for column in NUMBERS_OF_A_KIND},
    )


def _types(deck: Deck) -> np.ndarray:
    """What each kind is."""
    array = np.full(MAX_KINDS, NONE, np.int64)
    named = {CONDITION_CARDS.file: "condition", CONTRACT_CARDS.file: "contract"}
    for number, kind in enumerate(deck.kinds):
        array[number] = tuple(TYPE).index(named.get(kind.table.file) or str(kind.row["type"]))
    return array


def _by_kind(
    deck: Deck, column: str, number: Callable[[Any], int], empty: int = NONE, table: CardTable | None = None
) -> np.ndarray:
    """What a column says about each kind, as a number; `empty` if nothing. If a table is given, of that one only."""
    array = np.full(MAX_KINDS, empty, np.int64)
    for index, kind in enumerate(deck.kinds):
        cell = kind.row.get(column) if table in (None, kind.table) else None
        if cell not in (None, ""):
            array[index] = number(cell)
    return array


def _numbers(deck: Deck, letters: list[str]) -> np.ndarray:
    """The numbers of the rules under each condition; row 0 without any, row kind + 1 under the condition of a kind."""
    array = np.tile(np.array(list(BASE.values()), np.int64), (MAX_KINDS + 1, 1))
    for index, kind in enumerate(deck.kinds):
        for name, change in CONDITIONS.get(str(kind.row.get("effect")), {}).items():
            value: Any = kind.row[change] if isinstance(change, str) else change
            if value not in (None, ""):
                array[index + 1, getattr(NUMBER, name)] = letters.index(value) if change == "guild" else int(value)
    return array


# What the lab and the studio show


WORTH = {"points": without("points"), "penalty": without("penalty")}


def bars(deck: Deck) -> list[Bar]:
    """How many cards there are of each type, guild points by guild, support values, and cards of each district type."""
    points: Counter[str] = Counter()
    for row in deck.tables[DISTRICT_FILE]:
        points[str(row["guild"])] += copies(row) * int(row["points"] or 0)
    guilds = deck.meta.categories
    return [
        *(Bar(type_, _cards(deck, "type", type_), "district cards") for type_ in DISTRICT_TYPES),
        *(Bar(guild.name, points[guild.letter], "guild points", guild.letter) for guild in guilds),
        *(Bar(f"support {value}", _cards(deck, "support", value), "support values") for value in range(4)),
        *(Bar(background, _cards(deck, "district_type", background), "district types") for background in BACKGROUND),
    ]


# What is wrong or odd about a list


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about a deck of Cadwallon, beyond what holds for any game (CA-143)."""
    values = (  # points, penalties and support values within their limits (CA-009 to CA-019)
        deck.finding("error", text, fix, index, column, DISTRICTS)
        for index, row in enumerate(deck.tables[DISTRICT_FILE])
        for column, text, fix in _faults_of(row)
    )
    return [*_numbers_of_cards(deck), *values, *_backgrounds(deck), *_conditions(deck), *_contracts(deck)]


def _numbers_of_cards(deck: Deck) -> Iterator[Finding]:
    """Four guilds (CA-012); 16 guild, 14 action, 5 militia and 4 personality cards (CA-003)."""
    declared = len(deck.meta.categories)
    if declared != GUILDS:
        text = f"There are {declared} categories; they are the guilds, and the city has {GUILDS}."
        yield problem(text, f"List {GUILDS} [[categories]].", TOML_FILE, column="categories")
    for type_, number in CARDS_OF_TYPE.items():
        listed = _cards(deck, "type", type_)
        if listed != number:
            text = f"There are {listed} {type_} cards; the game has {number}."
            yield problem(text, f"List {number}.", DISTRICT_FILE, column="type")


def _cards(deck: Deck, column: str, value: object) -> int:
    """How many district cards have a value in a column."""
    return sum(copies(row) for row in deck.tables[DISTRICT_FILE] if row[column] == value)


def _faults_of(row: Any) -> Iterator[tuple[str, str, str]]:
    """Column, text and fix of what is wrong with a district card."""
    type_ = str(row["type"])
    points, penalty, support = (int(row[column] or 0) for column in ("points", "penalty", "support"))
    least, most = SUPPORT_OF_TYPE[type_]
    limits = f"from {least} to {most}" if least < most else str(least)
    if not least <= support <= most:
        yield "support", f"The support value of a {type_} card is {limits}, not {support}.", "Mend it."
    if (type_ == "guild") != bool(row["guild"]):
        text = "A guild card needs a guild." if type_ == "guild" else f"A {type_} card belongs to no guild."
        yield "guild", text, "Write its letter." if type_ == "guild" else "Empty the cell."
    if (type_ == "action") != bool(row["effect"]):
        text = "An action card needs an effect." if type_ == "action" else f"A {type_} card has no effect."
        yield "effect", text, "Write what it does." if type_ == "action" else "Empty the cell."
    if (type_ == "militia") != (penalty > 0):
        text = "A militia card carries a penalty." if type_ == "militia" else f"A {type_} card carries no penalty."
        yield "penalty", text, "Write 1 or more." if type_ == "militia" else "Empty the cell."
    if type_ == "guild" and points == 0:
        yield "points", "A guild card carries 1 guild point or more.", "Write how many."
    wanted = {"action": ACTION_POINTS, "militia": 0, "personality": 0}.get(type_, points)
    if points != wanted:
        yield "points", f"A {type_} card has {wanted} guild points, not {points}.", f"Write {wanted}."


def _backgrounds(deck: Deck) -> Iterator[Finding]:
    """A district type with no card, or with a single card, which New Markets can never move (CA-008)."""
    for background in BACKGROUND:
        listed = _cards(deck, "district_type", background)
        if listed < 2:
            text = f"There are {listed} cards of the district type {background}: New Markets never swaps one."
            fix = "Nothing needs mending if it is meant so."
            yield deck.finding("warning", text, fix, None, "district_type", DISTRICTS)


def _conditions(deck: Deck) -> Iterator[Finding]:
    """Conditions whose numbers are missing or too large."""
    for index, row in enumerate(deck.tables[CONDITIONS_FILE]):
        effect = str(row["effect"])
        needed = [column for column in CONDITIONS[effect].values() if isinstance(column, str)]
        for column in ("amount", "other_amount", "guild"):
            filled = row[column] not in (None, "")
            if column in needed and not filled:
                text = f"{effect.replace('_', ' ').capitalize()} needs the column {column}."
                yield deck.finding("error", text, "Fill it in.", index, column, CONDITION_CARDS)
            elif filled and column not in needed:
                text = f"{effect.replace('_', ' ').capitalize()} has no use for the column {column}."
                yield deck.finding("warning", text, "Empty the cell.", index, column, CONDITION_CARDS)
        most = MOST_AMOUNT.get(effect, MOST_POINTS)
        if "amount" in needed and row["amount"] is not None and int(row["amount"]) > most:
            text = f"{effect.replace('_', ' ').capitalize()} can be {most} at most, not {row['amount']}."
            yield deck.finding("error", text, f"Write {most} or less.", index, "amount", CONDITION_CARDS)


def _contracts(deck: Deck) -> Iterator[Finding]:
    """Contracts that everybody or nobody fulfils, and a guild that is missing or not asked for."""
    for index, row in enumerate(deck.tables[CONTRACTS_FILE]):
        of_guild = row["counted"] == "guild_set"
        if of_guild != bool(row["guild"]):
            text = "A contract of a guild set needs its guild." if of_guild else "This contract is about no guild."
            fix = "Write its letter." if of_guild else "Empty the cell."
            yield deck.finding("error", text, fix, index, "guild", CONTRACT_CARDS)
        least, most = int(row["at_least"] or 0), None if row["at_most"] is None else int(row["at_most"])
        if not least and most is None:
            text = "Everybody fulfils it: it says neither how many are needed nor how many are allowed."
            yield deck.finding("warning", text, "Fill in one of them.", index, "at_least", CONTRACT_CARDS)
        elif most is not None and most < least:
            text = f"Nobody can fulfil it: at least {least} and at most {most}."
            yield deck.finding("warning", text, "Mend one of them.", index, "at_most", CONTRACT_CARDS)
