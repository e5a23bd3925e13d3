"""The page about other engines: its programs run, and their agents learn."""

from __future__ import annotations

import re

import pytest

from tests.servers import CHECKOUT

PAGE = (CHECKOUT / "docs" / "interop.md").read_text(encoding="utf-8")
PROGRAMS = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def printed_by(program: str, capsys: pytest.CaptureFixture) -> list[float]:
    """The numbers that a program of the page prints."""
    exec(compile(program, "docs/interop.md", "exec"), {})
    return [float(word) for word in capsys.readouterr().out.split()]


def test_the_page_has_a_program_for_each_engine() -> None:
    assert ["pettingzoo" in program for program in PROGRAMS] == [True, False]
    assert ["openspiel" in program for program in PROGRAMS] == [False, True]


@pytest.mark.slow
def test_the_agent_of_pettingzoo_learns(capsys: pytest.CaptureFixture) -> None:
    first, last = printed_by(PROGRAMS[0], capsys)
    assert last > first
    assert last > 0.2


@pytest.mark.slow
def test_the_agent_of_openspiel_learns(capsys: pytest.CaptureFixture) -> None:
    (won,) = printed_by(PROGRAMS[1], capsys)
    assert won > 0.1
