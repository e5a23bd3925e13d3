"""Sheets for a lesson, each on one A4 page: how a game is played, scores and guesses, and the lesson itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from workbench.kernel.game import Game
from workbench.kernel.score_sheet import FOR_EACH_CATEGORY, FOR_EACH_ROUND, SheetColumn
from workbench.pen import Drawn, element, void
from workbench.widgets.home.lessons import Lesson, Step, lessons_of
from workbench.widgets.parts import usual_deck
from workbench.widgets.table.rules import rules_page

HOW, SCORE, LESSON = "how", "score", "lesson"  # their names in the address
MOST_NAMES = 6  # columns for people; a larger class shares columns or takes a second sheet
USUAL_ROUNDS = 3
TAGS = {"strong": "strong", "emphasis": "em", "code": "code"}
GUESSES = (
    "Before: who will win, and why?",
    "In the middle: who will win, and why?",
    "At the end: what decided it?",
    "What would I do otherwise the next time?",
)


def how_to_play(game: Game) -> Drawn:
    """The rules of a game for learners, on one page."""
    facts = element("p", " · ".join(_about(game)), class_="wb-soft")
    more = element(
        "p", "What stands in brackets is the number of a rule. All rules are printed by number.", class_="wb-soft"
    )
    return _sheet(f"How to play {game.title}", facts, *blocks_in_print(rules_page(game)["how_to_play"]), more)


def blocks_in_print(blocks: Iterable[Mapping[str, Any]]) -> list[Drawn]:
    """Blocks of a page of rules as HTML."""
    return [_block(block) for block in blocks]


def _block(block: Mapping[str, Any]) -> Drawn:
    """One block of `rules_page` as HTML."""
    kind = block["kind"]
    if kind == "table":
        head, *rows = block["rows"]
        top = element("thead", element("tr", *[element("th", *_runs(cell), scope="col") for cell in head]))
        body = element("tbody", *[element("tr", *[element("td", *_runs(cell)) for cell in row]) for row in rows])
        return element("div", element("table", top, body), class_="wb-scrolls", tabindex=0)
    if kind == "picture":
        return void("img", src=block["source"], alt=block["words"])
    if kind == "rule":
        return element("div", element("b", block["rule"]), element("span", *_runs(block["runs"])), class_="wb-rule")
    return element({"heading": "h3", "code": "pre"}.get(kind, "p"), *_runs(block["runs"]))


def _runs(runs: Sequence[Mapping[str, str]]) -> list[str]:
    return [element(TAGS[run["look"]], run["text"]) if run["look"] in TAGS else run["text"] for run in runs]


def score_sheet(game: Game) -> Iterator[Drawn]:
    """A sheet for each lesson of a game that is scored in its own way: who has what, and what people guess."""
    seen = []
    for lesson in lessons_of(game):
        rows = _rows(lesson)
        if rows not in seen:
            seen.append(rows)
            yield _score_sheet(lesson, rows)


def lesson_sheet(lesson: Lesson) -> Drawn:
    """A lesson: what it requires, its plan with what to say, and questions for the talk."""
    facts = element("p", " · ".join(lesson.facts), class_="wb-soft")
    plan = [_step(step) for step in lesson.plan]
    head = element("tr", *[element("th", words, scope="col") for words in ("Minute", "What happens", "What to say")])
    table = [element("h2", "The lesson"), element("table", element("thead", head), element("tbody", *plan))]
    return _sheet(
        lesson.title,
        facts,
        *_listed("What it asks", lesson.aims),
        *_listed("Before the lesson", lesson.before),
        *(table if plan else []),
        *_listed("Questions for the talk", lesson.questions, "ol"),
    )


def _sheet(title: str, *content: str) -> Drawn:
    return element("article", element("h1", title), *content, class_="wb-sheet")


def _about(game: Game) -> list[str]:
    usual = game.variants[0]
    seats = f"{game.seats[0]} to {game.seats[-1]} players" if len(game.seats) > 1 else f"{game.seats[0]} players"
    minutes = usual.minutes({}, usual.default_seats)
    told = (f"{minutes} minutes" if minutes else "", f"from {game.tile.age}" if game.tile.age else "")
    return [seats, *[words for words in told if words]]


def _step(step: Step) -> Drawn:
    return element("tr", *[element("td", words) for words in (str(step.minute), step.what, step.say)])


def _listed(title: str, lines: tuple[str, ...], tag: str = "ul") -> list[Drawn]:
    return [element("h2", title), element(tag, *[element("li", line) for line in lines])] if lines else []


def _rows(lesson: Lesson) -> list[str]:
    """What to count: the columns of the game's own sheet and its figures, or what the lesson says."""
    sheet = lesson.played.ranking.sheet
    columns = [title for column in sheet.columns for title in _titles(lesson, column)]
    figures = [figure.many[:1].upper() + figure.many[1:] for figure in sheet.figures]
    return [*(columns or lesson.score), *figures] or ["Points"]


def _titles(lesson: Lesson, column: SheetColumn) -> list[str]:
    if column.per == FOR_EACH_CATEGORY:
        deck = usual_deck(lesson.game)
        return [category.name for category in deck.meta.categories] if deck else []
    if column.per == FOR_EACH_ROUND:
        return [column.title.format(number=number) for number in range(1, USUAL_ROUNDS + 1)]
    return [column.title]


def _score_sheet(lesson: Lesson, rows: list[str]) -> Drawn:
    empty = [element("td", "")] * min(lesson.played.seats[-1], MOST_NAMES)
    counted = [element("tr", element("th", row, scope="row"), *empty) for row in ("Who", *rows)]
    return _sheet(
        f"{lesson.title}: scores and guesses",
        element("p", "My name:", class_="wb-guess"),
        element("h2", lesson.played.ranking.sheet.heading),
        element("table", *counted, class_="wb-scores"),
        element("h2", "My guesses"),
        *[element("p", words, class_="wb-guess") for words in GUESSES],
    )
