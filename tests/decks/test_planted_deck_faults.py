"""Faults planted in good decks: each is found with its level, its place and a fix, and nothing else is found.

A fault of level `error` keeps the edit from being made; the others are what lint finds in the edited deck.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import pytest

from tests.example_game import PLAIN_DECK, known
from workbench.decks import Deck, Finding, load_deck
from workbench.storage.errors import DeckError

TOML, CARDS, KNIGHTS = "deck.toml", "cards.csv", "knights.csv"
Edit = Mapping[str, Any]
Place = tuple[str, int, str]


class Fault(NamedTuple):
    """An edit and the finding that it must lead to: its level, its place, words of its text and of its fix.

    `also` has words of what else follows from it, mostly nothing.
    """

    edit: Edit
    level: str
    place: Place
    text: str
    fix: str
    also: tuple[str, ...] = ()


def change(key: str, **columns: object) -> Edit:
    """The edit of one card."""
    return {"change": [{"card_id": key, **columns}]}


def knight(key: str, **columns: object) -> Edit:
    """The edit of one knight."""
    return {**change(key, **columns), "table": KNIGHTS}


def add(**columns: object) -> Edit:
    """One card more."""
    return {"add": [columns]}


def meta(**values: object) -> Edit:
    """The edit of deck.toml."""
    return {"meta": values}


def bonus(letter: str, source: str, printed: str | None = None) -> dict[str, str]:
    """The cells of a bonus; it prints its source unless something else is printed."""
    printed = source if printed is None else printed
    return {"bonus_resource": letter, "bonus_source": source, "bonus_source_printed": printed}


def category(letter: str, **fields: str) -> Edit:
    """The edit of one category, or one category more; see `whole`."""
    return {"category": (letter, fields)}


def whole(deck: Deck, edit: Edit) -> dict[str, Any]:
    """The edit as `Deck.edit` takes it: with all categories where one is edited."""
    wanted = dict(edit)
    if "category" in wanted:
        letter, fields = wanted.pop("category")
        listed = [entry.model_dump() for entry in deck.meta.categories]
        wanted["categories"] = [entry | (fields if entry["letter"] == letter else {}) for entry in listed]
        if all(entry["letter"] != letter for entry in listed):
            wanted["categories"].append({"letter": letter, **fields})
    return wanted


def cell(row: int, column: str, file: str = CARDS) -> Place:
    """A cell of a table, or a row or column of it."""
    return file, row, column


def toml(column: str) -> Place:
    """A key of deck.toml."""
    return TOML, 0, column


def of_moat(column: str) -> Place:
    """A cell of the moat, whose two points in M stand in row 27 of the medieval deck."""
    return cell(27, column)


def of_tower(column: str) -> Place:
    """A cell of the guard tower, which has a bonus from the castle in row 25."""
    return cell(26, column)


PRINTED = "bonus_source_printed"
TOWER = "guard_tower"

# fmt: off
GUILD_MASTER = {
    # cells that cannot be read
    "an unknown card": Fault(
        change("mout", name="Moat"), "error", cell(0, "card_id"), "Did you mean 'moat'?", "of this deck"),
    "no name": Fault(
        change("moat", name=""), "error", of_moat("name"), "The cell is empty", "Fill it in"),
    "two cards of one name": Fault(
        add(name="Castle", resources="MM"), "error", cell(115, "name"), "is in row 25 already", "its own name"),
    "one letter": Fault(
        change("moat", resources="M"), "error", of_moat("resources"), "not 2 category letters", "without spaces"),
    "an unknown letter": Fault(
        change("moat", resources="MX"), "error", of_moat("resources"), "'X' in 'MX'", "add the category"),
    "a small letter": Fault(
        change("moat", resources="Mm"), "error", of_moat("resources"), "Did you mean 'M'?", "Use F, T"),
    "no copies": Fault(
        change("moat", count=0), "error", of_moat("count"), "'0' is not a whole number", "from 1 to 192"),
    "one and a half copies": Fault(
        change("moat", count="1.5"), "error", of_moat("count"), "'1.5'", "whole number"),
    "too many copies": Fault(
        change("moat", count=90), "error", cell(0, ""), "The deck has 202 cards", "between 1 and 192"),
    # bonuses
    "a bonus without a source": Fault(
        change("moat", bonus_resource="M"), "error", of_moat("bonus_source"), "no card that gives it", "Name a card"),
    "a source without a bonus": Fault(
        change("moat", **bonus("", "Castle")), "error", of_moat("bonus_resource"), "no category", "Write a category"),
    "a misspelt source": Fault(
        change(TOWER, bonus_source="Castel"), "error", of_tower("bonus_source"), "mean 'Castle'?", "that card's row"),
    "its own source": Fault(
        change("moat", **bonus("M", "Moat", "Castle")), "error", of_moat("bonus_source"), "names itself", "another"),
    "it prints itself": Fault(
        change("moat", **bonus("M", "Castle", "Moat")), "error", of_moat(PRINTED), "prints itself", "another card"),
    "the source taken out": Fault(
        {"remove": ["bowyer"]}, "error", cell(40, "bonus_source"), "'Bowyer' is not the name", "empty the cell"),
    "a dangling source": Fault(
        change(TOWER, **bonus("M", "", "Keep")), "warning", of_tower("bonus_source"),
        "'Keep' is marked as missing", "Write the card that is meant"),
    "a source printed wrongly": Fault(
        change(TOWER, **bonus("M", "Castle", "Castel")), "warning", of_tower(PRINTED),
        "'Castle' is taken for it", "Print 'Castle'"),
    "a source printed in capitals": Fault(
        change(TOWER, **bonus("M", "Castle", "CASTLE")), "warning", of_tower(PRINTED),
        "with other capitals", "Print 'Castle'"),
    "another card printed": Fault(
        change(TOWER, **bonus("M", "Castle", "Moat")), "warning", of_tower(PRINTED),
        "a card of this deck, but its bonus comes from 'Castle'", "Print 'Castle'"),
    "no source printed": Fault(
        change(TOWER, **bonus("M", "Castle", "")), "note", of_tower(PRINTED), "prints no bonus", "Print 'Castle'"),
    "a bonus in a foreign category": Fault(
        change("moat", **bonus("F", "Castle")), "note", of_moat("bonus_resource"), "own points are in MM", "meant so"),
    "a ring": Fault(
        change("castle", **bonus("M", "Guard Tower")), "note", cell(25, "bonus_source"),
        "Castle -> Guard Tower -> Castle", "cards may be worth more beside each other"),
    "a long chain": Fault(
        change("moat", **bonus("M", "Sage")), "note", of_moat("bonus_source"),
        "A chain of 7 cards ends here", "from another card"),
    "a source of many": Fault(
        {"change": [{"card_id": key, **bonus("T", "Port")} for key in ("marketplace", "warehouses", "bridge")]},
        "note", cell(73, "name"), "6 cards have their bonus from this one", "share the bonuses out"),
    # names and copies
    "other capitals": Fault(
        change("moat", name="CASTLE"), "warning", of_moat("name"), "differs from 'Castle' in case", "another name"),
    "two spaces": Fault(
        change("moat", name="Deep  Moat"), "warning", of_moat("name"), "several spaces", "Write 'Deep Moat'"),
    "an invisible sign": Fault(
        change("moat", name="Mo\u200bat"), "warning", of_moat("name"), "zero width space (U+200B)", "Write 'Moat'"),
    "a space that is none": Fault(
        change("moat", name="Deep\u00a0Moat"), "warning", of_moat("name"), "no-break space", "Write 'Deep Moat'"),
    "a name too long": Fault(
        change("moat", name="The Moat of the Old Castle"), "note", of_moat("name"), "26 characters", "Shorten it"),
    "a row copied and left so": Fault(
        add(name="Moat 2", resources="MM", road_class="corner", road_edges_nesw="1100"),
        "warning", cell(115, "name"), "'Moat' once more", "the count of 'Moat'"),
    # the deck as a whole
    "an unknown option": Fault(
        meta(options={"deal_sise": 5}), "error", toml("options deal_sise"), "deal_sise", "Rename or remove"),
    "a hand too large": Fault(
        meta(options={"deal_size": 11}), "error", toml("options deal_size"), "from 1 to 10", "Change the value"),
    "a first seat that most tables do not have": Fault(
        meta(options={"first_seat": 6}), "warning", toml("options"), "with 2 or 3 or 4 or 5 or 6 seats", "Choose one",
        also=("Labyrinth City cannot be played with 6 seats",)),
    "a category without cards": Fault(
        category("X", name="Exploration", sign="✈", colour="#5b6000"), "warning", toml("categories"),
        "Exploration (X) is thin: 0 base points", "remove the category", also=("Food and agriculture (F) is fat",)),
    "a category without a name": Fault(
        category("M", name=""), "error", toml("categories number 6 name"), "It is empty", "Fill it in"),
    "two categories of one name": Fault(
        category("M", name="Public health"), "error", toml("categories"), "is used by 2 categories", "its own name"),
    "a name in other capitals": Fault(
        category("M", name="PUBLIC  HEALTH"), "warning", toml("categories"), "in case or spaces only", "another name"),
    "one sign twice": Fault(
        category("M", sign="♛"), "warning", toml("categories"), "G and M have the same sign ♛", "another sign"),
    "colours alike": Fault(
        category("M", colour="#0b5c90"), "warning", toml("categories"), "colours of T and M", "further from #0b5c8a"),
    "a colour too light": Fault(
        category("M", colour="#9aa5b1"), "warning", toml("categories"), "White text on #9aa5b1", "darker colour"),
    "no colour": Fault(
        category("M", colour="grey"), "error", toml("categories number 6 colour"), "'grey' is not", "#rrggbb"),
    "a sign of a whole word": Fault(
        category("M", sign="tower"), "error", toml("categories number 6 sign"), "longer than a sign", "one symbol"),
}

GUILE = {
    "no value": Fault(
        change("influence_2", value=""), "error", cell(3, "value"), "needs a value", "Write one"),
    "a value that is no number": Fault(
        change("influence_2", value="two"), "error", cell(3, "value"), "'two' is not a whole number", "from 0 to 99"),
    "an unknown character": Fault(
        change("merlin", character="merlyn"), "error", cell(9, "character"), "Did you mean 'merlin'?", "Use isolde"),
    "a character twice": Fault(
        change("merlin", count=2), "error", cell(9, "character"), "more than once", "Keep one copy"),
    "a character before the influence": Fault(
        add(name="Influence 5", value=5), "error", cell(10, ""), "after a character", "Move the characters"),
    "too few influence cards": Fault(
        {"remove": ["influence_1"]}, "error", cell(0, ""), "7 influence cards; 8 are laid", "List 8 or more"),
    "a dagger that is neither 0 nor 1": Fault(
        change("influence_4_dagger", dagger=2), "error", cell(6, "dagger"), "neither 0 nor 1", "Write 1 for yes"),
    "a faction of three": Fault(
        knight("sir_gawain", faction="M"), "error", cell(0, "faction", KNIGHTS), "A has 3 knights", "each of them 4"),
    "a faction that is not there": Fault(
        knight("sir_gawain", faction="L"), "error", cell(5, "faction", KNIGHTS), "'L' in 'L'", "Use A, M"),
    "a knight too few": Fault(
        {"remove": ["sir_gawain"], "table": KNIGHTS}, "error", cell(0, "", KNIGHTS), "7 knights", "between 8 and 8"),
    "a third faction": Fault(
        category("L", name="Lancelot's friends", sign="♞", colour="#5b6000"), "error", toml("categories"),
        "There are 3 categories", "Keep at most 2"),
    "a value that is never used": Fault(
        change("merlin", value=3), "warning", cell(9, "value"), "value 3 is never used", "Leave the cell empty"),
    "no dagger": Fault(
        change("influence_4_dagger", dagger=0), "warning", cell(0, "dagger"), "No card shows the dagger", "Write 1"),
    "two daggers": Fault(
        change("influence_4", dagger=1), "warning", cell(6, "dagger"), "2 cards show the dagger", "on one card"),
    "the dagger on a low card": Fault(
        change("influence_4_dagger", value=3), "warning", cell(6, "dagger"), "on a 3, not on a 4", "meant so"),
    "influence all alike": Fault(
        {"change": [{"card_id": f"influence_{i}", "value": 4} for i in (1, 2, 3)]}, "warning", cell(0, "value"),
        "Every influence card is worth 4", "another value"),
    "no knight for Isolde": Fault(
        knight("sir_tristan", role=""), "warning", cell(0, "role", KNIGHTS), "No knight has the role tristan", "Write"),
    "two knights for Isolde": Fault(
        knight("sir_gawain", role="tristan"), "warning", cell(5, "role", KNIGHTS), "more than one knight", "Empty"),
    "the wrong knight for Isolde": Fault(
        {"change": [{"card_id": "sir_tristan", "role": "palamedes"}, {"card_id": "sir_palamedes", "role": ""}],
         "table": KNIGHTS}, "warning", cell(2, "role", KNIGHTS), "belongs to faction 2", "meant so",
        also=("No knight has the role tristan",)),
    "another count announced": Fault(
        meta(declared_count=15), "warning", toml("declared_count"), "15 cards and lists 13", "declared_count = 13"),
    "a cast that is not there": Fault(
        {"remove": ["isolde", "morgana", "merlin"], "meta": {"options": {"extended_cast": True}, "declared_count": 10}},
        "warning", toml("options"), "lists no character", "Play without it"),
    "a knight of a long name": Fault(
        knight("sir_gawain", name="Sir Gawain of Orkney"), "note", cell(5, "name", KNIGHTS), "room for 18", "Shorten"),
    "factions of one colour": Fault(
        category("M", colour="#0b5c8a"), "warning", toml("categories"), "colours of A and M", "further from #0b5c8a"),
    "letters that look alike": Fault(
        {"categories": [{"letter": "A", "name": "Arthur", "sign": "♔", "colour": "#0b5c8a"},
                        {"letter": "А", "name": "Mordred", "sign": "♟", "colour": "#8a1538"}],
         "change": [{"card_id": f"sir_{name}", "faction": "А"}
                    for name in ("palamedes", "agravaine", "meleagant", "accolon")], "table": KNIGHTS},
        "warning", toml("categories"), "look alike", "another letter"),
}

PLEDGES = {
    "no points": Fault(
        change("ransom", points=""), "error", cell(8, "points"), "The cell is empty", "points when pledged"),
    "points beyond what a card can print": Fault(
        change("ransom", points=10), "error", cell(8, "points"), "'10' is not a whole number", "from 0 to 9"),
    "two categories on a card": Fault(
        change("ransom", resources="MV"), "error", cell(8, "resources"), "not one category letter", "without spaces"),
    "an id twice": Fault(
        add(card_id="ransom", name="Toll", resources="M", points=1), "error", cell(10, "card_id"), "row 8", "its own"),
    "a flag in words": Fault(
        change("ransom", seer="yes"), "error", cell(8, "seer"), "neither 0 nor 1", "Write 1 for yes"),
    "a fat category": Fault(
        {"change": [{"card_id": "banner", "count": 3}, {"card_id": "bread", "count": 15}]}, "note",
        toml("categories"), "Mercy (M) is fat", "Take away resources in M"),
    "a card copied and left so": Fault(
        {**add(name="Ransom (2)", resources="M", points=3, seer=0), **meta(declared_count=61)}, "warning",
        cell(10, "name"), "'Ransom' once more", "raise the count of 'Ransom'"),
}
# fmt: on


@pytest.fixture(scope="module")
def decks() -> Iterator[dict[str, Deck]]:
    """The decks that faults are planted in, by their game."""
    with known():
        yield {
            "guild_master": load_deck("guild_master"),
            "guile": load_deck("guile"),
            "pledges": load_deck("pledges", PLAIN_DECK),
        }


def without_numbers(finding: Finding) -> tuple[object, ...]:
    """A finding as far as it is the same whatever the numbers in it."""
    return finding.level, finding.place, re.sub(r"[\d.]+", "#", finding.text)


def found_after(deck: Deck, edit: Edit) -> list[Finding]:
    """What is found after an edit and was not found before."""
    try:
        findings = deck.edit(**whole(deck, edit)).lint()
    except DeckError as error:
        findings = error.problems
    before = set(map(without_numbers, deck.lint()))
    return [finding for finding in findings if without_numbers(finding) not in before]


PLANTED = [
    pytest.param(game, fault, id=f"{game}: {name}")
    for game, faults in (("guild_master", GUILD_MASTER), ("guile", GUILE), ("pledges", PLEDGES))
    for name, fault in faults.items()
]


@pytest.mark.parametrize(("game", "fault"), PLANTED)
def test_a_planted_fault_is_found_with_its_place_and_its_fix(decks: dict[str, Deck], game: str, fault: Fault) -> None:
    found = found_after(decks[game], fault.edit)
    others = [finding for finding in found if any(words in finding.text for words in fault.also)]
    assert len(others) == len(fault.also)
    (finding,) = [finding for finding in found if finding not in others]
    assert (finding.level, (finding.file, finding.row, finding.column)) == (fault.level, fault.place)
    assert fault.text in finding.text
    assert fault.fix in finding.fix


def test_the_faults_are_those_of_every_level_and_game() -> None:
    assert len(GUILD_MASTER) + len(GUILE) >= 25
    assert len(PLEDGES) >= 5
    for faults in (GUILD_MASTER, GUILE, PLEDGES):
        assert {fault.level for fault in faults.values()} >= {"error", "warning", "note"}


def test_an_edit_without_fault_finds_nothing(decks: dict[str, Deck]) -> None:
    for deck in decks.values():
        assert found_after(deck, {}) == []
    assert found_after(decks["guild_master"], change("moat", name="Deep Moat")) == []
    assert found_after(decks["guild_master"], change("moat", **bonus("M", "Castle"))) == []
    assert found_after(decks["guile"], change("influence_3", value=2)) == []


def test_the_shipped_decks_have_few_findings(decks: dict[str, Deck]) -> None:
    assert len(decks["guild_master"].lint()) == 10, "each of them is in test_lint.py"
    assert decks["guile"].lint() == ()
    assert [finding.text.split(":")[0] for finding in decks["pledges"].lint()] == ["Grail (G) is thin"]
