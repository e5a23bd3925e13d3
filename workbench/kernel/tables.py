"""Card tables: their columns, how the kinds of cards in them are numbered, and what a deck says that can be drawn.

Kinds are numbered through all card tables of a game: the rows of the first one, then those of the second, and so on.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, Self

from workbench.kernel.declared import check_is_one_of, check_least, check_parts
from workbench.kernel.names import check_field_name, in_order
from workbench.kernel.words import counted
from workbench.storage.errors import DeclarationError

COLUMN_TYPES = (
    *("key", "name", "text", "number", "letters", "letter", "card", "choice", "flag", "emblem", "keys", "condition"),
)
ALL = "all"  # what a column of keys says instead of naming every key
BETWEEN_KEYS = "|"
COUNT = "count"  # the column of copies; a table without it has one card a row
NOTE = "note"  # the column of remarks for the reader of a list, which no card prints
CARD = "card"  # what a row is called where a table does not say otherwise
SHORT_HELP = 2  # words: a help this short is what a column is called


@dataclass(frozen=True)
class Column:
    """One column of a card table.

    type: `key` (unique id), `name` (unique title), `text`, `number`, `letters` (category letters,
    `length` of them), `letter` (one category letter or empty), `card` (the name of another card of
    the deck, or empty), `choice` (one of `choices`), `flag` (0 or 1), `emblem` (the name of one of
    `workbench.heraldry`, or empty), `keys` (ids of other cards, `saxons|saxon_knight`, or `all`), `condition` (one of
    `choices`, where `in_play:` stands for `in_play:` and the id of another card, or empty). Ids and names of cards are
    unique in all card tables together. `aliases` of a `name` column are other spellings and the name that each means.
    Raises DeclarationError.
    """

    key: str
    type: str
    help: str
    required: bool = False
    length: int = 0
    choices: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    aliases: tuple[tuple[str, str], ...] = ()

    def __post_init__(self) -> None:
        check_parts(self, self.key)
        check_field_name("column", self.key)
        check_is_one_of(f"column {self.key!r}: type", self.type, COLUMN_TYPES)
        check_least(f"column {self.key!r}: most", self.most, self.least)
        for types, part in ((("choice", "condition"), "choices"), (("letters",), "length")):
            if (self.type in types) != bool(getattr(self, part)):
                where = " or ".join(map(repr, types))
                raise DeclarationError(f"column {self.key!r}: give {part} where the type is {where}, and only there")
        if self.aliases and self.type != "name":
            raise DeclarationError(f"column {self.key!r}: give aliases where the type is 'name', and only there")

    @property
    def empty(self) -> str | int | None:
        """What a row holds where the cell is empty: one copy, no number, no text."""
        if self.key == COUNT:
            return 1
        return None if self.type in ("number", "flag") else ""

    def keys_in(self, text: str) -> tuple[str, ...]:
        """The ids of other cards in a cell of the type `keys` or `condition`; `all` is none.

        >>> Column("named", "keys", "who is named").keys_in("boar|saxons")
        ('boar', 'saxons')
        >>> Column("when", "condition", "when it counts", choices=("always", "in_play:")).keys_in("in_play:boar")
        ('boar',)
        """
        if self.type == "keys" and text != ALL:
            return tuple(filter(None, map(str.strip, text.split(BETWEEN_KEYS))))
        if self.type == "condition" and self.choice_in(text).endswith(":"):
            return (text.partition(":")[2].strip(),)
        return ()

    def names(self, text: str, key: str) -> bool:
        """Whether a cell of the type `keys` names the card with an id; `all` names every card."""
        return text == ALL or key in self.keys_in(text)

    def choice_in(self, text: str) -> str:
        """The choice that a condition is one of, such as `in_play:` for `in_play:boar`; empty if it is none."""
        word, colon, _ = text.partition(":")
        return next((choice for choice in self.choices if choice == word.strip() + colon), "")


@dataclass(frozen=True)
class CardTable:
    """One CSV file of a deck: its columns and how many cards it may hold (copies counted).

    `noun` is what one of its rows is called where messages, labels, logs and score lines name one. Rows that are not
    cards (`are_cards`), such as knights that cards are laid at, have no kind and are in no zone.
    Raises DeclarationError, also if rows that are not cards are called cards.
    """

    file: str
    columns: tuple[Column, ...]
    least: int
    most: int
    noun: str = CARD
    are_cards: bool = True

    def __post_init__(self) -> None:
        check_parts(self, self.file)
        check_least(f"{self.file}: most", self.most, max(1, self.least))
        in_order((column.key for column in self.columns), f"{self.file}: column")
        keys = [column.key for column in self.columns if column.type == "key"]
        if len(keys) != 1:
            raise DeclarationError(f"{self.file} has {len(keys)} columns of the type 'key'; give one")
        if not self.are_cards and self.noun == CARD:
            raise DeclarationError(f"{self.file}: its rows are no cards; say what they are, such as noun='knight'")

    @classmethod
    def of(cls, file: str, *columns: Column, **said: Any) -> Self:
        """A file of these columns: `CardTable.of("cards.csv", key, name, least=1, most=60)`."""
        return cls(file, columns, **said)

    @cached_property
    def key_column(self) -> str:
        """The column that identifies its rows."""
        return next(column.key for column in self.columns if column.type == "key")

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The keys of its columns."""
        return tuple(column.key for column in self.columns)

    @cached_property
    def name_column(self) -> str:
        """The column that holds the names of its rows; the key column where there is none."""
        return next((column.key for column in self.columns if column.type == "name"), self.key_column)

    def column(self, key: str) -> Column:
        """The column with a key; raises KeyError if there is none."""
        return {column.key: column for column in self.columns}[key]

    def in_words(self, key: str) -> str:
        """What a column is called in a sentence: its help where that is short, otherwise its key.

        >>> table = CardTable("cards.csv", (*PLAIN_COLUMNS, Column("bp", "number", "battle points")), 0, 8)
        >>> table.in_words("bp"), table.in_words("card_id")
        ('battle points', 'card id')
        """
        short = {column.key: column.help for column in self.columns if len(column.help.split()) <= SHORT_HELP}
        return short.get(key) or " ".join(short.get(part, part) for part in key.split("_"))

    def number_of(self, count: int) -> str:
        """So many of its rows, in words.

        >>> CardTable("knights.csv", PLAIN_COLUMNS, 0, 8, noun="knight").number_of(1)
        '1 knight'
        """
        return counted(count, self.noun)

    @property
    def most_rows(self) -> int:
        """How many rows are looked at to say what is wrong with them; a longer list is far from a deck."""
        return 4 * self.most


