"""What a deck.toml, a category and a cell may hold, in pydantic; imported when the first deck is loaded.

`Meta` and `Category` are what a deck carries. `row_reader(table, letters)` makes a reader for the rows of
one table from the columns that the game declares.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Annotated, NoReturn, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    StrictBool,
    StrictInt,
    StrictStr,
    ValidationError,
    model_serializer,
    model_validator,
)
from pydantic_core import ErrorDetails, PydanticCustomError

from workbench.decks.finding import Finding, problem
from workbench.decks.reading import LONGEST_TEXT, TOML_FILE, near
from workbench.heraldry.emblems import emblems, near_emblems
from workbench.heraldry.guess import emblem_for_category
from workbench.kernel.tables import ALL, BETWEEN_KEYS, CardTable, Column
from workbench.storage.errors import belongs, shown

LONGEST_NAME = 80
LONGEST_SHORT = 14
FURTHER = re.compile(r"\s+(?:and|or|&)\s+|\s*[,;:(/]")  # where a name moves on to another thing
KEY = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,59}")
NUMBER = re.compile(r"-?[0-9]{1,9}")
OPEN_TABLES = ("options", "measured")  # of deck.toml: their keys are the game's, or those of a measurement


def refuse(text: str, fix: str) -> NoReturn:
    """Refuse a value inside a pydantic validator."""
    raise PydanticCustomError("deck", "{text}", {"text": text, "fix": fix})


@lru_cache(maxsize=1024)
def clean(value: str) -> str:
    """Text without spaces around it, its accents composed, its line breaks plain; no control characters."""
    value = unicodedata.normalize("NFC", value.replace("\r\n", "\n").replace("\r", "\n")).strip()
    for sign in value:
        if unicodedata.category(sign) in ("Cc", "Cs") and sign not in "\n\t":
            refuse(f"It holds the unprintable character U+{ord(sign):04X}.", "Delete that character.")
    if len(value) > LONGEST_TEXT:
        refuse(f"It is {len(value)} characters long.", f"Keep it within {LONGEST_TEXT} characters.")
    return value


def line(value: str, *, longest: int = LONGEST_NAME) -> str:
    """Clean text in one short line."""
    value = clean(value)
    if "\n" in value or "\t" in value:
        refuse("It holds a line break or a tab.", "Write it in one line.")
    if len(value) > longest:
        refuse(f"It is {len(value)} characters long.", f"Keep it within {longest} characters.")
    return value


def filled_line(value: str) -> str:
    """One short line that is not empty."""
    value = line(value)
    if not value:
        refuse("It is empty.", "Fill it in.")
    return value


def is_letter(value: str) -> bool:
    """Whether `value` can stand for a category: one capital letter."""
    return len(value) == 1 and value.isalpha() and value == value.upper()


def _letter(value: str) -> str:
    value = line(value)
    if not is_letter(value):
        refuse(f"{value!r} is not a category letter.", "Give one capital letter.")
    return value


def _sign(value: str) -> str:
    value = filled_line(value)
    if len(value) > 4:
        refuse(f"{value!r} is longer than a sign.", "Give one symbol, such as ✿.")
    return value


def _colour(value: str) -> str:
    value = line(value).lower()
    if not re.fullmatch(r"#[0-9a-f]{6}", value):
        refuse(f"{value!r} is not a colour.", "Write it as #rrggbb, such as #3f6b1f.")
    return value


def _short(value: str) -> str:
    value = line(value)
    if len(value) > LONGEST_SHORT:
        refuse(f"{value!r} has {len(value)} letters.", f"Keep it within {LONGEST_SHORT}, such as Food.")
    return value


def _emblem(value: str) -> str:
    value = line(value)
    if value:
        _check_emblem(value, "leave it empty")
    return value


def _check_emblem(name: str, without: str) -> None:
    """Refuse a name that no emblem has; `without` says how to have none."""
    if name not in emblems():
        names = ", ".join(near_emblems(name)[:3])
        refuse(
            f"{name!r} is not the name of an emblem.{near(name, emblems())}",
            f"Write the name of one, such as {names}, or {without}.",
        )


def short_of(name: str) -> str:
    """A long name cut to fit a narrow place: its beginning, in whole words if they fit.

    >>> short_of("Food and agriculture"), short_of("Public health"), short_of("Sir Mordred's pawns")
    ('Food', 'Public health', "Sir Mordred's")
    """
    first = FURTHER.split(name)[0].strip() or name
    while len(first) > LONGEST_SHORT and " " in first:
        first = first.rpartition(" ")[0].rstrip()
    return first if len(first) <= LONGEST_SHORT else f"{first[: LONGEST_SHORT - 1]}…"


Text = Annotated[str, AfterValidator(clean)]
FilledLine = Annotated[str, AfterValidator(filled_line)]
Given = TypeVar("Given")
Frozen = AfterValidator(lambda value: MappingProxyType(dict(value)))
ReadOnly = Annotated[Mapping[str, Given], Frozen, PlainSerializer(dict)]
Open = ReadOnly[StrictBool | StrictInt | StrictStr]
Words = ReadOnly[FilledLine]


class Category(BaseModel):
    """A resource category: its letter on the cards, its name, and the sign, the colour and the emblem that show it.

    `short` is the name for narrow places; if a deck gives none, it is cut from the name, just as a missing
    emblem is chosen to fit the name. `own_emblem` is the emblem if the deck has chosen its own, otherwise empty.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    letter: Annotated[str, AfterValidator(_letter)]
    name: FilledLine
    sign: Annotated[str, AfterValidator(_sign)]
    colour: Annotated[str, AfterValidator(_colour)]
    short: Annotated[str, AfterValidator(_short)] = ""
    emblem: Annotated[str, AfterValidator(_emblem)] = ""

    @model_validator(mode="after")
    def _follow_the_name(self) -> Category:
        for key, text in self._by_name().items():
            object.__setattr__(self, key, getattr(self, key) or text)
        return self

    @model_serializer(mode="wrap")
    def _without_what_follows(self, plain: SerializerFunctionWrapHandler) -> dict[str, str]:
        """Leave out a short name and an emblem that follow from the name, so that they change with the name."""
        by_name = self._by_name()
        return {key: text for key, text in plain(self).items() if text != by_name.get(key)}

    @property
    def own_emblem(self) -> str:
        return "" if self.emblem == emblem_for_category(self.name) else self.emblem

    def _by_name(self) -> dict[str, str]:
        return {"short": short_of(self.name), "emblem": emblem_for_category(self.name)}


