"""The words of a record all at once: in plain Python one step of NumPy's, in compiled code a loop.

Compiled, NumPy's own steps say at length what shapes do not fit: of a game's time to compile they were a tenth.
"""

from __future__ import annotations

import numpy as np

from workbench.kernel.rule import index, rule

LOW_HALF = 0xFFFFFFFF  # of a word


@rule
def clear_words(words):
    """Let all words be 0."""
    words[:] = 0


@rule(inlined=False)
def compiled_clear_words(words):
    """The same in compiled code."""
    for i in range(len(words)):
        words[index(i)] = 0


@rule
def copy_words(words, given):
    """Let words be those given: int64 (words,) both."""
    words[:] = given


@rule(inlined=False)
def compiled_copy_words(words, given):
    """The same in compiled code."""
    for i in range(len(words)):
        words[index(i)] = given[index(i)]


@rule
def cover_words(words, hidden, covered):
    """Write into `covered` the words with every bit of `hidden` set: what may not be seen reads as -1."""
    np.bitwise_or(words, hidden, covered)


@rule(inlined=False)
def compiled_cover_words(words, hidden, covered):
    """The same in compiled code."""
    for i in range(len(words)):
        covered[index(i)] = words[index(i)] | hidden[index(i)]


@rule
def replace_hidden(words, hidden, unknown, replaced):
    """Write into `replaced` the words, but where bits of `hidden` are set those of `unknown`."""
    replaced[:] = (words & ~hidden) | (unknown & hidden)


@rule(inlined=False)
def compiled_replace_hidden(words, hidden, unknown, replaced):
    """The same in compiled code."""
    for i in range(len(words)):
        replaced[index(i)] = (words[index(i)] & ~hidden[index(i)]) | (unknown[index(i)] & hidden[index(i)])


@rule
def key_of_words(words, multipliers):
    """A number that stands for all words: int64; `multipliers` (int64 (2, words)) are random odd numbers.

    Each half of a word counts by itself, so that what differs in the highest bits alone makes a difference of many.
    """
    return int(((words & LOW_HALF) * multipliers[0] + (words >> 32) * multipliers[1]).sum())


@rule(inlined=False)
def compiled_key_of_words(words, multipliers):
    """The same in compiled code."""
    key = 0
    for i in range(len(words)):
        word = words[index(i)]
        key += (word & LOW_HALF) * multipliers[0, index(i)] + (word >> 32) * multipliers[1, index(i)]
    return key
