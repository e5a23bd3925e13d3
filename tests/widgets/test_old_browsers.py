"""What phones load runs in Chrome 105, Safari 16 and Firefox 121: nothing in it is younger than these."""

from __future__ import annotations

import re

import pytest

from workbench.widgets.script import in_order, script, source, style
from workbench.widgets.table.drawn_by import LARGE, style_names

ENTRIES = ("room/code.js", "room/phone.js", "room/wall.js", "room/host.js")
SHEETS = (
    "parts.css",
    *(
        f"room/{name}.css"
        for name in ("room", "phone", "wall", "host", "check", "check_wall", "check_desk", "minute", "talk")
    ),
)
# What would end a script, or leave it half done, and since when browsers know it.
YOUNG_SCRIPT = {
    r"\(\?<[=!]": "looking behind in a pattern (Safari 16.4)",
    r"\.(?:toSorted|toReversed|toSpliced|with)\(": "changed copies of lists (Chrome 110)",
    r"\bObject\.groupBy|\bMap\.groupBy": "grouping (Chrome 117)",
    r"\bPromise\.(?:withResolvers|try)\b": "promises from outside (Chrome 119)",
    r"\bArray\.fromAsync\b": "lists of promises (Chrome 121)",
    r"\bAbortSignal\.any\b": "joined signals (Chrome 116)",
    r"\bURL\.(?:canParse|parse)\b": "addresses that are tried (Chrome 120)",
    r"\bisWellFormed\b|\btoWellFormed\b": "whole texts (Chrome 111)",
    r"\bnew Set\([^)]*\)\.(?:union|difference|intersection)\b": "joined sets (Chrome 122)",
    r"\.(?:union|symmetricDifference|isSubsetOf)\(": "joined sets (Chrome 122)",
    r"/[a-z]*v[a-z]*\.(?:test|exec)\(": "sets in patterns (Chrome 112)",
    r"\bstatic \{": "blocks of classes (Safari 16.4)",
    r"\bstartViewTransition\b|\bshowPopover\b|\bcheckVisibility\b": "later parts of pages (Chrome 105 to 114)",
    r"\bimport [^;]* with \{": "imports with attributes (Chrome 123)",
    r"\bIterator\.|\.values\(\)\.(?:map|filter)\(": "helpers of iterators (Chrome 122)",
}
YOUNG_STYLE = {
    r"(?<!-)\bcolor-mix\(": "mixed colours (Chrome 111)",
    r"\b(?:oklch|oklab|lab|lch|light-dark)\(": "further colours (Chrome 111)",
    r"@(?:scope|starting-style|position-try|view-transition)\b": "later rules (Chrome 117)",
    r"\bsubgrid\b": "grids in grids (Chrome 117)",
    r"(?m)^\s*&|\{\s*&": "rules in rules (Chrome 112)",
    r"\b(?:field-sizing|interpolate-size|anchor-name)\s*:": "later lengths (Chrome 123)",
    r"\b(?:sin|cos|tan|sqrt|pow|round|mod)\(": "reckoning (Chrome 111)",
    r"\blinear\(": "own easing (Chrome 113)",
}


def scripts() -> list[str]:
    """All that the pages of rooms load, file by file."""
    layouts = [f"table/{name}.js" for name in LARGE]
    return sorted({name for entry in ENTRIES for name in in_order(entry, *layouts)})


def found(young: dict[str, str], text: str) -> list[str]:
    """The newer features that a text uses."""
    return [what for pattern, what in young.items() if re.search(pattern, text)]


@pytest.mark.parametrize("entry", ENTRIES)
def test_scripts_of_rooms_use_nothing_younger(entry: str) -> None:
    assert found(YOUNG_SCRIPT, script(entry, *(f"table/{name}.js" for name in LARGE))) == []


def test_style_sheets_of_rooms_use_nothing_younger() -> None:
    assert found(YOUNG_STYLE, style(*style_names(), *SHEETS)) == []


def test_young_heights_stand_after_old_ones() -> None:
    """`dvh` came with Chrome 108: a browser that does not know it takes the line before."""
    text = style(*style_names(), *SHEETS)
    for height in re.findall(r"[^{};]*;?\s*[\w-]+:[^;{}]*\d(?:dvh|svh|lvh)[^;}]*", text):
        before, _, now = height.strip().rpartition(";")
        assert before.split(":")[0].strip() == now.split(":")[0].strip(), height


@pytest.mark.parametrize(
    ("young", "text"),
    [
        (YOUNG_SCRIPT, "words.split(/(?<=a)b/)"),
        (YOUNG_SCRIPT, "list.toSorted()"),
        (YOUNG_STYLE, "a { color: color-mix(in srgb, red, blue); }"),
        (YOUNG_STYLE, "a {\n  & b { color: red; }\n}"),
    ],
)
def test_what_is_younger_is_found(young: dict[str, str], text: str) -> None:
    assert len(found(young, text)) == 1


def test_nothing_enters_a_page_as_markup() -> None:
    """Names and addresses are text nodes."""
    for name in scripts():
        assert not re.search(
            r"\.(?:innerHTML|outerHTML)\s*\+?=(?!=)|insertAdjacentHTML|document\.write\(", source(name)
        ), name
