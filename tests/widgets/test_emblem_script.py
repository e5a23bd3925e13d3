"""The script of the emblems: all of them, drawn as in their files, short, and once in whatever brings them."""

from __future__ import annotations

import json
import re

import pytest

from workbench.heraldry import emblems
from workbench.heraldry.emblems import BOX, PART, SIGNS
from workbench.widgets.emblem_script import FINENESS, emblem_paths, emblem_script, few_emblem_script, short_path
from workbench.widgets.script import EMBLEMS, HERE, script, source

LARGEST = 75_000  # bytes of all emblems on a page
STEP = re.compile(r"([a-z])([^a-z]*)")


def absolute(path: str) -> list[tuple[float, float]]:
    """The points that a short path names, in the units of the drawings."""
    here, start, found = (0, 0), (0, 0), []
    for command, words in STEP.findall(path):
        numbers = [int(word) for word in re.findall(r"-?\d+", words)]
        points = [(here[0] + x, here[1] + y) for x, y in zip(numbers[::2], numbers[1::2], strict=True)]
        start = points[-1] if command == "m" else start
        here = points[-1] if points else start
        found += [(x / FINENESS, y / FINENESS) for x, y in points]
    return found


def paths_in(text: str) -> dict[str, str]:
    """What a script of emblems maps names to."""
    return json.loads(re.findall(r"Object\.entries\((\{.*?\})\)\);", text)[0])


@pytest.mark.parametrize("name", emblems())
def test_a_short_path_draws_what_the_file_draws(name: str) -> None:
    parts = PART.findall(emblems()[name].course)
    numbers = [float(part) for part in parts if part not in "MLQCZ"]
    commands = "".join(part.lower() for part in parts if part in "MLQCZ")
    path = short_path(emblems()[name].course)
    assert "".join(re.findall("[a-z]", path)) == commands
    points = absolute(path)
    assert len(points) == len(numbers) / 2
    for (x, y), (wide, high) in zip(points, zip(numbers[::2], numbers[1::2], strict=True), strict=True):
        assert abs(x - wide) <= 0.5 / FINENESS + 1e-9
        assert abs(y - high) <= 0.5 / FINENESS + 1e-9


def test_the_script_has_every_emblem_in_few_bytes() -> None:
    text = emblem_script()
    paths = paths_in(text)
    assert list(paths) == list(emblems())
    assert f"BOX = {BOX * FINENESS};" in text
    assert len(text.encode()) < LARGEST


def test_a_table_brings_the_emblems_of_arms_and_signs_and_what_scripts_draw() -> None:
    brought = paths_in(few_emblem_script())
    assert brought == {name: emblem_paths()[name] for name in brought}
    signs = {name for name, one in emblems().items() if one.family == SIGNS}
    assert {"lion", "sword", *signs} <= set(brought)
    texts = "".join(path.read_text(encoding="utf-8") for path in (HERE / "table").glob("*.js"))
    written = set(re.findall(r'emblemPicture\("(.*?)"\)', texts))
    assert written
    assert written <= set(brought)
    borne = set(re.findall(r'\["[a-z]+","([a-z-]+)",', source("arms.js")))
    assert borne
    assert borne <= set(brought)


def test_it_is_fetched_by_a_name_that_is_no_file() -> None:
    assert source(EMBLEMS) == emblem_script()
    assert not (HERE / EMBLEMS).exists()


@pytest.mark.parametrize("name", ["table/table.js", "grid/card_grid.js", "grid/deck_fields.js"])
def test_no_widget_brings_the_emblems_twice(name: str) -> None:
    paths = json.dumps(short_path(emblems()["lion"].course))
    assert script(name).count(paths) == 1
