"""Effects that nest or interrupt: a bounded stack of frames in the record.

Legend of a frame, `frames[i, part]`:

    EFFECT   which effect is being carried out (a constant of the game)
    STEP     how far it has come
    ACTOR    the seat it belongs to
    TARGET   the seat, card or place it is aimed at
    COUNTER  whatever the effect counts

A game advances the top frame in one dispatcher; an effect that needs a decision sets `to_act` and
returns, so that no rule function ever waits.
"""

from __future__ import annotations

from workbench.kernel.rule import rule
from workbench.kernel.state import FRAME_PARTS

EFFECT, STEP, ACTOR, TARGET, COUNTER = range(FRAME_PARTS)


@rule
def push_frame(state, effect, actor, target, counter):
    """Begin an effect; it interrupts the one that was on top."""
    top = int(state.frame_count)
    if top >= len(state.frames):
        raise OverflowError("more effects at once than the variant's StateSpec has frames for")
    state.frames[top, EFFECT] = effect
    state.frames[top, STEP] = 0
    state.frames[top, ACTOR] = actor
    state.frames[top, TARGET] = target
    state.frames[top, COUNTER] = counter
    state.frame_count = top + 1


@rule
def pop_frame(state):
    """End the effect on top; the one below goes on."""
    state.frame_count = state.frame_count - 1
    for part in range(FRAME_PARTS):
        state.frames[int(state.frame_count), part] = 0


@rule
def top_frame(state, part):
    """A part of the effect on top; -1 if no effect is being carried out."""
    if state.frame_count == 0:
        return -1
    return int(state.frames[int(state.frame_count) - 1, part])


@rule
def set_top_frame(state, part, value):
    """Change a part of the effect on top."""
    state.frames[int(state.frame_count) - 1, part] = value


@rule
def frame_below(state, part):
    """A part of the effect that the one on top has interrupted; -1 if there is none."""
    if state.frame_count < 2:
        return -1
    return int(state.frames[int(state.frame_count) - 2, part])


@rule
def set_frame_below(state, part, value):
    """Change a part of the effect that the one on top has interrupted."""
    state.frames[int(state.frame_count) - 2, part] = value


@rule
def frames(state):
    """How many effects are being carried out, the one on top included."""
    return int(state.frame_count)


@rule
def frame_at(state, i, part):
    """A part of the i-th effect that is being carried out, counted from the first one begun."""
    return int(state.frames[i, part])
