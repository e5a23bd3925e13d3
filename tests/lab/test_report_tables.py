"""A game's own counts and report tables: the same whatever the speed and the threads, and true of the games played."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from tests.example_game import GAME, known
from tests.kernel.tables import DECK, Table
from workbench.kernel.engine.speeds import plain_engine
from workbench.kernel.game import Game
from workbench.lab import Report, simulate
from workbench.lab.findings import findings_of
from workbench.lab.simulation import CHUNK
from workbench.lab.suspects import own_deck
from workbench.storage.errors import OptionError

COUNTERS = GAME.variants[0].measures.counters
BOTS = ("random", "eager", "random")
SEED = 12


@pytest.fixture(autouse=True, scope="module")
def example_game() -> Iterator[Game]:
    """The example game, known to the workbench while these tests run."""
    with known() as game:
        yield game


def run(games: int = 60, *, compiled: bool = True, threads: int = 2) -> Report:
    """A run of the example game with the cards of its own tests."""
    return simulate(
        "pledges", games=games, seats=3, bots=BOTS, seed=SEED, deck=DECK, compiled=compiled, threads=threads
    )


def counts(report: Report) -> np.ndarray:
    """All that was counted: int64 (games, counters)."""
    return np.stack([report.counted(name) for name in COUNTERS], axis=1)


@pytest.fixture(scope="module")
def report() -> Report:
    """Two whole chunks and a few games more."""
    return run(2 * CHUNK + 7)


def test_a_game_without_a_deck_of_its_own_is_reported_all_the_same(report: Report) -> None:
    alone = replace(GAME, default_deck="nowhere")
    assert own_deck(alone) is None
    of_it = Report(replace(report.plan, game=alone), report.outcome)
    assert findings_of(of_it, studied=False) == findings_of(report, studied=False)


# Counts


def test_counts_are_those_of_the_games_played_one_by_one(report: Report) -> None:
    table = Table(plain_engine(GAME.variants[0]))
    bots = [GAME.bot_number(name) for name in BOTS]
    pledged, stock = table.spec.place("pledged"), table.spec.place("stock")
    for game in (0, 1, CHUNK - 1, CHUNK, 2 * CHUNK + 6):
        table.begin(seats=3, seed=SEED, index=game, draw_cap=2).play_out(SEED, game, bots)
        assert report.counted("pledged")[game] == sum(table.state.counts[pledged : pledged + 3])
        assert report.counted("left_in_stock")[game] == table.state.counts[stock]


def test_every_game_is_counted_once(report: Report) -> None:
    assert counts(report).shape == (2 * CHUNK + 7, len(COUNTERS))
    assert report.counted("pledged").dtype == np.int64
    assert report.counted("pledged").min() >= 3, "everybody pledges at least the sworn card"
    assert len(set(report.counted("left_in_stock").tolist())) > 5


@pytest.mark.parametrize("threads", [1, 3, 16])
def test_counts_are_the_same_for_any_number_of_threads(report: Report, threads: int) -> None:
    assert np.array_equal(counts(run(2 * CHUNK + 7, threads=threads)), counts(report))


@pytest.mark.parametrize("games", [1, CHUNK, CHUNK + 1])
def test_counts_of_the_first_games_do_not_depend_on_how_many_follow(report: Report, games: int) -> None:
    assert np.array_equal(counts(run(games)), counts(report)[:games])


def test_plain_python_counts_the_same(report: Report) -> None:
    assert np.array_equal(counts(run(20, compiled=False)), counts(report)[:20])


def test_a_name_that_is_no_counter_is_refused(report: Report) -> None:
    with pytest.raises(OptionError, match=r"'pledge'.*Did you mean 'pledged'"):
        report.counted("pledge")
    without = simulate("guild_master", games=3, seats=2, seed=1, compiled=False)
    with pytest.raises(OptionError, match="'pledged'"):
        without.counted("pledged")


# Tables


def test_the_tables_of_a_game_are_made_of_its_counts(report: Report) -> None:
    assert list(report.tables) == ["Pledging"]
    table = report.tables["Pledging"]
    pledged, left = report.counted("pledged"), report.counted("left_in_stock")
    for row in table.itertuples():
        least = int(row.stock.split()[0])
        assert row.pledged == pytest.approx(pledged[(left >= least) & (left < least + 10)].mean())
        assert row.low <= row.pledged <= row.high
    assert len(table) == len(set((left // 10).tolist()))


def test_plain_python_makes_the_same_tables() -> None:
    plain, compiled = run(compiled=False), run()
    assert plain.tables["Pledging"].equals(compiled.tables["Pledging"])


def test_a_report_shows_the_games_own_tables_under_its_summary(report: Report) -> None:
    html = report._repr_html_()
    assert html.index("Seat 1 (random)") < html.index("<h4>Pledging</h4>") < html.index('<th scope="col">stock</th>')


def test_a_game_without_tables_of_its_own_has_none() -> None:
    report = simulate("guild_master", games=3, seats=2, seed=1, compiled=False)
    assert report.tables == {}
    assert 'data-part="game"' not in report._repr_html_()
