"""A first game that is played, not set up: it begins dealt, and marks say what to press until one can go on alone.

It stands in `first_game.toml` in the folder of a game, as what is dealt and a few marks. A mark waits for one choice
(`press`), or comes in a phase (`phase`) and says what follows. Which mark is shown follows only from the acts, so that
taking back and reloading lead to the right one.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from workbench.kernel.game import Game
from workbench.play.match import Match
from workbench.storage.errors import IllegalAction, OptionError

FILE = "first_game.toml"
SEAT = 0  # of the person
# Ways out of it, as buttons of the ribbon: what stands on each, and what it asks for; the first of several is gold.
WITH_HELP = [["Without help", "alone"]]
AT_THE_END = [["Now without help", "alone"], ["Once more with help", "first_game"]]


def mark_at(words: str, actions: Sequence[int], number: int, of: int = 0) -> dict[str, Any]:
    """A mark as plain data: what it says, the actions at whose things it points, and its number, of so many."""
    return {"words": words, "at": list(actions), "number": number, "of": of}


def offering(scene: dict[str, Any], actions: Collection[int]) -> dict[str, Any]:
    """The parts of a scene that offer choices, with these alone."""
    zones = [
        {**zone, "cards": [card if card["action"] in actions else {**card, "action": None} for card in zone["cards"]]}
        for zone in scene["zones"]
    ]
    return {"choices": [one for one in scene["choices"] if one["action"] in actions], "zones": zones}


@dataclass(frozen=True)
class Mark:
    """What is said at one thing: `press` is the label of the choice that is waited for, `phase` the key of a phase."""

    words: str
    press: str = ""
    phase: str = ""


@dataclass(frozen=True)
class FirstGame:
    """What a game deals to a first-time player, and leads them through. `seconds` is how long its bot waits.

    opening: what lies on the table already, as labels with their seats; goal: what is played for, {bot} by name.
    """

    game: Game
    seed: int
    bot: str
    seconds: float
    goal: str
    options: dict[str, Any]
    opening: tuple[tuple[int, str], ...]
    marks: tuple[Mark, ...]

    @classmethod
    def of(cls, game: Game) -> FirstGame:
        """The first game that a game has written; OptionError where it has none.

        >>> from workbench.kernel.registry import game
        >>> len(FirstGame.of(game("guile")).marks)
        3
        """
        if not has_first_game(game):
            raise OptionError(f"{game.title} has no first game with marks. Choose who plays, and deal.")
        written = dict(game.written(FILE))
        opening = tuple((seat, label) for seat, label in written.pop("opening"))
        marks = tuple(Mark(**mark) for mark in written.pop("marks"))
        return cls(game=game, opening=opening, marks=marks, **written)

    def deal(self) -> Match:
        """The match, with all that the opening lays."""
        seats = self.game.variants[0].seats.start
        bots = dict.fromkeys(range(1, seats), self.bot)
        match = Match(self.game, seats=seats, seed=self.seed, options=self.options, bots=bots)
        for seat, label in self.opening:
            match.play(seat, label)
        return match

    # Leading through it: which mark is shown in a match, and what may be pressed

    def number(self, match: Match) -> int | None:
        """The number of the mark that is shown now, from 0 on; None while the match is played without one."""
        waiting = self._waiting(match)
        if waiting is not None:
            return waiting if self._action(match, waiting) is not None else None
        phase = match.scene(SEAT).phase
        return next((number for number, mark in enumerate(self.marks) if mark.phase == phase), None)

    def _waiting(self, match: Match) -> int | None:
        """The first mark that waits for a choice which has not been made yet."""
        waits = [number for number, mark in enumerate(self.marks) if mark.press]
        for act in match.acts[len(self.opening) :]:
            if waits and act.seat == SEAT and match.words_of(act.actions) == self.marks[waits[0]].press:
                waits.pop(0)
        return waits[0] if waits else None

    def _action(self, match: Match, number: int) -> int | None:
        """The action that a mark waits for, where it may be taken now."""
        label = self.marks[number].press
        return next((action.id for action in match.legal(SEAT) if action.label == label), None)

    def wanted(self, match: Match) -> int | None:
        """The one action that may be pressed now; None where nothing is waited for."""
        number = self.number(match)
        return None if number is None else self._action(match, number)

    def check(self, match: Match, actions: Iterable[int]) -> None:
        """Raise IllegalAction for an act that the mark does not wait for; nothing is checked between marks."""
        number, wanted = self.number(match), self.wanted(match)
        if number is not None and wanted is not None and list(actions) != [wanted]:
            raise IllegalAction(f"{self.marks[number].words} Or go on without help.")

    def told(self, match: Match, scene: dict[str, Any]) -> dict[str, Any]:
        """What a scene says instead: the mark at the one thing that may be pressed, and the ways out."""
        number, wanted = self.number(match), self.wanted(match)
        bot = match.seat_names[next(seat for seat in range(match.seats) if seat != SEAT)]
        told: dict[str, Any] = {"ways": WITH_HELP, "hint": self.goal.format(bot=bot)}
        if number is None:
            return told
        at, marks = [] if wanted is None else [wanted], self.marks
        told |= {**offering(scene, at), "mark": mark_at(marks[number].words, at, number + 1, len(marks))}
        if not at:
            outcome = (scene["reveal"] or {}).get("outcome", "") or scene["strong"]
            told |= {"ways": AT_THE_END, "selection": None, "strong": outcome, "prompt": "", "message": ""}
        return told


def has_first_game(game: Game) -> bool:
    """Whether a game has written a first game."""
    return bool(game.written(FILE))
