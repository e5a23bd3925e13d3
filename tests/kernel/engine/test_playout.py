from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import permutations
from types import SimpleNamespace

import numpy as np
import pytest

from tests.example_game import GAME, rules
from tests.kernel.tables import Table, as_dict
from tests.kernel.test_chance import chi_square
from workbench.kernel.actions import PEOPLE_ONLY, PICKS, allow
from workbench.kernel.asking import OPEN_FLOOR, SECRET_TOGETHER
from workbench.kernel.chance import BOT_STREAM, seed_generator
from workbench.kernel.engine import playout
from workbench.kernel.engine.linking import link
from workbench.kernel.engine.playout import CARD_SUMS
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.events import TAKEN
from workbench.kernel.rule import rule
from workbench.kernel.scoring import Lines, emit_line

SWORN_IN = 4  # decisions after which four seats have all sworn a card


def at_pledging(table: Table, seed: int) -> Table:
    """Four seats have sworn and are about to choose what to pledge."""
    return table.begin(seats=4, seed=seed).wandered(seed, SWORN_IN)


def for_bots(table: Table, seat: int) -> list[str]:
    """The verbs and first arguments that a bot may choose from."""
    actions = table.engine.new_actions()[0]
    table.engine.list_actions(table.state, table.deck, seat, actions, 0, 1)
    return [table.variant.actions.decode(action) for action in actions.list[: actions.count]]


# Beginning and taking


def test_a_game_begins_alike_whatever_lay_in_the_record_before(table: Table):
    fresh = table.begin(seats=3, seed=9, index=4, rounds=2).copy()
    table.raw[:] = -1
    assert table.begin(seats=3, seed=9, index=4, rounds=2).copy() == fresh


def test_options_are_written_into_the_record(table: Table):
    table.begin(rounds=5, warding="sure", open_oaths=True, draw_cap="none")
    assert (table.state.rounds, table.state.warding, table.state.open_oaths, table.state.draw_cap) == (5, 1, 1, -1)


def test_seed_and_number_of_a_game_decide_how_it_begins(table: Table):
    begun = {table.begin(seed=seed, index=index).copy() for seed in (1, 2, 2**40) for index in (0, 1, 2**40)}
    assert len(begun) == 9


def test_every_action_taken_counts_as_a_decision(table: Table):
    table.begin(seats=4, seed=3)
    for number, _ in enumerate(table.wander(3)):
        assert table.state.decisions == number


def test_random_play_always_comes_to_an_end(table: Table):
    for seed in range(10):
        table.begin(seats=5, seed=seed, rounds=5, draw_cap=6).wandered(seed, table.variant.max_decisions)
        assert table.state.over == 1
        assert table.to_act == []
        assert table.events.lost == 0


# What bots may do


def test_bots_pick_in_ascending_order_and_never_put_back(table: Table):
    for seed in range(20):
        at_pledging(table, seed)
        seat = seed % 4
        held = [args[0] for verb, args in for_bots(table, seat) if verb == "pick"]
        assert held
        table.take(seat, "pick", held[-1])
        verbs = for_bots(table, seat)
        assert "put_back" not in {verb for verb, _ in verbs}
        assert all(args[0] >= held[-1] for verb, args in verbs if verb == "pick")
        assert ("done", ()) in verbs


def test_bots_may_pick_two_cards_of_one_kind(table: Table):
    for seed in range(60):
        at_pledging(table, seed)
        hand = [int(table.state.rows[table.spec.place("hand"), i]) for i in range(int(table.state.counts[0]))]
        kinds = Counter(int(table.deck.kind[card]) for card in hand)
        twice = [kind for kind, copies in kinds.items() if copies > 1]
        if twice:
            table.take(0, "pick", twice[0])
            assert ("pick", (twice[0],)) in for_bots(table, 0)
            return
    pytest.fail("nobody was ever dealt two cards of a kind")


def test_every_set_is_reached_by_exactly_one_path_of_bots(table: Table):
    at_pledging(table, 6)
    whole = table.copy()
    reached: Counter = Counter()

    def walk(picked: tuple[int, ...]) -> None:
        here = table.copy()
        for verb, args in for_bots(table, 1):
            if verb == "done":
                reached[tuple(sorted(picked))] += 1
            else:
                table.put(here).take(1, "pick", args[0])
                walk((*picked, args[0]))
                table.put(here)

    walk(())
    table.put(whole)
    hand = table.spec.place("hand") + 1
    held = [int(table.deck.kind[table.state.rows[hand, i]]) for i in range(int(table.state.counts[hand]))]
    sets = {tuple(sorted(chosen)) for n in (1, 2) for chosen in _choices(held, n)}
    assert {chosen for chosen in reached if chosen} == sets
    assert set(reached.values()) == {1}


def _choices(held: list[int], number: int):
    from itertools import combinations

    return combinations(held, number)


