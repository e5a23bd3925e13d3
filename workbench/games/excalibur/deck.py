"""Excalibur's chips: the columns of `cards.csv` and the arrays the rules play with.

What a chip does is its `effect`, so that a designer may list a chip of another name, in another number, with the same
effect. Chips without copies are single rows.
"""

from __future__ import annotations

import numpy as np

from workbench.author import NONE, Bar, CardTable, Column, copies, plain_arrays
from workbench.decks.deck import Deck
from workbench.decks.finding import Finding
from workbench.games.excalibur import chips
from workbench.games.excalibur.chips import EFFECTS
from workbench.games.excalibur.table import MAX_CARDS, MAX_KINDS, MOST_MORGANAS, DeckArrays

SORTS = {"swords": chips.SWORDS, "on reveal": chips.ON_REVEAL, "resolved in turn": chips.IN_TURN}  # of effects
SWORDS = tuple(effect.name for effect in chips.SWORDS)
KEY_CHIPS = ("excalibur", "cursed_blade")  # which setup deals (EX-003)
EFFECT_NAMES = tuple(effect.name for effects in SORTS.values() for effect in effects)

TABLES = (
    CardTable.of(
        "cards.csv",
        Column("chip_id", "key", "a short id that stays when the chip is renamed", required=True),
        Column("name", "name", "the name on the chip", required=True),
        Column(
            "effect",
            "choice",
            f"what the chip does, one of the {len(EFFECT_NAMES)} effects of RULES.md",
            True,
            choices=EFFECT_NAMES,
        ),
        Column("count", "number", "how many copies there are", least=1, most=MAX_CARDS),
        Column("male_art", "flag", "1 if the chip shows a male figure, which Caelia trashes"),
        Column("text", "text", "the effect in words, as the chip prints it"),
        Column("art", "emblem", "the emblem it shows; empty: one that fits its name"),
        Column("note", "text", "a remark for the reader of the list"),
        least=10,
        most=MAX_CARDS,
    ),
)


def deck_arrays(deck: Deck) -> DeckArrays:
    """The arrays of an Excalibur deck."""
    plain = plain_arrays(deck)  # the choices of the column `effect` are in the order of EFFECTS
    effects = [plain.effect[kind] for kind in plain.kind[: plain.card_count]]
    wanted = [getattr(EFFECTS, name) for name in KEY_CHIPS]
    key_chip = [effects.index(effect) if effect in effects else NONE for effect in wanted]
    return DeckArrays(**plain._asdict(), key_chip=np.array(key_chip, np.int64))


def key_chips(arrays: DeckArrays) -> list[int]:
    """The cards that go to hands whatever is shuffled: Excalibur and the Cursed Blade (EX-003)."""
    return list(map(int, np.array(arrays.key_chip)))


def without_effect(arrays: DeckArrays, kind: int) -> DeckArrays | None:
    """The deck with a chip that does nothing; None for a sword, whose effect is the outcome."""
    if EFFECTS[arrays.effect[kind]].name in SWORDS:
        return None
    effect = np.array(arrays.effect)
    effect[kind] = EFFECTS.no_effect
    return arrays._replace(effect=effect)


WORTH = {"effect": without_effect}


def bars(deck: Deck) -> list[Bar]:
    """How many chips there are of each sort, and how many show a male figure."""
    sorts = [
        Bar(sort, sum(copies(row) for row in deck.rows if row["effect"] in {e.name for e in effects}), "Chips by sort")
        for sort, effects in SORTS.items()
    ]
    male = sum(copies(row) for row in deck.rows if row["male_art"])
    others = sum(map(copies, deck.rows)) - male
    return [*sorts, Bar("male figures", male, "What Caelia trashes"), Bar("others", others, "What Caelia trashes")]


def lint(deck: Deck) -> list[Finding]:
    """What is wrong (level `error`) or odd about an Excalibur deck, beyond what holds for any game."""
    found = []
    effects = [str(row["effect"]) for row in deck.rows]
    for sword in SWORDS:
        holders = [index for index, effect in enumerate(effects) if effect == sword]
        number = sum(copies(deck.rows[index]) for index in holders)
        if number != 1 and (number > 1 or sword != "squire_sword"):
            text = f"There are {number} chips with the effect {sword}; the outcome is decided by the one there is."
            found.append(deck.finding("error", text, "List it once.", holders[-1] if holders else None, "effect"))
    for index, row in enumerate(deck.rows):
        if row["effect"] in SWORDS and row["male_art"]:
            text = f"{row['name']} shows a male figure, but swords are never trashed."
            found.append(deck.finding("warning", text, "Leave male_art of a sword empty.", index, "male_art"))
    morganas = sum(copies(row) for row in deck.rows if row["effect"] == "morgana")
    if morganas > MOST_MORGANAS:
        text = f"{morganas} chips have the effect morgana; if each revealed the next, the table could not follow."
        fix = f"Keep at most {MOST_MORGANAS} of them."
        found.append(deck.finding("error", text, fix, effects.index("morgana"), "count"))
    if len(deck.rows) > MAX_KINDS:
        text = f"The list has {len(deck.rows)} kinds of chips; a screen's actions have room for {MAX_KINDS}."
        found.append(deck.finding("error", text, f"Keep at most {MAX_KINDS} rows.", MAX_KINDS))
    return found
