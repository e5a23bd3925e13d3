"""Edits of the games' own decks that a comparison should name, and harmless ones: for `benchmarks.edits`.

A plant states which of a comparison's edits it is and what it is meant to shift; how far it does is measured there. A
harmless edit either cannot matter (words, ids, what no rule of the usual game reads) or has to be measured first, such
as the order of rows, by which a bot may choose between cards that it rates alike.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from random import Random
from typing import Any

from benchmarks.fair_decks import Row, annotated, changed, moved, other_ids, renamed, rows_of, with_rows
from workbench.decks import Deck, load_deck
from workbench.lab.edits import CHANGED, FAT, GONE, NEW, RULE, THIN

# What a plant is meant to shift: a figure of its own cards, of its category, of who wins, of cards that copy, or any.
OWN_CARD, OWN_CATEGORY, WINS, COPIERS, ANYTHING = "its card", "its category", "who wins", "copiers", "anything"


@dataclass(frozen=True)
class PlantedEdit:
    """Two decks, what was edited from the first to the second, and what that is meant to shift."""

    before: Deck
    after: Deck
    about: str
    kind: str
    cards: tuple[str, ...] = ()
    category: str = ""
    option: str = ""
    shifts: str = ANYTHING


@dataclass(frozen=True)
class EditPlant:
    """A kind of edit of a game: `make(random)` draws one."""

    game: str
    group: str
    make: Callable[[Random], PlantedEdit]


@dataclass(frozen=True)
class HarmlessEdit:
    """A harmless edit: `make(random)` draws one as two decks and words; `measured` if harmlessness must be shown."""

    make: Callable[[Random], tuple[Deck, Deck, str]]
    measured: bool = False


GAMES = ("guild_master", "guile", "excalibur", "quests", "cadwallon")
EXTENDED = {"options": {"extended_cast": True}}


def with_rule(deck: Deck, option: str, value: Any) -> Deck:
    """The deck with one more option set."""
    return deck.edit(meta={"options": {**deck.meta.options, option: value}})


def _changed_card(deck: Deck, row: Row, shifts: str = OWN_CARD, **cells: Any) -> PlantedEdit:
    key = str(row.get("chip_id") or row.get("card_id"))
    words = ", ".join(f"{column} {row[column]} to {value}" for column, value in cells.items())
    return PlantedEdit(deck, changed(deck, key, **cells), f"{row['name']}: {words}", CHANGED, (key,), shifts=shifts)


def _gone(deck: Deck, row: Row) -> PlantedEdit:
    key = str(row.get("chip_id") or row.get("card_id"))
    copies = row.get("count") or 1
    about = f"{row['name']} is gone, {copies} of them" if copies > 1 else f"{row['name']} is gone"
    return PlantedEdit(deck, deck.edit(remove=[key]), about, GONE, (key,))


def _rule(game: str, option: str, value: Any) -> PlantedEdit:
    deck = load_deck(game)
    about = f"{option}: {str(value).lower()}"
    return PlantedEdit(deck, with_rule(deck, option, value), about, RULE, option=option, shifts=WINS)


# Guild Master


def _guild_master() -> tuple[Deck, list[Row], list[Row]]:
    """The deck, its rows, and those rows that have no bonus and that no bonus needs."""
    deck = load_deck("guild_master")
    rows = rows_of(deck, "cards.csv")
    needed = {row["bonus_source"] for row in rows}
    return deck, rows, [row for row in rows if row["name"] not in needed and not row["bonus_source"]]


def _letters(deck: Deck, *but: str) -> list[str]:
    return [category.letter for category in deck.meta.categories if category.letter not in but]


def a_building_gone(random: Random) -> PlantedEdit:
    """A card that no other one needs is removed."""
    deck, _, free = _guild_master()
    return _gone(deck, random.choice(free))


def a_building_of_another_category(random: Random) -> PlantedEdit:
    """A card gives its two points to another category."""
    deck, _, free = _guild_master()
    row = random.choice(free)
    return _changed_card(deck, row, resources=2 * random.choice(_letters(deck, *row["resources"])))


def a_new_building(random: Random) -> PlantedEdit:
    """A card is added, in several copies."""
    deck, _, _ = _guild_master()
    letter, copies = random.choice(_letters(deck)), random.choice((4, 6, 8))
    row = {"card_id": "hospice", "name": "Hospice", "resources": 2 * letter, "count": copies}
    about = f"Hospice is new, {copies} of them with {2 * letter}"
    return PlantedEdit(deck, deck.edit(add=[row]), about, NEW, ("hospice",))


def thin_buildings(random: Random) -> PlantedEdit:
    """Several cards of a category give their points to other categories instead."""
    deck, rows, _ = _guild_master()
    own = {letter: [row for row in rows if row["resources"] == 2 * letter] for letter in _letters(deck)}
    letter = random.choice([letter for letter in own if 4 * len(own[letter]) > _points(rows, letter)])
    taken = random.sample(own[letter], _half(random.uniform(0.3, 0.5) * _points(rows, letter)))
    others = random.sample(_letters(deck, letter), 3)
    for number, row in enumerate(taken):
        row.update(resources=2 * others[number % 3])
        if row["bonus_resource"]:
            row.update(bonus_resource=row["resources"][0])
    return _category(deck, rows, letter, taken, THIN)


def fat_buildings(random: Random) -> PlantedEdit:
    """Several cards of other categories give their points to one category."""
    deck, rows, free = _guild_master()
    letter = random.choice(_letters(deck))
    known = {row["card_id"] for row in free}
    others = [row for row in rows if row["card_id"] in known and letter not in row["resources"]]
    taken = random.sample(others, _half(random.uniform(0.4, 0.8) * _points(rows, letter)))
    for row in taken:
        row.update(resources=2 * letter)
    return _category(deck, rows, letter, taken, FAT)


def _points(rows: list[Row], letter: str) -> int:
    """The base points of a category."""
    return sum(row["resources"].count(letter) for row in rows)


def _half(points: float) -> int:
    """How many two-point cards give at least this many points; never fewer than two."""
    return max(2, ceil(points / 2))


def _category(deck: Deck, rows: list[Row], letter: str, taken: list[Row], kind: str) -> PlantedEdit:
    name = next(category.name for category in deck.meta.categories if category.letter == letter)
    cards = tuple(row["card_id"] for row in taken)
    file = "cards.csv" if deck.game_id == "guild_master" else "district.csv"
    about = f"{name} made {kind} by {len(cards)} cards"
    return PlantedEdit(deck, with_rows(deck, {file: rows}), about, kind, cards, letter, shifts=OWN_CATEGORY)


# Guile


def other_influence(random: Random) -> PlantedEdit:
    """An influence card with another value."""
    deck = load_deck("guile")
    row = random.choice([row for row in deck.rows if not row["character"]])
    values = [value for value in range(8) if value != row["value"]]
    return _changed_card(deck, row, value=random.choice(values))


def an_influence_gone(random: Random) -> PlantedEdit:
    """An influence card is removed; eight are needed."""
    deck = load_deck("guile")
    return _gone(deck, random.choice([row for row in deck.rows if not row["character"] and row["count"] <= 2]))


def copied_influence(random: Random) -> PlantedEdit:
    """A card that others copy is worth more; Isolde and Merlin are in the deck."""
    deck = load_deck("guile").edit(meta=EXTENDED)
    row = random.choice([row for row in deck.rows if not row["character"]])
    return _changed_card(deck, row, COPIERS, value=random.choice((6, 7, 8, 9)))


def nothing_to_copy(random: Random) -> PlantedEdit:
    """A knight loses the role for which Isolde copies the highest card of a side."""
    deck = load_deck("guile").edit(meta=EXTENDED)
    rows = rows_of(deck, "knights.csv")
    knight = random.choice([row for row in rows if row["role"]])
    about = f"{knight['name']}: role {knight['role']} to none"
    knight["role"] = ""
    return PlantedEdit(
        deck, with_rows(deck, {"knights.csv": rows}), about, CHANGED, (knight["card_id"],), shifts=COPIERS
    )


# Excalibur and Quests


def _chips(deck: Deck) -> list[Row]:
    return [row for row in deck.rows if row["effect"] not in ("excalibur", "cursed_blade", "squire_sword")]


def chips_gone(random: Random) -> PlantedEdit:
    """A chip is removed with all its copies."""
    deck = load_deck("excalibur")
    return _gone(deck, random.choice(_chips(deck)))


def other_chip(random: Random) -> PlantedEdit:
    """A chip has the effect of another one."""
    deck = load_deck("excalibur")
    row, other = random.sample([row for row in _chips(deck) if row["effect"] != "morgana"], 2)
    return _changed_card(deck, row, effect=other["effect"])


def _adventures(deck: Deck, *types: str) -> list[Row]:
    return [row for row in deck.tables["adventure.csv"] if row["type"] in types]


def other_strength(random: Random) -> PlantedEdit:
    """A weapon or an ally with other battle points."""
    deck = load_deck("quests")
    row = random.choice([row for row in _adventures(deck, "weapon", "ally") if row["bp"] and not row["bp_high"]])
    points = random.choice([points for points in (0, 5, 15, 20, 25, 30, 40) if points != row["bp"]])
    return _changed_card(deck, row, bp=points)


def a_weapon_gone(random: Random) -> PlantedEdit:
    """A weapon is removed with all its copies."""
    deck = load_deck("quests")
    return _gone(deck, random.choice(_adventures(deck, "weapon")))


# Cadwallon


def _guild_cards(deck: Deck) -> list[Row]:
    return [row for row in rows_of(deck, "district.csv") if row["type"] == "guild"]


def other_guild_points(random: Random) -> PlantedEdit:
    """A guild card with other points."""
    deck = load_deck("cadwallon")
    row = random.choice(_guild_cards(deck))
    return _changed_card(deck, row, points=random.choice([points for points in range(1, 8) if points != row["points"]]))


def other_militia(random: Random) -> PlantedEdit:
    """A militia card with more penalty points."""
    deck = load_deck("cadwallon")
    row = random.choice([row for row in rows_of(deck, "district.csv") if row["type"] == "militia"])
    return _changed_card(deck, row, penalty=row["penalty"] + random.choice((1, 2, 3)))


def thin_or_fat_guild(random: Random) -> PlantedEdit:
    """Two or three cards of a guild give fewer points, or more."""
    deck = load_deck("cadwallon")
    rows, letter = rows_of(deck, "district.csv"), random.choice(_letters(deck))
    own = sorted((row for row in rows if row["guild"] == letter), key=lambda row: -row["points"])
    more = random.choice((0, 2, 3))
    taken = own[: 2 if not more else random.choice((2, 3))]
    for row in taken:
        row["points"] = row["points"] + more if more else row["points"] - 1
    return _category(deck, rows, letter, taken, FAT if more else THIN)


PLANTS = (
    EditPlant("guild_master", "a card is gone", a_building_gone),
    EditPlant("guild_master", "a card is new", a_new_building),
    EditPlant("guild_master", "a card is changed", a_building_of_another_category),
    EditPlant("guild_master", "a category is made thin", thin_buildings),
    EditPlant("guild_master", "a category is made fat", fat_buildings),
    EditPlant(
        "guild_master",
        "a rule favours a seat",
        lambda random: _rule("guild_master", "first_seat", random.randrange(4)),
    ),
    EditPlant("guile", "a card is gone", an_influence_gone),
    EditPlant("guile", "a card is changed", other_influence),
    EditPlant("guile", "a card is copied by others", copied_influence),
    EditPlant("guile", "a card has less to copy", nothing_to_copy),
    EditPlant(
        "guile",
        "a rule favours a seat",
        lambda random: _rule("guile", "start_player", random.choice(("seat_0", "seat_1"))),
    ),
    EditPlant("excalibur", "a card is gone", chips_gone),
    EditPlant("excalibur", "a card is changed", other_chip),
    EditPlant("quests", "a card is gone", a_weapon_gone),
    EditPlant("quests", "a card is changed", other_strength),
    EditPlant("cadwallon", "a card is changed", other_guild_points),
    EditPlant("cadwallon", "a card is changed", other_militia),
    EditPlant("cadwallon", "a category is made thin or fat", thin_or_fat_guild),
    EditPlant(
        "cadwallon",
        "a rule favours a seat",
        lambda random: _rule("cadwallon", "first_player", f"seat_{random.randrange(4)}"),
    ),
)


# Harmless

SMALL_STEPS = (  # by one point, by one in a hundred, or in a limit that games hardly ever reach
    ("quests", "test_of_morgan_le_fey", 4),
    ("quests", "test_of_the_questing_beast", 5),
    ("quests", "top_rank_bp", 21),
    ("excalibur", "flip_chance", 51),
    ("excalibur", "flip_chance", 49),
    ("guild_master", "max_turns", 300),
)
QUIET_RULES = (  # which no bot reads
    ("guile", "memory_aid", "on"),
    ("guile", "show_aside", "after_round"),
    ("excalibur", "memory_aid", "on"),
    ("excalibur", "chat", False),
    ("guild_master", "discard_visibility", "face_down"),
    ("quests", "discard_pile", "top_card"),
    ("quests", "stage_counts", "hidden"),
    ("cadwallon", "contracts_dealt", 3),
)


def _whole(change: Callable[[Deck, Random], Deck], words: str, *games: str) -> Callable[[Random], tuple]:
    """A change to every row of some game's deck."""

    def make(random: Random) -> tuple[Deck, Deck, str]:
        deck = load_deck(random.choice(games))
        return deck, change(deck, random), words

    return make


