"""A score sheet names reasons of its ranking, and nothing that is not there."""

from __future__ import annotations

import pytest

from workbench.kernel.score_sheet import FOR_EACH_ROUND, ScoreSheet, SheetColumn, SheetFigure
from workbench.kernel.scoring import Ranking, Reason
from workbench.storage.errors import DeclarationError

REASONS = (Reason("derived", "tie-break: tilts won", name="tilts"), Reason("point", "lances", name="lances"))


def ranking(sheet: ScoreSheet) -> Ranking:
    """A ranking with a sheet."""
    return Ranking(REASONS, ("tilts", "lances"), sheet=sheet)


@pytest.mark.parametrize(
    "sheet",
    [
        ScoreSheet(columns=(SheetColumn(("spears",)),)),
        ScoreSheet(columns=(SheetColumn(("tilts",), made_of=("spears",)),)),
        ScoreSheet(figures=(SheetFigure(("spears",), "spear", "spears", "spears"),)),
        ScoreSheet(led=("spears",)),
        ScoreSheet(steps=(("spears", "spears broken"),)),
    ],
)
def test_a_sheet_that_names_an_unknown_reason_is_refused_with_the_names_that_exist(sheet: ScoreSheet) -> None:
    with pytest.raises(DeclarationError, match=r"(?s)the score sheet.*spears.*tilts"):
        ranking(sheet)


@pytest.mark.parametrize("title", ["Round {round}", "{", "{number"])
def test_the_title_of_a_column_can_hold_its_number_alone(title: str) -> None:
    with pytest.raises(DeclarationError):
        SheetColumn(("tilts",), title, per=FOR_EACH_ROUND)


def test_a_column_is_for_each_category_each_round_or_once() -> None:
    with pytest.raises(DeclarationError, match="per"):
        SheetColumn(("tilts",), per="seat")


def test_who_has_won_is_a_heading_about_names() -> None:
    assert ScoreSheet().shared.format(names="Anna and Ben") == "Anna and Ben win together"
    with pytest.raises(DeclarationError, match="winner"):
        ScoreSheet(won="{winner} wins")


def test_a_step_is_called_as_the_sheet_says_or_as_its_reason() -> None:
    assert ranking(ScoreSheet(steps=(("lances", "lances broken"),))).called("lances") == "lances broken"
    assert ranking(ScoreSheet()).called("tilts") == "tilts won"
