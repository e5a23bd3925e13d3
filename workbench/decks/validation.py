"""From a draft to a deck: every problem is found before any is reported, and no deck is half-loaded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import repeat
from types import MappingProxyType
from typing import TYPE_CHECKING, TypeVar

from workbench.decks.data import DeckData, Row
from workbench.decks.finding import Finding, problem, refusal
from workbench.decks.reading import TOML_FILE, Draft, DraftRow, near, tidy
from workbench.kernel.game import Game
from workbench.kernel.options import Option
from workbench.kernel.tables import COUNT, CardTable, Column, card_tables, copies, named_together
from workbench.storage.errors import OptionError, one_of, shown

if TYPE_CHECKING:
    from workbench.decks.model import Meta

# Finds the columns that identify the rows of a table.
IDENTIFYING: tuple[Callable[[CardTable], str], ...] = (lambda table: table.key_column, lambda table: table.name_column)
AnyDeck = TypeVar("AnyDeck", bound=DeckData)
NumberedRows = list[tuple[int, Row]]

MOST_COMPARED = 2_000_000  # pairs of characters in the search for intended names: some tenths of a second


def validate(draft: Draft, made: type[AnyDeck]) -> AnyDeck:
    """The deck of the class `made` that a draft describes; raises DeckError with all problems found."""
    problems = list(draft.problems)
    draft = _respelt(draft)
    meta = _check_meta(draft, problems)
    letters = _letters(draft)
    tables: dict[str, NumberedRows] = {}
    for table in draft.game.tables:
        if table.file in draft.tables:
            tables[table.file] = _check_table(draft, table, letters, problems)
    sizes_fit = _sizes_fit(draft, meta, tables, problems)
    if meta is not None and len(tables) == len(draft.game.tables):
        rows = {file: tuple(row for _, row in numbered) for file, numbered in tables.items()}
        numbers = {file: tuple(number for number, _ in numbered) for file, numbered in tables.items()}
        deck = made(draft.game.id, draft.name, meta, MappingProxyType(rows), MappingProxyType(numbers))
        if not deck.digest.startswith(str(meta.measured.get("digest", ""))):  # the figures are of another list
            deck = replace(deck, meta=meta.model_copy(update={"measured": MappingProxyType({})}))
        vars(deck)["game"] = draft.game  # decks of an author's game can be examined before it is registered
        if sizes_fit:  # a game examines only what it has room for
            errors = [finding for finding in deck.own_findings if finding.level == "error"]
            # In a list without its faulty rows, only findings about a single row hold.
            all_rows = all(len(rows[file]) == len(draft.tables[file].rows) for file in rows)
            problems += [finding for finding in errors if finding.row or all_rows]
        if not problems:
            return deck
    raise refusal(f"The deck {shown(draft.name)} of {draft.game.title} was not loaded", problems)


def _respelt(draft: Draft) -> Draft:
    """The draft with each alternative spelling in a cell replaced by the name for which the tables declare it."""
    means = {one: name for table in draft.game.tables for column in table.columns for one, name in column.aliases}
    if not means:
        return draft
    tables = {}
    for table in draft.game.tables:
        if table.file in draft.tables:
            columns = [column.key for column in table.columns if column.type in ("name", "card")]
            drafted = draft.tables[table.file]
            rows = []
            for row in drafted.rows:
                named = {key: means.get(tidy(text)) or text for key, text in row.cells.items() if key in columns}
                rows.append(replace(row, cells=row.cells | named))
            tables[table.file] = replace(drafted, rows=rows)
    return replace(draft, tables=tables)


def _check_meta(draft: Draft, problems: list[Finding]) -> Meta | None:
    from workbench.decks.model import read_meta

    if draft.meta is None:
        return None
    meta = read_meta(draft.meta, problems)
    given = draft.meta.get("game")
    if isinstance(given, str) and given.strip() != draft.game.id:
        text = f"The deck says it is for the game {given[:60]!r}, but it was opened for {draft.game.id!r}."
        fix = f'Write game = "{draft.game.id}", or open it for its own game.'
        problems.append(problem(text, fix, TOML_FILE, column="game"))
    options = draft.meta.get("options")
    if isinstance(options, Mapping):
        _check_options(options, draft.game, problems)
    if meta is not None:
        _check_categories(meta, problems)
    return meta


def _sizes_fit(draft: Draft, meta: Meta | None, tables: Mapping[str, NumberedRows], problems: list[Finding]) -> bool:
    game, met = draft.game, len(problems)
    count, most = len(meta.categories) if meta is not None else 0, game.studio.most_categories
    if count > most:
        text = f"There are {count} categories; {game.title} has room for {most}."
        problems.append(problem(text, f"Keep at most {most}.", TOML_FILE, column="categories"))
    for table in game.tables:
        if table.file not in tables:
            continue
        rows = tables[table.file]
        faulty = len(draft.tables[table.file].rows) - len(rows)
        cards = faulty + sum(copies(values) for _, values in rows)
        if not table.least <= cards <= table.most:
            fix = f"Keep it between {table.least} and {table.most}."
            problems.append(problem(f"The deck has {table.number_of(cards)}.", fix, table.file))
    return len(problems) == met


def _check_categories(meta: Meta, problems: list[Finding]) -> None:
    for field in ("letter", "name"):
        values = Counter(getattr(category, field) for category in meta.categories)
        for value, times in values.items():
            if times > 1:
                text = f"The {field} {value!r} is used by {times} categories."
                problems.append(problem(text, f"Give each category its own {field}.", TOML_FILE, column="categories"))


def _check_options(options: Mapping[str, object], game: Game, problems: list[Finding]) -> None:
    known: dict[str, list[Option]] = {}
    for variant in game.variants:
        for option in variant.options:
            known.setdefault(option.key, []).append(option)
    for key, value in options.items():
        if key not in known:
            text = one_of(key, known, "option")
            problems.append(problem(text, "Rename or remove the line.", TOML_FILE, column=f"options {key}"))
            continue
        refusals = []
        for option in known[key]:  # the variants of a game may declare one option differently
            try:
                option.encode(value)
            except OptionError as error:
                refusals.append(str(error))
        if len(refusals) == len(known[key]):
            problems.append(problem(refusals[0], "Change the value.", TOML_FILE, column=f"options {key}"))


def _letters(draft: Draft) -> tuple[str, ...] | None:
    """The category letters; None if they cannot be read or there are far too many."""
    from workbench.decks.model import is_letter

    if draft.meta is None:
        return None
    categories = draft.meta.get("categories", [])
    if not isinstance(categories, list | tuple) or len(categories) > draft.game.studio.most_categories:
        return None
    letters = [str(category.get("letter")).strip() if isinstance(category, Mapping) else "" for category in categories]
    return tuple(letters) if all(map(is_letter, letters)) else None


def _check_table(
    draft: Draft, table: CardTable, letters: tuple[str, ...] | None, problems: list[Finding]
) -> NumberedRows:
    """The faultless rows; the faults of the others, and those between rows, go to `problems`."""
    from workbench.decks.model import row_reader

    read, drafted = row_reader(table, letters), draft.tables[table.file]
    rows: NumberedRows = []
    for row in drafted.rows:
        values, faults = read(*map(row.cells.get, table.keys, repeat("")))
        for key, fault in faults.items():
            if key in drafted.columns:  # a missing column is reported once, with the header
                problems.append(row_problem(table, row, key, **fault))
        if not faults:
            rows.append((row.number, values))
    for column in table.columns:
        if column.type in ("key", "name"):
            _check_unique(draft, table, column, problems)
        elif column.type in ("card", "keys", "condition"):
            _check_references(draft, table, column, problems)
    return rows


def row_problem(table: CardTable, row: DraftRow, column: str, text: str, fix: str) -> Finding:
    """A problem in one cell of a draft row."""
    name = row.cells.get(table.name_column, "").strip()[:60]
    key = row.cells.get(table.key_column, "").strip()
    return problem(text, fix, table.file, row.number, column, name, key)


def _tidied(draft: Draft, table: CardTable, column: str) -> list[tuple[DraftRow, str]]:
    """The rows of a table, each with its text in a column in the form used for comparison."""
    return [(row, tidy(row.cells.get(column, ""))) for row in draft.tables[table.file].rows]


def _check_unique(draft: Draft, table: CardTable, column: Column, problems: list[Finding]) -> None:
    """Check that ids and names are unique over all card tables; of equal ones, the first row keeps its own."""
    first = _taken_before(draft, table, column)
    for row, value in _tidied(draft, table, column.key):
        if value in first and value:
            text = f"{shown(value)} is in {first[value]} already."
            fix = f"Give every {table.noun} its own {column.key}."
            if COUNT in table.keys:
                fix += f" Several copies of a {table.noun} are one row with a count."
            problems.append(row_problem(table, row, column.key, text, fix))
        first.setdefault(value, f"row {row.number}")


def _taken_before(draft: Draft, table: CardTable, column: Column) -> dict[str, str]:
    """Where the ids or the names in the card tables before this one are."""
    taken: dict[str, str] = {}
    for find in IDENTIFYING:
        if column.key == find(table):
            for other in named_together(draft.game.tables, table):
                if other == table:
                    break
                for row, value in _tidied(draft, other, find(other)) if other.file in draft.tables else ():
                    taken.setdefault(value, f"{other.file} row {row.number}")
    return taken


def _check_references(draft: Draft, table: CardTable, column: Column, problems: list[Finding]) -> None:
    """Check that a cell points to the name, or the id, of another card in any card table."""
    tables = card_tables(draft.game.tables)
    if any(other.file not in draft.tables for other in tables):
        return  # the list that may hold it could not be read, which has been reported
    word = "name" if column.type == "card" else "id"
    find = IDENTIFYING[word == "name"]
    names = [name for other in tables for _, name in _tidied(draft, other, find(other))]
    known = set(names)
    own_name = find(table) if table.are_cards else ""
    letters, left = sum(map(len, known)), MOST_COMPARED
    for row, cell in _tidied(draft, table, column.key):
        for value in column.keys_in(cell) if word == "id" else (cell,):
            if value and own_name and value == tidy(row.cells.get(own_name, "")):
                text = f"The {table.noun} names itself, {shown(value)}."
                problems.append(row_problem(table, row, column.key, text, "Name another card, or empty the cell."))
            elif value and value not in known:
                hint, pairs = "", len(value) * letters
                if pairs <= left:
                    hint, left = near(value, names), left - pairs
                text = f"{shown(value)} is not the {word} of a card of this deck.{hint}"
                fix = f"Write the {word} as that card's row does, or empty the cell."
                problems.append(row_problem(table, row, column.key, text, fix))
