"""What a report is tested for: everything that a finding could speak of, and the chance of seeing as much by accident.

A deck is judged by itself, against what symmetry would have: no place in turn order wins more than another, no card
decides more games than cards of its deck usually do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from math import erfc, nan, sqrt
from statistics import median
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from workbench.decks import Deck, load_deck
from workbench.kernel.engine.study import LEADING, SCORED_ALONE, TAKEN
from workbench.kernel.words import listed
from workbench.lab.figures import COMEBACKS, DEAD
from workbench.lab.intervals import NORMAL_95, ratio_interval, share_interval
from workbench.play.seating import seat_name
from workbench.storage.errors import WorkbenchError

if TYPE_CHECKING:
    from workbench.kernel.game import Game
    from workbench.kernel.tables import Kind
    from workbench.lab.report_tables import ReportTables

APART = 0.01  # an impact this far from what is usual in the deck is nothing to speak of
OWNERS_APART = 0.005  # nor is a win share of a card's owners this far from that of others' owners
BY_DESIGN = 3  # a card stands out if it is further off than this times how far cards of its sort usually are
TELLING = 30  # games that tell something of a card's worth, before it is judged
TO_DEVIATION = 1.4826  # from the median of what is apart to a standard deviation, where it is normal
ALIKE = 3  # cards of a sort; with fewer, nothing is usual
EMPTY = 0.5  # nobody has a point in a category in more games than this
RUNAWAY = 0.15  # fewer comebacks than this: who is ahead at half-time wins
NEVER_PAYS = 0.02  # a bonus that is completed in fewer of its card's scorings hardly ever pays
LEVEL = 0.5  # one seat alone has most points of a category in fewer games than this
DECIDES = 0.9  # whoever alone scored with a card leads its category in more of those games than this
UNUSED = 0.05  # what people should do is done in fewer of the games in which somebody could
SHORT, LONG = 0.5, 2.0  # games with less than this of the decisions that are usual, or more, are short or long
HALF = 0.5  # of the games; so many are short, or long, before it is said

LEAST_SPREAD = 0.02  # of the games; places in turn order that differ by less decide nothing
TURN_ORDER, SEAT, ROLE, TOO_STRONG, TOO_WEAK, OWNERS_WIN, OWNERS_LOSE = (
    "turn order", "seat", "role", "too strong", "too weak", "owners win", "owners lose",
)  # fmt: skip
RUNAWAY_LEADER, DEAD_CARDS, IDLE_BONUS, EMPTY_CATEGORY, LEVEL_CATEGORY, ONE_CARD = (
    "runaway leader", "dead cards", "idle bonus", "empty category", "level category", "one card",
)  # fmt: skip
UNUSED_MECHANISM, TOO_SHORT, TOO_LONG, WRONG_TEXT = "unused mechanism", "too short", "too long", "wrong text"
WHO_WINS = (TURN_ORDER, SEAT, ROLE, TOO_STRONG, TOO_WEAK, OWNERS_WIN, OWNERS_LOSE)  # their effect is a share of wins


class Suspect(NamedTuple):
    """What a finding would say of one place, card or category, and the chance of seeing as much if nothing is wrong."""

    kind: str
    name: str
    card: str
    figure: tuple[float, float, float]
    chance: float
    value: float = nan  # what the sentence says, where that is not the figure
    by: str = ""  # by which worth of its card, where that is not the first one of the game; for a role, which one it is


def suspects_of(report: ReportTables, studied: bool) -> Iterator[Suspect]:
    """Everything that is tested, whether it stands out or not."""
    tests = [_lengths, _texts, _dead, _bonuses, _categories]
    if studied:
        tests = [_worths, _leaders, _decided, _mechanisms, *tests]
    if len(set(report.bots)) == 1:  # bots that differ make seats differ
        tests = [_places, _seats, _roles, _owners, *tests]
    for test in tests:
        yield from test(report)


# Who wins


def _places(report: ReportTables) -> Iterator[Suspect]:
    """Places in turn order, against an even share; none where the best and the worst are hardly apart."""
    shares = report.order.win_share
    if len(shares) and shares.max() - shares.min() < LEAST_SPREAD:
        return
    even = 1 / report.plan.seats
    for row in report.order.itertuples():
        yield _uneven(TURN_ORDER, str(row.place), row, even, report.figure("order", 0).cases)


def _seats(report: ReportTables) -> Iterator[Suspect]:
    """Seats, against an even share, where they are not places in turn order."""
    if len(report.order) and len(np.unique(report.outcome.began)) == 1:
        return
    even = 1 / report.plan.seats
    for row in report.seats.itertuples():
        yield _uneven(SEAT, seat_name(row.seat), row, even, report.games)


def _roles(report: ReportTables) -> Iterator[Suspect]:
    """Roles that the game gives to seats, against seats of the same places in turn order."""
    for row in report.roles.itertuples():
        if row.games >= TELLING and 0 < row.usual < 1:
            yield _uneven(ROLE, row.name, row, row.usual, row.games, row.role)


def _uneven(kind: str, name: str, row: Any, usual: float, games: int, by: str = "") -> Suspect:
    """A share of wins of so many games that is not as usual."""
    figure = (row.win_share - usual, row.low - usual, row.high - usual)
    error = sqrt(usual * (1 - usual) / games)
    on_either_side = erfc(abs(figure[0] / error) / sqrt(2))
    return Suspect(kind, name, "", figure, on_either_side, row.win_share, by)


def _owners(report: ReportTables) -> Iterator[Suspect]:
    """How often those who score with a card win, against those who score with other cards of its sort.

    Whoever builds late or leads builds other cards than the rest, so cards differ somewhat by this in any deck:
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


