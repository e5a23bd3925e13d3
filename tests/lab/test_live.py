"""The report that follows an edited deck: only the newest request counts, nothing is played twice, nothing dies."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import workbench as wb
from tests.example_game import known
from workbench.decks import Deck
from workbench.games.guild_master import GAME
from workbench.kernel.bots import first_listed
from workbench.kernel.engine.speeds import fingerprint, is_compiled
from workbench.lab import live, simulate
from workbench.lab import study as studies
from workbench.lab.compiling import ANOTHER_GAME, Compilation, compile_variant
from workbench.lab.live import KEPT, LiveReport, LiveState, Outdated
from workbench.lab.simulation import MOST_GAMES, Plan, plan_run
from workbench.lab.study import PRECISE
from workbench.storage.errors import DeckError

PATIENCE = 600  # seconds until a test that waits for something gives up
GAMES = 400


@pytest.fixture(autouse=True, scope="module")
def compiled() -> None:
    """Everything is compiled before the tests begin; those that need it otherwise say so."""
    simulate("guild_master", games=1, seats=2, compiled=True).study  # noqa: B018


def plan(deck: Deck | None = None, **given: Any) -> Plan:
    return plan_run("guild_master", deck=deck, **{"games": GAMES, "seats": 2, "bots": "random", "seed": 1, **given})


def edited(letters: str = "MC", **given: Any) -> Plan:
    """A plan of the game's own deck with another moat."""
    return plan(wb.load_deck("guild_master").edit(change=[{"card_id": "moat", "resources": letters}]), **given)


@pytest.fixture
def short_studies(monkeypatch: pytest.MonkeyPatch) -> None:
    """A study ends with its first 250 games: for tests of what is seen of a run before anything is studied."""
    for module in (live, studies):
        monkeypatch.setattr(module, "STUDIED", 250)
    monkeypatch.setattr(studies, "PRECISE", 1.0)


class Screen:
    """Keeps every state that a live report publishes, and waits for one."""

    def __init__(self, client: Any = None) -> None:
        self.states: list[LiveState] = []
        self.news = threading.Condition()
        self.live = LiveReport(self.changed, client)

    def changed(self) -> None:
        with self.news:
            self.states.append(self.live.state)
            self.news.notify_all()

    def wait(self, reached: Callable[[LiveState], Any]) -> LiveState:
        """The first state since the last request that has reached something."""
        with self.news:
            assert self.news.wait_for(lambda: any(map(reached, self.states)), PATIENCE), self.live.state
            return next(filter(reached, self.states))

    def want(self, wanted: Plan, baseline: Plan | None = None) -> None:
        """Forget what was seen, and ask for a report."""
        with self.news:
            self.states.clear()
            self.live.want(wanted, baseline)

    def show(self, wanted: Plan, baseline: Plan | None = None) -> LiveState:
        """Ask for a report, and wait until all is there."""
        self.want(wanted, baseline)
        return self.wait(complete)


def complete(state: LiveState) -> bool:
    """Whether nothing more will come."""
    return state.fresh and state.whole and not state.stand_in


def failed(state: LiveState) -> bool:
    return bool(state.error)


@contextmanager
def a_screen(client: Any = None) -> Iterator[Screen]:
    screen = Screen(client)
    try:
        yield screen
    finally:
        screen.live.close()
        screen.live._worker.join(PATIENCE)  # closing waits for it as long as a person would
        assert not screen.live._worker.is_alive()


@pytest.fixture
def screen() -> Iterator[Screen]:
    with a_screen() as made:
        yield made


def games_played(state: LiveState) -> np.ndarray:
    assert state.report is not None
    return state.report.outcome.points


# What is shown


def test_the_report_is_that_of_the_lab_and_so_is_the_comparison(screen: Screen) -> None:
    wanted, baseline = edited(), plan()
    state = screen.show(wanted, baseline)
    alone = simulate("guild_master", games=GAMES, seats=2, bots="random", seed=1, deck=wanted.deck)
    assert state.report is not None
    assert state.report.plan is wanted
    assert np.array_equal(games_played(state), alone.outcome.points)
    assert state.report.leads.equals(alone.leads)
    assert state.report.impact.equals(alone.impact)
    assert state.comparison is not None
    expected = wb.compare(baseline.deck, wanted.deck, GAMES, seats=2, bots="random", seed=1)
    assert state.comparison.figures.equals(expected.figures)
    assert state.comparison.cards.equals(expected.cards)
    assert (state.done, state.total, state.error, state.stand_in) == (GAMES, GAMES, "", False)