def a_quiet_rule(random: Random) -> tuple[Deck, Deck, str]:
    """A rule that matters only to people."""
    game, option, value = random.choice(QUIET_RULES)
    deck = load_deck(game)
    return deck, with_rule(deck, option, value), f"{option}: {str(value).lower()}"


def another_road(random: Random) -> tuple[Deck, Deck, str]:
    """The roads of a card, which the base game of Guild Master ignores."""
    deck = load_deck("guild_master")
    row = random.choice([row for row in deck.rows if row["road_class"] != "cross"])
    other = changed(deck, str(row["card_id"]), road_class="cross", road_edges_nesw="1111")
    return deck, other, f"{row['name']}: roads on all sides"


def another_contract(random: Random) -> tuple[Deck, Deck, str]:
    """The points of a contract; Cadwallon is usually played without contracts."""
    deck = load_deck("cadwallon")
    row = random.choice(deck.tables["contracts.csv"])
    other = changed(deck, str(row["card_id"]), points=row["points"] + 1)
    return deck, other, f"{row['name']}: one point more"


def another_role(random: Random) -> tuple[Deck, Deck, str]:
    """The role of a knight, which only the extended cast of Guile uses."""
    planted = nothing_to_copy(random)
    deck, rows = load_deck("guile"), rows_of(planted.after, "knights.csv")
    return deck, with_rows(deck, {"knights.csv": rows}), planted.about