def _sorts(report: ReportTables, kinds: Iterable[int]) -> list[list[int]]:
    """Kinds of card that can be compared: those of one table, and of one type where it has types."""
    sorts: dict[tuple[str, str], list[int]] = {}
    for kind in kinds:
        sorts.setdefault(sort_of(report.plan.deck.kinds[kind]), []).append(kind)
    return [sort for sort in sorts.values() if len(sort) >= ALIKE]


def sort_of(kind: Kind) -> tuple[str, str]:
    """The sort of a kind of card: kinds of one sort can be compared."""
    return kind.table.file, str(kind.row.get("type", ""))


def _worths(report: ReportTables) -> Iterator[Suspect]:
    """What cards decide, against what cards of their sort usually do.

    Twice: against those that give as many points, and against all, where a card stands out if it is further off than
    cards of its sort usually are.
    """
    study = report.study
    known: dict[str, dict[int, tuple[float, float, float]]] = {}
    for worth, sums in zip(study.worths, study.impacts, strict=True):
        if sums[0] >= TELLING:
            known.setdefault(worth.name, {})[worth.kind] = ratio_interval(sums)
    for worth_name, of_worth in known.items():
        by = "" if worth_name == study.worths[0].name else worth_name
        if len(of_worth) < ALIKE:  # what hardly any card has brings the others nothing
            yield from (_decides(report, kind, by, impact, 0.0, APART) for kind, impact in of_worth.items())
            continue
        for sort in _sorts(report, of_worth):
            impacts = {kind: of_worth[kind] for kind in sort}
            values = np.array([impact for impact, _, _ in impacts.values()])
            errors = np.array([_error(impact) for impact in impacts.values()])
            middle = float(np.median(values))
            beside = APART + BY_DESIGN * _spread(values - middle, errors)
            for (kind, impact), usual in zip(impacts.items(), _usual(report, impacts), strict=True):
                yield _decides(report, kind, by, impact, middle, beside)
                yield _decides(report, kind, by, impact, usual, APART)


def _decides(
    report: ReportTables, kind: int, by: str, impact: tuple[float, float, float], usual: float, most: float
) -> Suspect:
    """A card that decides more or less than is usual, by a worth of it; `most` is how far from it many are."""
    card, (value, low, high) = report.plan.deck.kinds[kind], impact
    strength, chance = TOO_STRONG if value > usual else TOO_WEAK, _further_off(value - usual, most, _error(impact))
    return Suspect(strength, card.name, card.key, (value - usual, low - usual, high - usual), chance, value, by)


