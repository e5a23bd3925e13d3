"""Fair shuffle: over many deals every card of a pile is equally likely to end up anywhere (chi-square).

Cards that are dealt apart (two decks, say) form separate pools: cards that were ever found in the same places, and
among them those that the variant declares in `dealt_apart`. For
uniform deals of a pool of n cards, Pearson's statistic times (n - 1) / n is distributed as chi-square with
(n - 1)(slots - 1) degrees of freedom, since each deal lays every card once.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from workbench.checks.speeds import Speed
from workbench.checks.trial import Broken, Trial
from workbench.kernel.engine.speeds import plain_engine

MOST_SLOTS = 12  # slots are merged until this many are left
LEAST_EXPECTED = 5  # expected count of a cell, as usual for this statistic
SURE = 5.2  # standard deviations: one fair game in ten million fails


def is_fair(trial: Trial) -> None:
    """Deal many times, each time from a new seed, and compare where each card lies."""
    deals = _deal(trial)
    ordered = trial.setup.variant.state.sorted_places
    trial.tally["deals"] += len(deals)
    for pool, slots in _pools(deals, set(trial.setup.variant.measures.dealt_apart(trial.setup.deck.arrays))):
        trial.tally["pools"] += 1
        _compare_slots(pool, slots, deals, ordered)
        _compare_neighbours(pool, [pile for deal in deals for pile in deal[ordered:]])


def _deal(trial: Trial) -> list[list[list[int]]]:
    """The cards in every place after setup alone, by deal; places that are kept sorted count as one slot."""
    match = trial.match()
    speed = Speed(plain_engine(match.variant), match)
    deals = []
    for number in range(trial.effort.deals):
        trial.goes_on()
        state = speed.deal(number)
        deals.append([state["rows"][place, : state["counts"][place]].tolist() for place in range(speed.spec.places)])
    return deals


def _pools(deals: list[list[list[int]]], apart: set[int]) -> list[tuple[list[int], list[tuple[int, int]]]]:
    """Pools of cards and the slots (place, position) that any deal fills."""
    import networkx

    # Cards are nodes by their numbers from 0, and the places in which they lay by those from -1 downwards.
    lying = dict.fromkeys((card, ~place) for deal in deals for place, row in enumerate(deal) for card in row)
    pools: list[tuple[list[int], list[tuple[int, int]]]] = []
    for reached in networkx.connected_components(networkx.Graph(lying.keys())):
        pool = {node for node in reached if node >= 0}
        places = sorted(~node for node in reached if node < 0)
        slots = [(place, i) for place in places for i in range(max(len(deal[place]) for deal in deals))]
        pools += [(sorted(pool - apart), slots), (sorted(pool & apart), slots)]
    return [(pool, slots) for pool, slots in pools if len(pool) > 1]


def _compare_slots(pool: list[int], slots: list[tuple[int, int]], deals: list[list[list[int]]], ordered: int) -> None:
    """Pearson's statistic of cards against slots, merged into few bins; the first `ordered` places are sorted."""
    bins = max(2, min(MOST_SLOTS, len(slots), len(deals) // LEAST_EXPECTED))
    first = {slot: number for number, slot in enumerate(slots)}
    # If cards are kept in order, only the place is random, not the position in it.
    bin_of = {(place, i): first[place, 0 if place < ordered else i] * bins // len(slots) for place, i in slots}
    index = {card: number for number, card in enumerate(pool)}
    found = np.zeros((len(pool), bins))
    for deal in deals:
        for place, i in slots:
            if i < len(deal[place]) and deal[place][i] in index:
                found[index[deal[place][i]], bin_of[place, i]] += 1
    found = found[:, found.any(axis=0)]
    expected = found.sum(axis=0, keepdims=True) * found.sum(axis=1, keepdims=True) / found.sum()
    statistic = ((found - expected) ** 2 / expected).sum() * (len(pool) - 1) / len(pool)
    degrees = (len(pool) - 1) * (found.shape[1] - 1)
    if degrees > 0 and (sigmas := deviation(statistic, degrees)) > SURE:
        card, where = np.unravel_index(np.abs((found - expected) / np.sqrt(expected)).argmax(), found.shape)
        raise Broken(
            f"The deal is not fair: over {len(deals)} deals card {pool[card]} came to lie in part {where + 1} of "
            f"{found.shape[1]} {found[card, where]:.0f} times, expected {expected[card, where]:.0f} (chi-square "
            f"{sigmas:.1f} standard deviations too large)."
        )


def deviation(statistic: float, degrees: int) -> float:
    """How many standard deviations a chi-square statistic lies above its mean (Wilson and Hilferty 1931)."""
    spread = 2 / (9 * degrees)
    return float(((statistic / degrees) ** (1 / 3) - (1 - spread)) / spread**0.5)


def _compare_neighbours(pool: list[int], piles: list[list[int]]) -> None:
    """How often a card is followed by the next of its pool: cards that stick together are not shuffled."""
    following = dict(pairwise(pool))
    found, expected = 0, 0.0
    for pile in piles:
        if pile and pile[0] in pool:
            found += sum(following.get(card) == other for card, other in pairwise(pile))
            expected += (len(pile) - 1) / len(pool)
    if expected > LEAST_EXPECTED and abs(found - expected) > 2 * SURE * expected**0.5:
        raise Broken(
            f"The deal is not fair: neighbours in the card list lay in a row {found} times, expected {expected:.0f}."
        )
