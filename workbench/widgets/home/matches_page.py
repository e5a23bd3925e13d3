"""Our matches: those that wait, and those that are over, with their stories, replays and ways to play again.

Drawn without a kernel by the server, and in a notebook by the same function. The page replays the acts of a finished
match once, to say how it ended; the answer is kept beside the match.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import date, datetime

from workbench.heraldry import seat_arms
from workbench.heraldry.covers import COVER
from workbench.kernel.game import Game
from workbench.kernel.words import counted, in_words, listed
from workbench.pen import Drawn, element, void
from workbench.play.match import Match
from workbench.play.store import HowItEnded, KeptMatch, MatchStore
from workbench.storage.errors import WorkbenchError
from workbench.widgets.ending.result import Result
from workbench.widgets.ending.story import story_of
from workbench.widgets.home.catalogue import with_query
from workbench.widgets.home.reader import DrawnPage, Reader
from workbench.widgets.home.waiting import match_that_waits
from workbench.widgets.parts import REPLAY, cloth_of, cover_inside, link, shield_picture

MOST_WAITING = 2  # matches in the hall; those that have waited longer are rows
AT_ONCE = 5  # finished matches, until somebody asks for all
LONGEST_SEARCH = 60
SECONDS_TO_READ = 1.0  # for working out how matches ended, per page; the rest follow when the page is opened again
MOST_ARMS = 6
LONGEST_TOLD = 80  # letters, in one line of a row, on how a match ended
TURN, LEVEL, GAP = 10, 10, 3  # of the picture of who was ahead
WEEK = 7


class MatchesPage(DrawnPage):
    """The matches that are kept for whoever reads the page, and for nobody else.

    >>> MatchesPage("nowhere")
    <MatchesPage>
    """

    title = "Our matches · The Round Table Workbench"
    styles = ("home/home.css", "home/matches.css")
    place = "play"

    def drawn(self, reader: Reader) -> Drawn:
        """The page as its reader meets it."""
        kept = [one for one in reader.store.all() if one.about.game in self.catalogue.games]
        waiting = [one for one in kept if not one.about.over]
        over = sorted((one for one in kept if one.about.over), key=_when, reverse=True)
        search = reader.asked.get("find", "")[:LONGEST_SEARCH].strip()
        found = [one for one in over if self._fits(one, search)]
        shown = found if "all" in reader.asked else found[:AT_ONCE]
        waits = f"{in_words(len(waiting)).capitalize()} match{' waits' if len(waiting) == 1 else 'es wait'}."
        ask = element(
            "div",
            element("h1", "Where did we stop?"),
            element("p", f"{waits} What is kept here, only you can see."),
            class_="wb-ask",
        )
        return self.framed(
            reader,
            ask,
            *self._waiting(waiting, reader),
            self._covers({one.about.game for one in [*shown, *waiting[MOST_WAITING:]]}),
            *(self._over(over, shown, search, reader) if over else []),
            self._foot(len(shown), len(found), len(over), search, reader),
            look="wb-matches",
        )

    def _fits(self, kept: KeptMatch, search: str) -> bool:
        """Whether every word of a search occurs in the game's title or the people's names."""
        words = " ".join([self.catalogue.games[kept.about.game].title, *kept.about.names]).casefold()
        return all(word in words for word in search.casefold().replace(",", " ").split())

    # ------------------------------------------------------------ those that wait

    def _waiting(self, waiting: Sequence[KeptMatch], reader: Reader) -> list[Drawn]:
        """The latest matches as tables in the hall, and the others as rows."""
        if not waiting:
            return []
        tables = [
            match_that_waits(self.catalogue, one.id, one.about, reader.prefix, main=not number)
            for number, one in enumerate(waiting[:MOST_WAITING])
        ]
        rows = [self._row_that_waits(one, reader) for one in waiting[MOST_WAITING:]]
        more = [element("ul", *rows, class_="wb-rows")] if rows else []
        return [element("section", element("div", *tables, class_="wb-run"), *more, aria_label="Waiting")]

    def _row_that_waits(self, kept: KeptMatch, reader: Reader) -> Drawn:
        about, game = kept.about, self.catalogue.games[kept.about.game]
        turn = f"turn {about.turn}, " if about.turn else ""
        what = element(
            "div",
            element("h3", game.title),
            element("p", f"{listed(about.names)}: {turn}{about.phase}"),
            element("p", day_in_words(_when(kept)), class_="wb-soft"),
            class_="wb-what",
        )
        way = link("Go on", self._table(kept, reader)) if about.opens_in(game) else element("span", OLDER)
        return element("li", _cover(game), what, _arms(kept), element("p", way, class_="wb-ways"), class_="wb-row")

    # ------------------------------------------------------------ those that are over

    def _over(self, over: Sequence[KeptMatch], shown: Sequence[KeptMatch], search: str, reader: Reader) -> list[Drawn]:
        field = void(
            "input", type="search", name="find", value=search, placeholder="Anna, Guile", maxlength=str(LONGEST_SEARCH)
        )
        find = element(
            "form",
            element("label", element("span", "Find a person or a game", class_="wb-unseen"), field),
            element("button", "Find", type="submit", class_="wb-button"),
            method="get", role="search",
        )  # fmt: skip
        key = element(
            "p", element("span", element("i", class_="wb-alone"), "ahead alone"),
            element("span", element("i", class_="wb-with-others"), "with others"), class_="wb-key",
        )  # fmt: skip
        bar = element("div", element("h2", "Finished", id="wb-finished"), key, find, class_="wb-bar")
        until = time.monotonic() + SECONDS_TO_READ
        rows = [self._row(one, reader, read=time.monotonic() < until) for one in shown]
        return [element("section", bar, element("ul", *rows, class_="wb-rows"), aria_labelledby="wb-finished")]

    def _row(self, kept: KeptMatch, reader: Reader, read: bool) -> Drawn:
        about, game = kept.about, self.catalogue.games[kept.about.game]
        playable = about.opens_in(game)
        told = about.told or (self._read(kept, reader.store) if read and playable else None)
        minutes = round((about.seconds or 0) / 60)
        facts = [
            game.title,
            counted(about.turn, "turn") if about.turn else "",
            day_in_words(_when(kept)) + (f", {counted(minutes, 'minute')}" if minutes else ""),
        ]
        what = element(
            "div",
            element("h3", told.title if told else listed(about.names)),
            *([element("p", told.by)] if told and told.by else []),
            element("p", " · ".join(fact for fact in facts if fact), class_="wb-soft"),
            class_="wb-what",
        )
        replay = f"{reader.prefix}{with_query(REPLAY, 'match', kept.id)}"
        again = f"{reader.prefix}{with_query(self.catalogue.pages[game.id], 'again', kept.id)}"
        ways = [link("Story", self._table(kept, reader)), link("Replay", replay), link("Again", again)]
        return element(
            "li", _cover(game), what, _arms(kept), _ahead(kept, told),
            element("p", *(ways if playable else [element("span", OLDER)]), class_="wb-ways"), class_="wb-row",
        )  # fmt: skip

    @staticmethod
    def _read(kept: KeptMatch, store: MatchStore) -> HowItEnded | None:
        """How a match ended, kept beside it from now on; None if it cannot be replayed."""
        try:
            told = how_it_ended(Match.from_dict(store.read(kept.id).get("match")))
        except WorkbenchError:
            return None
        store.tell(kept.id, told)
        return told

    def _table(self, kept: KeptMatch, reader: Reader) -> str:
        """The address of the table on which a match lies."""
        return f"{reader.prefix}{with_query(self.catalogue.pages[kept.about.game], 'match', kept.id)}"

    # ------------------------------------------------------------ around them

    def _covers(self, games: set[str]) -> Drawn:
        """The covers of games, drawn once for all their rows."""
        box = f"0 0 {COVER[0]} {COVER[1]}"
        covers = [
            element("symbol", cover_inside(self.catalogue.games[game]), id=f"wb-cover-{game}", viewBox=box,
                    preserveAspectRatio="xMidYMid slice")
            for game in sorted(games)
        ]  # fmt: skip
        return element("svg", *covers, width="0", height="0", aria_hidden="true", class_="wb-covers")

    def _foot(self, shown: int, found: int, over: int, search: str, reader: Reader) -> Drawn:
        told = []
        if search:
            number = counted(found, "match", "matches") if found else "No match"
            told += [element("span", f"{number} of {over} for “{search}”."), link("Show all", "?all=1")]
        elif shown < found:
            told += [element("span", f"{in_words(shown).capitalize()} of {found} are shown, the newest first.")]
            told += [link("Show all", "?all=1")]
        elif not over:
            told.append(element("span", "No match has been played to its end yet."))
        kept = f"The last {MatchStore.usually_kept} matches are kept; the one that was over longest ago goes first."
        saved = link("Open a saved match", f"{reader.prefix}{REPLAY}")
        return element("p", saved, *told, element("span", kept), class_="wb-foot")


OLDER = "of an older version of its rules"


def how_it_ended(match: Match) -> HowItEnded:
    """How a finished match ended, in words, and who was ahead after each of its turns."""
    result, story = Result(match), story_of(match)
    ahead, decided = story["ahead"], story["decided"]
    rows = {row["seat"]: "".join(map(str, row["turns"])) for row in ahead["rows"]} if ahead else {}
    by = "".join(words for words, _stressed in result.by).strip()
    if decided and len(by) + len(decided[0]) < LONGEST_TOLD:
        by = f"{by} {decided[0]}"
    return HowItEnded(title=result.title, by=by, ahead=tuple(rows[seat] for seat in sorted(rows)))


def day_in_words(when: datetime, today: date | None = None) -> str:
    """A day in words.

    >>> sunday = date(2031, 3, 2)
    >>> [day_in_words(datetime(2031, month, day), sunday) for month, day in ((3, 2), (3, 1), (2, 25), (2, 20))]
    ['today', 'yesterday', 'Tuesday', '20 February']
    >>> day_in_words(datetime(2030, 2, 20), sunday)
    '20 February 2030'
    """
    today = today or date.today()
    ago = (today - when.date()).days
    if 0 <= ago < WEEK:
        return ("today", "yesterday")[ago] if ago < 2 else f"{when:%A}"
    year = f" {when.year}" if when.year != today.year else ""
    return f"{when.day} {when:%B}{year}"


def _when(kept: KeptMatch) -> datetime:
    """When a match ended, or when it was last written."""
    try:
        return datetime.fromisoformat(kept.about.ended).replace(tzinfo=None)
    except ValueError:
        return datetime.fromtimestamp(kept.written)


def _cover(game: Game) -> Drawn:
    use = element("use", href=f"#wb-cover-{game.id}", width="100%", height="100%")
    return element("svg", use, class_="wb-cover", aria_hidden="true")


def _arms_of(kept: KeptMatch) -> dict[int, int]:
    """Seat -> the number of its arms."""
    return {seat: seat for seat in range(len(kept.about.names))} | dict(enumerate(kept.about.arms))


def _arms(kept: KeptMatch) -> Drawn:
    """The shields of those who sat there, with their names for the pointer and for screen readers."""
    arms, names = _arms_of(kept), kept.about.names
    shields = [
        element("li", shield_picture(seat_arms(arms[seat])), element("span", name, class_="wb-unseen"), title=name)
        for seat, name in enumerate(names[:MOST_ARMS])
    ]
    more = [element("li", f"+{len(names) - MOST_ARMS}")] if len(names) > MOST_ARMS else []
    return element("ul", *shields, *more, class_="wb-whos", aria_label="At the table")


def _ahead(kept: KeptMatch, told: HowItEnded | None) -> Drawn:
    """Who was ahead after each turn, a row for each seat: a whole mark if alone, half a mark if with others."""
    if told is None or not told.ahead or not told.ahead[0]:
        return element("span")
    arms, turns = _arms_of(kept), len(told.ahead[0])
    rows = []
    for seat, figures in enumerate(told.ahead):
        top = seat * (LEVEL + GAP)
        field = element("rect", x=0, y=top, width=turns * TURN, height=LEVEL, class_="wb-behind")
        parts = [
            element("rect", x=turn * TURN, y=top + (0 if figure == "2" else LEVEL / 2), width=TURN - 1,
                    height=LEVEL if figure == "2" else LEVEL / 2)
            for turn, figure in enumerate(figures) if figure != "0"
        ]  # fmt: skip
        rows.append(element("g", field, *parts, class_=f"wb-{cloth_of(arms.get(seat, seat)).field}"))
    box = f"0 0 {turns * TURN} {len(told.ahead) * (LEVEL + GAP) - GAP}"
    return element(
        "svg", *rows, class_="wb-ahead", viewBox=box, preserveAspectRatio="none", role="img",
        aria_label=f"Who was ahead in {counted(turns, 'turn')}; the story says it in words.",
    )  # fmt: skip
