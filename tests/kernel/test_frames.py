from __future__ import annotations

import pytest

from workbench.kernel.frames import (
    ACTOR,
    COUNTER,
    EFFECT,
    STEP,
    TARGET,
    frame_at,
    frame_below,
    frames,
    pop_frame,
    push_frame,
    set_frame_below,
    set_top_frame,
    top_frame,
)
from workbench.kernel.state import FRAME_PARTS, NOBODY, StateSpec, Zone

SPEC = StateSpec(seats=2, cards=3, zones=(Zone(NOBODY, name="stock"),), frames=3)


def test_an_effect_begins_at_step_0_with_its_parts():
    state = SPEC.record()
    push_frame(state, 7, 1, 12, 3)
    parts = [top_frame(state, part) for part in (EFFECT, STEP, ACTOR, TARGET, COUNTER)]
    assert parts == [7, 0, 1, 12, 3]


def test_without_an_effect_every_part_reads_as_minus_one():
    state = SPEC.record()
    assert [top_frame(state, part) for part in range(FRAME_PARTS)] == [-1] * FRAME_PARTS


def test_an_interrupted_effect_goes_on_where_it_stood():
    state = SPEC.record()
    push_frame(state, 1, 0, -1, 0)
    set_top_frame(state, STEP, 2)
    push_frame(state, 2, 1, 0, 5)
    set_top_frame(state, COUNTER, 6)
    assert (top_frame(state, EFFECT), top_frame(state, COUNTER)) == (2, 6)
    pop_frame(state)
    assert (top_frame(state, EFFECT), top_frame(state, STEP), top_frame(state, COUNTER)) == (1, 2, 0)


def test_an_ended_effect_leaves_no_trace_in_the_record():
    state = SPEC.record()
    before = state.buffer.tobytes()
    push_frame(state, 1, 0, -1, 4)
    push_frame(state, 2, 1, 3, 5)
    pop_frame(state)
    pop_frame(state)
    assert state.buffer.tobytes() == before


def test_the_effect_that_was_interrupted_is_read_and_written_from_the_one_on_top():
    state = SPEC.record()
    push_frame(state, 1, 0, -1, 4)
    assert frame_below(state, EFFECT) == -1
    push_frame(state, 2, 1, 3, 5)
    set_frame_below(state, COUNTER, frame_below(state, COUNTER) + 2)
    assert (frames(state), frame_at(state, 0, COUNTER), frame_at(state, 1, COUNTER)) == (2, 6, 5)
    assert (frame_below(state, EFFECT), frame_below(state, ACTOR)) == (1, 0)


def test_one_effect_too_many_is_refused_and_changes_nothing():
    state = SPEC.record()
    for effect in range(3):
        push_frame(state, effect, 0, 0, 0)
    before = state.buffer.tobytes()
    with pytest.raises(OverflowError, match="frames"):
        push_frame(state, 3, 0, 0, 0)
    assert state.buffer.tobytes() == before
