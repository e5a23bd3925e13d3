"""Sweeps: which cells are played, what is told of each value and of two together, and what is kept of them."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.disks import room_for
from tests.example_game import PLAIN_DECK, known
from tests.servers import CHECKOUT
from workbench.decks import load_deck
from workbench.kernel.engine.bundles import Outcome
from workbench.lab.cells import each_alone, grid, sampled
from workbench.lab.factors import Factor, Value
from workbench.lab.report import Report
from workbench.lab.simulation import CHUNK, plan_run
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.sweep import MOST_CELLS, Sweep
from workbench.lab.which_matters import largest
from workbench.storage.errors import DeckError, OptionError

RULES = {"rounds": [3, 1], "warding": ["luck", "sure"]}
TURNS, BEGINS = "turns a game", "win share, seat 0 (random)"


@pytest.fixture(scope="module", autouse=True)
def pledges() -> Iterator[None]:
    """The example game, known while these tests run."""
    with known():
        yield


def swept(options: Any = None, games: int = 5, **given: Any) -> Sweep:
    given = {"decks": PLAIN_DECK, "bots": "random", "seats": 3, "compiled": False, **given}
    return wb.sweep("pledges", options, games=games, **given)


def made_up(
    values: list[int],
    turns: Callable[[np.ndarray, np.random.Generator], Any],
    *,
    cells: np.ndarray | None = None,
    games: int = 200,
    seed: int = 1,
    alone: bool = False,
    first_wins: Callable[[np.ndarray, np.random.Generator], Any] = lambda cell, chance: chance.random(200) < 0.5,
) -> Sweep:
    """A sweep of factors a, b, ... whose cells have these turns and wins of the first of two seats, game by game.

    Every cell is handed the same chances.
    """
    plan = plan_run("pledges", games=games, seats=2, bots="random", deck=PLAIN_DECK)
    cells = grid(values) if cells is None else cells

    def report(cell: np.ndarray) -> Report:
        won = np.broadcast_to(first_wins(cell, np.random.default_rng(seed)), games)
        outcome = Outcome.empty(games, 2, 0, 0, 0)._replace(
            turns=np.broadcast_to(turns(cell, np.random.default_rng(seed + 1_000)), games).astype(np.int64),
            winning=np.where(won, 1, 2),
            began=np.full(games, -1),
        )
        return Report(plan, outcome)

    factors = tuple(
        Factor(name, tuple(Value(value, value, f"{name} is {value}") for value in range(many)))
        for name, many in zip("abcdefgh", values, strict=False)
    )
    return Sweep(factors, cells, tuple(map(report, cells)), len(cells), alone)


# What is played


def test_every_cell_plays_the_games_that_simulate_plays_with_its_setting_and_the_same_seed() -> None:
    found = swept(RULES, seed=5)
    for cell, report in zip(found.cells.tolist(), found.reports, strict=True):
        options = {key: RULES[key][number] for key, number in zip(RULES, cell, strict=True)}
        alone = wb.simulate(
            "pledges", deck=PLAIN_DECK, games=5, seats=3, bots="random", seed=5, options=options, compiled=False
        )
        assert np.array_equal(report.outcome.scores, alone.outcome.scores)
        assert report.plan.options == alone.plan.options
    assert len(found.cells) == 4
    assert not any(report.outcome.points.size for report in found.reports), "what takes most room is let go"


def test_options_decks_bots_and_seats_are_swept_together_and_stay_where_there_is_one() -> None:
    dear = load_deck("pledges", PLAIN_DECK)
    dear = dear.edit(change=[{"card_id": dear.rows[0]["card_id"], "points": 9}])
    found = swept(
        {"rounds": range(1, 3), "open_oaths": True}, games=2, seats=[2, 3],
        bots=["random", "eager"], decks=[PLAIN_DECK, dear],
    )  # fmt: skip
    assert [factor.name for factor in found.factors] == ["rounds", "deck", "bots", "seats"]
    assert len(found.cells) == 16
    assert all(report.plan.options["open_oaths"] is True for report in found.reports)
    played = {(r.plan.options["rounds"], r.plan.deck.digest, r.plan.bots[0], r.plan.seats) for r in found.reports}
    assert len(played) == 16
    labels = {value.text for value in found.factors[1].values}
    assert labels == {f"plain {load_deck('pledges', PLAIN_DECK).digest[:6]}", f"plain {dear.digest[:6]}"}


def test_one_of_the_bots_may_be_a_name_for_each_seat() -> None:
    found = swept(bots=["random", ["eager", "random", "random"]], games=2)
    assert [report.plan.bots for report in found.reports] == [("random",) * 3, ("eager", "random", "random")]
    assert found.figures.bots.unique().tolist() == ["random", "eager, random, random"]
    assert "win share, seat 0" in set(found.figures.figure), "whoever sits there"


def test_variants_and_presets_are_swept_like_options() -> None:
    found = swept({"game_variant": ["round_table", "great_hall"]}, games=2)
    assert [report.plan.variant.key for report in found.reports] == ["round_table", "great_hall"]
    guile = wb.sweep("guile", {"length": ["as_printed", "quick"]}, games=2, bots="random", compiled=False)
    assert [report.plan.options["rounds_to_win"] for report in guile.reports] == [2, 1]


def test_alone_and_in_samples_so_many_cells_are_played() -> None:
    options = {"rounds": [3, 2, 1], "warding": ["luck", "sure"], "open_oaths": [False, True]}
    assert len(swept(options, games=1, alone=True).cells) == 5
    one, same = (swept(options, games=1, sample=7, seed=4) for _ in range(2))
    assert len(one.cells) == 7
    assert np.array_equal(one.cells, same.cells)


def test_a_sweep_is_the_same_to_the_bit_by_its_seed_on_any_number_of_threads() -> None:
    one, same, other = swept(RULES, seed=3), swept(RULES, seed=3, threads=2), swept(RULES, seed=4)
    assert one.effects.equals(same.effects)
    assert not one.effects.equals(other.effects)
    assert swept(RULES, games=1, seed=None).about["seed"] > 0


def test_figures_are_those_of_a_report_in_one_table() -> None:
    found = swept(RULES)
    table = found.frame()
    assert table.columns.tolist() == ["rounds", "warding", "figure", "value", "low", "high", "games"]
    cell = table[(table.rounds == 1) & (table.warding == "sure")].set_index("figure")
    summary = wb.simulate(
        "pledges", deck=PLAIN_DECK, games=5, seats=3, bots="random", seed=1, compiled=False,
        options={"rounds": 1, "warding": "sure"},
    ).summary()  # fmt: skip
    for figure in cell.index:
        assert cell.loc[figure, ["value", "low", "high"]].tolist() == pytest.approx(
            summary.loc[figure].tolist(), nan_ok=True
        )


def test_what_it_belongs_to_is_the_first_cell_and_the_values_of_all() -> None:
    about = swept({**RULES, "open_oaths": True}).about
    assert (about["game"], about["cells"], about["games"], about["seed"], about["seats"]) == ("pledges", 4, 5, 1, 3)
    assert about["options"]["open_oaths"] is True
    assert about["swept"] == RULES


# Progress, cancelling, keeping


def test_progress_counts_the_games_of_all_cells_and_those_that_were_kept(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    swept({"rounds": [3, 1]}, keep=tmp_path / "cells")
    swept(RULES, keep=tmp_path / "cells", on_progress=lambda *said: told.append(said))
    assert told == [(10, 20), (20, 20)], "the first and the third of four were kept"


def test_a_sweep_that_is_cancelled_has_the_cells_that_were_done(tmp_path: Path) -> None:
    cancel, path = threading.Event(), tmp_path / "cells"
    found = swept(RULES, cancel=cancel, keep=path, on_progress=lambda done, _: done >= 15 and cancel.set())
    assert len(found.cells) in (2, 3)
    assert f"{len(found.cells)} cells (stopped early; 4 were asked for) of 5 games" in repr(found)
    assert "rounds" in set(found.effects.factor), "what the cells tell that are there"
    assert len(path.read_bytes().splitlines()) == len(found.cells)


def test_a_cell_that_is_cut_short_counts_for_nothing_and_is_not_kept(tmp_path: Path) -> None:
    cancel, path = threading.Event(), tmp_path / "cells"
    options, games = {"rounds": [1, 2]}, CHUNK + 1

    def hear(done: int, total: int) -> None:
        if done > games:
            cancel.set()

    found = swept(options, games=games, seats=2, cancel=cancel, keep=path, on_progress=hear)
    assert len(found.cells) == len(path.read_bytes().splitlines()) == 1


def test_a_sweep_that_is_cancelled_has_what_was_kept_as_well(tmp_path: Path) -> None:
    cancel, path = threading.Event(), tmp_path / "cells"
    swept({"rounds": [3, 1], "warding": "sure"}, keep=path)
    found = swept(RULES, keep=path, cancel=cancel, on_progress=lambda *_: cancel.set())
    assert found.cells.tolist() == [[0, 0], [0, 1], [1, 1]]
    assert [report.plan.options["warding"] for report in found.reports] == ["luck", "sure", "sure"]


def test_a_sweep_that_is_cancelled_at_once_says_so() -> None:
    cancel = threading.Event()
    cancel.set()
    with pytest.raises(OptionError, match="ended before any cell was finished"):
        swept(RULES, cancel=cancel)


def test_what_was_kept_is_not_played_again_and_tells_the_same(tmp_path: Path) -> None:
    path, fresh = tmp_path / "cells", swept(RULES)
    assert swept(RULES, keep=path).effects.equals(fresh.effects)
    told: list[int] = []
    again = swept(RULES, keep=path, on_progress=lambda done, _: told.append(done))
    assert not told
    assert again.effects.equals(fresh.effects)
    assert again.figures.equals(fresh.figures)


def test_another_sweep_uses_what_cells_it_has_in_common(tmp_path: Path) -> None:
    path, told = tmp_path / "cells", list[int]()
    swept(RULES, keep=path)
    swept({**RULES, "rounds": [3, 1, 2]}, keep=path, alone=True, on_progress=lambda done, _: told.append(done))
    assert told == [15], "three of four were there, all but the third"


def test_on_a_full_disk_what_was_kept_stays_and_the_same_sweep_goes_on_from_there(tmp_path: Path) -> None:
    path = tmp_path / "cells"
    swept({"rounds": [3]} | {"warding": ["luck", "sure"]}, keep=path)
    kept = path.read_bytes()
    with room_for(len(kept) + 40), pytest.raises(OptionError, match="takes no more"):
        swept(RULES, keep=path)
    assert path.read_bytes() == kept
    told: list[int] = []
    found = swept(RULES, keep=path, on_progress=lambda done, _: told.append(done))
    assert told == [15, 20]
    assert found.effects.equals(swept(RULES).effects)


KILLED = """
import os, signal, sys
import workbench as wb
from tests.example_game import PLAIN_DECK, known

