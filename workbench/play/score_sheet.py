"""The score sheet of a match: its lines in words, the figures of each seat, and who would win otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any

from workbench.kernel.scoring import emit_line
from workbench.kernel.state import SPECTATOR

if TYPE_CHECKING:
    import pandas

    from workbench.play.standing import Standing

COLUMNS = ["round", "seat", "category", "source", "points", "level", "reason", "rule", "text"]


def score_lines(match: Standing) -> list[dict[str, Any]]:
    """Every score line so far, from what lies open: what `scores` has as a DataFrame."""
    return lines_of(match, match.record)


def lines_of(match: Standing, record: Any) -> list[dict[str, Any]]:
    """The score lines of a position of this match (see `positions`), from what lay open in it."""
    return match.wording.score(match.referee.score(match.referee.observe(record, SPECTATOR)))


def scores(match: Standing) -> pandas.DataFrame:
    """The score lines as a DataFrame: round (0: the whole match), seat, category, source, points, and why."""
    import pandas

    return pandas.DataFrame(score_lines(match), columns=COLUMNS)


def figures(match: Standing, record: Any = None) -> list[tuple[int, ...]]:
    """The figure of every seat for each reason of the chain, in a position of this match or as it is now.

    From what lies open; even for seats that the reason was not needed to tell from the winners.
    """
    referee = match.referee
    view = referee.observe(match.record if record is None else record, SPECTATOR)
    lines, tie_break = referee.score(view), match.variant.measures.tie_break
    found: dict[tuple[int, int], int] = {}
    for i in range(lines.count):
        about = (int(lines.reason[i]), int(lines.seat[i]))
        found[about] = found.get(about, 0) + int(lines.points[i])
    rest = referee.engine.linked(tie_break) if tie_break else lambda _state, _lines, _seat, _reason: 0
    return [
        tuple(
            found[reason, seat] if (reason, seat) in found else int(rest(view, lines, seat, reason))
            for seat in range(match.seats)
        )
        for reason in match.variant.ranking.chain_numbers.tolist()
    ]


def winners_with(match: Standing, arrays: Any) -> tuple[int, ...]:
    """Who wins the match as it has ended if it is counted with another deck's arrays; nothing of it changes.

    What was decided along the way stays as it was.
    """
    return match.referee.winners(match.referee.score(match.record, arrays))


def points(match: Standing, arrays: Any = None) -> dict[tuple[int, int], int]:
    """The points of each (seat, category) that has any as the match stands, hidden cards included: the host's.

    They are counted with another deck's arrays where these are given.
    """
    lines = match.referee.score(match.record, arrays)
    of_card, found = match.variant.ranking.is_of_card.tolist(), dict[tuple[int, int], int]()
    counted = zip(lines.seat, lines.category, lines.points, lines.reason, strict=True)
    for seat, category, number, reason in islice(counted, lines.count):
        if of_card[reason]:
            found[seat, category] = found.get((seat, category), 0) + number
    return found


def winners_by(match: Standing, points: Mapping[tuple[int, int], int]) -> tuple[int, ...]:
    """Who wins the match as it stands if each (seat, category) had so many points, by the game's own `outcome`."""
    outcome = match.variant.measures.outcome
    assert outcome is not None
    lines = match.referee.new_lines()
    reason = int(match.variant.ranking.is_of_card.argmax())  # any: an outcome goes by seat and category
    for (seat, category), number in points.items():
        emit_line(lines, seat, category, -1, -1, number, reason)
    match.referee.engine.linked(outcome)(match.record, match.referee.arrays, lines)
    return match.referee.winners(lines)
