"""Whether chance is fair: chi-square over many millions of deals, `python -m benchmarks.fairness`.

Every deal is a game of its own, whose generators are seeded as `begin` seeds them, so that the effect of seeding on
chance is counted too. The rule functions are the kernel's, compiled as games are; the threads share the deals.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import FunctionType
from typing import Any

import numpy as np

from benchmarks.table import README, machine_facts, with_table
from workbench.decks import load_deck
from workbench.kernel.cards import card_at, fill, shuffle
from workbench.kernel.chance import GAME_STREAM, SHUFFLE_STREAM, card_identities, random_below, seed_generator
from workbench.kernel.engine.linking import link
from workbench.kernel.engine.speeds import COMPILED_INSTEAD
from workbench.kernel.rule import rule
from workbench.kernel.state import NOBODY, StateSpec, Zone, plain_record_class

BEGIN, END = "<!-- fairness: written by python -m benchmarks.fairness -->", "<!-- end of fairness -->"
DEALS = 200_000_000
SEED = 2026
PARTS = 16  # of the deals, so that all threads are busy to the end
UNFAIR = 1e-6  # a p-value below which fair chance falls once in a million times

ROWS = np.array([0, 1, 2, -1])  # card -> kind: three rows of a list, and three copies of one row
COPIES = np.array([0, 0, 0, -1])


# What is counted: rule functions (first, deals, seed, state, deck, counts)


@rule
def seed_shuffles(state, deck, seed, number):
    """Seed the shuffles, and fill the pile as it is before the first shuffle of a game."""
    seed_generator(state.shuffle_state, seed, number, SHUFFLE_STREAM)
    fill(state, 0, deck.card_count)


@rule
def order_of_three(state):
    """The number, 0 to 5, of the order in which three cards lie."""
    bottom, middle = card_at(state, 0, 0), card_at(state, 0, 1)
    return 2 * bottom + int(middle > card_at(state, 0, 2))


@rule
def count_orders(first, deals, seed, state, deck, counts):
    """Count the order of three cards."""
    for number in range(first, first + deals):
        seed_shuffles(state, deck, seed, number)
        shuffle(state, deck, 0)
        counts[order_of_three(state)] += 1


@rule
def count_two_orders(first, deals, seed, state, deck, counts):
    """Count the orders of three cards after the first and after the second shuffle."""
    for number in range(first, first + deals):
        seed_shuffles(state, deck, seed, number)
        shuffle(state, deck, 0)
        before = order_of_three(state)
        shuffle(state, deck, 0)
        counts[6 * before + order_of_three(state)] += 1


@rule
def count_draws(first, deals, seed, state, deck, counts):
    """Count the first number below six that a game draws: a seat, a flip."""
    for number in range(first, first + deals):
        seed_generator(state.random_state, seed, number, GAME_STREAM)
        counts[random_below(state.random_state, 6)] += 1


@rule
def count_neighbouring_draws(first, deals, seed, state, deck, counts):
    """Count the first numbers below six of a game and of the next one."""
    for number in range(first, first + deals):
        seed_generator(state.random_state, seed, number, GAME_STREAM)
        before = random_below(state.random_state, 6)
        seed_generator(state.random_state, seed, number + 1, GAME_STREAM)
        counts[6 * before + random_below(state.random_state, 6)] += 1


@rule
def count_positions(first, deals, seed, state, deck, counts):
    """Count where each card lies."""
    cards = int(deck.card_count)
    for number in range(first, first + deals):
        seed_shuffles(state, deck, seed, number)
        shuffle(state, deck, 0)
        for position in range(cards):
            counts[cards * card_at(state, 0, position) + position] += 1


@rule
def count_pairs(first, deals, seed, state, deck, counts):
    """Count which two cards lie at the top, in their order."""
    cards = int(deck.card_count)
    for number in range(first, first + deals):
        seed_shuffles(state, deck, seed, number)
        shuffle(state, deck, 0)
        top, below = card_at(state, 0, cards - 1), card_at(state, 0, cards - 2)
        counts[(cards - 1) * top + below - int(below > top)] += 1


@dataclass(frozen=True)
class Question:
    """Something to count: in `share` of the requested deals, over `cells` equally likely cells.

    If a deal places every card once, `cards` is their number; the cells of a card and those of a position then add up
    to the deals, and (cards - 1) / cards of Pearson's statistic is a chi-square.
    """

    text: str
    count: Callable
    identity: np.ndarray
    cells: int
    share: float = 1.0
    cards: int = 0

    @property
    def degrees(self) -> int:
        """The degrees of freedom."""
        return (self.cards - 1) ** 2 if self.cards else self.cells - 1

    def statistic(self, counts: np.ndarray) -> float:
        """Pearson's statistic of counts by cell."""
        expected = counts.sum() / self.cells
        found = float(((counts - expected) ** 2).sum() / expected)
        return found * (self.cards - 1) / self.cards if self.cards else found