def card_tables(tables: Iterable[CardTable]) -> tuple[CardTable, ...]:
    """Those of a game's tables whose rows are cards."""
    return tuple(table for table in tables if table.are_cards)


def named_together(tables: Iterable[CardTable], table: CardTable) -> tuple[CardTable, ...]:
    """The tables whose ids and names must all differ: every card table, or a single one whose rows are not cards."""
    return card_tables(tables) if table.are_cards else (table,)


def copies(row: Mapping[str, Any]) -> int:
    """How many cards a row of a deck stands for.

    >>> copies({"name": "Mill", "count": 3}), copies({"name": "Moat"})
    (3, 1)
    """
    return int(row.get(COUNT) or 1)


class Kind(NamedTuple):
    """A kind of card: the row `number` (0 is the first) of a card table, and what its cells hold."""

    table: CardTable
    number: int
    row: Mapping[str, Any]

    @property
    def key(self) -> str:
        """Its id, which stays when the card is renamed."""
        return str(self.row[self.table.key_column])

    @property
    def name(self) -> str:
        """What the card is called; its id where the table has no names."""
        return str(self.row[self.table.name_column])


def numbered_kinds(tables: Iterable[CardTable], rows: Mapping[str, Sequence[Mapping[str, Any]]]) -> tuple[Kind, ...]:
    """The kinds of cards by their numbers, from the rows of each table by file."""
    return tuple(
        Kind(table, number, row) for table in card_tables(tables) for number, row in enumerate(rows[table.file])
    )


PLAIN_COLUMNS = (  # of a first game's cards
    Column("card_id", "key", "a short id that stays when the card is renamed", required=True),
    Column("name", "name", "the name on the card", required=True),
    Column("points", "number", "what the card is worth", least=-999, most=999),
    Column(COUNT, "number", "how many copies there are", least=1, most=99),
)


class Bonus(NamedTuple):
    """A card that is worth more beside another one, both as kinds; `source` None if no card is meant.

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
