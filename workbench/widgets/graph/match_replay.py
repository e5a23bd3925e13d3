"""The replay of a match: a slider over its acts, with the table, the story and the graphs in step."""

from __future__ import annotations

import json
from html import escape
from os import PathLike
from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.kernel.events import EVERYONE_HEARS
from workbench.kernel.registry import list_games
from workbench.kernel.words import listed
from workbench.lab.stories import Story
from workbench.pages.guard import MATCH_STAYS, Guard
from workbench.play.match import Match
from workbench.play.replay import parse
from workbench.play.store import MatchStore
from workbench.storage.errors import ReplayError, RoomError
from workbench.storage.store import is_kept_id
from workbench.widgets import pages
from workbench.widgets.address import asked_for, asked_or_usual_game
from workbench.widgets.expected_later import ExpectedLater
from workbench.widgets.graph.act_slider import ActSlider
from workbench.widgets.graph.open_table import OpenTable
from workbench.widgets.graph_view.graph_view import GraphView
from workbench.widgets.read_later import ReadLater

if TYPE_CHECKING:
    from workbench.graphs.exchanges import ExchangeGraph
    from workbench.graphs.phases import PhaseGraph
    from workbench.lab.expected_winner import ExpectedWinner

NO_GRAPH, COURSE, EXCHANGES = "none", "course", "exchanges"
COURSE_GAMES, COURSE_SECONDS = 20, 1.0  # of which the phase graph beside the table is made, in plain Python
SIMULATED = 4  # games of a run that the page plays before it opens; one of them it shows


