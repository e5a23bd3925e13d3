"""Information-set tree search over any game, as a general rule function: what each action of a seat comes to.

Each iteration deals anew what the seat cannot know, so that it never reads the true world, and walks down one tree that
all worlds share: a node is what the seat sees together with who is to act, so that whatever the seat cannot tell apart
is one node (single-observer ISMCTS: Cowling, Powley and Whitehouse, "Information Set Monte Carlo Tree Search", IEEE
Transactions on Computational Intelligence and AI in Games 4(2), 2012). Which actions a node allows may differ from
world to world; an action is weighed against how often it was available. Whoever is to act takes the action with

    worth so far + EXPLORING * prior * sqrt(times available) / (1 + visits)

(the predictor term of PUCT: Rosin, "Multi-armed bandits with episode context", Annals of Mathematics and Artificial
Intelligence 61, 2011, as Silver et al. use it, Nature 550, 2017). The prior is the game's own judgement: USUAL of it
goes to what the game's bot would do, the rest to all actions, each verb alike and within a verb each action alike. An
action's worth so far is its share of the win as if CAUTION more visits had come to the node's average, so that a few
games won by luck, or lost, do not decide. The first node that is new ends the walk: bots play on.

The k-th visit of each of the seat's own actions meets the same k-th world, so that they are compared on the same luck.

Legends (int64 but for worth):

    counts[...]             EDGES and NODES how many there are, ROOT how many edges the first node has, USUAL_EDGE
                            which of them the game's bot would take; -1 where it is the random one
    nodes[slot, ...]        KEY of what the seat sees, MOVER who is to act, FIRST edge + 1; 0 where the slot is empty
    edges[edge, ...]        ACTION, NEXT edge of the node + 1, VISITS, AVAILABLE: how often it could have been taken
    worth[edge, ...]        WON the mover's shares of wins, summed up; PRIOR its part of what all actions share
    path[step, ...]         the edge, and who took it
"""

from __future__ import annotations

from math import sqrt
from typing import Any

from workbench.kernel.arrays import ActionList, AnyDeck, Numbers, RawWords
from workbench.kernel.chance import BOT_STREAM, random_below, seed_generator
from workbench.kernel.copying import copy_words, key_of_words
from workbench.kernel.engine.playout import (
    IS_OPEN,
    RANDOM_BOT,
    carry_out,
    choose,
    deal_world,
    list_actions,
    next_seat,
    play_game,
    score,
    seed_bots,
)
from workbench.kernel.engine.positions import DRAWS_OF_WORLD
from workbench.kernel.engine.study import win_share
from workbench.kernel.events import Events, forget_events
from workbench.kernel.rule import index, rule
from workbench.kernel.scoring import clear_lines, winners
from workbench.kernel.state import Record, observe

EXPLORING = 1.0
USUAL = 0.5
CAUTION = 8.0
DEPTH = 256  # decisions of an iteration that are kept in the tree
EDGES, NODES, ROOT, USUAL_EDGE = range(4)
COUNTS = 4
KEY, MOVER, FIRST = range(3)
NODE = 3
ACTION, NEXT, VISITS, AVAILABLE = range(4)
EDGE = 4
WON, PRIOR = range(2)
WORTH = 2


@rule
def search_tree(
    raws: Any,
    bench: Any,
    unknown: RawWords,
    bots: Numbers,
    tree: Any,
    seat: int,
    seed: int,
    many: int,
    most: int,
    mixed: int,
) -> None:
    """Grow a tree by so `many` iterations from the position whose words raws[0] has, for a seat that is asked.

    `bots` are those that play on, a number for each seat; in each iteration a seat plays at random instead with a
    chance of `mixed` in a hundred. A game is stopped after `most` decisions.
    """
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    deck, happened, lines, actions = bench.decks[0], bench.events[0], bench.lines[0], bench.lists[0]
    happened.unheard = 1
    for _ in range(many):
        if tree.counts[ROOT] == 0:
            deal_own_world(raws, bench, unknown, seat, seed, 0)
            grow_root(state, raw, view, raw_view, bench.hidden, deck, actions, bots, tree, seat)
        edge = best_of_root(tree)
        deal_own_world(raws, bench, unknown, seat, seed, int(tree.edges[edge, VISITS]))
        tree.path[0, 0] = edge
        tree.path[0, 1] = seat
        begin_floor(state, actions, seat)
        forget_events(happened)
        carry_out(state, deck, happened, seat, int(tree.edges[edge, ACTION]))
        steps = walk(state, raw, view, raw_view, bench.hidden, deck, happened, actions, bots, tree, seat)
        for other in range(state.seats):
            tree.players[other] = bots[other]
            if mixed > 0 and random_below(actions.random_state, 100) < mixed:
                tree.players[other] = RANDOM_BOT
        play_game(
            state, raw, view, raw_view, bench.hidden, deck, deck, happened, tree.players, actions, bench.log, most
        )  # fmt: skip
        clear_lines(lines)
        score(state, deck, lines)
        winning = winners(lines, state.seats)
        for step in range(steps):
            took = int(tree.path[step, 0])
            tree.edges[took, VISITS] += 1
            tree.worth[took, WON] += win_share(winning, int(tree.path[step, 1]))


