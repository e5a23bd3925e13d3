"""The words of a record all at once: in plain Python one step of NumPy's, in compiled code a loop.

Compiled, NumPy's own steps say at length what shapes do not fit: they took a tenth of a game's time to compile.
"""

from __future__ import annotations

import numpy as np

from workbench.kernel.arrays import RawWords
from workbench.kernel.rule import index, rule

LOW_HALF = 0xFFFFFFFF  # of a word


@rule(inlined=True)
def copy_words(words: RawWords, given: RawWords) -> None:
    """Set words to those given: int64 (words,) both."""
    words[:] = given


@rule
def compiled_copy_words(words: RawWords, given: RawWords) -> None:
    """The same in compiled code."""
    for i in range(len(words)):
        words[index(i)] = given[index(i)]


@rule(inlined=True)
def cover_words(words: RawWords, hidden: RawWords, covered: RawWords) -> None:
    """Write into `covered` the words with every bit of `hidden` set: what may not be seen reads as -1."""
    np.bitwise_or(words, hidden, covered)


@rule
def compiled_cover_words(words: RawWords, hidden: RawWords, covered: RawWords) -> None:
    """The same in compiled code."""
    for i in range(len(words)):
        covered[index(i)] = words[index(i)] | hidden[index(i)]


@rule(inlined=True)
def replace_hidden(words: RawWords, hidden: RawWords, unknown: RawWords, replaced: RawWords) -> None:
    """Write into `replaced` the words, but those of `unknown` where bits of `hidden` are set."""
    replaced[:] = (words & ~hidden) | (unknown & hidden)


@rule
def compiled_replace_hidden(words: RawWords, hidden: RawWords, unknown: RawWords, replaced: RawWords) -> None:
    """The same in compiled code."""
    for i in range(len(words)):
        replaced[index(i)] = (words[index(i)] & ~hidden[index(i)]) | (unknown[index(i)] & hidden[index(i)])


@rule(inlined=True)
def key_of_words(words: RawWords, multipliers: RawWords) -> int:
    """A number that stands for all words: int64; `multipliers` (int64 (2, words)) are random odd numbers.

    Each half of a word counts by itself, so that what differs in the highest bits alone makes a difference of many.
    """
    return int(((words & LOW_HALF) * multipliers[0] + (words >> 32) * multipliers[1]).sum())


@rule
def compiled_key_of_words(words: RawWords, multipliers: RawWords) -> int:
    """The same in compiled code."""
    key = 0
    for i in range(len(words)):
        word = words[index(i)]
        key += (word & LOW_HALF) * multipliers[0, index(i)] + (word >> 32) * multipliers[1, index(i)]
    return key
