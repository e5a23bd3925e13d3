"""Runs on a Dask cluster: the same games as on threads, whoever plays them and whatever ends meanwhile.

What goes to a worker and comes back is tried here without one; the slow tests have real workers on 127.0.0.1.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.lab.test_live import a_screen, edited, plan
from tests.small_game.joust import GAME as JOUST
from workbench.cli import main
from workbench.cli.command import REFUSED
from workbench.kernel.engine.speeds import fingerprint, is_compiled, plain_engine
from workbench.kernel.registry import registered
from workbench.kernel.rule import rule
from workbench.lab import Report, simulate
from workbench.lab.cluster import ClusterError, ClusterWarning
from workbench.lab.parcels import GAMES, Parcel, Refused, pack, receive, send, understanding, unpack
from workbench.lab.simulation import CHUNK, How, Plan, in_order, plan_run, play_games
from workbench.lab.spreads import MOST_WHOLE
from workbench.lab.study import study, study_parts
from workbench.lab.worker import examine, play
from workbench.storage.errors import OptionError, WorkbenchError

CHECKOUT = Path(__file__).resolve().parents[2]


def equal(one: Any, other: Any) -> bool:
    """Whether two bundles of arrays are the same to the last bit."""
    return all(
        a.dtype == b.dtype and a.shape == b.shape and a.tobytes() == b.tobytes()
        for a, b in zip(one, other, strict=True)
    )


def same(one: Report, other: Report) -> bool:
    """Whether two reports had the same games, and cards that scored alike chunk by chunk."""
    return equal(one.outcome, other.outcome) and np.array_equal(one.card_chunks, other.card_chunks)


def few(game: str = "guild_master", games: int = 4, **given: Any) -> Plan:
    return plan_run(game, games=games, **given)


# What goes and comes back


def test_what_comes_back_is_what_was_played_to_the_last_bit() -> None:
    for game in ("guild_master", "excalibur"):
        plan = few(game, 3)
        outcomes = play_games(plan, plain_engine(plan.variant), 1)
        (back,) = unpack(pack(outcomes))
        assert equal(back, outcomes[0]), game
        assert len(pack(outcomes)) < sum(array.nbytes for array in outcomes[0]), game


def test_a_plan_that_is_sent_plays_the_same_games_of_an_own_deck() -> None:
    deck = wb.load_deck("guild_master").edit(change=[{"card_id": "moat", "resources": "CC"}])
    plan = few(games=3, deck=deck, seats=3, bots="random", seed=9, options={"deal_size": 4})
    travelled, back = receive(send(plan))
    assert not travelled
    assert back.game is plan.game
    assert back.variant is plan.variant
    assert back.deck.digest == deck.digest
    engine = plain_engine(plan.variant)
    assert equal(play_games(back, engine, 1)[0], play_games(plan, engine, 1)[0])


def test_a_game_of_this_process_alone_goes_with_its_plan() -> None:
    with registered(JOUST):
        sent = send(few("joust", 2))
        mine = fingerprint(JOUST.variants[0])
    program = (
        "import sys, json\n"
        "from workbench.kernel.engine.speeds import fingerprint, plain_engine\n"
        "from workbench.lab.parcels import receive\n"
        "from workbench.lab.simulation import play_games\n"
        "travelled, plan = receive(sys.stdin.buffer.read())\n"
        "won = play_games(plan, plain_engine(plan.variant), 1)[0].winning.tolist()\n"
        "print(json.dumps([travelled, fingerprint(plan.variant), won, 'tests' in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-I", "-c", program], input=sent, capture_output=True, check=True)
    with registered(JOUST):
        won = simulate("joust", games=2, compiled=False).outcome.winning.tolist()
    assert json.loads(done.stdout) == [True, mine, won, False]


def test_a_game_that_a_worker_does_not_have_is_refused_by_name() -> None:
    with registered(JOUST):
        plan = few("joust", 2)
    sent = send(plan)  # as if it were installed here: it is not known as this process's own
    words, _ = examine(sent)
    assert "'joust'" in words
    answer = play(Parcel(sent, "", 0, 2, False, GAMES))
    assert "'joust'" in str(answer.error)


def test_a_game_that_cannot_be_sent_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(JOUST.reports.tables, "A table", (lambda held: lambda report: held)(threading.Lock()))
    with registered(JOUST), pytest.raises(WorkbenchError, match=r"'joust'.*cannot be sent to a cluster"):
        send(few("joust", 2))


def test_a_worker_that_understands_a_plan_otherwise_plays_nothing() -> None:
    plan = few(games=2)
    answer = play(Parcel(send(plan), "0" * 24, 0, 2, False, GAMES))
    assert answer == Refused()


def test_plain_python_on_a_worker_plays_games_one_by_one_and_joins_them() -> None:
    plan = few(games=3, seats=2, bots="random")
    back = unpack(play(Parcel(send(plan), understanding(plan), 0, 3, False, GAMES)))
    assert equal(back[0], play_games(plan, plain_engine(plan.variant), 1)[0])


@rule
def score_into_no_phase(state, deck, lines):
    state.phase = 70_000


def test_a_worker_refuses_rules_that_fail_before_it_compiles_them() -> None:
    """In compiled code, a number that does not fit would be cut, and the games would be played."""
    with registered(replace(JOUST, variants=(replace(JOUST.variants[0], score=score_into_no_phase),))):
        plan = few("joust", 2)
        parcel = Parcel(b"", understanding(plan), 0, 2, True, GAMES)
    sent = send(plan)  # as if it were installed here
    with registered(plan.game):
        answer = play(parcel._replace(plan=sent))
    assert "the number does not fit into the field" in str(answer.error)
    assert not is_compiled(plan.variant)


def test_results_are_put_in_order_whatever_came_first() -> None:
    assert in_order({CHUNK: "b", 0: "a", 3 * CHUNK: "d"}, 0) == ["a", "b"]
    assert in_order({2 * CHUNK: "c", CHUNK: "b"}, CHUNK) == ["b", "c"]


@pytest.mark.parametrize("client", ["tcp://127.0.0.1:1", 3, object()], ids=["an address", "a number", "an object"])
def test_what_is_no_client_is_refused(client: Any) -> None:
    with pytest.raises(OptionError, match=r"Give a dask\.distributed\.Client"):
        simulate("guild_master", games=2, client=client)


# Real workers


@pytest.fixture(scope="module")
def workers() -> Iterator[Any]:
    """A client of two processes with a thread each."""
    distributed = pytest.importorskip("distributed", reason="Dask comes with the extra [cluster], and with [dev]")
    with local_cluster(distributed) as client:
        yield client


@contextmanager
def local_cluster(distributed: Any, **more: Any) -> Iterator[Any]:
    given = {"n_workers": 2, "threads_per_worker": 1, "host": "127.0.0.1", "dashboard_address": "127.0.0.1:0", **more}
    with distributed.LocalCluster(**given) as cluster, distributed.Client(cluster) as client:
        yield client


def pids(client: Any) -> list[int]:
    """The processes of the workers."""
    return list(client.run(os.getpid).values())


def is_free(client: Any) -> bool:
    """Whether no worker has anything to do."""
    return not any(client.processing().values()) and not any(client.run(executing).values())


def assert_freed(client: Any) -> None:
    """Wait until no worker has anything to do."""
    begun = time.monotonic()
    while not is_free(client):
        assert time.monotonic() < begun + 30, "the cluster is still busy"


def executing(dask_worker: Any) -> int:
    return len(dask_worker.state.executing)


@pytest.mark.slow
@pytest.mark.parametrize("games", [1, CHUNK + 1, 30 * CHUNK + 7])
def test_a_cluster_plays_the_games_that_threads_play(workers: Any, games: int) -> None:
    told: list[tuple[int, int]] = []
    one = simulate("guild_master", games=games, client=workers, on_progress=lambda *said: told.append(said))
    other = simulate("guild_master", games=games, threads=2, compiled=True)
    assert same(one, other)
    assert one.seats.equals(other.seats)
    assert one.cards.equals(other.cards)
    assert one.impact.equals(other.impact)
    assert one.leads.equals(other.leads)
    assert told == sorted(set(told))
    assert told[-1] == (games, games)


@pytest.mark.slow
def test_a_cluster_compares_decks_as_threads_do(workers: Any) -> None:
    deck = wb.load_deck("guild_master")
    edited = deck.edit(change=[{"card_id": "moat", "resources": "CC"}])
    one, other = (wb.compare(deck, edited, games=2_000, seats=3, **how) for how in ({"client": workers}, {}))
    assert one.figures.equals(other.figures)
    assert one.cards.equals(other.cards)


@pytest.mark.slow
def test_a_cluster_plays_a_tournament_as_threads_do(workers: Any) -> None:
    one, other = (wb.tournament("guile", games=2 * CHUNK + 7, **how) for how in ({"client": workers}, {}))
    assert one.won.tobytes() == other.won.tobytes()
    assert one.ratings.equals(other.ratings)
    assert one.beats.equals(other.beats)


@pytest.mark.slow
def test_a_cluster_plays_a_sweep_as_threads_do(workers: Any, tmp_path: Path) -> None:
    options = {"code_of_chivalry": [False, True], "start_knight": ["chosen", "random"]}
    one, other = (wb.sweep("guile", options, games=2 * CHUNK + 7, **how) for how in ({"client": workers}, {}))
    assert one.effects.equals(other.effects)
    assert one.figures.equals(other.figures)
    cancel, games = threading.Event(), 40 * CHUNK
    broken_off = wb.sweep(
        "guile", options, games=games, client=workers, cancel=cancel, keep=tmp_path / "cells",
        on_progress=lambda done, _: done > games and cancel.set(),
    )  # fmt: skip
    assert len(broken_off.cells) == len((tmp_path / "cells").read_bytes().splitlines()) == 1


@pytest.mark.slow
def test_a_cluster_searches_for_edits_as_threads_do(workers: Any) -> None:
    asked: dict[str, Any] = {"first_seat": 0.03, "games": 300, "most_edits": 1}
    one, other = (wb.suggest("guile", **asked, **how) for how in ({"client": workers}, {}))
    assert one.figures.equals(other.figures)
    assert one.changes.equals(other.changes)


@pytest.mark.slow
def test_of_some_cards_a_cluster_tells_what_threads_tell(workers: Any) -> None:
    plan, cards = few("guile", 60), {"influence_1", "influence_4_dagger"}
    (worths, parts), (same_worths, same_parts) = (
        study_parts(plan, 60, How(client=client), cards=cards) for client in (workers, None)
    )
    assert worths == same_worths
    assert parts[0].impacts.tobytes() == same_parts[0].impacts.tobytes()


@pytest.mark.slow
def test_a_study_of_plain_python_is_that_of_compiled_rules(workers: Any) -> None:
    plan = few("guile", 60)
    one, other = study(plan, 60, How(compiled=False, client=workers)), study(plan, 60)
    assert one.impacts.tobytes() == other.impacts.tobytes()
    assert np.array_equal(one.leaders, other.leaders)


def killing(client: Any) -> tuple[list[int], Callable[[int, int], None]]:
    """A listener that kills a worker the third time it hears how far a run is; and what it has heard."""
    victim, told = pids(client)[0], []

    def hear(done: int, total: int) -> None:
        told.append(done)
        if len(told) == 3:
            os.kill(victim, signal.SIGKILL)

    return told, hear


@pytest.mark.slow
def test_a_worker_that_is_killed_loses_nothing_and_counts_nothing_twice() -> None:
    distributed = pytest.importorskip("distributed")
    with local_cluster(distributed) as client:
        simulate("guild_master", games=500, client=client)
        told, kill_at_the_third = killing(client)
        one = simulate("guild_master", games=20_000, client=client, on_progress=kill_at_the_third)
        assert len(told) > 3
        assert told[-1] == 20_000
    assert same(one, simulate("guild_master", games=20_000))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "games", "compiled", "soon"),
    [("guile", 90_000, True, 10_000), ("joust", 90_000, False, 6 * CHUNK), ("guile", 5_000_000, True, 60_000)],
    ids=["compiled", "plain", "large"],
)
def test_a_cancelled_run_keeps_its_first_games_and_frees_the_cluster(
    workers: Any, game: str, games: int, compiled: bool, soon: int
) -> None:
    cancel = threading.Event()

    def cancel_soon(done: int, total: int) -> None:
        if done >= soon:
            cancel.set()

    with registered(JOUST):
        one = simulate(game, games=games, client=workers, cancel=cancel, compiled=compiled, on_progress=cancel_soon)
        assert_freed(workers)
        assert 0 < one.games < games
        assert one.games % CHUNK == 0
        assert equal(one.whole.outcome, simulate(game, games=one.whole.games, compiled=compiled).outcome)


@pytest.mark.slow
def test_a_worker_of_another_version_is_refused_before_a_game_is_played(workers: Any) -> None:
    def change() -> None:
        from workbench.lab import parcels, worker

        parcels._told_in_truth, parcels._told = parcels._told, lambda: "another version"
        worker._plans.cache_clear()

    def change_back() -> None:
        from workbench.lab import parcels, worker

        parcels._told = parcels._told_in_truth
        worker._plans.cache_clear()

    other = next(iter(workers.nthreads()))
    workers.run(change, workers=[other])
    played: list[int] = []
    try:
        with pytest.raises(
            ClusterError, match=f"{other} has other rules of Guild Master.*fingerprint .*, here "
        ) as said:
            simulate("guild_master", games=1_000, client=workers, on_progress=lambda done, _: played.append(done))
    finally:
        workers.run(change_back, workers=[other])
    assert "Install the same workbench" in str(said.value)
    assert played == []
    assert simulate("guild_master", games=300, client=workers).games == 300


@pytest.mark.slow
def test_a_worker_of_another_version_that_joins_meanwhile_is_left_out() -> None:
    distributed = pytest.importorskip("distributed")

    class OfAnotherVersion(distributed.WorkerPlugin):
        def setup(self, worker: Any) -> None:
            if worker.name == 1:
                from workbench.lab import parcels

                parcels._told = lambda: "another version"

    with local_cluster(distributed, n_workers=1) as client:
        client.register_plugin(OfAnotherVersion())

        def let_it_join(done: int, total: int) -> None:
            if len(client.nthreads()) == 1:
                client.cluster.scale(2)
                client.wait_for_workers(2)

        with pytest.warns(ClusterWarning, match=r"has other rules of Guile.* joined meanwhile"):
            one = simulate("guile", games=60_000, client=client, on_progress=let_it_join)
    assert same(one, simulate("guile", games=60_000))


@pytest.mark.slow
def test_a_large_run_of_a_cluster_has_the_sums_of_threads(workers: Any) -> None:
    runs = [simulate("guile", games=MOST_WHOLE + 1_000, **how) for how in ({"client": workers}, {"threads": 2})]
    one, other = runs
    assert one.games == other.games == MOST_WHOLE + 1_000
    assert np.array_equal(one.card_chunks, other.card_chunks)
    for name in ("seats", "order", "roles", "lengths", "categories", "category_leads", "cards"):
        assert getattr(one, name).equals(getattr(other, name)), name
    assert one.summary().equals(other.summary())
    assert equal(one.whole.outcome, other.whole.outcome)


@pytest.mark.slow
def test_the_live_report_of_a_cluster_is_that_of_threads(workers: Any, nothing_compiled: None) -> None:
    wanted, baseline = edited(games=4_000), plan(games=4_000)
    with a_screen(workers) as screen:
        state = screen.show(wanted, baseline)
        looks = [seen.report.games for seen in screen.states if seen.report is not None]
        assert not is_compiled(wanted.variant)  # here nothing was compiled: the cluster played
    assert looks[0] < 4_000  # an early look
    assert state.report is not None
    assert state.comparison is not None
    assert same(
        state.report, simulate("guild_master", games=4_000, seats=2, bots="random", deck=wanted.deck, client=workers)
    )
    assert state.comparison.games == 4_000


@pytest.mark.slow
def test_a_cluster_without_a_worker_says_how_to_start_one(monkeypatch: pytest.MonkeyPatch) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr("workbench.lab.cluster.PATIENCE", 0.5)
    with (
        local_cluster(distributed, n_workers=0) as client,
        pytest.raises(ClusterError, match=r"no worker\. Start one: dask worker tcp"),
    ):
        simulate("guild_master", games=10, client=client)


@pytest.mark.slow
def test_a_game_of_this_process_alone_is_played_by_a_cluster(workers: Any) -> None:
    with registered(JOUST):
        assert same(simulate("joust", games=600, client=workers), simulate("joust", games=600))


# As a user starts it


@contextmanager
def ended_with_the_block(command: list[str], place: Path) -> Iterator[subprocess.Popen]:
    """A process of its own, whose output goes into a file."""
    with place.open("w") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT, cwd=place.parent)
    try:
        yield process
    finally:
        process.terminate()
        process.wait()


def said_by(place: Path, wanted: Callable[[str], bool]) -> str:
    """What a process has printed, as soon as it contains what is wanted."""
    until = time.monotonic() + 60
    while not wanted(place.read_text()):
        assert time.monotonic() < until, place.read_text()
        threading.Event().wait(0.05)
    return place.read_text()


@contextmanager
def dask_as_a_user_starts_it(folder: Path) -> Iterator[tuple[str, subprocess.Popen]]:
    """The address of a scheduler with two workers, each a process of its own, and the scheduler's process."""
    dask = str(Path(sys.executable).with_name("dask"))
    told, here = folder / "scheduler.txt", ["--host", "127.0.0.1"]
    with ended_with_the_block([dask, "scheduler", *here, "--port", "0", "--no-dashboard"], told) as scheduler:
        words = said_by(told, lambda text: "Scheduler at:" in text)
        address = next(word for line in words.splitlines() if "Scheduler at:" in line for word in line.split()[-1:])
        worker = [dask, "worker", address, *here, "--nthreads", "1", "--no-dashboard"]
        logs = [folder / f"worker-{number}.txt" for number in range(2)]
        with ended_with_the_block(worker, logs[0]), ended_with_the_block(worker, logs[1]):
            for log in logs:
                said_by(log, lambda text: "Registered to" in text)
            yield address, scheduler


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a scheduler with two workers; one that is killed is started again by its `dask worker`."""
    with dask_as_a_user_starts_it(tmp_path_factory.mktemp("dask")) as (address, _):
        yield address


def run_workbench(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run([sys.executable, "-m", "workbench", *words], capture_output=True, text=True)


@pytest.mark.slow
def test_the_command_lets_a_cluster_play_that_a_user_has_started(started: str) -> None:
    words = ["simulate", "guile", "--games", "5000", "--seed", "3"]
    compared = ["compare", "guile/classic", "guile/classic", "--games", "500", "--seed", "1"]
    by_cluster = run_workbench(*words, "--scheduler", started)
    compared_there = run_workbench(*compared, "--scheduler", started)
    assert by_cluster.returncode == compared_there.returncode == 0, by_cluster.stderr + compared_there.stderr
    assert by_cluster.stdout == run_workbench(*words).stdout
    assert compared_there.stdout == run_workbench(*compared).stdout


@pytest.mark.slow
def test_workers_that_a_user_has_started_may_be_killed_and_a_run_cancelled(started: str) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(started) as client:
        told, kill_at_the_third = killing(client)
        one = simulate("guile", games=50_000, client=client, on_progress=kill_at_the_third)
        assert len(told) > 3
        cancel = threading.Event()

        def cancel_soon(done: int, total: int) -> None:
            if done >= 30_000:
                cancel.set()

        two = simulate("guile", games=5_000_000, client=client, cancel=cancel, on_progress=cancel_soon)
        assert two.games < 5_000_000
        assert_freed(client)
    assert same(one, simulate("guile", games=50_000))


@pytest.mark.slow
def test_a_scheduler_that_goes_away_ends_in_a_sentence_and_what_was_done_is_kept(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with dask_as_a_user_starts_it(tmp_path) as (address, scheduler), distributed.Client(address) as client:

        def kill(done: int, total: int) -> None:
            if done >= 30_000:
                scheduler.kill()

        with pytest.warns(ClusterWarning, match=r"scheduler no longer answers.* of 5,000,000 games were done") as said:
            report = simulate("guile", games=5_000_000, client=client, on_progress=kill)
        assert f"{report.games:,} of" in str(said[0].message)
        assert str(said[0].message).count(". ") == 0
        assert 0 < report.games < 5_000_000
        assert report.whole.games == report.games
        assert same(report.whole, simulate("guile", games=report.games))
        assert len(report.impact) > 0  # which is studied here, since nobody else is there
        with pytest.raises(ClusterError, match="no connection to its cluster any more"):
            simulate("guile", games=10, client=client)


@pytest.mark.slow
def test_where_no_scheduler_is_the_command_says_so(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture
) -> None:
    monkeypatch.setattr("workbench.lab.cluster.PATIENCE", 0.5)
    assert main(["simulate", "guile", "--games", "10", "--scheduler", "tcp://127.0.0.1:9"]) == REFUSED
    (said,) = capfd.readouterr().err.splitlines()
    assert said.startswith("workbench: There is no Dask scheduler at 'tcp://127.0.0.1:9'")
