"""The card grid on paper: every row of every table, every column that says something, heads on each sheet."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.e2e.harness import resized
from tests.e2e.test_card_grid_in_a_browser import GridPage, saying_something
from workbench.kernel.registry import list_games

A4 = 718  # pixels of CSS that a sheet is wide between margins of a centimetre
PRINTED = """() => {
  const shown = (part) => part.getClientRects().length > 0;
  const cut = (part) => part.scrollWidth > part.clientWidth + 1 || part.scrollHeight > part.clientHeight + 1;
  const around = (part) => (part.parentElement ? [part.parentElement, ...around(part.parentElement)] : []);
  const clips = (part) => part.offsetParent && getComputedStyle(part).overflow !== "visible";
  const bottom = (row) => row.getBoundingClientRect().bottom;
  const onPaper = (table) => {
    const cells = [...table.querySelectorAll("th, td")];
    const rows = [...table.tBodies[0].rows].filter(shown);
    const heads = [...table.tHead.querySelectorAll("th")].filter(shown); // what is measured is not printed
    const { display, position } = getComputedStyle(table.tHead);
    return {
      title: shown(table.caption) ? table.caption.textContent : "",
      top: table.getBoundingClientRect().top,
      heads: heads.map((head) => head.querySelector("button").firstChild.textContent),
      names: rows.map((row) => row.querySelector(".rt-name").textContent),
      right: Math.max(...cells.map((cell) => cell.getBoundingClientRect().right)),
      cut: cells.filter(cut).map((cell) => cell.textContent),
      overlaid: rows.filter((row, at) => at && row.getBoundingClientRect().top < bottom(rows[at - 1]) - 1).length,
      clipped: around(table).filter(clips).length,
      repeats: display === "table-header-group" && position === "static" && !heads[0].firstChild.offsetWidth,
    };
  };
  return [...document.querySelectorAll("table.rt-sheet")].filter(shown).map(onPaper);
}"""


def on_paper(page: Any) -> list[dict[str, Any]]:
    """The tables that are printed, measured as wide as A4."""
    before = page.viewport_size
    resized(page, A4, 1046)
    page.emulate_media(media="print")
    try:
        return page.evaluate(PRINTED)
    finally:
        page.emulate_media(media="null")  # as the browser has it
        page.set_viewport_size(before)


@pytest.mark.parametrize(
    "game", ["quests", *(pytest.param(one, marks=pytest.mark.slow) for one in list_games() if one != "quests")]
)
def test_every_row_is_printed_with_every_column_that_says_something(bare_page: Any, address: str, game: str) -> None:
    grid = GridPage(bare_page, address, game)
    state = grid.widget.grid
    tables = on_paper(grid.page)
    assert len(tables) == len(state["tables"])
    assert [table["top"] for table in tables] == sorted(table["top"] for table in tables)
    for printed, table in zip(tables, state["tables"], strict=True):
        assert printed["title"] == f"{table['title']} ({len(table['rows'])})"
        assert printed["heads"] == saying_something(grid, table)
        assert printed["names"] == [row["cells"][table["name"]] for row in table["rows"]]
        assert (printed["cut"], printed["overlaid"], printed["clipped"]) == ([], 0, 0)
        assert printed["right"] <= A4 + 0.5
        assert printed["repeats"]


def test_a_printed_list_fills_as_many_sheets_as_it_needs(bare_page: Any, address: str) -> None:
    grid = GridPage(bare_page, address, "guild_master")
    printed = grid.page.pdf(format="A4", margin=dict.fromkeys(("top", "right", "bottom", "left"), "1cm"))
    assert len(re.findall(rb"/Type /Page\b", printed)) > 1


def test_what_was_edited_in_a_table_out_of_sight_is_printed_however_long_it_is(bare_page: Any, address: str) -> None:
    grid = GridPage(bare_page, address, "quests")
    second = grid.widget.grid["tables"][1]
    name = second["columns"][second["name"]]["key"]
    long = "Stallmeisterschaft" * 4  # one word, wider than any column
    grid.editor.set_cells(second["file"], [(second["rows"][0]["id"], name, long)])
    grid.push()
    printed = on_paper(grid.page)[1]
    assert (printed["names"][0], printed["cut"]) == (long, [])
    assert printed["right"] <= A4 + 0.5
    assert grid.page.locator("table.rt-sheet:visible").count() == 1, "on the screen one table is shown as before"
