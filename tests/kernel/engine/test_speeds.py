"""The compiled speed against plain Python: the same source, so the same bytes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
import pytest

from tests.example_game import GAME, rules
from tests.example_game.rules import give_to_hall
from tests.kernel.tables import Table
from tests.small_game.joust import GAME as JOUST
from workbench.author import ActionSpace, Effect, Effects, Ranking, answer_effect
from workbench.kernel.engine.bundles import Bench, Outcome, Run
from workbench.kernel.engine.kept_code import USUAL_SECONDS, Kept, digest_of, write_code
from workbench.kernel.engine.playout import CARD_SUMS
from workbench.kernel.engine.speeds import compiled_engine, compiling_takes, fingerprint, forget_unused
from workbench.kernel.rule import rule
from workbench.storage.errors import RuleError

Speeds = tuple[Table, Table]


@pytest.mark.parametrize("seed", [0, 1, 7, 12345, 2**40 + 3, 2**63 - 1])
def test_both_speeds_play_the_same_games(both_speeds: Speeds, seed: int):
    chooser = random.Random(seed)
    for index in (0, chooser.randrange(2**45)):
        seats = chooser.choice([4, 5])
        options = {"rounds": chooser.randint(1, 5), "warding": chooser.choice(["luck", "sure"]), "draw_cap": 2}
        bots = [chooser.randrange(2) for _ in range(seats)]
        plain, compiled = (
            table.begin(seats=seats, seed=seed, index=index, **options).play_out(seed, index, bots)
            for table in both_speeds
        )
        assert compiled[0].tolist() == plain[0].tolist(), "the log"
        assert compiled[1:] == plain[1:], "the record's bytes, the score lines, the winners"
        assert both_speeds[0].state.over == both_speeds[1].state.over == 1


def test_both_speeds_agree_after_every_single_step(both_speeds: Speeds):
    plain, compiled = both_speeds
    for seed in range(6):
        plain.begin(seats=4, seed=seed, open_oaths=seed % 2 == 0)
        compiled.begin(seats=4, seed=seed, open_oaths=seed % 2 == 0)
        for seat, action in plain.wander(seed):
            assert compiled.copy() == plain.copy()
            assert compiled.told() == plain.told()
            assert compiled.legal(seat) == plain.legal(seat)
            compiled.take(seat, action)
        assert compiled.copy() == plain.copy()


def test_both_speeds_show_the_same_views_and_deal_the_same_worlds(both_speeds: Speeds):
    plain, compiled = both_speeds
    for seed, steps in [(1, 0), (2, 12), (3, 40), (4, 90)]:
        whole = plain.begin(seats=5, seed=seed).wandered(seed, steps).copy()
        compiled.put(whole)
        for seat in plain.viewers():
            assert compiled.view(seat) == plain.view(seat)
            assert compiled.redealt(seat, seed) == plain.redealt(seat, seed)
            assert compiled.dealt_world(seat, seed) == plain.dealt_world(seat, seed)


def test_many_games_at_once_are_the_games_one_by_one(both_speeds: Speeds):
    results = [_run(table, first=0, games=6) for table in both_speeds]
    for plain, compiled in zip(*results, strict=True):
        assert np.array_equal(plain, compiled)
    _, winning, decisions, *_ = results[0]
    for index in range(6):
        table = both_speeds[0].begin(seats=4, seed=77, index=index, draw_cap=2)
        log, _, _, winners = table.play_out(77, index, [0, 1, 0, 1])
        assert (len(log), winners) == (decisions[index], winning[index])


def test_games_do_not_depend_on_how_they_are_cut_into_runs(both_speeds: Speeds):
    compiled = both_speeds[1]
    whole = _run(compiled, first=0, games=6)
    parts = [_run(compiled, first=first, games=games) for first, games in ((0, 1), (1, 3), (4, 2))]
    for part in range(6):  # results by game
        assert np.array_equal(whole[part], np.concatenate([cut[part] for cut in parts]))
    assert np.array_equal(whole[-2], sum(cut[-2] for cut in parts)), "cards, added up over games"


def _run(table: Table, first: int, games: int) -> list[np.ndarray]:
    """Who began, winning seats, decisions, turns, scores and points by game, and the tally of cards."""
    engine, seats = table.engine, 4
    numbers = [option.encode({"draw_cap": 2}.get(option.key, option.default)) for option in table.spec.options]
    states, raws = engine.new_states()
    views, raw_views = engine.new_states()
    began, winning, decisions, turns = np.zeros((4, games), np.int64)
    scores = np.zeros((games, seats), np.int32)
    points = np.zeros((games, seats, 3), np.int32)
    cards = np.zeros((12, CARD_SUMS), np.int64)
    counted = np.zeros((games, len(table.variant.measures.counters)), np.int64)
    options, bots = np.array(numbers, np.int64), np.array([0, 1, 0, 1], np.int64)
    run = Run(first, games, 77, seats, options, bots, table.variant.max_decisions)
    bench = Bench(
        states, raws, views, raw_views, table.spec.hidden, engine.deck(_arrays()), engine.new_events(),
        engine.new_lines(), engine.new_actions(), np.zeros((0, 2), np.int32),
    )  # fmt: skip
    engine.run_games(run, bench, Outcome(began, winning, decisions, turns, scores, points, cards, counted))
    return [began, winning, decisions, turns, scores, points, cards, counted]


def _arrays():
    from tests.kernel.tables import DECK

    return DECK.arrays


def test_an_effect_too_many_is_an_error_at_both_speeds(both_speeds: Speeds):
    for table in both_speeds:
        table.begin(seats=4, seed=1).wandered(1, 4)
        kinds = list(table.deck.kind)
        seer = next(kind for kind in range(8) if table.deck.seer[kind] == 1)
        hand = table.spec.place("hand")
        for seat in range(4):
            for i in range(2):
                card = int(table.state.rows[hand + seat, i])
                table.deck.kind[card] = seer
                table.state.staged[card] = 1
            table.state.staged_count[seat] = 2
        table.state.frame_count = 24
        table.state.to_act = 1
        with pytest.raises(RuleError, match="OverflowError: more effects at once"):
            table.engine.take(table.state, table.deck, table.events, 0, table.variant.actions.encode("done"))
        for card, kind in enumerate(kinds):  # other tests play with this deck, too
            table.deck.kind[card] = kind


# What compiled code is filed under


@rule
def other_score(state, deck, lines):
    """A scoring of another kind."""
    lines.count = 0


@rule
def other_answer(state, deck, events, seat, action):
    """The answer to an effect that the game does not have."""
    state.turn = 7


def swapped(actions: ActionSpace) -> ActionSpace:
    """The same actions with two verbs swapped."""
    first, second, *others = actions.verbs
    return ActionSpace([second, first, *others])


def test_the_fingerprint_is_the_same_again_and_differs_between_variants():
    prints = [[fingerprint(variant) for variant in GAME.variants] for _ in range(2)]
    assert prints[0] == prints[1]
    assert len(set(prints[0])) == len(GAME.variants)


@pytest.mark.parametrize(
    "change",
    [
        lambda variant: replace(variant, score=other_score),
        lambda variant: replace(variant, bindings={"after_reveal": give_to_hall}),
        lambda variant: replace(variant, actions=swapped(variant.actions)),
        lambda variant: replace(variant, ranking=Ranking(variant.ranking.reasons, ("cards", "total"))),
        lambda variant: replace(variant, possible=None),
        lambda variant: replace(variant, ranking=Ranking(variant.ranking.reasons, variant.ranking.chain)),
    ],
    ids=["a rule", "a bound rule", "two verbs swapped", "the chain", "what is possible", "the ranking"],
)
def test_the_fingerprint_follows_what_is_bound(change):
    assert fingerprint(change(GAME.variants[0])) != fingerprint(GAME.variants[0])


@rule
def answering(state, deck, events, seat, action):
    """A step that hands every action to the effect on top."""
    answer_effect(state, deck, events, seat, action)


def test_the_fingerprint_follows_the_functions_of_effects_and_their_order():
    one, two = Effect(answer=other_answer, name="one"), Effect(name="two")
    prints = [
        fingerprint(replace(GAME.variants[0], step=answering, effects=Effects(rows)))
        for rows in ([one, two], [two, one], [Effect(name="one"), two])
    ]
    assert len(set(prints)) == 3


def answer_of(module: str, turn: int):
    """A rule called `answer`, as several modules of a game may have one each."""
    source = f"@rule\ndef answer(state, deck, events, seat, action):\n    state.turn = {turn}\n"
    scope: dict = {"__name__": module, "rule": rule}
    exec(compile(source, module, "exec"), scope)
    return scope["answer"]


def test_the_fingerprint_tells_two_rules_of_one_name_apart():
    one, two = answer_of("one", 1), answer_of("two", 2)
    prints = [
        fingerprint(replace(GAME.variants[0], step=answering, effects=Effects(rows)))
        for rows in (
            [Effect(answer=one, name="a"), Effect(answer=two, name="b")],
            [Effect(answer=two, name="a"), Effect(answer=one, name="b")],
        )
    ]
    assert prints[0] != prints[1]


def test_the_fingerprint_follows_what_a_parameter_that_is_left_out_stands_for():
    source = "@rule\ndef score(state, deck, lines, first={}):\n    lines.count = first\n"
    variants = [replace(GAME.variants[0], score=_made_from(source.format(first))) for first in (1, 2)]
    assert fingerprint(variants[0]) != fingerprint(variants[1])


def test_the_fingerprint_follows_constants_read_within_a_comprehension(monkeypatch: pytest.MonkeyPatch):
    source = "@rule\ndef score(state, deck, lines):\n    lines.count = sum([i + rules.GRAIL for i in range(3)])\n"
    variant = replace(GAME.variants[0], score=_made_from(source))
    before = fingerprint(variant)
    monkeypatch.setattr(rules, "GRAIL", 77)
    assert fingerprint(variant) != before


def test_no_symbol_of_one_variants_compiled_code_can_be_that_of_anothers():
    """Two processes that compile a variant each count their functions from the same number."""
    names = [
        {function.py_func.__qualname__ for function in compiled_functions(compiled_engine(variant).functions.values())}
        for variant in (GAME.variants[0], JOUST.variants[0])
    ]
    assert any(name.startswith("play_game") for name in names[0])
    assert not names[0] & names[1]


def compiled_functions(entries: Iterable[Any]) -> set[Any]:
    """Entries of an engine and all compiled functions that they reach."""
    found, waiting = set(), list(entries)
    while waiting:
        function = waiting.pop()
        function = getattr(function, "rule", function)
        if hasattr(function, "py_func") and function not in found:
            found.add(function)
            waiting += function.py_func.__globals__.values()
    return found


def test_the_fingerprint_follows_the_name_of_the_module():
    """The file of a game may be imported by one name today and by another tomorrow."""
    variant = JOUST.variants[0]
    elsewhere = FunctionType(variant.score.__code__, variant.score.__globals__, "score")
    elsewhere.__module__ = f"{variant.score.__module__}_elsewhere"  # the last rule of the game in either order
    assert fingerprint(replace(variant, score=rule(elsewhere))) != fingerprint(variant)


@pytest.mark.parametrize(
    ("name", "value"), [("MOST_PLEDGED", 1), ("GRAIL", np.int64(1)), ("DEALT", 3), ("MARKET_STOP", (6, 7))]
)
def test_the_fingerprint_follows_the_constants_that_rules_read(monkeypatch: pytest.MonkeyPatch, name, value):
    before = fingerprint(GAME.variants[0])
    monkeypatch.setattr(rules, name, value)
    changed = fingerprint(GAME.variants[0])
    assert changed != before
    monkeypatch.undo()
    assert fingerprint(GAME.variants[0]) == before


def _made_from(source: str):
    scope: dict = {"__name__": __name__, "rule": rule, "rules": rules}
    exec(compile(source, "made_in_a_test", "exec"), scope)
    return scope["score"]


def test_the_fingerprint_follows_every_kind_of_constant_in_the_code():
    bodies = [
        "lines.count = 1",
        "lines.count = 2",
        "lines.count = -1",
        "lines.count = max((1, 2))",
        "lines.count = max((1, 3))",
        "lines.count = state.turn in {1, 2}",
        "lines.count = state.turn in {1, 3}",
        "lines.count = rules.GRAIL",
        "lines.count = sum([i + 1 for i in range(3)])",
        "lines.count = sum([i + 2 for i in range(3)])",
    ]
    variants = [
        replace(GAME.variants[0], score=_made_from(f"@rule\ndef score(state, deck, lines):\n    {body}\n"))
        for body in bodies
    ]
    assert len({fingerprint(variant) for variant in variants}) == len(bodies)


def test_the_fingerprint_follows_constants_read_through_a_module(monkeypatch: pytest.MonkeyPatch):
    source = "@rule\ndef score(state, deck, lines):\n    lines.count = rules.ROUNDS_IN_A_TEST\n"
    variant = replace(GAME.variants[0], score=_made_from(source))
    prints = []
    for value in (1, 2, 2):
        monkeypatch.setattr(rules, "ROUNDS_IN_A_TEST", value, raising=False)
        prints.append(fingerprint(variant))
    assert prints[0] != prints[1] == prints[2]


def test_how_long_compiling_takes_is_told_by_how_long_it_took_here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    variant = GAME.variants[0]
    rules_reached = compiling_takes(variant) / USUAL_SECONDS
    assert rules_reached > 100
    write_code(tmp_path, "a" * 24, "report-of-another-game", Kept(b"code", digest_of(b"code"), {}, (), seconds=3.0))
    assert compiling_takes(variant) == pytest.approx(3 * rules_reached)


def test_compiled_code_that_nobody_asked_for_in_a_month_is_removed(tmp_path: Path):
    old, new, other = tmp_path / ("a" * 24), tmp_path / ("b" * 24), tmp_path / "something else"
    for folder in (old, new, other):
        folder.mkdir()
        (folder / "code.nbi").write_bytes(b"code")
    month_ago = time.time() - 31 * 86_400
    os.utime(old, (month_ago, month_ago))
    os.utime(other, (month_ago, month_ago))
    forget_unused(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["b" * 24, "something else"]


FORKED = """
import multiprocessing, sys
import workbench as wb

def leads():
    sys.exit(0 if len(wb.simulate("guile", games=2, compiled=True).leads) else 1)

wb.simulate("guile", games=2, compiled=True)
child = multiprocessing.get_context("fork").Process(target=leads)
child.start()
child.join()
sys.exit(child.exitcode)
"""


@pytest.mark.slow
def test_a_process_that_is_forked_compiles_what_its_parent_has_not_called() -> None:
    """Whoever plays many runs with a ProcessPoolExecutor has looked at a first run before."""
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
