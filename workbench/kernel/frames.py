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
from workbench.kernel.state import FRAME_PARTS, Record

EFFECT, STEP, ACTOR, TARGET, COUNTER = range(FRAME_PARTS)


@rule(inlined=True)
def push_frame(state: Record, effect: int, actor: int, target: int, counter: int) -> None:
    """Begin an effect; it interrupts the one that was on top."""
    top = state.frame_count
    if top >= len(state.frames):
        raise OverflowError("more effects at once than the variant's StateSpec has frames for")
    state.frames[top, EFFECT] = effect
    state.frames[top, STEP] = 0
    state.frames[top, ACTOR] = actor
    state.frames[top, TARGET] = target
    state.frames[top, COUNTER] = counter
    state.frame_count = top + 1


@rule(inlined=True)
def pop_frame(state: Record) -> None:
    """End the effect on top; the one below goes on."""
    state.frame_count -= 1
    for part in range(FRAME_PARTS):
        state.frames[state.frame_count, part] = 0


@rule(inlined=True)
def top_frame(state: Record, part: int) -> int:
    """A part of the effect on top; -1 if no effect is being carried out."""
    if state.frame_count == 0:
        return -1
    return state.frames[state.frame_count - 1, part]


@rule(inlined=True)
def set_top_frame(state: Record, part: int, value: int) -> None:
    """Change a part of the effect on top."""
    state.frames[state.frame_count - 1, part] = value


@rule(inlined=True)
def frame_below(state: Record, part: int) -> int:
    """A part of the effect that the one on top has interrupted; -1 if there is none."""
    if state.frame_count < 2:
        return -1
    return state.frames[state.frame_count - 2, part]


@rule(inlined=True)
def set_frame_below(state: Record, part: int, value: int) -> None:
    """Change a part of the effect that the one on top has interrupted."""
    state.frames[state.frame_count - 2, part] = value


@rule(inlined=True)
def frames(state: Record) -> int:
    """How many effects are being carried out, the one on top included."""
    return state.frame_count


@rule(inlined=True)
def frame_at(state: Record, i: int, part: int) -> int:
    """A part of the i-th effect that is being carried out, counted from the first one begun."""
    return state.frames[i, part]
