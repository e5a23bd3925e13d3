"""A general rule function that notes the course of games between bots: which phase follows which, by what, how often.

A place of the course is a phase together with the effect on top of the frames:

    place = phase * (effects + 1) + effect + 1        (the last part is 0 where no effect goes on)

Games are counted in two halves, so that what is fitted to one can be tested against the other. For each place and each
game, v is how often it was visited and r how many decisions were still to be made, added up over those visits.

Legend of `sums[half, place]` (float64), over the games of a half:

    0  v        1  r        2  v**2        3  v * r        4  r**2
"""

from __future__ import annotations

from typing import Any

from workbench.kernel.engine.playout import (
    RANDOM_BOT,
    begin,
    bot_action,
    carry_out,
    next_seat,
    random_bot,
    seed_bots,
)
from workbench.kernel.events import forget_events
from workbench.kernel.frames import EFFECT
from workbench.kernel.rule import Bound, index, rule
from workbench.kernel.state import Record

VERB_OF = Bound("VERB_OF")  # action number -> verb number
HALVES = 2
COURSE_SUMS = 5
VISITS, TO_COME = range(2)  # visits[place, ...] within one game


@rule(inlined=True)
def place_of(state: Record, effects: int) -> int:
    """Where a match stands: its phase, and the effect that interrupts it."""
    place = state.phase * (effects + 1)
    if state.frame_count > 0:
        place += state.frames[index(state.frame_count - 1), EFFECT] + 1
    return place


@rule
def trace_games(run: Any, bench: Any, course: Any, effects: int) -> None:
    """Play the games of a Run on a Bench, each from its own seed, and add what happened to a Course."""
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, happened, actions = bench.decks[0], bench.events[0], bench.lists[0]
    happened.unheard = 1
    for i in range(run.games):
        half = (run.first + i) % HALVES
        begin(state, raw, deck, happened, run.seats, run.options, run.seed, run.first + i)
        seed_bots(actions, run.seed, run.first + i)
        clear_visits(course.visits)
        here = place_of(state, effects)
        course.begun[half, here] += 1
        made = 0
        while state.over == 0 and made < run.most:
            seat = next_seat(state, actions)
            if run.bots[index(seat)] == RANDOM_BOT:
                action = random_bot(state, deck, seat, actions)
            else:
                action = bot_action(run.bots[seat], state, raw, view, raw_view, bench.hidden, deck, seat, actions)
            forget_events(happened)
            carry_out(state, deck, happened, seat, action)
            course.visits[here, VISITS] += 1
            course.visits[here, TO_COME] -= made
            following = place_of(state, effects)
            course.steps[half, here, VERB_OF[index(action)], following] += 1
            course.deciders[here, following, seat] += 1
            here = following
            made += 1
        add_up(course.visits, course.sums[half], made)


@rule(inlined=True)
def clear_visits(visits: Any) -> None:
    """Count from 0 again."""
    for place in range(len(visits)):
        visits[place, VISITS] = 0
        visits[place, TO_COME] = 0


@rule
def add_up(visits: Any, sums: Any, made: int) -> None:
    """Add one game of so many decisions; see the legend above."""
    for place in range(len(visits)):
        v = float(visits[place, VISITS])
        if v > 0:
            r = float(visits[place, TO_COME]) + v * made
            sums[place, 0] += v
            sums[place, 1] += r
            sums[place, 2] += v * v
            sums[place, 3] += v * r
            sums[place, 4] += r * r
