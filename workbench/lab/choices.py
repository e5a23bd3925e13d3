"""What decisions of games had to choose from, as a study counts it (by_phase, by_seat of `StudiedGames`).

A set that is chosen card by card is one decision; see `workbench.kernel.engine.study`.
"""

from __future__ import annotations

import numpy as np

from workbench.kernel.engine.study import DECISIONS, FORCED, LISTED


def forced_share(counts: np.ndarray) -> np.ndarray:
    """The share of decisions in which only one action was legal, from (..., CHOICE_COUNTS); 0 where there were none.

    >>> forced_share(np.array([[8, 2, 20]])).tolist()
    [0.25]
    """
    return np.asarray(counts[..., FORCED] / np.maximum(counts[..., DECISIONS], 1))


def leaves_choice(counts: np.ndarray) -> np.ndarray:
    """Whether any decision left a choice, from (..., CHOICE_COUNTS).

    >>> leaves_choice(np.array([[8, 2, 20], [3, 3, 3]])).tolist()
    [True, False]
    """
    return np.asarray(counts[..., DECISIONS] > counts[..., FORCED])


def listed_actions(counts: np.ndarray) -> np.ndarray:
    """How many actions were legal in the mean decision that left a choice, from (..., CHOICE_COUNTS); 1 without any.

    >>> listed_actions(np.array([[8, 2, 20], [3, 3, 3]])).tolist()
    [3.0, 1.0]
    """
    free = counts[..., DECISIONS] - counts[..., FORCED]
    return np.where(free > 0, (counts[..., LISTED] - counts[..., FORCED]) / np.maximum(free, 1), 1.0)
