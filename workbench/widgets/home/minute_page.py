"""A game in one minute: its moments as pictures side by side, for people who have never played it.

Drawn without a kernel by the server, and in a notebook by the same function.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from workbench.kernel.game import Game
from workbench.pen import Drawn, element
from workbench.play.first_game import has_first_game
from workbench.rooms.one_minute import moments
from workbench.rooms.setting import Setting
from workbench.widgets.home.catalogue import with_query
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.parts import MINUTE, emblem_picture


class MinutePage(DrawnPage):
    """The game that the address names, or the first that describes its moments.

    >>> MinutePage("nowhere")
    <MinutePage: no game>
    """

    title = "In one minute · The Round Table Workbench"
    styles = ("home/home.css", "room/minute.css", "home/minute.css")
    place = "play"

    def __init__(self, folder: str | Path = ".") -> None:
        super().__init__(folder)
        told = {game_id: moments(Setting.of(game_id)) for game_id in self.catalogue.games}
        self.told = {game_id: them for game_id, them in told.items() if them}

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        asked = reader.asked.get("game", "")
        game_id = asked if asked in self.told else next(iter(self.told), "")
        inside = self._game(game_id, reader.prefix) if game_id else [element("h1", "No game is here.")]
        return self.framed(reader, *inside, look="wb-minute")

    def __repr__(self) -> str:
        titles = [self.catalogue.games[game_id].title for game_id in self.told]
        return f"<MinutePage: {', '.join(titles) or 'no game'}>"

    def _game(self, game_id: str, prefix: str) -> list[Drawn]:
        game = self.catalogue.games[game_id]
        rows = [_moment(number, moment) for number, moment in enumerate(self.told[game_id], start=1)]
        way, words = first_way(game, f"{prefix}{self.catalogue.pages[game_id]}")
        button = element("a", words, class_="wb-button wb-main", href=way, target="_self")
        others = []
        for other in self.told:
            if other != game_id:
                way = f"{prefix}{with_query(MINUTE, 'game', other)}"
                others += [", ", element("a", self.catalogue.games[other].title, href=way)]
        more = [element("p", "In one minute as well: ", *others[1:], class_="wb-others")] if others else []
        return [
            element("h1", f"{game.title} in one minute"),
            element("ol", *rows, class_="wb-moments"),
            element("div", button, *more, class_="wb-foot"),
        ]


def first_way(game: Game, page: str) -> tuple[str, str]:
    """The address for playing a game for the first time, and the words of its link.

    >>> from workbench.kernel.registry import game
    >>> first_way(game("guile"), "guile.ipynb"), first_way(game("quests"), "quests.ipynb")
    (('guile.ipynb?first=1', 'Play a first game'), ('quests.ipynb', 'Set the table'))
    """
    if has_first_game(game):
        return with_query(page, "first", "1"), "Play a first game"
    return page, "Set the table"


def _moment(number: int, moment: dict[str, Any]) -> Drawn:
    signs = [
        element("span", sign, class_="rm-between") if isinstance(sign, str) else _sign(**sign)
        for sign in moment["picture"]
    ]
    picture = element("div", *signs, class_="rm-moment wb-hall", aria_hidden="true")
    words = element("div", element("h2", f"{number}. {moment['title']}"), element("p", moment["words"]))
    return element("li", picture, words)


def _sign(kind: str, emblem: str = "", value: str = "", words: str = "", bright: bool = False) -> Drawn:
    inside = [emblem_picture(emblem, "rt-emblem")] if emblem else []
    face = element("span", *inside, *([element("b", value)] if value else []), class_="rm-moment-face")
    look = f"rm-moment-sign rm-moment-kind-{kind}{' rm-moment-bright' if bright else ''}"
    return element("span", face, *([element("span", words)] if words else []), class_=look)
