"""The command that puts the planted faults before three suites, and the table it keeps in docs/conformance.md."""

from __future__ import annotations

from contextlib import nullcontext
from dataclasses import replace

import pytest

from benchmarks import planted_faults
from benchmarks.planted_faults import BEGIN, END, PAGE, Verdict, judge, main, table
from benchmarks.suites import passes_pettingzoo
from tests.checks.planted import FAULTS, Fault, broken, workbench_with
from tests.example_game import PLAIN_DECK
from workbench.interop.table import Table
from workbench.kernel.game import Game


def small(game: Game) -> Game:
    """A game for two seats only, which the suites finish sooner."""
    return replace(game, variants=(replace(game.variants[0], seats=range(2, 3), default_seats=2),))


def fault(name: str) -> Fault:
    return next(fault for fault in FAULTS if fault.name == name)


def at_a_small_table(one: Fault) -> Fault:
    with one.planted() as game:
        return replace(one, break_it=lambda: nullcontext(small(game)))


def test_a_fault_is_put_before_all_three() -> None:
    verdict = judge(at_a_small_table(fault("unsorted list")))
    assert "are not ascending and unique" in verdict.ours
    assert verdict.pettingzoo is None
    assert "actions[i - 1] < actions[i]" in verdict.openspiel


def test_a_fault_of_the_workbench_holds_in_the_processes_of_the_suites() -> None:
    def forbidden(table: Table, position: bytes) -> list[int]:
        raise ValueError("planted")

    with replace(fault("unsorted list"), break_it=workbench_with(Table, "legal", forbidden)).planted() as game:
        assert "ValueError: planted" in passes_pettingzoo(small(game), deck=PLAIN_DECK)
    with replace(fault("unsorted list"), break_it=lambda: nullcontext(broken())).planted() as game:
        assert passes_pettingzoo(small(game), deck=PLAIN_DECK) is None


def test_the_table_says_who_caught_what() -> None:
    screens, rules = fault("stale alias"), fault("unsorted list")
    lines = table([Verdict(screens, "found", None, None), Verdict(rules, None, "Error: odd", None)]).splitlines()
    assert lines[2].endswith("| caught | has none | has none |")
    assert lines[3].endswith("| **missed** | caught | passes |")
    assert lines[4].endswith("| caught | 1 of 2 | 1 of 1 | 0 of 1 |")
    assert "- **unsorted list**: PettingZoo: `Error: odd`" in lines


def test_a_fault_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["no such fault"])
    assert "there is no fault 'no such fault'" in capsys.readouterr().err


def test_some_faults_are_printed_and_not_kept(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = PAGE.read_text(encoding="utf-8")
    monkeypatch.setattr(planted_faults, "judge", lambda one, seconds: Verdict(one, one.check or None, None, None))
    assert main(["vanished card"]) == 0
    assert "| vanished card |" in capsys.readouterr().out
    assert PAGE.read_text(encoding="utf-8") == before


def test_a_missed_fault_and_an_unsound_game_are_reported_by_the_exit_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(planted_faults, "judge", lambda one, seconds: Verdict(one, None, None, None))
    assert main(["vanished card"]) == 1
    monkeypatch.setattr(planted_faults, "judge", lambda one, seconds: Verdict(one, "odd", None, None))
    assert main(["vanished card"]) == 1


def test_the_page_lists_every_fault_under_its_check() -> None:
    written = PAGE.read_text(encoding="utf-8").partition(BEGIN)[2].partition(END)[0].splitlines()
    listed = [tuple(cell.strip() for cell in line.split("|")[1:5]) for line in written if line.startswith("| ")]
    assert listed[1:-1] == [(one.check, one.name, one.about, "caught") for one in FAULTS]
