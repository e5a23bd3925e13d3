"""Findings: what stands out in a report or in a comparison, in sentences, what shifts most who wins first.

A deck is judged by itself, against what symmetry would have: no place in turn order wins more than another, no card
decides more games than cards of its deck usually do. A report tests much at once, so a finding must be so clear that
the chance of any that is an accident is 1 % (Holm 1979).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import erfc, isnan, nan, sqrt
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.kernel.scenes.words import listed
from workbench.lab.figures import COMEBACKS, DEAD, IMPACT_OF, WIN_SHARE, counted_from_one, is_share
from workbench.lab.intervals import NORMAL_95, beyond_doubt, ratio_interval, share_interval
from workbench.play.seating import seat_name

if TYPE_CHECKING:
    from workbench.kernel.tables import Kind
    from workbench.lab.comparison import Comparison
    from workbench.lab.report import Report

MOST_FINDINGS = 5
FALSE_ALARMS = 0.01  # the chance that a report in which nothing is wrong has any finding
NAMED = 3  # cards that a sentence names; of the others it says how many they are

APART = 0.01  # an impact this far from what is usual in the deck is nothing to speak of
OWNERS_APART = 0.005  # nor is a win share of a card's owners this far from that of others' owners
BY_DESIGN = 3  # a card stands out that is further off than this times how far cards of its sort usually are
TELLING = 30  # games that tell something of a card's worth, before it is judged
TO_DEVIATION = 1.4826  # from the median of what is apart to a standard deviation, where it is normal
ALIKE = 3  # cards of a sort, of fewer nothing is usual
EMPTY = 0.5  # nobody has a point in a category in more games than this
RUNAWAY = 0.15  # fewer comebacks than this: who is ahead at half-time wins
NEVER_PAYS = 0.02  # a bonus that is completed in fewer of its card's scorings hardly ever pays

TURN_ORDER, SEAT, TOO_STRONG, TOO_WEAK, OWNERS_WIN, OWNERS_LOSE = (
    "turn order", "seat", "too strong", "too weak", "owners win", "owners lose",
)  # fmt: skip
RUNAWAY_LEADER, DEAD_CARDS, IDLE_BONUS, EMPTY_CATEGORY = (
    "runaway leader", "dead cards", "idle bonus", "empty category",
)  # fmt: skip
WHO_WINS = (TURN_ORDER, SEAT, TOO_STRONG, TOO_WEAK, OWNERS_WIN, OWNERS_LOSE)  # their effect is a share of wins


class Finding(NamedTuple):
    """A sentence about what stands out, and the figure that it rests on.

    `cards` are the ids of the cards that it is about. `effect`, with its 95% interval from `low` to `high`: a shift of
    the share of wins for kinds in WHO_WINS, else the share that the sentence names; of several cards, that of the
    first one.
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


class Suspect(NamedTuple):
    """What a finding would say of one place, card or category, and the chance to see as much where nothing is wrong."""

    kind: str
    name: str
    card: str
    figure: tuple[float, float, float]
    chance: float
    value: float = nan  # what the sentence says, where that is not the figure


def findings_of(report: Report, studied: bool = True) -> tuple[Finding, ...]:
    """What stands out in a report, at most MOST_FINDINGS; without `studied`, only what needs no study of the games."""
    suspects = list(_suspects(report, studied))
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
    return f"Nothing stands out in {report.games:,} games. A share of wins is known to {100 * unseen:.1f} in 100 games."


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


def _suspects(report: Report, studied: bool) -> Iterator[Suspect]:
    """Everything that is tested, whether it stands out or not."""
    if len(set(report.bots)) == 1:  # bots that differ make seats differ
        yield from _places(report)
        yield from _seats(report)
        yield from _owners(report)
    if studied:
        yield from _worths(report)
        yield from _leaders(report)
    yield from _dead(report)
    yield from _bonuses(report)
    yield from _categories(report)


# Who wins


def _places(report: Report) -> Iterator[Suspect]:
    """Places in turn order, against an even share."""
    even = 1 / report.plan.seats
    for row in report.order.itertuples():
        yield _uneven(TURN_ORDER, str(row.place), row, even, len(report.wins_in_order))


def _seats(report: Report) -> Iterator[Suspect]:
    """Seats, against an even share, where they are not places in turn order."""
    if len(report.order) and len(np.unique(report.outcome.began)) == 1:
        return
    even = 1 / report.plan.seats
    for row in report.seats.itertuples():
        yield _uneven(SEAT, seat_name(row.seat), row, even, report.games)


