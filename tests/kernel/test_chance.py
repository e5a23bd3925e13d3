from __future__ import annotations

from collections import Counter, namedtuple
from itertools import permutations
from types import SimpleNamespace

import numba
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.kernel.cards import compiled_sort_keys, shuffle
from workbench.kernel.chance import (
    BOT_STREAM,
    CARD_BITS,
    GAME_STREAM,
    MULTIPLIER,
    OF_CARDS,
    SHUFFLE_STREAM,
    WORD,
    card_identities,
    card_key,
    mix,
    random_below,
    random_word,
    ranked,
    seed_generator,
    seed_ties,
    start_generator,
    tables_of_cards,
    with_identity,
)
from workbench.kernel.engine.linking import link
from workbench.kernel.rule import rule
from workbench.kernel.state import NOBODY, StateSpec, Zone

SEEDS = st.integers(0, 2**63 - 1)
WORDS = st.integers(0, WORD) | st.sampled_from([0, WORD])
IDENTITIES = st.integers(0, 2**63 - 1)
# The value that chi-square exceeds once in a million, by degrees of freedom.
ONE_IN_A_MILLION = {5: 35.9, 7: 40.5, 15: 56.5, 23: 73.0, 63: 141.0}


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
def write_words(words, numbers, keys, seed, index, stream):
    """Fill three arrays with the first random words and numbers of a stream, and keys of identities made of them."""
    generator = np.zeros(2, np.int64)
    seed_generator(generator, seed, index, stream)
    for i in range(len(words)):
        words[i] = random_word(generator)
        numbers[i] = random_below(generator, i + 1)
        identity = (int(words[i]) << 31) | int(words[i // 2])
        keys[i] = card_key(identity, int(words[0]), int(words[i]))


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


FIRST_WORDS_OF_SEED_7 = [1212083243, 2811487631, 2927671062, 2672525235]
FIRST_BELOW_100 = [29, 52, 14, 95, 89, 81, 74, 90]


@given(SEEDS, st.integers(0, 2**40), st.integers(0, 5))
def test_a_word_is_the_multiply_with_carry_step_and_no_product_overflows(seed, index, stream):
    generator = seeded(seed, index, stream)
    assert 0 <= generator[0] < 2**32
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
        plain = [[0] * 200 for _ in range(3)]
        write_words(*plain, seed, index, stream)
        filled = np.zeros((3, 200), np.int64)
        compiled(*filled, seed, index, stream)
        assert filled.tolist() == plain
        assert all(0 <= key < 2**32 for key in plain[2])


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


# Where a generator starts


@given(WORDS, WORDS, WORDS)
def test_a_generator_starts_at_the_fraction_of_its_states_that_its_words_tell(one, two, three):
    generator = [0, 0]
    start_generator(generator, one, two, three)
    assert generator[1] == (two * 2**32 + three) * MULTIPLIER >> 64 < MULTIPLIER
    if tuple(generator) not in STUCK_BUT_FOR_THEIR_VALUE:
        assert generator[0] == one


STUCK_BUT_FOR_THEIR_VALUE = [(1, 0), (1, MULTIPLIER - 1)]


@pytest.mark.parametrize("word", [0, WORD])
def test_no_generator_starts_in_a_state_that_leads_to_itself(word):
    generator = [0, 0]
    start_generator(generator, word, word, word)
    before = list(generator)
    random_word(generator)
    assert generator != before
    for stuck in ([0, 0], [WORD, MULTIPLIER - 1]):
        still = list(stuck)
        random_word(still)
        assert still == stuck


def test_generators_of_neighbouring_games_start_anywhere_in_their_states():
    counts: Counter = Counter()
    for index in range(6_400):
        value, carry = seeded(3, index)
        counts[value % 8, carry * 8 // MULTIPLIER] += 1
    assert chi_square(counts, 64) < ONE_IN_A_MILLION[63]


# Shuffles


class FourCards:
    """A deck of four cards."""

    identity = card_identities(np.arange(4), ["knight", "queen", "king", "fool"]).tolist()


FOUR_CARDS = StateSpec(seats=1, cards=4, zones=(Zone(NOBODY, name="stock"),))


def four_shuffled(index: int, shuffles: int = 1) -> tuple[int, ...]:
    """The order of four cards after some shuffles of a game."""
    state = FOUR_CARDS.record()
    seed_generator(state.shuffle_state, 5, index, SHUFFLE_STREAM)
    state.counts[0] = state.card_count = 4
    for card in range(4):
        state.rows[0, card] = card
    for _ in range(shuffles):
        shuffle(state, FourCards, 0)
    return tuple(state.rows.tolist()[0])


@pytest.mark.parametrize("shuffles", [1, 2])
def test_every_order_of_a_shuffle_is_equally_likely(shuffles):
    counts = Counter(four_shuffled(index, shuffles) for index in range(4_800))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < ONE_IN_A_MILLION[23]


def test_a_second_shuffle_does_not_hang_on_the_first():
    places = Counter((four_shuffled(index)[0], four_shuffled(index, 2)[0]) for index in range(3_200))
    assert chi_square(places, 16) < ONE_IN_A_MILLION[15]


@given(IDENTITIES, IDENTITIES, WORDS, WORDS)
def test_of_two_cards_either_comes_first_for_as_many_words(identity, other_identity, one, other):
    def keys(word):
        return [card_key(each, one, word) for each in (identity, other_identity)]

    # The difference from `other` that equals the difference of the two cards after the first word: one to one.
    apart = (
        mix((identity & WORD) ^ one) ^ (identity >> 32) ^ mix((other_identity & WORD) ^ one) ^ (other_identity >> 32)
    )
    assert keys(other) == keys(other ^ apart)[::-1]
    assert (apart == 0) == (keys(other)[0] == keys(other)[1])


@given(st.lists(st.tuples(WORDS, st.integers(0, 253)), max_size=254))
def test_compiled_code_sorts_keys_as_numpy_does(cards):
    keys = np.array([(key << CARD_BITS) | card for key, card in cards], np.int64)
    assert compiled_sort_keys(keys).tolist() == sorted(keys.tolist())


# Identities


def test_a_card_keeps_its_identity_when_rows_come_go_and_change_places():
    kind = np.array([0, 0, 1, 2, 2, -1])
    identity = card_identities(kind, ["mill", "moat", "road"]).tolist()
    assert len(set(identity)) == 6
    assert identity[5] == 0 < min(identity[:5]) <= max(identity) < 2**63
    moved = card_identities(np.array([0, 0, 0, 1, 2]), ["road", "new", "moat"]).tolist()
    assert moved[:2] == identity[3:5]
    assert moved[4] == identity[2]
    assert not {moved[2], moved[3]} & set(identity)


def test_arrays_of_no_deck_tell_cards_by_the_number_of_their_kind():
    identity = card_identities(np.array([0, 1, 1, -1])).tolist()
    assert identity == [*card_identities(np.array([0, 1, 1]), [0, 1]).tolist(), 0]
    assert len(set(identity)) == 4


@pytest.mark.parametrize("name", OF_CARDS)
def test_a_game_may_not_have_an_array_with_the_name_of_one_that_every_deck_has(name):
    arrays = namedtuple("arrays", ["kind", name])
    with pytest.raises(ValueError, match=f"every deck has an array '{name}'"):
        with_identity(arrays(np.zeros(1, np.int64), 3), ["a"], [0])


def test_a_card_is_of_the_table_of_its_kind():
    assert tables_of_cards(np.array([0, 0, 1, 2, -1]), [0, 0, 1]).tolist() == [0, 0, 0, 1, 0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (lambda i: (i, 0, GAME_STREAM), lambda i: (i, 0, BOT_STREAM)),
        (lambda i: (i, 0, GAME_STREAM), lambda i: (i, 0, SHUFFLE_STREAM)),
        (lambda i: (3, i, GAME_STREAM), lambda i: (3, i + 1, GAME_STREAM)),
        (lambda i: (i, 0, GAME_STREAM), lambda i: (i + 1, 0, GAME_STREAM)),
        (lambda i: (i, 1, GAME_STREAM), lambda i: (i + 2**32, 1, GAME_STREAM)),
    ],
    ids=[
        "bots and game",
        "shuffles and game",
        "neighbouring games",
        "neighbouring seeds",
        "seeds that differ above 32 bits",
    ],
)
def test_streams_are_independent(one, other):
    pairs: Counter = Counter()
    for i in range(6_400):
        first, second = seeded(*one(i)), seeded(*other(i))
        pairs[random_below(first, 8), random_below(second, 8)] += 1
    assert chi_square(pairs, 64) < ONE_IN_A_MILLION[63]


def test_no_two_of_many_streams_begin_alike():
    begun = {tuple(seeded(seed, index, stream)) for seed in range(50) for index in range(100) for stream in range(3)}
    assert len(begun) == 15_000


# What decides between equals


def drawn(seed: int, number: int = 0) -> SimpleNamespace:
    actions = SimpleNamespace(tie_words=[0, 0])
    seed_ties(actions, seed, number)
    return actions


@given(SEEDS, st.integers(-1000, 1000), WORDS, WORDS)
def test_a_larger_value_ranks_higher_whatever_decides_between_equals(seed, value, identity, other):
    actions = drawn(seed)
    assert ranked(actions, value + 1, identity) > ranked(actions, value, other)
    assert ranked(actions, value, identity) >> 32 == value


def test_of_equals_either_ranks_higher_in_half_of_all_games():
    first = sum(ranked(drawn(5, number), 3, 70) > ranked(drawn(5, number), 3, 71) for number in range(10_000))
    assert abs(first - 5_000) < 5.2 * 50
