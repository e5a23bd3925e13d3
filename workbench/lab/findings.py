"""Findings: what stands out in a report, in sentences, what shifts most who wins first.

A report tests many things at once (`workbench.lab.suspects`), so findings must be so clear that the chance of any
accidental one is 1 % (Holm 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.words import counted, listed
from workbench.lab import suspects
from workbench.lab.figures import DEAD, of_100
from workbench.lab.intervals import beyond_doubt
from workbench.lab.suspects import Suspect

if TYPE_CHECKING:
    from workbench.lab.edits import Edit
    from workbench.lab.report_tables import ReportTables

MOST_FINDINGS = 5
FALSE_ALARMS = 0.01  # the chance that a report in which nothing is wrong has any finding
NAMED = 3  # cards that a sentence names; the others it only counts


class Finding(NamedTuple):
    """A sentence about what stands out, and the figure that it rests on.

    `cards` are the ids of the cards that it is about. `effect`, with its 95% interval from `low` to `high`: a shift of
    the share of wins for kinds in WHO_WINS, otherwise the share that the sentence names (1 for a text, which is
    certain); for several cards, that of the first one.

    What has shifted between two decks (`workbench.lab.shifts`) also says which `figure` of the comparison's tables it
    rests on, and by which `edits` it shifted.
    """

    kind: str
    text: str
    cards: tuple[str, ...]
    effect: float
    low: float
    high: float
    figure: str = ""
    edits: tuple[Edit, ...] = ()

    @property
    def shift(self) -> float:
        """How much it surely shifts who wins: the end of its interval that is nearer to nothing; 0 for other kinds."""
        if self.kind not in suspects.WHO_WINS or self.low <= 0 <= self.high:
            return 0.0
        return min(abs(self.low), abs(self.high))


def findings_of(report: ReportTables, studied: bool = True) -> tuple[Finding, ...]:
    """What stands out in a report, at most MOST_FINDINGS; without `studied`, only what needs no study of the games."""
    tested = list(suspects.suspects_of(report, studied))
    stands = beyond_doubt([suspect.chance for suspect in tested], FALSE_ALARMS)
    clear: dict[str, list[Suspect]] = {}
    for suspect in _without_doubles([suspect for suspect, stand in zip(tested, stands, strict=True) if stand]):
        clear.setdefault(suspect.kind, []).append(suspect)
    for group in clear.values():
        group.sort(key=lambda suspect: -abs(suspect.figure[0]))  # what stands first in a sentence
    found = [_SAID[kind](report, group) for kind, group in clear.items()]
    return tuple(sorted(found, key=lambda finding: -finding.shift)[:MOST_FINDINGS])


def nothing_found(report: ReportTables) -> str:
    """What is said where nothing stands out, with what could not be seen in so many games."""
    shares = report.order if len(report.order) else report.seats
    unseen = max(max(row.high - row.win_share, row.win_share - row.low) for row in shares.itertuples())
    games = counted(report.games, "game")
    return f"Nothing stands out in {games}. A share of wins is known to {100 * unseen:.1f} in 100 games."


def _without_doubles(clear: Sequence[Suspect]) -> list[Suspect]:
    """What stands, of a card what is said first of it: how its owners fare only if its impact says nothing.

    Nothing is said of an impact that speaks against how the card's owners fare.
    """
    against = {suspects.OWNERS_WIN: suspects.TOO_WEAK, suspects.OWNERS_LOSE: suspects.TOO_STRONG}
    owners = {suspect.card: suspect.kind for suspect in clear if suspect.kind in against}
    by_impact: dict[str, Suspect] = {}
    for suspect in clear:
        if suspect.kind in against.values() and against.get(owners.get(suspect.card, "")) != suspect.kind:
            by_impact.setdefault(suspect.card, suspect)
    others = [
        suspect
        for suspect in clear
        if suspect.kind not in against.values() and not (suspect.kind in against and suspect.card in by_impact)
    ]
    return [*others, *by_impact.values()]


# Sentences

Say = Callable[[Any, Sequence[Suspect]], Finding]  # (report, the suspects of a kind, what stands first before others)


def _said(text: str, group: Sequence[Suspect]) -> Finding:
    """The finding of a group, with the figure of its first."""
    cards = tuple(suspect.card for suspect in group if suspect.card)
    return Finding(group[0].kind, text, cards, *group[0].figure)


def _named(group: Sequence[Suspect], of: Callable[[Suspect], str]) -> str:
    """The first cards of a group, each as `of` says it, and how many more there are."""
    more = len(group) - NAMED
    words = [of(suspect) for suspect in group[:NAMED]]
    return listed([*words, f"{more} more"] if more > 0 else words)


def _brought(suspect: Suspect) -> str:
    by = f" by its {suspect.by.replace('_', ' ')}" if suspect.by else ""
    return _beside_usual(suspect, f"wins in 100 games{by}")


def _beside_usual(suspect: Suspect, of: str = "of 100 games") -> str:
    usual = suspect.value - suspect.figure[0]
    return f"{suspect.name} ({of_100(suspect.value)} {of}, {of_100(usual)} is usual)"


def _wins(suspect: Suspect) -> str:
    return f"{suspect.name} wins {of_100(suspect.value)} of 100 games"


def _share(suspect: Suspect) -> str:
    return of_100(suspect.figure[0])


def _so_often(suspect: Suspect) -> str:
    return f"{suspect.name} ({_share(suspect)} of 100 games)"


def _say_turn_order(report: ReportTables, group: Sequence[Suspect]) -> Finding:
    shares = [row.win_share for row in report.order.itertuples()]
    first, last = of_100(shares[0]), of_100(shares[-1])
    text = f"Turn order decides: who begins wins {first} of 100 games, who comes last {last}."
    if len(np.unique(report.outcome.began)) > 1:
        text += " Shares of seats hide it, since another seat may begin each game."
    return _said(text, group)


def _say_length(report: ReportTables, group: Sequence[Suspect]) -> Finding:
    plan, kind, usual = report.plan, group[0].kind, suspects.usual_decisions(report)
    word, than = ("short", "less than half") if kind == suspects.TOO_SHORT else ("long", "more than twice")
    text = (
        f"Games are {word}: {of_100(group[0].figure[0])} of 100 take {than} of what is usual, "
        f"{usual:,} decisions or about {plan.variant.minutes_for(usual)} minutes."
    )
    own = suspects.own_deck(plan.game)
    if kind == suspects.TOO_SHORT and own is not None and plan.deck.card_count < own.card_count:
        text += f" The deck is thin: {plan.deck.card_count} cards, where the game's own has {own.card_count}."
    return _said(text, group)


def _sentence(words: str, of: Callable[[Suspect], str] = attrgetter("name"), few: bool = False) -> Say:
    """A sentence that names what it is about, each as `of` says it; the smallest figure first where it is `few`.

    Where they are `by` something, the words may have it.
    """

    def say(_report: ReportTables, group: Sequence[Suspect]) -> Finding:
        in_order = group[::-1] if few else group
        return _said(words.format(_named(in_order, of), by=group[0].by), in_order)

    return say


_SAID: Mapping[str, Say] = {
    suspects.TURN_ORDER: _say_turn_order,
    suspects.SEAT: _sentence("Where one sits decides: {}.", _wins),
    suspects.ROLE: _sentence("The {by} one has decides: {}.", _beside_usual),
    suspects.TOO_STRONG: _sentence("Stronger than others: {}.", _brought),
    suspects.TOO_WEAK: _sentence("Weaker than others: {}.", _brought),
    suspects.OWNERS_WIN: _sentence("Who scores with them wins more often than others: {}.", _beside_usual),
    suspects.OWNERS_LOSE: _sentence("Who scores with them wins less often than others: {}.", _beside_usual),
    suspects.RUNAWAY_LEADER: _sentence(
        "Who is ahead at half-time wins: only {} of 100 games are won by somebody else.", _share
    ),
    suspects.DEAD_CARDS: _sentence(f"Hardly ever scored, in fewer than {100 * DEAD:g} of 100 games: {{}}.", few=True),
    suspects.IDLE_BONUS: _sentence(
        f"A bonus that hardly ever pays, in fewer than {100 * suspects.NEVER_PAYS:g} of 100 scorings: {{}}.", few=True
    ),
    suspects.EMPTY_CATEGORY: _sentence("Nobody has a point at the end in {}.", _so_often),
    suspects.LEVEL_CATEGORY: _sentence("Hardly ever one seat alone has most at the end in {}.", _so_often, few=True),
    suspects.ONE_CARD: _sentence("One card decides who leads a category: {}.", _so_often),
    suspects.UNUSED_MECHANISM: _sentence("Hardly anybody {}.", _so_often, few=True),
    suspects.TOO_SHORT: _say_length,
    suspects.TOO_LONG: _say_length,
    suspects.WRONG_TEXT: _sentence("The text of a card names what it does not do: {}."),
}