@rule
def only_lower_picks(state, deck, seat, actions):
    """A set of a fixed size that can only be completed below what was picked first."""
    allow(actions, rules.ACTIONS.pick)
    allow(actions, rules.ACTIONS.put_back + 3)


def test_a_set_that_can_only_be_completed_below_is_completed_all_the_same():
    table = Table(plain_engine(replace(GAME.variants[0], legal=only_lower_picks))).begin()
    table.state.staged_last[0] = 3
    assert for_bots(table, 0) == [("pick", (0,))]


def test_a_random_choice_is_even_over_verbs_then_over_their_actions(table: Table):
    _come_to_a_market(table)
    actions = table.engine.new_actions()[0]
    table.engine.list_actions(table.state, table.deck, 0, actions, 0, 1)
    seed_generator(actions.random_state, 3, 0, 0)
    offered = [table.variant.actions.decode(actions.list[i])[0] for i in range(actions.count)]
    burials = offered.count("bury")
    assert offered == ["draw", *["bury"] * burials, "pass"]
    assert burials > 1
    position = {actions.list[i]: i for i in range(actions.count)}
    taken = Counter(position[table.engine.random_bot(table.state, table.deck, 0, actions)] for _ in range(9_000))
    verbs = Counter(
        {"draw": taken[0], "bury": sum(taken[i] for i in range(1, 1 + burials)), "pass": taken[1 + burials]}
    )
    assert chi_square(verbs, 3) < 27.7  # two degrees of freedom, one in a million
    assert chi_square(Counter({i: taken[i] for i in range(1, 1 + burials)}), burials) < 33.4


def _come_to_a_market(table: Table) -> None:
    """Seat 0 may draw, bury one of several kinds of cards, or pass."""
    for seed in range(50):
        table.begin(seats=4, seed=seed)
        for _ in table.wander(seed):
            if table.variant.phases[table.state.phase].key == "market" and len(table.legal(0)) > 3:
                return
    pytest.fail("seat 0 never came to a market with two kinds of cards")


@pytest.mark.parametrize("use", [PICKS, PEOPLE_ONLY])
def test_the_verbs_of_sets_are_declared_so(use):
    names = {PICKS: {"pick"}, PEOPLE_ONLY: {"put_back"}}
    for variant in GAME.variants:
        assert {verb.name for verb in variant.actions.verbs if verb.use == use} == names[use]


# Whole games


def test_the_log_is_the_game(table: Table):
    log, whole, lines, winners = table.begin(seats=4, seed=8, draw_cap=2).play_out(8, 0, [0, 1, 0, 1])
    table.begin(seats=4, seed=8, draw_cap=2)
    for seat, action in log.tolist():
        table.take(seat, action)
    assert (table.copy(), table.lines(), table.winners()) == (whole, lines, winners)


def test_a_game_stops_after_the_decisions_it_is_given(table: Table):
    table.begin(seats=4, seed=8)
    engine, actions = table.engine, table.engine.new_actions()[0]
    seed_generator(actions.random_state, 8, 0, 1)
    view, raw_view = table.new_state()
    log = np.zeros((3, 2), np.int32)
    made = engine.play_game(
        table.state, table.raw, view, raw_view, table.spec.hidden, table.deck, table.deck, table.events,
        [0] * 4, actions, log, 7,
    )  # fmt: skip
    assert made == 7 == table.state.decisions
    assert log[:, 0].tolist() == [0, 1, 2], "a short log keeps the first decisions"


def test_winners_follow_from_the_points_of_the_lines(table: Table):
    for seed in range(8):
        _, whole, lines, winners = table.begin(seats=4, seed=seed, draw_cap=2).play_out(seed, 0, [1, 0, 1, 0])
        record = as_dict(table.spec, whole)
        pledged = table.spec.place("pledged")
        figures = []
        for seat in range(4):
            cards = record["rows"][pledged + seat, : record["counts"][pledged + seat]]
            kinds = [int(table.deck.kind[card]) for card in cards]
            omen = int(record["omen_shown"])
            points = sum(table.deck.points[kind] + (table.deck.category[kind] == omen) for kind in kinds)
            figures.append((-points, len(kinds)))
        best = min(figures)
        assert winners == sum(1 << seat for seat in range(4) if figures[seat] == best)
        assert len(lines) >= 8