@rule
def deal_own_world(raws: Any, bench: Any, unknown: RawWords, seat: int, seed: int, number: int) -> None:
    """Write into the bench's state a world that a seat cannot tell from the position, by its number; seed its bots."""
    state, raw, view, raw_view = bench.states[0], bench.raws[0], bench.views[0], bench.raw_views[0]
    actions = bench.lists[0]
    copy_words(raw, raws[0])
    seed_generator(actions.random_state, seed, number, BOT_STREAM + DRAWS_OF_WORLD)
    deal_world(state, raw, view, raw_view, bench.hidden, unknown, bench.decks[0], seat, actions.random_state)
    copy_words(raw, raw_view)
    seed_bots(actions, seed, number)


@rule(inlined=True)
def begin_floor(state: Record, actions: ActionList, seat: int) -> None:
    """Let a seat be the first that has acted in this round of an open floor; elsewhere nothing depends on it."""
    actions.last_seat = seat
    if IS_OPEN[index(state.phase)] == 1:
        actions.served = 1 << seat


@rule
def grow_root(
    state: Record,
    raw: RawWords,
    view: Record,
    raw_view: RawWords,
    hidden: RawWords,
    deck: AnyDeck,
    actions: ActionList,
    bots: Numbers,
    tree: Any,
    seat: int,
) -> None:
    """Make the edges of the first node, which are the same in all worlds."""
    list_actions(state, deck, seat, actions, 0, 1)
    usual = usual_place(state, raw, view, raw_view, hidden, deck, actions, bots, seat)
    for i in range(actions.count):
        new_edge(tree, actions, i)
    share_out(tree, actions)
    tree.counts[ROOT] = actions.count
    tree.counts[USUAL_EDGE] = usual


@rule(inlined=True)
def usual_place(
    state: Record,
    raw: RawWords,
    view: Record,
    raw_view: RawWords,
    hidden: RawWords,
    deck: AnyDeck,
    actions: ActionList,
    bots: Numbers,
    seat: int,
) -> int:
    """The place in the list of what the game's bot would do, who sees what its seat sees; -1 for the random bot."""
    if bots[index(seat)] == RANDOM_BOT:
        return -1
    observe(state, raw, view, raw_view, hidden, seat)
    return int(choose(bots[index(seat)], view, deck, seat, actions))


@rule(inlined=True)
def best_of_root(tree: Any) -> int:
    """The edge of the first node to be visited next."""
    for i in range(tree.counts[ROOT]):
        tree.listed[i] = i
    return best_edge(tree, int(tree.counts[ROOT]), int(tree.counts[USUAL_EDGE]))


@rule
def best_edge(tree: Any, count: int, usual: int) -> int:
    """The edge, of `count` that are listed, that is best by what is known and what might be; `usual` is a place."""
    visits, won = 0, 0.0
    for i in range(count):
        visits += int(tree.edges[tree.listed[i], VISITS])
        won += tree.worth[tree.listed[i], WON]
        tree.edges[tree.listed[i], AVAILABLE] += 1
    average = won / visits if visits > 0 else 0.0
    best, highest = 0, -1.0
    for i in range(count):
        edge = int(tree.listed[i])
        seen = int(tree.edges[edge, VISITS])
        prior = tree.worth[edge, PRIOR]
        if usual >= 0:
            prior = prior * (1.0 - USUAL) + (USUAL if i == usual else 0.0)
        known = (tree.worth[edge, WON] + CAUTION * average) / (seen + CAUTION)
        value = known + EXPLORING * prior * sqrt(float(tree.edges[edge, AVAILABLE])) / (1.0 + seen)
        if value > highest:
            best, highest = edge, value
    return best


