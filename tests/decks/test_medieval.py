"""The medieval deck against the published list."""

from __future__ import annotations

import ast
import hashlib
from collections import Counter
from pathlib import Path

import pytest

import workbench
from workbench.decks import Deck

# sha256 of "name|resources|bonus letter|printed source" lines, made once from the published rule sheet itself
PUBLISHED_LIST = "464ba15ba514a6c1078aa5fbfd7a3f0b7fc3a3536c8e364197d1ed175bc3d32c"

# Category scores of the five seats in the published example of the variant, in the order of the categories.
PUBLISHED_EXAMPLE = (
    (10, 4, 4, 4, 0, 3, 6, 3, 0, 12),
    (5, 8, 2, 2, 2, 5, 6, 6, 6, 4),
    (6, 9, 4, 0, 5, 1, 5, 8, 1, 7),
    (7, 10, 1, 2, 2, 4, 3, 4, 2, 9),
    (5, 7, 2, 1, 2, 4, 1, 5, 5, 12),
)


def letters(deck: Deck) -> str:
    return "".join(category.letter for category in deck.meta.categories)


@pytest.mark.rule("GM-003")
def test_the_deck_records_that_116_cards_were_announced(medieval: Deck) -> None:
    assert medieval.meta.declared_count == 116


@pytest.mark.rule("GM-004", "GM-300")
def test_the_deck_has_the_113_listed_cards_with_different_names(medieval: Deck) -> None:
    assert medieval.arrays.card_count == len(medieval.rows) == 113
    assert len({row["name"] for row in medieval.rows}) == 113


@pytest.mark.rule("GM-004", "GM-006", "GM-010")
def test_every_card_stands_as_the_published_list_prints_it(medieval: Deck) -> None:
    columns = ("name", "resources", "bonus_resource", "bonus_source_printed")
    text = "\n".join("|".join(str(row[column]) for column in columns) for row in medieval.rows)
    assert hashlib.sha256(text.encode()).hexdigest() == PUBLISHED_LIST


@pytest.mark.rule("GM-007", "GM-008")
def test_every_card_has_two_letters_85_double_and_28_split(medieval: Deck) -> None:
    assert {len(str(row["resources"])) for row in medieval.rows} == {2}
    assert Counter(len(set(str(row["resources"]))) for row in medieval.rows) == {1: 85, 2: 28}


@pytest.mark.rule("GM-009")
def test_62_cards_print_a_bonus_and_51_print_none(medieval: Deck) -> None:
    with_bonus = [row for row in medieval.rows if row["bonus_resource"]]
    assert len(with_bonus) == 62
    assert all(row["bonus_source_printed"] and row["bonus_source"] for row in with_bonus)
    assert not any(row["bonus_source_printed"] for row in medieval.rows if not row["bonus_resource"])


@pytest.mark.rule("GM-011")
def test_the_ten_categories_stand_in_the_published_order(medieval: Deck) -> None:
    assert letters(medieval) == "FTCRGMPALI"
    assert medieval.arrays.category_count == 10


@pytest.mark.parametrize(
    ("letter", "name"),
    [
        pytest.param("F", "Food and agriculture", marks=pytest.mark.rule("GM-012")),
        pytest.param("T", "Trade and transport", marks=pytest.mark.rule("GM-013")),
        pytest.param("C", "Construction and materials", marks=pytest.mark.rule("GM-014")),
        pytest.param("R", "Religion and church", marks=pytest.mark.rule("GM-015")),
        pytest.param("G", "Government and nobility", marks=pytest.mark.rule("GM-016")),
        pytest.param("M", "Military and fortifications", marks=pytest.mark.rule("GM-017")),
        pytest.param("P", "Public health", marks=pytest.mark.rule("GM-018")),
        pytest.param("A", "Arts and entertainment", marks=pytest.mark.rule("GM-019")),
        pytest.param("L", "Learning and education", marks=pytest.mark.rule("GM-020")),
        pytest.param("I", "Industry and crafts", marks=pytest.mark.rule("GM-021")),
    ],
)
def test_a_letter_stands_for_its_category(medieval: Deck, letter: str, name: str) -> None:
    assert {category.letter: category.name for category in medieval.meta.categories}[letter] == name


@pytest.mark.rule("GM-022")
def test_the_base_points_add_up_to_226(medieval: Deck) -> None:
    totals = dict(zip(letters(medieval), medieval.arrays.points.sum(axis=0).tolist(), strict=False))
    assert totals == {"F": 33, "T": 38, "C": 13, "R": 9, "G": 11, "M": 17, "P": 21, "A": 26, "L": 14, "I": 44}
    assert sum(totals.values()) == 226


@pytest.mark.rule("GM-023")
def test_the_bonuses_add_up_to_62(medieval: Deck) -> None:
    printed = Counter(int(category) for category in medieval.arrays.bonus_category if category >= 0)
    totals = {letters(medieval)[category]: count for category, count in printed.items()}
    assert totals == {"F": 6, "T": 11, "C": 4, "R": 3, "G": 3, "M": 5, "P": 5, "A": 7, "L": 4, "I": 14}


@pytest.mark.rule("GM-300")
def test_the_columns_of_the_published_example_add_up_to_the_listed_points(medieval: Deck) -> None:
    sums = [sum(column) for column in zip(*PUBLISHED_EXAMPLE, strict=True)]
    assert medieval.arrays.points.sum(axis=0)[:10].tolist() == sums


@pytest.mark.rule("GM-301")
def test_misprinted_sources_resolve_to_the_nearest_card(medieval: Deck) -> None:
    by_name = {row["name"]: row for row in medieval.rows}
    slips = {
        name: (row["bonus_source_printed"], row["bonus_source"])
        for name, row in by_name.items()
        if row["bonus_source_printed"] != row["bonus_source"]
    }
    assert slips == {
        "Tavern": ("Brewery", "Brewer"),
        "Pub": ("Brewery", "Brewer"),
        "Tanner": ("Cattle Ranch", "Ranch"),
        "Caravan": ("Trade Route", "Trade route"),
    }


@pytest.mark.rule("GM-301", "GM-275")
def test_only_exactly_printed_names_count_in_the_printed_row(medieval: Deck) -> None:
    names = [row["name"] for row in medieval.rows]
    resolved, printed = medieval.arrays.bonus_source[:, :113]
    assert (resolved >= 0).sum() == 62
    lost = {names[kind] for kind in range(113) if resolved[kind] >= 0 > printed[kind]}
    assert lost == {"Tavern", "Pub", "Tanner", "Caravan"}
    assert names[resolved[names.index("Tanner")]] == "Ranch"


@pytest.mark.rule("GM-260")
def test_the_game_s_code_names_no_card_and_no_letter_of_the_deck(medieval: Deck) -> None:
    words = {str(row[column]) for row in medieval.rows for column in ("card_id", "name")}
    words |= set(letters(medieval))
    package = Path(str(workbench.__file__)).parent
    for file in (package / "games" / "guild_master").glob("*.py"):
        found = {
            node.value
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and node.value in words
        }
        assert not found, f"{file.name} names {found}"


def test_the_signs_and_letters_are_distinct_and_the_names_unlike(medieval: Deck) -> None:
    for field in ("letter", "name", "sign", "colour"):
        assert len({getattr(category, field) for category in medieval.meta.categories}) == 10
