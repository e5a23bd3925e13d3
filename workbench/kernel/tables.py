"""Card tables: their columns, and what a deck says that can be drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from workbench.kernel.declared import check_is_one_of, check_least, check_parts
from workbench.kernel.names import check_name, in_order
from workbench.storage.errors import DeclarationError

COLUMN_KINDS = ("key", "name", "text", "number", "letters", "letter", "card", "choice", "flag")


@dataclass(frozen=True)
class Column:
    """One column of a card table.

    kind: `key` (unique id), `name` (unique title), `text`, `number`, `letters` (category letters,
    `length` of them), `letter` (one category letter or empty), `card` (the name of another card of
    the table, or empty), `choice` (one of `choices`), `flag` (0 or 1). Raises DeclarationError.
    """

    key: str
    kind: str
    help: str
    required: bool = False
    length: int = 0
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        check_name("column", self.key)
        check_is_one_of(f"column {self.key!r}: kind", self.kind, COLUMN_KINDS)
        check_least(f"column {self.key!r}: most", self.most, self.least)
        for kind, part in (("choice", "choices"), ("letters", "length")):
            if (self.kind == kind) != bool(getattr(self, part)):
                raise DeclarationError(f"column {self.key!r}: give {part} where the kind is {kind!r}, and only there")


@dataclass(frozen=True)
class CardTable:
    """One CSV file of a deck: its columns and how many cards it may hold (copies counted).

    `kind` is what one of its rows is called where labels, logs and score lines name one.
    """

    file: str
    columns: tuple[Column, ...]
    least: int
    most: int
    kind: str = "card"

    def __post_init__(self) -> None:
        check_parts(self, self.file)
        check_least(f"{self.file}: most", self.most, max(1, self.least))
        in_order((column.key for column in self.columns), f"{self.file}: column")
        keys = [column.key for column in self.columns if column.kind == "key"]
        if len(keys) != 1:
            raise DeclarationError(f"{self.file} has {len(keys)} columns of the kind 'key'; one tells its rows apart")

    @property
    def most_rows(self) -> int:
        """How many rows are looked at to say what is wrong with them; a longer list is no deck by far."""
        return 4 * self.most


COUNT = "count"  # the column of copies; a table without it has one card a row
NOTE = "note"  # the column of remarks for the reader of a list, which no card prints


def main_key(table: CardTable) -> str:
    """The column of a table that identifies its rows."""
    return next(column.key for column in table.columns if column.kind == "key")


def name_column(table: CardTable) -> str:
    """The column that holds the cards' names; the key column where there is none."""
    return next((column.key for column in table.columns if column.kind == "name"), main_key(table))


def copies(row: Mapping[str, Any]) -> int:
    """How many cards a row of a deck stands for.

    >>> copies({"name": "Mill", "count": 3}), copies({"name": "Moat"})
    (3, 1)
    """
    return int(row.get(COUNT) or 1)


PLAIN_COLUMNS = (  # of a first game's cards
    Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
    Column("name", "name", "the name on the card", required=True),
    Column("points", "number", "what the card is worth", least=-999, most=999),
    Column(COUNT, "number", "how many copies there are", least=1, most=99),
)


class Bonus(NamedTuple):
    """A card that is worth more beside another one: rows of the main table; `source` None if no card is meant.

    `named` is what the card prints, `category` the letter of the category the bonus counts in, if any.
    """

    card: int
    source: int | None
    named: str
    category: str = ""


class Bar(NamedTuple):
    """One bar of the picture of a deck's balance; `part` says which of several pictures it belongs to.

    `letter` is that of the category it stands for, if any; `note` is said beside the number.
    """

    label: str
    value: float
    part: str = ""
    letter: str = ""
    note: str = ""
