"""The first page, to choose a game: drawn by the server without a kernel, and in a notebook by the same function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from workbench.kernel.game import Game
from workbench.kernel.words import in_words, listed
from workbench.pen import Drawn, element
from workbench.play.store import AboutMatch
from workbench.widgets.gallery.gallery_page import gallery_door
from workbench.widgets.home.catalogue import with_query
from workbench.widgets.home.minute_page import first_way
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.home.waiting import hall_button, match_that_waits, room_that_waits
from workbench.widgets.parts import MATCHES, MINUTE, STUDIO, TEACHERS, cover_of, faces, fan, link, three_of

TEACHING = (
    ("class", "Set a table for the class", "Who sits where, and how long it takes"),
    ("phones", "Hands on phones", "A code on the wall, no accounts"),
    ("print", "Sheets to print", "Rules, scores and guesses, a page a game"),
    ("words", "Words for a classroom", "What a card is called that is not for pupils"),
    ("kept", "What is kept, and where", "Matches and decks, on this machine alone"),
)
TOLD = 3  # of the pages that teachers read first, each with its purpose


class HomePage(DrawnPage):
    """The games of a folder of notebooks, and the match played last.

    >>> HomePage("nowhere")
    <HomePage: no game>
    """

    title = "The Round Table Workbench"
    styles = ("home/home.css",)
    place = "play"

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        prefix = reader.prefix
        parts = self._question, self._again(reader)
        hero = element("section", *parts, class_="wb-hero", aria_labelledby="wb-question")
        tiles = [self._tile(game_id, prefix) for game_id in self.catalogue.games]
        games = element("section", element("ul", *tiles, class_="wb-tiles"), aria_label="Games")
        quiet = [element("p", reader.making_ready, class_="wb-making-ready")] if reader.making_ready else []
        return self.framed(reader, hero, games, self._doors(reader), *quiet, look="wb-home")

    def __repr__(self) -> str:
        return f"<HomePage: {', '.join(game.title for game in self.catalogue.games.values()) or 'no game'}>"

    # ------------------------------------------------------------ the question, and what goes on

    @cached_property
    def _question(self) -> Drawn:
        number = len(self.catalogue.games)
        many = f"{in_words(number).capitalize()} game{'' if number == 1 else 's'}"
        pitch = f"{many} from the age of guilds and knights, for a class, a family, or you and a clever bot."
        return element(
            "div", element("h1", "What shall we play?", id="wb-question"), element("p", pitch), class_="wb-ask"
        )

    def _again(self, reader: Reader) -> Drawn:
        """The panel beside the question: the newest room, the match played last, or a first game.

        It leads to all matches.
        """
        store, prefix = reader.store, reader.prefix
        kept = [one for one in store.newest(store.kept) if one[1].game in self.catalogue.games]
        listed_here = kept and self.catalogue.has(MATCHES)
        all_of_them = [_all_matches(prefix, [about for _, about in kept])] if listed_here else []
        if reader.rooms:
            return room_that_waits(reader.rooms[-1], reader.top, *all_of_them)
        last = next((one for one in kept if not one[1].over), None)
        if last is not None:
            return match_that_waits(self.catalogue, *last, prefix, *all_of_them)
        return self._first(prefix, all_of_them)

    def _first(self, prefix: str, all_of_them: Sequence[Drawn]) -> Drawn:
        """A first game for those who have not played yet: the shortest."""
        minutes = {game_id: minutes_of(game) for game_id, game in self.catalogue.games.items() if minutes_of(game)}
        if not minutes:
            return Drawn("")
        shortest = min(minutes, key=lambda game_id: minutes[game_id])
        game = self.catalogue.games[shortest]
        words = f"{game.title} takes {minutes[shortest]} minutes. A bot sits down with you."
        asked = "Another game?" if all_of_them else "New here?"
        minute = f"{prefix}{with_query(MINUTE, 'game', shortest)}"
        told = [element("p", link(f"{game.title} in one minute", minute))]
        shown = told if self.catalogue.has(MINUTE) else []
        where = element("div", element("h2", asked), element("p", words), *shown, *all_of_them, class_="wb-where")
        way, _words = first_way(game, f"{prefix}{self.catalogue.pages[shortest]}")
        button = hall_button("Play a first game", way)
        return element("div", cover_of(game), where, button, class_="wb-again wb-first wb-hall")

    # ------------------------------------------------------------ tiles and doors

    @cached_property
    def _insides(self) -> Mapping[str, tuple[Drawn, ...]]:
        """What each tile shows, drawn once."""
        return {game_id: _inside_of_tile(game) for game_id, game in self.catalogue.games.items()}

    def _tile(self, game_id: str, prefix: str) -> Drawn:
        address = f"{prefix}{self.catalogue.pages[game_id]}"
        return element("li", element("a", *self._insides[game_id], class_="wb-tile", href=address, target="_self"))

    @cached_property
    def _fan(self) -> Drawn:
        """Three cards of the game whose cards show the most."""
        fans = [three_of(faces(game)) for game in self.catalogue.games.values()]
        return fan(max(fans, key=lambda cards: sum(len(face.symbols) for face in cards), default=[]))

    def _doors(self, reader: Reader) -> Drawn:
        prefix = reader.prefix
        words = "Give it another worth, and ten thousand games tell you what happens. No code."
        go = element("span", "Open the studio", class_="wb-go")
        text = element("span", element("b", "Change a card", class_="wb-title"), element("span", words), go)
        studio = element("a", self._fan, text, class_="wb-door wb-studio", href=f"{prefix}{STUDIO}", target="_self")
        lines = []
        for number, (key, title, use) in enumerate(TEACHING):
            way = link(title, f"{prefix}{TEACHERS}#{key}")
            told = [element("small", self.school)] if key == "words" and self.school else []
            lines.append(element("li", way, *([element("span", use)] if number < TOLD else told)))
        teachers = element("div", element("h2", "For teachers"), element("ul", *lines), class_="wb-door wb-teach")
        return element("section", studio, gallery_door(reader), teachers, class_="wb-doors", aria_label="More")


def _inside_of_tile(game: Game) -> tuple[Drawn, ...]:
    """Cover, title, one line and three facts; each is left out if the game does not declare it."""
    minutes = minutes_of(game)
    facts = [players(game.seats), f"{minutes} min" if minutes else "", f"from {game.tile.age}" if game.tile.age else ""]
    pitch = [element("span", game.tile.pitch, class_="wb-pitch")] if game.tile.pitch else []
    told = element("span", *[element("span", fact) for fact in facts if fact], class_="wb-facts")
    return (cover_of(game), element("b", game.title, class_="wb-title"), *pitch, told)


def players(seats: range) -> str:
    """How many can play, in words.

    >>> players(range(2, 9)), players(range(2, 3))
    ('2–8 players', '2 players')
    """
    return f"{seats[0]} players" if len(seats) == 1 else f"{seats[0]}–{seats[-1]} players"


def minutes_of(game: Game) -> int:
    """About how many minutes the usual number of people play the unchanged game; 0 if it does not say."""
    usual = game.variants[0]
    return usual.minutes({}, usual.default_seats)


def _all_matches(prefix: str, kept: Sequence[AboutMatch]) -> Drawn:
    """The link to all matches that are kept, with their number."""
    over = sum(about.over for about in kept)
    counts = [f"{len(kept) - over} waiting" if len(kept) > over else "", f"{over} finished" if over else ""]
    words = f"Our matches: {listed([count for count in counts if count])}"
    return element("p", link(words, f"{prefix}{MATCHES}"))
