"""Runs of many games: the same whatever the threads, cut short cleanly, refused if asked for nonsense."""

from __future__ import annotations

import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench as wb
from workbench.lab import Report, simulate
from workbench.lab.simulation import CHUNK, plan_run
from workbench.play import Match
from workbench.storage.errors import DeckError, OptionError, WorkbenchError


def run(games: int = 300, **given: Any) -> Report:
    return simulate("guild_master", games=games, **{"seats": 3, "bots": "greedy", "seed": 8, **given})


BY_GAME = ("winning", "decisions", "turns", "scores", "points")


def same(one: Report, other: Report) -> bool:
    """Whether two runs had the same games."""
    parts = (*BY_GAME, "cards")
    return all(np.array_equal(getattr(one.outcome, part), getattr(other.outcome, part)) for part in parts)


# The same games


@pytest.mark.parametrize("games", [1, CHUNK - 1, CHUNK, CHUNK + 1, 4 * CHUNK])
def test_a_run_is_the_same_for_any_number_of_threads(games: int) -> None:
    runs = [run(games, threads=threads) for threads in (1, 2, 3, 16)]
    assert all(report.games == report.asked == games for report in runs)
    assert all(same(runs[0], other) for other in runs[1:])


def test_the_first_games_of_a_longer_run_are_those_of_a_shorter() -> None:
    longer = run(2 * CHUNK + 7, threads=2).outcome
    for games in (1, CHUNK - 1, CHUNK, CHUNK + 1):
        shorter = run(games).outcome
        for part in BY_GAME:
            assert np.array_equal(getattr(shorter, part), getattr(longer, part)[:games]), part


@pytest.mark.parametrize("bots", ["greedy", "random", ["random", "greedy", "greedy"]], ids=str)
def test_plain_python_plays_the_same_run(bots: Any) -> None:
    options = {"draw_mode": "one_by_one", "trade_reveal": "public"}
    assert same(run(12, bots=bots, options=options, compiled=False), run(12, bots=bots, options=options))


def test_another_seed_is_another_run() -> None:
    assert not same(run(seed=1), run(seed=2))
    assert same(run(seed=2), run(seed=2))


def test_games_of_a_run_differ_from_each_other() -> None:
    outcome = run(200).outcome
    assert len({tuple(points.ravel()) for points in outcome.points}) > 190


def test_the_first_game_of_a_run_is_the_match_of_its_seed() -> None:
    report = run(1, seed=5, compiled=False)
    match = Match("guild_master", seats=3, seed=5, options=report.options, bots=dict.fromkeys(range(3), "greedy"))
    match.play_bots()
    assert sum(1 << seat for seat in match.winners) == report.outcome.winning[0]
    assert match.turn == report.outcome.turns[0]
    assert len(match.log) == report.outcome.decisions[0]
    totals = np.zeros_like(report.outcome.points[0])
    letters = [category.letter for category in match.deck.meta.categories]
    for line in match.score_lines():
        if line["level"] == "point":
            totals[line["seat"], letters.index(line["category"])] += line["points"]
    assert np.array_equal(totals, report.outcome.points[0])


def test_a_run_keeps_what_it_was_made_of() -> None:
    report = run(3, bots=["random", "greedy", "greedy"], options={"deal_size": 4})
    assert (report.games, report.asked, report.seed) == (3, 3, 8)
    assert report.bots == ("random", "greedy", "greedy")
    assert report.options["deal_size"] == 4
    assert report.deck_digest == wb.load_deck("guild_master").digest
    assert repr(report) == "<Report guild_master/base_game: 3 games, 3 seats, seed 8>"


def test_bots_are_capped_at_three_offers_unless_something_else_is_said() -> None:
    assert plan_run("guild_master").options["trade_offer_cap"] == 3
    assert plan_run("guild_master", options={"trade_offer_cap": 7}).options["trade_offer_cap"] == 7
    assert plan_run("guild_master", options={"trade_offer_cap": "none"}).options["trade_offer_cap"] == "none"
    deck = wb.load_deck("guild_master").edit(meta={"options": {"trade_offer_cap": 1}})
    assert plan_run("guild_master", deck=deck).options["trade_offer_cap"] == 1


def test_a_run_takes_a_deck_its_name_or_its_path(tmp_path: Any) -> None:
    deck = wb.load_deck("guild_master")
    folder = deck.save(tmp_path / "copy")
    runs = [run(20, deck=given) for given in (None, "medieval", deck, folder, str(folder))]
    assert all(same(runs[0], other) for other in runs[1:])


def test_another_deck_is_another_run() -> None:
    deck = wb.load_deck("guild_master").edit(change=[{"card_id": "moat", "resources": "CC"}])
    assert not same(run(20, deck=deck), run(20))
    assert run(20, deck=deck).deck_digest == deck.digest


