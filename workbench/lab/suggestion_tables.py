"""A suggestion: a list of edits, and what games say of it, as plain data and in sentences."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Any, NamedTuple

from workbench.decks import Deck
from workbench.decks.deck_edit import DeckEdit
from workbench.kernel.words import counted
from workbench.lab.figures import Rows, of_100, table
from workbench.lab.simulation import Plan
from workbench.lab.targets import FIRST_SEAT, IMPACT, LENGTH, WIN_RATE, Figure, Target


class Measured(NamedTuple):
    """The figure of a target before and after the edits: in so many games of a seed, by a bot, perhaps the `second`.

    How long the second bot plays is its own: it is told, and not judged.
    """

    target: Target
    bot: str
    before: Figure
    after: Figure
    games: int
    seed: int
    second: bool = False

    @property
    def reached(self) -> bool:
        """Whether the figure lies where it should after the edits."""
        return self.target.holds(self.after)

    @property
    def missed(self) -> bool:
        """Whether its whole interval lies elsewhere."""
        return not self.target.may_hold(self.after) and not self._is_its_own

    @property
    def _is_its_own(self) -> bool:
        return self.second and self.target.kind == LENGTH

    @property
    def surely(self) -> bool:
        """Whether its whole interval does."""
        return self.target.surely_holds(self.after)

    @property
    def verdict(self) -> str:
        """Whether it is reached, and how surely, in a word or two."""
        if self._is_its_own:
            return ""
        if self.surely:
            return "reached"
        return "reached, not beyond doubt" if self.reached else "not reached" if self.missed else "perhaps reached"

    @property
    def words(self) -> str:
        """What the figure is and was, as a sentence."""
        return self._with("" if self.before == self.after else f", before {self.told(self.before)}")

    @property
    def then(self) -> str:
        """What the figure is, as a sentence."""
        return self._with("")

    def _with(self, changed: str) -> str:
        after, before = self.after, self.before
        if self.target.kind == IMPACT:
            changed = f"; before it was {before.about} with {self.told(before)}" if changed else ""
            return f"Most is brought by {after.about}: {self.told(after)} wins in 100 games{changed}."
        if self.target.kind == LENGTH:
            return f"A game takes {self.told(after)} turns{changed}."
        if self.target.kind == FIRST_SEAT:
            even = f"; an even share is {of_100(after.even)}"
            return f"Who begins wins {_of_100_games(after)}{changed}{even}."
        better, other = self.target.bots
        return f"{better} wins {_of_100_games(after)} against {other}{changed}."

    def told(self, figure: Figure) -> str:
        """A figure with its interval."""
        if self.target.kind != LENGTH:
            return f"{of_100(figure.value)} ({of_100(figure.low)} to {of_100(figure.high)})"
        between = f"{figure.low:.1f} to {figure.high:.1f}" if figure.low == figure.low else "in every game"
        return f"{figure.value:.1f} ({between})"


def _of_100_games(figure: Figure) -> str:
    return f"{of_100(figure.value)} of 100 games ({of_100(figure.low)} to {of_100(figure.high)})"


@dataclass(frozen=True, eq=False, repr=False)
class SuggestionTables:
    """A list of edits of a deck that reaches targets, or the closest that was found; `reached` says which.

    `plan` is what was played before them, `deck` the one with all edits; each edit can be made by itself,
    `edit.applied`, and taken back. `measured` has the figures before and after, in games that the search had not seen,
    of both bots; `steps` those of the first bot before and after each edit, made on top of the ones before it, in the
    same games. `tried` is how many lists were raced, `played` how many games that took; `cancelled` says that it was
    ended early.
    """

    plan: Plan
    targets: tuple[Target, ...]
    edits: tuple[DeckEdit, ...]
    deck: Deck
    reached: bool
    measured: tuple[Measured, ...]
    steps: tuple[tuple[Measured, ...], ...] = ()
    tried: int = 0
    played: int = 0
    cancelled: bool = False

    @property
    def with_both(self) -> bool:
        """Whether the targets are reached, and none is surely missed by the second bot."""
        return self.reached and not any(one.missed for one in self.measured)

    @property
    def decks(self) -> tuple[Deck, ...]:
        """The deck after the first edit, after the first two, and so on."""
        _, *decks = accumulate(self.edits, lambda deck, edit: edit.applied(deck), initial=self.plan.deck)
        return tuple(decks)

    @property
    def about(self) -> dict[str, Any]:
        """What every figure belongs to: enough to search again."""
        plan = self.plan
        return {
            **plan.played,
            **plan.setting,
            "bots": list(dict.fromkeys(one.bot for one in self.measured if one.bot)),
            "games": plan.games,
            "targets": [target.words for target in self.targets if not target.kept],
            "reached": self.reached,
            "with_both_bots": self.with_both,
            "cancelled": self.cancelled,
            "tried": self.tried,
            "games_in_all": self.played,
            "deck_digest_after": self.deck.digest,
        }

    @table("figure bot least most even before before_low before_high after low high reached surely games seed")
    def figures(self) -> Rows:
        """A row per target and bot: where the figure should lie, what it was and is (95% intervals), in which games."""
        for one in self.measured:
            target, sides = one.target, (*one.before[:3], *one.after[:3])
            name = target.kind if target.kind != WIN_RATE else f"{target.kind}: {', '.join(target.bots)}"
            bounds = (target.least, target.most, one.after.even)
            yield name, one.bot, *bounds, *sides, one.reached, one.surely, one.games, one.seed

    @table("edit name place key before after")
    def changes(self) -> Rows:
        """A row per cell or option that the edits write, edits counted from 1; what is left open is empty."""
        for number, edit in enumerate(self.edits, 1):
            for key, value in edit.after.items():
                both = ("" if of is None else of for of in (edit.before[key], value))
                yield number, edit.name, edit.file or "options", key, *both

    @cached_property
    def text(self) -> str:
        """The edits and what they bring, in sentences."""
        return " ".join(self.sentences)

    @property
    def sentences(self) -> list[str]:
        """What there is to say, one sentence after the other."""
        own, others = ([one for one in self.measured if one.second == second] for second in (False, True))
        said = [self.verdict, *self._said_of_edits, *(one.words for one in own)]
        said += [f"With {one.bot}{' it is not reached' * one.missed}: {one.words}" for one in others]
        return [*said, self._how_sure(own)]

    @property
    def _said_of_edits(self) -> list[str]:
        """Each edit and, for all but the last, what it has brought by then."""
        brought = [[one.then for one in step if not one.target.kept] for step in self.steps[:-1]]
        brought += [[]] * (len(self.edits) - len(brought))
        return [" ".join([edit.words, *then]) for edit, then in zip(self.edits, brought, strict=True)]

    @property
    def verdict(self) -> str:
        """Whether the targets are reached, in a sentence or two."""
        asked = "; ".join(target.words for target in self.targets if not target.kept)
        if self.reached:
            many = counted(len(self.edits), "edit reaches", "edits reach")
            return f"{many} it: {asked}." if self.edits else f"No edit is needed: {asked}."
        early = "Ended early. " if self.cancelled else ""
        closest = "The closest that was found:" if self.edits else "Nothing that was tried comes closer."
        return f"{early}Not reached: {asked}. {closest}"

    def _how_sure(self, own: Sequence[Measured]) -> str:
        """In which games it was measured, and what may yet lie outside."""
        games = f"Measured anew in {counted(own[0].games, 'game')} of {self.measured[0].bot}"
        if not self.reached or all(one.surely for one in own):
            return f"{games}."
        return f"{games}; by the intervals, more games may find it just outside."

    @property
    def title(self) -> str:
        """What was searched, in one line."""
        plan = self.plan
        return (
            f"{plan.game.title}, deck {plan.deck.name}, {plan.seats} seats, seed {plan.seed}: "
            f"{counted(self.tried, 'list')} of edits tried in {counted(self.played, 'game')}"
        )

    def __repr__(self) -> str:
        return f"<Suggestion {self.title}. {self.text}>"