def test_the_report_comes_first_then_the_comparison_then_what_is_studied(screen: Screen) -> None:
    screen.show(edited(), plan())
    shown = [state for state in screen.states if state.fresh]
    stages = list(dict.fromkeys((state.comparison is not None, state.studied) for state in shown))
    assert stages == [(False, False), (True, False), (True, True)]
    assert not screen.states[0].fresh, "how far it is was told before"
    assert all(state.report is not None for state in shown)


def test_before_the_study_nothing_is_studied(screen: Screen) -> None:
    screen.show(edited(), plan())
    for state in screen.states:
        if state.fresh and not state.studied and state.comparison is not None:
            assert "comebacks" not in set(state.comparison.figures.figure)


@pytest.mark.slow  # tests/lab/test_study.py says how many games
def test_a_study_that_needs_more_games_is_shown_twice_and_kept(screen: Screen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live, "STUDIED", 250)
    monkeypatch.setattr(studies, "STUDIED", 250)
    monkeypatch.setattr(studies, "PRECISE", 3 * PRECISE)
    wanted = plan_run("excalibur", games=750, seats=4)
    other = plan_run("excalibur", games=750, seats=4, deck=wanted.deck.edit(remove=["arthur"]))
    last = screen.show(wanted, other)
    first = screen.wait(lambda state: state.fresh and state.studied)
    assert not first.whole
    assert first.comparison is not None
    assert last.comparison is not None
    assert (first.comparison.studied, last.comparison.studied) == (False, True), "what is marked stays"
    assert (first.done, last.done) == (0, 750)
    assert first.report is not None
    assert last.report is not None
    assert first.report.study_words.startswith("Studied: the first 250 games, as many as are studied at once. Least")
    assert last.report.study.games > first.report.study.games == 250
    assert np.array_equal(last.report.study.winning[:250], first.report.study.winning)
    assert not last.report.impact.equals(first.report.impact)
    assert (last.report.impact.high - last.report.impact.low).max() / 2 <= 3 * PRECISE
    again = screen.show(wanted, other)
    assert again.report is last.report
    assert len(screen.states) == 1, "there is nothing to tell on the way"


def test_without_a_baseline_there_is_a_report_alone(screen: Screen) -> None:
    state = screen.show(plan())
    assert state.comparison is None
    assert state.report is not None
    assert state.report.games == GAMES


def test_a_new_request_is_seen_at_once_as_not_fresh(screen: Screen) -> None:
    before = screen.show(plan())
    screen.live.want(edited(games=MOST_GAMES))
    assert not screen.live.state.fresh
    assert screen.live.state.report is before.report
    assert (screen.live.state.done, screen.live.state.total) == (0, MOST_GAMES)


@pytest.mark.usefixtures("short_studies")
def test_the_first_games_are_shown_while_the_others_are_played(screen: Screen) -> None:
    wanted, baseline = edited(games=2_000), plan(games=2_000)
    screen.show(baseline)
    state = screen.show(wanted, baseline)
    early = screen.wait(lambda state: state.fresh)
    assert early.stand_in
    assert early.report is not None
    assert early.comparison is not None
    assert (early.report.games, early.report.asked, early.comparison.games) == (500, 2_000, 500)
    assert early.comparison.doubt == live.EARLY_DOUBT / 2
    assert state.report is not None
    assert state.report.games == 2_000
    alone = simulate("guild_master", games=2_000, seats=2, bots="random", seed=1, deck=wanted.deck)
    assert np.array_equal(games_played(state), alone.outcome.points), "played in two parts"
    assert np.array_equal(games_played(early), alone.outcome.points[:500])
    assert state.report.first(2).cards.equals(early.report.cards)


