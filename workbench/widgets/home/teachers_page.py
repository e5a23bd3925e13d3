"""The page for teachers: a ready lesson, what the other games teach, sheets, the network, and what is kept."""

from __future__ import annotations

from workbench.kernel.words import in_words
from workbench.pen import Drawn, element, joined, rectangle
from workbench.storage.folders import STATE_VARIABLE
from workbench.widgets.home.catalogue import ANY_GAME
from workbench.widgets.home.lessons import Lesson, all_lessons, town_picture
from workbench.widgets.home.reader import DrawnPage, Network, Reader
from workbench.widgets.home.sheets import HOW, LESSON, SCORE
from workbench.widgets.parts import GRAPHS_PAGE, PRINTED_RULES, cover_of, link
from workbench.widgets.script import script

SCRIPT, NETWORK_ADDRESS, SHARE_ADDRESS = "home/network.js", "network", "share"
UNKNOWN = "Opened with `workbench serve --host 0.0.0.0`, this page says where other devices find it."
KEPT = (
    "Names, matches and card lists lie on this computer and nowhere else; nothing is sent to the internet.",
    "A visitor is a random number in a cookie, without account or address.",
    "When room runs out, what nobody has opened for 180 days goes first.",
)
# Each printed sheet, and its picture as rows.
SHEETS = (
    ("How to play", "one page a game", f"?sheet={HOW}", (14, 3, 3, 3)),
    ("Score and guesses", "one for each pupil", f"?sheet={SCORE}", (6, 6, 6, 6)),
    ("The lessons", "a page each, with what to say", f"?sheet={LESSON}", (3, 9, 9, 3)),
    ("All rules", "numbered, for disputes", "", (2, 2, 2, 2, 2, 2)),
)
CLASS = (
    "Choose a game. On its first page write the names of those who sit down, and give the seats that are left to bots.",
    "In a class of more than the game seats, several pupils share a seat and agree before they play. "
    "*Whole class* under *How long?* is made for that.",
    "Pass one device on: a cover hides each hand until its seat is ready. Or give each hand a window of its own on "
    "the machine at the projector; the large screen then shows no hand. Text on the table is sized for the last row.",
)
PHONES = (
    "Choose *On phones* under *Where do the hands lie?* in the lobby of a game, or type `workbench room`: a room "
    "opens, the wall shows its code, and pupils join with five letters and a first name. There is "
    "nothing to install and no account.",
    "Each phone shows its own cards alone. One that sleeps or reloads has its seat again at once; bots play for those "
    "who are away. A class of more people than the game seats plays at several tables.",
    "Phones and this computer have to be in the same network: the server is started with `--host 0.0.0.0`. *Check* on "
    "the host's page looks which phones come through, before the lesson.",
    "A room keeps first names, arms and moves on this computer; thirty days after it was closed they are deleted.",
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
FILES = (
    "Matches are kept from their first move, and go on where they were when their page is opened again. All lies among "
    "what programs remember on the machine that serves these pages, or in the folder that {folder} names.",
    "On a server for a network every visitor has a space that nobody else can read. Names are those that people type; "
    "they go with the match, and with files that somebody saves.",
)


class TeachersPage(DrawnPage):
    """What a teacher wants to know before a lesson.

    >>> TeachersPage("nowhere")
    <TeachersPage>
    """

    title = "For teachers · The Round Table Workbench"
    styles = ("home/home.css", "home/teachers.css")
    place = "teachers"

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        lessons = all_lessons(self.catalogue.games.values())
        number = f"{in_words(len(lessons)).capitalize()} lessons. Each says what it takes."
        asked = element("h1", "What does the lesson need?"), element("p", number if lessons else "")
        others = [self._tile(lesson, reader.prefix) for lesson in lessons[1:]]
        content = [
            element("div", *asked, class_="wb-lesson-asked"),
            *[self._first(lesson, reader.prefix) for lesson in lessons[:1]],
            element("section", element("ul", *others, class_="wb-tiles"), aria_label="Other lessons"),
            element("div", self._sheets(reader), _network(reader), self._kept(), class_="wb-low"),
            element("div", *self._told(reader.prefix), class_="wb-told"),
        ]
        return joined(self.framed(reader, *content, look="wb-lessons"), _script(reader))

    # ------------------------------------------------------------ lessons

    def _first(self, lesson: Lesson, prefix: str) -> Drawn:
        """The lesson that comes before all others: its picture, its aims, and its minutes."""
        facts = element("p", *[element("span", fact) for fact in lesson.facts], class_="wb-facts")
        aims = element("ul", *[element("li", aim) for aim in lesson.aims])
        table = link("Set this table", f"{prefix}{self._table(lesson)}", "wb-button wb-main")
        sheet = link("The lesson as a sheet", f"{prefix}{_sheet_of(lesson)}", "wb-button")
        ways = element("p", table, " ", sheet, class_="wb-ways")
        told = element("div", element("h2", lesson.title, id="first"), facts, aims, ways, class_="wb-lesson-told")
        steps = [element("li", element("b", str(step.minute)), element("span", step.what)) for step in lesson.plan]
        plan = element("div", element("h3", f"{lesson.minutes} minutes"), element("ol", *steps), class_="wb-plan")
        picture = town_picture(lesson) or cover_of(lesson.game)
        return element("section", picture, told, plan, class_="wb-lesson-first wb-hall", aria_labelledby="first")

    def _tile(self, lesson: Lesson, prefix: str) -> Drawn:
        """Another lesson: what the game teaches, and what the lesson requires."""
        facts = element("span", *[element("span", fact) for fact in lesson.facts_in_short], class_="wb-facts")
        told = element("b", lesson.title, class_="wb-title"), facts, element("span", lesson.teaches, class_="wb-pitch")
        address = f"{prefix}{_sheet_of(lesson)}"
        return element("li", element("a", cover_of(lesson.game), *told, class_="wb-tile", href=address, target="_self"))

    def _table(self, lesson: Lesson) -> str:
        """The address for setting the table of a lesson: the lobby of its game, with the variant chosen."""
        if lesson.variant and self.catalogue.has(ANY_GAME):
            return f"{ANY_GAME}?game={lesson.game.id}&game_variant={lesson.variant}"
        return self.catalogue.pages[lesson.game.id]

    # ------------------------------------------------------------ below the lessons

    def _sheets(self, reader: Reader) -> Drawn:
        kinds = []
        for title, words, query, rows in SHEETS:
            link = f"{reader.prefix}{PRINTED_RULES}{query}"
            told = element("span", element("b", title), element("span", words, class_="wb-soft"))
            kinds.append(element("li", element("a", _little_sheet(rows), told, href=link, target="_self")))
        listed = element("ul", *kinds, class_="wb-kinds")
        return element("section", element("h2", "Sheets to print", id="print"), listed)

    def _kept(self) -> Drawn:
        title = element("h2", "What is kept, and where", id="kept")
        link = [element("p", element("a", "Words for a classroom", href="#words"))] if self.school else []
        return element("section", title, element("p", " ".join(KEPT)), *link)

    def _told(self, prefix: str) -> list[Drawn]:
        """The texts that take more than a line."""
        words = [line.format(words=self.school) for line in WORDS]
        graphs = element("p", link("Graphs of a game", f"{prefix}{GRAPHS_PAGE}"))
        return [
            _part("class", "Set a table for the class", CLASS),
            _part("phones", "Hands on phones", PHONES),
            *([_part("words", "Words for a classroom", words)] if self.school else []),
            _part("graphs", "See how a game works", GRAPHS, graphs),
            _part("files", "Where files lie", [line.format(folder=STATE_VARIABLE) for line in FILES]),
        ]


def network_lines(network: Network | None, address: str = "") -> Drawn:
    """The lines as a list that fetches them again from an address; if no server is known, what to do."""
    if network is None:
        return element("p", UNKNOWN)
    lines = [element("li", words, class_="wb-holds" if holds else None) for holds, words in network.lines]
    listed = element("ul", *lines, class_="wb-network", data_from=address)
    return element("div", listed, role="status")


def _network(reader: Reader) -> Drawn:
    """Whether the network carries a lesson, with the address to try on a phone."""
    title = element("h2", "Does the network carry it?", id="network")
    way = link("Try it with a phone", f"{reader.top}{SHARE_ADDRESS}")
    lines = network_lines(reader.network, f"{reader.top}{NETWORK_ADDRESS}")
    return element("section", title, lines, *([element("p", way)] if reader.network else []))


def _script(reader: Reader) -> Drawn:
    """The script that ticks the lines, if a server can be asked."""
    return element("script", Drawn(script(SCRIPT)), type="module") if reader.network else joined()


def _sheet_of(lesson: Lesson) -> str:
    return f"{PRINTED_RULES}?sheet={LESSON}&game={lesson.game.id}"


def _little_sheet(rows: tuple[int, ...]) -> Drawn:
    """A sheet of paper with this many rows of this height."""
    paper = rectangle(5, 3, 38, 50, fill="#fffdf8", stroke="#5c4d3c", stroke_width=2)
    drawn, y = [], 9.0
    for high in rows:
        drawn.append(rectangle(10, y, 28, high, fill="#b7a78e" if high < 10 else "#5d3a22"))
        y += high + 4
    return element("svg", paper, *drawn, viewBox="0 0 48 56", aria_hidden="true")


def _part(key: str, title: str, lines: tuple[str, ...] | list[str], *more: Drawn) -> Drawn:
    """A part of the page that the first page links to; words between asterisks are stressed."""
    return element("section", element("h2", title, id=key), *[element("p", *_stressed(line)) for line in lines], *more)


def _stressed(line: str) -> list[str]:
    """Stress words between asterisks, and show words between backticks as typed."""
    parts: list[str] = []
    for place, part in enumerate(line.split("*")):
        typed = [element("code", one) if number % 2 else one for number, one in enumerate(part.split("`"))]
        parts += [element("em", *typed)] if place % 2 else typed
    return parts
