"""The page of graphs: a choice of game and graph, drawn so that nodes can be asked about, and the same in words."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets

from workbench.decks import Deck, load_deck
from workbench.graphs import bonus_graph, exchange_graph, position_graph
from workbench.graphs.pages import folded
from workbench.kernel.game import Game, Variant
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.lab.compiling import CompiledApart
from workbench.pages.guard import Guard
from workbench.pen import element
from workbench.play import Match
from workbench.play.seating import numbered
from workbench.storage.errors import WorkbenchError
from workbench.widgets import pages
from workbench.widgets.address import asked_or_usual_game
from workbench.widgets.graph_view.graph_view import GraphView

if TYPE_CHECKING:
    from workbench.widgets.graph.open_table import OpenTable

PHASES, BONUSES, EXCHANGES, POSITIONS = "phases", "bonuses", "exchanges", "positions"
KINDS = {
    PHASES: "How the game goes",
    BONUSES: "Which card feeds which",
    EXCHANGES: "Who gave whom what",
    POSITIONS: "What can happen from here",
}
OPEN_POSITION = "Open this position"
USUAL_ACT, MOST_DEPTH = 12, 4  # of positions
MOST_SEED = 10**9  # of a chosen match
STAND_IN_SECONDS = 0.3  # of games in plain Python: a first graph appears at once, and that of all games follows
STAYS = "Nothing is lost: choose again."


def rules_of(game: Game) -> list[tuple[str, dict[str, Any]]]:
    """The ways to play a game that have their own graphs: variants, named sets of options, and rules that are off.

    >>> [title for title, _options in rules_of(find_game("guile"))]
    ['Guile', 'Quick', 'Whole class', 'Code of chivalry', 'Extended cast']
    """
    first, *others = game.variants
    usual = {option.key: option.default for option in first.options}
    found: list[tuple[str, dict[str, Any]]] = [(first.title, {})]
    found += [(variant.title, {"game_variant": variant.key}) for variant in others]
    found += [(preset.title, dict(preset.values)) for group in first.presets for preset in group.presets]
    found += [(key.replace("_", " ").capitalize(), {key: True}) for key, value in usual.items() if value is False]
    return [
        (title, options) for place, (title, options) in enumerate(found) if not place or options.items() - usual.items()
    ]


class Steps(NamedTuple):
    """A graph made in two steps: what is available at once, with words, and the complete graph by compiled rules.

    If `few` gives no words, what it shows is complete.
    """

    variant: Variant
    entries: tuple[str, ...]  # of the compiled rules
    few: Callable[[threading.Event], tuple[Any, str]]
    whole: Callable[[threading.Event], Any]


class StateGraphs:
    """The graphs of a game on a page.

    They show how it goes from phase to phase, which card gives which a bonus, what went from seat to seat in a match
    between bots, and what can happen from a position of that match.

    The game is by default the one in the page's address (`graphs.ipynb?game=guile`), or the usual one. `games` are
    played between bots for the phases; until the rules are compiled, plain Python plays fewer. `graph` is the networkx
    graph on the page. With a `deck` all graphs are of that deck, and no other game is offered.

    >>> StateGraphs("guile")  # doctest: +SKIP
    """

    def __init__(self, game_id: str | Game | None = None, *, games: int = 10_000, deck: Deck | None = None) -> None:
        game_id, self._own_deck = deck.game if deck is not None else game_id, deck
        game, astray = asked_or_usual_game() if game_id is None else (find_game(game_id), "")
        self.games = games
        self.graph: Any = None
        self.guard = Guard(self._complain, STAYS)
        self._news = self.guard(self._show_if_asked, "showing a graph")
        self._cancel = threading.Event()
        self._settled = threading.Event()  # whether the final answer to the request is on the page
        self.game_choice = ipywidgets.Dropdown(
            options=[(one.title, key) for key, one in list_games().items()], value=game.id, description="Game"
        )
        self.rules_choice = ipywidgets.Dropdown(description="Rules")
        self.kind_choice = ipywidgets.ToggleButtons(options=[(KINDS[PHASES], PHASES)])
        self.bot_choice = ipywidgets.Dropdown(description="Bots")
        self.match_choice = ipywidgets.BoundedIntText(value=1, min=0, max=MOST_SEED, description="Match")
        self.act_choice = ipywidgets.BoundedIntText(value=USUAL_ACT, min=0, max=MOST_SEED, description="After act")
        self.depth_choice = ipywidgets.BoundedIntText(value=2, min=1, max=MOST_DEPTH, description="Decisions")
        self.seat_choice = ipywidgets.Dropdown(description="Known to")
        of_match = (EXCHANGES, POSITIONS)
        self._of_kinds: tuple[tuple[ipywidgets.Widget, tuple[str, ...]], ...] = (
            (self.rules_choice, (PHASES, *of_match)), (self.bot_choice, (PHASES, *of_match)),
            (self.match_choice, of_match), (self.act_choice, (POSITIONS,)), (self.depth_choice, (POSITIONS,)),
            (self.seat_choice, (POSITIONS,)),
        )  # fmt: skip
        self.view = GraphView(self.guard, lambda: self._complain(""), self._open_position)
        self._compiled = CompiledApart()
        self.state, self.notice = ipywidgets.HTML(), ipywidgets.HTML()
        self.words = ipywidgets.HTML()
        self.game_choice.layout.display = "" if deck is None else "none"
        self.kind_choice.add_class("rt-graphs-kinds")
        choices = ipywidgets.HBox([self.game_choice, *(choice for choice, _ in self._of_kinds)])
        choices.layout.flex_flow = "row wrap"
        self.box = ipywidgets.VBox([choices, self.kind_choice, self.notice, self.state, self.view, self.words])
        self.box.add_class("rt-graphs")
        self._turn_to(game)
        for choice in (self.kind_choice, *(choice for choice, _ in self._of_kinds)):
            choice.observe(self.guard(lambda _change: self._ask(), "drawing a graph"), "value")
        self.game_choice.observe(self.guard(self._game_chosen, "opening a game"), "value")
        self._ask()
        self._complain(astray)

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    @cached_property
    def opened(self) -> OpenTable:
        """The table below the graph, made when first needed: its scripts are larger than the rest of the page."""
        from workbench.widgets.graph.open_table import OpenTable

        table = OpenTable(self.guard)
        table.box.layout.display = "none"
        self.box.children = (*self.box.children[:-1], table.box, self.words)
        return table

    # ------------------------------------------------------------ what is asked

    def _turn_to(self, game: Game) -> None:
        """Offer the rules, graphs and bots of a game."""
        self.game = game
        self.rules = rules_of(game)
        self.rules_choice.options = [(title, place) for place, (title, _options) in enumerate(self.rules)]
        self.rules_choice.value = 0
        self.deck = self._own_deck or load_deck(game)
        there = {BONUSES: bool(self.deck.bonuses), EXCHANGES: bool(game.variants[0].exchanges.events)}
        self._offer_seats()
        self.kind_choice.options = [(words, kind) for kind, words in KINDS.items() if there.get(kind, True)]
        self.kind_choice.value = PHASES
        self.bot_choice.options = [((bot.manner or bot.name).capitalize(), bot.name) for bot in game.bots]
        self.bot_choice.value = game.usual_bot

    @property
    def options(self) -> dict[str, Any]:
        """The options of the chosen rules."""
        return self.rules[self.rules_choice.value][1]

    @property
    def seats(self) -> int:
        """How many play by the chosen rules."""
        return self.game.variant(self.options.get("game_variant")).default_seats

    def _offer_seats(self) -> None:
        """Offer the views of all seats, after the view of somebody who sees all cards."""
        named = [(name, seat) for seat, name in enumerate(numbered(self.seats))]
        if len(named) + 1 != len(self.seat_choice.options):
            self.seat_choice.options = [("Whoever sees all cards", -1), *named]
            self.seat_choice.value = -1

    def _game_chosen(self, change: Any) -> None:
        with self.kind_choice.hold_trait_notifications():
            self._turn_to(find_game(change.new))
        self._ask()

    def _ask(self) -> None:
        """Draw the chosen graph; games are played in a thread, and any earlier request is given up."""
        self._complain("")
        self._cancel.set()
        self._cancel, self._settled = threading.Event(), threading.Event()
        self._offer_seats()
        kind = self.kind_choice.value
        if "opened" in vars(self):
            self.opened.box.layout.display = "none"
        for choice, kinds in self._of_kinds:
            choice.layout.display = "" if kind in kinds else "none"
        if kind in (BONUSES, EXCHANGES):
            self._show(bonus_graph(self.deck) if kind == BONUSES else exchange_graph(self.played_match()), "")
            self._settled.set()
            return
        steps = self._phases() if kind == PHASES else self._positions()
        work = (steps, self._cancel, self._settled, self._news.from_threads())
        threading.Thread(target=self._work, args=work, name=f"{kind} graph", daemon=True).start()

    def played_match(self) -> Match:
        """The chosen match, played to its end between bots."""
        bots, seed = dict.fromkeys(range(self.seats), self.bot_choice.value), self.match_choice.value
        match = Match(self.game, seats=self.seats, seed=seed, deck=self.deck, options=self.options, bots=bots)
        match.play_bots()
        return match

    def wait(self, seconds: float) -> bool:
        """Wait until everything requested is on the page; return whether it is."""
        return self._settled.wait(seconds)

    # ------------------------------------------------------------ the graphs

    def _phases(self) -> Steps:
        """The course of the game: from a few games in plain Python first, then from all."""
        from workbench.graphs.phases import graph_of
        from workbench.lab.course import keep_course, kept_course, trace, trace_a_while
        from workbench.lab.simulation import check_threads, plan_run

        plan = plan_run(self.game, games=self.games, bots=self.bot_choice.value, deck=self.deck, options=self.options)

        def few(cancel: threading.Event) -> tuple[Any, str]:
            kept = kept_course(plan) if self.bot_choice.value == self.game.usual_bot else None
            if kept is not None and (graph := graph_of(plan, kept)).graph["games"] == plan.games:
                return graph, ""
            graph = graph_of(plan, trace_a_while(plan, STAND_IN_SECONDS, cancel))
            return graph, f"{graph.graph['games']:,} games so far; {plan.games:,} follow."

        def whole(cancel: threading.Event) -> Any:
            course = trace(plan, check_threads(None), cancel=cancel)
            if not cancel.is_set():
                keep_course(plan, course)
            return graph_of(plan, course)

        return Steps(plan.variant, ("trace_games",), few, whole)

    def _positions(self) -> Steps:
        """What can happen from a position of a match between bots; who wins there follows once rules are compiled."""
        match = self.played_match()
        match = match.after(min(self.act_choice.value, len(match.acts)))
        seat = None if self.seat_choice.value < 0 else self.seat_choice.value
        depth, where = self.depth_choice.value, f"After act {len(match.acts)}."

        def few(_cancel: threading.Event) -> tuple[Any, str]:
            graph = position_graph(match, depth, seat, playouts=0, compiled=False)
            return graph, f"{where} Who would win is worked out in a moment."

        def whole(_cancel: threading.Event) -> Any:
            return position_graph(match, depth, seat, compiled=True)

        return Steps(match.variant, ("expand", "play_out"), few, whole)

    # ------------------------------------------------------------ games, in a thread

    def _work(self, steps: Steps, cancel: threading.Event, settled: threading.Event, tell: Callable[..., None]) -> None:
        """Show what is available at once, then the complete graph once the rules are compiled."""
        try:
            graph, words = steps.few(cancel)
            tell(graph, words, cancel)
            if not words:
                return
            if self._compiled.see_to(self.game, steps.variant, steps.entries, cancel) and not cancel.is_set():
                tell(steps.whole(cancel), "", cancel)
        except WorkbenchError as problem:
            tell(None, str(problem), cancel)
        finally:
            settled.set()

    # ------------------------------------------------------------ the page

    def _show_if_asked(self, graph: Any, state: str, cancel: threading.Event) -> None:
        if cancel.is_set():
            return
        if graph is None:
            self._complain(state)
        else:
            self._show(graph, state)

    def _show(self, graph: Any, state: str) -> None:
        """Show a graph on the page."""
        self.graph = graph
        first, *rest = graph.in_words()
        self.state.value = element("p", state or first, role="status")
        self.words.value = pages.page("In words", folded("In words", rest))
        self.view.opens = OPEN_POSITION if self.kind_choice.value == POSITIONS else ""
        self.view.show(graph)

    def _open_position(self, node: str) -> None:
        """Open a position of the graph on a table below it."""
        if self.kind_choice.value == POSITIONS:
            self.opened.show(self.graph.match_at(node), open_hands=True)
            self.opened.box.layout.display = ""

    def _complain(self, words: str) -> None:
        self.notice.value = pages.alert(words)
