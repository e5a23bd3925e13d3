"""What is odd about the columns of a table in a sheet, and about the rows above their names."""

from __future__ import annotations

from collections.abc import Sequence

from workbench.decks.exchange.counts import small_counts, stands_in_name
from workbench.decks.exchange.sheet import MOST_COLUMNS, column_letter, quoted, rows_in_words, texts_in
from workbench.decks.exchange.table_in_sheet import TableInSheet
from workbench.decks.reading import near
from workbench.kernel.game import Game
from workbench.kernel.tables import COUNT

SHOWN_COLUMNS = 10
ONE_FIELD_EACH = "Give it one field per column; put a field with a separator in it in plain double quotes."


def look_at_columns(seen: TableInSheet, game: Game, cards: Sequence[int]) -> None:
    """Find what is odd about the columns; `cards` are the rows that hold cards."""
    _look_above(seen)
    _look_at_names(seen)
    for key, places in seen.header.twice.items():
        _look_at_twice(seen, key, places, cards)
    _look_at_unknown(seen, game)
    _look_at_nameless(seen, cards)
    if COUNT in seen.table.keys and COUNT not in seen.header.columns:
        _look_for_copies(seen, cards)
        if seen.has_names:
            _look_for_copies_in_names(seen, cards)
    _look_aside(seen)
    for column in seen.header.missing:
        text = f"The column {column.key!r} is missing: {column.help}."
        seen.say("error", text, "Add the column and fill it in every row.", seen.header.row + 1, column.key)


def _look_above(seen: TableInSheet) -> None:
    above = [row for row in range(seen.header.first_row) if texts_in(seen.sheet.rows[row])]
    if above:
        words = texts_in(seen.sheet.rows[above[0]])[0]
        seen.say_left_out(f"What is above the column names was left out, {quoted(words)}", above)


def _look_at_names(seen: TableInSheet) -> None:
    header = seen.header
    if header.first_row < header.row:
        both = rows_in_words([header.first_row + 1, header.row + 1])
        seen.say("warning", f"The column names are in {both}; they were put together.", number=header.row + 1)
    labels = {key: header.labels[where] for key, where in header.columns.items()}
    respelt = [f"{quoted(label)} as {key}" for key, label in labels.items() if label != key]
    if respelt:
        text = f"Column names were read by their sense: {', '.join(respelt)}."
        seen.say("warning", text, number=header.row + 1)


def _look_at_twice(seen: TableInSheet, key: str, places: Sequence[int], cards: Sequence[int]) -> None:
    first, number = seen.header.columns[key], seen.header.row + 1
    letters = " and ".join(column_letter(where) for where in (first, *places))
    text = f"The columns {letters} are both called {key}"
    if all(seen.text(row, where) in ("", seen.text(row, first)) for row in cards for where in places):
        seen.say("warning", f"{text} and say the same; the first was taken.", number=number, column=key)
    else:
        fix = "Keep one of them; put lists that lie side by side below each other."
        seen.say("error", f"{text} and differ.", fix, number, key)


def _look_at_unknown(seen: TableInSheet, game: Game) -> None:
    header = seen.header
    missing = [key for key in seen.table.keys if key not in header.columns]
    others = []
    for where in header.unknown:
        named = f"{column_letter(where)} {quoted(header.labels[where])}"
        hint = near(header.labels[where], missing)
        if hint:
            text = f"The column {named} was left out: there is none called so.{hint}"
            seen.say("warning", text, "Rename it if so.", header.row + 1)
        else:
            others.append(named)
    if others:
        more = f" and {len(others) - SHOWN_COLUMNS} more" if len(others) > SHOWN_COLUMNS else ""
        listed = ", ".join(others[:SHOWN_COLUMNS]) + more
        text = f"Columns that {game.title} does not have were left out: {listed}."
        fix = f"Rename what is meant; the columns are {', '.join(seen.table.keys)}."
        seen.say("warning", text, fix, header.row + 1)


def _look_at_nameless(seen: TableInSheet, cards: Sequence[int]) -> None:
    """Cells without a column name above them: an extra comma in a CSV, a remark elsewhere."""
    last = max(seen.header.labels)
    wide = max((len(seen.sheet.rows[row]) for row in cards), default=0)
    if seen.sheet.separator:
        for row in cards:
            fields = max((where + 1 for where, text in enumerate(seen.sheet.rows[row]) if text.strip()), default=0)
            if fields > last + 1:
                seen.say("error", f"The row has {fields} fields, the header has {last + 1}.", ONE_FIELD_EACH, row + 1)
        wide = min(wide, last)
    for where in range(wide):
        filled = [row for row in cards if seen.text(row, where)]
        if filled and where not in seen.header.labels:
            rows = rows_in_words([row + 1 for row in filled])
            words = quoted(seen.text(filled[0], where))
            text = f"The column {column_letter(where)} has no name; what is there was left out: {rows}, {words}."
            seen.say("warning", text, "Give it a name, or nothing if it is a remark of yours.", filled[0] + 1)


def _look_for_copies(seen: TableInSheet, cards: Sequence[int]) -> None:
    """Columns of small whole numbers that were left out, if no column gives the number of copies."""
    header = seen.header
    wide = max((len(seen.sheet.rows[row]) for row in cards), default=0)
    left_out = sorted({*header.unknown, *(where for where in range(wide) if where not in header.labels)})
    found = []
    for where in left_out:
        texts = [text for row in cards if (text := seen.text(row, where))]
        if len(texts) * 2 > len(cards) and small_counts(texts):
            label = f" {quoted(header.labels[where])}" if where in header.labels else ""
            found.append(f"{column_letter(where)}{label} ({', '.join(texts[:3])}{' ...' if texts[3:] else ''})")
    if found:
        listed = ", ".join(found[:SHOWN_COLUMNS])
        text = f"Small whole numbers were left out, and no column is called {COUNT}: {listed}."
        fix = f"Call the column {COUNT} if it says how many copies of each there are."
        seen.say("warning", text, fix, header.row + 1)


def _look_for_copies_in_names(seen: TableInSheet, cards: Sequence[int]) -> None:
    """Names of which most contain a number of copies, if no column gives the number of copies."""
    key = seen.table.name_column
    found = [row for row in cards if stands_in_name(seen.text(row, seen.header.columns[key]))]
    if len(found) > 1 and len(found) * 2 > len(cards):
        first = seen.text(found[0], seen.header.columns[key])
        text = f"A number of copies was read as part of the name, {quoted(first)}: "
        fix = f"Write the numbers into a column called {COUNT} if they say how many copies of each there are."
        seen.say("warning", text + f"{rows_in_words([row + 1 for row in found])}.", fix, found[0] + 1, key)


def _look_aside(seen: TableInSheet) -> None:
    """What is too far to the right, hidden or merged."""
    rows = [number - 1 for number in seen.sheet.too_wide]
    seen.say_left_out(f"What is to the right of column {column_letter(MOST_COLUMNS - 1)} was left out", rows)

    hidden = [key for key, where in seen.header.columns.items() if where in seen.sheet.hidden_columns]
    if hidden:
        text = f"Hidden columns were read like the others: {', '.join(hidden)}."
        seen.say("warning", text, "Delete them if they are not meant.")

    for row, reference in seen.sheet.merged:
        if row > seen.header.row:
            text = f"The cells {reference} are merged; their content counts for the first column alone."
            seen.say("warning", text, "Take the cells apart and fill each.", row + 1)
