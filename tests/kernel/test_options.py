"""Options: what a value is held as, and what is refused."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.two_tables import VARIANT
from workbench.kernel.options import Option, OptionGroup, Options, Preset, Presets
from workbench.kernel.state import StateSpec
from workbench.play.setup import complete_options
from workbench.storage.errors import DeclarationError, OptionError

FLAG = Option("open_oaths", False, "Open.")
NUMBER = Option("rounds", 3, "Rounds.", least=1, most=5)
CHOICE = Option("warding", "luck", "Ward.", choices=("luck", "sure"))
NONE = Option("draw_cap", "none", "Cap.", least=0, most=6, none="none", bots=2)


@pytest.mark.parametrize("option", [FLAG, NUMBER, CHOICE, NONE])
def test_a_default_is_a_value_of_its_option(option: Option):
    assert option.decode(option.encode(option.default)) == option.default


@given(st.integers(1, 5))
def test_a_number_option_holds_the_number_itself(number):
    assert NUMBER.encode(number) == NUMBER.encode(str(number)) == NUMBER.decode(number) == number


@pytest.mark.parametrize(("option", "value", "number"), [
    (FLAG, True, 1), (FLAG, "true", 1), (FLAG, "False", 0), (CHOICE, "luck", 0), (CHOICE, "sure", 1),
    (NONE, "none", -1), (NONE, "None", -1), (NONE, 0, 0), (NONE, "6", 6),
])  # fmt: skip
def test_a_value_is_held_as_a_number(option: Option, value: object, number: int):
    assert option.encode(value) == number


@pytest.mark.parametrize(("option", "number", "value"), [
    (FLAG, 1, True), (FLAG, 0, False), (CHOICE, 1, "sure"), (NONE, -1, "none"), (NONE, 0, 0), (NUMBER, 5, 5),
])  # fmt: skip
def test_a_number_stands_for_a_value(option: Option, number: int, value: object):
    assert option.decode(number) == value
    assert type(option.decode(number)) is type(option.decode(np.int16(number))) is type(value)


@pytest.mark.parametrize(("option", "value", "message"), [
    (FLAG, "perhaps", "Option 'open_oaths' is 'perhaps'. Choose true or false."),
    (FLAG, 1, "Option 'open_oaths' is 1. Choose true or false."),
    (NUMBER, 6, "Option 'rounds' is 6. Give a whole number from 1 to 5."),
    (NUMBER, 0, "Option 'rounds' is 0. Give a whole number from 1 to 5."),
    (NUMBER, 2.5, "Option 'rounds' is 2.5. Give a whole number from 1 to 5."),
    (NUMBER, "", "Option 'rounds' is ''. Give a whole number from 1 to 5."),
    (NUMBER, None, "Option 'rounds' is None. Give a whole number from 1 to 5."),
    (NUMBER, True, "Option 'rounds' is True. Give a whole number from 1 to 5."),
    (NUMBER, "none", "Option 'rounds' is 'none'. Give a whole number from 1 to 5."),
    (NONE, 7, "Option 'draw_cap' is 7. Give a whole number from 0 to 6 or 'none'."),
    (NONE, -1, "Option 'draw_cap' is -1. Give a whole number from 0 to 6 or 'none'."),
    (CHOICE, "lucky", "There is no value of option 'warding' 'lucky'. Choose one of: luck, sure. Did you mean 'luck'?"),
    (CHOICE, 0, "There is no value of option 'warding' 0. Choose one of: luck, sure."),
])  # fmt: skip
def test_a_wrong_value_is_refused_with_what_would_be_right(option: Option, value: object, message: str):
    with pytest.raises(OptionError, match=f"^{re.escape(message)}$"):
        option.encode(value)


# Presets

SHORT, LONG = (
    Preset("short", "Short", {"rounds": 1, "warding": "sure"}),
    Preset("long", "Long", {"rounds": 5, "warding": "luck"}),
)
LENGTHS = Presets("length", "Length", (SHORT, LONG))
FILE = Path("lengths.toml")
WHOLE = "[short]\n2 = 40\n3 = 50\n[long]\n2 = 200\n3 = 260\n"


def with_presets(*groups: Presets) -> Any:
    """A variant with four options, and presets of them."""
    spec = VARIANT.state
    options = Options((FLAG, NUMBER, CHOICE, NONE))
    state = StateSpec(seats=spec.max_seats, cards=spec.max_cards, zones=tuple(spec.zones), options=options)
    return replace(VARIANT, state=state, presets=groups)


@pytest.mark.parametrize(("given", "rounds", "warding"), [
    ([{}], 3, "luck"),
    ([{"length": "short"}], 1, "sure"),
    ([{"length": "short", "rounds": 4}], 4, "sure"),
    ([{"rounds": 4, "length": "short"}], 4, "sure"),
    ([{"rounds": 4}, {"length": "long"}], 5, "luck"),
    ([{"length": "short"}, {"warding": "luck"}], 1, "luck"),
])  # fmt: skip
def test_a_preset_sets_what_the_same_choice_does_not_and_later_choices_win(given: list, rounds: int, warding: str):
    options = complete_options(with_presets(LENGTHS), *given)
    assert (options["rounds"], options["warding"], options["open_oaths"]) == (rounds, warding, False)
    assert "length" not in options


def test_the_preset_in_force_is_the_one_whose_values_all_hold():
    options = complete_options(with_presets(LENGTHS), {"length": "long"})
    assert LENGTHS.in_force(options) is LONG
    assert LENGTHS.in_force({**options, "rounds": 4}) is None


@pytest.mark.parametrize(("declare", "said"), [
    (lambda: with_presets(replace(LENGTHS, key="rounds")), "presets 'rounds' have the name of an option"),
    (lambda: with_presets(Presets("length", "Length", (Preset("odd", "Odd", {"round": 1}),))), "option is 'round'"),
    (lambda: with_presets(Presets("length", "Length", (Preset("far", "Far", {"rounds": 9}),))), "preset 'far'.*1 to 5"),
    (lambda: Presets("length", "Length", (SHORT, Preset("long", "Long", {"rounds": 5}))), "only one of .* sets"),
    (lambda: Presets("length", "Length", ()), "how many there are"),
    (lambda: replace(SHORT, decisions={2: 0}), "preset 'short': decisions of 2 seats is 0"),
    (lambda: Presets("length", "Length", (SHORT, SHORT)), "'short' is declared twice"),
    (lambda: replace(LENGTHS, presets=(replace(SHORT, decisions={2: 9}),), measured=FILE), "leave them to lengths"),
])  # fmt: skip
def test_presets_that_cannot_be_right_are_refused(declare: Any, said: str):
    with pytest.raises(DeclarationError, match=said):
        declare()


def test_minutes_are_the_decisions_of_the_preset_in_force_times_the_seconds_of_the_variant():
    counted = Presets(
        "length", "Length", (replace(SHORT, decisions={2: 40}), replace(LONG, decisions={2: 200, 3: 260}))
    )
    variant = replace(with_presets(counted), seconds=9)
    short, long = complete_options(variant, {"length": "short"}), complete_options(variant, {"length": "long"})
    assert (variant.minutes(short, 2), variant.minutes(long, 2), variant.minutes(long, 3)) == (5, 30, 40)
    assert variant.minutes(short, 3) == 0, "nobody has counted three seats"
    assert variant.minutes({**long, "rounds": 4}, 2) == 0, "these options are nobody's preset"
    assert replace(variant, seconds=0).minutes(long, 2) == 0


def test_decisions_are_read_from_the_file_of_the_presets_once_somebody_asks(tmp_path: Path):
    variant = with_presets(replace(LENGTHS, measured=tmp_path / FILE))
    (tmp_path / FILE).write_text(WHOLE, encoding="utf-8")
    assert variant.decisions(variant.presets[0]) == {"short": {2: 40, 3: 50}, "long": {2: 200, 3: 260}}
    (tmp_path / FILE).unlink()
    assert variant.usual_decisions(complete_options(variant, {"length": "long"}), 3) == 260


@pytest.mark.parametrize(("text", "said"), [
    (WHOLE.replace("long", "lang"), "presets are short, lang; expected short, long"),
    (WHOLE.replace("3 = 260", ""), "long: numbers of seats are 2; expected 2, 3"),
    (WHOLE + "4 = 350", "long: numbers of seats are 2, 3, 4; expected 2, 3"),
    ("short = 40\n[long]\n2 = 200", "short: numbers of seats are 40; expected 2, 3"),
    (WHOLE.replace("260", "0"), "long: decisions of 3 seats is 0; expected a whole number, 1 or more"),
    ("", "presets are none; expected short, long"),
    (None, "presets are none; expected short, long"),
    ("[short", "Expected ']'"),
])  # fmt: skip
def test_a_file_that_misfits_is_refused_with_what_makes_it(text: str | None, said: str, tmp_path: Path):
    if text is not None:
        (tmp_path / FILE).write_text(text, encoding="utf-8")
    variant = with_presets(replace(LENGTHS, measured=tmp_path / FILE))
    whole = rf"{re.escape(f'{tmp_path / FILE}: {said}')}.*\. Measure again: python -m benchmarks\.lengths$"
    with pytest.raises(DeclarationError, match=whole):
        variant.usual_decisions(complete_options(variant, {"length": "long"}), 3)


@pytest.mark.parametrize("value", ["shortest", 1, None])
def test_an_unknown_preset_is_refused_with_those_there_are(value: object):
    with pytest.raises(OptionError, match=r"value of 'length'.*short, long"):
        complete_options(with_presets(LENGTHS), {"length": value})


# ---------------------------------------------------------------- in words


def test_what_holds_is_a_sentence_for_each_value_and_a_choice_is_said_once() -> None:
    tie = Option("tie", "share", "Who wins a tie.", said={"share": "A tie is shared.", "none": "Nobody wins a tie."})
    assert tie.choices == tie.offered == ("share", "none")
    assert (tie.asked, tie.sentence("none")) == ("Who wins a tie.", "Nobody wins a tie.")
    offers = Option("offers", "any", "x", most=9, none="any", said={"any": "No limit.", "n": "At most {n}."})
    assert [offers.sentence(value) for value in offers.offered] == ["No limit.", "At most 9."]


def test_an_option_without_sentences_is_told_by_its_key() -> None:
    shown = Option("show_aside", False, "Whether the pile is shown.")
    assert [shown.sentence(value) for value in shown.offered] == ["Show aside: no.", "Show aside: yes."]
    assert Option("draw_mode", "by_lot", "x", choices=("by_lot", "in_turn")).sentence("by_lot") == "Draw mode: by lot."


def test_options_stand_in_their_groups_and_those_that_stand_alone_come_last() -> None:
    size, tie, seat = (Option(key, 1, "x", most=2) for key in ("size", "tie", "seat"))
    options = Options([size, OptionGroup("The end", (tie,)), seat])
    assert [option.key for option in options] == ["size", "tie", "seat"]
    assert [(group.title, group.options) for group in options.groups] == [("The end", (tie,)), ("More", (size, seat))]
    assert options.kept("seat", "size") == (seat, size)
    as_saved = Options([OptionGroup("The end", (tie,)), size], ["size", "tie"])
    assert [option.key for option in as_saved] == ["size", "tie"]
    assert [group.title for group in as_saved.groups] == ["The end", "More"]
    with pytest.raises(DeclarationError, match="in_record names other options than those declared"):
        Options([tie, size], ["size"])
