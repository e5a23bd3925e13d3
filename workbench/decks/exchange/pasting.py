"""Cells pasted into a table: placed by their own column names if they have some, otherwise as they stand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from workbench.decks.exchange.counts import count_in
from workbench.decks.exchange.headers import find_header
from workbench.decks.exchange.lists import is_strong, refuse_lists_beside
from workbench.decks.exchange.sheet import Sheet, is_rule, quoted, refuse, text_at, texts_in
from workbench.kernel.tables import COUNT, CardTable

WHERE = "the pasted cells"


class Pasted(NamedTuple):
    """Rows of cells, the columns to which they belong, and what to say about how that was found."""

    columns: tuple[str, ...]
    rows: list[list[str]]
    said: str


def by_names(table: CardTable, block: Sequence[Sequence[str]]) -> Pasted | None:
    """A block whose first row names columns of the table, without that row; None if it names none.

    Raises DeckError if it holds several lists, or one column twice.
    """
    rows = [list(row) for row in block]
    header = find_header(rows[:1], table) and find_header(rows, table)
    if header is None or header.row != 0 or not is_strong(header):
        return None
    refuse_lists_beside(Sheet(WHERE, "", rows), header, [table])
    for key, places in header.twice.items():
        first = header.columns[key]
        if any(text_at(row, place) not in ("", text_at(row, first)) for row in rows[1:] for place in places):
            raise refuse(WHERE, f"Two columns are called {key} and differ.", "Paste one of them.")
    columns = tuple(key for key in table.keys if key in header.columns)
    cards = [row for row in rows[1:] if not is_rule(texts_in(row))]
    left_out = ", ".join(quoted(header.labels[place]) for place in header.unknown)
    said = "by the column names" + (f", without {left_out}" if left_out else "")
    return Pasted(columns, [[text_at(row, header.columns[key]) for key in columns] for row in cards], said)


def as_it_is_meant(key: str, text: str) -> str:
    """The text of a pasted cell; a number of copies is reduced to its digits.

    >>> as_it_is_meant("count", "3x"), as_it_is_meant("name", "3x")
    ('3', '3x')
    """
    return (count_in(text) or text) if key == COUNT else text