def _error(figure: tuple[float, float, float]) -> float:
    """The standard error of a figure, by its interval."""
    return (figure[2] - figure[1]) / (2 * NORMAL_95)


def _usual(report: ReportTables, impacts: Mapping[int, tuple[float, float, float]]) -> list[float]:
    """What cards usually decide that give as many points as each of these; as they are without points."""
    points = [float(report.cards.points.iloc[kind]) for kind in impacts]
    if not all(points):
        points = [1.0] * len(points)
    a_point = median(impact[0] / of for impact, of in zip(impacts.values(), points, strict=True))
    return [a_point * of for of in points]


# How the game goes


def _leaders(report: ReportTables) -> Iterator[Suspect]:
    """Comebacks, against a game that the half-time leader wins."""
    if report.leads.empty:
        return
    row = report.leads.loc[COMEBACKS]
    chance = _fewer(row.value * report.study.games, RUNAWAY * report.study.games)
    yield Suspect(RUNAWAY_LEADER, "", "", (row.value, row.low, row.high), chance)


def _dead(report: ReportTables) -> Iterator[Suspect]:
    """Cards that are in play and hardly ever score, though others of their sort do.

    A sort that never scores is not to blame: nobody can score with foes, which are what others have to beat.
    """
    kinds, rows = report.plan.deck.kinds, list(report.cards.itertuples())
    scoring = {sort_of(kind) for kind, row in zip(kinds, rows, strict=True) if not row.dead and row.scored}
    for kind, row in zip(kinds, rows, strict=True):
        if row.games and row.can_score and sort_of(kind) in scoring:
            figure = (row.scored_share, row.scored_low, row.scored_high)
            yield Suspect(DEAD_CARDS, kind.name, kind.key, figure, _fewer(row.scored, DEAD * report.games))


def _bonuses(report: ReportTables) -> Iterator[Suspect]:
    """Bonuses that are hardly ever completed when their card scores."""
    kinds, rows = report.plan.deck.kinds, list(report.cards.itertuples())
    for number in sorted({bonus.card for bonus in report.plan.deck.bonuses}):
        kind, row = kinds[number], rows[number]
        figure = (row.bonus_share, row.bonus_low, row.bonus_high)
        chance = _fewer(row.bonus_share * row.scored, NEVER_PAYS * row.scored)
        yield Suspect(IDLE_BONUS, kind.name, kind.key, figure, chance)


def _categories(report: ReportTables) -> Iterator[Suspect]:
    """Categories in which nobody ends with a point, and those in which one seat alone hardly ever has most."""
    games, leads = report.games, report.category_leads
    for row, of_leads in zip(report.categories.itertuples(), leads.itertuples(), strict=True):
        empty = share_interval(row.empty_share * games, games)
        yield Suspect(EMPTY_CATEGORY, row.name, "", empty, _more_often(empty[0], EMPTY, games))
        if row.empty_share < EMPTY:
            led = (of_leads.led_share, of_leads.low, of_leads.high)
            yield Suspect(LEVEL_CATEGORY, row.name, "", led, _more_often(1 - led[0], 1 - LEVEL, games))


def _decided(report: ReportTables) -> Iterator[Suspect]:
    """Categories that are led by whoever has one card: of the games in which one seat alone scored with it.

    Nothing is said of a game in which owners lead their category anyway, since a category is a side there.
    """
    alone, leads = (report.study.leading[:, :, part] for part in (SCORED_ALONE, LEADING))
    known = [tuple(place) for place in np.argwhere(alone >= TELLING)]
    if not known or median(leads[place] / alone[place] for place in known) > DECIDES:
        return
    for kind, category in known:
        games = int(alone[kind, category])
        figure = share_interval(int(leads[kind, category]), games)
        card, name = report.plan.deck.kinds[kind], report.plan.deck.meta.categories[category].name
        yield Suspect(ONE_CARD, f"{card.name} in {name}", card.key, figure, _more_often(figure[0], DECIDES, games))