class MatchReplay:
    """A match act by act: what lay on the table, what each seat knew, who was ahead, where in the game's course it was.

    `match` is a Match (such as `report.match(17)`), or the path of a saved one; without it the kept match that the
    page's address names (`graphs.ipynb?match=...`), else a simulated one of its game. Whoever acts on the table
    branches off; *Back to the match* returns. While a match goes on, only what everybody may see is shown.

    >>> MatchReplay(wb.simulate("guile", games=20).match(17))  # doctest: +SKIP
    """

    def __init__(self, match: Match | str | PathLike[str] | None = None) -> None:
        self.guard = Guard(self._complain, MATCH_STAYS)
        self.notice, self.said, self.story_page = ipywidgets.HTML(), ipywidgets.HTML(), ipywidgets.HTML()
        self.slider = ActSlider()
        self.earlier, self.later = (_button(words) for words in ("Act before", "Act after"))
        self.moments = ipywidgets.Dropdown(description="Moments")
        self.graph_choice = ipywidgets.Dropdown(description="Graph")
        self.back = _button("Back to the match")
        self.save = _button("Save as a file")
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
        row = ipywidgets.HBox([self.earlier, self.later, self.moments, self.graph_choice, self.back])
        files = ipywidgets.HBox([self.save, self.kept_choice, self.upload])
        row.layout.flex_flow = files.layout.flex_flow = "row wrap"
        shown = (self.said, self.open_table.box, self.graph_view, self.story_page)
        parts = (row, self.slider, self.notice, *shown, files)
        self.box = ipywidgets.VBox(parts)
        self.box.add_class("rt-replay")
        self.open(*_wanted(match))
        self.slider.observe(self.guard(self._moved, "going to another act"), "value")
        self.moments.observe(self.guard(self._to_moment, "going to a moment"), "value")
        self.graph_choice.observe(self.guard(self._show_graph, "drawing a graph"), "value")
        self.kept_choice.options = [("Choose one", ""), *_kept_matches()]
        self.kept_choice.observe(self.guard(self._open_kept, "opening a kept match"), "value")
        self.save.on_click(self.guard(lambda _button: self._save(), "saving a match"))
        self.upload.observe(self.guard(self._uploaded, "opening a saved match"), "value")
        for button, by in ((self.earlier, -1), (self.later, 1)):
            button.on_click(self.guard(lambda _button, by=by: self.go(self.slider.value + by), "going to another act"))
        self.back.on_click(self.guard(lambda _button: self.go(self.slider.value), "going back to the match"))

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
        self._offer_moments()
        graphs = [("None", NO_GRAPH), ("Where in the game", COURSE)]
        graphs += [("Exchanges so far", EXCHANGES)] if match.variant.exchanges.events else []
        self.graph_choice.options = graphs
        self.moments.index = self.graph_choice.index = 0  # a list that had no options has none chosen yet
        self.go(0)
        self._complain(astray)
        self._read_story(match)

    def _read_story(self, match: Match, expected: ExpectedWinner | None = None) -> None:
        """Read the story, with who was expected to win where it is known; that is found once the rest of it stands."""

        def show(story: Story) -> None:
            self.story, self._has_read = story, True
            self._offer_moments()
            self.moments.index = 0
            if not self.open_table.branched:
                self._say()
                self._show_story()
            if expected is None and match.over:
                self._expected.begin(match)

        self._stories.begin(match, lambda match: _story_read(match, expected), show)

    def _offer_moments(self) -> None:
        """Put the moments into the list, and as marks onto the slider."""
        marked = self.marked()
        self.moments.options = [("Choose one", -1), *marked]
        self.slider.marks = [(act, words) for words, act in marked if act < self.slider.last]

    def marked(self) -> list[tuple[str, int]]:
        """The moments of the match, each with the act after which it had come: turning points, changes of the lead."""
        if not (self.match.over and self._has_read):
            return []
        last = len(self.match.acts)
        points = {point.turn: f"Turn {point.turn}: {point.title}" for point in self.story.turning_points}
        for before, after in zip(self.story.turns, self.story.turns[1:], strict=False):
            if before.ahead != after.ahead and self.story.told_apart:
                ahead = listed([self.story.names[seat] for seat in after.ahead])
                points.setdefault(after.number, f"Turn {after.number}: {ahead} ahead" if ahead else "")
        first: dict[int, int] = {}
        for act, position in enumerate(self.match.positions()):
            first.setdefault(int(position.record.turn), act)
        found = [(words, first.get(turn + 1, last)) for turn, words in sorted(points.items()) if words]
        return [*found, ("The end", last)]

    # ------------------------------------------------------------ an act

    def go(self, act: int) -> None:
        """Show the match as it was after so many acts."""
        act = min(max(act, 0), len(self.match.acts))
        if self.slider.value != act:
            self.slider.value = act  # which shows it
            if self.slider.value == act and self.at == act:
                return
        self._show()

    def _moved(self, _change: Any) -> None:
        self._show()

    def _to_moment(self, change: Any) -> None:
        if change.new is not None and change.new >= 0:
            self.go(change.new)

    def _show(self) -> None:
        """Bring table, words, graph and story to the act of the slider."""
        self._complain("")
        self.at = self.slider.value
        self.then = self.match.after(self.at)
        self.back.layout.display = "none"
        self.save.disabled = not self.match.over
        self.open_table.show(self.then, open_hands=self.match.over)
        self._branch_stories.end()
        self._say()
        self._show_story()
        self._show_graph()

    def _say(self) -> None:
        self.said.value = f'<p role="status">{escape(self.in_words())}</p>'

    def in_words(self) -> str:
        """What has just happened, and who was ahead in the end of the turn before."""
        positions = self.match.positions()
        begin = positions[self.at - 1].log_lines if self.at else 0
        told = self.match.log_lines[begin : positions[self.at].log_lines]
        lines = [line.text for line in told if line.audience == EVERYONE_HEARS and line.text]
        turn = self.then.turn
        turns = self.story.turns if self._has_read else ()
        ahead = next((one for one in reversed(turns) if one.number < turn), None)
        words = [f"Act {self.at} of {len(self.match.acts)}, turn {turn}.", *lines[-3:]]
        if ahead is not None and self.story.told_apart and ahead.ahead:
            words.append(
                f"Ahead after turn {ahead.number}: {listed([self.story.names[seat] for seat in ahead.ahead])}."
            )
        return " ".join(words)

    def _show_story(self) -> None:
        told = self.story.page(now=self.then.turn) if self._has_read else ""
        self.story_page.value = told and pages.page("The story", told)

    # ------------------------------------------------------------ graphs

    def _show_graph(self, _change: Any = None) -> None:
        """The graph that is chosen, as of this act."""
        kind = self.graph_choice.value
        self.graph_view.layout.display = "none" if kind == NO_GRAPH else ""
        if kind == COURSE:
            from workbench.graphs.match_course import picture_of

            self.graph_view.show(self.course, picture_of(self.course, self.then))
        elif kind == EXCHANGES:
            self.graph_view.show(self._exchanges_so_far())

    def _exchanges_so_far(self) -> ExchangeGraph:
        """The exchanges up to this act, those of a branch included."""
        from workbench.graphs import exchange_graph

        return exchange_graph(self.then) if self.open_table.branched else self.exchanges.until(self.at)

    @property
    def exchanges(self) -> ExchangeGraph:
        """The exchanges of the whole match."""
        if self._exchanges is None:
            from workbench.graphs import exchange_graph

            self._exchanges = exchange_graph(self.match)
        return self._exchanges

    @property
    def course(self) -> PhaseGraph:
        """The phases of the match's game: as they were measured and kept, else from a few games between bots."""
        if self._course is None:
            from workbench.graphs.match_course import plan_like
            from workbench.graphs.phases import graph_of
            from workbench.lab.course import kept_course, trace_a_while

            plan = plan_like(self.match, COURSE_GAMES)
            self._course = graph_of(plan, kept_course(plan) or trace_a_while(plan, COURSE_SECONDS))
        return self._course

    # ------------------------------------------------------------ what people do

    def _show_branch(self) -> None:
        """Somebody plays on from here: words, graph and story are of the branch, and the way back is shown."""
        branch = self.open_table.match
        if branch is None or not self.open_table.branched:
            return
        self.back.layout.display = ""
        self.save.disabled = False
        self.then = branch
        self.said.value = f'<p role="status">{escape(self._branch_in_words(branch))}</p>'
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

    def _save(self) -> None:
        """Let the browser save the branch, or the match if nobody has branched off."""
        match = self.open_table.match if self.open_table.branched else self.match
        if match is None or not self.match.over:
            raise RoomError("This match still goes on, and its file would show every hand. Save it at its own table.")
        name = f"{match.game.id}-act-{len(match.acts)}{'-branch' if self.open_table.branched else ''}.json"
        self.slider.save(name, json.dumps(match.to_dict()))

    def _open_kept(self, change: Any) -> None:
        if change.new:
            self.open(Match.from_dict(MatchStore().read(change.new).get("match")))

    def _uploaded(self, change: Any) -> None:
        for file in change.new:
            self.open(Match.from_dict(parse(bytes(file["content"]), str(file["name"]))))

    def _complain(self, words: str) -> None:
        self.notice.value = f'<p role="alert">{escape(words)}</p>' if words else ""


def _story_read(match: Match, expected: ExpectedWinner | None = None) -> Story:
    """The story of a match once all that its page tells has been worked out, so that showing it takes no time."""
    story = Story(match, expected)
    story.page()
    return story


def _button(words: str) -> ipywidgets.Button:
    return ipywidgets.Button(description=words, layout={"width": "max-content"})


def _kept_matches() -> list[tuple[str, str]]:
    """The matches that were played last, with what is said of them; those of games that are not here left out."""
    games = list_games()
    found = []
    for match_id, about in MatchStore().newest():
        if about.game in games:
            state = "over" if about.over else about.phase
            found.append((f"{games[about.game].title}, {listed(about.names)}: turn {about.turn}, {state}", match_id))
    return found


def _wanted(match: Match | str | PathLike[str] | None) -> tuple[Match, str]:
    """The match to open, and why it is not the one that the page's address names; empty if it is."""
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
