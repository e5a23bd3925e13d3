"""The page of graphs: which game, which graph of it, drawn to be asked, and the same in words."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets

from workbench.decks import load_deck
from workbench.kernel.engine.speeds import is_compiled
from workbench.kernel.registry import game as find_game
from workbench.kernel.registry import list_games
from workbench.play import Match
from workbench.storage.errors import WorkbenchError
from workbench.widgets import pages
from workbench.widgets.address import asked_or_usual_game
from workbench.widgets.faults import Guard
from workbench.widgets.graph.graph_view import GraphView

if TYPE_CHECKING:
    from workbench.kernel.game import Game
    from workbench.lab.simulation import Plan

PHASES, BONUSES, EXCHANGES = "phases", "bonuses", "exchanges"
OF_A_MATCH = (EXCHANGES,)  # graphs that are read off one match
MOST_SEED = 10**9  # of a match that is chosen
STAND_IN_SECONDS = 1.2  # of games in plain Python, while the rules are not compiled
LOOKED_EVERY = 0.25  # seconds between two looks at whether the compiler is done
STAYS = "Nothing is lost: choose again."


class StateGraphs:
    """The graphs of a game on a page: how it goes from phase to phase, which card gives which a bonus,
    and what went from seat to seat in a match between bots.

    Without a game it is that of the page's address (`graphs.ipynb?game=guile`), else the usual one. `games` are played
    between bots for the phases; until the rules are compiled, plain Python plays fewer. `graph` is the networkx graph
    on the page.

    >>> StateGraphs("guile")  # doctest: +SKIP
    """

    def __init__(self, game_id: str | Game | None = None, *, games: int = 10_000) -> None:
        game, astray = asked_or_usual_game() if game_id is None else (find_game(game_id), "")
        self.games = games
        self.graph: Any = None
        self.guard = Guard(self._complain, STAYS)
        self._news = self.guard(self._show_if_asked, "showing a graph")
        self._cancel = threading.Event()
        self._settled = threading.Event()  # whether the last word on what was asked is on the page
        self.game_choice = ipywidgets.Dropdown(
            options=[(one.title, key) for key, one in list_games().items()], value=game.id, description="Game"
        )
        self.kind_choice = ipywidgets.Dropdown(options=[("Phases", PHASES)], description="Graph")
        self.bot_choice = ipywidgets.Dropdown(description="Bots")
        self.match_choice = ipywidgets.BoundedIntText(value=1, min=0, max=MOST_SEED, description="Match")
        self.view = GraphView(self.guard(self._hear, "hearing the page"))
        self.state, self.notice = ipywidgets.HTML(), ipywidgets.HTML()
        self.words = ipywidgets.HTML()
        choices = ipywidgets.HBox([self.game_choice, self.kind_choice, self.bot_choice, self.match_choice])
        choices.layout.flex_flow = "row wrap"
        self.box = ipywidgets.VBox([choices, self.notice, self.state, self.view, self.words])
        self.box.add_class("rt-graphs")
        self._turn_to(game)
        for choice in (self.kind_choice, self.bot_choice, self.match_choice):
            choice.observe(self.guard(self._asked, "drawing a graph"), "value")
        self.game_choice.observe(self.guard(self._game_chosen, "opening a game"), "value")
        self._ask()
        self._complain(astray)

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    # ------------------------------------------------------------ what is asked

    def _turn_to(self, game: Game) -> None:
        """Offer the graphs and bots of a game."""
        self.game = game
        self.deck = load_deck(game)
        kinds = [("Phases", PHASES), *([("Bonuses", BONUSES)] if self.deck.bonuses else [])]
        kinds += [("Exchanges", EXCHANGES)] if game.variants[0].exchanges.events else []
        self.kind_choice.options = kinds
        self.bot_choice.options = [(bot.name, bot.name) for bot in game.bots]
        self.bot_choice.value = game.usual_bot

    def _game_chosen(self, change: Any) -> None:
        with self.kind_choice.hold_trait_notifications():
            self._turn_to(find_game(change.new))
        self._ask()

    def _asked(self, change: Any) -> None:
        self._ask()

    def _ask(self) -> None:
        """Draw what is chosen; games are played in a thread, and what was asked before is given up."""
        self._complain("")
        self._cancel.set()
        self._cancel, self._settled = threading.Event(), threading.Event()
        kind = self.kind_choice.value
        self.bot_choice.layout.display = "none" if kind == BONUSES else ""
        self.match_choice.layout.display = "" if kind in OF_A_MATCH else "none"
        if kind in AT_ONCE:
            self._show(AT_ONCE[kind](self), "")
            self._settled.set()
            return
        from workbench.lab.simulation import plan_run

        plan = plan_run(self.game, games=self.games, bots=self.bot_choice.value, deck=self.deck)
        work = (plan, self._cancel, self._settled, self._on_the_page())
        threading.Thread(target=self._play, args=work, name="phase graph", daemon=True).start()

    def _bonuses(self) -> Any:
        """The graph of the deck's bonuses."""
        from workbench.graphs import bonus_graph

        return bonus_graph(self.deck)

    def _exchanges(self) -> Any:
        """The graph of what went from seat to seat in a match between bots."""
        from workbench.graphs import exchange_graph

        return exchange_graph(self.played_match())

    def played_match(self) -> Match:
        """The match that is chosen, played to its end between bots."""
        seats = self.game.variants[0].default_seats
        bots = dict.fromkeys(range(seats), self.bot_choice.value)
        match = Match(self.game, seats=seats, seed=self.match_choice.value, deck=self.deck, bots=bots)
        match.play_bots()
        return match

    def wait(self, seconds: float) -> bool:
        """Wait until what was asked is on the page in full; whether it is."""
        return self._settled.wait(seconds)

    # ------------------------------------------------------------ games, in a thread

    def _on_the_page(self) -> Callable[..., None]:
        """Shows news where the page is worked on: on the event loop, if one runs."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return self._news

        def tell(*news: Any) -> None:
            loop.call_soon_threadsafe(self._news, *news)

        return tell

    def _play(self, plan: Plan, cancel: threading.Event, settled: threading.Event, tell: Callable[..., None]) -> None:
        """A graph of the few games that plain Python plays, if the rules are not compiled; then of all games."""
        from workbench.graphs.phases import graph_of
        from workbench.lab.course import trace, trace_a_while
        from workbench.lab.simulation import check_threads

        try:
            if not is_compiled(plan.variant, "trace_games"):
                few = graph_of(plan, trace_a_while(plan, STAND_IN_SECONDS, cancel))
                words = f"{few.graph['games']:,} games so far, played in plain Python; {plan.games:,} follow as soon as"
                tell(few, f"{words} the rules are compiled.", cancel)
                self._compile(plan, cancel)
            if not cancel.is_set():
                whole = graph_of(plan, trace(plan, check_threads(None), cancel=cancel))
                tell(whole, "", cancel)
        except WorkbenchError as problem:
            tell(None, str(problem), cancel)
        finally:
            settled.set()

    def _compile(self, plan: Plan, cancel: threading.Event) -> None:
        """Let a process compile the rules; where none can, this thread does when it plays."""
        from workbench.lab.compiling import Compilation

        try:
            compilation = Compilation(plan.game, plan.variant)
        except OSError:
            return
        while compilation.running and not is_compiled(plan.variant, "trace_games"):
            if cancel.wait(LOOKED_EVERY):
                break
        if cancel.is_set():
            compilation.end()

    # ------------------------------------------------------------ the page

    def _show_if_asked(self, graph: Any, state: str, cancel: threading.Event) -> None:
        if cancel.is_set():
            return
        if graph is None:
            self._complain(state)
        else:
            self._show(graph, state)

    def _show(self, graph: Any, state: str) -> None:
        """Put a graph on the page."""
        self.graph = graph
        first, *rest = graph.in_words()
        self.state.value = f'<p role="status">{escape(state or first)}</p>'
        listed = "".join(f"<li>{escape(sentence)}</li>" for sentence in rest)
        self.words.value = pages.page("In words", f"<details><summary>In words</summary><ul>{listed}</ul></details>")
        self.view.show(graph)

    def _hear(self, message: Any) -> None:
        """The page of a graph asks Python for nothing; that it is still there takes the last notice away."""
        self._complain("")

    def _complain(self, words: str) -> None:
        self.notice.value = f'<p role="alert">{escape(words)}</p>' if words else ""


AT_ONCE: dict[str, Callable[[StateGraphs], Any]] = {
    BONUSES: StateGraphs._bonuses,
    EXCHANGES: StateGraphs._exchanges,
}
