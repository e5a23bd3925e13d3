"""The rules of a game as one page of text, to be printed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from workbench.kernel.game import Game
from workbench.pen import Drawn, element
from workbench.play.store import MatchStore
from workbench.widgets.home.catalogue import Catalogue
from workbench.widgets.home.reader import Reader
from workbench.widgets.parts import header, parts_style
from workbench.widgets.table.rules import rules_page

TAGS = {"strong": "strong", "emphasis": "em", "code": "code"}


class PrintedRules:
    """The numbered rules of the game that the address asks for, of the first one where it asks for none.

    >>> PrintedRules("nowhere")
    <PrintedRules>
    """

    title = "Rules to print · The Round Table Workbench"
    styles = ("home/teachers.css",)

    def __init__(self, folder: str | Path = ".", game_id: str = "") -> None:
        self.catalogue = Catalogue(folder)
        self.game_id = game_id

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        games = self.catalogue.games
        asked = reader.asked.get("game", "") or self.game_id
        game = games.get(asked) or next(iter(games.values()), None)
        content = (
            rules_in_print(game) if game else [element("p", "There is no game here whose rules could be printed.")]
        )
        page = element(reader.frame, *content, class_="wb-teachers")
        return element("div", header("", reader.prefix), page, class_="wb wb-page")

    def _repr_html_(self) -> str:
        return f"{parts_style(*self.styles)}{self.drawn(Reader(MatchStore(), frame='div'))}"

    def __repr__(self) -> str:
        return "<PrintedRules>"


def rules_in_print(game: Game) -> list[Drawn]:
    """A game's rules from how to play to the last section."""
    page = rules_page(game)
    note = element("p", "Print this page with your browser (Ctrl+P).", class_="wb-soft wb-only-on-screen")
    sections = [
        part
        for section in page["sections"]
        for part in (element("h2", section["title"]), *blocks_in_print(section["blocks"]))
    ]
    return [element("h1", page["title"]), note, *blocks_in_print(page["how_to_play"]), *sections]


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
        return Drawn(element("img", src=block["source"], alt=block["words"]).removesuffix("</img>"))
    if kind == "rule":
        return element("div", element("b", block["rule"]), element("span", *_runs(block["runs"])), class_="wb-rule")
    return element({"heading": "h3", "code": "pre"}.get(kind, "p"), *_runs(block["runs"]))


def _runs(runs: Sequence[Mapping[str, str]]) -> list[str]:
    return [element(TAGS[run["look"]], run["text"]) if run["look"] in TAGS else run["text"] for run in runs]
