"""The games of a deck as it is opened, kept: the same report comes back, and only for the same question."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from workbench.decks import load_deck
from workbench.lab import kept_runs, live, simulate
from workbench.lab.kept_runs import keep_last, last_report
from workbench.lab.live import LiveReport
from workbench.lab.report import Report
from workbench.lab.simulation import Plan, plan_run

GAMES = 12


@pytest.fixture(autouse=True)
def few_are_enough(monkeypatch: pytest.MonkeyPatch, nothing_compiled: None) -> None:
    """Even so few games are kept, in a folder of the test."""
    monkeypatch.setattr(kept_runs, "LEAST_GAMES", GAMES)


def plan(**given: object) -> Plan:
    return plan_run("guile", **{"games": GAMES, **given})


@pytest.fixture(scope="module")
def played() -> Report:
    return simulate("guile", games=GAMES, compiled=False)


def the_file() -> Path:
    return kept_runs._file_of(plan())


def test_the_same_report_comes_back(played: Report) -> None:
    assert last_report(plan()) is None
    keep_last(played)
    kept = last_report(plan())
    assert kept is not None
    for name, array in played.outcome._asdict().items():
        again = getattr(kept.outcome, name)
        assert again.dtype == array.dtype
        assert np.array_equal(again, array), name
    assert np.array_equal(kept.card_chunks, played.card_chunks)
    assert kept.cards.equals(played.cards)


def test_another_question_is_not_answered_by_it(played: Report) -> None:
    keep_last(played)
    guile = load_deck("guile")
    first, *_others = next(iter(guile.to_dict()["tables"].values()))
    deck = guile.edit(change=[{**first, "count": int(first["count"]) + 1}])
    for other in (plan(seed=7), plan(bots="random"), plan(deck=deck), plan(games=GAMES + 1)):
        assert last_report(other) is None


def test_a_damaged_file_is_no_report(played: Report) -> None:
    keep_last(played)
    whole = the_file().read_text(encoding="utf-8")
    for damaged in (whole[:-40], whole.replace("began", "begun"), "[]", ""):
        the_file().write_text(damaged, encoding="utf-8")
        assert last_report(plan()) is None
    the_file().write_text(whole, encoding="utf-8")
    assert last_report(plan()) is not None


def test_few_games_and_runs_that_were_cut_short_are_not_kept(played: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    keep_last(Report(plan(games=GAMES + 3), played.outcome))
    monkeypatch.setattr(kept_runs, "LEAST_GAMES", GAMES + 1)
    keep_last(played)
    assert not the_file().parent.exists()


def test_the_one_that_was_used_longest_ago_makes_room(played: Report, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_runs, "MOST_FILES", 2)
    keep_last(played)
    for number in range(3):
        other = the_file().with_name(f"report-{number}.json")
        other.write_text("", encoding="utf-8")
        os.utime(other, (number, number))
    keep_last(played)
    assert sorted(file.name for file in the_file().parent.glob("report-*")) == sorted([the_file().name, other.name])


@pytest.fixture
def desk() -> Iterator[LiveReport]:
    made = LiveReport(changed=lambda: None)
    yield made
    made.close()


def test_whoever_opens_a_deck_again_sees_its_report_before_rules_are_compiled_or_games_played(
    played: Report, desk: LiveReport, monkeypatch: pytest.MonkeyPatch
) -> None:
    keep_last(played)
    shown: list[live.LiveState] = []
    studies = threading.Event()

    def nothing_more(*_given: object) -> Report:  # which would need compiled rules
        studies.set()
        raise live.Outdated

    monkeypatch.setattr(desk, "_changed", lambda: shown.append(desk.state))
    monkeypatch.setattr(desk, "_studied", nothing_more)
    desk.want(plan())
    assert studies.wait(60)
    assert shown[0].report is not None
    assert (shown[0].fresh, shown[0].stand_in, shown[0].report.games) == (True, False, GAMES)