def _uneven(kind: str, name: str, row, even: float, games: int) -> Suspect:
    figure = (row.win_share - even, row.low - even, row.high - even)
    error = sqrt(even * (1 - even) / games)
    return Suspect(kind, name, "", figure, _both_sides(figure[0] / error), row.win_share)


def _owners(report: Report) -> Iterator[Suspect]:
    """How often those win who score with a card, against those who score with other cards of its sort.

    Who builds late or leads builds other cards than the others do, so that cards differ somewhat by this in any deck:
    only a card further off than that stands out. A card that is worth nothing by itself is what the game is about, as
    the swords of Excalibur are.
    """
    kinds, rows = report.plan.deck.kinds, list(report.cards.itertuples())
    known = [number for number, row in enumerate(rows) if row.scored >= TELLING and row.can_score]
    for sort in _sorts(report, known):
        shares = np.array([rows[number].win_share for number in sort])
        usual = median(shares)
        errors = np.sqrt(usual * (1 - usual) / np.array([rows[number].scored for number in sort]))
        beside = OWNERS_APART + BY_DESIGN * _spread(shares - usual, errors)
        for number, share, error in zip(sort, shares, errors, strict=True):
            row, kind = rows[number], kinds[number]
            chance = _further_off(share - usual, beside, error)
            figure = (share - usual, row.low - usual, row.high - usual)
            side = OWNERS_WIN if share > usual else OWNERS_LOSE
            yield Suspect(side, kind.name, kind.key, figure, chance, share)


def _spread(apart: np.ndarray, errors: np.ndarray) -> float:
    """How far figures usually are from their median, beyond what chance does: a standard deviation."""
    seen = TO_DEVIATION * float(np.median(np.abs(apart)))
    return sqrt(max(0.0, seen**2 - float(np.median(errors)) ** 2))


def _sorts(report: Report, kinds: Iterable[int]) -> list[list[int]]:
    """Kinds of card that can be held against each other: those of one table, and of one type where it has types."""
    sorts: dict[tuple[str, str], list[int]] = {}
    for kind in kinds:
        sorts.setdefault(_sort_of(report.plan.deck.kinds[kind]), []).append(kind)
    return [sort for sort in sorts.values() if len(sort) >= ALIKE]


def _sort_of(kind: Kind) -> tuple[str, str]:
    return kind.table.file, str(kind.row.get("type", ""))


def _worths(report: Report) -> Iterator[Suspect]:
    """What cards decide, against what cards of their sort usually do.

    Twice: against those that give as many points, and against all, where one stands out that is further off than
    cards of its sort usually are.
    """
    study = report.study
    known: dict[str, dict[int, tuple[float, float, float]]] = {}
    for worth, sums in zip(study.worths, study.impacts, strict=True):
        if sums[0] >= TELLING:
            known.setdefault(worth.name, {})[worth.kind] = ratio_interval(sums)
    for of_worth in known.values():
        if len(of_worth) < ALIKE:  # what hardly any card has brings the others nothing
            for kind, impact in of_worth.items():
                error = (impact[2] - impact[1]) / (2 * NORMAL_95)
                yield _decides(report, kind, impact, 0.0, _further_off(impact[0], APART, error))
            continue
        for sort in _sorts(report, of_worth):
            impacts = {kind: of_worth[kind] for kind in sort}
            values = np.array([impact for impact, _, _ in impacts.values()])
            errors = np.array([(high - low) / (2 * NORMAL_95) for _, low, high in impacts.values()])
            middle = float(np.median(values))
            beside = APART + BY_DESIGN * _spread(values - middle, errors)
            of_points = _usual(report, impacts)
            for (kind, impact), usual, error in zip(impacts.items(), of_points, errors, strict=True):
                yield _decides(report, kind, impact, middle, _further_off(impact[0] - middle, beside, error))
                yield _decides(report, kind, impact, usual, _further_off(impact[0] - usual, APART, error))


def _decides(report: Report, kind: int, impact: tuple[float, float, float], usual: float, chance: float) -> Suspect:
    """A card that decides more or less than is usual."""
    card, (value, low, high) = report.plan.deck.kinds[kind], impact
    strength = TOO_STRONG if value > usual else TOO_WEAK
    return Suspect(strength, card.name, card.key, (value - usual, low - usual, high - usual), chance, value)


