"""The page for teachers: setting a table for a class, what a projector shows, printing rules, what is kept."""

from __future__ import annotations

from pathlib import Path

from workbench.pen import Drawn, element, joined
from workbench.play.store import MatchStore
from workbench.storage.folders import STATE_VARIABLE
from workbench.widgets.home.catalogue import Catalogue
from workbench.widgets.home.home_page import minutes_of, players
from workbench.widgets.home.reader import Reader
from workbench.widgets.parts import PRINTED_RULES, header, parts_style, words_for_school

CLASS = (
    "Choose a game. On its first page write the names of those who sit down, and give the seats that are left to bots.",
    "In a class of more than the game seats, several pupils share a seat and agree before they play. "
    "*Whole class* under *How long?* is made for that.",
    "Pass one device on: a cover hides each hand until its seat is ready. Or give each hand a window of its own on "
    "the machine at the projector.",
    "Moves can be taken back until somebody has seen something by them; somebody alone with bots may take back all.",
)
PROJECTOR = (
    "Under *Where do the hands lie?* choose *In windows of their own*. The large screen then shows what everybody "
    "may see, and no hand.",
    "Each hand opens in a window of its own on the machine that serves these pages: drag it to the screen that its "
    "people look at. Pupils' own devices cannot open it, and on a page that was opened at another address it is not "
    "offered: there one device goes round, or each group opens a table of its own.",
    "Text on the table is sized for the last row.",
)
WORDS = (
    "Where a list has a card whose name is not meant for pupils, these pages call it by another one, and everything "
    "else about it stays: {words}.",
    "*as the list is printed*, under *Which cards?* in the lobby of a game, brings the printed name back.",
)
GRAPHS = (
    "How a game goes from phase to phase, measured from games between bots, and which card feeds which: press a node "
    "and read what it hangs together with. Below the picture stand questions for a class.",
)
KEPT = (
    "A match is kept from its first move, each time somebody acts, and goes on where it was when its page is opened "
    "again. So is a card list that is being changed.",
    "Both lie on the machine that serves these pages, among what programs remember there, or in the folder that "
    "{folder} names, and nowhere else. Nothing is asked of the internet, and nothing is sent to it.",
    "On a server for a network every visitor has a space that nobody else can read, known by a cookie that holds a "
    "number drawn by lot. It is forgotten 180 days after the last visit.",
    "Names are those that people type. They are written beside the match and into files that somebody saves, and go "
    "with it.",
)
GRAPHS_PAGE = "graphs.ipynb"


class TeachersPage:
    """What a teacher wants to know before a lesson.

    >>> TeachersPage("nowhere")
    <TeachersPage>
    """

    title = "For teachers · The Round Table Workbench"
    styles = ("home/teachers.css",)

    def __init__(self, folder: str | Path = ".") -> None:
        self.catalogue = Catalogue(folder)

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        kept = [line.format(folder=STATE_VARIABLE) for line in KEPT]
        rules = [self._rules(game_id, reader.prefix) for game_id in self.catalogue.games]
        content = [
            element("h1", "What does the lesson need?"),
            _part("class", "Set a table for the class", CLASS),
            element("ul", *rules, class_="wb-lengths") if rules else Drawn(""),
            _part("projector", "What the projector shows", PROJECTOR),
            *self._words(),
            _part("print", "Print the rules", ("Each rule has a number, so that a dispute ends with it.",)),
            element(
                "ul", *[self._print(game_id, reader.prefix) for game_id in self.catalogue.games], class_="wb-print"
            ),
            _part("graphs", "See how a game works", GRAPHS),
            element("p", element("a", "Graphs of a game", href=f"{reader.prefix}{GRAPHS_PAGE}", target="_self")),
            _part("kept", "What is kept, and where", kept),
        ]
        page = element(reader.frame, *content, class_="wb-teachers")
        return element("div", header("teachers", reader.prefix), page, class_="wb wb-page")

    def _words(self) -> list[Drawn]:
        """The part about a school's words; none where no list needs any."""
        told = words_for_school(self.catalogue.games.values())
        lines = [line.format(words=told) for line in WORDS]
        return [_part("words", "Words for a classroom", lines)] if told else []

    def _rules(self, game_id: str, prefix: str) -> Drawn:
        game = self.catalogue.games[game_id]
        minutes = minutes_of(game)
        long = f", about {minutes} minutes" if minutes else ""
        link = element("a", game.title, href=f"{prefix}{self.catalogue.pages[game_id]}", target="_self")
        return element("li", link, f" {players(game.seats)}{long}")

    def _print(self, game_id: str, prefix: str) -> Drawn:
        title = self.catalogue.games[game_id].title
        return element(
            "li", element("a", f"Rules of {title}", href=f"{prefix}{PRINTED_RULES}?game={game_id}", target="_self")
        )

    def _repr_html_(self) -> str:
        return f"{parts_style(*self.styles)}{self.drawn(Reader(MatchStore(), frame='div'))}"

    def __repr__(self) -> str:
        return "<TeachersPage>"


def _part(key: str, title: str, lines: tuple[str, ...] | list[str]) -> Drawn:
    """A part of the page that a link from the first page leads to; words between stars are stressed."""
    return joined(element("h2", title, id=key), *[element("p", *_stressed(line)) for line in lines])


def _stressed(line: str) -> list[str]:
    words = line.split("*")
    return [element("em", part) if place % 2 else part for place, part in enumerate(words)]
