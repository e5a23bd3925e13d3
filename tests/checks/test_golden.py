"""Golden matches: every game has some, they are played as they were recorded, and a changed rule shows."""

from __future__ import annotations

import importlib
import itertools
import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import tests.example_game as example
import workbench as wb
from workbench.checks import golden
from workbench.checks.onlookers import EVERYBODY, Onlookers, changed_parts, with_changes
from workbench.cli import main
from workbench.kernel.game import Game
from workbench.kernel.registry import register, unregister
from workbench.play import Match
from workbench.play.seating import numbered
from workbench.storage.errors import OptionError, ReplayError

GAMES = [pytest.param(game, id=game.id) for game in wb.list_games().values()]
FILES = [path for game in wb.list_games().values() for path in golden.golden_matches(game)]
LARGEST_FOLDER = 720_000  # for each variant; one is played by a whole class

DECLARED = f"""
[[match]]
title = "bots"
variant = "round_table"
seats = 3
seed = 1
bots = {{ 0 = "eager", 1 = "random", 2 = "eager" }}
deck = {json.dumps(str(example.PLAIN_DECK))}

[[match]]
title = "people"
variant = "great_hall"
seats = 3
seed = 2
deck = {json.dumps(str(example.PLAIN_DECK))}
"""
VERSION_2 = ("version=1", "version=2")
NEW_TEXT = ('EventKind("{seat} draws {card}."', 'EventKind("{seat} takes {card}."')

Copy = Callable[..., Game]


@pytest.fixture
def copy_of_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Copy]:
    """Make the example game anew as a package of its own, with some words of its source replaced.

    `copy(("DEALT, MOST_PLEDGED = 4", "DEALT, MOST_PLEDGED = 5"), golden_of=game)` has the golden matches of another.
    """
    monkeypatch.syspath_prepend(tmp_path)
    numbers = itertools.count(1)

    def copy(*changes: tuple[str, str], golden_of: Game | None = None, declared: str = DECLARED) -> Game:
        package = f"{tmp_path.name}_{next(numbers)}".replace("-", "_")
        folder = tmp_path / package
        shutil.copytree(Path(example.__file__).parent, folder, ignore=shutil.ignore_patterns("golden", "__pycache__"))
        for file in folder.glob("*.py"):
            file.write_text(file.read_text(encoding="utf-8").replace("tests.example_game", package), encoding="utf-8")
        for old, new in changes:
            (file,) = [file for file in folder.glob("*.py") if file.read_text(encoding="utf-8").count(old) == 1]
            file.write_text(file.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
        game = register(importlib.import_module(package).GAME)
        if golden_of is None:
            golden.golden_folder(game).mkdir()
            (golden.golden_folder(game) / golden.DECLARATIONS).write_text(declared, encoding="utf-8")
        else:
            shutil.copytree(golden.golden_folder(golden_of), golden.golden_folder(game))
        return game

    yield copy
    unregister("pledges")


@pytest.fixture
def recorded(copy_of_the_game: Copy) -> Game:
    """The example game with its golden matches."""
    game = copy_of_the_game()
    golden.record(game)
    return game


def contents(game: Game) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in golden.golden_folder(game).iterdir()}


# The games we have


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_a_golden_match_is_played_as_it_was_recorded(path: Path) -> None:
    assert golden.check(path) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_variant_has_golden_matches_of_the_present_version_and_nothing_is_missing(game: Game) -> None:
    setups = {path.stem: golden.read(path)[0] for path in golden.golden_matches(game)}
    assert set(setups) == {match.title for match in golden.declared_matches(game)}
    assert {(setup["game"], setup["game_version"]) for setup in setups.values()} == {(game.id, game.version)}
    for variant in game.variants:
        assert sum(setup["variant"] == variant.key for setup in setups.values()) >= 2


def test_the_golden_matches_of_a_game_stay_small() -> None:
    for game in wb.list_games().values():
        size = sum(path.stat().st_size for path in golden.golden_matches(game))
        assert size <= LARGEST_FOLDER * len(game.variants)


# What is recorded


def test_a_match_is_a_line_for_its_setup_the_beginning_each_act_and_the_end(recorded: Game) -> None:
    for path in golden.golden_matches(recorded):
        setup, *acts, end = golden.read(path)
        match = golden.replay.match_from_setup(Match, setup)
        match.name_seats(numbered(match.seats))
        assert [line["act"] for line in acts] == list(range(len(acts)))
        for line in acts[1:]:
            labels = [label for _number, label in line["actions"]]
            match.play(line["seat"], labels)
        assert match.over
        assert end["winners"] == list(match.winners)
        assert end["scores"]["total"] == [
            sum(line["points"] for line in match.score_lines() if (line["seat"], line["reason"]) == (seat, "total"))
            for seat in range(match.seats)
        ]


def test_people_of_a_golden_match_do_what_no_bot_does(recorded: Game) -> None:
    people = golden.read(golden.golden_folder(recorded) / "people.jsonl")
    assert any(label.startswith("Put back") for line in people[2:-1] for _number, label in line["actions"])


