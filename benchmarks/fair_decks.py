"""Decks made fair by symmetry, and what can be planted in them: for `benchmarks.imbalances`.

In a fair deck all cards of one kind are alike except for name and id, so that no card, category or guild can be better
than another: whatever a report says about one of them is false. A plant changes one card or one category, and with it
how often those who score with it win.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from workbench.decks import Deck, load_deck

Row = dict[str, Any]


@dataclass(frozen=True)
class Planted:
    """A fair deck with something planted: the ids of the cards concerned, and a description."""

    deck: Deck
    cards: tuple[str, ...]
    about: str
    category: str = ""


@dataclass(frozen=True)
class Plant:
    """A kind of imbalance: `make(fair, random)` plants one with a random strength in a random place."""

    game: str
    name: str
    make: Callable[[Deck, Random], Planted]


def with_rows(deck: Deck, tables: Mapping[str, Sequence[Row]], **meta: Any) -> Deck:
    """The deck with other rows in some of its tables, and other metadata."""
    values = {name: part for name, part in deck.to_dict().items() if name != "digest"}
    values["tables"] = {**values["tables"], **{file: list(rows) for file, rows in tables.items()}}
    values["meta"] = {**values["meta"], **meta}
    return Deck.from_dict(values)


def rows_of(deck: Deck, file: str) -> list[Row]:
    """Copies of a table's rows, which may be changed."""
    return [dict(row) for row in deck.to_dict()["tables"][file]]


def changed(deck: Deck, card: str, **cells: Any) -> Deck:
    """The deck with some cells of one card changed."""
    key = "chip_id" if deck.game_id == "excalibur" else "card_id"
    return deck.edit(change=[{key: card, **cells}])


# Guild Master: ten categories of eleven cards, each worth two points of its category, none with a bonus

OF_A_CATEGORY = 11


def fair_guild_master() -> Deck:
    """A deck with equally many cards in each category, all alike."""
    deck = load_deck("guild_master")
    letters = [category.letter for category in deck.meta.categories]
    rows = rows_of(deck, "cards.csv")[: OF_A_CATEGORY * len(letters)]
    for number, row in enumerate(rows):
        row.update(
            resources=2 * letters[number % len(letters)], bonus_resource="", bonus_source="", bonus_source_printed="",
        )  # fmt: skip
    return with_rows(deck, {"cards.csv": rows}, declared_count=len(rows), measured={})


def thin_category(deck: Deck, random: Random) -> Planted:
    """A category that has lost most of its cards, so that each remaining one decides it."""
    category = random.choice(deck.meta.categories)
    left = random.choice((1, 2, 3, 4))
    rows = rows_of(deck, "cards.csv")
    own = [row for row in rows if row["resources"][0] == category.letter]
    gone = {row["card_id"] for row in random.sample(own, len(own) - left)}
    rows = [row for row in rows if row["card_id"] not in gone]
    cards = tuple(row["card_id"] for row in own if row["card_id"] not in gone)
    return Planted(
        with_rows(deck, {"cards.csv": rows}), cards, f"{category.name} has {left} of 11 cards", category.name
    )


def bonus_for_one(deck: Deck, random: Random) -> Planted:
    """A card with a bonus that always pays, since its source has many copies; no other card has a bonus."""
    rows = rows_of(deck, "cards.csv")
    card = random.choice(rows)
    source = random.choice([row for row in rows if row["resources"] != card["resources"]])
    copies = random.choice((4, 8, 12))
    source["count"] = copies
    card.update(bonus_resource=card["resources"][0], bonus_source=source["name"], bonus_source_printed=source["name"])
    return Planted(
        with_rows(deck, {"cards.csv": rows}), (card["card_id"],), f"the one bonus, for a card with {copies} copies"
    )


def hub_of_bonuses(deck: Deck, random: Random) -> Planted:
    """A card that many others name as the source of their bonus; there are no other bonuses."""
    rows = rows_of(deck, "cards.csv")
    source = random.choice(rows)
    number = random.choice((6, 10, 20, 40))
    for row in random.sample([row for row in rows if row is not source], number):
        row.update(bonus_resource=row["resources"][0], bonus_source=source["name"], bonus_source_printed=source["name"])
    return Planted(with_rows(deck, {"cards.csv": rows}), (source["card_id"],), f"{number} bonuses need this one card")


