from __future__ import annotations

from collections import Counter
from itertools import permutations

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.kernel.cards import shuffle
from workbench.kernel.chance import (
    BOT_STREAM,
    GAME_STREAM,
    MULTIPLIER,
    random_below,
    random_word,
    seed_generator,
)
from workbench.kernel.engine.linking import link
from workbench.kernel.rule import rule
from workbench.kernel.state import NOBODY, StateSpec, Zone

SEEDS = st.integers(0, 2**63 - 1)
# The value that chi-square exceeds once in a million, by degrees of freedom.
ONE_IN_A_MILLION = {5: 35.9, 7: 40.5, 23: 73.0, 63: 141.0}


def chi_square(counts: dict | Counter, cells: int) -> float:
    """How far counts are from an even spread."""
    expected = sum(counts.values()) / cells
    missing = cells - len(counts)
    return sum((count - expected) ** 2 / expected for count in counts.values()) + missing * expected


def seeded(seed: int, index: int = 0, stream: int = GAME_STREAM) -> list[int]:
    generator = [0, 0]
    seed_generator(generator, seed, index, stream)
    return generator


@rule
def write_words(words, numbers, seed, index, stream):
    """Fill two arrays with the first random words and numbers of a stream."""
    generator = np.zeros(2, np.int64)
    seed_generator(generator, seed, index, stream)
    for i in range(len(words)):
        words[i] = random_word(generator)
        numbers[i] = random_below(generator, i + 1)


def is_prime(number: int) -> bool:
    """Miller and Rabin's test with bases that are certain far beyond 2**64."""
    odd, twos = number - 1, 0
    while odd % 2 == 0:
        odd, twos = odd // 2, twos + 1
    for base in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        power = pow(base, odd, number)
        if power in (1, number - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % number
            if power == number - 1:
                break
        else:
            return False
    return True


def test_the_multiplier_gives_a_safe_prime():
    modulus = MULTIPLIER * 2**32 - 1
    assert is_prime(modulus)
    assert is_prime((modulus - 1) // 2)


def test_the_first_numbers_of_a_seed_never_change():
    generator = seeded(7)
    assert [random_word(generator) for _ in range(4)] == FIRST_WORDS_OF_SEED_7
    generator = seeded(2**62 + 5, 12, BOT_STREAM)
    assert [random_below(generator, 100) for _ in range(8)] == FIRST_BELOW_100


FIRST_WORDS_OF_SEED_7 = [603064881, 3558745729, 1088830481, 3026693891]
FIRST_BELOW_100 = [70, 16, 7, 80, 49, 60, 45, 63]


@given(SEEDS, st.integers(0, 2**40), st.integers(0, 5))
def test_a_word_is_the_multiply_with_carry_step_and_no_product_overflows(seed, index, stream):
    generator = seeded(seed, index, stream)
    assert 0 < generator[0] < 2**32
    assert 0 <= generator[1] < MULTIPLIER
    for _ in range(5):
        product = MULTIPLIER * generator[0] + generator[1]
        assert product < 2**63
        carry, value = divmod(product, 2**32)
        assert random_word(generator) == value ^ carry
        assert generator == [value, carry]


def test_both_speeds_give_the_same_numbers():
    compiled = link({"write": write_words}, {}, _compile)["write"]
    for seed, index, stream in [(0, 0, 0), (7, 3, 1), (2**63 - 1, 2**40 + 1, 0), (2**32, 10**6, 1)]:
        plain_words, plain_numbers = [0] * 200, [0] * 200
        write_words(plain_words, plain_numbers, seed, index, stream)
        words, numbers = np.zeros((2, 200), np.int64)
        compiled(words, numbers, seed, index, stream)
        assert words.tolist() == plain_words
        assert numbers.tolist() == plain_numbers


def _compile(clone):
    dispatcher = numba.njit(clone)
    dispatcher.__rule__ = True
    return dispatcher


@given(SEEDS, st.integers(1, 1000))
def test_a_random_number_is_below_its_limit(seed, limit):
    generator = seeded(seed)
    assert all(0 <= random_below(generator, limit) < limit for _ in range(20))


@pytest.mark.parametrize("limit", [6, 8])
def test_random_numbers_are_evenly_spread(limit):
    generator = seeded(11)
    counts = Counter(random_below(generator, limit) for _ in range(12_000))
    assert chi_square(counts, limit) < ONE_IN_A_MILLION[limit - 1]


def test_every_order_of_a_shuffle_is_equally_likely():
    spec = StateSpec(seats=1, cards=4, zones=(Zone("stock", NOBODY),))
    counts: Counter = Counter()
    for index in range(4_800):
        state = spec.record()
        seed_generator(state.random_state, 5, index, GAME_STREAM)
        state.counts[0] = state.card_count = 4
        for card in range(4):
            state.rows[0, card] = card
        shuffle(state, 0)
        counts[tuple(state.rows.tolist()[0])] += 1
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < ONE_IN_A_MILLION[23]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda i: (i, 0, GAME_STREAM), lambda i: (i, 0, BOT_STREAM)),
        (lambda i: (3, i, GAME_STREAM), lambda i: (3, i + 1, GAME_STREAM)),
        (lambda i: (i, 0, GAME_STREAM), lambda i: (i + 1, 0, GAME_STREAM)),
        (lambda i: (i, 1, GAME_STREAM), lambda i: (i + 2**32, 1, GAME_STREAM)),
    ],
    ids=["bots and game", "neighbouring games", "neighbouring seeds", "seeds that differ above 32 bits"],
)
def test_streams_are_independent(one, other):
    pairs: Counter = Counter()
    for i in range(6_400):
        first, second = seeded(*one(i)), seeded(*other(i))
        pairs[random_below(first, 8), random_below(second, 8)] += 1
    assert chi_square(pairs, 64) < ONE_IN_A_MILLION[63]


def test_no_two_of_many_streams_begin_alike():
    begun = {tuple(seeded(seed, index, stream)) for seed in range(50) for index in range(100) for stream in range(2)}
    assert len(begun) == 10_000
