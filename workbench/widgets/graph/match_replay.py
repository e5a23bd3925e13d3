"""The replay of a match: table on the left, events on the right, timeline below; story and graphs follow."""

from __future__ import annotations

import json
from os import PathLike
from typing import TYPE_CHECKING, Any

import anywidget
import ipywidgets
import traitlets

from workbench.graphs import exchange_graph
from workbench.heraldry.tinctures import PAINT
from workbench.kernel.events import EVERYONE_HEARS
from workbench.kernel.registry import list_games
from workbench.kernel.words import listed
from workbench.lab.expected_winner import ExpectedWinner
from workbench.lab.stories import Story
from workbench.pages.guard import MATCH_STAYS, Guard
from workbench.pen import Drawn, element, elements, joined
from workbench.play.match import Match
from workbench.play.replay import parse
from workbench.play.seating import with_one_stop
from workbench.play.store import MatchStore
from workbench.storage.errors import ReplayError, RoomError
from workbench.storage.store import is_kept_id
from workbench.widgets import pages
from workbench.widgets.address import asked_for, asked_or_usual_game, way_to
from workbench.widgets.ending.result import Result
from workbench.widgets.graph.open_table import OpenTable
from workbench.widgets.graph_view.graph_view import GraphView
from workbench.widgets.later import ExpectedLater, ReadLater
from workbench.widgets.parts import MATCHES, cloth_of
from workbench.widgets.script import script, style

if TYPE_CHECKING:
    from workbench.graphs.exchanges import ExchangeGraph
    from workbench.graphs.phases import PhaseGraph

LEAST_MOVED = 10  # of 100 matches: from here on a turn deserves a sentence
NO_GRAPH, COURSE, EXCHANGES = "none", "course", "exchanges"
COURSE_GAMES, COURSE_SECONDS = 20, 1.0  # for the phase graph beside the table, in plain Python
SIMULATED = 4  # games that the page simulates before it opens; it shows one of them


class ActSlider(anywidget.AnyWidget):
    """Goes from act to act: `value` is how many acts have been done, from 0 to `last`; `marks` are moments in between.

    turns: the first act of each turn, and the turn's number. words: what is said about the act. bands: each seat's
    name, colour and share of the expected win at each of the acts in `band_acts`; empty until these are known.

    >>> slider = ActSlider(last=20)
    >>> slider.value = 25
    >>> slider.value
    20
    """

    _esm = script("graph/act_slider.js")
    _css = style("graph/replay.css")
    value = traitlets.Int(0).tag(sync=True)
    last = traitlets.Int(0).tag(sync=True)
    marks = traitlets.List(trait=traitlets.Tuple(traitlets.Int(), traitlets.Unicode())).tag(sync=True)

    turns = traitlets.List(trait=traitlets.Tuple(traitlets.Int(), traitlets.Int())).tag(sync=True)
    words = traitlets.Unicode().tag(sync=True)
    bands: traitlets.List[Any] = traitlets.List().tag(sync=True)
    band_acts = traitlets.List(trait=traitlets.Int()).tag(sync=True)

    @traitlets.validate("value")
    def _within(self, proposal: Any) -> int:
        """Replace a value outside the match with its nearest end."""
        return min(max(0, proposal["value"]), self.last)