class Meta(BaseModel):
    """What a deck.toml says; `options` are the deck's defaults for the options of its game.

    `measured` holds the results of a measurement of the list, under names of its choice; if its `digest` is not the
    beginning of the list's digest, a deck that is loaded or edited leaves all of it out.
    `school_words` are the names that cards have in a classroom instead of the printed ones, by the cards' ids;
    `printed_words` are the printed names of a deck that uses a school's words.
    """

    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")

    title: FilledLine
    game: FilledLine
    version: Annotated[int, Field(ge=1, le=1_000_000)] = 1
    authors: Annotated[tuple[FilledLine, ...], Field(strict=False)] = ()
    licence: Text = ""
    notes: Text = ""
    declared_count: Annotated[int, Field(ge=0, le=1_000_000)] | None = None
    categories: Annotated[tuple[Category, ...], Field(strict=False)] = ()
    options: Open = Field(default_factory=lambda: MappingProxyType({}))
    measured: Open = Field(default_factory=lambda: MappingProxyType({}))
    school_words: Words = Field(default_factory=lambda: MappingProxyType({}))
    printed_words: Words = Field(default_factory=lambda: MappingProxyType({}))

    def to_dict(self) -> dict[str, object]:
        """Plain values for TOML and JSON, without those that are not given."""
        values = self.model_dump(exclude_none=True)
        values["authors"] = list(self.authors)
        values["categories"] = [category.model_dump() for category in self.categories]
        values["options"] = values.pop("options")
        for key in ("school_words", "printed_words", "measured"):
            if given := values.pop(key):
                values[key] = given
        return values


def read_meta(values: Mapping[str, object], problems: list[Finding]) -> Meta | None:
    """The metadata in `values`; None, and a problem for each fault, if they are invalid."""
    try:
        return Meta.model_validate(dict(values))
    except ValidationError as error:
        seen = set()
        for fault in error.errors():
            found = _meta_problem(fault)
            if found.place not in seen:  # a value of several allowed types is reported once
                seen.add(found.place)
                problems.append(found)
        return None


def _meta_problem(fault: ErrorDetails) -> Finding:
    location, kind = fault["loc"], fault["type"]
    shown_parts = location[:2] if location and location[0] in OPEN_TABLES else location  # not which type was tried
    path = " ".join(f"number {part + 1}" if isinstance(part, int) else str(part) for part in shown_parts)
    if kind == "deck":
        return problem(fault["ctx"]["text"], fault["ctx"]["fix"], TOML_FILE, column=path)
    if kind == "missing":
        return problem("It is missing.", f"Add a line {location[-1]} = ...", TOML_FILE, column=path)
    if kind == "extra_forbidden":
        known = Category.model_fields if len(location) == 3 else Meta.model_fields
        text = f"There is no key {shown(location[-1])} here.{near(str(location[-1]), known)}"
        return problem(text, f"Rename or remove it; the keys are {', '.join(known)}.", TOML_FILE, column=path)
    expected = "text in quotes" if kind == "string_type" else belongs(fault)
    if location and location[0] in OPEN_TABLES and len(location) > 1:
        expected = "text in quotes, a whole number, true or false"
    given = shown(fault["input"])
    given = given if len(given) <= 60 else given[:57] + "..."
    return problem(f"{given} was given where {expected} belongs.", f"Give {expected}.", TOML_FILE, column=path)