def test_a_tally_counts_a_seat_once_for_a_card_however_its_lines_lie():
    variant = GAME.variants[0]
    tally = link(
        {"tally": playout.tally},
        {"IS_OF_CARD": variant.ranking.is_of_card.tolist(), "IS_BONUS": [0, 1, 0, 0]},
        rule,
    )["tally"]
    lines = Lines()
    for seat, category, source, points, reason in [
        (0, 1, 5, 3, 0), (0, 1, 6, 2, 0), (0, 1, 5, 1, 1), (0, -1, -1, 6, 2), (1, 1, 5, 3, 0), (1, 1, 5, 3, 0),
        (0, -1, 7, 2, 0),
    ]:  # fmt: skip
        emit_line(lines, seat, category, source, -1, points, reason)
    points, cards = np.zeros((2, 3), np.int32), np.zeros((8, CARD_SUMS), np.int64)
    tally(lines, 0b10, points, cards)
    assert points.tolist() == [[0, 6, 0], [0, 6, 0]], "sums and leads are no points of cards"
    assert cards[5].tolist() == [2, 10, 6, 1, 1, 0, 4, 2, 1, 2, 1], "reason 1 is taken for a bonus here"
    assert cards[6].tolist() == [1, 2, 0, 0, 0, 0, 1, 0, 0, 1, 0]
    assert cards[7].tolist() == [1, 2, 0, 0, 0, 0, 1, 0, 0, 1, 0], (
        "a point outside all categories counts for its card alone"
    )


def test_a_kind_took_part_in_a_game_if_setup_laid_out_any_card_of_it(table: Table):
    note_taking_part = link({"note": playout.note_taking_part}, {}, rule)["note"]
    cards = np.zeros((12, CARD_SUMS), np.int64)
    every, few = (set(table.deck.kind[:count]) for count in (table.deck.card_count, 5))
    assert few < every
    note_taking_part(table.deck, cards, table.deck.card_count, 3)
    note_taking_part(table.deck, cards, 5, 1)
    assert not np.delete(cards, 5, axis=1).any()
    assert cards[:, 5].tolist() == [3 * (kind in every) + (kind in few) for kind in range(12)]


# Seats that act together


def in_any_order(table: Table, scripts: dict[int, list[int]], chooser: random.Random) -> tuple[bytes, list]:
    """Play every seat's actions, mixed at random; the record and what is revealed then."""
    left = {seat: list(script) for seat, script in scripts.items()}
    while left:
        seat = chooser.choice(sorted(left))
        table.take(seat, left[seat].pop(0))
        if not left[seat]:
            del left[seat]
    return table.copy(), [event for event in table.told() if event[0] != TAKEN]


def test_phases_in_secret_together_end_alike_in_any_order(table: Table):
    secret = {phase.key for phase in table.variant.phases if phase.together == SECRET_TOGETHER}
    assert secret == {"swear", "pledge"}
    chooser = random.Random(4)
    compared = 0
    for seed in range(12):
        table.begin(seats=5, seed=seed)
        while table.state.over == 0:
            start = table.copy()
            if table.variant.phases[table.state.phase].key not in secret:
                table.wandered(chooser.random(), 1)
                continue
            scripts = {seat: _script(table.put(start), seat, chooser) for seat in table.put(start).to_act}
            ends = {
                (end, str(told)) for end, told in (in_any_order(table.put(start), scripts, chooser) for _ in range(4))
            }
            assert len(ends) == 1
            compared += len(scripts) > 1
    assert compared > 30


def _script(table: Table, seat: int, chooser: random.Random) -> list[int]:
    """What one seat does until it has committed: random picks, some put back."""
    script: list[int] = []
    done = table.variant.actions.encode("done")
    while seat in table.to_act and table.state.phase < 2:
        legal = table.legal(seat)
        action = done if len(script) > 6 and done in legal else chooser.choice(legal)
        script.append(action)
        if len(table.to_act) == 1 and (action == done or table.state.phase == 0):
            break
        table.take(seat, action)
    return script


def test_on_the_open_floor_the_order_matters_and_is_told_to_all(table: Table):
    assert table.variant.phases.called("market").together == OPEN_FLOOR
    table.begin(seats=3, seed=2)
    while table.variant.phases[table.state.phase].key != "market":
        table.wandered(1, 1)
    start, draw = table.copy(), table.variant.actions.encode("draw")
    ends = []
    for order in ((0, 1), (1, 0)):
        table.put(start)
        for seat in order:
            table.take(seat, draw)
            assert (0, -1, [seat, draw, 0, 0]) in table.told()
        ends.append(table.copy())
    assert ends[0] != ends[1]


def test_on_the_open_floor_each_acts_once_a_round_in_an_order_drawn_anew():
    next_seat = link({"next": playout.next_on_the_floor}, {"IS_OPEN": [1]}, rule)["next"]
    state = SimpleNamespace(phase=0, to_act=0b1011, staged_count=[0] * 4)
    actions = SimpleNamespace(served=0, last_seat=0, random_state=np.zeros(2, np.int64))
    seed_generator(actions.random_state, 1, 0, BOT_STREAM)
    rounds = [tuple(next_seat(state, actions) for _ in range(3)) for _ in range(60)]
    assert set(rounds) == set(permutations((0, 1, 3)))