# Progress and an early end


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("games", [1, CHUNK, 5 * CHUNK + 1])
def test_progress_rises_and_ends_with_the_number_of_games(games: int, threads: int) -> None:
    told: list[tuple[int, int]] = []
    run(games, threads=threads, on_progress=lambda done, total: told.append((done, total)))
    done = [entry[0] for entry in told]
    assert done == sorted(set(done))
    assert done[0] > 0
    assert done[-1] == games
    assert {total for _, total in told} == {games}
    assert len(told) == -(-games // CHUNK)


@pytest.mark.parametrize("threads", [1, 4])
def test_a_cancelled_run_reports_its_first_games(threads: int) -> None:
    whole = run(10 * CHUNK, threads=2)
    cancel = threading.Event()
    report = run(
        10 * CHUNK,
        threads=threads,
        cancel=cancel,
        on_progress=lambda done, total: cancel.set() if done >= 3 * CHUNK else None,
    )
    assert CHUNK <= report.games < 10 * CHUNK
    assert report.games % CHUNK == 0
    assert report.asked == 10 * CHUNK
    for part in BY_GAME:
        assert np.array_equal(getattr(report.outcome, part), getattr(whole.outcome, part)[: report.games])
    assert same(report, run(report.games))
    assert report.seats.wins.sum() == pytest.approx(report.games)


def test_a_run_that_was_cancelled_before_it_began_ends_after_its_first_games() -> None:
    cancel = threading.Event()
    cancel.set()
    report = run(40 * CHUNK, threads=2, cancel=cancel)
    assert report.games <= 2 * CHUNK
    assert same(report, run(report.games))


def test_a_fault_in_the_progress_ends_the_run() -> None:
    def fail(done: int, total: int) -> None:
        raise RuntimeError("the page is gone")

    with pytest.raises(RuntimeError, match="the page is gone"):
        run(4 * CHUNK, on_progress=fail)


# Bad input

WRONG: list[tuple[dict[str, Any], type[WorkbenchError], str]] = [
    ({"games": 0}, OptionError, "0.*1 to 100,000,000"),
    ({"games": -5}, OptionError, "-5.*1 to"),
    ({"games": 1.5}, OptionError, r"1\.5.*whole number"),
    ({"games": "many"}, OptionError, "'many'.*whole number"),
    ({"games": True}, OptionError, "True.*whole number"),
    ({"games": None}, OptionError, "None.*whole number"),
    ({"games": 10**9}, OptionError, "1000000000.*100,000,000"),
    ({"games": 10**5000}, OptionError, "type int.*whole number"),
    ({"seats": 1}, OptionError, "1 seats.*2 to 8"),
    ({"seats": 9}, OptionError, "9 seats.*2 to 8"),
    ({"seats": "3"}, OptionError, "'3' seats.*2 to 8"),
    ({"bots": "gredy"}, OptionError, "'gredy'.*Did you mean 'greedy'"),
    ({"bots": ["greedy", "random"]}, OptionError, "2 bots are named for 3 seats"),
    ({"bots": []}, OptionError, "0 bots are named for 3 seats"),
    ({"bots": ["greedy", "random", None]}, OptionError, "None.*easy, greedy, hard, random"),
    ({"bots": 5}, OptionError, "5.*one name per seat"),
    ({"bots": {0: "greedy"}}, OptionError, "greedy.*one name per seat"),
    ({"seed": -1}, OptionError, "-1.*whole number"),
    ({"seed": 2**63}, OptionError, f"{2**63}.*{2**63 - 1}"),
    ({"seed": "x"}, OptionError, "'x'.*whole number"),
    ({"options": {"deal": 5}}, OptionError, "'deal'.*deal_size"),
    ({"options": {"deal_size": 99}}, OptionError, "deal_size.*99.*1 to 10"),
    ({"options": {"game_variant": "wars"}}, OptionError, "'wars'.*base_game"),
    ({"options": 5}, OptionError, "5.*mapping"),
    ({"deck": "medievil"}, DeckError, "'medievil'.*medieval"),
    ({"deck": 7}, DeckError, "7.*medieval"),
    ({"threads": 0}, OptionError, "0.*1 to 1024"),
    ({"threads": 1.0}, OptionError, r"1\.0.*1 to 1024"),
    ({"threads": True}, OptionError, "True.*1 to 1024"),
    ({"threads": "two"}, OptionError, "'two'.*1 to 1024"),
]


@pytest.mark.parametrize(
    ("given", "error", "says"), WRONG, ids=[f"{number} {next(iter(case[0]))}" for number, case in enumerate(WRONG)]
)
def test_a_wrong_argument_is_refused_with_the_value_and_the_fix(
    given: dict[str, Any], error: type[WorkbenchError], says: str
) -> None:
    with pytest.raises(error, match=rf"(?s){says}"):
        run(**{"games": 1, **given})


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(OptionError, match=r"'guilds'.*guild_master"):
        simulate("guilds", games=1)


def test_too_few_cards_for_the_table_are_refused() -> None:
    whole = wb.load_deck("guild_master")
    sources = {row["bonus_source"] for row in whole.rows}
    small = whole.edit(remove=[row["card_id"] for row in whole.rows[40:] if row["name"] not in sources])
    with pytest.raises(DeckError, match=r"8 seats are dealt 10 cards each.*lower the seats"):
        simulate("guild_master", games=1, seats=8, deck=small, options={"deal_size": 10})


def test_a_small_run_does_not_wait_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("WORKBENCH_CACHE", str(tmp_path))
    code = """
import sys, workbench as wb
report = wb.simulate("guild_master", games=5, seats=3, bots="random", seed=8)
print(report.games, "numba" in sys.modules)
"""
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert told.split() == ["5", "False"]