ReadRow = Mapping[str, str | int | None]
Faults = Mapping[str, Mapping[str, str]]  # column -> "text" and "fix" of what is wrong


@lru_cache(maxsize=64)
def row_reader(table: CardTable, letters: tuple[str, ...] | None) -> Callable[..., tuple[ReadRow, Faults]]:
    """A reader of this table's rows: the texts of the cells in; out their values, and what is wrong with some of them.

    With `letters` None (the categories themselves are broken), letters are not compared with them. Results are
    cached, because a change to a deck leaves most of its rows as they were.
    """

    @lru_cache(maxsize=1024)
    def read(*cells: str) -> tuple[ReadRow, Faults]:
        values: dict[str, str | int | None] = {}
        faults: dict[str, Mapping[str, str]] = {}
        for column, text in zip(table.columns, cells, strict=True):
            try:
                values[column.key] = read_cell(column, letters, text)
            except PydanticCustomError as fault:
                faults[column.key] = fault.context or {}
        return MappingProxyType(values), faults

    return read


def read_cell(column: Column, letters: tuple[str, ...] | None, text: str) -> str | int | None:
    """The value of one cell; refuses a text that does not fit its column."""
    text = clean(text) if column.type == "text" else line(text)
    if not text:
        if column.required:
            refuse("The cell is empty.", f"Fill it in: {column.help}.")
        return column.empty
    match column.type:
        case "key":
            if not KEY.fullmatch(text):
                refuse(f"{text!r} is not an id.", "Use up to 60 plain letters, digits, '_', '-' and '.', no spaces.")
        case "letters" | "letter":
            _check_letters(column, letters, text)
        case "number":
            return _read_number(column, text)
        case "flag":
            if text not in ("0", "1"):
                refuse(f"{text!r} is neither 0 nor 1.", "Write 1 for yes, 0 for no.")
            return int(text)
        case "choice":
            if text not in column.choices:
                refuse(f"{text!r} is not allowed.{near(text, column.choices)}", f"Use {', '.join(column.choices)}.")
        case "keys":
            return _read_keys(column, text)
        case "condition":
            return _read_condition(column, text)
        case "emblem":
            _check_emblem(text, "empty the cell")
    return text


def _check_letters(column: Column, letters: tuple[str, ...] | None, text: str) -> None:
    length = 1 if column.type == "letter" else column.length
    if length and len(text) != length:
        number = "one category letter" if length == 1 else f"{length} category letters"
        refuse(f"{text!r} is not {number}.", f"Write {number} without spaces.")
    if letters is None:
        return
    for sign in text:
        if sign not in letters:
            hint = f" Did you mean {sign.upper()!r}?" if sign.upper() in letters else ""
            refuse(
                f"{sign!r} in {text!r} is not a category letter of this deck.{hint}",
                f"Use {', '.join(letters)}, or add the category to {TOML_FILE}."
                if letters
                else f"Add [[categories]] to {TOML_FILE}.",
            )


def _read_keys(column: Column, text: str) -> str:
    keys = column.keys_in(text)
    for number, key in enumerate(keys):
        if key == ALL:
            refuse(f"{text!r} is neither {ALL!r} nor a list of ids.", f"Write {ALL} alone, or the ids that are meant.")
        if key in keys[:number]:
            refuse(f"{text!r} names {key!r} twice.", "Name every card once.")
    return BETWEEN_KEYS.join(keys) or text


def _read_condition(column: Column, text: str) -> str:
    choice = column.choice_in(text)
    choices = ", ".join(f"{one}<id of a card>" if one.endswith(":") else one for one in column.choices)
    if not choice:
        refuse(f"{text!r} is no condition of this column.{near(text, column.choices)}", f"Use {choices}.")
    if not choice.endswith(":"):
        return choice
    (key,) = column.keys_in(text)
    if not key:
        refuse(f"{text!r} names no card.", f"Write the id of a card behind {choice}")
    return choice + key


def _read_number(column: Column, text: str) -> int:
    bounded = column.least != column.most
    expected = f"a whole number from {column.least} to {column.most}" if bounded else "a whole number"
    if not NUMBER.fullmatch(text) or (bounded and not column.least <= int(text) <= column.most):
        refuse(f"{text!r} is not {expected}.", f"Write {expected}.")
    return int(text)
