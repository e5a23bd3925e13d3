"""Two decks compared on the same seeds: what a change of the card list does, through the noise of single games."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from workbench.decks.deck import Deck
from workbench.kernel.words import counted
from workbench.lab.comparison_tables import ComparisonTables, same_to_the_rules
from workbench.lab.intervals import DOUBT
from workbench.lab.report import Report, play_plan
from workbench.lab.simulation import How, Plan, plan_run
from workbench.play.setup import check_seed
from workbench.storage.errors import OptionError, shown

if TYPE_CHECKING:
    from distributed import Client

    from workbench.lab.findings import Finding
    from workbench.lab.shifts import Verdict


def compare(
    deck_a: Deck,
    deck_b: Deck,
    games: int = 10_000,
    seats: int | None = None,
    bots: str | Sequence[str] | None = None,
    seed: int | None = 1,
    options: Mapping[str, Any] | None = None,
    threads: int | None = None,
    cancel: threading.Event | None = None,
    on_progress: Callable[[int, int], None] | None = None,
    client: Client | None = None,
) -> Comparison:
    """Play the same games with two decks of a game and say what shifts from the first to the second.

    `on_progress(done, total)` counts the games of both; setting `cancel` ends early with the games that both have.
    The other arguments are those of `simulate`, including a cluster's `client`; the seed None draws one for both.
    Raises OptionError, DeckError or ClusterError.

    >>> deck = wb.load_deck("guild_master")  # doctest: +SKIP
    >>> wb.compare(deck, deck.edit(change=[{"card_id": "moat", "resources": "MC"}])).figures  # doctest: +SKIP
    """
    for deck in (deck_a, deck_b):
        if not isinstance(deck, Deck):
            raise OptionError(f"{shown(deck)} is no deck. Give two decks, each as load_deck or Deck.edit returns it.")
    deck_a.diff(deck_b)
    seed = check_seed(seed)

    before, after = (
        plan_run(deck.game, games=games, seats=seats, bots=bots, seed=seed, deck=deck, options=options)
        for deck in (deck_a, deck_b)
    )
    how = How(threads, None, on_progress, cancel, client)
    one = play_plan(before, how.after(0, 2 * before.games))
    same = same_to_the_rules(before, after)
    return Comparison.of(one, one.for_plan(after) if same else play_plan(after, how.after(games, 2 * games)))


class Comparison(ComparisonTables):
    """What shifts from one report to another of the same games, played with two decks.

    `before` and `after` are the reports, `diff` says what differs in the decks, `games` how many games are compared:
    those that both reports have. `remarks` says what only one side has.
    """

    before: Report
    after: Report

    @classmethod
    def of(cls, before: Report, after: Report, studied: bool = True, doubt: float = DOUBT) -> Comparison:
        """Compare two reports of plans that differ in nothing but the deck (and in how many games they have).

        Without `studied`, the figures that need a study of the games (who was ahead, choices, impact) are left out.
        Raises OptionError that says what else differs, DeckError for decks of two games.
        """
        if apart := list(_apart(before.plan, after.plan)):
            raise OptionError(
                f"The two reports are not of the same games: {'; '.join(apart)}. Play both decks with the same "
                "seats, bots, options and seed, for instance with compare(deck_a, deck_b)."
            )
        return cls(before, after, studied, doubt)

    @cached_property
    def findings(self) -> tuple[Finding, ...]:
        """What shifted, in sentences: who wins, then what was edited, then what else; see `workbench.lab.shifts`."""
        from workbench.lab.shifts import shifts_of

        return shifts_of(self)

    @cached_property
    def verdict_parts(self) -> Verdict:
        """What was edited and the first finding; if no shift in who wins is seen, how large an unseen one may be."""
        from workbench.lab.shifts import verdict_of

        return verdict_of(self, self.findings)

    @property
    def verdict(self) -> str:
        """Both parts of the verdict, one after the other."""
        return self.verdict_parts.words

    def __repr__(self) -> str:
        plan = self.after.plan
        lines = len(self.diff.lines)
        return (
            f"<Comparison {plan.game.id}/{plan.variant.key}: {counted(lines, 'difference')}, "
            f"{self.games:,} games, {plan.seats} seats, seed {plan.seed}>"
        )

    def _repr_html_(self) -> str:
        """Pictures with tables behind them, what differs in the decks, and both reports side by side."""
        from workbench.lab.pages import comparison_html

        return comparison_html(self)


def _apart(before: Plan, after: Plan) -> Iterator[str]:
    """What differs between two plans, in words, except for the deck, what the deck sets, and the number of games."""
    parts: dict[str, tuple[Any, Any]] = {
        "game": (before.game.id, after.game.id),
        "variant": (before.variant.key, after.variant.key),
        "seats": (before.seats, after.seats),
        "bots": (", ".join(before.bots), ", ".join(after.bots)),
        "seed": (before.seed, after.seed),
    }
    for key in dict.fromkeys([*before.options, *after.options]):
        if before.deck.meta.options.get(key) == after.deck.meta.options.get(key):
            parts[f"option {key}"] = (before.options.get(key), after.options.get(key))
    for part, (one, other) in parts.items():
        if one != other:
            yield f"{part} {one} and {other}"