def _usual(report: Report, impacts: Mapping[int, tuple[float, float, float]]) -> list[float]:
    """What cards usually decide that give as many points as each of these; as they are without points."""
    points = [float(report.cards.points.iloc[kind]) for kind in impacts]
    if not all(points):
        points = [1.0] * len(points)
    a_point = median(impact[0] / of for impact, of in zip(impacts.values(), points, strict=True))
    return [a_point * of for of in points]


# How the game goes


def _leaders(report: Report) -> Iterator[Suspect]:
    """Comebacks, against a game that the half-time leader wins."""
    if report.leads.empty:
        return
    row = report.leads.loc[COMEBACKS]
    chance = _fewer(row.value * report.study.games, RUNAWAY * report.study.games)
    yield Suspect(RUNAWAY_LEADER, "", "", (row.value, row.low, row.high), chance)


def _dead(report: Report) -> Iterator[Suspect]:
    """Cards that are in play and hardly ever score, though others of their sort do.

    A sort that never scores is not to blame: nobody can score with foes, which are what others have to beat.
    """
    kinds, rows = report.plan.deck.kinds, list(report.cards.itertuples())
    scoring = {_sort_of(kind) for kind, row in zip(kinds, rows, strict=True) if not row.dead and row.scored}
    for kind, row in zip(kinds, rows, strict=True):
        if row.games and row.can_score and _sort_of(kind) in scoring:
            figure = (row.scored_share, row.scored_low, row.scored_high)
            yield Suspect(DEAD_CARDS, kind.name, kind.key, figure, _fewer(row.scored, DEAD * report.games))


def _bonuses(report: Report) -> Iterator[Suspect]:
    """Bonuses that are hardly ever completed when their card scores."""
    kinds, rows = report.plan.deck.kinds, list(report.cards.itertuples())
    for number in sorted({bonus.card for bonus in report.plan.deck.bonuses}):
        kind, row = kinds[number], rows[number]
        figure = (row.bonus_share, row.bonus_low, row.bonus_high)
        chance = _fewer(row.bonus_share * row.scored, NEVER_PAYS * row.scored)
        yield Suspect(IDLE_BONUS, kind.name, kind.key, figure, chance)


def _categories(report: Report) -> Iterator[Suspect]:
    """Categories in which nobody ends with a point."""
    for row in report.categories.itertuples():
        figure = share_interval(row.empty_share * report.games, report.games)
        error = sqrt(EMPTY * (1 - EMPTY) / report.games)
        yield Suspect(EMPTY_CATEGORY, row.name, "", figure, _one_side((figure[0] - EMPTY) / error))


# Sentences


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
    return f"{suspect.name} ({_of_100(suspect.value)} wins in 100 games, {_of_100(usual)} is usual)"


def _owned(suspect: Suspect) -> str:
    usual = suspect.value - suspect.figure[0]
    return f"{suspect.name} ({_of_100(suspect.value)} of 100 games, {_of_100(usual)} is usual)"


def _of_100(share: float) -> str:
    return f"{100 * share:.1f}"


def _say_turn_order(report: Report, group: Sequence[Suspect]) -> Finding:
    shares = [row.win_share for row in report.order.itertuples()]
    first, last = _of_100(shares[0]), _of_100(shares[-1])
    text = f"Turn order decides: who begins wins {first} of 100 games, who comes last {last}."
    if len(np.unique(report.outcome.began)) > 1:
        text += " Shares of seats hide it, since another seat may begin each game."
    return _said(TURN_ORDER, text, group)


def _say_seat(report: Report, group: Sequence[Suspect]) -> Finding:
    of = _named(group, lambda suspect: f"{suspect.name} wins {_of_100(suspect.value)} of 100 games")
    return _said(SEAT, f"Where one sits decides: {of}.", group)


def _say_strong(report: Report, group: Sequence[Suspect]) -> Finding:
    return _said(TOO_STRONG, f"Stronger than others: {_named(group, _brought)}.", group)


def _say_weak(report: Report, group: Sequence[Suspect]) -> Finding:
    return _said(TOO_WEAK, f"Weaker than others: {_named(group, _brought)}.", group)


def _say_owners_win(report: Report, group: Sequence[Suspect]) -> Finding:
    return _said(OWNERS_WIN, f"Who scores with them wins more often than others: {_named(group, _owned)}.", group)


def _say_owners_lose(report: Report, group: Sequence[Suspect]) -> Finding:
    return _said(OWNERS_LOSE, f"Who scores with them wins less often than others: {_named(group, _owned)}.", group)


