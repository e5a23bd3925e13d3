"""The pages beside the table: score breakdown, rules and log, as HTML whose every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from workbench.play.views import seat_name

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
.rt-page code { background: #efe3cb; color: inherit; padding: 0 0.2em; }
</style>"""


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
    cells = "".join(f'<td class="{escape(kind)}">{escape(text)}</td>' for text, kind in rest)
    return f'<tr><th scope="row">{escape(first)}</th>{cells}</tr>'


# ---------------------------------------------------------------- log


def log_page(lines: Sequence[str]) -> str:
    """Everything that happened, oldest first."""
    items = "".join(f"<li>{escape(line)}</li>" for line in lines) or "<li>Nothing has happened yet.</li>"
    return page("Log", f"<h2>Log</h2><ol>{items}</ol>")


# ---------------------------------------------------------------- rules


def rules_page(markdown: str) -> str:
    """Rules in Markdown, drawn by the kernel; markup inside the text stays text."""
    import mistune

    return page("Rules", str(mistune.create_markdown(escape=True, plugins=["table"])(markdown)))


# ---------------------------------------------------------------- score


def score_page(match: Match) -> str:
    """The whole score from the lines it is computed from: totals, what decides, and every line of each seat."""
    lines = match.score_lines()
    seats = [_seat_lines(match, seat, lines) for seat in range(match.seats)]
    title = "Final score" if match.over else "Score so far"
    return page("Score", f"<h2>{title}</h2>", _totals(match, lines), _decision(match, lines), *seats)


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
    head = ["Seat", *(f"{category.sign} {category.letter} {category.name}" for category in categories), "Points"]
    rows = []
    for seat in range(match.seats):
        cells = [(seat_name(seat), "")]
        for category in categories:
            key = (seat, category.letter)
            mark = f" {leads[key]}" if key in leads else ""
            cells.append((f"{total.get(key, 0)}{mark}", "number lead" if mark else "number"))
        cells.append((str(sum(points for (owner, _), points in total.items() if owner == seat)), "number"))
        rows.append(cells)
    return table("Points of built cards and bonuses", head, rows)


def _decision(match: Match, lines: list[dict[str, Any]]) -> str:
    """The chain that decides, step by step, and who is left after each step."""
    ranking = match.variant.ranking
    told = {reason.name: (reason.told, reason.rule) for reason in ranking.reasons}
    left = list(range(match.seats))
    rows = []
    for reason in ranking.chain:
        figures = {
            seat: sum(line["points"] for line in lines if line["seat"] == seat and line["reason"] == reason)
            for seat in left
        }
        if len(left) == 1:
            rows.append([(_heading(told[reason]), ""), ("not needed", ""), ("", "")])
            continue
        best = min(figures.values()) if reason in ranking.fewest else max(figures.values())
        left = [seat for seat in left if figures[seat] == best]
        compared = ", ".join(f"{seat_name(seat)}: {points}" for seat, points in figures.items())
        rows.append([(_heading(told[reason]), ""), (compared, ""), (_names(left), "lead")])
    outcome = f"{_names(match.winners)} {'wins' if len(match.winners) == 1 else 'share the win'}."
    verdict = outcome if match.over else f"Ahead now: {_names(left)}."
    chain = table("What decides, in this order", ["Step", "Compared", "Best"], rows)
    return f"<p><strong>{escape(verdict)}</strong></p>{chain}"


def _heading(reason: tuple[str, str]) -> str:
    told, rule = reason
    return f"{told[:1].upper()}{told[1:]} ({rule})" if rule else f"{told[:1].upper()}{told[1:]}"


def _names(seats: Sequence[int]) -> str:
    return " and ".join(seat_name(seat) for seat in seats)


def _seat_lines(match: Match, seat: int, lines: list[dict[str, Any]]) -> str:
    """Every line of one seat, category by category, then what follows from them."""
    categories = match.deck.meta.categories
    order = [category.letter for category in categories]
    names = {category.letter: f"{category.sign} {category.letter} {category.name}" for category in categories}
    own = [line for line in lines if line["seat"] == seat and (line["points"] or line["level"] == "derived")]
    own.sort(key=lambda line: order.index(line["category"]) if line["category"] in order else len(order))
    rows = []
    for line in own:
        category = names.get(line["category"], "all")
        rows.append([(category, ""), (line["text"], ""), (str(line["points"]), "number"), (line["rule"], "")])
    name = seat_name(seat)
    inner = table(f"Lines of {name}", ["Category", "Reason", "Points", "Rule"], rows)
    return f"<details><summary>{escape(name)}: every line</summary>{inner}</details>"
