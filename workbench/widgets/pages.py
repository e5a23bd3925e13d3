"""The pages beside the table: score breakdown and log, as HTML with every text escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from workbench import pen
from workbench.pen import Drawn, element, elements, joined, style_sheet
from workbench.play.match import Match
from workbench.play.seating import with_one_stop
from workbench.widgets.script import style

STYLE = style_sheet(style("pages.css"))


RULE_ID = re.compile(r"\b[A-Z]{2}-[0-9]{3}\b")
LINE_HEAD = ("Category", "Reason", "Points", "Rule")


def page(label: str, *parts: str) -> Drawn:
    """A page of texts and finished parts."""
    return joined(STYLE, element("div", *parts, class_="rt-page", role="region", aria_label=label, tabindex=0))


def alert(words: str) -> Drawn:
    """A paragraph that screen readers read out as soon as it appears; empty if there is nothing to say."""
    return elements("p", [words] if words else [], role="alert")


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[tuple[str, str]]]) -> Drawn:
    """A table; the first cell of a row is its head. A cell is a text and a class."""
    return pen.table(head, map(_row, rows), caption)


def _row(row: Sequence[tuple[str, str]]) -> Drawn:
    (first, _kind), *rest = row
    cells = [element("td", _with_links(text), class_=kind) for text, kind in rest]
    return element("tr", element("th", _with_links(first), scope="row"), *cells)


def _with_links(text: str) -> Drawn:
    """A text whose rule ids open the rules; the table's script handles the presses."""
    parts = re.split(rf"({RULE_ID.pattern})", text)
    return joined(*(_link(part) if RULE_ID.fullmatch(part) else part for part in parts))


def _link(rule: str) -> Drawn:
    return element("a", rule, href=f"#rule-{rule}", data_rule=rule)


# ---------------------------------------------------------------- score


def score_page(match: Match) -> Drawn:
    """How the score was computed, for below its picture: what decides, step by step, and every line with its rule.

    Lines that belong to rounds are listed round by round, the others seat by seat.
    """
    lines = match.score_lines()
    rounds = sorted({line["round"] for line in lines} - {0})
    details = [_round_lines(match, number, lines) for number in rounds]
    if not rounds and (match.over or any(line["level"] == "point" for line in lines)):
        details = [_seat_lines(match, seat, lines) for seat in range(match.seats)]
    title = "Line by line (practice match)" if match.practice else "Line by line"
    return page("Score", element("h2", title), _decision(match, lines), *details)


def _round_lines(match: Match, number: int, lines: list[dict[str, Any]]) -> Drawn:
    """Every line of a round, in the order in which it was counted."""
    here = [line for line in lines if line["round"] == number]
    rows = [[(match.seat_names[line["seat"]], ""), *_line_cells(match, line)] for line in here]
    return _every_line(f"Round {number}", table(f"Lines of round {number}", ["Seat", *LINE_HEAD], rows))


def _every_line(of: str, lines: Drawn) -> Drawn:
    return element("details", element("summary", f"{of}: every line"), lines)


def _line_cells(match: Match, line: dict[str, Any]) -> list[tuple[str, str]]:
    """The cells for a line under LINE_HEAD."""
    category = _category_names(match).get(line["category"], "all")
    return [(category, ""), (line["text"], ""), (str(line["points"]), "number"), (line["rule"], "")]


def _category_names(match: Match) -> dict[str, str]:
    """The name of each category, by its letter."""
    return {
        category.letter: f"{category.sign} {category.letter} {category.name}" for category in match.deck.meta.categories
    }


def _decision(match: Match, lines: list[dict[str, Any]]) -> Drawn:
    """The chain of tie-breaks, step by step, and who is left after each step."""
    ranking = match.variant.ranking
    texts = {reason.name: (reason.text, reason.rule) for reason in ranking.reasons}
    left = list(range(match.seats))
    rows = []
    for reason in ranking.chain:
        figures = {
            seat: sum(line["points"] for line in lines if line["seat"] == seat and line["reason"] == reason)
            for seat in left
        }
        if len(left) == 1:
            rows.append([(_heading(texts[reason]), ""), ("not needed", ""), ("", "")])
            continue
        best = min(figures.values()) if reason in ranking.fewest else max(figures.values())
        left = [seat for seat in left if figures[seat] == best]
        compared = ", ".join(f"{match.seat_names[seat]}: {points}" for seat, points in figures.items())
        rows.append([(_heading(texts[reason]), ""), (compared, ""), (_names(match, left), "lead")])
    wins = "wins" if len(match.winners) == 1 else "share the win"
    outcome = f"{_names(match, match.winners)} {wins}." if match.winners else "Nobody wins."
    verdict = outcome if match.over else with_one_stop(f"Ahead now: {_names(match, left)}.")
    chain = table("What decides, in this order", ["Step", "Compared", "Best"], rows)
    return joined(element("p", element("strong", verdict)), chain)


def _heading(reason: tuple[str, str]) -> str:
    text, rule = reason
    return f"{text[:1].upper()}{text[1:]} ({rule})" if rule else f"{text[:1].upper()}{text[1:]}"


def _names(match: Match, seats: Sequence[int]) -> str:
    return " and ".join(match.seat_names[seat] for seat in seats)


def _seat_lines(match: Match, seat: int, lines: list[dict[str, Any]]) -> Drawn:
    """Every line of one seat, category by category, then what follows from them."""
    order = list(_category_names(match))
    own = [line for line in lines if line["seat"] == seat and (line["points"] or line["level"] != "point")]
    own.sort(key=lambda line: order.index(line["category"]) if line["category"] in order else len(order))
    rows = [_line_cells(match, line) for line in own]
    name = match.seat_names[seat]
    return _every_line(name, table(f"Lines of {name}", LINE_HEAD, rows))