def test_a_recording_is_the_same_each_time(copy_of_the_game: Copy) -> None:
    first, second = copy_of_the_game(), copy_of_the_game()
    assert golden.record(first)
    assert golden.record(second)
    assert contents(first) == contents(second)


@settings(max_examples=10)
@given(st.integers(0, 2**32), st.integers(2, 4), st.sampled_from(["random", "greedy"]))
def test_all_that_anybody_sees_can_be_put_together_again_from_the_changes(seed: int, seats: int, bot: str) -> None:
    match = Match(
        "guild_master", seats=seats, seed=seed, options={"max_turns": 4}, bots=dict.fromkeys(range(seats), bot)
    )
    onlookers = Onlookers(match)
    before: dict[str, dict] = {}
    while not match.over:
        seen = onlookers.look()
        parts = json.loads(json.dumps(changed_parts(before, seen)))
        assert with_changes(before, parts, seen) == seen
        before = seen
        match.play_bot(match.to_act[0])


def test_a_seats_part_says_only_what_everybody_was_not_told() -> None:
    match = Match("guild_master", seats=2, seed=3, options={"deal_size": 3, "first_seat": 0})
    onlookers = Onlookers(match)
    before = onlookers.look()
    match.play(0, "Draw 2")
    parts = changed_parts(before, onlookers.look())
    assert parts[EVERYBODY]["zones.hand.0.cards"] == ["5 unseen"]
    assert parts[EVERYBODY]["zones.stock.count"] == 105
    assert len(parts["Seat 1"]["zones.hand.0.cards"]) == 5
    assert [line.split()[0] for line in parts["Seat 1"]["log"]] == ["You", "You", "Seat"]
    assert set(parts["Seat 1"]) == {"zones.hand.0.cards", "legal", "log"}
    assert "Seat 2" not in parts


def test_news_are_reported_once_and_again_when_they_happen_again(copy_of_the_game: Copy) -> None:
    match = Match(copy_of_the_game(), seats=2, seed=1, deck=example.PLAIN_DECK, options={"draw_cap": 6})
    while match.phase != "market":
        match.play_default(match.to_act[0])
    onlookers, told = Onlookers(match), []
    before = onlookers.look()
    for action in ("Draw", "Draw", "Pass"):
        match.play(0, action)
        before, parts = (seen := onlookers.look()), changed_parts(before, seen)
        told.append(parts[EVERYBODY]["log"])
    assert told == [["Seat 1 draws."], ["Seat 1 draws."], ["Seat 1 passes."]]


# A changed rule shows


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (("DEALT, MOST_PLEDGED = 0, 3, 4", "DEALT, MOST_PLEDGED = 0, 3, 5"), r"At the beginning, everybody: zones"),
        (NEW_TEXT, r"After act \d+ \(Seat \d: .*\), Seat \d: log was \[.* draws .* and is \[.* takes "),
        (
            ("state.oath[seat] = deck.category[kind]", "state.oath[seat] = 0"),
            r"After act \d+ \(Seat \d: Swear .*\), Seat \d: fields.oath was [12] and is 0 now",
        ),
        (("MOST_PLEDGED = 0, 3, 4, 2", "MOST_PLEDGED = 0, 3, 4, 1"), r"Done\): this is not legal any more: "),
        (
            ("category, kind, -1, 1, RANKING.omen)", "category, kind, -1, 2, RANKING.omen)"),
            r"score sheet: Seat \d, omen, .* was \[1, \"RP-010\", .* and is \[2, ",
        ),
        (('(), "Draw", HEARD', '(), "Take", HEARD'), r"legal was .*\"Draw\".* and is .*\"Take\""),
        (
            ("EVERYONE_HEARS, state.omen)", "EVERYONE_HEARS, state.omen)\n    state.omen = -1"),
            r"At the end, the outcome: record was \"[0-9a-f]{64}\" and is ",
        ),
    ],
    ids=["setup", "log", "secret", "legality", "score", "label", "record"],
)
def test_a_changed_rule_is_reported_with_act_viewer_path_and_both_values(
    copy_of_the_game: Copy, recorded: Game, change: tuple[str, str], says: str
) -> None:
    changed = copy_of_the_game(change, golden_of=recorded)
    found = golden.check(golden.golden_folder(changed) / "bots.jsonl")
    assert re.search(says, "\n".join(found)), found


def test_a_changed_rule_cannot_be_recorded_without_raising_the_version(
    copy_of_the_game: Copy, recorded: Game, capsys: pytest.CaptureFixture
) -> None:
    changed = copy_of_the_game(NEW_TEXT, golden_of=recorded)
    before = contents(changed)
    with pytest.raises(ReplayError, match=r"(?s)its version is still 1:\n.*Nothing was recorded") as refused:
        golden.record(changed)
    assert "raise `version`" in str(refused.value)
    assert main(["golden", "pledges", "--record"]) == 2
    assert "version is still 1" in capsys.readouterr().err
    assert contents(changed) == before
    assert main(["golden", "pledges"]) == 1
    assert "Golden matches: 2; faults: " in capsys.readouterr().out