# Guile: influence cards of two values, six of each, so that not every round ends level; no dagger

INFLUENCE = (3, 4)


def fair_guile() -> Deck:
    """Twelve influence cards, six of each of two values: with a single value every trick would be a tie."""
    deck = load_deck("guile")
    rows = rows_of(deck, "cards.csv")
    cast = [row for row in rows if row["character"]]
    alike = [
        {**rows[0], "card_id": f"influence_{number}", "name": f"Influence card {number}",
         "value": INFLUENCE[number % 2],
         "dagger": None, "count": 1}
        for number in range(1, 13)
    ]  # fmt: skip
    return with_rows(deck, {"cards.csv": [*alike, *cast]}, measured={})


def other_value(deck: Deck, random: Random) -> Planted:
    """An influence card with another value."""
    card = random.choice([row for row in deck.rows if not row["character"]])["card_id"]
    value = random.choice((0, 1, 5, 6, 7, 8, 9, 10))
    return Planted(changed(deck, card, value=value), (card,), f"value {value}, others 3 or 4")


def dagger(deck: Deck, random: Random) -> Planted:
    """A dagger on one of the cards that are otherwise alike."""
    card = random.choice([row for row in deck.rows if not row["character"]])["card_id"]
    return Planted(changed(deck, card, dagger=1), (card,), "the one dagger")


# Excalibur: all chips but the swords have the same effect, two copies each

USUAL_EFFECT = "merchant"
OTHER_EFFECTS = (
    "arthur", "artisan", "baroness", "galahad", "gawain", "green_knight", "mordred", "morgana", "peasant", "percival",
    "priest", "robyn_of_roxley", "spirit", "spy", "thief", "uther",
)  # fmt: skip


def fair_excalibur() -> Deck:
    """The chips of the usual deck, all with the same effect except the swords."""
    deck = load_deck("excalibur")
    rows = rows_of(deck, "cards.csv")
    swords = ("excalibur", "cursed_blade", "squire_sword")
    for row in rows:
        if row["effect"] not in swords:
            row.update(effect=USUAL_EFFECT, count=2, male_art=None, text="")
    return with_rows(deck, {"cards.csv": rows}, measured={})


def other_effect(deck: Deck, random: Random) -> Planted:
    """A chip with another effect."""
    chip = random.choice([row for row in deck.rows if row["effect"] == USUAL_EFFECT])["chip_id"]
    effect = random.choice(OTHER_EFFECTS)
    return Planted(changed(deck, chip, effect=effect), (chip,), f"effect {effect}, others {USUAL_EFFECT}")


# Quests: weapons, foes and allies, each type with one strength and one number of copies

EVEN_BATTLE_POINTS = {"weapon": 10, "foe": 15, "ally": 10}
COPIES = {"weapon": 8, "foe": 5, "ally": 1}


def fair_quests() -> Deck:
    """Weapons, foes and allies as strong as the others of their type, without conditions and abilities."""
    deck = load_deck("quests")
    rows = rows_of(deck, "adventure.csv")
    plain = ("bp_high", "bids", "bids_high", "min_bid")
    empty = {**dict.fromkeys(plain), "bp_high_when": "", "bids_high_when": "", "min_bid_when": "", "ability": ""}
    for row in rows:
        row.update(empty)
        if row["type"] in EVEN_BATTLE_POINTS:
            row.update(bp=EVEN_BATTLE_POINTS[row["type"]], count=COPIES[row["type"]])
    return with_rows(deck, {"adventure.csv": rows}, measured={})


def other_battle_points(deck: Deck, random: Random) -> Planted:
    """A weapon, foe or ally with another strength."""
    row = random.choice([row for row in rows_of(deck, "adventure.csv") if row["type"] in EVEN_BATTLE_POINTS])
    even = EVEN_BATTLE_POINTS[row["type"]]
    points = random.choice((0, even + 5, even + 10, even + 15, even + 20, even + 30))
    about = f"{'an' if row['type'] == 'ally' else 'a'} {row['type']} of {points} battle points, others {even}"
    return Planted(changed(deck, row["card_id"], bp=points), (row["card_id"],), about)


