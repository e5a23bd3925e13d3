"""Options: what a value is held as, and what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from workbench.kernel.options import Option
from workbench.storage.errors import OptionError

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