def questions() -> list[Question]:
    """The questions asked of chance."""
    rows, copies = card_identities(ROWS, ["king", "queen", "knight"])[:3], card_identities(COPIES, ["spy"])[:3]
    arrays = load_deck("guild_master", "medieval").arrays
    cards = int(arrays.card_count)
    medieval = arrays.identity[:cards]
    return [
        Question("The order of three cards", count_orders, rows, 6),
        Question("The order of three copies of a card", count_orders, copies, 6),
        Question("Their orders after two shuffles", count_two_orders, copies, 36, 0.25),
        Question("The first number below six that a game draws", count_draws, rows, 6),
        Question("That of a game and of the next one", count_neighbouring_draws, rows, 36, 0.25),
        Question(f"Where each of {cards} cards lies", count_positions, medieval, cards**2, 0.05, cards),
        Question(f"Which two of {cards} cards lie at the top", count_pairs, medieval, cards * (cards - 1), 0.05),
    ]


def compiled(count: Callable) -> Callable:
    """A rule function with everything it calls, compiled as games are."""
    import numba

    def compile_clone(clone: FunctionType) -> Any:
        dispatcher = numba.njit(nogil=True)(clone)
        dispatcher.__rule__ = True
        return dispatcher

    return link({"count": count}, {}, compile_clone, COMPILED_INSTEAD)["count"]


def counted(question: Question, deals: int, seed: int, *, plain: bool = False) -> np.ndarray:
    """The counts by cell over games 0 .. deals - 1 of a run; int64 (cells,). `plain` counts in plain Python."""
    cards = len(question.identity)
    spec = StateSpec(seats=1, cards=cards, zones=(Zone(NOBODY, name="stock"),))
    count = link({"count": question.count}, {}, rule)["count"] if plain else compiled(question.count)

    def part(first: int) -> np.ndarray:
        counts = np.zeros(question.cells, np.int64)
        size = deals * (first + 1) // PARTS - deals * first // PARTS
        state, deck = _records(spec, question.identity, plain)
        count(deals * first // PARTS, size, seed, state, deck, counts)
        return counts

    with ThreadPoolExecutor(1 if plain else os.cpu_count()) as threads:
        return np.sum(list(threads.map(part, range(PARTS))), axis=0)


def _records(spec: StateSpec, identity: np.ndarray, plain: bool) -> tuple[Any, Any]:
    """An empty state, and a deck with nothing but identities."""
    dtype = np.dtype([("card_count", "i8"), ("identity", "i8", identity.shape)], align=True)
    deck = np.zeros(1, dtype)
    deck["card_count"], deck["identity"] = len(identity), identity
    if plain:
        return spec.record(), plain_record_class(dtype, "Deck")(deck.view(np.int64))
    return np.zeros(1, spec.dtype).view(np.recarray)[0], deck.view(np.recarray)[0]


def at_least(statistic: float, degrees: int) -> float:
    """The probability of a chi-square of at least `statistic`: the sum of Abramowitz and Stegun, 26.4.4 and 26.4.5.

    >>> round(at_least(11.07, 5), 3), round(at_least(18.31, 10), 3)
    (0.05, 0.05)
    """
    if statistic <= 0:
        return 1.0
    half, odd = statistic / 2, degrees % 2 / 2
    terms = (math.exp((i + odd) * math.log(half) - half - math.lgamma(i + odd + 1)) for i in range(degrees // 2))
    return math.fsum(terms) + (math.erfc(math.sqrt(half)) if odd else 0.0)


def table(answers: Sequence[tuple[Question, int, float]]) -> str:
    """Questions with their deals and statistics, as Markdown."""
    lines = ["| what | deals | degrees of freedom | chi-square | p |", "|---|---|---|---|---|"]
    for question, deals, statistic in answers:
        p = at_least(statistic, question.degrees)
        lines.append(f"| {question.text} | {deals:,} | {question.degrees:,} | {statistic:,.1f} | {p:.3g} |")
    return "\n".join(lines)


def main(given: list[str] | None = None) -> int:
    """Ask all questions; the exit code is 1 if fair chance gives any of the answers only once in a million times."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.fairness", description="Count whether chance is fair.")
    parser.add_argument("--deals", type=int, default=DEALS, help=f"deals of three cards (default {DEALS:,})")
    parser.add_argument("--seed", type=int, default=SEED, help=f"the run's seed (default {SEED})")
    parser.add_argument(
        "--check", action="store_true", help="print only; else the table goes into benchmarks/README.md"
    )
    asked = parser.parse_args(given)
    if asked.deals < 100_000:
        parser.error(f"--deals is {asked.deals}; give at least 100000, of which some questions take a twentieth")
    load, answers = os.getloadavg()[0], []
    for question in questions():
        deals = round(asked.deals * question.share)
        answers.append((question, deals, question.statistic(counted(question, deals, asked.seed))))
        print(table(answers[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    text = "\n".join([table(answers), "", f"- seed {asked.seed}", *(f"- {fact}" for fact in machine_facts(load)[:2])])
    print(text)
    if not asked.check:
        README.write_text(with_table(README.read_text(encoding="utf-8"), text, BEGIN, END), encoding="utf-8")
    return int(any(at_least(statistic, question.degrees) < UNFAIR for question, _, statistic in answers))


if __name__ == "__main__":
    sys.exit(main())
