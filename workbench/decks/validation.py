"""From a draft to a deck: every problem is found before any is reported, and nothing is half-loaded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from workbench.decks.finding import Finding, problem, refusal
from workbench.decks.reading import TOML_FILE, Draft, DraftRow, DraftTable, near, tidy
from workbench.kernel.game import Game
from workbench.kernel.options import Option
from workbench.kernel.tables import COUNT, CardTable, Column, copies, main_key, name_column
from workbench.storage.errors import OptionError, one_of

if TYPE_CHECKING:
    from workbench.decks.deck import Deck
    from workbench.decks.model import Meta

Value = str | int | None
Rows = list[tuple[int, dict[str, Value]]]

MOST_HINTS = 50  # names of a column that are compared with all others; in a list of garbage that takes seconds


def validate(draft: Draft) -> Deck:
    """The deck that a draft describes; raises DeckError with all problems found."""
    from workbench.decks.deck import Deck

    problems = list(draft.problems)
    meta = _check_meta(draft, problems)
    letters = _letters(draft)
    tables: dict[str, Rows] = {}
    for table in draft.game.tables:
        drafted = draft.tables.get(table.file)
        if drafted is not None:
            tables[table.file] = _check_table(table, drafted, letters, problems)
    sizes_fit = _sizes_fit(draft, meta, tables, problems)
    if meta is not None and len(tables) == len(draft.game.tables):
        deck = Deck(
            draft.game.id,
            draft.name,
            meta,
            {file: tuple(row for _, row in rows) for file, rows in tables.items()},
            {file: tuple(number for number, _ in rows) for file, rows in tables.items()},
        )
        if sizes_fit:  # a game looks only at what it has room for
            errors = [finding for finding in draft.game.studio.lint(deck) if finding.level == "error"]
            # Of a list without its faulty rows, only what is said of a single row holds.
            all_rows = all(len(rows) == len(draft.tables[file].rows) for file, rows in tables.items())
            problems += [finding for finding in errors if finding.row or all_rows]
        if not problems:
            return deck
    raise refusal(f"The deck {draft.name!r} of {draft.game.title} was not loaded", problems)


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


def _sizes_fit(draft: Draft, meta: Meta | None, tables: Mapping[str, Rows], problems: list[Finding]) -> bool:
    game = draft.game
    found = []
    count, most = len(meta.categories) if meta is not None else 0, game.studio.most_categories
    if count > most:
        text = f"There are {count} categories; {game.title} has room for {most}."
        found.append(problem(text, f"Keep at most {most}.", TOML_FILE, column="categories"))
    for table in game.tables:
        if table.file not in tables:
            continue
        rows = tables[table.file]
        faulty = len(draft.tables[table.file].rows) - len(rows)
        cards = faulty + sum(copies(values) for _, values in rows)
        if not table.least <= cards <= table.most:
            fix = f"Keep it between {table.least} and {table.most}."
            found.append(problem(f"The deck has {cards} cards.", fix, table.file))
    problems += found
    return not found


def _check_categories(meta: Meta, problems: list[Finding]) -> None:
    for field in ("letter", "name"):
        values = [getattr(category, field) for category in meta.categories]
        for value in dict.fromkeys(values):
            if values.count(value) > 1:
                text = f"The {field} {value!r} stands for {values.count(value)} categories."
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
    """The category letters as far as they can be read; None if they cannot."""
    from workbench.decks.model import is_letter

    if draft.meta is None:
        return None
    categories = draft.meta.get("categories", [])
    if not isinstance(categories, list | tuple):
        return None
    letters = [category.get("letter") if isinstance(category, Mapping) else None for category in categories]
    if any(not isinstance(letter, str) or not is_letter(letter.strip()) for letter in letters):
        return None
    return tuple(str(letter).strip() for letter in letters)


def _check_table(
    table: CardTable, drafted: DraftTable, letters: tuple[str, ...] | None, problems: list[Finding]
) -> Rows:
    """The rows without fault; the faults of the others, and those between rows, go to `problems`."""
    rows: Rows = []
    for row in drafted.rows:
        values = _check_row(table, drafted, row, letters, problems)
        if values is not None:
            rows.append((row.number, values))
    for column in table.columns:
        if column.kind in ("key", "name"):
            _check_unique(table, column, drafted.rows, problems)
        elif column.kind == "card":
            _check_references(table, column, drafted.rows, problems)
    return rows


def _check_row(
    table: CardTable, drafted: DraftTable, row: DraftRow, letters: tuple[str, ...] | None, problems: list[Finding]
) -> dict[str, Value] | None:
    from pydantic import ValidationError

    from workbench.decks.model import row_reader

    cells = {column.key: row.cells.get(column.key, "") for column in table.columns}
    try:
        return row_reader(table, letters).validate_python(cells)
    except ValidationError as error:
        for fault in error.errors():
            column = str(fault["loc"][0])
            if column in drafted.columns:  # a missing column is reported once, with the header
                context = fault["ctx"]
                problems.append(row_problem(table, row, column, context["text"], context["fix"]))
        return None


def row_problem(table: CardTable, row: DraftRow, column: str, text: str, fix: str) -> Finding:
    """A problem in one cell of a draft row."""
    name = row.cells.get(name_column(table), "").strip()[:60]
    key = row.cells.get(main_key(table), "").strip()
    return problem(text, fix, table.file, row.number, column, name, key)


def _cell(row: DraftRow, column: str) -> str:
    return tidy(row.cells.get(column, ""))


def _check_unique(table: CardTable, column: Column, rows: list[DraftRow], problems: list[Finding]) -> None:
    first: dict[str, int] = {}
    for row in rows:
        value = _cell(row, column.key)
        if not value:
            continue
        if value in first:
            text = f"{value!r} stands in row {first[value]} already."
            fix = f"Give every card its own {column.key}."
            if any(other.key == COUNT for other in table.columns):
                fix += " Several copies of a card are one row with a count."
            problems.append(row_problem(table, row, column.key, text, fix))
        first.setdefault(value, row.number)


def _check_references(table: CardTable, column: Column, rows: list[DraftRow], problems: list[Finding]) -> None:
    name = name_column(table)
    names = [_cell(row, name) for row in rows]
    known = set(names)
    hints = 0
    for row, own in zip(rows, names, strict=True):
        value = _cell(row, column.key)
        if value and value == own:
            text = f"The card names itself, {value!r}."
            problems.append(row_problem(table, row, column.key, text, "Name another card, or empty the cell."))
        elif value and value not in known:
            hints += 1
            hint = near(value, names) if hints <= MOST_HINTS else ""
            text = f"{value!r} is not the name of a card of this deck.{hint}"
            fix = "Write the name as that card's row does, or empty the cell."
            problems.append(row_problem(table, row, column.key, text, fix))
