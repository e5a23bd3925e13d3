"""Findings: what stands out in a report or in a comparison, in sentences, what shifts most who wins first.

A report tests much at once (`workbench.lab.suspects`), so a finding must be so clear that the chance of any that is an
accident is 1 % (Holm 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import isnan
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.words import counted, listed
from workbench.lab.figures import DEAD, IMPACT_OF, WIN_SHARE, counted_from_one, is_share
from workbench.lab.intervals import beyond_doubt
from workbench.lab.suspects import (
    DEAD_CARDS,
    EMPTY_CATEGORY,
    IDLE_BONUS,
    LEVEL_CATEGORY,
    NEVER_PAYS,
    ONE_CARD,
    OWNERS_LOSE,
    OWNERS_WIN,
    ROLE,
    RUNAWAY_LEADER,
    SEAT,
    TOO_LONG,
    TOO_SHORT,
    TOO_STRONG,
    TOO_WEAK,
    TURN_ORDER,
    UNUSED_MECHANISM,
    WHO_WINS,
    WRONG_TEXT,
    Suspect,
    own_deck,
    suspects_of,
    usual_decisions,
)

if TYPE_CHECKING:
    from workbench.lab.comparison import Comparison
    from workbench.lab.report import Report

MOST_FINDINGS = 5
FALSE_ALARMS = 0.01  # the chance that a report in which nothing is wrong has any finding
NAMED = 3  # cards that a sentence names; of the others it says how many they are


class Finding(NamedTuple):
    """A sentence about what stands out, and the figure that it rests on.

    `cards` are the ids of the cards that it is about. `effect`, with its 95% interval from `low` to `high`: a shift of
    the share of wins for kinds in WHO_WINS, else the share that the sentence names (1 of a text, which is certain); of
    several cards, that of the first one.
    """

    kind: str
    text: str
    cards: tuple[str, ...]
    effect: float
    low: float
    high: float

    @property
    def shift(self) -> float:
        """How much it surely shifts who wins: the end of its interval that is nearer to nothing; 0 for other kinds."""
        if self.kind not in WHO_WINS or self.low <= 0 <= self.high:
            return 0.0
        return min(abs(self.low), abs(self.high))


def findings_of(report: Report, studied: bool = True) -> tuple[Finding, ...]:
    """What stands out in a report, at most MOST_FINDINGS; without `studied`, only what needs no study of the games."""
    suspects = list(suspects_of(report, studied))
    stands = beyond_doubt([suspect.chance for suspect in suspects], FALSE_ALARMS)
    clear: dict[str, list[Suspect]] = {}
    for suspect in _without_doubles([suspect for suspect, stand in zip(suspects, stands, strict=True) if stand]):
        clear.setdefault(suspect.kind, []).append(suspect)
    found = [_SAID[kind](report, sorted(group, key=_weight)) for kind, group in clear.items()]
    return tuple(sorted(found, key=lambda finding: -finding.shift)[:MOST_FINDINGS])


def nothing_found(report: Report) -> str:
    """What is said where nothing stands out, with what could not be seen in so many games."""
    shares = report.order if len(report.order) else report.seats
    unseen = max(max(row.high - row.win_share, row.win_share - row.low) for row in shares.itertuples())
    games = counted(report.games, "game")
    return f"Nothing stands out in {games}. A share of wins is known to {100 * unseen:.1f} in 100 games."


def _without_doubles(clear: Sequence[Suspect]) -> list[Suspect]:
    """What stands, of a card what is said first of it: how its owners fare only if its impact says nothing.

    Nothing is said of an impact that speaks against how the card's owners fare.
    """
    against = {(OWNERS_WIN, TOO_WEAK), (OWNERS_LOSE, TOO_STRONG)}
    owners = {suspect.card: suspect.kind for suspect in clear if suspect.kind in (OWNERS_WIN, OWNERS_LOSE)}
    by_impact: dict[str, Suspect] = {}
    for suspect in clear:
        if suspect.kind in (TOO_STRONG, TOO_WEAK) and (owners.get(suspect.card), suspect.kind) not in against:
            by_impact.setdefault(suspect.card, suspect)
    others = [
        suspect
        for suspect in clear
        if suspect.kind not in (TOO_STRONG, TOO_WEAK)
        and not (suspect.card in by_impact and suspect.kind in (OWNERS_WIN, OWNERS_LOSE))
    ]
    return [*others, *by_impact.values()]


def _weight(suspect: Suspect) -> float:
    """What stands first in a sentence: the largest figure."""
    return -abs(suspect.figure[0])


# Sentences

Say = Callable[[Any, Sequence[Suspect]], Finding]  # (report, the suspects of a kind, what stands first before others)


def _said(kind: str, text: str, group: Sequence[Suspect]) -> Finding:
    """The finding of a group, with the figure of its first."""
    cards = tuple(suspect.card for suspect in group if suspect.card)
    return Finding(kind, text, cards, *group[0].figure)


def _named(group: Sequence[Suspect], of: Callable[[Suspect], str]) -> str:
    """The first cards of a group, each as `of` says it, and how many more there are."""
    more = len(group) - NAMED
    words = [of(suspect) for suspect in group[:NAMED]]
    return listed([*words, f"{more} more"] if more > 0 else words)


def _brought(suspect: Suspect) -> str:
    usual = suspect.value - suspect.figure[0]
    by = f" by its {suspect.by.replace('_', ' ')}" if suspect.by else ""
    return f"{suspect.name} ({_of_100(suspect.value)} wins in 100 games{by}, {_of_100(usual)} is usual)"


def _owned(suspect: Suspect) -> str:
    usual = suspect.value - suspect.figure[0]
    return f"{suspect.name} ({_of_100(suspect.value)} of 100 games, {_of_100(usual)} is usual)"


def _wins(suspect: Suspect) -> str:
    return f"{suspect.name} wins {_of_100(suspect.value)} of 100 games"


def _so_often(suspect: Suspect) -> str:
    return f"{suspect.name} ({_of_100(suspect.figure[0])} of 100 games)"


def _plainly(suspect: Suspect) -> str:
    return suspect.name


def _of_100(share: float) -> str:
    return f"{100 * share:.1f}"


def _say_turn_order(report: Report, group: Sequence[Suspect]) -> Finding:
    shares = [row.win_share for row in report.order.itertuples()]
    first, last = _of_100(shares[0]), _of_100(shares[-1])
    text = f"Turn order decides: who begins wins {first} of 100 games, who comes last {last}."
    if len(np.unique(report.outcome.began)) > 1:
        text += " Shares of seats hide it, since another seat may begin each game."
    return _said(TURN_ORDER, text, group)


def _say_role(report: Report, group: Sequence[Suspect]) -> Finding:
    return _said(ROLE, f"The {group[0].by} one has decides: {_named(group, _owned)}.", group)


def _say_runaway(report: Report, group: Sequence[Suspect]) -> Finding:
    share = _of_100(group[0].figure[0])
    text = f"Who is ahead at half-time wins: only {share} of 100 games are won by somebody else."
    return _said(RUNAWAY_LEADER, text, group)


def _say_length(report: Report, group: Sequence[Suspect]) -> Finding:
    plan, kind, usual = report.plan, group[0].kind, usual_decisions(report)
    word, than = ("short", "less than half") if kind == TOO_SHORT else ("long", "more than twice")
    text = (
        f"Games are {word}: {_of_100(group[0].figure[0])} of 100 take {than} of what is usual, "
        f"{usual:,} decisions or about {plan.variant.minutes_for(usual)} minutes."
    )
    own = own_deck(plan.game)
    if kind == TOO_SHORT and own is not None and plan.deck.card_count < own.card_count:
        text += f" The deck is thin: {plan.deck.card_count} cards, where the game's own has {own.card_count}."
    return _said(kind, text, group)


def _sentence(words: str, of: Callable[[Suspect], str], few: bool = False) -> Say:
    """A sentence that names what it is about, each as `of` says it; the smallest figure first where it is `few`."""

    def say(_report: Report, group: Sequence[Suspect]) -> Finding:
        in_order = group[::-1] if few else group
        return _said(group[0].kind, words.format(_named(in_order, of)), in_order)

    return say


_SAID: Mapping[str, Say] = {
    TURN_ORDER: _say_turn_order,
    SEAT: _sentence("Where one sits decides: {}.", _wins),
    ROLE: _say_role,
    TOO_STRONG: _sentence("Stronger than others: {}.", _brought),
    TOO_WEAK: _sentence("Weaker than others: {}.", _brought),
    OWNERS_WIN: _sentence("Who scores with them wins more often than others: {}.", _owned),
    OWNERS_LOSE: _sentence("Who scores with them wins less often than others: {}.", _owned),
    RUNAWAY_LEADER: _say_runaway,
    DEAD_CARDS: _sentence(f"Hardly ever scored, in fewer than {100 * DEAD:g} of 100 games: {{}}.", _plainly, few=True),
    IDLE_BONUS: _sentence(
        f"A bonus that hardly ever pays, in fewer than {100 * NEVER_PAYS:g} of 100 scorings: {{}}.", _plainly, few=True
    ),
    EMPTY_CATEGORY: _sentence("Nobody has a point at the end in {}.", _so_often),
    LEVEL_CATEGORY: _sentence("Hardly ever one seat alone has most at the end in {}.", _so_often, few=True),
    ONE_CARD: _sentence("One card decides who leads a category: {}.", _so_often),
    UNUSED_MECHANISM: _sentence("Hardly anybody {}.", _so_often, few=True),
    TOO_SHORT: _say_length,
    TOO_LONG: _say_length,
    WRONG_TEXT: _sentence("The text of a card names what it does not do: {}.", _plainly),
}


# Of two decks

FEWEST_TOLD = 3  # games of which a verdict says how large a shift may have stayed unseen
SHIFTED_WINS, SHIFTED_CARD, SHIFTED_FIGURE = "who wins", "card", "figure"
CARD_SHIFTS = {  # what a figure of a card is called in a sentence; others are not told
    "scored_share": "{card} now scores {often}.",
    "bonus_share": "The bonus of {card} now pays in {after} of 100 scorings, before {before}.",
}
IMPACT_SHIFT = "{card} now brings {after} wins in 100 games by its {worth}, before {before}."


def shifts_of(comparison: Comparison) -> tuple[Finding, ...]:
    """What has shifted, at most MOST_FINDINGS: who wins, then edited cards, other cards, other figures."""
    ranked: list[tuple[int, float, Finding]] = []
    for row in comparison.figures[comparison.figures.shifted].itertuples():
        wins = row.figure.startswith(WIN_SHARE)
        finding = _shift(row, SHIFTED_WINS if wins else SHIFTED_FIGURE, (), _figure_shift(row))
        ranked.append((0 if wins else 3, -abs(row.difference), finding))
    for row in comparison.cards[comparison.cards.shifted].itertuples():
        if text := _card_shift(row):
            finding = _shift(row, SHIFTED_CARD, (row.card_id,), text)
            ranked.append((1 if row.change else 2, -abs(row.difference), finding))
    return tuple(finding for _, _, finding in sorted(ranked, key=lambda ranks: ranks[:2])[:MOST_FINDINGS])


def verdict_of(comparison: Comparison) -> tuple[str, str]:
    """The first thing to know of a comparison, and that nothing larger stayed unseen: empty if who wins has shifted.

    What was edited comes first; where one card was, and the first finding is about that, the finding says it.
    """
    if comparison.same_games:
        return "To the rules both decks are the same: no game differs.", ""
    first = comparison.findings[0].text if comparison.findings else "Nothing shifted beyond doubt."
    edited = _edited(comparison)
    if not (comparison.findings and edited and edited.issubset(comparison.findings[0].cards)):
        first = " ".join(filter(None, (edit_words(comparison), first)))
    wins = comparison.figures[comparison.figures.figure.str.startswith(WIN_SHARE)]
    if wins.shifted.any():
        return first, ""
    unseen = float(np.abs(wins[["low", "high"]]).fillna(1.0).to_numpy().max(initial=0.0))
    if comparison.games < FEWEST_TOLD or unseen >= 1:
        return first, f"{counted(comparison.games, 'game')} cannot tell how large a shift in who wins there is."
    return first, f"No shift in who wins is larger than {_of_100(unseen)} in 100 games."


def _edited(comparison: Comparison) -> set[str]:
    """The ids of the cards that were edited, but for words that no rule looks at, and the keys of rules that were."""
    diff = comparison.diff
    cards = {card.key for card in (*diff.removed, *diff.added, *diff.changed) if not card.text_only}
    return cards.union(_rules_edited(comparison))


def _rules_edited(comparison: Comparison) -> dict[str, str]:
    """The options that are set otherwise, each with the sentence of the house rule that holds now."""
    before, plan = comparison.before.plan.options, comparison.after.plan
    return {
        option.key: option.sentence(plan.options[option.key])
        for option in plan.variant.options
        if option.key in before and before[option.key] != plan.options[option.key]
    }


def edit_words(comparison: Comparison) -> str:
    """What was edited, in sentences: cards that are gone, new or changed, and the rules that hold now; else empty."""
    diff = comparison.diff
    changed = [card for card in diff.changed if not card.text_only]
    cards = "; ".join(
        f"{_some([card.name for card in cards], 'card')} {'is' if len(cards) == 1 else 'are'} {state}"
        for cards, state in ((diff.removed, "gone"), (diff.added, "new"), (changed, "changed"))
        if cards
    )
    rules = _rules_edited(comparison)
    sentences = [f"{cards[:1].upper()}{cards[1:]}."] if cards else []
    if len(rules) > NAMED:
        sentences.append(f"{counted(len(rules), 'rule')} are set otherwise.")
    else:
        sentences += [f"New rule: {sentence}" for sentence in rules.values()]
    return " ".join(sentences)


def _some(names: Sequence[str], what: str) -> str:
    return listed(names) if len(names) <= NAMED else counted(len(names), what)


def _shift(row: Any, kind: str, cards: tuple[str, ...], text: str) -> Finding:
    return Finding(kind, text, cards, row.difference, row.low, row.high)


def _figure_shift(row: Any) -> str:
    name = counted_from_one(row.figure)
    if row.figure.startswith(f"{WIN_SHARE}, "):
        who = name.removeprefix(f"{WIN_SHARE}, ")
        return f"{who[:1].upper()}{who[1:]} now wins {_of_100(row.after)} of 100 games, before {_of_100(row.before)}."
    if is_share(row.figure):
        return f"{name[:1].upper()}{name[1:]}: now {_of_100(row.after)} of 100 games, before {_of_100(row.before)}."
    return f"{name[:1].upper()}{name[1:]}: now {row.after:.2f}, before {row.before:.2f}."


def how_often(after: float, before: float) -> str:
    """How often something happens in a game, now and before: several times, or in some of the games.

    >>> how_often(0.57, 0.31), how_often(3.865, 0.9)
    ('in 57.0 of 100 games, before 31.0', '3.9 times a game, before 0.9')
    """
    if max(after, before) > 1:
        return f"{after:.1f} times a game, before {before:.1f}"
    return f"in {_of_100(after)} of 100 games, before {_of_100(before)}"


def _card_shift(row: Any) -> str:
    """What a card does now and did before; empty for what is not told, or was on one side only."""
    if isnan(row.before) or isnan(row.after):
        return ""
    sides = {"card": row.card, "before": _of_100(row.before), "after": _of_100(row.after)}
    sides["often"] = how_often(row.after, row.before)
    if row.figure.startswith(IMPACT_OF):
        return IMPACT_SHIFT.format(worth=row.figure.removeprefix(IMPACT_OF), **sides)
    return CARD_SHIFTS.get(row.figure, "").format(**sides)
