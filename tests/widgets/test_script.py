"""Scripts of widgets: what they bring along, and what none of them does."""

from __future__ import annotations

import re
from base64 import b64decode
from pathlib import Path

import pytest

from workbench.widgets.script import HERE, script, style

SCRIPTS = sorted(HERE.rglob("*.js"))
DATA = re.compile(r'"data:text/javascript;base64,([^"]*)"')


def imported(text: str) -> list[str]:
    """The texts of the scripts that travel in one, and in those."""
    found = [b64decode(code).decode() for code in DATA.findall(text)]
    return found + [deeper for inner in found for deeper in imported(inner)]


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(HERE).as_posix())
def test_a_script_brings_along_what_it_imports(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    whole = script(path.relative_to(HERE).as_posix())
    assert len(DATA.findall(whole)) == text.count(' from "')
    for part in (whole, *imported(whole)):
        assert ' from ".' not in part


def test_a_script_is_looked_for_from_where_its_importer_lies() -> None:
    """table/table.js and grid/card_grid.js import from their own room and from the folder around it."""
    face = (HERE / "card_face.js").read_text(encoding="utf-8")
    marks = re.findall(r"^export function (\w+)", face, re.MULTILINE)
    assert marks
    for name in ("table/table.js", "grid/card_grid.js"):
        assert any(all(f"export function {mark}" in part for mark in marks) for part in imported(script(name)))
    assert any("export function openFind" in part for part in imported(script("grid/card_grid.js")))


def test_style_sheets_stand_one_after_the_other() -> None:
    first, second = ((HERE / name).read_text(encoding="utf-8") for name in ("table/table.css", "grid/editing.css"))
    assert style("table/table.css", "grid/editing.css") == f"{first}\n{second}"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.relative_to(HERE).as_posix())
def test_no_script_makes_markup_of_data(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not any(way in text for way in ("innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval("))