@pytest.fixture
def early_and_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Early looks at 250 and at 1,000 of 4,000 games, as at 500 and 10,000 of 40,000."""
    monkeypatch.setattr(live, "FIRST_LOOK", 250)
    monkeypatch.setattr(live, "LOOKS_GROW", 4)
    monkeypatch.setattr(live, "WORTH_A_LOOK", 4)


@pytest.mark.slow
@pytest.mark.usefixtures("early_and_often", "short_studies")
def test_of_a_long_run_more_and_more_games_are_shown_beside_as_many_of_the_baseline(screen: Screen) -> None:
    wanted, baseline = edited(games=4_000), plan(games=4_000)
    screen.show(plan(games=1_000))
    state = screen.show(wanted, baseline)
    shown = [one.report for one in screen.states if one.fresh and one.report is not None]
    assert list(dict.fromkeys(report.games for report in shown)) == [250, 1_000, 4_000]
    widths = [(report.seats.high - report.seats.low).max() for report in dict.fromkeys(shown)]
    assert widths == sorted(widths, reverse=True)
    assert widths[0] > widths[-1]
    alone = simulate("guild_master", games=4_000, seats=2, bots="random", seed=1, deck=wanted.deck)
    assert np.array_equal(games_played(state), alone.outcome.points), "played in three parts"
    looks = {one.comparison.games: one.comparison for one in screen.states if one.stand_in and one.comparison}
    assert list(looks) == [250, 1_000], "a shorter run of the baseline was kept"
    assert all(looked.before.games == games and looked.before.plan is baseline for games, looked in looks.items())
    doubts = [looked.doubt for looked in looks.values()]
    assert doubts == [live.EARLY_DOUBT / 2, live.EARLY_DOUBT / 4], "what may be marked by chance is bounded"


# The newest request


def test_a_newer_request_ends_what_runs_for_an_older_one(screen: Screen) -> None:
    # A hundred million games take hours: that the second report comes at all shows that the first was ended.
    screen.want(plan(games=MOST_GAMES))
    screen.wait(lambda state: state.done)
    state = screen.show(edited())
    assert games_played(state).shape[0] == GAMES
    assert all(state.report.games == GAMES for state in screen.states if state.report and state.fresh)


def test_of_many_requests_the_newest_is_fulfilled_and_no_older_one_is_shown_after_it(screen: Screen) -> None:
    with screen.news:
        for seed in range(30):
            screen.live.want(plan(seed=seed))
    state = screen.wait(lambda state: complete(state) and state.report.seed == 29)
    assert state.report is not None
    seeds = [state.report.seed for state in screen.states if state.report]
    assert seeds == sorted(seeds)
    assert len(set(seeds)) < 30


def test_what_was_done_for_an_older_request_is_not_published(screen: Screen) -> None:
    screen.show(plan())
    older = screen.live._request
    assert older is not None
    screen.live.want(edited(games=MOST_GAMES))
    with pytest.raises(Outdated):
        screen.live._publish(older, fresh=True, error="too late")
    assert not screen.live.state.fresh
    assert not screen.live.state.error


@pytest.mark.slow
def test_a_study_that_was_cut_short_is_made_again() -> None:
    long, other = plan(games=3_000, seats=4, bots="greedy"), plan()
    cut, done = threading.Event(), threading.Event()

    def changed() -> None:
        state = following.state
        if state.fresh and not state.studied and state.done and not cut.is_set():  # the study has begun
            cut.set()
            following.want(other)
        elif complete(state):
            done.set()

    following = LiveReport(changed)
    for wanted in (long, other, long):
        done.clear()
        following.want(wanted)
        assert done.wait(PATIENCE)
    assert following.state.report is not None
    assert following.state.report.study.games == 2_000
    following.close()


# What is kept


def test_undo_plays_nothing(screen: Screen) -> None:
    first = screen.show(plan(), plan())
    screen.show(edited(), plan())
    again = screen.show(plan(), plan())
    assert len(screen.states) == 1, "there is nothing to tell on the way"
    assert again.report is first.report
    assert again.report is again.comparison.before is again.comparison.after  # type: ignore[union-attr]


def test_a_change_of_words_plays_nothing_and_is_shown(screen: Screen) -> None:
    first = screen.show(plan(), plan())
    words = plan().deck.edit(change=[{"card_id": "moat", "name": "Ditch"}], meta={"title": "Ditches"})
    state = screen.show(plan(words), plan())
    assert len(screen.states) == 1
    assert games_played(state) is games_played(first)
    assert state.report is not None
    assert "Ditch" in set(state.report.cards.card)
    assert set(state.report.impact.card) >= {"Ditch"}
    assert state.report.about["deck"] == "Ditches"
    assert state.comparison is not None
    assert state.comparison.same_games
    assert state.comparison.diff


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        *(
            pytest.param(other, marks=pytest.mark.slow)
            for other in ({"seats": 3}, {"bots": "greedy"}, {"games": GAMES + 1}, {"options": {"deal_size": 4}})
        ),
    ],
    ids=lambda given: next(iter(given)),
)
def test_other_games_are_played(screen: Screen, other: dict[str, Any]) -> None:
    first = screen.show(plan())
    state = screen.show(plan(**other))
    assert games_played(state) is not games_played(first)
    assert state.report is not None
    assert state.report.plan == plan(**other)


@pytest.mark.slow
def test_only_the_last_reports_are_kept(screen: Screen) -> None:
    first = screen.show(plan(games=5))
    for seed in range(KEPT + 1):
        screen.show(plan(games=5, seed=100 + seed))
    again = screen.show(plan(games=5))
    assert games_played(again) is not games_played(first)
    assert np.array_equal(games_played(again), games_played(first))


# Errors


def test_a_deck_that_cannot_be_planned_leaves_the_last_report_there_and_not_fresh(screen: Screen) -> None:
    good = screen.show(plan(), plan())
    screen.live.want(edited(games=MOST_GAMES))
    with pytest.raises(DeckError) as refused:
        plan(few_cards(), seats=8, options={"deal_size": 10})
    screen.live.refuse(refused.value)
    state = screen.live.state
    assert state.error == str(refused.value)
    assert not state.fresh
    assert state.report is good.report
    assert state.comparison is good.comparison
    assert screen.show(edited()).error == ""


def few_cards() -> Deck:
    whole = wb.load_deck("guild_master")
    sources = {row["bonus_source"] for row in whole.rows}
    return whole.edit(remove=[row["card_id"] for row in whole.rows[40:] if row["name"] not in sources])


def test_a_baseline_of_other_games_is_said_in_words(screen: Screen) -> None:
    good = screen.show(plan())
    screen.want(edited(), plan(seats=3))
    state = screen.wait(failed)
    assert "seats 3 and 2" in state.error
    assert not state.fresh
    assert state.report is not None
    assert good.report is not None


def test_a_fault_in_the_work_is_said_and_the_work_goes_on(screen: Screen, caplog: pytest.LogCaptureFixture) -> None:
    good = screen.show(plan())
    screen.want(replace(edited(), options={}))
    state = screen.wait(failed)
    assert "could not be made" in state.error
    assert "KeyError" in state.error
    assert state.report is good.report
    assert not state.fresh
    assert "could not be made" in caplog.text
    assert screen.show(edited()).error == ""


def test_a_screen_that_cannot_be_drawn_does_not_end_the_work(caplog: pytest.LogCaptureFixture) -> None:
    seen = threading.Event()

    def changed() -> None:
        if following.state.fresh and following.state.studied:
            seen.set()
        raise RuntimeError("the page is gone")

    following = LiveReport(changed)
    following.want(plan())
    assert seen.wait(PATIENCE)
    assert following.state.report is not None
    following.close()
    assert "the page is gone" in caplog.text


# The end


def test_close_ends_the_thread_amid_a_run_and_nothing_is_reported_after_it() -> None:
    with a_screen() as screen:
        screen.want(plan(games=MOST_GAMES))
        screen.wait(lambda state: state.done)
        screen.live.close()
        screen.live._worker.join(PATIENCE)  # closing waits for it as long as a person would
        assert not screen.live._worker.is_alive()
        told = len(screen.states)
        screen.live.want(edited())
        screen.live.close()
        assert len(screen.states) == told
        assert screen.live.state.total == MOST_GAMES


def test_a_report_that_was_never_asked_for_can_be_closed() -> None:
    following = LiveReport(lambda: None)
    following.close()
    assert not following._worker.is_alive()
    assert following.state == LiveState()


def test_it_can_be_closed_from_its_own_thread() -> None:
    closed = threading.Event()

    def changed() -> None:
        if threading.current_thread() is following._worker:
            following.close()
            closed.set()

    following = LiveReport(changed)
    following.want(plan())
    assert closed.wait(PATIENCE)
    following._worker.join(PATIENCE)
    assert not following._worker.is_alive()


# Rules that are not compiled yet


def test_plain_python_stands_in_while_a_process_compiles(screen: Screen, nothing_compiled: None) -> None:
    wanted = plan(games=100_000)
    screen.want(wanted, wanted)
    state = screen.wait(lambda state: state.fresh)
    assert state.stand_in
    assert not state.studied
    assert state.report is not None
    assert 0 < state.report.games < state.report.asked == 100_000
    assert not state.report.compiled
    whole = simulate("guild_master", games=state.report.games, seats=2, bots="random", seed=1, compiled=False)
    assert np.array_equal(games_played(state), whole.outcome.points)
    compilation = screen.live._compiled._compilation
    assert compilation is not None
    assert compilation.running
    screen.live.close()
    assert not compilation.running, "closing ends the process too"


@pytest.mark.slow
def test_what_stood_in_for_the_baseline_is_compared_with(screen: Screen, nothing_compiled: None) -> None:
    baseline = plan(games=100_000)
    screen.want(baseline, baseline)
    first = screen.wait(lambda state: state.stand_in and state.fresh)
    compilation = screen.live._compiled._compilation
    screen.want(edited(games=100_000), baseline)
    state = screen.wait(lambda state: state.stand_in and state.fresh)
    assert first.report is not None
    assert state.report is not None
    assert state.comparison is not None
    assert state.comparison.before is first.report
    assert state.comparison.games == min(first.report.games, state.report.games)
    screen.want(baseline, baseline)
    assert screen.wait(lambda state: state.fresh).report is first.report, "undo plays nothing"
    assert compilation is not None
    assert screen.live._compiled._compilation is compilation, "one process for all of them"
    assert compilation.running


def test_a_newer_request_ends_a_report_that_was_to_stand_in(
    screen: Screen, nothing_compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "STAND_IN_SECONDS", 1e9)  # so that the first one would not end by itself
    screen.want(plan(games=MOST_GAMES))
    screen.wait(lambda state: state.done)
    screen.want(edited(games=3))
    state = screen.wait(lambda state: state.fresh)
    assert state.report is not None
    assert state.report.games == 3


@pytest.mark.slow
def test_where_no_process_can_compile_the_thread_does(
    screen: Screen, nothing_compiled: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "executable", "/bin/false")
    state = screen.show(plan())
    assert state.report is not None
    assert state.report.compiled
    monkeypatch.setattr(sys, "executable", "/there/is/no/such/program")
    with a_screen() as other:
        assert complete(other.show(plan()))


@pytest.mark.slow
def test_a_game_that_is_known_to_this_process_alone_is_compiled_by_the_thread(
    screen: Screen, nothing_compiled: None
) -> None:
    with known() as game:
        wanted = plan_run(game, games=50)
        state = screen.show(wanted, wanted)
        assert state.report is not None
        assert state.report.compiled
        assert any(seen.stand_in for seen in screen.states)
        assert state.report.games == 50


def test_a_process_does_not_compile_another_game_than_was_meant() -> None:
    assert compile_variant("guild_master", "base_game", "0" * 24) == ANOTHER_GAME
    assert compile_variant("guilds", "base_game", "0" * 24) == ANOTHER_GAME
    assert compile_variant("guild_master", "wars", "0" * 24) == ANOTHER_GAME
    # A notebook has registered a Guild Master of its own.
    another = replace(GAME, variants=(replace(GAME.variants[0], choose=first_listed),))
    compilation = Compilation(another, another.variants[0])
    assert compilation.process.wait(PATIENCE) == ANOTHER_GAME
    assert not compilation.running


@pytest.mark.slow
def test_the_compiled_report_replaces_what_stood_in_by_itself(screen: Screen, nothing_compiled: None) -> None:
    wanted, baseline = edited(), plan()
    screen.want(wanted, baseline)
    assert screen.wait(lambda state: state.fresh).stand_in
    state = screen.wait(complete)
    assert is_compiled(GAME.variants[0], "run_games")
    assert is_compiled(GAME.variants[0], "study_games")
    compilation = screen.live._compiled._compilation
    assert compilation is not None
    assert compilation.process.wait(PATIENCE) == 0
    assert compilation.fingerprint == fingerprint(GAME.variants[0])
    assert state.report is not None
    assert state.report.compiled
    assert state.report.games == GAMES
    assert state.comparison is not None
    assert state.comparison.games == GAMES
