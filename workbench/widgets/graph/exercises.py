"""Self-checking exercises on the graphs of a game: a class finds a number on the page and types it.

No answer is stored here: each is counted on the graph in question, once somebody has answered.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import ipywidgets

from workbench.decks import load_deck
from workbench.graphs import bonus_graph, exchange_graph, phase_graph, position_graph
from workbench.graphs.exchanges import CARD
from workbench.pages.guard import Guard
from workbench.pen import element
from workbench.play.match import Match
from workbench.widgets import pages

STAYS = "Nothing is lost: type the answer again."
GAMES = 40  # enough for a phase graph to show even rarely taken ways
ACT, DECISIONS = 12, 2  # of the position that an exercise asks about


class Exercise(NamedTuple):
    """A question whose answer is a number: how to count it, where to look, and what the number means."""

    question: str
    right: Callable[[], int]
    hint: str
    means: str


def _worth_of_the_longest_chain() -> int:
    bonuses = bonus_graph(load_deck("guild_master"))
    return sum(bonuses.worth(bonuses.chains[0]))


def _travels_of_the_sword() -> int:
    match = _played("excalibur", seed=1)
    return sum(passage.kind == CARD and passage.said == "Excalibur" for passage in exchange_graph(match).passages)


def _positions_ahead() -> int:
    match = _played("guile", seed=1).after(ACT)
    return len(position_graph(match, DECISIONS, playouts=0, compiled=False).search.words)


def _played(game: str, seed: int) -> Match:
    """The match with this seed that the page of graphs shows, between its usual bots."""
    match = Match(game, seed=seed)
    for seat in range(match.seats):
        match.seat_bot(seat, match.game.usual_bot)
    match.play_bots()
    return match


EXERCISES = (
    Exercise(
        "Guile, phases: to how many phases can an action lead, its own among them?",
        lambda: phase_graph("guile", GAMES, bots="random", compiled=False).out_degree("act"),
        "Press the phase Action, and count where it leads; to stay is one of them.",
        "another action, a look at a card, the next round, or the end",
    ),
    Exercise(
        "Guild Master, bonuses: of how many cards is the longest chain?",
        lambda: len(bonus_graph(load_deck("guild_master")).chains[0]),
        "Follow the lines from left to right, or open the words below the picture.",
        "each is fed by the one before it",
    ),
    Exercise(
        "Guild Master, bonuses: what is that chain worth to who has all of it?",
        _worth_of_the_longest_chain,
        "Press its last card: the points of the cards themselves, and those that come as bonuses.",
        "the cards' own points, and one for each link",
    ),
    Exercise(
        "Excalibur, exchanges, match 1: how often did Excalibur go from one seat to another?",
        _travels_of_the_sword,
        "Follow the band below the ring: count where it leaves a line.",
        "a sword that nobody keeps for long",
    ),
    Exercise(
        f"Guile, positions, match 1 after act {ACT}: how many positions are there within {DECISIONS} decisions?",
        _positions_ahead,
        "The sentence above the picture counts them, with all cards open.",
        "equal positions count once, whichever way one came",
    ),
)


class GraphExercises:
    """Questions about the graphs of our games, each with a field for its answer.

    >>> exercises = GraphExercises()
    >>> exercises.fields[1].value = "5"
    >>> exercises.said[1].value
    '<p role="status">Not 5. Follow the lines from left to right, or open the words below the picture.</p>'
    """

    def __init__(self) -> None:
        self._answers: dict[int, int] = {}
        self.notice = ipywidgets.HTML()
        self.guard = Guard(self._complain, STAYS)
        self.fields: list[ipywidgets.Text] = []
        self.said: list[ipywidgets.HTML] = []
        parts: list[Any] = [self.notice]
        for number, exercise in enumerate(EXERCISES):
            field = ipywidgets.Text(description=f"Answer {number + 1}", continuous_update=False)
            said = ipywidgets.HTML()
            field.observe(self.guard(partial(self._look, number), "checking an answer"), "value")
            self.fields.append(field)
            self.said.append(said)
            question = ipywidgets.HTML(element("p", element("b", f"{number + 1}."), f" {exercise.question}"))
            parts += [question, field, said]
        self.box = ipywidgets.VBox(parts)
        self.box.add_class("rt-exercises")

    def _repr_mimebundle_(self, **given: Any) -> Any:
        return self.box._repr_mimebundle_(**given)

    def answer(self, number: int) -> int:
        """The correct number, counted on the graph itself."""
        if number not in self._answers:
            self._answers[number] = EXERCISES[number].right()
        return self._answers[number]

    def _look(self, number: int, change: Any) -> None:
        """Say whether an answer is correct and, if not, where to look."""
        self._complain("")
        self.said[number].value = element("p", self._judged(number, change.new.strip()), role="status")

    def _judged(self, number: int, typed: str) -> str:
        exercise = EXERCISES[number]
        if not typed:
            return ""
        if not typed.isdecimal():
            return "Type a whole number, such as 7."
        if int(typed) != self.answer(number):
            return f"Not {int(typed)}. {exercise.hint}"
        return f"Right: {self.answer(number)}, {exercise.means}."

    def _complain(self, words: str) -> None:
        self.notice.value = pages.alert(words)
