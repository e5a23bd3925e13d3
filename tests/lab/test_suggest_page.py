"""docs/suggestions.md: its programs print what it shows, and its figures are those of the search."""

from __future__ import annotations

import re

import pytest

from tests.servers import CHECKOUT
from workbench.lab.racing import ROUNDS
from workbench.lab.suggest import BEAM, EDIT_WORTH, SECOND_PART, VERIFIED

PAGE = (CHECKOUT / "docs" / "suggestions.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
QUICK = 1


def test_every_program_of_the_page_shows_what_it_prints() -> None:
    assert len(PROGRAMS) == PAGE.count("```python\n") == 2


@pytest.mark.parametrize(
    ("program", "shown"),
    [pytest.param(*one, marks=pytest.mark.slow if number != QUICK else ()) for number, one in enumerate(PROGRAMS)],
)
def test_a_program_of_the_page_prints_what_the_page_shows(
    program: str, shown: str, capsys: pytest.CaptureFixture
) -> None:
    exec(compile(program, "docs/suggestions.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_the_page_says_how_many_are_left_and_how_much_is_measured() -> None:
    first, second, third, last = (places for _, places in ROUNDS)
    assert f"the first {first}, {second}, {third} and {last}" in PAGE
    assert (BEAM, VERIFIED, SECOND_PART, EDIT_WORTH) == (3, 3, 2, 0.5)
    for words in ("the best three lists", "Up to three lists", "half as many games", "half a game in 100"):
        assert words in PAGE