def _mechanisms(report: ReportTables) -> Iterator[Suspect]:
    """What people should do, of the games in which somebody could."""
    variant = report.plan.variant
    verbs = [verb.name for verb in variant.actions.verbs]
    for mechanism in variant.measures.mechanisms:
        could = report.study.used[:, verbs.index(mechanism.may)] > 0
        did = report.study.used[:, verbs.index(mechanism.does)] == TAKEN
        games = int(could.sum())
        if games >= TELLING:
            count = int((could & did).sum())
            figure = share_interval(count, games)
            yield Suspect(UNUSED_MECHANISM, mechanism.words, "", figure, _fewer(count, UNUSED * games))


def _lengths(report: ReportTables) -> Iterator[Suspect]:
    """Decisions of a game, against those that are usual with the game's own deck, its usual bot, and these rules."""
    plan, decisions, usual = report.plan, report.figure("length", "decisions"), usual_decisions(report)
    if not usual or set(report.bots) != {plan.game.usual_bot}:
        return
    short, long = (lambda made: made < SHORT * usual), (lambda made: made > LONG * usual)
    for kind, beyond in ((TOO_SHORT, short), (TOO_LONG, long)):
        figure = share_interval(decisions.mapped(beyond).total, report.games)
        yield Suspect(kind, "", "", figure, _more_often(figure[0], HALF, report.games))


def usual_decisions(report: ReportTables) -> int:
    """The median decisions of games with the game's own deck, 0 where it does not say; what holds for bots is usual."""
    plan, kept = report.plan, dict(report.plan.options)
    for option in plan.variant.options:
        if option.bots is not None and kept[option.key] == option.bots:
            kept[option.key] = option.default
    return plan.variant.usual_decisions(kept, plan.seats)


def _texts(report: ReportTables) -> Iterator[Suspect]:
    """Cards whose text is what the game's own deck prints on cards of another effect, which no games have to show."""
    told = _with_text_and_effect(report.plan.deck)
    if not told:
        return
    own = own_deck(report.plan.game)
    printed: dict[tuple[str, str], set[str]] = {}
    for kind, text, effect in _with_text_and_effect(own) if own else ():
        printed.setdefault((kind.table.file, text), set()).add(effect)
    for kind, text, effect in told:
        meant = printed.get((kind.table.file, text), set())
        if meant and effect not in meant:
            others = listed([_in_words(other) for other in sorted(meant)])
            name = f"{kind.name} (it acts as {_in_words(effect)}, its text as {others})"
            yield Suspect(WRONG_TEXT, name, kind.key, (1.0, 1.0, 1.0), 0.0)


def _with_text_and_effect(deck: Deck) -> list[tuple[Kind, str, str]]:
    """The cards of a deck that print something and do something, each with both."""
    cards = [(kind, str(kind.row.get("text") or ""), str(kind.row.get("effect") or "")) for kind in deck.kinds]
    return [(kind, text, effect) for kind, text, effect in cards if text and effect]


def _in_words(key: str) -> str:
    return key.replace("_", " ")


def own_deck(game: Game) -> Deck | None:
    """The deck that comes with a game; None where there is none that can be played with."""
    try:
        return load_deck(game, game.default_deck)
    except WorkbenchError:
        return None


# Chances


def _one_side(normal: float) -> float:
    """The chance of a normal figure this large or larger."""
    return erfc(normal / sqrt(2)) / 2


def _more_often(share: float, than: float, games: int) -> float:
    """The chance of such a share of so many games, or a larger one, for what happens in a share `than` of them."""
    return _one_side((share - than) / sqrt(than * (1 - than) / games))


def _further_off(apart: float, most: float, error: float) -> float:
    """The chance of a figure this far from 0 on either side, where it is at most `most` from it."""
    return min(1.0, 2 * _one_side((abs(apart) - most) / error)) if error else 1.0


def _fewer(count: float, expected: float) -> float:
    """The chance of counting at most so many of what is rare (Anscombe's square root of a Poisson count)."""
    return _one_side(2 * (sqrt(expected) - sqrt(count + 3 / 8)))
