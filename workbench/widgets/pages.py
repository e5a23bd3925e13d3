"""The pages beside the table: score breakdown and log, as HTML whose every text is escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from workbench.play.seating import with_one_stop

if TYPE_CHECKING:
    from workbench.play.match import Match

STYLE = """<style>
.rt-page { color: #2b2118; background: #fbf7ee; padding: 0.8em; border-radius: 8px; line-height: 1.45; }
.rt-page { overflow-x: auto; }
.rt-page :is(h1, h2, h3, h4) { margin: 0.8em 0 0.3em; padding: 0; border: 0; color: inherit; font-family: inherit; }
.rt-page h1 { font-size: 1.5em; }
.rt-page h2 { font-size: 1.2em; }
.rt-page table { border-collapse: collapse; margin: 0.4em 0; background: #fffdf8; color: inherit; }
.rt-page th, .rt-page td { border: 1px solid #b7a78e; padding: 0.15em 0.6em; text-align: left; }
.rt-page td.number { text-align: right; font-variant-numeric: tabular-nums; }
.rt-page td.lead { background: #fbe6b4; font-weight: 700; }
.rt-page caption { text-align: left; font-weight: 700; padding: 0.2em 0; color: inherit; }
.rt-page summary { cursor: pointer; font-weight: 700; padding: 0.3em 0; }
.rt-page a[data-rule] { display: inline-block; min-height: 24px; color: #0b4a8f; }
.rt-page code { background: #efe3cb; color: inherit; padding: 0 0.2em; }
</style>"""


RULE_ID = re.compile(r"\b[A-Z]{2}-[0-9]{3}\b")
LINE_HEAD = ("Category", "Reason", "Points", "Rule")


def page(label: str, *parts: str) -> str:
    """A page of finished HTML parts."""
    return f'{STYLE}<div class="rt-page" role="region" aria-label="{escape(label)}" tabindex="0">{"".join(parts)}</div>'


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[tuple[str, str]]]) -> str:
    """A table; the first cell of a row heads it. A cell is its text and its class."""
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(_row(row) for row in rows)
    return f"<table><caption>{escape(caption)}</caption><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"


def _row(row: Sequence[tuple[str, str]]) -> str:
    (first, _kind), *rest = row
    cells = "".join(f'<td class="{escape(kind)}">{_with_links(text)}</td>' for text, kind in rest)
    return f'<tr><th scope="row">{_with_links(first)}</th>{cells}</tr>'


def _with_links(text: str) -> str:
    """A text, escaped, whose rule ids open the rules; rules.js hears the presses."""
    return RULE_ID.sub(r'<a href="#rule-\g<0>" data-rule="\g<0>">\g<0></a>', escape(text))


# ---------------------------------------------------------------- log


def log_page(lines: Sequence[str]) -> str:
    """Everything that happened, oldest first."""
    items = "".join(f"<li>{_with_links(line)}</li>" for line in lines) or "<li>Nothing has happened yet.</li>"
    return page("Log", f"<h2>Log</h2><ol>{items}</ol>")


# ---------------------------------------------------------------- score


def score_page(match: Match) -> str:
    """The whole score from the lines it is computed from: totals, what decides, and every line.

    Lines that belong to rounds are listed round by round, the others seat by seat.
    """
    lines = match.score_lines()
    rounds = sorted({line["round"] for line in lines} - {0})
    practice = " (practice match)" if match.practice else ""
    title = f"<h2>{'Final score' if match.over else 'Score so far'}{practice}</h2>"
    if rounds:
        totals, details = _rounds(match, rounds, lines), [_round_lines(match, number, lines) for number in rounds]
    elif any(line["level"] == "point" for line in lines):
        totals, details = _totals(match, lines), [_seat_lines(match, seat, lines) for seat in range(match.seats)]
    elif any(line["level"] == "derived" for line in lines) and match.over:
        totals, details = _outcomes(match, lines), [_seat_lines(match, seat, lines) for seat in range(match.seats)]
    else:
        totals, details = "<p>Nothing has been counted yet.</p>", []
    return page("Score", title, totals, _decision(match, lines), *details)


def _rounds(match: Match, rounds: list[int], lines: list[dict[str, Any]]) -> str:
    """Rounds by seats: the points of each round, and what followed from them."""
    head = ["Round", *match.seat_names, "What followed"]
    rows = []
    for number in rounds:
        here = [line for line in lines if line["round"] == number]
        points = [
            sum(line["points"] for line in here if line["seat"] == seat and line["level"] == "point")
            for seat in range(match.seats)
        ]
        most = [(str(sum_), "number lead" if sum_ == max(points) > min(points) else "number") for sum_ in points]
        rows.append([(str(number), ""), *most, (_outcome(match, here), "")])
    return table("Points of each round", head, rows)


def _outcome(match: Match, lines: list[dict[str, Any]]) -> str:
    """What followed from a round: its derived lines that belong to no category, seats named."""
    seats_of: dict[str, list[int]] = {}
    for line in lines:
        if line["level"] == "derived" and not line["category"]:
            seats_of.setdefault(line["text"], []).append(line["seat"])
    return "; ".join(f"{_names(match, seats)} · {text}" for text, seats in seats_of.items())


def _outcomes(match: Match, lines: list[dict[str, Any]]) -> str:
    """How a game without points has ended in words, then what each seat has come to, and why."""
    ordered = sorted(lines, key=lambda line: line["seat"])
    rows = [
        [(match.seat_names[line["seat"]], ""), *_line_cells(match, line)[1:]]
        for line in ordered
        if line["level"] == "derived" and line["reason"] not in match.variant.ranking.chain
    ]
    message = escape(match.scene(None).message)
    return f"<p>{message}</p>{table('What each seat has come to', ['Seat', *LINE_HEAD[1:]], rows)}"


def _round_lines(match: Match, number: int, lines: list[dict[str, Any]]) -> str:
    """Every line of a round, in the order in which it was counted."""
    here = [line for line in lines if line["round"] == number]
    rows = [[(match.seat_names[line["seat"]], ""), *_line_cells(match, line)] for line in here]
    inner = table(f"Lines of round {number}", ["Seat", *LINE_HEAD], rows)
    return f"<details><summary>Round {number}: every line</summary>{inner}</details>"


def _line_cells(match: Match, line: dict[str, Any]) -> list[tuple[str, str]]:
    """What a table says of a line under LINE_HEAD."""
    category = _category_names(match).get(line["category"], "all")
    return [(category, ""), (line["text"], ""), (str(line["points"]), "number"), (line["rule"], "")]


def _category_names(match: Match) -> dict[str, str]:
    """What each category is called, by its letter."""
    return {
        category.letter: f"{category.sign} {category.letter} {category.name}" for category in match.deck.meta.categories
    }


def _totals(match: Match, lines: list[dict[str, Any]]) -> str:
    """Seats by categories: the running totals, with the leads marked by a word as well as by colour."""
    categories = match.deck.meta.categories
    total: dict[tuple[int, str], int] = {}
    leads: dict[tuple[int, str], str] = {}
    for line in lines:
        key = (line["seat"], line["category"])
        if line["level"] == "point":
            total[key] = total.get(key, 0) + line["points"]
        elif "lead" in line["reason"].split("_") and line["category"]:
            leads[key] = "shared" if line["reason"].startswith("shared") else "lead"
    head = ["Seat", *_category_names(match).values(), "Points"]
    rows = []
    for seat in range(match.seats):
        cells = [(match.seat_names[seat], "")]
        for category in categories:
            key = (seat, category.letter)
            mark = f" {leads[key]}" if key in leads else ""
            cells.append((f"{total.get(key, 0)}{mark}", "number lead" if mark else "number"))
        cells.append((str(sum(points for (owner, _), points in total.items() if owner == seat)), "number"))
        rows.append(cells)
    return table("Points by category", head, rows)


def _decision(match: Match, lines: list[dict[str, Any]]) -> str:
    """The chain that decides, step by step, and who is left after each step."""
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
    return f"<p><strong>{escape(verdict)}</strong></p>{chain}"


def _heading(reason: tuple[str, str]) -> str:
    text, rule = reason
    return f"{text[:1].upper()}{text[1:]} ({rule})" if rule else f"{text[:1].upper()}{text[1:]}"


def _names(match: Match, seats: Sequence[int]) -> str:
    return " and ".join(match.seat_names[seat] for seat in seats)


def _seat_lines(match: Match, seat: int, lines: list[dict[str, Any]]) -> str:
    """Every line of one seat, category by category, then what follows from them."""
    order = list(_category_names(match))
    own = [line for line in lines if line["seat"] == seat and (line["points"] or line["level"] != "point")]
    own.sort(key=lambda line: order.index(line["category"]) if line["category"] in order else len(order))
    rows = [_line_cells(match, line) for line in own]
    name = match.seat_names[seat]
    inner = table(f"Lines of {name}", LINE_HEAD, rows)
    return f"<details><summary>{escape(name)}: every line</summary>{inner}</details>"
