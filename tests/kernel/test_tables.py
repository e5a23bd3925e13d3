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
