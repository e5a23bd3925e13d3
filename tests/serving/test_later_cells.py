"""Cells with the tag `later`: a dashboard draws its page first, and then runs them in the order in which they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from IPython.core.interactiveshell import InteractiveShell

from workbench.serving.settings import LaterCells
from workbench.widgets.later_cell import FAILED, TAG, WAITS, LaterCell


@pytest.fixture
def shell() -> Iterator[InteractiveShell]:
    """The namespace of a kernel, in which no cell waits."""
    yield InteractiveShell.instance()
    LaterCell.waiting.clear()
    InteractiveShell.clear_instance()


def standing_for(shell: InteractiveShell, *sources: str) -> list[LaterCell]:
    """What a dashboard's kernel runs for cells with the tag."""
    cells = [nbformat.v4.new_code_cell(source, metadata={"tags": [TAG]}) for source in sources]
    notebook, _ = LaterCells()(nbformat.v4.new_notebook(cells=cells), {})
    return [shell.run_cell(cell.source).result for cell in notebook.cells]


def shown_by(cell: LaterCell) -> tuple[dict[str, Any], ...]:
    """The outputs of a cell that has been run."""
    (shown,) = cell.box.children
    return shown.outputs


def test_only_code_with_the_tag_waits() -> None:
    cells = [
        nbformat.v4.new_markdown_cell("# Words", metadata={"tags": [TAG]}),
        nbformat.v4.new_code_cell("1 + 1", metadata={"tags": ["other"]}),
        nbformat.v4.new_code_cell("1 + 1"),
    ]
    notebook, _ = LaterCells()(nbformat.v4.new_notebook(cells=cells), {})
    assert [cell.source for cell in notebook.cells] == ["# Words", "1 + 1", "1 + 1"]


def test_a_cell_that_is_due_is_run_after_those_before_it(shell: InteractiveShell) -> None:
    first, second, third = standing_for(shell, "count = 1\ncount", "count += 1\nprint('two')\ncount", "count = 0")
    assert "count" not in shell.user_ns
    assert [cell.words for cell in (first, second, third)] == [WAITS] * 3
    second.hear({"type": "due"})
    assert shell.user_ns["count"] == 2
    assert shown_by(first)[0]["data"]["text/plain"] == "1"
    assert [one["output_type"] for one in shown_by(second)] == ["stream", "display_data"]
    assert (second.words, third.words) == ("", WAITS)
    second.hear({"type": "due"})
    assert shell.user_ns["count"] == 2, "a cell is run once"


def test_a_cell_that_fails_says_so_and_those_after_it_are_run(
    shell: InteractiveShell, capsys: pytest.CaptureFixture[str]
) -> None:
    first, second = standing_for(shell, "1 / 0", "'there'")
    second.hear({"type": "due"})
    assert first.words == FAILED
    assert first.box.children == (first,)
    assert shown_by(second)[0]["data"]["text/plain"] == "'there'"
    assert "ZeroDivisionError" in capsys.readouterr().err
