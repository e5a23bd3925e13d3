"""The search over what a seat cannot know: it never reads the true world, and both speeds grow the same tree."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

import workbench as wb
from tests.example_game import GAME
from tests.small_game import kuhn
from workbench.kernel.copying import compiled_key_of_words, key_of_words
from workbench.kernel.engine.bundles import Tree
from workbench.kernel.engine.doors import GROUPS, SEARCHING, group_of
from workbench.kernel.engine.speeds import Engine, compiled_engine, plain_engine
from workbench.kernel.engine.tree_search import (
    ACTION,
    AVAILABLE,
    EDGES,
    FIRST,
    NEXT,
    NODES,
    PRIOR,
    ROOT,
    USUAL_EDGE,
    VISITS,
    WON,
)
from workbench.kernel.game import Game
from workbench.kernel.registry import registered
from workbench.play import Match

GAMES = [(game, variant.key) for game in (*wb.list_games().values(), GAME) for variant in game.variants]
NAMED = [f"{game.id} {key}" for game, key in GAMES]


def grown(
    match: Match, seat: int, iterations: int, engine: Engine | None = None, mixed: int = 0, room: int = 64
) -> Tree:
    """The tree of a search from a match as it is."""
    variant, game = match.variant, match.game
    record = match.for_bots(match.positions()[-1].record)
    engine = engine or plain_engine(variant)
    tree = Tree.empty(room, variant.actions.size, match.seats, len(record.buffer))
    bots = np.full(match.seats, game.bot_number(game.usual_bot), np.int64)
    bench, raws = engine.new_bench(match.deck.arrays), np.array([record.buffer])
    unknown, most = variant.state.empty, variant.max_decisions
    engine.search_tree(raws, bench, unknown, bots, tree, seat, 7, iterations, most, mixed)
    return tree


def equal(one: Tree, other: Tree) -> bool:
    """Whether two trees are equal in every node and number."""
    parts = ("counts", "nodes", "edges", "worth")
    return all(np.array_equal(getattr(one, part), getattr(other, part)) for part in parts)


def positions(game: Game, key: str, seed: int, most: int) -> Iterator[tuple[Match, int]]:
    """Positions along a match in which a seat has a choice, each with that seat; some acts lie between them."""
    chance = random.Random(seed)
    variant = game.variant(key)
    with registered(game):
        match = Match(game, seats=variant.seats[0], seed=seed, options={"game_variant": key})
        for seat in range(match.seats):
            match.seat_bot(seat, game.usual_bot)
        found = 0
        while not match.over and found < most:
            for _ in range(chance.randrange(20, 30)):
                if not match.over:
                    match.play_bot(match.next_bot)
            if match.over:
                return
            seat = chance.choice(match.to_act)
            if len(match.referee.legal_for_bots(seat, match.for_bots(match.positions()[-1].record))) > 1:
                found += 1
                yield match, seat
            match.play_bot(match.next_bot)


@pytest.mark.parametrize(("game", "key"), GAMES, ids=NAMED)
def test_the_same_tree_grows_in_every_world_that_the_seat_cannot_tell_apart(game: Game, key: str) -> None:
    for number, (match, seat) in enumerate(positions(game, key, seed=5, most=1)):
        assert equal(grown(match, seat, 2), grown(match.redealt(seat, number), seat, 2))


def test_a_search_that_reads_the_true_world_would_be_noticed() -> None:
    match, seat = next(positions(wb.game("guild_master"), "base_game", seed=5, most=1))
    told = {grown(match.redealt(1 - seat, world), seat, 1).nodes.tobytes() for world in range(2)}
    assert len(told) > 1, "what the other seat cannot know is known to this one, and makes a difference"


def test_every_iteration_visits_one_of_the_seats_own_actions() -> None:
    match, seat = next(positions(wb.game("excalibur"), "base_game", seed=2, most=1))
    tree = grown(match, seat, 12)
    root = int(tree.counts[ROOT])
    assert tree.edges[:root, ACTION].tolist() == match.referee.legal_for_bots(seat, match.positions()[-1].record)
    assert tree.edges[:root, VISITS].sum() == 12
    assert (tree.edges[:root, AVAILABLE] == 12).all()
    assert (tree.worth[:, WON] <= tree.edges[:, VISITS]).all()
    assert tree.counts[NODES] <= 12, "an iteration adds one node at most"


def test_the_game_s_own_judgement_is_tried_first() -> None:
    match, seat = next(positions(wb.game("guild_master"), "base_game", seed=3, most=1))
    tree = grown(match, seat, 1)
    (tried,) = np.flatnonzero(tree.edges[: tree.counts[ROOT], VISITS])
    assert tried == tree.counts[USUAL_EDGE]


def test_verbs_share_what_the_judgement_leaves_however_many_actions_each_has() -> None:
    match, seat = next(positions(wb.game("excalibur"), "base_game", seed=2, most=1))
    tree = grown(match, seat, 1)
    root = int(tree.counts[ROOT])
    verbs = match.variant.actions.verb_numbers[tree.edges[:root, ACTION]]
    shares = [tree.worth[:root, PRIOR][verbs == verb].sum() for verb in np.unique(verbs)]
    assert shares == pytest.approx([1 / len(shares)] * len(shares))


def test_each_node_lists_an_action_once_and_a_visit_is_one_of_what_was_available() -> None:
    match, seat = next(positions(wb.game("guile"), "base_game", seed=3, most=1))
    tree = grown(match, seat, 10)
    for first in tree.nodes[tree.nodes[:, FIRST] > 0, FIRST].tolist():
        edge, listed = first, []
        while edge:
            listed.append(int(tree.edges[edge - 1, ACTION]))
            assert tree.edges[edge - 1, VISITS] <= tree.edges[edge - 1, AVAILABLE]
            edge = int(tree.edges[edge - 1, NEXT])
        assert len(set(listed)) == len(listed) > 0


def test_a_tree_without_room_searches_on_with_what_it_has() -> None:
    match, seat = next(positions(wb.game("guile"), "base_game", seed=3, most=1))
    tree = grown(match, seat, 12, room=1)
    assert tree.edges[: tree.counts[ROOT], VISITS].sum() == 12
    assert tree.counts[NODES] <= len(tree.nodes) // 2
    assert tree.counts[EDGES] <= len(tree.edges)


def test_play_outs_mixed_with_chance_come_to_something_else_and_are_the_same_again() -> None:
    match, seat = next(positions(wb.game("guile"), "base_game", seed=3, most=1))
    greedy, mixed, again = (grown(match, seat, 4, mixed=share) for share in (0, 60, 60))
    assert equal(mixed, again)
    assert not equal(greedy, mixed)


def test_whoever_holds_the_king_calls_a_bet_and_wins_for_certain() -> None:
    with registered(kuhn.GAME):
        called = 0
        for seed in range(12):
            match = Match("kuhn", seed=seed)
            match.play(0, "Bet a chip")
            if int(match.state.rows[kuhn.ZONES.hand + 1, 0]) == 2:
                tree = grown(match, 1, 12)
                assert tree.edges[:2, ACTION].tolist() == [kuhn.ACTIONS.call, kuhn.ACTIONS.fold]
                assert tree.worth[0, WON] == tree.edges[0, VISITS] > 6
                assert tree.worth[1, WON] == 0
                called += 1
        assert called


def test_the_search_is_made_by_itself_so_that_no_report_waits_for_it() -> None:
    assert group_of("search_tree") == SEARCHING
    assert GROUPS[SEARCHING] == ("search_tree",)


# Keys


def test_words_have_the_same_key_at_both_speeds_and_another_one_if_one_bit_differs() -> None:
    chance = np.random.default_rng(4)
    words = chance.integers(-(1 << 62), 1 << 62, size=40)
    multipliers = Tree.empty(1, 1, 1, 40).multipliers
    with np.errstate(over="ignore"):
        assert key_of_words(words, multipliers) == int(compiled_key_of_words(words, multipliers))
    keys = {key_of_words(words, multipliers)}
    for bit in (0, 7, 31, 32, 56, 62):
        for place in range(40):
            other = words.copy()
            other[place] ^= 1 << bit
            keys.add(key_of_words(other, multipliers))
    assert len(keys) == 1 + 6 * 40


@pytest.mark.slow
@pytest.mark.parametrize(("game", "key"), GAMES, ids=NAMED)
def test_both_speeds_grow_the_same_tree(game: Game, key: str) -> None:
    for match, seat in positions(game, key, seed=8, most=2):
        assert equal(grown(match, seat, 6), grown(match, seat, 6, compiled_engine(match.variant)))