def hear(done, total):
    if done == 15:  # the third of four cells was played and is not written yet
        os.kill(os.getpid(), signal.SIGKILL)

with known():
    wb.sweep("pledges", {"rounds": [3, 1], "warding": ["luck", "sure"]}, decks=PLAIN_DECK, bots="random", seats=3,
             games=5, compiled=False, keep=sys.argv[1], on_progress=hear)
"""


@pytest.mark.slow
def test_after_a_process_was_killed_another_goes_on_from_what_is_on_disk(tmp_path: Path) -> None:
    path, told = tmp_path / "cells", list[int]()
    done = subprocess.run(
        [sys.executable, "-c", KILLED, str(path)], cwd=CHECKOUT, env=os.environ | {"PYTHONPATH": str(CHECKOUT)}
    )
    assert done.returncode == -signal.SIGKILL
    assert len(path.read_bytes().splitlines()) == 2
    path.write_bytes(path.read_bytes() + b'{"kept_run": 1, "dig')  # as if it had been killed while it wrote
    found = swept(RULES, keep=path, on_progress=lambda done, _: told.append(done))
    assert told == [15, 20]
    assert found.effects.equals(swept(RULES).effects)


# What is told


def additive(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """Luck that is the same in all cells, 3 turns more by the first factor, and 2 or 5 fewer by the second."""
    return chance.integers(20, 30, 200) + 3 * cell[0] - np.array([0, 2, 5])[cell[1]]


@pytest.mark.parametrize(
    ("cells", "alone"), [(grid([2, 3]), False), (each_alone([2, 3]), True), (sampled([2, 3], 5, 1), False)]
)
def test_what_values_add_is_told_from_a_grid_a_sample_and_alone(cells: np.ndarray, alone: bool) -> None:
    effects = made_up([2, 3], additive, cells=cells, alone=alone).effects
    table = effects[effects.figure == TURNS].set_index(["factor", "value"])
    assert table.difference.to_dict() == pytest.approx({("a", 1): 3.0, ("b", 1): -2.0, ("b", 2): -5.0})
    assert table.shifted.all()
    assert (table.after - table.before).tolist() == pytest.approx(table.difference.tolist())
    assert set(table["first"]) == {0}


def test_luck_that_all_cells_share_drops_out() -> None:
    """From the same games the difference is known at least ten times as precisely as from two separate runs."""
    found = made_up([2], lambda cell, chance: chance.integers(0, 100, 200) + cell[0])
    row = found.effects.set_index("figure").loc[TURNS]
    assert row.difference == pytest.approx(1)
    assert row.high - row.low < 0.1 * 2 * 1.96 * np.sqrt(2 * 100**2 / 12 / 200)


def test_two_values_that_work_together_are_told_with_what_one_does_beside_the_other() -> None:
    found = made_up([2, 2], lambda cell, chance: 20 + cell[0] + 4 * cell[0] * cell[1] + chance.integers(0, 9, 200))
    row = found.pairs.set_index("figure").loc[TURNS]
    assert [row.before, row.after, row.difference] == pytest.approx([1, 5, 4])
    assert row.shifted
    assert row[["factor", "value", "other", "other_value"]].tolist() == ["a", 1, "b", 1]
    assert found.effects[found.effects.figure == TURNS].difference.tolist() == pytest.approx([3, 2]), "on average"
    assert 'Together: "a is 1" brings +5.0 turns a game beside "b is 1", and without it +1.0' in found.text


def test_where_values_were_changed_alone_nothing_is_told_of_two_together() -> None:
    found = made_up([2, 2], additive_of_two, cells=each_alone([2, 2]), alone=True)
    assert found.pairs.empty
    assert found.pairs[found.pairs.shifted].empty
    assert found.pairs.columns.tolist()[:5] == ["factor", "value", "other", "other_value", "figure"]
    assert "do not tell" in found.plot(TURNS, pairs=True)


def additive_of_two(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    return chance.integers(20, 30, 200) + 3 * cell[0] + cell[1]


def test_where_nothing_matters_hardly_anything_is_marked() -> None:
    def luck(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        return chance.spawn(100)[int(cell @ [1, 2])].integers(20, 40, 200)

    def coin(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        return chance.spawn(100)[int(cell @ [1, 2])].random(200) < 0.5

    found = [made_up([2, 2], luck, first_wins=coin, seed=seed) for seed in range(20)]
    assert sum(one.effects.shifted.any() for one in found) <= 3, "5 of 100 are to be expected"
    assert sum(one.pairs.shifted.any() for one in found) <= 3
    apart = sum(int((one.effects.low * one.effects.high > 0).sum()) for one in found)
    assert sum(one.effects.shifted.sum() for one in found) < apart, "an interval that leaves out 0 is not enough"
    still = next(one for one in found if not one.effects.shifted.any())
    told = (
        r"more than (\S+) of 100 games. Nothing is proven to matter for the length: no mean length .* more than (\S+) "
    )
    wins, length = re.search(told, still.text).groups()  # type: ignore[union-attr]
    assert still.text.startswith("Nothing is proven to matter for who wins: no win share shifts by more than ")
    ends = still.effects.set_index("figure")[["low", "high"]].abs().max(axis=1)
    assert 100 * ends[BEGINS].max() < float(wins) < 2 * 100 * ends[BEGINS].max()
    assert ends[TURNS].max() < float(length) < 2 * ends[TURNS].max()


def test_intervals_hold_what_was_planted() -> None:
    """About six of 120 intervals of 95% leave the truth out, though cells share part of their luck."""

    def partly(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        own = chance.spawn(10)[int(cell @ [1, 2])]
        return 50 + 2 * cell[0] + chance.integers(0, 20, 200) + own.integers(0, 20, 200)

    found = 0
    for seed in range(60):
        effects = made_up([2, 2], partly, seed=seed).effects
        rows = effects[effects.figure == TURNS]
        found += int(((rows.low <= [2, 0]) & (rows.high >= [2, 0])).sum())
    assert 109 <= found <= 119


# What is said


def wins_by(cell_to_share: Callable[[np.ndarray], float]) -> Callable[[np.ndarray, np.random.Generator], Any]:
    return lambda cell, chance: chance.random(200) < cell_to_share(cell)


def constant(_: np.ndarray, __: np.random.Generator) -> int:
    return 25


def test_what_matters_most_is_said_with_what_it_does() -> None:
    found = made_up([2, 2], constant, first_wins=wins_by(lambda cell: 0.3 + 0.4 * cell[0] + 0.1 * cell[1]))
    assert found.text.startswith('Most for who wins: "a is 1" in place of "a is 0": seat 1 (random) wins ')
    row = found.effects.set_index(["factor", "figure"]).loc[("a", BEGINS)]
    assert f"wins {100 * row.after:.1f} of 100 games, before {100 * row.before:.1f} ({100 * row.difference:+.1f}, " in (
        found.text
    )
    assert " Less: b." in found.text
    assert "Nothing is proven to matter for the length" in found.text


def test_of_two_that_matter_alike_none_is_said_to_matter_most() -> None:
    found = made_up([2, 2], constant, first_wins=wins_by(lambda cell: 0.2 + 0.2 * cell[0] + 0.2 * cell[1]))
    assert found.text.startswith("For who wins: ")
    assert '; "' in found.text
    assert "Which of these matters more is not proven." in found.text


def test_one_that_matters_less_is_never_larger_than_one_that_matters_more() -> None:
    found = made_up([2, 2], additive_of_two)
    more, less = (effect for effect in found.main_effects if effect.figure == TURNS)
    assert largest(found, more, [less]) == [True]
    assert largest(found, less, [more]) == [False]


def test_an_interval_in_a_sentence_allows_for_having_been_picked_out() -> None:
    def own_luck(cell: np.ndarray, chance: np.random.Generator) -> np.ndarray:
        return 100 * cell[0] + chance.spawn(16)[int(cell @ [1, 2, 4, 8])].integers(0, 100, 200)

    found = made_up([2] * 4, own_luck)
    row = found.effects.set_index(["factor", "figure"]).loc[("a", TURNS)]
    low, high = map(float, re.search(r"a game takes .*?, \+(\S+) to \+(\S+)\)", found.text).groups())  # type: ignore[union-attr]
    assert 1.2 * (row.high - row.low) < high - low < 2 * (row.high - row.low)


def test_what_is_not_proven_is_said_with_how_much_may_have_stayed_unseen() -> None:
    found = made_up([2, 2], additive_of_two, first_wins=wins_by(lambda cell: 0.5))
    said = found.text.partition("Nothing is proven of ")[2]
    assert not said, "both matter for the length"
    found = made_up([2, 2], constant, first_wins=wins_by(lambda cell: 0.5 + 0.4 * cell[1]))
    unseen = float(found.text.partition("Nothing is proven of a: no win share shifts by more than ")[2].split()[0])
    rows = found.effects[(found.effects.factor == "a") & found.effects.figure.str.startswith("win share")]
    assert unseen >= 100 * rows[["low", "high"]].abs().to_numpy().max()


def test_a_single_game_says_nothing_and_breaks_nothing() -> None:
    found = swept(RULES, games=1)
    assert found.text == ("Nothing is proven to matter for who wins. Nothing is proven to matter for the length.")
    assert "nan" not in found._repr_html_()


def test_a_sweep_of_one_cell_alone_tells_no_effect_and_draws_itself() -> None:
    found = made_up([2, 2], additive_of_two, cells=grid([2, 2])[:1])
    assert found.text == "The cells that were played do not tell what any value does by itself."
    assert found.effects.empty
    assert "The cells that were played do not tell." in found._repr_html_()


def test_more_seats_are_not_told_to_win_less_each() -> None:
    effects = swept(seats=[2, 4], games=3).effects
    assert not effects.figure.str.startswith("win share").any()
    assert "decisions a game" in set(effects.figure)


def test_it_draws_itself_with_every_figure_and_escapes_names() -> None:
    found = made_up([2, 2], additive_of_two)
    first = found.factors[0]._replace(name="<b>")
    html = replace(found, factors=(first, found.factors[1]))._repr_html_()
    assert html.count("<svg ") == 4
    assert "<b>" not in html
    assert "&lt;b&gt;: 1" in html
    assert "b is 1 (in place of: b is 0)" in html
    assert "4 cells of 200 games" in html


def test_any_figure_can_be_drawn_and_another_is_refused() -> None:
    found = made_up([2, 2], additive_of_two)
    assert "a: 1, not 0" in found.plot(TURNS)
    assert "a: 1 beside b: 1" in found.plot(TURNS, pairs=True)
    with pytest.raises(OptionError, match="Did you mean 'turns a game'"):
        found.plot("turn a game")


# What is refused


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({}, "Nothing is swept, since nothing has several values."),
        ({"options": {"rounds": 2}}, "Nothing is swept"),
        ({"options": {"rounds": [2]}}, "Nothing is swept"),
        ({"options": {"rounds": []}}, "The values of option 'rounds' are []. Give at least one."),
        ({"options": {"rounds": [1, 9]}}, "Option 'rounds' is 9."),
        ({"options": {"rounds": [1, 2, "1"]}}, "rounds has the value '1' twice"),
        ({"options": {"open_oaths": [True, "true"]}}, "open_oaths has the value 'true' twice"),
        ({"options": {"round": [1, 2]}}, "Did you mean 'rounds'?"),
        ({"options": {"game_variant": ["hall", "round_table"]}}, "'hall'"),
        ({"options": ["rounds"]}, "Give a mapping from option to value"),
        ({"seats": []}, "The values of seats are []."),
        ({"seats": [2, 9]}, "9 seats do not fit"),
        ({"bots": ["random", "eagre"]}, "Did you mean 'eager'?"),
        ({"bots": ["random", []]}, "The values of bots are []"),
        ({"bots": ["random", ["eager"] * 2]}, "2 bots are named for 3 seats"),
        ({"bots": [1, "random"]}, "no bot"),
        ({"decks": [PLAIN_DECK, PLAIN_DECK]}, "twice"),
        ({"options": RULES, "games": 0}, "The number of games of a cell is 0. Give a whole number from 1 to 100,000."),
        ({"options": RULES, "games": MOST_WHOLE + 1}, "The number of games of a cell is 100001."),
        ({"options": RULES, "games": "many"}, "The number of games of a cell is 'many'."),
        ({"options": RULES, "sample": 2}, "The sample is 2. Give a whole number of cells, from 3 "),
        ({"options": RULES, "sample": MOST_CELLS + 1}, "to 10,000."),
        ({"options": RULES, "sample": True}, "The sample is True."),
        ({"options": RULES, "sample": 3, "alone": True}, "Leave out one"),
        ({"options": RULES, "seed": -1}, "The seed is -1."),
        ({"options": RULES, "threads": 0}, "The number of threads is 0."),
        ({"options": {"rounds": range(1, 6), "draw_cap": range(7)}, "games": 100_000, "seats": [2, 3]}, "at most."),
    ],
    ids=str,
)  # fmt: skip
def test_what_is_no_sweep_is_refused_before_a_game_is_played(given: dict[str, Any], told: str) -> None:
    played: list[int] = []
    with pytest.raises((OptionError, DeckError)) as refused:
        swept(**{"games": 1, **given}, on_progress=lambda done, _: played.append(done))
    assert told in str(refused.value)
    assert not played


def test_more_combinations_than_anybody_waits_for_are_refused_with_what_to_do() -> None:
    many = {option.key: list(option.choices) for option in wb.game("quests").options if option.choices}
    with pytest.raises(OptionError, match=r"combinations, more than 10,000. Draw some of them \(sample\)"):
        wb.sweep("quests", many, games=1)
    with pytest.raises(OptionError, match="Did you mean 'pledges'"):
        wb.sweep("pledge", RULES)


def test_a_place_that_takes_no_file_is_refused_before_a_game_is_played(tmp_path: Path) -> None:
    played: list[int] = []
    with pytest.raises(OptionError, match="it is a folder"):
        swept(RULES, keep=tmp_path, on_progress=lambda done, _: played.append(done))
    assert not played
