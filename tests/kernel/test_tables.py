"""Card tables: which column says what, and how many cards a row stands for."""

from __future__ import annotations

import pytest

from workbench.kernel.tables import CardTable, Column, copies


def test_cards_without_a_column_of_names_are_called_by_their_keys():
    key, name = Column("id", "key", "the id"), Column("title", "name", "the name")
    both = CardTable("c.csv", (name, key), 1, 9)
    assert (both.key_column, both.name_column) == ("id", "title")
    assert CardTable("c.csv", (key,), 1, 9).name_column == "id"


@pytest.mark.parametrize(("row", "cards"), [({"count": 3}, 3), ({"count": None}, 1), ({"name": "Moat"}, 1)])
def test_a_row_stands_for_as_many_cards_as_its_count_says_or_for_one(row: dict, cards: int):
    assert copies(row) == cards


NAMED = Column("named", "keys", "who is named")
WHEN = Column("bp_high_when", "condition", "when it counts", choices=("always", "in_play:", "quest:"))


def test_a_list_of_ids_names_the_cards_in_it_and_all_names_every_card():
    assert NAMED.keys_in("boar | saxons") == ("boar", "saxons")
    assert NAMED.keys_in("") == NAMED.keys_in("all") == ()
    assert [NAMED.names(text, "saxons") for text in ("boar|saxons", "all", "saxon", "")] == [True, True, False, False]


def test_a_condition_is_one_of_its_choices_and_may_name_a_card():
    assert [WHEN.choice_in(text) for text in ("always", "in_play:boar", "in_play", "quest", "", "never")] == [
        *("always", "in_play:", "", "", "", "")
    ]
    assert WHEN.keys_in("in_play: boar ") == ("boar",)
    assert WHEN.keys_in("always") == ()


@pytest.mark.parametrize(
    ("column", "words"),
    [
        ({"type": "condition"}, "give choices where the type is 'choice' or 'condition', and only there"),
        ({"type": "keys", "choices": ("all",)}, "give choices where the type is 'choice' or 'condition'"),
        ({"type": "text", "aliases": (("Favour", "Favor"),)}, "give aliases where the type is 'name'"),
        ({"type": "name", "aliases": ("Favour",)}, "aliases is"),
    ],
)
def test_what_a_column_says_belongs_to_its_type(column: dict, words: str):
    with pytest.raises(ValueError, match=words):
        Column("odd", help="what it is", **column)


def test_a_table_finds_its_columns_by_key():
    table = CardTable("c.csv", (Column("id", "key", "the id"), NAMED), 1, 9)
    assert table.column("named") is NAMED
    with pytest.raises(KeyError):
        table.column("name")
