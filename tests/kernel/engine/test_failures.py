"""A rule that fails, in plain Python or before the compiler: one message with the game's file, line and rule."""

from __future__ import annotations

import sys
import traceback
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from shutil import copytree
from types import ModuleType

import pytest

from tests.servers import CHECKOUT
from workbench.author import register, unregister
from workbench.checks import check_game
from workbench.cli import main
from workbench.cli.command import REFUSED
from workbench.kernel.engine.reading import makes
from workbench.kernel.rule import rule
from workbench.lab import simulate, simulation
from workbench.play import Match
from workbench.storage.errors import RuleError

JOUST = CHECKOUT / "tests" / "small_game" / "joust"
DEAL = "    deal(state, ZONES.stock, ZONES.hand, TILTS)\n"
HELPER = "def bits(state):\n    return (1 << state.seats) - 1\n\n\n@rule\ndef setup"
# What is wrong: (old text, new text, ...), what is said in plain Python (None: it runs), what is said compiled.
FAULTS: dict[str, tuple[tuple[str, ...], str | None, str | None]] = {
    "a misspelt field that is read": (
        ("state.turn == TILTS else 0", "state.trun == TILTS else 0"),
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
    ),
    "a misspelt field that is written": (
        ("    state.turn += 1", "    state.trun = 1"),
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
    ),
    "a misspelt field that is counted up": (
        ("    state.turn += 1", "    state.trun += 1"),
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
        "in lay_open: There is no field of the state 'trun'. Choose one of: to_act, ",
    ),
    "a misspelt column": (
        ("deck.points", "deck.pionts"),
        "in score: There is no field of the deck 'pionts'. Choose one of: ",
        "in score: There is no field of the deck 'pionts'.",
    ),
    "a misspelt zone": (
        ("fill(state, ZONES.stock", "fill(state, ZONES.stok"),
        "in setup: There is no zone 'stok'. Choose one of: hand, lane, stock. Did you mean 'stock'?",
        "in setup: There is no zone 'stok'. Choose one of: hand, lane, stock. Did you mean 'stock'?",
    ),
    "a misspelt verb": (
        ("ACTIONS.lay", "ACTIONS.lie"),
        "in legal: There is no verb 'lie'. Choose one of: lay.",
        "in legal: There is no verb 'lie'. Choose one of: lay.",
    ),
    "a name that nobody has defined": (
        ("ZONES.hand, TILTS", "ZONES.hand, TLITS"),
        "in setup: NameError: name 'TLITS' is not defined",
        "in setup: NameError: name 'TLITS' is not defined",
    ),
    "a function that is no rule": (
        ("def setup", "def setup", "@rule\ndef setup", HELPER, DEAL, f"{DEAL}    state.to_act = bits(state)\n"),
        None,
        "in setup: bits is no rule function; write @rule above it",
    ),
    "a dictionary": (
        (DEAL, DEAL + "    state.to_act = {'two': 3, 'three': 7, 2: 3}[state.seats]\n"),
        None,
        "in setup: this makes a dictionary. Rules use whole numbers",
    ),
    "a text": (
        (DEAL, f"{DEAL}    state.to_act = int('3')\n"),
        None,
        "in setup: this makes a text. Rules use whole numbers",
    ),
    "a fraction": (
        (DEAL, f"{DEAL}    state.to_act = ((1 << state.seats) - 1) / 1\n"),
        "in setup: TypeError: what is written into the record is no whole number; to divide, write //",
        "in setup: TypeError: what is written into the record is no whole number; to divide, write //",
    ),
    "a number that does not fit": (
        (DEAL, f"{DEAL}    state.card_count = 70000\n"),
        "in setup: ValueError: the number does not fit into the field; declare it with a larger dtype",
        "in setup: ValueError: the number does not fit into the field; declare it with a larger dtype",
    ),
    "an argument that is missing": (
        ("    stage(state, deck, seat, ", "    stage(state, seat, "),
        "in pick: TypeError: stage() missing 1 required positional argument: 'kind'",
        "in pick: ",
    ),
    "a place that there is not": (
        ("ZONES.hand, TILTS", "ZONES.hand + 500, TILTS"),
        "in setup: IndexError: there is no such place, seat or position in the record",
        "in setup: IndexError: there is no such place, seat or position in the record",
    ),
    "a division by nothing": (
        ("ZONES.hand, TILTS", "ZONES.hand, TILTS // state.turn"),
        "in setup: ZeroDivisionError: ",
        "in setup: ZeroDivisionError: ",
    ),
}