def _say_runaway(report: Report, group: Sequence[Suspect]) -> Finding:
    share = _of_100(group[0].figure[0])
    text = f"Who is ahead at half-time wins: only {share} of 100 games are won by somebody else."
    return _said(RUNAWAY_LEADER, text, group)


def _say_dead(report: Report, group: Sequence[Suspect]) -> Finding:
    of = _named(group[::-1], lambda suspect: suspect.name)
    return _said(DEAD_CARDS, f"Hardly ever scored, in fewer than {100 * DEAD:g} of 100 games: {of}.", group[::-1])


def _say_idle(report: Report, group: Sequence[Suspect]) -> Finding:
    of = _named(group[::-1], lambda suspect: suspect.name)
    text = f"A bonus that hardly ever pays, in fewer than {100 * NEVER_PAYS:g} of 100 scorings: {of}."
    return _said(IDLE_BONUS, text, group[::-1])


def _say_empty(report: Report, group: Sequence[Suspect]) -> Finding:
    of = _named(group, lambda suspect: f"{suspect.name} ({_of_100(suspect.figure[0])} of 100 games)")
    return _said(EMPTY_CATEGORY, f"Nobody has a point at the end in {of}.", group)


_SAID: Mapping[str, Callable[[Any, Sequence[Suspect]], Finding]] = {
    TURN_ORDER: _say_turn_order,
    SEAT: _say_seat,
    TOO_STRONG: _say_strong,
    TOO_WEAK: _say_weak,
    OWNERS_WIN: _say_owners_win,
    OWNERS_LOSE: _say_owners_lose,
    RUNAWAY_LEADER: _say_runaway,
    DEAD_CARDS: _say_dead,
    IDLE_BONUS: _say_idle,
    EMPTY_CATEGORY: _say_empty,
}


# Of two decks

SHIFTED_WINS, SHIFTED_CARD, SHIFTED_FIGURE = "who wins", "card", "figure"
CARD_SHIFTS = {  # what a figure of a card is called in a sentence; others are not told
    "scored_share": "{card} now scores in {after} of 100 games, before {before}.",
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


def verdict_of(comparison: Comparison) -> str:
    """The first thing to know of a comparison: what shifted most, and that nothing larger stayed unseen."""
    if comparison.same_games:
        return "To the rules both decks are the same: no game differs."
    first = comparison.findings[0].text if comparison.findings else "Nothing shifted beyond doubt."
    wins = comparison.figures[comparison.figures.figure.str.startswith(WIN_SHARE)]
    if wins.shifted.any():
        return first
    unseen = float(np.nanmax(np.abs(wins[["low", "high"]])))
    return f"{first} No shift in who wins is larger than {_of_100(unseen)} in 100 games."


def _shift(row: Any, kind: str, cards: tuple[str, ...], text: str) -> Finding:
    return Finding(kind, text, cards, row.difference, row.low, row.high)


def _figure_shift(row: Any) -> str:
    name = counted_from_one(row.figure)
    if is_share(row.figure):
        return f"{name[:1].upper()}{name[1:]}: now {_of_100(row.after)} of 100 games, before {_of_100(row.before)}."
    return f"{name[:1].upper()}{name[1:]}: now {row.after:.2f}, before {row.before:.2f}."


def _card_shift(row: Any) -> str:
    """What a card does now and did before; empty for what is not told, or was on one side only."""
    if isnan(row.before) or isnan(row.after):
        return ""
    sides = {"card": row.card, "before": _of_100(row.before), "after": _of_100(row.after)}
    if row.figure.startswith(IMPACT_OF):
        return IMPACT_SHIFT.format(worth=row.figure.removeprefix(IMPACT_OF), **sides)
    return CARD_SHIFTS.get(row.figure, "").format(**sides)


# Chances


def _one_side(normal: float) -> float:
    """The chance of a normal figure this large or larger."""
    return erfc(normal / sqrt(2)) / 2


def _both_sides(normal: float) -> float:
    """The chance of a normal figure this far from 0 on either side."""
    return erfc(abs(normal) / sqrt(2))


def _further_off(apart: float, most: float, error: float) -> float:
    """The chance of a figure this far from 0 on either side, where it is at most `most` from it."""
    return min(1.0, 2 * _one_side((abs(apart) - most) / error)) if error else 1.0


def _fewer(count: float, expected: float) -> float:
    """The chance to count so few of what is rare, at most (Anscombe's square root of a Poisson count)."""
    return _one_side(2 * (sqrt(expected) - sqrt(count + 3 / 8)))