def a_small_step(random: Random) -> tuple[Deck, Deck, str]:
    """One point more on a card of little weight, or a rule changed slightly."""
    game, option, value = random.choice(SMALL_STEPS)
    deck = load_deck(game)
    if option not in {one.key for one in deck.game.options}:
        return deck, changed(deck, option, min_bid=value), f"{option}: min_bid to {value}"
    return deck, with_rule(deck, option, value), f"{option}: {value}"


HARMLESS = (
    HarmlessEdit(_whole(renamed, "every card renamed", "guile", "excalibur", "quests", "cadwallon")),
    HarmlessEdit(_whole(annotated, "a remark on every card", *GAMES)),
    HarmlessEdit(_whole(moved, "rows in another order", *GAMES), measured=True),
    HarmlessEdit(_whole(moved, "rows in another order", "quests", "excalibur"), measured=True),
    HarmlessEdit(_whole(other_ids, "other ids, so that other cards come", "guild_master", "guile", "excalibur")),
    HarmlessEdit(_whole(other_ids, "other ids, so that other cards come", "guile", "excalibur", "cadwallon")),
    HarmlessEdit(a_quiet_rule, measured=True),
    HarmlessEdit(lambda random: random.choice((another_road, another_contract, another_role))(random)),
    HarmlessEdit(a_small_step, measured=True),
    HarmlessEdit(a_small_step, measured=True),
)
