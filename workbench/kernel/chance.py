"""Seeded chance whose whole state is two numbers in a record, the same at both speeds.

The generator is a multiply-with-carry sequence (Marsaglia): value and carry in `generator[0]` and
`generator[1]`, all products below 2**63, so that signed 64-bit numbers carry it in plain Python and
compiled alike. MULTIPLIER makes MULTIPLIER * 2**32 - 1 a safe prime, which gives a period near 2**62.
Output is value XOR carry, 32 bits.
"""

from __future__ import annotations

from workbench.kernel.rule import rule

MULTIPLIER = 2147483085
WORD = 0xFFFFFFFF
GAME_STREAM = 0  # shuffles, dealt cards, flips
BOT_STREAM = 1  # bots' own choices: independent of what is hidden


@rule
def mix(word):
    """Scatter 32 bits over 32 bits (two multiply-xorshift rounds, constants from Wellons' search)."""
    word = word ^ (word >> 16)
    word = (word * 0x21F0AAAD) & WORD
    word = word ^ (word >> 15)
    word = (word * 0x735A2D97) & WORD
    return word ^ (word >> 15)


@rule
def absorb(start, seed, index, stream):
    """Mix a seed, the number of a game and of a stream into 32 bits, beginning from `start`."""
    word = mix(start ^ (seed & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ ((seed >> 32) & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ (index & WORD))
    word = mix((word + 0x1E3779B9) & WORD ^ ((index >> 32) & WORD))
    return mix((word + 0x1E3779B9) & WORD ^ (stream & WORD))


@rule
def seed_generator(generator, seed, index, stream):
    """Start `generator` for game `index` of a run seeded with `seed`."""
    generator[0] = absorb(0x243F6A88, seed, index, stream) | 1
    generator[1] = absorb(0x13198A2E, seed, index, stream) & 0x3FFFFFFF


@rule
def random_word(generator):
    """The next 32 random bits as a whole number."""
    return go_on_to(generator, what_follows(generator))


@rule
def what_follows(generator):
    """The next value and carry of a generator as one number; it stays where it is."""
    return MULTIPLIER * generator[0] + generator[1]


@rule
def go_on_to(generator, product):
    """Take a generator on to `what_follows`; returns the 32 random bits found there."""
    value = product & WORD
    carry = product >> 32
    generator[0] = value
    generator[1] = carry
    return value ^ carry


@rule
def random_below(generator, limit):
    """A random number from 0 to limit - 1; the bias is below limit / 2**32."""
    return (random_word(generator) * limit) >> 32
