"""Seeded chance whose whole state is two numbers in a record, the same at both speeds.

The generator is a multiply-with-carry sequence (Marsaglia): value and carry in `generator[0]` and
`generator[1]`, all products below 2**63, so that signed 64-bit numbers carry it in plain Python and
compiled alike. MULTIPLIER makes MULTIPLIER * 2**32 - 1 a safe prime, which gives a period near 2**62.
Output is value XOR carry, 32 bits. Every pair of a value below 2**32 and a carry below MULTIPLIER is a state,
except the two that lead to themselves: both 0, and both the largest.

Shuffles have a generator of their own (`shuffle_state`). Each takes two words from it and lays the cards in the
order of `card_key`, which depends on these words and on the card's identity alone. So a card added, removed or moved
in a deck leaves the order of all others as it was, and other chance too.
"""

from __future__ import annotations

from collections import namedtuple
from collections.abc import Sequence
from functools import cache
from hashlib import blake2b
from typing import Any

import numpy as np

from workbench.kernel.arrays import ActionList, AnyDeck, Words
from workbench.kernel.rule import index, rule

MULTIPLIER = 2147483085
WORD = 0xFFFFFFFF
GAME_STREAM = 0  # flips, random seats, cards drawn blindly
BOT_STREAM = 1  # bots' own choices: independent of what is hidden
SHUFFLE_STREAM = 2
TIE_STREAM = 3  # what bots decide by between equals
LEVEL_STREAM = 4  # when the easy bot plays at random, and in which worlds the hard one looks ahead
CARD_BITS = 8  # of a card's number


@rule(inlined=True)
def mix(word: int) -> int:
    """Scatter 32 bits over 32 bits (two multiply-xorshift rounds, constants from Wellons' search)."""
    word = word ^ (word >> 16)
    word = (word * 0x21F0AAAD) & WORD
    word = word ^ (word >> 15)
    word = (word * 0x735A2D97) & WORD
    return word ^ (word >> 15)


@rule(inlined=True)
def absorb(start: int, seed: int, index: int, stream: int) -> int:
    """Mix a seed, the number of a game and of a stream into 32 bits, beginning from `start`."""
    word = mix(start ^ (seed & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ ((seed >> 32) & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ (index & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ ((index >> 32) & WORD))
    return mix((word + 0x1E3779B9) & WORD ^ (stream & WORD))


@rule(inlined=True)
def seed_generator(generator: Words, seed: int, index: int, stream: int) -> None:
    """Start `generator` for game `index` of a run seeded with `seed`."""
    start_generator(
        generator,
        absorb(0x243F6A88, seed, index, stream),
        absorb(0x13198A2E, seed, index, stream),
        absorb(0x03707344, seed, index, stream),
    )


@rule(inlined=True)
def start_generator(generator: Words, one: int, two: int, three: int) -> None:
    """Start `generator` from three random words, in any of its states with equal chance; the bias is below 2**-32.

    The carry is the whole part of MULTIPLIER times the fraction that the last two words make.
    """
    carry = (two * MULTIPLIER + ((three * MULTIPLIER) >> 32)) >> 32
    leads_to_itself = (one == 0 and carry == 0) or (one == WORD and carry == MULTIPLIER - 1)
    generator[0] = 1 if leads_to_itself else one
    generator[1] = carry


@rule(inlined=True)
def random_word(generator: Words) -> int:
    """The next 32 random bits as a whole number."""
    return go_on_to(generator, what_follows(generator))


@rule(inlined=True)
def what_follows(generator: Words) -> int:
    """The next value and carry of a generator as one number; it stays where it is."""
    return MULTIPLIER * generator[0] + generator[1]


@rule(inlined=True)
def go_on_to(generator: Words, product: int) -> int:
    """Take a generator on to `what_follows`; returns the 32 random bits found there."""
    value = product & WORD
    carry = product >> 32
    generator[0] = value
    generator[1] = carry
    return value ^ carry


@rule(inlined=True)
def random_below(generator: Words, limit: int) -> int:
    """A random number from 0 to limit - 1; the bias is below limit / 2**32."""
    return (random_word(generator) * limit) >> 32


@rule(inlined=True)
def card_key(identity: int, one: int, other: int) -> int:
    """A card's key in the shuffle that has drawn two random words: 32 bits.

    Two cards of different identity come in either order for exactly half of the words, except for the 2**-32 of them
    that give equal keys: `mix` permutes words, so the second one makes every pair of keys appear both ways round.
    """
    return mix(mix((identity & WORD) ^ one) ^ (identity >> 32) ^ other)


@rule(inlined=True)
def seed_ties(actions: ActionList, seed: int, number: int) -> None:
    """Draw what decides between equals for game `number` of a run."""
    actions.tie_words[0] = absorb(0x243F6A88, seed, number, TIE_STREAM)
    actions.tie_words[1] = absorb(0x13198A2E, seed, number, TIE_STREAM)


@rule(inlined=True)
def ranked(actions: ActionList, value: int, identity: int) -> int:
    """A value to compare with others, with a key that decides between equal values in its 32 lowest bits.

    The key is a `card_key` of two words that the match keeps to its end: it depends on the match and on the identity
    alone. A bot that ranks cards by it does not depend on the order of their list.
    """
    return (value << 32) + card_key(identity, actions.tie_words[0], actions.tie_words[1])


@rule(inlined=True)
def identity_of(deck: AnyDeck, kind: int) -> int:
    """What tells the cards of a kind from others in every edition of a deck: the identity of the first of them."""
    return deck.identity[index(deck.first_card[index(kind)])]


def card_identities(kind: np.ndarray, keys: Sequence[object] = ()) -> np.ndarray:
    """What shuffles tell each card by: 63 random bits of its row's key and of which copy it is; int64 (cards,).

    `kind` maps cards to kinds (-1: no card), copies being neighbours; `keys` has what identifies each kind in every
    edition of its deck. Where it is left out, the number of the kind does.
    """
    identities = np.zeros(len(kind), np.int64)
    copy = 0
    for card, number in enumerate(kind.tolist()):
        copy = copy + 1 if card and number == kind[card - 1] else 0
        if number >= 0:
            text = repr((keys[number] if keys else number, copy)).encode()
            identities[card] = int.from_bytes(blake2b(text, digest_size=8).digest()) >> 1
    return identities


OF_CARDS = ("identity", "table_of_card")  # the arrays that are added to those of every deck


def with_identity(arrays: Any, keys: Sequence[object], tables: Sequence[int]) -> Any:
    """A game's own arrays of a deck (a NamedTuple that has `kind`) with OF_CARDS after them.

    See `card_identities` for the first; table_of_card[card] is the card table that a card is of, from `tables` by kind.
    Raises ValueError if the game has an array of one of these names.
    """
    for name in OF_CARDS:
        if name in arrays._fields:
            raise ValueError(f"every deck has an array {name!r}; give the one of this game's deck_arrays another name")
    of_cards = (card_identities(arrays.kind, keys), tables_of_cards(arrays.kind, tables))
    return _arrays_class(type(arrays).__name__, arrays._fields)(*arrays, *of_cards)


def tables_of_cards(kind: np.ndarray, tables: Sequence[int] = ()) -> np.ndarray:
    """Card -> the card table that it is of, from that of its kind: int64 (cards,); one table where none are given."""
    found = np.zeros(len(kind), np.int64)
    if len(tables):
        found[kind >= 0] = np.asarray(tables, np.int64)[kind[kind >= 0]]
    return found


@cache
def _arrays_class(name: str, fields: tuple[str, ...]) -> type:
    return namedtuple(name, (*fields, *OF_CARDS))
