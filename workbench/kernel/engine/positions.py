"""General rule functions over positions: what can follow from each, and who wins if bots play on from it.

Neither uses the generators of the records that it is handed. What follows by chance is found by carrying an action out
several times, each time with a start of the generators from a list; an action that draws nothing is carried out once.

Legend of `found[child]` (int64): 0 the number of the state before, 1 who acted, 2 the action, 3 whether it drew.
"""

from __future__ import annotations

from typing import Any

from workbench.kernel.arrays import ActionList, AnyDeck, Numbers, RawWords
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.copying import copy_words
from workbench.kernel.engine.playout import (
    carry_out,
    deal_world,
    list_actions,
    next_seat_to_act,
    play_game,
    score,
    seed_bots,
)
from workbench.kernel.engine.study import win_share
from workbench.kernel.events import Events, forget_events
from workbench.kernel.rule import index, rule
from workbench.kernel.scoring import clear_lines, winners
from workbench.kernel.state import Record

FOUND = 4
SEES_ALL = -2  # the viewer for whom nothing is dealt anew
DRAWS_OF_WORLD = 1  # of a playout's own numbers: its world, and what its bots draw


@rule
def expand(
    states: Any,
    raws: Any,
    many: int,
    children: Any,
    child_raws: Any,
    deck: AnyDeck,
    events: Events,
    actions: ActionList,
    starts: Any,
    found: Numbers,
) -> tuple[int, int]:
    """Write what can follow from `many` states in one decision; returns how many were done, and how many follow.

    Where several seats are asked it is the lowest one that decides. `starts` (int64 (draws, 2)) are starts of the
    generators. Where the room was too small, the last state is not done, and what follows from it only in part.
    """
    events.unheard = 1
    made = 0
    for i in range(many):
        state = states[i]
        if state.over == 1:
            continue
        seat = next_seat_to_act(state)
        list_actions(state, deck, seat, actions, 0, 1)
        for a in range(actions.count):
            if made + len(starts) > len(child_raws):
                return i, made
            action = actions.list[index(a)]
            for draw in range(len(starts)):
                child = children[made]
                copy_words(child_raws[made], raws[i])
                drew = carried_out_with(child, deck, events, seat, action, starts[draw])
                found[made, 0] = i
                found[made, 1] = seat
                found[made, 2] = action
                found[made, 3] = drew
                made += 1
                if drew == 0:
                    break
    return many, made


@rule
def carried_out_with(state: Record, deck: AnyDeck, events: Events, seat: int, action: int, start: Numbers) -> int:
    """Carry out an action with generators that start there; 1 if it drew from them."""
    for i in range(2):
        state.random_state[i] = start[i]
        state.shuffle_state[i] = start[i]
    forget_events(events)
    carry_out(state, deck, events, seat, action)
    for i in range(2):
        if state.random_state[i] != start[i] or state.shuffle_state[i] != start[i]:
            return 1
    return 0


@rule
def play_out(
    raws: Any,
    many: int,
    bench: Any,
    unknown: RawWords,
    bots: Numbers,
    viewer: int,
    playouts: int,
    seed: int,
    most: int,
    won: Any,
) -> None:
    """Let bots play on from `many` states, `playouts` times each; `won` (float64 (many, seats)) gains shares of wins.

    Each time what the viewer cannot know is first dealt anew, unless the viewer is SEES_ALL, and chance is another one.
    A shared win counts as a share.
    """
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, happened, lines, actions = bench.decks[0], bench.events[0], bench.lines[0], bench.lists[0]
    happened.unheard = 1
    for i in range(many):
        for number in range(playouts):
            copy_words(raw, raws[i])
            seed_generator(actions.random_state, seed, number, BOT_STREAM + DRAWS_OF_WORLD)
            if viewer == SEES_ALL:
                for part in range(2):
                    state.random_state[part] = actions.random_state[part]
                    state.shuffle_state[part] = actions.random_state[part]
            else:
                deal_world(state, raw, view, raw_view, bench.hidden, unknown, deck, viewer, actions.random_state)
                copy_words(raw, raw_view)
            seed_bots(actions, seed, number)
            play_game(
                state, raw, view, raw_view, bench.hidden, deck, deck, happened, bots, actions, bench.log, most
            )  # fmt: skip
            clear_lines(lines)
            score(state, deck, lines)
            winning = winners(lines, state.seats)
            for seat in range(state.seats):
                won[i, seat] += win_share(winning, seat) / playouts
