"""Races: lists of edits play the same games until only those that come closest to the targets are left.

In each round all that are left play new games, the same for all; then those that are clearly behind the best by these
games (paired) drop out, and so do those beyond the places of the round. So few games are spent on what helps little,
and many on what is close (successive halving, with the early exits of a race).
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import Any

from workbench.decks import Deck
from workbench.decks.deck_edit import DeckEdit
from workbench.lab.comparison_tables import same_to_the_rules
from workbench.lab.targets import Samples, clearly_behind, off
from workbench.lab.trials import Trials
from workbench.storage.errors import DeckError, OptionError

ROUNDS = ((20, 24), (20, 12), (5, 6), (2, 4))  # a part of all games; how many are left after them
LEAST_ROUND = 250  # games


@dataclass
class Entrant:
    """A deck with a list of edits, and what games have told of it in so many rounds."""

    edits: tuple[DeckEdit, ...]
    deck: Deck
    samples: Samples = field(default_factory=dict)
    rounds: int = 0

    @property
    def off(self) -> float:
        """How far it is from what is aimed at."""
        return off(self.samples)

    @property
    def may_reach(self) -> bool:
        """Whether it is among the last of its race and all figures may lie in their windows, by what is known."""
        return self.rounds == len(ROUNDS) and all(
            target.may_hold(sample.figure) for target, sample in self.samples.items()
        )

    @property
    def weight(self) -> float:
        """How much is changed: a number by its relative change, anything else as a whole."""
        return sum(_weight(edit) for edit in self.edits)

    @property
    def rank(self) -> tuple[int, float, float]:
        """What comes first is shortest, of those that are near enough the one that changes least."""
        near = self.off
        return (0, self.weight, near) if not near else (1, near, self.weight)

    @property
    def written(self) -> frozenset[tuple[Any, ...]]:
        """What the list writes where: the same for lists that make the same deck."""
        return frozenset((edit.place, *edit.after.values()) for edit in self.edits)


def _weight(edit: DeckEdit) -> float:
    parts = []
    for key, new in edit.after.items():
        old = edit.before[key]
        numbers = isinstance(new, int) and isinstance(old, int) and not isinstance(new, bool)
        parts.append(abs(int(new or 0) - int(old or 0)) / max(abs(int(old or 0)), 1) if numbers else 1.0)
    return max(parts)


def race(
    trials: Trials,
    entrants: Sequence[Entrant],
    bots: str,
    seeds: Iterator[int],
    games: int,
    cards: Collection[str] | None = None,
) -> list[Entrant]:
    """All entrants in the order in which they came in; raises Stopped, OptionError or DeckError.

    Impacts may be those of some `cards` alone, and of each entrant's edited ones.
    """
    running, out = list(entrants), list[Entrant]()
    for entrant in running:
        entrant.samples, entrant.rounds = {}, 0
    for part, places in ROUNDS:
        seed, size = next(seeds), round_size(games, part)
        running = [one for one in running if plays(trials, one, bots, seed, size, cards)]
        running.sort(key=lambda entrant: entrant.rank)
        behind = [one for one in running if clearly_behind(one.samples, running[0].samples)]
        left = [one for one in running if one not in behind]
        out = [*left[places:], *behind, *out]
        running = left[:places]
    return [*running, *out]


def plays(
    trials: Trials, entrant: Entrant, bots: str, seed: int, games: int, cards: Collection[str] | None = None
) -> bool:
    """Let an entrant play a round, and say whether it can and has all figures asked for; otherwise it is out."""
    about = None if cards is None else {*cards, *(edit.card for edit in entrant.edits)}
    try:
        told = trials.samples(entrant.deck, bots, seed, games, cards=about)
    except (OptionError, DeckError):  # a rule that does not fit so many seats, or leaves no figure
        return False
    known, entrant.rounds = entrant.samples, entrant.rounds + 1
    entrant.samples = {target: known[target].joined(sample) if known else sample for target, sample in told.items()}
    return True


def round_size(games: int, part: int) -> int:
    """How many games a round has."""
    return min(games, max(LEAST_ROUND, games // part))


def expected_games(entrants: int, games: int) -> int:
    """How many games a race takes at most."""
    total = 0
    for part, places in ROUNDS:
        total += entrants * round_size(games, part)
        entrants = min(entrants, places)
    return total


def entered(trials: Trials, deck: Deck, lists: Iterable[tuple[DeckEdit, ...]], bots: str) -> list[Entrant]:
    """The decks with lists of edits, each once: those that can be made and played, and are not the deck itself."""
    before = trials.plan(deck, bots, 0, 1)
    found: dict[frozenset[Any], Entrant] = {}
    for edits in lists:
        entrant = Entrant(edits, deck)
        if entrant.written in found:
            continue
        with contextlib.suppress(DeckError, OptionError):
            entrant.deck = reduce(lambda made, edit: edit.applied(made), edits, deck)
            if not edits or not same_to_the_rules(before, trials.plan(entrant.deck, bots, 0, 1)):
                found[entrant.written] = entrant
    return list(found.values())
