"""Runs that are kept in a file: found again for the same question alone, and never half."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.disks import NO_FILES, put_no_file, room_for, without_permission
from tests.example_game import PLAIN_DECK, known
from tests.example_game.rules import give_to_hall
from workbench.decks import load_deck
from workbench.kernel.game import Game
from workbench.lab.figures import of_results
from workbench.lab.kept_runs import BEGINS, KEPT, KeptRuns
from workbench.lab.report import Report, play_plan
from workbench.lab.simulation import How, Plan, plan_run
from workbench.storage.errors import OptionError


@pytest.fixture(scope="module", autouse=True)
def pledges() -> Iterator[Game]:
    """The example game, known while these tests run."""
    with known() as game:
        yield game


def plan_of(**given: Any) -> Plan:
    return plan_run("pledges", **{"deck": PLAIN_DECK, "games": 6, "seats": 3, **given})


def played(**given: Any) -> Report:
    return play_plan(plan_of(**given), How(compiled=False))


@pytest.fixture(scope="module")
def report() -> Report:
    return played()


def kept_in(path: Path, *reports: Report) -> Path:
    kept = KeptRuns(path)
    for one in reports:
        kept.add(one)
    return path


def test_a_run_is_found_again_with_every_figure_of_its_games(tmp_path: Path, report: Report) -> None:
    found = KeptRuns(kept_in(tmp_path / "runs.jsonl", report)).find(report.plan)
    assert found is not None
    assert found.games == 6
    for name in KEPT:
        one, other = getattr(found.outcome, name), getattr(report.outcome, name)
        assert one.dtype == other.dtype
        assert np.array_equal(one, other)
    assert [figure.row for _, figure in of_results(found)] == [figure.row for _, figure in of_results(report)]


def test_without_a_file_nothing_is_kept(report: Report) -> None:
    kept = KeptRuns(None)
    kept.add(report)
    assert kept.find(report.plan) is None


@pytest.mark.parametrize(
    "other",
    [
        {"seed": 2},
        {"seats": 4},
        {"bots": "random", "seats": 3},
        {"bots": ["eager", "random", "eager"]},
        {"options": {"rounds": 2}},
        {"options": {"game_variant": "great_hall"}},
        {"games": 7},
    ],
    ids=str,
)
def test_another_question_is_not_answered_by_what_was_kept(
    other: dict[str, Any], tmp_path: Path, report: Report
) -> None:
    kept = KeptRuns(kept_in(tmp_path / "runs.jsonl", played(bots="eager")))
    assert kept.find(plan_of(bots="eager")) is not None
    assert kept.find(plan_of(**{"bots": "eager", **other})) is None


def test_a_deck_that_was_edited_and_rules_that_changed_are_other_questions(
    tmp_path: Path, report: Report, pledges: Game
) -> None:
    kept = KeptRuns(kept_in(tmp_path / "runs.jsonl", report))
    deck = load_deck("pledges", PLAIN_DECK)
    card = deck.rows[0]
    edited = deck.edit(change=[{"card_id": card["card_id"], "points": int(card["points"] or 0) + 1}])
    assert kept.find(plan_of(deck=deck.edit(meta={"notes": "words alone"}))) is not None
    assert kept.find(plan_of(deck=edited)) is None
    other = replace(report.plan.variant, bindings={"after_reveal": give_to_hall})
    changed = replace(report.plan, variant=other, game=replace(pledges, variants=(other,)))
    assert KeptRuns(kept.path).find(changed) is None


def test_more_games_than_are_asked_for_serve_as_their_first_ones(tmp_path: Path, report: Report) -> None:
    found = KeptRuns(kept_in(tmp_path / "runs.jsonl", report)).find(plan_of(games=4))
    assert found is not None
    assert found.games == 4
    assert np.array_equal(found.outcome.scores, played(games=4).outcome.scores)


def test_a_line_says_in_words_what_was_played(tmp_path: Path, report: Report) -> None:
    line = json.loads(kept_in(tmp_path / "runs.jsonl", report).read_text(encoding="utf-8"))
    assert line["plan"]["game"] == "pledges"
    assert line["plan"]["bots"] == list(report.bots)
    assert line["plan"]["options"]["rounds"] == 3
    assert line["games"] == 6


# A process that ended while it wrote, and a disk without space


@pytest.mark.parametrize("left", [1, len(BEGINS) + 3, -2])
def test_a_last_line_that_is_half_written_is_cut_off_and_the_others_stay(
    left: int, tmp_path: Path, report: Report
) -> None:
    path = kept_in(tmp_path / "runs.jsonl", report, played(seed=2))
    whole = path.read_bytes()
    first = whole.index(b"\n") + 1
    path.write_bytes(whole[:first] + whole[first:][:left])
    kept = KeptRuns(path)
    assert kept.find(report.plan) is not None
    assert kept.find(plan_of(seed=2)) is None
    assert path.read_bytes() == whole[:first]
    kept.add(played(seed=2))
    assert path.read_bytes() == whole


def test_a_full_disk_is_told_in_words_and_takes_nothing_of_what_was_kept(tmp_path: Path, report: Report) -> None:
    path = kept_in(tmp_path / "runs.jsonl", report)
    before = path.read_bytes()
    kept = KeptRuns(path)
    with room_for(len(before) + 100), pytest.raises(OptionError) as refused:
        kept.add(played(seed=2))
    assert "takes no more: " in str(refused.value)
    assert "The runs before are kept in it (1). Make room" in str(refused.value)
    assert path.read_bytes() == before
    kept_in(path, played(seed=2))
    assert KeptRuns(path).find(plan_of(seed=2)) is not None


# What is not such a file


@pytest.mark.parametrize(
    "content", ["hello", "hello\n", '{"other": 1}\n', '{"kept_run": 2, "digest": "a"}\n'], ids=repr
)
def test_another_file_is_refused_and_stays_as_it_is(content: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(OptionError, match=r"Line 1 of .*notes.txt' is no run that was kept"):
        KeptRuns(path)
    assert path.read_text(encoding="utf-8") == content


def test_a_line_that_is_broken_within_the_file_is_named(tmp_path: Path, report: Report) -> None:
    path = kept_in(tmp_path / "runs.jsonl", report)
    path.write_text(path.read_text(encoding="utf-8") + f"{BEGINS}ab\n", encoding="utf-8")
    with pytest.raises(OptionError, match="Line 2 of "):
        KeptRuns(path)


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line["outcome"].update(turns=["|u1", "AAAA"]),
        lambda line: line["outcome"].update(turns=["|O", line["outcome"]["turns"][1]]),
        lambda line: line["outcome"].update(turns=["<q8", line["outcome"]["turns"][1]]),
        lambda line: line["outcome"].pop("scores"),
        lambda line: line.update(games=60),
        lambda line: line.update(outcome=[]),
    ],
)
def test_numbers_that_were_changed_are_refused_in_words(change: Any, tmp_path: Path, report: Report) -> None:
    path = kept_in(tmp_path / "runs.jsonl", report)
    line = json.loads(path.read_text(encoding="utf-8"))
    change(line)
    path.write_text(f"{json.dumps(line)}\n", encoding="utf-8")
    with pytest.raises(OptionError, match="was changed"):
        KeptRuns(path).find(report.plan)


@pytest.mark.parametrize("what", NO_FILES)
def test_what_is_no_file_is_refused_without_waiting(what: str, tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=f"cannot be kept in .*: {NO_FILES[what]}"):
        KeptRuns(put_no_file(tmp_path / "place", what))


def test_a_place_where_nothing_may_be_written_is_refused_before_games_are_played(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match="No such file or directory"):
        KeptRuns(tmp_path / "nowhere" / "runs.jsonl")
    tmp_path.chmod(0o500)
    with without_permission(), pytest.raises(OptionError, match="Permission denied"):
        KeptRuns(tmp_path / "runs.jsonl")