class MatchReplay:
    """A match act by act: what lay on the table, what each seat knew, who was ahead, and where in the game it was.

    `match` is a Match (such as `report.match(17)`) or the path of a saved one; by default, the kept match that the
    page's address names (`graphs.ipynb?match=...`), or a simulated one of its game. Whoever acts on the table branches
    off; *Back to the match* returns. While a match goes on, only what everybody may see is shown. With `whole` the
    replay fills a dashboard's window.

    >>> MatchReplay(wb.simulate("guile", games=20).match(17))  # doctest: +SKIP
    """

    def __init__(self, match: Match | str | PathLike[str] | None = None, whole: bool = False) -> None:
        self.guard = Guard(self._complain, MATCH_STAYS)
        self.notice, self.said, self.story_page = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self.bar, self.verdict, self.hint = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self.slider = ActSlider()
        self.moments = ipywidgets.ToggleButtons(options=[], description="Moments")
        self.graph_choice = ipywidgets.Dropdown(description="Graph")
        self.back = _button("Back to the match")
        self.save = _button("Save as a file")
        self.ask, self.advised = _button("What would the hard bot do next?"), ipywidgets.HTML()
        self.kept_choice = ipywidgets.Dropdown(options=[("Choose one", "")], description="Kept")
        self.upload = ipywidgets.FileUpload(accept=".json", description="Open a saved match", multiple=False)
        self.upload.layout.width = "max-content"
        self.open_table = OpenTable(self.guard, self._show_branch)
        self.graph_view = GraphView(self.guard, begun=lambda: self._complain(""))
        self._course: PhaseGraph | None = None
        self._exchanges: ExchangeGraph | None = None
        reading = "reading the story of the match"
        self._stories, self._branch_stories = ReadLater(self.guard, reading), ReadLater(self.guard, reading)
        self._expected = ExpectedLater(self.guard, self._read_story)
        self.box = self._laid_out(whole)
        self.open(*_wanted(match))
        self.slider.observe(self.guard(lambda _change: self._show(), "going to another act"), "value")
        self.moments.observe(self.guard(self._to_moment, "going to a moment"), "value")
        self.graph_choice.observe(self.guard(self._show_graph, "drawing a graph"), "value")
        self.kept_choice.options = [("Choose one", ""), *_kept_matches()]
        self.kept_choice.observe(self.guard(self._open_kept, "opening a kept match"), "value")
        self.save.on_click(self.guard(lambda _button: self._save(), "saving a match"))
        self.upload.observe(self.guard(self._uploaded, "opening a saved match"), "value")
        self.back.on_click(self.guard(lambda _button: self.go(self.slider.value), "going back to the match"))
        self.ask.on_click(self.guard(lambda _button: self._advise(), "asking the hard bot"))
        self.open_table.eyes.observe(self.guard(lambda _change: self._say_whose(), "saying whose seat it is"), "value")

    def _laid_out(self, whole: bool) -> ipywidgets.VBox:
        """Table on the left, events on the right, timeline below; files, graph and story under them."""
        table = self.open_table
        acts = ipywidgets.VBox([table.branch_button, self.back, self.ask, self.hint, self.advised])
        told = ipywidgets.VBox([self.said, self.verdict, self.moments])
        side = ipywidgets.VBox([table.eyes, told, self.notice, acts])
        main = ipywidgets.Box([self.bar, table.table, side, self.slider])
        files = ipywidgets.HBox([self.graph_choice, self.save, self.kept_choice, self.upload])
        files.layout.flex_flow = "row wrap"
        looks = {main: "rt-replay-main", side: "rt-replay-side", told: "rt-replay-told", acts: "rt-replay-acts"}
        looks |= {self.bar: "rt-replay-bar", self.moments: "rt-replay-moments", files: "rt-replay-files"}
        for part, look in looks.items():
            part.add_class(look)
        below = ipywidgets.VBox([files, self.graph_view, self.story_page])
        below.add_class("rt-replay-below")
        box = ipywidgets.VBox([main, below])
        box.add_class("rt-replay")
        if whole:
            box.add_class("rt-replay-whole")
        return box

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    # ------------------------------------------------------------ a match

    def open(self, match: Match, astray: str = "") -> None:
        """Replay another match, from its beginning."""
        self.match, self._course, self._exchanges = match, None, None
        self.story, self._has_read = Story(match), False
        self._expected.end()
        acts = len(match.acts)
        self.slider.value, self.slider.last = 0, acts
        self.slider.turns = [(act, turn) for turn, act in self._first_acts().items() if turn]
        self.slider.bands = []
        self.bar.value = self._bar()
        self._offer_moments()
        graphs = [("None", NO_GRAPH), ("Where in the game", COURSE)]
        graphs += [("Exchanges so far", EXCHANGES)] if match.variant.exchanges.events else []
        self.graph_choice.options = graphs
        self.graph_choice.index = 0  # a list without options has none chosen yet
        self.go(0)
        self._complain(astray)
        self._read_story(match)

    def _read_story(self, match: Match, expected: ExpectedWinner | None = None) -> None:
        """Read the story, with the expected winner if known; otherwise that is looked for once the rest is ready."""

        def show(story: Story) -> None:
            self.story, self._has_read = story, True
            self._offer_moments()
            self._show_expected()
            if not self.open_table.branched:
                self._say()
                self._show_story()
            if expected is None and match.over:
                self._expected.begin(match)

        self._stories.begin(match, lambda match: _story_read(match, expected), show)

    def _offer_moments(self) -> None:
        """Show the moments beside the table and, as seals, above the slider."""
        marked = self.marked()
        self.moments.options = marked
        self.moments.index = None
        self.moments.layout.display = "" if marked else "none"
        self.slider.marks = [(act, words) for words, act in marked if act < self.slider.last]

    def _show_expected(self) -> None:
        """Show who was expected to win after each turn, as bands in the colours of the seats."""
        expected = self.story.expected
        if expected is None:
            return
        first, last, arms = self._first_acts(), len(self.match.acts), dict(enumerate(self.match.arms))
        colours = [PAINT[cloth_of(arms.get(seat, seat)).field] for seat in range(self.match.seats)]
        with self.slider.hold_sync():
            self.slider.band_acts = [first.get(turn + 1, last) if turn else 0 for turn in expected.turns]
            self.slider.bands = [
                {"name": name, "colour": colours[seat], "shares": [of_seats[seat] for of_seats in expected.shares]}
                for seat, name in reversed(list(enumerate(self.match.seat_names)))
            ]

    def _first_acts(self) -> dict[int, int]:
        """Turn -> the number of acts before it began."""
        first: dict[int, int] = {}
        for act, position in enumerate(self.match.positions()):
            first.setdefault(int(position.record.turn), act)
        return first

    def marked(self) -> list[tuple[str, int]]:
        """The moments of the match, each with its act: where it turned, or where the lead changed, and the end."""
        if not (self.match.over and self._has_read):
            return []
        last = len(self.match.acts)
        points = {point.turn: f"Turn {point.turn}: {point.title}" for point in self.story.turning_points}
        changes = [] if points else list(zip(self.story.turns, self.story.turns[1:], strict=False))
        for before, after in changes:
            if before.ahead != after.ahead and self.story.told_apart:
                ahead = listed([self.story.names[seat] for seat in after.ahead])
                points.setdefault(after.number, f"Turn {after.number}: {ahead} ahead" if ahead else "")
        first = self._first_acts()
        found = [(words, first.get(turn + 1, last)) for turn, words in sorted(points.items()) if words]
        return [*found, ("The end", last)]

    # ------------------------------------------------------------ an act

    def go(self, act: int) -> None:
        """Show the match as it was after this many acts."""
        act = min(max(act, 0), len(self.match.acts))
        if self.slider.value != act:
            self.slider.value = act  # this shows the act
            if self.slider.value == act and self.at == act:
                return
        self._show()

    def _to_moment(self, change: Any) -> None:
        if change.new is not None:
            self.go(change.new)

    def _show(self) -> None:
        """Bring table, words, graph and story to the act of the slider."""
        self._complain("")
        self.at = self.slider.value
        self.then = self.match.after(self.at)
        self._show_branched(False)
        self.save.disabled = not self.match.over
        self.advised.value = ""
        self.ask.layout.display = "" if self.match.over and self.at < len(self.match.acts) else "none"
        self.open_table.show(self.then, open_hands=self.match.over)
        self._say_whose()
        self._branch_stories.end()
        self._say()
        self._show_story()
        self._show_graph()

    def _say(self) -> None:
        acts, turn = len(self.match.acts), self._turn
        who = self.match.seat_names[self.match.acts[self.at - 1].seat] if self.at else ""
        heading = f"Turn {turn}, {who}" if turn and who else who or "The beginning"
        act, lines = f"Act {self.at} of {acts}", self._lines()
        head = element("h3", heading, " ", element("small", act))
        self.said.value = element("div", head, elements("p", lines), role="status")
        self.slider.words = f"Act {self.at} of {acts}, turn {turn}: {' '.join(lines)}"
        self.verdict.value = self._verdict()

    def _verdict(self) -> Drawn:
        """How far the turn of this act moved the expected win, as HTML; empty if it did not, or if unknown."""
        expected, turn = self.story.expected, self._turn
        if expected is None or turn not in expected.turns[1:]:
            return joined()
        place = expected.turns.index(turn)
        before, after = expected.shares[place - 1], expected.shares[place]
        seat = max(range(self.match.seats), key=lambda one: abs(after[one] - before[one]))
        then, now = round(100 * before[seat]), round(100 * after[seat])
        if abs(now - then) < LEAST_MOVED:
            return joined()
        way = "rises" if now > then else "falls"
        said = f"In this turn {self.story.names[seat]} {way} from {then} to "
        return element("p", said, element("b", str(now)), " of 100.")

    def _bar(self) -> Drawn:
        """What is replayed, with links to its table, its story and all matches, as HTML."""
        match, kept = self.match, asked_for("match")
        told = f"Replay: {Result(match).title}" if match.over else "The match goes on: what all see"
        table = way_to(f"{match.game.id}.ipynb", kept) if is_kept_id(kept) else ""
        links = [("Story" if match.over else "Back to the table", table), ("Our matches", way_to(MATCHES))]
        ways = [element("a", words, href=address, target="_self") for words, address in links if address]
        nav = element("nav", *ways, aria_label="Replay")
        return joined(element("h2", match.game.title), element("p", told), nav)

    def _say_whose(self) -> None:
        """Say whose seat a person takes by playing on."""
        table, match = self.open_table, self.then
        seat = table.viewer if table.viewer is not None else next(iter(match.to_act), None)
        words = []
        if table.open_hands and not table.branched and seat is not None and not match.over:
            words = [f"You take the seat of {self.match.seat_names[seat]}, bots the others."]
        self.hint.value = elements("p", words)

    def _show_branched(self, branched: bool) -> None:
        """Show one main button: to play on, or back to the match."""
        self.back.layout.display = "" if branched else "none"
        self.open_table.branch_button.layout.display = "none" if branched else ""

    @property
    def _turn(self) -> int:
        """The turn of the last act done."""
        return int(self.match.positions()[max(0, self.at - 1)].record.turn)

    def _lines(self) -> list[str]:
        """What has just happened, line by line."""
        positions = self.match.positions()
        begin = positions[self.at - 1].log_lines if self.at else 0
        told = self.match.log_lines[begin : positions[self.at].log_lines]
        lines = [line.text for line in told if line.audience == EVERYONE_HEARS and line.text]
        turn = self.then.turn
        turns = self.story.turns if self._has_read else ()
        ahead = next((one for one in reversed(turns) if one.number < turn), None)
        words = lines[-3:]
        if ahead is not None and self.story.told_apart and ahead.ahead:
            names = listed([self.story.names[seat] for seat in ahead.ahead])
            words.append(f"Ahead after turn {ahead.number}: {names}.")
        return words

    def _show_story(self) -> None:
        told = self.story.page(now=self.then.turn) if self._has_read else ""
        self.story_page.value = told and pages.page("The story", told)

    # ------------------------------------------------------------ graphs

    def _show_graph(self, _change: Any = None) -> None:
        """Show the chosen graph as of this act."""
        kind = self.graph_choice.value
        self.graph_view.layout.display = "none" if kind == NO_GRAPH else ""
        if kind == COURSE:
            from workbench.graphs.match_course import pictures_of

            self.graph_view.show(self.course, pictures_of(self.course, self.then))
        elif kind == EXCHANGES:
            self.graph_view.show(self._exchanges_so_far())

    def _exchanges_so_far(self) -> ExchangeGraph:
        """The exchanges up to this act, those of a branch included; those of the whole match are found once."""
        if self.open_table.branched:
            return exchange_graph(self.then)
        if self._exchanges is None:
            self._exchanges = exchange_graph(self.match)
        return self._exchanges.until(self.at)

    @property
    def course(self) -> PhaseGraph:
        """The phase graph of the match's game: measured and kept earlier, or from a few games between bots."""
        if self._course is None:
            from workbench.graphs.match_course import plan_like
            from workbench.graphs.phases import graph_of
            from workbench.lab.course import kept_course, trace_a_while

            plan = plan_like(self.match, COURSE_GAMES)
            self._course = graph_of(plan, kept_course(plan) or trace_a_while(plan, COURSE_SECONDS))
        return self._course

    # ------------------------------------------------------------ what people do

    def _show_branch(self) -> None:
        """Show that somebody plays on from here: words, graph and story follow the branch, and the way back appears."""
        branch = self.open_table.match
        if branch is None or not self.open_table.branched:
            return
        self._show_branched(True)
        self.hint.value = self.advised.value = ""
        self.ask.layout.display = "none"
        self.save.disabled = False
        self.then = branch
        self.said.value = element("p", self._branch_in_words(branch), role="status")
        self._branch_stories.begin(branch, _story_read, self._show_branch_story)
        self._show_graph()

    def _show_branch_story(self, story: Story) -> None:
        self.story_page.value = pages.page("The story", story.page())

    def _branch_in_words(self, branch: Match) -> str:
        acts, names = len(branch.acts) - self.at, branch.seat_names
        if not branch.over:
            return f"A branch, {acts} acts on from act {self.at}. Bots play the other seats; it is kept as a file only."
        new, old = (listed([names[seat] for seat in match.winners]) or "nobody" for match in (branch, self.match))
        came = "as it was" if new == old else f"where {old} had won"
        return f"A branch from act {self.at}, played to its end: {new} won, {came}."

    def _advise(self) -> None:
        """Say what a search finds best for whoever acts next, given what that seat knew, and what they did."""
        act = self.match.acts[self.at]
        _, words = self.then.hint(act.seat)
        played = self.then.words_of(act.actions)
        told = f"For {self.match.seat_names[act.seat]} the hard bot would choose: {words} Played was: {played}."
        self.advised.value = element("p", with_one_stop(told), role="status")

    def _save(self) -> None:
        """Let the browser save the branch, or the match if nobody has branched off."""
        match = self.open_table.match if self.open_table.branched else self.match
        if match is None or not self.match.over:
            raise RoomError("This match still goes on, and its file would show every hand. Save it at its own table.")
        name = f"{match.game.id}-act-{len(match.acts)}{'-branch' if self.open_table.branched else ''}.json"
        self.slider.send({"name": name, "text": json.dumps(match.to_dict())})

    def _open_kept(self, change: Any) -> None:
        if change.new:
            self.open(Match.from_dict(MatchStore().read(change.new).get("match")))

    def _uploaded(self, change: Any) -> None:
        for file in change.new:
            self.open(Match.from_dict(parse(bytes(file["content"]), str(file["name"]))))

    def _complain(self, words: str) -> None:
        self.notice.value = pages.alert(words)


