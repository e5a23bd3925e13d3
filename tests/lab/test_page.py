"""docs/reports.md: its programs run, and what it says of their figures is what they produce."""

from __future__ import annotations

import re
from math import hypot

import pytest

from tests.servers import CHECKOUT
from workbench import compare, load_deck
from workbench.kernel.engine.study import TURNS_NOTED
from workbench.lab.figures import DEAD
from workbench.lab.findings import FALSE_ALARMS
from workbench.lab.report_tables import STUDIED_PLAIN
from workbench.lab.simulation import CHUNK
from workbench.lab.study import EVENTS, MOST_STUDIED, PRECISE, STUDIED
from workbench.lab.suspects import APART, DECIDES, EMPTY, LEVEL, LONG, NEVER_PAYS, RUNAWAY, SHORT, UNUSED

PAGE = (CHECKOUT / "docs" / "reports.md").read_text(encoding="utf-8")
QUICK = 0, 2, 10  # of the programs of the page, which are all run with -m slow
PROGRAMS = re.findall(r"^```python\n(.*?)^```\n\n```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def test_every_program_of_the_page_shows_what_it_prints() -> None:
    assert len(PROGRAMS) == PAGE.count("```python\n") == 11


# How many games a study takes and what it says of them: test_study.py, on fewer games.
@pytest.mark.parametrize(
    ("program", "shown"),
    [pytest.param(*one, marks=pytest.mark.slow if number not in QUICK else ()) for number, one in enumerate(PROGRAMS)],
)
def test_a_program_of_the_page_prints_what_the_page_shows(
    program: str, shown: str, capsys: pytest.CaptureFixture
) -> None:
    exec(compile(program, "docs/reports.md", "exec"), {})
    assert capsys.readouterr().out == shown


def test_what_the_text_says_of_the_palace_is_what_its_program_shows() -> None:
    shown = next(shown for program, shown in PROGRAMS if "Palace" in program)
    impact, low, high, naive, games = re.search(
        r"Palace: impact \+0\.(\d+), \+0\.(\d+) to \+0\.(\d+); built minus not \+0\.(\d+), of (\d+) games", shown
    ).groups()  # type: ignore[union-attr]
    told = " ".join(PAGE.split())
    assert f"in {int(games):,} of 2,000 games one seat builds the Palace" in told
    assert f"Its points make {int(impact) / 10} of 100 such games a win" in told
    assert f"the interval is {int(low) / 10} to {int(high) / 10}." in told
    assert f"win only {int(naive) / 10} of 100 games more" in told
    assert f"{int(naive) / 10} where the points bring {int(impact) / 10}" in told
    *_, mixed = re.findall(r"mean of all cards: impact \+(\S+); built minus not \+(\S+)", shown)
    assert f"seems to be worth {100 * float(mixed[1]):.0f} of 100 games" in told
    assert f"The impact of the same cards is {100 * float(mixed[0]):.0f}." in told


def test_the_bounds_that_the_page_names_are_those_of_the_lab() -> None:
    assert f"below {100 * DEAD:g} of 100 games" in PAGE
    assert f"seats that scored with a card, against {100 * DEAD:g} of 100 games" in PAGE
    assert f"comebacks, against {100 * RUNAWAY:g} of 100 games" in PAGE
    assert f"the bonus was completed, against {100 * NEVER_PAYS:g} of 100" in PAGE
    assert f"*any*\nfalse one in a report is {100 * FALSE_ALARMS:g}%" in PAGE
    assert APART == 0.01, "within one win in 100 games"
    assert EMPTY == LEVEL == 0.5, "against half of them"
    assert f"most points in that card's category, against {100 * DECIDES:g} of 100" in PAGE
    assert f"in which somebody did, against {100 * UNUSED:g} of 100" in PAGE
    assert (SHORT, LONG) == (0.5, 2.0), "less than half of the decisions that are usual, or more than twice as many"
    assert f"The first {STUDIED:,} games ({STUDIED_PLAIN} where the rules are not compiled)" in PAGE
    assert f"until each is within {100 * PRECISE:g} wins in 100" in PAGE
    assert f"of those that at least {EVENTS} games decide" in PAGE
    assert f"or after {MOST_STUDIED:,} games" in PAGE
    assert f"parcels of {CHUNK} games" in PAGE
    assert f"the first {TURNS_NOTED - 1} turns and the last" in PAGE


@pytest.mark.slow
def test_a_card_less_leaves_half_of_the_winners_and_an_interval_narrower_by_a_third() -> None:
    deck = load_deck("guild_master")
    comparison = compare(deck, deck.edit(remove=["toymaker"]), games=2_000, seats=4, bots="greedy", seed=1)
    row = comparison.figures.set_index("figure").loc["Government and nobility: points of a seat"]
    sides = [side.categories.set_index("category").loc["G"] for side in (comparison.before, comparison.after)]
    apart = hypot(*(side.high - side.low for side in sides))
    assert 0.6 < (row.high - row.low) / apart < 0.75
    same = comparison.before.outcome.winning == comparison.after.outcome.winning
    assert 0.45 < same.mean() < 0.6