@rule
def walk(
    state: Record,
    raw: RawWords,
    view: Record,
    raw_view: RawWords,
    hidden: RawWords,
    deck: AnyDeck,
    events: Events,
    actions: ActionList,
    bots: Numbers,
    tree: Any,
    seat: int,
) -> int:
    """Go on from the seat's first action through known nodes, up to one that is new; returns how long the path is."""
    steps, new = 1, 0
    while state.over == 0 and new == 0 and steps < DEPTH:
        mover = next_seat(state, actions)
        list_actions(state, deck, mover, actions, 0, 1)
        action = actions.list[0]
        if actions.count > 1:
            usual = usual_place(state, raw, view, raw_view, hidden, deck, actions, bots, mover)
            observe(state, raw, view, raw_view, hidden, seat)
            view.decisions = 0  # which way it was reached makes no difference
            node = find_node(tree, key_of_words(raw_view, tree.multipliers), mover, actions.count)
            if node < 0:
                return steps
            new = 1 if tree.nodes[node, FIRST] == 0 else 0
            list_edges(tree, actions, node)
            edge = best_edge(tree, actions.count, usual)
            action = int(tree.edges[edge, ACTION])
            tree.path[steps, 0] = edge
            tree.path[steps, 1] = mover
            steps += 1
        forget_events(events)
        carry_out(state, deck, events, mover, action)
    return steps


@rule
def find_node(tree: Any, key: int, mover: int, count: int) -> int:
    """The slot of a node, a new one if it was not seen before; -1 if the tree has no room for `count` more edges."""
    if tree.counts[EDGES] + count > len(tree.edges) or 2 * tree.counts[NODES] >= len(tree.nodes):
        return -1
    last = len(tree.nodes) - 1
    slot = (key >> 32) & last  # of a sum of products the high bits are the best
    while tree.nodes[slot, FIRST] != 0:
        if tree.nodes[slot, KEY] == key and tree.nodes[slot, MOVER] == mover:
            return slot
        slot = (slot + 1) & last
    tree.nodes[slot, KEY] = key
    tree.nodes[slot, MOVER] = mover
    tree.counts[NODES] += 1
    return slot


@rule
def list_edges(tree: Any, actions: ActionList, node: int) -> None:
    """List the edges of a node for the actions listed, in their order; what it has not allowed before is added."""
    edge = int(tree.nodes[node, FIRST])
    while edge > 0:
        tree.edge_of[tree.edges[edge - 1, ACTION]] = edge
        edge = int(tree.edges[edge - 1, NEXT])
    added = 0
    for i in range(actions.count):
        edge = int(tree.edge_of[actions.list[i]])
        if edge == 0:
            edge = new_edge(tree, actions, i) + 1
            tree.edges[edge - 1, NEXT] = tree.nodes[node, FIRST]
            tree.nodes[node, FIRST] = edge
            tree.edge_of[actions.list[i]] = edge
            added += 1
        tree.listed[i] = edge - 1
    if added > 0:
        share_out(tree, actions)
    edge = int(tree.nodes[node, FIRST])
    while edge > 0:
        tree.edge_of[tree.edges[edge - 1, ACTION]] = 0
        edge = int(tree.edges[edge - 1, NEXT])


@rule(inlined=True)
def new_edge(tree: Any, actions: ActionList, i: int) -> int:
    """Make an edge for an action, by its place in the list; there is room for it."""
    edge = int(tree.counts[EDGES])
    tree.counts[EDGES] = edge + 1
    tree.edges[edge, ACTION] = actions.list[i]
    tree.listed[i] = edge
    return edge


@rule
def share_out(tree: Any, actions: ActionList) -> None:
    """Write the priors of the edges listed: each verb has the same share, and within it each action."""
    for verb in range(actions.verbs):
        begin, end = actions.verb_start[verb], actions.verb_start[verb + 1]
        for i in range(begin, end):
            tree.worth[tree.listed[i], PRIOR] = 1.0 / (actions.verbs * (end - begin))