@pytest.fixture
def game_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[tuple[str, ...]], ModuleType]]:
    """Joust with some text of its rules replaced, known by its id, in a folder of its own."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)

    def make(changes: tuple[str, ...]) -> ModuleType:
        copytree(JOUST, tmp_path / "joust", ignore=lambda *_: ["__pycache__"])
        file = tmp_path / "joust" / "__init__.py"
        source = file.read_text(encoding="utf-8")
        for old, new in zip(changes[::2], changes[1::2], strict=True):
            assert old in source
            source = source.replace(old, new)
        file.write_text(source, encoding="utf-8")
        module = import_module("joust")
        register(module.GAME)
        return module

    yield make
    unregister("joust")
    sys.modules.pop("joust", None)


def play_through() -> None:
    """A match of bots in plain Python, scored."""
    match = Match("joust", seed=1)
    for seat in range(match.seats):
        match.seat_bot(seat, "random")
    match.play_bots()
    match.score_lines()


def check_said(fault: RuleError, says: str) -> None:
    """One message that names the line, and nothing of NumPy or Numba on the way to it."""
    assert str(fault).startswith("joust/__init__.py line ")
    assert says in str(fault)
    assert "\n" not in str(fault)
    shown = "".join(traceback.format_exception(fault))
    assert "numba" not in shown.lower()
    assert "/numpy/" not in shown


@pytest.mark.parametrize("name", FAULTS)
def test_a_rule_that_fails_in_plain_python_says_where_and_why(name: str, game_with: Callable):
    changes, says, _ = FAULTS[name]
    game_with(changes)
    if says is None:
        play_through()
        return
    with pytest.raises(RuleError) as failed:
        play_through()
    check_said(failed.value, says)


COMPILE_LONG = ("a function that is no rule", "a text")  # as "a dictionary" does, which stays


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name in COMPILE_LONG else name for name in FAULTS]
)
def test_a_rule_that_fails_compiled_says_where_and_why(name: str, game_with: Callable):
    changes, _, says = FAULTS[name]
    game_with(changes)
    with pytest.raises(RuleError) as failed:
        simulate("joust", games=200, bots="random", compiled=True, threads=1)
    check_said(failed.value, says or "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a misspelt field that is read", "in lay_open: There is no field of the state 'trun'"),
        ("a misspelt column", "in score: There is no field of the deck 'pionts'."),
        ("a name that nobody has defined", "in setup: nothing is called 'TLITS' here."),
        ("an argument that is missing", "missing a required argument: 'kind'"),
    ],
)
def test_rules_that_fail_with_the_compiler_first_are_reported_too(
    name: str, says: str, game_with: Callable, monkeypatch
):
    """What plain Python does not reach in the games that it plays first."""
    monkeypatch.setattr("workbench.lab.report.play_games", play_compiled_only)
    game_with(FAULTS[name][0])
    with pytest.raises(RuleError) as failed:
        simulate("joust", games=200, bots="random", compiled=True, threads=1)
    check_said(failed.value, says)


def play_compiled_only(plan, engine, *rest):
    """Games in compiled code alone."""
    return simulation.play_games(plan, engine, *rest) if engine.compiled else []


@pytest.mark.parametrize("command", [["simulate", "joust", "--games", "200"], ["play", "joust"]])
def test_a_command_shows_the_message_alone(command: list[str], game_with: Callable, capsys: pytest.CaptureFixture):
    game_with(FAULTS["a misspelt zone"][0])
    assert main(command) == REFUSED
    said = capsys.readouterr().err.strip().splitlines()
    assert said[-1].startswith("workbench: joust/__init__.py line ")
    assert "There is no zone 'stok'" in said[-1]
    assert not any("Traceback" in line for line in said)


def test_the_kit_shows_the_message_alone(game_with: Callable):
    module = game_with(FAULTS["a misspelt column"][0])
    failures = check_game(module.GAME, checks=["scores"]).failures
    assert str(failures["scores"]).startswith("Playing it fails: joust/__init__.py line ")
    assert "There is no field of the deck 'pionts'" in str(failures["scores"])


NEVER = "    if state.turn > 90:\n        {}\n"


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("state.trun += 1", "There is no field of the state 'trun'"),
        (
            "state.place[:] = 0",
            "several places of an array are written at once, which takes the compiler more than all",
        ),
        ("state.place[2:5] = state.place[:3]", "write a loop that writes one place at a time: array[i] = ..."),
        ("state.turn = state.trun", "There is no field of the state 'trun'"),
        ("state.counts = 3", "state.counts is an array; write into one place of it: state.counts[...]"),
        ("emit_line(events, deck.wieght, 1, 1, 1, 1, 1)", "There is no field of the deck 'wieght'"),
        ("state.turn = ZONES.hnd", "There is no zone 'hnd'"),
        ("state.turn = lost_name", "nothing is called 'lost_name' here"),
        ("recount(state, deck)", "recount is no rule function"),
        ("events.cuont = 1", "There is no field of the events 'cuont'"),
    ],
)
def test_the_kit_reads_what_no_match_comes_by(line: str, says: str, game_with: Callable):
    module = game_with((DEAL, DEAL + NEVER.format(line), "@rule\ndef score", "@rule\ndef score"))
    failure = check_game(module.GAME, checks=["declarations"])["declarations"].failure
    assert failure is not None
    assert says in failure.text
    assert failure.text.startswith("joust/__init__.py line ")


def test_a_name_that_nothing_fills_is_reported_with_the_declaration_that_fills_it(game_with: Callable):
    game_with(("    emit_line,\n", "    Bound,\n    emit_line,\n", "TILTS, ", 'BONUS = Bound("BONUS")\nTILTS, ',
               DEAL, f"{DEAL}    state.turn = BONUS\n"))  # fmt: skip
    with pytest.raises(RuleError, match=r"Base game use Bound\('BONUS'\), which nothing fills; .*bindings="):
        Match("joust")


@rule
def raising(number):
    if number < 0:
        raise ValueError(
            "a text that is raised may stay, also where it is so long that it stands on a line of its own, as this one"
        )
    if number > 9:
        raise ValueError("so may one beside its name")
    return [number] if number else {}


def test_what_a_rule_makes_is_reported_by_its_line_but_for_the_texts_it_raises():
    made = [what for _, what in makes(raising)]
    assert sorted(made) == ["a dictionary", "a list"]
