"""Which of the things that a sweep changes matter, in sentences: for who wins, for how long it lasts, and together.

Only the largest effects of many are told, and what is told because it is large looks larger than it is. So effects are
put in order by the end of their interval that is nearer to none; the intervals in sentences are widened by what it
takes for what was picked out (Benjamini and Yekutieli 2005); and that one thing matters most is said only where it
differs from all others beyond doubt, by the same games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import ceil
from statistics import NormalDist
from typing import TYPE_CHECKING

import numpy as np

from workbench.kernel.words import listed
from workbench.lab.figures import WIN_SHARE, is_share, whose_wins
from workbench.lab.intervals import DOUBT, NORMAL_95, beyond_doubt, paired_difference

if TYPE_CHECKING:
    from workbench.lab.sweep_tables import Effect, SweepTables

LENGTH = "turns a game"
WINS = "who wins"
MOST_TOLD = 3  # things of which it is not known which matters more


def in_words(sweep: SweepTables) -> str:
    """What matters most for who wins and for the length, what works together, and what is not known to matter."""
    effects = sweep.main_effects
    if not effects:
        return "The cells that were played do not tell what any value does by itself."
    matters = {what: _matters(sweep, what, clearest_first(filter(about, effects))) for what, about in ASPECTS.items()}
    said = [told or _nothing_matters(sweep, what) for what, told in matters.items()]
    if any(matters.values()):
        said += [_together(sweep), _nothing_proven(sweep, [what for what, told in matters.items() if told])]
    return " ".join(filter(None, said))


def of_wins(effect: Effect) -> bool:
    """Whether an effect is one on who wins."""
    return effect.figure.startswith(f"{WIN_SHARE}, ")


def of_length(effect: Effect) -> bool:
    """Whether an effect is one on how long a game lasts."""
    return effect.figure == LENGTH


ASPECTS: dict[str, Callable[[Effect], bool]] = {WINS: of_wins, "the length": of_length}


def clearest_first(effects: Iterable[Effect]) -> list[Effect]:
    """Effects that are sure to be large first: by the end of their interval that is nearer to none."""

    def nearer_end(effect: Effect) -> float:
        return min(abs(effect.low), abs(effect.high)) if effect.low * effect.high > 0 else 0.0

    return sorted(effects, key=lambda effect: (-nearer_end(effect), -abs(effect.difference)))


def shown_figure(sweep: SweepTables, about: Callable[[Effect], bool] = of_wins) -> str:
    """The figure of an aspect that shifts most clearly; without one the first of all."""
    effects = clearest_first(filter(about, sweep.main_effects)) or sweep.main_effects
    return effects[0].figure if effects else next(iter(sweep.figures.figure))


def factor_of(effect: Effect) -> int:
    """The number of the factor that an effect is of."""
    return effect.asked.of[0][0]


def of_each_factor(effects: Iterable[Effect]) -> list[Effect]:
    """The first effect of each factor."""
    found: dict[int, Effect] = {}
    for effect in effects:
        found.setdefault(factor_of(effect), effect)
    return list(found.values())


def _matters(sweep: SweepTables, what: str, effects: Sequence[Effect]) -> str:
    """What matters most for an aspect; empty where nothing is known to."""
    if not effects or not effects[0].shifted:
        return ""
    first, *others = of_each_factor(effects)
    larger = largest(sweep, first, others)
    equals = [effect for effect, sure in zip(others, larger, strict=True) if effect.shifted and not sure]
    smaller = [effect for effect, sure in zip(others, larger, strict=True) if effect.shifted and sure]
    said = f"{'Most for' if all(larger) else 'For'} {what}: "
    said += "; ".join(_said(sweep, effect) for effect in [first, *equals][:MOST_TOLD]) + "."
    names = [sweep.factors[factor_of(effect)].name for effect in equals[MOST_TOLD - 1 :] + smaller]
    said += " Which of these matters more is not proven." * bool(equals)
    return said + f" Less{' or no more' * (len(equals) >= MOST_TOLD)}: {listed(names)}." * bool(names)


def largest(sweep: SweepTables, first: Effect, others: Sequence[Effect]) -> list[bool]:
    """Which other effects are, by the same games, beyond doubt smaller than the first."""
    sizes = [_size_by_game(sweep, effect) for effect in (first, *others)]
    apart = [paired_difference(size, sizes[0]) for size in sizes[1:]]
    stands = beyond_doubt([difference.chance for difference in apart])
    return [sure and difference.value > 0 for sure, difference in zip(stands, apart, strict=True)]


def _size_by_game(sweep: SweepTables, effect: Effect) -> np.ndarray:
    """What an effect is in each game, more being larger."""
    told = sweep.values(effect.asked)
    assert told is not None
    return np.copysign(1.0, effect.difference) * (told[1] - told[0])


def _said(sweep: SweepTables, effect: Effect) -> str:
    ((_, value, first),) = sweep.values_of(effect)
    return f'"{value.words}" in place of "{first.words}": {_figure_said(effect)} ({_wide(sweep, effect)})'


def _figure_said(effect: Effect) -> str:
    if of_wins(effect):
        wins = f"{whose_wins(effect.figure)} wins {100 * effect.after:.1f} of 100 games"
        return f"{wins}, before {100 * effect.before:.1f}"
    return f"a game takes {effect.after:.1f} turns, before {effect.before:.1f}"


def _wide(sweep: SweepTables, effect: Effect) -> str:
    """A difference with an interval that allows for its having been picked out of many."""
    effects = sweep.main_effects if len(effect.asked.of) == 1 else sweep.interactions
    picked = sum(effect.shifted for effect in effects)
    low, high = widened(effect, DOUBT * max(picked, 1) / len(effects))
    factor = 100 if is_share(effect.figure) else 1
    return f"{factor * effect.difference:+.1f}, {factor * low:+.1f} to {factor * high:+.1f}"


def widened(effect: Effect, doubt: float) -> tuple[float, float]:
    """The ends of an interval that misses as seldom as `doubt` says, in place of 5 times in 100."""
    times = NormalDist().inv_cdf(1 - doubt / 2) / NORMAL_95
    value = effect.difference
    return value - times * (value - effect.low), value + times * (effect.high - value)


def _together(sweep: SweepTables) -> str:
    """The two values that most clearly change what each does, for who wins or else for the length."""
    for about in ASPECTS.values():
        for effect in clearest_first(filter(about, sweep.interactions))[:1]:
            if effect.shifted:
                (_, value, _), (_, beside, _) = sweep.values_of(effect)
                factor, unit = (100, "wins of 100 games") if of_wins(effect) else (1, "turns a game")
                who = f" for {whose_wins(effect.figure)}" * of_wins(effect)
                return (
                    f'Together: "{value.words}" brings {factor * effect.after:+.1f} {unit}{who} beside '
                    f'"{beside.words}", and without it {factor * effect.before:+.1f} '
                    f"(difference {_wide(sweep, effect)})."
                )
    return ""


def _nothing_matters(sweep: SweepTables, what: str) -> str:
    """That nothing is known to matter for an aspect, and what may have stayed unseen; empty where it was not asked."""
    effects = [effect for effect in sweep.main_effects if ASPECTS[what](effect)]
    bound = _unseen(sweep, what, effects)
    return f"Nothing is proven to matter for {what}{f': {bound}' * bool(bound)}." if effects else ""


def _nothing_proven(sweep: SweepTables, aspects: Sequence[str]) -> str:
    """The factors that are not known to matter where others do, and how much may have stayed unseen."""
    told = [effect for effect in sweep.main_effects if any(about(effect) for about in ASPECTS.values())]
    matters = {factor_of(effect) for effect in told if effect.shifted}
    others = [effect for effect in told if factor_of(effect) not in matters]
    names = [sweep.factors[number].name for number in dict.fromkeys(map(factor_of, others))]
    bounds = [_unseen(sweep, what, [effect for effect in others if ASPECTS[what](effect)]) for what in aspects]
    bound = ", ".join(filter(None, bounds))
    return f"Nothing is proven of {listed(names)}{f': {bound}' * bool(bound)}." if names else ""


def _unseen(sweep: SweepTables, what: str, effects: Sequence[Effect]) -> str:
    """That no shift is larger than the furthest end of all intervals, wide enough to hold together; otherwise empty."""
    ends = [max(map(abs, widened(effect, DOUBT / len(sweep.main_effects)))) for effect in effects]
    if not ends or not np.isfinite(ends).all():
        return ""
    most = max(ends)
    if what == WINS:
        return f"no win share shifts by more than {ceil(1000 * most) / 10:.1f} of 100 games" if most < 1 else ""
    return f"no mean length shifts by more than {ceil(10 * most) / 10:.1f} turns"