# Cadwallon: all guild cards alike, all militia alike

EVEN_POINTS = 2


def fair_cadwallon() -> Deck:
    """Guild cards with equal points and support, militia cards with equal penalties."""
    deck = load_deck("cadwallon")
    rows = rows_of(deck, "district.csv")
    backgrounds = ("noble", "market", "harbour")
    for number, row in enumerate(rows):
        row["district_type"] = backgrounds[number % len(backgrounds)]
        if row["type"] == "guild":
            row.update(points=EVEN_POINTS, support=2)
        elif row["type"] == "militia":
            row.update(penalty=1, support=2)
    return with_rows(deck, {"district.csv": rows}, measured={})


def other_points(deck: Deck, random: Random) -> Planted:
    """A guild card with other points."""
    row = random.choice([row for row in rows_of(deck, "district.csv") if row["type"] == "guild"])
    points = random.choice((1, 3, 4, 5, 6))
    about = f"a guild card of {points} point{'s' * (points != 1)}, others {EVEN_POINTS}"
    return Planted(changed(deck, row["card_id"], points=points), (row["card_id"],), about)


def other_penalty(deck: Deck, random: Random) -> Planted:
    """A militia card with more penalty points."""
    row = random.choice([row for row in rows_of(deck, "district.csv") if row["type"] == "militia"])
    penalty = random.choice((2, 3, 4, 6))
    return Planted(
        changed(deck, row["card_id"], penalty=penalty), (row["card_id"],), f"militia of penalty {penalty}, others 1"
    )


FAIR: Mapping[str, Callable[[], Deck]] = {
    "guild_master": fair_guild_master,
    "guile": fair_guile,
    "excalibur": fair_excalibur,
    "quests": fair_quests,
    "cadwallon": fair_cadwallon,
}
PLANTS = (
    Plant("guild_master", "thin category", thin_category),
    Plant("guild_master", "bonus for one", bonus_for_one),
    Plant("guild_master", "source of many", hub_of_bonuses),
    Plant("guile", "other value", other_value),
    Plant("guile", "dagger", dagger),
    Plant("excalibur", "other effect", other_effect),
    Plant("quests", "other battle points", other_battle_points),
    Plant("cadwallon", "other points", other_points),
    Plant("cadwallon", "other penalty", other_penalty),
)


# Harmless changes


def untouched(deck: Deck, random: Random) -> Deck:
    """The deck as it is."""
    return deck


def renamed(deck: Deck, random: Random) -> Deck:
    """Every card has another name."""
    return _each_row(deck, lambda row, number: {**row, "name": f"Card {number}"})


def other_ids(deck: Deck, random: Random) -> Deck:
    """Every card has another id, so that shuffles differ too."""
    mark = random.randrange(1_000)
    key = "chip_id" if deck.game_id == "excalibur" else "card_id"
    if deck.game_id == "quests":
        return moved(deck, random)  # its quests name cards by their ids
    return _each_row(deck, lambda row, number: {**row, key: f"card_{mark}_{number}"})


def moved(deck: Deck, random: Random) -> Deck:
    """The rows of every table in another order; Guile's cast stays last."""
    tables = deck.to_dict()["tables"]
    shuffled = {file: random.sample(list(rows), len(rows)) for file, rows in tables.items() if "knights" not in file}
    return with_rows(deck, {file: sorted(rows, key=_is_of_the_cast) for file, rows in shuffled.items()})


def annotated(deck: Deck, random: Random) -> Deck:
    """Every row has a remark."""
    return _each_row(deck, lambda row, number: {**row, "note": f"remark {number}"} if "note" in row else row)


HARMLESS = {"untouched": untouched, "renamed": renamed, "other ids": other_ids, "moved": moved, "remarks": annotated}


def _is_of_the_cast(row: Row) -> bool:
    return bool(row.get("character"))


def _each_row(deck: Deck, change: Callable[[Row, int], Row]) -> Deck:
    """The deck with every row changed; `change` gets the number of rows before it."""
    number = count()
    tables = deck.to_dict()["tables"]
    return with_rows(deck, {file: [change(dict(row), next(number)) for row in rows] for file, rows in tables.items()})