def test_with_a_raised_version_the_old_matches_are_faults_until_they_are_recorded_again(
    copy_of_the_game: Copy, recorded: Game, capsys: pytest.CaptureFixture
) -> None:
    changed = copy_of_the_game(NEW_TEXT, VERSION_2, golden_of=recorded)
    assert len(golden.faults(changed)) == 2
    assert all("recorded with version 1" in fault for fault in golden.faults(changed))
    assert main(["golden", "pledges", "--record"]) == 0
    said = capsys.readouterr().out
    assert said == "Recorded: bots.jsonl\nRecorded: people.jsonl\nRound Table Pledges. Golden matches: 2; faults: 0.\n"
    assert golden.faults(changed) == []
    assert b"takes" in contents(changed)["bots.jsonl"]


def test_what_holds_is_not_recorded_again(recorded: Game) -> None:
    before = contents(recorded)
    assert golden.record(recorded) == []
    assert contents(recorded) == before


# Declarations


def declare(game: Game, text: str) -> None:
    (golden.golden_folder(game) / golden.DECLARATIONS).write_text(text, encoding="utf-8")


def test_new_matches_are_recorded_and_so_are_those_declared_otherwise(recorded: Game) -> None:
    before = contents(recorded)
    declare(recorded, DECLARED.replace("seed = 1", "seed = 5") + DECLARED.replace('title = "', 'title = "more_'))
    assert [path.stem for path in golden.record(recorded)] == ["bots", "more_bots", "more_people"]
    assert golden.faults(recorded) == []
    after = contents(recorded)
    assert after["people.jsonl"] == before["people.jsonl"]
    assert after["more_people.jsonl"] == before["people.jsonl"]
    assert after["bots.jsonl"] != before["bots.jsonl"] == after["more_bots.jsonl"]


def test_a_variant_without_a_match_and_files_without_a_declaration_are_faults(recorded: Game) -> None:
    bots = DECLARED[: DECLARED.index("[[match]]", 10)]
    declare(recorded, bots.replace('"bots"', '"others"'))
    found = golden.faults(recorded)
    assert len(found) == 4
    assert found[0].startswith("Pledges in the Great Hall has no golden match.")
    assert found[1].startswith("others.jsonl is declared and not there. Record it: workbench golden pledges --record")
    assert [fault.split(" ")[0] for fault in found[2:]] == ["bots.jsonl", "people.jsonl"]
    assert all("is not declared" in fault for fault in found[2:])


def test_a_game_without_declarations_has_two_usual_matches_a_variant(recorded: Game) -> None:
    (golden.golden_folder(recorded) / golden.DECLARATIONS).unlink()
    usual = golden.declared_matches(recorded)
    assert [match.title for match in usual] == [
        "round_table_bots",
        "round_table_by_lot",
        "great_hall_bots",
        "great_hall_by_lot",
    ]
    assert [len(match.bots) for match in usual] == [4, 0, 4, 0]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[[match]\n", "Expected "),
        ('[[match]]\ntitel = "bots"\n', "titel.*Expected .*title, variant, seats, seed"),
        (DECLARED.replace('"people"', '"bots"'), "a title names one file"),
        (DECLARED.replace('"people"', '"../people"'), "a title names one file"),
        (DECLARED.replace('"great_hall"', '"small_hall"'), "small_hall"),
        (DECLARED.replace('"eager"', '"eagle"'), "eagle"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused_and_nothing_recorded(
    recorded: Game, text: str, says: str
) -> None:
    declare(recorded, text)
    before = contents(recorded)
    with pytest.raises(OptionError, match=says):
        golden.record(recorded)
    assert contents(recorded) == before


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda lines: [], "cannot be read"),
        (lambda lines: lines[1:], "is no golden match"),
        (lambda lines: [lines[0].replace('"format_version": 1', '"format_version": 7'), *lines[1:]], "has format 7"),
        (lambda lines: [*lines[:5], *lines[6:]], "line 6 is not act 4"),
        (lambda lines: [*lines[:5], lines[5].replace('"seat": ', '"seat": "x'), *lines[6:]], "cannot be read"),
        (lambda lines: [*lines[:2], lines[2].replace('"Swear ', '"Vow ', 1), *lines[3:]], "was 'Vow "),
        (lambda lines: [*lines[:-1], lines[-1].replace('"winners": [', '"winners": [7, ')], "the outcome: winners was"),
        (lambda lines: [lines[0].replace('"seats": 3', '"seats": 99'), *lines[1:]], "cannot be set up again"),
        (lambda lines: [lines[0].replace("Chalice", "Mug"), *lines[1:]], "digest does not fit its content"),
    ],
)
def test_a_damaged_file_is_reported_in_words(
    recorded: Game, damage: Callable[[list[str]], list[str]], says: str
) -> None:
    path = golden.golden_folder(recorded) / "bots.jsonl"
    path.write_text("\n".join(damage(path.read_text(encoding="utf-8").split("\n")[:-1])), encoding="utf-8")
    (found,) = golden.check(path)
    assert says in found
