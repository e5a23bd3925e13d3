"""Printed matter for a lesson: one-page sheets, and the numbered rules of a game in columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from workbench.kernel.game import Game
from workbench.pen import Drawn, element
from workbench.widgets.home.lessons import lessons_of
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.home.sheets import HOW, LESSON, SCORE, blocks_in_print, how_to_play, lesson_sheet, score_sheet
from workbench.widgets.parts import PRINTED_RULES
from workbench.widgets.table.rules import rules_page


class PrintedRules(DrawnPage):
    """The page that the address asks for: a `sheet` of a `game` or of all games, or the numbered rules of one game.

    >>> PrintedRules("nowhere")
    <PrintedRules>
    """

    title = "Rules to print · The Round Table Workbench"
    styles = ("home/teachers.css",)
    place, joins = "teachers", False

    def __init__(self, folder: str | Path = ".", game_id: str = "") -> None:
        super().__init__(folder)
        self.game_id = game_id

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        asked, sheet = reader.asked.get("game", "") or self.game_id, reader.asked.get("sheet", "")
        content = self._sheets(sheet, asked) or self._rules(asked)
        ways = element("p", *self._ways(sheet, asked, reader.prefix), class_="wb-soft wb-only-on-screen")
        note = element("p", "Print this page with your browser (Ctrl+P).", class_="wb-soft wb-only-on-screen")
        look = f"wb-teachers {'wb-sheets' if sheet in SHEETS else 'wb-numbered'}"
        return self.framed(reader, ways, note, *content, look=look)

    def _sheets(self, sheet: str, asked: str) -> list[Drawn]:
        """The sheets of a kind, of one game or of all; empty if there is no such kind."""
        games = self.catalogue.games
        chosen = [games[asked]] if asked in games else list(games.values())
        return [drawn for game in chosen for drawn in SHEETS[sheet](game)] if sheet in SHEETS else []

    def _rules(self, asked: str) -> list[Drawn]:
        games = self.catalogue.games
        game = games.get(asked) or next(iter(games.values()), None)
        return rules_in_print(game) if game else [element("p", "There is no game here whose rules could be printed.")]

    def _ways(self, sheet: str, asked: str, prefix: str) -> list[str]:
        """The links to the same for each of the games, and for all of them if sheets are asked for."""
        kind = f"sheet={sheet}&" if sheet in SHEETS else ""
        named = [("", "All games")] if kind else []
        named += [(game_id, game.title) for game_id, game in self.catalogue.games.items()]
        ways = []
        for game_id, title in named:
            address = f"{prefix}{PRINTED_RULES}?{kind}game={game_id}"
            here = "page" if game_id == asked else None
            ways += [element("a", title, href=address, target="_self", aria_current=here), " "]
        return ways


def rules_in_print(game: Game) -> list[Drawn]:
    """All rules of a game, from how to play to the last section."""
    page = rules_page(game)
    sections = [
        part
        for section in page["sections"]
        for part in (element("h2", section["title"]), *blocks_in_print(section["blocks"]))
    ]
    return [element("h1", page["title"]), *blocks_in_print(page["how_to_play"]), *sections]


SHEETS: dict[str, Callable[[Game], Iterable[Drawn]]] = {
    HOW: lambda game: [how_to_play(game)],
    SCORE: score_sheet,
    LESSON: lambda game: map(lesson_sheet, lessons_of(game)),
}
