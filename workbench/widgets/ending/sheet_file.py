"""The sheet of a finished match as a spreadsheet file: what this seat's screen tells.

Who may see what is decided elsewhere: the log is that of the seat's screen, the scores are those shown to everybody.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Any, NamedTuple

from workbench.decks.exchange.exporting import uncalculated, workbook
from workbench.play.match import Match
from workbench.storage.errors import OptionError, one_of
from workbench.widgets.ending.result import Result

KINDS = ("csv", "xlsx")
Cell = str | int | float
HIDDEN = "What was hidden stands here only as far as {whose} saw it."


class Block(NamedTuple):
    """A table of the sheet: its title, its column names (none where each row names itself), and its rows."""

    title: str
    columns: list[str]
    rows: list[list[Cell]]


def sheet_file(match: Match, kind: str, seat: int | None, seconds: float | None) -> tuple[str, bytes]:
    """The name and the content of the file; raises OptionError for an unfinished match and for an unknown kind.

    seat: the owner of the screen; None: a screen that all may see. seconds: how long the match took, if known.
    """
    if kind not in KINDS:
        raise OptionError(one_of(kind, KINDS, "kind of file"))
    if not match.over:
        raise OptionError("The sheet is of a whole match, and this one goes on. Play it to its end.")
    blocks = blocks_of(match, seat, seconds)
    sheets: dict[str, Any] = {one.title: [one.columns, *one.rows] if one.columns else one.rows for one in blocks}
    return f"{match.game.id}-sheet.{kind}", _as_csv(blocks) if kind == "csv" else workbook(sheets)


def blocks_of(match: Match, seat: int | None, seconds: float | None) -> list[Block]:
    """What the sheet says: the match, places and scores, where the points came from, and what was done."""
    return [_about(match, seat, seconds), _scores(Result(match, seconds)), _points(match), _acts(match, seat)]


def _about(match: Match, seat: int | None, seconds: float | None) -> Block:
    whose = "everybody" if seat is None else match.seat_names[seat]
    rows: list[list[Cell]] = [
        ["game", match.game.title],
        ["variant", match.variant.title],
        ["deck", match.deck.meta.title],
        ["deck digest", match.deck.digest],
        ["seats", match.seats],
        ["turns", match.turn],
    ]
    if seconds is not None:
        rows.append(["minutes", round(seconds / 60, 1)])
    rows += [["seen by", whose], ["note", HIDDEN.format(whose=whose)]]
    return Block("Match", [], rows)


def _scores(result: Result) -> Block:
    """A row for each seat from first to last: its place, what the sheet on the screen shows, and what decided."""
    match, points = result.match, result.points
    chain = list(result.ranking.chain)
    counted = [part.title or part.emblem or "other points" for part in points.columns]
    words = {reason: result.ranking.called(reason) for reason in chain}
    decided = [reason for reason in chain if words[reason] not in ("", *counted)]
    columns = ["place", "seat", "player", "won", *counted, *(words[reason] for reason in decided)]
    rows: list[list[Cell]] = []
    for place, seat in result.in_order:
        figures = [result.figures[chain.index(reason)][seat] for reason in decided]
        cells = [points.of(seat, part.reasons, part) for part in points.columns]
        won = "yes" if seat in match.winners else "no"
        rows.append([place, seat + 1, match.seat_names[seat], won, *cells, *map(int, figures)])
    return Block("Scores", columns, rows)


def _points(match: Match) -> Block:
    """A row for each line of the count."""
    rows: list[list[Cell]] = [
        [line["seat"] + 1, match.seat_names[line["seat"]], str(line["category"]), int(line["points"]), line["text"]]
        for line in match.score_lines()
    ]
    return Block("Points", ["seat", "player", "category", "points", "what for"], rows)


def _acts(match: Match, seat: int | None) -> Block:
    """A row for each line of the log that this screen lists, with the seat if it is one seat's."""
    scene = match.scene(seat)
    rows: list[list[Cell]] = []
    for line, note in zip(scene.log, scene.notes, strict=True):
        who = match.seat_names[note.seats[0]] if note.seats else ""
        rows.append([note.turn, who, line, "not all" if note.private else "all"])
    return Block("What was done", ["turn", "player", "what", "who saw it"], rows)


def _as_csv(blocks: Sequence[Block]) -> bytes:
    """The blocks below each other, each under its title, in UTF-8 with a byte order mark for spreadsheets."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream)
    for number, block in enumerate(blocks):
        writer.writerows([[]] * (number > 0))
        writer.writerow([block.title])
        writer.writerows([block.columns] * bool(block.columns))
        writer.writerows([uncalculated(cell) if isinstance(cell, str) else cell for cell in row] for row in block.rows)
    return stream.getvalue().encode("utf-8-sig")