def _story_read(match: Match, expected: ExpectedWinner | None = None) -> Story:
    """The story of a match with everything that its page shows worked out, so that showing it takes no time."""
    story = Story(match, expected)
    story.page()
    return story


def _button(words: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=words, layout={"width": "max-content"})


def _kept_matches() -> list[tuple[str, str]]:
    """The latest matches, with what is said about them; those of unknown games are left out."""
    games = list_games()
    found = []
    for match_id, about in MatchStore().newest():
        if about.game in games:
            state = "over" if about.over else about.phase
            found.append((f"{games[about.game].title}, {listed(about.names)}: turn {about.turn}, {state}", match_id))
    return found


def _wanted(match: Match | str | PathLike[str] | None) -> tuple[Match, str]:
    """The match to open, and why it is not the one in the page's address; empty if it is."""
    if isinstance(match, Match):
        return match, ""
    if match is not None:
        return Match.load(match), ""
    kept, astray = asked_for("match"), ""
    if kept:
        try:
            if not is_kept_id(kept):
                raise ReplayError("The address of this page (?match=) names no kept match. Here is another one.")
            return Match.from_dict(MatchStore().read(kept).get("match")), ""
        except ReplayError as refusal:
            astray = str(refusal)
    from workbench.lab.report import simulate

    game, unknown = asked_or_usual_game()
    return simulate(game, games=SIMULATED, seed=1, compiled=False).match(SIMULATED - 3), astray or unknown
